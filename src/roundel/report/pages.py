"""The measured parts of the documentation, made from stored rows.

A page marks the place of a measured part with a pair of comments, `<!-- lab: NAME begin -->` and
`<!-- lab: NAME end -->`; what stands between them is written here and nowhere else. `NAME` is one of
`PARTS`, or one of `PARTS_OF_A_CORE` followed by the core, or one of `PARTS_OF_A_PAPER` followed by the paper.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from roundel.algorithms.registry import is_standard
from roundel.compare.measured import Measured, best_row, best_row_by, measured_of
from roundel.compare.row_notes import options_text
from roundel.errors import RoundelError, unknown_name
from roundel.lab.grid import base_and_values, is_point
from roundel.lab.rows import sources_rank
from roundel.paths import text_of
from roundel.report import row_columns as col
from roundel.report.coverage import coverage_part
from roundel.report.goals import goals_part
from roundel.report.markdown import mark, row_table, with_legend
from roundel.report.open_cores import open_cores_part
from roundel.report.paper_parts import PARTS_OF_A_PAPER, ratios_part
from roundel.report.proved import engines_proved_part, services_proved_part
from roundel.table import Column, markdown_table

Row = Mapping[str, Any]
Part = Callable[[list[Row]], str]
States = Mapping[tuple[str, str], str]
NO_STATES: States = {}

_PART = re.compile(r"(<!-- lab: ([^>]*?) begin -->\n).*?(<!-- lab: \2 end -->)", re.DOTALL)
_MARK = re.compile(r"^<!-- lab: [^>]*? (?:begin -->\n|end -->)", re.MULTILINE)
BLOCK = "block"
# The common device of a target, and its LUTs: Lattice FPGA-DS-02012 (ECP5), FPGA-DS-02029 (iCE40 LP/HX), and
# AMD DS180 (7 series).
DEVICES = (
    ("ecp5", "of ECP5-25F", 24_288),
    ("ice40", "of iCE40HX8K", 7_680),
    ("xc7", "of Artix-7 35T", 20_800),
)
NOTHING = "Nothing is stored yet.\n"
TARGET_MARKED = col.marked(col.TARGET, mark)
AREAS = (col.AREA, col.AREA_FFS, col.SLICES)
FIGURES = (
    *AREAS,
    replace(col.FMAX, head="fmax (MHz): median, 95 % interval"),
    *(col.SEEDS, col.CYCLES, col.MBPS, col.PER_LUT),
)


def pages_with_parts(root: Path) -> list[Path]:
    """Return the Markdown pages of the project that have a measured part, in order."""
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return [page for page in pages if _MARK.search(text_of(page))]


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

    named: dict[str, Callable[[list[Row], str], str]] = {
        **PARTS_OF_A_CORE,
        **PARTS_OF_A_PAPER,
        "paper ratios": partial(ratios_part, states=states),
    }

    def part(match: re.Match[str]) -> str:
        name = match[2].strip()
        kind, _, of = name.rpartition(" ")
        if name in parts:
            body = parts[name](shown)
        elif kind in named:
            body = named[kind](shown, of)
        else:
            raise unknown_name("measured part", name, [*parts, *(f"{kind} NAME" for kind in named)])
        return f"{match[1]}{body or NOTHING}{match[3]}"

    marked = Counter(_MARK.findall(text))
    if alone := marked - Counter(line for match in _PART.finditer(text) for line in (match[1], match[3])):
        name = next(iter(alone)).strip()
        raise RoundelError(f"{name} stands alone", "Each part has two lines, with begin and with end.")

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


def service_overview(rows: Iterable[Row], target: str) -> list[Row]:
    """Return the row of each service core's main service, by service.

    Standards come before other algorithms, then the most throughput per LUT.
    """
    mine = [row for row in overview_rows(rows, target) if row["service"] != BLOCK]
    mine.sort(key=_per_lut, reverse=True)
    mine.sort(key=lambda row: (str(row["service"]), not is_standard(col.STATUS.text(measured_of(row)))))
    return mine


def overview_part(rows: Iterable[Row]) -> str:
    """Return a line for each service core: its main service on ECP5, by service, the most per LUT first.

    Standards come before other algorithms. Engines of single blocks have a page of their own.
    """
    shown = list(rows)
    mine = service_overview(shown, "ecp5")
    luts = _luts_by_target(shown)
    columns = (
        col.SERVED,
        col.STATUS,
        col.marked(col.CORE, mark),
        *(_share(luts, *device) for device in DEVICES),
        col.AREA,
        col.FMAX,
        col.SEEDS,
        col.CYCLES,
        col.MBPS,
        col.PER_LUT,
    )
    return with_legend([row_table(columns, mine)], mine)


def _luts_by_target(rows: Iterable[Row]) -> dict[tuple[str, str], int]:
    """Return the LUTs of each core on each target, at its best options."""
    counted = (row for row in rows if row["luts"] is not None)
    best = best_row_by(counted, lambda row: (row["core"], row["target"]))
    return {place: row["luts"] for place, row in best.items()}


def _share(luts: Mapping[tuple[str, str], int], target: str, device: str, size: int) -> Column[Measured]:
    """Return the column of the part of a device's LUTs that a core takes, in percent."""

    def share(m: Measured) -> float | None:
        return 100 * luts[m.core, target] / size if (m.core, target) in luts else None

    def text(m: Measured) -> str:
        taken = share(m)
        return "" if taken is None else f"{taken:.1f} %" if taken < 10 else f"{taken:.0f} %"

    return Column(f"share_{target}", device, share, show=text)


