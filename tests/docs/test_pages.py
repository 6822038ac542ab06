"""The documentation as pages: links, the core pages' parts, the commands and examples of the README."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from beat_blocks import documents

from roundel.catalog import load_catalog
from roundel.cli.app import app
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
    assert headings == CORE_PAGE
    assert f"```{'blocks' if core.kind == 'engine' else 'beats'} core=" in text
    assert text.startswith(f"# {core.docs.stem}\n")
    # A source whose configurations have names of their own has a part for each of them that is measured.
    measured = [other.name for other in load_catalog().values() if other.docs == core.docs]
    assert any(f"<!-- lab: core {name} begin -->" in text for name in measured)


def test_the_pages_name_only_commands_that_exist_and_the_readme_names_all() -> None:
    known = {one.name for one in (*app.registered_commands, *app.registered_groups)}
    for page in PAGES:
        named = set(re.findall(r"(?:^|`|\$ |bin/)roundel ([a-z]+)", page.read_text(), re.MULTILINE))
        assert named <= known, page.name
    assert known == {name for name in known if f"`roundel {name}" in README}


def test_the_readme_names_only_make_targets_that_exist() -> None:
    targets = re.findall(r"^([a-z-]+):", (project_root() / "Makefile").read_text(), re.MULTILINE)
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", README, re.MULTILINE))
    assert {"bench", "test"} <= named <= set(targets)


def test_the_readme_python_runs_as_printed() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert "assert" in example
    run = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    expected = re.findall(r"# prints (\S+)$", example, re.MULTILINE)
    assert run.stdout.split() == expected
