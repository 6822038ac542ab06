"""What an answered paper says in words: the count of its verdicts, and the notes below its tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from roundel.compare.answers import EXPLAINED, Answer, CellAnswer, ModeAnswer, Reproduction, Verdict
from roundel.compare.row_notes import BOUNDS, EARLIER_NAMES_NOTE, HARNESS, STALE
from roundel.papers import PublishedRow


def verdict_counts(answers: Iterable[Answer | CellAnswer]) -> str:
    """Return how many answers there are of each verdict: "2 holds, 1 does not hold"."""
    count = Counter(str(answer.verdict) for answer in answers)
    return ", ".join(f"{count[v]} {v}" for v in Verdict if count[v])


def summary(reproduction: Reproduction) -> list[str]:
    """Return what the paper's claims and ratios amount to, a line each, then how we judge on our own."""
    claims = [answer for answer in reproduction.claims if not answer.own]
    lines = [f"Claims of the paper: {_amount(claims)}."]
    if reproduction.modes:
        lines.append(f"Modes of its tables: {_amount(reproduction.modes)}.")
    if reproduction.ratios:
        lines.append(f"Ratios of its tables: {_amount(reproduction.ratios)}.")
    cells = [cell for grid in reproduction.grids if not grid.grid.own for cell in grid.cells]
    if cells:
        lines.append(f"Cells of its tables of quotients: {_amount(cells)}.")
    if own := own_answers(reproduction):
        lines.append(f"Our own way of judging: {_amount(own)}.")
    return lines


def own_answers(reproduction: Reproduction) -> list[Answer | CellAnswer]:
    """Return the answers that are judged otherwise than the paper states."""
    found: list[Answer | CellAnswer] = [answer for answer in reproduction.claims if answer.own]
    return found + [cell for grid in reproduction.grids if grid.grid.own for cell in grid.cells]


def _amount(answers: Sequence[Answer | CellAnswer | ModeAnswer]) -> str:
    """Return how many answers hold, how many do not, and how many cannot be judged, and why these cannot."""
    count = Counter(answer.verdict for answer in answers)
    holds, fails = count.pop(Verdict.HOLDS, 0), count.pop(Verdict.FAILS, 0)
    parts = ", ".join(f"{count[verdict]} {verdict}" for verdict in Verdict if count[verdict])
    undecided = f"{count.total()} cannot be judged" + (f" ({parts})" if parts else "")
    stale = sum(not answer.current for answer in answers)
    of_stale = f"; {stale} of these rest on stale rows" if stale else ""
    return f"{holds} of {len(answers)} hold, {fails} do not hold, {undecided}{of_stale}"


def cell_causes(reproduction: Reproduction) -> list[str]:
    """Return why cells of the tables of quotients do not agree: each cause once, with its cells."""
    places: dict[tuple[str, str], list[str]] = {}
    for answer in reproduction.grids:
        for line, cells in zip(answer.grid.lines, answer.lines, strict=True):
            for column, cell in zip(answer.grid.columns, cells, strict=True):
                if cell.verdict in EXPLAINED:
                    parts = "" if cell.parts in cell.why else f" ({cell.parts})"
                    place = f"{line.name}, {column.name}{parts}"
                    places.setdefault((answer.grid.name, cell.why), []).append(place)
    return [f"Table {table}: {why} Of {'; '.join(names)}." for (table, why), names in places.items()]


def notes_of(reproduction: Reproduction, bounds: str = BOUNDS) -> list[str]:
    """Return how the verdicts are meant, and what has to be known of single figures.

    `bounds` says what bounds are and where they stand.
    """
    paper = reproduction.paper
    own = "".join(f", {grid.tolerance:g} in Table {grid.name}" for grid in paper.grids if grid.tolerance)
    holds = (
        f"Holds: all of our interval is within a factor of {paper.tolerance:g} of the paper's figure, or of "
        f"the range of its devices{own}, or on the side that it claims. Where both name a winner, it is the "
        "same one. Counts of cycles have no tolerance."
    )
    if of_rows(reproduction):
        holds += " Ours is per LUT. The figure per slice equivalent is shown too; it does not decide."
    notes = [*paper.notes, holds, *([bounds] if of_rows(reproduction) else [])]
    notes += [f"(ours) {answer.name}: {answer.own}" for answer in reproduction.claims if answer.own]
    notes += [f"(ours) Table {grid.name}: {grid.own}" for grid in paper.grids if grid.own]
    notes += [HARNESS] if reproduction.harnessed else []
    notes += [EARLIER_NAMES_NOTE] if reproduction.earlier_names else []
    notes += [
        f"{STALE} {core}: the sources have changed since it was measured." for core in reproduction.stale
    ]
    notes += [f"Measured again by `{command}`." for command in reproduction.remeasure]
    notes += _differing(reproduction)
    notes += _units(reproduction)
    for row in reproduction.rows:
        if isinstance(row.published, PublishedRow) and row.published.repaired:
            notes.append(f"Table {row.table}, {row.published.name}: repaired; {row.published.repaired}")
        if isinstance(row.published, PublishedRow) and row.published.doubt:
            notes.append(f"Table {row.table}, {row.published.name}: in doubt; {row.published.doubt}")
    explained = [row for row in reproduction.rows if row.verdict in EXPLAINED]
    notes += dict.fromkeys(f"Cycles of {row.published.name}: {row.verdict}. {row.why}" for row in explained)
    reasons = [
        cell.reason for grid in reproduction.grids for cell in grid.cells if cell.verdict is Verdict.CANNOT
    ]
    notes += [f"Cannot be measured here: {why}" for why in dict.fromkeys(reasons)]
    notes += [f"Not implemented: {why}" for why in reproduction.failed]
    return notes + ([f"Not measured yet: {'; '.join(reproduction.absent)}"] if reproduction.absent else [])


def of_rows(reproduction: Reproduction) -> bool:
    """Return whether anything of the paper is answered by rows: designs that were placed, or synthesized."""
    answers = (*reproduction.ratios, *reproduction.claims)
    return bool(reproduction.rows or reproduction.grids) or any(answer.target for answer in answers)


def _differing(reproduction: Reproduction) -> list[str]:
    """Return what rows that are divided by each other differ in, with the names of all that divide them."""
    places: dict[str, list[str]] = {}
    for answer in (*reproduction.ratios, *reproduction.claims):
        for found in answer.differs:
            places.setdefault(found, []).append(answer.name)
    for grid in reproduction.grids:
        for line, differs in zip(grid.grid.lines, grid.differs, strict=False):
            for found in differs:
                places.setdefault(found, []).append(f"Table {grid.grid.name}, {line.name}")
    return [f"{'; '.join(dict.fromkeys(names))}: {found}." for found, names in places.items()]


def _units(reproduction: Reproduction) -> list[str]:
    """Return where a paper counts otherwise than we do."""
    paper = reproduction.paper
    rows: Sequence[PublishedRow] = [row for table in paper.tables for row in table.rows if row.rate]
    notes = [f"The paper's Gbit is {paper.gbit} Mbit, ours 1000."] if paper.gbit != 1000 else []
    notes += [
        f"The paper counts {bits} bits of a block. We count the {rate} bits that a block absorbs, "
        "and so does the verdict on cycles."
        for bits, rate in dict.fromkeys((row.block_bits, row.rate) for row in rows)
    ]
    return notes
