"""Reading known answers: errors name the file, the entry and the malformed field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from roundel.algorithms.aes import CipherEntry
from roundel.algorithms.aes_cmac import CmacEntry
from roundel.algorithms.aes_gcm import AES_GCM, GcmEntry
from roundel.algorithms.fortuna import FortunaEntry
from roundel.algorithms.keccak_answers import HashEntry, KmacEntry
from roundel.algorithms.keccak_prg import PrgEntry
from roundel.algorithms.kinds.entries import OtherEntry
from roundel.algorithms.lake_keyak import KeyakEntry
from roundel.errors import RoundelError
from roundel.protocol.stream import Status
from roundel.verify.vectors import load

SHA3: dict[str, Any] = {"alg": "SHA3-256", "src": "made up", "msg": "00ff", "digest": "ab" * 32}
SHAKE = {"alg": "SHAKE128", "src": "made up", "msg": "", "outlen": 3, "digest": "010203"}
SPONGE = {"alg": "Keccak[r=1024,c=576]", "src": "", "rate": 1024, "msg": "", "outlen": 1, "digest": "00"}
PRG = {"alg": "SpongePRG[b=1600,r=1346,c=254]", "src": "", "ops": [{"op": "fetch", "n": 2, "out": "0102"}]}
KETJE = {
    "alg": "KetjeSr-v2",
    "src": "",
    "key": "",
    "nonce": "",
    "ad": "",
    "msg": "00",
    "ct": "01",
    "tag": "02",
}
SESSION = {"alg": "LakeKeyak-v2-session", "src": "", "key": "", "nonce": "", "wraps": [KETJE]}
TUPLE = {"alg": "TupleHash128", "src": "", "items": [], "digest": "00"}
PARALLEL = {"alg": "ParallelHashXOF256", "src": "", "msg": "", "block": 8, "digest": "00"}
KMAC = {"alg": "KMAC128", "src": "", "key": "", "msg": "", "tag": "00", "result": "invalid"}
PERMUTATION = {"alg": "Keccak-p[200,18]", "src": "", "state": "00" * 25, "out": "00" * 25}

ZERO = "00" * 16
ECB = {"alg": "AES-128-ECB", "src": "", "key": ZERO, "msg": ZERO, "ct": ZERO}
WIDE = {"alg": "Rijndael-b256-k128", "src": "", "key": ZERO, "msg": 2 * ZERO, "ct": 2 * ZERO}
GCM = {
    "alg": "AES-128-GCM",
    "src": "",
    "key": ZERO,
    "nonce": "00",
    "ad": "",
    "msg": "",
    "ct": "",
    "tag": ZERO,
}
CMAC = {"alg": "AES-256-CMAC", "src": "", "key": 2 * ZERO, "msg": "", "tag": "00", "result": "invalid"}
REQUEST = {"op": "request", "n": 1, "out": "00", "key_after": 2 * ZERO, "counter_after": "4"}
FORTUNA = {
    "alg": "Fortuna-AES256-state",
    "src": "",
    "key": 2 * ZERO,
    "counter": str(2**100),
    "requests": [REQUEST],
}


def write(folder: Path, *entries: object) -> Path:
    path = folder / "some.json"
    path.write_text(json.dumps(entries))
    return path


def test_entries_have_types(tmp_path: Path) -> None:
    path = write(tmp_path, SHA3, SHAKE, SPONGE, PRG, KETJE, SESSION, KMAC, {"alg": "Whirlpool"})
    sha3, shake, sponge, prg, ketje, session, kmac, other = load(path)
    assert isinstance(sha3, HashEntry)
    assert (sha3.rate_bits, sha3.suffix, sha3.msg) == (1088, 0x06, b"\x00\xff")
    assert isinstance(shake, HashEntry)
    assert (shake.rate_bits, shake.suffix, len(shake.digest)) == (1344, 0x1F, 3)
    assert isinstance(sponge, HashEntry)
    assert (sponge.rate_bits, sponge.width, sponge.suffix) == (1024, 1600, 0x01)
    assert isinstance(prg, PrgEntry)
    assert prg.operations[0].data == b"\x01\x02"
    assert isinstance(ketje, KeyakEntry)
    assert (ketje.family, ketje.instance) == ("Ketje", "Sr")
    assert isinstance(session, KeyakEntry)
    assert (session.family, session.instance, len(session.messages)) == ("Keyak", "Lake", 1)
    assert isinstance(kmac, KmacEntry)
    assert not kmac.valid
    assert isinstance(other, OtherEntry)
    assert other.origin == f"{path}: entry 8"


def test_frames_of_sp_800_185_are_part_of_the_text(tmp_path: Path) -> None:
    plain = {"alg": "cSHAKE256", "src": "", "msg": "00ff", "digest": "00"}
    xof = {**KMAC, "alg": "KMACXOF256"}
    path = write(tmp_path, plain, {**plain, "custom": "01"}, {**plain, "name": "01"}, TUPLE, PARALLEL, xof)
    shake, custom, name, items, parallel, kmac = load(path)
    assert isinstance(shake, HashEntry)
    assert (shake.rate_bits, shake.suffix, shake.msg) == (1088, 0x1F, b"\x00\xff")
    for entry, head in ((custom, "0188010001080100"), (name, "0188010801010000")):
        assert isinstance(entry, HashEntry) and entry.suffix == 0x04
        assert len(entry.msg) == 136 + 2 and entry.msg.startswith(bytes.fromhex(head[:12]))
    assert isinstance(items, HashEntry) and items.msg[168:].hex() == "0801"
    assert isinstance(parallel, HashEntry) and parallel.msg[136:].hex() == "010800010001"
    assert isinstance(kmac, KmacEntry) and kmac.xof and kmac.strength == 256


def test_entries_of_aes_have_types(tmp_path: Path) -> None:
    ecb, wide, gcm, cmac, fortuna = load(write(tmp_path, ECB, WIDE, GCM, CMAC, FORTUNA))
    assert isinstance(ecb, CipherEntry)
    assert isinstance(wide, CipherEntry)
    assert (ecb.block_bytes, wide.block_bytes) == (16, 32)
    assert isinstance(gcm, GcmEntry)
    assert (len(gcm.message.tag), gcm.valid) == (16, True)
    assert isinstance(cmac, CmacEntry)
    assert (cmac.tag, cmac.valid) == (b"\0", False)
    assert isinstance(fortuna, FortunaEntry)
    assert (fortuna.counter, fortuna.seed, fortuna.operations[0].counter_after) == (2**100, None, 4)


@pytest.mark.parametrize("text", [{}, {"msg": ""}], ids=["absent", "empty"])
def test_a_message_that_must_be_refused_needs_no_text(text: dict[str, str], tmp_path: Path) -> None:
    row = {name: value for name, value in GCM.items() if name != "msg"} | text
    (entry,) = load(write(tmp_path, {**row, "ct": ZERO, "result": "invalid"}))
    assert isinstance(entry, GcmEntry)
    (refused,) = AES_GCM.known(entry) or ()
    opened, status = refused.answer
    assert len(opened.data) == 16 and status.data == bytes([Status.REFUSED])
    with pytest.raises(RoundelError, match="field (msg is missing|ct: 16 bytes)"):
        load(write(tmp_path, {**row, "ct": ZERO}))


MALFORMED: list[tuple[str, object, str]] = [
    ("not an object", 7, "not an object"),
    ("no alg", {"src": "x"}, "field alg is missing"),
    ("alg no string", {"alg": 3}, "field alg: 3"),
    ("src no string", {**SHA3, "src": 1}, "field src"),
    ("no msg", {k: v for k, v in SHA3.items() if k != "msg"}, "field msg is missing"),
    ("odd hex", {**SHA3, "msg": "abc"}, "field msg: 'abc'"),
    ("no hex", {**SHA3, "msg": "zz"}, "field msg: 'zz'"),
    ("spaces in hex", {**SHA3, "msg": "00 ff"}, "field msg"),
    ("hex no string", {**SHA3, "msg": 12}, "field msg: 12"),
    ("msg null", {**SHA3, "msg": None}, "field msg: None"),
    ("short digest", {**SHA3, "digest": "00"}, "field digest: 1 bytes"),
    ("outlen of SHA-3", {**SHA3, "outlen": 31}, "field outlen: 31"),
    ("outlen and digest", {**SHAKE, "outlen": 4}, "field digest: 3 bytes"),
    ("negative outlen", {**SHAKE, "outlen": -1}, "field outlen: -1"),
    ("outlen no number", {**SHAKE, "outlen": "3"}, "field outlen: '3'"),
    ("outlen true", {**SHAKE, "outlen": True}, "field outlen: True"),
    ("rate", {**SPONGE, "rate": 1088}, "field rate: 1088"),
    ("width", {**SPONGE, "alg": "Keccak[r=1024,c=500]"}, "field alg"),
    ("ops no list", {**PRG, "ops": {}}, "field ops"),
    ("op", {**PRG, "ops": [{"op": "jump"}]}, "ops 1: field op: 'jump'"),
    ("fetch length", {**PRG, "ops": [{"op": "fetch", "n": 3, "out": "0102"}]}, "ops 1: field out: 2 bytes"),
    ("ciphertext", {**KETJE, "ct": "0001"}, "field ct: 2 bytes"),
    ("wrap", {**SESSION, "wraps": [KETJE, 5]}, "wraps 2 is not an object"),
    ("forget", {**SESSION, "wraps": [{**KETJE, "forget": 2}]}, "wraps 1: field forget: 2"),
    ("result", {**KMAC, "result": "maybe"}, "field result: 'maybe'"),
    ("items", {**TUPLE, "items": "00"}, "field items: '00'"),
    ("an item", {**TUPLE, "items": ["00", 5]}, "items 2: field items: 5"),
    ("no block", {**PARALLEL, "block": 0}, "field block: 0"),
    ("digest of a tuple", {**TUPLE, "outlen": 2}, "field digest: 1 bytes"),
    ("state", {**PERMUTATION, "state": "00"}, "field state: 1 bytes"),
    ("length of AES key", {**ECB, "key": 2 * ZERO}, "field key: 32 bytes"),
    ("part of a block", {**ECB, "msg": "00"}, "field msg: 1 bytes"),
    ("no block", {**WIDE, "msg": ""}, "field msg: 0 bytes"),
    ("tag of GCM", {**GCM, "tag": "000000"}, "field tag: 3 bytes"),
    ("result of GCM", {**GCM, "result": "acceptable"}, "field result: 'acceptable'"),
    ("tag of CMAC", {**CMAC, "tag": 2 * ZERO}, "field tag: 32 bytes"),
    ("counter", {**FORTUNA, "counter": "0x10"}, "field counter: '0x10'"),
    ("long counter", {**FORTUNA, "counter": 5000 * "1"}, "field counter: 1111"),
    ("wide counter", {**FORTUNA, "counter": str(2**128)}, "field counter: 3402823"),
    ("request", {**FORTUNA, "requests": [{**REQUEST, "n": 2}]}, "requests 1: field out: 1 bytes"),
    ("rounds", {**PERMUTATION, "alg": "Keccak-p[200,19]"}, "field alg: 19 rounds"),
]


@pytest.mark.parametrize(("entry", "text"), [m[1:] for m in MALFORMED], ids=[m[0] for m in MALFORMED])
def test_malformed_entry(entry: object, text: str, tmp_path: Path) -> None:
    path = write(tmp_path, SHA3, entry)
    with pytest.raises(RoundelError) as caught:
        load(path)
    assert caught.value.message.startswith(f"{path}: entry 2")
    assert text in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"{", "not JSON"),
        (b"{}", "not a list"),
        (b"\xff[]", "not UTF-8"),
        (b"", "not JSON"),
        (b"[" + 5000 * b"1" + b"]", "not JSON"),
    ],
)
def test_malformed_file(content: bytes, text: str, tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_bytes(content)
    with pytest.raises(RoundelError, match=text) as caught:
        load(path)
    assert str(path) in caught.value.message


def test_directory_is_read_in_name_order(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(json.dumps([SHAKE]))
    (tmp_path / "a.json").write_text(json.dumps([SHA3]))
    (tmp_path / "README.md").write_text("not a vector")
    assert [entry.alg for entry in load(tmp_path)] == ["SHA3-256", "SHAKE128"]


def test_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(RoundelError, match="no \\*.json or \\*.rsp"):
        load(tmp_path)
    with pytest.raises(RoundelError, match="missing.json"):
        load(tmp_path / "missing.json")
