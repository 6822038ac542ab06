"""A hash core with the interface of `hashlib`: `device.sha3_256(data)`, `device.new("sha3_256")`.

As in hashlib, each algorithm has one name, `update` accepts bytes in any pieces, and `digest` may be called
again. Unlike in hashlib, the bytes are sent to the core and not kept. So `digest` ends the message,
`update` after it is an error, and a device hashes one message at a time. The core needs the output length
before the message: `new("shake_128", length=...)`.

A core that saves and loads states (keccak-hash-state) is free between two calls: several messages may be
open, and `copy` continues one in two ways.
"""

from __future__ import annotations

import copy
from typing import Self

from roundel.algorithms.keccak import SAVE_LOAD, load_command, save_command
from roundel.algorithms.kinds.base import require_size
from roundel.algorithms.kinds.hash import STATE_BYTES
from roundel.algorithms.kinds.hash import Hash as HashAlgorithm
from roundel.algorithms.kinds.hash import HashFunction as Algorithm
from roundel.algorithms.registry import algorithms_of
from roundel.algorithms.sender import SENDER_FUNCTIONS
from roundel.errors import RoundelError, unknown_name
from roundel.protocol.stream import Command, Kind, Segment
from roundel.simulate.beats import beats_of, full_beats, segments_of
from roundel.simulate.service import BytesLike, ServiceMixin, as_view, expect_one

__all__ = ["ALGORITHMS", "Algorithm", "Hash", "HashMixin", "find_algorithm", "output_length"]

# Pieces are collected until they have GATHER_BYTES, because a call costs about 20 us. A long piece is sent in
# parts of PART_BYTES.
GATHER_BYTES = 1 << 16
PART_BYTES = 1 << 20


# Of a name in several families the first: its lengths and segments are the same in all.
ALGORITHMS: dict[str, Algorithm] = {}
for _family in algorithms_of(HashAlgorithm).values():
    for _function in _family.functions:
        ALGORITHMS.setdefault(_function.name, _function)


def find_algorithm(name: str) -> Algorithm:
    """Return the algorithm of that name; RoundelError with the nearest names when there is none."""
    if name not in ALGORITHMS:
        raise unknown_name("hash algorithm", name, [*(ALGORITHMS | SENDER_FUNCTIONS)])
    return ALGORITHMS[name]


def output_length(name: str, length: int | None, fixed: int | None = None) -> int:
    """Return the length of a digest in bytes.

    Args:
        name: The algorithm, for an error.
        length: What the caller asks for; None where the algorithm decides.
        fixed: The only length of the algorithm; None if it has any.

    Raises:
        RoundelError: There is no length, or it does not fit.
    """
    if length is None:
        length = fixed
    if length is None:
        raise RoundelError(f"{name} needs a length", "Pass length=, in bytes.")
    if fixed not in (None, length):
        raise RoundelError(f"{name} has {fixed} bytes, not {length}")
    if not 0 <= length < 1 << 32:
        raise RoundelError(f"digest length {length}: expected 0 <= bytes < 2^32")
    return length


