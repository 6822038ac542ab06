"""Reads the fields of one JSON object. Its errors name the place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from roundel.algorithms.kinds.entries import Entry, Message
from roundel.errors import RoundelError

_T = TypeVar("_T")
MAX_DIGITS = 4300  # Python's own limit for reading an integer


class Fields:
    """The fields of an object. `where` is its place: file and entry number.

    `names` are those that the file has for some fields. Messages use them.
    """

    def __init__(self, where: str, value: object, names: Mapping[str, str] | None = None) -> None:
        """Keep the object; RoundelError if `value` is not an object."""
        if not isinstance(value, dict):
            raise RoundelError(
                f"{where} is not an object", "An entry is a JSON object with `alg` and its fields."
            )
        self.where = where
        self._value = value
        self._names = names or {}

    def check(self, condition: bool, name: str, found: str, expected: str) -> None:
        """Raise RoundelError that names field `name` unless `condition` holds."""
        if not condition:
            raise RoundelError(
                f"{self.where}: field {self._names.get(name, name)}: {_short(found)}",
                f"Expected {expected}. Correct the entry.",
            )

    def text(self, name: str, default: str | None = None) -> str:
        """Return a string."""
        value = self._get(name, default)
        self.check(isinstance(value, str), name, repr(value), "a string")
        return str(value)

    def integer(self, name: str, default: int | None = None) -> int:
        """Return an integer of 0 or more."""
        value = self._get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            self.check(False, name, repr(value), "an integer of 0 or more")
        assert isinstance(value, int)
        return value

    def number(self, name: str) -> int:
        """Return an integer that may be a string of decimal digits, for numbers that JSON readers would
        round.
        """
        value = self._get(name, None)
        if isinstance(value, str) and re.fullmatch("[0-9]+", value):
            self.check(len(value) <= MAX_DIGITS, name, value, f"at most {MAX_DIGITS} digits")
            return int(value)
        return self.integer(name)

    def flag(self, name: str) -> bool:
        """Return 0 or 1 (also JSON false and true) as a bool; false if the field is absent."""
        value = self._value.get(name, 0)
        self.check(value in (0, 1), name, repr(value), "0 or 1")
        return bool(value)

    def hex_bytes(self, name: str, default: bytes | None = None, *, size: int | None = None) -> bytes:
        """Return the bytes of a hex string: exactly `size` bytes if `size` is given."""
        if default is not None and name not in self._value:
            return default
        value = self._get(name, None)
        try:
            # fromhex alone would accept spaces.
            hex_bytes = bytes.fromhex(value) if isinstance(value, str) and value.isalnum() else None
        except ValueError:
            hex_bytes = None
        if value == "":
            hex_bytes = b""
        if hex_bytes is None:
            self.check(False, name, repr(value), "pairs of hex digits")
            raise AssertionError
        if size is not None:
            self.check(len(hex_bytes) == size, name, f"{len(hex_bytes)} bytes", f"{size} bytes")
        return hex_bytes

    def output(self, name: str) -> bytes:
        """Return bytes whose length is that of the field `outlen`, if the object has it."""
        data = self.hex_bytes(name)
        size = self.integer("outlen", len(data))
        self.check(len(data) == size, name, f"{len(data)} bytes", f"{size}, as outlen says")
        return data

    def hex_list(self, name: str) -> list[bytes]:
        """Return the byte strings of a list of hex strings."""
        value = self._get(name, None)
        if not isinstance(value, list):
            self.check(False, name, repr(value), "a list of hex strings")
            raise AssertionError
        return [
            Fields(f"{self.where}, {name} {number}", {name: item}).hex_bytes(name)
            for number, item in enumerate(value, 1)
        ]

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
                f"{self.where}: field {self._names.get(name, name)} is missing",
                "Add it; tests/vectors/README.md lists the fields.",
            )
        return default


Head: TypeAlias = tuple[str, str, str]
"""The first fields of every entry: alg, src, origin."""

Parser: TypeAlias = Callable[[Head, re.Match[str], Fields], Entry]
"""Makes an entry from its head, the match of its algorithm's name, and its fields."""

Rule: TypeAlias = tuple[str, Parser]
"""A regular expression for the full name of an algorithm, and its parser."""


def is_valid(fields: Fields) -> bool:
    """Return whether `result` is valid; an absent field means valid."""
    result = fields.text("result", "valid")
    fields.check(result in ("valid", "invalid"), "result", repr(result), "valid or invalid")
    return result == "valid"


def parse_message(fields: Fields) -> Message:
    """Return one message of authenticated encryption. One that must be refused may have no text."""
    text = fields.hex_bytes("msg") if is_valid(fields) else fields.hex_bytes("msg", b"")
    ciphertext = fields.hex_bytes("ct", size=len(text) if text or is_valid(fields) else None)
    return Message(fields.hex_bytes("ad"), text, ciphertext, fields.hex_bytes("tag"), fields.flag("forget"))


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
