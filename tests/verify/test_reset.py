"""Reset in the midst of anything: two edges, and the core serves what comes as if nothing had been."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from roundel.catalog import load_catalog
from roundel.simulate.beats import Beats, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.cases import Case, to_device, vary
from roundel.verify.hold import hold_back
from roundel.verify.run import adapters_of

RESET_EDGES = 2  # as docs/stream-protocol.md has it
TRIALS = 400
POOL = 24
CORES = [
    name
    for name, core in load_catalog().items()
    if core.kind == "service" and core.streams == 1 and core.config.name == "default"
]


@pytest.mark.slow
@pytest.mark.parametrize("name", CORES)
def test_reset_at_any_time_forgets_everything(name: str, opened: Callable[[str], Device]) -> None:
    rng, device = Random(name), opened(name)
    core = device.core
    size = core.data_width // 8
    pool = [vary(rng.choice(adapters_of(core)).random_case(rng, size), rng) for _ in range(POOL)]
    for trial in range(TRIALS):
        beats = [beat for case in rng.sample(pool, 2) for beat in case.beats]
        cut = Case("", tuple(beats[: rng.randint(1, len(beats))]), ())
        stalls = Stalls(trial, rng.choice([0, 0.5]), rng.choice([0, 0.5, 0.95]))
        device.run(to_device([cut], size), segments=0, stalls=stalls)
        device.step(rng.choice([0, 1, 2, 3, rng.randrange(40), rng.randrange(300)]), stalls=stalls)
        device.reset(RESET_EDGES)
        follow = rng.sample(pool, 2)
        answer = [segment for case in follow for segment in case.answer]
        if core.hold_beats is not None:
            answer = hold_back(answer, core.hold_beats * size)
        got = device.run(to_device(follow, size), segments=len(answer))
        assert segments_of(Beats.concatenate([got, device.step(60)])) == answer, trial
