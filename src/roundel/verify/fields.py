"""Reading the fields of one JSON object, with errors that name the place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias, TypeVar

from roundel.errors import RoundelError
from roundel.verify.entries import Entry

_T = TypeVar("_T")
MAX_DIGITS = 4300  # more of them Python does not read without being asked to


class Fields:
    """The fields of an object that stands at `where` (file and entry number)."""

    def __init__(self, where: str, value: object) -> None:
        """Take the object; RoundelError if `value` is none."""
        if not isinstance(value, dict):
            raise RoundelError(
                f"{where} is no object", "An entry is a JSON object with `alg` and its fields."
            )
        self.where = where
        self._value = value

    def check(self, condition: bool, name: str, found: str, expected: str) -> None:
        """Raise RoundelError about field `name` unless `condition` holds."""
        if not condition:
            raise RoundelError(
                f"{self.where}: field {name}: {_short(found)}", f"Expected {expected}. Correct the entry."
            )

    def text(self, name: str, default: str | None = None) -> str:
        """Return a string."""
        value = self._get(name, default)
        self.check(isinstance(value, str), name, repr(value), "a string")
        return str(value)

    def integer(self, name: str, default: int | None = None) -> int:
        """Return an integer that is not negative."""
        value = self._get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            self.check(False, name, repr(value), "an integer from 0 up")
        assert isinstance(value, int)
        return value

    def number(self, name: str) -> int:
        """Return an integer that may stand as a string of decimal digits, since JSON's own are short."""
        value = self._get(name, None)
        if isinstance(value, str) and re.fullmatch("[0-9]+", value):
            self.check(len(value) <= MAX_DIGITS, name, value, f"at most {MAX_DIGITS} digits")
            return int(value)
        return self.integer(name)

    def flag(self, name: str) -> bool:
        """Return 0 or 1 (also JSON false and true) as a bool; absent is false."""
        value = self._value.get(name, 0)
        self.check(value in (0, 1), name, repr(value), "0 or 1")
        return bool(value)

    def octets(self, name: str, default: bytes | None = None, *, size: int | None = None) -> bytes:
        """Return the bytes of a hex string, exactly `size` of them if that is given."""
        if default is not None and name not in self._value:
            return default
        value = self._get(name, None)
        try:
            # fromhex alone would take spaces.
            octets = bytes.fromhex(value) if isinstance(value, str) and value.isalnum() else None
        except ValueError:
            octets = None
        if value == "":
            octets = b""
        if octets is None:
            self.check(False, name, repr(value), "pairs of hex digits")
            raise AssertionError
        if size is not None:
            self.check(len(octets) == size, name, f"{len(octets)} bytes", f"{size} bytes")
        return octets

    def items(self, name: str) -> list[Fields]:
        """Return the objects of a list."""
        value = self._get(name, None)
        if not isinstance(value, list):
            self.check(False, name, repr(value), "a list of objects")
            raise AssertionError
        return [Fields(f"{self.where}, {name} {number}", item) for number, item in enumerate(value, 1)]

    def _get(self, name: str, default: _T | None) -> object:
        if name in self._value:
            return self._value[name]
        if default is None:
            raise RoundelError(
                f"{self.where}: field {name} is missing", "Add it; the README names the fields."
            )
        return default


Head: TypeAlias = tuple[str, str, str]
"""The first fields of every entry: alg, src, origin."""

Parser: TypeAlias = Callable[[Head, re.Match[str], Fields], Entry]
"""What makes an entry of its head, the match of its algorithm's name, and its fields."""


def is_valid(fields: Fields) -> bool:
    """Return what `result` says; absent is valid."""
    result = fields.text("result", "valid")
    fields.check(result in ("valid", "invalid"), "result", repr(result), "valid or invalid")
    return result == "valid"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
