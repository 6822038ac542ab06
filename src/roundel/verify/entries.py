"""The known answers as types: an entry is one object of a vector file with checked fields."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """The fields of every entry: the algorithm's name, the source of the numbers, the place of the entry."""

    alg: str
    src: str
    origin: str


@dataclass(frozen=True)
class OtherEntry(Entry):
    """An entry of an algorithm that has no model here. Its fields are not read."""


@dataclass(frozen=True)
class PermutationEntry(Entry):
    """Keccak-p[width, rounds], or the twisted Keccak-p*, maps `state` to `out`."""

    width: int
    rounds: int
    twisted: bool
    state: bytes
    out: bytes


@dataclass(frozen=True)
class HashEntry(Entry):
    """A sponge: width and rate in bits, suffix byte. The digest's length is the output length."""

    width: int
    rate_bits: int
    suffix: int
    msg: bytes
    digest: bytes


@dataclass(frozen=True)
class KmacEntry(Entry):
    """KMAC128 or KMAC256 (`strength`). If `valid` is false, the result must differ from `tag`."""

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
    """One call: `feed` absorbs `data`, `fetch` returns `data`, `forget` has none and clears the past."""

    name: str
    data: bytes = b""


@dataclass(frozen=True)
class PrgEntry(Entry):
    """The duplex PRNG with `rounds` rounds per call: operations in order on a new instance."""

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
    clear: bool = False


@dataclass(frozen=True)
class AeadEntry(Entry):
    """Keyak v2 or Ketje v2 (`instance` is "Lake", "Jr", …): messages in order in one session."""

    family: str
    instance: str
    key: bytes
    nonce: bytes
    messages: tuple[Message, ...]
    tag_at_start: bool = False
    clear_at_start: bool = False
    start_tag: bytes = b""


@dataclass(frozen=True)
class CipherEntry(Entry):
    """Rijndael alone: `text` is one or more blocks of `block_bytes`, each encrypted separately."""

    block_bytes: int
    key: bytes
    text: bytes
    ciphertext: bytes


@dataclass(frozen=True)
class CtrEntry(Entry):
    """AES in counter mode from the counter block `first`. The text has any length."""

    key: bytes
    first: bytes
    text: bytes
    ciphertext: bytes


@dataclass(frozen=True)
class GcmEntry(Entry):
    """AES-GCM. `tag` is the start of the 16-byte tag. If `valid` is false, opening must fail."""

    key: bytes
    nonce: bytes
    message: Message
    valid: bool


@dataclass(frozen=True)
class CmacEntry(Entry):
    """AES-CMAC. `tag` is the start of the tag. If `valid` is false, the result must differ from it."""

    key: bytes
    msg: bytes
    tag: bytes
    valid: bool


@dataclass(frozen=True)
class AesHashEntry(Entry):
    """AES-Hash. `chain` is the chaining value before the last step, or empty."""

    msg: bytes
    digest: bytes
    chain: bytes


@dataclass(frozen=True)
class FortunaOperation:
    """One call and the state after it: "reseed" absorbs `data`, "request" returns `data`."""

    name: str
    data: bytes
    key_after: bytes
    counter_after: int


@dataclass(frozen=True)
class FortunaEntry(Entry):
    """Fortuna: calls in order on a generator with this state, after a reseed if `seed` is not None."""

    key: bytes
    counter: int
    seed: bytes | None
    operations: tuple[FortunaOperation, ...]


@dataclass(frozen=True)
class SalsaCoreEntry(Entry):
    """The Salsa20 core maps 64 bytes to 64 bytes."""

    block: bytes
    out: bytes


@dataclass(frozen=True)
class KeyStreamPiece:
    """A piece of a keystream, from byte `offset`."""

    offset: int
    data: bytes


@dataclass(frozen=True)
class KeyStreamEntry(Entry):
    """Pieces of Salsa20's keystream under one key and nonce."""

    key: bytes
    nonce: bytes
    pieces: tuple[KeyStreamPiece, ...]


@dataclass(frozen=True)
class GroestlEntry(Entry):
    """Grøstl with a digest of the length of `digest`."""

    msg: bytes
    digest: bytes


@dataclass(frozen=True)
class HmacEntry(Entry):
    """HMAC over a Grøstl whose digest has the length of `tag`."""

    key: bytes
    msg: bytes
    tag: bytes
