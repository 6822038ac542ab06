"""Keyak v2: the Motorist mode over Keccak-p with 12 rounds (CAESAR document, sections 2 and 3).

The three layers of the document: a piston holds a state and knows where bytes go; the engine deals
data to Pi pistons and keeps them in step; the motorist runs the sequence of a session. Lake and River
have one piston, Sea, Ocean and Lunar two, four and eight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from roundel.models.bits import require, xor, xor_into
from roundel.models.keccak import keccak_p

ROUNDS = 12
CAPACITY_BITS = 256
TAG_BYTES = 16
CHAIN_BYTES = CAPACITY_BITS // 8  # c'/8: what each piston gives to a knot


@dataclass(frozen=True)
class Keyak:
    """A named instance: lane width b/25 = W, number of pistons."""

    name: str
    width: int
    pistons: int

    @property
    def word_bytes(self) -> int:
        """W/8."""
        return self.width // 200

    @property
    def squeeze_bytes(self) -> int:
        """R_s: text bytes a permutation call gives keystream for (Lake 168, River 68)."""
        return self._whole_words(self.width - max(CAPACITY_BITS, 32))

    @property
    def absorb_bytes(self) -> int:
        """R_a: bytes a permutation call can take in (Lake 192, River 96)."""
        return self._whole_words(self.width - 32)

    @property
    def key_pack_bytes(self) -> int:
        """The length of the key pack, lk (Lake 40, River 36)."""
        return self.word_bytes * -(-(CAPACITY_BITS + 9) // (8 * self.word_bytes))

    def _whole_words(self, bits: int) -> int:
        return self.word_bytes * (bits // (8 * self.word_bytes))

    def key_pack(self, key: bytes) -> bytes:
        """Return the key pack: its length, the key, 0x01, zeros."""
        size = self.key_pack_bytes
        require(
            len(key) <= size - 2, f"a key of {len(key)} bytes", f"{self.name} takes at most {size - 2} bytes."
        )
        return (bytes([size]) + key + b"\x01").ljust(size, b"\0")


RIVER = Keyak("River Keyak", 800, 1)
LAKE = Keyak("Lake Keyak", 1600, 1)
SEA = Keyak("Sea Keyak", 1600, 2)
OCEAN = Keyak("Ocean Keyak", 1600, 4)
LUNAR = Keyak("Lunar Keyak", 1600, 8)


class _Piston:
    """One state, with the four bookkeeping bytes just above the bytes that absorb."""

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
        """Encipher or decipher up to R_s - `start` bytes at `start`; the state keeps the ciphertext."""
        result = xor(data, self._state[start : self._rs])
        end = start + len(data)
        self._state[start:end] = data if unwrap else result
        self._state[self._crypt_end] ^= end
        return result

    def inject(self, data: bytes, beside_text: bool) -> None:
        """Absorb metadata: above the text (R_s on) when there is text in this block, else from 0."""
        start = self._rs if beside_text else 0
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
    """Pi pistons in step. `_tags` are the bytes at each state's start that already left as a tag."""

    def __init__(self, instance: Keyak) -> None:
        self._instance = instance
        self._pistons = [_Piston(instance) for _ in range(instance.pistons)]
        self._tags = [0] * instance.pistons

    def text_room(self) -> list[int]:
        """Return how many text bytes each piston takes before the next call."""
        return [self._instance.squeeze_bytes - used for used in self._tags]

    def metadata_room(self, beside_text: bool) -> int:
        """Return how many metadata bytes each piston takes before the next call."""
        return self._instance.absorb_bytes - (self._instance.squeeze_bytes if beside_text else 0)

    def crypt(self, data: bytes, unwrap: bool) -> bytes:
        result = b""
        for piston, room, used in zip(self._pistons, self.text_room(), self._tags, strict=True):
            result += piston.crypt(data[:room], used, unwrap)
            data = data[room:]
        return result

    def inject(self, data: bytes, beside_text: bool) -> None:
        room = self.metadata_room(beside_text)
        for i, piston in enumerate(self._pistons):
            piston.inject(data[i * room : (i + 1) * room], beside_text)

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
        """Give every piston the same bytes, with (Pi, its index) behind them if they must differ."""
        count = len(self._pistons)
        each = [data + (bytes([count, i]) if diversify else b"") for i in range(count)]
        room = self.metadata_room(beside_text=False)
        for start in range(0, max(1, len(each[0])), room):
            if start:
                self.spark()
            for piston, bytes_ in zip(self._pistons, each, strict=True):
                piston.inject(bytes_[start : start + room], beside_text=False)


