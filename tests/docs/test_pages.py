"""The documentation as pages: links, the core pages' parts, the commands and examples of the README."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import typer.main
from beat_blocks import documents
from printed import printed_blocks
from typer.testing import CliRunner

from roundel.catalog import load_catalog
from roundel.cli.app import app
from roundel.compare.open_cores import open_cores
from roundel.lab import published_store
from roundel.lab.query import query
from roundel.paths import project_root

LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CORE_PAGE = [
    "What it is",
    "Block diagram",
    "Ports",
    "Transactions",
    "Cycle budget",
    "Measured",
    "Known limits",
]
# Before the limits, where there are any.
OPEN_CORES = "Open cores of others"
README = (project_root() / "README.md").read_text()
PAGES = documents()


def anchors(page: Path) -> set[str]:
    """The fragments that a forge makes of the headings: lower case, punctuation gone, spaces to hyphens."""
    titles = HEADING.findall(CODE.sub("", page.read_text()))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(project_root())))
def test_relative_links_resolve(page: Path) -> None:
    for link in LINK.findall(CODE.sub("", page.read_text())):
        if "://" in link:
            continue
        path, _, fragment = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name} links to {link}"
        assert not fragment or fragment in anchors(target), f"{page.name} links to {link}"


@pytest.mark.parametrize("core", load_catalog().values(), ids=lambda core: core.name)
def test_every_core_has_its_page_with_all_parts(core) -> None:  # type: ignore[no-untyped-def]
    text = core.docs.read_text()
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    # A source whose configurations have names of their own has a part for each of them that is measured.
    here = [other.name for other in load_catalog().values() if other.docs == core.docs]
    beside = [name for name in here if any(theirs.core == name for theirs in open_cores().cores)]
    assert headings == [*CORE_PAGE[:-1], *([OPEN_CORES] if beside else []), CORE_PAGE[-1]]
    assert all(f"<!-- lab: open cores beside {name} begin -->" in text for name in beside)
    assert f"```{'blocks' if core.kind == 'engine' else 'beats'} core=" in text
    assert text.startswith(f"# {core.docs.stem}\n")
    assert any(f"<!-- lab: core {name} begin -->" in text for name in here)


def test_the_pages_name_only_commands_that_exist_and_the_readme_names_all() -> None:
    known = {one.name for one in (*app.registered_commands, *app.registered_groups)}
    for page in PAGES:
        named = set(re.findall(r"(?:^|`|\$ |bin/)roundel ([a-z]+)", page.read_text(), re.MULTILINE))
        assert named <= known, page.name
    assert known == {name for name in known if f"`roundel {name}" in README}


@cache
def options_of(words: tuple[str, ...]) -> frozenset[str]:
    """The options of the command that stands behind `roundel`; of a group, those of all its commands."""
    command = typer.main.get_command(app)
    for word in words:
        command = command.commands[word]  # type: ignore[attr-defined]
    of_all = [command, *getattr(command, "commands", {}).values()]
    named = [
        name
        for one in of_all
        for parameter in one.params
        for name in (*parameter.opts, *parameter.secondary_opts)
    ]
    return frozenset([*named, "--help"])


def named_commands(text: str) -> list[str]:
    """What follows `roundel` wherever a page writes a command: in a code span, or on a line of a block."""
    spans = [span.replace("\n", " ") for span in re.findall(r"`((?:\.venv/bin/)?roundel [^`]+)`", text)]
    # A line may begin with a prompt, variables, the number of a rank; what is behind a # is no part of it.
    lines = re.findall(
        r"^(?:[^`|#\n]* )?((?:\.venv/bin/)?roundel [a-z][^#\n]*)", blocks_of(text), re.MULTILINE
    )
    return [one.partition("roundel ")[2] for one in (*spans, *lines)]


def blocks_of(text: str) -> str:
    return "\n".join(CODE.findall(text))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(project_root())))
def test_the_commands_of_a_page_have_the_options_it_gives_them(page: Path) -> None:
    for command in named_commands(page.read_text()):
        words = command.split()
        group = words[0] == "isa" and len(words) > 1 and not words[1].startswith("-")
        known = options_of(() if words[0].startswith("-") else tuple(words[: 2 if group else 1]))
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", command):
            assert option in known, f"{page.name}: roundel {command}"


QUERIES = [
    pytest.param(sql, id=f"{page.name}: {' '.join(sql.split())[:30]}")
    for page in PAGES
    for sql in re.findall(r'roundel results --sql "([^"]+)"', page.read_text())
]


@pytest.mark.parametrize("sql", QUERIES)
def test_a_question_of_a_page_has_an_answer(sql: str) -> None:
    assert query(published_store(), sql)


def test_commands_are_found_in_every_place_of_a_page() -> None:
    text = (
        "`roundel pages\n--check` and\n```\n$ roundel list --json # --no\n  1  roundel bench x --all\n```\n"
    )
    assert [one.split() for one in named_commands(text)] == [
        ["pages", "--check"],
        ["list", "--json"],
        ["bench", "x", "--all"],
    ]
    assert "--fpga" in options_of(("isa", "measure")) and "--fpga" not in options_of(("isa", "cycles"))


def test_the_readme_has_every_folder_of_the_rtl() -> None:
    folders = {path.name for path in (project_root() / "rtl").iterdir() if path.is_dir()}
    assert set(re.findall(r"`rtl/(\w+)`", README)) == folders


def test_the_pages_name_the_commands_that_make_the_tables_of_isa() -> None:
    page = (project_root() / "docs" / "isa.md").read_text()
    above = page.partition("<!-- isa: measured begin -->")[0].rpartition("## Measured")[2]
    # The table has rows on FPGAs, which only --fpga measures, and `isa generate` writes it.
    assert "`roundel isa measure --fpga`" in above and "`roundel isa generate`" in above
    (row,) = [line for line in README.splitlines() if line.startswith("| `roundel pages`")]
    assert "`roundel isa generate`" in row


def test_the_readme_names_only_make_targets_that_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", (project_root() / "Makefile").read_text(), re.MULTILINE)
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", README, re.MULTILINE))
    assert {"bench", "test"} <= named <= set(targets)


def test_what_make_bench_shows_at_its_end_is_stored() -> None:
    """`make bench` is the first command of a new user: stale rows are shown as such and end nothing."""
    recipe = (project_root() / "Makefile").read_text()
    (words,) = re.findall(r"^\t\$\(BIN\)/roundel (results .*)$", recipe, re.MULTILINE)
    assert "--all" in words.split()
    done = CliRunner().invoke(app, words.split())
    assert done.exit_code == 0, done.output
    assert re.search(r"^ ?keccak-hash\S* .* ecp5 ", done.stdout, re.MULTILINE)


def test_the_python_of_keccak_hash_runs_as_printed() -> None:
    page = (project_root() / "docs" / "cores" / "keccak-hash.md").read_text()
    examples = printed_blocks(page, "python")
    assert len(examples) == 3 and all("assert" in example for example in examples)
    for example in examples:
        run = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr


def test_the_readme_python_runs_as_printed() -> None:
    examples = printed_blocks(README, "python")
    assert len(examples) == 2 and all("assert" in example for example in examples)
    example = "".join(examples)
    run = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    expected = re.findall(r"# prints (\S+)$", example, re.MULTILINE)
    assert run.stdout.split() == expected