class Hash:
    """A message whose bytes are being sent to a core. Made by `Device.new`.

    Like a hashlib object it has `name`, `digest_size` and `block_size` (bytes), `update`, `digest`,
    `hexdigest`.
    """

    _answer_kind = Kind.DIGEST

    def __init__(self, device: HashMixin, algorithm: Algorithm, length: int, custom: bytes = b"") -> None:
        """Begin a message. Nothing is sent to the core before the first bytes."""
        self.name = algorithm.name
        self.digest_size = length
        self.block_size = algorithm.rate_bytes
        self._device = device
        self._start = [Segment(Kind.CMD, algorithm.command(length, custom).pack())]
        if algorithm.custom_sizes is not None:
            self._start.append(Segment(Kind.AD, custom))
        self._pending = bytearray()
        self._begun = False
        self._digest: bytes | None = None
        self._saves = bool(device.core.config.parameters.get(SAVE_LOAD))
        self._state: bytes | None = None  # after the blocks that the core has hashed, if it saves states

    def update(self, data: BytesLike) -> None:
        """Hash `data` after what was hashed before.

        Args:
            data: Bytes, or another contiguous buffer.

        Raises:
            RoundelError: `digest` was called before, or the device is hashing another message.
        """
        if self._digest is not None:
            raise RoundelError(
                f"update() of a {self.name} after its digest(): the core keeps no state of the message",
                "Begin another message with new().",
            )
        view = as_view(f"the data of a {self.name}", data)
        if len(self._pending) + len(view) < GATHER_BYTES:
            self._pending += view
            return
        # An error is raised before anything is sent, so that the message that is open can still be finished.
        self._check_available()
        if self._saves:
            self._absorb(view)
            return
        width = self._device.core.data_width
        begin = -len(self._pending) % (width // 8)
        end = len(view) - (len(view) - begin) % (width // 8)
        with self._device._uninterruptible():
            self._begin()
            self._send(bytes(self._pending) + bytes(view[:begin]))
            for start in range(begin, end, PART_BYTES):
                self._send(view[start : min(start + PART_BYTES, end)])
            self._pending = bytearray(view[end:])

    def digest(self) -> bytes:
        """Return the digest (`digest_size` bytes). The first call ends the message."""
        if self._digest is None:
            device = self._device
            segments = [Segment(Kind.TEXT, bytes(self._pending))]
            if self._begun:
                self._require_open()
            else:
                device._begin_stream(self)
                segments = [*self._from_state(), *segments]
            answer = segments_of(device.run(beats_of(segments, device.core.data_width), segments=1))
            device._end_stream()
            self._digest = expect_one(device.core, answer, self._answer_kind, self.digest_size, self.name)
        return self._digest

    def hexdigest(self) -> str:
        """Return `digest` in lower-case hexadecimal."""
        return self.digest().hex()

    def copy(self) -> Self:
        """Return a copy, which continues the message on its own, as in hashlib.

        Raises:
            RoundelError: The core does not save the state of a message.
        """
        if not self._saves:
            raise RoundelError(
                f"copy() of a {self.name}: {self._device.core.name} does not save the state of a message",
                "Use keccak-hash-state.",
            )
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, bytearray):
                setattr(other, name, bytearray(value))
        return other

    def _from_state(self) -> list[Segment]:
        """Return the segments before the text, with the state if one was saved."""
        if self._state is None:
            return self._start
        loads = load_command(Command.unpack(self._start[0].data))
        return [Segment(Kind.CMD, loads.pack()), Segment(Kind.KEY, self._state)]

    def _absorb(self, view: memoryview) -> None:
        """Hash the whole blocks of what is pending and of `view`, and take the state out."""
        part = PART_BYTES - PART_BYTES % self.block_size
        start = 0
        while (left := len(self._pending) + len(view) - start) >= GATHER_BYTES:
            whole = min(part, left - left % self.block_size)
            taken = max(0, whole - len(self._pending))
            blocks = bytes(self._pending[:whole]) + bytes(view[start : start + taken])
            saved = save_command(Command.unpack(self._start[0].data), load=self._state is not None)
            segments = [Segment(Kind.CMD, saved.pack()), *self._from_state()[1:], Segment(Kind.TEXT, blocks)]
            answer = self._device._exchange(segments)
            self._state = expect_one(self._device.core, answer, Kind.DIGEST, STATE_BYTES, self.name)
            del self._pending[:whole]
            start += taken
        self._pending += view[start:]

    def _check_available(self) -> None:
        if self._begun:
            self._require_open()
        else:
            self._device._require_idle()

    def _begin(self) -> None:
        if self._begun:
            return
        self._device._begin_stream(self)
        self._device.run(beats_of(self._start, self._device.core.data_width), segments=0)
        self._begun = True

    def _require_open(self) -> None:
        if self._device._stream is None or self._device._stream() is not self:
            raise RoundelError(
                f"the device was reset in the middle of this {self.name}", "Begin another message with new()."
            )

    def _send(self, data: BytesLike) -> None:
        if len(data):
            self._device.run(full_beats(Kind.TEXT, data, self._device.core.data_width), segments=0)


class HashMixin(ServiceMixin):
    """The hash front end of a device."""

    def new(
        self,
        algorithm: str | Algorithm,
        data: BytesLike = b"",
        *,
        length: int | None = None,
        custom: BytesLike = b"",
    ) -> Hash:
        """Begin a hash, as `hashlib.new` does.

        Args:
            algorithm: A name such as "sha3_256", or an `Algorithm` with any rate and suffix that the core
                serves.
            data: The first bytes of the message.
            length: Length of the digest in bytes. SHAKE and the XOFs of Ascon require it.
            custom: The customization string of Ascon-CXOF128, at most 256 bytes.

        Returns:
            The hash object.

        Raises:
            RoundelError: The name is unknown, the length does not fit the algorithm, or the core has no
                such hash service.
        """
        chosen = self._own_algorithm(algorithm) if isinstance(algorithm, str) else algorithm
        self._require("hash", chosen.family)
        size = output_length(chosen.name, length, chosen.digest_bytes)
        own = as_view("the customization string", custom).tobytes()
        require_size("a customization string", len(own), chosen.custom_sizes or range(1))
        started = Hash(self, chosen, size, own)
        started.update(data)
        return started

    def _own_algorithm(self, name: str) -> Algorithm:
        """Return the algorithm of that name in the family that the core serves, if it serves one."""
        found = find_algorithm(name)
        known = algorithms_of(HashAlgorithm)
        served = [known[s.algorithm] for s in self.core.services if s.algorithm in known]
        return next((own for family in served for own in family.functions if own.name == name), found)

    def sha3_224(self, data: BytesLike) -> bytes:
        """Return SHA3-224 of `data`: 28 bytes."""
        return self.new("sha3_224", data).digest()

    def sha3_256(self, data: BytesLike) -> bytes:
        """Return SHA3-256 of `data`: 32 bytes."""
        return self.new("sha3_256", data).digest()

    def sha3_384(self, data: BytesLike) -> bytes:
        """Return SHA3-384 of `data`: 48 bytes."""
        return self.new("sha3_384", data).digest()

    def sha3_512(self, data: BytesLike) -> bytes:
        """Return SHA3-512 of `data`: 64 bytes."""
        return self.new("sha3_512", data).digest()

    def keccak_224(self, data: BytesLike) -> bytes:
        """Return the original Keccak-224 of `data`: 28 bytes."""
        return self.new("keccak_224", data).digest()

    def keccak_256(self, data: BytesLike) -> bytes:
        """Return the original Keccak-256 of `data`: 32 bytes."""
        return self.new("keccak_256", data).digest()

    def keccak_384(self, data: BytesLike) -> bytes:
        """Return the original Keccak-384 of `data`: 48 bytes."""
        return self.new("keccak_384", data).digest()

    def keccak_512(self, data: BytesLike) -> bytes:
        """Return the original Keccak-512 of `data`: 64 bytes."""
        return self.new("keccak_512", data).digest()

    def shake_128(self, data: BytesLike, length: int) -> bytes:
        """Return `length` bytes of SHAKE128 of `data`."""
        return self.new("shake_128", data, length=length).digest()

    def shake_256(self, data: BytesLike, length: int) -> bytes:
        """Return `length` bytes of SHAKE256 of `data`."""
        return self.new("shake_256", data, length=length).digest()

    def aes_hash(self, data: BytesLike) -> bytes:
        """Return AES-Hash of `data`: 32 bytes."""
        return self.new("aes_hash", data).digest()

    def groestl_256(self, data: BytesLike) -> bytes:
        """Return Grøstl-256 of `data`: 32 bytes."""
        return self.new("groestl_256", data).digest()

    def groestl_512(self, data: BytesLike) -> bytes:
        """Return Grøstl-512 of `data`: 64 bytes."""
        return self.new("groestl_512", data).digest()