class Session:
    """A Keyak session: started once with key and nonce, then any number of messages, each depending on
    all before it.

    `start_tag` is empty unless `tag_flag` is set. `forget` calls for a knot: the state before it cannot
    be computed back. Any nonce length is allowed (Lake: up to 150 bytes cost one call); the unique
    value is the key pack and the nonce.
    """

    def __init__(
        self, instance: Keyak, key: bytes, nonce: bytes, *, tag_flag: bool = False, forget: bool = False
    ) -> None:
        """Start the session; RoundelError when the key is too long."""
        self._pistons = instance.pistons
        self._engine = _Engine(instance)
        self._failed = False
        self._engine.inject_collective(instance.key_pack(key) + nonce, diversify=True)
        if forget:
            self._make_knot()
        self.start_tag = self._tag(TAG_BYTES if tag_flag else 0)

    def wrap(self, ad: bytes, text: bytes, *, forget: bool = False) -> tuple[bytes, bytes]:
        """Return (ciphertext, 16-byte tag) of the text with its associated data."""
        self._require_alive()
        ciphertext = self._process(ad, text, unwrap=False, forget=forget)
        return ciphertext, self._tag(TAG_BYTES)

    def unwrap(self, ad: bytes, ciphertext: bytes, tag: bytes, *, forget: bool = False) -> bytes | None:
        """Return the text, or None if the tag is wrong; after that the session is of no more use."""
        text, expected = self.unwrap_unverified(ad, ciphertext, forget=forget)
        if expected != tag:
            self._failed = True
            return None
        return text

    def unwrap_unverified(self, ad: bytes, ciphertext: bytes, *, forget: bool = False) -> tuple[bytes, bytes]:
        """Return the text, genuine or not, and the tag that would be right: what hardware has given out
        before it sees the tag.
        """
        self._require_alive()
        text = self._process(ad, ciphertext, unwrap=True, forget=forget)
        return text, self._tag(TAG_BYTES)

    def _process(self, ad: bytes, text: bytes, unwrap: bool, forget: bool) -> bytes:
        engine = self._engine
        result = b""
        while True:
            beside_text = bool(text)
            if beside_text:
                room = sum(engine.text_room())
                result += engine.crypt(text[:room], unwrap)
                text = text[room:]
            room = self._pistons * engine.metadata_room(beside_text)
            engine.inject(ad[:room], beside_text)
            ad = ad[room:]
            if not text and not ad:
                break
            engine.spark()
        if forget or self._pistons > 1:
            self._make_knot()
        return result

    def _make_knot(self) -> None:
        """Every piston's chaining value goes into all pistons."""
        chain = self._engine.get_tags([CHAIN_BYTES] * self._pistons)
        self._engine.inject_collective(chain, diversify=False)

    def _tag(self, size: int) -> bytes:
        return self._engine.get_tags([size] + [0] * (self._pistons - 1))

    def _require_alive(self) -> None:
        require(not self._failed, "a session whose last tag was refused", "Start a new session.")


def seal(instance: Keyak, key: bytes, nonce: bytes, ad: bytes, text: bytes) -> tuple[bytes, bytes]:
    """Return (ciphertext, 16-byte tag) of one message in a session of its own."""
    return Session(instance, key, nonce).wrap(ad, text)


def open_sealed(
    instance: Keyak, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes
) -> bytes | None:
    """Return the text of one message in a session of its own, or None if the tag is wrong."""
    return Session(instance, key, nonce).unwrap(ad, ciphertext, tag)
