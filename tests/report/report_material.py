"""What reports are made of in the tests: the project's own store, and a small one made up."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from roundel.catalog import Config, Core, PaperRow, Service, load_catalog
from roundel.compare import Results, read_results, reproduce
from roundel.implement import find_target
from roundel.lab import Store
from roundel.papers import find_paper, paper_names
from roundel.paths import project_root
from roundel.report.site import Material, build
from roundel.report.site.markdown_html import Document, read_documents
from roundel.report.svg import Figure, element

HOSTILE = "<script>alert('core')</script> & <b>more</b>"
FIGURE = Figure(element("rect", width=9, height=9, fill="#2a78d6"), 9, 9)
SEAL = Service("aead", "seal", 512, 30, primary=True)
SEALED = {"service": "aead", "variant": "seal", "block_bits": 512, "cycles_per_block": 30.0}


def made_up_core(name: str, *, summary: str = "a core", docs: str = "none", **changes: Any) -> Core:
    """A core with a hash of 24 cycles a block."""
    fields: dict[str, Any] = {
        "name": name,
        "summary": summary,
        "kind": "service",
        "vlnv": f"x:y:{name}",
        "top": "top",
        "sources": (),
        "config": Config("default"),
        "configs": ("default",),
        "data_width": 128,
        "services": (Service("hash", "r1088", 1088, 24, primary=True),),
        "papers": (PaperRow("p1", "II", "a row"),),
        "docs": Path(f"{docs}.md"),
    }
    return Core(**fields | changes)


def made_up_row(
    core: str = "keccak-hash", luts: int | None = 4321, mbps: float = 5043.3, **changes: Any
) -> dict[str, Any]:
    """A stored row with figures that are easy to find again."""
    base: dict[str, Any] = {
        "core": core,
        "service": "hash",
        "variant": "r1088",
        "target": "ecp5",
        "device": "a device",
        "routed": True,
        "options": {"wide_luts": False, "frequency_mhz": 200, "flatten_first": False},
        "source_hash": "0123456789abcdef",
        "current": True,
        "luts": luts,
        "ffs": 5432,
        "slices": 2716,
        "slices_formula": "ceil(max(LUT, FF) / 2)",
        "fmax_mhz": {"median": 111.25, "min": 101.5, "max": 121.0},
        "fmax_interval": {"low": 103.0, "high": 119.0},
        "seeds": 8,
        "seeds_failed": 0,
        "block_bits": 1088,
        "cycles_per_block": 24.0,
        "latency_cycles": 35,
        "throughput_mbps": mbps,
        "throughput_per_lut": round(mbps / (luts or 1), 4),
        "logic_levels": 4,
        "critical_path": {
            "total_ns": 9.0,
            "logic_ns": 2.25,
            "routing_ns": 6.75,
            "levels": 4,
            "nets": ["a_q", "b"],
            "sources": ["rtl/a.sv:1.2"],
        },
        "tools": {"synthesis": "s 1.0"},
        "measured_at": "2026-01-02T03:04:05+00:00",
        "command": f"roundel bench {core} --target ecp5 --seeds 8 --frequency 200 --no-wide-luts --rerun",
    }
    return base | changes


def made_up(*rows: dict[str, Any], cores: tuple[Core, ...] = (), **changes: Any) -> Material:
    """Material of these rows, with the papers answered by them."""
    catalog = {core.name: core for core in cores}
    answered = [
        reproduce(find_paper(name), catalog, find_target("ecp5"), Results(rows)) for name in paper_names()
    ]
    fields: dict[str, Any] = {"version": "0", "rows": rows, "catalog": catalog, "reproductions": answered}
    return Material(**fields | changes)


@functools.cache
def of_the_project() -> Material:
    """What `roundel report` reports, but for the papers' drawings, of which there is one made up."""
    catalog, root = load_catalog(), project_root()
    results = read_results(Store(root / "results", root / "results"))
    core_documents = read_documents(root, catalog)
    return Material(
        version="0",
        rows=results.rows,
        catalog=catalog,
        reproductions=[
            reproduce(find_paper(name), catalog, find_target("ecp5"), results) for name in paper_names()
        ],
        figures={"p1": {"a figure": FIGURE}},
        appendices={"p2": "| kernel | long |\n|---|---|\n| a | 1.5 |\n"},
        core_documents=core_documents,
        root=".",
    )


@functools.cache
def files_of_the_project() -> dict[str, str]:
    """The report of the project's own store."""
    return build(of_the_project())


def document(path: str, text: str) -> Document:
    """A page of documentation."""
    return Document(path, text)
