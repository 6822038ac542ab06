"""A row of a file of known answers, before it is checked: fields by the names of Roundel's own format."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from roundel.algorithms.kinds.entries import Entry, OtherEntry
from roundel.algorithms.kinds.fields import Fields
from roundel.algorithms.registry import parsers
from roundel.errors import RoundelError


@dataclass(frozen=True)
class Row:
    """The fields of a row. `names` are those that the file has for them, where they differ."""

    where: str
    value: object
    names: Mapping[str, str] = field(default_factory=dict)

    def entry(self) -> Entry:
        """Return the known answer; RoundelError names the place and the malformed field."""
        fields = Fields(self.where, self.value, self.names)
        alg = fields.text("alg")
        head = (alg, fields.text("src", ""), fields.where)
        for pattern, parse in parsers():
            match = re.fullmatch(pattern, alg)
            if match:
                return parse(head, match, fields)
        return OtherEntry(*head)


@dataclass(frozen=True)
class Malformed:
    """A row that cannot be read, and why."""

    error: RoundelError

    def entry(self) -> Entry:
        """Raise the error."""
        raise self.error


Made = Row | Malformed


def malformed(message: str, hint: str = "Correct the file.") -> Malformed:
    """Return a row that cannot be read."""
    return Malformed(RoundelError(message, hint))


def other(where: str, alg: str, src: str) -> Row:
    """Return a row that is counted and not read: nothing here verifies `alg`."""
    return Row(where, {"alg": alg, "src": src})
