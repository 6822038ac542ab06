"""HTML without what the standard lets out: optional end tags, quotes of plain values, spaces between cells.

The tree that a browser builds stays the same, but for white space at the edges of cells and items.
See the HTML standard, sections 13.1.2.3 (attributes) and 13.1.2.4 (optional tags).
"""

from __future__ import annotations

import re

# What is left as it stands: style and script by their hash, `pre` by its white space.
_KEPT = re.compile(r"(<(style|script|pre)\b.*?</\2>)", re.DOTALL)
# What follows such an end, in pages that are well formed, ends the element anyhow: the next of them, or their
# parent's end.
_OPTIONAL_ENDS = re.compile(r"\s*</(?:td|th|tr|li|dd|dt|option)>\s*")
_BEFORE = re.compile(r"\s+(?=<(?:td|th|tr|li|dd|dt|option|thead|tbody|/tbody|/table|/ol|/ul|/dl)\b)")
# The end of a paragraph, where a block or the end of the parent follows.
_PARAGRAPH_END = re.compile(
    r"</p>\s*(?=<(?:article|details|div|dl|h[1-6]|ol|p|section|table|ul|/(?:article|details|div|main|section))\b)"
)
_INDENTS = re.compile(r"\n\s+")
_TAG = re.compile(r"""<[a-z](?:[^"'<>]|"[^"]*"|'[^']*')*>""", re.IGNORECASE)
_PLAIN_VALUE = re.compile(r"""="([^\s"'=<>`/]+)"(?=[\s>])""")


def compact(html: str) -> str:
    """Return a page with fewer bytes and the same tree."""
    parts = _KEPT.split(html)
    # Of each three: text, what is kept, its name.
    return "".join(_shorter(text) + kept for text, kept in zip(parts[::3], [*parts[1::3], ""], strict=True))


def _shorter(html: str) -> str:
    without_ends = _PARAGRAPH_END.sub("", _OPTIONAL_ENDS.sub("", html))
    without_spaces = _INDENTS.sub("\n", _BEFORE.sub("", without_ends))
    return _TAG.sub(lambda tag: _PLAIN_VALUE.sub(r"=\1", tag[0]), without_spaces)
