"""The demo SoC for an FPGA: its firmware prints by the UART, and its figures on the page are current."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

import pytest
from test_soc import HELLO

from roundel.catalog import find_core
from roundel.paths import project_root
from roundel.simulate.build import build_program
from roundel.soc.board import PAGE, REST, ROWS, place, row
from roundel.soc.firmware import image_of
from roundel.soc.top import BOARD, board_sources, top_text

PROGRAM = Path(__file__).with_name("board_program.cpp")


@pytest.mark.slow
def test_firmware_prints_a_digest_by_the_uart(tmp_path: Path) -> None:
    core = find_core("keccak-hash")
    source = tmp_path / "hello.c"
    source.write_text(HELLO)
    image = image_of(source).rstrip(b"\0")
    words = (image[i : i + 4][::-1].hex() for i in range(0, len(image) + 3 & ~3, 4))
    firmware = tmp_path / "firmware.hex"
    firmware.write_text("\n".join(words) + "\n")
    program = build_program(
        "soc-board",
        board_sources(core, "axi4-lite"),
        top=BOARD,
        text=top_text(core, "axi4-lite"),
        program=PROGRAM,
    )
    ran = subprocess.run([program, f"+firmware={firmware}"], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.startswith(hashlib.sha3_256(b"abc").hexdigest() + "\n")


@pytest.mark.long
@pytest.mark.parametrize(("name", "bus"), ROWS)
def test_figures_on_the_page_are_current(name: str, bus: str) -> None:
    core = find_core(name)
    assert row(core, bus) in (project_root() / PAGE).read_text(), "run `python -m roundel.soc.board`"
    placed = place(core, bus)
    assert all(placed.luts[part] > 0 for part in ("core", "shell", "processor", REST))
