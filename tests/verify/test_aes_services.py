"""The rules of the AES services (AES-GCM, AES-CMAC, AES-Hash, Fortuna), on doubles that obey them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from doubles import FakeDevice

from roundel.algorithms.aes_cmac import AES_CMAC, CmacEntry
from roundel.algorithms.aes_gcm import AES_GCM, GcmEntry
from roundel.algorithms.aes_hash import AesHashEntry
from roundel.algorithms.fortuna import FortunaEntry
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.kinds.prng import request_segments
from roundel.catalog import Core, Service, find_core
from roundel.errors import RoundelError
from roundel.models import aes_hash, cmac, fortuna, gcm
from roundel.protocol.stream import ACCEPTED, ERROR, REFUSED, Command, Flag, Kind, Operation, Segment
from roundel.simulate.beats import beats_of, segments_of
from roundel.verify.cases import split
from roundel.verify.reference import Reference
from roundel.verify.run import algorithms_served, verify_device

SERVICES = {"aes-gcm": "aead", "aes-cmac": "mac", "aes-hash": "hash", "fortuna": "prng"}
KEY, NONCE, AD, TEXT = bytes(range(16)), bytes(12), b"header", bytes(range(40))
SEED = bytes(range(32))


def core(*algorithms: str) -> Core:
    services = tuple(Service(SERVICES[name], "", 128, 10, algorithm=name) for name in algorithms)
    return replace(find_core("keccak-hash"), name="double", services=services)


def ask(*segments: Segment, algorithm: str = "aes-gcm") -> list[Segment]:
    """Return a core's answer to the segments, after a check that the core serves the next message."""
    device = FakeDevice(core=core(*dict.fromkeys((algorithm, "aes-gcm"))))
    closing = AES_GCM.message(Operation.SEAL, KEY, NONCE, b"", b"")
    answers = segments_of(device.run(beats_of([*segments, *closing], 128), segments=2))
    assert answers[-2:] == [no_text, EMPTY_TAG]
    return answers[:-2]


def begins_at_1(entry: FortunaEntry) -> bool:
    return (entry.seed is not None or entry.counter == 1) and entry.operations[0].name == "request"


@pytest.mark.parametrize("algorithms", [*((name,) for name in SERVICES), tuple(SERVICES)], ids="+".join)
def test_a_right_core_passes(algorithms: tuple[str, ...], entries: list[Entry]) -> None:
    """The core has one service, or all services."""
    served = {
        "aes-gcm": [e for e in entries if isinstance(e, GcmEntry) and len(e.message.tag) >= 8],
        "aes-cmac": [e for e in entries if isinstance(e, CmacEntry)],
        "aes-hash": [e for e in entries if isinstance(e, AesHashEntry)],
        "fortuna": [e for e in entries if isinstance(e, FortunaEntry) and begins_at_1(e)],
    }
    report = verify_device(FakeDevice(core=core(*algorithms)), entries, random=300, seed=1)
    assert report.failures == ()
    assert report.served == report.passed == sum(len(served[name]) for name in algorithms)
    assert all(served.values())


def test_known_answers_of_gcm_include_refusals(entries: list[Entry]) -> None:
    """A core that accepts every tag fails on the invalid entries."""

    def accept(answers: list[Segment]) -> list[Segment]:
        return [ACCEPTED if segment == REFUSED else segment for segment in answers]

    report = verify_device(FakeDevice(accept, core=core("aes-gcm")), entries)
    invalid = [e for e in entries if isinstance(e, GcmEntry) and not e.valid and e.nonce]
    assert report.failed == len(invalid) > 0


SEALED = (
    Segment(Kind.TEXT, gcm.seal(KEY, NONCE, AD, TEXT)[0]),
    Segment(Kind.TAG, gcm.seal(KEY, NONCE, AD, TEXT)[1]),
)


