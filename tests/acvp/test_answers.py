"""`roundel acvp`: responses of simulated cores, against sets that independent packages made."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import oracle_sets
import pytest
from oracle_sets import Pair, vector_set
from typer.testing import CliRunner

from roundel.acvp import answer, differences, read_set, results_in
from roundel.acvp.bits import Bits, NotServed
from roundel.acvp.sets import TestCase as Case
from roundel.acvp.sponge import message_of
from roundel.algorithms.keccak_answers import HashEntry
from roundel.catalog import find_core
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.models import sponge


def response_of(pair: Pair, core: str) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Return the response, and what is not served; every answer must be the expected one."""
    prompt, expected = pair
    done = answer(read_set("set", prompt), find_core(core))
    assert not differences(done.response, results_in(expected))
    assert done.answered == sum(len(group["tests"]) for group in done.response["testGroups"])
    return done.response, done.not_served


SETS = [
    ("keccak-hash", oracle_sets.sha3()),
    ("keccak-hash", oracle_sets.sha3(512)),
    ("multi-keccak-la", oracle_sets.shake(256)),
    ("keccak-hash", oracle_sets.shake()),
    ("keccak-hash", oracle_sets.cshake()),
    ("keccak-hash", oracle_sets.cshake(256)),
    ("keccak-hash", oracle_sets.kmac()),
    ("keccak-hash", oracle_sets.kmac(256)),
    ("keccak-kmac", oracle_sets.kmac()),
    ("keccak-kmac", oracle_sets.kmac(256)),
    ("keccak-kmac", oracle_sets.cshake()),
    ("aes-gcm-hs", oracle_sets.gcm()),
    ("multi-aes-la", oracle_sets.cmac()),
]


@pytest.mark.parametrize(("core", "pair"), SETS, ids=[f"{core}-{one[0]['algorithm']}" for core, one in SETS])
def test_every_test_of_a_set_is_answered(core: str, pair: Pair) -> None:
    response, not_served = response_of(pair, core)
    assert not not_served
    sizes = [len(group["tests"]) for group in pair[0]["testGroups"]]
    assert [len(group["tests"]) for group in response["testGroups"]] == sizes
    assert {name: response[name] for name in ("vsId", "revision")} == {"vsId": 7, "revision": "1.0"}


def test_an_engine_answers_what_it_can_and_the_rest_is_named() -> None:
    response, not_served = response_of(oracle_sets.ecb(), "aes-engine")
    assert [group["tgId"] for group in response["testGroups"]] == [1]
    assert not_served == (
        "group 2 (AFT decrypt 128, 2 tests): not served: decryption: the engine encrypts (2)",
    )
    _, not_served = response_of(oracle_sets.ecb(256), "aes-engine")
    assert "keys of 256 bits" in not_served[0]


@pytest.mark.parametrize("core", ["aes-engine", "aes-ctr", "aes-ctr-xhs"])
def test_counter_mode(core: str) -> None:
    response, not_served = response_of(oracle_sets.ctr(), core)
    assert [group["tgId"] for group in response["testGroups"]] == [1, 2]
    assert not_served == (
        "group 3 (CTR encrypt 128, 1 tests): not served: a counter that the implementation makes",
    )


def test_ascon() -> None:
    """The project's own known answers, which Bouncy Castle has checked, in ACVP's form."""
    listed = json.loads((Path(__file__).parents[1] / "vectors" / "ascon.json").read_text())
    for mode, core in (("AEAD128", "ascon-hs"), ("Hash256", "ascon-la"), ("CXOF128", "ascon-la")):
        rows = [row for row in listed if row["alg"] == f"Ascon-{mode}" and row.get("result") != "invalid"][
            :12
        ]
        if mode == "AEAD128":
            tests = [
                (
                    {"key": r["key"], "nonce": r["nonce"], "ad": r["ad"], "pt": r["msg"], "tagLength": 128},
                    {"ct": r["ct"], "tag": r["tag"]},
                )
                for r in rows
            ]
            group = {"testType": "AFT", "direction": "encrypt", "supportsNonceMasking": False, "tests": tests}
        else:
            tests = [
                (
                    {
                        "msg": r["msg"], "len": 4 * len(r["msg"]), "outLen": 4 * len(r["digest"]),
                        "cs": r.get("custom", ""), "csLen": 4 * len(r.get("custom", "")),
                    },
                    {"md": r["digest"]},
                )
                for r in rows
            ]  # fmt: skip
            group = {"testType": "AFT", "tests": tests}
        masked = {"testType": "AFT", "direction": "encrypt", "supportsNonceMasking": True, "tests": tests[:1]}
        response, not_served = response_of(
            vector_set("Ascon", group, *([masked] if mode == "AEAD128" else []), mode=mode), core
        )
        assert len(response["testGroups"][0]["tests"]) == len(rows)
        assert [sentence.rpartition(": ")[2] for sentence in not_served] == ["nonce masking"] * len(
            not_served
        )
        assert len(not_served) == (mode == "AEAD128")


# NIST CAVP, SHA3_256Monte.rsp (CAVS 19.0, 2016): the seed, and MD of COUNT 0.
CAVP_SEED = "aa64f7245e2177c654eb4de360da8761a516fdc7578c3498c5e582e096b8730c"
CAVP_FIRST = "225cbac2be6f329d94228c5360a1c177bc495a761c442a1771b1d18555c309a5"


def test_monte_carlo_of_sha3() -> None:
    pair = oracle_sets.sha3_chain(256, bytes.fromhex(CAVP_SEED), "standard")
    response, _ = response_of(pair, "keccak-hash")
    results = response["testGroups"][0]["tests"][0]["resultsArray"]
    assert len(results) == 100
    assert results[0]["md"] == CAVP_FIRST.upper()


