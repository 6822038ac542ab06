"""Known answers in formats of others: Wycheproof, ACVP, and NIST's `.rsp`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import oracle_sets
import pytest
from Crypto.Cipher import AES
from Crypto.Hash import CMAC, KMAC128
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from typer.testing import CliRunner

from roundel.algorithms.aes import CipherEntry, CtrEntry
from roundel.algorithms.aes_cmac import CmacEntry
from roundel.algorithms.aes_gcm import GcmEntry
from roundel.algorithms.keccak_answers import HashEntry, KmacEntry
from roundel.catalog import find_core
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.verify.run import verify_core
from roundel.verify.vectors import load, read

KEY, NONCE, AAD, TEXT = bytes(range(16)), bytes(12), b"header", bytes(range(33))
SEALED = AESGCM(KEY).encrypt(NONCE, TEXT, AAD)
CT, TAG = SEALED[:-16], SEALED[-16:]
WRONG = bytes([TAG[0] ^ 1]) + TAG[1:]
MAC = CMAC.new(KEY, TEXT, ciphermod=AES).digest()

GCM_TEST: dict[str, Any] = {
    "tcId": 1, "comment": "", "flags": [], "key": KEY.hex(), "iv": NONCE.hex(), "aad": AAD.hex(),
    "msg": TEXT.hex(), "ct": CT.hex(), "tag": TAG.hex(), "result": "valid",
}  # fmt: skip


def wycheproof(algorithm: str, *tests: object) -> dict[str, Any]:
    groups = [{"type": "Test", "tests": list(tests)}]
    return {
        "algorithm": algorithm,
        "schema": "schema_v1.json",
        "numberOfTests": len(tests),
        "testGroups": groups,
    }


def write(path: Path, content: object) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def verified(core: str, path: Path) -> tuple[int, int, int]:
    """Return how many known answers of a file are served and passed, and how many rows are malformed."""
    vectors = read(path)
    report = verify_core(find_core(core), vectors.entries)
    return report.served, report.passed, len(vectors.malformed)


def test_wycheproof_aead(tmp_path: Path) -> None:
    no_text = {name: value for name, value in GCM_TEST.items() if name != "msg"}
    path = write(
        tmp_path / "aes_gcm_test.json",
        wycheproof(
            "AES-GCM",
            GCM_TEST,
            {**GCM_TEST, "tcId": 2, "tag": WRONG.hex(), "result": "invalid"},
            {**no_text, "tcId": 3, "tag": WRONG.hex(), "result": "invalid"},
            {**GCM_TEST, "tcId": 4, "iv": "", "result": "invalid"},
            {**GCM_TEST, "tcId": 5, "result": "acceptable"},
            {**GCM_TEST, "tcId": 6, "iv": "0g"},
            "no object",
        ),
    )
    vectors = read(path)
    assert [entry.valid for entry in vectors.entries if isinstance(entry, GcmEntry)] == [
        True,
        False,
        False,
        False,
    ]
    assert [entry.alg for entry in vectors.entries][-1] == "AES-128-GCM, acceptable"
    assert [error.message for error in vectors.malformed] == [
        f"{path}: test 6: field iv: '0g'",
        f"{path}: group 1, test 7 is not an object",
    ]
    assert verified("aes-gcm-la", path) == (4, 4, 2)


def test_wycheproof_macs(tmp_path: Path) -> None:
    test = {"tcId": 1, "key": KEY.hex(), "msg": TEXT.hex(), "tag": MAC.hex(), "result": "valid"}
    wrong = {**test, "tcId": 2, "tag": WRONG.hex(), "result": "invalid"}
    path = write(tmp_path / "cmac.json", wycheproof("AES-CMAC", test, wrong, {**test, "key": "00"}))
    cmac, invalid, other = read(path).entries
    assert isinstance(cmac, CmacEntry)
    assert isinstance(invalid, CmacEntry)
    assert not invalid.valid
    assert other.alg == "AES-8-CMAC"
    assert verified("multi-aes-la", path) == (2, 2, 0)
    tag = KMAC128.new(key=KEY, data=TEXT, mac_len=16).hexdigest()
    path = write(
        tmp_path / "kmac.json", wycheproof("KMAC128", {**test, "tag": tag}, {**wrong, "tag": "00" * 16})
    )
    assert all(isinstance(entry, KmacEntry) for entry in load(path))
    assert verified("keccak-hash", path) == (2, 2, 0)
    path = write(tmp_path / "kmac.json", wycheproof("KMAC128", {**test, "tag": "00" * 16}))
    assert verified("keccak-hash", path) == (1, 0, 0)


def test_wycheproof_of_unknown_algorithms_is_counted(tmp_path: Path) -> None:
    path = write(tmp_path / "kem.json", wycheproof("ML-KEM", {"tcId": 1, "seed": "00", "result": "valid"}))
    assert [entry.alg for entry in load(path)] == ["ML-KEM"]


SETS = [
    ("keccak-hash", oracle_sets.sha3(), 7),
    ("keccak-hash", oracle_sets.shake(), 4),
    ("keccak-hash", oracle_sets.cshake(256), 3),
    ("multi-keccak-la", oracle_sets.kmac(), 9),
    ("aes-engine", oracle_sets.ecb(), 4),
    ("aes-engine", oracle_sets.ctr(), 4),
    ("aes-gcm-la", oracle_sets.gcm(), 9),
    ("multi-aes-la", oracle_sets.cmac(), 6),
]


@pytest.mark.parametrize(
    ("core", "pair", "served"), SETS, ids=[f"{core}-{pair[0]['algorithm']}" for core, pair, _ in SETS]
)
def test_acvp_in_both_forms(core: str, pair: oracle_sets.Pair, served: int, tmp_path: Path) -> None:
    prompt, expected = pair
    projection = write(tmp_path / "internalProjection.json", oracle_sets.merged(pair))
    assert verified(core, projection) == (served, served, 0)
    beside = tmp_path / "beside"
    beside.mkdir()
    write(beside / "prompt.json", [{"acvVersion": "1.0"}, prompt])
    write(beside / "expectedResults.json", expected)
    write(beside / "registration.json", {"algorithm": "any"})
    assert verified(core, beside) == (served, served, 0)
    assert verified(core, beside / "prompt.json") == (served, served, 0)


def test_a_wrong_digest_fails(tmp_path: Path) -> None:
    content = oracle_sets.merged(oracle_sets.sha3())
    content["testGroups"][0]["tests"][2]["md"] = "00" * 32
    assert verified("keccak-hash", write(tmp_path / "set.json", content)) == (7, 6, 0)


def test_parts_of_a_folder_are_read_once(tmp_path: Path) -> None:
    pair = oracle_sets.sha3()
    for name, content in zip(("prompt", "expectedResults"), pair, strict=True):
        write(tmp_path / f"{name}.json", content)
    write(tmp_path / "internalProjection.json", oracle_sets.merged(pair))
    assert len(read(tmp_path).entries) == 8  # the large message is counted, too


def test_a_prompt_without_results_is_counted_and_not_passed(tmp_path: Path) -> None:
    vectors = read(write(tmp_path / "prompt.json", oracle_sets.gcm()[0]))
    assert not [entry for entry in vectors.entries if isinstance(entry, GcmEntry)]
    assert all("without a result" in entry.alg for entry in vectors.entries)


def test_results_without_their_prompt(tmp_path: Path) -> None:
    expected = {name: value for name, value in oracle_sets.sha3()[1].items() if name != "algorithm"}
    with pytest.raises(RoundelError, match="without an algorithm"):
        load(write(tmp_path / "expectedResults.json", expected))


def test_a_decryption_that_fails_needs_no_plaintext(tmp_path: Path) -> None:
    """NIST's ACVP-Server, ACVP-AES-GCM-1.0, test 33: a tag that is wrong."""
    row = {
        "alg": "AES-128-GCM", "src": "ACVP", "key": "886293d80f8e625971ae9436f8f4d50e",
        "nonce": "22cd533018836f78fc884872", "ad": "", "ct": "", "tag": "d4b42faeddb5e9523921c1c29144a449",
        "result": "invalid",
    }  # fmt: skip
    path = write(tmp_path / "rows.json", [row, {**row, "result": "valid"}])
    assert [error.message for error in read(path).malformed] == [f"{path}: entry 2: field msg is missing"]
    assert verified("aes-gcm-la", path) == (1, 1, 1)


