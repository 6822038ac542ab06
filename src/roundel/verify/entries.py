"""The known answers as types: an entry is one object of a vector file, its fields checked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """What every entry has: the algorithm's name, where the numbers come from, where the entry stands."""

    alg: str
    src: str
    origin: str


@dataclass(frozen=True)
class OtherEntry(Entry):
    """An entry of an algorithm that has no model here; its fields are not read."""


@dataclass(frozen=True)
class PermutationEntry(Entry):
    """Keccak-p[width, rounds], or the twisted Keccak-p*: `state` becomes `out`."""

    width: int
    rounds: int
    twisted: bool
    state: bytes
    out: bytes


@dataclass(frozen=True)
class HashEntry(Entry):
    """A sponge: width and rate in bits, suffix byte; the digest's length is the output length."""

    width: int
    rate_bits: int
    suffix: int
    msg: bytes
    digest: bytes


@dataclass(frozen=True)
class KmacEntry(Entry):
    """KMAC128 or KMAC256 (`strength`). With `valid` false, `tag` must not be the result."""

    strength: int
    key: bytes
    custom: bytes
    msg: bytes
    tag: bytes
    valid: bool


@dataclass(frozen=True)
class MacEntry(Entry):
    """Keccak MAC; `tag` is the start of the output, `block` a longer part of it (or empty)."""

    key: bytes
    iv: bytes
    msg: bytes
    tag: bytes
    block: bytes


@dataclass(frozen=True)
class PrgOperation:
    """One call: "feed" takes `data` in, "fetch" gives `data` out, "forget" has none."""

    name: str
    data: bytes = b""


@dataclass(frozen=True)
class PrgEntry(Entry):
    """The duplex PRNG with that many rounds a call: operations in order on a fresh instance."""

    width: int
    rate_bits: int
    rounds: int
    operations: tuple[PrgOperation, ...]


@dataclass(frozen=True)
class Message:
    """One message of a session."""

    ad: bytes
    text: bytes
    ciphertext: bytes
    tag: bytes
    forget: bool = False


@dataclass(frozen=True)
class AeadEntry(Entry):
    """Keyak v2 or Ketje v2 (`instance` is "Lake", "Jr", …): messages in order in one session."""

    family: str
    instance: str
    key: bytes
    nonce: bytes
    messages: tuple[Message, ...]
    tag_at_start: bool = False
    forget_at_start: bool = False
    start_tag: bytes = b""


@dataclass(frozen=True)
class CipherEntry(Entry):
    """Rijndael by itself: `text` is one or more blocks of `block_bytes`, each enciphered alone."""

    block_bytes: int
    key: bytes
    text: bytes
    ciphertext: bytes


@dataclass(frozen=True)
class CtrEntry(Entry):
    """AES in counter mode from the counter block `first` on; the text has any length."""

    key: bytes
    first: bytes
    text: bytes
    ciphertext: bytes


@dataclass(frozen=True)
class GcmEntry(Entry):
    """AES-GCM; `tag` is the start of the whole tag. With `valid` false, opening must fail."""

    key: bytes
    nonce: bytes
    message: Message
    valid: bool


@dataclass(frozen=True)
class CmacEntry(Entry):
    """AES-CMAC; `tag` is the start of the whole tag. With `valid` false, it must not be the result."""

    key: bytes
    msg: bytes
    tag: bytes
    valid: bool


@dataclass(frozen=True)
class AesHashEntry(Entry):
    """AES-Hash; `chain` is the chaining value before the last step, or empty."""

    msg: bytes
    digest: bytes
    chain: bytes


@dataclass(frozen=True)
class FortunaOperation:
    """One call and the state after it: "reseed" takes `data` in, "request" gives `data` out."""

    name: str
    data: bytes
    key_after: bytes
    counter_after: int


@dataclass(frozen=True)
class FortunaEntry(Entry):
    """Fortuna's generator: calls in order on a generator of this state, after a reseed if `seed` is given."""

    key: bytes
    counter: int
    seed: bytes | None
    operations: tuple[FortunaOperation, ...]


@dataclass(frozen=True)
class SalsaCoreEntry(Entry):
    """The Salsa20 core: 64 bytes become 64."""

    block: bytes
    out: bytes


@dataclass(frozen=True)
class KeyStreamPiece:
    """What a key stream is from byte `offset` on."""

    offset: int
    data: bytes


@dataclass(frozen=True)
class KeyStreamEntry(Entry):
    """Pieces of Salsa20's key stream under one key and nonce."""

    key: bytes
    nonce: bytes
    pieces: tuple[KeyStreamPiece, ...]


@dataclass(frozen=True)
class GroestlEntry(Entry):
    """Grøstl with a digest of that length."""

    msg: bytes
    digest: bytes


@dataclass(frozen=True)
class HmacEntry(Entry):
    """HMAC on Grøstl with a digest as long as the tag."""

    key: bytes
    msg: bytes
    tag: bytes
