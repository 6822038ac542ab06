"""A simulated block engine: blocks (and keys) in, blocks out, every handshake's cycle noted."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from roundel.catalog import Core, find_core
from roundel.errors import RoundelError
from roundel.simulate.build import build_model
from roundel.simulate.device import NO_STALLS, Stalls

# Far more than any engine works on a block.
DEFAULT_IDLE_CYCLES = 1000
_DONE, _SILENT, _FAILED, _UNASKED = 0, 3, 4, 5


class _Blocks(ctypes.Structure):
    """RoundelBlocks of engine_harness.cpp."""

    _fields_ = [
        ("count", ctypes.c_uint64),
        ("in_done", ctypes.c_uint64),
        ("out_done", ctypes.c_uint64),
        ("blocks", ctypes.c_void_p),
        ("keys", ctypes.c_void_p),
        ("results", ctypes.c_void_p),
        ("taken", ctypes.c_void_p),
        ("given", ctypes.c_void_p),
        ("max_idle", ctypes.c_uint64),
        ("stall_seed", ctypes.c_uint64),
        ("source_stall", ctypes.c_uint32),
        ("sink_stall", ctypes.c_uint32),
    ]
    in_done: int
    out_done: int


@dataclass(frozen=True)
class EngineRun:
    """n blocks as they came out, in order (uint8 [n, block bytes]), and the cycles they moved (int64 [n])."""

    blocks: NDArray[np.uint8]
    taken: NDArray[np.int64]
    given: NDArray[np.int64]


class Engine:
    """A block engine under simulation, reset and ready. Close it, or use it in a `with` statement.

    Raises RoundelError when the core is no engine or cannot be built.
    """

    def __init__(self, core: Core) -> None:
        """Build `core` if need be, load it and reset it."""
        if core.kind != "engine":
            raise RoundelError(
                f"{core.name} is of kind {core.kind!r}, expected an engine", "Open it as a Device."
            )
        self.core = core
        self._handle: int | None = None
        self._library = _load(str(build_model(core)))
        self._handle = self._library.roundel_open()
        if not self._handle:
            raise RoundelError(f"the model of {core.name} stopped in its reset")

    @property
    def cycle(self) -> int:
        """Rising clock edges so far, resets included."""
        return int(self._library.roundel_cycle(self._open_handle()))

    def run(
        self,
        blocks: NDArray[np.uint8],
        keys: NDArray[np.uint8] | None = None,
        *,
        stalls: Stalls | None = None,
        max_idle_cycles: int = DEFAULT_IDLE_CYCLES,
    ) -> EngineRun:
        """Send `blocks` (uint8 [n, block bytes]), each with its key, and return the n results.

        Raises RoundelError for another shape, and when the engine stays silent, gives a block it has not
        been sent, or stops itself; it then wants `reset`.
        """
        core, stalls = self.core, stalls or NO_STALLS
        count = len(blocks)
        sent = _rows(f"blocks for {core.name}", blocks, count, core.data_width // 8)
        if keys is None and core.key_width:
            raise RoundelError(f"no keys for {core.name}", f"Give one of {core.key_width} bits a block.")
        keyed = np.empty((count, 0), np.uint8) if keys is None else keys
        sent_keys = _rows(f"keys for {core.name}", keyed, count, core.key_width // 8)
        result = EngineRun(np.zeros_like(sent), np.full(count, -1, np.int64), np.full(count, -1, np.int64))
        run = _Blocks(
            count=count,
            blocks=sent.ctypes.data,
            keys=sent_keys.ctypes.data,
            results=result.blocks.ctypes.data,
            taken=result.taken.ctypes.data,
            given=result.given.ctypes.data,
            max_idle=max(1, max_idle_cycles),
            stall_seed=stalls.seed % (1 << 64),
            source_stall=round(stalls.source * (1 << 32)),
            sink_stall=round(stalls.sink * (1 << 32)),
        )
        reason = self._library.roundel_run(self._open_handle(), ctypes.byref(run))
        if reason == _SILENT:
            raise self._stopped(
                f"has been silent for {max_idle_cycles} cycles: it took {run.in_done} of {count} blocks "
                f"and gave {run.out_done}"
            )
        if reason == _UNASKED:
            raise self._stopped(f"gave a block more than the {run.in_done} it had taken")
        if reason == _FAILED:
            text = self._library.roundel_error(self._open_handle()).decode(errors="replace")
            raise self._stopped(f"stopped itself: {text}")
        return result

    def reset(self, cycles: int = 2) -> None:
        """Hold the engine in reset for that many cycles; what was in flight is gone."""
        if self._library.roundel_reset(self._open_handle(), cycles) != _DONE:
            raise self._stopped("stopped itself in reset")

    def close(self) -> None:
        """Free the model. A closed engine cannot be used again."""
        if self._handle is not None:
            self._library.roundel_close(self._handle)
            self._handle = None

    def _stopped(self, what: str) -> RoundelError:
        return RoundelError(f"{self.core.name} {what}", f"Cycle {self.cycle}; reset() to go on.")

    def _open_handle(self) -> int:
        if self._handle is None:
            raise RoundelError(f"the engine {self.core.name} is closed", "Open it again.")
        return self._handle

    def __enter__(self) -> Self:
        """Return the engine; leaving the block closes it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the engine."""
        self.close()


def open_engine(name: str) -> Engine:
    """Return the catalog engine `name`, built if need be."""
    return Engine(find_core(name))


def _rows(what: str, array: NDArray[np.uint8], count: int, width: int) -> NDArray[np.uint8]:
    """Return `array` contiguous; RoundelError unless it is uint8 of that shape."""
    if array.dtype != np.uint8 or array.shape != (count, width):
        raise RoundelError(
            f"{what}: {array.dtype} {list(array.shape)}, expected uint8 [{count}, {width}]",
            "Use a numpy array with a row of bytes a block.",
        )
    return np.ascontiguousarray(array)


def _load(path: str) -> ctypes.CDLL:
    library = ctypes.CDLL(path)
    handle = ctypes.c_void_p
    library.roundel_open.argtypes, library.roundel_open.restype = [], handle
    library.roundel_close.argtypes, library.roundel_close.restype = [handle], None
    library.roundel_reset.argtypes = [handle, ctypes.c_uint64]
    library.roundel_run.argtypes = [handle, ctypes.POINTER(_Blocks)]
    library.roundel_cycle.argtypes, library.roundel_cycle.restype = [handle], ctypes.c_uint64
    library.roundel_error.argtypes, library.roundel_error.restype = [handle], ctypes.c_char_p
    return library
