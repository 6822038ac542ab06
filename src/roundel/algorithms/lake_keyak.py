"""Lake Keyak: authenticated encryption in sessions, with data beside the text. Known answers also of Ketje.

A block takes 168 bytes of text and 24 bytes of associated data. After the end of the text it takes 192
bytes of associated data. `docs/cores/keyak-hs.md` describes the order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any

from roundel.algorithms.kinds.aead import Aead, AeadReceiver
from roundel.algorithms.kinds.base import Answer, Data, Illegal, Standing, counting_bytes
from roundel.algorithms.kinds.entries import AeadEntry, Entry
from roundel.algorithms.kinds.fields import Fields, Head, Rule, parse_message
from roundel.models.motorist import LAKE, TAG_BYTES, Session
from roundel.protocol.stream import NO_FLAGS, Command, Flag, Kind, Operation, Segment

KEY_BYTES = 16
NONCE_BYTES = 16
TEXT_BYTES = 168
AD_WITH_TEXT_BYTES = 24  # of associated data that a block takes with its text
ABSORB_BYTES = TEXT_BYTES + AD_WITH_TEXT_BYTES
BLOCKING_BEAT_BYTES = 16  # cores with beats of this size send text one block at a time


@dataclass(frozen=True)
class KeyakEntry(AeadEntry):
    """Keyak v2 or Ketje v2: `instance` is "Lake", "Jr", …"""

    family: str = "Keyak"
    instance: str = "Lake"
    tag_at_start: bool = False
    clear_at_start: bool = False
    start_tag: bytes = b""


class _LakeKeyak(Aead):
    def new_state(self, key: bytes, nonce: bytes) -> Session:
        return Session(LAKE, key, nonce)

    def process(
        self, state: Session, operation: Operation, nonce: bytes, ad: bytes, text: bytes
    ) -> tuple[bytes, bytes]:
        return state.wrap(ad, text) if operation == Operation.SEAL else state.unwrap_unverified(ad, text)

    def body(self, ad: bytes, text: bytes, *, first: bool) -> tuple[Flag, list[Segment]]:
        segments = interleave(ad, text, TEXT_BYTES if first else TEXT_BYTES - TAG_BYTES)
        ad_first = text and segments[0].kind == Kind.AD
        return Flag.AD_FIRST if ad_first else NO_FLAGS, segments

    def with_empty(self, rng: Random, segments: list[Segment]) -> list[Segment]:
        """Return the same message with an empty segment where it has no effect."""
        kinds = [segment.kind for segment in segments]
        for kind, before in ((Kind.TEXT, (Kind.AD, Kind.TAG)), (Kind.AD, (Kind.TAG,))):
            if kind not in kinds and rng.random() < 0.5:
                at = next(i for i, found in enumerate(kinds) if found in before)
                return [*segments[:at], Segment(kind), *segments[at:]]
        return segments

    def receiver(self, command: Command, kept: Any) -> AeadReceiver:
        return _Receiver(self, command, kept)

    def serves(self, entry: KeyakEntry) -> bool:
        flags = entry.tag_at_start or entry.clear_at_start or any(message.clear for message in entry.messages)
        lake = (entry.family, entry.instance, len(entry.nonce)) == ("Keyak", "Lake", NONCE_BYTES)
        return lake and not flags and super().serves(entry)

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return one message of exactly `blocks` blocks of text.

        The variant is `seal` or `open`, with `-ad` if each block has all the data that it can take.
        """
        text = counting_bytes(blocks * block_bits // 8)
        ad = bytes(blocks * AD_WITH_TEXT_BYTES) if variant.endswith("-ad") else b""
        return self.timed_message(variant.removesuffix("-ad"), bytes(range(KEY_BYTES)), ad, text)


def interleave(ad: bytes, text: bytes, room: int) -> list[Segment]:
    """Return the AD and TEXT segments of a message whose first block has `room` bytes for text.

    Data of at most 24 bytes is one segment before the text: the first block takes both.
    """
    if not text:
        return [Segment(Kind.AD, ad)] if ad else []
    if len(ad) <= AD_WITH_TEXT_BYTES:
        return [*([Segment(Kind.AD, ad)] if ad else []), Segment(Kind.TEXT, text)]
    segments = []
    ad_at = text_at = 0
    while ad_at < len(ad) and text_at < len(text):
        text_end = text_at + room
        # After the end of the text, the rest of the data is one segment, and vice versa.
        ad_end = ad_at + AD_WITH_TEXT_BYTES if text_end < len(text) else len(ad)
        segments += [Segment(Kind.TEXT, text[text_at:text_end]), Segment(Kind.AD, ad[ad_at:ad_end])]
        ad_at, text_at, room = ad_end, text_end, TEXT_BYTES
    if text_at < len(text):
        segments.append(Segment(Kind.TEXT, text[text_at:]))
    return segments


class _Receiver(AeadReceiver):
    """The rules of one message, whose AD and TEXT come in the order of the Motorist."""

    def __init__(self, algorithm: Aead, command: Command, kept: Any) -> None:
        super().__init__(algorithm, command, kept, [])
        room = TEXT_BYTES if kept is None else TEXT_BYTES - TAG_BYTES
        self._body = _Body(room, bool(command.flags & Flag.AD_FIRST))

    def accept(self, kind: int, data: bytes, last: bool) -> bool:
        if self._parts[0].kind == Kind.TAG and self.open != Kind.TAG:
            if self.open not in (None, kind):
                raise Illegal
            if kind in (Kind.AD, Kind.TEXT):
                self._body.accept(kind, data, begins=self.open is None, ends=last)
                self.open = None if last else Kind(kind)
                return False
            if kind == Kind.TAG:
                self._body.finish()
        return super().accept(kind, data, last)

    def finish(self) -> Answer:
        return self.answer({**self.data, **self._body.all()})

    def sent(self, beat_bytes: int) -> list[Segment]:
        """Return the text of complete blocks. A narrow core collects no blocks: all text that came."""
        body = self._body.complete_blocks() if beat_bytes >= BLOCKING_BEAT_BYTES else self._body.all()
        return self.answer({**self.data, **body})[0][:1] if body[Kind.TEXT] else []


class _Body:
    """The AD and TEXT of one message, block by block, in the Motorist's order."""

    def __init__(self, room: int, ad_first: bool) -> None:
        """Begin with an empty block for `room` bytes of text. `ad_first`: its data comes before its text."""
        self._ad = bytearray()  # of all complete blocks
        self._text = bytearray()
        self._room = room
        self._ad_first = ad_first
        self._text_ended = self._ad_ended = False
        self._block_ad = bytearray()
        self._block_text = bytearray()

    def accept(self, kind: int, data: bytes, *, begins: bool, ends: bool) -> None:
        """Accept a beat of AD or TEXT. `begins` and `ends`: it is the first or last beat of its segment."""
        if kind == Kind.TEXT:
            self._accept_text(data, begins, ends)
        else:
            self._accept_ad(data, begins, ends)

    def finish(self) -> None:
        """Begin the TAG segment."""
        if self._ad_first and not self._block_text:
            raise Illegal

    def complete_blocks(self) -> Data:
        """Return the AD and TEXT of all complete blocks."""
        return {Kind.AD: bytes(self._ad), Kind.TEXT: bytes(self._text)}

    def all(self) -> Data:
        """Return all AD and all TEXT, including the last block."""
        return {Kind.AD: bytes(self._ad + self._block_ad), Kind.TEXT: bytes(self._text + self._block_text)}

    def _accept_text(self, data: bytes, begins: bool, ends: bool) -> None:
        if begins and data and self._text_ended:
            raise Illegal
        if begins and data and self._block_text:
            self._complete()
        for byte in data:
            if len(self._block_text) == self._room:
                self._complete()
            self._block_text.append(byte)
        if ends and self._block_text and len(self._block_text) != self._room:
            self._text_ended = True

    def _accept_ad(self, data: bytes, begins: bool, ends: bool) -> None:
        if begins and not data:
            self._ad_ended = True
            return
        if begins and self._ad_ended:
            raise Illegal
        if begins and self._block_ad:
            self._complete()
        for byte in data:
            if len(self._block_ad) == self._ad_room():
                if self._ad_first and not self._block_text:
                    raise Illegal
                self._complete()
            self._block_ad.append(byte)
            if not self._block_text and not self._ad_first:
                self._text_ended = True
        if ends and (len(self._block_ad) != self._ad_room() or self._ad_first):
            self._ad_ended = True

    def _ad_room(self) -> int:
        return AD_WITH_TEXT_BYTES if self._block_text or self._ad_first else ABSORB_BYTES

    def _complete(self) -> None:
        """Complete the block, because the next byte does not fit: its text is sent."""
        if not self._block_text:
            self._text_ended = True
        elif len(self._block_ad) != AD_WITH_TEXT_BYTES:
            self._ad_ended = True
        self._ad += self._block_ad
        self._text += self._block_text
        self._block_ad.clear()
        self._block_text.clear()
        self._room = TEXT_BYTES
        self._ad_first = False


LAKE_KEYAK = _LakeKeyak(
    name="lake-keyak",
    title="Lake Keyak",
    standing=Standing.RESEARCH,
    source="Bertoni, Daemen, Peeters, Van Assche, Van Keer: CAESAR submission Keyak, version 2, 2016",
    keeps="session",
    blocks=(TEXT_BYTES, TEXT_BYTES - TAG_BYTES, AD_WITH_TEXT_BYTES, ABSORB_BYTES),
    key_sizes=(KEY_BYTES,),
    nonce_sizes=(NONCE_BYTES,),
    usual_nonce=NONCE_BYTES,
    tag_sizes=(TAG_BYTES,),
    flags=Flag.AD_FIRST,
    entry=KeyakEntry,
)
ALGORITHMS = (LAKE_KEYAK,)


def _parse(head: Head, match: re.Match[str], fields: Fields) -> Entry:
    family, instance = ("Keyak", match["keyak"]) if match["keyak"] else ("Ketje", match["ketje"])
    key, nonce = fields.hex_bytes("key"), fields.hex_bytes("nonce")
    if not match["session"]:
        return KeyakEntry(*head, key, nonce, (parse_message(fields),), True, family, instance)
    messages = tuple(map(parse_message, fields.items("wraps")))
    flags = fields.flag("tag_flag"), fields.flag("forget_start"), fields.hex_bytes("start_tag", b"")
    return KeyakEntry(*head, key, nonce, messages, True, family, instance, *flags)


PARSERS: tuple[Rule, ...] = (
    (
        "(?:(?P<keyak>Lake|River|Sea|Ocean|Lunar)Keyak|Ketje(?P<ketje>Jr|Sr|Minor|Major))"
        "-v2(?P<session>-session)?",
        _parse,
    ),
)
