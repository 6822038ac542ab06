"""Code blocks of a page that a reader saves or runs."""

from __future__ import annotations

import re


def printed_blocks(page: str, language: str) -> list[str]:
    """Return the fenced blocks of a language in a Markdown page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def printed_block(page: str, language: str) -> str:
    """Return the only fenced block of a language in a Markdown page."""
    (block,) = printed_blocks(page, language)
    return block
