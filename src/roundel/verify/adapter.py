"""What verification knows of a service: the known answers that it serves, and how to request them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from roundel.protocol.stream import Segment
from roundel.verify.cases import Case
from roundel.verify.entries import Entry
from roundel.verify.protocol import Grammar, Reference, ReferenceModel


@dataclass(frozen=True)
class Step:
    """One transaction of a session: its input and its answer.

    `resume`: it uses what the previous step kept. `keep`: it keeps something for the next step.
    """

    segments: Sequence[Segment]
    answer: Sequence[Segment]
    resume: bool = False
    keep: bool = False


@dataclass(frozen=True)
class Adapter:
    """A service by its catalog name.

    `case_of(entry, beat_bytes)` is the transaction of a known answer, or None if the service does not serve
    it. `random_case(rng, beat_bytes)` is a legal transaction with the golden model's answer. `grammars` are
    the operations by number, for the rules of the protocol.

    A service has its own `reference` instead if it keeps something between transactions, or has no fixed
    order of segments. `random_session(rng, beat_bytes, left_open)` are transactions, each of which but the
    first resumes what the previous one kept. If `left_open`, the last one keeps something, unless it is
    refused.
    """

    service: str
    case_of: Callable[[Entry, int], Case | None]
    random_case: Callable[[Random, int], Case]
    grammars: Mapping[int, Grammar]
    reference: Callable[[], ReferenceModel] | None = None
    random_session: Callable[[Random, int, bool], list[Step]] | None = None

    def new_reference(self) -> ReferenceModel:
        """Return a model of the service's rules, idle."""
        return self.reference() if self.reference else Reference(self.grammars)
