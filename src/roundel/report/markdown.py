"""What the measured parts of the pages have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

EARLIER = "†: the sources have changed since the row was measured.\n"


def markdown_table(heads: Iterable[str], lines: Iterable[Sequence[str]]) -> str:
    """Return a table, its cells as they are; nothing where it has no lines."""
    body = [f"| {' | '.join(line)} |" for line in lines]
    if not body:
        return ""
    names = list(heads)
    return "\n".join([f"| {' | '.join(names)} |", "|" + "---|" * len(names), *body, ""])
