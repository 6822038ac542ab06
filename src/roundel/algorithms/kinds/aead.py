"""Authenticated encryption: SEAL encrypts TEXT and makes a TAG, OPEN decrypts TEXT and checks the TAG."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from roundel.algorithms.kinds.base import (
    ANY_SIZE,
    Answer,
    Data,
    NoVariant,
    Part,
    Receiver,
    ServiceAlgorithm,
    Transaction,
    flip_bit,
    random_messages,
    session_steps,
)
from roundel.algorithms.kinds.entries import AeadEntry, Entry
from roundel.protocol.stream import (
    ACCEPTED,
    ERROR,
    NO_FLAGS,
    REFUSED,
    Command,
    Flag,
    Kind,
    Operation,
    Segment,
    command_segment,
    session_flags,
)

OPERATIONS = {"seal": Operation.SEAL, "open": Operation.OPEN}  # by the variant of a service in the catalog
REFUSED_SHARE = 0.2  # of random OPEN transactions
WHOLE_TAG_SHARE = 0.5  # of random transactions
EMPTY_SHARE = 0.5  # of the segments that may be empty or absent


@dataclass(frozen=True, kw_only=True, repr=False)
class Aead(ServiceAlgorithm):
    """Authenticated encryption: sizes in bytes, and what differs between algorithms.

    `usual_nonce` is the length of most nonces. `tag_sizes` are the lengths of a tag, the whole tag last.
    `text_optional`: a message without text has no TEXT segment. `flags` are its own. `entry` is the type of
    its known answers. `model` has the functions `seal` and `open_unverified`, unless the class has its own
    `process`.

    A core keeps a key: every message has its nonce, and a refused tag keeps the key. Or it keeps a session:
    only the first message has a nonce, and a refused tag ends the session.
    """

    service = "aead"
    operations = (Operation.SEAL, Operation.OPEN)
    answers = 2
    keeps: str = "key"
    key_sizes: Sequence[int]
    nonce_sizes: Container[int]
    usual_nonce: int
    ad_sizes: Container[int] = ANY_SIZE
    tag_sizes: Sequence[int]
    text_optional: bool = True
    flags: Flag = NO_FLAGS
    entry: type[AeadEntry] | None
    model: Any = None

    @property
    def tag_bytes(self) -> int:
        """The length of the whole tag."""
        return self.tag_sizes[-1]

    @property
    def in_sessions(self) -> bool:
        """Whether each message depends on the earlier ones."""
        return self.keeps == "session"

    def process(
        self, state: Any, operation: Operation, nonce: bytes, ad: bytes, text: bytes
    ) -> tuple[bytes, bytes]:
        """Return the ciphertext of a SEAL or the text of an OPEN, and the right tag, whole.

        `state` is a `new_state`. Any bytes are a ciphertext.
        """
        process = self.model.seal if operation == Operation.SEAL else self.model.open_unverified
        result: tuple[bytes, bytes] = process(state, nonce, ad, text)
        return result

    def random_key(self, rng: Random) -> bytes:
        """Return a key of any legal length."""
        return rng.randbytes(rng.choice(self.key_sizes))

    def random_ad(self, rng: Random, beat_bytes: int) -> bytes:
        """Return associated data."""
        return self.random_text(rng, beat_bytes)

    def random_nonce(self, rng: Random) -> bytes:
        """Return a nonce."""
        return rng.randbytes(self.usual_nonce)

    def random_tag_size(self, rng: Random) -> int:
        """Return a length of a tag: in most cases that of the whole tag."""
        return self.tag_bytes if rng.random() < WHOLE_TAG_SHARE else rng.choice(self.tag_sizes)

    def new_state(self, key: bytes, nonce: bytes) -> Any:
        """Return what a core keeps after the first message: the key, or a session of a model."""
        return key

    def body(self, ad: bytes, text: bytes, *, first: bool) -> tuple[Flag, list[Segment]]:
        """Return own flags, and the segments of data and text. `first`: the message has a key."""
        with_text = text or not self.text_optional
        return NO_FLAGS, [
            *([Segment(Kind.AD, ad)] if ad else []),
            *([Segment(Kind.TEXT, text)] if with_text else []),
        ]

    def with_empty(self, rng: Random, segments: list[Segment]) -> list[Segment]:
        """Return the same message with empty segments of data and text, where it has none."""
        kinds, result = {segment.kind for segment in segments}, []
        for segment in segments:
            for kind in (Kind.AD, Kind.TEXT):
                if segment.kind in (Kind.TEXT, Kind.TAG) and kind not in kinds:
                    kinds.add(kind)
                    if rng.random() < EMPTY_SHARE:
                        result.append(Segment(kind))
            result.append(segment)
        return result

    def message(
        self,
        operation: Operation,
        key: bytes | None,
        nonce: bytes,
        ad: bytes,
        text: bytes,
        tag: bytes = b"",
        *,
        keep: bool = False,
        tag_bytes: int | None = None,
    ) -> list[Segment]:
        """Return the segments of one message.

        Args:
            operation: SEAL or OPEN.
            key: The key. None resumes the key or session that the previous message kept.
            nonce: The nonce. A session that is resumed has none.
            ad: Associated data.
            text: The plaintext of a SEAL, or the ciphertext of an OPEN.
            tag: The tag of an OPEN. A SEAL has none.
            keep: Whether the key or session is kept for the next message.
            tag_bytes: Length of the tag of a SEAL. By default it is the whole tag.
        """
        own, body = self.body(ad, text, first=key is not None)
        size = len(tag) if operation == Operation.OPEN else self.tag_bytes if tag_bytes is None else tag_bytes
        flags = own | session_flags(resume=key is None, keep=keep)
        return [
            command_segment(operation, flags, length=size),
            *([] if key is None else [Segment(Kind.KEY, key)]),
            *([] if key is None and self.in_sessions else [Segment(Kind.NONCE, nonce)]),
            *body,
            Segment(Kind.TAG, tag),
        ]

    def begin(self, command: Command, kept: Any) -> Receiver | None:
        """Return the rules of a command's transaction; None if the command is illegal."""
        resumed = command.flags & Flag.RESUME
        legal = self.legal_flags(command, self.flags) and command.length in self.tag_sizes
        if not legal or command.suffix or command.function or (resumed and kept is None):
            return None
        return self.receiver(command, kept if resumed else None)

    def receiver(self, command: Command, kept: Any) -> AeadReceiver:
        """Return the rules of a legal command's transaction: AD before TEXT, each at most once."""
        text = Part(Kind.TEXT, optional=self.text_optional)
        return AeadReceiver(self, command, kept, [Part(Kind.AD, self.ad_sizes, optional=True), text])

    def sent_text(self, receiver: Receiver) -> bytes | None:
        """Return the input text that is sent; here a core sends every beat as it comes."""
        return receiver.data[Kind.TEXT] if Kind.TEXT in receiver.begun else None

    def serves(self, entry: Any) -> bool:
        """Return whether cores serve an entry of type `entry`."""
        return len(entry.key) in self.key_sizes and all(len(m.tag) in self.tag_sizes for m in entry.messages)

    def known(self, entry: Entry) -> list[Transaction] | None:
        """Return the messages sealed, if they are valid, and then opened. A wrong nonce is an error."""
        if self.entry is None or not isinstance(entry, self.entry) or not self.serves(entry):
            return None
        result = []
        last = len(entry.messages) - 1
        for operation in (Operation.SEAL, Operation.OPEN) if entry.valid else (Operation.OPEN,):
            for number, m in enumerate(entry.messages):
                start = None if number else entry.key, entry.nonce
                sealed = operation == Operation.SEAL
                text, tag = (m.text, b"") if sealed else (m.ciphertext, m.tag)
                size, keep = len(m.tag), number < last
                segments = self.message(operation, *start, m.ad, text, tag, keep=keep, tag_bytes=size)
                if sealed:
                    answer = [Segment(Kind.TEXT, m.ciphertext), Segment(Kind.TAG, m.tag)]
                elif entry.valid:
                    answer = [Segment(Kind.UNVERIFIED, m.text), ACCEPTED]
                elif len(entry.nonce) in self.nonce_sizes:
                    state = self.new_state(entry.key, entry.nonce)
                    opened = self.process(state, operation, entry.nonce, m.ad, text)[0]
                    answer = [Segment(Kind.UNVERIFIED, opened), REFUSED]
                else:
                    answer = [ERROR]
                result.append(Transaction(segments, answer))
        return result

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return messages under one key, or of one session. Tags may be wrong."""
        sender, result = Sender(self, self.random_key(rng), self.random_nonce(rng)), []
        for _, keep in session_steps(random_messages(rng), left_open):
            ad, text = self.random_ad(rng, beat_bytes), self.random_text(rng, beat_bytes)
            forged = rng if rng.random() < REFUSED_SHARE else None
            operation = rng.choice(self.operations)
            size = self.random_tag_size(rng)
            one = sender.send(operation, ad, text, forged=forged, keep=keep, empty=rng, tag_bytes=size)
            result.append(one)
            if keep and not one.keep:
                break
            sender.nonce = self.random_nonce(rng)
        return result

    def timed_message(self, variant: str, key: bytes, ad: bytes, text: bytes) -> list[Segment]:
        """Return a message for a count of cycles: `seal` or `open`, or `ad` to seal the text as data alone.

        The tag of an OPEN is not right: the time it takes is the same.
        """
        if variant == "ad":
            variant, ad, text = "seal", text, ad
        if variant not in OPERATIONS:
            raise NoVariant("seal or open")
        tag = bytes(self.tag_bytes) if variant == "open" else b""
        return self.message(OPERATIONS[variant], key, bytes(self.usual_nonce), ad, text, tag)


@dataclass
class Sender:
    """Sends messages under one key, or of one session, in order, with their answers.

    The nonce may be changed between messages. The first one has the key, unless `resume` is set.
    """

    algorithm: Aead
    key: bytes
    nonce: bytes
    resume: bool = False

    def __post_init__(self) -> None:
        """Begin the session in the model."""
        self._state = self.algorithm.new_state(self.key, self.nonce)

    def send(
        self,
        operation: Operation,
        ad: bytes,
        text: bytes,
        *,
        forged: Random | None = None,
        keep: bool = False,
        empty: Random | None = None,
        tag_bytes: int | None = None,
    ) -> Transaction:
        """Return the next message.

        Args:
            operation: SEAL or OPEN.
            ad: Associated data.
            text: The plaintext of a SEAL, or the ciphertext of an OPEN: its right tag makes any bytes one.
            forged: Flips a bit of the tag of an OPEN.
            keep: Whether the key or session is kept for the next message.
            empty: Inserts empty segments where they have no effect.
            tag_bytes: Length of the tag. By default it is the whole tag.
        """
        algorithm, resume = self.algorithm, self.resume
        result, whole = algorithm.process(self._state, operation, self.nonce, ad, text)
        right = whole[: algorithm.tag_bytes if tag_bytes is None else tag_bytes]
        key, tag = None if resume else self.key, b""
        self.resume = keep
        if operation == Operation.SEAL:
            answer = [Segment(Kind.TEXT, result), Segment(Kind.TAG, right)]
        else:
            tag = flip_bit(forged, right) if forged else right
            answer = [Segment(Kind.UNVERIFIED, result), REFUSED if forged else ACCEPTED]
            keep = keep and not (forged and algorithm.in_sessions)
        segments = algorithm.message(
            operation, key, self.nonce, ad, text, tag, keep=self.resume, tag_bytes=len(right)
        )
        segments = algorithm.with_empty(empty, segments) if empty else segments
        return Transaction(segments, answer, resume, keep)


class AeadReceiver(Receiver):
    """The rules of one message. `kept` is the key or session that it resumes, or None."""

    def __init__(self, algorithm: Aead, command: Command, kept: Any, parts: list[Part]) -> None:
        """Expect a key unless something is kept, a nonce, `parts` of data and text, and the tag."""
        self.algorithm = algorithm
        self.operation = Operation(command.operation)
        self.keep = bool(command.flags & Flag.KEEP)
        self.tag_bytes = command.length
        self.state = kept
        with_nonce = kept is None or not algorithm.in_sessions
        tag = self.tag_bytes if self.operation == Operation.OPEN else 0
        expected = [
            *([Part(Kind.KEY, algorithm.key_sizes)] if kept is None else []),
            *([Part(Kind.NONCE, algorithm.nonce_sizes)] if with_nonce else []),
            *parts,
            Part(Kind.TAG, (tag,)),
        ]
        super().__init__(expected, self.answer, algorithm.sent_text)

    def answer(self, data: Data) -> Answer:
        """Return the answer to a complete message, and the key or session that the core keeps."""
        algorithm, nonce = self.algorithm, data.get(Kind.NONCE, b"")
        if self.state is None:
            self.state = algorithm.new_state(data[Kind.KEY], nonce)
        text, whole = algorithm.process(self.state, self.operation, nonce, data[Kind.AD], data[Kind.TEXT])
        right = whole[: self.tag_bytes]
        if self.operation == Operation.SEAL:
            return [Segment(Kind.TEXT, text), Segment(Kind.TAG, right)], self.state if self.keep else None
        refused = data[Kind.TAG] != right
        keep = self.keep and not (refused and algorithm.in_sessions)
        answer = [Segment(Kind.UNVERIFIED, text), REFUSED if refused else ACCEPTED]
        return answer, self.state if keep else None
