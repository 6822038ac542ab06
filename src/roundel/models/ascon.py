"""Ascon-AEAD128, Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128 (SP 800-232, final version of 2025).

A state is the five 64-bit words S0 to S4. Byte i of a string is byte i mod 8 of word i // 8, least
significant byte first (appendix A). Ascon v1.2, the version before the standard, has other initial values
and the opposite byte order.
"""

from __future__ import annotations

from typing import TypeAlias

from roundel.models.bits import Bytes, require, xor

State: TypeAlias = tuple[int, int, int, int, int]

WORD_BYTES = 8
STATE_BYTES = 40
KEY_BYTES = 16
NONCE_BYTES = 16
TAG_BYTES = 16
DIGEST_BYTES = 32
CUSTOM_BYTES = 256  # of Ascon-CXOF128's customization string, at most (section 5.3)
AEAD_RATE_BYTES = 16
HASH_RATE_BYTES = 8

# Appendix B, table 14.
IV_AEAD128 = 0x00001000808C0001
IV_HASH256 = 0x0000080100CC0002
IV_XOF128 = 0x0000080000CC0003
IV_CXOF128 = 0x0000080000CC0004

# Section 3.2. Ascon-p[rnd] uses the last rnd of these constants.
CONSTANTS = (
    0x3C, 0x2D, 0x1E, 0x0F, 0xF0, 0xE1, 0xD2, 0xC3, 0xB4, 0xA5, 0x96, 0x87, 0x78, 0x69, 0x5A, 0x4B,
)  # fmt: skip
# Section 3.4: the two rotations of each word to the right.
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))
LONG, SHORT = 12, 8  # rounds
_DOMAIN = 1 << 63  # the last bit of the state, in S4
_MASK = (1 << 64) - 1


def ascon_p(state: State, rounds: int) -> State:
    """Return Ascon-p[rounds] of a state (section 3).

    Args:
        state: Five words of 64 bits.
        rounds: 1 to 16. They are the last rounds of Ascon-p[16].

    Raises:
        RoundelError: for another number of rounds.
    """
    total = len(CONSTANTS)
    require(1 <= rounds <= total, f"{rounds} rounds", f"Ascon-p has 1 to {total} rounds.")
    for index in range(total - rounds, total):
        state = ascon_round(state, index)
    return state


def ascon_round(state: State, index: int) -> State:
    """Return one round: constant addition, substitution, linear diffusion (section 3).

    Args:
        state: Five words of 64 bits.
        index: The number of its constant, 0 to 15. Ascon-p[12] has rounds 4 to 15, Ascon-p[8] 8 to 15.

    Raises:
        RoundelError: for another index.
    """
    last = len(CONSTANTS) - 1
    require(0 <= index <= last, f"round {index}", f"Ascon-p has rounds 0 to {last}.")
    return diffuse(substitute(add_constant(state, index)))


def add_constant(state: State, index: int) -> State:
    """Return p_C of a state: constant `index`, 0 to 15, added to S2 (section 3.2)."""
    s0, s1, s2, s3, s4 = state
    return s0, s1, s2 ^ CONSTANTS[index], s3, s4


def substitute(state: State) -> State:
    """Return p_S of a state: the 5-bit S-box on each of the 64 columns, S0 first (section 3.3)."""
    x0, x1, x2, x3, x4 = state
    x0, x2, x4 = x0 ^ x4, x2 ^ x1, x4 ^ x3
    y0, y1, y2 = x0 ^ (~x1 & x2), x1 ^ (~x2 & x3), x2 ^ (~x3 & x4)
    y3, y4 = x3 ^ (~x4 & x0), x4 ^ (~x0 & x1)
    return y0 ^ y4, y1 ^ y0, y2 ^ _MASK, y3 ^ y2, y4


def diffuse(state: State) -> State:
    """Return p_L of a state: each word added to two rotations of it (section 3.4)."""
    s0, s1, s2, s3, s4 = (
        s ^ (s >> a | s << 64 - a) & _MASK ^ (s >> b | s << 64 - b) & _MASK
        for s, (a, b) in zip(state, ROTATIONS, strict=True)
    )
    return s0, s1, s2, s3, s4


def state_of(data: Bytes) -> State:
    """Return the state of 40 bytes.

    Raises:
        RoundelError: for another length.
    """
    require(len(data) == STATE_BYTES, f"a state of {len(data)} bytes", f"Ascon has {STATE_BYTES} bytes.")
    s0, s1, s2, s3, s4 = (
        int.from_bytes(data[i : i + WORD_BYTES], "little") for i in range(0, STATE_BYTES, WORD_BYTES)
    )
    return s0, s1, s2, s3, s4


def bytes_of(state: State) -> bytes:
    """Return the 40 bytes of a state."""
    return b"".join(word.to_bytes(WORD_BYTES, "little") for word in state)


def seal(key: Bytes, nonce: Bytes, ad: Bytes, text: Bytes) -> tuple[bytes, bytes]:
    """Encrypt with Ascon-AEAD128 (section 4.1.1).

    Args:
        key: 16 bytes.
        nonce: 16 bytes, never used twice with a key.
        ad: The associated data, of any length.
        text: The plaintext, of any length.

    Returns:
        The ciphertext, as long as the text, and the tag of 16 bytes.

    Raises:
        RoundelError: for a key or nonce of another length.
    """
    state, ciphertext = _crypt(_initialized(key, nonce, ad), text, opening=False)
    return ciphertext, _tag(state, key)


