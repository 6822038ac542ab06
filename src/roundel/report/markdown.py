"""What the measured parts of the pages have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from roundel.compare.measured import Measured, sources_state
from roundel.lab import columns

STALE = "†: stale. The sources have changed since the row was measured.\n"
EARLIER_NAMES = (
    "‡: measured under earlier names. The design elaborates to the same netlist but for names: "
    "cycles are the same; mapping, and place and route, may depend on names.\n"
)
LOST = "Seeds, n of m: m seeds were tried and n were routed; medians are over the n.\n"


def mark(row: Mapping[str, Any] | Measured) -> str:
    """Return the mark of a stale row or of one measured under earlier names; nothing for any other row."""
    return {columns.STALE: " †", columns.EARLIER_NAMES: " ‡"}.get(sources_state(row), "")


def with_legend(parts: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Return the parts one below the other, and below them what marks and words in use mean."""
    mine = list(rows)
    legend = [LOST] if any(row["seeds_failed"] for row in mine) else []
    legend += legend_of(mark(row) for row in mine)
    return "\n".join(part for part in (*parts, *legend) if part)


def legend_of(marks: Iterable[str]) -> list[str]:
    """Return what the marks in use mean, a paragraph each."""
    used = set(marks)
    return [text for text in (STALE, EARLIER_NAMES) if f" {text[0]}" in used]


def markdown_table(heads: Iterable[str], lines: Iterable[Sequence[str]]) -> str:
    """Return a table, its cells as they are; nothing where it has no lines."""
    body = [f"| {' | '.join(line)} |" for line in lines]
    if not body:
        return ""
    names = list(heads)
    return "\n".join([f"| {' | '.join(names)} |", "|" + "---|" * len(names), *body, ""])
