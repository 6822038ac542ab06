"""What several commands say of their options, and how they refuse them."""

from __future__ import annotations

from pathlib import Path

from roundel.errors import RoundelError

# As roundel.implement has them, which help does not wait for.
TARGET_NAMES = "ecp5, ice40, gowin, nexus, xc7, cells"
OMIT_ONE = "Omit one of them."


def check_seeds(strategy: str, seeds: int | None) -> None:
    """Refuse a number of seeds that the strategy does nothing with."""
    if seeds not in (None, 1) and strategy in ("quick", "search"):
        what = "is one seed" if strategy == "quick" else "chooses its own seeds"
        raise RoundelError(f"--strategy {strategy} {what}, and --seeds says {seeds}", OMIT_ONE)


def check_svg(path: Path) -> None:
    """Refuse the path of a figure that is not an SVG file in a folder that exists."""
    check_file(path)
    if path.suffix.lower() != ".svg":
        name = f"{path.stem or 'figure'}.svg" if path.suffix else f"{path.name.strip('.') or 'figure'}.svg"
        raise RoundelError(f"{path}: a figure is an SVG file", f"Name it {path.parent / name}.")


def check_file(path: Path) -> None:
    """Refuse the path of a new file that is a folder, or that is in no folder that exists."""
    if path.is_dir():
        raise RoundelError(f"{path} is a folder", "Name a file.")
    if not path.parent.is_dir():
        raise RoundelError(f"{path}: there is no folder {path.parent}", "Create it, or name another file.")
