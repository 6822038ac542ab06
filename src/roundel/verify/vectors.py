"""Reads known answers from files: Roundel's own format, Wycheproof, ACVP, and `.rsp` of NIST's CAVP.

Roundel's format is a JSON list of objects with `alg`, `src` and the algorithm's fields. Byte strings are hex,
first byte first. An entry of a known algorithm has its own type, with checked fields. Any other entry is an
`OtherEntry`, so that it can be counted. tests/vectors/README.md describes the fields, docs/vectors.md the
other formats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from roundel.acvp.sets import EXPECTED, OTHER_FILES, PROMPT, read_json, read_set, set_in
from roundel.algorithms.kinds.entries import Entry
from roundel.errors import RoundelError
from roundel.verify.acvp_rows import acvp_rows
from roundel.verify.rows import Made, Row
from roundel.verify.rsp import rsp_rows
from roundel.verify.wycheproof import is_wycheproof, wycheproof_rows

PROJECTION = "internalProjection"


@dataclass(frozen=True)
class Vectors:
    """The known answers of files, and an error for each row that could not be read."""

    entries: tuple[Entry, ...]
    malformed: tuple[RoundelError, ...]


def read(path: Path) -> Vectors:
    """Return the known answers of a file, or of all files of a directory in the order of their names.

    Args:
        path: A file of any of the formats, or a directory of *.json and *.rsp.

    Returns:
        The entries. A malformed row is reported in `malformed`, and so is a malformed file of a directory.

    Raises:
        RoundelError: A single file cannot be read, or a directory has no file of known answers.
    """
    entries: list[Entry] = []
    errors: list[RoundelError] = []
    if path.exists() and not (path.is_dir() or path.is_file() or path.is_fifo()):
        raise RoundelError(f"{path}: not a file", "Pass a vector file or a directory of vector files.")
    files = _files(path) if path.is_dir() else [path]
    for file in files:
        try:
            for row in _rows(file):
                try:
                    entries.append(row.entry())
                except RoundelError as error:
                    errors.append(error)
        except RoundelError as error:
            if file == path:
                raise
            errors.append(error)
    return Vectors(tuple(entries), tuple(errors))


def load(path: Path) -> list[Entry]:
    """Return the known answers of a file or directory.

    Raises RoundelError that names the file, the row and the malformed field.
    """
    vectors = read(path)
    if vectors.malformed:
        raise vectors.malformed[0]
    return [*vectors.entries]


def _files(folder: Path) -> list[Path]:
    """Return the files of a directory that have known answers.

    The internal projection of a vector set has its prompt and its results, and replaces both.
    """
    files = sorted(one for one in folder.iterdir() if one.suffix in (".json", ".rsp"))
    files = [one for one in files if one.name not in OTHER_FILES]
    complete = {_other(one, PROJECTION, part) for one in files for part in (PROMPT, EXPECTED)}
    prompts = {_other(one, PROMPT, EXPECTED) for one in files}
    files = [one for one in files if one not in complete - {None} and one not in prompts - {None}]
    if not files:
        raise RoundelError(
            f"no *.json or *.rsp in {folder}", "Pass a vector file or a directory of vector files."
        )
    return files


def _other(path: Path, part: str, other: str) -> Path | None:
    """Return the file beside a part of a vector set that has its other part; None for another file."""
    return path.with_name(path.name.replace(part, other)) if part in path.name else None


def _rows(path: Path) -> Iterator[Made]:
    if path.suffix == ".rsp":
        yield from rsp_rows(path, _text(path))
        return
    content = read_json(path)
    if is_wycheproof(content):
        yield from wycheproof_rows(str(path), content)
    elif set_in(content) is not None:
        beside = _other(path, PROMPT, EXPECTED)
        results = read_json(beside) if beside is not None and beside.is_file() else None
        yield from acvp_rows(read_set(str(path), content, results))
    elif isinstance(content, list):
        yield from (Row(f"{path}: entry {number}", value) for number, value in enumerate(content, 1))
    else:
        raise RoundelError(
            f"{path}: not a list, and no file of Wycheproof or ACVP",
            "Roundel's own format is a JSON list of objects; docs/vectors.md has the others.",
        )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise RoundelError(
            f"{path}: {error.strerror}", "Pass a vector file or a directory of vector files."
        ) from error
