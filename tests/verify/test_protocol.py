"""The rules of the stream protocol, on sequences made by hand."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from roundel.algorithms.keccak import KECCAK
from roundel.protocol.stream import ERROR, Command, Kind, Operation, Segment
from roundel.verify.cases import Beat, split
from roundel.verify.reference import Reference

ABC = Segment(Kind.DIGEST, hashlib.sha3_256(b"abc").digest())
SHA3_256 = Segment(Kind.CMD, Command(Operation.HASH, 0, 0x06, 17, 32).pack())


def beats(*segments: Segment, size: int = 16) -> list[Beat]:
    return [beat for segment in segments for beat in split(segment, size)]


def answers(sequence: list[Beat]) -> list[Segment]:
    return Reference([KECCAK]).accept(sequence)


CMD = beats(SHA3_256)[0]
TEXT = beats(Segment(Kind.TEXT, b"abc"))[0]
LONG = beats(Segment(Kind.TEXT, bytes(40)))
LEGAL = [CMD, TEXT]


def command(**fields: int) -> Beat:
    values = {"operation": 1, "suffix": 6, "function": 17, "length": 32} | fields
    return beats(Segment(Kind.CMD, Command(**values).pack()))[0]


SEQUENCES: dict[str, tuple[list[Beat], list[Segment]]] = {
    "legal, twice": (LEGAL + LEGAL, [ABC, ABC]),
    "no output requested": ([command(length=0), TEXT], [Segment(Kind.DIGEST)]),
    "closed by an empty beat": (
        [CMD, replace(LONG[0], last=False), replace(LONG[0], keep=0, last=True)],
        [Segment(Kind.DIGEST, hashlib.sha3_256(bytes(16)).digest())],
    ),
    "unknown operation": ([command(operation=7), TEXT, *LEGAL], [ERROR, ABC]),
    "operation of another service": ([command(operation=2), TEXT, *LEGAL], [ERROR, ABC]),
    "rate 0": ([command(function=0), TEXT, *LEGAL], [ERROR, ABC]),
    "rate 22": ([command(function=22), TEXT, *LEGAL], [ERROR, ABC]),
    "text without command": ([TEXT, TEXT, *LEGAL], [ERROR, ABC]),
    "text twice": ([*LEGAL, TEXT, *LEGAL], [ABC, ERROR, ABC]),
    "another kind": ([CMD, replace(TEXT, kind=Kind.AD), *LEGAL], [ERROR, ABC]),
    "kind changes inside": ([CMD, LONG[0], replace(LONG[1], kind=Kind.KEY), LONG[2], *LEGAL], [ERROR, ABC]),
    "partial without tlast": ([CMD, replace(TEXT, last=False), TEXT, *LEGAL], [ERROR, ABC]),
    "nothing without tlast": ([CMD, replace(TEXT, keep=0, last=False), TEXT, *LEGAL], [ERROR, ABC]),
    "tkeep with a hole": ([CMD, replace(TEXT, keep=0b101), *LEGAL], [ERROR, ABC]),
    "tkeep not from byte 0": ([CMD, replace(TEXT, keep=0b110), *LEGAL], [ERROR, ABC]),
    "short command": ([replace(CMD, keep=0x7FFF), TEXT, *LEGAL], [ERROR, ABC]),
    "empty command": ([replace(CMD, keep=0), TEXT, *LEGAL], [ERROR, ABC]),
    "command without tlast": ([replace(CMD, last=False), TEXT, *LEGAL], [ERROR, ABC]),
    "a long command is two": ([replace(CMD, last=False), CMD, TEXT], [ERROR, ABC]),
    "command instead of text": ([CMD, *LEGAL], [ERROR, ABC]),
    "command inside text": ([CMD, LONG[0], *LEGAL], [ERROR, ABC]),
    "malformed command inside text": ([CMD, LONG[0], replace(CMD, keep=1), *LEGAL], [ERROR, ERROR, ABC]),
    "two malformed commands": ([command(function=0), command(function=0), *LEGAL], [ERROR, ERROR, ABC]),
    "unfinished": ([CMD, LONG[0]], []),
    "answers keep their order": ([*LEGAL, TEXT, *LEGAL, CMD, *LEGAL], [ABC, ERROR, ABC, ERROR, ABC]),
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_sequence(name: str) -> None:
    sequence, expected = SEQUENCES[name]
    assert answers(sequence) == expected


def test_sixteen_bit_beats() -> None:
    good = beats(SHA3_256, Segment(Kind.TEXT, b"abc"), size=2)
    assert answers(good) == [ABC]
    short = [*good[:6], replace(good[6], last=True), *good[8:]]
    assert answers(short + good) == [ERROR, ABC]
    assert answers(good[8:] + good) == [ERROR, ABC]