def seal(flags: int = 0, *segments: Segment) -> list[Segment]:
    return [Segment(Kind.CMD, Command(Operation.SEAL, flags, length=16).pack()), *segments]


def sealed(flags: int = 0) -> list[Segment]:
    parts = AES_GCM.message(Operation.SEAL, None if flags & Flag.RESUME else KEY, NONCE, AD, TEXT)
    return seal(flags, *parts[1:])


key, nonce, ad, text, tag = (
    Segment(Kind.KEY, KEY),
    Segment(Kind.NONCE, NONCE),
    Segment(Kind.AD, AD),
    Segment(Kind.TEXT, TEXT),
    Segment(Kind.TAG),
)

no_text = Segment(Kind.TEXT)
EMPTY_TAG = Segment(Kind.TAG, gcm.seal(KEY, NONCE, b"", b"")[1])

LEGAL = [
    ("complete", sealed(), SEALED),
    ("empty segments", seal(0, key, nonce, Segment(Kind.AD), no_text, tag), (no_text, EMPTY_TAG)),
    ("key kept", sealed(Flag.KEEP) + sealed(Flag.RESUME | Flag.KEEP) + sealed(Flag.RESUME), SEALED * 3),
    ("another key while one is kept", sealed(Flag.KEEP) + sealed(), SEALED * 2),
]  # fmt: skip


@pytest.mark.parametrize(
    ("segments", "answers"), [case[1:] for case in LEGAL], ids=[case[0] for case in LEGAL]
)
def test_legal_messages(segments: list[Segment], answers: tuple[Segment, ...]) -> None:
    assert ask(*segments) == list(answers)


