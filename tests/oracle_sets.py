"""Small vector sets in the format of ACVP, made by independent packages: hashlib, pycryptodome, cryptography.

A set is a pair: the prompt, and its expected results. `merged` is the internal projection of both.
"""

from __future__ import annotations

import copy
import hashlib
from random import Random
from typing import Any

from Crypto.Cipher import AES
from Crypto.Hash import CMAC, KMAC128, KMAC256, cSHAKE128, cSHAKE256
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

Set = dict[str, Any]
Pair = tuple[Set, Set]
OUTER, INNER = 100, 1000


def vector_set(algorithm: str, *groups: Set, mode: str | None = None) -> Pair:
    """Return the prompt and the results of groups whose tests are pairs of the two."""
    head = {"vsId": 7, "algorithm": algorithm, **({"mode": mode} if mode else {}), "revision": "1.0"}
    prompts: list[Set] = []
    results: list[Set] = []
    number = 0
    for place, group in enumerate(groups, 1):
        asked: list[Set] = []
        known: list[Set] = []
        for test, result in group["tests"]:
            number += 1
            asked.append({"tcId": number, **test})
            known.append({"tcId": number, **result})
        prompts.append({**group, "tgId": place, "tests": asked})
        results.append({"tgId": place, "tests": known})
    return {**head, "testGroups": prompts}, {**head, "testGroups": results}


def merged(pair: Pair) -> Set:
    """Return the prompt with the results in its tests."""
    prompt, expected = copy.deepcopy(pair)
    for group, known in zip(prompt["testGroups"], expected["testGroups"], strict=True):
        for test, result in zip(group["tests"], known["tests"], strict=True):
            test |= result
    return prompt


def sha3(bits: int = 256) -> Pair:
    rng = Random("sha3")
    new = getattr(hashlib, f"sha3_{bits}")
    tests = [({"msg": "00", "len": 0}, {"md": upper(new(b"").digest())})]
    for size in (1, 71, 135, 136, 137, 300):
        msg = rng.randbytes(size)
        tests.append(({"msg": upper(msg), "len": 8 * size}, {"md": upper(new(msg).digest())}))
    large = {
        "content": "DE26",
        "contentLength": 16,
        "fullLength": 8 * 3_000_001,
        "expansionTechnique": "repeating",
    }
    text = (b"\xde\x26" * 1_500_001)[:3_000_001]
    groups: list[Set] = [
        {"testType": "AFT", "tests": tests},
        {"testType": "LDT", "tests": [({"largeMsg": large}, {"md": upper(new(text).digest())})]},
    ]
    return vector_set(f"SHA3-{bits}", *groups)


def sha3_chain(bits: int, seed: bytes, version: str, outer: int = OUTER) -> Pair:
    """The Monte Carlo test. The alternate one cuts or pads each message to the length of the seed."""
    new = getattr(hashlib, f"sha3_{bits}")
    text, results = seed, []
    for _ in range(outer):
        for _ in range(INNER):
            text = text[: len(seed)].ljust(len(seed), b"\0") if version == "alternate" else text
            text = new(text).digest()
        results.append({"md": upper(text)})
    test = ({"msg": upper(seed), "len": 8 * len(seed)}, {"resultsArray": results})
    return vector_set(f"SHA3-{bits}", {"testType": "MCT", "mctVersion": version, "tests": [test]})


