"""AES from the block engines, and AES-CTR, AES-GCM, AES-CMAC and Ascon from the services of cores.

An engine encrypts blocks. Counters of AES-CTR on an engine, and the exclusive-or, are made by the sender.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from roundel.acvp.bits import NotServed
from roundel.acvp.sets import TestCase
from roundel.algorithms.aes_cmac import AES_CMAC
from roundel.algorithms.aes_gcm import AES_GCM
from roundel.algorithms.ascon import ASCON_AEAD128
from roundel.algorithms.kinds.aead import Aead
from roundel.models.aes import BLOCK_BYTES
from roundel.models.bits import xor
from roundel.models.ctr import increment
from roundel.protocol.stream import ACCEPTED, REFUSED, Kind, Operation
from roundel.simulate.aead import TagRefused
from roundel.simulate.chain import ChainDevice, ChainEngine

OUTER, INNER = 100, 1000  # of a Monte Carlo test


class EngineAnswers:
    """Answers the tests of AES-ECB or AES-CTR (`mode`) on a block engine, which encrypts."""

    def __init__(self, mode: str, engine: ChainEngine) -> None:
        """Keep the engine."""
        self._mode, self._engine = mode, engine
        self._key_bytes = engine.core.key_width // 8

    def answer(self, kind: str, test: TestCase) -> Mapping[str, Any]:
        """Return the fields of a test's result; NotServed says why there is none."""
        encrypts = _direction(test) == "encrypt"
        if self._mode == "ECB" and not encrypts:
            raise NotServed("decryption: the engine encrypts")
        if kind not in ("AFT", "CTR", "MCT") or (kind == "MCT" and self._mode != "ECB"):
            raise NotServed(f"a test of type {kind!r}")
        key = _key(test, (self._key_bytes,))
        given, result = ("pt", "ct") if encrypts else ("ct", "pt")
        text = test.hex(given)
        if self._mode == "ECB" and (len(text) % BLOCK_BYTES or not text):
            raise NotServed(f"a text of {len(text)} bytes, which are no whole blocks")
        if kind == "MCT":
            return {"resultsArray": self._monte_carlo(key, text)}
        if self._mode == "ECB":
            return {result: self._encrypt(key, text).hex().upper()}
        text = _payload(test, text)
        counters, block = b"", _counter(test)
        while len(counters) < len(text):
            counters, block = counters + block, increment(block)
        stream = self._encrypt(key, counters)[: len(text)] if text else b""
        return {result: xor(text, stream).hex().upper()}

    def _encrypt(self, key: bytes, text: bytes) -> bytes:
        blocks = np.frombuffer(text, np.uint8).reshape(-1, BLOCK_BYTES)
        keys = np.tile(np.frombuffer(key, np.uint8), (len(blocks), 1))
        return self._engine.run(blocks, keys).blocks.tobytes()

    def _monte_carlo(self, key: bytes, text: bytes) -> list[Mapping[str, Any]]:
        if len(text) != BLOCK_BYTES:
            raise NotServed(f"a Monte Carlo test of {len(text)} bytes")
        results: list[Mapping[str, Any]] = []
        for _ in range(OUTER):
            last, before = self._engine.chain(text, key, INNER)
            values = {"key": key, "pt": text, "ct": last}
            results.append({name: value.hex().upper() for name, value in values.items()})
            # AES_KEY_SHUFFLE of ACVP: the last bytes of the last two results, as many as the key has.
            key, text = xor(key, (before + last)[-len(key) :]), last
        return results