def results_part(rows: Iterable[Row]) -> str:
    """Return the table of every core's services on every routed target, at each core's best options."""
    mine = main_rows(rows)
    return with_legend([row_table((col.CORE, col.SERVED, TARGET_MARKED, *FIGURES), mine)], mine)


def core_part(rows: Iterable[Row], core: str) -> str:
    """Return the rows that stand for one core: routed, then synthesized only, then the critical path by name.

    Below them are the commands that measure them again: they name the options.
    """
    mine = best_rows(row for row in rows if row["core"] == core)
    routed = sorted(
        (row for row in mine if row["routed"]), key=lambda row: (row["target"], row["block_bits"])
    )
    # One row for all services: what is only synthesized has no throughput.
    unrouted = (row for row in mine if not row["routed"] and _is_primary(row))
    synthesized = list({_where(row): row for row in unrouted}.values())
    parts = [row_table((col.SERVED, TARGET_MARKED, *FIGURES), routed)]
    if synthesized:
        parts.append("Synthesized only, not routed:\n")
        parts.append(row_table((TARGET_MARKED, *AREAS, col.LEVELS), synthesized))
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
    mapped: Column[Measured] = Column(
        "mapped", "mapped", lambda m: "as one piece" if _flatten_first(m) else "each step separately"
    )
    return with_legend([row_table((col.marked(mapped, mark), *FIGURES), mine), _commands(mine)], mine)


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
        known = [] if first is None else [measured_of(first)]
        cycles = [column.text(known[0]) or "-" if known else "-" for column in (col.CYCLES, col.LATENCY)]
        lines.append([core, *cycles, *map(cell, places)])
    heads = [f"{target}: LUT, MHz" for target in ENGINE_TARGETS[:-1]]
    table = markdown_table(
        ("design", "cycles/block", "latency, cycles", *heads, "xc7: LUT, not routed"), lines
    )
    return with_legend([table], best.values())


def _per_lut(row: Row) -> float:
    per_lut = measured_of(row).per_lut
    return per_lut.value if per_lut else 0.0


def _luts_and_clock(row: Row) -> str:
    m = measured_of(row)
    clock = col.FMAX.words(m) if m.routed else ""
    return ", ".join(filter(None, (col.LUTS.text(m), clock))) + mark(row)


PARTS: Mapping[str, Part] = {
    "overview": overview_part,
    "results": results_part,
    "goals": goals_part,
    "hierarchy": hierarchy_part,
    "open cores": open_cores_part,
    "services proved": services_proved_part,
    "engines proved": engines_proved_part,
}
PARTS_OF_A_CORE: Mapping[str, Callable[[list[Row], str], str]] = {
    "core": core_part,
    "services": services_part,
    "open cores beside": open_cores_part,
}


def _where(row: Row) -> tuple[str, ...]:
    return tuple(column.words(measured_of(row)) for column in (col.TARGET, *AREAS, col.LEVELS))


def _is_primary(row: Row) -> bool:
    from roundel.catalog import load_catalog

    core = load_catalog().get(row["core"])
    return core is None or core.service(row["service"]).variant == row["variant"]


def _is_main(row: Row) -> bool:
    from roundel.catalog import load_catalog

    core = load_catalog().get(row["core"])
    return core is None or core.service().name == row["service"]


def _flatten_first(row: Row | Measured) -> bool:
    options = row.options if isinstance(row, Measured) else row["options"]
    return bool(options.get("flatten_first", False))


def _blocks(rows: Iterable[Row]) -> str:
    """Return what rows take of the device that is neither LUT nor flip-flop; nothing if they take none."""
    kinds = {"rams": "block RAMs", "dsps": "DSP slices"}
    taken = {(row["target"], name): row.get(kind) for row in rows for kind, name in kinds.items()}
    told = [f"{count} {name} on {target}" for (target, name), count in taken.items() if count]
    return f"Also used: {', '.join(told)}.\n" if told else ""


def _origin(row: Row) -> str:
    return f"{row['device']}; slices: {row['slices_formula']}; {col.tools_text(row['tools'])}.\n"


def _critical_path(row: Row) -> str:
    path = row["critical_path"]
    if path is None:
        return ""
    first, left_out, last = col.shown_path(path["nets"])
    between = [f"{left_out} more"] if left_out else []
    nets = " → ".join([*(f"`{net}`" for net in first), *between, *(f"`{net}`" for net in last)])
    return (
        f"\nThe critical path of the run with the median clock takes {path['total_ns']:.1f} ns: "
        f"{path['logic_ns']:.1f} ns of logic in {path['levels']} levels, and {path['routing_ns']:.1f} ns of "
        f"routing. Its nets: {nets}.\n"
    )


def _commands(rows: Iterable[Row]) -> str:
    """Return the commands that measure rows again, once each."""
    commands = "".join(f"{command}\n" for command in dict.fromkeys(row["command"] for row in rows))
    return f"Measured again by:\n\n```\n{commands}```\n" if commands else ""
