"""What the pages of the report show, ready to print: no template computes anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from roundel.catalog import Core
from roundel.compare.notes import bounds_words
from roundel.lab.columns import STALE
from roundel.lab.grid import base_and_values
from roundel.lab.rows import Row, seeds_text
from roundel.report.pages import best_rows, latest, main_rows
from roundel.report.site.formats import lines_of
from roundel.report.site.markdown_html import Prose, Section
from roundel.report.site.scatter import Scatter, scatter
from roundel.report.site.table import About, Table
from roundel.report.site.tables import cycles_row, parameters_text

# Parts of a core's page that the report has from elsewhere: the measured ones.
LEFT_OUT = ("Measured",)
LEAD = "What it is"


@dataclass(frozen=True)
class RowView:
    """A measured row as its cells print; the figures are those of `measurements`, letter for letter."""

    id: str
    core: str
    core_id: str
    service: str
    variant: str
    target: str
    options: str
    current: bool
    luts: str
    harness: str
    ffs: str
    slices: str
    levels: str
    fmax: str
    bounds: str
    seeds: str
    cycles: str
    mbps: str
    per_lut: str
    day: str
    command: str
    newest: bool

    @property
    def classes(self) -> str:
        """How the page marks the row: `old`, stale; `past`, newer ones stand in its place."""
        marks = {"old": not self.current, "past": not self.newest}
        return " ".join(name for name, there in marks.items() if there)


@dataclass(frozen=True)
class PathView:
    """The critical path that stands for a core on a target: its delays in ns, its nets, lines of sources."""

    target: str
    current: bool
    total: str
    logic: str
    routing: str
    levels: int
    logic_percent: str
    nets: tuple[str, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class ServiceView:
    """A service: what the catalog expects, and what was simulated ("" where nothing was)."""

    name: str
    algorithm: str
    variant: str
    summary: str
    block_bits: int
    expected: int
    measured: str
    state: str
    latency: str


@dataclass(frozen=True)
class CoreView:
    """A configuration of a source: its facts, its services, its rows, its critical paths."""

    name: str
    id: str
    facts: tuple[tuple[str, tuple[str, ...]], ...]
    services: tuple[ServiceView, ...]
    rows: tuple[RowView, ...]
    paths: tuple[PathView, ...]
    missing: tuple[str, ...]
    stale: bool


@dataclass(frozen=True)
class ConfigLine:
    """A configuration beside the others: what the catalog says of its main service, and the row of it."""

    core: str
    id: str
    parameters: str
    service: str
    block_bits: str
    cycles: str
    row: RowView | None


@dataclass(frozen=True)
class CorePage:
    """The cores that share a page of the documentation, and what that page says.

    Of several, `glance` sets their rows on `target` side by side.
    """

    id: str
    title: str
    lead: Section | None
    target: str
    glance: tuple[ConfigLine, ...]
    cores: tuple[CoreView, ...]
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Overview:
    """The first page: facts, a drawing a target, all rows and what they can be filtered by."""

    facts: tuple[tuple[str, tuple[str, ...]], ...]
    scatters: tuple[Scatter, ...]
    undrawn: tuple[str, ...]
    rows: tuple[RowView, ...]
    targets: tuple[str, ...]
    services: tuple[str, ...]


@dataclass(frozen=True)
class DocPage:
    """A page of the documentation."""

    id: str
    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Figure:
    """A figure of a paper: its caption and its drawing."""

    caption: str
    svg: Markup


def core_id(name: str) -> str:
    """Return the id of the page of a core; a point of a grid stands on that of its core."""
    return "core-" + base_and_values(name)[0].replace(":", ".")


def row_views(table: Table, newest: frozenset[int]) -> tuple[RowView, ...]:
    """Return the rows of `measurements` as they print; `newest` are those that stand for their core today."""
    return tuple(_row_view(cells, int(cells["row"]) in newest) for cells in table.named())


def overview(rows: Sequence[Row], views: Sequence[RowView], about: About) -> Overview:
    """Return the first page of numbered `rows` (from 1, in the order of `views`)."""
    numbers = {id(row): number for number, row in enumerate(rows, 1)}
    drawn = [(numbers[id(row)], row) for row in main_rows(latest(rows))]
    targets = tuple(dict.fromkeys(sorted(row["target"] for row in rows)))
    by_size = sorted(targets, key=lambda name: -sum(row["target"] == name for _, row in drawn))
    found = {name: scatter(drawn, name) for name in by_size}
    return Overview(
        facts=tuple((name, lines_of(said)) for name, said in about.items()),
        scatters=tuple(drawing for drawing in found.values() if drawing),
        undrawn=tuple(name for name, drawing in found.items() if drawing is None),
        rows=tuple(views),
        targets=targets,
        services=tuple(sorted({row["service"] for row in rows})),
    )


def core_pages(
    rows: Sequence[Row],
    views: Sequence[RowView],
    catalog: Mapping[str, Core],
    documents: Mapping[str, Prose],
    proofs: Mapping[str, Sequence[str]],
) -> tuple[CorePage, ...]:
    """Return a page for each page of the documentation that cores have; `documents` and `proofs` by name."""
    families: dict[str, list[Core]] = {}
    for core in catalog.values():
        families.setdefault(str(core.docs), []).append(core)
    pages = []
    numbers = {id(row): number for number, row in enumerate(rows, 1)}
    present = latest(rows)
    main = {(core.name, core.service().name, core.service().variant) for core in catalog.values()}

    def by_place(chosen: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str, str], RowView]:
        return {(r["core"], r["service"], r["target"]): views[numbers[id(r)] - 1] for r in chosen}

    routed = by_place(main_rows(present))
    # What is made for a target that is not routed stands there with its area alone.
    everywhere = by_place(
        row for row in best_rows(present) if (row["core"], row["service"], row["variant"]) in main
    )
    for cores in families.values():
        names = {core.name for core in cores}
        found = routed if any(core in names for core, _, _ in routed) else everywhere
        target = _most_measured(cores, found)
        document = documents.get(cores[0].name)
        stem = cores[0].docs.stem
        title = document.title if document else stem
        pages.append(
            CorePage(
                id=document.slug if document else f"page-{stem}",
                title=title or stem,
                lead=document.section(LEAD) if document else None,
                target=target,
                glance=tuple(_config_line(core, target, found) for core in cores) if len(cores) > 1 else (),
                cores=tuple(_core_view(core, rows, views, proofs.get(core.name, ())) for core in cores),
                sections=tuple(
                    section
                    for section in (document.sections if document else ())
                    if section.title not in (*LEFT_OUT, LEAD)
                ),
            )
        )
    return tuple(sorted(pages, key=lambda page: page.title))


def _most_measured(cores: Sequence[Core], best: Mapping[tuple[str, str, str], RowView]) -> str:
    """Return the target that has the most of these cores' main rows, the first by name of several; or ""."""
    names = {core.name for core in cores}
    count = Counter(target for core, _, target in sorted(best) if core in names)
    return max(sorted(count), key=lambda target: count[target], default="")


