"""Runs the mutants of one model against known answers and random transactions.

`python -m roundel.mutate.simulated job.json` writes a line of JSON for each mutant to its output.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from roundel.catalog import Core, find_core
from roundel.errors import RoundelError
from roundel.mutate.forked import forked
from roundel.mutate.schema import SELECT
from roundel.paths import project_root
from roundel.simulate.beats import Beats
from roundel.simulate.build import build_model
from roundel.simulate.device import Device
from roundel.verify.engine import verify_engine
from roundel.verify.run import Runs, first_failure, known_cases, runs_of
from roundel.verify.vectors import load

LIMIT_SECONDS = 120.0
# A mutant may be slower than the original, but not without end.
SLOWER = 4
# No batch of transactions takes more cycles.
MOST_CYCLES = 10_000_000


class _LimitedDevice(Device):
    """A device whose runs end after so many cycles."""

    most_cycles: int | None = None
    longest = 0

    def run(self, beats: Beats, *, segments: int, **options: Any) -> Beats:
        begin = self.cycle
        output = super().run(beats, segments=segments, max_cycles=self.most_cycles, **options)
        self.longest = max(self.longest, self.cycle - begin)
        return output


def main(path: Path) -> None:
    """Run the job: `core`, `numbers` of mutants, `random` and `seed`; `unmutated`: number 0 has to pass."""
    job = json.loads(path.read_text())
    core = find_core(job["core"])
    entries = load(project_root() / "tests" / "vectors")
    build_model(core)
    if core.kind == "engine":
        check: Callable[[], str] = partial(_check_engine, core, entries, job["random"], job["seed"])
        if job["unmutated"] and (what := _of(0, check)):
            raise RoundelError(f"{core.name} without a mutation: {what}")
    else:
        runs = runs_of(core, known_cases(core, entries)[0], random=job["random"], seed=job["seed"])
        cycles = _of(0, partial(_longest, core, runs)) if job["unmutated"] else str(MOST_CYCLES)
        if not cycles.isdigit():
            raise RoundelError(f"{core.name} without a mutation: {cycles}")
        check = partial(_check_service, core, runs, SLOWER * int(cycles))
    for number in job["numbers"]:
        print(json.dumps({"number": number, "what": _of(number, check)}), flush=True)


def _of(number: int, check: Callable[[], str]) -> str:
    """Return what a check says of a mutant."""
    os.environ[SELECT] = str(number)
    return forked(check, LIMIT_SECONDS)


def _longest(core: Core, runs: Runs) -> str:
    """Return the cycles of the longest run, or what is wrong."""
    with _LimitedDevice(core) as device:
        return first_failure(device, runs) or str(device.longest)


def _check_service(core: Core, runs: Runs, most_cycles: int) -> str:
    try:
        with _LimitedDevice(core) as device:
            device.most_cycles = most_cycles
            return first_failure(device, runs)
    except RoundelError as error:  # it stops in its reset
        return error.message


def _check_engine(core: Core, entries: Any, random: int, seed: int) -> str:
    try:
        report = verify_engine(core, entries, random=random, seed=seed)
    except RoundelError as error:
        return error.message
    return report.failures[0].what if report.failures else ""


if __name__ == "__main__":
    main(Path(sys.argv[1]))
