"""Lake Keyak v2 (CAESAR document, sections 2 and 3): a session of one message, sealed or opened.

Keys to 38 bytes, nonces to 150 (one call of the permutation starts the session), tags of 16.
"""

from __future__ import annotations

from roundel.isa.kernels.aead import argument, decipher_piece
from roundel.isa.kernels.assembly import BLOCK_AT, OUTPUT_AT, copy_function, enter, leave
from roundel.isa.kernels.backend import Backend
from roundel.models.motorist import LAKE, ROUNDS, TAG_BYTES

_TEXT = LAKE.squeeze_bytes
_LANES = _TEXT // 8
_END_OF_MESSAGE = LAKE.absorb_bytes
_CRYPT_END, _INJECT_START, _INJECT_END = (_END_OF_MESSAGE + i for i in (1, 2, 3))
_WHOLE_BLOCK = _TEXT << 8 | _TEXT << 16 | _TEXT << 24  # lane 24 of a whole block of text, no metadata
MOST_KEY = LAKE.key_pack_bytes - 2
MOST_NONCE = LAKE.absorb_bytes - LAKE.key_pack_bytes - 2


def write_keyak(backend: Backend) -> None:
    """Add `kernel_seal` and `kernel_open` and all they call."""
    _write(backend, "seal")
    _write(backend, "open")
    copy_function(backend.asm)
    backend.functions()


def _write(backend: Backend, way: str) -> None:
    asm = backend.asm
    labels = {name: f".L{way}_{name}" for name in ("next", "whole", "piece", "tag")}
    asm.function(f"kernel_{way}")
    enter(asm, vectors=backend.saves_vectors)
    asm.put("mov x25, x0")
    backend.prepare(_LANES)
    _start(backend)
    asm.note("x19, x20 input and bytes left; x21 output; x22, x23 metadata and bytes left")
    asm.put(f"ldp x19, x20, {argument('input')}\nldr x21, {argument('output')}")
    asm.put(f"ldp x22, x23, {argument('ad')}")
    if backend.bias:
        asm.put(f"add x19, x19, #{backend.bias}\nadd x21, x21, #{backend.bias}")
    asm.put(f"mov x27, #{_WHOLE_BLOCK & 0xFFFF}\nmovk x27, #{_WHOLE_BLOCK >> 16}, lsl #16")
    asm.label(labels["next"])
    asm.put(f"cbnz x23, {labels['piece']}\ncmp x20, #{_TEXT}\nb.lo {labels['piece']}")
    asm.label(labels["whole"])
    if way == "seal":
        backend.add_block("x19", _LANES)
        backend.output_block("x21", _LANES)
    else:
        backend.recover_block("x19", "x21", _LANES)
    backend.add_word("x27")
    asm.put(f"subs x20, x20, #{_TEXT}\nb.eq {labels['tag']}")
    backend.permute(ROUNDS)
    asm.put(f"cmp x20, #{_TEXT}\nb.hs {labels['whole']}")
    asm.label(labels["piece"])
    _piece(backend, way)
    asm.put(f"orr x9, x20, x23\ncbz x9, {labels['tag']}")
    backend.permute(ROUNDS)
    asm.put(f"b {labels['next']}")
    asm.label(labels["tag"])
    asm.put(f"mov x13, #{TAG_BYTES}")
    backend.add_word("x13")
    backend.permute(ROUNDS)
    if way == "seal":
        asm.put(f"ldr x13, {argument('tag')}")
        if backend.bias:
            asm.put(f"add x13, x13, #{backend.bias}")
        backend.output_block("x13", TAG_BYTES // 8)
        asm.put("mov x0, #0")
    else:
        asm.put(f"add x13, sp, #{OUTPUT_AT + backend.bias}")
        backend.output_block("x13", TAG_BYTES // 8)
        asm.put(f"ldr x9, {argument('tag')}\nldp x10, x11, [x9]\nadd x9, sp, #{OUTPUT_AT}")
        asm.put("ldp x12, x13, [x9]\neor x10, x10, x12\neor x11, x11, x13")
        asm.put("orr x10, x10, x11\ncmp x10, #0\ncset x0, ne")
    leave(asm, vectors=backend.saves_vectors)


def _start(backend: Backend) -> None:
    """The key pack, the nonce and the diversifier of the only piston, 1 and 0."""
    asm = backend.asm
    backend.clear(BLOCK_AT, 208)
    asm.put(f"mov w9, #{LAKE.key_pack_bytes}\nstrb w9, [sp, #{BLOCK_AT}]")
    asm.put(f"ldp x1, x2, {argument('key')}\nadd x0, sp, #{BLOCK_AT + 1}\nbl .Lcopy")
    asm.put("mov w9, #1\nstrb w9, [x0]")
    asm.put(f"ldp x1, x2, {argument('nonce')}\nadd x0, sp, #{BLOCK_AT + LAKE.key_pack_bytes}\nbl .Lcopy")
    asm.put(f"mov w9, #1\nstrb w9, [x0], #2\nadd x9, sp, #{BLOCK_AT}\nsub x9, x0, x9")
    asm.put(f"strb w9, [sp, #{BLOCK_AT + _INJECT_END}]")
    asm.put(f"mov w9, #255\nstrb w9, [sp, #{BLOCK_AT + _END_OF_MESSAGE}]")
    asm.put(f"add x13, sp, #{BLOCK_AT + backend.bias}")
    backend.load_state("x13")
    backend.permute(ROUNDS)


def _piece(backend: Backend, way: str) -> None:
    """A block with metadata, or with less text than a whole one: put together in memory."""
    asm, bias = backend.asm, backend.bias
    backend.clear(BLOCK_AT, 208)
    asm.note("x26: bytes of text, x24: where metadata begins")
    asm.put(f"mov x9, #{_TEXT}\ncmp x20, x9\ncsel x26, x20, x9, lo\ncmp x20, #0\ncsel x24, x9, xzr, ne")
    asm.put(f"strb w26, [sp, #{BLOCK_AT + _CRYPT_END}]\nstrb w24, [sp, #{BLOCK_AT + _INJECT_START}]")
    asm.put(f"sub x1, x19, #{bias}\nmov x2, x26\nadd x0, sp, #{BLOCK_AT}\nbl .Lcopy")
    if way == "open":
        asm.put(f"add x13, sp, #{OUTPUT_AT + bias}")
        backend.output_block("x13", _LANES)
        decipher_piece(asm)
        asm.put(f"sub x0, x21, #{bias}\nadd x1, sp, #{BLOCK_AT}\nmov x2, x26\nbl .Lcopy")
    asm.put(f"mov x9, #{LAKE.absorb_bytes}\nsub x9, x9, x24\ncmp x23, x9\ncsel x2, x23, x9, lo")
    asm.put("sub x23, x23, x2\nmov x1, x22\nadd x22, x22, x2\nadd x9, x24, x2")
    asm.put(f"strb w9, [sp, #{BLOCK_AT + _INJECT_END}]\nadd x0, sp, #{BLOCK_AT}\nadd x0, x0, x24\nbl .Lcopy")
    asm.put(f"add x13, sp, #{BLOCK_AT + bias}")
    backend.add_block("x13", 25)
    if way == "seal":
        asm.put(f"add x13, sp, #{OUTPUT_AT + bias}")
        backend.output_block("x13", _LANES)
        asm.put(f"sub x0, x21, #{bias}\nadd x1, sp, #{OUTPUT_AT}\nmov x2, x26\nbl .Lcopy")
    asm.put("add x19, x19, x26\nadd x21, x21, x26\nsub x20, x20, x26")
