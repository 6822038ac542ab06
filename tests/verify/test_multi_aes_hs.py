"""The RTL of multi-aes-hs: forgeries, constant time, and what ends what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from roundel.gcm_message import TAG_BYTES, message_segments
from roundel.mac_message import AES_CMAC
from roundel.models.aes_hash import aes_hash
from roundel.models.cmac import cmac
from roundel.models.fortuna import Generator
from roundel.prng_message import request_segments
from roundel.simulate.beats import Beats, beats_of, segments_of
from roundel.simulate.device import Device, open_device
from roundel.stream import CONTINUE, STAY, Command, Kind, Operation, Segment, Status
from roundel.verify.cases import flip_bit
from roundel.verify.timing import constant_profile

FORGERIES = 2000
ERROR = Segment(Kind.STATUS, bytes([Status.ERROR]))


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    with open_device("multi-aes-hs") as device:
        yield device


@pytest.mark.slow
def test_a_bit_flipped_anywhere_is_refused(device: Device) -> None:
    """In ciphertext, tag, data, nonce or key, with a MAC between any two messages."""
    rng = Random(5)
    segments: list[Segment] = []
    expected = []
    for number in range(FORGERIES):
        key, nonce, ad, text = (
            rng.randbytes(rng.choice(sizes)) for sizes in ((16, 32), (12, 16), (1, 16, 50), (1, 16, 33, 100))
        )
        both = AESGCM(key).encrypt(nonce, text, ad)
        parts = {"key": key, "nonce": nonce, "ad": ad, "text": both[:-TAG_BYTES], "tag": both[-TAG_BYTES:]}
        genuine = number % 10 == 0
        if not genuine:
            place = list(parts)[number % len(parts)]
            parts[place] = flip_bit(rng, parts[place])
        segments += message_segments(
            Operation.OPEN, parts["key"], parts["nonce"], parts["ad"], parts["text"], parts["tag"]
        )
        segments += AES_CMAC.segments(key, b"", text, 16)
        expected.append((bytes([Status.ACCEPTED if genuine else Status.REFUSED]), cmac(key, text)))
    device.reset()
    answer = segments_of(device.run(beats_of(segments, 128), segments=3 * FORGERIES))
    assert [segment.kind for segment in answer] == [Kind.UNVERIFIED, Kind.STATUS, Kind.TAG] * FORGERIES
    assert [(a.data, b.data) for a, b in zip(answer[1::3], answer[2::3], strict=True)] == expected


def values(rng: Random, size: int) -> bytes:
    return rng.choice([rng.randbytes(size), bytes(size), b"\xff" * size])


def hash_of(rng: Random, size: int, outlen: int) -> list[Segment]:
    command = Command(Operation.HASH, output_bytes=outlen)
    return [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, values(rng, size))]


def mac_of(rng: Random, key: int, size: int) -> list[Segment]:
    return AES_CMAC.segments(values(rng, key), b"", values(rng, size), 16)


def random_bytes(rng: Random, size: int) -> list[Segment]:
    return request_segments(0, values(rng, 32), size)


def message(rng: Random, operation: Operation, key: int, nonce: int, ad: int, size: int) -> list[Segment]:
    """Right tags and wrong ones."""
    secret, number, data, text = (values(rng, count) for count in (key, nonce, ad, size))
    # Of other nonces than the usual, J0 is odd or even: the time must not tell.
    tag = b""
    if operation == Operation.OPEN:
        both = AESGCM(secret).encrypt(number, text, data)
        text, tag = both[:-TAG_BYTES], both[-TAG_BYTES:]
        if rng.random() < 0.5:
            tag = flip_bit(rng, tag)
    return message_segments(operation, secret, number, data, text, tag)


# What is asked for; its shape; the segments of the answer; the least cycles that its rounds take.
TIMED: list[tuple[Callable[..., list[Segment]], tuple[object, ...], int, int]] = [
    *((hash_of, (size, 32), 1, 15 * (2 + (size + 15) // 32)) for size in (0, 3, 16, 17, 32, 100)),
    (hash_of, (40, 5), 1, 45),
    *((mac_of, (16, size), 1, 10 * (2 + (size - 1) // 16)) for size in (1, 16, 17, 100)),
    *((mac_of, (32, size), 1, 30) for size in (0, 16, 40)),
    *((random_bytes, (size,), 1, 28) for size in (1, 16, 17, 100)),
    *((message, (Operation.SEAL, 16, 12, *sizes), 2, 30) for sizes in ((0, 0), (16, 33), (5, 100))),
    *((message, (Operation.OPEN, 32, 12, *sizes), 2, 42) for sizes in ((0, 1), (5, 0), (33, 64))),
    *((message, (operation, 16, 16, 3, 64), 2, 42) for operation in (Operation.SEAL, Operation.OPEN)),
]


@pytest.mark.parametrize(
    ("make", "shape", "answers", "cycles"), TIMED, ids=[f"{t[0].__name__}{t[1]}" for t in TIMED]
)
def test_time_depends_on_lengths_only(
    device: Device, make: Callable[..., list[Segment]], shape: tuple[object, ...], answers: int, cycles: int
) -> None:
    device.reset()
    found = constant_profile(device, lambda rng: make(rng, *shape), answers=answers)
    assert found.cycles >= cycles


KEY, SEED, NONCE = bytes(range(16)), bytes(range(32)), bytes(range(12))
HASHED = Segment(Kind.DIGEST, aes_hash(b"abc"))


def sealed(text: bytes) -> list[Segment]:
    both = AESGCM(KEY).encrypt(NONCE, text, None)
    return [Segment(Kind.TEXT, both[:-TAG_BYTES]), Segment(Kind.TAG, both[-TAG_BYTES:])]


# One transaction of each service with its answer.
PLAIN: dict[str, tuple[list[Segment], list[Segment]]] = {
    "hash": (hash_of(Random(), 0, 32)[:1] + [Segment(Kind.TEXT, b"abc")], [HASHED]),
    "mac": (AES_CMAC.segments(KEY, b"", b"abc", 16), [Segment(Kind.TAG, cmac(KEY, b"abc"))]),
    "message": (message_segments(Operation.SEAL, KEY, NONCE, b"", b"abc"), sealed(b"abc")),
    "generator": (request_segments(0, SEED, 16), [Segment(Kind.RANDOM, Generator(SEED, 1).request(16))]),
    "error": ([Segment(Kind.TEXT, b"no command")], [ERROR]),
}
# What leaves something in the core, what would go on with it, and the segments that the first answers.
OPENED = {
    "key": (
        message_segments(Operation.SEAL, KEY, NONCE, b"", b"first", stay=True),
        message_segments(Operation.SEAL, None, NONCE, b"", b"second"),
        2,
    ),
    "generator": (request_segments(STAY, SEED, 16), request_segments(CONTINUE, b"", 16), 1),
}


@pytest.mark.parametrize("between", PLAIN)
@pytest.mark.parametrize("kept", OPENED)
def test_anything_else_ends_what_is_kept(device: Device, kept: str, between: str) -> None:
    device.reset()
    first, second, count = OPENED[kept]
    segments, answer = PLAIN[between]
    assert len(device.transact(first, answers=count)) == count
    got = device.transact([*segments, *second, *PLAIN["hash"][0]], answers=len(answer) + 2)
    assert got == [*answer, ERROR, HASHED]


def test_a_generator_does_not_go_on_with_a_key_nor_the_other_way(device: Device) -> None:
    for kept, other in (("key", "generator"), ("generator", "key")):
        device.reset()
        count = OPENED[kept][2]
        got = device.transact([*OPENED[kept][0], *OPENED[other][1], *OPENED[kept][1]], answers=count + 2)
        assert got[count:] == [ERROR, ERROR]


@pytest.mark.parametrize("service", ["hash", "mac", "message"])
def test_an_error_in_any_phase(device: Device, service: str) -> None:
    """Of a transaction cut short, nothing comes out but text; the next is answered rightly."""
    segments, _ = PLAIN[service]
    at = next(i for i, segment in enumerate(segments) if segment.kind == Kind.TEXT)
    sent = beats_of([*segments[:at], Segment(Kind.TEXT, bytes(range(256)) + bytes(80))], 128)
    tail = beats_of([Segment(Kind.NONCE, bytes(5)), *PLAIN["hash"][0]], 128)
    for wait in range(40):
        device.reset()
        got = [device.run(sent[: len(sent) - 1], segments=0), device.step(wait)]
        got += [device.run(tail, segments=0), device.step(400)]
        answer = segments_of(Beats.concatenate(got))
        assert answer[-2:] == [ERROR, HASHED], f"after {wait} cycles"
        assert [segment.kind for segment in answer[:-2]] == ([Kind.TEXT] if service == "message" else [])
