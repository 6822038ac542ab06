"""Reads known answers from JSON files: a list of objects with `alg`, `src` and the algorithm's fields.

Byte strings are hex, first byte first. An entry of a known algorithm has its own type, with checked fields.
Any other entry is an `OtherEntry`, so that it can be counted. tests/vectors/README.md describes the fields.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from roundel.algorithms.kinds.entries import Entry, OtherEntry
from roundel.algorithms.kinds.fields import Fields
from roundel.algorithms.registry import parsers
from roundel.errors import RoundelError


def load(path: Path) -> list[Entry]:
    """Return the entries of a file, or of all *.json of a directory in the order of their names.

    Raises RoundelError that names the file, the entry's number (from 1) and the malformed field.
    """
    if path.is_dir():
        files = sorted(path.glob("*.json"))
        if not files:
            raise RoundelError(f"no *.json in {path}", "Pass a vector file or a directory of vector files.")
        return [entry for file in files for entry in load(file)]
    if path.exists() and not (path.is_file() or path.is_fifo()):
        raise RoundelError(f"{path}: not a file", "Pass a vector file or a directory of vector files.")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RoundelError(
            f"{path}: {error.strerror}", "Pass a vector file or a directory of vector files."
        ) from error
    except UnicodeDecodeError as error:
        raise RoundelError(
            f"{path}: not UTF-8 at byte {error.start}", "A vector file is JSON text."
        ) from error
    except (ValueError, RecursionError) as error:  # malformed, an integer of too many digits, or too deep
        raise RoundelError(
            f"{path}: not JSON: {error}", "A vector file is a JSON list of objects."
        ) from error
    if not isinstance(data, list):
        raise RoundelError(f"{path}: not a list", "A vector file is a JSON list of objects.")
    return [_entry(Fields(f"{path}: entry {number}", value)) for number, value in enumerate(data, 1)]


def _entry(fields: Fields) -> Entry:
    alg = fields.text("alg")
    head = (alg, fields.text("src", ""), fields.where)
    for pattern, parse in parsers():
        match = re.fullmatch(pattern, alg)
        if match:
            return parse(head, match, fields)
    return OtherEntry(*head)
