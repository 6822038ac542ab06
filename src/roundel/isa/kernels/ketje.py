"""Ketje v2 (CAESAR document, sections 2 and 3): a session of one message, sealed or opened.

Key and nonce of together width/8 - 3 bytes at most, tags of 1 to 16 bytes.
"""

from __future__ import annotations

from roundel.isa.kernels.aead import argument, compare_tag, decipher_piece
from roundel.isa.kernels.assembly import BLOCK_AT, OUTPUT_AT, copy_function, enter, leave
from roundel.isa.kernels.backend import Backend
from roundel.models import ketje
from roundel.models.ketje import START_ROUNDS, STEP_ROUNDS, STRIDE_ROUNDS, Ketje

INSTANCES = {
    "ketje-jr": ketje.JR,
    "ketje-sr": ketje.SR,
    "ketje-minor": ketje.MINOR,
    "ketje-major": ketje.MAJOR,
}
LAST_BIT = 0x08  # of the padding, bit rho + 3: in the byte after the block
_KEPT = ("x19", "x20", "x21", "x25", "x28")


def write_ketje(backend: Backend, instance: Ketje) -> None:
    """Add `kernel_seal` and `kernel_open` and all they call."""
    backend.twisted = True
    _write(backend, instance, "seal")
    _write(backend, instance, "open")
    copy_function(backend.asm)
    backend.functions()


def _write(backend: Backend, instance: Ketje, way: str) -> None:
    asm = backend.asm
    asm.function(f"kernel_{way}")
    enter(asm, vectors=backend.saves_vectors)
    asm.put("mov x25, x0")
    backend.prepare(0)
    _start(backend, instance)
    asm.put(f"ldp x19, x20, {argument('ad')}")
    _whole_blocks(backend, instance, "absorb", ketje.AD_MORE)
    asm.put("mov x26, x20")
    _put_piece(backend, instance)
    _end_block(backend, instance, ketje.AD_LAST, STEP_ROUNDS)
    asm.put(f"ldp x19, x20, {argument('input')}\nldr x21, {argument('output')}")
    _whole_blocks(backend, instance, way, ketje.TEXT_MORE)
    asm.put("mov x26, x20")
    _last_text(backend, instance, way)
    _end_block(backend, instance, ketje.TEXT_LAST, STRIDE_ROUNDS)
    _tag(backend, instance)
    if way == "open":
        compare_tag(asm)
    else:
        asm.put(f"ldp x0, x2, {argument('tag')}\nadd x1, sp, #{OUTPUT_AT}\nbl .Lcopy\nmov x0, #0")
    leave(asm, vectors=backend.saves_vectors)


def _start(backend: Backend, instance: Ketje) -> None:
    """Key pack and nonce, padded over the whole state."""
    asm, size = backend.asm, instance.width // 8
    backend.clear(BLOCK_AT, 208)
    asm.put(f"ldp x1, x2, {argument('key')}\nadd w9, w2, #2\nstrb w9, [sp, #{BLOCK_AT}]")
    asm.put(f"add x0, sp, #{BLOCK_AT + 1}\nbl .Lcopy\nmov w9, #1\nstrb w9, [x0], #1")
    asm.put(f"ldp x1, x2, {argument('nonce')}\nbl .Lcopy\nmov w9, #1\nstrb w9, [x0]")
    last = f"[sp, #{BLOCK_AT + size - 1}]"
    asm.put(f"ldrb w9, {last}\neor w9, w9, #0x80\nstrb w9, {last}\nadd x13, sp, #{BLOCK_AT}")
    backend.load_lanes("x13")
    backend.permute(START_ROUNDS)


