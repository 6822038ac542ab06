"""Legal and illegal transactions with a sink that takes a beat in some fifty cycles, or in some thousand.

The sinks of `roundel verify` are faster than a low-area core, whose output is free then when it ends a
segment.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from configurations import one_quick_of_each_front_end

from roundel.catalog import load_catalog
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.run import Runs, first_failure, made_cases, runs_of

CORES = sorted({name.partition(":")[0] for name, core in load_catalog().items() if core.kind == "service"})
# The share of cycles in which the sink is not ready, and the number of transactions.
SINKS = ((0.98, 150), (0.999, 40))


@pytest.mark.parametrize(("stall", "count"), SINKS)
@pytest.mark.parametrize("name", one_quick_of_each_front_end(CORES))
def test_every_answer_waits_for_its_sink(
    name: str, stall: float, count: int, opened: Callable[[str], Device]
) -> None:
    device = opened(name)
    closing = runs_of(device.core, [], random=0, seed=0).closing
    cases = made_cases(device.core, Random(f"slow {stall}"), count)
    batches = tuple(([case], Stalls(number, 0.0, stall)) for number, case in enumerate(cases))
    assert first_failure(device, Runs(batches, closing)) == ""
