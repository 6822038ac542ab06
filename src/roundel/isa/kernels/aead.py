"""What the two authenticated ciphers share: the call, its arguments, deciphering a piece of a block.

int kernel_seal(const struct call *), int kernel_open(const struct call *): 0, or 1 when the tag is wrong;
the text of a refused message has been written by then and is not to be used. The structure is eleven
64-bit words, in the order of `CALL`. All lengths are in bytes.
"""

from __future__ import annotations

from roundel.isa.kernels.assembly import BLOCK_AT, OUTPUT_AT, Assembly

CALL = (
    "key",
    "key_length",
    "nonce",
    "nonce_length",
    "ad",
    "ad_length",
    "input",
    "input_length",
    "output",
    "tag",
    "tag_length",
)


def argument(name: str) -> str:
    """Return the address of a word of the call's structure, which x25 points at."""
    return f"[x25, #{8 * CALL.index(name)}]"


def decipher_piece(asm: Assembly) -> None:
    """Turn x26 bytes of BLOCK_AT into the text: add what stands at OUTPUT_AT, with zeros after them."""
    loop, done = asm.new_label("decipher"), asm.new_label("deciphered")
    asm.put(f"cbz x26, {done}\nadd x9, sp, #{BLOCK_AT}\nadd x10, sp, #{OUTPUT_AT}\nmov x11, x26")
    asm.label(loop)
    asm.put("ldr x12, [x9]\nldr x14, [x10], #8\neor x12, x12, x14\nstr x12, [x9], #8")
    asm.put(f"subs x11, x11, #8\nb.hi {loop}")
    asm.note("a shift is taken modulo 64: by none when the piece ends with a word")
    asm.put("neg x11, x26, lsl #3\nlsl x12, x12, x11\nlsr x12, x12, x11\nstr x12, [x9, #-8]")
    asm.label(done)


def compare_tag(asm: Assembly) -> None:
    """Set x0 to 0 if the tag at OUTPUT_AT is the call's, else to 1; all bytes are compared."""
    loop, done = asm.new_label("compare"), asm.new_label("compared")
    asm.put(f"ldp x10, x11, {argument('tag')}\nadd x9, sp, #{OUTPUT_AT}\nmov x12, #0\ncbz x11, {done}")
    asm.label(loop)
    asm.put("ldrb w13, [x9], #1\nldrb w14, [x10], #1\neor w13, w13, w14\norr w12, w12, w13")
    asm.put(f"subs x11, x11, #1\nb.ne {loop}")
    asm.label(done)
    asm.put("cmp x12, #0\ncset x0, ne")