def _whole_blocks(backend: Backend, instance: Ketje, way: str, frame: int) -> None:
    """All blocks but the last, x20 bytes at x19; what is left of them stays in x20."""
    asm, lanes = backend.asm, instance.rho_bytes // backend.lane_bytes
    loop, done = asm.new_label("blocks"), asm.new_label("blocks_done")
    backend.hold(lanes, frame | LAST_BIT)
    asm.put(f"subs x20, x20, #{instance.rho_bytes}\nb.ls {done}")
    asm.label(loop)
    if way == "open":
        backend.recover_lanes("x19", "x21", lanes)
    else:
        backend.add_lanes("x19", 0, lanes)
        if way == "seal":
            backend.output_lanes("x21", lanes)
    backend.add_held()
    backend.permute_inline(STEP_ROUNDS, _KEPT)
    asm.put(f"subs x20, x20, #{instance.rho_bytes}\nb.hi {loop}")
    asm.label(done)
    asm.put(f"add x20, x20, #{instance.rho_bytes}")


def _put_piece(backend: Backend, instance: Ketje) -> None:
    """Add the last block, x26 bytes at x19, to the state."""
    asm = backend.asm
    backend.clear(BLOCK_AT, 48)
    asm.put(f"mov x1, x19\nmov x2, x26\nadd x0, sp, #{BLOCK_AT}\nbl .Lcopy\nadd x13, sp, #{BLOCK_AT}")
    backend.add_lanes("x13", 0, instance.rho_bytes // backend.lane_bytes)


def _last_text(backend: Backend, instance: Ketje, way: str) -> None:
    asm, lanes = backend.asm, instance.rho_bytes // backend.lane_bytes
    if way == "seal":
        _put_piece(backend, instance)
        asm.put(f"add x13, sp, #{OUTPUT_AT}")
        backend.output_lanes("x13", lanes)
        asm.put(f"mov x0, x21\nadd x1, sp, #{OUTPUT_AT}\nmov x2, x26\nbl .Lcopy")
        return
    backend.clear(BLOCK_AT, 48)
    asm.put(f"mov x1, x19\nmov x2, x26\nadd x0, sp, #{BLOCK_AT}\nbl .Lcopy\nadd x13, sp, #{OUTPUT_AT}")
    backend.output_lanes("x13", lanes)
    decipher_piece(asm)
    asm.put(f"mov x0, x21\nadd x1, sp, #{BLOCK_AT}\nmov x2, x26\nbl .Lcopy\nadd x13, sp, #{BLOCK_AT}")
    backend.add_lanes("x13", 0, lanes)


def _end_block(backend: Backend, instance: Ketje, frame: int, rounds: int) -> None:
    """Add frame bits and padding after x26 bytes, and permute."""
    asm, rho = backend.asm, instance.rho_bytes
    lanes = rho // backend.lane_bytes
    backend.clear(BLOCK_AT, 48)
    asm.put(f"mov w9, #{LAST_BIT}\nstrb w9, [sp, #{BLOCK_AT + rho}]\nadd x13, sp, #{BLOCK_AT}")
    asm.put(f"ldrb w9, [x13, x26]\nmov w10, #{frame}\neor w9, w9, w10\nstrb w9, [x13, x26]")
    backend.add_lanes("x13", 0, lanes + 1)
    backend.permute(rounds)


def _tag(backend: Backend, instance: Ketje) -> None:
    """Squeeze a whole tag of 16 bytes, or a block if that is more, to OUTPUT_AT."""
    asm, rho = backend.asm, instance.rho_bytes
    lanes = rho // backend.lane_bytes
    asm.put(f"add x21, sp, #{OUTPUT_AT}")
    backend.output_lanes("x21", lanes)
    if rho >= ketje.TAG_BYTES:
        return
    loop = asm.new_label("tag")
    asm.put(f"mov x20, #{ketje.TAG_BYTES - rho}\nmov x26, #0")
    asm.label(loop)
    _end_block(backend, instance, ketje.TAG_MORE, STEP_ROUNDS)
    backend.output_lanes("x21", lanes)
    asm.put(f"subs x20, x20, #{rho}\nb.ne {loop}")
