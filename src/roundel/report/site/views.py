"""What the pages of the report show, ready to print: no template computes anything."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from roundel.catalog import Core, Service
from roundel.catalog.ports import Port, instance_of, ports_of
from roundel.compare import Measured
from roundel.formal import Proof
from roundel.lab.rows import Row
from roundel.report import row_columns as col
from roundel.report.pages import best_rows, latest, main_rows, service_overview
from roundel.report.scatter import Design, Scatter, by_service, drawable
from roundel.report.site.formats import lines_of
from roundel.report.site.markdown_html import Prose, Section
from roundel.report.site.tables import (
    SERVED,
    STATE,
    SUMMARY,
    Line,
    ServiceLine,
    core_id,
    of_line,
    parameters_text,
    service_lines,
    with_commands_once,
)
from roundel.table import About, Column, Table

# The parts of a core's page that the report has. It links to the page for the others.
LEAD = "What it is"
DIAGRAM = "Block diagram"
# The target of the first table.
GLANCE_TARGET = "ecp5"


@dataclass(frozen=True)
class CoreView:
    """A configuration of a source: its facts, its services, its rows, the rows whose paths are shown.

    `ports` are empty where they are those of the page.
    """

    name: str
    id: str
    facts: tuple[tuple[str, tuple[str, ...]], ...]
    ports: tuple[Port, ...]
    instance: str
    services: Table[ServiceLine]
    rows: Table[Line]
    paths: Sequence[Mapping[str, Any]]
    missing: tuple[str, ...]
    stale: bool


@dataclass(frozen=True)
class ConfigLine:
    """A configuration beside the others, and the row of its main service."""

    core: Core
    row: Line | None

    @property
    def id(self) -> str:
        """Its address on the page."""
        return core_id(self.core.name)


@dataclass(frozen=True)
class CorePage:
    """The cores that share a page of the documentation, and what that page says.

    Of several, `glance` sets their rows on `target` side by side. `link` is the address of the page of the
    documentation, empty where the report has no link to it, and `path` its place in the project. `figures`
    (in words) and `ports` are those of the first core.
    """

    id: str
    link: str
    path: str
    title: str
    figures: str
    lead: Section | None
    ports: tuple[Port, ...]
    target: str
    glance: Table[ConfigLine]
    cores: tuple[CoreView, ...]
    diagram: Section | None


@dataclass(frozen=True)
class Overview:
    """The first page: service cores on one target, a drawing a target, all rows with their filters, facts."""

    target: str
    glance: Table[Line]
    facts: tuple[tuple[str, tuple[str, ...]], ...]
    scatters: Mapping[str, Scatter]
    undrawn: Sequence[str]
    rows: Table[Line]
    targets: Sequence[str]
    services: Sequence[str]


# Of a row: with its core, on the page of its core, and beside other configurations.
AREAS = (col.AREA, col.AREA_FFS, col.SLICES)
# What rows are compared by comes first: a window of 1280 pixels has it without scrolling.
COMPARED = (col.SERVED, col.TARGET, col.AREA, col.FMAX, col.MBPS, col.PER_LUT, col.CYCLES)
OF_ALL = tuple(map(of_line, (*COMPARED, col.AREA_FFS, col.SLICES, col.SEEDS, col.COMMAND, col.MEASURED_AT)))
AT_A_GLANCE = tuple(
    map(of_line, (col.SERVED, col.STATUS, col.LUTS, replace(col.FMAX, parts=None), col.MBPS, col.PER_LUT))
)
# The target of each leads to its row there, which has the command.
OF_CORE = tuple(
    map(of_line, (col.SERVED, *AREAS, col.LEVELS, col.FMAX, col.SEEDS, col.CYCLES, col.MBPS, col.PER_LUT))
)


def _of_row(column: Column[Measured]) -> Column[ConfigLine]:
    return column.through(lambda line: line.row and line.row.measured)


def _service(line: ConfigLine) -> Service:
    return line.core.service()


FMAX = _of_row(col.FMAX)
CONFIGS: tuple[Column[ConfigLine], ...] = (
    Column("parameters", "parameters", lambda line: parameters_text(line.core) or "defaults"),
    Column("served", "service", lambda line: f"{_service(line).name} {_service(line).variant}"),
    Column("block_bits", col.BLOCK_BITS.head, lambda line: _service(line).block_bits),
    Column("cycles", col.CYCLES.head, lambda line: _service(line).cycles_per_block),
    *map(_of_row, (col.AREA, col.AREA_FFS)),
    replace(FMAX, note=lambda line: FMAX.said(line) if line.row else "not measured"),
    *map(_of_row, (col.MBPS, col.PER_LUT)),
)


def overview(rows: Sequence[Row], lines: Sequence[Line], about: About) -> Overview:
    """Return the first page of `rows`, of which `lines` are."""
    numbers = {id(row): number for number, row in enumerate(rows)}
    main = [lines[numbers[id(row)]] for row in main_rows(latest(rows))]
    targets = sorted({line.measured.target for line in lines})
    drawn = {
        name: [line for line in main if line.measured.target == name and drawable(line.measured)]
        for name in targets
    }
    at_a_glance = service_overview(latest(rows), GLANCE_TARGET)
    return Overview(
        target=GLANCE_TARGET,
        glance=Table(AT_A_GLANCE, [lines[numbers[id(row)]] for row in at_a_glance]),
        facts=tuple((name, lines_of(said)) for name, said in about.items()),
        scatters={
            name: scatter(drawn[name])
            for name in sorted(targets, key=lambda n: -len(drawn[n]))
            if drawn[name]
        },
        undrawn=[name for name in targets if not drawn[name]],
        rows=Table(OF_ALL, with_commands_once(sorted(lines, key=_efficiency, reverse=True))),
        targets=targets,
        services=sorted({line.measured.service for line in lines}),
    )


def _efficiency(line: Line) -> float:
    """Return the throughput per LUT; rows without one come last."""
    per_lut = col.PER_LUT.of(line.measured)
    return per_lut if isinstance(per_lut, int | float) else -1.0


def scatter(lines: Sequence[Line]) -> Scatter:
    """Return the drawing of rows."""
    ordered = sorted(lines, key=lambda line: (line.measured.luts, line.number))
    return by_service([Design(line.measured.core, line.measured, line.id) for line in ordered])


def core_pages(
    rows: Sequence[Row],
    lines: Sequence[Line],
    catalog: Mapping[str, Core],
    documents: Mapping[str, Prose],
    proofs: Mapping[str, Sequence[Proof]],
    root: str | None = None,
) -> tuple[CorePage, ...]:
    """Return a page for each page of the documentation that cores have; `documents` and `proofs` by name.

    `root` is the address of the project, for links to that page; None: its path is text.
    """
    families: dict[str, list[Core]] = {}
    for core in catalog.values():
        families.setdefault(str(core.docs), []).append(core)
    pages = []
    numbers = {id(row): number for number, row in enumerate(rows, 1)}
    present = latest(rows)
    main = {(core.name, core.service().name, core.service().variant) for core in catalog.values()}

    def by_place(chosen: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str, str], Line]:
        return {(r["core"], r["service"], r["target"]): lines[numbers[id(r)] - 1] for r in chosen}

    routed = by_place(main_rows(present))
    # What is made for a target that is not routed stands there with its area alone.
    everywhere = by_place(
        row for row in best_rows(present) if (row["core"], row["service"], row["variant"]) in main
    )
    rows_of: dict[str, list[Row]] = defaultdict(list)
    shown_of: dict[str, list[Line]] = defaultdict(list)
    for row, line in zip(rows, lines, strict=True):
        rows_of[row["core"]].append(row)
        if line.newest:
            shown_of[row["core"]].append(line)
    for cores in families.values():
        proved = proof_lines([(core.name, proofs.get(core.name, ())) for core in cores])
        names = {core.name for core in cores}
        found = routed if any(core in names for core, _, _ in routed) else everywhere
        target = _most_measured(cores, found)
        document = documents.get(cores[0].name)
        stem = cores[0].docs.stem
        title = document.title if document else stem
        pages.append(
            CorePage(
                id=document.slug if document else f"page-{stem}",
                link=f"{root}/{document.path}" if document and root else "",
                path=document.path if document else "",
                title=title or stem,
                figures=_figures(_config_line(cores[0], target, found)),
                lead=document.section(LEAD) if document else None,
                ports=ports_of(cores[0]),
                target=target,
                glance=Table(CONFIGS, [_config_line(core, target, found) for core in cores]),
                cores=tuple(
                    _core_view(
                        core,
                        rows_of[core.name],
                        shown_of[core.name],
                        proved[core.name],
                        ports_of(cores[0]),
                    )
                    for core in cores
                ),
                diagram=document.section(DIAGRAM) if document else None,
            )
        )
    return tuple(sorted(pages, key=lambda page: page.title))


def _most_measured(cores: Sequence[Core], best: Mapping[tuple[str, str, str], Line]) -> str:
    """Return the target that has the most of these cores' main rows, the first by name of several; or ""."""
    names = {core.name for core in cores}
    count = Counter(target for core, _, target in sorted(best) if core in names)
    return max(sorted(count), key=lambda target: count[target], default="")


