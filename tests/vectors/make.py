"""Makes the known answers of this folder: `PYTHONPATH=tests python tests/vectors/make.py [DIR]`.

Every value comes from the golden models. Where an implementation exists that is not ours, each value is
checked against it before it is written. The same seed gives the same files.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import make_aes
import make_ascon
import make_duplex
import make_groestl
import make_salsa20
import oracles

from roundel.models import keccak, sp800_185, sponge
from roundel.models import keccak_mac as mac
from roundel.models import keccak_prg as prg

SEED = 20261120
BEAT = 16  # bytes of the widest stream: lengths around it are worth having

HASHLIB = "generated; roundel.models == hashlib"
PYCRYPTODOME = "generated; roundel.models == pycryptodome"
MODEL = "generated; roundel.models"

Entry = dict[str, Any]


def made() -> dict[str, list[Entry]]:
    """Return the entries of every file by file name."""
    return {
        "published.json": published(),
        "sha3.json": sha3(Random(SEED)),
        "shake.json": shake(Random(SEED + 1)),
        "turboshake.json": turboshake(Random(SEED + 22)),
        "keccak_original.json": keccak_original(Random(SEED + 2)),
        "keccak_p.json": keccak_p(Random(SEED + 3)),
        "kmac.json": kmac(Random(SEED + 4)),
        "sp800_185.json": sp800_185_functions(Random(SEED + 21)),
        "keccak_mac.json": keccak_mac(Random(SEED + 5)),
        "keccak_prg.json": keccak_prg(Random(SEED + 6)),
        "keyak_v2.json": make_duplex.keyak(Random(SEED + 7)),
        "keyak_v2_sessions.json": make_duplex.keyak_sessions(Random(SEED + 8)),
        "ketje_v2.json": make_duplex.ketje_single(Random(SEED + 9)),
        "ketje_v2_sessions.json": make_duplex.ketje_sessions(Random(SEED + 10)),
        "aes.json": make_aes.cipher(Random(SEED + 11)),
        "rijndael256.json": make_aes.wide(Random(SEED + 12)),
        "aes_gcm.json": make_aes.aes_gcm(Random(SEED + 13)),
        "aes_cmac.json": make_aes.aes_cmac(Random(SEED + 14)),
        "aes_hash.json": make_aes.hash_of_aes(Random(SEED + 15)),
        "fortuna.json": make_aes.fortunas(Random(SEED + 16)),
        "salsa20.json": make_salsa20.streams(Random(SEED + 17)),
        "groestl.json": make_groestl.hashes(Random(SEED + 18)),
        "hmac_groestl.json": make_groestl.tags(Random(SEED + 19)),
        "ascon.json": make_ascon.entries(Random(SEED + 20)),
    }


def text_of(entries: list[Entry]) -> str:
    """Return a file's text: a JSON list, one entry a line."""
    return "[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n"


def agreed(ours: bytes, theirs: bytes) -> str:
    """Return the value in hex once both agree on it."""
    if ours != theirs:
        raise SystemExit(f"the model gives {ours.hex()}, the oracle {theirs.hex()}")
    return ours.hex()


def lengths(rate: int) -> list[int]:
    """Return message lengths in bytes around nothing, beats and blocks."""
    around = [n + d for n in (BEAT, rate, 2 * rate) for d in (-1, 0, 1)]
    return sorted({0, 1, 3, *around, 3 * rate + 7})


