"""Cycles of a unit attached to PicoRV32, in Verilator, on SHA3-512, compared with the core's own code.

The core is the wheel's, RV32I with a barrel shifter, memory answers at once. The extension's kernel is made
here from the round's steps; the scalar one is C, compiled by the pinned Zig. The version `vkeccak` has the
coprocessor of `vkeccak.vi` in place of the extension's.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog.tokens import digest_of
from roundel.errors import RoundelError
from roundel.isa import vkeccak
from roundel.isa.area import VKECCAK, VLNVS, unit_sources
from roundel.isa.definition import RISCV
from roundel.isa.kernels.extension import REGISTERS, round_lines
from roundel.isa.layout import STATE, place
from roundel.isa.macros import macros
from roundel.packages import package_version, require
from roundel.paths import cache_dir
from roundel.process.atomic import locked
from roundel.simulate.tools import find_perl, verilator_package

VERSIONS = ("scalar", "extension", "vkeccak")
HERE = Path(__file__).parent / "machine"
RATE, DIGEST = 72, 64
_CUSTOM1 = 0x2B
_COPROCESSOR = "roundel_simd_pcpi"  # of the machine's text
FREESTANDING = ("-nostdlib", "-ffreestanding", "-static", "-fno-stack-protector")
_COMPILE = (
    *("-target", "riscv32-freestanding-none", "-mcpu=generic_rv32", "-mabi=ilp32", "-O3", *FREESTANDING),
    f"-Wl,-T,{HERE / 'link.ld'}",
)


@dataclass(frozen=True)
class Cycles:
    """Cycles of a call on whole blocks, from the mark before it to the mark after it."""

    version: str
    blocks: int
    cycles: int


def sha3_512_cycles(version: str, message: bytes) -> Cycles:
    """Run SHA3-512 on the machine, check the digest, and return the cycles; padding is the loader's."""
    padded = bytearray(message + bytes(RATE - len(message) % RATE))
    padded[len(message)] ^= 0x06
    padded[-1] ^= 0x80
    blocks = len(padded) // RATE
    image, symbols = _image(version)
    at = symbols["input"]
    image[at : at + 8 + len(padded)] = blocks.to_bytes(8, "little") + padded
    cycles, memory = run_image(bytes(image), version)
    digest = memory[symbols["output"] : symbols["output"] + DIGEST]
    if digest != hashlib.sha3_512(message).digest():
        raise RoundelError(f"the {version} kernel returns a wrong digest on the machine", "It is wrong.")
    return Cycles(version, blocks, cycles)


def cycles_per_byte(version: str) -> float:
    """Return what a further byte of a long message takes: the difference of two calls."""
    near, far = (sha3_512_cycles(version, bytes(range(RATE - 1)) * blocks) for blocks in (1, 3))
    return (far.cycles - near.cycles) / (RATE * (far.blocks - near.blocks))


def machine_texts(version: str) -> list[bytes]:
    """Return what a version's count depends on: machine, programs, and the core's wheel by its version.

    Of hardware it is the digest of its tokens: comments do not count.
    """
    files = sorted(HERE.iterdir())
    hardware = [path.read_text() for path in (*_units(version), *files) if path.suffix == ".sv"]
    programs = [path.read_bytes() for path in files if path.suffix != ".sv"]
    kernel = vkeccak.hash_source(RATE, DIGEST) if version == "vkeccak" else extension_source()
    made = [digest_of(hardware, synthesis=False), kernel]
    made += [package_version("pythondata-cpu-picorv32"), " ".join(_COMPILE[:8])]
    return [*programs, *(text.encode() for text in made)]


