"""A simulated core as a device: beats or segments in, beats or segments out, with the cycle of each beat."""

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
from roundel.simulate.kmac_key import KmacKeyMixin
from roundel.simulate.mac import MacMixin
from roundel.simulate.model import SLICE_CYCLES, Model, Stalls, limits_of
from roundel.simulate.prng import PrngMixin
from roundel.simulate.sampling import SampleMixin
from roundel.simulate.xof import XofMixin

# No core works this long without a transfer; it is about 10 ms of time.
DEFAULT_IDLE_CYCLES = 100_000
MIN_OUTPUT_BEATS = 4096
MAX_OUTPUT_BEATS = 1 << 20


class Device(Model, XofMixin, KmacKeyMixin, MacMixin, AeadMixin, PrngMixin, SampleMixin):
    """A service core under simulation (see `Model`), with the front ends of its services.

    Args:
        core: The catalog entry, of kind "service".
        trace: Path of a VCD file for every signal; see `Model`.
        trace_end: Whether the trace has only the last values.
    """

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
        """Build `core` if necessary, load it and reset it."""
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
        """Send beats, and return the output.

        The run ends when all beats are accepted and `segments` output segments have ended. The output has
        more segments if the core sends more until then. After an error, or after Ctrl-C, the device accepts
        nothing before a `reset`.

        Args:
            beats: The input.
            segments: The number of output segments to wait for.
            stalls: Random stalls of both sides, or None.
            max_idle_cycles: The longest time without a transfer, in cycles.
            max_cycles: The longest run, in cycles, or None.

        Returns:
            The output beats, with their cycles. The cycles of the input are in `accepted`.

        Raises:
            RoundelError: Nothing moved for `max_idle_cycles`, the run took `max_cycles`, or an assertion of
                the model failed.
        """
        return self._run(beats, segments, 0, stalls, max_idle_cycles, max_cycles)

    def step(self, cycles: int, *, stalls: Stalls | None = None) -> Beats:
        """Run `cycles` clock cycles without input.

        Args:
            cycles: The number of cycles, 0 or more.
            stalls: Random stalls of the output, or None.

        Returns:
            The output beats.
        """
        if cycles < 0:
            raise RoundelError(f"a step of {cycles} cycles", "Pass 0 or more.")
        no_input = Beats.empty(0, self.core.data_width)
        return self._run(no_input, 0, cycles, stalls, max_idle_cycles=cycles, max_cycles=None)

    def transact(
        self, segments: Iterable[Segment], answers: int = 1, stalls: Stalls | None = None
    ) -> list[Segment]:
        """Send segments, and return the answer.

        Args:
            segments: The input, one or more transactions.
            answers: The number of answer segments to wait for.
            stalls: Random stalls of both sides, or None.

        Returns:
            The answer: `answers` segments, or more if the core sends more.

        Raises:
            RoundelError: See `run`.
        """
        beats = beats_of(segments, self.core.data_width)
        return segments_of(self.run(beats, segments=answers, stalls=stalls))

    def reset(self, cycles: int = 1) -> None:
        """Hold the core in reset, which clears all messages, sessions, keys and generators in it.

        Args:
            cycles: Clock cycles with reset active, at least 1.
        """
        super().reset(cycles)
        self._clear_all()

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
                f"beats of {width} bits for {self.core.name}, expected {self.core.data_width} bits"
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
        # Few services give more beats than they take. Room that is not used costs nothing.
        capacity = min(max(MIN_OUTPUT_BEATS, len(beats)), MAX_OUTPUT_BEATS)
        reason = Reason.FULL
        with self._uninterruptible():
            while reason is Reason.FULL:
                output = Beats.empty(capacity, self.core.output_width)
                sink, reason = _library.rows_of(output), Reason.SLICE
                while reason is Reason.SLICE:
                    if max_cycles is not None:
                        if run.cycles >= max_cycles:
                            raise self._not_done(run, source, f"did not finish in {max_cycles} cycles")
                        run.slice_cycles = min(SLICE_CYCLES, max_cycles - run.cycles)
                    reason = self._run_slice(run, source, sink)
                got.append(output[: sink.done])
                capacity = min(2 * capacity, MAX_OUTPUT_BEATS)
            if reason is Reason.SILENT and not min_cycles:
                raise self._not_done(run, source, f"has been silent for {max_idle_cycles} cycles")
        self.accepted = accepted
        return Beats.concatenate(got)

    def _not_done(self, run: _library.Run, source: _library.BeatRows, what: str) -> RoundelError:
        return RoundelError(
            f"{self.core.name} {what}: it accepted {source.done} of {source.count} beats and ended "
            f"{run.segments_seen} of {run.segments} output segments",
            f"Cycle {self.cycle}. Compare the segments with the core's page, then call reset().",
        )


def open_device(name: str, *, trace: Path | None = None, trace_end: bool = False) -> Device:
    """Return a catalog core as a device, built if necessary.

    Args:
        name: Name in the catalog, such as "keccak-hash".
        trace: Path of a VCD file for every signal; see `Model`.
        trace_end: Whether the trace has only the last values.

    Raises:
        RoundelError: The core is unknown, is not a service core, or cannot be built.
    """
    return Device(find_core(name), trace=trace, trace_end=trace_end)
