"""The last values of a simulated core's registers, from its trace (VCD, IEEE 1800-2017 clause 21.7)."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from roundel.catalog import Core

_CHANGE = re.compile(rb"^(?:b([01xz]+) |([01xz]))(\S+)$", re.MULTILINE)
_INDEX = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
_ASSIGNED = re.compile(rf"\b([A-Za-z_]\w*)(?:{_INDEX}|\.\w+)*\s*<=")
_MODULE = re.compile(r"^module (\w+)", re.MULTILINE)
_WORD = re.compile(r"\w+")
_NO_ASSIGNMENT = re.compile(r"//[^\n]*|\bfor \([^\n]*")  # comments and loop bounds


def register_names(core: Core) -> set[str]:
    """Return every name that the modules of a core assign with `<=`: all its registers and memories.

    A name that is only compared with `<=` is included too. So the set may be larger than necessary, never
    smaller. A core whose HoldDepth is 0 does not have the registers of the hold.
    """
    modules = {}
    for path in core.sources:
        text = _NO_ASSIGNMENT.sub("", path.read_text())
        if found := _MODULE.search(text):
            modules[found[1]] = text
    if core.hold_beats is None:
        modules.pop("roundel_aead_hold", None)
    reached, pending = set[str](), {core.top}
    while pending:
        name = pending.pop()
        reached.add(name)
        pending |= (set(_WORD.findall(modules[name])) & modules.keys()) - reached
    return {match[1] for name in reached for match in _ASSIGNED.finditer(modules[name])}


def last_values(trace: Path) -> dict[str, bytes]:
    """Return the last value of every signal of a trace, by its hierarchical name, as binary digits.

    Each word of a memory is a separate signal.
    """
    header, _, changes = trace.read_bytes().partition(b"$enddefinitions")
    last = {match[3]: match[1] or match[2] for match in _CHANGE.finditer(changes)}
    signals = _signals(header[header.index(b"$scope") :])  # the part before has the date
    return {name: last[code] for name, code in signals.items() if code in last}


@functools.lru_cache(maxsize=4)
def _signals(declarations: bytes) -> dict[str, bytes]:
    """Return the code of every signal. The traces of one model have the same declarations."""
    scopes: list[str] = []
    signals = {}
    for line in declarations.decode().splitlines():
        match line.split():
            case ["$scope", _, scope, "$end"]:
                scopes.append(scope)
            case ["$upscope", "$end"]:
                scopes.pop()
            case ["$var", _, _, code, name, *_]:
                signals[".".join([*scopes[1:], name])] = code.encode()
    return signals


@functools.cache
def leaf(name: str) -> str:
    """Return the last part of a hierarchical name, without an index (`[3]`, or `(3)` in split arrays)."""
    return re.split(r"[\[(]", name.rpartition(".")[2])[0]
