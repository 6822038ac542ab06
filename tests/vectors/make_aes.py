"""The known answers of AES and of what is built on it, for make.py."""

from __future__ import annotations

from random import Random
from typing import Any

import oracles

from roundel.models import aes, aes_hash, cmac, ctr, fortuna, gcm

CRYPTOGRAPHY = "generated; roundel.models == cryptography"
PYCRYPTODOME = "generated; roundel.models == pycryptodome"
PY3RIJNDAEL = "generated; roundel.models == py3rijndael"

KEYS = (16, 32)
BLOCK = aes.BLOCK_BYTES

Entry = dict[str, Any]


def published() -> list[Entry]:
    """Return single values that stand in print."""
    count = bytes(range(32)).hex()
    key_128 = "2b7e151628aed2a6abf7158809cf4f3c"
    key_256 = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"
    text = (
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
        "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
    )
    gcm_key = "feffe9928665731c6d6a8f9467308308"
    gcm_text = (
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
    )
    gcm_ad = "feedfacedeadbeeffeedfacedeadbeefabaddad2"
    long_nonce = (
        "9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728"
        "c3c0c95156809539fcf0e2429a6b525416aedbf5a0de6a57a637b39b"
    )
    gcm_spec = '"The Galois/Counter Mode of Operation" (McGrew, Viega), appendix B, test case '
    head = {"key": gcm_key, "ad": gcm_ad, "msg": gcm_text}
    return [
        {"alg": "AES-128-ECB", "src": "FIPS 197 appendix C.1", "key": count[:32],
         "msg": "00112233445566778899aabbccddeeff", "ct": "69c4e0d86a7b0430d8cdb78070b4c55a"},
        {"alg": "AES-256-ECB", "src": "FIPS 197 appendix C.3", "key": count,
         "msg": "00112233445566778899aabbccddeeff", "ct": "8ea2b7ca516745bfeafc49904b496089"},
        {"alg": "AES-128-CTR", "src": "SP 800-38A F.5.1, first two blocks", "key": key_128,
         "iv": "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", "msg": text[:64],
         "ct": "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"},
        {"alg": "AES-128-GCM", "src": gcm_spec + "1", "key": "00" * 16, "nonce": "00" * 12, "ad": "",
         "msg": "", "ct": "", "tag": "58e2fccefa7e3061367f1d57a4e7455a"},
        {"alg": "AES-128-GCM", "src": gcm_spec + "4", **head, "nonce": "cafebabefacedbaddecaf888",
         "ct": "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
               "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091",
         "tag": "5bc94fbc3221a5db94fae95ae7121a47"},
        {"alg": "AES-128-GCM", "src": gcm_spec + "5", **head, "nonce": "cafebabefacedbad",
         "ct": "61353b4c2806934a777ff51fa22a4755699b2a714fcdc6f83766e5f97b6c7423"
               "73806900e49f24b22b097544d4896b424989b5e1ebac0f07c23f4598",
         "tag": "3612d2e79e3b0785561be14aaca2fccb"},
        {"alg": "AES-128-GCM", "src": gcm_spec + "6", **head, "nonce": long_nonce,
         "ct": "8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca7"
               "01e4a9a4fba43c90ccdcb281d48c7c6fd62875d2aca417034c34aee5",
         "tag": "619cc5aefffe0bfa462af43c1699d050"},
        {"alg": "AES-128-CMAC", "src": "RFC 4493 example 1", "key": key_128, "msg": "",
         "tag": "bb1d6929e95937287fa37d129b756746"},
        {"alg": "AES-128-CMAC", "src": "RFC 4493 example 2", "key": key_128, "msg": text[:32],
         "tag": "070a16b46b4d4144f79bdd9dd04a287c"},
        {"alg": "AES-128-CMAC", "src": "RFC 4493 example 3", "key": key_128, "msg": text[:80],
         "tag": "dfa66747de9ae63030ca32611497c827"},
        {"alg": "AES-128-CMAC", "src": "RFC 4493 example 4", "key": key_128, "msg": text,
         "tag": "51f0bebf7e3b9d92fc49741779363cfe"},
        {"alg": "AES-256-CMAC", "src": "SP 800-38B D.3, example 9", "key": key_256, "msg": "",
         "tag": "028962f61b7bf89efc6b551f4667d983"},
        {"alg": "Rijndael-b256-k256", "src": "Gladman's test values, as in Bouncy Castle's RijndaelTest",
         "key": "2b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfe",
         "msg": "3243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c8",
         "ct": "a49406115dfb30a40418aafa4869b7c6a886ff31602a7dd19c889dc64f7e4e7a"},
    ]  # fmt: skip


