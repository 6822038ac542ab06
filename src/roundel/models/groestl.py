"""Grøstl, with the tweak of the final round, and HMAC-Grøstl.

See P. Gauravaram et al., "Grøstl - a SHA-3 candidate", version 2.0 (2011). A state is an array of 8 rows of
bytes, stored by columns: byte i is in row i mod 8 and column i div 8. The S-box is that of AES.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from roundel.models.aes import SBOX, multiply
from roundel.models.bits import Bytes, combined, require, xor

ROWS = 8
COUNTER_BYTES = 8
# Section 3.4.5: the first row of the circulant matrix B.
MIX = (2, 2, 3, 4, 5, 3, 5, 7)
_PRODUCTS = {factor: [multiply(factor, a) for a in range(256)] for factor in set(MIX)}
# What byte `a` of a row adds to its column's product. Byte i of the number is B[i][row] times a.
_TERMS = [
    [sum(_PRODUCTS[MIX[(row - i) % ROWS]][a] << 8 * i for i in range(ROWS)) for a in range(256)]
    for row in range(ROWS)
]
# Section 3.4.4: the shift of each row to the left in P and in Q, by the number of columns.
SHIFTS = {
    8: ((0, 1, 2, 3, 4, 5, 6, 7), (1, 3, 5, 7, 0, 2, 4, 6)),
    16: ((0, 1, 2, 3, 4, 5, 6, 11), (1, 3, 5, 11, 0, 2, 4, 6)),
}
# Section 3.4.1.
ROUNDS = {8: 10, 16: 14}
# FIPS 198-1, section 4, steps 4 and 7.
INNER_PAD, OUTER_PAD = 0x36, 0x5C


@dataclass(frozen=True)
class Groestl:
    """Grøstl with `digest_bytes` bytes of digest: 1 to 32 with 8 columns of state, 33 to 64 with 16."""

    digest_bytes: int

    def __post_init__(self) -> None:
        """Raise RoundelError for a digest of another length."""
        require(
            0 < self.digest_bytes <= 64,
            f"a digest of {self.digest_bytes} bytes",
            "Grøstl has digests of 1 to 64 bytes.",
        )

    @property
    def columns(self) -> int:
        """Number of columns of the state."""
        return 8 if self.digest_bytes <= 32 else 16

    @property
    def block_bytes(self) -> int:
        """Length of a block and of the state in bytes: l / 8."""
        return ROWS * self.columns

    def permute(self, state: Bytes, *, q: bool = False) -> bytes:
        """Return P(state), or Q(state), `block_bytes` long (section 3.4)."""
        size, number = self.block_bytes, int.from_bytes(state, "little")
        tables, constants = _tables(self.columns, q)
        for constant in constants:
            number = combined(tables, (number ^ constant).to_bytes(size, "little"), 0)
        return number.to_bytes(size, "little")

    def round(self, state: Bytes, number: int, *, q: bool = False) -> bytes:
        """Return round `number` of P or Q: AddRoundConstant, SubBytes, ShiftBytes, MixBytes."""
        return mix_bytes(self.shift_bytes(self.add_constant(state, number, q=q).translate(SBOX), q=q))

    def add_constant(self, state: Bytes, number: int, *, q: bool = False) -> bytes:
        """Return AddRoundConstant (section 3.4.2)."""
        result = bytearray(a ^ 0xFF for a in state) if q else bytearray(state)
        for column in range(self.columns):
            result[ROWS * column + (ROWS - 1 if q else 0)] ^= column << 4 ^ number
        return bytes(result)

    def shift_bytes(self, state: Bytes, *, q: bool = False) -> bytes:
        """Return ShiftBytes (section 3.4.4)."""
        shifts, size = SHIFTS[self.columns][q], self.block_bytes
        return bytes(state[(i + ROWS * shifts[i % ROWS]) % size] for i in range(size))

    def compress(self, chain: Bytes, block: Bytes) -> bytes:
        """Return f(h, m) = P(h + m) + Q(m) + h (section 3.2)."""
        return xor(xor(self.permute(xor(chain, block)), self.permute(block, q=True)), chain)

    def pad(self, message: Bytes) -> bytes:
        """Return the message padded to full blocks. The last 8 bytes are the number of blocks (section
        3.5).
        """
        size = self.block_bytes
        blocks = -(-(len(message) + 1 + COUNTER_BYTES) // size)
        zeros = blocks * size - len(message) - 1 - COUNTER_BYTES
        return bytes(message) + b"\x80" + bytes(zeros) + blocks.to_bytes(COUNTER_BYTES, "big")

    def chain(self, padded: Bytes) -> bytes:
        """Return the chaining value after full blocks, starting from the initial value (section 3.1)."""
        size = self.block_bytes
        chain = (8 * self.digest_bytes).to_bytes(size, "big")
        for start in range(0, len(padded), size):
            chain = self.compress(chain, padded[start : start + size])
        return chain

    def hash(self, message: Bytes) -> bytes:
        """Return the digest: the last bytes of P(h) + h (section 3.3)."""
        chain = self.chain(self.pad(message))
        return xor(self.permute(chain), chain)[-self.digest_bytes :]

    def hmac(self, key: Bytes, message: Bytes) -> bytes:
        """Return the tag of `digest_bytes` under a key of any length (FIPS 198-1)."""
        block_key = self.hash(key) if len(key) > self.block_bytes else bytes(key)
        padded_key = block_key.ljust(self.block_bytes, b"\0")
        inner = self.hash(bytes(a ^ INNER_PAD for a in padded_key) + bytes(message))
        return self.hash(bytes(a ^ OUTER_PAD for a in padded_key) + inner)


GROESTL_256 = Groestl(32)
GROESTL_512 = Groestl(64)


@functools.cache
def _tables(columns: int, q: bool) -> tuple[list[list[int]], list[int]]:
    """Return tables of SubBytes, ShiftBytes and MixBytes for each byte of P or Q, and the constants.

    Entry a of table i is what byte i with value a adds to the next state, a little-endian number.
    """
    groestl = Groestl(ROWS * columns // 2)
    shifted = groestl.shift_bytes(bytes(range(groestl.block_bytes)), q=q)
    tables = []
    for i in range(groestl.block_bytes):
        column, row = divmod(shifted.index(i), ROWS)
        tables.append([_TERMS[row][SBOX[a]] << 8 * ROWS * column for a in range(256)])
    zeros = bytes(groestl.block_bytes)
    constants = [groestl.add_constant(zeros, number, q=q) for number in range(ROUNDS[columns])]
    return tables, [int.from_bytes(constant, "little") for constant in constants]


def mix_bytes(state: Bytes) -> bytes:
    """Return MixBytes: each column times the circulant matrix B (section 3.4.5)."""
    result = bytearray()
    for start in range(0, len(state), ROWS):
        column = 0
        for row in range(ROWS):
            column ^= _TERMS[row][state[start + row]]
        result += column.to_bytes(ROWS, "little")
    return bytes(result)