def _config_line(core: Core, target: str, best: Mapping[tuple[str, str, str], RowView]) -> ConfigLine:
    service = core.service()
    return ConfigLine(
        core=core.name,
        id=core_id(core.name),
        parameters=parameters_text(core) or "defaults",
        service=f"{service.name} {service.variant}",
        block_bits=str(service.block_bits),
        cycles=str(service.cycles_per_block),
        row=best.get((core.name, service.name, target)),
    )


def newest_rows(rows: Sequence[Row]) -> frozenset[int]:
    """Return the numbers (from 1) of the rows that stand for a core on a target (`latest`)."""
    kept = {id(row) for row in latest(rows)}
    return frozenset(number for number, row in enumerate(rows, 1) if id(row) in kept)


def _row_view(cells: Mapping[str, str], newest: bool) -> RowView:
    gates = cells["gate_equivalents"]
    return RowView(
        id=f"row-{cells['row']}",
        core=cells["core"],
        core_id=core_id(cells["core"]),
        service=cells["service"],
        variant=cells["variant"],
        target=cells["target"],
        options=cells["options"],
        current=cells["sources"] != STALE,
        luts=cells["luts"] or (f"{gates} GE" if gates else ""),
        harness=(
            f"{cells['harness_luts']} LUT and {cells['harness_ffs']} FF of them are the harness's"
            if cells["harness_ffs"]
            else ""
        ),
        ffs=cells["ffs"],
        slices=cells["slices"],
        levels=cells["logic_levels"],
        fmax=cells["fmax_mhz"],
        bounds=bounds_words(cells["bounds"], cells["fmax_low_mhz"], cells["fmax_high_mhz"]),
        seeds=_seeds(cells),
        cycles=cells["cycles_per_block"],
        mbps=cells["throughput_mbps"],
        per_lut=cells["kbps_per_lut"],
        day=cells["measured_at"][:10],
        command=cells["command"],
        newest=newest,
    )