RSP = {
    "SHA3_256ShortMsg.rsp": (
        '#  CAVS 19.0\n#  "SHA3-256 ShortMsg"\n\n[L = 256]\n\nLen = 0\nMsg = 00\n'
        # NIST CAVP, SHA3_256ShortMsg.rsp: the empty message.
        "MD = a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a\n\n"
        "Len = 5\nMsg = 13\nMD = 7b00\n\nLen = 8\nMsg = 0\nMD = 00\n\nLen = x\nMsg = 00\nMD = 00\n"
    ),
    "SHA3_256Monte.rsp": "[L = 256]\n\nSeed = 00\n\nCOUNT = 0\nMD = 00\n\nCOUNT = 1\nMD = 01\n",
    "gcmDecrypt128.rsp": (
        f"[Keylen = 128]\n[IVlen = 96]\n\nCount = 0\nKey = {KEY.hex()}\nIV = {NONCE.hex()}\nCT = {CT.hex()}\n"
        f"AAD = {AAD.hex()}\nTag = {TAG.hex()}\nPT = {TEXT.hex()}\n\n"
        f"Count = 1\nKey = {KEY.hex()}\nIV = {NONCE.hex()}\nCT = {CT.hex()}\n"
        f"AAD = {AAD.hex()}\nTag = {WRONG.hex()}\nFAIL\n\nCount = 2\nKey = {KEY.hex()}\n"
    ),
    "ECBVarTxt128.rsp": (
        # NIST CAVP, ECBGFSbox128.rsp, COUNT 0.
        "[ENCRYPT]\n\nCOUNT = 0\nKEY = 00000000000000000000000000000000\n"
        "PLAINTEXT = f34481ec3cc627bacd5dc3fb08f273e6\nCIPHERTEXT = 0336763e966d92595a567cc9ce537f5e\n\n"
        "[DECRYPT]\n\nCOUNT = 0\nKEY = 00000000000000000000000000000000\n"
        "CIPHERTEXT = 0336763e966d92595a567cc9ce537f5e\nPLAINTEXT = f34481ec3cc627bacd5dc3fb08f273e6\n\n"
        "this is no field\n"
    ),
    "CMACVerAES128.rsp": (
        f"Count = 0\nKlen = 16\nMlen = 33\nTlen = 16\nKey = {KEY.hex()}\nMsg = {TEXT.hex()}\n"
        f"Mac = {MAC.hex()}\nResult = P\n\nCount = 1\nKey = {KEY.hex()}\nMsg = {TEXT.hex()}\n"
        f"Mac = {WRONG.hex()}\nResult = F (1 - Message changed)\n"
    ),
}