def extension_source() -> str:
    """Return the assembly of the extension's kernel: a0 message, a1 blocks, a2 digest; rounds unrolled."""
    lines = [macros(RISCV, ".word"), ".text", ".global kernel", "kernel:"]
    for name in STATE:  # from zero words
        lines += [move(half, REGISTERS[name], 0, 0) for half in (0, 1)]
    lines.append("1:")
    for lane in range(RATE // 8):
        name, slot = place(lane)
        lines += [f"lw t0, {8 * lane}(a0)", f"lw t1, {8 * lane + 4}(a0)"]
        lines.append(move(2 + slot, REGISTERS[name], 5, 6))
    for index in range(24):
        lines += round_lines(index, 64)
    lines += [f"addi a0, a0, {RATE}", "addi a1, a1, -1", "beqz a1, 2f", "j 1b", "2:"]
    for word in range(DIGEST // 4):
        lines += store_word(word, "a2")
    return "\n".join([*lines, "ret", ""])


def store_word(word: int, base: str) -> list[str]:
    """Return the lines that store a word of the state at its place from a core register on; t0 is lost."""
    name, slot = place(word // 2)
    number = int(REGISTERS[name][1:])
    code = (4 + 2 * slot + word % 2) << 12 | number << 15 | 5 << 7 | _CUSTOM1
    return [f".word {code:#010x}", f"sw t0, {4 * word}({base})"]


def move(funct3: int, register: str, rs1: int, rs2: int) -> str:
    """Return the word that moves two core registers into a vector register's slot (see roundel_simd_pcpi)."""
    return f".word {rs2 << 20 | rs1 << 15 | funct3 << 12 | int(register[1:]) << 7 | _CUSTOM1:#010x}"


def _image(version: str) -> tuple[bytearray, dict[str, int]]:
    """Compile and link; return 256 KiB of memory and the addresses of `input` and `output`."""
    if version == "vkeccak":
        kernel = vkeccak.hash_source(RATE, DIGEST)
    else:
        kernel = (HERE / "scalar.c").read_text() if version == "scalar" else extension_source()
    name = "kernel.c" if version == "scalar" else "kernel.s"
    return compile_image({"start.s": (HERE / "start.s").read_text(), name: kernel}, _COMPILE)


def compile_image(files: Mapping[str, str], flags: Sequence[str]) -> tuple[bytearray, dict[str, int]]:
    """Compile and link files, once for each content; return 256 KiB of memory and the addresses of symbols.

    Raises RoundelError with the compiler's last lines on an error.
    """
    made = (package_version("ziglang"), *flags, *files, *files.values())
    folder = cache_dir("isa", f"machine-{hashlib.sha256(chr(0).join(made).encode()).hexdigest()[:32]}")
    elf = folder / "kernel.elf"
    require("ziglang")
    with locked(folder / "lock"):
        if not elf.exists():
            for name, text in files.items():
                (folder / name).write_text(text)
            command = [sys.executable, "-m", "ziglang", "cc", *flags, "-o", "part.elf", *files]
            _call(command, folder, "the compiler")
            (folder / "part.elf").replace(elf)
    return _load(elf.read_bytes())


def _load(elf: bytes) -> tuple[bytearray, dict[str, int]]:
    """Put the segments of a 32-bit ELF into memory; `_start` has to be at 0."""
    image = bytearray(1 << 18)
    programs, sections = struct.unpack_from("<II", elf, 0x1C)
    size, count, section_size, section_count, names_at = struct.unpack_from("<HHHHH", elf, 0x2A)
    del names_at
    for i in range(count):
        kind, offset, at, _, length = struct.unpack_from("<IIIII", elf, programs + i * size)
        if kind == 1:
            image[at : at + length] = elf[offset : offset + length]
    symbols: dict[str, int] = {}
    heads = [struct.unpack_from("<10I", elf, sections + i * section_size) for i in range(section_count)]
    for head in heads:
        if head[1] != 2:  # the symbol table
            continue
        strings = heads[head[6]][4]
        for entry in range(head[4], head[4] + head[5], 16):
            label, value = struct.unpack_from("<II", elf, entry)
            symbols[elf[strings + label : elf.index(b"\0", strings + label)].decode()] = value
    if symbols.get("_start") != 0:
        raise RoundelError(f"_start is at {symbols.get('_start')}", "It has to be linked first, at 0.")
    return image, symbols


def run_image(image: bytes, version: str) -> tuple[int, bytes]:
    """Run a version's machine on a memory image; return the cycles between the marks and the memory after."""
    binary = _binary(version)
    work = cache_dir("isa", "machine-run")
    program, result = (work / f"{os.getpid()}.{kind}.hex" for kind in ("program", "result"))
    words = (int.from_bytes(image[i : i + 4], "little") for i in range(0, len(image), 4))
    program.write_text("\n".join(f"{word:08x}" for word in words))
    try:
        output = _call([str(binary), f"+program={program}", f"+result={result}"], work, "the machine")
        marks = {int(n): int(cycle) for n, cycle in re.findall(r"mark (\d+) (\d+)", output)}
        lines = [line for line in result.read_text().split() if not line.startswith(("//", "@"))]
    finally:
        program.unlink(missing_ok=True)
        result.unlink(missing_ok=True)
    memory = b"".join(int(line, 16).to_bytes(4, "little") for line in lines)
    return marks[2] - marks[1], memory


def _units(version: str) -> tuple[Path, ...]:
    return unit_sources(VLNVS[VKECCAK]) if version == "vkeccak" else unit_sources()


def _machine(version: str) -> str:
    """Return the machine's text with the coprocessor of a version."""
    text = (HERE / "simd_machine.sv").read_text()
    return (
        text.replace(f"{_COPROCESSOR} u_pcpi", f"{vkeccak.MACHINE} u_pcpi") if version == "vkeccak" else text
    )


def _binary(version: str) -> Path:
    """Return a version's machine, built where the cache lacks it; RoundelError if it cannot be built."""
    require("pythondata-cpu-picorv32")
    import pythondata_cpu_picorv32  # type: ignore[import-untyped]

    core = Path(pythondata_cpu_picorv32.data_location) / "picorv32.v"
    sources, machine = [core, *_units(version)], _machine(version)
    parts = [path.read_bytes() for path in (*sources, HERE / "main.cpp")] + [machine.encode()]
    key = hashlib.sha256(package_version("verilator").encode() + b"\0".join(parts)).hexdigest()[:32]
    folder = cache_dir("isa", f"machine-{key}")
    binary, work = folder / "Vsimd_machine", folder / "work"
    with locked(folder / "lock"):
        if not binary.exists():
            _build(sources, machine, work).replace(binary)
            shutil.rmtree(work)  # one that failed is left to look at
    return binary


def _build(sources: Sequence[Path], machine: str, work: Path) -> Path:
    """Build a machine of this text in `work`, which only the holder of the lock touches; return it."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    (work / "simd_machine.sv").write_text(machine)
    package = verilator_package()
    driver = [find_perl(), str(package / "bin" / "verilator")]
    flags = ["--cc", "--exe", "--build", "-j", "2", "-O3", "-Wno-fatal", "--quiet", "--x-initial", "fast"]
    where = ["--top-module", "simd_machine", "-Mdir", "obj", "-CFLAGS", "-O1"]
    # The wheel's makefile says `python`, which a machine need not have.
    where += ["-MAKEFLAGS", f"PYTHON3={shlex.quote(sys.executable)}"]
    files = [*map(str, sources), "simd_machine.sv", str(HERE / "main.cpp")]
    _call([*driver, *flags, *where, *files], work, "Verilator", {"VERILATOR_ROOT": str(package)})
    return work / "obj" / "Vsimd_machine"


def _call(command: list[str], folder: Path, name: str, more: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **(more or {})},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    if done.returncode:
        last = "\n  ".join((done.stderr or done.stdout).splitlines()[-6:])
        raise RoundelError(f"{name} failed\n  {last}", f"It ran in {folder}.")
    return done.stdout
