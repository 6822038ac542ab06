"""VHDL: a core that ghdl synthesizes to Verilog, which simulation and synthesis then read.

Both read the same Verilog, so that the cycles are those of what is placed. ghdl is taken from PATH.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from roundel.catalog import Config, Core
from roundel.errors import RoundelError
from roundel.paths import cache_dir
from roundel.process.atomic import locked, write_atomically

STANDARD = "08"
LIMIT_SECONDS = 600
# What ghdl warns of, and what of it makes hardware that is not what the text says.
_REFUSED = (
    (re.compile(r"latch infered for net|latch inferred"), "a latch", "Assign the signal in every branch."),
    (re.compile(r"instance .* is not bound|not bound to|unbound instance"), "an instance of no entity",
     "Add its source."),
    (re.compile(r"no assignment for|is never assigned|not driven"), "a signal without a driver",
     "Drive it, or remove it."),
)  # fmt: skip
_BIT_TEXT = re.compile(r'"([01XZxz]+)"')
# Reserved in Verilog and not in VHDL: ghdl writes them as they stand, and the Verilog is none.
_KEYWORDS = frozenset(
    """
    always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config deassign default
    defparam design disable edge else end endcase endconfig endfunction endgenerate endmodule endprimitive
    endspecify endtable endtask event for force forever fork function generate genvar highz0 highz1 if
    ifnone incdir include initial inout input instance integer join large liblist library localparam
    macromodule medium module nand negedge nmos nor noshowcancelled not notif0 notif1 or output parameter
    pmos posedge primitive pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent rcmos real
    realtime reg release repeat rnmos rpmos rtran rtranif0 rtranif1 scalared showcancelled signed small
    specify specparam strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri tri0 tri1
    triand trior trireg unsigned use uwire vectored wait wand weak0 weak1 while wire wor xnor xor
    """.split()  # noqa: SIM905 - a table of words
)


@functools.cache
def version() -> str:
    """Return ghdl's name and version; RoundelError where it is not on PATH."""
    text = subprocess.run([_ghdl(), "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"GHDL (\S+)", text)
    return f"ghdl {found[1] if found else 'unknown'}"


def front_end_versions(core: Core) -> dict[str, str]:
    """Return the version of the tool that reads a core before synthesis and simulation do, by its role."""
    return {"front_end": version()} if core.front_end == "ghdl" else {}


def translated(core: Core) -> Core:
    """Return a core in VHDL as a core in Verilog, made by ghdl unless the cache has it; any other as it is.

    Its generics are those of the Verilog already, so that it has no parameters.

    Raises:
        RoundelError: ghdl is not on PATH or refuses the sources, or the Verilog would not be the same
            hardware: a latch, an instance of no entity, a signal without a driver, or a port whose name
            Verilog reserves.
    """
    if core.front_end != "ghdl":
        return core
    generics = [f"-g{name}={value}" for name, value in sorted(core.config.parameters.items())]
    identity = json.dumps([core.source_hash, version(), STANDARD, Path(__file__).read_text()])
    folder = cache_dir("vhdl", hashlib.sha256(identity.encode()).hexdigest()[:32])
    verilog = folder / f"{core.top}.v"
    with locked(folder / "lock"):
        if not verilog.is_file():
            write_atomically(verilog, _synthesized(core, generics))
    return dataclasses.replace(
        core,
        sources=(verilog,),
        folder=folder,
        front_end="verilog",
        config=Config(core.config.name, {}, core.config.summary),
        include_dirs=(),
        defines={},
    )


def _synthesized(core: Core, generics: list[str]) -> str:
    with tempfile.TemporaryDirectory(dir=cache_dir("vhdl")) as work:
        command = [_ghdl(), "--synth", f"--std={STANDARD}", f"--workdir={work}", "--out=verilog", *generics]
        done = subprocess.run(
            [*command, *map(str, core.sources), "-e", core.top],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LIMIT_SECONDS,
            check=False,
        )
    problems = [line for line in done.stderr.splitlines() if line.strip()]
    if done.returncode or "endmodule" not in done.stdout:
        errors = [line for line in problems if ":error:" in line] or problems or ["it says nothing"]
        raise RoundelError(f"ghdl refuses {core.name}: {errors[0]}", "Correct the VHDL.")
    for pattern, what, hint in _REFUSED:
        for line in problems:
            if pattern.search(line):
                raise RoundelError(f"the VHDL of {core.name} has {what}: {line}", hint)
    head = done.stdout.partition(");")[0] if ");" in done.stdout else done.stdout
    tops = re.findall(r"^module (\w+)(.*?)\);", done.stdout, re.MULTILINE | re.DOTALL)
    ports = next((text for name, text in tops if name.lower() == core.top.lower()), head)
    for name in re.findall(r"(\w+)\s*(?:,|\)|$)", ports, re.MULTILINE):
        if name in _KEYWORDS:
            raise RoundelError(
                f"port {name} of {core.name} is a word that Verilog reserves", "Rename it: ghdl does not."
            )
    # ghdl spells the top as the entity is declared.
    actual = next((name for name, _ in tops if name.lower() == core.top.lower()), core.top)
    verilog = re.sub(rf"^module {actual}\b", f"module {core.top}", done.stdout, flags=re.MULTILINE)
    return _with_numbers(verilog, core)


def _with_numbers(verilog: str, core: Core) -> str:
    """Return the Verilog with numbers in place of what ghdl 2 writes as texts.

    A bit string of VHDL that is an operand of a vector of numeric_std comes out as `"0101"`, which Verilog
    reads as the codes of the letters. Any other text is refused, because nothing says what it means.
    """
    verilog = _BIT_TEXT.sub(lambda found: f"{len(found[1])}'b{found[1].lower()}", verilog)
    for line in verilog.splitlines():
        if '"' in line.partition("/*")[0]:
            raise RoundelError(
                f"ghdl writes a text where {core.name} has a number: {line.strip()}",
                "Give the constant a type, or a name.",
            )
    return verilog


def _ghdl() -> str:
    found = shutil.which("ghdl")
    if found is None:
        raise RoundelError(
            "no ghdl on PATH, which reads VHDL", "Install it: `apt install ghdl` (Debian, Ubuntu)."
        )
    return found
