"""What the measured parts of the pages have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

EARLIER = "†: the sources have changed since the row was measured.\n"
LOST = "Seeds, n of m: the others of m were tried and not routed; they are in no median.\n"


def mark(current: bool) -> str:
    """Return what stands behind a row that `EARLIER` is said of; nothing behind any other."""
    return "" if current else " †"


def with_legend(parts: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the parts one below the other, and below them what marks and words in use mean."""
    mine = list(rows)
    legend = [LOST] if any(row["seeds_failed"] for row in mine) else []
    legend += [] if all(row["current"] for row in mine) else [EARLIER]
    return "\n".join(part for part in (*parts, *legend) if part)


def markdown_table(heads: Iterable[str], lines: Iterable[Sequence[str]]) -> str:
    """Return a table, its cells as they are; nothing where it has no lines."""
    body = [f"| {' | '.join(line)} |" for line in lines]
    if not body:
        return ""
    names = list(heads)
    return "\n".join([f"| {' | '.join(names)} |", "|" + "---|" * len(names), *body, ""])
