"""The measured parts of the documentation, made from stored rows.

A page marks the place of a measured part with a pair of comments, `<!-- lab: NAME begin -->` and
`<!-- lab: NAME end -->`; what stands between them is written here and nowhere else. `NAME` is one of
`PARTS`, or one of `PARTS_OF_A_CORE` followed by the core.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from roundel.compare.measured import area_text, best_row, best_row_by, fmax_of, measured_of
from roundel.compare.notes import bounds_text, options_text
from roundel.errors import unknown_name
from roundel.lab.grid import base_and_values, is_point
from roundel.lab.rows import seeds_text, sources_rank
from roundel.report.coverage import coverage_part
from roundel.report.markdown import mark, markdown_table, with_legend
from roundel.report.open_cores import open_cores_part

Row = Mapping[str, Any]
Part = Callable[[list[Row]], str]
States = Mapping[tuple[str, str], str]
NO_STATES: States = {}

_PART = re.compile(r"(<!-- lab: ([^>]*?) begin -->\n).*?(<!-- lab: \2 end -->)", re.DOTALL)
BLOCK = "block"
NOTHING = "Nothing is stored yet.\n"


def pages_with_parts(root: Path) -> list[Path]:
    """Return the Markdown pages of the project that have a measured part, in order."""
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return [page for page in pages if _PART.search(page.read_text())]


def filled(text: str, rows: Iterable[Row], states: States = NO_STATES) -> str:
    """Return a page's text with its measured parts made from `rows`; RoundelError for an unknown part.

    `states` has where designs without a row are stuck, by core and target ("does not fit").
    """
    shown = latest(rows)
    parts: dict[str, Part] = {
        **PARTS,
        "engines": partial(engines_part, states=states),
        "coverage": partial(coverage_part, states=states),
    }

    def part(match: re.Match[str]) -> str:
        name = match[2].strip()
        kind, _, core = name.rpartition(" ")
        if name in parts:
            body = parts[name](shown)
        elif kind in PARTS_OF_A_CORE:
            body = PARTS_OF_A_CORE[kind](shown, core)
        else:
            raise unknown_name("measured part", name, [*parts, *(f"{kind} NAME" for kind in PARTS_OF_A_CORE)])
        return f"{match[1]}{body or NOTHING}{match[3]}"

    return _PART.sub(part, text)


def latest(rows: Iterable[Row]) -> list[Row]:
    """Return each core's rows on each target: current ones, or else those of the sources measured last."""
    everything = list(rows)
    rank = sources_rank(everything)
    best: dict[tuple[str, str], tuple[bool, str]] = {}
    for row in everything:
        place = row["core"], row["target"]
        best[place] = max(best.get(place, (False, "")), rank(row))
    return [row for row in everything if rank(row) == best[row["core"], row["target"]]]


def main_rows(rows: Iterable[Row]) -> list[Row]:
    """Return the row of every core's main services on every routed target, at each core's best options."""
    shown = (
        row
        for row in rows
        if row["throughput_per_lut"] is not None and _is_primary(row) and not is_point(row["core"])
    )
    return list(best_row_by(shown, lambda row: (row["core"], row["service"], row["target"])).values())


def best_rows(rows: Iterable[Row]) -> list[Row]:
    """Return the best row of each core, service, variant and target."""
    names = ("core", "service", "variant", "target")
    return list(best_row_by(rows, lambda row: tuple(row[name] for name in names)).values())


def overview_rows(rows: Iterable[Row], target: str) -> list[Row]:
    """Return one row a core on `target`, of its main service at its best options."""
    return [row for row in main_rows(rows) if row["target"] == target and _is_main(row)]


def overview_part(rows: Iterable[Row]) -> str:
    """Return a line for each service core: its main service on ECP5, by service, the most per LUT first.

    Engines of single blocks have a page of their own.
    """
    mine = [row for row in overview_rows(rows, "ecp5") if row["service"] != BLOCK]
    mine.sort(key=_per_lut, reverse=True)
    mine.sort(key=lambda row: str(row["service"]))
    heads = ("service", "core", "LUT", "fmax (MHz)", "seeds", "cycles/block", "Mbit/s", "kbit/s per LUT")
    lines = []
    for row in mine:
        luts, _, _, clock, *rest = _figures(row)
        lines.append([_name(row), f"{row['core']}{mark(row)}", luts, clock, *rest])
    return with_legend([markdown_table(heads, lines)], mine)


def results_part(rows: Iterable[Row]) -> str:
    """Return the table of every core's services on every routed target, at each core's best options."""
    mine = main_rows(rows)
    lines = [[row["core"], _name(row), _target(row), *_figures(row)] for row in mine]
    return with_legend([markdown_table(("core", "service", "target", *FIGURE_HEADS), lines)], mine)


