"""A core under simulation, of any kind: its library, clock, reset, trace and stalls."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.simulate import _library
from roundel.simulate._library import Reason
from roundel.simulate.build import build_model

# The library returns after this many cycles, so that Ctrl-C takes effect within a second: a cycle of a large
# model takes 8 us. A call costs about 20 us.
SLICE_CYCLES = 100_000


@dataclass(frozen=True)
class Stalls:
    """Random stalls.

    In every cycle the input's valid is withheld with probability `source`, and the output's ready with
    probability `sink` (both below 1). The same seed gives the same stalls. From run to run a model
    continues the sequence while the seed is the same; a reset restarts it.
    """

    seed: int
    source: float = 0.0
    sink: float = 0.0

    def __post_init__(self) -> None:
        """Raise RoundelError unless both values are probabilities below 1."""
        for side, probability in (("source", self.source), ("sink", self.sink)):
            if not 0.0 <= probability < 1.0:
                raise RoundelError(f"stall probability {side}={probability}: expected 0 <= p < 1")


NO_STALLS = Stalls(seed=0)


class Model:
    """A core under simulation, reset and ready. Close it, or use it in a `with` statement.

    One thread at a time may use a model.

    Args:
        core: The catalog entry.
        trace: Path of a VCD file for every signal in every cycle, with one clock per 10 ns. The model is
            then the checking one, with random registers before reset. It is about 20 times slower, and the
            file grows by kilobytes per cycle.
        trace_end: Whether the trace has only the last values, written when the model is closed.

    Raises:
        RoundelError: The core is of another kind or cannot be built, or the trace file cannot be written.
    """

    kind: ClassVar[str]
    """The kind of cores, as the catalog names it."""
    noun: ClassVar[str]
    """The name of an opened core in messages."""
    expected: ClassVar[str]
    """The expected kind, in messages."""
    other: ClassVar[str]
    """How to open a core of the other kind."""
    run_arguments: ClassVar[list[Any]]
    flips: ClassVar[bool] = False
    """Whether bits of registers can be flipped."""
    chains: ClassVar[bool] = False
    """Whether chains of transactions or blocks can be run."""

    core: Core
    _broken = False

    def __init__(self, core: Core, *, trace: Path | None = None, trace_end: bool = False) -> None:
        """Build `core` if necessary, load it and reset it."""
        if core.kind != self.kind:
            raise RoundelError(f"{core.name} is of kind {core.kind!r}, expected {self.expected}", self.other)
        self.core = core
        self._handle: int | None = None
        if trace is not None:
            trace = Path(trace).resolve()
            if trace.suffix != ".vcd" or not trace.parent.is_dir():
                raise RoundelError(
                    f"trace file {trace}: expected a .vcd file in an existing folder", "Choose such a path."
                )
            try:
                trace.open("wb").close()  # the model does not report a file that it cannot write
            except OSError as error:
                raise RoundelError(
                    f"trace file {trace}: {error.strerror}", "Choose a file that can be written."
                ) from error
        self._library = self._load(trace=trace is not None)
        self._handle = self._library.roundel_open(str(trace or "").encode(), trace_end)
        if not self._handle:
            raise RoundelError(f"the model of {core.name} stopped during its reset")

    def _load(self, *, trace: bool) -> ctypes.CDLL:
        """Load the core's library. A damaged one, such as by a full disk, is built again."""
        path = build_model(self.core, trace=trace, flips=self.flips, chains=self.chains)
        try:
            return _library.load(path, self.run_arguments)
        except OSError:
            path.unlink(missing_ok=True)
        path = build_model(self.core, trace=trace, flips=self.flips, chains=self.chains)
        try:
            return _library.load(path, self.run_arguments)
        except OSError as error:
            raise RoundelError(
                f"{path} cannot be loaded: {error}", "Set ROUNDEL_CACHE to a folder that may have programs."
            ) from error

    @property
    def cycle(self) -> int:
        """Rising clock edges so far, including those in reset."""
        return int(self._library.roundel_cycle(self._open_handle()))

    def reset(self, cycles: int = 1) -> None:
        """Hold the core in reset. All input and output in flight is lost.

        Args:
            cycles: Clock cycles with reset active, at least 1.
        """
        if cycles < 1:
            raise RoundelError(f"a reset of {cycles} cycles", "The reset is synchronous: pass 1 or more.")
        if self._library.roundel_reset(self._open_handle(), cycles) != Reason.DONE:
            raise self._failure()
        self._broken = False

    def seed_shares(self, seed: int) -> None:
        """Choose the bits of share 1 and the fresh bits of a masked core, from the coming cycle on.

        They come from SplitMix64 with this seed, which is for simulation alone. A model begins with seed 1.

        Args:
            seed: Any number.

        Raises:
            RoundelError: The core is not masked.
        """
        if not self.core.masked:
            raise RoundelError(f"{self.core.name} has no shares", "Only a masked core has.")
        self._library.roundel_seed_shares(self._open_handle(), seed % (1 << 64))

    def close(self) -> None:
        """Free the model and finish the trace. A closed model cannot be used again."""
        if self._handle is not None:
            self._library.roundel_close(self._handle)
            self._handle = None

    @contextmanager
    def _uninterruptible(self) -> Iterator[None]:
        """Run the block to its end; after an exception in it, the core is unusable until a reset."""
        if self._broken:
            raise RoundelError(
                f"the {self.noun} {self.core.name} is in the middle of an interrupted run",
                "Call reset() first.",
            )
        try:
            yield
        except BaseException:
            self._broken = True
            raise

    def _run_slice(self, run: _library.Limits, *rows: ctypes.Structure) -> Reason:
        """Continue the run for a slice of cycles, or until it ends."""
        by_reference = map(ctypes.byref, (run, *rows))
        reason = Reason(self._library.roundel_run(self._open_handle(), *by_reference))
        if reason is Reason.FAILED:
            raise self._failure()
        return reason

    def _failure(self) -> RoundelError:
        text = self._library.roundel_error(self._open_handle()).decode(errors="replace")
        return RoundelError(f"{self.core.name} stopped itself in cycle {self.cycle}: {text}")

    def _open_handle(self) -> int:
        if self._handle is None:
            raise RoundelError(f"the {self.noun} {self.core.name} is closed", "Open it again.")
        return self._handle

    def __enter__(self) -> Self:
        """Return the model; the end of the block closes it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the model."""
        self.close()

    def __del__(self) -> None:
        """Close a model that is still open; `__init__` may have failed before it had a handle."""
        if getattr(self, "_handle", None) is not None:
            self.close()

    def __repr__(self) -> str:
        """Return the core's name and the cycle."""
        state = "closed" if self._handle is None else f"cycle {self.cycle}"
        return f"<{type(self).__name__} {self.core.name}, {state}>"


def limits_of(stalls: Stalls | None, max_idle_cycles: int) -> dict[str, int]:
    """Return the limits of a run, as the fields of `_library.Limits`."""
    stalls = stalls or NO_STALLS
    return {
        "slice_cycles": SLICE_CYCLES,
        "max_idle": max(1, max_idle_cycles),
        "stall_seed": stalls.seed % (1 << 64),
        "source_stall": _threshold(stalls.source),
        "sink_stall": _threshold(stalls.sink),
    }


def _threshold(probability: float) -> int:
    """Return a probability below 1 times 2^32, at most 2^32 - 1."""
    return min(round(probability * (1 << 32)), (1 << 32) - 1)
