"""Cycles of engines: the steady state over 60 blocks, and its absence."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from roundel.catalog import Service
from roundel.errors import RoundelError
from roundel.lab.cycles import Cycles, measure_engine_cycles

SERVICE = Service("block", "some", 128, 10)


class FakeEngine:
    """An engine that gives block i of a run in the cycle `times(i)` after it took the first."""

    core = SimpleNamespace(name="fake", data_width=128, key_width=256, in_flight=1)

    def __init__(self, times: Any) -> None:
        self.times = times
        self.resets = 0

    def reset(self) -> None:
        self.resets += 1

    def run(self, blocks: Any, keys: Any) -> Any:
        assert blocks.shape[1:] == (16,) and keys.shape == (len(blocks), 32)
        returned = np.array([1000 + self.times(i) for i in range(len(blocks))])
        return SimpleNamespace(accepted=np.array([1000]), returned=returned)


def test_blocks_in_flight_count_as_blocks() -> None:
    # Four in flight come out one behind the other, then 37 cycles nothing.
    engine = FakeEngine(lambda i: 45 + 40 * (i // 4) + i % 4)
    assert measure_engine_cycles(engine, SERVICE) == Cycles(10, 45)  # type: ignore[arg-type]
    assert engine.resets == 3


def test_a_ring_of_more_blocks_than_divide_60_has_more_blocks_measured() -> None:
    engine = FakeEngine(lambda i: 41 + 40 * (i // 8) + i % 8)
    with pytest.raises(RoundelError, match="not steady"):
        measure_engine_cycles(engine, SERVICE)  # type: ignore[arg-type]
    engine.core = SimpleNamespace(**vars(FakeEngine.core) | {"in_flight": 8})
    assert measure_engine_cycles(engine, SERVICE) == Cycles(5, 41)  # type: ignore[arg-type]


@pytest.mark.parametrize("times", [lambda i: 10 * i + i // 60, lambda i: i * i], ids=["fraction", "slower"])
def test_what_is_not_steady_is_refused(times: Any) -> None:
    with pytest.raises(RoundelError, match="fake block/some: cycles per block are not steady"):
        measure_engine_cycles(FakeEngine(times), SERVICE)  # type: ignore[arg-type]
