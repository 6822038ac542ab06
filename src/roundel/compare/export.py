"""Every verdict on the papers as one document, for a program or for the artifact of a publication to cite.

Each entry names the statement of the paper, its figure, ours with bounds, the verdict with its cause, and the
designs that ours is of. `rows` has the measured row of each design, with what identifies the measurement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from roundel import __version__
from roundel.compare.answers import Answer, Reproduction, Verdict
from roundel.compare.measured import Measured
from roundel.compare.notes import summary
from roundel.spread import Spread

# Raised when a field changes its meaning or is removed.
FORMAT = 1


def exported(reproductions: Sequence[Reproduction]) -> dict[str, Any]:
    """Return the document: JSON values alone."""
    return {
        "format": FORMAT,
        "roundel": __version__,
        "papers": [_paper(one) for one in reproductions],
        "rows": list(_rows(row for one in reproductions for row in one.evidence)),
    }


def _paper(one: Reproduction) -> dict[str, Any]:
    entries = [
        *_answers("claim", one.claims),
        *_answers("ratio", one.ratios),
        *_table_rows(one),
        *_cells(one),
    ]
    return {
        "paper": one.paper.id,
        "citation": one.paper.citation,
        "target": one.target,
        "summary": summary(one),
        "notes": list(one.paper.notes),
        "verdicts": entries,
    }


def _entry(kind: str, name: str, where: str, verdict: Verdict, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "name": name, "where": where, "verdict": str(verdict)} | more


def _answers(kind: str, answers: Iterable[Answer]) -> Iterator[dict[str, Any]]:
    for answer in answers:
        yield _entry(
            kind,
            answer.name,
            answer.where,
            answer.verdict,
            text=answer.text,
            measure=answer.measure,
            target=answer.target,
            paper=[{"where": one.where, "value": one.value} for one in answer.printed],
            limit=answer.limit,
            tolerance=answer.tolerance,
            ours=_spread(answer.ours),
            reason=answer.reason,
            why=answer.why,
            own=answer.own,
            designs=list(answer.designs),
            current=answer.current,
        )


def _table_rows(one: Reproduction) -> Iterator[dict[str, Any]]:
    for row in one.rows:
        if row.verdict is None or row.published.core is None:
            continue
        cycles = row.cycles
        yield _entry(
            "cycles",
            row.published.name,
            f"Table {row.table}, {row.published.device}",
            row.verdict,
            designs=[row.published.part],
            ours=cycles and {"cycles_per_block": cycles.per_block, "block_bits": cycles.block_bits},
            reason=row.reason,
            why=row.why,
        )


def _cells(one: Reproduction) -> Iterator[dict[str, Any]]:
    for answer in one.grids:
        for line, cells in zip(answer.grid.lines, answer.lines, strict=True):
            for column, cell in zip(answer.grid.columns, cells, strict=True):
                yield _entry(
                    "cell",
                    f"{line.name}, {column.name}",
                    f"Table {answer.grid.name}",
                    cell.verdict,
                    paper=[{"where": column.name, "value": cell.paper}],
                    ours=_spread(cell.ours),
                    reason=cell.reason,
                    why=cell.why,
                    own=answer.grid.own,
                    current=cell.current,
                )


def _spread(spread: Spread | None) -> Mapping[str, Any] | None:
    if spread is None:
        return None
    figure = {"value": spread.value, "low": spread.low, "high": spread.high}
    return figure | {"basis": spread.basis, "seeds": spread.seeds}


def _rows(rows: Iterable[Measured]) -> Iterator[dict[str, Any]]:
    known = {(row.core, row.service, row.variant, row.target): row for row in rows}
    for row in known.values():
        yield {
            "design": f"{row.core}/{row.service} on {row.target}",
            "variant": row.variant,
            "device": row.device,
            "source_hash": row.source_hash,
            "current": row.current,
            "options": dict(row.options),
            "tools": dict(row.tools),
            "seeds": row.seeds,
            "area": row.area,
            "area_unit": row.area_unit,
            "rams": row.rams,
            "dsps": row.dsps,
            "fmax_mhz": _spread(row.fmax),
            "cycles_per_block": row.cycles_per_block,
            "block_bits": row.block_bits,
            "measured_at": row.measured_at,
            "command": row.command,
        }
