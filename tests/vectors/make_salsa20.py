"""The known answers of Salsa20, for make.py."""

from __future__ import annotations

from random import Random
from typing import Any

from Crypto.Cipher import Salsa20

from roundel.models import salsa20

PYCRYPTODOME = "generated; roundel.models == pycryptodome"

Entry = dict[str, Any]


def published() -> list[Entry]:
    """Return single values that stand in print: the specification's section 8."""
    source = "Salsa20 specification, section 8"
    return [
        {"alg": "Salsa20-core", "src": source,
         "state": "d39f0d734c3752b70375de25bfbbea8831edb330016ab2dbafc7a6305610b3cf"
                  "1ff0203f0f535da174933071ee37cc244fc9eb4f03519c2fcb1af4f358766836",
         "out": "6d2ab2a89cf0f8eea8c4becb1a6eaa9a1d1d961a961eebf9bea3fb3045903339"
                "7628989db4391b5e6b2aec231b6f7272dbece8876f9b6e1218e85f9eb31330ca"},
    ]  # fmt: skip


def streams(rng: Random) -> list[Entry]:
    """Return messages of more than a block, and pieces from further on."""
    entries: list[Entry] = []
    for size in (16, 32):
        key, nonce, text = rng.randbytes(size), rng.randbytes(salsa20.NONCE_BYTES), rng.randbytes(65)
        ciphertext = Salsa20.new(key, nonce).encrypt(text)
        if salsa20.encrypt(key, nonce, text) != ciphertext:
            raise SystemExit("the model of Salsa20 and pycryptodome differ")
        entries.append(
            {"alg": f"Salsa20-{8 * size}", "src": PYCRYPTODOME, "key": key.hex(), "nonce": nonce.hex(),
             "msg": text.hex(), "ct": ciphertext.hex()}
        )  # fmt: skip
        key, nonce, counter = rng.randbytes(size), rng.randbytes(salsa20.NONCE_BYTES), 37
        whole = Salsa20.new(key, nonce).encrypt(bytes(64 * counter + 48))
        start = 64 * counter
        if salsa20.key_stream(key, nonce, 48, start) != whole[start:]:
            raise SystemExit("the model's key stream and pycryptodome's differ")
        head = {"src": PYCRYPTODOME, "key": key.hex(), "nonce": nonce.hex()}
        entries.append(
            {"alg": f"Salsa20-{8 * size}-seek", **head, "counter": str(counter),
             "keystream": whole[start:].hex()}
        )  # fmt: skip
        pieces = [{"offset": at, "keystream": whole[at : at + 10].hex()} for at in (0, 511)]
        entries.append({"alg": f"Salsa20-{8 * size}-ecrypt", **head, "segments": pieces})
    return entries
