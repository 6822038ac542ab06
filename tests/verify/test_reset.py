"""Reset at any time: after one clock edge the core behaves like a new one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from configurations import one_quick_of_each_front_end

from roundel.catalog import Core, load_catalog
from roundel.simulate.beats import Beats, Segment, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.cases import Case, to_device, vary
from roundel.verify.hold import hold_back
from roundel.verify.run import algorithms_served, random_case

RESET_EDGES = 1  # as docs/stream-protocol.md states
TRIALS = 400
POOL = 24
CUTS = 500  # resets per transaction; in a longer transaction they are spread evenly
CORES = [
    name
    for name, core in load_catalog().items()
    if core.kind == "service" and core.streams == 1 and core.config.name in ("default", "hold")
]


pytestmark = pytest.mark.slow


def answer_of(core: Core, cases: list[Case]) -> list[Segment]:
    answer = [segment for case in cases for segment in case.answer]
    return answer if core.hold_beats is None else hold_back(answer, core.hold_beats * core.data_width // 8)


@pytest.mark.parametrize("name", one_quick_of_each_front_end(CORES))
def test_reset_at_any_time_clears_everything(name: str, opened: Callable[[str], Device]) -> None:
    rng, device = Random(name), opened(name)
    core = device.core
    size = core.data_width // 8
    pool = [vary(random_case(algorithms_served(core), rng, size), rng) for _ in range(POOL)]
    for trial in range(TRIALS):
        beats = [beat for case in rng.sample(pool, 2) for beat in case.beats]
        cut = Case("", tuple(beats[: rng.randint(1, len(beats))]), ())
        stalls = Stalls(trial, rng.choice([0, 0.5]), rng.choice([0, 0.5, 0.95]))
        device.run(to_device([cut], size), segments=0, stalls=stalls)
        device.step(rng.choice([0, 1, 2, 3, rng.randrange(40), rng.randrange(300)]), stalls=stalls)
        device.reset(RESET_EDGES)
        follow = rng.sample(pool, 2)
        answer = answer_of(core, follow)
        got = device.run(to_device(follow, size), segments=len(answer))
        assert segments_of(Beats.concatenate([got, device.step(60)])) == answer, trial


@pytest.mark.parametrize("name", one_quick_of_each_front_end(CORES))
def test_reset_in_each_cycle(name: str, opened: Callable[[str], Device]) -> None:
    """Transactions of each service are aborted by a reset, and then repeated in full."""
    rng, device = Random(name), opened(name)
    core = device.core
    size = core.data_width // 8

    def run(beats: Beats, segments: int = 0) -> tuple[Beats, int]:
        device.reset(RESET_EDGES)
        start = device.cycle
        return device.run(beats, segments=segments), device.cycle - start

    for algorithm in algorithms_served(core):
        pool = [vary(random_case([algorithm], rng, size), rng) for _ in range(POOL)]
        for case in sorted(pool, key=lambda case: len(case.beats))[: POOL // 2 : 3]:
            beats, answer = to_device([case], size), answer_of(core, [case])
            counts = range(1, len(beats) + 1)
            ends = [run(beats[:count])[1] for count in counts] + [run(beats, len(answer))[1]]
            for count, (end, next_end) in zip(counts, pairwise(ends), strict=True):
                for wait in range(0, next_end - end + 1, 1 + ends[-1] // CUTS):
                    run(beats[:count])
                    device.step(wait)
                    assert segments_of(run(beats, len(answer))[0]) == answer, (algorithm, count, wait)
