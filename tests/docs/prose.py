"""The prose of the project: sentences of pages, comments and docstrings, each with its place."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

GENERATED = re.compile(r"<!-- (lab|output): (.*?) begin -->.*?<!-- \1: \2 end -->", re.DOTALL)
# A sentence ends at a full stop before a capital letter, but not after an abbreviation or a number.
_END = re.compile(r"(?<=[a-z0-9)`%\"][.!?:])\s+(?=[A-Z`\[(\"0-9])|\n\n+")


def page_sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a Markdown page with the line on which their paragraph starts."""
    # What commands write keeps its lines, so that the numbers of later lines stay right.
    text = GENERATED.sub(lambda match: "\n" * match[0].count("\n"), path.read_text())
    tokens = MarkdownIt().enable("table").parse(text)
    for block, inline in zip(tokens, tokens[1:], strict=False):
        if block.type == "paragraph_open" and inline.type == "inline" and inline.children:
            for sentence in sentences(plain(inline.children)):
                yield (inline.map or [0])[0] + 1, sentence


def plain(tokens: list[Token]) -> str:
    """Return the text of inline tokens; a piece of code counts as one word."""
    parts = []
    for token in tokens:
        if token.type == "text":
            parts.append(token.content)
        elif token.type == "code_inline":
            parts.append("`code`")
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return "".join(parts)


def sentences(text: str) -> list[str]:
    """Return the sentences of a paragraph."""
    return [" ".join(part.split()) for part in _END.split(text) if part.strip()]


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the comments of a source, and the docstrings of one in Python, with their lines."""
    text = path.read_text()
    if path.suffix == ".sv":
        for number, line in enumerate(text.splitlines(), start=1):
            if found := re.search(r"//(.*)", line):
                yield number, found[1]
    elif path.suffix != ".py":
        # Their keys and code are English words too, except the Verilog in a list of faults.
        for number, line in enumerate(text.splitlines(), start=1):
            if not line.startswith(("old = ", "new = ")):
                yield number, line
    else:
        yield from _python_comments(text)


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the string constants of a Python source that are more than a word, with their lines."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
            yield node.lineno, " ".join(node.value.split())


def _python_comments(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (
            docstring := ast.get_docstring(node, clean=False)
        ):
            first = node.body[0].lineno
            for offset, line in enumerate(docstring.splitlines()):
                yield first + offset, line
