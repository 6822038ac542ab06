"""Known answers of ACVP: the tests of a vector set with their results.

A Monte Carlo test is no known answer of one transaction. It is counted as not served; `roundel acvp` answers
it. An engine encrypts, so the pairs of a decryption in ECB are verified as those of an encryption.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from roundel.acvp.bits import NotServed
from roundel.acvp.sets import Malformed as MalformedTest
from roundel.acvp.sets import TestCase, VectorSet
from roundel.acvp.sponge import requested, sponge_of
from roundel.verify.rows import Made, Malformed, Row, other

SOURCE = "ACVP"
_NO_RESULT = "without a result: keep expectedResults.json beside the prompt"
_ASCON_HASHES = ("Hash256", "XOF128", "CXOF128")


def acvp_rows(vectors: VectorSet) -> Iterator[Made]:
    """Yield a row for each test of a vector set."""
    for group in vectors.groups:
        yield from map(Malformed, group.malformed)
        for test in group.tests:
            try:
                if group.kind not in ("AFT", "VOT", "MVT", "CTR"):
                    raise NotServed(group.kind)
                yield _row(vectors, test)
            except NotServed as reason:
                yield other(test.where, f"{vectors.name}, {reason}", SOURCE)
            except MalformedTest as error:
                yield Malformed(error)


def _row(vectors: VectorSet, test: TestCase) -> Row:
    name = vectors.name
    if sponge := sponge_of(vectors.algorithm):
        return _sponge(name, *sponge, test)
    if name in ("ACVP-AES-ECB", "ACVP-AES-CTR"):
        _require(test, "pt")
        _require(test, "ct")
        text, result = _whole(test, "pt", "payloadLen"), _whole(test, "ct", "payloadLen")
        value = {"key": test.hex("key").hex(), "msg": text.hex(), "ct": result.hex()}
        if name.endswith("CTR"):
            if test.get("iv") is None:
                raise NotServed("a counter that the implementation makes")
            value["iv"] = test.hex("iv").hex()
        return _made(test, f"AES-{4 * len(value['key'])}-{name[-3:]}", value)
    if name == "ACVP-AES-GCM":
        return _aead(test, f"AES-{8 * len(test.hex('key'))}-GCM")
    if name == "Ascon AEAD128":
        if test.get("supportsNonceMasking", default=False) or test.get("secondKey") is not None:
            raise NotServed("nonce masking")
        return _aead(test, "Ascon-AEAD128")
    if name == "CMAC-AES":
        _require(test, "mac")
        tag, msg = test.hex("mac"), _whole(test, "message", "msgLen", also="msg")
        if test.number("macLen", default=8 * len(tag)) != 8 * len(tag):
            raise NotServed("tags that are no whole bytes")
        key = test.hex("key")
        value = {"key": key.hex(), "msg": msg.hex(), "tag": tag.hex(), "result": _result(test)}
        return _made(test, f"AES-{8 * len(key)}-CMAC", value)
    if vectors.algorithm == "Ascon" and vectors.mode in _ASCON_HASHES:
        _require(test, "md", "digest")
        msg = _whole(test, "msg", "len", "messageBitLength", also="message")
        md = test.hex("md", "digest")
        if test.number("outLen", "digestBitLength", default=8 * len(md)) != 8 * len(md):
            raise NotServed("an output that is no whole bytes")
        value = {"msg": msg.hex(), "digest": md.hex()}
        if vectors.mode == "CXOF128":
            lengths = ("csLen", "customizationStringBitLength")
            value["custom"] = _whole(test, "cs", *lengths, also="customizationString").hex()
        return _made(test, f"Ascon-{vectors.mode}", value)
    raise NotServed("no algorithm of Roundel")


def _sponge(name: str, family: str, bits: int, test: TestCase) -> Row:
    """Return the row of a sponge: what the core is sent, and its answer."""
    output = "mac" if family == "KMAC" else "md"
    _require(test, output)
    digest = test.hex(output)
    if family == "SHAKE" or family == "cSHAKE":
        test = replace(test, fields={"outLen": 8 * len(digest), **test.fields})
    request = requested(family, bits, test)
    if request.size != 8 * len(digest):
        raise NotServed("an output that is no whole bytes")
    sent, suffix = request.message.with_suffix(request.suffix)
    value = {"rate": 8 * request.rate_bytes, "suffix": suffix, "msg": sent.hex(), "digest": digest.hex()}
    return _made(test, f"{name}, as sent", {**value, "result": _result(test)})


def _aead(test: TestCase, alg: str) -> Row:
    valid = _result(test) == "valid"
    _require(test, "tag")
    if valid:
        _require(test, "pt")
        _require(test, "ct")
    nonce, tag = test.get("iv", "nonce"), test.hex("tag")
    if test.number("tagLen", "tagLength", default=8 * len(tag)) != 8 * len(tag):
        raise NotServed("tags that are no whole bytes")
    if not isinstance(nonce, str):
        raise NotServed("a nonce that the implementation makes")
    value: dict[str, Any] = {
        "key": test.hex("key").hex(),
        "nonce": test.hex("iv", "nonce").hex(),
        "ad": _whole(test, "aad", "aadLen", "adLen", "adBitLength", also="ad").hex(),
        "ct": _whole(test, "ct", "payloadLen", "payloadBitLength").hex(),
        "tag": tag.hex(),
        "result": "valid" if valid else "invalid",
    }
    if valid:
        value["msg"] = _whole(test, "pt", "payloadLen", "payloadBitLength").hex()
    return _made(test, alg, value)


def _made(test: TestCase, alg: str, value: Mapping[str, Any]) -> Row:
    return Row(test.where, {"alg": alg, "src": SOURCE, **value})


def _require(test: TestCase, *names: str) -> None:
    if test.get(*names) is None:
        raise NotServed(_NO_RESULT)


def _result(test: TestCase) -> str:
    return "valid" if test.flag("testPassed", default=True) else "invalid"


def _whole(test: TestCase, name: str, *lengths: str, also: str = "") -> bytes:
    """Return the bytes of a field, as many as the first of `lengths` says; NotServed for part of a byte."""
    data = test.hex(name, *([also] if also else []), default=b"")
    bits = test.number(*lengths, default=8 * len(data))
    if bits % 8 or bits > 8 * len(data):
        raise NotServed("a text that is no whole bytes")
    return data[: bits // 8]