def _figures(line: ConfigLine) -> str:
    """Return the figures of a core's main service in one line; nothing for one that is not measured."""
    if line.row is None:
        return ""
    m = line.row.measured
    said = ((col.AREA, " LUT"), (col.FMAX, " MHz"), (col.MBPS, " Mbit/s"), (col.PER_LUT, " kbit/s per LUT"))
    figures = [f"{text}{'' if text.endswith('GE') else unit}" for c, unit in said if (text := c.text(m))]
    return f"{col.SERVED.text(m)} on {m.target}: {', '.join(figures)}"


def _config_line(core: Core, target: str, best: Mapping[tuple[str, str, str], Line]) -> ConfigLine:
    return ConfigLine(core, best.get((core.name, core.service().name, target)))


def newest_rows(rows: Sequence[Row]) -> frozenset[int]:
    """Return the numbers (from 1) of the rows that stand for a core on a target (`latest`)."""
    kept = {id(row) for row in latest(rows)}
    return frozenset(number for number, row in enumerate(rows, 1) if id(row) in kept)


def proof_lines(proofs: Iterable[tuple[str, Sequence[Proof]]]) -> dict[str, tuple[str, ...]]:
    """Return the proofs of each core of a page, a line each.

    A proof that a core above has in the same words is named after that core, on one line with others.
    """
    first: dict[str, str] = {}
    found = {}
    for core, own in proofs:
        new, shared = [], defaultdict[str, list[str]](list)
        for proof in own:
            holder = first.setdefault(proof.summary, core)
            if holder == core:
                new.append(proof.summary)
            else:
                shared[holder].append(proof.task)
        found[core] = (
            *new,
            *(f"The same as for {other}: {', '.join(tasks)}" for other, tasks in shared.items()),
        )
    return found


