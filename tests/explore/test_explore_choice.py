"""Which cores a question is about."""

from __future__ import annotations

import pytest
from designs_rows import core, service

from roundel.catalog import load_catalog
from roundel.errors import RoundelError
from roundel.explore import choices, patterns_of

KECCAK = core(
    "keccak",
    service("hash", "r1152", summary="SHA3-224, Keccak-224", algorithm="keccak"),
    service("hash", "r1088", summary="SHA3-256, SHAKE256", algorithm="keccak", primary=True),
    service("aead", "seal", summary="Lake Keyak v2, encryption", algorithm="lake-keyak"),
)
GROESTL = core("groestl", service("hash", "256", summary="Grøstl-256", algorithm="groestl-256"))
AES = core("aes", service("block", "aes-128", algorithm="aes"))
CATALOG = (KECCAK, GROESTL, AES)


def found(wanted: str, variant: str | None = None, *cores: str) -> list[str]:
    return [f"{c.core.name} {c.service.variant}" for c in choices(CATALOG, wanted, variant, cores)]


@pytest.mark.parametrize(
    ("wanted", "variant", "cores", "expected"),
    [
        ("hash", None, (), ["keccak r1088", "groestl 256"]),
        ("HASH", "sha3-224", (), ["keccak r1152"]),
        ("hash", "groestl-256", (), ["groestl 256"]),
        ("hash", "r1088", (), ["keccak r1088"]),
        ("sha3_256", None, (), ["keccak r1088"]),
        ("groestl 256", None, (), ["groestl 256"]),
        ("lake-keyak", None, (), ["keccak seal"]),
        ("authenticated encryption", None, (), ["keccak seal"]),
        ("block-cipher", None, (), ["aes aes-128"]),
        ("hash", None, ("gro*",), ["groestl 256"]),
        ("hash", None, ("gro*", "keccak"), ["keccak r1088", "groestl 256"]),
    ],
)
def test_services_algorithms_and_functions_are_found(
    wanted: str, variant: str | None, cores: tuple[str, ...], expected: list[str]
) -> None:
    assert found(wanted, variant, *cores) == expected


@pytest.mark.parametrize(
    ("wanted", "variant", "cores", "message", "hint"),
    [
        ("hsah", None, (), "unknown service 'hsah'", "hash"),
        ("256", None, (), "unknown service '256'", "SHAKE256"),
        ("hash", "sha3-265", (), "unknown variant of hash 'sha3-265'", "SHA3-256"),
        ("hash", "seal", (), "unknown variant of hash 'seal'", ""),
        ("hash", None, ("aes",), "unknown core that offers hash 'aes'", ""),
    ],
)
def test_what_nothing_offers_is_refused_with_the_nearest(
    wanted: str, variant: str | None, cores: tuple[str, ...], message: str, hint: str
) -> None:
    with pytest.raises(RoundelError) as caught:
        found(wanted, variant, *cores)
    assert message in caught.value.message and hint in caught.value.hint


def test_patterns() -> None:
    assert patterns_of("keccak-*, aes") == ("keccak-*", "aes")
    with pytest.raises(RoundelError, match="no core is named"):
        patterns_of(" , ")


def test_every_service_of_the_catalog_can_be_asked_for() -> None:
    catalog = load_catalog().values()
    for name in {offered.name for one in catalog for offered in one.services}:
        offering = [one.name for one in catalog if name in {offered.name for offered in one.services}]
        assert [choice.core.name for choice in choices(catalog, name)] == offering
    assert {choice.service.variant for choice in choices(catalog, "shake128")} == {"r1344"}