def core_part(rows: Iterable[Row], core: str) -> str:
    """Return the rows that stand for one core: routed, then synthesized only, then the critical path by name.

    Below them are the commands that measure them again: they name the options.
    """
    mine = best_rows(row for row in rows if row["core"] == core)
    routed = sorted(
        (row for row in mine if row["routed"]), key=lambda row: (row["target"], row["block_bits"])
    )
    # One row for all services: what is only synthesized has no throughput.
    synthesized = list({_where(row): row for row in mine if not row["routed"] and _is_primary(row)}.values())
    parts = [
        markdown_table(
            ("service", "target", *FIGURE_HEADS), ([_name(r), _target(r), *_figures(r)] for r in routed)
        )
    ]
    if synthesized:
        parts.append("Synthesized only, not routed:\n")
        heads = ("target", "LUT", "FF", "slices", "levels of logic")
        levels = (("-" if r["logic_levels"] is None else str(r["logic_levels"])) for r in synthesized)
        parts.append(
            markdown_table(
                heads, ([_target(r), *_area(r), n] for r, n in zip(synthesized, levels, strict=True))
            )
        )
    parts.append(_blocks([*routed, *synthesized]))
    for row in routed[:1]:
        parts.append(_origin(row) + _critical_path(row))
    parts.append(_commands([*routed, *synthesized]))
    return with_legend(parts, [*routed, *synthesized])


def services_part(rows: Iterable[Row], core: str) -> str:
    """Return the area of `core` with each choice of its optional services, mapped as one piece.

    A choice is a point of the grid over the parameters that services of `core` name in the catalog. Only as
    one piece does a parameter of one module simplify the others.
    """
    from roundel.catalog import find_core

    names = sorted({s.parameter for s in find_core(core).services if s.parameter})
    found: dict[tuple[str, ...], Row] = {}
    for row in rows:
        base, values = base_and_values(row["core"])
        if base == core and row["routed"] and row["target"] == "ecp5" and _flatten_first(row):
            found.setdefault(tuple(name for name in names if values.get(name) != 0), row)
    if () not in found:
        return ""
    choices = (
        options for number in range(len(names) + 1) for options in itertools.combinations(names, number)
    )
    ordered = {options: found[options] for options in choices if options in found}
    least = found[()]["luts"]
    lines = [
        [
            ("with " + ", ".join(options) if options else "the AEAD alone") + mark(row),
            str(row["luts"]),
            str(row["ffs"]),
            f"{row['luts'] - least:+d}" if options else "-",
            f"{row['luts'] / least - 1:+.1%}" if options else "-",
        ]
        for options, row in ordered.items()
    ]
    heads = ("services", "LUT", "FF", "LUT over the AEAD alone", "in per cent")
    return with_legend([markdown_table(heads, lines)], ordered.values())


def hierarchy_part(rows: Iterable[Row]) -> str:
    """Return keccak-hash on ECP5 mapped step by step and as one piece, all other options being equal.

    Of several such pairs it is the one whose design step by step stands for the core; without a pair there is
    the row that does.
    """
    ways: dict[str, dict[bool, Row]] = {}
    for row in rows:
        if row["core"] == "keccak-hash" and row["target"] == "ecp5" and _is_primary(row):
            pair = ways.setdefault(options_text({**row["options"], "flatten_first": False}), {})
            way = _flatten_first(row)
            if way not in pair or best_row(row) > best_row(pair[way]):
                pair[way] = row
    if not ways:
        return ""
    found = max(ways.values(), key=lambda pair: (len(pair), best_row(pair[min(pair)])))
    mine = [found[way] for way in sorted(found)]
    names = ("as one piece" if _flatten_first(row) else "each step separately" for row in mine)
    lines = ([f"{name}{mark(row)}", *_figures(row)] for name, row in zip(names, mine, strict=True))
    return with_legend([markdown_table(("mapped", *FIGURE_HEADS), lines), _commands(mine)], mine)


# The designs of the block engines' page, by algorithm and configuration.
ENGINES = tuple(
    f"{algorithm}-{config}"
    for algorithm in ("aes", "salsa20", "keccak400")
    for config in ("x1", "x2", "x5", "ppl2", "ppl5")
)
ENGINE_TARGETS = ("ecp5", "ice40", "gowin", "xc7")


def engines_part(rows: Iterable[Row], states: States) -> str:
    """Return the block engines' cycles, and their LUTs and fmax on each target, at the best options."""
    shown = (row for row in rows if row["core"] in ENGINES and row["target"] in ENGINE_TARGETS)
    best = best_row_by(shown, lambda row: (row["core"], row["target"]))
    if not best:
        return ""

    def cell(place: tuple[str, str]) -> str:
        if place in best:
            return _luts_and_clock(best[place])
        return states.get(place, "-")

    lines = []
    for core in ENGINES:
        places = [(core, target) for target in ENGINE_TARGETS]
        first = next((best[place] for place in places if place in best), None)
        cycles = ["-", "-"] if first is None else [f"{first['cycles_per_block']:g}", _latency(first)]
        lines.append([core, *cycles, *map(cell, places)])
    heads = [f"{target}: LUT, MHz" for target in ENGINE_TARGETS[:-1]]
    table = markdown_table(
        ("design", "cycles/block", "latency, cycles", *heads, "xc7: LUT, not routed"), lines
    )
    return with_legend([table], best.values())


