"""The figures of an answered paper: ratios of designs as bars, cells of its grids as bars or lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from roundel.compare import Reproduction
from roundel.compare.answers import Answer, CellAnswer
from roundel.compare.measured import Figure
from roundel.papers import Cell, Chart, Curve
from roundel.papers.chart import split_config
from roundel.papers.model import CHOSEN
from roundel.report import MessageCurve, RatioBar, ScaledPoint, message_curves, ratio_bars, scaling_lines

# What a configuration's name, "x2" or "ppl5", begins with, and what that is.
KINDS = {"x": "rounds in one cycle", "ppl": "pipelined rounds"}


def draw(reproduction: Reproduction, folder: Path) -> list[Path]:
    """Write every figure of the paper that can be drawn and return their files."""
    paper = reproduction.paper
    files = []
    for drawing in reproduction.drawings:
        title = f"throughput/area (paper: {paper.area_unit}; ours: LUT of {reproduction.target})"
        path = _path(reproduction, folder, drawing.drawing.name)
        ratio_bars(
            [_bar(_label(answer), answer) for answer in drawing.ratios],
            path,
            f"{drawing.drawing.caption}: {title}",
        )
        files.append(path)
    for curve in reproduction.curves:
        if curve.ours is not None:
            path = _path(reproduction, folder, curve.curve.name)
            _curve(curve.curve, curve.ours, path)
            files.append(path)
    for chart in paper.charts:
        cells = list(_cells(chart, reproduction))
        path = _path(reproduction, folder, chart.name)
        if chart.kind == "scaling":
            files += _scaling(chart, cells, reproduction, path)
            continue
        bars = [_bar(c.line if len(chart.columns) == 1 else f"{c.line}, {c.column}", c.answer) for c in cells]
        title = f"{chart.caption} (ours: {' : '.join(_targets(cells, reproduction))})"
        ratio_bars(bars, path, title, mark_one=all(c.cell.estimate or c.cell.to_device for c in cells))
        files.append(path)
    return files


def _curve(curve: Curve, ours: Figure, path: Path) -> None:
    cycles = {int(blocks): float(number) for blocks, number in ours.more["message_cycles"].items()}
    message_curves(
        MessageCurve(curve.block_bits, curve.cycles, curve.extra),
        MessageCurve(curve.block_bits, ours.more["cycles_per_block"], ours.value),
        cycles,
        path,
        curve.caption + ("" if ours.current else "; ours is stale"),
    )


@dataclass(frozen=True)
class _Drawn:
    """A cell that a chart draws, with the names of its line and column."""

    line: str
    column: str
    cell: Cell
    answer: CellAnswer


def _cells(chart: Chart, reproduction: Reproduction) -> Iterator[_Drawn]:
    answer = next(answer for answer in reproduction.grids if answer.grid.name == chart.table)
    grid = answer.grid
    for line, cells in zip(grid.lines, answer.lines, strict=True):
        for column, cell in zip(grid.columns, cells, strict=True):
            if column.name in chart.columns and line.name in (chart.lines or (line.name,)):
                yield _Drawn(line.name, column.name, grid.cell(line, column), cell)


def _scaling(chart: Chart, cells: list[_Drawn], reproduction: Reproduction, path: Path) -> list[Path]:
    """Write a file for each column of the chart."""
    files = []
    for column in chart.columns:
        mine = [c for c in cells if c.column == column]
        lacking = Counter(str(c.answer.verdict) for c in mine if c.answer.ours is None)
        (target,) = _targets(mine, reproduction)
        note = f"{mine[0].cell.device}, ours: {target}"
        if lacking:
            note += f"; of ours {', '.join(f'{number} {verdict}' for verdict, number in lacking.items())}"
        file = path if len(chart.columns) == 1 else path.with_stem(f"{path.stem}-{mine[0].cell.device}")
        scaling_lines([_point(c) for c in mine], file, chart.caption, note)
        files.append(file)
    return files


def _point(drawn: _Drawn) -> ScaledPoint:
    kind, rounds = split_config(drawn.cell.config)
    ours = drawn.answer.ours
    return ScaledPoint(
        panel=KINDS.get(kind, kind),
        series=drawn.line.rpartition(" ")[0] or drawn.line,
        rounds=rounds,
        paper=drawn.answer.paper,
        ours=ours.value if ours else None,
        low=ours.low if ours else None,
        high=ours.high if ours else None,
    )


def _targets(cells: list[_Drawn], reproduction: Reproduction) -> list[str]:
    """Return which targets of ours answer for the devices of these cells, in their order."""
    devices = dict.fromkeys(d for c in cells for d in (c.cell.device, c.cell.to_device) if d)
    roles = [reproduction.paper.roles[device] for device in devices]
    return [reproduction.target if role == CHOSEN else role for role in roles]


def _path(reproduction: Reproduction, folder: Path, name: str) -> Path:
    return folder / f"{reproduction.paper.id}-figure-{name.replace(' ', '-')}.svg"


def _label(answer: Answer) -> str:
    return f"{answer.name}, {answer.where.partition(', ')[2]}"


def _bar(label: str, answer: Answer | CellAnswer) -> RatioBar:
    assert answer.paper is not None, label
    if answer.ours is None:
        return RatioBar(label, answer.paper, note=str(answer.verdict))
    return RatioBar(label, answer.paper, answer.ours.value, answer.ours.low, answer.ours.high)