def cipher(rng: Random) -> list[Entry]:
    entries = []
    for key_bytes in KEYS:
        for size in (BLOCK, BLOCK, 3 * BLOCK):
            key, text = rng.randbytes(key_bytes), rng.randbytes(size)
            one = aes.Rijndael(key)
            ours = b"".join(one.encrypt(text[i : i + BLOCK]) for i in range(0, size, BLOCK))
            entries.append(
                _enciphered(f"AES-{8 * key_bytes}-ECB", key, {}, text, ours, oracles.aes(key, text))
            )
        for size in (1, 15, 16, 17, 100):
            key, text = rng.randbytes(key_bytes), rng.randbytes(size)
            first = rng.randbytes(8) + b"\xff" * 8 if size == 100 else rng.randbytes(BLOCK)
            ours, theirs = ctr.ctr(aes.Rijndael(key), first, text), oracles.aes_ctr(key, first, text)
            entries.append(
                _enciphered(f"AES-{8 * key_bytes}-CTR", key, {"iv": first.hex()}, text, ours, theirs)
            )
    return entries


def wide(rng: Random) -> list[Entry]:
    entries = []
    for key_bytes in (16, 24, 32, 32, 32, 32):
        key, text = rng.randbytes(key_bytes), rng.randbytes(32)
        ours, theirs = aes.Rijndael(key, 32).encrypt(text), oracles.rijndael(key, text)
        alg = f"Rijndael-b256-k{8 * key_bytes}"
        entries.append(_enciphered(alg, key, {}, text, ours, theirs, PY3RIJNDAEL))
    return entries


def _enciphered(
    alg: str, key: bytes, more: Entry, text: bytes, ours: bytes, theirs: bytes, src: str = CRYPTOGRAPHY
) -> Entry:
    return {"alg": alg, "src": src, "key": key.hex(), **more, "msg": text.hex(), "ct": _agreed(ours, theirs)}


def aes_gcm(rng: Random) -> list[Entry]:
    """Sizes around nothing, blocks and beats; every size of nonce that has a case of its own."""
    entries = []
    shapes = [(12, ad, size) for ad in (0, 1, 16, 20) for size in (0, 1, 15, 16, 17, 32, 63)]
    shapes += [(nonce, 5, 33) for nonce in (1, 8, 11, 13, 15, 16, 17, 32, 100)]
    shapes += [(12, 100, 0), (12, 0, 200), (12, 47, 128)]
    for key_bytes in KEYS:
        for number, (nonce_size, ad_size, size) in enumerate(shapes):
            key, nonce, ad, text = map(rng.randbytes, (key_bytes, nonce_size, ad_size, size))
            ciphertext, tag = gcm.seal(key, nonce, ad, text)
            theirs = oracles.gcm(key, nonce, ad, text)
            _agreed(ciphertext + tag, b"".join(theirs))
            entry = {"alg": f"AES-{8 * key_bytes}-GCM", "src": PYCRYPTODOME, "key": key.hex(),
                     "nonce": nonce.hex(), "ad": ad.hex(), "msg": text.hex(), "ct": ciphertext.hex(),
                     "tag": tag.hex()}  # fmt: skip
            entries.append(entry)
            if number % 5 == 0:
                wrong = bytearray(tag)
                wrong[rng.randrange(16)] ^= 1 << rng.randrange(8)
                entries.append(entry | {"tag": wrong.hex(), "result": "invalid"})
    return entries + _short_tags(rng)