def published() -> list[Entry]:
    """Return single values that stand in print; the tests of the models hold them."""
    zero = bytes(200)
    kmac_key = bytes(range(0x40, 0x60))
    entries = [
        {"alg": "SHA3-224", "src": "FIPS 202 example values, SHA3-224, 0 bits", "msg": "",
         "digest": "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7"},
        {"alg": "SHA3-256", "src": "FIPS 202 example values, SHA3-256, 0 bits", "msg": "",
         "digest": "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"},
        {"alg": "SHA3-256", "src": "di-mgt.com.au/sha_testvectors.html, \"abc\"", "msg": "616263",
         "digest": "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
        {"alg": "SHAKE128", "src": "FIPS 202 example values, SHAKE128, 0 bits, first 32 bytes", "msg": "",
         "outlen": 32, "digest": "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26"},
        {"alg": "SHAKE256", "src": "FIPS 202 example values, SHAKE256, 0 bits, first 32 bytes", "msg": "",
         "outlen": 32, "digest": "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"},
        {"alg": "TurboSHAKE128", "src": "RFC 9861 section 5, empty message", "domain": 31, "msg": "",
         "outlen": 32, "digest": "1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c"},
        {"alg": "TurboSHAKE256", "src": "RFC 9861 section 5, empty message", "domain": 31, "msg": "",
         "outlen": 64, "digest": "367a329dafea871c7802ec67f905ae13c57695dc2c6663c61035f59a18f8e7db"
         "11edc0e12e91ea60eb6b32df06dd7f002fbafabb6e13ec1cc20d995547600db0"},
        {"alg": "Keccak-256", "src": "Ethereum yellow paper, KEC of nothing", "rate": 1088, "msg": "",
         "digest": "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"},
        {"alg": "KMAC128", "src": "NIST KMAC samples, sample 1", "key": kmac_key.hex(), "custom": "",
         "msg": "00010203", "outlen": 32,
         "tag": "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e"},
        {"alg": "KMAC128", "src": "NIST KMAC samples, sample 2", "key": kmac_key.hex(),
         "custom": b"My Tagged Application".hex(), "msg": "00010203", "outlen": 32,
         "tag": "3b1fba963cd8b0b59e8c1a6d71888b7143651af8ba0a7070c0979e2811324aa5"},
        {"alg": "cSHAKE128", "src": "NIST cSHAKE samples, sample 1", "custom": b"Email Signature".hex(),
         "msg": "00010203", "outlen": 32,
         "digest": "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"},
        {"alg": "TupleHash128", "src": "NIST TupleHash samples, sample 1", "custom": "",
         "items": ["000102", "101112131415"], "outlen": 32,
         "digest": "c5d8786c1afb9b82111ab34b65b2c0048fa64e6d48e263264ce1707d3ffc8ed1"},
        {"alg": "ParallelHash128", "src": "NIST ParallelHash samples, sample 1", "custom": "", "block": 8,
         "msg": "000102030405060710111213141516172021222324252627", "outlen": 32,
         "digest": "ba8dc1d1d979331d3f813603c67f72609ab5e44b94a0b8f9af46514454a2b4f5"},
    ]  # fmt: skip
    first = keccak.keccak_p(zero)
    # The Keccak team's KeccakF-1600-IntermediateValues.txt gives the lanes of the state after the first
    # permutation of zeros; the first four.
    agreed(
        first[:32],
        b"".join(
            lane.to_bytes(8, "little")
            for lane in (0xF1258F7940E1DDE7, 0x84D5CCF933C0478A, 0xD598261EA65AA9EE, 0xBD1547306F80494D)
        ),
    )
    entries.append(
        {"alg": "Keccak-p[1600,24]", "nr": 24,
         "src": "KeccakF-1600-IntermediateValues.txt, permutation of zeros (lanes 0 to 3 compared)",
         "state": zero.hex(), "out": first.hex()}
    )  # fmt: skip
    for module in (make_aes, make_salsa20, make_groestl, make_ascon):
        entries += module.published()
    return entries


def sha3(rng: Random) -> list[Entry]:
    entries = []
    for bits in (224, 256, 384, 512):
        for size in lengths(200 - bits // 4):
            msg = rng.randbytes(size)
            digest = agreed(getattr(sponge, f"sha3_{bits}")(msg), oracles.sha3(bits, msg))
            entries.append({"alg": f"SHA3-{bits}", "src": HASHLIB, "msg": msg.hex(), "digest": digest})
    return entries


def shake(rng: Random) -> list[Entry]:
    entries = []
    for strength in (128, 256):
        rate = 200 - strength // 4
        model = getattr(sponge, f"shake_{strength}")
        sizes = [(n, 32) for n in lengths(rate)]
        sizes += [
            (rng.randrange(rate), n) for n in (0, 1, 15, 16, 17, rate - 1, rate, rate + 1, 3 * rate + 5)
        ]
        for size, outlen in sizes:
            msg = rng.randbytes(size)
            digest = agreed(model(msg, outlen), oracles.shake(strength, msg, outlen))
            entries.append(
                {
                    "alg": f"SHAKE{strength}",
                    "src": HASHLIB,
                    "msg": msg.hex(),
                    "outlen": outlen,
                    "digest": digest,
                }
            )
    return entries


def turboshake(rng: Random) -> list[Entry]:
    entries: list[Entry] = []
    for strength in (128, 256):
        rate = 200 - strength // 4
        model = getattr(sponge, f"turboshake_{strength}")
        for size, outlen in ((0, 17), (rate - 1, rate + 1), (rate, 32), (2 * rate + 9, 32)):
            msg, domain = rng.randbytes(size), rng.choice([0x01, 0x06, 0x07, 0x0B, 0x1F, 0x7F])
            digest = agreed(model(msg, outlen, domain), oracles.turboshake(strength, msg, outlen, domain))
            entries.append(
                {"alg": f"TurboSHAKE{strength}", "src": PYCRYPTODOME, "domain": domain, "msg": msg.hex(),
                 "outlen": outlen, "digest": digest}
            )  # fmt: skip
    return entries


def keccak_original(rng: Random) -> list[Entry]:
    entries: list[Entry] = []
    for bits in (224, 256, 384, 512):
        rate = 200 - bits // 4
        for size in lengths(rate):
            msg = rng.randbytes(size)
            digest = agreed(getattr(sponge, f"keccak_{bits}")(msg), oracles.original_keccak(bits, msg))
            entries.append(
                {
                    "alg": f"Keccak-{bits}",
                    "src": PYCRYPTODOME,
                    "rate": 8 * rate,
                    "msg": msg.hex(),
                    "digest": digest,
                }
            )
    for lanes in range(1, 22):
        rate = 8 * lanes
        for size, outlen in ((0, rate + 1), (rate - 1, 8), (rate, 32), (2 * rate + 5, 2 * rate)):
            msg = rng.randbytes(size)
            digest = agreed(sponge.keccak(msg, rate, 0x01, outlen), oracles.sponge(msg, rate, 0x01, outlen))
            entries.append(_sponge_entry(PYCRYPTODOME, 1600, rate, msg, outlen, digest))
    for width, rate in ((200, 5), (400, 18), (400, 30), (800, 36), (800, 68), (800, 80)):
        for size, outlen in ((0, 32), (rate - 1, rate), (rate, rate + 1), (3 * rate, 8)):
            msg = rng.randbytes(size)
            digest = sponge.keccak(msg, rate, 0x01, outlen, width).hex()
            entries.append(_sponge_entry(MODEL, width, rate, msg, outlen, digest))
    return entries


def _sponge_entry(src: str, width: int, rate: int, msg: bytes, outlen: int, digest: str) -> Entry:
    alg = f"Keccak[r={8 * rate},c={width - 8 * rate}]"
    return {"alg": alg, "src": src, "rate": 8 * rate, "msg": msg.hex(), "outlen": outlen, "digest": digest}


def keccak_p(rng: Random) -> list[Entry]:
    entries = []
    for width in keccak.WIDTHS:
        for rounds in sorted({1, 2, 6, 12, keccak.nominal_rounds(width)}):
            for star, permute in (("", keccak.keccak_p), ("*", keccak.keccak_p_twisted)):
                for state in (bytes(width // 8), rng.randbytes(width // 8)):
                    out = permute(state, rounds, width)
                    entries.append(
                        {"alg": f"Keccak-p{star}[{width},{rounds}]", "nr": rounds, "src": MODEL,
                         "state": state.hex(), "out": out.hex()}
                    )  # fmt: skip
    return entries


def kmac(rng: Random) -> list[Entry]:
    entries = []
    for strength in (128, 256):
        model = getattr(sp800_185, f"kmac_{strength}")
        rate = 200 - strength // 4
        for size, outlen in ((0, 32), (1, 16), (rate, 64), (2 * rate + 3, rate + 1)):
            for custom in (b"", b"Roundel"):
                key, msg = rng.randbytes(strength // 8 + size % 7), rng.randbytes(size)
                tag = agreed(
                    model(key, msg, outlen, custom), oracles.kmac(strength, key, msg, outlen, custom)
                )
                entries.append(
                    {"alg": f"KMAC{strength}", "src": PYCRYPTODOME, "key": key.hex(), "custom": custom.hex(),
                     "msg": msg.hex(), "outlen": outlen, "tag": tag}
                )  # fmt: skip
    return entries


def sp800_185_functions(rng: Random) -> list[Entry]:
    """Return cSHAKE, KMACXOF, TupleHash and ParallelHash, the last two also as XOFs."""
    entries: list[Entry] = []

    def add(alg: str, digest: str, **fields: Any) -> None:
        entries.append({"alg": alg, "src": PYCRYPTODOME, **fields, "digest": digest})

    for strength in (128, 256):
        rate = 200 - strength // 4
        cshake = getattr(sp800_185, f"cshake_{strength}")
        for size, outlen, name, custom in (
            (0, 32, b"", b"Roundel"),
            (rate, rate + 1, b"N", b""),
            (9, 5, b"", b""),
        ):
            msg = rng.randbytes(size)
            digest = agreed(
                cshake(msg, outlen, name, custom), oracles.cshake(strength, msg, outlen, name, custom)
            )
            fields = {"name": name.hex(), "custom": custom.hex(), "msg": msg.hex(), "outlen": outlen}
            add(f"cSHAKE{strength}", digest, **fields)
        kmac_model = getattr(sp800_185, f"kmac_{strength}")
        key, msg, outlen = rng.randbytes(40), rng.randbytes(rate + 3), rate + 9
        tag = agreed(
            kmac_model(key, msg, outlen, b"Roundel", xof=True),
            oracles.kmac_xof(strength, key, msg, outlen, b"Roundel"),
        )
        entries.append(
            {"alg": f"KMACXOF{strength}", "src": PYCRYPTODOME, "key": key.hex(), "custom": b"Roundel".hex(),
             "msg": msg.hex(), "outlen": outlen, "tag": tag}
        )  # fmt: skip
        tuple_hash = getattr(sp800_185, f"tuple_hash_{strength}")
        for sizes, custom in (((3, 0, 200), b""), ((), b"Roundel")):
            items = [rng.randbytes(size) for size in sizes]
            digest = agreed(tuple_hash(items, 40, custom), oracles.tuple_hash(strength, items, 40, custom))
            fields = {"custom": custom.hex(), "items": [item.hex() for item in items], "outlen": 40}
            add(f"TupleHash{strength}", digest, **fields)
        parallel_hash = getattr(sp800_185, f"parallel_hash_{strength}")
        for size, block, custom, xof in (
            (0, 8, b"", False),
            (100, 33, b"Roundel", False),
            (99, 33, b"", True),
        ):
            msg = rng.randbytes(size)
            digest = agreed(
                parallel_hash(msg, block, 64, custom, xof=xof),
                oracles.parallel_hash(strength, msg, block, 64, custom, xof=xof),
            )
            fields = {"custom": custom.hex(), "block": block, "msg": msg.hex(), "outlen": 64}
            add(f"ParallelHash{'XOF' if xof else ''}{strength}", digest, **fields)
    return entries


def keccak_mac(rng: Random) -> list[Entry]:
    entries = []
    first = mac.RATE_BYTES - mac.KEY_BYTES - mac.IV_BYTES  # message bytes of the first block
    for size in sorted(
        {0, 1, 15, 16, 17, *(first + n + d for n in (0, mac.RATE_BYTES) for d in (-1, 0, 1)), 500}
    ):
        key, iv, msg = rng.randbytes(16), rng.randbytes(16), rng.randbytes(size)
        block = mac.keccak_mac(key, iv, msg, mac.RATE_BYTES)
        agreed(block[:32], oracles.original_keccak(256, key + iv + msg))
        entries.append(
            {"alg": "KeccakMAC-r1088", "src": PYCRYPTODOME + " Keccak-256(key || iv || msg)",
             "key": key.hex(), "iv": iv.hex(), "msg": msg.hex(), "tag": block[:16].hex(),
             "block": block.hex()}
        )  # fmt: skip
    return entries


def keccak_prg(rng: Random) -> list[Entry]:
    entries = []
    for width, rate, rounds in (
        (1600, 1346, 24),
        (1600, 1026, 24),
        (1600, 1090, 24),
        (800, 546, 22),
        (1600, 1346, 12),
    ):
        rho = (rate - 2) // 8
        sequences: list[list[tuple[str, int]]] = [
            [("fetch", 20)],
            [("feed", 32), ("fetch", 16), ("fetch", rho), ("fetch", 1)],
            [("feed", rho - 1), ("fetch", 8), ("feed", rho), ("fetch", 8), ("feed", rho + 1), ("fetch", 8)],
            [("feed", 2 * rho), ("fetch", rho), ("feed", 3), ("feed", 4), ("fetch", 2 * rho + 5)],
            [
                ("feed", 40),
                ("forget", 0),
                ("fetch", 33),
                ("feed", 1),
                ("forget", 0),
                ("forget", 0),
                ("fetch", 9),
            ],
        ]
        for sequence in sequences if rounds > 12 else [*sequences[:2], sequences[-1]]:
            generator = prg.Prg(rate, width, rounds)
            # Another one to hold it against, where there is one.
            other = oracles.DuplexGenerator(rounds) if rate == 1346 else prg.Prg(rate, width, rounds)
            ops: list[Entry] = []
            for op, size in sequence:
                if op == "feed":
                    data = rng.randbytes(size)
                    generator.feed(data)
                    other.feed(data)
                    ops.append({"op": op, "data": data.hex()})
                elif op == "fetch":
                    ops.append({"op": op, "n": size, "out": agreed(generator.fetch(size), other.fetch(size))})
                elif generator.capacity <= 8 * generator.rho_bytes:
                    generator.clear()
                    other.clear()
                    ops.append({"op": op})
            alg = f"SpongePRG[b={width},r={rate},c={width - rate}]"
            src = PYCRYPTODOME + " permutation" if rate == 1346 else MODEL
            head: Entry = {"alg": alg, "rate": rate, "src": src, "rho_bytes": rho}
            entries.append(head | ({"rounds": rounds} if rounds == 12 else {}) | {"ops": ops})
    return entries


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for file_name, file_entries in made().items():
        (folder / file_name).write_text(text_of(file_entries), encoding="utf-8")
