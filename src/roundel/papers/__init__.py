"""Published results as data: `find_paper("p1")` gives the cells and claims of a paper, checked."""

from typing import TYPE_CHECKING

from roundel.lazy import import_on_first_use

if TYPE_CHECKING:
    from roundel.papers.chart import Chart, ClaimChart, Curve
    from roundel.papers.claim import Claim, Term
    from roundel.papers.grid import Cell, Column, Grid, Line
    from roundel.papers.load import find_paper, load_paper, paper_names
    from roundel.papers.mode import Mode, ModeTable
    from roundel.papers.model import Drawing, OwnRow, Pair, Paper, PaperTable, PublishedRow

__all__ = [
    "Cell",
    "Chart",
    "Claim",
    "ClaimChart",
    "Column",
    "Curve",
    "Drawing",
    "Grid",
    "Mode",
    "ModeTable",
    "Line",
    "OwnRow",
    "Pair",
    "Paper",
    "PaperTable",
    "PublishedRow",
    "Term",
    "find_paper",
    "load_paper",
    "paper_names",
]

import_on_first_use(__name__)
