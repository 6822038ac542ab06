"""A simulated core as a device: beats or segments in, beats or segments out, every cycle counted."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from roundel.catalog import Core, find_core
from roundel.errors import RoundelError
from roundel.simulate import _library
from roundel.simulate._library import Reason
from roundel.simulate.aead import Sealing
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.build import build_model
from roundel.simulate.hashing import Hashing
from roundel.simulate.mac import Authenticating
from roundel.simulate.prng import Generating
from roundel.stream import Segment

# Far more than any core works on one beat's input without taking or giving another, and 10 ms of time.
DEFAULT_IDLE_CYCLES = 100_000
# The library returns after this many cycles so that Ctrl-C is heard.
SLICE_CYCLES = 2_000_000
FIRST_OUTPUT_ROOM = 4096
LARGEST_OUTPUT_ROOM = 1 << 20


@dataclass(frozen=True)
class Stalls:
    """Random stalls: the probability, in every cycle, that tvalid (`source`) or tready (`sink`) is withheld.

    The same seed gives the same stalls. A device goes on with the sequence from run to run as long
    as the seed stays the same; a reset begins it anew.
    """

    seed: int
    source: float = 0.0
    sink: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what is no probability."""
        for side, probability in (("source", self.source), ("sink", self.sink)):
            if not 0.0 <= probability < 1.0:
                raise RoundelError(f"stall probability {side}={probability}: expected 0 <= p < 1")


NO_STALLS = Stalls(seed=0)