@pytest.mark.parametrize(
    ("name", "core", "counts"),
    [
        ("SHA3_256ShortMsg.rsp", "keccak-hash", (1, 1, 2)),
        ("SHA3_256Monte.rsp", "keccak-hash", (0, 0, 0)),
        ("gcmDecrypt128.rsp", "aes-gcm-la", (2, 2, 1)),
        ("ECBVarTxt128.rsp", "aes-engine", (2, 2, 1)),
        ("CMACVerAES128.rsp", "multi-aes-la", (2, 2, 0)),
    ],
)
def test_files_of_cavp(name: str, core: str, counts: tuple[int, int, int], tmp_path: Path) -> None:
    path = write(tmp_path / name, RSP[name])
    assert verified(core, path) == counts
    assert all(error.message.startswith(f"{path}: line ") for error in read(path).malformed)


def test_types_of_cavp(tmp_path: Path) -> None:
    (first, *rest) = read(write(tmp_path / "SHA3_256Monte.rsp", RSP["SHA3_256Monte.rsp"])).entries
    assert (first.alg, len(rest)) == ("SHA3-256, Monte Carlo", 1)
    key = "00" * 16
    text = f"[ENCRYPT]\n\nCOUNT = 0\nKEY = {key}\nIV = {key}\nPLAINTEXT = 00\nCIPHERTEXT = 66\n"
    (entry,) = read(write(tmp_path / "aes-128-ctr.rsp", text)).entries
    assert isinstance(entry, CtrEntry)
    block = text.replace("PLAINTEXT = 00", f"PLAINTEXT = {key}").replace("66", "66" * 16)
    (entry,) = read(write(tmp_path / "any.rsp", "# AESVS test data for ECB\n" + block)).entries
    assert isinstance(entry, CipherEntry)
    assert read(write(tmp_path / "TECBMMT1.rsp", text)).entries[0].alg == "TDES"
    (error,) = read(write(tmp_path / "none.rsp", text)).malformed
    assert "no algorithm" in error.message


def test_a_hash_row_names_the_field_of_its_file(tmp_path: Path) -> None:
    path = write(tmp_path / "SHAKE128ShortMsg.rsp", "Len = 8\nMsg = zz\nOutput = 00\n")
    (error,) = read(path).malformed
    assert error.message == f"{path}: line 1: field Msg: 'zz'"
    assert [type(entry) for entry in load(write(path, "Len = 8\nMsg = 00\nOutput = 00\n"))] == [HashEntry]


def test_one_malformed_row_does_not_hide_the_file(tmp_path: Path) -> None:
    good = {
        "alg": "SHA3-256",
        "src": "x",
        "msg": "",
        "digest": RSP["SHA3_256ShortMsg.rsp"].split("MD = ")[1][:64],
    }
    path = write(tmp_path / "rows.json", [good, {**good, "msg": "0"}, good])
    done = CliRunner().invoke(
        app, ["verify", "keccak-hash", "--random", "0", "--vectors", str(path), "--json"]
    )
    (report,) = json.loads(done.stdout)
    assert done.exit_code == 1
    assert (report["served"], report["passed"]) == (2, 2)
    assert report["malformed"] == [f"{path}: entry 2: field msg: '0'"]
    assert "MALFORMED" in done.stderr


def test_a_malformed_file_does_not_hide_the_folder(tmp_path: Path) -> None:
    write(tmp_path / "a.json", "{")
    write(tmp_path / "b.json", wycheproof("AES-GCM", GCM_TEST))
    vectors = read(tmp_path)
    assert len(vectors.entries) == 1
    assert [error.message.split(":")[1] for error in vectors.malformed] == [" not JSON"]
