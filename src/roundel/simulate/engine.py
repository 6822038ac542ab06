"""A simulated block engine: blocks (and keys) in, blocks out, with the cycle of every handshake."""

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

# No engine works this long on a block.
DEFAULT_IDLE_CYCLES = 1000


@dataclass(frozen=True)
class EngineRun:
    """The results of a run, in order, and the cycles of the handshakes.

    blocks    uint8 [n, block bytes], the results
    accepted  int64 [n], the cycle in which the engine accepted each block
    returned  int64 [n], the cycle in which it returned each result
    """

    blocks: NDArray[np.uint8]
    accepted: NDArray[np.int64]
    returned: NDArray[np.int64]


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
        """Send blocks, each with its key, and return the results.

        After an error, or after Ctrl-C, the engine accepts nothing before a `reset`.

        Args:
            blocks: uint8 [n, block bytes].
            keys: uint8 [n, key bytes], or None for an engine without keys.
            stalls: Random stalls of both sides, or None.
            max_idle_cycles: The longest time without a transfer, in cycles.

        Returns:
            The n results and their cycles.

        Raises:
            RoundelError: An array has another shape, nothing moved for `max_idle_cycles`, the engine
                returned more blocks than it accepted, or the model stopped.
        """
        core = self.core
        count = len(blocks)
        sent = _rows(f"blocks for {core.name}", blocks, count, core.data_width // 8)
        if keys is None and core.key_width:
            raise RoundelError(
                f"no keys for {core.name}", f"Pass a key of {core.key_width} bits for each block."
            )
        key_rows = np.empty((count, 0), np.uint8) if keys is None else keys
        sent_keys = _rows(f"keys for {core.name}", key_rows, count, core.key_width // 8)
        result = EngineRun(np.zeros_like(sent), np.full(count, -1, np.int64), np.full(count, -1, np.int64))
        run = _library.BlocksRun(
            count=count,
            blocks=sent.ctypes.data,
            keys=sent_keys.ctypes.data,
            results=result.blocks.ctypes.data,
            accepted=result.accepted.ctypes.data,
            returned=result.returned.ctypes.data,
            **limits_of(stalls, max_idle_cycles),
        )
        with self._uninterruptible():
            while (reason := self._run_slice(run)) is Reason.SLICE:
                pass
            if reason is Reason.SILENT:
                raise self._stopped(
                    f"has been silent for {max_idle_cycles} cycles: it accepted {run.in_done} of "
                    f"{count} blocks and returned {run.out_done}"
                )
            if reason is Reason.UNASKED:
                raise self._stopped(f"returned more blocks than the {run.in_done} that it had accepted")
        return result

    def _stopped(self, what: str) -> RoundelError:
        return RoundelError(f"{self.core.name} {what}", f"Cycle {self.cycle}. Call reset() first.")


def open_engine(name: str, *, trace: Path | None = None, trace_end: bool = False) -> Engine:
    """Return a catalog engine, built if necessary.

    Args:
        name: Name in the catalog, such as "salsa20-x5".
        trace: Path of a VCD file for every signal; see `Model`.
        trace_end: Whether the trace has only the last values.

    Raises:
        RoundelError: The core is unknown, is not an engine, or cannot be built.
    """
    return Engine(find_core(name), trace=trace, trace_end=trace_end)


def _rows(what: str, array: NDArray[np.uint8], count: int, width: int) -> NDArray[np.uint8]:
    """Return `array` contiguous; RoundelError unless it is uint8 [count, width]."""
    if not isinstance(array, np.ndarray) or array.dtype != np.uint8 or array.shape != (count, width):
        is_array = isinstance(array, np.ndarray)
        found = f"{array.dtype} {list(array.shape)}" if is_array else type(array).__name__
        raise RoundelError(
            f"{what}: {found}, expected uint8 [{count}, {width}]",
            "Use a numpy array with one row of bytes per block.",
        )
    return np.ascontiguousarray(array)
