"""The figures of an answered paper: ratios of designs as bars, cells of its grids as bars or lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from roundel.compare import Reproduction, measured
from roundel.compare.answers import Answer, CellAnswer, CurveAnswer, DrawingAnswer, Verdict
from roundel.papers import Cell, Chart, Curve, Paper
from roundel.papers.chart import split_config
from roundel.papers.model import CHOSEN
from roundel.report import (
    MessageCurve,
    RatioBar,
    RatioPoints,
    ScaledPoint,
    message_curves,
    message_shares,
    ratio_bars,
    ratio_points,
    scaling_lines,
)
from roundel.report.curve import KEPT
from roundel.report.svg import Figure
from roundel.report.theme import OURS

# Ends the name of a figure that has every routed target.
ALL_TARGETS = "all targets"
# What a configuration's name, "x2" or "ppl5", begins with, and what that is.
KINDS = {"x": "rounds in one cycle", "ppl": "pipelined rounds"}


def draw(reproduction: Reproduction, folder: Path) -> list[Path]:
    """Write every figure of the paper that can be drawn and return their files."""
    files = []
    for name, figure in drawn(reproduction).items():
        files.append(folder / f"{reproduction.paper.id}-figure-{name.replace(',', '').replace(' ', '-')}.svg")
        figure.write(files[-1])
    return files


def drawn(reproduction: Reproduction) -> dict[str, Figure]:
    """Return every figure of the paper that can be drawn, by its name."""
    paper = reproduction.paper
    figures = {}
    for drawing in reproduction.drawings:
        title = f"throughput/area (paper: {paper.area_unit}; ours: LUT of {reproduction.target})"
        figures[drawing.drawing.name] = ratio_bars(
            [_bar(_label(answer), answer) for answer in drawing.ratios], f"{drawing.drawing.caption}: {title}"
        )
        figures[f"{drawing.drawing.name}, {ALL_TARGETS}"] = over_targets(drawing, paper)
    for curve in reproduction.curves:
        if curve.ours is not None:
            figures[curve.curve.name] = _curve(curve, curve.ours)
    for bars_of in paper.bars:
        named = {answer.name: answer for answer in reproduction.claims}
        answers = [named[name] for name in bars_of.claims]
        figures[bars_of.name] = ratio_bars(
            [_claim_bar(one) for one in answers], bars_of.caption, mark_one=False
        )
    for chart in paper.charts:
        cells = list(_cells(chart, reproduction))
        if chart.kind == "scaling":
            figures |= _scaling(chart, cells, reproduction)
            continue
        bars = [_bar(c.line if len(chart.columns) == 1 else f"{c.line}, {c.column}", c.answer) for c in cells]
        title = f"{chart.caption} (ours: {' : '.join(_targets(cells, reproduction))})"
        mark_one = all(c.cell.estimate or c.cell.to_device for c in cells)
        figures[chart.name] = ratio_bars(bars, title, mark_one=mark_one)
    return figures


def over_targets(drawing: DrawingAnswer, paper: Paper, targets: Sequence[str] = ()) -> Figure:
    """Return a figure's ratios on `targets`, on every routed one where none is named."""
    answers = {name: drawing.everywhere[name] for name in targets or drawing.everywhere}
    ratios = [_points(ratio, answers) for ratio in drawing.ratios if _drawable(ratio, answers)]
    title = f"{drawing.drawing.caption}: throughput/area (paper: {paper.area_unit}; ours: LUT)"
    return ratio_points(ratios, list(answers), title, drawing.drawing.note)


def _drawable(ratio: Answer, answers: Mapping[str, Sequence[Answer]]) -> bool:
    """Return whether a target answers a ratio: one that the paper's file ties to another has none."""
    return any(one.name == ratio.name for many in answers.values() for one in many)


