"""A simulated block engine: blocks (and keys) in, blocks out, every handshake's cycle noted."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.simulate import _library
from roundel.simulate._library import Reason
from roundel.simulate.model import Model, Stalls, limits_of

# Far more than any engine works on a block.
DEFAULT_IDLE_CYCLES = 1000


@dataclass(frozen=True)
class EngineRun:
    """n blocks as they came out, in order (uint8 [n, block bytes]), and the cycles they moved (int64 [n])."""

    blocks: NDArray[np.uint8]
    taken: NDArray[np.int64]
    given: NDArray[np.int64]


class Engine(Model):
    """A block engine under simulation (see `Model`)."""

    kind = "engine"
    noun = "engine"
    expected = "an engine"
    other = "Open it as a Device."
    run_arguments = [ctypes.POINTER(_library.BlocksRun)]

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
        been sent, or stops itself; after that, or Ctrl-C, it takes nothing more before a `reset`.
        """
        core = self.core
        count = len(blocks)
        sent = _rows(f"blocks for {core.name}", blocks, count, core.data_width // 8)
        if keys is None and core.key_width:
            raise RoundelError(f"no keys for {core.name}", f"Give one of {core.key_width} bits a block.")
        keyed = np.empty((count, 0), np.uint8) if keys is None else keys
        sent_keys = _rows(f"keys for {core.name}", keyed, count, core.key_width // 8)
        result = EngineRun(np.zeros_like(sent), np.full(count, -1, np.int64), np.full(count, -1, np.int64))
        run = _library.BlocksRun(
            count=count,
            blocks=sent.ctypes.data,
            keys=sent_keys.ctypes.data,
            results=result.blocks.ctypes.data,
            taken=result.taken.ctypes.data,
            given=result.given.ctypes.data,
            **limits_of(stalls, max_idle_cycles),
        )
        with self._uninterruptible():
            while (reason := self._go_on(run)) is Reason.SLICE:
                pass
            if reason is Reason.SILENT:
                raise self._stopped(
                    f"has been silent for {max_idle_cycles} cycles: it took {run.in_done} of {count} blocks "
                    f"and gave {run.out_done}"
                )
            if reason is Reason.UNASKED:
                raise self._stopped(f"gave a block more than the {run.in_done} it had taken")
        return result

    def _stopped(self, what: str) -> RoundelError:
        return RoundelError(f"{self.core.name} {what}", f"Cycle {self.cycle}; reset() to go on.")


def open_engine(name: str, *, trace: Path | None = None, trace_end: bool = False) -> Engine:
    """Return the catalog engine `name`, built if need be; see `Model` for the trace."""
    return Engine(find_core(name), trace=trace, trace_end=trace_end)


def _rows(what: str, array: NDArray[np.uint8], count: int, width: int) -> NDArray[np.uint8]:
    """Return `array` contiguous; RoundelError unless it is uint8 of that shape."""
    if not isinstance(array, np.ndarray) or array.dtype != np.uint8 or array.shape != (count, width):
        is_array = isinstance(array, np.ndarray)
        given = f"{array.dtype} {list(array.shape)}" if is_array else type(array).__name__
        raise RoundelError(
            f"{what}: {given}, expected uint8 [{count}, {width}]",
            "Use a numpy array with a row of bytes a block.",
        )
    return np.ascontiguousarray(array)
