"""Random bytes from a device: a generator that the core keeps from request to request."""

from __future__ import annotations

import hashlib

from roundel.algorithms.fortuna import FORTUNA, MAX_BYTES, SEED_BYTES
from roundel.algorithms.keccak_prg import BLOCK_BYTES, KECCAK_PRG, ROUNDS
from roundel.algorithms.kinds.prng import request_segments
from roundel.errors import RoundelError
from roundel.protocol.stream import Flag, Kind, session_flags
from roundel.simulate.service import ServiceMixin, as_bytes, expect_one

# Output of one request. A longer output needs several, so that its first bytes do not wait for the last.
REQUEST_BYTES = 6000 * BLOCK_BYTES


class Generator:
    """A generator in the core.

    It does nothing between requests. Any other transaction of the device ends it.
    """

    algorithm: str

    def __init__(self, device: PrngMixin) -> None:
        """Begin. Nothing is sent to the core before the first request."""
        self._device = device
        self._begun = False
        self._ended = False

    def close(self) -> None:
        """End the generator, and clear it in the core if the core still keeps it."""
        if self._begun and self._device._owner is self:
            self._request(0, b"", 0, keep=False)
        self._ended = True

    def _request(self, flags: int, seed: bytes, output_bytes: int, *, keep: bool = True) -> bytes:
        """Return the answer to one request. `flags` are the algorithm's own."""
        self._require_current()
        flags |= session_flags(resume=self._begun, keep=keep)
        segments = request_segments(flags, seed, output_bytes)
        device = self._device
        answer = device._exchange(segments, owner=self if keep else None)
        self._begun = True
        return expect_one(device.core, answer, Kind.RANDOM, output_bytes, f"a request to {self.algorithm}")

    def _require_current(self) -> None:
        if self._ended or (self._begun and self._device._owner is not self):
            raise RoundelError(
                "a request to a generator that has ended",
                "It was closed, or another transaction of the device cleared it. "
                "Begin another one with prng().",
            )


class KeccakGenerator(Generator):
    """The duplex generator of `roundel.models.keccak_prg`, 168 bytes per call. Made by `Device.prng`.

    The seed is collected here until the next `fetch` or `clear` sends it. The unused part of the last
    output is kept here, so that calls of any size return the bytes of the model.
    """

    algorithm = KECCAK_PRG.name

    def __init__(self, device: PrngMixin, rounds: int) -> None:
        """Begin an unseeded generator with `rounds` rounds per call."""
        super().__init__(device)
        self._flags = ROUNDS[rounds]
        self._seed = bytearray()
        self._unused = b""

    def feed(self, seed: bytes) -> None:
        """Add seed bytes. The unused part of the last output is dropped."""
        self._require_current()
        self._seed += as_bytes("the seed", seed)
        self._unused = b""

    reseed = feed

    def fetch(self, count: int) -> bytes:
        """Return the next `count` bytes of output."""
        if count < 0:
            raise RoundelError(f"a count of {count}", "Pass 0 or more.")
        self._require_current()
        output = bytearray(self._unused[:count])
        self._unused = self._unused[count:]
        while len(output) < count:
            missing = count - len(output)
            blocks_bytes = -(-missing // BLOCK_BYTES) * BLOCK_BYTES
            block = self._request_with_seed(self._flags, min(blocks_bytes, REQUEST_BYTES))
            output += block[:missing]
            self._unused = block[missing:]
        return bytes(output)

    def clear(self) -> None:
        """Overwrite most of the state, so that earlier output cannot be computed from it."""
        self._request_with_seed(self._flags | Flag.OVERWRITE, 0)
        self._unused = b""

    def _request_with_seed(self, flags: int, output_bytes: int) -> bytes:
        output = self._request(flags, bytes(self._seed), output_bytes)
        self._seed.clear()
        return output


class FortunaGenerator(Generator):
    """Fortuna's generator, `roundel.models.fortuna`. Made by `Device.fortuna`.

    The core has the key, changes it after every request, and never outputs it. Seeds are hashed here, twice
    with SHA-256.
    """

    algorithm = FORTUNA.name

    def __init__(self, device: PrngMixin, seed: bytes) -> None:
        """Begin a generator as the model does: from a key of zeros and the seed."""
        super().__init__(device)
        self._key = _hashed_twice(bytes(SEED_BYTES) + as_bytes("the seed", seed))

    def fetch(self, count: int) -> bytes:
        """Return `count` bytes. More than 2^20 bytes need several requests."""
        if count < 0:
            raise RoundelError(f"a count of {count}", "Pass 0 or more.")
        output = self._request_with_key(min(count, MAX_BYTES))
        while len(output) < count:
            output += self._request_with_key(min(count - len(output), MAX_BYTES))
        return output

    def reseed(self, seed: bytes) -> None:
        """Mix in seed bytes.

        32 bytes of output replace the key, and the counter restarts. The output is as unpredictable as the
        model's, but not equal to it.
        """
        more = as_bytes("the seed", seed)
        secret = self._request_with_key(SEED_BYTES, keep=False)
        self._key = _hashed_twice(secret + more)
        self._begun = False

    def _request_with_key(self, output_bytes: int, *, keep: bool = True) -> bytes:
        self._require_current()
        self._device._require_idle()
        key, self._key = self._key, b""
        return self._request(0, key, output_bytes, keep=keep)


def _hashed_twice(data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()


class PrngMixin(ServiceMixin):
    """The PRNG front end of a device."""

    def prng(self, seed: bytes = b"", rounds: int = 24) -> KeccakGenerator:
        """Begin the Keccak generator.

        Args:
            seed: Seed bytes, any length.
            rounds: Rounds per call: 24 as published, or 12 for speed.

        Returns:
            The generator.

        Raises:
            RoundelError: The number of rounds is neither, or the core has no such generator.
        """
        self._require("prng", KECCAK_PRG.name)
        if rounds not in ROUNDS:
            raise RoundelError(f"a generator of {rounds} rounds, expected 24 or 12")
        generator = KeccakGenerator(self, rounds)
        generator.feed(seed)
        return generator

    def fortuna(self, seed: bytes) -> FortunaGenerator:
        """Begin Fortuna's generator.

        Args:
            seed: Seed bytes, any length.

        Returns:
            The generator.

        Raises:
            RoundelError: The core has no such generator.
        """
        self._require("prng", FORTUNA.name)
        return FortunaGenerator(self, seed)