class Device(Hashing, Authenticating, Sealing, Generating):
    """A core under simulation, reset and ready. Close it, or use it in a `with` statement.

    `trace` is the path of a VCD file that gets every signal of every cycle, one clock in 10 ns; the
    model is then the checking one (assertions in, registers random before reset), some 20 times slower,
    and the file grows by kilobytes a cycle. With `trace_end` it gets the values at the end alone, when the
    device is closed.
    Not for use by two threads at once. Raises RoundelError when the core cannot be built.
    """

    def __init__(self, core: Core, *, trace: Path | None = None, trace_end: bool = False) -> None:
        """Build `core` if need be, load it and reset it."""
        if core.kind != "service":
            raise RoundelError(
                f"{core.name} is of kind {core.kind!r}, expected a service core",
                "Open an engine with roundel.simulate.open_engine().",
            )
        self.core = core
        self._handle: int | None = None
        if trace is not None:
            trace = Path(trace).resolve()
            if trace.suffix != ".vcd" or not trace.parent.is_dir():
                raise RoundelError(
                    f"trace file {trace}: expected a .vcd file in an existing folder", "Name one such."
                )
        self._library = _library.load(build_model(core, trace=trace is not None))
        self._handle = self._library.roundel_open(str(trace or "").encode(), trace_end)
        if not self._handle:
            raise RoundelError(f"the model of {core.name} stopped in its reset")
        self.accepted: NDArray[np.int64] = np.empty(0, np.int64)
        """Cycle of the handshake of each input beat of the last run."""

    @property
    def cycle(self) -> int:
        """Rising clock edges so far, resets included."""
        return int(self._library.roundel_cycle(self._open_handle()))

    def run(
        self,
        beats: Beats,
        *,
        segments: int,
        stalls: Stalls | None = None,
        max_idle_cycles: int = DEFAULT_IDLE_CYCLES,
        max_cycles: int | None = None,
    ) -> Beats:
        """Send `beats`; return what came out once all are taken and `segments` output segments have ended.

        More than that may come out when the input makes more. Raises RoundelError when nothing moves
        for `max_idle_cycles`, when the run is not done after `max_cycles`, and when an assertion of the
        model fails; the device then wants `reset`.
        """
        return self._run(beats, segments, 0, stalls or NO_STALLS, max_idle_cycles, max_cycles)

    def step(self, cycles: int, *, stalls: Stalls | None = None) -> Beats:
        """Let `cycles` clock cycles pass with nothing to send; return the beats that came out."""
        nothing = Beats.empty(0, self.core.data_width)
        return self._run(nothing, 0, cycles, stalls or NO_STALLS, max_idle_cycles=cycles, max_cycles=None)

    def transact(
        self, segments: Iterable[Segment], answers: int = 1, stalls: Stalls | None = None
    ) -> list[Segment]:
        """Send `segments`, return the answer: `answers` segments, or more where the input makes more."""
        beats = beats_of(segments, self.core.data_width)
        return segments_of(self.run(beats, segments=answers, stalls=stalls))

    def reset(self, cycles: int = 2) -> None:
        """Hold the core in reset for that many cycles; what was in flight, either way, is gone."""
        if self._library.roundel_reset(self._open_handle(), cycles) != Reason.DONE:
            raise self._failure()
        self._forget_all()

    def close(self) -> None:
        """Free the model and finish the trace. A closed device cannot be used again."""
        if self._handle is not None:
            self._library.roundel_close(self._handle)
            self._handle = None

    def _run(
        self,
        beats: Beats,
        segments: int,
        min_cycles: int,
        stalls: Stalls,
        max_idle_cycles: int,
        max_cycles: int | None,
    ) -> Beats:
        handle = self._open_handle()
        width = beats.data.shape[1] * 8
        if width != self.core.data_width:
            raise RoundelError(
                f"beats of {width} bits for {self.core.name}, which takes {self.core.data_width}"
            )
        accepted = np.full(len(beats), -1, np.int64)
        sent = Beats(
            np.ascontiguousarray(beats.data),
            np.ascontiguousarray(beats.keep),
            np.ascontiguousarray(beats.user),
            np.ascontiguousarray(beats.last),
            accepted,
        )
        source = _library.rows_of(sent)
        run = _library.Run(
            segments=segments,
            min_cycles=min_cycles,
            slice_cycles=SLICE_CYCLES,
            max_idle=max(1, max_idle_cycles),
            stall_seed=stalls.seed % (1 << 64),
            source_stall=round(stalls.source * (1 << 32)),
            sink_stall=round(stalls.sink * (1 << 32)),
        )
        got: list[Beats] = []
        room, reason = FIRST_OUTPUT_ROOM, Reason.FULL
        while reason in (Reason.FULL, Reason.SLICE):
            output = Beats.empty(room, self.core.data_width)
            sink = _library.rows_of(output)
            if max_cycles is not None:
                if run.cycles >= max_cycles:
                    raise self._not_done(run, source, f"was not done after {max_cycles} cycles")
                run.slice_cycles = min(SLICE_CYCLES, max_cycles - run.cycles)
            reason = Reason(
                self._library.roundel_run(handle, ctypes.byref(run), ctypes.byref(source), ctypes.byref(sink))
            )
            got.append(output[: sink.done])
            room = min(2 * room, LARGEST_OUTPUT_ROOM)
        if reason is Reason.SILENT and not min_cycles:
            raise self._not_done(run, source, f"has been silent for {max_idle_cycles} cycles")
        if reason is Reason.FAILED:
            raise self._failure()
        self.accepted = accepted
        return Beats.concatenate(got)

    def _not_done(self, run: _library.Run, source: _library.BeatRows, what: str) -> RoundelError:
        return RoundelError(
            f"{self.core.name} {what}: it took {source.done} of {source.count} beats and closed "
            f"{run.segments_seen} of {run.segments} output segments",
            f"Cycle {self.cycle}. Check the sequence of segments against the core's page; reset() to go on.",
        )

    def _failure(self) -> RoundelError:
        text = self._library.roundel_error(self._open_handle()).decode(errors="replace")
        return RoundelError(f"{self.core.name} stopped itself in cycle {self.cycle}: {text}")

    def _open_handle(self) -> int:
        if self._handle is None:
            raise RoundelError(f"the device {self.core.name} is closed", "Open it again with roundel.open().")
        return self._handle

    def __enter__(self) -> Self:
        """Return the device; leaving the block closes it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the device."""
        self.close()

    def __del__(self) -> None:
        """Close a device that nobody has closed; `__init__` may have failed before there was one."""
        if getattr(self, "_handle", None) is not None:
            self.close()

    def __repr__(self) -> str:
        """Return the core's name and the cycle."""
        state = "closed" if self._handle is None else f"cycle {self.cycle}"
        return f"<Device {self.core.name}, {state}>"


def open_device(name: str, *, trace: Path | None = None) -> Device:
    """Return the catalog core `name` as a device, built if need be; see `Device` for `trace`."""
    return Device(find_core(name), trace=trace)
