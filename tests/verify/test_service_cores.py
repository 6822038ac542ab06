"""Every service core, by its catalog name.

It is verified with all known answers that it must serve, and with random transactions, legal and illegal,
with stalls. The golden model computes their answers.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from configurations import first_of_each_top
from expected_entries import is_served, kinds

from roundel.algorithms.kinds.entries import Entry
from roundel.catalog import load_catalog
from roundel.simulate.device import Device
from roundel.verify.run import verify_device

# tests/rtl/test_block_engines.py has the engines of blocks.
CORES = [name for name, core in load_catalog().items() if core.kind == "service"]
# Fewer for cores that are slow to simulate, or whose top module has its own tests.
TRANSACTIONS = {"-la": 1000, "groestl": 500, "masked": 500}
FURTHER = 500
# `make test` makes a quarter of them.
SHARE = 4
FIRST = first_of_each_top(CORES)


@pytest.mark.parametrize("name", CORES)
def test_known_answers(name: str, opened: Callable[[str], Device], entries: list[Entry]) -> None:
    report = verify_device(opened(name), entries)
    assert report.failures == ()
    wanted = [entry for entry in entries if is_served(name, entry)]
    assert report.passed == report.served == len(wanted) > 0
    assert report.served + report.not_served == len(entries)
    assert {type(entry) for entry in wanted} == kinds(name)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "share"), [(1, SHARE), pytest.param(2, 1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", CORES)
def test_random_transactions(name: str, seed: int, share: int, opened: Callable[[str], Device]) -> None:
    count = next(
        (count for part, count in TRANSACTIONS.items() if part in name), 2000 if name in FIRST else FURTHER
    )
    report = verify_device(opened(name), [], random=count // share, seed=seed)
    assert report.random == count // share
    assert report.failures == ()
