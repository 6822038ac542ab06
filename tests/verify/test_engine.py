"""Verification of block engines finds wrong results, entry by entry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from roundel.algorithms.aes import CipherEntry, CtrEntry
from roundel.algorithms.keccak_f import KECCAK_F, PermutationEntry
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.salsa20 import KeyStreamEntry, KeyStreamPiece
from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.models import salsa20
from roundel.simulate import Engine
from roundel.verify.engine import function_of, verify_engine
from roundel.verify.run import check_verifiable, verify_core

CORE = find_core("keccak400-x1")


def full_permutations(entries: list[Entry]) -> list[PermutationEntry]:
    return [e for e in entries if isinstance(e, PermutationEntry) and e.width == 400 and e.rounds == 20]


def test_a_wrong_answer_is_one_failure(entries: list[Entry]) -> None:
    known = [e for e in full_permutations(entries) if not e.twisted]
    bad = replace(known[0], out=bytes(50), origin="here")
    report = verify_core(CORE, [*known, bad], random=0)
    assert (report.served, report.passed, report.failed) == (len(known) + 1, len(known), 1)
    (failure,) = report.failures
    assert (failure.origin, failure.what) == ("here", "wrong result")
    assert failure.inputs == (f"block {known[0].state.hex()}",)
    assert failure.expected == (bytes(50).hex(),) and failure.got == (known[0].out.hex(),)


def test_wrong_random_blocks_are_counted_separately(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(KECCAK_F), "compute", lambda self, block, key: bytes(50))
    report = verify_engine(CORE, [], random=5)
    assert (report.served, report.failed, report.random_failed) == (0, 0, 5)
    assert report.failures[0].origin == "random block 0"


def test_a_silent_engine_fails_all(monkeypatch: pytest.MonkeyPatch, entries: list[Entry]) -> None:
    def silent(*_: object, **__: object) -> None:
        raise RoundelError("keccak400-x1 has been silent")

    monkeypatch.setattr(Engine, "run", silent)
    known = [e for e in full_permutations(entries) if not e.twisted]
    report = verify_engine(CORE, known)
    assert report.failed == len(known)
    assert {failure.what for failure in report.failures} == {"keccak400-x1 has been silent"}
    assert report.failures[0].got == ()


def test_only_the_full_permutation_of_the_width_is_served(entries: list[Entry]) -> None:
    blocks_of = function_of(CORE).blocks_of
    served = [e for e in entries if blocks_of(e, 400, 0) is not None]
    assert served == [e for e in full_permutations(entries) if not e.twisted]


def test_modes_are_served_by_their_blocks() -> None:
    aes, salsa = find_core("aes-x1"), find_core("salsa20-x1")
    head = ("", "", "here")
    counter = bytes(15) + b"\xff"
    found = function_of(aes).blocks_of(
        CtrEntry(*head, bytes(16), counter, bytes(20), bytes(range(20))), 128, 128
    )
    assert found is not None
    assert [(b.block, b.expected) for b in found] == [
        (counter, bytes(range(16))),
        (bytes(14) + b"\x01\x00", bytes(range(16, 20))),
    ]
    long_key = CipherEntry(*head, 16, bytes(32), bytes(16), bytes(16))
    assert function_of(aes).blocks_of(long_key, 128, 128) is None
    piece = KeyStreamPiece(3 * salsa20.BLOCK_BYTES + 60, bytes(range(10)))
    stream = KeyStreamEntry(*head, bytes(32), bytes(8), (piece,))
    found = function_of(salsa).blocks_of(stream, 512, 0)
    assert found is not None
    assert [(b.block[32], b.start, b.expected) for b in found] == [
        (3, 60, bytes(range(4))),
        (4, 0, bytes(range(4, 10))),
    ]


def test_an_engine_of_another_algorithm_cannot_be_verified() -> None:
    service = replace(CORE.services[0], algorithm="des")
    with pytest.raises(RoundelError, match=r"computes blocks \(algorithm 'des'\), which"):
        check_verifiable(replace(CORE, services=(service,)))
