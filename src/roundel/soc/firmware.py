"""Firmware of the demo SoC: compiles C with the driver, and loads what was compiled into a memory image."""

from __future__ import annotations

import hashlib
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from roundel.errors import RoundelError
from roundel.packages import package_version, require
from roundel.paths import cache_dir, project_root
from roundel.process.atomic import locked

RAM_BYTES = 1 << 18  # as in machine/demo_soc.sv and sw/demo/link.ld
SUFFIXES = (".c", ".elf", ".bin")
LIMIT_SECONDS = 300
# Flags for the processor of the demo SoC, RV32IM.
COMPILE = (
    *("-target", "riscv32-freestanding-none", "-mcpu=generic_rv32+m", "-mabi=ilp32", "-O2", "-std=c99"),
    *("-ffreestanding", "-fno-builtin", "-fno-stack-protector", "-nostdlib", "-static"),
)
_MACHINE_RISCV, _CLASS_32, _SEGMENT_LOAD = 243, 1, 1


def demo_sources() -> list[Path]:
    """Return the sources of the default firmware beside the driver and the functions of the SoC."""
    folder = project_root() / "sw" / "demo"
    return [folder / "main.c", *sorted((folder / "software").glob("*.c"))]


def dma_sources() -> list[Path]:
    """Return the sources of the firmware that uses the DMA."""
    return [project_root() / "sw" / "demo" / "dma.c"]


def compiled(sources: Sequence[Path], defines: Mapping[str, int] | None = None) -> Path:
    """Return the ELF file of firmware in C, with the driver and `sw/demo/soc.c`; it is kept in the cache.

    Raises:
        RoundelError: The compiler is not installed, the sources are wrong, or do not fit into the RAM.
    """
    require("ziglang")
    sw = project_root() / "sw"
    common = [sw / "demo" / "start.s", sw / "demo" / "soc.c", sw / "roundel.c", sw / "roundel_dma.c"]
    headers = [*sw.glob("*.h"), *sw.glob("demo/**/*.h"), *(h for c in sources for h in c.parent.glob("*.h"))]
    flags = [*COMPILE, *(f"-D{name}={value}" for name, value in (defines or {}).items())]
    key = hashlib.sha256(f"{package_version('ziglang')} {flags}".encode())
    for path in (*common, *sources, *sorted(set(headers)), sw / "demo" / "link.ld"):
        key.update(f"\0{path.resolve()}\0".encode() + path.read_bytes())
    folder = cache_dir("soc", key.hexdigest()[:32])
    found = folder / "firmware.elf"
    with locked(folder / "lock"):
        if not found.exists():
            part = folder / "firmware.part.elf"
            command = [sys.executable, "-m", "ziglang", "cc", *flags, f"-I{sw}", f"-I{sw / 'demo'}"]
            command += [f"-Wl,-T,{sw / 'demo' / 'link.ld'}", "-o", str(part), *map(str, (*common, *sources))]
            _compile(command, sources[0])
            part.replace(found)
    return found


def _compile(command: Sequence[str], source: Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False)
    if not done.returncode:
        return
    text = done.stderr
    if "will not fit in region" in text or "leaves no 4 KiB" in text:
        raise RoundelError(
            f"{source} is too large for the RAM of {RAM_BYTES // 1024} KiB",
            "Make its code or its arrays smaller. 4 KiB are left for the stack.",
        )
    lines = [line for line in text.splitlines() if "error" in line] or text.splitlines()
    raise RoundelError(f"{source} does not compile", "\n  ".join(lines[:6]))


def image_of(path: Path) -> bytes:
    """Return the contents of the RAM for firmware in a file: `.c`, `.elf` (RV32), or `.bin` for address 0.

    Raises:
        RoundelError: There is no such file, or it is none of these, or it does not fit into the RAM.
    """
    if path.suffix not in SUFFIXES:
        raise RoundelError(f"{path}: firmware is a file of {', '.join(SUFFIXES)}", "Name one of these.")
    if not path.is_file():
        raise RoundelError(f"{path}: there is no such file", "Name the firmware's source or binary.")
    data = (compiled([path]) if path.suffix == ".c" else path).read_bytes()
    return _padded(path, [(0, data)] if path.suffix == ".bin" else list(_segments(path, data)))


def _segments(path: Path, data: bytes) -> list[tuple[int, bytes]]:
    """Return the loaded segments of an ELF file: addresses and contents."""
    head = data[:52]
    machine = struct.unpack_from("<H", head, 18)[0] if len(head) == 52 else 0
    if head[:4] != b"\x7fELF" or head[4] != _CLASS_32 or machine != _MACHINE_RISCV:
        raise RoundelError(f"{path} is no ELF file for RISC-V of 32 bits", "Compile it for rv32im, ilp32.")
    entry, table = struct.unpack_from("<II", head, 24)
    size, count = struct.unpack_from("<HH", head, 42)
    if entry:
        raise RoundelError(
            f"{path} starts at {entry:#x}", "The processor starts at 0: link it with sw/demo/link.ld."
        )
    found = []
    for at in range(table, table + size * count, size):
        kind, offset, _, address, length = struct.unpack_from("<IIIII", data, at)
        if kind == _SEGMENT_LOAD and length:
            found.append((address, data[offset : offset + length]))
    return found


def _padded(path: Path, segments: Sequence[tuple[int, bytes]]) -> bytes:
    image = bytearray(RAM_BYTES)
    for address, content in segments:
        if address + len(content) > RAM_BYTES:
            raise RoundelError(
                f"{path} needs {address + len(content)} bytes, the RAM has {RAM_BYTES}",
                "Make the firmware smaller, or link it to addresses below the end of the RAM.",
            )
        image[address : address + len(content)] = content
    return bytes(image)
