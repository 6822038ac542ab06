"""How the answer to a question for a core looks on stdout, and as a figure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

from rich.console import Console

from roundel.cli.scatter import STEP, Marker, scatter
from roundel.cli.tables import bracketed, console_of, print_columns
from roundel.compare import Measured
from roundel.compare.commands import fewest_commands, retry_hint
from roundel.compare.row_notes import EARLIER_NAMES_NOTE, HARNESS, INTERVALS, STALE, mark_of
from roundel.explore import GOALS, QUANTITIES, Design, Exploration, Limit, Unmeasured, Work, goal_figure
from roundel.implement import TARGETS
from roundel.lab.command import bench_command
from roundel.report import row_columns as col
from roundel.spread import Spread
from roundel.table import Column

FRONT, EXCLUDED = "◆", "x"
GOAL_WORDS = {
    "luts": "least area",
    "throughput": "most throughput",
    "efficiency": "most throughput per area",
    "frequency": "highest fmax",
}
# Seeds that the command for an undecided contest asks for at the least.
SEPARATING_SEEDS = 16
# How many designs are named that the figures do not distinguish from the winner.
NAMED = 3


def print_exploration(exploration: Exploration, wanted: str, console: Console | None = None) -> None:
    """Print the ranking, its winner, the plot of the front, who is excluded by what, and what is missing."""
    out = console or console_of()
    limits = "".join(f", {limit}" for limit in exploration.limits)
    _say(out, f"{wanted} on {exploration.target}: {GOAL_WORDS[exploration.goal]}{limits}")
    if exploration.ranked:
        _print_table(out, exploration)
    for line in (*_verdict(exploration), *_plot(exploration), *_excluded(exploration)):
        _say(out, line)
    for line in (*_absent(exploration.absent), *_commands(exploration), *_notes(exploration)):
        _say(out, line)


def work_lines(work: Sequence[Work], jobs: int) -> list[str]:
    """Return what will be run, a line a core, and how long the like of it took."""
    lines = ["to be measured first (Ctrl-C keeps what is finished):"]
    for one in work:
        took = "" if one.seconds is None else f", such runs took {_duration(one.seconds)}"
        lines.append(f"  {one.core} on {one.target}: {_counted(one.runs, 'run')}{took}")
    known = [one.seconds for one in work if one.seconds is not None]
    if len(known) == len(work) > 1:
        total = f"together {_duration(sum(known))}"
        lines.append(f"  {total}, with {jobs} at a time less" if jobs > 1 else f"  {total}")
    return lines


def draw_exploration(exploration: Exploration, path: Path) -> bool:
    """Write the figure: throughput over LUTs, the front drawn, all others pale, the limits as lines.

    Returns whether there is a design to draw; without one there is no file.
    """
    from roundel.report.scatter import ALL, Design, Front, drawable, plain

    shown = [one for one in (*exploration.ranked, *exploration.excluded) if drawable(one.measured)]
    if not shown:
        return False
    ms = [one.measured for one in shown]
    bounds = {limit.quantity: limit.bound for limit in exploration.limits}
    front = tuple(index for index, one in enumerate(shown) if one.on_front)
    everyone = range(len(shown))
    replace(
        plain([Design(f"{m.core}, {m.variant}{mark_of(m)}", m) for m in ms]),
        fronts=[Front(ALL, front, tuple(everyone))],
        pale=frozenset(everyone) - frozenset(front),
        most_luts=bounds.get("luts"),
        least_mbps=bounds.get("throughput"),
    ).figure.write(path)
    return True


def _print_table(out: Console, exploration: Exploration) -> None:
    unit = exploration.ranked[0].measured.area_unit
    places = {id(design): number for number, design in enumerate(exploration.ranked, 1)}
    measured = attrgetter("measured")
    columns: list[Column[Design]] = [
        Column("place", "#", lambda design: places[id(design)]),
        Column("front", "front", lambda design: FRONT if design.on_front else ""),
        *(column.through(measured) for column in (col.marked(col.CORE, mark_of), col.SERVED)),
        Column("status", "status", lambda design: design.status),
        *(column.through(measured) for column in col.compared(unit)),
    ]
    print_columns(out, columns, exploration.ranked)


def _verdict(exploration: Exploration) -> list[str]:
    """Return the winner and what may equal it; without a winner, the nearest and the limit it misses."""
    goal, winner = exploration.goal, exploration.winner
    if winner is None:
        return _nearest(exploration)
    lines = [f"Best: {_name(winner.measured)}, {_figure_text(winner.measured, goal)}."]
    if winner.unsure:
        limits = " and of ".join(map(str, winner.unsure))
        lines.append(f"Its interval lies on both sides of {limits}.")
    if exploration.better:
        better = ", ".join(f"{d.measured.core} ({d.status})" for d in exploration.better[:NAMED])
        lines.append(f"Better at the goal, but no standard: {better}. --any-status ranks all alike.")
    unresolved = exploration.unresolved
    if unresolved:
        others = [f"{d.measured.core}, {_figure_text(d.measured, goal)}" for d in unresolved]
        more = f"; and {len(others) - NAMED} more" if len(others) > NAMED else ""
        lines.append(f"Not resolved from it: {'; '.join(others[:NAMED])}{more}.")
    if unresolved and goal != "luts":  # no seed changes an area
        seeds = max(SEPARATING_SEEDS, *(2 * _seeds(d.measured) for d in (winner, *unresolved)))
        commands = [_more_seeds(design.measured, seeds) for design in (winner, *unresolved)]
        lines += ["More seeds may separate them:", *_joined(commands)]
    return lines


def _nearest(exploration: Exploration) -> list[str]:
    designs = exploration.excluded
    if not designs:
        return ["No design is measured."]
    if not any(design.missed for design in designs):
        figure = QUANTITIES[GOALS[exploration.goal]].name
        return [
            f"No design on {exploration.target} has a {figure}: none is timed. Rank by area: --best luts."
        ]
    lines = [f"No design keeps the limits. Nearest: {_excluded_line(designs[0])}."]
    for limit in exploration.limits if len(exploration.limits) > 1 else ():
        within = [design for design in designs if limit.keeps(design.measured)]
        nearest = min(designs, key=lambda design: limit.excess(design.measured)).measured
        lines.append(
            f"  {limit}: alone, kept by {len(within)} of {len(designs)}, "
            f"best by {nearest.core} with {_value(limit, nearest)}"
        )
    return lines


def _plot(exploration: Exploration) -> list[str]:
    numbered = [(str(number), design) for number, design in enumerate(exploration.ranked, 1)]
    marked = [*numbered, *((EXCLUDED, design) for design in exploration.excluded)]
    spots = [
        Marker((design.measured.area, design.measured.throughput.value), mark, design.on_front)
        for mark, design in marked
        if design.measured.throughput is not None
    ]
    if len(spots) < 2:
        return []
    unit = next(design.measured.area_unit for _, design in marked)
    legend = ["numbers: as in the table", f"{STEP * 3} the Pareto front"] if numbered else []
    legend += [f"{EXCLUDED} excluded"] if exploration.excluded else []
    return ["", *scatter(spots, unit, "Mbit/s"), f"{'':10}{', '.join(legend)}", ""]


def _excluded(exploration: Exploration) -> list[str]:
    if not exploration.excluded:
        return []
    return ["Excluded:", *(f"  {_excluded_line(design)}" for design in exploration.excluded)]


def _excluded_line(design: Design) -> str:
    reasons = [_missed(limit, design.measured) for limit in design.missed] or ["no figure to rank it by"]
    return f"{_name(design.measured)}: {', '.join(reasons)}"


def _missed(limit: Limit, m: Measured) -> str:
    sign = ">" if limit.at_most else "<"
    sides = " (its interval contains the limit)" if limit.unsure(m) else ""
    return f"{_value(limit, m)} {sign} {limit.bound:.10g}{sides}"


def _value(limit: Limit, m: Measured) -> str:
    figure, quantity = limit.figure(m), QUANTITIES[limit.quantity]
    if figure is None:
        return f"no {quantity.name}"
    text = f"{figure.value:.{quantity.digits}f}"
    # Not so short that it looks like the limit itself.
    return f"{text if float(text) != limit.bound else f'{figure.value:.7g}'} {quantity.unit}"


def _absent(absent: Sequence[Unmeasured]) -> list[str]:
    failed, stale, missing = [], [], []
    for one in absent:
        name = f"{one.core} ({one.service} {one.variant})"
        if one.reason:
            failed.append(f"Failed: {name}: {one.reason}. {retry_hint(one.reason, one.command)}")
        elif one.stale is not None:
            stale.append(
                f"  {STALE} {name}: {one.stale.area_text} {one.stale.area_unit}{_speed(one.stale.throughput)}"
            )
        else:
            missing.append(name)
    lines = failed
    if stale:
        lines += ["Stale, not ranked (--stale ranks them):", *stale]
    if missing:
        lines.append(f"Not measured: {', '.join(missing)}.")
    commands = fewest_commands(one.command for one in absent if not one.reason)
    if commands:
        lines += ["To measure what is stale or missing add --run, or:", *_joined(commands)]
    return lines


def _commands(exploration: Exploration) -> list[str]:
    """Return the commands that make the rows of the table again."""
    named = [(n, design.measured.command) for n, design in enumerate(exploration.ranked, 1)]
    lines = [f"  {number}  {command}" for number, command in named if command]
    return ["Measured again by:", *lines] if lines else []


def _notes(exploration: Exploration) -> list[str]:
    ranked = [design.measured for design in exploration.ranked]
    notes = [INTERVALS] if any(_seeds(m) > 1 for m in ranked) else []
    if exploration.unresolved and exploration.goal == "luts":
        notes.append("Not resolved: the areas are the same; the one with more throughput per area is first.")
    elif exploration.unresolved:
        notes.append("Not resolved: the bounds of the two overlap, or one of them has a single seed.")
    notes += [EARLIER_NAMES_NOTE] if any(m.earlier_names for m in ranked if m.current) else []
    notes += [f"{STALE} {m.core}: the sources have changed since." for m in ranked if not m.current]
    algorithms = sorted({design.algorithm for design in exploration.ranked if design.algorithm})
    if len(algorithms) > 1:
        notes.append(f"Not all compute the same: {', '.join(algorithms)}. --variant keeps to one of them.")
    target = TARGETS.get(exploration.target)
    if target is not None and target.harnessed:
        notes.append(HARNESS)
    return notes


def _name(m: Measured) -> str:
    return f"{m.core}{mark_of(m)} ({m.service} {m.variant})"


def _figure_text(m: Measured, goal: str) -> str:
    figure = goal_figure(m, goal)
    if figure is None:
        return "no figure"
    scale, unit, digits = {
        "luts": (1.0, m.area_unit, 0),
        "throughput": (1.0, "Mbit/s", 0),
        "efficiency": (1000.0, f"kbit/s per {m.area_unit}", 0),
        "frequency": (1.0, "MHz", 1),
    }[goal]
    scaled = figure * scale
    words = f"{scaled.value:.{digits}f} {unit}", bracketed("", scaled.bounds(digits)).strip()
    return ", ".join(filter(None, words))


def _speed(throughput: Spread | None) -> str:
    return "" if throughput is None else f", {throughput.value:.0f} Mbit/s"


def _seeds(m: Measured) -> int:
    return 0 if m.fmax is None or m.fmax.seeds is None else m.fmax.seeds


def _more_seeds(m: Measured, seeds: int) -> str:
    """Return the command that gives a row more seeds, at the options that it has."""
    variants = "--all-variants" in m.command
    command = bench_command(m.core, m.target, m.options, seeds, all_variants=variants, tools=m.tools)
    return command.removesuffix(" --rerun")


def _joined(commands: Iterable[str]) -> list[str]:
    """Return the lines of `bench` commands, one for all that differ in the core alone."""
    cores: dict[str, list[str]] = {}
    for command in commands:
        core, _, rest = command.removeprefix("roundel bench ").partition(" ")
        cores.setdefault(rest, []).append(core)
    return [f"  roundel bench {' '.join(names)} {rest}" for rest, names in cores.items()]


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d} min" if minutes else f"{rest} s"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _say(out: Console, text: str) -> None:
    out.print(text, highlight=False, markup=False, soft_wrap=True)
