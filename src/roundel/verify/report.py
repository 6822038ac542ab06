"""What verification found: the counts for a core, and what went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Failure:
    """One transaction that went wrong: where it comes from, what happened, what went in, and the answers.

    `inputs` are segments ("TEXT 00ff…") or, where the input is illegal, its beats. `before` is the
    transaction ahead of it, when it fails only behind that one. Of an engine they are a block and its key.
    """

    origin: str
    what: str
    inputs: tuple[str, ...]
    expected: tuple[str, ...]
    got: tuple[str, ...]
    before: tuple[str, ...] = ()
    stalls: str = "none"


@dataclass(frozen=True)
class Report:
    """The outcome for one core. The first five counts are of known answers; `random` ones stand apart."""

    core: str
    served: int
    passed: int
    failed: int
    not_served: int
    not_served_algs: Mapping[str, int]
    random: int
    random_failed: int
    seed: int
    failures: tuple[Failure, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not self.failures
