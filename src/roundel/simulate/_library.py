"""The C ABI of harness.cpp, by ctypes: the structures, the calls, and numpy arrays as their rows."""

from __future__ import annotations

import ctypes
from enum import IntEnum
from pathlib import Path

from roundel.simulate.beats import Beats

_Pointer = ctypes.c_void_p


class Reason(IntEnum):
    """Why a run returned (RoundelReason in harness.cpp)."""

    DONE = 0
    SLICE = 1
    FULL = 2
    SILENT = 3
    FAILED = 4


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


class Run(ctypes.Structure):
    """RoundelRun: what is wanted of a run, its limits, and how far it has come."""

    _fields_ = [
        ("segments", ctypes.c_uint64),
        ("min_cycles", ctypes.c_uint64),
        ("slice_cycles", ctypes.c_uint64),
        ("max_idle", ctypes.c_uint64),
        ("stall_seed", ctypes.c_uint64),
        ("source_stall", ctypes.c_uint32),
        ("sink_stall", ctypes.c_uint32),
        ("segments_seen", ctypes.c_uint64),
        ("cycles", ctypes.c_uint64),
        ("idle", ctypes.c_uint64),
    ]
    segments_seen: int
    cycles: int


def rows_of(beats: Beats) -> BeatRows:
    """Return pointers to the arrays of `beats`, which must be contiguous."""
    arrays = (beats.data, beats.keep, beats.user, beats.last, beats.cycle)
    for array in arrays:
        assert array.flags.c_contiguous
    return BeatRows(len(beats), 0, *(array.ctypes.data for array in arrays))


def load(path: Path) -> ctypes.CDLL:
    """Load a model's library and declare its calls."""
    library = ctypes.CDLL(str(path))
    declare = {
        "roundel_open": ([ctypes.c_char_p, ctypes.c_int], _Pointer),
        "roundel_close": ([_Pointer], None),
        "roundel_reset": ([_Pointer, ctypes.c_uint64], ctypes.c_int),
        "roundel_run": (
            [_Pointer, ctypes.POINTER(Run), ctypes.POINTER(BeatRows), ctypes.POINTER(BeatRows)],
            ctypes.c_int,
        ),
        "roundel_cycle": ([_Pointer], ctypes.c_uint64),
        "roundel_error": ([_Pointer], ctypes.c_char_p),
    }
    for name, (arguments, result) in declare.items():
        call = getattr(library, name)
        call.argtypes, call.restype = arguments, result
    return library
