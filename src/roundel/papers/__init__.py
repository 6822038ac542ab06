"""Published results as data: `find_paper("p1")` gives the cells and claims of a paper, checked."""

from roundel.papers.load import find_paper, load_paper, paper_names
from roundel.papers.model import Claim, Grid, Pair, Paper, PaperTable, PublishedRow, Term

__all__ = [
    "Claim",
    "Grid",
    "Pair",
    "Paper",
    "PaperTable",
    "PublishedRow",
    "Term",
    "find_paper",
    "load_paper",
    "paper_names",
]
