"""Every core answers transactions that are wrong in one place as the rules say, and serves the next one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from configurations import one_quick_of_each_front_end
from transactions import SEEDS, wrong_forms

from roundel.catalog import load_catalog
from roundel.protocol.stream import ERROR
from roundel.simulate.beats import Beats, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.cases import to_device
from roundel.verify.illegal import CHANGES
from roundel.verify.run import algorithms_served, made_cases

CORES = [name for name, core in load_catalog().items() if core.kind == "service" and core.streams == 1]


@pytest.mark.parametrize("stalls", [None, Stalls(5, 0.3, 0.3)], ids=["", "stalled"])
@pytest.mark.parametrize("name", one_quick_of_each_front_end(CORES))
def test_a_wrong_form_is_answered_by_an_error(
    name: str, stalls: Stalls | None, opened: Callable[[str], Device]
) -> None:
    device = opened(name)
    size = device.core.data_width // 8
    (legal,) = made_cases(device.core, Random(1), 1)
    cases = wrong_forms(device.core)
    assert len(cases) == SEEDS * len(CHANGES) * len(algorithms_served(device.core))
    for case in cases:
        assert ERROR in case.answer
        expected = [*case.answer, *legal.answer]
        output = device.run(to_device([case, legal], size), segments=len(expected), stalls=stalls)
        got = segments_of(Beats.concatenate([output, device.step(20)]))
        assert got == expected, case.origin
