"""Every verdict on the papers as one document, for a program or for the artifact of a publication to cite.

Each entry has a key (`id`), the statement of the paper, its figure, ours with bounds, the verdict with its
cause, and the designs that ours is of. `rows` has the measured row of each design, and `figures` the figures
that belong to no row, with what identifies the measurement.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from roundel import __version__
from roundel.compare.answers import Answer, Reproduction, Verdict
from roundel.compare.measured import Figure, Measured
from roundel.compare.notes import summary
from roundel.papers import PublishedRow
from roundel.spread import Spread

# Raised when a field, or what keys are made of, changes its meaning or is removed.
FORMAT = 1


def exported(reproductions: Sequence[Reproduction]) -> dict[str, Any]:
    """Return the document: JSON values alone."""
    return {
        "format": FORMAT,
        "roundel": __version__,
        "papers": [_paper(one) for one in reproductions],
        "rows": list(_rows(row for one in reproductions for row in one.evidence)),
        "figures": list(_figures(figure for one in reproductions for figure in one.figures)),
    }


def verdicts_of(one: Reproduction) -> list[dict[str, Any]]:
    """Return every verdict on a paper. Its `id` is made of the names of the paper's file."""
    return [
        *_answers("claim", one, one.claims),
        *_answers("ratio", one, one.ratios),
        *_modes(one),
        *_table_rows(one),
        *_cells(one),
    ]


def measurements_of(one: Reproduction) -> dict[str, Any]:
    """Return the rows and the figures that answer a paper."""
    return {"measurements": list(_rows(one.evidence)), "figures": list(_figures(one.figures))}


def _paper(one: Reproduction) -> dict[str, Any]:
    return {
        "paper": one.paper.id,
        "citation": one.paper.citation,
        "target": one.target,
        "summary": summary(one),
        "notes": list(one.paper.notes),
        "verdicts": verdicts_of(one),
    }


def _entry(
    one: Reproduction, kind: str, key: Sequence[str], name: str, where: str, verdict: Verdict, **more: Any
) -> dict[str, Any]:
    whole = "/".join((one.paper.id, kind, *key))
    return {"id": whole, "kind": kind, "name": name, "where": where, "verdict": str(verdict)} | more


def _answers(kind: str, one: Reproduction, answers: Iterable[Answer]) -> Iterator[dict[str, Any]]:
    for answer in answers:
        yield _entry(
            one,
            kind,
            (answer.name,),
            answer.name,
            answer.where,
            answer.verdict,
            text=answer.text,
            measure=answer.measure,
            target=answer.target,
            paper=[{"where": printed.where, "value": printed.value} for printed in answer.printed],
            limit=answer.limit,
            tolerance=answer.tolerance,
            ours=_spread(answer.ours),
            ours_per_slice=_spread(answer.per_slice),
            reason=answer.reason,
            why=answer.why,
            own=answer.own,
            designs=list(answer.designs),
            current=answer.current,
        )


def _modes(one: Reproduction) -> Iterator[dict[str, Any]]:
    for answer in one.modes:
        mode = answer.mode
        yield _entry(
            one,
            "mode",
            (answer.table, mode.name),
            mode.name,
            f"Table {answer.table}",
            answer.verdict,
            paper={"block": mode.block, "key": mode.key, "rounds": mode.rounds, "rate": mode.rate},
            ours=[dataclasses.asdict(served) for served in answer.served],
            reason=answer.reason,
            why=answer.why,
            designs=[f"{served.core}/{mode.service}" for served in answer.served],
            current=answer.current,
        )


def _table_rows(one: Reproduction) -> Iterator[dict[str, Any]]:
    for row in one.rows:
        published = row.published
        if row.verdict is None or not isinstance(published, PublishedRow) or published.core is None:
            continue
        cycles = row.cycles
        yield _entry(
            one,
            "cycles",
            (row.table, published.name),
            published.name,
            f"Table {row.table}, {published.device}",
            row.verdict,
            paper={"cycles_per_block": published.cycles, "block_bits": published.input_bits},
            repaired=published.repaired,
            doubt=published.doubt,
            ours=cycles
            and {
                "cycles_per_block": cycles.per_block,
                "block_bits": cycles.block_bits,
                "source": "simulation" if cycles.simulated else "catalog",
            },
            reason=row.reason,
            why=row.why,
            designs=[published.part],
            current=True,
        )


def _cells(one: Reproduction) -> Iterator[dict[str, Any]]:
    for answer in one.grids:
        for line, cells in zip(answer.grid.lines, answer.lines, strict=True):
            for column, cell in zip(answer.grid.columns, cells, strict=True):
                yield _entry(
                    one,
                    "cell",
                    (answer.grid.name, line.name, column.name),
                    f"{line.name}, {column.name}",
                    f"Table {answer.grid.name}",
                    cell.verdict,
                    paper=[{"where": column.name, "value": cell.paper}],
                    ours=_spread(cell.ours),
                    reason=cell.reason,
                    why=cell.why,
                    own=answer.grid.own,
                    designs=list(cell.designs),
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
            "seeds_failed": row.seeds_failed,
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


def _figures(figures: Iterable[Figure]) -> Iterator[dict[str, Any]]:
    for figure in {(one.name, one.version): one for one in figures}.values():
        yield {
            "design": f"{figure.name}/{figure.version}",
            "value": figure.value,
            "more": {name: value for name, value in figure.more.items() if name != "value"},
            "core": figure.core,
            "source_hash": figure.source_hash,
            "current": figure.current,
            "measured_at": figure.measured_at,
            "tools": dict(figure.tools),
            "command": figure.command,
        }
