"""Messages of SP 800-185, KT128 and KT256: the objects that `Device.new` makes of them.

Each has the interface of `Hash`. A KMAC also has `verify`, which compares in Python. An `update` of a
TupleHash adds one element. A ParallelHash, KT128 or KT256 uses the core for each of its blocks, and for the
final message when its digest is requested.
"""

from __future__ import annotations

import hmac

from roundel.algorithms.sender import SHORTEST_TAG, SenderFunction
from roundel.errors import RoundelError
from roundel.models import kangaroo
from roundel.models.sp800_185 import encode_string, left_encode, right_encode
from roundel.protocol.stream import Kind, Segment
from roundel.simulate.aead import TagRefused
from roundel.simulate.hashing import Hash, HashMixin
from roundel.simulate.service import BytesLike, as_bytes, as_view


class FramedHash(Hash):
    """A message with a frame: cSHAKE, KMAC, or the base of the others. Made by `Device.new`."""

    def __init__(
        self, device: HashMixin, function: SenderFunction, length: int, head: bytes, tail: bytes
    ) -> None:
        """Begin a message with `head`. Nothing is sent to the core before the first bytes."""
        super().__init__(device, function.sent(plain=not head), length)
        self._pending += head
        self._tail = tail

    def digest(self) -> bytes:
        """Return the digest (`digest_size` bytes). The first call ends the message."""
        self._end()
        return super().digest()

    def _end(self) -> None:
        tail, self._tail = self._tail, b""
        self._pending += tail


class Kmac(FramedHash):
    """A message under a key. Made by `Device.new`."""

    def verify(self, tag: BytesLike) -> None:
        """Compare a received tag with the tag of the message, in a time that does not depend on the bytes.

        The comparison is one of Python (`hmac.compare_digest`), not one inside the core, because the core is
        asked for the tag when the message begins. `Device.verify_kmac_128` and `verify_kmac_256` compare in
        the core if it can.

        Args:
            tag: The received tag, of `digest_size` bytes.

        Raises:
            TagRefused: The tag is wrong.
            RoundelError: The tag has another length, or fewer than 8 bytes.
        """
        received = as_bytes("the tag", tag)
        if len(received) != self.digest_size or len(received) < SHORTEST_TAG:
            raise RoundelError(
                f"a tag of {len(received)} bytes for a {self.name} of {self.digest_size}",
                f"Expected equal lengths, of at least {SHORTEST_TAG} bytes.",
            )
        if not hmac.compare_digest(self.digest(), received):
            raise refused(self.name)


class ServedKmac(Kmac):
    """A message under a key, which the core frames. Made by `Device.new`."""

    _answer_kind = Kind.TAG

    def __init__(
        self, device: HashMixin, function: SenderFunction, length: int, start: list[Segment]
    ) -> None:
        """Begin a message. `start` are the segments before the text."""
        super().__init__(device, function, length, b"", b"")
        self._start = start


class TupleHash(FramedHash):
    """A tuple of byte strings. Made by `Device.new`."""

    def update(self, data: BytesLike) -> None:
        """Add one element, which may be empty. Two elements differ from one that joins them."""
        super().update(encode_string(as_bytes(f"an element of a {self.name}", data)))


class ParallelHash(FramedHash):
    """A message in blocks of equal size, each hashed on its own. Made by `Device.new`."""

    def __init__(
        self, device: HashMixin, function: SenderFunction, length: int, head: bytes, tail: bytes, block: int
    ) -> None:
        """Begin a message with blocks of `block` bytes."""
        super().__init__(device, function, length, head + left_encode(block), tail)
        self._inner = function.sent(plain=True)
        self._block_bytes = block
        self._block = bytearray()
        self._digests = bytearray()
        self._ended = False

    def update(self, data: BytesLike) -> None:
        """Hash `data` after what was hashed before. The core works whenever a block is complete."""
        if self._ended:
            super().update(data)  # raises an error
        view, start = as_view(f"the data of a {self.name}", data), 0
        if len(self._block) + len(view) >= self._block_bytes:
            self._device._require_idle()
        while start < len(view):
            taken = view[start : start + self._block_bytes - len(self._block)]
            self._block += taken
            start += len(taken)
            if len(self._block) == self._block_bytes:
                self._hash_block()

    def _end(self) -> None:
        if self._ended:
            return
        if self._block:
            self._hash_block()
        count = len(self._digests) // self._inner.strength_bytes
        self._pending += self._digests + right_encode(count)
        super()._end()
        self._ended = True

    def _hash_block(self) -> None:
        block = Hash(self._device, self._inner, self._inner.strength_bytes)
        block.update(bytes(self._block))
        self._digests += block.digest()
        self._block.clear()


class KangarooHash(Hash):
    """A message of KT128 or KT256. Made by `Device.new`.

    The first chunk and the digests of all others are kept here until the end: the core hashes them last.
    """

    def __init__(self, device: HashMixin, function: SenderFunction, length: int, custom: bytes) -> None:
        """Begin a message."""
        super().__init__(device, function.node(kangaroo.FINAL), length)
        self._function = function
        self._tail = custom + kangaroo.length_encode(len(custom))
        self._first = b""
        self._chunk = bytearray()
        self._leaves = bytearray()

    def update(self, data: BytesLike) -> None:
        """Hash `data` after what was hashed before. The core works whenever a chunk is complete."""
        if self._digest is not None:
            super().update(data)  # raises an error
        view = as_view(f"the data of a {self.name}", data)
        if len(self._chunk) + len(view) > kangaroo.CHUNK_BYTES:
            self._device._require_idle()
        self._add(view)

    def digest(self) -> bytes:
        """Return the digest (`digest_size` bytes). The first call ends the message."""
        if self._digest is None:
            self._device._require_idle()
            tail, self._tail = self._tail, b""
            self._add(memoryview(tail))
            if self._first:
                if self._chunk:
                    self._end_chunk()
                count = len(self._leaves) // self._function.strength_bytes
                text = self._first + kangaroo.FIRST_END + self._leaves + kangaroo.final_end(count)
                self._digest = self._hash(text, kangaroo.FINAL, self.digest_size)
            else:
                self._digest = self._hash(bytes(self._chunk), kangaroo.SINGLE, self.digest_size)
        return self._digest

    def _add(self, view: memoryview) -> None:
        """Add bytes. A full chunk waits until more bytes follow, because the last one may be the only one."""
        start = 0
        while start < len(view):
            if len(self._chunk) == kangaroo.CHUNK_BYTES:
                self._end_chunk()
            taken = view[start : start + kangaroo.CHUNK_BYTES - len(self._chunk)]
            self._chunk += taken
            start += len(taken)

    def _end_chunk(self) -> None:
        if not self._first:
            self._first = bytes(self._chunk)
        else:
            self._leaves += self._hash(bytes(self._chunk), kangaroo.LEAF, self._function.strength_bytes)
        self._chunk.clear()

    def _hash(self, text: bytes, domain: int, length: int) -> bytes:
        node = Hash(self._device, self._function.node(domain), length)
        node.update(text)
        return node.digest()


def refused(name: str) -> TagRefused:
    """Return the error of a wrong tag of the KMAC of that name."""
    return TagRefused(f"the tag of a {name} is refused", "Key, message, customization or tag differs.")
