"""A simulated core as a device: beats or segments in, beats or segments out, every cycle counted."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from roundel.catalog import Core, find_core
from roundel.errors import RoundelError
from roundel.protocol.stream import Segment
from roundel.simulate import _library
from roundel.simulate._library import Reason
from roundel.simulate.aead import AeadMixin
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.hashing import HashMixin
from roundel.simulate.mac import MacMixin
from roundel.simulate.model import SLICE_CYCLES, Model, Stalls, limits_of
from roundel.simulate.prng import PrngMixin

# Far more than any core works on one beat's input without taking or giving another, and 10 ms of time.
DEFAULT_IDLE_CYCLES = 100_000
FIRST_OUTPUT_ROOM = 4096
LARGEST_OUTPUT_ROOM = 1 << 20


class Device(Model, HashMixin, MacMixin, AeadMixin, PrngMixin):
    """A service core under simulation (see `Model`), with the front ends of its services."""

    kind = "service"
    noun = "device"
    expected = "a service core"
    other = "Open an engine with roundel.simulate.open_engine()."
    run_arguments = [
        ctypes.POINTER(_library.Run),
        ctypes.POINTER(_library.BeatRows),
        ctypes.POINTER(_library.BeatRows),
    ]

    def __init__(self, core: Core, *, trace: Path | None = None, trace_end: bool = False) -> None:
        """Build `core` if need be, load it and reset it."""
        super().__init__(core, trace=trace, trace_end=trace_end)
        self.accepted: NDArray[np.int64] = np.empty(0, np.int64)
        """Cycle of the handshake of each input beat of the last run."""

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
        model fails. After that, or a run that Ctrl-C ended, the device takes nothing more before a `reset`.
        """
        return self._run(beats, segments, 0, stalls, max_idle_cycles, max_cycles)

    def step(self, cycles: int, *, stalls: Stalls | None = None) -> Beats:
        """Let `cycles` clock cycles pass with nothing to send; return the beats that came out."""
        if cycles < 0:
            raise RoundelError(f"a step of {cycles} cycles", "Time does not go back: give 0 or more.")
        nothing = Beats.empty(0, self.core.data_width)
        return self._run(nothing, 0, cycles, stalls, max_idle_cycles=cycles, max_cycles=None)

    def transact(
        self, segments: Iterable[Segment], answers: int = 1, stalls: Stalls | None = None
    ) -> list[Segment]:
        """Send `segments`, return the answer: `answers` segments, or more where the input makes more."""
        beats = beats_of(segments, self.core.data_width)
        return segments_of(self.run(beats, segments=answers, stalls=stalls))

    def reset(self, cycles: int = 1) -> None:
        """Hold the core in reset (`Model.reset`); messages, sessions and generators in it are gone."""
        super().reset(cycles)
        self._forget_all()

    def _run(
        self,
        beats: Beats,
        segments: int,
        min_cycles: int,
        stalls: Stalls | None,
        max_idle_cycles: int,
        max_cycles: int | None,
    ) -> Beats:
        self._open_handle()
        beats.check()
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
        run = _library.Run(segments=segments, min_cycles=min_cycles, **limits_of(stalls, max_idle_cycles))
        got: list[Beats] = []
        room, reason = FIRST_OUTPUT_ROOM, Reason.FULL
        with self._uninterruptible():
            while reason is Reason.FULL:
                output = Beats.empty(room, self.core.data_width)
                sink, reason = _library.rows_of(output), Reason.SLICE
                while reason is Reason.SLICE:
                    if max_cycles is not None:
                        if run.cycles >= max_cycles:
                            raise self._not_done(run, source, f"was not done after {max_cycles} cycles")
                        run.slice_cycles = min(SLICE_CYCLES, max_cycles - run.cycles)
                    reason = self._go_on(run, source, sink)
                got.append(output[: sink.done])
                room = min(2 * room, LARGEST_OUTPUT_ROOM)
            if reason is Reason.SILENT and not min_cycles:
                raise self._not_done(run, source, f"has been silent for {max_idle_cycles} cycles")
        self.accepted = accepted
        return Beats.concatenate(got)

    def _not_done(self, run: _library.Run, source: _library.BeatRows, what: str) -> RoundelError:
        return RoundelError(
            f"{self.core.name} {what}: it took {source.done} of {source.count} beats and closed "
            f"{run.segments_seen} of {run.segments} output segments",
            f"Cycle {self.cycle}. Check the sequence of segments against the core's page; reset() to go on.",
        )


def open_device(name: str, *, trace: Path | None = None, trace_end: bool = False) -> Device:
    """Return the catalog core `name` as a device, built if need be; see `Model` for the trace."""
    return Device(find_core(name), trace=trace, trace_end=trace_end)
