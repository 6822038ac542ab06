"""A mutation of a file: what it changes, what kind of change it is, and the name by which it is stored."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum


class Operator(StrEnum):
    """What a mutation does."""

    NEGATE = "negate a condition"
    DECIDE = "decide a condition"
    SWAP = "swap an operator"
    DROP_TERM = "drop a term"
    DROP_NOT = "drop a negation"
    RELATION = "change a comparison"
    CONSTANT = "change a constant"
    RESET = "change a reset value"
    INDEX = "shift an index"
    ENUM = "change an enum value"
    DROP_ASSIGNMENT = "drop an assignment"
    BRANCH = "swap branches"
    CHOSEN = "chosen by hand"


@dataclass(frozen=True)
class Mutation:
    """A change of one expression or statement of a file: the bytes `start` to `end` become `new`.

    `in_set` means that the expression is an element of the list of `inside`.
    """

    file: str
    line: int
    operator: Operator
    start: int
    end: int
    old: str
    new: str
    is_statement: bool
    id: str = ""
    in_set: bool = False

    @property
    def summary(self) -> str:
        """The mutation in one line."""
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.file}:{self.line}: {self.operator}: {old} -> {new or 'nothing'}"

    def overlaps(self, other: Mutation) -> bool:
        """Return whether both change the same bytes."""
        return self.file == other.file and self.start < other.end and other.start < self.end


def with_ids(mutations: list[Mutation], text: str) -> list[Mutation]:
    """Return the mutations with names that do not depend on the lines around them."""
    lines = text.splitlines()
    seen: Counter[str] = Counter()
    named = []
    for one in mutations:
        parts = (one.file, lines[one.line - 1].strip(), one.operator, one.old, one.new)
        key = "\0".join(parts)
        seen[key] += 1
        digest = hashlib.sha256(f"{key}\0{seen[key]}".encode()).hexdigest()
        named.append(replace(one, id=digest[:8]))
    return named