def _per_lut(row: Row) -> float:
    per_lut = measured_of(row).per_lut
    return per_lut.value if per_lut else 0.0


def _latency(row: Row) -> str:
    return "-" if row["latency_cycles"] is None else f"{row['latency_cycles']:g}"


def _luts_and_clock(row: Row) -> str:
    clock = f", {_fmax(row)}" if row["fmax_mhz"] else ""
    return f"{row['luts']}{clock}{mark(row)}"


PARTS: Mapping[str, Part] = {
    "overview": overview_part,
    "results": results_part,
    "hierarchy": hierarchy_part,
    "open cores": open_cores_part,
}
PARTS_OF_A_CORE: Mapping[str, Callable[[list[Row], str], str]] = {
    "core": core_part,
    "services": services_part,
    "open cores beside": open_cores_part,
}

FIGURE_HEADS = (
    "LUT",
    "FF",
    "slices",
    "fmax (MHz): median, 95 % interval",
    "seeds",
    "cycles/block",
    "Mbit/s",
    "kbit/s per LUT",
)


def _figures(row: Row) -> list[str]:
    return [
        *_area(row),
        _fmax(row),
        seeds_text(row["seeds"], row["seeds_failed"]),
        f"{row['cycles_per_block']:g}",
        f"{row['throughput_mbps']:.0f}",
        f"{1000 * row['throughput_per_lut']:.0f}",
    ]


def _fmax(row: Row) -> str:
    """Return the median, and what there is of bounds: the interval, of few seeds their range, of one none."""
    fmax = fmax_of(row)
    assert fmax is not None, row["core"]  # asked of rows that have one
    bounds = "" if fmax.one_seed else bounds_text(fmax, 1)
    return f"{fmax.value:.1f}" + (f", {bounds}" if bounds else "")


def _area(row: Row) -> list[str]:
    """Return LUTs, FFs and slices; on standard cells the gate equivalents stand in place of LUTs."""
    gates = row.get("gate_equivalents")
    luts = str(row["luts"]) if gates is None else f"{area_text(gates)} GE"
    ffs = str(row["ffs"])
    if row.get("harness_ffs") is not None:
        luts += f", {row['harness_luts']} of the harness"
        ffs += f", {row['harness_ffs']} of the harness"
    return [luts, ffs, "-" if row["slices"] is None else str(row["slices"])]


def _where(row: Row) -> tuple[Any, ...]:
    return row["target"], *_area(row), row["logic_levels"]


def _name(row: Row) -> str:
    return f"{row['service']} {row['variant']}"


def _target(row: Row) -> str:
    return f"{row['target']}{mark(row)}"


def _is_primary(row: Row) -> bool:
    from roundel.catalog import load_catalog

    core = load_catalog().get(row["core"])
    return core is None or core.service(row["service"]).variant == row["variant"]


def _is_main(row: Row) -> bool:
    from roundel.catalog import load_catalog

    core = load_catalog().get(row["core"])
    return core is None or core.service().name == row["service"]


def _flatten_first(row: Row) -> bool:
    return bool(row["options"].get("flatten_first", False))


def _blocks(rows: Iterable[Row]) -> str:
    """Return what rows take of the device that is neither LUT nor flip-flop; nothing if they take none."""
    kinds = {"rams": "block RAMs", "dsps": "DSP slices"}
    taken = {(row["target"], name): row.get(kind) for row in rows for kind, name in kinds.items()}
    told = [f"{count} {name} on {target}" for (target, name), count in taken.items() if count]
    return f"Also used: {', '.join(told)}.\n" if told else ""


def _origin(row: Row) -> str:
    tools = ", ".join(f"{name} {version}" for name, version in sorted(row["tools"].items()))
    return f"{row['device']}; slices: {row['slices_formula']}; {tools}.\n"


def _critical_path(row: Row) -> str:
    path = row["critical_path"]
    if path is None:
        return ""
    nets = " → ".join(f"`{net}`" for net in path["nets"])
    return (
        f"\nCritical path of the run with the median clock: {path['total_ns']:.1f} ns, of them "
        f"{path['logic_ns']:.1f} ns logic and {path['routing_ns']:.1f} ns routing, {path['levels']} levels: "
        f"{nets}.\n"
    )


def _commands(rows: Iterable[Row]) -> str:
    """Return the commands that measure rows again, once each."""
    commands = "".join(f"{command}\n" for command in dict.fromkeys(row["command"] for row in rows))
    return f"Measured again by:\n\n```\n{commands}```\n" if commands else ""