ILLEGAL = [
    ("no key", seal(Flag.RESUME, nonce, tag), (ERROR,)),
    ("key not kept", sealed() + sealed(Flag.RESUME), (*SEALED, ERROR)),
    ("key kept for one message", [*sealed(Flag.KEEP), *sealed(Flag.RESUME) * 2], (*SEALED, *SEALED, ERROR)),
    ("key cleared by an error", [*sealed(Flag.KEEP), text, *sealed(Flag.RESUME)], (*SEALED, ERROR, ERROR)),
    ("key with the RESUME bit", [*sealed(Flag.KEEP), *seal(Flag.RESUME, key)], (*SEALED, ERROR)),
    ("flag of another algorithm", seal(2, key, nonce, tag), (ERROR,)),
    ("key of 24 bytes", seal(0, Segment(Kind.KEY, bytes(24)), nonce, tag), (ERROR,)),
    ("key of 33 bytes", seal(0, Segment(Kind.KEY, bytes(33)), nonce, tag), (ERROR,)),
    ("no nonce", seal(0, key, ad, tag), (ERROR,)),
    ("empty nonce", seal(0, key, Segment(Kind.NONCE), tag), (ERROR,)),
    ("data after text", seal(0, key, nonce, text, ad, tag), (SEALED[0], ERROR)),
    ("data twice", seal(0, key, nonce, ad, ad, tag), (ERROR,)),
    ("text twice", seal(0, key, nonce, text, text, tag), (SEALED[0], ERROR)),
    ("empty text twice", seal(0, key, nonce, no_text, no_text), (no_text, ERROR)),
    ("tag of a SEAL", seal(0, key, nonce, text, Segment(Kind.TAG, bytes(16))), (SEALED[0], ERROR)),
    ("a command instead of the tag", seal(0, key, nonce, ad, text), (SEALED[0], ERROR)),
    ("a command instead of text", seal(0, key, nonce, ad), (ERROR,)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("segments", "answers"), [case[1:] for case in ILLEGAL], ids=[case[0] for case in ILLEGAL]
)
def test_illegal_messages(segments: list[Segment], answers: tuple[Segment, ...]) -> None:
    assert ask(*segments) == list(answers)


def test_text_of_an_aborted_message() -> None:
    """The answer has all beats before the malformed one."""
    beats = beats_of(seal(0, key, nonce, text, tag), 128)
    beats.keep[5] = 0b101  # the last beat of the text
    beats = type(beats).concatenate(
        [beats[:6], beats_of(AES_GCM.message(Operation.SEAL, KEY, NONCE, b"", b""), 128)]
    )
    answers = segments_of(FakeDevice(core=core("aes-gcm")).run(beats, segments=4))
    assert answers[:2] == [Segment(Kind.TEXT, SEALED[0].data[:32]), ERROR]
    assert len(answers) == 4


@pytest.mark.parametrize("size", [0, 4, 7, 11, 15, 17, 32])
def test_a_tag_has_the_length_that_the_command_says(size: int) -> None:
    ciphertext, right = gcm.seal(KEY, NONCE, b"", TEXT)
    command, *body, _ = AES_GCM.message(Operation.OPEN, KEY, NONCE, b"", ciphertext, right)
    segments = [command, *body, Segment(Kind.TAG, (right * 2)[:size])]
    assert ask(*segments) == [Segment(Kind.UNVERIFIED, TEXT), ERROR]


@pytest.mark.parametrize("size", range(18))
@pytest.mark.parametrize("operation", [Operation.SEAL, Operation.OPEN])
def test_lengths_of_tags(operation: Operation, size: int) -> None:
    """A tag of 4 bytes needs the parameter `ShortTags`."""
    sealed, whole = gcm.seal(KEY, NONCE, AD, TEXT)
    seal, tag = operation == Operation.SEAL, (whole + bytes(2))[:size]
    text, sent = (TEXT, b"") if seal else (sealed, tag)
    segments = AES_GCM.message(operation, KEY, NONCE, AD, text, sent, tag_bytes=size)
    answer = [Segment(Kind.TEXT, sealed), Segment(Kind.TAG, tag)]
    answer = answer if seal else [Segment(Kind.UNVERIFIED, TEXT), ACCEPTED]
    assert ask(*segments) == (answer if size in (8, 12, 13, 14, 15, 16) else [ERROR])
    short = Reference([AES_GCM.on({"ShortTags": 1})])
    beats = [beat for segment in segments for beat in split(segment, 16)]
    assert short.accept(beats) == (answer if size in (4, 8, 12, 13, 14, 15, 16) else [ERROR])


@pytest.mark.parametrize("at", range(1, 16))
@pytest.mark.parametrize("operation", [Operation.SEAL, Operation.OPEN])
def test_every_byte_of_a_command_is_judged(operation: Operation, at: int) -> None:
    command, *_ = AES_GCM.message(operation, KEY, NONCE, AD, TEXT, bytes(16))
    for bit in (1, 2, 8, 64, 128):
        changed = bytes(byte ^ (bit if place == at else 0) for place, byte in enumerate(command.data))
        assert ask(Segment(Kind.CMD, changed)) == [ERROR], bit


def test_a_refused_tag_keeps_the_key() -> None:
    ciphertext, right = gcm.seal(KEY, NONCE, AD, TEXT)
    wrong = bytes([right[0] ^ 0x80]) + right[1:]
    opened = AES_GCM.message(Operation.OPEN, KEY, NONCE, AD, ciphertext, wrong, keep=True)
    answers = ask(*opened, *AES_GCM.message(Operation.OPEN, None, NONCE, AD, ciphertext, right))
    assert answers == [Segment(Kind.UNVERIFIED, TEXT), REFUSED, Segment(Kind.UNVERIFIED, TEXT), ACCEPTED]


def mac(flags: int, size: int, key_size: int, *more: Segment) -> list[Segment]:
    command = Command(Operation.MAC, flags, length=size)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.KEY, bytes(key_size)), *more, text]


