"""SHA-3, SHAKE, cSHAKE and KMAC from the HASH service of a Keccak core.

The core has rate, suffix and length in its command. Prefixes of cSHAKE and KMAC are made by the sender
(SP 800-185), and so is the comparison of a KMAC with a received one. A core that serves KMAC does both itself
if strings and tag are whole bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from roundel.acvp.bits import Bits, NotServed, bytepad, encode_string, first_bits
from roundel.acvp.sets import TestCase
from roundel.algorithms.kinds.hash import HashFunction
from roundel.algorithms.kmac import VERIFY_SIZES
from roundel.models.sp800_185 import right_encode
from roundel.models.sponge import SUFFIX_CSHAKE, SUFFIX_SHA3, SUFFIX_SHAKE
from roundel.protocol.stream import Kind, Segment
from roundel.simulate.aead import TagRefused
from roundel.simulate.chain import ChainDevice

STATE_BITS = 1600
OUTER, INNER = 100, 1000  # of a Monte Carlo test
SEED_BYTES = 16  # of each message in the Monte Carlo tests of SHAKE and cSHAKE
LARGE_PART = 1 << 20  # bytes of a large message that are sent at once
LETTERS, FIRST_LETTER = 26, 65

_NAME = re.compile(r"(?P<family>SHA3|SHAKE|cSHAKE|KMAC)-(?P<bits>\d+)")


def sponge_of(algorithm: str) -> tuple[str, int] | None:
    """Return the family and the strength or digest in bits; None for another algorithm."""
    match = _NAME.fullmatch(algorithm)
    if match is None:
        return None
    family, bits = match["family"], int(match["bits"])
    known = (224, 256, 384, 512) if family == "SHA3" else (128, 256)
    return (family, bits) if bits in known else None


@dataclass(frozen=True)
class Requested:
    """What a core is asked for: rate in bytes, suffix byte, bits of the text, bits of the output."""

    rate_bytes: int
    suffix: int
    message: Bits
    size: int


def rate_of(bits: int) -> int:
    """Return the rate in bytes; `bits` is the digest of SHA-3, or the strength."""
    return (STATE_BITS - 2 * bits) // 8


def requested(family: str, bits: int, test: TestCase) -> Requested:
    """Return what a core is asked for in a functional test, or in the verification of a MAC."""
    rate, message = rate_of(bits), message_of(test)
    if family == "SHA3":
        return Requested(rate, SUFFIX_SHA3, message, bits)
    size = test.number("macLen" if family == "KMAC" else "outLen")
    if family == "SHAKE":
        return Requested(rate, SUFFIX_SHAKE, message, size)
    function = test.text("functionName", default="").encode()
    if family == "KMAC":
        key = key_of(test)
        ending = Bits.of(right_encode(0 if test.flag("xof", default=False) else size))
        message, function = bytepad(encode_string(key), rate) + message + ending, b"KMAC"
    return customized(rate, message, size, function, _custom(test))


def customized(rate_bytes: int, message: Bits, size: int, function: bytes, custom: bytes) -> Requested:
    """Return the request of a cSHAKE, which is SHAKE without a name and a customization."""
    if not function and not custom:
        return Requested(rate_bytes, SUFFIX_SHAKE, message, size)
    head = bytepad(encode_string(Bits.of(function)) + encode_string(Bits.of(custom)), rate_bytes)
    return Requested(rate_bytes, SUFFIX_CSHAKE, head + message, size)


def message_of(test: TestCase) -> Bits:
    """Return the bits of the message."""
    data = test.hex("msg")
    return Bits.of(data, test.number("len", "msgLen", default=8 * len(data)))


def key_of(test: TestCase) -> Bits:
    """Return the bits of the key."""
    data = test.hex("key")
    return Bits.of(data, test.number("keyLen", default=8 * len(data)))


class SpongeAnswers:
    """Answers the tests of one algorithm on a device."""

    def __init__(self, family: str, bits: int, device: ChainDevice) -> None:
        """Keep the device. `bits` is the digest of SHA-3, or the strength."""
        self._family, self._bits, self._device = family, bits, device
        self._rate = rate_of(bits)
        self._suffix = SUFFIX_SHA3 if family == "SHA3" else SUFFIX_SHAKE

    def answer(self, kind: str, test: TestCase) -> Mapping[str, Any]:
        """Return the fields of a test's result; NotServed says why there is none."""
        if kind == "MCT":
            return {"resultsArray": self._monte_carlo(test)}
        if kind == "LDT":
            return {"md": _hex(self._large(test))}
        if kind not in ("AFT", "VOT", "MVT"):
            raise NotServed(f"a test of type {kind!r}")
        if self._family == "KMAC" and (result := self._by_core(kind, test)) is not None:
            return result
        request = requested(self._family, self._bits, test)
        output = self._output(request)
        if kind == "MVT":
            return {"testPassed": output == first_bits(test.hex("mac"), request.size)}
        if self._family == "KMAC":
            return {"mac": _hex(output)}
        return {"md": _hex(output), **({} if self._family == "SHA3" else {"outLen": request.size})}

    def _by_core(self, kind: str, test: TestCase) -> Mapping[str, Any] | None:
        """Return the result of a KMAC that the core frames; None if the core or the test is not for that."""
        key, message, size = key_of(test), message_of(test), test.number("macLen")
        served = self._device.core.serves(f"kmac-{self._bits}")
        if not served or any(bits % 8 for bits in (key.size, message.size, size)):
            return None
        secret, text, custom, length = key.whole(), message.whole(), _custom(test), size // 8
        xof = test.flag("xof", default=False)
        if kind == "MVT" and not xof and length in VERIFY_SIZES:
            try:
                getattr(self._device, f"verify_kmac_{self._bits}")(secret, text, test.hex("mac"), custom)
            except TagRefused:
                return {"testPassed": False}
            return {"testPassed": True}
        name = f"kmac{'xof' * xof}_{self._bits}"
        tag = getattr(self._device, name)(secret, text, length, custom)
        return {"testPassed": tag == test.hex("mac")} if kind == "MVT" else {"mac": _hex(tag)}

    def _function(self, suffix: int) -> HashFunction:
        return HashFunction(self._family, self._rate, suffix, None, self._rate)

    def _output(self, request: Requested) -> bytes:
        data, suffix = request.message.with_suffix(request.suffix)
        hashed = self._device.new(self._function(suffix), data, length=-(-request.size // 8))
        return first_bits(hashed.digest(), request.size)

    def _large(self, test: TestCase) -> bytes:
        """Return the digest of a message that is described, not sent: its content repeated."""
        described = test.get("largeMsg")
        if self._family != "SHA3" or not isinstance(described, dict):
            raise NotServed("a large message without largeMsg")
        large = TestCase(f"{test.where}, largeMsg", described, {})
        if (technique := large.text("expansionTechnique")) != "repeating":
            raise NotServed(f"a large message by {technique!r}")
        content = large.hex("content")
        size = large.number("fullLength")
        if large.number("contentLength") != 8 * len(content) or size % 8 or not content:
            raise NotServed("a large message that is no whole bytes")
        part = content * max(1, LARGE_PART // len(content))
        digest = self._device.new(self._function(self._suffix), length=self._bits // 8)
        for start in range(0, size // 8, len(part)):
            digest.update(part[: size // 8 - start])
        return digest.digest()

    def _monte_carlo(self, test: TestCase) -> list[Mapping[str, Any]]:
        seed = message_of(test).whole()
        if self._family == "SHA3":
            return self._sha3_chain(test, seed)
        if self._family == "KMAC":
            raise NotServed("a Monte Carlo test of KMAC")
        shortest, longest = test.number("minOutLen"), test.number("maxOutLen")
        step = test.number("outLenIncrement", default=8)
        if shortest % 8 or longest % 8 or step != 8 or shortest < 16 or longest < shortest:
            raise NotServed(f"a Monte Carlo test with outputs of {shortest} to {longest} bits, step {step}")
        lengths = range(shortest // 8, longest // 8 + 1)
        if self._family == "SHAKE":
            return self._shake_chain(seed, lengths)
        return self._custom_chain(seed, lengths, in_hex=test.flag("hexCustomization", default=False))

    def _sha3_chain(self, test: TestCase, seed: bytes) -> list[Mapping[str, Any]]:
        """The standard test hashes digests; the alternate one cuts or pads each to the seed's length."""
        size = self._bits // 8
        version = test.get("mctVersion", default="standard")
        if version not in ("standard", "alternate"):
            raise NotServed(f"a Monte Carlo test of version {version!r}")
        text_bytes = len(seed) if version == "alternate" else size
        results: list[Mapping[str, Any]] = []
        for number in range(OUTER):
            text, rounds = seed, INNER
            if version == "standard" and number == 0:  # this message alone is as long as the seed
                text, rounds = self._chain(text, 1, size), rounds - 1
            seed = self._chain(text[:text_bytes].ljust(text_bytes, b"\0"), rounds, size)
            results.append({"md": _hex(seed)})
        return results

    def _chain(self, text: bytes, rounds: int, size: int, lengths: range | None = None) -> bytes:
        function = self._function(self._suffix)
        segments = [Segment(Kind.CMD, function.command(size).pack()), Segment(Kind.TEXT, text)]
        most = lengths[-1] if lengths else size
        return self._device.chain(segments, rounds, kind=Kind.DIGEST, most_bytes=most, lengths=lengths)

    def _shake_chain(self, seed: bytes, lengths: range) -> list[Mapping[str, Any]]:
        """The length of each output depends on the output before."""
        size = lengths[-1]
        results: list[Mapping[str, Any]] = []
        for _ in range(OUTER):
            text = seed[:SEED_BYTES].ljust(SEED_BYTES, b"\0")
            seed = self._chain(text, INNER, size, lengths)
            results.append({"md": _hex(seed), "outLen": 8 * len(seed)})
            size = lengths[_right_bits(seed) % len(lengths)]
        return results

    def _custom_chain(self, seed: bytes, lengths: range, *, in_hex: bool) -> list[Mapping[str, Any]]:
        """The customization of each message depends on the output before, and so does the length."""
        size, custom = 8 * lengths[-1], b""
        results: list[Mapping[str, Any]] = []
        span = 8 * (len(lengths) - 1) + 1  # the range is in bits here
        for _ in range(OUTER):
            for _ in range(INNER):
                text = seed[:SEED_BYTES].ljust(SEED_BYTES, b"\0")
                seed = self._output(customized(self._rate, Bits.of(text), size, b"", custom))
                size = 8 * lengths[_right_bits(seed) % span // 8]
                custom = text + seed[-2:] if in_hex else letters(text + seed[-2:])
            results.append({"md": _hex(seed), "outLen": 8 * len(seed)})
        return results


def letters(data: Sequence[int]) -> bytes:
    """Return a capital letter for each byte: BitsToString of ACVP's cSHAKE test."""
    return bytes(FIRST_LETTER + byte % LETTERS for byte in data)


def _right_bits(output: bytes) -> int:
    return int.from_bytes(output[-2:], "big")


def _custom(test: TestCase) -> bytes:
    if test.flag("hexCustomization", default=False) or test.get("customizationHex") is not None:
        return test.hex("customizationHex", "customization", default=b"")
    return test.text("customization", default="").encode()


def _hex(data: bytes) -> str:
    return data.hex().upper()
