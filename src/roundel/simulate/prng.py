"""Random bytes from a device: a generator that lives in the core from request to request."""

from __future__ import annotations

import hashlib

from roundel.errors import RoundelError
from roundel.protocol.prng_message import (
    FORGET,
    FORTUNA,
    FORTUNA_KEY_BYTES,
    FORTUNA_MOST_BYTES,
    KECCAK_BLOCK_BYTES,
    KECCAK_PRG,
    KECCAK_ROUNDS,
    request_segments,
)
from roundel.protocol.stream import Kind, session_bits
from roundel.simulate.service import ServiceMixin, octets, only

# Of output in one request, so that it need not all be simulated before any of it is there.
REQUEST_BYTES = 6000 * KECCAK_BLOCK_BYTES


class Generator:
    """A generator in the core; what the core does with it between requests is nothing.

    Anything else that is asked of the device ends it.
    """

    algorithm: str

    def __init__(self, device: PrngMixin) -> None:
        """Begin; nothing goes to the core before the first request."""
        self._device = device
        self._begun = False
        self._ended = False

    def close(self) -> None:
        """End the generator and clear it from the core, if it is still there."""
        if self._begun and self._device._alive is self:
            self._request(0, b"", 0, stay=False)
        self._ended = True

    def _request(self, variant: int, seed: bytes, output_bytes: int, *, stay: bool = True) -> bytes:
        """Return the answer to one request. `variant`: the bits that are the algorithm's own."""
        self._require_alive()
        variant |= session_bits(goes_on=self._begun, stays=stay)
        segments = request_segments(variant, seed, output_bytes)
        device = self._device
        answer = device._exchange(segments, alive=self if stay else None)
        self._begun = True
        return only(device.core, answer, Kind.RANDOM, output_bytes, f"a request to {self.algorithm}")

    def _require_alive(self) -> None:
        if self._ended or (self._begun and self._device._alive is not self):
            raise RoundelError(
                "a request to a generator that has ended",
                "It was closed, or the device was asked for something else: that clears it. "
                "Begin another with prng().",
            )


class KeccakGenerator(Generator):
    """The duplex generator of `roundel.models.keccak_prg`, 168 bytes a call, made by `Device.prng`.

    Seed is held back here until the next `fetch` or `forget` takes it along, and what is left of the last
    output is kept here, so that calls of any size give the bytes that the model gives.
    """

    algorithm = KECCAK_PRG

    def __init__(self, device: PrngMixin, rounds: int) -> None:
        """Begin an unseeded generator of that many rounds a call."""
        super().__init__(device)
        self._variant = KECCAK_ROUNDS[rounds]
        self._seed = bytearray()
        self._rest = b""

    def feed(self, seed: bytes) -> None:
        """Take in seed bytes. What is left of the last output is thrown away."""
        self._require_alive()
        self._seed += octets("the seed", seed)
        self._rest = b""

    reseed = feed

    def fetch(self, count: int) -> bytes:
        """Return the next `count` bytes of output."""
        if count < 0:
            raise RoundelError(f"a count of {count}", "A count is not negative.")
        self._require_alive()
        output = bytearray(self._rest[:count])
        self._rest = self._rest[count:]
        while len(output) < count:
            missing = count - len(output)
            whole = -(-missing // KECCAK_BLOCK_BYTES) * KECCAK_BLOCK_BYTES
            block = self._request_with_seed(self._variant, min(whole, REQUEST_BYTES))
            output += block[:missing]
            self._rest = block[missing:]
        return bytes(output)

    def forget(self) -> None:
        """Overwrite most of the state, so that what was given out cannot be computed back from it."""
        self._request_with_seed(self._variant | FORGET, 0)
        self._rest = b""

    def _request_with_seed(self, variant: int, output_bytes: int) -> bytes:
        output = self._request(variant, bytes(self._seed), output_bytes)
        self._seed.clear()
        return output


class FortunaGenerator(Generator):
    """Fortuna's generator, `roundel.models.fortuna`, made by `Device.fortuna`.

    The core has the key, changes it after every request, and never gives it out. Seeds are hashed here,
    with SHA-256 twice.
    """

    algorithm = FORTUNA

    def __init__(self, device: PrngMixin, seed: bytes) -> None:
        """Begin a generator: as the model, from a key of zeros and the seed."""
        super().__init__(device)
        self._key = _hashed_twice(bytes(FORTUNA_KEY_BYTES) + octets("the seed", seed))

    def fetch(self, count: int) -> bytes:
        """Return `count` bytes; more than 2^20 are several requests."""
        if count < 0:
            raise RoundelError(f"a count of {count}", "A count is not negative.")
        output = self._request_with_key(min(count, FORTUNA_MOST_BYTES))
        while len(output) < count:
            output += self._request_with_key(min(count - len(output), FORTUNA_MOST_BYTES))
        return output

    def reseed(self, seed: bytes) -> None:
        """Mix seed bytes in. 32 bytes of output stand for the key, and the counter begins anew: what
        follows is as hard to foretell as the model's, but not the same.
        """
        more = octets("the seed", seed)
        secret = self._request_with_key(FORTUNA_KEY_BYTES, stay=False)
        self._key = _hashed_twice(secret + more)
        self._begun = False

    def _request_with_key(self, output_bytes: int, *, stay: bool = True) -> bytes:
        self._require_alive()
        self._device._require_free()
        key, self._key = self._key, b""
        return self._request(0, key, output_bytes, stay=stay)


def _hashed_twice(data: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()


class PrngMixin(ServiceMixin):
    """What a device with the PRNG service adds to its streams."""

    def prng(self, seed: bytes = b"", rounds: int = 24) -> KeccakGenerator:
        """Begin a generator; the published one has 24 rounds a call, 12 is the fast one.

        Raises RoundelError for another number of rounds, or for a core without it.
        """
        self._require("prng", KECCAK_PRG)
        if rounds not in KECCAK_ROUNDS:
            raise RoundelError(f"a generator of {rounds} rounds, expected 24 or 12")
        generator = KeccakGenerator(self, rounds)
        generator.feed(seed)
        return generator

    def fortuna(self, seed: bytes) -> FortunaGenerator:
        """Begin Fortuna's generator from a seed of any length; RoundelError for a core without it."""
        self._require("prng", FORTUNA)
        return FortunaGenerator(self, seed)
