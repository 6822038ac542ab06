"""Outputs of commands in the documentation are what the commands print."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from roundel.cli import outputs
from roundel.cli.app import app
from roundel.cli.outputs import pages_with_outputs
from roundel.cli.pages import pages_of_today
from roundel.errors import RoundelError
from roundel.paths import project_root

PAGE = """before
<!-- output: roundel list --help begin -->
old
<!-- output: roundel list --help end -->
after
"""


def run(arguments: Sequence[str]) -> object:
    return app(list(arguments), prog_name="roundel")


def output(command: str) -> str:
    return outputs.output(command, run)


def with_outputs(text: str) -> str:
    return outputs.with_outputs(text, run)


def test_an_output_takes_the_place_of_the_old_one() -> None:
    text = with_outputs(PAGE)
    assert text.startswith("before\n<!-- output: roundel list --help begin -->\n```\n$ roundel list --help\n")
    assert text.endswith("```\n<!-- output: roundel list --help end -->\nafter\n")
    assert "List the cores" in text and "old" not in text and with_outputs(text) == text


def test_colors_do_not_get_into_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = output("roundel show keccak-hash")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert output("roundel show keccak-hash") == plain and "\x1b" not in plain


@pytest.mark.parametrize("command", ["roundel list --jsn", "roundel shwo x", "roundel show keccak-hsah"])
def test_a_command_that_is_refused_is_named(command: str) -> None:
    with pytest.raises(RoundelError) as caught:
        output(command)
    assert command in caught.value.message


@pytest.mark.slow
def test_the_project_s_pages_are_those_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured tables and outputs, but not those of `roundel leak`, which maps whole masked cores."""
    root = project_root()
    monkeypatch.setenv("ROUNDEL_RESULTS", str(root / "results"))

    def hidden(text: str) -> str:
        return text.replace("<!-- output: roundel leak ", "<!-- later: roundel leak ")

    pages = {page: (old, new) for page, old, new in pages_of_today(run, hidden)}
    assert root / "docs" / "masking.md" in pages and root / "docs" / "choosing.md" in pages
    assert [page for page, (old, new) in pages.items() if old != new] == []


@pytest.mark.long
def test_the_project_s_pages_have_the_outputs_of_today() -> None:
    assert project_root() / "docs" / "choosing.md" in pages_with_outputs(project_root())
    environment = os.environ | {"ROUNDEL_RESULTS": str(project_root() / "results")}
    command = [sys.executable, "-m", "roundel", "pages", "--check"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
