"""Reading a paper's file and checking it."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import ValidationError

from roundel.errors import RoundelError, unknown_name
from roundel.papers.model import Paper

FOLDER = Path(__file__).parent


def paper_names(folder: Path = FOLDER) -> list[str]:
    """Return the short names of the papers that stand as data: p1, ..."""
    return sorted(path.stem for path in folder.glob("*.toml"))


def find_paper(name: str, folder: Path = FOLDER) -> Paper:
    """Return the paper of that short name; RoundelError with the nearest names when there is none."""
    names = paper_names(folder)
    if name not in names:
        raise unknown_name("paper", name, names)
    return load_paper(folder / f"{name}.toml")


def load_paper(path: Path) -> Paper:
    """Return the paper in a TOML file.

    Raises RoundelError naming the file, the entry and the field of everything that is malformed.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RoundelError(f"{path}: {error.strerror}", "Name a paper's TOML file.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RoundelError(f"{path}: {error}", "Correct the TOML.") from error
    try:
        paper = Paper.model_validate(data)
    except ValidationError as error:
        lines = [f"{_where(data, fault['loc'])}{fault['msg']}" for fault in error.errors()]
        raise RoundelError(f"{path}: " + "; ".join(lines), "Correct the entry.") from error
    if paper.id != path.stem:
        raise RoundelError(f"{path}: id is {paper.id!r}", f"Name it {path.stem!r}, as the file.")
    return paper


def _where(data: object, location: tuple[int | str, ...]) -> str:
    """Return a fault's place in words: entries by their `name` where they have one, else counted from 1."""
    words = []
    for step in location:
        if isinstance(data, dict):
            data = data.get(step)
            words.append(str(step))
        elif isinstance(data, list) and isinstance(step, int):
            data = data[step]
            name = data.get("name") if isinstance(data, dict) else None
            words[-1] += f" {name!r}" if name else f" {step + 1}"
        else:
            words.append(str(step))
    return ", ".join(words) + ": " if words else ""
