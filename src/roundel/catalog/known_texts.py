"""What was found out about texts, kept on this machine: a command need not read known sources again."""

from __future__ import annotations

import atexit
import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from roundel.process.atomic import write_atomically

# Several times the sources, with and without the faults that proofs insert.
MOST_TEXTS = 4096


class KnownTexts:
    """A file of facts, a list of strings for each text, by the SHA-256 of the text.

    A missing, unreadable or damaged file has no facts. Where it cannot be written, none are kept.
    """

    def __init__(self, path: Path, find: Callable[[str], list[str]]) -> None:
        """Read the file. What `find` finds in this process is kept when it ends."""
        self.path = path
        self._find = find
        self._kept = _read(path)
        self._new: dict[str, list[str]] = {}
        atexit.register(self.keep)

    def find(self, text: str, *, again: bool = False) -> list[str]:
        """Return the facts of a text; with `again`, not those of the file."""
        name = hashlib.sha256(text.encode()).hexdigest()
        facts = None if again else self._new.get(name) or self._kept.get(name)
        if facts is None:
            facts = self._new[name] = self._find(text)
        return facts

    def keep(self) -> None:
        """Write what is new, the newest last, and remove the files beside it, which are of other code."""
        if not self._new:
            return
        newest = list({**_read(self.path), **self._new}.items())[-MOST_TEXTS:]
        self._new = {}
        with suppress(OSError):
            write_atomically(self.path, json.dumps(dict(newest), separators=(",", ":")))
            for other in self.path.parent.glob("*.json"):
                if other != self.path:
                    other.unlink(missing_ok=True)


def _read(path: Path) -> dict[str, list[str]]:
    """Return what is kept at `path`, without what is malformed."""
    try:
        data = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return {name: facts for name, facts in data.items() if _is_list(facts)} if isinstance(data, dict) else {}


def _is_list(facts: object) -> bool:
    return isinstance(facts, list) and all(isinstance(fact, str) for fact in facts)
