"""From assembly text to machine code: the pinned Zig's Clang assembler, and the one section it makes."""

from __future__ import annotations

import hashlib
import struct
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from roundel.errors import RoundelError
from roundel.implement.tools import package_version
from roundel.paths import cache_dir
from roundel.process.atomic import locked

TARGETS = {"aarch64": "aarch64-linux-gnu", "riscv32": "riscv32-freestanding-none"}


@dataclass(frozen=True)
class Program:
    """Machine code that runs at any address, and where its symbols lie in it (bytes from its start)."""

    code: bytes
    symbols: dict[str, int]


@lru_cache(maxsize=64)
def assemble(text: str, target: str = "aarch64") -> Program:
    """Return the program that assembly `text` is; all of it stands in .text and needs nothing outside.

    Kept in the cache by content. Raises RoundelError with the assembler's first lines on an error.
    """
    key = hashlib.sha256(f"{package_version('ziglang')}\n{target}\n{text}".encode()).hexdigest()[:32]
    folder = cache_dir("isa", key)
    found = folder / "kernel.o"
    with locked(folder / "lock"):
        if not found.exists():
            source, partial = folder / "kernel.s", folder / "kernel.o.part"
            source.write_text(text)
            _run_assembler(source, partial, target)
            partial.replace(found)
    return _read_object(found)


def _run_assembler(source: Path, output: Path, target: str) -> None:
    command = [sys.executable, "-m", "ziglang", "cc", "-target", TARGETS[target], "-c", "-o", str(output)]
    done = subprocess.run([*command, str(source)], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        first = "\n  ".join(done.stderr.splitlines()[:6])
        raise RoundelError(f"{source} does not assemble\n  {first}", "Correct the generator of this kernel.")


def _read_object(path: Path) -> Program:
    """Read .text and its symbols from an ELF file of either class (System V ABI, chapter 4)."""
    data = path.read_bytes()
    wide = data[4] == 2
    table = struct.unpack_from("<Q" if wide else "<I", data, 0x28 if wide else 0x20)[0]
    size, count, names_at = struct.unpack_from("<HHH", data, 0x3A if wide else 0x2E)
    form = "<IIQQQQIIQQ" if wide else "<IIIIIIIIII"
    sections = [struct.unpack_from(form, data, table + i * size) for i in range(count)]

    def name(section: tuple[int, ...], strings: tuple[int, ...]) -> str:
        return _string(data, strings[4] + section[0])

    by_name = {name(section, sections[names_at]): section for section in sections}
    if any(by_name.get(rela, (0,) * 10)[5] for rela in (".rela.text", ".rel.text")):
        raise RoundelError(f"{path} refers to something outside itself", "Use local labels only.")
    text_index = sections.index(by_name[".text"])
    at, length = by_name[".text"][4], by_name[".text"][5]
    symtab = by_name[".symtab"]
    strings = sections[symtab[6]]
    symbols = {}
    for entry in range(symtab[4], symtab[4] + symtab[5], 24 if wide else 16):
        if wide:
            label, _, _, section, value, _ = struct.unpack_from("<IBBHQQ", data, entry)
        else:
            label, value, _, _, _, section = struct.unpack_from("<IIIBBH", data, entry)
        if section == text_index and label:
            symbols[_string(data, strings[4] + label)] = value
    return Program(data[at : at + length], symbols)


def _string(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()
