"""Cycles of the permutation by a published model of a processor's pipeline: llvm-mca of LLVM.

llvm-mca issues straight code by the scheduling model that LLVM has of a processor: which units an
instruction uses, how long its result takes, how many issue at a time. It knows no caches, no branches and
no memory: a load never waits for a store. The instructions of this extension are in no model. BCAX stands
for each of them: it reads three vector registers and writes one, in the unit for SHA-3.

The tool is optional. A figure is of one version of it, `PINNED`, because models change.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Mapping

from roundel.errors import RoundelError
from roundel.isa.definition import BY_NAME
from roundel.isa.kernels import source
from roundel.isa.macros import operands

PINNED = "19.1.7"
TOOL = "llvm-mca-19"
OVERRIDE = "ROUNDEL_LLVM_MCA"
KERNEL, RATE = "sha3-512", 72
VERSIONS = ("scalar", "neon", "sha3", "extension")
OLD_VERSION, OLD_MODEL = "arm32", "cortex-a9"  # the paper's processor, which has no A64
# What the models are of. All but that of Cortex-A55 know the instructions of ARMv8.2-SHA3.
MODELS: Mapping[str, str] = {
    "cortex-a55": "two instructions in order",
    "cortex-a510": "three instructions in order",
    "neoverse-n2": "five instructions, one SHA-3 unit",
    "neoverse-v2": "eight instructions, one SHA-3 unit",
    "exynos-m5": "six instructions, three SHA-3 units",
}
PAIRS = (*((version, model) for model in MODELS for version in VERSIONS), (OLD_VERSION, OLD_MODEL))
_ITERATIONS = (2, 6)


def find_tool() -> str | None:
    """Return the llvm-mca to run, if it is of the pinned version: that of the environment, or on PATH."""
    path = os.environ.get(OVERRIDE) or shutil.which(TOOL)
    if not path:
        return None
    done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    return path if f"version {PINNED}" in done.stdout else None


def cycles_per_permutation(version: str, model: str) -> float:
    """Return the cycles that a further permutation takes, one after another on one state.

    Raises RoundelError where the tool is missing or of another version, and where it fails.
    """
    path = find_tool()
    if path is None:
        hint = f"On Debian 12: apt install llvm-19. {OVERRIDE} names another place of it."
        raise RoundelError(f"there is no {TOOL} of version {PINNED}", hint)
    near, far = (_total_cycles(path, version, model, iterations) for iterations in _ITERATIONS)
    return (far - near) / (_ITERATIONS[1] - _ITERATIONS[0])


def measured_text(version: str) -> str:
    """Return what llvm-mca reads: the 24 rounds of a version, marked, with the constants after them."""
    if version not in {version for version, _model in PAIRS}:
        known = ", ".join((*VERSIONS, OLD_VERSION))
        raise RoundelError(f"no pipeline model is used for {version}", f"There are {known}.")
    text = source(KERNEL, version)
    text = text[text.index(".Lpermute_24:\n") :]
    if version == OLD_VERSION:
        rounds, constants, note, head = text.partition("  ldr pc,")[0], "", "@", ".syntax unified\n"
    else:
        (rounds, _, constants), note, head = text.partition("  ret\n"), "//", ""
    lines = [_stand_in(line) for line in rounds.splitlines() if not _MOVES_OF_CALL.search(line)]
    return "\n".join([f"{head}{note} LLVM-MCA-BEGIN", *lines, f"{note} LLVM-MCA-END", constants])


def digest(version: str, model: str) -> str:
    """Return the hash of what an estimate is made from."""
    return hashlib.sha256(f"{PINNED}\n{model}\n{_ITERATIONS}\n{measured_text(version)}".encode()).hexdigest()


# Two versions keep registers of the kernel on the stack, once a call: that is no part of a round.
_MOVES_OF_CALL = re.compile(r"\[x0, #\d+\]|add x0, sp|str lr")


def _stand_in(line: str) -> str:
    name, _, rest = line.strip().partition(" ")
    if name not in BY_NAME:
        return line
    given = dict(zip(operands(BY_NAME[name]), rest.replace(" ", "").split(","), strict=True))
    read = [given[port] for port in "nmk" if port in given]
    read += read[-1:] * (3 - len(read))
    return f"  bcax {', '.join(f'{register}.16b' for register in (given['d'], *read))}"


def _total_cycles(path: str, version: str, model: str, iterations: int) -> int:
    old = version == OLD_VERSION
    processor = ["-mtriple=armv7a-linux-gnueabi"] if old else ["-mtriple=aarch64", "-mattr=+sha3"]
    command = [path, *processor, f"-mcpu={model}", f"-iterations={iterations}"]
    done = subprocess.run(
        command, input=measured_text(version), capture_output=True, text=True, timeout=600, check=False
    )
    found = re.search(r"Total Cycles:\s+(\d+)", done.stdout)
    if done.returncode or found is None:
        first = "\n  ".join(done.stderr.splitlines()[:4])
        raise RoundelError(f"llvm-mca fails on {version} for {model}\n  {first}", "See its message.")
    return int(found[1])
