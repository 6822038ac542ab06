"""Figures from the tables of the cores' pages."""

from __future__ import annotations

import re

from roundel.paths import project_root


def documented(page: str, row: str, column: int = 0) -> int:
    """Return the figure in a row and column of a page in docs/cores."""
    text = (project_root() / "docs" / "cores" / f"{page}.md").read_text()
    match = re.search(rf"^\| {re.escape(row)} \| (.*) \|$", text, re.MULTILINE)
    assert match, f"no row {row!r} on the page of {page}"
    return int(match[1].split(" | ")[column])
