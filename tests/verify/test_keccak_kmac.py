"""KMAC and cSHAKE of keccak-kmac: every length of key and customization string, tags, errors and timing.

The oracle is pycryptodome. Where it refuses a short key or tag, that is its cSHAKE after its own encodings.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
from collections.abc import Callable, Sequence
from random import Random

import oracles
import pytest
from transactions import Make, commanded, customized_mac, digested, extremes, tagged, verified

from roundel.algorithms.keccak import reference_hash
from roundel.algorithms.keccak_answers import CshakeEntry, KmacEntry
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.kinds.hash import HashFunction
from roundel.algorithms.kmac import CSHAKE, KMAC_128, KMAC_256, VERIFY_SIZES, Kmac
from roundel.algorithms.registry import algorithms_of
from roundel.catalog import load_catalog
from roundel.protocol.stream import (
    ACCEPTED,
    ERROR,
    REFUSED,
    SIZE_BYTES,
    Command,
    Kind,
    Operation,
    Segment,
)
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.run import algorithms_served, known_cases
from roundel.verify.timing import constant_profile

NAME = "keccak-kmac"
KMACS = {128: KMAC_128, 256: KMAC_256}
STRENGTHS = pytest.mark.parametrize("strength", KMACS)
TEXT = Random(1).randbytes(700)
KEY, CUSTOM, TAG_BYTES = TEXT[:32], b"Roundel", 32
# Lengths of the text around beats and blocks, less what ends a message.
SIZES = (0, 1, 15, 16, 17, 131, 132, 133, 135, 136, 137, 163, 164, 165, 167, 168, 169, 333, 500)
HASHED = Segment(Kind.DIGEST, hashlib.sha3_256(b"after").digest())
AFTER = [Segment(Kind.CMD, Command(Operation.HASH, 0, 0x06, 17, 32).pack()), Segment(Kind.TEXT, b"after")]


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened(NAME)


def function_of(strength: int) -> HashFunction:
    return next(one for one in CSHAKE.functions if one.name == f"cshake_{strength}")


def sent(
    strength: int,
    key: bytes = KEY,
    text: bytes = TEXT[:40],
    tag: int | bytes = TAG_BYTES,
    custom: bytes = CUSTOM,
    *,
    xof: bool = False,
) -> list[Segment]:
    """Return a KMAC, or the check of one."""
    kmac = KMACS[strength]
    return kmac.request(*kmac.message(key, b"", text, tag, custom=custom, xof=xof))


def customized(strength: int, custom: bytes, text: bytes, size: int) -> list[Segment]:
    """Return a cSHAKE."""
    command = function_of(strength).command(size, custom)
    return CSHAKE.request(command, CSHAKE.data(text, custom))


def tag_of(data: bytes) -> Segment:
    return Segment(Kind.TAG, data)


def changed(segments: Sequence[Segment], **values: int) -> list[Segment]:
    """Return a transaction with other fields of its command."""
    command = dataclasses.replace(Command.unpack(segments[0].data), **values)
    return [Segment(Kind.CMD, command.pack()), *segments[1:]]


def replaced(segments: Sequence[Segment], kind: Kind, size: int) -> list[Segment]:
    """Return a transaction with another length of a segment."""
    return [Segment(kind, TEXT[:size]) if one.kind == kind else one for one in segments]


def usual_tag(strength: int) -> Segment:
    return tag_of(oracles.kmac(strength, KEY, TEXT[:40], TAG_BYTES, CUSTOM))


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


@STRENGTHS
def test_lengths_of_tags_that_are_not_compared(device: Device, strength: int) -> None:
    for size in (0, 1, 7, 9, 10, 11, 65, 128, 256 + 32, 65536 + 32):
        wrong = changed(sent(strength, tag=bytes(32)), length=size)
        assert device.transact([*wrong, *AFTER], answers=2) == [ERROR, HASHED], size


@STRENGTHS
@pytest.mark.parametrize("kind", [Kind.AD, Kind.KEY])
def test_segments_of_another_length_than_the_command_says(device: Device, strength: int, kind: Kind) -> None:
    for size in (1, 7, 15, 16, 17, 31, 32, 33, 48, 240, 255):
        right = sent(strength, key=TEXT[:size], custom=TEXT[:size], tag=bytes(32))
        others = {0, 1, size - 1, size + 1, size - 16, size + 16, 2 * size, 256, 300} - {size}
        for other in sorted(one for one in others if one >= 0):
            wrong = replaced(right, kind, other)
            assert device.transact([*wrong, *AFTER], answers=2) == [ERROR, HASHED], (size, other)
    if kind == Kind.AD:
        right = sent(strength, custom=b"")
        for other in (1, 16, 17):
            wrong = replaced(right, kind, other)
            assert device.transact([*wrong, *AFTER], answers=2) == [ERROR, HASHED], other


@STRENGTHS
def test_the_customization_string_of_a_cshake_of_another_length(device: Device, strength: int) -> None:
    for size in (1, 15, 16, 17, 32, 255):
        for other in sorted({0, 1, size - 1, size + 1, size + 16} - {size}):
            wrong = replaced(customized(strength, TEXT[:size], b"text", 32), Kind.AD, other)
            assert device.transact([*wrong, *AFTER], answers=2) == [ERROR, HASHED], (size, other)


@STRENGTHS
def test_a_tag_of_another_length_than_the_command_says(device: Device, strength: int) -> None:
    for size in (8, 12, 15, 16, 17, 31, 32, 33, 63, 64):
        tag = oracles.kmac(strength, KEY, TEXT[:40], size, CUSTOM)
        right = sent(strength, tag=tag)
        for other in sorted({0, 1, size - 1, size + 1, size - 8, size + 16, 2 * size, 200} - {size}):
            for start in (tag, bytes(size)):
                wrong = [*right[:-1], tag_of((start + TEXT)[:other])]
                got = device.transact([*wrong, *AFTER, *right], answers=3)
                assert got == [ERROR, HASHED, ACCEPTED], (size, other)


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


@STRENGTHS
def test_orders_of_segments_that_are_not_those_of_the_page(device: Device, strength: int) -> None:
    command, ad, key, text, tag = sent(strength, tag=usual_tag(strength).data)
    verify = [command, ad, key, text, tag]
    hash_command, hash_ad, hash_text = customized(strength, CUSTOM, b"text", 32)
    for wrong in (
        [command, key, ad, text, tag],
        [command, key, text, tag],
        [command, ad, text, tag],
        [command, ad, key, tag],
        [command, ad, ad, key, text, tag],
        [command, ad, key, key, text, tag],
        [command, ad, key, text, text, tag],
        [command, ad, key, text, Segment(Kind.NONCE, bytes(12)), tag],
        [hash_command, hash_text],
        [hash_command, hash_ad, key, hash_text],
        [hash_command, hash_ad, hash_ad, hash_text],
        [*AFTER[:1], ad, *AFTER[1:]],
        [*AFTER[:1], key, *AFTER[1:]],
    ):
        got = device.transact([*verify, *wrong, *AFTER, *verify], answers=4)
        assert got == [ACCEPTED, ERROR, HASHED, ACCEPTED], [Kind(one.kind).name for one in wrong]
    # A TAG of a MAC is a segment without a command.
    got = device.transact([*sent(strength), tag, *AFTER], answers=3)
    assert got == [usual_tag(strength), ERROR, HASHED]


@STRENGTHS
def test_commands_that_are_not_served(device: Device, strength: int) -> None:
    mac, verify = sent(strength), sent(strength, tag=bytes(32))
    cshake = customized(strength, CUSTOM, b"text", 32)
    wrong = [
        changed(request, **change)
        for request in (mac, verify, cshake)
        for change in (
            *({"flags": 1 << bit} for bit in range(8)),
            *({"suffix": suffix} for suffix in (0, 1, 5, 6, 0x1F, 0x84)),
            *({"function": lanes} for lanes in (0, 9, 13, 16, 18, 20, 22, 145, 149)),
        )
    ]
    wrong += [changed(request, extendable=value) for request in (mac, verify) for value in (2, 3, 128, 255)]
    wrong += [changed(request, key_bytes=0) for request in (mac, verify)]
    wrong += [changed(cshake, key_bytes=1), changed(cshake, extendable=1)]
    wrong += [changed(AFTER, **{name: 1}) for name in ("key_bytes", "custom_bytes", "extendable")]
    wrong += [changed(mac, operation=operation) for operation in (0, 3, 4, 5, 7, 18)]
    for at in range(11, 16):
        for request in (mac, verify, cshake, AFTER):
            data = bytearray(request[0].data)
            data[at] = 1
            wrong.append([Segment(Kind.CMD, bytes(data)), *request[1:]])
    segments = [segment for one in wrong for segment in (*one, *AFTER)]
    assert device.transact(segments, answers=2 * len(wrong)) == [ERROR, HASHED] * len(wrong)


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
@pytest.mark.parametrize("operation", ["MAC", "VERIFY"])
def test_an_error_after_every_beat(device: Device, strength: int, operation: str) -> None:
    """Another segment, or a command, comes in place of each beat; the transaction before it is complete."""
    tag = usual_tag(strength)
    whole = sent(strength, tag=TAG_BYTES if operation == "MAC" else tag.data)
    answer = tag if operation == "MAC" else ACCEPTED
    beats = beats_of(whole, 128)
    for count in range(1, len(beats)):
        for between in ([Segment(Kind.SEED, bytes(16))], []):
            rest = beats_of([*between, *AFTER, *whole], 128)
            got = device.run(Beats.concatenate([beats, beats[:count], rest]), segments=4)
            assert segments_of(got) == [answer, ERROR, HASHED, answer], count


@STRENGTHS
@pytest.mark.parametrize("size", [0, 60, 300])
def test_an_error_in_any_phase_of_the_permutation(device: Device, strength: int, size: int) -> None:
    """A wrong segment comes in every cycle after the text of a VERIFY, which waits for its tag."""
    text = TEXT[:size]
    tag = oracles.kmac(strength, KEY, text, TAG_BYTES, CUSTOM)
    whole = sent(strength, text=text, tag=tag)
    for wait in range(0, 120, 2):
        device.reset()
        got = [device.run(beats_of(whole[:-1], 128), segments=0), device.step(wait)]
        got += [device.run(beats_of([Segment(Kind.KEY, KEY), *whole, *AFTER], 128), segments=0)]
        got.append(device.step(400))
        assert segments_of(Beats.concatenate(got)) == [ERROR, ACCEPTED, HASHED], f"after {wait} cycles"


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


OTHERS = [name for name, core in load_catalog().items() if core.kind == "service" and core.streams == 1]


@pytest.mark.parametrize("name", [name for name in OTHERS if name != NAME])
def test_every_other_core_refuses_the_bytes(opened: Callable[[str], Device], name: str) -> None:
    other = opened(name)
    rng, width = Random(9), other.core.data_width // 8
    for algorithm in algorithms_served(other.core):
        assert not algorithm.sized_commands
        legal = algorithm.random_session(rng, width, False)[0]
        for at, value in itertools.product(SIZE_BYTES, (1, 128)):
            data = bytearray(legal.segments[0].data)
            data[at] = value
            wrong = [Segment(Kind.CMD, bytes(data)), *legal.segments[1:]]
            got = other.transact([*wrong, *legal.segments], answers=1 + len(legal.answer))
            if other.core.hold_beats is None:
                assert got == [ERROR, *legal.answer]
            else:
                assert got[0] == ERROR


def test_only_this_core_has_the_algorithms() -> None:
    sized = {name for name, one in algorithms_of(Kmac).items()} | {CSHAKE.name}
    assert sized == {"cshake", "kmac-128", "kmac-256"}
    served = {
        core.name for core in load_catalog().values() for one in core.services if one.algorithm in sized
    }
    assert served == {NAME}


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
