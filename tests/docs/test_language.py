"""Plain technical English: short sentences, and none of the idioms that a reader has to decode."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from prose import comments, messages, page_sentences

from roundel.paths import project_root

ROOT = project_root()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SOURCES = sorted(
    path
    for folder, suffixes in (
        ("rtl", ("*.sv", "*.toml", "*.core")),
        ("formal", ("*.sv", "*.toml")),
        ("src", ("*.py", "*.toml", "*.cpp", "*.h", "*.j2")),
    )
    for suffix in suffixes
    for path in (ROOT / folder).rglob(suffix)
)
CODE = sorted((ROOT / "src").rglob("*.py"))
MOST_WORDS = 30
MOST_COLUMNS = 100
# What to write instead.
IDIOMS = {
    r"(?:told|tells?)(?! \w* ?\w* ?apart)": "report, say, distinguish",
    r"goes on|going on": "resume, continue",
    r"gives? out|given out|giving out": "send, output",
    r"for(?:gets?|gotten|getting)": "clear",
    r"wip(?:es?|ed|ing)": "clear",
    r"anew": "again",
    r"by itself": "alone, separately",
    r"who(?:so)?ever|whatsoever": "anyone",
    r"held against|holds? against|hold against": "check against",
    r"came to\b(?! be)|come to\b(?! be)": "result of",
    r"(?:present|earlier) sources": "current, stale",
    r"looked at": "checked, read",
    r"lone": "single",
    r"behind": "after",
    r"besides": "also, except",
    r"colou?rs?(?<=our|urs)|behaviour|optimis(?:e|ation)\w*|licence": "US spelling",
}
BANNED = re.compile("|".join(rf"\b(?:{idiom})\b" for idiom in IDIOMS), re.IGNORECASE)


def advice(word: str) -> str:
    return next(text for idiom, text in IDIOMS.items() if re.fullmatch(idiom, word, re.IGNORECASE))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_sentences_are_short(page: Path) -> None:
    long = [
        f"{page}:{line}: {len(sentence.split())} words: {sentence}"
        for line, sentence in page_sentences(page)
        if len(sentence.split()) > MOST_WORDS
    ]
    assert not long, "\n".join(long)


def idioms(path: Path, texts: Iterable[tuple[int, str]]) -> list[str]:
    """Return the idioms in texts with their lines, each with its place and what to write instead."""
    return [
        f"{path.relative_to(ROOT)}:{line}: {match[0]!r} ({advice(match[0])}): {text.strip()}"
        for line, text in texts
        for match in BANNED.finditer(re.sub(r"`[^`]*`", "", text))
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_no_idiom(page: Path) -> None:
    found = idioms(page, page_sentences(page))
    assert not found, "\n".join(found)


def test_comments_and_docstrings_have_no_idiom() -> None:
    found = [line for path in SOURCES for line in idioms(path, comments(path))]
    assert not found, "\n".join(found)


def test_messages_have_no_idiom() -> None:
    found = [line for path in CODE for line in idioms(path, messages(path))]
    assert not found, "\n".join(found)
