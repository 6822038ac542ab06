"""A flipped bit of a verdict: no single one turns a wrong tag into ACCEPTED."""

from __future__ import annotations

import re

import pytest
from configurations import long_but

from roundel.catalog import find_core
from roundel.faults import Outcome, registers_of
from roundel.faults.campaign import MOST_BEATS, idle_cycles_of, outcome_of, scenarios_of
from roundel.faults.device import FaultyDevice
from roundel.simulate.beats import beats_of

# The registers of a verdict in each low-area core, as a part of their paths, and the bits of it; None: all.
VERDICTS = {
    "ascon-la": (r"\.verdict_q", None),
    "keyak-la": (r"\.(accepted|refused)_", None),
    "multi-aes-la": (r"u_status\.status_q", (7, 8, 9, 10)),  # tag_mismatch to accepted_beat
}
# The cycles before the last beat of the answer, in which the tag is compared and the verdict waits.
LAST_CYCLES = 80

pytestmark = pytest.mark.slow  # a model whose registers can be changed is built first


@pytest.mark.parametrize("name", long_but({"ascon-la"}, VERDICTS))
def test_no_flipped_bit_of_a_verdict_accepts_a_wrong_tag(name: str) -> None:
    core = find_core(name)
    pattern, own = VERDICTS[name]
    bits = [
        (register, bit)
        for register in registers_of(core)
        if re.search(pattern, register.path)
        for bit in register.bits
        if own is None or bit in own
    ]
    scenarios = [one for one in scenarios_of(core) if one.name.endswith("wrong tag")]
    assert len(bits) >= 2 and scenarios
    limits = {"idle_cycles": idle_cycles_of(core), "most_beats": MOST_BEATS}
    with FaultyDevice(core) as device:
        for scenario in scenarios:
            beats, answers = scenario.beats(core.data_width), scenario.all_answers
            first = beats_of(scenario.segments, core.data_width)
            right = device.run_with_fault(first, scenario.answer, None, **limits)
            assert right.segments == scenario.answer
            for register, bit in bits:
                for cycle in range(right.last_cycle - LAST_CYCLES, right.last_cycle):
                    got = device.run_with_fault(beats, answers, (register, bit, cycle), **limits)
                    assert outcome_of(scenario, got) is not Outcome.ACCEPTED, (register.path, bit, cycle)
