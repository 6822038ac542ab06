"""Rijndael with blocks of 128 or 256 bits, encryption only. With blocks of 128 bits it is AES.

See FIPS 197, and "AES Proposal: Rijndael" (Daemen, Rijmen, 1999) for blocks of 256 bits. A state has 4 rows
and Nb = 4 or 8 columns: byte i of a block is row i mod 4 of column i // 4. A word is 4 bytes, a column. No
mode in this package needs decryption.
"""

from __future__ import annotations

import functools

from roundel.models.bits import Bytes, combined, require, xor

POLYNOMIAL = 0x11B  # x^8 + x^4 + x^3 + x + 1
WORD_BYTES = 4
BLOCK_BYTES = 16
WIDE_BLOCK_BYTES = 32
KEY_BYTES = (16, 24, 32)
# ShiftRows rotates each row to the left by so many columns, by Nb. The wide block has 0, 1, 3, 4.
SHIFTS = {4: (0, 1, 2, 3), 8: (0, 1, 3, 4)}


def multiply(a: int, b: int) -> int:
    """Return the product in GF(2^8) mod x^8 + x^4 + x^3 + x + 1 (FIPS 197 section 4.2)."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 0x100:
            a ^= POLYNOMIAL
        b >>= 1
    return product


def _substitute(a: int) -> int:
    """Return SubBytes of a byte: the inverse in GF(2^8) (0 for 0), then the affine map (section 5.1.1)."""
    inverse, power = 1, a
    for _ in range(7):  # a^254 = a^2 a^4 ... a^128
        power = multiply(power, power)
        inverse = multiply(inverse, power)
    rotated = inverse | inverse << 8
    return (rotated ^ rotated >> 4 ^ rotated >> 5 ^ rotated >> 6 ^ rotated >> 7) & 0xFF ^ 0x63


SBOX = bytes(map(_substitute, range(256)))
_TWICE = bytes(multiply(2, a) for a in range(256))


class Rijndael:
    """The cipher under one key of 16, 24 or 32 bytes, for blocks of 16 (AES) or 32 bytes.

    `rounds` is Nr = max(Nb, Nk) + 6. `round_keys` are Nr + 1 round keys of one block each. Raises
    RoundelError for another length of key or block.
    """

    def __init__(self, key: Bytes, block_bytes: int = BLOCK_BYTES) -> None:
        """Expand the key."""
        require(
            len(key) in KEY_BYTES,
            f"a key of {len(key)} bytes",
            f"Rijndael has keys of {', '.join(map(str, KEY_BYTES))} bytes.",
        )
        require(
            block_bytes // WORD_BYTES in SHIFTS and block_bytes % WORD_BYTES == 0,
            f"blocks of {block_bytes} bytes",
            f"The model has blocks of {BLOCK_BYTES} and {WIDE_BLOCK_BYTES} bytes.",
        )
        self.block_bytes = block_bytes
        self.rounds = max(block_bytes, len(key)) // WORD_BYTES + 6
        expanded = expand_key(key, (self.rounds + 1) * block_bytes // WORD_BYTES)
        self.round_keys = [expanded[i : i + block_bytes] for i in range(0, len(expanded), block_bytes)]
        self._key_numbers = [int.from_bytes(round_key, "little") for round_key in self.round_keys]

    def encrypt(self, block: Bytes) -> bytes:
        """Return the ciphertext of one block (section 5.1)."""
        require(
            len(block) == self.block_bytes,
            f"a block of {len(block)} bytes",
            f"This cipher has blocks of {self.block_bytes} bytes.",
        )
        first, *middle, last = self._key_numbers
        round_tables, last_tables = _tables(self.block_bytes)
        state = int.from_bytes(block, "little") ^ first
        for key in middle:
            state = combined(round_tables, state.to_bytes(self.block_bytes, "little"), key)
        state = combined(last_tables, state.to_bytes(self.block_bytes, "little"), last)
        return state.to_bytes(self.block_bytes, "little")


@functools.cache
def _tables(block_bytes: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return tables of SubBytes, ShiftRows and MixColumns for each byte of a state, and without MixColumns.

    Entry a of table i is what byte i with value a adds to the next state, a little-endian number.
    """
    mixed = [
        [
            int.from_bytes(mix_columns(bytes([0] * row + [SBOX[a]] + [0] * (3 - row))), "little")
            for a in range(256)
        ]
        for row in range(WORD_BYTES)
    ]
    columns = block_bytes // WORD_BYTES
    round_tables, last_tables = [], []
    for i in range(block_bytes):
        row, column = i % WORD_BYTES, i // WORD_BYTES
        start = (
            (column - SHIFTS[columns][row]) % columns * WORD_BYTES
        )  # first byte of the column after ShiftRows
        round_tables.append([word << 8 * start for word in mixed[row]])
        last_tables.append([a << 8 * (start + row) for a in SBOX])
    return round_tables, last_tables


def mix_columns(state: Bytes) -> bytes:
    """Return each column times 03 x^3 + 01 x^2 + 01 x + 02 mod x^4 + 1 (section 5.1.3)."""
    mixed = bytearray()
    for i in range(0, len(state), WORD_BYTES):
        a, b, c, d = state[i : i + WORD_BYTES]
        # 2a + 3b + c + d = a + (a + b + c + d) + 2(a + b)
        parity = a ^ b ^ c ^ d
        mixed += bytes(
            (
                a ^ parity ^ _TWICE[a ^ b],
                b ^ parity ^ _TWICE[b ^ c],
                c ^ parity ^ _TWICE[c ^ d],
                d ^ parity ^ _TWICE[d ^ a],
            )
        )
    return bytes(mixed)


def expand_key(key: Bytes, words: int) -> bytes:
    """Return the first `words` words of the key schedule as bytes (section 5.2); at least the key."""
    nk = len(key) // WORD_BYTES
    schedule = [bytes(key[i : i + WORD_BYTES]) for i in range(0, len(key), WORD_BYTES)]
    constant = 1
    for i in range(nk, words):
        word = schedule[-1]
        if i % nk == 0:
            rotated = word[1:] + word[:1]
            word = xor(_sub_word(rotated), bytes([constant, 0, 0, 0]))
            constant = multiply(2, constant)
        elif nk > 6 and i % nk == 4:
            word = _sub_word(word)
        schedule.append(xor(schedule[i - nk], word))
    return b"".join(schedule)


def _sub_word(word: bytes) -> bytes:
    return bytes(SBOX[byte] for byte in word)
