"""A paper of two cores, and rows to answer it by."""

from __future__ import annotations

from typing import Any

from designs_rows import core, results, row, service

from roundel.compare import Reproduction, reproduce
from roundel.implement import find_target
from roundel.papers import Paper

ECP5, XC7 = find_target("ecp5"), find_target("xc7")
CATALOG = {name: core(name, service("hash"), service("mac")) for name in ("core-a", "core-b")}


def paper(*claims: dict[str, Any], **changes: Any) -> Paper:
    """Core A has three times the throughput/area of core B, in 10 bits a cycle against 5."""
    published: dict[str, Any] = {
        "service": "hash",
        "device": "d",
        "area": 10,
        "mhz": 100,
        "gbps": 1,
        "block_bits": 100,
    }
    a = published | {"name": "A", "core": "core-a", "per_area": 300, "cycles": 10}
    b = published | {"name": "B", "core": "core-b", "per_area": 100, "cycles": 20, "area": 40}
    other = published | {"name": "Other", "per_area": 5, "block_bits": None}
    data = {
        "id": "px",
        "title": "t",
        "authors": "a",
        "published": "p",
        "area_unit": "slices",
        "tolerance": 1.5,
        "roles": {"d": "chosen"},
        "tables": [{"name": "I", "rows": [a, b, other]}],
        "pairs": [{"over": "core-a", "under": "core-b"}],
        "claims": [{"name": "c", "text": "t", "where": "w", "table": "I"} | claim for claim in claims],
    }
    return Paper.model_validate(data | changes)


def terms(over: str = "core-a/hash", under: str = "core-b/hash") -> dict[str, Any]:
    return {"terms": [{"over": [over], "under": [under]}]}


def answered(*claims: dict[str, Any], b: dict[str, Any] | None = None, **a: Any) -> Reproduction:
    rows = results(row("core-a", "hash", **a), row("core-b", "hash", **(b or {})))
    return reproduce(paper(*claims), CATALOG, ECP5, rows)


def fmax(low: float, median: float, high: float) -> dict[str, Any]:
    return {"fmax_mhz": {"median": median, "min": low, "max": high}}


FLAT = fmax(100.0, 100.0, 100.0)