def _points(ratio: Answer, answers: Mapping[str, Sequence[Answer]]) -> RatioPoints:
    found = {name: next(one for one in many if one.name == ratio.name) for name, many in answers.items()}
    return RatioPoints(
        ratio.name,
        {one.where.partition(", ")[2]: one.value for one in ratio.printed},
        {name: one.ours for name, one in found.items() if one.ours is not None},
        {name: one.reason or str(one.verdict) for name, one in found.items() if one.ours is None},
        frozenset(name for name, one in found.items() if not one.current),
        frozenset(name for name, one in found.items() if one.verdict is Verdict.INCOMPARABLE),
    )


def _curve(answer: CurveAnswer, ours: measured.Figure) -> Figure:
    curve, paper = answer.curve, _line(answer.curve.extra, answer.curve.cycles, answer.curve)
    stale = "" if all(one.current for one in (ours, answer.kept) if one) else "; ours is stale"
    title = curve.caption + stale
    if not curve.share:
        return message_curves(paper, _line_of(ours, curve), _message_cycles(ours), title)
    known = {OURS: ours} | ({KEPT: answer.kept} if answer.kept else {})
    lines = {name: (_line_of(one, curve), _message_cycles(one)) for name, one in known.items()}
    return message_shares(paper, lines, title)


def _line(extra: float, cycles: float, curve: Curve) -> MessageCurve:
    return MessageCurve(curve.block_bits, cycles, extra)


def _line_of(ours: measured.Figure, curve: Curve) -> MessageCurve:
    return _line(ours.value, ours.more["cycles_per_block"], curve)


def _message_cycles(ours: measured.Figure) -> dict[int, float]:
    return {int(blocks): float(number) for blocks, number in ours.more["message_cycles"].items()}


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


def _scaling(chart: Chart, cells: list[_Drawn], reproduction: Reproduction) -> dict[str, Figure]:
    """Return a figure for each column of the chart."""
    figures = {}
    for column in chart.columns:
        mine = [c for c in cells if c.column == column]
        lacking = Counter(str(c.answer.verdict) for c in mine if c.answer.ours is None)
        (target,) = _targets(mine, reproduction)
        note = f"{mine[0].cell.device}, ours: {target}"
        if lacking:
            note += f"; of ours {', '.join(f'{number} {verdict}' for verdict, number in lacking.items())}"
        name = chart.name if len(chart.columns) == 1 else f"{chart.name} {mine[0].cell.device}"
        figures[name] = scaling_lines([_point(c) for c in mine], chart.caption, note)
    return figures


def _point(drawn: _Drawn) -> ScaledPoint:
    kind, rounds = split_config(drawn.cell.config)
    return ScaledPoint(
        panel=KINDS.get(kind, kind),
        series=drawn.line.rpartition(" ")[0] or drawn.line,
        rounds=rounds,
        paper=drawn.answer.paper,
        ours=drawn.answer.ours,
    )


def _targets(cells: list[_Drawn], reproduction: Reproduction) -> list[str]:
    """Return which targets of ours answer for the devices of these cells, in their order."""
    devices = dict.fromkeys(d for c in cells for d in (c.cell.device, c.cell.to_device) if d)
    roles = [reproduction.paper.roles[device] for device in devices]
    return [reproduction.target if role == CHOSEN else role for role in roles]


def _label(answer: Answer) -> str:
    devices = dict.fromkeys(one.where.partition(", ")[2] for one in answer.printed)
    return f"{answer.name}, {' and '.join(devices)}"


def _claim_bar(answer: Answer) -> RatioBar:
    """Return the bar of a claim; that of a limit says so."""
    printed = answer.limit if answer.limit is not None else answer.paper
    assert printed is not None, answer.name
    label = answer.name + (", limit" if answer.limit is not None else "")
    return RatioBar(label, printed, answer.ours, "" if answer.ours else str(answer.verdict))


def _bar(label: str, answer: Answer | CellAnswer) -> RatioBar:
    assert answer.paper is not None, label
    printed = [one.value for one in answer.printed] if isinstance(answer, Answer) else []
    several = (min(printed), max(printed)) if len(printed) > 1 else None
    return RatioBar(label, answer.paper, answer.ours, "" if answer.ours else str(answer.verdict), several)
