"""Errors that say what was wrong, what was expected and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class RoundelError(Exception):
    """A failure that the user can correct. `message` names the value; `hint` says what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep both parts; `hint` may be empty."""
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        """Return the message and, on its own line, the hint."""
        return f"{self.message}\n  {self.hint}" if self.hint else self.message


def nearest_names(name: str, known: Iterable[str]) -> list[str]:
    """Return the `known` names that are similar to `name`, at most five. Case does not count."""
    by_folded = {one.casefold(): one for one in known}
    return [by_folded[one] for one in difflib.get_close_matches(name.casefold(), by_folded, n=5, cutoff=0.5)]


def unknown_name(kind: str, name: str, known: Iterable[str]) -> RoundelError:
    """Return the error for a `name` that is not a `kind`. It suggests the nearest of the `known` names."""
    names = sorted(known)
    nearest = nearest_names(name, names)
    between = "; " if any("," in one for one in names) else ", "
    hint = f"Did you mean {' or '.join(nearest)}?" if nearest else f"Known: {between.join(names) or 'none'}."
    return RoundelError(f"unknown {kind} {name!r}", hint)