@pytest.mark.parametrize("seed", [bytes(range(20)), bytes(range(140))], ids=["short", "long"])
@pytest.mark.parametrize("version", ["standard", "alternate"])
def test_seeds_of_other_lengths(seed: bytes, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundel.acvp.sponge.OUTER", 2)
    response_of(oracle_sets.sha3_chain(384, seed, version, outer=2), "keccak-hash")


def test_monte_carlo_of_shake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundel.acvp.sponge.OUTER", 10)
    response_of(oracle_sets.shake_chain(128, bytes(range(64)), 2, 512, outer=10), "keccak-hash")


def test_monte_carlo_of_cshake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundel.acvp.sponge.OUTER", 3)
    response_of(oracle_sets.cshake_chain(256, bytes(range(32)), 128, 1024, outer=3), "keccak-hash")


@pytest.mark.parametrize(("core", "key"), [("aes-engine", 16), ("aes-engine:aes-256", 32)])
def test_monte_carlo_of_aes(core: str, key: int) -> None:
    pair = oracle_sets.ecb_chain(bytes(range(key)), bytes(16))
    response_of(pair, core)


@pytest.mark.parametrize("bits", range(9))
def test_messages_of_any_number_of_bits(bits: int) -> None:
    """The last bits of a message go with the suffix; one number of bits of each suffix cannot."""
    for suffix, illegal in ((sponge.SUFFIX_SHA3, 5), (sponge.SUFFIX_SHAKE, 3), (sponge.SUFFIX_CSHAKE, 5)):
        message = message_of(Case("a test", {"msg": "A55F", "len": 8 + bits}, {}))
        if bits == illegal:
            with pytest.raises(NotServed, match=f"{8 + bits} bits"):
                message.with_suffix(suffix)
            continue
        data, own = message.with_suffix(suffix)
        assert int.from_bytes(data + bytes([own]), "little") == (message.value | suffix << message.size)


def test_bits_of_a_message_against_the_known_digest_of_five_bits() -> None:
    """FIPS 202's example of SHA3-256 has 5 bits: 11001. Its padding ends a byte, which no suffix states."""
    with pytest.raises(NotServed):
        Bits.of(b"\x13", 5).with_suffix(sponge.SUFFIX_SHA3)
    data, suffix = Bits.of(b"\x13", 5).with_suffix(sponge.SUFFIX_SHAKE)
    # NIST's example file of SHAKE128 with the message 11001: the output begins with 2E0ABFBA83E6720B.
    assert sponge.keccak(data, 168, suffix, 8).hex() == "2e0abfba83e6720b"


def test_a_core_of_another_algorithm() -> None:
    with pytest.raises(RoundelError, match="aes-gcm-la does not serve SHA3-256"):
        answer(read_set("set", oracle_sets.sha3()[0]), find_core("aes-gcm-la"))
    with pytest.raises(RoundelError, match="'ML-KEM'"):
        answer(read_set("set", vector_set("ML-KEM")[0]), find_core("aes-gcm-la"))
    with pytest.raises(RoundelError, match="does not serve ACVP-AES-ECB"):
        answer(read_set("set", oracle_sets.ecb()[0]), find_core("aes-ctr"))


def test_malformed_tests_are_named_and_the_others_are_answered() -> None:
    prompt, _ = oracle_sets.sha3()
    tests = prompt["testGroups"][0]["tests"]
    tests[1] = {"tcId": 2, "msg": "zz", "len": 8}
    tests[2] = "no object"
    done = answer(read_set("set", prompt), find_core("keccak-hash"))
    assert done.answered == len(tests) - 2 + 1
    (sentence,) = done.not_served
    assert "2 of 7 tests not served" in sentence
    assert "test 2: field msg: 'zz'" in sentence


def test_wrong_answers_are_differences() -> None:
    prompt, expected = oracle_sets.sha3_chain(256, bytes(32), "standard", outer=1)
    done = answer(read_set("set", prompt), find_core("keccak-hash"))
    assert not differences(done.response, results_in(expected))  # a sample of one result
    test = expected["testGroups"][0]["tests"][0]
    wrong: dict[str, Any]
    for wrong in ({"resultsArray": [{"md": "00"}]}, {"resultsArray": []}, {}):
        changed = {**expected, "testGroups": [{"tgId": 1, "tests": [{"tcId": test["tcId"], **wrong}]}]}
        assert len(differences(done.response, results_in(changed))) == 1
    assert differences(done.response, {}) == ["group 1, test 1: no expected result"]


def test_the_command(tmp_path: Path) -> None:
    prompt, expected = oracle_sets.ecb()
    (tmp_path / "prompt.json").write_text(json.dumps([{"acvVersion": "1.0"}, prompt]))
    (tmp_path / "expected.json").write_text(json.dumps(expected))
    out = tmp_path / "response.json"
    command = ["acvp", str(tmp_path / "prompt.json"), "--core", "aes-engine", "--out", str(out)]
    done = CliRunner().invoke(app, [*command, "--expected", str(tmp_path / "expected.json")])
    assert done.exit_code == 1  # a group is not served
    assert "2 of 2 answers equal" in done.stdout
    assert "NOT SERVED group 2" in done.stderr
    version, response = json.loads(out.read_text())
    assert version == {"acvVersion": "1.0"}
    assert [group["tgId"] for group in response["testGroups"]] == [1]


def test_a_sponge_as_sent_is_the_digest_of_the_standard() -> None:
    entry = HashEntry("SHA3-256", "", "", b"abc", hashlib.sha3_256(b"abc").digest(), 1600, 1088, 6)
    assert sponge.keccak(entry.msg, 136, entry.suffix, 32) == entry.digest
