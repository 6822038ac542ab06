"""The cores of each family whose checks are tested by default: one of each architecture."""

from __future__ import annotations

from collections.abc import Sequence

from roundel.catalog import Core, find_core
from roundel.errors import unknown_name

FAMILIES = {
    "aes": ("aes-engine:two-phases", "aes-gcm-hs", "multi-aes-hs", "multi-aes-la"),
    "keccak": ("keccak-hash", "keccak-hash-pip2", "keyak-la", "multi-keccak-hs", "multi-keccak-la"),
    "ascon": ("ascon-hs", "ascon-la"),
    "groestl": ("aes-groestl-256",),
    "salsa20": ("salsa20-engine:two-phases",),
}


def cores_of(names: Sequence[str]) -> list[Core]:
    """Return the cores with these names, or of these families; of all families for no name."""
    found: dict[str, Core] = {}
    for name in names or FAMILIES:
        for one in FAMILIES.get(name, (name,)):
            core = find_core(one)
            found[core.name] = core
    return list(found.values())


def family_of(core: str) -> str:
    """Return the family of a core; RoundelError if no family has it."""
    for family, cores in FAMILIES.items():
        if core in cores:
            return family
    raise unknown_name("core of a family", core, [core for cores in FAMILIES.values() for core in cores])
