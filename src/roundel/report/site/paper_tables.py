"""What the report says of papers, as tables: ratios and claims, their tables' rows, their grids' cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from roundel.compare import Measured, Reproduction, Spread, Verdict
from roundel.compare.answers import Answer, CellAnswer, RowAnswer
from roundel.compare.measured import sources_state
from roundel.compare.notes import more_heads, of_rows
from roundel.lab.columns import CURRENT, STALE
from roundel.papers import PublishedRow
from roundel.report.site.table import Column, Table, Value, as_number, table_of

DIGITS = 3

PAPERS = (
    Column("paper", "paper"),
    Column("title", "title"),
    Column("target", "answered on"),
    *(Column(str(verdict), str(verdict)) for verdict in Verdict),
)

ANSWERS = (
    Column("paper", "paper"),
    Column("kind", "kind"),
    Column("name", "name"),
    Column("text", "what it says", place="detail"),
    Column("where", "where"),
    Column("measure", "measure", place="detail"),
    Column("target", "target", place="detail"),
    Column("printed", "the paper's", DIGITS),
    Column("limit", "limit", DIGITS),
    Column("ours", "ours", DIGITS),
    Column("low", "from", DIGITS),
    Column("high", "to", DIGITS),
    Column("bounds", "bounds are", place="detail"),
    Column("sources", "measured of", place="detail"),
    Column("per_slice", "per slice eq.", DIGITS, "detail"),
    Column("quotient", "ours/paper", DIGITS),
    Column("verdict", "verdict"),
    Column("reason", "reason", place="detail"),
)

PUBLISHED = (
    Column("paper", "paper"),
    Column("table", "table"),
    Column("name", "row"),
    Column("device", "device"),
    Column("area", "area", place="figure"),
    Column("area_unit", "in"),
    Column("mhz", "MHz", 2),
    Column("gbps", "Gbit/s", DIGITS),
    Column("cycles", "cycles"),
    Column("block_bits", "bits/block", place="detail"),
    Column("more", "beside these", place="detail"),
    Column("repaired", "repaired", place="detail"),
    Column("core", "our core"),
    Column("target", "target"),
    Column("our_area", "area", 0),
    Column("our_area_unit", "in"),
    Column("our_mhz", "MHz", 2),
    Column("our_low_mhz", "from", 2, "detail"),
    Column("our_high_mhz", "to", 2, "detail"),
    Column("bounds", "bounds are", place="detail"),
    Column("our_gbps", "Gbit/s", DIGITS),
    Column("our_cycles", "cycles"),
    Column("our_block_bits", "bits/block", place="detail"),
    Column("sources", "measured of", place="detail"),
    Column("verdict", "cycles: verdict"),
    Column("reason", "reason", place="detail"),
)

CELLS = (
    Column("paper", "paper"),
    Column("table", "table"),
    Column("line", "line"),
    Column("column", "column"),
    Column("printed", "the paper's"),
    Column("ours", "ours", DIGITS),
    Column("low", "from", DIGITS),
    Column("high", "to", DIGITS),
    Column("bounds", "bounds are", place="detail"),
    Column("sources", "measured of", place="detail"),
    Column("ratio", "ours/paper", DIGITS),
    Column("verdict", "verdict"),
    Column("reason", "reason", place="detail"),
)


def papers(reproductions: Sequence[Reproduction]) -> Table:
    """Return how many ratios, claims and cells of each paper have which verdict."""
    lines: list[dict[str, Value]] = []
    for one in reproductions:
        count = Counter(verdicts(one))
        head: dict[str, Value] = {"paper": one.paper.id, "title": one.paper.title}
        head["target"] = one.target if of_rows(one) else ""
        lines.append(head | {str(verdict): count[verdict] for verdict in Verdict})
    note = "Counted are the ratios, the claims and the cells of the tables of quotients."
    return table_of("papers", "Papers answered", PAPERS, list(lines), note)


def verdicts(one: Reproduction) -> list[Verdict]:
    """Return the verdicts of a paper's ratios, claims and cells."""
    cells = [cell for grid in one.grids for cell in grid.cells]
    return [*(answer.verdict for answer in (*one.ratios, *one.claims)), *(cell.verdict for cell in cells)]


def answers(reproductions: Sequence[Reproduction]) -> Table:
    """Return the ratios and claims of the papers with their verdicts."""
    lines = [
        _answer(one, kind, answer)
        for one in reproductions
        for kind, many in (("ratio", one.ratios), ("claim", one.claims))
        for answer in many
    ]
    return table_of("answers", "Ratios and claims of the papers", ANSWERS, list(lines))


