"""What a bench says of targets that are not plain LUTs: the harness, gate equivalents, the library."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from roundel.cli.app import app
from roundel.cli.bench_view import print_rows
from roundel.errors import RoundelError
from roundel.lab.command import bench_command
from roundel.report.pages import core_part


def _row(target: str, **more: Any) -> dict[str, Any]:
    return {
        **{"core": "echo", "service": "hash", "variant": "r64", "target": target, "device": "a device"},
        **{"routed": True, "options": {"wide_luts": False}, "luts": 100, "ffs": 80, "rams": 0, "dsps": 0},
        **{
            "slices": 50,
            "slices_formula": "f",
            "logic_levels": 4,
            "fmax_interval": None,
            "seeds": 1,
            "seeds_failed": 0,
        },
        **{"fmax_mhz": {"median": 99.5, "min": 99.5, "max": 99.5}, "cycles_per_block": 4, "block_bits": 64},
        **{"throughput_mbps": 1592.0, "throughput_per_lut": 15.92, "critical_path": None, "tools": {}},
        **{"current": True, "failed": [], **more},
    }


HARNESSED = _row("ice40", harness_luts=22, harness_ffs=44)
CELLS = _row(
    "cells",
    **{"routed": False, "luts": None, "slices": None, "slices_formula": "", "gate_equivalents": 1234.33},
    **{"fmax_mhz": None, "throughput_mbps": None, "throughput_per_lut": None, "seeds": 0},
)


def _printed(*rows: dict[str, Any]) -> str:
    with Path(os.devnull).open("w") as nowhere:
        console = Console(width=300, record=True, file=nowhere)
        print_rows(rows, console)
        return console.export_text()


def test_the_harness_has_its_own_column() -> None:
    text = _printed(HARNESSED, _row("ecp5"))
    assert "the harness" in text and text.split("ice40")[1].split()[2:4] == ["22", "44"]
    assert "No LUT RAM" in text  # what has to be known of iCE40
    assert "the harness" not in _printed(_row("ecp5"))


def test_standard_cells_have_gates_in_place_of_luts() -> None:
    text = _printed(CELLS)
    assert "GE" in text and "1234" in text and "not routed, 4 levels" in text
    assert "slice eq. =" not in text
    fast = CELLS | {"fmax_mhz": {"median": 438.3, "min": 438.3, "max": 438.3}, "seeds": 1}
    assert "438.3 not routed, 4 levels" in _printed(fast)


def test_page_names_gates_and_the_share_of_the_harness() -> None:
    rows = [row | {"command": f"roundel bench echo --target {row['target']}"} for row in (HARNESSED, CELLS)]
    text = core_part(rows, "echo")
    assert "| 100, 22 of the harness | 80, 44 of the harness | 50 |" in text
    assert "| cells | 1234.33 GE | 80 | - | 4 |" in text


def test_command_of_a_row_names_a_library_that_is_not_our_own() -> None:
    def words(liberty: str) -> str:
        return bench_command("echo", "cells", {}, None, tools={"liberty": f"{liberty} sha256 0123"})

    assert "--target cells --liberty osu018.lib" in words("osu018.lib")
    assert "--liberty" not in words("generic.lib")


def test_library_without_the_target_that_reads_it_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["bench", "keccak-hash", "--liberty", str(tmp_path / "x.lib")])
    assert isinstance(done.exception, RoundelError) and "--target cells" in done.exception.hint


@pytest.mark.parametrize("name", ["ice40", "gowin", "nexus", "cells"])
def test_help_names_the_targets(name: str) -> None:
    assert name in CliRunner().invoke(app, ["bench", "--help"], env={"COLUMNS": "200"}).output
