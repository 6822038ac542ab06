"""A device in pure Python that obeys the rules of the protocol, and can be made to break them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext

from roundel.catalog import Core, find_core
from roundel.errors import RoundelError
from roundel.protocol.stream import Segment
from roundel.simulate.beats import Beats, beats_of
from roundel.simulate.model import Stalls
from roundel.verify.cases import Beat
from roundel.verify.reference import Reference
from roundel.verify.run import algorithms_served

# Maps all answers of a core since its reset to the answers that the double sends instead.
Fault = Callable[[list[Segment]], list[Segment]]


class FakeDevice:
    """Answers by the models, as the services of `core` do. `fault` changes the answers, `spoil` the beats."""

    def __init__(
        self,
        fault: Fault = lambda answers: answers,
        spoil: Callable[[Beats], None] = lambda beats: None,
        core: Core | None = None,
    ) -> None:
        self.core = core or find_core("keccak-hash")
        self.stalls: list[Stalls | None] = []
        self._fault = fault
        self._spoil = spoil
        self.reset()

    def reset(self) -> None:
        self._reference = Reference(algorithms_served(self.core))
        self._answered = 0

    def run(
        self, beats: Beats, *, segments: int, stalls: Stalls | None = None, max_idle_cycles: int = 0
    ) -> Beats:
        self.stalls.append(stalls)
        self._reference.accept(single_beats(beats))
        answers = self._fault(list(self._reference.answers))
        new, self._answered = answers[self._answered :], len(answers)
        if len(new) < segments:
            raise RoundelError(f"{self.core.name} has been silent for {max_idle_cycles} cycles")
        output = beats_of(new, self.core.output_width)
        self._spoil(output)
        return output

    def _uninterruptible(self) -> AbstractContextManager[None]:
        return nullcontext()

    def step(self, cycles: int) -> Beats:
        return Beats.empty(0, self.core.output_width)


def single_beats(beats: Beats) -> Iterable[Beat]:
    for data, keep, user, last in zip(beats.data, beats.keep, beats.user, beats.last, strict=True):
        yield Beat(data.tobytes(), int(keep), int(user), bool(last))
