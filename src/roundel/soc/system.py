"""The demo SoC: PicoRV32, RAM and a console around a service core and its shell, in Verilator."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.paths import cache_dir
from roundel.simulate.build import build_program
from roundel.soc.top import MACHINE, TOP, bare_text, processor, soc_sources, top_text
from roundel.soc.wrapper import module_name

PROGRAM = MACHINE / "main.cpp"
LIMIT_CYCLES = 500_000_000
EXIT, TRAP, FAULT, LIMIT = "exit", "trap", "fault", "limit"


@dataclass(frozen=True)
class Run:
    """What a run of firmware printed, why it ended, and after how many cycles.

    `reason` is EXIT, TRAP, FAULT or LIMIT. `value` is the exit code, or the address of the last access.
    """

    output: str
    reason: str
    value: int
    cycles: int


def build_bare() -> Path:
    """Return the program that runs the processor, the RAM and the console alone, much faster."""
    sources = [processor(), MACHINE / "demo_soc.sv"]
    return build_program("soc-bare", sources, top=TOP, text=bare_text(), program=PROGRAM)


def build_soc(core: Core, bus: str, *, dma: int = 0) -> Path:
    """Return the program that runs the SoC of `core`, built unless the cache has it.

    Args:
        core: A service core.
        bus: The bus of its registers: "axi4-lite" or "wishbone".
        dma: The width of the data of its DMA in bits; 0 is a shell without DMA.

    Raises:
        RoundelError: The core has no shell, there is no such bus or DMA, or a package or tool is missing.
    """
    text = top_text(core, bus, dma=dma)  # refuses a core without a shell, and an unknown bus
    name = f"soc-{module_name(core, bus, dma=dma)}"
    return build_program(name, soc_sources(core, bus, dma=dma), top=TOP, text=text, program=PROGRAM)


def run_soc(
    program: Path,
    image: bytes,
    *,
    limit_cycles: int = LIMIT_CYCLES,
    on_line: Callable[[str], None] | None = None,
) -> Run:
    """Run the SoC with firmware in its RAM until the firmware ends.

    Args:
        program: The program of `build_soc`.
        image: The contents of the RAM.
        limit_cycles: The longest run, in clock cycles.
        on_line: Gets each line that the firmware prints, as soon as it is there.

    Raises:
        RoundelError: The design stopped itself.
    """
    work = cache_dir("soc", "runs")
    words = (image[i : i + 4][::-1].hex() for i in range(0, len(image.rstrip(b"\0")) + 3 & ~3, 4))
    with tempfile.NamedTemporaryFile("w", suffix=".hex", dir=work) as firmware:
        firmware.write("\n".join(words) + "\n")
        firmware.flush()
        command = [str(program), f"+firmware={firmware.name}", f"+cycles={limit_cycles}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None and process.stderr is not None
            lines = []
            try:
                for raw in process.stdout:
                    line = raw.decode(errors="replace")
                    lines.append(line)
                    if on_line:
                        on_line(line)
                notes = process.stderr.read().decode(errors="replace")
            except BaseException:
                process.kill()
                raise
    ended = re.search(r"^end (\w+) (\d+) (\d+)$", notes, re.MULTILINE)
    if ended is None:
        raise RoundelError("the SoC stopped itself", "\n  ".join(notes.splitlines()[-6:]))
    return Run("".join(lines), ended[1], int(ended[2]), int(ended[3]))
