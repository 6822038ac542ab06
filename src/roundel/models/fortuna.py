"""The generator of Fortuna: AES-256 in counter mode, with a new key after every request.

See Ferguson, Schneier, Kohno, "Cryptography Engineering" (2010), section 9.4. The counter has 128 bits,
little-endian. Double SHA-256 is plain, as in existing implementations.
"""

from __future__ import annotations

import hashlib

from roundel.models.aes import BLOCK_BYTES, Rijndael
from roundel.models.bits import require

KEY_BYTES = 32
MAX_REQUEST_BYTES = (
    1 << 20
)  # of a request: longer output differs from random bytes, since no two blocks are equal


class Generator:
    """One generator: `reseed`, then `request` bytes. `key` (32 bytes) and `counter` are its state.

    Counter 0 means that the generator has no seed. To set a key directly, as hardware does, start with that
    key and counter 1.
    """

    def __init__(self, key: bytes = bytes(KEY_BYTES), counter: int = 0) -> None:
        """Set the state; RoundelError for a key of another length or a counter beyond 128 bits."""
        require(
            len(key) == KEY_BYTES, f"a key of {len(key)} bytes", f"Fortuna has keys of {KEY_BYTES} bytes."
        )
        require(0 <= counter < 1 << 128, f"counter {counter}", "The counter has 128 bits.")
        self.key = key
        self.counter = counter

    def reseed(self, seed: bytes) -> None:
        """Mix seed bytes into the key: SHA-256 twice over the old key and the seed."""
        self.key = hashlib.sha256(hashlib.sha256(self.key + seed).digest()).digest()
        self._increment()

    def request(self, count: int) -> bytes:
        """Return `count` bytes, at most 2^20, and change the key. The rest of the last block is dropped."""
        require(
            0 <= count <= MAX_REQUEST_BYTES,
            f"a request of {count} bytes",
            f"The limit is {MAX_REQUEST_BYTES}.",
        )
        require(self.counter > 0, "a request to a generator without seed", "Call reseed() first.")
        output = self._blocks(-(-count // BLOCK_BYTES))[:count]
        self.key = self._blocks(KEY_BYTES // BLOCK_BYTES)
        return output

    def _blocks(self, blocks: int) -> bytes:
        cipher = Rijndael(self.key)
        output = b""
        for _ in range(blocks):
            output += cipher.encrypt(self.counter.to_bytes(BLOCK_BYTES, "little"))
            self._increment()
        return output

    def _increment(self) -> None:
        self.counter = (self.counter + 1) % (1 << 8 * BLOCK_BYTES)
