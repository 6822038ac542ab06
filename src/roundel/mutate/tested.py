"""Runs the tests of a core on mutants of one model: `python -m roundel.mutate.tested job.json`.

The tests run in one pytest, which forks for each mutant. They end at the first that fails. That test then
runs without a mutation: it counts only if it passes.
"""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from roundel.catalog import load_catalog
from roundel.mutate.forked import forked
from roundel.mutate.schema import SELECT
from roundel.paths import project_root

# The bus contract is left out: it has the transactions of `roundel verify`, and takes minutes to build.
FOLDERS = (
    *("tests/verify", "tests/rtl", "tests/faults/test_verdict.py"),
    *("tests/cocotb/test_hs_limits.py", "tests/cocotb/test_la_counters.py"),
)
LIMIT_SECONDS = 1500.0


class Loop:
    """A pytest plugin: the tests of a core, once for each mutant."""

    def __init__(self, core: str, numbers: list[int], modules: list[str], unmutated: bool) -> None:
        """Take the core, the mutants, their modules, and whether number 0 is the core without a mutation."""
        self.core, self.numbers, self.modules, self.unmutated = core, numbers, modules, unmutated
        self.catalog = frozenset(load_catalog())
        self.failed = ""
        self.passes: dict[str, bool] = {}

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Keep the tests of the core, those that build no large model first."""
        items[:] = sorted(filter(self.is_own, items), key=_cost)

    def is_own(self, item: Any) -> bool:
        """Return whether a test is one of the core: it has the core as a parameter, or its file names it."""
        values = item.callspec.params.values() if hasattr(item, "callspec") else ()
        cores = {value for value in values if isinstance(value, str)} & self.catalog
        if cores:
            return self.core in cores
        text = _text_of(item.path)
        return any(f'"{name}"' in text for name in (self.core, *self.modules))

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note a failure."""
        if report.failed:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session: Any) -> bool:
        """Run the tests once for each mutant, and write a line of JSON for each."""
        for number in self.numbers:
            print(json.dumps({"number": number, "what": self.first_failure(session, number)}), flush=True)
        return True

    def first_failure(self, session: Any, number: int) -> str:
        """Return the first test that fails with a mutant and passes without one."""
        items = [item for item in session.items if self.passes.get(item.nodeid, True)]
        while items:
            failed = forked(partial(self.run, items, number), LIMIT_SECONDS)
            places = [place for place, item in enumerate(items) if item.nodeid == failed]
            if not places:
                return failed
            item = items[places[0]]
            if item.nodeid not in self.passes:
                alone = partial(self.run, [item], 0)
                self.passes[item.nodeid] = not self.unmutated or not forked(alone, LIMIT_SECONDS)
            if self.passes[item.nodeid]:
                return failed
            items = items[places[0] + 1 :]
        return ""

    def run(self, items: list[Any], number: int) -> str:
        """Run tests up to the first failure, and return its name."""
        os.environ[SELECT] = str(number)
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return self.failed
        return ""


def _cost(item: Any) -> int:
    """Return the order of a test: models for a trace, for flips and for cocotb take longest to build."""
    if {"cocotb", "faults"} & set(item.path.parts):
        return 2
    return int(item.get_closest_marker("slow") is not None)


_texts: dict[Path, str] = {}


def _text_of(path: Path) -> str:
    if path not in _texts:
        _texts[path] = path.read_text()
    return _texts[path]


def main(path: Path) -> int:
    """Run the job: `core`, `numbers` of mutants, `modules`, and perhaps the only `tests` to run."""
    job = json.loads(path.read_text())
    loop = Loop(job["core"], job["numbers"], job["modules"], job["unmutated"])
    root = project_root()
    folders = [str(root / folder) for folder in job.get("tests") or FOLDERS]
    plugins = ("no:cacheprovider", "no:terminal", "no:xdist")
    options = ["-o", "addopts=", f"--rootdir={root}", *(part for one in plugins for part in ("-p", one))]
    return int(pytest.main([*options, *folders], plugins=[loop]))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
