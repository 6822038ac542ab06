"""Lake and River Keyak v2 (CAESAR document, sections 2 and 3): a session of one message, sealed or opened.

One call of the permutation starts the session: keys to 38 bytes (River 34), nonces to 150 (River 58). Tags
have 16 bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

from roundel.isa.kernels.aead import argument, decipher_piece
from roundel.isa.kernels.assembly import BLOCK_AT, OUTPUT_AT, copy_function, enter, leave
from roundel.isa.kernels.backend import Backend
from roundel.models.motorist import LAKE, RIVER, ROUNDS, TAG_BYTES, Keyak

KEYAKS = {"lake-keyak": LAKE, "river-keyak": RIVER}


def most_key(instance: Keyak) -> int:
    """Return how many bytes a key may have."""
    return instance.key_pack_bytes - 2


def most_nonce(instance: Keyak) -> int:
    """Return how many bytes of nonce the first block has room for."""
    return instance.absorb_bytes - instance.key_pack_bytes - 2


@dataclass(frozen=True)
class _Sizes:
    """The places of an instance, in bytes: its text, the lanes of it, the four bytes of its frame."""

    instance: Keyak

    @property
    def text(self) -> int:
        return self.instance.squeeze_bytes

    @property
    def lanes(self) -> int:
        return self.text // self.instance.word_bytes

    @property
    def end_of_message(self) -> int:
        return self.instance.absorb_bytes

    @property
    def crypt_end(self) -> int:
        return self.end_of_message + 1

    @property
    def inject_start(self) -> int:
        return self.end_of_message + 2

    @property
    def inject_end(self) -> int:
        return self.end_of_message + 3

    @property
    def whole_block(self) -> int:
        """Lane 24 of a whole block of text, without metadata."""
        return self.text << 8 | self.text << 16 | self.text << 24

    @property
    def tag_lanes(self) -> int:
        return TAG_BYTES // self.instance.word_bytes


def write_keyak(backend: Backend, instance: Keyak) -> None:
    """Add `kernel_seal` and `kernel_open` and all they call."""
    sizes = _Sizes(instance)
    _write(backend, sizes, "seal")
    _write(backend, sizes, "open")
    copy_function(backend.asm)
    backend.functions()


def _write(backend: Backend, sizes: _Sizes, way: str) -> None:
    asm = backend.asm
    labels = {name: f".L{way}_{name}" for name in ("next", "whole", "piece", "tag")}
    asm.function(f"kernel_{way}")
    enter(asm, vectors=backend.saves_vectors)
    asm.put("mov x25, x0")
    backend.prepare(sizes.lanes if backend.lane_bytes == 8 else 0)
    _start(backend, sizes)
    asm.note("x19, x20 input and bytes left; x21 output; x22, x23 metadata and bytes left")
    asm.put(f"ldp x19, x20, {argument('input')}\nldr x21, {argument('output')}")
    asm.put(f"ldp x22, x23, {argument('ad')}")
    if backend.bias:
        asm.put(f"add x19, x19, #{backend.bias}\nadd x21, x21, #{backend.bias}")
    asm.put(f"mov x27, #{sizes.whole_block & 0xFFFF}\nmovk x27, #{sizes.whole_block >> 16}, lsl #16")
    _repeat(backend, "x27")
    asm.label(labels["next"])
    asm.put(f"cbnz x23, {labels['piece']}\ncmp x20, #{sizes.text}\nb.lo {labels['piece']}")
    asm.label(labels["whole"])
    if way == "seal":
        backend.add("x19", sizes.lanes)
        backend.output("x21", sizes.lanes)
    else:
        backend.recover("x19", "x21", sizes.lanes)
    backend.add_word("x27")
    asm.put(f"subs x20, x20, #{sizes.text}\nb.eq {labels['tag']}")
    backend.permute(ROUNDS)
    asm.put(f"cmp x20, #{sizes.text}\nb.hs {labels['whole']}")
    asm.label(labels["piece"])
    _piece(backend, sizes, way)
    asm.put(f"orr x9, x20, x23\ncbz x9, {labels['tag']}")
    backend.permute(ROUNDS)
    asm.put(f"b {labels['next']}")
    asm.label(labels["tag"])
    asm.put(f"mov x13, #{TAG_BYTES}")
    _repeat(backend, "x13")
    backend.add_word("x13")
    backend.permute(ROUNDS)
    if way == "seal":
        asm.put(f"ldr x13, {argument('tag')}")
        if backend.bias:
            asm.put(f"add x13, x13, #{backend.bias}")
        backend.output("x13", sizes.tag_lanes)
        asm.put("mov x0, #0")
    else:
        asm.put(f"add x13, sp, #{OUTPUT_AT + backend.bias}")
        backend.output("x13", sizes.tag_lanes)
        asm.put(f"ldr x9, {argument('tag')}\nldp x10, x11, [x9]\nadd x9, sp, #{OUTPUT_AT}")
        asm.put("ldp x12, x13, [x9]\neor x10, x10, x12\neor x11, x11, x13")
        asm.put("orr x10, x10, x11\ncmp x10, #0\ncset x0, ne")
    leave(asm, vectors=backend.saves_vectors)


def _start(backend: Backend, sizes: _Sizes) -> None:
    """The key pack, the nonce and the diversifier of the only piston, 1 and 0."""
    asm = backend.asm
    backend.clear(BLOCK_AT, 208)
    asm.put(f"mov w9, #{sizes.instance.key_pack_bytes}\nstrb w9, [sp, #{BLOCK_AT}]")
    asm.put(f"ldp x1, x2, {argument('key')}\nadd x0, sp, #{BLOCK_AT + 1}\nbl .Lcopy")
    asm.put("mov w9, #1\nstrb w9, [x0]")
    asm.put(
        f"ldp x1, x2, {argument('nonce')}\nadd x0, sp, #{BLOCK_AT + sizes.instance.key_pack_bytes}\nbl .Lcopy"
    )
    asm.put(f"mov w9, #1\nstrb w9, [x0], #2\nadd x9, sp, #{BLOCK_AT}\nsub x9, x0, x9")
    asm.put(f"strb w9, [sp, #{BLOCK_AT + sizes.inject_end}]")
    asm.put(f"mov w9, #255\nstrb w9, [sp, #{BLOCK_AT + sizes.end_of_message}]")
    asm.put(f"add x13, sp, #{BLOCK_AT + backend.bias}")
    backend.load("x13")
    backend.permute(ROUNDS)


def _piece(backend: Backend, sizes: _Sizes, way: str) -> None:
    """A block with metadata, or with less text than a whole one: put together in memory."""
    asm, bias = backend.asm, backend.bias
    backend.clear(BLOCK_AT, 208)
    asm.note("x26: bytes of text, x24: where metadata begins")
    asm.put(f"mov x9, #{sizes.text}\ncmp x20, x9\ncsel x26, x20, x9, lo\ncmp x20, #0\ncsel x24, x9, xzr, ne")
    asm.put(
        f"strb w26, [sp, #{BLOCK_AT + sizes.crypt_end}]\nstrb w24, [sp, #{BLOCK_AT + sizes.inject_start}]"
    )
    asm.put(f"sub x1, x19, #{bias}\nmov x2, x26\nadd x0, sp, #{BLOCK_AT}\nbl .Lcopy")
    if way == "open":
        asm.put(f"add x13, sp, #{OUTPUT_AT + bias}")
        backend.output("x13", sizes.lanes)
        decipher_piece(asm)
        asm.put(f"sub x0, x21, #{bias}\nadd x1, sp, #{BLOCK_AT}\nmov x2, x26\nbl .Lcopy")
    asm.put(f"mov x9, #{sizes.instance.absorb_bytes}\nsub x9, x9, x24\ncmp x23, x9\ncsel x2, x23, x9, lo")
    asm.put("sub x23, x23, x2\nmov x1, x22\nadd x22, x22, x2\nadd x9, x24, x2")
    asm.put(
        f"strb w9, [sp, #{BLOCK_AT + sizes.inject_end}]\nadd x0, sp, #{BLOCK_AT}\nadd x0, x0, x24\nbl .Lcopy"
    )
    asm.put(f"add x13, sp, #{BLOCK_AT + bias}")
    backend.add("x13", 25)
    if way == "seal":
        asm.put(f"add x13, sp, #{OUTPUT_AT + bias}")
        backend.output("x13", sizes.lanes)
        asm.put(f"sub x0, x21, #{bias}\nadd x1, sp, #{OUTPUT_AT}\nmov x2, x26\nbl .Lcopy")
    asm.put("add x19, x19, x26\nadd x21, x21, x26\nsub x20, x20, x26")


def _repeat(backend: Backend, register: str) -> None:
    """Repeat a lane of 32 bits over 64, as the state has it."""
    if backend.lane_bytes == 4:
        backend.asm.put(f"orr {register}, {register}, {register}, lsl #32")
