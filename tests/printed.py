"""What a page prints for its reader to save or to run."""

from __future__ import annotations

import re


def printed_blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a language in a page of Markdown."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def printed_block(page: str, language: str) -> str:
    """The one fenced block of a language in a page of Markdown."""
    (block,) = printed_blocks(page, language)
    return block
