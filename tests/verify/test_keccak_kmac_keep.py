"""The key that keccak-kmac-keep keeps: what resumes it, when it ends, in every phase, and its time.

The oracle is pycryptodome.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import oracles
import pytest
from kmac_requests import AFTER, CUSTOM, HASHED, KEY, SIZES, STRENGTHS, TEXT, changed, customized, tag_of
from transactions import extremes, tagged, verified

from roundel.algorithms.kmac import KMAC_128, KMAC_256, VERIFY_SIZES, Kmac
from roundel.catalog import find_core
from roundel.protocol.stream import (
    ACCEPTED,
    ERROR,
    REFUSED,
    Command,
    Flag,
    Kind,
    Operation,
    Segment,
)
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.run import algorithms_served
from roundel.verify.timing import constant_profile

NAME = "keccak-kmac-keep"
KMACS = {s: one.on({"KeepKey": 1}) for s, one in ((128, KMAC_128), (256, KMAC_256))}
OTHER = {128: 256, 256: 128}
SHORT = b"abc"


@pytest.fixture
def device(opened: Callable[[str], Device]) -> Device:
    return opened(NAME)


def first(
    strength: int,
    text: bytes = SHORT,
    tag: int | bytes = 32,
    *,
    key: bytes = KEY,
    custom: bytes = CUSTOM,
    keep: bool = True,
    xof: bool = False,
) -> list[Segment]:
    """Return a MAC or VERIFY with its key."""
    kmac = KMACS[strength]
    return kmac.request(*kmac.message(key, b"", text, tag, keep=keep, custom=custom, xof=xof))


def again(
    strength: int, text: bytes = SHORT, tag: int | bytes = 32, *, keep: bool = True, xof: bool = False
) -> list[Segment]:
    """Return a MAC or VERIFY under the key that is kept."""
    kmac = KMACS[strength]
    return kmac.request(*kmac.message(None, b"", text, tag, keep=keep, xof=xof))


def expected(
    strength: int, text: bytes = SHORT, size: int = 32, key: bytes = KEY, custom: bytes = CUSTOM
) -> Segment:
    return tag_of(oracles.kmac(strength, key, text, size, custom))


def test_the_algorithms_keep_a_key_on_this_core_only() -> None:
    kmacs = [one for one in algorithms_served(find_core(NAME)) if isinstance(one, Kmac)]
    assert [one.keeps for one in kmacs] == ["key", "key"]
    others = [one for one in algorithms_served(find_core("keccak-kmac")) if isinstance(one, Kmac)]
    assert [one.keeps for one in others] == ["", ""]


@STRENGTHS
def test_every_length_of_key_and_customization_string(device: Device, strength: int) -> None:
    """The frame has two to four blocks, and its end is found in each."""
    rng, segments, answers = Random(strength), [], []
    for size in range(1, 256):
        key, custom = rng.randbytes(size), rng.randbytes(rng.choice([0, 255, 256 - size, rng.randrange(256)]))
        for number in range(3):
            text, length = rng.randbytes(rng.choice(SIZES)), rng.choice([1, 16, 32, 200])
            if number == 0:
                segments += first(strength, text, length, key=key, custom=custom)
            else:
                segments += again(strength, text, length, keep=number < 2)
            answers.append(expected(strength, text, length, key, custom))
    for stalls in (None, Stalls(3, 0.4, 0.4)):
        assert device.transact(segments, len(answers), stalls) == answers


@STRENGTHS
@pytest.mark.parametrize("stalls", [None, Stalls(7, 0.4, 0.4)], ids=["", "stalled"])
def test_every_length_of_the_text(device: Device, strength: int, stalls: Stalls | None) -> None:
    segments = first(strength, b"")
    answers = [expected(strength, b"")]
    for size in range(345):
        length, xof = (31, 32, 40)[size % 3], size % 5 == 0
        segments += again(strength, TEXT[:size], length, xof=xof)
        make = oracles.kmac_xof if xof else oracles.kmac
        answers.append(tag_of(make(strength, KEY, TEXT[:size], length, CUSTOM)))
    assert device.transact(segments, len(answers), stalls) == answers


@STRENGTHS
def test_a_tag_is_checked_and_a_wrong_one_ends_no_key(device: Device, strength: int) -> None:
    right = expected(strength).data
    segments = first(strength, tag=bytes(32))
    segments += again(strength, tag=right) + again(strength, tag=right[:-1] + bytes([right[-1] ^ 1]))
    segments += again(strength) + again(strength, tag=right, keep=False)
    answers = [REFUSED, ACCEPTED, REFUSED, tag_of(right), ACCEPTED]
    assert device.transact([*segments, *again(strength)], answers=6) == [*answers, ERROR]
    for size in VERIFY_SIZES:
        tag = oracles.kmac(strength, KEY, TEXT, size, CUSTOM)
        sent = first(strength) + again(strength, TEXT, tag) + again(strength, TEXT, bytes(size), keep=False)
        assert device.transact(sent, answers=3) == [expected(strength), ACCEPTED, REFUSED], size


ENDS: dict[str, tuple[Callable[[int], list[Segment]], Callable[[int], list[Segment]]]] = {
    "nothing kept": (lambda s: [], lambda s: []),
    "a hash": (lambda s: [*first(s), *AFTER], lambda s: [expected(s), HASHED]),
    "a cSHAKE": (
        lambda s: [*first(s), *customized(s, b"c", b"", 20)],
        lambda s: [expected(s), Segment(Kind.DIGEST, oracles.cshake(s, b"", 20, b"", b"c"))],
    ),
    "another MAC": (lambda s: [*first(s), *first(s, keep=False)], lambda s: [expected(s)] * 2),
    "resumed without KEEP": (lambda s: [*first(s), *again(s, keep=False)], lambda s: [expected(s)] * 2),
    "text without a command": (
        lambda s: [*first(s), Segment(Kind.TEXT, SHORT)],
        lambda s: [expected(s), ERROR],
    ),
    "an illegal command": (
        lambda s: [*first(s), Segment(Kind.CMD, bytes(16))],
        lambda s: [expected(s), ERROR],
    ),
    "an error in the customization string": (
        lambda s: [*first(s)[:1], Segment(Kind.AD, CUSTOM + b"x")],
        lambda s: [ERROR],
    ),
    "an error in the key": (lambda s: [*first(s)[:2], Segment(Kind.KEY, KEY[1:])], lambda s: [ERROR]),
    "an error in the text": (lambda s: [*first(s)[:3], Segment(Kind.NONCE)], lambda s: [ERROR]),
    "an error in a resumed text": (
        lambda s: [*first(s), *again(s)[:1], Segment(Kind.KEY, KEY)],
        lambda s: [expected(s), ERROR],
    ),
    "an error in a tag": (
        lambda s: [*first(s), *again(s, tag=bytes(32))[:2], Segment(Kind.TAG, bytes(31))],
        lambda s: [expected(s), ERROR],
    ),
    "an error in the first tag": (
        lambda s: [*first(s, tag=bytes(32))[:-1], Segment(Kind.TAG, bytes(33))],
        lambda s: [ERROR],
    ),
    "of the other rate": (lambda s: first(OTHER[s]), lambda s: [expected(OTHER[s])]),
    "resumed at the other rate": (
        lambda s: [*first(s), *again(OTHER[s])],
        lambda s: [expected(s), ERROR],
    ),
}


@STRENGTHS
@pytest.mark.parametrize("end", ENDS)
def test_a_key_that_is_not_kept_is_not_resumed(device: Device, strength: int, end: str) -> None:
    """Without pauses, with some, and with the command that resumes at any time after the end of the key."""
    sent, answers = ENDS[end][0](strength), [*ENDS[end][1](strength), ERROR, HASHED]
    follow = [*again(strength), *AFTER]
    for stalls in (None, Stalls(1, 0.6, 0.0), Stalls(2, 0.0, 0.6), Stalls(3, 0.3, 0.3)):
        device.reset()
        assert device.transact([*sent, *follow], len(answers), stalls) == answers
    for wait in range(0, 120, 7):
        device.reset()
        got = [device.run(beats_of(sent, 128), segments=0), device.step(wait)] if sent else []
        got += [device.run(beats_of(follow, 128), segments=0), device.step(300)]
        assert segments_of(Beats.concatenate(got)) == answers, f"{wait} cycles"


@STRENGTHS
@pytest.mark.parametrize("reset", [False, True], ids=["", "after a reset"])
def test_a_resumed_message_in_any_phase(device: Device, strength: int, reset: bool) -> None:
    """The command comes in every cycle of the message before it, and of the rest after it."""
    follow = [*again(strength, TEXT), *again(strength, b"", keep=False), *AFTER]
    answers = [expected(strength, TEXT), expected(strength, b""), HASHED]
    for wait in range(130):
        device.reset()
        got = [device.run(beats_of(first(strength), 128), segments=0), device.step(wait)]
        if reset:
            device.reset()
            got = [device.run(beats_of(first(strength), 128), segments=0), device.step(130)]
        got += [device.run(beats_of(follow, 128), segments=0), device.step(400)]
        assert segments_of(Beats.concatenate(got)) == [expected(strength), *answers], f"{wait} cycles"


def test_a_reset_ends_a_key(device: Device) -> None:
    for wait in (0, 30, 60, 100, 200):
        device.run(beats_of(first(128), 128), segments=0)
        device.step(wait)
        device.reset()
        assert device.transact([*again(128), *AFTER], answers=2) == [ERROR, HASHED], wait


@STRENGTHS
def test_an_answer_that_waits_in_any_phase(device: Device, strength: int) -> None:
    """The receiver waits while messages under one key, and others after them, are in the core."""
    sent = [*first(strength), *again(strength, TEXT), *again(strength, b"", keep=False)]
    sent += [*first(OTHER[strength], b""), *again(OTHER[strength], TEXT, keep=False), *AFTER]
    answers = [expected(strength), expected(strength, TEXT), expected(strength, b"")]
    answers += [expected(OTHER[strength], b""), expected(OTHER[strength], TEXT), HASHED]
    beats = beats_of(sent, 128)
    deaf = Stalls(1, sink=0.999999)
    for wait in range(60, 700, 9):
        device.reset()
        got = [device.run(beats[:12], segments=0, stalls=deaf), device.step(wait, stalls=deaf)]
        got += [device.run(beats[12:], segments=0), device.step(600)]
        assert segments_of(Beats.concatenate(got)) == answers, f"{wait} cycles"


def test_sessions_back_to_back(device: Device) -> None:
    """Keys of both rates, hashes between them, and commands that resume a key that has ended."""
    rng, segments, answers = Random(9), [], []
    kept: tuple[int, bytes, bytes] | None = None
    for _ in range(300):
        text, size, keep = rng.randbytes(rng.choice(SIZES)), rng.choice(VERIFY_SIZES), rng.random() < 0.7
        choice = rng.random()
        if choice < 0.15:
            segments += AFTER
            answers.append(HASHED)
            kept = None
        elif choice < 0.4:
            strength, custom = rng.choice([128, 256]), rng.randbytes(9)
            key = rng.randbytes(rng.randint(1, 255))
            segments += first(strength, text, size, key=key, custom=custom, keep=keep)
            answers.append(expected(strength, text, size, key, custom))
            kept = (strength, key, custom) if keep else None
        else:
            strength = kept[0] if kept and rng.random() < 0.9 else rng.choice([128, 256])
            if kept is None or kept[0] != strength:
                segments += again(strength, text, size, keep=keep)
                answers.append(ERROR)
                kept = None
                continue
            right = oracles.kmac(strength, kept[1], text, size, kept[2])
            wrong = rng.random() < 0.3
            tag = bytes(size) if wrong else right
            segments += again(strength, text, tag, keep=keep)
            answers.append(REFUSED if wrong else ACCEPTED)
            kept = kept if keep else None
    for stalls in (None, Stalls(4, 0.5, 0.0), Stalls(5, 0.0, 0.5), Stalls(6, 0.3, 0.3)):
        assert device.transact(segments, len(answers), stalls) == answers


def refused_commands() -> Sequence[Command]:
    command = Command.unpack(again(128)[0].data)
    return (
        replace(command, key_bytes=1),
        replace(command, custom_bytes=1),
        replace(command, suffix=0),
        replace(command, suffix=0x1F),
        replace(command, function=0),
        replace(command, function=17),
        replace(command, length=0),
        *(replace(command, flags=command.flags | flag) for flag in Flag if flag & ~(Flag.RESUME | Flag.KEEP)),
        replace(command, operation=Operation.HASH),
        replace(command, operation=Operation.HASH, flags=Flag.KEEP),
        Command(Operation.HASH, Flag.KEEP, 0x1F, 17, 32),
        Command(Operation.HASH, Flag.RESUME, 0x1F, 17, 32),
    )


@pytest.mark.parametrize("command", refused_commands(), ids=str)
def test_commands_that_are_refused(device: Device, command: Command) -> None:
    sent = [*first(128), Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, SHORT), *again(128), *AFTER]
    assert device.transact(sent, answers=4) == [expected(128), ERROR, ERROR, HASHED]


@STRENGTHS
def test_time_depends_on_lengths_only(device: Device, strength: int) -> None:
    kmac = KMACS[strength]
    constant_profile(device, extremes(tagged(kmac, 32, 100, 32, messages=3)), answers=3, tries=15)
    constant_profile(
        device, extremes(verified(kmac, 32, 100, 16, forged=True, messages=2)), answers=2, tries=15
    )


def total(device: Device, segments: list[Segment]) -> int:
    """Return the cycles from the command to the last beat of the answer, both included."""
    answer = device.run(beats_of(segments, 128), segments=1)
    return int(answer.cycle[-1] - device.accepted[0]) + 1


def test_cycles_are_those_of_the_page(device: Device) -> None:
    """KMAC256 of 1 KiB with a kept key takes as long as the hash of the same message on this core."""
    text = bytes(1024)
    hashed = [Segment(Kind.CMD, Command(Operation.HASH, 0, 0x1F, 17, 32).pack()), Segment(Kind.TEXT, text)]
    found = []
    made, resumed = first(256, text, custom=b""), again(256, text)
    for segments in (hashed, made, resumed, again(256), again(128, keep=False)):
        if segments[0] == again(128, keep=False)[0]:
            device.transact(first(128), answers=1)
        device.step(200)
        found.append(total(device, segments))
    assert found == [231, 283, 231, 50, 50]


def test_other_cores_refuse_the_flags(opened: Callable[[str], Device]) -> None:
    other = opened("keccak-kmac")
    for sent in (first(128), again(128), changed(first(128, keep=False), flags=Flag.RESUME)):
        assert other.transact([*sent, *AFTER], answers=2) == [ERROR, HASHED]
