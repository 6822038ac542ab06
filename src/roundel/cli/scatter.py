"""A scatter plot of characters on two logarithmic axes, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from roundel.report.axes import Axes, Position

COLUMNS, LINES = 64, 16
AXIS_WIDTH = 8
STEP = "·"


@dataclass(frozen=True)
class Marker:
    """A point and its mark, a few characters; `front`: it is on the line of steps."""

    position: Position
    mark: str
    front: bool = False


def scatter(markers: Sequence[Marker], x_title: str, y_title: str) -> list[str]:
    """Return the lines of the plot: steps join the markers of the front, and no mark covers an earlier one.

    Without markers there are no lines. A mark without a free place is left out: the table has its figures.
    """
    if not markers:
        return []
    axes = Axes.around([marker.position for marker in markers], COLUMNS - 1, LINES - 1)
    canvas = [[" "] * COLUMNS for _ in range(LINES)]
    _draw_steps(canvas, [_cell(axes, marker.position) for marker in markers if marker.front])
    taken: set[tuple[int, int]] = set()
    for marker in markers:
        column, line = _cell(axes, marker.position)
        place = _free(taken, column, line, len(marker.mark))
        if place is None:
            continue
        for offset, letter in enumerate(marker.mark):
            canvas[place[1]][place[0] + offset] = letter
            taken.add((place[0] + offset, place[1]))
    y_ticks = {_cell(axes, (axes.x_range[0], value))[1]: f"{value:,.6g}" for value in axes.y_ticks}
    lines = [f"{y_title:>{AXIS_WIDTH}}"]
    for number, row in enumerate(canvas):
        label = y_ticks.get(number, "")
        lines.append(f"{label:>{AXIS_WIDTH}} {'┤' if label else '│'}{''.join(row)}".rstrip())
    x_ticks = {_cell(axes, (value, axes.y_range[0]))[0]: f"{value:,.6g}" for value in axes.x_ticks}
    axis = "".join("┬" if column in x_ticks else "─" for column in range(COLUMNS))
    return [*lines, f"{'':{AXIS_WIDTH}} └{axis} {x_title}", f"{'':{AXIS_WIDTH}}  {_labels(x_ticks)}".rstrip()]


def _cell(axes: Axes, position: Position) -> tuple[int, int]:
    """Return the column and the line of a position, the first line being the uppermost."""
    x, y = axes.pixels(position)
    return round(x), LINES - 1 - round(y)


def _draw_steps(canvas: list[list[str]], front: Iterable[tuple[int, int]]) -> None:
    """Draw up to each marker of the front, from the left to the right, and on to the next one's column."""
    height = LINES - 1
    corners = sorted(front)
    for number, (column, line) in enumerate(corners):
        for step in range(min(line, height), max(line, height) + 1):
            canvas[step][column] = STEP
        end = corners[number + 1][0] if number + 1 < len(corners) else COLUMNS - 1
        for step in range(column, end + 1):
            canvas[line][step] = STEP
        height = line


def _free(taken: set[tuple[int, int]], column: int, line: int, width: int) -> tuple[int, int] | None:
    """Return the first free place for a mark at or next to a point."""
    for dx, dy in ((0, 0), (width + 1, 0), (-width - 1, 0), (0, -1), (0, 1), (2 * width + 2, 0)):
        left = min(max(column + dx, 0), COLUMNS - width)
        if 0 <= line + dy < LINES and not taken & {(left + n, line + dy) for n in range(-1, width + 1)}:
            return left, line + dy
    return None


def _labels(ticks: dict[int, str]) -> str:
    """Return the ticks' labels below them, as far as they do not run into each other."""
    text = ""
    for column, label in sorted(ticks.items()):
        start = max(column - len(label) // 2, 0)
        if not text or start > len(text):
            text = text.ljust(start) + label
    return text