def published(reproductions: Sequence[Reproduction]) -> Table:
    """Return the rows of the papers' tables beside ours."""
    lines = [_published(one, row) for one in reproductions for row in one.rows]
    note = "Megahertz and areas of different devices stand beside each other and are not divided."
    gbits = (
        f" The Gbit of {one.paper.id} is {one.paper.gbit} Mbit."
        for one in reproductions
        if one.paper.gbit != 1000
    )
    note += "".join(gbits)
    return table_of("published", "Tables of the papers", PUBLISHED, list(lines), note)


def cells(reproductions: Sequence[Reproduction]) -> Table:
    """Return the cells of the papers' tables of quotients beside ours."""
    lines: list[dict[str, Value]] = []
    for one in reproductions:
        for answer in one.grids:
            grid = answer.grid
            for line, row in zip(grid.lines, answer.lines, strict=True):
                for column, cell in zip(grid.columns, row, strict=True):
                    ratio = cell.ours.value / cell.paper if cell.ours and cell.paper else None
                    head: dict[str, Value] = {
                        "paper": one.paper.id,
                        "table": grid.name,
                        "line": line.name,
                        "column": column.name,
                        "printed": float(cell.paper),
                        "ratio": ratio,
                        "verdict": str(cell.verdict),
                        "reason": cell.reason,
                        "sources": _sources(cell),
                    }
                    lines.append(head | spread_values(cell.ours))
    return table_of("cells", "Cells of the papers' tables of quotients", CELLS, list(lines))


def spread_values(spread: Spread | None) -> dict[str, Value]:
    """Return a figure of ours with its bounds; one seed has none to speak of."""
    if spread is None:
        return {"ours": None, "low": None, "high": None, "bounds": ""}
    known = not spread.one_seed
    return {
        "ours": float(spread.value),
        "low": float(spread.low) if known else None,
        "high": float(spread.high) if known else None,
        "bounds": spread.basis,
    }


def _answer(one: Reproduction, kind: str, answer: Answer) -> dict[str, Value]:
    head: dict[str, Value] = {
        "paper": one.paper.id,
        "kind": kind,
        "name": answer.name,
        "text": answer.text,
        "where": answer.where,
        "measure": answer.measure,
        "target": answer.target,
        "printed": as_number(answer.paper),
        "limit": as_number(answer.limit),
        "sources": _sources(answer),
        "per_slice": answer.per_slice.value if answer.per_slice else None,
        "quotient": as_number(answer.quotient),
        "verdict": str(answer.verdict),
        "reason": answer.reason,
    }
    return head | spread_values(answer.ours)


def _sources(answer: Answer | CellAnswer) -> str:
    if answer.ours is None:
        return ""
    return CURRENT if answer.current else STALE


def _published(one: Reproduction, answer: RowAnswer) -> dict[str, Value]:
    row = answer.published
    theirs: dict[str, Value] = dict.fromkeys(("area", "mhz", "gbps", "cycles", "block_bits"))
    theirs |= {"more": "", "repaired": ""}
    if isinstance(row, PublishedRow):
        theirs = {name: as_number(getattr(row, name)) for name in ("area", "mhz", "gbps", "cycles")}
        theirs["block_bits"] = row.block_bits
        theirs["more"] = ", ".join(
            f"{head} {row.more[name]:g}" for name, head in zip(row.more, more_heads(row.more), strict=True)
        )
        theirs["repaired"] = row.repaired
    head: dict[str, Value] = {
        "paper": one.paper.id,
        "table": answer.table,
        "name": row.name,
        "device": row.device,
        "area_unit": one.paper.area_unit,
        "core": row.core,
        "verdict": "" if answer.verdict is None else str(answer.verdict),
        "reason": answer.reason,
    }
    return head | theirs | _ours(answer.measured)


OURS = (
    *("target", "our_area", "our_area_unit", "our_mhz", "our_low_mhz", "our_high_mhz", "bounds", "our_gbps"),
    *("our_cycles", "our_block_bits", "sources"),
)


def _ours(m: Measured | None) -> dict[str, Value]:
    if m is None:
        return dict.fromkeys(OURS)
    fmax = spread_values(m.fmax)
    return {
        "target": m.target,
        "our_area": as_number(m.area),
        "our_area_unit": m.area_unit,
        "our_mhz": fmax["ours"],
        "our_low_mhz": fmax["low"],
        "our_high_mhz": fmax["high"],
        "bounds": fmax["bounds"],
        "our_gbps": m.throughput.value / 1000 if m.throughput else None,
        "our_cycles": as_number(m.cycles_per_block),
        "our_block_bits": m.block_bits,
        "sources": sources_state(m),
    }