def _core_view(
    core: Core,
    mine: Sequence[Row],
    shown: Sequence[Line],
    proved: Sequence[str],
    ports_of_page: tuple[Port, ...],
) -> CoreView:
    """Return what a page has of a core: of all of its rows `mine`, and of `shown` in full."""
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
        "Proved": tuple(proved),
        "Sources": f"{len(core.sources)} files, SHA-256 {core.source_hash[:12]}…",
    }
    return CoreView(
        name=core.name,
        id=core_id(core.name),
        facts=tuple((term, lines_of(value)) for term, value in facts.items() if value),
        ports=() if ports_of(core) == ports_of_page else ports_of(core),
        instance=instance_of(core),
        services=Table((*SERVED, STATE, SUMMARY), service_lines(mine, core)),
        rows=Table(OF_CORE, shown),
        paths=_paths(mine),
        missing=() if any(row["current"] for row in mine) else (_bench(core),),
        stale=bool(mine) and not any(row["current"] for row in mine),
    )


def _bench(core: Core) -> str:
    """Return the command that measures a core: on the target that it is made for, if it is made for some."""
    return f"roundel bench {core.name}" + (f" --target {','.join(core.targets)}" if core.targets else "")


def _paths(rows: Sequence[Row]) -> list[Mapping[str, Any]]:
    """Return the main row of each target, if current, with its critical path: a stale one names old lines."""
    chosen: dict[str, Mapping[str, Any]] = {}
    for row in sorted(main_rows(latest(rows)), key=lambda row: row["target"]):
        chosen.setdefault(row["target"], row)
    return [row for row in chosen.values() if row["current"] and row["critical_path"]]
