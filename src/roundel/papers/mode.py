"""A table of modes of operation: what a paper builds, with the sizes and rounds of each."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from roundel.checked import Data, Name

Bits = Annotated[int, Field(ge=0)]


class Mode(Data):
    """A line: the operation in its mode, and `service` at `variant`, which our `cores` have of it.

    `block` is the block of the cipher or the state of the permutation, and `key` is 0 where the paper has
    none. `rate` is that of a sponge or duplex. `inputs` and `outputs` are as printed. `why` is the cause
    where ours is another one.
    """

    name: Name
    mode: Name
    cores: Annotated[tuple[Name, ...], Field(min_length=1)]
    service: Name
    algorithm: Name
    variant: Name
    block: Annotated[int, Field(gt=0)]
    key: Bits
    rounds: Annotated[int, Field(gt=0)]
    rate: Annotated[int, Field(gt=0)] | None = None
    inputs: str = ""
    outputs: str = ""
    why: str = ""


class ModeTable(Data):
    """A numbered table of modes."""

    name: Name
    caption: str = ""
    modes: Annotated[tuple[Mode, ...], Field(min_length=1)]
