"""Bit flips in a simulated core: which registers there are, that a flip takes effect, and the outcomes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from roundel.catalog import find_core
from roundel.catalog.watchdog import watched
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.faults import Outcome, Register, StoredCampaigns, inject, registers_of
from roundel.faults.campaign import MOST_BEATS, Scenario, _serves_again, outcome_of, scenarios_of
from roundel.faults.device import NO_KIND, Answered, FaultyDevice
from roundel.faults.registers import registers_of_design
from roundel.protocol.stream import ACCEPTED, ERROR, REFUSED, Kind, Segment

CORE = "ascon-la"
IDLE = 6_000

pytestmark = pytest.mark.slow  # a model whose registers can be changed is built first


@pytest.fixture
def device() -> Iterator[FaultyDevice]:
    with FaultyDevice(find_core(CORE)) as found:
        yield found


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return next(one for one in scenarios_of(find_core(CORE)) if one.name.endswith("OPEN"))


def answered(device: FaultyDevice, scenario: Scenario, fault: tuple[Register, int, int] | None) -> Answered:
    beats = scenario.beats(device.core.data_width)
    return device.run_with_fault(beats, scenario.all_answers, fault, idle_cycles=IDLE, most_beats=MOST_BEATS)


def test_every_flip_flop_of_the_sources_is_in_the_model(device: FaultyDevice) -> None:
    registers = registers_of(device.core)
    assert len({register.path for register in registers}) == len(registers) > 50
    for register in registers:
        for bit in register.bits:
            device.flip(register, bit)
            device.flip(register, bit)
    with pytest.raises(RoundelError, match="has no bit 100000 of a register"):
        device.flip(registers[0], 100_000)
    with pytest.raises(RoundelError, match="no bit 0 of a register nothing"):
        device.flip(Register("nothing", 1, (0,)), 0)


def test_flip_flops_are_those_of_synthesis() -> None:
    # 1137 of ascon-la on ECP5: synthesis makes a few memories of registers, and removes some.
    bits = sum(len(register.bits) for register in registers_of(find_core(CORE)))
    assert 900 < bits < 1400


def test_registers_of_a_design_are_found_below_instances() -> None:
    dff = {"type": "$dff", "connections": {"Q": [5, 6]}}
    below = {
        "cells": {"x": dff},
        "netnames": {
            "value_q": {"bits": [4, 5, 6], "hide_name": 0},
            "alias_o": {"bits": [5, 6], "hide_name": 0},
            "wire": {"bits": [4], "hide_name": 0},
        },
    }
    top = {"cells": {"u_a": {"type": "below", "connections": {}}}, "netnames": {}}
    found = registers_of_design({"top": top, "below": below}, "top", frozenset({"value_q", "wire"}))
    assert found == [("u_a.value_q", 3, [1, 2])]


def test_without_a_fault_every_answer_is_right(device: FaultyDevice) -> None:
    names = [one.name for one in scenarios_of(device.core)]
    assert {"OPEN", "OPEN, wrong tag", "SEAL"} <= {name.partition(" ")[2] for name in names}
    for one in scenarios_of(device.core):
        assert outcome_of(one, answered(device, one, None)) is Outcome.RIGHT


def test_a_flip_in_the_state_is_refused_and_two_flips_of_a_bit_are_none(
    device: FaultyDevice, scenario: Scenario
) -> None:
    state = max(registers_of(device.core), key=lambda register: len(register.bits))
    found = {
        outcome_of(scenario, answered(device, scenario, (state, 3, cycle))) for cycle in range(60, 120, 7)
    }
    assert found & {Outcome.REFUSED, Outcome.WRONG}


def test_a_campaign_is_repeatable_and_counts_every_flip() -> None:
    one, other = (inject(find_core(CORE), flips=40, seed=5) for _ in range(2))
    assert one == other
    assert 30 <= one.control_flips <= 50 and one.data_flips >= 2
    assert one.outcomes[Outcome.RIGHT] > 0 and len(one.outcomes) > 1


TEXT, WRONG_TEXT = Segment(Kind.UNVERIFIED, b"text"), Segment(Kind.UNVERIFIED, b"tExt")
SEALED = (Segment(Kind.TEXT, b"sealed"), Segment(Kind.TAG, b"tag of sealed..."))


def scenario_of(*answer: Segment) -> Scenario:
    from roundel.algorithms.kinds.base import Transaction

    return Scenario("made", (), answer, Transaction((), SEALED), SEALED)


@pytest.mark.parametrize(
    ("right", "got", "outcome"),
    [
        ((TEXT, ACCEPTED), (TEXT, ACCEPTED), Outcome.RIGHT),
        ((TEXT, ACCEPTED), (TEXT, REFUSED), Outcome.REFUSED),
        ((TEXT, ACCEPTED), (TEXT, ERROR), Outcome.ERROR),
        ((TEXT, ACCEPTED), (WRONG_TEXT, ACCEPTED), Outcome.ACCEPTED),
        ((TEXT, ACCEPTED), (ACCEPTED,), Outcome.ACCEPTED),
        ((TEXT, REFUSED), (TEXT, ACCEPTED), Outcome.ACCEPTED),
        ((TEXT, REFUSED), (WRONG_TEXT, REFUSED), Outcome.WRONG),
        ((TEXT, REFUSED), (TEXT,), Outcome.LOST),
        ((TEXT, REFUSED), (Segment(NO_KIND, b"x"), REFUSED), Outcome.WRONG),
        ((SEALED), (SEALED[0], Segment(Kind.TAG, b"another tag")), Outcome.WRONG),
    ],
)
def test_outcomes(right: Sequence[Segment], got: Sequence[Segment], outcome: Outcome) -> None:
    answers = Answered((*got, *SEALED, *SEALED), accepted=True, ended=True, last_cycle=1)
    assert outcome_of(scenario_of(*right), answers) is outcome


@pytest.mark.parametrize(
    ("got", "accepted", "ended", "outcome"),
    [
        ((), False, True, Outcome.HANG),
        ((TEXT, ACCEPTED), False, True, Outcome.HANG),
        ((TEXT, ACCEPTED, *SEALED, SEALED[0]), True, True, Outcome.HANG),
        ((TEXT,) * 9, False, False, Outcome.RUNAWAY),
        ((ERROR, *SEALED), True, True, Outcome.ERROR),
    ],
)
def test_a_core_that_does_not_serve_the_last_transaction_hangs(
    got: Sequence[Segment], accepted: bool, ended: bool, outcome: Outcome
) -> None:
    assert outcome_of(scenario_of(TEXT, ACCEPTED), Answered(tuple(got), accepted, ended, 1)) is outcome


class Resending:
    """A device that serves a transaction when it was sent `at` times more, or never accepts it."""

    core = find_core(CORE)

    def __init__(self, at: int, accepts: bool = True) -> None:
        self.at, self.accepts, self.sent = at, accepts, 0

    def send_again(self, beats: object, expected: object, **limits: int) -> Answered:
        self.sent += 1
        answer = SEALED if self.sent == self.at else (ERROR,)
        return Answered(answer if self.accepts else (), self.accepts, True, 1)


@pytest.mark.parametrize(
    ("device", "served"),
    [(Resending(1), True), (Resending(2), True), (Resending(3), False), (Resending(1, accepts=False), False)],
)
def test_a_transaction_is_sent_again_twice(device: Resending, served: bool) -> None:
    assert _serves_again(device, scenario_of(TEXT, ACCEPTED)) is served  # type: ignore[arg-type]


def test_a_beat_that_was_not_accepted_blocks_those_that_are_sent_again(
    device: FaultyDevice, scenario: Scenario
) -> None:
    device.unsent = True
    assert not _serves_again(device, scenario)
    answered(device, scenario, None)
    assert _serves_again(device, scenario)


def test_counts_are_stored_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path))
    done = CliRunner().invoke(app, ["faults", CORE, "--flips", "40", "--seed", "5"])
    assert done.exit_code == 0, done.output
    stored = StoredCampaigns().campaigns[CORE]
    assert stored.source_hash == find_core(CORE).source_hash and stored.seed == 5
    counts = json.loads(CliRunner().invoke(app, ["faults", "--json"]).stdout)[CORE]
    assert sum(counts["outcomes"].values()) == stored.flips
    line = next(line for line in CliRunner().invoke(app, ["faults"]).stdout.splitlines() if CORE in line)
    assert line.split()[1:3] == [str(stored.control_bits), str(stored.data_bits)]


def test_a_core_that_a_watchdog_watches_never_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path))
    done = CliRunner().invoke(app, ["faults", CORE, "--watchdog", "--flips", "200", "--seed", "5"])
    assert done.exit_code == 0, done.output
    stored = StoredCampaigns().campaigns[f"{CORE}-watchdog"]
    assert stored.source_hash == watched(find_core(CORE)).source_hash != find_core(CORE).source_hash
    assert stored.count(Outcome.HANG) == 0 and stored.count(Outcome.ERROR) > 0
    shown = CliRunner().invoke(app, ["faults"]).stdout
    assert f"{CORE}-watchdog " in shown and "have changed" not in shown


def test_bad_input_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RoundelError, match="aes-engine does not speak the stream protocol"):
        inject(find_core("aes-engine"))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path))
    done = CliRunner().invoke(app, ["faults"])
    assert isinstance(done.exception, RoundelError) and "no counts in" in done.exception.message
    (tmp_path / "faults.json").write_text("[1]")
    done = CliRunner().invoke(app, ["faults"])
    assert isinstance(done.exception, RoundelError) and "not a file of campaigns" in done.exception.message
