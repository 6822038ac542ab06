"""A paper's table of modes: what the catalog and the models have of it."""

from __future__ import annotations

from typing import Any

import pytest
from designs_rows import core, service

from roundel.algorithms.settings import Setting, setting_of
from roundel.catalog import load_catalog
from roundel.compare import Verdict
from roundel.compare.modes import mode_answers
from roundel.errors import RoundelError
from roundel.models.keccak import keccak_p
from roundel.papers import ModeTable, Paper, find_paper

MAC = {"name": "MAC", "mode": "Sponge", "cores": ["multi-keccak-hs"], "service": "mac"}
MAC |= {"algorithm": "keccak-mac", "variant": "r1088", "block": 1600, "key": 128, "rounds": 24, "rate": 1088}


def answer(**changes: Any):  # type: ignore[no-untyped-def]
    table = ModeTable.model_validate({"name": "I", "modes": [MAC | changes]})
    (found,) = mode_answers([table], load_catalog())
    return found


def test_every_mode_of_p1_is_served_by_the_cores_of_both_sizes() -> None:
    answers = mode_answers(find_paper("p1").modes, load_catalog())
    assert len(answers) == 8 and {one.verdict for one in answers} == {Verdict.HOLDS}
    for one in answers:
        assert [served.core for served in one.served] == list(one.mode.cores)
        sizes = {core.rpartition("-")[2] for core in one.mode.cores}
        assert sizes == {"hs", "la"}


@pytest.mark.parametrize("change", [{"rounds": 12}, {"rate": 1344}, {"key": 256}, {"block": 800}])
def test_another_setting_does_not_hold_and_says_which(change: dict[str, int]) -> None:
    found = answer(**change)
    assert found.verdict is Verdict.FAILS
    assert "a block of 1600 bits, a key of 128, 24 rounds, a rate of 1088" in found.why
    assert answer(**change, why="Ours is SHA-3.").why == "Ours is SHA-3."


def test_a_mode_that_no_core_serves_is_missing() -> None:
    found = answer(cores=["multi-keccak-hs", "keccak-hash"])
    assert found.verdict is Verdict.MISSING and "keccak-hash" in found.reason and not found.why
    assert mode_answers(find_paper("p1").modes, {"multi-aes-hs": core("multi-aes-hs", service("hash"))})


def test_settings_are_those_of_the_models() -> None:
    assert setting_of("aes-cmac", "aes-256") == Setting(128, 256, 14)
    assert setting_of("keccak-prg", "fetch-24") == Setting(1600, 0, 24)
    assert setting_of("salsa20", "salsa20") is None
    keccak = setting_of("keccak", "r1088")
    assert keccak is not None and keccak_p(bytes(200), keccak.rounds) == keccak_p(bytes(200))


def test_two_modes_of_one_name_are_refused() -> None:
    data = find_paper("p1").model_dump()
    data["modes"] = [{"name": "I", "modes": [MAC, MAC]}]
    with pytest.raises((ValueError, RoundelError), match="mode of table I 'MAC' occurs twice"):
        Paper.model_validate(data)