class CtrAnswers:
    """Answers the tests of AES-CTR on a core with that service."""

    def __init__(self, device: ChainDevice) -> None:
        """Keep the device."""
        self._device = device
        names = {service.algorithm for service in device.core.services if service.name == "ctr"}
        self._key_sizes = tuple(int(name.split("-")[1]) // 8 for name in sorted(names))

    def answer(self, kind: str, test: TestCase) -> Mapping[str, Any]:
        """Return the fields of a test's result; NotServed says why there is none."""
        if kind not in ("AFT", "CTR"):
            raise NotServed(f"a test of type {kind!r}")
        key = _key(test, self._key_sizes)
        given, result = ("pt", "ct") if _direction(test) == "encrypt" else ("ct", "pt")
        text, first = _payload(test, test.hex(given)), _counter(test)
        if int.from_bytes(first[12:], "big") + -(-len(text) // BLOCK_BYTES) > 1 << 32:
            raise NotServed("a counter that overflows its last 32 bits")
        return {result: self._device.aes_ctr(key, first, text).hex().upper()}


class AeadAnswers:
    """Answers the tests of AES-GCM or Ascon-AEAD128 on a core with that service."""

    def __init__(self, device: ChainDevice, algorithm: Aead) -> None:
        """Keep the device and the algorithm."""
        self._device, self._algorithm = device, algorithm

    def answer(self, kind: str, test: TestCase) -> Mapping[str, Any]:
        """Return the fields of a test's result; NotServed says why there is none."""
        algorithm = self._algorithm
        if kind != "AFT":
            raise NotServed(f"a test of type {kind!r}")
        if test.get("supportsNonceMasking", default=False) or test.get("secondKey") is not None:
            raise NotServed("nonce masking")
        encrypts = _direction(test) == "encrypt"
        if encrypts and test.get("iv", "nonce") is None:
            raise NotServed("an IV that the implementation makes")
        key, nonce = _key(test, algorithm.key_sizes), test.hex("iv", "nonce")
        if len(nonce) not in algorithm.nonce_sizes:
            raise NotServed(f"a nonce of {len(nonce)} bytes")
        ad = _first(test.hex("aad", "ad", default=b""), test, "adLen", "adBitLength", "aadLen")
        bits = test.number("tagLen", "tagLength", default=8 * algorithm.tag_bytes)
        if bits % 8 or bits // 8 not in algorithm.tag_sizes:
            raise NotServed(f"tags of {bits} bits")
        text = _payload(test, test.hex("pt" if encrypts else "ct", default=b""))
        if encrypts:
            sealed = algorithm.message(Operation.SEAL, key, nonce, ad, text, tag_bytes=bits // 8)
            answered = self._device.transact(sealed, answers=algorithm.answers)
            if [segment.kind for segment in answered] != [Kind.TEXT, Kind.TAG]:
                raise NotServed("the core refuses the message")
            return {"ct": answered[0].data.hex().upper(), "tag": answered[1].data.hex().upper()}
        tag = test.hex("tag")
        if len(tag) != bits // 8:
            raise NotServed(f"a tag of {len(tag)} bytes, and a length of {bits} bits")
        try:
            opened = self._device.decrypt(key, nonce, ad, text, tag)
        except TagRefused:
            return {"testPassed": False}
        return {"testPassed": True, "pt": opened.hex().upper()}


class CmacAnswers:
    """Answers the tests of AES-CMAC on a core with that service."""

    def __init__(self, device: ChainDevice) -> None:
        """Keep the device."""
        self._device = device

    def answer(self, kind: str, test: TestCase) -> Mapping[str, Any]:
        """Return the fields of a test's result; NotServed says why there is none."""
        if kind != "AFT":
            raise NotServed(f"a test of type {kind!r}")
        direction = test.text("direction", default="gen")
        key, bits = _key(test, AES_CMAC.key_sizes), test.number("macLen")
        message = _first(test.hex("message", "msg"), test, "msgLen")
        if bits % 8 or bits // 8 not in AES_CMAC.tag_sizes:
            raise NotServed(f"tags of {bits} bits")
        if direction == "gen":
            return {"mac": self._device.aes_cmac(key, message, bits // 8).hex().upper()}
        if direction != "ver" or bits // 8 not in AES_CMAC.verify_sizes:
            raise NotServed(f"direction {direction!r} with tags of {bits} bits")
        tag = test.hex("mac")
        if len(tag) != bits // 8:
            raise NotServed(f"a tag of {len(tag)} bytes, and a length of {bits} bits")
        request = AES_CMAC.request(*AES_CMAC.message(key, b"", message, tag))
        answered = self._device.transact(request)
        if answered not in ([ACCEPTED], [REFUSED]):
            raise NotServed("the core refuses the message")
        return {"testPassed": answered == [ACCEPTED]}


class AsconHashAnswers:
    """Answers the tests of Ascon-Hash256, -XOF128 and -CXOF128 on a core with that service."""

    def __init__(self, device: ChainDevice, name: str) -> None:
        """Keep the device and the name of the hash in Python."""
        self._device, self._name = device, name

    def answer(self, kind: str, test: TestCase) -> Mapping[str, Any]:
        """Return the fields of a test's result; NotServed says why there is none."""
        if kind != "AFT":
            raise NotServed(f"a test of type {kind!r}")
        message = _first(test.hex("msg", "message"), test, "len", "messageBitLength")
        length, custom = None, b""
        if self._name != "ascon_hash256":
            bits = test.number("outLen", "digestBitLength")
            if bits % 8:
                raise NotServed(f"an output of {bits} bits, which are no whole bytes")
            length = bits // 8
        if self._name == "ascon_cxof128":
            custom = test.hex("cs", "customizationString", default=b"")
            custom = _first(custom, test, "csLen", "customizationStringBitLength")
        return {"md": self._device.new(self._name, message, length=length, custom=custom).hexdigest().upper()}


GCM, ASCON = AES_GCM, ASCON_AEAD128


def _direction(test: TestCase) -> str:
    direction = test.text("direction", default="encrypt")
    if direction not in ("encrypt", "decrypt"):
        raise NotServed(f"direction {direction!r}")
    return direction


def _key(test: TestCase, sizes: Any) -> bytes:
    key = test.hex("key")
    if len(key) not in sizes:
        raise NotServed(f"keys of {8 * len(key)} bits")
    return key


def _counter(test: TestCase) -> bytes:
    if test.get("iv") is None:
        raise NotServed("a counter that the implementation makes")
    first = test.hex("iv")
    if len(first) != BLOCK_BYTES:
        raise NotServed(f"a counter block of {len(first)} bytes")
    return first


def _payload(test: TestCase, text: bytes) -> bytes:
    return _first(text, test, "payloadLen", "payloadBitLength")


def _first(data: bytes, test: TestCase, *names: str) -> bytes:
    """Return data of the length in bits that a field states, if the test has one of these fields.

    A length of 0 stands for no data, which some files write as one byte. NotServed where the length is no
    whole bytes, or longer than the data.
    """
    bits = test.number(*names, default=8 * len(data))
    if bits % 8 or bits > 8 * len(data):
        raise NotServed(f"{bits} bits in {len(data)} bytes")
    return data[: bits // 8]
