"""The known answers that each service core must serve, independent of the adapters in `roundel.verify`."""

from __future__ import annotations

from keyak_cases import is_plain_lake

from roundel.protocol.gcm_message import KEY_SIZES, TAG_BYTES
from roundel.verify.entries import (
    AeadEntry,
    AesHashEntry,
    CmacEntry,
    CtrEntry,
    Entry,
    FortunaEntry,
    GcmEntry,
    GroestlEntry,
    HashEntry,
    HmacEntry,
    MacEntry,
    PrgEntry,
)

# SHAKE128's rate is the largest one with a standard security level.
MOST_RATE_BITS = 1344


def keccak_hash(entry: Entry) -> bool:
    return isinstance(entry, HashEntry) and entry.width == 1600 and entry.rate_bits <= MOST_RATE_BITS


def lake(entry: Entry) -> bool:
    return isinstance(entry, AeadEntry) and is_plain_lake(entry)


def multi_keccak(entry: Entry) -> bool:
    if isinstance(entry, PrgEntry):
        return (entry.width, entry.rate_bits) == (1600, 1346)
    return isinstance(entry, MacEntry) or keccak_hash(entry) or lake(entry)


def gcm(entry: Entry) -> bool:
    return isinstance(entry, GcmEntry) and len(entry.key) in KEY_SIZES and len(entry.message.tag) == TAG_BYTES


def multi_aes(entry: Entry) -> bool:
    match entry:
        case AesHashEntry():
            return True
        case CmacEntry():
            return len(entry.key) in KEY_SIZES and bool(entry.tag)
        case FortunaEntry():
            begins_at_1 = entry.seed is not None or entry.counter == 1
            return begins_at_1 and entry.operations[0].name == "request"
    return gcm(entry)


def groestl(entry: Entry, digest_bytes: int) -> bool:
    match entry:
        case GroestlEntry():
            return len(entry.digest) == digest_bytes
        case HmacEntry():
            return len(entry.tag) == digest_bytes
    return False


def aes_ctr(entry: Entry, key_bytes: int) -> bool:
    """The 32-bit counter of RFC 3686 must not overflow."""
    if not isinstance(entry, CtrEntry):
        return False
    last = int.from_bytes(entry.first[12:], "big") + (len(entry.text) - 1) // 16
    return len(entry.key) == key_bytes and last < 1 << 32


def is_served(core: str, entry: Entry) -> bool:
    """Return whether the core of this catalog name must serve the entry."""
    match core.partition(":")[0]:
        case "keyak-hs" | "keyak-hs-hold" | "keyak-la":
            return lake(entry)
        case "multi-keccak-hs" | "multi-keccak-la":
            return multi_keccak(entry)
        case "aes-gcm-hs" | "aes-gcm-hs-hold" | "aes-gcm-la":
            return gcm(entry)
        case "multi-aes-hs" | "multi-aes-la":
            return multi_aes(entry)
        case "aes-groestl-256":
            return groestl(entry, 32) or aes_ctr(entry, 16)
        case "aes-groestl-512":
            return groestl(entry, 64) or aes_ctr(entry, 32)
        case "groestl-256":
            return groestl(entry, 32)
        case "aes-ctr":
            return aes_ctr(entry, 16)
        case name if name.startswith("keccak-hash"):
            return keccak_hash(entry)
    raise AssertionError(f"{core} is missing: add its entries to tests/verify/expected_entries.py")


def kinds(core: str) -> set[type[Entry]]:
    """Return all types of known answers that the core of this catalog name must serve."""
    match core.partition(":")[0]:
        case "multi-keccak-hs" | "multi-keccak-la":
            return {HashEntry, MacEntry, PrgEntry, AeadEntry}
        case "multi-aes-hs" | "multi-aes-la":
            return {AesHashEntry, CmacEntry, FortunaEntry, GcmEntry}
        case "aes-groestl-256" | "aes-groestl-512":
            return {GroestlEntry, HmacEntry, CtrEntry}
        case "groestl-256":
            return {GroestlEntry, HmacEntry}
        case "aes-ctr":
            return {CtrEntry}
        case name if name.startswith("keccak-hash"):
            return {HashEntry}
        case name if name.startswith("keyak"):
            return {AeadEntry}
        case name if name.startswith("aes-gcm"):
            return {GcmEntry}
    raise AssertionError(f"{core} is missing: add its entries to tests/verify/expected_entries.py")
