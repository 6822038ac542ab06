"""A service core under simulation, in which a bit of a register can be flipped between two cycles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from roundel.errors import RoundelError
from roundel.faults.registers import Register
from roundel.protocol.stream import Segment
from roundel.simulate import _library
from roundel.simulate._library import Reason
from roundel.simulate.beats import Beats
from roundel.simulate.device import Device
from roundel.simulate.model import limits_of

NO_KIND = -1


@dataclass(frozen=True)
class Answered:
    """What a run with a fault gave: complete segments, and how it ended.

    `accepted`: all input was accepted. `ended`: the core became silent or gave all that was expected;
    otherwise it was still sending at the limit. `last_cycle`: cycles from the reset to the last output beat.
    """

    segments: tuple[Segment, ...]
    accepted: bool
    ended: bool
    last_cycle: int


class FaultyDevice(Device):
    """A device whose registers can be changed."""

    flips = True
    unsent = False
    """Whether the last run ended with a beat that the core did not accept."""

    def flip(self, register: Register, bit: int) -> None:
        """Flip a bit of a register now.

        Raises:
            RoundelError: The model does not have the register or the bit.
        """
        name = f"{self.core.top}.{register.path}"
        if not self._library.roundel_flip(self._open_handle(), name.encode(), bit):
            raise RoundelError(
                f"the model of {self.core.name} has no bit {bit} of a register {register.path}"
            )

    def run_with_fault(
        self,
        beats: Beats,
        expected: Sequence[Segment],
        fault: tuple[Register, int, int] | None,
        *,
        idle_cycles: int,
        most_beats: int,
    ) -> Answered:
        """Reset the core, send beats without stalls, and flip one bit on the way.

        The run ends with the last segment that is expected. If the answer is another, it continues until the
        core is silent.

        Args:
            beats: The input.
            expected: The right answer.
            fault: The register, the bit, and the cycle after the reset in which it is flipped; or None.
            idle_cycles: The time without a transfer after which the run ends, in cycles.
            most_beats: The most output beats; a core that sends more is stopped.

        Returns:
            The answer.
        """
        self.reset()
        self.unsent = False
        return self._send(beats, expected, fault, idle_cycles, most_beats)

    def send_again(
        self, beats: Beats, expected: Sequence[Segment], *, idle_cycles: int, most_beats: int
    ) -> Answered:
        """Send beats without a reset, after a run that ended. The arguments are those of `run_with_fault`.

        A core that still waits with a beat of that run accepts nothing.
        """
        if self.unsent:
            return Answered((), False, True, 0)
        return self._send(beats, expected, None, idle_cycles, most_beats)

    def _send(
        self,
        beats: Beats,
        expected: Sequence[Segment],
        fault: tuple[Register, int, int] | None,
        idle_cycles: int,
        most_beats: int,
    ) -> Answered:
        begin = self.cycle
        accepted = np.full(len(beats), -1, np.int64)
        source = _library.rows_of(Beats(beats.data, beats.keep, beats.user, beats.last, accepted))
        output = Beats.empty(most_beats, self.core.output_width)
        sink = _library.rows_of(output)
        run = _library.Run(segments=len(expected), min_cycles=0, **limits_of(None, idle_cycles))
        limit = run.slice_cycles
        if fault:
            register, bit, cycle = fault
            run.slice_cycles = cycle
            if cycle == 0 or self._run_slice(run, source, sink) is Reason.SLICE:
                self.flip(register, bit)
            run.slice_cycles = limit
        reason = self._run_slices(run, source, sink)
        segments = tuple(_segments(output[: sink.done]))
        if reason is Reason.DONE and segments != tuple(expected):
            run.segments = most_beats + 1
            reason = self._run_slices(run, source, sink)
            segments = tuple(_segments(output[: sink.done]))
        got = output[: sink.done]
        self.unsent = source.done != source.count
        return Answered(
            segments=segments,
            accepted=not self.unsent,
            ended=reason is not Reason.FULL,
            last_cycle=int(got.cycle[-1]) - begin if len(got) else 0,
        )

    def _run_slices(self, run: _library.Run, source: _library.BeatRows, sink: _library.BeatRows) -> Reason:
        reason = Reason.SLICE
        while reason is Reason.SLICE:
            reason = self._run_slice(run, source, sink)
        return reason


def _segments(beats: Beats) -> Iterator[Segment]:
    """Return the complete segments of beats. One whose kind changes has the kind NO_KIND."""
    data, kinds = bytearray(), set[int]()
    for row, keep, user, last in zip(beats.data, beats.keep, beats.user, beats.last, strict=True):
        data += bytes(byte for place, byte in enumerate(row.tolist()) if keep >> place & 1)
        kinds.add(int(user))
        if last:
            yield Segment(kinds.pop() if len(kinds) == 1 else NO_KIND, bytes(data))
            data, kinds = bytearray(), set()