@pytest.mark.parametrize(
    ("segments", "tag_size"),
    [
        (mac(0, 16, 16), 16),
        (mac(0, 1, 32), 1),
        (mac(0, 0, 16), None),
        (mac(0, 17, 16), None),
        (mac(1, 16, 16), None),
        (mac(0, 16, 24), None),
        (mac(0, 16, 0), None),
        (mac(0, 16, 16, nonce), None),
    ],
)
def test_cmac(segments: list[Segment], tag_size: int | None) -> None:
    expected = [ERROR]
    if tag_size:
        expected = [Segment(Kind.TAG, cmac.cmac(segments[1].data, TEXT, tag_size))]
    assert ask(*segments, algorithm="aes-cmac") == expected
    if tag_size:
        assert segments == AES_CMAC.request(*AES_CMAC.message(segments[1].data, b"", TEXT, tag_size))


@pytest.mark.parametrize(
    ("function", "size", "legal"),
    [(0, 32, True), (0, 1, True), (0, 0, False), (0, 33, False), (17, 32, False)],
)
def test_aes_hash(function: int, size: int, legal: bool) -> None:
    command = Command(Operation.HASH, function=function, length=size)
    answers = ask(Segment(Kind.CMD, command.pack()), text, algorithm="aes-hash")
    assert answers == ([Segment(Kind.DIGEST, aes_hash.aes_hash(TEXT)[:size])] if legal else [ERROR])


def test_fortuna() -> None:
    generator = fortuna.Generator(SEED, 1)
    outputs = [Segment(Kind.RANDOM, generator.request(size)) for size in (20, 0, 33)]
    sizes = [len(output.data) for output in outputs]
    first = request_segments(Flag.KEEP, SEED, sizes[0])
    second = request_segments(Flag.RESUME | Flag.KEEP, b"", sizes[1])
    third = request_segments(Flag.RESUME, b"", sizes[2])
    assert ask(*first, *second, *third, algorithm="fortuna") == outputs


@pytest.mark.parametrize(
    ("flags", "seed"), [(0, b""), (0, bytes(31)), (0, bytes(33)), (Flag.RESUME, b""), (2, SEED), (8, SEED)]
)
def test_illegal_requests(flags: int, seed: bytes) -> None:
    assert ask(*request_segments(flags, seed, 16), algorithm="fortuna") == [ERROR]


def test_a_seed_does_not_resume() -> None:
    segments = request_segments(Flag.KEEP, SEED, 16) + request_segments(Flag.RESUME | Flag.KEEP, SEED, 16)
    answers = ask(*segments, *request_segments(Flag.RESUME, b"", 16), algorithm="fortuna")
    assert answers[1:] == [ERROR, ERROR]


def test_random_messages_have_every_form() -> None:
    rng = Random(3)
    transactions = [one for _ in range(400) for one in AES_GCM.random_transactions(rng, 16)]
    segments = [segment for one in transactions for segment in one.segments]
    sizes = {
        kind: {len(s.data) for s in segments if s.kind == kind} for kind in (Kind.NONCE, Kind.AD, Kind.TEXT)
    }
    assert {1, 11, 12, 13, 16} <= sizes[Kind.NONCE]
    assert {0, 1, 15, 16, 17, 32} <= sizes[Kind.AD] & sizes[Kind.TEXT]
    answers = [segment for one in transactions for segment in one.answer]
    assert REFUSED in answers
    assert ACCEPTED in answers
    flags = {segment.data[1] for segment in segments if segment.kind == Kind.CMD}
    assert flags == {0, Flag.RESUME, Flag.KEEP, Flag.RESUME | Flag.KEEP}


@pytest.mark.parametrize("algorithm", ["", "aes-gmc"])
def test_an_unknown_algorithm_is_reported(algorithm: str) -> None:
    services = (Service("aead", "", 128, 10, algorithm=algorithm),)
    with pytest.raises(RoundelError, match=rf"double serves aead \(algorithm '{algorithm}'\)") as caught:
        algorithms_served(replace(core("aes-gcm"), services=services))
    assert "aes-gcm" in caught.value.hint
