"""What keccak-kmac refuses: lengths, orders, commands and beats that are not legal; the state after them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random

import oracles
import pytest
from kmac_requests import (
    AFTER,
    CUSTOM,
    HASHED,
    KEY,
    NAME,
    STRENGTHS,
    TAG_BYTES,
    TEXT,
    changed,
    customized,
    replaced,
    sent,
    tag_of,
    usual_tag,
)

from roundel.catalog import load_catalog
from roundel.protocol.stream import (
    ACCEPTED,
    ERROR,
    SIZE_BYTES,
    Kind,
    Segment,
)
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.verify.run import algorithms_served

# The configuration of the same core that keeps keys: its commands have the bytes too.
KEEPING = "keccak-kmac-keep"
OTHERS = [name for name, core in load_catalog().items() if core.kind == "service" and core.streams == 1]


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened(NAME)


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


@pytest.mark.parametrize("name", [name for name in OTHERS if name not in (NAME, KEEPING)])
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
