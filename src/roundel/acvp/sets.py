"""Vector sets as ACVP's JSON has them: groups of tests, and the results of the tests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roundel.errors import RoundelError

PROMPT, EXPECTED = "prompt", "expectedResults"
# Files beside a prompt in NIST's folders that have no vectors.
OTHER_FILES = ("registration.json", "validation.json")


class Malformed(RoundelError):
    """A test, or a field of one, is not as ACVP defines it."""


@dataclass(frozen=True)
class TestCase:
    """A test with the fields of its group. `where` names it in messages."""

    where: str
    fields: Mapping[str, Any]
    group: Mapping[str, Any]

    def get(self, *names: str, default: Any = None) -> Any:
        """Return the first of these fields that the test or else its group has; `default` if none."""
        for place in (self.fields, self.group):
            for name in names:
                if name in place:
                    return place[name]
        return default

    def number(self, *names: str, default: int | None = None) -> int:
        """Return an integer, which may be a string of digits; Malformed if it is absent or no such."""
        value = self.get(*names, default=default)
        if isinstance(value, str) and re.fullmatch("[0-9]{1,18}", value):
            return int(value)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.malformed(names[0], value, "an integer of 0 or more")
        return value

    def text(self, *names: str, default: str | None = None) -> str:
        """Return a string; Malformed if it is absent or of another kind."""
        value = self.get(*names, default=default)
        if not isinstance(value, str):
            raise self.malformed(names[0], value, "a string")
        return value

    def hex(self, *names: str, default: bytes | None = None) -> bytes:
        """Return the bytes of a hex string; Malformed if it is absent or of another kind."""
        value = self.get(*names)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or not re.fullmatch("(?:[0-9a-fA-F]{2})*", value):
            raise self.malformed(names[0], value, "pairs of hex digits")
        return bytes.fromhex(value)

    def flag(self, *names: str, default: bool | None = None) -> bool:
        """Return a boolean; Malformed if it is absent or of another kind."""
        value = self.get(*names, default=default)
        if not isinstance(value, bool):
            raise self.malformed(names[0], value, "true or false")
        return value

    def malformed(self, name: str, value: object, expected: str) -> Malformed:
        """Return the error of a field."""
        found = "missing" if value is None else repr(value)[:60]
        return Malformed(f"{self.where}: field {name}: {found}", f"Expected {expected}.")


@dataclass(frozen=True)
class Group:
    """A group: the number, the type of its tests, and the tests."""

    number: Any
    kind: str
    fields: Mapping[str, Any]
    tests: tuple[TestCase, ...]
    malformed: tuple[Malformed, ...] = ()

    def __str__(self) -> str:
        """Return the group as messages name it."""
        words = [self.kind, *map(str, filter(None, (self.fields.get(n) for n in ("direction", "keyLen"))))]
        return f"group {self.number} ({' '.join(words)}, {len(self.tests)} tests)"


@dataclass(frozen=True)
class VectorSet:
    """A vector set: its algorithm and mode, as ACVP names them, and its groups."""

    where: str
    number: Any
    algorithm: str
    mode: str
    revision: str
    groups: tuple[Group, ...]
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return algorithm and mode."""
        return f"{self.algorithm} {self.mode}".strip()


def read_json(path: Path) -> Any:
    """Return the content of a JSON file; RoundelError if it cannot be read."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RoundelError(f"{path}: {error.strerror}", "Name a JSON file.") from error
    except UnicodeDecodeError as error:
        raise RoundelError(f"{path}: not UTF-8 at byte {error.start}", "The file is JSON text.") from error
    except (ValueError, RecursionError) as error:  # malformed, an integer of too many digits, or too deep
        raise RoundelError(f"{path}: not JSON: {error}", "Name a JSON file.") from error


def set_in(content: Any) -> Mapping[str, Any] | None:
    """Return the object of a vector set in a JSON document; None if it has none.

    The document is the object, or a list of the protocol's version and the object.
    """
    parts = content if isinstance(content, list) else [content]
    for part in parts:
        if isinstance(part, dict) and isinstance(part.get("testGroups"), list):
            groups = part["testGroups"]
            if not groups or any(isinstance(group, dict) and "tgId" in group for group in groups):
                return part
    return None


def results_in(content: Any) -> dict[tuple[Any, Any], Mapping[str, Any]]:
    """Return the results of a document by the numbers of group and test; empty if it has none."""
    found = set_in(content)
    return {
        (group.get("tgId"), test.get("tcId")): test
        for group in (found or {}).get("testGroups", ())
        if isinstance(group, dict)
        for test in group.get("tests", ())
        if isinstance(test, dict)
    }


def read_set(where: str, content: Any, results: Any = None) -> VectorSet:
    """Return the vector set of a document.

    Args:
        where: The file, for messages.
        content: The JSON document.
        results: The document of its expected results, whose fields are added to those of the tests.

    Raises:
        RoundelError: It is no vector set, or has no algorithm. Malformed tests are kept in their group.
    """
    found = set_in(content)
    if found is None:
        raise RoundelError(f"{where}: no vector set of ACVP", "Expected an object with testGroups.")
    if not isinstance(found.get("algorithm"), str):
        raise RoundelError(
            f"{where}: a vector set without an algorithm",
            "Results alone name none: name the prompt, and keep both in one folder.",
        )
    known = results_in(results) if results is not None else {}
    return VectorSet(
        where,
        found.get("vsId"),
        found["algorithm"],
        str(found.get("mode") or ""),
        str(found.get("revision") or ""),
        tuple(_groups(where, found["testGroups"], known)),
        found,
    )


def _groups(
    where: str, groups: list[Any], results: Mapping[tuple[Any, Any], Mapping[str, Any]]
) -> Iterator[Group]:
    for position, group in enumerate(groups, 1):
        if not isinstance(group, dict):
            error = Malformed(f"{where}: group {position} is not an object", "Correct the file.")
            yield Group(position, "", {}, (), (error,))
            continue
        number = group.get("tgId", position)
        own = {name: value for name, value in group.items() if name != "tests"}
        tests: list[TestCase] = []
        malformed: list[Malformed] = []
        listed = group.get("tests")
        for place, test in enumerate(listed if isinstance(listed, list) else [None], 1):
            name = f"{where}: group {number}, test {place}"
            if isinstance(test, dict):
                name = f"{where}: group {number}, test {test.get('tcId', place)}"
                result = results.get((group.get("tgId"), test.get("tcId")), {})
                tests.append(TestCase(name, {**test, **result}, own))
            else:
                malformed.append(Malformed(f"{name} is not an object", "Correct the file."))
        yield Group(number, str(group.get("testType", "")), own, tuple(tests), tuple(malformed))
