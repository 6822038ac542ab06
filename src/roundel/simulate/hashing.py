"""A hash core as `hashlib` would have it: `device.sha3_256(data)`, `device.new("sha3_256")`.

As in hashlib there is one name an algorithm, `update` takes bytes in any pieces, and `digest` may be
asked for again. Unlike hashlib, the bytes go to the core as they come and are not kept: `digest` ends
the stream, `update` after it is an error, there is no `copy`, and a device hashes one stream at a
time. The core wants the output length before the message, so `new("shake_128", length=...)` says it.
"""

from __future__ import annotations

from dataclasses import dataclass

from roundel.errors import RoundelError, unknown_name
from roundel.protocol.stream import Command, Kind, Operation, Segment
from roundel.simulate.beats import beats_of, segments_of, whole_beats
from roundel.simulate.service import BytesLike, ServiceMixin, octets_view, only

LANE_BYTES, STATE_BYTES = 8, 200  # of Keccak-p[1600]
KECCAK, AES_HASH = "keccak", "aes-hash"  # names in the catalog

# Pieces are gathered to this many bytes before they go to the core (a call costs some 20 us), and a
# long piece goes in parts of that many.
GATHER_BYTES = 1 << 16
PART_BYTES = 1 << 20


@dataclass(frozen=True)
class Algorithm:
    """A sponge hash over Keccak-p[1600]: rate in bytes, domain suffix, digest length in bytes.

    `digest_bytes` is None where the caller chooses (SHAKE); `strength_bytes` is then the length beyond
    which more output adds no collision resistance. FIPS 202 sections 6.1 and 6.2; suffix 0x01 is
    the original Keccak's padding. `family` is the catalog's name for what serves it; AES-Hash and Grøstl are
    their own, with blocks of `rate_bytes` and no suffix.
    """

    name: str
    rate_bytes: int
    suffix: int
    digest_bytes: int | None
    strength_bytes: int
    family: str = KECCAK

    def __post_init__(self) -> None:
        """Refuse what no command says: a rate of no whole lanes, a suffix that is no byte of one."""
        if self.family != KECCAK:
            return
        if self.rate_bytes % LANE_BYTES or not 0 < self.rate_bytes < STATE_BYTES:
            raise RoundelError(
                f"{self.name}: a rate of {self.rate_bytes} bytes",
                f"Expected whole lanes: a multiple of {LANE_BYTES}, less than {STATE_BYTES}.",
            )
        if not 0 < self.suffix < 0x80:
            raise RoundelError(f"{self.name}: suffix byte {self.suffix:#04x}", "Expected 0x01 to 0x7f.")

    def command(self, length: int) -> Command:
        """Return the CMD that asks for `length` bytes of this hash."""
        variant = self.rate_bytes // LANE_BYTES if self.family == KECCAK else 0
        return Command(Operation.HASH, variant, self.suffix, length)


def _fixed(family: str, suffix: int, bits: int) -> Algorithm:
    return Algorithm(f"{family}_{bits}", (1600 - 2 * bits) // 8, suffix, bits // 8, bits // 8)


ALGORITHMS: dict[str, Algorithm] = {
    a.name: a
    for a in (
        *(_fixed("sha3", 0x06, bits) for bits in (224, 256, 384, 512)),
        *(_fixed("keccak", 0x01, bits) for bits in (224, 256, 384, 512)),
        Algorithm("shake_128", 168, 0x1F, None, 32),
        Algorithm("shake_256", 136, 0x1F, None, 64),
        Algorithm("aes_hash", 32, 0, 32, 32, AES_HASH),
        Algorithm("groestl_256", 64, 0, 32, 32, "groestl-256"),
        Algorithm("groestl_512", 128, 0, 64, 64, "groestl-512"),
    )
}


def find_algorithm(name: str) -> Algorithm:
    """Return the algorithm of that name; RoundelError with the nearest names when there is none."""
    if name not in ALGORITHMS:
        raise unknown_name("hash algorithm", name, ALGORITHMS)
    return ALGORITHMS[name]


class Hash:
    """One message on its way through a core. Made by `Device.new`.

    Like a hashlib object: `name`, `digest_size` and `block_size` (bytes), `update`, `digest`, `hexdigest`.
    """

    def __init__(self, device: HashMixin, algorithm: Algorithm, length: int) -> None:
        """Begin a message; nothing goes to the core before the first bytes do."""
        self.name = algorithm.name
        self.digest_size = length
        self.block_size = algorithm.rate_bytes
        self._device = device
        self._command = Segment(Kind.CMD, algorithm.command(length).pack())
        self._pending = bytearray()
        self._begun = False
        self._digest: bytes | None = None

    def update(self, data: BytesLike) -> None:
        """Hash `data` as well. RoundelError after `digest`, or when the device is hashing another stream."""
        if self._digest is not None:
            raise RoundelError(
                f"update of a {self.name} whose digest has been taken: the core keeps no state to go on from",
                "Begin another with new().",
            )
        view = octets_view(f"the data of a {self.name}", data)
        if len(self._pending) + len(view) < GATHER_BYTES:
            self._pending += view
            return
        # Refused before anything goes to the core: that stands in another message, which can go on.
        self._check_turn()
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
        """Close the message and return its digest (`digest_size` bytes); again, the same."""
        if self._digest is None:
            device = self._device
            segments = [Segment(Kind.TEXT, bytes(self._pending))]
            if self._begun:
                self._require_open()
            else:
                device._claim_stream(self)
                segments.insert(0, self._command)
            answer = segments_of(device.run(beats_of(segments, device.core.data_width), segments=1))
            device._forget_stream()
            self._digest = only(device.core, answer, Kind.DIGEST, self.digest_size, self.name)
        return self._digest

    def hexdigest(self) -> str:
        """Return `digest` in lower-case hexadecimal."""
        return self.digest().hex()

    def _check_turn(self) -> None:
        if self._begun:
            self._require_open()
        else:
            self._device._require_free()

    def _begin(self) -> None:
        if self._begun:
            return
        self._device._claim_stream(self)
        self._device.run(beats_of([self._command], self._device.core.data_width), segments=0)
        self._begun = True

    def _require_open(self) -> None:
        if self._device._stream is None or self._device._stream() is not self:
            raise RoundelError(
                f"the device was reset in the midst of this {self.name}", "Begin another with new()."
            )

    def _send(self, data: BytesLike) -> None:
        if len(data):
            self._device.run(whole_beats(Kind.TEXT, data, self._device.core.data_width), segments=0)


class HashMixin(ServiceMixin):
    """What a device with the hash service adds to its streams."""

    def new(self, algorithm: str | Algorithm, data: BytesLike = b"", *, length: int | None = None) -> Hash:
        """Begin a hash, as `hashlib.new`. `length` is the digest's in bytes: required for SHAKE.

        An `Algorithm` of your own gives any rate and suffix the core takes. Raises RoundelError for an
        unknown name, a length that does not fit the algorithm, or a core without the hash service.
        """
        chosen = find_algorithm(algorithm) if isinstance(algorithm, str) else algorithm
        self._require("hash", chosen.family)
        if length is None:
            length = chosen.digest_bytes
        if length is None:
            raise RoundelError(f"{chosen.name} has no length of its own", "Say length=, in bytes.")
        if chosen.digest_bytes not in (None, length):
            raise RoundelError(f"{chosen.name} gives {chosen.digest_bytes} bytes, not {length}")
        if not 0 <= length < 1 << 32:
            raise RoundelError(f"digest length {length}: expected 0 <= bytes < 2^32")
        started = Hash(self, chosen, length)
        started.update(data)
        return started

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