def open_unverified(key: Bytes, nonce: Bytes, ad: Bytes, ciphertext: Bytes) -> tuple[bytes, bytes]:
    """Return the text and the expected 16-byte tag, for output before the check of the tag.

    Raises:
        RoundelError: for a key or nonce of another length than 16 bytes.
    """
    state, text = _crypt(_initialized(key, nonce, ad), ciphertext, opening=True)
    return text, _tag(state, key)


def open_sealed(key: Bytes, nonce: Bytes, ad: Bytes, ciphertext: Bytes, tag: Bytes) -> bytes | None:
    """Decrypt with Ascon-AEAD128 (section 4.1.2).

    Args:
        key: 16 bytes.
        nonce: 16 bytes.
        ad: The associated data, of any length.
        ciphertext: Bytes of any length.
        tag: 16 bytes. The standard also allows truncated tags; here they are refused.

    Returns:
        The text, as long as the ciphertext, or None if the tag is wrong.

    Raises:
        RoundelError: for a key, nonce or tag of another length.
    """
    _require_length("tag", tag, TAG_BYTES)
    text, expected = open_unverified(key, nonce, ad, ciphertext)
    return text if expected == tag else None


def hash_256(data: Bytes) -> bytes:
    """Return the 32-byte Ascon-Hash256 digest of bytes of any length (section 5.1)."""
    return _squeeze(_absorb(_start(IV_HASH256), data), DIGEST_BYTES)


def xof_128(data: Bytes, outlen: int) -> bytes:
    """Return `outlen` bytes of Ascon-XOF128 (section 5.2).

    Args:
        data: The message, of any length.
        outlen: The length of the output in bytes, 0 or more.

    Raises:
        RoundelError: for a negative `outlen`.
    """
    return _squeeze(_absorb(_start(IV_XOF128), data), outlen)


def cxof_128(data: Bytes, outlen: int, custom: Bytes = b"") -> bytes:
    """Return `outlen` bytes of Ascon-CXOF128 (section 5.3).

    Args:
        data: The message, of any length.
        outlen: The length of the output in bytes, 0 or more.
        custom: The customization string, of 0 to 256 bytes.

    Raises:
        RoundelError: for a negative `outlen` or a longer customization string.
    """
    require(
        len(custom) <= CUSTOM_BYTES,
        f"a customization string of {len(custom)} bytes",
        f"Ascon-CXOF128 has at most {CUSTOM_BYTES}.",
    )
    length = (8 * len(custom)).to_bytes(WORD_BYTES, "little")
    state = _absorb(_start(IV_CXOF128), length + custom)
    return _squeeze(_absorb(state, data), outlen)


def _parse(data: Bytes, rate: int) -> list[bytes]:
    """Return blocks of `rate` bytes and the last, shorter one, which may be empty, with its padding.

    This is parse and pad, algorithms 1 and 2. The padding is a bit 1; its bits 0 do not change a state.
    """
    blocks = [bytes(data[start : start + rate]) for start in range(0, len(data) + 1, rate)]
    blocks[-1] += b"\x01"
    return blocks


def _add(state: State, data: bytes, start: int = 0) -> State:
    """Return the state with `data` added from byte `start` on."""
    return state_of(xor(bytes_of(state), (bytes(start) + data).ljust(STATE_BYTES, b"\0")))


def _initialized(key: Bytes, nonce: Bytes, ad: Bytes) -> State:
    """Return the state after initialization and associated data (section 4.1.1)."""
    _require_length("key", key, KEY_BYTES)
    _require_length("nonce", nonce, NONCE_BYTES)
    state = ascon_p(state_of(IV_AEAD128.to_bytes(WORD_BYTES, "little") + key + nonce), LONG)
    state = _add(state, bytes(key), STATE_BYTES - KEY_BYTES)
    for block in _parse(ad, AEAD_RATE_BYTES) if ad else []:
        state = ascon_p(_add(state, block), SHORT)
    s0, s1, s2, s3, s4 = state
    return s0, s1, s2, s3, s4 ^ _DOMAIN


def _crypt(state: State, data: Bytes, *, opening: bool) -> tuple[State, bytes]:
    """Return the state and the output after plaintext, or after ciphertext if `opening`."""
    output = b""
    for start in range(0, len(data) + 1, AEAD_RATE_BYTES):
        if start:
            state = ascon_p(state, SHORT)
        block = bytes(data[start : start + AEAD_RATE_BYTES])
        piece = xor(bytes_of(state), block)
        text = piece if opening else block
        state = _add(state, (text + b"\x01")[:AEAD_RATE_BYTES])
        output += piece
    return state, output


def _tag(state: State, key: Bytes) -> bytes:
    """Return the tag after the finalization of a state (section 4.1.1)."""
    state = ascon_p(_add(state, bytes(key), AEAD_RATE_BYTES), LONG)
    return xor(bytes_of(state)[-TAG_BYTES:], key)


def _start(iv: int) -> State:
    return ascon_p((iv, 0, 0, 0, 0), LONG)


def _absorb(state: State, data: Bytes) -> State:
    for block in _parse(data, HASH_RATE_BYTES):
        state = ascon_p(_add(state, block), LONG)
    return state


def _squeeze(state: State, outlen: int) -> bytes:
    require(outlen >= 0, f"output length {outlen}", "A length is 0 or more.")
    output = bytes_of(state)[:HASH_RATE_BYTES]
    while len(output) < outlen:
        state = ascon_p(state, LONG)
        output += bytes_of(state)[:HASH_RATE_BYTES]
    return output[:outlen]


def _require_length(what: str, data: Bytes, size: int) -> None:
    require(len(data) == size, f"a {what} of {len(data)} bytes", f"Ascon-AEAD128 needs {size}.")
