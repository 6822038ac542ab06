"""What is stored of the operations, and the table of the page made from it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from roundel.isa.kernels import permutation_source
from roundel.isa.pq.count import OPERATIONS, SAMPLES, VERSIONS, Count, count, handshake
from roundel.isa.pq.program import COMPILE, SCHEMES
from roundel.isa.records import figure_identity, known_facts
from roundel.lab.store import Store
from roundel.packages import package_version
from roundel.table import markdown_table

HEADS = (
    "operation",
    "version",
    "instructions",
    "in Keccak",
    "permutations",
    "share",
    "neon / this",
    "scalar / this",
)


def measure(store: Store, progress: Callable[[str], None]) -> None:
    """Count every operation in every version; keep what is not stored yet."""
    for operation in OPERATIONS:
        for variant in VERSIONS:
            identity = count_identity(operation, variant)
            if store.get(identity) is None:
                progress(f"{operation}, {variant}")
                one = count(operation, variant)
                figures = {"value": one.instructions, "keccak_instructions": one.keccak}
                figures |= {
                    "permutations": one.permutations,
                    "attempts": one.attempts,
                    "samples": one.samples,
                }
                store.put(identity, {"figures": figures})


def identity_of(name: str, version: str) -> dict[str, Any] | None:
    """Return the identity of a figure of an operation, or None if the name is of another."""
    if name in OPERATIONS and version in VERSIONS:
        return count_identity(name, version)
    return None


def count_identity(operation: str, variant: str) -> dict[str, Any]:
    """Return what a count is known by: C, permutation, options of the compiler and samples are part of it."""
    digest = known_facts(f"pq {operation} {variant}", _find_digest)[0]
    return figure_identity("aarch64", operation, variant, digest, {"compiler": package_version("ziglang")})


def _find_digest(names: str) -> list[str]:
    _kind, operation, variant = names.split()
    scheme = SCHEMES[operation.rpartition("-")[0]]
    parts = (scheme.source(), permutation_source(variant), *COMPILE, operation, str(SAMPLES))
    return [hashlib.sha256("\0".join(parts).encode()).hexdigest()]


def stored_counts(store: Store) -> list[Count]:
    """Return the counts of a store, by versions in the order of operations."""
    found = []
    for variant in VERSIONS:
        for operation in OPERATIONS:
            record = store.get(count_identity(operation, variant))
            if record is not None:
                f = record["figures"]
                means = (f["value"], f["keccak_instructions"], f["permutations"], f["attempts"])
                found.append(Count(operation, variant, f["samples"], *means))
    return found


def table(store: Store) -> str:
    """Return the table of the page as Markdown; without stored counts it has no rows."""
    return markdown_table(HEADS, list(rows(stored_counts(store))))


def rows(counts: Sequence[Count]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table, the sums of a handshake last."""
    sums = (handshake([one for one in counts if one.variant == variant]) for variant in VERSIONS)
    every = [*counts, *(one for one in sums if one)]
    for operation in (*OPERATIONS, "handshake"):
        same = {one.variant: one for one in every if one.operation == operation}
        for one in same.values():
            ratios = (_ratio(same.get(base), one) for base in ("neon", "scalar"))
            numbers = (f"{one.instructions:.0f}", f"{one.keccak:.0f}", f"{one.permutations:.1f}")
            yield operation, one.variant, *numbers, f"{one.share:.0%}", *ratios


def _ratio(other: Count | None, this: Count) -> str:
    return f"{other.instructions / this.instructions:.2f}" if other else ""
