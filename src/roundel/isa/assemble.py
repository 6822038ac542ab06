"""From assembly text to machine code: the pinned Zig's Clang assembler, and the one section it makes."""

from __future__ import annotations

import hashlib
import re
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from roundel.errors import RoundelError
from roundel.packages import package_version, require
from roundel.paths import cache_dir
from roundel.process.atomic import locked

LINKED_AT = 0x10000
_LINK = f"""ENTRY(kernel)
SECTIONS {{
  . = {LINKED_AT:#x};
  .text : {{ KEEP(*(.text .text.*)) KEEP(*(.rodata .rodata.*)) }}
  .vex 0 : {{ KEEP(*(.vex)) }}
  /DISCARD/ : {{ *(.ARM.*) *(.eh_frame*) *(.comment) *(.debug*) }}
}}
"""
_COMPILE = ("-O2", "-nostdlib", "-fno-builtin", "-static", "-fno-stack-protector", "-fno-vectorize")
_VEX = re.compile(r"  (v\w+ |\.byte 0xc4)")
TARGETS = {"aarch64": "aarch64-linux-gnu", "riscv32": "riscv32-freestanding-none"}


@dataclass(frozen=True)
class Program:
    """Machine code and where its symbols lie in it (bytes from its start).

    It runs at any address, or at `LINKED_AT` if it was linked. `vex` has the places of its VEX instructions.
    """

    code: bytes
    symbols: dict[str, int]
    vex: tuple[int, ...] = ()


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


@lru_cache(maxsize=64)
def link(modes: str, text: str, flags: tuple[str, ...]) -> Program:
    """Return the program of C and assembly, linked to `LINKED_AT`; `flags` name the processor.

    Kept in the cache by content. Raises RoundelError with the compiler's first lines on an error.
    """
    made = (package_version("ziglang"), *_COMPILE, *flags, _LINK, modes, text)
    key = hashlib.sha256("\0".join(made).encode()).hexdigest()[:32]
    folder = cache_dir("isa", key)
    found = folder / "kernel.elf"
    with locked(folder / "lock"):
        if not found.exists():
            files = {"modes.c": modes, "kernel.s": "\n".join(_marked(text)), "link.ld": _LINK}
            for name, content in files.items():
                (folder / name).write_text(content)
            sources = [str(folder / name) for name in ("modes.c", "kernel.s")]
            partial = folder / "kernel.elf.part"
            _call([*_COMPILE, *flags, f"-Wl,-T,{folder / 'link.ld'}", "-o", str(partial), *sources], folder)
            partial.replace(found)
    return _read_linked(found.read_bytes())


def _marked(text: str) -> Iterator[str]:
    """Yield the lines of assembly with a table of where its VEX instructions lie."""
    count = 0
    for line in text.splitlines():
        if _VEX.match(line):
            yield f".Lvex_{count}:"
            count += 1
        yield line
    if count:
        yield '.section .vex,"",%progbits'
        yield from (f".quad .Lvex_{i}" for i in range(count))


def _run_assembler(source: Path, output: Path, target: str) -> None:
    _call(["-target", TARGETS[target], "-c", "-o", str(output), str(source)], source)


def _call(arguments: Sequence[str], source: Path) -> None:
    require("ziglang")
    command = [sys.executable, "-m", "ziglang", "cc", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        first = "\n  ".join(done.stderr.splitlines()[:6])
        raise RoundelError(f"{source} does not assemble\n  {first}", "Correct the generator of this kernel.")


class _Elf:
    """The sections and symbols of an ELF file of either class (System V ABI, chapter 4)."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._wide = data[4] == 2
        table = struct.unpack_from("<Q" if self._wide else "<I", data, 0x28 if self._wide else 0x20)[0]
        size, count, names_at = struct.unpack_from("<HHH", data, 0x3A if self._wide else 0x2E)
        form = "<IIQQQQIIQQ" if self._wide else "<IIIIIIIIII"
        self._sections = [struct.unpack_from(form, data, table + i * size) for i in range(count)]
        names = self._sections[names_at][4]
        self.by_name = {_string(data, names + section[0]): section for section in self._sections}

    def content(self, name: str) -> bytes:
        """Return the bytes of a section; nothing if there is none of the name."""
        section = self.by_name.get(name)
        return b"" if section is None else self.data[section[4] : section[4] + section[5]]

    def symbols_of(self, name: str) -> dict[str, int]:
        """Return the values of the symbols of a section."""
        data, wide, wanted = self.data, self._wide, self._sections.index(self.by_name[name])
        symtab = self.by_name[".symtab"]
        strings = self._sections[symtab[6]]
        symbols = {}
        for entry in range(symtab[4], symtab[4] + symtab[5], 24 if wide else 16):
            if wide:
                label, _, _, section, value, _ = struct.unpack_from("<IBBHQQ", data, entry)
            else:
                label, value, _, _, _, section = struct.unpack_from("<IIIBBH", data, entry)
            if section == wanted and label:
                symbols[_string(data, strings[4] + label)] = value
        return symbols


def _read_object(path: Path) -> Program:
    """Read .text and its symbols from an object file."""
    elf = _Elf(path.read_bytes())
    if any(elf.content(rela) for rela in (".rela.text", ".rel.text")):
        raise RoundelError(f"{path} refers to something outside itself", "Use local labels only.")
    return Program(elf.content(".text"), elf.symbols_of(".text"))


def _read_linked(data: bytes) -> Program:
    """Read the only segment of a linked program."""
    elf = _Elf(data)
    if elf.by_name[".text"][3] != LINKED_AT:
        raise RoundelError(
            f".text is at {elf.by_name['.text'][3]:#x}", f"It has to be linked to {LINKED_AT:#x}."
        )
    marks = elf.content(".vex")
    vex = tuple(int.from_bytes(marks[i : i + 8], "little") - LINKED_AT for i in range(0, len(marks), 8))
    symbols = {name: value - LINKED_AT for name, value in elf.symbols_of(".text").items()}
    return Program(elf.content(".text"), symbols, vex)


def _string(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()
