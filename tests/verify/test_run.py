"""Verification finds what is wrong with a core, and nothing else."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from random import Random

import pytest
from doubles import FakeDevice
from typer.testing import CliRunner

from roundel.algorithms.keccak import KECCAK
from roundel.algorithms.keccak_mac import KECCAK_MAC, MacEntry
from roundel.algorithms.keccak_prg import PrgEntry, PrgOperation
from roundel.algorithms.kinds.entries import Entry, Message
from roundel.algorithms.lake_keyak import LAKE_KEYAK, KeyakEntry
from roundel.catalog import find_core
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.protocol.stream import Kind, Segment
from roundel.simulate.beats import Beats
from roundel.verify import run
from roundel.verify.run import random_cases, verify_device
from roundel.verify.vectors import load

PROJECT_VECTORS = Path(__file__).parents[1] / "vectors"


@pytest.fixture(scope="module")
def known() -> list[Entry]:
    return load(PROJECT_VECTORS)


def change(segment: Segment) -> Segment:
    return Segment(segment.kind, bytes([segment.data[0] ^ 1]) + segment.data[1:])


def test_a_right_core_passes(known: list[Entry]) -> None:
    report = verify_device(FakeDevice(), known, random=200)
    assert report.ok
    assert report.served == report.passed > 200
    assert report.served + report.not_served == len(known)
    assert not report.failed
    assert not report.random_failed


def test_entries_not_served_are_counted_by_algorithm(known: list[Entry]) -> None:
    report = verify_device(FakeDevice(), known)
    assert report.not_served == sum(report.not_served_algs.values())
    assert report.not_served_algs["KetjeSr-v2"] == sum(e.alg == "KetjeSr-v2" for e in known)
    # Sponges of less than 1600 bits are hashes, but this core does not serve them.
    assert report.not_served_algs["Keccak[r=144,c=256]"] == 4
    assert "Keccak[r=1024,c=576]" not in report.not_served_algs
    assert not any(alg.startswith(("SHA3", "SHAKE", "KMAC")) for alg in report.not_served_algs)


def test_no_served_entries_is_not_a_pass(known: list[Entry]) -> None:
    report = verify_device(FakeDevice(), [e for e in known if e.alg.startswith("Ketje")])
    assert (report.served, report.passed, report.failed) == (0, 0, 0)
    assert report.not_served > 0


def test_each_wrong_digest_is_one_failure(known: list[Entry]) -> None:
    """The core is wrong for outputs of exactly 28 bytes."""

    def wrong(answers: list[Segment]) -> list[Segment]:
        return [change(a) if len(a.data) == 28 else a for a in answers]

    report = verify_device(FakeDevice(wrong), known)
    bad = [e for e in known if e.alg in ("SHA3-224", "Keccak-224")]
    assert report.failed == len(report.failures) == len(bad)
    assert report.passed == report.served - len(bad)
    assert [f.origin for f in report.failures] == [e.origin for e in bad]


def test_a_failure_can_be_run_again() -> None:
    """It has its inputs and both answers in hex."""
    entry = load(PROJECT_VECTORS / "published.json")[0]
    report = verify_device(FakeDevice(lambda answers: list(map(change, answers))), [entry])
    # The last transaction of the run is wrong as well, so the first one is reported.
    failure = report.failures[0]
    assert failure.inputs == ("CMD 010006121c" + "0" * 22, "TEXT ")
    assert failure.expected[0] == "DIGEST 6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7"
    assert failure.got[0] == "DIGEST 6a4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7"
    assert str(PROJECT_VECTORS / "published.json") in failure.origin


def test_a_silent_core_fails(known: list[Entry]) -> None:
    """The core sends no STATUS for illegal input. Its legal answers are still right."""

    def no_status(answers: list[Segment]) -> list[Segment]:
        return [a for a in answers if a.kind != Kind.STATUS]

    report = verify_device(FakeDevice(no_status), known, random=100)
    assert not report.failed
    assert report.random_failed > 5
    assert all("silent" in failure.what for failure in report.failures)
    assert all(" data=" in failure.inputs[0] for failure in report.failures)


def test_one_answer_too_many_fails(known: list[Entry]) -> None:
    hashes = [e for e in known if e.alg == "SHA3-256"]
    report = verify_device(FakeDevice(lambda answers: [*answers, answers[-1]]), hashes[:3])
    assert not report.ok
    assert "too many" in report.failures[0].what


def test_a_disturbed_later_transaction_is_found(known: list[Entry]) -> None:
    """Every transaction is right alone. The fifth one after a reset is wrong."""

    def fifth(answers: list[Segment]) -> list[Segment]:
        return [change(a) if i == 4 else a for i, a in enumerate(answers)]

    hashes = [e for e in known if e.alg == "SHA3-256"]
    report = verify_device(FakeDevice(fifth), hashes)
    (failure,) = report.failures
    assert "right when run alone" in failure.what
    assert failure.origin == hashes[4].origin
    assert failure.before[0].startswith("CMD 01")


def test_only_wrong_transactions_are_reported(known: list[Entry]) -> None:
    """The last transaction of every run is wrong, and one known answer."""
    closing = run.random_case([KECCAK], Random(0), 16).answer[0].data
    entry = next(e for e in known if e.alg == "SHA3-512")

    def wrong(answers: list[Segment]) -> list[Segment]:
        return [change(a) if a.data in (closing, entry.digest) else a for a in answers]  # type: ignore[attr-defined]

    report = verify_device(FakeDevice(wrong), [e for e in known if e.alg == "SHA3-512"])
    assert report.failed == 1
    assert [f.origin for f in report.failures] == [entry.origin, "the last transaction of a run"]
    assert report.random_failed == 1


def junk(output: Beats) -> None:
    output.data[1, -1] = 0xA5  # the first digest, of 28 bytes, has 12 in its second beat


def holes(output: Beats) -> None:
    output.keep[0] = 0b101


def early(output: Beats) -> None:
    output.last[0] = False
    output.keep[0] = 0b1


@pytest.mark.parametrize(("spoil", "text"), [(junk, "not zero"), (holes, "contiguous"), (early, "partial")])
def test_the_form_of_the_output_is_checked(spoil, text: str) -> None:  # type: ignore[no-untyped-def]
    entries = [e for e in load(PROJECT_VECTORS / "sha3.json") if e.alg == "SHA3-224"]
    report = verify_device(FakeDevice(spoil=spoil), entries)
    assert text in report.failures[0].what


def test_random_transactions_reach_every_class() -> None:
    cases = random_cases([KECCAK], Random(1), 16, 3000)
    kinds = {case.origin.split(", ")[1] for case in cases}
    assert {"noise", "tkeep with holes", "truncated transaction", "open command"} <= kinds
    legal = [case for case in cases if case.origin.startswith("random, transaction")]
    lanes = {case.beats[0].data[3] for case in legal}
    assert lanes == set(range(1, 22))
    rests = set()
    for case in legal:
        text = b"".join(beat.kept for beat in case.beats if beat.kind == Kind.TEXT)
        rests.add(len(text) % (8 * case.beats[0].data[3]) if case.beats[0].data[3] == 17 else -1)
    assert {0, 1, 135} <= rests
    assert any(
        beat.kind == Kind.TEXT and not beat.keep and len(c.beats) > 2 for c in legal for beat in c.beats
    )
    assert any(not a.data for case in legal for a in case.answer)


def test_an_illegal_sequence_follows_a_legal_one() -> None:
    cases = random_cases([KECCAK], Random(2), 16, 500)
    legal = [case.origin.startswith("random, transaction") for case in cases]
    assert all(before or now for before, now in zip(legal, legal[1:], strict=False))
    assert legal.count(False) > 50


@pytest.mark.parametrize("beat_bytes", [16, 2])
def test_answers_of_random_sequences_are_those_of_one_long_stream(beat_bytes: int) -> None:
    """The rules give the same answers case by case and for all cases at once."""
    from roundel.verify.reference import Reference

    cases = random_cases([KECCAK], Random(3), beat_bytes, 400)
    closing = run.random_case([KECCAK], Random(4), beat_bytes)
    expected = [a for case in [*cases, closing] for a in case.answer]
    reference = Reference([KECCAK])
    assert reference.accept(beat for case in [*cases, closing] for beat in case.beats) == expected


def test_stalls_come_from_the_seed(known: list[Entry]) -> None:
    one, same, other = FakeDevice(), FakeDevice(), FakeDevice()
    verify_device(one, [], random=600, seed=5)
    verify_device(same, [], random=600, seed=5)
    verify_device(other, [], random=600, seed=6)
    assert one.stalls == same.stalls != other.stalls
    assert len(one.stalls) > 2


def test_json_and_exit_status(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Wrong(FakeDevice):
        def __init__(self, *_: object) -> None:
            super().__init__(lambda answers: [change(a) if len(a.data) == 28 else a for a in answers])

        def __enter__(self) -> FakeDevice:
            return self

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(run, "Device", Wrong)
    command = ["verify", "keccak-hash", "--json", "--random", "0"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 1
    (row,) = json.loads(result.stdout)
    assert row["core"] == "keccak-hash"
    assert row["failed"] > 0
    assert row["served"] == row["passed"] + row["failed"]
    assert row["not_served"] > 0
    assert "FAILED keccak-hash" in result.stderr
    file = tmp_path / "one.json"
    file.write_text(json.dumps([{"alg": "SHA3-256", "src": "", "msg": "", "digest": HASH_OF_NOTHING}]))
    result = CliRunner().invoke(app, [*command, "--vectors", str(file)])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)[0]["passed"] == 1


def test_no_verifiable_entries_is_an_error(tmp_path: Path) -> None:
    """A list without known answers, with others only, or with empty input: none is a pass."""
    file = tmp_path / "one.json"
    command = ["verify", "keccak-hash", "--random", "0", "--vectors", str(file)]
    other = {"alg": "AES-CMAC-128", "src": "", "key": "00" * 16, "msg": "", "tag": "00" * 16}
    for entries in ([], [other]):
        file.write_text(json.dumps(entries))
        result = CliRunner().invoke(app, command)
        assert isinstance(result.exception, RoundelError)
        assert "nothing to verify keccak-hash by" in result.exception.message


def test_an_answer_to_nothing_is_not_counted_as_served() -> None:
    feed = PrgOperation("feed", b"seed")
    nothing = PrgEntry("SpongePRG", "", "", 1600, 1344, 24, (feed,))
    cases, not_served = run.known_cases(find_core("multi-keccak-hs"), [nothing])
    assert not cases and not_served.total() == 1


HASH_OF_NOTHING = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"


def test_unknown_core_offers_the_nearest() -> None:
    result = CliRunner().invoke(app, ["verify", "keccak-hahs", "--random", "0"])
    assert isinstance(result.exception, RoundelError)
    assert "keccak-hash" in str(result.exception)


def test_tags_that_a_core_cannot_send_are_not_served() -> None:
    """No command of the protocol requests tags of this length."""
    wrap = Message(b"", b"", b"", tag=bytes(8))
    start = {"family": "Keyak", "instance": "Lake", "key": bytes(16), "nonce": bytes(16)}
    session = KeyakEntry("LakeKeyak-v2", "made up", "here", **start, messages=(wrap,))
    assert LAKE_KEYAK.known(session) is None
    whole = dataclasses.replace(session, messages=(dataclasses.replace(wrap, tag=bytes(16)),))
    assert LAKE_KEYAK.known(whole) is not None
    mac = MacEntry("KeccakMAC", "made up", "here", key=bytes(16), iv=bytes(16), msg=b"", tag=b"", block=b"")
    for tag, block, answer in ((b"", b"", None), (b"", bytes(200), None), (bytes(16), bytes(200), 16)):
        known = KECCAK_MAC.known(dataclasses.replace(mac, tag=tag, block=block))
        assert (None if known is None else len(known[0].answer[0].data)) == answer
