"""What all of a paper's data has in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Name = Annotated[str, Field(min_length=1)]


class Data(BaseModel):
    """Checked when read: no field too many, none changed later."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def once(kind: str, names: list[str]) -> None:
    """Raise ValueError when a name stands there twice."""
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{kind} {name!r} stands there twice")
