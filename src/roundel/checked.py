"""TOML files that are checked when they are read: their types, and errors that name the key."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from roundel.errors import RoundelError

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Name = Annotated[str, Field(min_length=1)]


class Data(BaseModel):
    """Checked when read: no field too many, none changed later."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Read = TypeVar("Read", bound=Data)


def check_unique(kind: str, names: list[str]) -> None:
    """Raise ValueError for a name that occurs twice."""
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{kind} {name!r} occurs twice")


def read_data(path: Path, kind: type[Read], hint: str = "Name a TOML file of published figures.") -> Read:
    """Return the data in a TOML file.

    `hint` says what to do where there is no such file. Raises RoundelError naming the file, the entry and the
    field of everything that is malformed.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RoundelError(f"{path}: {error.strerror}", hint) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RoundelError(f"{path}: {error}", "Correct the TOML.") from error
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        lines = [f"{_where(data, problem['loc'])}{problem['msg']}" for problem in error.errors()]
        raise RoundelError(f"{path}: " + "; ".join(lines), "Correct the entry.") from error


def _where(data: object, location: tuple[int | str, ...]) -> str:
    """Return a fault's place in words: entries by their `name` where they have one, else counted from 1."""
    steps = []
    for step in location:
        if isinstance(data, dict):
            data = data.get(step)
            steps.append(str(step))
        elif isinstance(data, list) and isinstance(step, int):
            data = data[step]
            name = data.get("name") if isinstance(data, dict) else None
            steps[-1] += f" {name!r}" if name else f" {step + 1}"
        else:
            steps.append(str(step))
    return ", ".join(steps) + ": " if steps else ""
