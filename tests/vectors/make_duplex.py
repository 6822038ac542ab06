"""Makes the known answers of Keyak and Ketje, single messages and sessions."""

from __future__ import annotations

from random import Random
from typing import Any

from roundel.models import ketje, motorist

MODEL = "generated; roundel.models"

Entry = dict[str, Any]

KEYAKS = {"River": motorist.RIVER, "Lake": motorist.LAKE}
KETJES = {"Jr": ketje.JR, "Sr": ketje.SR, "Minor": ketje.MINOR, "Major": ketje.MAJOR}


def keyak(rng: Random) -> list[Entry]:
    entries = []
    for name, instance in KEYAKS.items():
        rs, ra = instance.squeeze_bytes, instance.absorb_bytes
        beside = ra - rs
        sizes = [(0, 0), (0, 1), (1, 0), (16, 16), (13, rs - 1), (beside, rs), (beside + 1, rs)]
        sizes += [(beside, rs + 1), (2 * beside, 2 * rs), (0, 3 * rs), (ra, 0), (ra + 1, 0), (ra, rs)]
        sizes += [(ra + beside, 2 * rs + 9)]
        for ad_size, size in sizes:
            key, nonce = rng.randbytes(16), rng.randbytes(16)
            message = _message(motorist.Session(instance, key, nonce), rng, ad_size, size)
            head = {"alg": f"{name}Keyak-v2", "src": MODEL, "key": key.hex(), "nonce": nonce.hex()}
            entries.append(head | message)
    return entries


def keyak_sessions(rng: Random) -> list[Entry]:
    entries = []
    for name, instance in KEYAKS.items():
        rs = instance.squeeze_bytes
        for tag_flag, clear_start, clears in (
            (0, 0, (0, 0, 0)),
            (1, 0, (0, 1)),
            (0, 1, (0, 0)),
            (1, 1, (1, 1)),
        ):
            key, nonce = rng.randbytes(16), rng.randbytes(16)
            session = motorist.Session(instance, key, nonce, tag_flag=bool(tag_flag), clear=bool(clear_start))
            wraps = []
            for clear in clears:
                size = rng.choice([0, 1, rs - 16, rs - 15, rs, 2 * rs - 16])
                wraps.append({"forget": clear} | _message(session, rng, rng.randrange(40), size, bool(clear)))
            entries.append(
                {"alg": f"{name}Keyak-v2-session", "src": MODEL, "key": key.hex(), "nonce": nonce.hex(),
                 "tag_flag": tag_flag, "forget_start": clear_start, "start_tag": session.start_tag.hex(),
                 "wraps": wraps}
            )  # fmt: skip
    return entries


def _message(session: motorist.Session, rng: Random, ad_size: int, size: int, clear: bool = False) -> Entry:
    ad, msg = rng.randbytes(ad_size), rng.randbytes(size)
    ct, tag = session.wrap(ad, msg, clear=clear)
    return {"ad": ad.hex(), "msg": msg.hex(), "ct": ct.hex(), "tag": tag.hex()}


def ketje_single(rng: Random) -> list[Entry]:
    entries = []
    for name, instance in KETJES.items():
        rho = instance.rho_bytes
        for ad_size, size in (
            (0, 0),
            (0, 1),
            (1, 0),
            (rho, rho),
            (rho + 1, rho - 1),
            (3 * rho, 2 * rho + 1),
            (16, 64),
        ):
            key, nonce = (
                (rng.randbytes(12), rng.randbytes(10))
                if name == "Jr"
                else (rng.randbytes(16), rng.randbytes(16))
            )
            ad, msg = rng.randbytes(ad_size), rng.randbytes(size)
            ct, tag = ketje.seal(instance, key, nonce, ad, msg)
            entries.append(
                {"alg": f"Ketje{name}-v2", "src": MODEL, "key": key.hex(), "nonce": nonce.hex(),
                 "ad": ad.hex(), "msg": msg.hex(), "ct": ct.hex(), "tag": tag.hex()}
            )  # fmt: skip
    return entries


def ketje_sessions(rng: Random) -> list[Entry]:
    entries = []
    for name, instance in KETJES.items():
        key, nonce = rng.randbytes(12), rng.randbytes(10)
        session = ketje.Session(instance, key, nonce)
        wraps = []
        for tag_size in (16, 8, 32, 0, 16):
            ad, msg = rng.randbytes(rng.randrange(40)), rng.randbytes(rng.randrange(70))
            ct, tag = session.wrap(ad, msg, tag_size)
            wraps.append({"ad": ad.hex(), "msg": msg.hex(), "ct": ct.hex(), "tag": tag.hex()})
        entries.append(
            {
                "alg": f"Ketje{name}-v2-session",
                "src": MODEL,
                "key": key.hex(),
                "nonce": nonce.hex(),
                "wraps": wraps,
            }
        )
    return entries
