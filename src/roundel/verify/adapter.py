"""What verification needs to know of a service: which entries it serves and how to ask a core for them."""

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
    """One transaction of a session: what goes in, what comes out.

    `goes_on` with what the step before it kept; `stays`: keeps something for the next.
    """

    segments: Sequence[Segment]
    answer: Sequence[Segment]
    goes_on: bool = False
    stays: bool = False


@dataclass(frozen=True)
class Adapter:
    """A service by its catalog name.

    `case_of(entry, beat_bytes)` is the transaction of a known answer, or None when the service does not
    serve it; `random_case(rng, beat_bytes)` a legal transaction with the answer of the golden model;
    `grammars` the operations by number, for the rules of the protocol. A service whose order of segments
    is no fixed list, or that keeps something from one transaction to the next, has its own `reference` in
    their place. `random_session(rng, beat_bytes, left_open)` are transactions of which each but the first
    goes on with what the one before kept; the last keeps something if `left_open`, unless it is refused.
    """

    service: str
    case_of: Callable[[Entry, int], Case | None]
    random_case: Callable[[Random, int], Case]
    grammars: Mapping[int, Grammar]
    reference: Callable[[], ReferenceModel] | None = None
    random_session: Callable[[Random, int, bool], list[Step]] | None = None

    def new_reference(self) -> ReferenceModel:
        """Return what follows the rules of the service, idle."""
        return self.reference() if self.reference else Reference(self.grammars)