def _seeds(cells: Mapping[str, str]) -> str:
    return seeds_text(int(cells["seeds"]), int(cells["seeds_failed"])) if cells["seeds"] else ""


def _core_view(core: Core, rows: Sequence[Row], views: Sequence[RowView], proofs: Sequence[str]) -> CoreView:
    mine = [row for row in rows if row["core"] == core.name]
    shown = tuple(view for view in views if view.core == core.name and view.newest)
    papers = dict.fromkeys(f"{p.paper.upper()} Table {p.table}, {p.row}" for p in core.papers)
    facts: About = {
        "Configuration": core.description,
        "Top module": core.top,
        "In FuseSoC": core.vlnv,
        "Parameters": parameters_text(core) or "defaults",
        "Kind": core.kind,
        "Data": f"{core.data_width} bit",
        "Key": f"{core.key_width} bit, with each block" if core.key_width else "",
        "Streams": str(core.streams) if core.streams > 1 else "",
        "Holds back": f"{core.hold_beats} beats of text" if core.hold_beats is not None else "",
        "Made for": ", ".join(core.targets),
        "Also known as": ", ".join(core.aliases),
        "Answers to": tuple(papers),
        "Proved": tuple(proofs),
        "Sources": f"{len(core.sources)} files, SHA-256 {core.source_hash[:12]}…",
    }
    return CoreView(
        name=core.name,
        id=core_id(core.name),
        facts=tuple((term, lines_of(value)) for term, value in facts.items() if value),
        services=tuple(_services(core, mine)),
        rows=shown,
        paths=tuple(_paths(mine)),
        missing=() if any(row["current"] for row in mine) else (_bench(core),),
        stale=bool(mine) and not any(row["current"] for row in mine),
    )


def _bench(core: Core) -> str:
    """Return the command that measures a core: on the target that it is made for, if it is made for some."""
    return f"roundel bench {core.name}" + (f" --target {','.join(core.targets)}" if core.targets else "")


def _services(core: Core, rows: Sequence[Row]) -> Iterable[ServiceView]:
    for service in core.services:
        row = cycles_row(rows, core, service)
        measured, latency, state = "", "", "not measured"
        if row is not None:
            measured, latency = f"{row['cycles_per_block']:g}", _short(row["latency_cycles"])
            state = "as expected" if row["cycles_per_block"] == service.cycles_per_block else "differs"
            state += "" if row["current"] else ", stale"
        yield ServiceView(
            name=service.name,
            algorithm=service.algorithm,
            variant=service.variant,
            summary=service.summary,
            block_bits=service.block_bits,
            expected=service.cycles_per_block,
            measured=measured,
            state=state,
            latency=latency,
        )


def _paths(rows: Sequence[Row]) -> Iterable[PathView]:
    """Yield the path of each target's main row; current rows go before stale ones."""
    for row in _one_a_target(main_rows(latest(rows))):
        path = row["critical_path"]
        if not path:
            continue
        share = 100 * path["logic_ns"] / path["total_ns"]
        yield PathView(
            target=row["target"],
            current=row["current"],
            total=f"{path['total_ns']:.2f}",
            logic=f"{path['logic_ns']:.2f}",
            routing=f"{path['routing_ns']:.2f}",
            levels=path["levels"],
            logic_percent=f"{share:.1f}",
            nets=tuple(path["nets"]),
            sources=tuple(path.get("sources", ())),
        )


def _one_a_target(rows: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    chosen: dict[str, Mapping[str, Any]] = {}
    for row in sorted(rows, key=lambda row: row["target"]):
        chosen.setdefault(row["target"], row)
    return chosen.values()


def _short(value: float | None) -> str:
    return "" if value is None else f"{value:g}"
