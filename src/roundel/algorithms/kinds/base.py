"""What the descriptor of every algorithm has, and the rules by which a core receives a transaction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, ClassVar

from roundel.algorithms.kinds.entries import Entry
from roundel.errors import RoundelError
from roundel.protocol.stream import NO_FLAGS, Command, Flag, Kind, Operation, Segment, session_flags

ANY_SIZE = range((1 << 63) - 1)  # a range has a length of 63 bits at most
LEFT_OPEN_SHARE = 0.5  # of the sessions that another one may follow
MAX_STATED_SIZE = 1 << 32
MAX_RANDOM_BYTES = 400  # of a length that does not depend on the block
MAX_MESSAGES = 4  # of a random session


class Standing(Enum):
    """Who has agreed on an algorithm: its status, on every list."""

    STANDARD = "NIST standard"
    RFC = "RFC"
    LEGACY = "legacy"
    RESEARCH = "research"


@dataclass(frozen=True, kw_only=True, repr=False)
class Algorithm(ABC):
    """A descriptor: what Roundel knows about an algorithm beside its model.

    `name` is the catalog's. `title` is for readers. `source` is the document that specifies the algorithm.
    `service` is the name of the service in the catalog.
    """

    name: str
    title: str
    standing: Standing
    source: str
    service: ClassVar[str]

    def __repr__(self) -> str:
        """Return the name."""
        return self.name


@dataclass(frozen=True)
class Transaction:
    """One transaction: its input and its answer.

    `resume`: it uses what the previous transaction kept. `keep`: it keeps something for the next one.
    """

    segments: Sequence[Segment]
    answer: Sequence[Segment]
    resume: bool = False
    keep: bool = False


class Illegal(Exception):
    """A segment breaks a rule of the algorithm."""


class NoVariant(Exception):
    """The catalog names a variant that the algorithm does not have. The argument says what is expected."""


@dataclass(frozen=True)
class Part:
    """A segment of a transaction: its kind, its legal lengths in bytes, whether it may be absent."""

    kind: Kind
    sizes: Container[int] = ANY_SIZE
    optional: bool = False


Data = Mapping[Kind, bytes]
"""The segments of a transaction after its command, in order."""

Answer = tuple[list[Segment], Any]
"""The answer to a transaction, and what the core keeps for the next one (None: nothing)."""


class Receiver:
    """The rules of one transaction, after its command: the parts in their order, each at most once."""

    def __init__(
        self,
        parts: Sequence[Part],
        finish: Callable[[Data], Answer],
        sent_text: Callable[[Receiver], bytes | None] = lambda _: None,
    ) -> None:
        """Expect `parts`.

        `finish` computes the answer from the bytes of the segments. `sent_text` returns the part of the
        input text that a core has processed and sent if the transaction is aborted now, or None.
        """
        self.data: dict[Kind, bytes] = {part.kind: b"" for part in parts}
        self.begun: set[Kind] = set()
        self.open: Kind | None = None  # the kind of the segment that has begun and not ended
        self._parts = list(parts)
        self._finish = finish
        self._sent_text = sent_text

    def accept(self, kind: int, data: bytes, last: bool) -> bool:
        """Accept a well-formed beat. Return whether the transaction is complete; raise Illegal."""
        while self.open is None and self._parts[0].optional and self._parts[0].kind != kind:
            self._parts.pop(0)
        part = self._parts[0]
        if kind != part.kind:
            raise Illegal
        self.open = None if last else part.kind
        self.begun.add(part.kind)
        self.data[part.kind] += data
        if last:
            if len(self.data[part.kind]) not in part.sizes:
                raise Illegal
            self._parts.pop(0)
        return not self._parts

    def finish(self) -> Answer:
        """Return the answer to the complete transaction, and what the core keeps."""
        return self._finish(self.data)

    def sent(self, beat_bytes: int) -> list[Segment]:
        """Return what a core with beats of that size has sent if the transaction is aborted now."""
        text = self._sent_text(self)
        return [] if text is None else self._finish({**self.data, Kind.TEXT: text})[0][:1]


@dataclass(frozen=True, kw_only=True, repr=False)
class ServiceAlgorithm(Algorithm):
    """An algorithm that cores serve by transactions.

    `operations` of the protocol request it. `keeps` is what a core can keep for the next transaction: "key",
    "session", "generator", or "" for nothing. `answers` is the number of segments of an answer.

    `blocks` are the lengths in bytes whose multiples are edges of a text, the block of the algorithm first.
    `overheads` are bytes in a block beside the text, such as padding. `sized_commands`: bytes 8 to 10 of a
    command are fields of it; otherwise they are zero.
    """

    operations: ClassVar[tuple[Operation, ...]]
    answers: ClassVar[int] = 1
    sized_commands: ClassVar[bool] = False
    keeps: str = ""
    blocks: tuple[int, ...]
    overheads: tuple[int, ...] = (0,)

    def may_serve(self, command: Command) -> bool:
        """Return whether a command has an operation of the algorithm, and only fields that it has."""
        return command.operation in self.operations and (self.sized_commands or not command.has_sizes)

    @abstractmethod
    def begin(self, command: Command, kept: Any) -> Receiver | None:
        """Return the rules of a command's transaction; None if the command is illegal.

        Args:
            command: A command that the algorithm may serve.
            kept: What the previous transaction kept, or None.
        """

    @abstractmethod
    def known(self, entry: Entry) -> list[Transaction] | None:
        """Return the transactions of a known answer; None if no core serves it."""

    @abstractmethod
    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return legal transactions, each of which but the first resumes what the previous one kept.

        The last one keeps nothing. If `left_open`, it keeps something, unless it is refused.
        """

    @abstractmethod
    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return the transaction of exactly `blocks` blocks whose cycles are counted.

        Args:
            variant: The variant of the service in the catalog.
            block_bits: The bits of a block in the catalog.
            blocks: The number of blocks, 1 or more.

        Raises:
            NoVariant: The algorithm does not have the variant.
        """

    def random_transactions(self, rng: Random, beat_bytes: int) -> list[Transaction]:
        """Return one session. If a core can keep something, another one may come before it."""
        before: list[Transaction] = []
        if self.keeps and rng.random() < 1 / 3:
            before = self.random_session(rng, beat_bytes, rng.random() < LEFT_OPEN_SHARE)
        return [*before, *self.random_session(rng, beat_bytes, False)]

    def random_text(self, rng: Random, beat_bytes: int) -> bytes:
        """Return a text of a length from one of the classes where hardware often fails."""
        size = random_size(rng, beat_bytes, *self.blocks)
        return rng.randbytes(max(0, size - rng.choice(self.overheads)))

    def sent_text(self, receiver: Receiver) -> bytes | None:
        """Return the input text that a core has processed and sent if the transaction is aborted now.

        None: it has not begun to send.
        """
        return None

    def timed_by(self, command: Command) -> Container[Kind]:
        """Return the kinds of segments whose values decide the time of a transaction: public ones, if any."""
        return ()

    def legal_flags(self, command: Command, own: Flag = NO_FLAGS) -> bool:
        """Return whether a command has no flags but `own` and, if a core keeps something, KEEP and RESUME."""
        session = session_flags(resume=bool(self.keeps), keep=bool(self.keeps))
        return not command.flags & ~int(session | own)  # ~ of a Flag has only the bits that have a name

    def on(self, parameters: Mapping[str, Any]) -> ServiceAlgorithm:
        """Return the algorithm as a core with these parameters serves it."""
        return self


@dataclass(frozen=True, kw_only=True, repr=False)
class SingleAnswer(ServiceAlgorithm):
    """An algorithm whose transactions have fixed segments, and one segment as the answer.

    It is of kind `result`, or the STATUS of a VERIFY.
    """

    result: ClassVar[Kind]

    @abstractmethod
    def parts(self, command: Command, resumed: bool) -> Sequence[Part] | None:
        """Return the segments after a command; None if the command is illegal."""

    @abstractmethod
    def compute(self, command: Command, data: Data, kept: Any) -> tuple[bytes, Any]:
        """Return the answer, and what the core may keep. `kept` is what the transaction resumes, or None."""

    def begin(self, command: Command, kept: Any) -> Receiver | None:
        """Return the rules of a command's transaction; None if the command is illegal."""
        resumed, keep = self._session(command)
        parts = None if resumed and kept is None else self.parts(command, resumed)
        if parts is None:
            return None

        def finish(data: Data) -> Answer:
            output, state = self.compute(command, data, kept if resumed else None)
            return [self._answer(command, output)], state if keep else None

        return Receiver(parts, finish, self.sent_text)

    def request(self, command: Command, data: Data) -> list[Segment]:
        """Return the segments of one transaction."""
        return [Segment(Kind.CMD, command.pack()), *(Segment(kind, text) for kind, text in data.items())]

    def answered(self, command: Command, data: Data, output: bytes) -> Transaction:
        """Return one transaction whose answer is known."""
        segments = self.request(command, data)
        return Transaction(segments, [self._answer(command, output)], *self._session(command))

    def transactions(self, *requests: tuple[Command, Data]) -> list[Transaction]:
        """Return transactions in order, with their answers."""
        result, kept = [], None
        for command, data in requests:
            output, kept = self.compute(command, data, kept if self._session(command)[0] else None)
            result.append(self.answered(command, data, output))
        return result

    def _answer(self, command: Command, output: bytes) -> Segment:
        return Segment(Kind.STATUS if command.operation == Operation.VERIFY else self.result, output)

    def _session(self, command: Command) -> tuple[bool, bool]:
        """Return whether a transaction resumes something, and whether it keeps something."""
        flags = command.flags if self.keeps else 0
        return bool(flags & Flag.RESUME), bool(flags & Flag.KEEP)


