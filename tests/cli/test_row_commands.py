"""The command that a row carries: it is one that `roundel bench` takes, and asks for that row."""

from __future__ import annotations

import shlex

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from roundel.cli import bench
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.lab import Request, published_store, stored_rows

ROWS = [row for row in stored_rows(published_store()) if row["current"]]
COMMANDS = {row["command"]: row for row in ROWS}
COMMAND_LINE = get_command(app)  # made once: it takes longer than what it is asked


def asked_for(words: list[str], monkeypatch: pytest.MonkeyPatch) -> Request:
    """Return what the command would have measured."""
    requests: list[Request] = []
    monkeypatch.setattr(bench, "run", lambda request, store: requests.append(request) or [])
    COMMAND_LINE.main(words, standalone_mode=False)
    (request,) = requests
    return request


def test_every_stored_row_s_command_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert any("=" in row["core"] for row in COMMANDS.values())  # a point of a grid is among them
    for command, row in COMMANDS.items():
        program, *words = shlex.split(command)
        assert program == "roundel"
        request = asked_for(words, monkeypatch)
        (core,), (target,) = request.cores, request.targets
        assert (core.name, target.name, request.rerun) == (row["core"], row["target"], True), command
        assert core.source_hash == row["source_hash"], command
        assert request.all_variants or row["service"] == core.service().name, command


@pytest.mark.parametrize("text", [",", "", " "])
def test_no_target_is_an_error(text: str) -> None:
    done = CliRunner().invoke(app, ["bench", "keccak-hash", "--target", text])
    assert isinstance(done.exception, RoundelError) and "no target is named" in done.exception.message


def test_a_core_of_one_family_s_cells_is_not_taken_to_another() -> None:
    done = CliRunner().invoke(app, ["bench", "keccak-hash-dsp", "--target", "xc7,ecp5"])
    assert isinstance(done.exception, RoundelError)
    assert "keccak-hash-dsp uses cells of xc7 and cannot be built for ecp5" in done.exception.message
    assert done.exception.hint == "Give --target xc7."


@pytest.mark.parametrize("name", ["multi-aes-la:Hash", "multi-aes-la:Hash=x", "multi-aes-la:Nothing=1"])
def test_a_name_that_is_no_point_of_a_grid_is_refused(name: str) -> None:
    done = CliRunner().invoke(app, ["bench", name])
    assert isinstance(done.exception, RoundelError)
