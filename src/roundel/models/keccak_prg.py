"""The reseedable pseudo-random generator on the duplex (Bertoni, Daemen, Peeters, Van Assche, 2010).

See "Sponge-based pseudo-random number generators", CHES 2010. Data fills rho = (r - 2)/8 bytes of the rate.
The two bits above them are for pad10*1.
"""

from __future__ import annotations

from roundel.models.bits import require, xor_into
from roundel.models.keccak import keccak_p


class Prg:
    """One generator: `feed` absorbs seed, `fetch` returns bytes, `clear` makes earlier output uncomputable.

    `rate` is in bits. `rounds` is None for Keccak-f[width], or the number of last rounds per call; it may
    change between calls. The default rate is 1346 (c = 254), 168 bytes per call.
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
        self._absorbed = 0  # bytes absorbed since the last call
        self._fetched = self.rho_bytes  # bytes of the last output that were returned or dropped

    def feed(self, seed: bytes) -> None:
        """Absorb seed bytes. The unused part of the last output is dropped."""
        self._fetched = self.rho_bytes
        for byte in seed:
            self._state[self._absorbed] ^= byte
            self._absorbed += 1
            if self._absorbed == self.rho_bytes:
                self._duplex()
                self._fetched = self.rho_bytes

    def fetch(self, count: int) -> bytes:
        """Return the next `count` bytes of output."""
        require(count >= 0, f"a count of {count}", "Pass 0 or more.")
        output = bytearray()
        while len(output) < count:
            if self._fetched == self.rho_bytes:
                self._duplex()
            piece = self._state[self._fetched : self.rho_bytes][: count - len(output)]
            output += piece
            self._fetched += len(piece)
        return bytes(output)

    def clear(self) -> None:
        """Overwrite the rate, so that earlier states cannot be computed from this one (`forget` in the
        paper).

        This needs 8 rho >= c. Raises RoundelError otherwise.
        """
        require(
            8 * self.rho_bytes >= self.capacity,
            f"clear() with {8 * self.rho_bytes} bits of rate and a capacity of {self.capacity}",
            "The rate must be at least the capacity.",
        )
        self._duplex()
        self._state[: self.rho_bytes] = bytes(self.rho_bytes)
        self._absorbed = self.rho_bytes
        self._duplex()
        self._fetched = self.rho_bytes

    def _duplex(self) -> None:
        """Pad the absorbed bytes (pad10*1 up to bit rate - 1) and permute, which makes a full output."""
        self._state[self._absorbed] ^= 0x01
        xor_into(self._state, bytes([1 << ((self.rate - 1) % 8)]), (self.rate - 1) // 8)
        self._state[:] = keccak_p(self._state, self.rounds, self._width)
        self._absorbed = 0
        self._fetched = 0