def random_messages(rng: Random) -> int:
    """Return the number of transactions of a random session."""
    return rng.choice([1, 1, 2, MAX_MESSAGES])


def session_steps(count: int, left_open: bool) -> list[tuple[bool, bool]]:
    """Return (resume, keep) of each transaction of a session."""
    return [(number > 0, left_open or number < count - 1) for number in range(count)]


def random_size(rng: Random, beat_bytes: int, *blocks: int) -> int:
    """Return a length in bytes from one of the classes where hardware often fails.

    These are zero, parts of a block, lengths around full beats, lengths around one or several full blocks,
    and any other. Each length is chosen for one of `blocks`.
    """
    edge, block = rng.randint(-1, 1), rng.choice(blocks)
    lengths = (
        0,
        rng.randint(1, 17),
        block + edge,
        rng.randint(2, 6) * block + edge,
        rng.randint(1, 2 * block // beat_bytes + 1) * beat_bytes + edge,
        rng.randint(0, 3 * block),
        rng.randint(0, MAX_RANDOM_BYTES),
    )
    return rng.choice(lengths)


def flip_bit(rng: Random, data: bytes) -> bytes:
    """Return `data` with one bit changed."""
    bit = rng.randrange(8 * len(data))
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def counting_bytes(size: int) -> bytes:
    """Return the text of a stimulus."""
    return bytes(index % 251 for index in range(size))


def require_size(what: str, size: int, sizes: Container[int]) -> None:
    """Raise RoundelError that says what is expected unless a length in bytes is one of `sizes`."""
    if size in sizes:
        return
    expected = ""
    if isinstance(sizes, range):
        first, last = sizes[0], sizes[-1]
        expected = f"{first} to {last}" if first else f"at most {last}"
        expected = f"{first} or more" if last > MAX_STATED_SIZE else expected
        expected = f"a multiple of {sizes.step}" if sizes.step > 1 else expected
    elif isinstance(sizes, tuple):
        expected = " or ".join(map(str, sizes))
    raise RoundelError(f"{what} of {size} bytes, expected {expected}")
