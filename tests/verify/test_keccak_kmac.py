"""KMAC and cSHAKE of keccak-kmac: every length of key and customization string, tags and timing.

The oracle is pycryptodome. Where it refuses a short key or tag, that is its cSHAKE after its own encodings.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import oracles
import pytest
from kmac_requests import (
    AFTER,
    CUSTOM,
    HASHED,
    KEY,
    KMACS,
    NAME,
    SIZES,
    STRENGTHS,
    TEXT,
    changed,
    customized,
    function_of,
    sent,
    tag_of,
    usual_tag,
)
from transactions import Make, commanded, customized_mac, digested, extremes, tagged, verified

from roundel.algorithms.keccak import reference_hash
from roundel.algorithms.keccak_answers import CshakeEntry, KmacEntry
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.kmac import CSHAKE, VERIFY_SIZES, Kmac
from roundel.algorithms.registry import algorithms_of
from roundel.catalog import load_catalog
from roundel.protocol.stream import (
    ACCEPTED,
    ERROR,
    REFUSED,
    Command,
    Kind,
    Operation,
    Segment,
)
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.run import known_cases
from roundel.verify.timing import constant_profile


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened(NAME)


def test_published_and_generated_answers_are_served_by_both_services(
    device: Device, entries: list[Entry]
) -> None:
    """A KMAC is served as text of HASH that the sender frames, as MAC and as VERIFY."""
    own = [one for one in entries if isinstance(one, KmacEntry | CshakeEntry)]
    assert sum("NIST" in one.src for one in own) >= 2
    for one in own:
        ((case,), others) = known_cases(device.core, [one])
        assert not others
        answer = device.transact(case.segments, answers=len(case.answer))
        assert answer == list(case.answer), one.origin
        if isinstance(one, KmacEntry):
            assert {segment.kind for segment in answer} >= {Kind.DIGEST, Kind.TAG}
            assert (ACCEPTED in answer) == (len(one.tag) in VERIFY_SIZES)


@STRENGTHS
def test_every_length_of_the_key(device: Device, strength: int) -> None:
    rng, segments, expected = Random(strength), [], []
    for size in range(1, 256):
        key, custom = rng.randbytes(size), rng.randbytes(rng.choice([0, 1, 31, 32, 255, 256 - size]))
        text, length = rng.randbytes(rng.choice(SIZES)), rng.choice([1, 16, 31, 32, 33, 200])
        segments += sent(strength, key, text, length, custom)
        expected.append(tag_of(oracles.kmac(strength, key, text, length, custom)))
    assert device.transact(segments, answers=len(expected)) == expected


@STRENGTHS
def test_every_length_of_the_customization_string(device: Device, strength: int) -> None:
    rng, segments, expected = Random(strength), [], []
    for size in range(256):
        custom, text = rng.randbytes(size), rng.randbytes(rng.choice(SIZES))
        segments += sent(strength, KEY, text, 40, custom, xof=bool(size % 2))
        make = oracles.kmac_xof if size % 2 else oracles.kmac
        expected.append(tag_of(make(strength, KEY, text, 40, custom)))
        if size:
            segments += customized(strength, custom, text, 40)
            expected.append(Segment(Kind.DIGEST, oracles.cshake(strength, text, 40, b"", custom)))
    assert device.transact(segments, answers=len(expected)) == expected


@STRENGTHS
@pytest.mark.parametrize("stalls", [None, Stalls(7, 0.4, 0.4)], ids=["", "stalled"])
def test_every_length_of_the_text(device: Device, strength: int, stalls: Stalls | None) -> None:
    """The length of the tag after the text has 2 to 4 bytes, at any place of a lane and of a block."""
    segments, expected = [], []
    for size in range(0, 345):
        text, length, xof = TEXT[:size], (31, 32, 40)[size % 3], size % 5 == 0
        segments += sent(strength, KEY, text, length, xof=xof)
        make = oracles.kmac_xof if xof else oracles.kmac
        expected.append(tag_of(make(strength, KEY, text, length, CUSTOM)))
    assert device.transact(segments, len(expected), stalls) == expected


@STRENGTHS
def test_lengths_of_tags(device: Device, strength: int) -> None:
    """Also those whose length in bits has another number of bytes, and the longest one."""
    segments, expected = [], []
    for size in (*range(1, 70), 135, 136, 137, 167, 168, 169, 300, 8191, 8192, 65535):
        segments += sent(strength, tag=size)
        expected.append(tag_of(oracles.kmac(strength, KEY, TEXT[:40], size, CUSTOM)))
    assert device.transact(segments, answers=len(expected)) == expected
    for size in (0, 65536, 65568, 1 << 24):
        wrong = changed(sent(strength), length=size)
        assert device.transact([*wrong, *AFTER], answers=2) == [ERROR, HASHED], size


@STRENGTHS
@pytest.mark.parametrize("xof", [False, True], ids=["", "XOF"])
def test_a_wrong_byte_of_a_tag_is_refused(device: Device, strength: int, xof: bool) -> None:
    """Every byte of tags of every length; all bits of one byte."""
    make = oracles.kmac_xof if xof else oracles.kmac
    for size in VERIFY_SIZES:
        tag = make(strength, KEY, TEXT[:40], size, CUSTOM)
        wrong = [tag[:at] + bytes([tag[at] ^ 1 << at % 8]) + tag[at + 1 :] for at in range(size)]
        wrong += [tag[: size - 1] + bytes([tag[-1] ^ 1 << bit]) for bit in range(8)] + [bytes(size)]
        tags = [tag, *wrong, tag]
        segments = [one for given in tags for one in sent(strength, tag=given, xof=xof)]
        answer = device.transact(segments, answers=len(tags))
        assert answer == [ACCEPTED, *[REFUSED] * len(wrong), ACCEPTED], size


@STRENGTHS
def test_a_tag_of_another_input_is_refused(device: Device, strength: int) -> None:
    tag = usual_tag(strength).data
    long = oracles.kmac(strength, KEY, TEXT[:40], 33, CUSTOM)
    other = 384 - strength
    for wrong in (
        sent(strength, key=KEY[:-1], tag=tag),
        sent(strength, key=KEY + b"\0", tag=tag),
        sent(strength, text=TEXT[:39], tag=tag),
        sent(strength, text=TEXT[:40] + b"\0", tag=tag),
        sent(strength, custom=b"", tag=tag),
        sent(strength, custom=CUSTOM + b"\0", tag=tag),
        sent(strength, tag=tag, xof=True),
        sent(strength, tag=long[:32]),
        sent(other, tag=tag),
    ):
        right = sent(strength, tag=tag)
        assert device.transact([*wrong, *right], answers=2) == [REFUSED, ACCEPTED]


def test_segments_that_end_in_an_empty_beat(device: Device) -> None:
    """A segment of whole beats may end with a beat without bytes."""
    key, custom, text = TEXT[:32], TEXT[:16], TEXT[:48]
    tag = oracles.kmac(128, key, text, 32, custom)
    for kind in (Kind.AD, Kind.KEY, Kind.TEXT, Kind.TAG):
        parts = []
        for segment in sent(128, key, text, tag, custom):
            parts.append(beats_of([segment], 128))
            if segment.kind == kind:
                parts[-1].last[-1] = False
                parts.append(beats_of([Segment(kind)], 128))
        got = device.run(Beats.concatenate([*parts, beats_of(AFTER, 128)]), segments=2)
        assert segments_of(got) == [ACCEPTED, HASHED], kind


def test_both_strengths_and_all_operations_back_to_back(device: Device) -> None:
    rng, segments, expected = Random(3), [], []
    for _ in range(150):
        strength, text = rng.choice([128, 256]), rng.randbytes(rng.choice(SIZES))
        key, custom = rng.randbytes(rng.randint(1, 255)), rng.randbytes(rng.randint(1, 255))
        size = rng.choice(VERIFY_SIZES)
        tag = oracles.kmac(strength, key, text, size, custom)
        match rng.randrange(5):
            case 0:
                segments += sent(strength, key, text, tag, custom)
                expected.append(ACCEPTED)
            case 1:
                segments += sent(strength, key, text, bytes(size), custom)
                expected.append(REFUSED)
            case 2:
                segments += sent(strength, key, text, size, custom)
                expected.append(tag_of(tag))
            case 3:
                segments += customized(strength, custom, text, 100)
                expected.append(Segment(Kind.DIGEST, oracles.cshake(strength, text, 100, b"", custom)))
            case _:
                segments += AFTER
                expected.append(HASHED)
    for stalls in (None, Stalls(4, 0.5, 0.0), Stalls(5, 0.0, 0.5), Stalls(6, 0.3, 0.3)):
        assert device.transact(segments, len(expected), stalls) == expected


@pytest.mark.parametrize("seed", range(4))
def test_short_messages_of_other_rates_back_to_back(device: Device, seed: int) -> None:
    """The frame of a cSHAKE of nothing ends when the command of another rate is there already."""
    rng, segments, expected = Random(seed), [], []
    for _ in range(100):
        text, size = rng.randbytes(rng.choice([0, 0, 1, 16])), rng.choice([0, 16, 200])
        if rng.random() < 0.5:
            lanes = rng.choice([1, 2, 9, 13, 17, 18, 21])
            command = Command(Operation.HASH, 0, 0x06, lanes, size)
            segments += [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, text)]
            digest = reference_hash(lanes, 0x06, text, size)
        else:
            strength, custom = rng.choice([128, 256]), rng.randbytes(rng.choice([1, 7, 129, 130, 161, 162]))
            segments += customized(strength, custom, text, size)
            digest = oracles.cshake(strength, text, size, b"", custom)
        expected.append(Segment(Kind.DIGEST, digest))
    for stalls in (None, Stalls(seed, 0.9, 0.1), Stalls(seed, 0.1, 0.9)):
        assert device.transact(segments, len(expected), stalls) == expected


@STRENGTHS
def test_a_tag_in_any_phase(device: Device, strength: int) -> None:
    """The tag comes in every cycle around the end of the last permutation, right and wrong."""
    tag = usual_tag(strength).data
    for wait in range(0, 100):
        for given, status in ((tag, ACCEPTED), (tag[:-1] + bytes([tag[-1] ^ 128]), REFUSED)):
            device.reset()
            first = beats_of(sent(strength, tag=given), 128)
            got = [device.run(first[: len(first) - 2], segments=0), device.step(wait)]
            got += [device.run(first[len(first) - 2 :], segments=1), device.step(5)]
            got.append(device.run(beats_of(AFTER, 128), segments=1))
            assert segments_of(Beats.concatenate(got)) == [status, HASHED], f"after {wait} cycles"


def test_no_tag_of_a_verify_leaves_the_core(device: Device) -> None:
    """The answer is one STATUS, whatever the tag is."""
    tag = usual_tag(128).data
    for given in (tag, bytes(32)):
        output = device.run(beats_of(sent(128, tag=given), 128), segments=1)
        rest = device.step(200)
        assert len(output) + len(rest) == 1 and int(output.keep[0]) == 1


FORMS: dict[str, Callable[[Kmac], Make]] = {
    "MAC of a short text": lambda kmac: tagged(kmac, 32, 30, 32),
    "MAC with a long key": lambda kmac: tagged(kmac, 255, 300, 200),
    "MAC with a customization string": lambda kmac: customized_mac(kmac, 100, xof=False),
    "MAC of an XOF": lambda kmac: customized_mac(kmac, 31, xof=True),
    "VERIFY of 8 bytes": lambda kmac: verified(kmac, 16, 100, 8, forged=False),
    "VERIFY of 64 bytes": lambda kmac: verified(kmac, 64, 0, 64, forged=False),
}


@STRENGTHS
@pytest.mark.parametrize("form", FORMS)
def test_time_depends_on_lengths_only(device: Device, strength: int, form: str) -> None:
    """Keys, texts and tags of all zeros, all ones and any bytes; right tags and wrong ones."""
    right = extremes(FORMS[form](KMACS[strength]))

    def make(rng: Random) -> list[Segment]:
        segments = right(rng)
        if segments[-1].kind == Kind.TAG and rng.random() < 0.5:
            tag = bytearray(segments[-1].data)
            tag[rng.randrange(len(tag))] ^= 1 << rng.randrange(8)
            segments[-1] = tag_of(bytes(tag))
        return segments

    constant_profile(device, make, tries=15)
    constant_profile(device, extremes(digested(CSHAKE, commanded(function_of(strength), 50), 200)), tries=10)


def test_only_this_core_and_the_one_that_keeps_keys_have_the_algorithms() -> None:
    sized = {name for name, one in algorithms_of(Kmac).items()} | {CSHAKE.name}
    assert sized == {"cshake", "kmac-128", "kmac-256"}
    served = {
        core.name for core in load_catalog().values() for one in core.services if one.algorithm in sized
    }
    assert served == {NAME, "keccak-kmac-keep"}


@STRENGTHS
def test_a_frame_has_one_block_for_each_string_up_to_the_lengths_of_the_page(
    device: Device, strength: int
) -> None:
    """A longer customization string or key costs one more block of 24 cycles."""

    def cycles(custom: int, key: int) -> int:
        device.reset()
        segments = sent(strength, key=bytes(key), custom=bytes(custom), text=b"abc")
        answer = device.run(beats_of(segments, 128), segments=1)
        return int(answer.cycle[-1] - device.accepted[0])

    rate = KMACS[strength].rate_bytes
    usual, custom, key = cycles(7, 32), rate - 11, rate - 5
    for sizes in ((0, 1), (0, 32), (32, 32), (custom, 32), (7, key), (custom, key)):
        assert abs(cycles(*sizes) - usual) <= 3, sizes
    for sizes in ((custom + 1, 32), (255, 32), (7, key + 1), (0, 255)):
        assert abs(cycles(*sizes) - usual - 24) <= 3, sizes