def shake(strength: int = 128) -> Pair:
    rng = Random("shake")
    new = getattr(hashlib, f"shake_{strength}")
    kinds: dict[str, list[Any]] = {"AFT": [], "VOT": []}
    for kind, size, out in (("AFT", 0, strength), ("AFT", 168, strength), ("VOT", 16, 16), ("VOT", 40, 4096)):
        msg = rng.randbytes(size)
        asked = {"msg": upper(msg), "len": 8 * size, "outLen": out}
        kinds[kind].append((asked, {"md": upper(new(msg).digest(out // 8)), "outLen": out}))
    return vector_set(
        f"SHAKE-{strength}", *({"testType": kind, "tests": tests} for kind, tests in kinds.items())
    )


def shake_chain(strength: int, seed: bytes, shortest: int, longest: int, outer: int = OUTER) -> Pair:
    new = getattr(hashlib, f"shake_{strength}")
    span, size, text, results = longest - shortest + 1, longest, seed, []
    for _ in range(outer):
        for _ in range(INNER):
            text = new(text[:16].ljust(16, b"\0")).digest(size)
            own, size = size, shortest + int.from_bytes(text[-2:], "big") % span
        results.append({"md": upper(text), "outLen": 8 * own})
    test = ({"msg": upper(seed), "len": 8 * len(seed)}, {"resultsArray": results})
    limits = {"minOutLen": 8 * shortest, "maxOutLen": 8 * longest}
    return vector_set(f"SHAKE-{strength}", {"testType": "MCT", **limits, "tests": [test]})


def cshake(strength: int = 128) -> Pair:
    rng = Random("cshake")
    module = {128: cSHAKE128, 256: cSHAKE256}[strength]
    tests = []
    for size, out, custom in ((0, 256, ""), (5, 312, "Email Signature"), (200, 2048, "x" * 161)):
        msg = rng.randbytes(size)
        asked = {
            "msg": upper(msg),
            "len": 8 * size,
            "outLen": out,
            "customization": custom,
            "functionName": "",
        }
        md = module.new(data=msg, custom=custom.encode()).read(out // 8)
        tests.append((asked, {"md": upper(md), "outLen": out}))
    return vector_set(f"cSHAKE-{strength}", {"testType": "AFT", "hexCustomization": False, "tests": tests})


def cshake_chain(strength: int, seed: bytes, shortest: int, longest: int, outer: int) -> Pair:
    module = {128: cSHAKE128, 256: cSHAKE256}[strength]
    span, size, custom, text, results = longest - shortest + 1, longest, b"", seed, []
    for _ in range(outer):
        for _ in range(INNER):
            message = text[:16].ljust(16, b"\0")
            text = module.new(data=message, custom=custom).read(size // 8)
            size = shortest + (int.from_bytes(text[-2:], "big") % span) // 8 * 8
            custom = bytes(65 + byte % 26 for byte in message + text[-2:])
        results.append({"md": upper(text)})
    test = ({"msg": upper(seed), "len": 8 * len(seed)}, {"resultsArray": results})
    limits = {"minOutLen": shortest, "maxOutLen": longest, "outLenIncrement": 8, "hexCustomization": False}
    return vector_set(f"cSHAKE-{strength}", {"testType": "MCT", **limits, "tests": [test]})


def kmac(strength: int = 128) -> Pair:
    rng = Random("kmac")
    module = {128: KMAC128, 256: KMAC256}[strength]
    made, checked = [], []
    for size, mac_bytes, custom in ((0, 32, ""), (70, 32, "4D7920"), (333, 64, "00")):
        key, msg = rng.randbytes(32), rng.randbytes(size)
        mac = module.new(key=key, data=msg, mac_len=mac_bytes, custom=bytes.fromhex(custom)).digest()
        asked = {
            "key": upper(key), "keyLen": 256, "msg": upper(msg), "msgLen": 8 * size,
            "macLen": 8 * mac_bytes, "customizationHex": custom,
        }  # fmt: skip
        made.append((asked, {"mac": upper(mac)}))
        checked.append(({**asked, "mac": upper(mac)}, {"testPassed": True}))
        checked.append(({**asked, "mac": upper(bytes([mac[0] ^ 1]) + mac[1:])}, {"testPassed": False}))
    head = {"xof": False, "hexCustomization": True}
    groups = [{"testType": "AFT", **head, "tests": made}, {"testType": "MVT", **head, "tests": checked}]
    return vector_set(f"KMAC-{strength}", *groups)


def ecb(key_bits: int = 128) -> Pair:
    rng = Random("ecb")
    tests = []
    for blocks in (1, 3):
        key, text = rng.randbytes(key_bits // 8), rng.randbytes(16 * blocks)
        ct = AES.new(key, AES.MODE_ECB).encrypt(text)
        tests.append(({"key": upper(key), "pt": upper(text)}, {"ct": upper(ct)}))
    head = {"testType": "AFT", "keyLen": key_bits}
    backwards = [({"key": t["key"], "ct": r["ct"]}, {"pt": t["pt"]}) for t, r in tests]
    return vector_set(
        "ACVP-AES-ECB",
        {**head, "direction": "encrypt", "tests": tests},
        {**head, "direction": "decrypt", "tests": backwards},
    )


def ecb_chain(key: bytes, text: bytes) -> Pair:
    """The Monte Carlo test: SP 800-38A's AESAVS, section 6.4.1."""
    test = {"key": upper(key), "pt": upper(text)}
    results = []
    for _ in range(OUTER):
        cipher, first = AES.new(key, AES.MODE_ECB), text
        for _ in range(INNER):
            before, text = text, cipher.encrypt(text)
        results.append({"key": upper(key), "pt": upper(first), "ct": upper(text)})
        mask = text if len(key) == 16 else before + text
        key = bytes(a ^ b for a, b in zip(key, mask, strict=True))
    group = {"testType": "MCT", "direction": "encrypt", "keyLen": 8 * len(key)}
    return vector_set("ACVP-AES-ECB", {**group, "tests": [(test, {"resultsArray": results})]})


def ctr() -> Pair:
    rng = Random("ctr")
    groups = []
    for direction, given, result in (("encrypt", "pt", "ct"), ("decrypt", "ct", "pt")):
        tests = []
        for size in (16, 37):
            key, iv, text = rng.randbytes(16), rng.randbytes(12) + bytes(4), rng.randbytes(size)
            other = AES.new(key, AES.MODE_CTR, nonce=b"", initial_value=iv).encrypt(text)
            asked = {"key": upper(key), "iv": upper(iv), given: upper(text), "payloadLen": 8 * size}
            tests.append((asked, {result: upper(other)}))
        groups.append({"testType": "AFT", "direction": direction, "keyLen": 128, "tests": tests})
    own: list[Any] = [({"key": "00" * 16, "pt": "00" * 16}, {})]
    counter = {"testType": "CTR", "direction": "encrypt", "keyLen": 128, "tests": own}
    return vector_set("ACVP-AES-CTR", *groups, counter)


def gcm() -> Pair:
    rng = Random("gcm")
    groups = []
    for size, iv_size, tag_size in ((0, 12, 16), (45, 12, 12), (32, 16, 16)):
        key, iv, aad, text = (rng.randbytes(n) for n in (32, iv_size, 20, size))
        sealed = AESGCM(key).encrypt(iv, text, aad)
        ct, tag = upper(sealed[:size]), upper(sealed[size:][:tag_size])
        lengths = {
            "testType": "AFT", "keyLen": 256, "ivLen": 8 * iv_size, "ivGen": "external",
            "payloadLen": 8 * size, "aadLen": 160, "tagLen": 8 * tag_size,
        }  # fmt: skip
        asked = {"key": upper(key), "iv": upper(iv), "aad": upper(aad)}
        wrong = ("F" if tag[0] == "0" else "0") + tag[1:]
        opened = [
            ({**asked, "ct": ct, "tag": tag}, {"pt": upper(text), "testPassed": True}),
            ({**asked, "ct": ct, "tag": wrong}, {"testPassed": False}),
        ]
        made = [({**asked, "pt": upper(text)}, {"ct": ct, "tag": tag})]
        groups += [
            {**lengths, "direction": "encrypt", "tests": made},
            {**lengths, "direction": "decrypt", "tests": opened},
        ]
    return vector_set("ACVP-AES-GCM", *groups)


def cmac() -> Pair:
    rng = Random("cmac")
    groups = []
    for size, tag_size in ((0, 16), (50, 8)):
        key, msg = rng.randbytes(16), rng.randbytes(size)
        mac = CMAC.new(key, msg, ciphermod=AES).digest()[:tag_size]
        head = {"testType": "AFT", "keyLen": 128, "msgLen": 8 * size, "macLen": 8 * tag_size}
        asked = {"key": upper(key), "message": upper(msg)}
        wrong = bytes([mac[0] ^ 128]) + mac[1:]
        groups += [
            {**head, "direction": "gen", "tests": [(asked, {"mac": upper(mac)})]},
            {
                **head,
                "direction": "ver",
                "tests": [
                    ({**asked, "mac": upper(mac)}, {"testPassed": True}),
                    ({**asked, "mac": upper(wrong)}, {"testPassed": False}),
                ],
            },
        ]
    return vector_set("CMAC-AES", *groups)


def upper(data: bytes) -> str:
    return data.hex().upper()
