"""What a paper's text claims, put into figures."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from roundel.checked import Data, Name, Positive

# A core of ours and one of its services, "multi-keccak-hs/hash"; several side by side are a sum,
# "groestl/hash + 2 * aes/ctr". Of a figure that belongs to no row: its name and version, "sha3-512/neon".
_DESIGN = r"(?:\d+ \* )?[^/+* ]+/[^/+* ]+"
Part = Annotated[str, Field(pattern=rf"^{_DESIGN}(?: \+ {_DESIGN})*$")]
Measure = Literal[
    "throughput per area",
    "throughput",
    "clock",
    "area",
    "bits per cycle",
    "levels of logic",
    "instructions per byte",
    "cycles per permutation",
    "gate equivalents",
    "extra blocks",
]
# Measures of figures that belong to no row.
ROWLESS: tuple[Measure, ...] = (
    "instructions per byte",
    "cycles per permutation",
    "gate equivalents",
    "extra blocks",
)
Sense = Literal["about", "above", "below"]


def designs_of(part: str) -> list[tuple[int, str]]:
    """Return the designs that stand side by side in a part, each with how many there are of it."""
    designs = []
    for word in part.split(" + "):
        match = re.fullmatch(r"(?:(\d+) \* )?(.+)", word)
        assert match is not None, part  # any word matches
        designs.append((int(match[1] or 1), match[2]))
    return designs


class Term(Data):
    """A quotient: the product of the figures of `over` by that of `under`."""

    over: Annotated[tuple[Part, ...], Field(min_length=1)]
    under: tuple[Part, ...] = ()

    @property
    def parts(self) -> tuple[str, ...]:
        """Every figure that the term needs."""
        return self.over + self.under


class CellName(Data):
    """A cell of a grid, by its line and column."""

    line: Name
    column: Name


# How the cells of a claim become one figure.
Fold = Literal["mean", "largest"]


class Claim(Data):
    """What the text claims, in figures: the geometric mean of `terms`, beside `value` or that of `table`.

    "about" agrees within the paper's tolerance; "above" and "below" ask which side of `value` it is. Instead
    of terms there may be `cells`, of the grid that `table` names. `measure` is what the terms are of,
    throughput per area where none is named; cells have that of their grid. `fold` is how cells become one
    figure, which is divided by that of the cells `against`, where there are some. `cannot` is the reason why
    nothing here can measure it, `pending` what has to be there before it can; `note` is what to know of our
    figure; it quotes figures in braces.

    `own` says how our way of judging differs from what the paper states: the claim is then marked as ours.
    `incomparable` is the reason why our figure does not answer the paper's, except on the targets of
    `comparable_on`. `why` is the cause where the claim does not hold; it quotes figures in braces.
    """

    name: Name
    text: Name
    where: Name
    measure: Measure | None = None
    sense: Sense = "about"
    value: Positive | None = None
    table: str | None = None
    terms: tuple[Term, ...] = ()
    cells: tuple[CellName, ...] = ()
    fold: Fold = "mean"
    against: tuple[CellName, ...] = ()
    own: str = ""
    incomparable: str = ""
    comparable_on: tuple[Name, ...] = ()
    why: str = ""
    cannot: str = ""
    pending: str = ""
    note: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """Every figure that the claim needs, once each."""
        return tuple(dict.fromkeys(part for term in self.terms for part in term.parts))

    @property
    def all_cells(self) -> tuple[CellName, ...]:
        """The claim's cells, and those that they are compared with."""
        return (*self.cells, *self.against)

    @property
    def two_sided(self) -> bool:
        """Whether its figure is a quotient of two designs' figures, or a mean of such: one of them wins."""
        return bool(self.terms) and all(len(term.over) == len(term.under) == 1 for term in self.terms)

    @model_validator(mode="before")
    @classmethod
    def _default_measure(cls, data: Any) -> Any:
        if isinstance(data, dict) and data.get("terms") and data.get("measure") is None:
            return {**data, "measure": "throughput per area"}
        return data

    @model_validator(mode="after")
    def _check_complete(self) -> Self:
        if self.against and not self.cells:
            raise ValueError("a claim has `against` only with cells")
        if self.comparable_on and not self.incomparable:
            raise ValueError("`comparable_on` goes with `incomparable`")
        if self.cells and self.measure:
            raise ValueError("a claim of cells has the measure of their grid, none of its own")
        if self.cannot or self.pending:
            if self.terms or self.cells or (self.cannot and self.pending):
                raise ValueError("a claim has terms, or cells, or `cannot`, or `pending`")
        elif self.incomparable and not (self.terms or self.cells):
            pass
        elif bool(self.terms) == bool(self.cells):
            raise ValueError("a claim needs terms or cells, or `cannot` or `pending` with the reason")
        elif self.value is None and self.table is None:
            raise ValueError("a claim needs a value or a table")
        elif self.cells and self.table is None:
            raise ValueError("a claim of cells needs their table")
        elif self.sense != "about" and self.value is None:
            raise ValueError(f"sense {self.sense!r} needs a value")
        return self
