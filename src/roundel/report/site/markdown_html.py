"""Pages of the documentation as self-contained HTML: what they link to is in the report, or is named.

HTML in a page is shown as text, never taken as HTML.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from roundel.catalog import Core
from roundel.paths import text_of

_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)


@dataclass(frozen=True)
class Document:
    """A Markdown page: its place in the project ("docs/cores/keccak-hash.md"), and its text."""

    path: str
    text: str

    @property
    def slug(self) -> str:
        """The page's name in addresses within the report."""
        return f"doc-{PurePosixPath(self.path).stem}"


@dataclass(frozen=True)
class Section:
    """A part of a page under its own heading ("" above the first): its address and its HTML."""

    title: str
    id: str
    html: Markup


@dataclass(frozen=True)
class Prose:
    """A page's title, its address in the report, its place in the project, and its parts."""

    path: str
    title: str
    slug: str
    sections: tuple[Section, ...]

    def section(self, title: str) -> Section | None:
        """Return the part of that heading, or None."""
        return next((section for section in self.sections if section.title == title), None)


def read_documents(root: Path, catalog: Mapping[str, Core]) -> dict[str, Document]:
    """Return the documentation's pages of the cores below `root`, by core."""
    of_cores = {name: read_document(core.docs, root) for name, core in catalog.items()}
    return {name: document for name, document in of_cores.items() if document is not None}


def read_document(path: Path, root: Path) -> Document | None:
    """Return the page at `path` below the project's `root`, or None where there is none."""
    if not path.is_file():
        return None
    return Document(path.resolve().relative_to(root.resolve()).as_posix(), text_of(path))


def prose(document: Document, known: Mapping[str, str]) -> Prose:
    """Return a page as HTML. `known` are the pages that the report has: their paths, and their addresses.

    A link to one of them leads there; of any other file its path is named in place of a link.
    """
    markdown = _markdown()
    tokens = markdown.parse(_COMMENT.sub("", document.text))
    title = ""
    parts: list[tuple[str, list[Token]]] = [("", [])]
    for index, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h1":
            title = tokens[index + 1].content
        elif token.type == "heading_open" and token.tag == "h2":
            parts.append((tokens[index + 1].content, []))
        if not (token.type.startswith("heading") and token.tag in ("h1", "h2")) and not _is_title(
            tokens, index
        ):
            parts[-1][1].append(token)
    slug = known.get(document.path, document.slug)
    sections = [
        Section(name, address(slug, name) if name else slug, _html(markdown, body, document, known, name))
        for name, body in parts
        if name or body
    ]
    return Prose(document.path, title, slug, tuple(sections))


def fragment_html(text: str) -> Markup:
    """Return Markdown that is no page of its own as HTML."""
    markdown = _markdown()
    return _html(markdown, markdown.parse(text), Document("", text), {})


def address(slug: str, heading: str) -> str:
    """Return the address of a heading: the page's, and the fragment that a forge makes of the heading."""
    return f"{slug}--" + re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _is_title(tokens: Sequence[Token], index: int) -> bool:
    before = tokens[index - 1] if index else None
    return before is not None and before.type == "heading_open" and before.tag in ("h1", "h2")


def _html(
    markdown: MarkdownIt,
    tokens: Sequence[Token],
    document: Document,
    known: Mapping[str, str],
    section: str = "",
) -> Markup:
    slug = known.get(document.path, document.slug)
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", address(slug, tokens[index + 1].content))
        _point(token.children or [], document, known)
    html = str(markdown.renderer.render(tokens, markdown.options, {}))
    # A wide table or block scrolls in a box of its own, which the keyboard can reach.
    numbers = itertools.count(1)

    def box(_: re.Match[str]) -> str:
        name = escape(f"{section}, table {next(numbers)}".removeprefix(", "))
        return f'<div class="scroll" tabindex="0" role="region" aria-label="{name}"><table>'

    html = re.sub("<table>", box, html)
    html = html.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')
    return Markup(html)  # made by the renderer above, which escapes the page's text


def _point(children: list[Token], document: Document, known: Mapping[str, str]) -> None:
    """Lead links to what the report has; turn the others into text with the path as its title."""
    named: list[bool] = []
    for child in children:
        if child.type == "link_open":
            href = str(child.attrGet("href") or "")
            inside = _inside(href, document, known)
            named.append(inside is None and "://" not in href)
            if inside is not None:
                child.attrSet("href", inside)
            elif named[-1]:
                child.tag, child.attrs = "span", {"class": "file", "title": _path(href, document)}
            else:
                child.attrSet("rel", "noreferrer")
        elif child.type == "link_close" and named.pop():
            child.tag = "span"
        elif child.type == "image":
            # A picture would have to be fetched: its description stands in its place.
            child.type, child.tag = "text", ""


def _inside(href: str, document: Document, known: Mapping[str, str]) -> str | None:
    if "://" in href:
        return None
    path, _, fragment = href.partition("#")
    slug = known.get(_path(path, document) if path else document.path)
    if slug is None:
        return None
    return f"#{slug}--{fragment}" if fragment else f"#{slug}"


def _path(href: str, document: Document) -> str:
    """Return a link's path from the root of the project."""
    parts: list[str] = []
    for part in (PurePosixPath(document.path).parent / href.partition("#")[0]).parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def plain_html(text: str) -> Markup:
    """Return a line of text with its `code` marked as code."""
    pieces = re.split(r"`([^`]*)`", text)
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if index % 2 else escape(piece)
        for index, piece in enumerate(pieces)
    )
