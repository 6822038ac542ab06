"""The known answers that each algorithm must serve, independent of the descriptors' own decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from roundel.algorithms.aes import CtrEntry
from roundel.algorithms.aes_cmac import CmacEntry
from roundel.algorithms.aes_gcm import KEY_SIZES, GcmEntry
from roundel.algorithms.aes_hash import AesHashEntry
from roundel.algorithms.ascon import AsconEntry, AsconHashEntry
from roundel.algorithms.fortuna import FortunaEntry
from roundel.algorithms.groestl import GroestlEntry, HmacEntry
from roundel.algorithms.keccak_answers import CshakeEntry, HashEntry, KmacEntry
from roundel.algorithms.keccak_mac import MacEntry
from roundel.algorithms.keccak_prg import PrgEntry
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.lake_keyak import KeyakEntry
from roundel.catalog import find_core

# SHAKE128's rate is the largest one with a standard security level.
MOST_RATE_BITS = 1344


def lake(e: KeyakEntry) -> bool:
    """Return whether it is Lake Keyak with 16 bytes of key and nonce, without flags at the start."""
    plain = not (e.tag_at_start or e.clear_at_start or any(m.clear for m in e.messages))
    sizes = (len(e.key), len(e.nonce))
    return plain and (e.family, e.instance, *sizes) == ("Keyak", "Lake", 16, 16)


def ctr(e: CtrEntry, key_bytes: int) -> bool:
    """The 32-bit counter of RFC 3686 must not overflow."""
    last = int.from_bytes(e.first[12:], "big") + (len(e.text) - 1) // 16
    return len(e.key) == key_bytes and last < 1 << 32


def kmac(e: KmacEntry, strength: int) -> bool:
    """The lengths of key and customization string are a byte each."""
    return e.strength == strength and 1 <= len(e.key) <= 255 and len(e.custom) <= 255 and bool(e.tag)


# The rates in bits and digest lengths in bytes of SHA3-224, -256, -384 and -512.
DIGESTS_OF_FIXED_LENGTH = [(1152, 28), (1088, 32), (832, 48), (576, 64)]

# By the algorithm's name in the catalog: the type of an entry, and whether the algorithm serves it.
SERVED: Mapping[str, tuple[type[Entry], Callable[[Any], bool]]] = {
    "aes-128-ctr": (CtrEntry, lambda e: ctr(e, 16)),
    "aes-256-ctr": (CtrEntry, lambda e: ctr(e, 32)),
    "aes-cmac": (CmacEntry, lambda e: len(e.key) in KEY_SIZES and bool(e.tag)),
    "aes-gcm": (GcmEntry, lambda e: len(e.key) in KEY_SIZES and len(e.message.tag) in (8, *range(12, 17))),
    "aes-hash": (AesHashEntry, lambda e: True),
    "ascon-aead128": (AsconEntry, lambda e: True),
    "ascon-cxof128": (AsconHashEntry, lambda e: e.alg == "Ascon-CXOF128"),
    "ascon-hash256": (AsconHashEntry, lambda e: e.alg == "Ascon-Hash256"),
    "ascon-xof128": (AsconHashEntry, lambda e: e.alg == "Ascon-XOF128"),
    "cshake": (CshakeEntry, lambda e: not e.name and len(e.custom) in range(1, 256)),
    "fortuna": (
        FortunaEntry,
        lambda e: (e.seed is not None or e.counter == 1) and e.operations[0].name == "request",
    ),
    "groestl-256": (GroestlEntry, lambda e: len(e.digest) == 32),
    "groestl-512": (GroestlEntry, lambda e: len(e.digest) == 64),
    "hmac-groestl-256": (HmacEntry, lambda e: len(e.tag) == 32),
    "hmac-groestl-512": (HmacEntry, lambda e: len(e.tag) == 64),
    "keccak": (
        HashEntry | CshakeEntry | KmacEntry,
        lambda e: isinstance(e, KmacEntry) or (e.width == 1600 and e.rate_bits <= MOST_RATE_BITS),
    ),
    "keccak-digest": (
        HashEntry | CshakeEntry | KmacEntry,
        lambda e: (
            (e.strength, len(e.tag)) == (256, 32)
            if isinstance(e, KmacEntry)
            else (e.width, e.rounds) == (1600, 24) and (e.rate_bits, len(e.digest)) in DIGESTS_OF_FIXED_LENGTH
        ),
    ),
    "keccak-mac": (MacEntry, lambda e: True),
    "keccak-prg": (PrgEntry, lambda e: (e.width, e.rate_bits) == (1600, 1346)),
    "kmac-128": (KmacEntry, lambda e: kmac(e, 128)),
    "kmac-256": (KmacEntry, lambda e: kmac(e, 256)),
    "lake-keyak": (KeyakEntry, lake),
    "ml-kem-hash": (
        HashEntry,
        lambda e: (
            (e.width, e.rounds) == (1600, 24)
            and (
                (e.suffix, e.rate_bits, len(e.digest)) in ((6, 1088, 32), (6, 576, 64))
                or ((e.suffix, e.rate_bits) == (0x1F, 1088) and e.digest and len(e.digest) % 8 == 0)
            )
        ),
    ),
}
# The project has no known answers of them. Their random transactions check them against the model.
WITHOUT_ANSWERS = {"aes-groestl-256", "aes-groestl-512", "ml-dsa", "ml-kem"}


def _served(core: str) -> list[tuple[type[Entry], Callable[[Any], bool]]]:
    names = {service.algorithm for service in find_core(core).services} - WITHOUT_ANSWERS
    served = [SERVED[name] for name in names]
    parameters = find_core(core).config.parameters
    key_bytes = parameters.get("KeyBytes")  # of cores with one size of key
    if key_bytes is None:
        return served
    # A wrong nonce of another size than that of the core is an error, too.
    nonce_bytes = parameters.get("NonceBytes")

    def fits(e: Any) -> bool:
        return len(e.key) == key_bytes and (nonce_bytes is None or not e.valid or len(e.nonce) == nonce_bytes)

    return [(kind, lambda e, serves=serves: serves(e) and fits(e)) for kind, serves in served]


def is_served(core: str, entry: Entry) -> bool:
    """Return whether the core of this catalog name must serve the entry."""
    return any(isinstance(entry, kind) and serves(entry) for kind, serves in _served(core))


def kinds(core: str) -> set[type[Entry]]:
    """Return all types of known answers that the core of this catalog name must serve."""
    return {each for kind, _ in _served(core) for each in get_args(kind) or (kind,)}
