"""How a bench looks: live progress on stderr, the table and its footnotes on stdout."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from roundel.cli.tables import console_of, print_columns, print_table
from roundel.compare.measured import Measured, measured_of
from roundel.compare.row_notes import (
    EARLIER_NAMES,
    EARLIER_NAMES_NOTE,
    STALE,
    UNVERIFIED,
    mark_of,
    options_text,
)
from roundel.implement import TARGETS
from roundel.lab import Event
from roundel.lab.progress import Listener
from roundel.report import row_columns as col
from roundel.table import Column

# A run that takes longer than expected counts as this much done.
ALMOST = 0.97
STATUS_SECONDS = 15.0

# A row with its figures.
Line = tuple[Mapping[str, Any], Measured]
WHEN = {"store": "from the store", "now": "measured now"}
MEASURED: Column[Line] = Column(
    "measured", "", lambda line: WHEN.get(line[0].get("measured", "")), optional=True
)
OPTIONS = replace(col.OPTIONS, show=lambda m: options_text(m.options) or "defaults")
COLUMNS = (
    *(
        col.marked(col.CORE, mark_of),
        col.SERVED,
        col.TARGET,
        col.LUTS,
        col.FFS,
        col.HARNESS_LUTS,
        col.HARNESS_FFS,
        col.GATES,
        col.RAMS,
        col.DSPS,
        col.SLICES,
    ),
    *(
        col.FMAX_BRACKETED,
        col.SEEDS,
        col.CYCLES,
        col.MBPS,
        col.PER_LUT,
        col.EVIDENCE,
    ),
)


class BenchProgress:
    """The state of a bench for the eye: what runs, since when, and how long the rest will take."""

    def __init__(self, console: Console) -> None:
        """Know nothing yet: an event reports how many runs run at a time."""
        self.workers = 1
        self.console = console
        self._begun = time.monotonic()
        self._expected: dict[str, float] = {}
        self._started: dict[str, float] = {}
        self._ended: set[str] = set()
        self._lock = threading.Lock()

    def __call__(self, event: Event) -> None:
        """Take in an event; the end of a run is printed as a line."""
        now = time.monotonic()
        line = None
        with self._lock:
            if event.kind == "workers":
                self.workers = event.workers
            elif event.kind == "planned":
                if not self._expected:
                    self._begun = now
                self._expected[event.run] = event.expected_seconds
            elif event.kind == "started":
                self._started[event.run] = now
                if not self.console.is_terminal:
                    line = Text(f"{event.run} ...")
            else:
                self._ended.add(event.run)
                line = self._end_line(event, now - self._started.get(event.run, now))
        # Not while the lock is held: printing draws the display, which takes the lock.
        if line is not None:
            self.console.print(line, soft_wrap=True)

    def status(self) -> str:
        """Return one line with the runs under way and the time left; empty when nothing is under way."""
        with self._lock:
            now = time.monotonic()
            running = [
                f"{run} {now - self._started[run]:.0f} s"
                for run in self._unfinished()
                if run in self._started
            ]
            return f"  running: {', '.join(running)}; {self._rest()}" if running else ""

    def summary(self) -> str:
        """Return how many runs were made, in which time, by how many workers; empty when none was."""
        if not self._ended:
            return ""
        seconds = time.monotonic() - self._begun
        workers = "1 worker" if self.workers == 1 else f"{self.workers} workers"
        return f"{len(self._ended)} runs in {seconds:.0f} s by {workers}"

    def seconds_left(self) -> float:
        """Return the expected seconds until all runs have ended, one a worker at a time."""
        return sum(self._left(run) for run in self._expected) / min(
            self.workers, max(1, len(self._unfinished()))
        )

    def __rich__(self) -> Group | Text:
        """Return the live display: a bar with the time left, and a line for each run under way."""
        with self._lock:
            unfinished = self._unfinished()
            if not unfinished:
                return Text()
            total = sum(self._expected.values()) or 1.0
            left = sum(self._left(run) for run in self._expected)
            head = Table.grid(padding=(0, 1))
            head.add_row(
                f"{len(self._ended)}/{len(self._expected)} runs",
                ProgressBar(total=total, completed=total - left, width=32),
                self._rest(),
            )
            now = time.monotonic()
            lines = [
                Text(f"  {run}  {now - self._started[run]:.0f} s", "dim")
                for run in unfinished
                if run in self._started
            ]
            return Group(head, *lines)

    def _end_line(self, event: Event, seconds: float) -> Text:
        count = f"({len(self._ended)}/{len(self._expected)})"
        color = "green" if event.kind == "done" else "red"
        line = Text(f"{event.run} {event.kind} in {seconds:.0f} s {count}", color)
        return line.append(f": {event.reason}", "default") if event.reason else line

    def _unfinished(self) -> list[str]:
        return [run for run in self._expected if run not in self._ended]

    def _rest(self) -> str:
        late = any(self._elapsed(run) > self._expected[run] for run in self._unfinished())
        return "longer than expected" if late else f"about {_clock(self.seconds_left())} left"

    def _elapsed(self, run: str) -> float:
        now = time.monotonic()
        return now - self._started.get(run, now)

    def _left(self, run: str) -> float:
        if run in self._ended:
            return 0.0
        expected = self._expected[run]
        return expected - min(self._elapsed(run), ALMOST * expected)


def _clock(seconds: float) -> str:
    """Return a time as minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"


