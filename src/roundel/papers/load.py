"""Reading a paper's file and checking it."""

from __future__ import annotations

from pathlib import Path

from roundel.checked import read_data
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
    paper = read_data(path, Paper)
    if paper.id != path.stem:
        raise RoundelError(f"{path}: id is {paper.id!r}", f"Name it {path.stem!r}, as the file.")
    return paper
