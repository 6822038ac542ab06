"""Every beat of recorded transactions, legal and illegal, comes in the recorded cycle.

Other tests state the cycles of some transactions. This one detects a change in any: an input beat accepted
later, an error answered later. After an intended change, `python tests/verify/cycle_record.py` records again.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from cycle_record import CORES, RECORD, SENT, measured

from roundel.simulate.device import Device

RECORDED = json.loads(RECORD.read_text())


@pytest.mark.parametrize("name", CORES)
def test_cycles_are_those_recorded(name: str, opened: Callable[[str], Device]) -> None:
    found = measured(opened(name))
    assert found[SENT] == RECORDED[name][SENT], "the generator makes other transactions: record again"
    assert found == RECORDED[name]
