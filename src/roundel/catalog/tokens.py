"""The tokens of SystemVerilog texts: what tools see of a source, without its comments and layout.

Results are keyed by tokens, so that a new comment leaves every stored result valid.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path

from roundel.paths import cache_path
from roundel.process.known import Known

# Separates the tokens of a digest.
_END = "\0"
# Ends a `define, whose text extends to the end of its line.
_LINE_END = "\n"
_SYNTHESIS = "SYNTHESIS"


class _Branch(Enum):
    """The current branch of an open condition, as synthesis sees it."""

    SEEN = "seen"
    HIDDEN = "hidden"  # a later branch may be seen
    DONE = "done"  # an earlier branch was seen
    UNDECIDED = "undecided"  # the condition is on another name than SYNTHESIS


_NOT_SEEN = frozenset((_Branch.HIDDEN, _Branch.DONE))


def digest_of(texts: Iterable[str], *, synthesis: bool) -> str:
    """Return the digest of the tokens of `texts`, in their order.

    Args:
        texts: SystemVerilog texts in compilation order. The digest does not depend on their file names.
        synthesis: Whether to leave out what conditions on SYNTHESIS hide from synthesis.

    Returns:
        SHA-256, 64 hex digits.
    """
    digest = hashlib.sha256()
    for facts in map(facts_of, texts):
        digest.update(facts.synthesized if synthesis else facts.all_tokens)
    return digest.hexdigest()


@dataclass(frozen=True)
class Facts:
    """What is kept of a text: the digests of all tokens and of those that synthesis sees, its identifiers."""

    all_tokens: bytes
    synthesized: bytes
    identifiers: frozenset[str]


@lru_cache(maxsize=4096)
def facts_of(text: str) -> Facts:
    """Return the facts of a text, from the cache if it was read before."""
    known = _known(cache_path("tokens"))
    try:
        return _facts_from(known.facts(text, _read_text))
    except (ValueError, IndexError):  # a damaged cache
        return _facts_from(known.facts(text, _read_text, again=True))


@cache
def _known(folder: Path) -> Known:
    from importlib.metadata import version

    return Known(folder, Path(__file__).read_bytes(), version("pyslang").encode())


def _read_text(text: str) -> list[str]:
    tokens = tokens_of(text)
    identifiers = sorted({token for token in tokens if token.isidentifier()})
    return [_digest(tokens), _digest(synthesized(tokens)), *identifiers]


def _facts_from(fields: list[str]) -> Facts:
    return Facts(bytes.fromhex(fields[0]), bytes.fromhex(fields[1]), frozenset(fields[2:]))


def _digest(tokens: Iterable[str]) -> str:
    return hashlib.sha256(_END.join(tokens).encode()).hexdigest()


def tokens_of(text: str) -> list[str]:
    """Return the tokens of a text from slang's lexer. Directives are tokens; comments are not."""
    import pyslang
    from pyslang.parsing import Lexer, TokenKind, TriviaKind

    manager = pyslang.SourceManager()
    lexer = Lexer(manager.assignText(text), pyslang.BumpAllocator(), pyslang.Diagnostics(), manager)
    tokens: list[str] = []
    defining = False
    while True:
        token = lexer.lex()
        if defining and any(trivia.kind == TriviaKind.EndOfLine for trivia in token.trivia):
            tokens.append(_LINE_END)
            defining = False
        if token.kind == TokenKind.EndOfFile:
            return tokens
        tokens.append(token.rawText)
        defining = defining or token.rawText == "`define"


def synthesized(tokens: Iterable[str]) -> Iterator[str]:
    """Yield the tokens that synthesis sees, with SYNTHESIS defined.

    Conditions on SYNTHESIS are decided, and their directives are dropped. All other conditions remain.
    """
    stream = iter(tokens)
    branches: list[_Branch] = []
    for token in stream:
        seen = not _NOT_SEEN.intersection(branches)
        if token in ("`ifdef", "`ifndef"):
            name = next(stream, "")
            if name == _SYNTHESIS:
                branches.append(_Branch.SEEN if token == "`ifdef" else _Branch.HIDDEN)
                continue
            branches.append(_Branch.UNDECIDED)
            if seen:
                yield from (token, name)
        elif branches and branches[-1] is not _Branch.UNDECIDED and token in ("`else", "`elsif", "`endif"):
            before = branches.pop()
            if token == "`endif":
                continue
            if before is not _Branch.HIDDEN:
                branches.append(_Branch.DONE)
            elif token == "`else":
                branches.append(_Branch.SEEN)
            else:  # `ifndef SYNTHESIS ... `elsif NAME is `ifdef NAME to synthesis
                branches.append(_Branch.UNDECIDED)
                if not _NOT_SEEN.intersection(branches):
                    yield "`ifdef"
        else:
            if token == "`endif" and branches:
                branches.pop()
            if seen:
                yield token
