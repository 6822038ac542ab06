"""The reseedable pseudo-random generator on the duplex (Bertoni, Daemen, Peeters, Van Assche, 2010).

"Sponge-based pseudo-random number generators", CHES 2010. Of the rate, rho = (r - 2)/8 whole bytes take
data; the two bits above them are room for pad10*1.
"""

from __future__ import annotations

from roundel.models.bits import require, xor_into
from roundel.models.keccak import keccak_p


class Prg:
    """One generator: `feed` seeds it, `fetch` takes bytes out, `forget` makes the past unreachable.

    `rate` is in bits, `rounds` is None for Keccak-f[width] or the number of last rounds a call runs, and may
    be another from call to call.
    The default rate is 1346 (c = 254), 168 bytes a call.
    """

    def __init__(self, rate: int = 1346, width: int = 1600, rounds: int | None = None) -> None:
        """Make an unseeded generator."""
        require(
            10 <= rate < width and (rate - 2) % 8 == 0,
            f"a rate of {rate} bits",
            f"The rate is 2 more than a multiple of 8 and less than {width}.",
        )
        self.rate = rate
        self.capacity = width - rate
        self.rho_bytes = (rate - 2) // 8
        self._width = width
        self.rounds = rounds
        self._state = bytearray(width // 8)
        self._filled = 0  # bytes taken in since the last call
        self._taken = self.rho_bytes  # bytes of the last output that are gone

    def feed(self, seed: bytes) -> None:
        """Take in seed bytes. What is left of the last output is thrown away."""
        self._taken = self.rho_bytes
        for byte in seed:
            self._state[self._filled] ^= byte
            self._filled += 1
            if self._filled == self.rho_bytes:
                self._duplex()
                self._taken = self.rho_bytes

    def fetch(self, count: int) -> bytes:
        """Return the next `count` bytes of output."""
        require(count >= 0, f"a count of {count}", "A count is not negative.")
        output = bytearray()
        while len(output) < count:
            if self._taken == self.rho_bytes:
                self._duplex()
            piece = self._state[self._taken : self.rho_bytes][: count - len(output)]
            output += piece
            self._taken += len(piece)
        return bytes(output)

    def forget(self) -> None:
        """Overwrite the rate, so that earlier states cannot be computed back from this one.

        Needs 8 rho >= c; raises RoundelError otherwise.
        """
        require(
            8 * self.rho_bytes >= self.capacity,
            f"forget with {8 * self.rho_bytes} bits of rate and a capacity of {self.capacity}",
            "Forgetting needs a rate that is not below the capacity.",
        )
        self._duplex()
        self._state[: self.rho_bytes] = bytes(self.rho_bytes)
        self._filled = self.rho_bytes
        self._duplex()
        self._taken = self.rho_bytes

    def _duplex(self) -> None:
        """Pad what came in (pad10*1 up to bit rate - 1) and permute; a whole output is ready."""
        self._state[self._filled] ^= 0x01
        xor_into(self._state, bytes([1 << ((self.rate - 1) % 8)]), (self.rate - 1) // 8)
        self._state[:] = keccak_p(self._state, self.rounds, self._width)
        self._filled = 0
        self._taken = 0