def _short_tags(rng: Random) -> list[Entry]:
    """Every size of tag but the whole one."""
    entries = []
    for key_bytes in KEYS:
        for tag_bytes in gcm.TAG_SIZES[:-1]:
            key, nonce, ad, text = map(rng.randbytes, (key_bytes, 12, rng.choice([0, 20]), 17))
            ciphertext, tag = gcm.seal(key, nonce, ad, text)
            ciphertext_there, tag_there = oracles.gcm(key, nonce, ad, text, tag_bytes)
            entries.append(
                {"alg": f"AES-{8 * key_bytes}-GCM", "src": PYCRYPTODOME, "key": key.hex(),
                 "nonce": nonce.hex(), "ad": ad.hex(), "msg": text.hex(),
                 "ct": _agreed(ciphertext, ciphertext_there), "tag": _agreed(tag[:tag_bytes], tag_there)}
            )  # fmt: skip
    return entries


def aes_cmac(rng: Random) -> list[Entry]:
    entries = []
    for key_bytes in KEYS:
        for size in (0, 1, 15, 16, 17, 31, 32, 33, 48, 100):
            key, msg = rng.randbytes(key_bytes), rng.randbytes(size)
            tag = _agreed(cmac.cmac(key, msg), oracles.cmac(key, msg))
            entries.append(
                {"alg": f"AES-{8 * key_bytes}-CMAC", "src": CRYPTOGRAPHY, "key": key.hex(), "msg": msg.hex(),
                 "tag": tag}
            )  # fmt: skip
    return entries


def hash_of_aes(rng: Random) -> list[Entry]:
    entries = []
    for size in (0, 1, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 80, 81, 200):
        msg = rng.randbytes(size)
        digest = _agreed(aes_hash.aes_hash(msg), oracles.aes_hash(msg))
        entries.append(
            {"alg": "AES-Hash", "src": PY3RIJNDAEL, "msg": msg.hex(), "digest": digest,
             "pre_final": aes_hash.chain(msg).hex()}
        )  # fmt: skip
    return entries


def fortunas(rng: Random) -> list[Entry]:
    entries = []
    for counter in (0, 1, 255, 65535, 2**64 - 1, 2**127):
        key = rng.randbytes(32) if counter else bytes(32)
        ours, theirs = fortuna.Generator(key, counter), oracles.Fortuna(key, counter)
        entry: Entry = {"alg": "Fortuna-AES256", "src": CRYPTOGRAPHY}
        if counter:
            entry |= {"alg": "Fortuna-AES256-state", "key": key.hex(), "counter": str(counter)}
        else:
            seed = rng.randbytes(40)
            entry["seed"] = seed.hex()
            ours.reseed(seed)
            theirs.reseed(seed)
        requests: list[Entry] = []
        for size in (32, 1, 16, 0, 33, None, 100):
            if size is None:
                seed = rng.randbytes(20)
                ours.reseed(seed)
                theirs.reseed(seed)
                requests.append({"op": "reseed", "seed": seed.hex()})
            else:
                out = _agreed(ours.request(size), theirs.request(size))
                requests.append({"op": "request", "n": size, "out": out})
            after = _agreed(ours.key, theirs.key)
            requests[-1] |= {"key_after": after, "counter_after": str(ours.counter)}
        entries.append(entry | {"requests": requests})
    return entries


def _agreed(ours: bytes, theirs: bytes) -> str:
    if ours != theirs:
        raise SystemExit(f"the model gives {ours.hex()}, the oracle {theirs.hex()}")
    return ours.hex()
