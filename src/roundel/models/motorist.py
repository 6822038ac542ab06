"""Keyak v2: the Motorist mode over Keccak-p with 12 rounds (CAESAR document, sections 2 and 3).

The document has three layers. A piston holds a state and knows the positions of bytes. The engine
distributes data to Pi pistons and keeps them in step. The motorist sequences a session. Lake and River have
one piston; Sea, Ocean and Lunar have two, four and eight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundel.models.bits import require, xor, xor_into
from roundel.models.keccak import keccak_p

ROUNDS = 12
CAPACITY_BITS = 256
TAG_BYTES = 16
CHAIN_BYTES = CAPACITY_BITS // 8  # c'/8: bytes of each piston in a knot


@dataclass(frozen=True)
class Keyak:
    """A named instance: width b in bits, number of pistons."""

    name: str
    width: int
    pistons: int

    @property
    def word_bytes(self) -> int:
        """W/8."""
        return self.width // 200

    @property
    def squeeze_bytes(self) -> int:
        """R_s: text bytes for which one permutation call makes keystream (Lake 168, River 68)."""
        return self._whole_words(self.width - max(CAPACITY_BITS, 32))

    @property
    def absorb_bytes(self) -> int:
        """R_a: bytes that one permutation call can absorb (Lake 192, River 96)."""
        return self._whole_words(self.width - 32)

    @property
    def key_pack_bytes(self) -> int:
        """Length of the key pack in bytes, lk (Lake 40, River 36)."""
        return self.word_bytes * -(-(CAPACITY_BITS + 9) // (8 * self.word_bytes))

    def _whole_words(self, bits: int) -> int:
        return self.word_bytes * (bits // (8 * self.word_bytes))

    def key_pack(self, key: bytes) -> bytes:
        """Return the key pack: its length, the key, 0x01, zeros."""
        size = self.key_pack_bytes
        require(
            len(key) <= size - 2,
            f"a key of {len(key)} bytes",
            f"{self.name} has keys of at most {size - 2} bytes.",
        )
        return (bytes([size]) + key + b"\x01").ljust(size, b"\0")


RIVER = Keyak("River Keyak", 800, 1)
LAKE = Keyak("Lake Keyak", 1600, 1)
SEA = Keyak("Sea Keyak", 1600, 2)
OCEAN = Keyak("Ocean Keyak", 1600, 4)
LUNAR = Keyak("Lunar Keyak", 1600, 8)


class _Piston:
    """One state, with the four bookkeeping bytes after the bytes that absorb."""

    def __init__(self, instance: Keyak) -> None:
        self._width = instance.width
        self._rs = instance.squeeze_bytes
        self._ra = instance.absorb_bytes
        self._end_of_message = self._ra
        self._crypt_end = self._ra + 1
        self._inject_start = self._ra + 2
        self._inject_end = self._ra + 3
        self._state = bytearray(instance.width // 8)

    def crypt(self, data: bytes, start: int, unwrap: bool) -> bytes:
        """Encrypt or decrypt at most R_s - `start` bytes at `start`. The state keeps the ciphertext."""
        result = xor(data, self._state[start : self._rs])
        end = start + len(data)
        self._state[start:end] = data if unwrap else result
        self._state[self._crypt_end] ^= end
        return result

    def inject(self, data: bytes, with_text: bool) -> None:
        """Absorb metadata: after the text (from R_s) if the block has text, else from byte 0."""
        start = self._rs if with_text else 0
        self._state[self._inject_start] ^= start
        xor_into(self._state, data, start)
        self._state[self._inject_end] ^= start + len(data)

    def spark(self, end_of_message: bool, tag_bytes: int) -> None:
        if end_of_message:
            self._state[self._end_of_message] ^= tag_bytes or 255
        self._state[:] = keccak_p(self._state, ROUNDS, self._width)

    def tag(self, size: int) -> bytes:
        return bytes(self._state[:size])


class _Engine:
    """Pi pistons in step. `_tags` is the number of first bytes of each state that were output as a tag."""

    def __init__(self, instance: Keyak) -> None:
        self._instance = instance
        self._pistons = [_Piston(instance) for _ in range(instance.pistons)]
        self._tags = [0] * instance.pistons

    def text_room(self) -> list[int]:
        """Return how many text bytes each piston accepts before the next call."""
        return [self._instance.squeeze_bytes - used for used in self._tags]

    def metadata_room(self, with_text: bool) -> int:
        """Return how many metadata bytes each piston accepts before the next call."""
        return self._instance.absorb_bytes - (self._instance.squeeze_bytes if with_text else 0)

    def crypt(self, data: bytes, unwrap: bool) -> bytes:
        result = b""
        for piston, room, used in zip(self._pistons, self.text_room(), self._tags, strict=True):
            result += piston.crypt(data[:room], used, unwrap)
            data = data[room:]
        return result

    def inject(self, data: bytes, with_text: bool) -> None:
        room = self.metadata_room(with_text)
        for i, piston in enumerate(self._pistons):
            piston.inject(data[i * room : (i + 1) * room], with_text)

    def spark(self) -> None:
        for piston in self._pistons:
            piston.spark(False, 0)
        self._tags = [0] * len(self._pistons)

    def get_tags(self, sizes: Sequence[int]) -> bytes:
        for piston, size in zip(self._pistons, sizes, strict=True):
            piston.spark(True, size)
        self._tags = list(sizes)
        return b"".join(piston.tag(size) for piston, size in zip(self._pistons, sizes, strict=True))

    def inject_collective(self, data: bytes, diversify: bool) -> None:
        """Absorb the same bytes in every piston; if `diversify`, (Pi, its index) follows them."""
        count = len(self._pistons)
        each = [data + (bytes([count, i]) if diversify else b"") for i in range(count)]
        room = self.metadata_room(with_text=False)
        for start in range(0, max(1, len(each[0])), room):
            if start:
                self.spark()
            for piston, bytes_ in zip(self._pistons, each, strict=True):
                piston.inject(bytes_[start : start + room], with_text=False)


class Session:
    """A Keyak session: a start with key and nonce, then any number of messages.

    Each message depends on all earlier ones. `start_tag` is empty unless `tag_flag` is set. `clear` (the
    document's `forget` flag) makes a knot, so that the state before it cannot be computed. A nonce may have
    any length (Lake: up to 150 bytes cost one call). Key pack and nonce together must be unique.
    """

    def __init__(
        self, instance: Keyak, key: bytes, nonce: bytes, *, tag_flag: bool = False, clear: bool = False
    ) -> None:
        """Start the session; RoundelError when the key is too long."""
        self._pistons = instance.pistons
        self._engine = _Engine(instance)
        self._failed = False
        self._engine.inject_collective(instance.key_pack(key) + nonce, diversify=True)
        if clear:
            self._make_knot()
        self.start_tag = self._tag(TAG_BYTES if tag_flag else 0)

    def wrap(self, ad: bytes, text: bytes, *, clear: bool = False) -> tuple[bytes, bytes]:
        """Return (ciphertext, 16-byte tag) of the text with its associated data."""
        self._require_valid()
        ciphertext = self._process(ad, text, unwrap=False, clear=clear)
        return ciphertext, self._tag(TAG_BYTES)

    def unwrap(self, ad: bytes, ciphertext: bytes, tag: bytes, *, clear: bool = False) -> bytes | None:
        """Return the text, or None if the tag is wrong, which ends the session."""
        text, expected = self.unwrap_unverified(ad, ciphertext, clear=clear)
        if expected != tag:
            self._failed = True
            return None
        return text

    def unwrap_unverified(self, ad: bytes, ciphertext: bytes, *, clear: bool = False) -> tuple[bytes, bytes]:
        """Return the text, genuine or not, and the expected tag.

        This is what hardware has output before it receives the tag.
        """
        self._require_valid()
        text = self._process(ad, ciphertext, unwrap=True, clear=clear)
        return text, self._tag(TAG_BYTES)

    def _process(self, ad: bytes, text: bytes, unwrap: bool, clear: bool) -> bytes:
        engine = self._engine
        result = b""
        while True:
            with_text = bool(text)
            if with_text:
                room = sum(engine.text_room())
                result += engine.crypt(text[:room], unwrap)
                text = text[room:]
            room = self._pistons * engine.metadata_room(with_text)
            engine.inject(ad[:room], with_text)
            ad = ad[room:]
            if not text and not ad:
                break
            engine.spark()
        if clear or self._pistons > 1:
            self._make_knot()
        return result

    def _make_knot(self) -> None:
        """Absorb every piston's chaining value in all pistons."""
        chain = self._engine.get_tags([CHAIN_BYTES] * self._pistons)
        self._engine.inject_collective(chain, diversify=False)

    def _tag(self, size: int) -> bytes:
        return self._engine.get_tags([size] + [0] * (self._pistons - 1))

    def _require_valid(self) -> None:
        require(not self._failed, "a session whose last tag was refused", "Start a new session.")


def seal(instance: Keyak, key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
    """Return (ciphertext, 16-byte tag) of one message in a session of its own."""
    return Session(instance, key, nonce).wrap(ad, text)


def open_sealed(
    instance: Keyak, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes
) -> bytes | None:
    """Return the text of one message in a session of its own, or None if the tag is wrong."""
    return Session(instance, key, nonce).unwrap(ad, ciphertext, tag)
