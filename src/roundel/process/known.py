"""Facts that take long to find and follow from a text alone, kept on this machine.

Such are the tokens of a source, which slang finds.
"""

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


class Known:
    """A file of facts, a list of strings for each text, by the SHA-256 of the text.

    A missing, unreadable or damaged file has no facts. Where it cannot be written, none are kept.
    """

    def __init__(self, folder: Path, *code: bytes) -> None:
        """Read the file of the folder for this code, by which facts are found. New facts are kept at exit."""
        digest = hashlib.sha256(b"\0".join(code)).hexdigest()
        self.path = folder / f"{digest[:16]}.json"
        self._kept = _read(self.path)
        self._new: dict[str, list[str]] = {}
        atexit.register(self.keep)

    def facts(self, text: str, find: Callable[[str], list[str]], *, again: bool = False) -> list[str]:
        """Return the facts of a text, which `find` finds where they are not known; with `again`, always."""
        name = hashlib.sha256(text.encode()).hexdigest()
        facts = None if again else self._new.get(name) or self._kept.get(name)
        if facts is None:
            facts = self._new[name] = find(text)
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
