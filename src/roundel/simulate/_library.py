"""The C ABI of the harnesses (model.h, harness.cpp, engine_harness.cpp) in ctypes: structures and calls."""

from __future__ import annotations

import ctypes
from enum import IntEnum
from pathlib import Path
from typing import Any

from roundel.simulate.beats import Beats

_Pointer = ctypes.c_void_p
# The first bytes of a 64-bit, little-endian ELF file.
ELF_64 = b"\x7fELF\x02\x01"


class Reason(IntEnum):
    """Why a run returned (RoundelReason in model.h)."""

    DONE = 0
    SLICE = 1
    FULL = 2
    SILENT = 3
    FAILED = 4
    UNASKED = 5


class Limits(ctypes.Structure):
    """RoundelLimits: what ends a run early, and its progress. Every run's structure begins with it."""

    _fields_ = [
        ("slice_cycles", ctypes.c_uint64),
        ("max_idle", ctypes.c_uint64),
        ("stall_seed", ctypes.c_uint64),
        ("source_stall", ctypes.c_uint32),
        ("sink_stall", ctypes.c_uint32),
        ("cycles", ctypes.c_uint64),
        ("idle", ctypes.c_uint64),
    ]
    cycles: int


class BeatRows(ctypes.Structure):
    """RoundelBeats: pointers into the arrays of a `Beats`, which must outlive it."""

    _fields_ = [
        ("count", ctypes.c_uint64),
        ("done", ctypes.c_uint64),
        ("data", _Pointer),
        ("keep", _Pointer),
        ("user", _Pointer),
        ("last", _Pointer),
        ("cycle", _Pointer),
    ]
    count: int
    done: int


class Run(Limits):
    """RoundelRun: the output that a run on a stream waits for."""

    _fields_ = [
        ("segments", ctypes.c_uint64),
        ("min_cycles", ctypes.c_uint64),
        ("segments_seen", ctypes.c_uint64),
    ]
    segments_seen: int


class BlocksRun(Limits):
    """RoundelBlocks: pointers to an engine's blocks, keys and results, which must outlive it."""

    _fields_ = [
        ("count", ctypes.c_uint64),
        ("in_done", ctypes.c_uint64),
        ("out_done", ctypes.c_uint64),
        ("blocks", _Pointer),
        ("keys", _Pointer),
        ("results", _Pointer),
        ("accepted", _Pointer),
        ("returned", _Pointer),
    ]
    in_done: int
    out_done: int


def rows_of(beats: Beats) -> BeatRows:
    """Return pointers to the arrays of `beats`, which must be contiguous."""
    arrays = (beats.data, beats.keep, beats.user, beats.last, beats.cycle)
    for array in arrays:
        assert array.flags.c_contiguous
    return BeatRows(len(beats), 0, *(array.ctypes.data for array in arrays))


def _is_whole(path: Path) -> bool:
    """Return whether a library has its table of sections, which linkers put last. Only ELF is read."""
    head = path.read_bytes()
    if not head.startswith(ELF_64):
        return bool(head)
    if len(head) < 64:
        return False
    table, size, count = (
        int.from_bytes(head[at : at + n], "little") for at, n in ((40, 8), (58, 2), (60, 2))
    )
    return len(head) >= table + size * count


def load(path: Path, run_arguments: list[Any]) -> ctypes.CDLL:
    """Load a model's library and declare its calls. `roundel_run` takes the handle, then `run_arguments`."""
    if not _is_whole(path):  # it would end the process where it is used
        raise OSError(f"{path}: truncated")
    library = ctypes.CDLL(str(path))
    declare: dict[str, tuple[list[Any], Any]] = {
        "roundel_open": ([ctypes.c_char_p, ctypes.c_int], _Pointer),
        "roundel_close": ([_Pointer], None),
        "roundel_reset": ([_Pointer, ctypes.c_uint64], ctypes.c_int),
        "roundel_run": ([_Pointer, *run_arguments], ctypes.c_int),
        "roundel_cycle": ([_Pointer], ctypes.c_uint64),
        "roundel_error": ([_Pointer], ctypes.c_char_p),
    }
    for name, (arguments, result) in declare.items():
        call = getattr(library, name)
        call.argtypes, call.restype = arguments, result
    if hasattr(library, "roundel_seed_shares"):
        library.roundel_seed_shares.argtypes = [_Pointer, ctypes.c_uint64]
        library.roundel_seed_shares.restype = None
    if hasattr(library, "roundel_flip"):
        library.roundel_flip.argtypes = [_Pointer, ctypes.c_char_p, ctypes.c_uint32]
    return library
