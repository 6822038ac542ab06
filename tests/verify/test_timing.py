"""The timing of every core depends on commands and lengths only; a core whose timing does not is found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest
from configurations import FRONT_ENDS, long_but
from typer.testing import CliRunner

from roundel.catalog import find_core, load_catalog
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.protocol.stream import Kind, Segment
from roundel.simulate import Device
from roundel.verify import timing
from roundel.verify.timing import Profile, compare_timing, constant_profile

PAIRS = 40


# Proofs hold for all time and for every core.
QUICK = (*FRONT_ENDS, "aes-x5", "keccak400-ppl5", "salsa20-x1", "aes128-masked")


@pytest.mark.parametrize("name", long_but(QUICK, load_catalog()))
def test_timing_does_not_depend_on_values(name: str) -> None:
    found = compare_timing(find_core(name), pairs=PAIRS)
    assert found.differences == ()
    assert found.compared == PAIRS


def by_the_key(device: Device, segments: Sequence[Segment], answers: int = 1) -> Profile:
    """The profile of a core that takes a cycle more where the first bit of the key is set."""
    found = timing_of(device, segments, answers)
    keys = [segment.data for segment in segments if segment.kind == Kind.KEY and segment.data]
    return Profile(found.accepted, (*found.answered, found.cycles + (bool(keys) and keys[0][0] & 1)))


timing_of = timing.profile_after_reset


def test_a_core_whose_timing_depends_on_a_key_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "profile_after_reset", by_the_key)
    found = compare_timing(find_core("aes-gcm-hs"), pairs=PAIRS)
    assert PAIRS / 4 < len(found.differences) < PAIRS
    one = found.differences[0]
    assert abs(one.first_cycles - one.second_cycles) == 1 and "kind 1: " in one.first
    done = CliRunner().invoke(app, ["verify", "aes-gcm-hs", "--random", "0", "--timing", "8"])
    assert done.exit_code == 1
    assert "FAILED aes-gcm-hs: timing depends on values: " in done.stderr


def test_verify_reports_timing() -> None:
    arguments = ["verify", "aes-x2", "keccak-hash", "--random", "5", "--timing", "7", "--json"]
    reports = json.loads(CliRunner().invoke(app, arguments).stdout)
    assert [(report["timing"], report["timing_failed"]) for report in reports] == [(7, 0), (7, 0)]


def test_transactions_of_other_lengths_have_no_constant_profile() -> None:
    lengths = iter((1, 200))

    def make(rng: Random) -> list[Segment]:
        command = bytes([1, 0, 6, 17, 32, *bytes(11)])
        return [Segment(Kind.CMD, command), Segment(Kind.TEXT, rng.randbytes(next(lengths)))]

    with (
        Device(find_core("keccak-hash")) as device,
        pytest.raises(RoundelError, match="Its timing depends on values"),
    ):
        constant_profile(device, make, tries=2)
