"""The known answers of Ascon (SP 800-232), for make.py.

No Python package has the final version; `ascon`, `fast-ascon` and `xoflib` have v1.2. CheckAscon.java checks
the answers with Bouncy Castle 1.87 (org.bouncycastle:bcprov-jdk18on of Maven Central), under Java 17:

    PYTHONPATH=tests python tests/vectors/make_ascon.py build/every.json
    mvn dependency:copy -Dartifact=org.bouncycastle:bcprov-jdk18on:1.87 -DoutputDirectory=build
    cd tests/vectors
    java -cp ../../build/bcprov-jdk18on-1.87.jar CheckAscon.java ascon.json ../../build/every.json

A test compares the digests below with the answers of today. After a change of the answers, run these
commands again and store the new digests.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

from roundel.models import ascon

BOUNCY_CASTLE = "generated; roundel.models == Bouncy Castle"

# SHA-256 of the files that Bouncy Castle accepted: ascon.json and the answers of every_length().
CHECKED = "d3ddc07031c04b0c3f5834b66fcc9a2ecdec1ae54ae154fa62fd98ca424060f0"
CHECKED_EVERY_LENGTH = "61e8ae7057f06b71ebe444ec180568c054d487315232450896f73f5d785eb055"

Entry = dict[str, Any]

BLOCKS = (0, 1, 8, 15, 16, 17, 32, 33)  # bytes around the blocks of 16
OUTPUTS = (0, 1, 7, 8, 9, 16, 31, 32, 33, 64, 200)
CUSTOMS = (0, 1, 7, 8, 9, 31, 32, 33, 255, 256)


def published() -> list[Entry]:
    """Return single published values."""
    kat = "ascon-c, KAT of SP 800-232"
    rust = "RustCrypto, docs.rs example of ascon-hash 0.4.0"
    key, nonce = bytes(range(16)).hex(), bytes(range(16, 32)).hex()
    return [
        {"alg": "Ascon-AEAD128", "src": f"{kat}, LWC_AEAD_KAT_128_128, Count = 1", "key": key,
         "nonce": nonce, "ad": "", "msg": "", "ct": "", "tag": "4f9c278211bec9316bf68f46ee8b2ec6"},
        {"alg": "Ascon-AEAD128", "src": f"{kat}, LWC_AEAD_KAT_128_128, Count = 37", "key": key,
         "nonce": nonce, "ad": "303132", "msg": "20", "ct": "66", "tag": "45b6be39cdfaab037bc4fe19676ff139"},
        {"alg": "Ascon-Hash256", "src": "NIST ACVP-Server, Ascon-Hash256-SP800-232 sample, tcId 49, 0 bits",
         "msg": "", "outlen": 32,
         "digest": "0b3be5850f2f6b98caf29f8fdea89b64a1fa70aa249b8f839bd53baa304d92b2"},
        {"alg": "Ascon-Hash256", "src": rust, "msg": b"some bytes".hex(), "outlen": 32,
         "digest": "e909c2f6da9cb3028423265c8f23fc2d26bfc0f3db704683ef16b787a945ed68"},
        {"alg": "Ascon-XOF128", "src": rust, "msg": b"some bytes".hex(), "outlen": 5, "digest": "8c7dd114a0"},
        {"alg": "Ascon-XOF128", "src": f"{kat}, LWC_XOF_KAT_128_512, Count = 1", "msg": "", "outlen": 64,
         "digest": "473d5e6164f58b39dfd84aacdb8ae42ec2d91fed33388ee0d960d9b3993295c6"
                   "ad77855a5d3b13fe6ad9e6098988373af7d0956d05a8f1665d2c67d1a3ad10ff"},
        {"alg": "Ascon-CXOF128", "src": f"{kat}, LWC_CXOF_KAT_128_512, Count = 1", "msg": "", "outlen": 64,
         "digest": "4f50159ef70bb3dad8807e034eaebd44c4fa2cbbc8cf1f05511ab66cdcc52990"
                   "5ca12083fc186ad899b270b1473dc5f7ec88d1052082dcdfe69fb75d269e7b74", "custom": ""},
        {"alg": "Ascon-CXOF128", "src": f"{kat}, LWC_CXOF_KAT_128_512, Count = 42", "msg": "00", "outlen": 64,
         "digest": "bef319ad66a1e93b18a981a9baa2a2e57ecfb7f09d9b5c3431228780740a5043"
                   "97c550fa09ca4b2f629103a1097a90aa403216a024f25690abba45e64c1b33c5",
         "custom": "1011121314151617"},
    ]  # fmt: skip


def entries(rng: Random) -> list[Entry]:
    """Return the entries of ascon.json."""
    return [*_sealed(rng), *_hashes(rng)]


def _sealed(rng: Random) -> list[Entry]:
    """Return sizes around blocks and every remainder. Some entries have one wrong bit in an input of open."""
    sizes = [(ad, text) for ad in BLOCKS for text in BLOCKS]
    sizes += [(n, 33 - n) for n in range(34) if n not in BLOCKS]
    sizes += [(100, 0), (0, 100), (64, 150)]
    entries = []
    for number, (ad_size, size) in enumerate(sizes):
        entry = _sealed_entry(*(rng.randbytes(n) for n in (16, 16, ad_size, size)))
        entries.append(entry)
        if number % 6 == 0:
            field = rng.choice([name for name in ("tag", "tag", "ct", "ad", "nonce", "key") if entry[name]])
            wrong = bytearray.fromhex(entry[field])
            wrong[rng.randrange(len(wrong))] ^= 1 << rng.randrange(8)
            entries.append(entry | {field: wrong.hex(), "result": "invalid"})
    return entries


def _hashes(rng: Random) -> list[Entry]:
    entries = [
        _hash256(rng.randbytes(size)) for size in (*range(34), 39, 40, 41, 63, 64, 65, 100, 127, 128, 150)
    ]
    for number, outlen in enumerate(OUTPUTS):
        entries += [_xof128(rng.randbytes(size), outlen) for size in (0, 8 + number)]
    entries += [_xof128(rng.randbytes(size), 32) for size in (1, 7, 15, 16, 17, 64, 100, 150)]
    for number, size in enumerate(CUSTOMS):
        outlen = OUTPUTS[number]
        entries.append(_cxof128(rng.randbytes(13 * number % 8), outlen, rng.randbytes(size)))
        entries.append(_cxof128(rng.randbytes(8 + number), 32, rng.randbytes(size)))
    return entries


def every_length() -> list[Entry]:
    """Return answers for all pairs of short lengths. They are too many for a file of this folder."""
    data = bytes(n % 256 for n in range(512))
    key, nonce = data[:16], data[16:32]
    entries = [
        _sealed_entry(key, nonce, data[48 : 48 + a], data[32 : 32 + t]) for a in range(34) for t in range(34)
    ]
    entries += [_hash256(data[:size]) for size in range(201)]
    entries += [_xof128(data[:size], outlen) for size in range(34) for outlen in range(34)]
    entries += [
        _cxof128(data[:size], 64, data[16 : 16 + custom]) for size in range(34) for custom in range(34)
    ]
    entries += [_cxof128(data[:size], 32, data[:custom]) for size in (0, 8) for custom in range(257)]
    return entries


def _sealed_entry(key: bytes, nonce: bytes, ad: bytes, text: bytes) -> Entry:
    ciphertext, tag = ascon.seal(key, nonce, ad, text)
    return {"alg": "Ascon-AEAD128", "src": BOUNCY_CASTLE, "key": key.hex(), "nonce": nonce.hex(),
            "ad": ad.hex(), "msg": text.hex(), "ct": ciphertext.hex(), "tag": tag.hex()}  # fmt: skip


def _hash256(msg: bytes) -> Entry:
    return _digest("Ascon-Hash256", msg, ascon.hash_256(msg))


def _xof128(msg: bytes, outlen: int) -> Entry:
    return _digest("Ascon-XOF128", msg, ascon.xof_128(msg, outlen))


def _cxof128(msg: bytes, outlen: int, custom: bytes) -> Entry:
    return _digest("Ascon-CXOF128", msg, ascon.cxof_128(msg, outlen, custom)) | {"custom": custom.hex()}


def _digest(alg: str, msg: bytes, digest: bytes) -> Entry:
    return {"alg": alg, "src": BOUNCY_CASTLE, "msg": msg.hex(), "outlen": len(digest), "digest": digest.hex()}


if __name__ == "__main__":
    from make import text_of

    Path(sys.argv[1]).write_text(text_of(every_length()), encoding="utf-8")
