"""Known answers as data: what several algorithms share. Each algorithm's descriptor has its own types."""

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
class DigestEntry(Entry):
    """A hash. The digest's length is the output length."""

    msg: bytes
    digest: bytes


@dataclass(frozen=True)
class TagEntry(Entry):
    """A MAC. `tag` is the start of the tag. If `valid` is false, the result must differ from it."""

    key: bytes
    msg: bytes
    tag: bytes
    valid: bool = True


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
    """Messages in order in one session. If `valid` is false, opening must fail."""

    key: bytes
    nonce: bytes
    messages: tuple[Message, ...]
    valid: bool = True