@contextmanager
def progress() -> Iterator[Listener]:
    """Yield a listener that shows the events of a bench on stderr.

    A terminal has a live display; a file or pipe gets a line at least every `STATUS_SECONDS`.
    """
    console = console_of(stderr=True)
    state = BenchProgress(console)
    if console.is_terminal:
        with Live(state, console=console, refresh_per_second=4, transient=True):
            yield state
    else:
        with _status_lines(state):
            yield state
    if state.summary():
        console.print(state.summary())


@contextmanager
def _status_lines(state: BenchProgress) -> Iterator[None]:
    ended = threading.Event()

    def print_status() -> None:
        while not ended.wait(STATUS_SECONDS):
            if line := state.status():
                state.console.print(line, soft_wrap=True, markup=False, highlight=False)

    thread = threading.Thread(target=print_status, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def print_rows(rows: Sequence[Mapping[str, Any]], console: Console | None = None) -> None:
    """Print rows as the papers do: area, fmax, cycles, throughput, throughput/area; then the footnotes.

    Figures are never cut to fit: a narrow terminal folds the lines, a file or pipe gets them whole.
    """
    out = console or console_of()
    lines = [(row, measured_of(row)) for row in rows]
    shown = [*COLUMNS, OPTIONS] if _options_differ(m for _, m in lines) else COLUMNS
    print_columns(out, [*(column.through(_figures) for column in shown), MEASURED], lines)
    for note in _notes(rows):
        out.print(note, highlight=False, markup=False, soft_wrap=True)


def print_query(rows: Sequence[Mapping[str, Any]], console: Console | None = None) -> None:
    """Print what a query selected as a table."""
    out = console or console_of()
    if not rows:
        out.print("no rows")
        return
    texts = [[str(value) for value in row.values()] for row in rows]
    print_table(out, list(rows[0]), texts)


def _options_differ(measured: Iterable[Measured]) -> bool:
    """Return whether two rows of one design, service and target differ in their options."""
    seen: dict[tuple[str, ...], str] = {}
    return any(
        seen.setdefault((m.core, m.service, m.variant, m.target), OPTIONS.text(m)) != OPTIONS.text(m)
        for m in measured
    )


def _figures(line: Line) -> Measured:
    return line[1]


def _about_target(row: Mapping[str, Any]) -> str:
    """Return the row's device, how its area is counted, and what else has to be known of its target."""
    formula = f"; slices: {row['slices_formula']}" if row["slices_formula"] else ""
    note = TARGETS[row["target"]].note if row["target"] in TARGETS else ""
    return f"{row['target']}: {row['device']}{formula}" + (f". {note}" if note else "")


def _notes(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what the table has no column for: formulas, critical paths, failures, surprises."""
    notes: dict[str, None] = {}
    for row in rows:
        notes[_about_target(row)] = None
    notes["Mbit/s = block bits x median fmax / cycles per block; kbit/s per LUT = that / LUT"] = None
    for row in rows:
        name = f"{row['core']} on {row['target']}"
        path = row["critical_path"]
        if path:
            nets = " > ".join(path["nets"])
            notes[
                f"{name}: critical path {path['total_ns']:.2f} ns = {path['logic_ns']:.2f} logic + "
                f"{path['routing_ns']:.2f} routing: {nets}"
            ] = None
        expected = row.get("expected_cycles_per_block")
        if expected and row["cycles_per_block"] not in (None, expected):
            notes[
                f"{name} {row['variant']}: the catalog says {expected} cycles per block, "
                f"the simulation {row['cycles_per_block']}"
            ] = None
        if row.get("search"):
            notes[f"{name}: {_search_note(row)}"] = None
        for failure in row.get("failed", ()):
            notes[f"{name}: {failure['run']} failed: {failure['reason']}"] = None
    marks = {mark_of(row) for row in rows}
    if any(EARLIER_NAMES in mark for mark in marks):
        notes[EARLIER_NAMES_NOTE] = None
    if any(UNVERIFIED in mark for mark in marks):
        notes[f"{UNVERIFIED} Not verified: see the column of the evidence."] = None
    if any(STALE in mark for mark in marks):
        notes[f"{STALE} Stale: the sources have changed since the row was measured."] = None
    return list(notes)


def _search_note(row: Mapping[str, Any]) -> str:
    """Return what a search found, in a sentence."""
    effort = f"search of {row['search']['placed']} placed and {row['search']['routed']} routed runs"
    best, typical = row["best"], row["typical"]
    if best is None:
        return f"{effort}: none of them was routed"
    words = [f"best {best['fmax_mhz']:.1f} MHz ({_options(best['options'])}, seed {best['seed']})"]
    if typical:
        spread = typical["fmax_mhz"]
        words.append(
            f"typically {spread['median']:.1f} [{spread['min']:.1f}..{spread['max']:.1f}] "
            f"({_options(typical['options'])}, {typical['seeds']} seeds that had no part in the choice)"
        )
    if row["gain_over_default"] is not None:
        gain = f"the default options at seed 1 reach {row['default_mhz']:.1f}"
        gain += f": best {row['gain_over_default']:+.1%}"
        if row["typical_gain_over_default"] is not None:
            gain += f", typical {row['typical_gain_over_default']:+.1%}"
        words.append(gain)
    return f"{effort}: {'; '.join(words)}"


def _options(options: Mapping[str, Any]) -> str:
    return options_text(options) or "default options"
