"""The results of a verification: the counts for a core, and the failures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Failure:
    """One failed transaction: its origin, what failed, the inputs, and the expected and actual answers.

    `inputs` are segments ("TEXT 00ff…"), or the beats of an illegal input, or an engine's block and key.
    `before` is the preceding transaction, if the transaction fails only after it.
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
    """The result for one core. The first five counts are of known answers; `random` is counted separately.

    `malformed` are rows that could not be read, each with its place and the malformed field.
    """

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
    malformed: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing failed, and every row could be read."""
        return not self.failures and not self.malformed
