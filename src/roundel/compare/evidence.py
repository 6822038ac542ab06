"""Our side of a paper's figures: what is stored of it, or what it takes to have it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from roundel.catalog import Core
from roundel.compare.commands import figure_command, row_command
from roundel.compare.measured import Cycles, Figure, Measured, Results
from roundel.implement import Target, find_target
from roundel.papers import Cell, Claim, Paper
from roundel.papers.claim import ROWLESS, Measure, designs_of
from roundel.papers.model import CHOSEN
from roundel.spread import Spread

# What takes an fmax.
CLOCKED: tuple[Measure, ...] = ("clock", "throughput", "throughput per area")


@dataclass(frozen=True)
class Missing:
    """A figure that is not there: the core and the command that makes it, or the reason why none does.

    `failed` says where its implementation failed, and how; `unfit`: the device is too small for it.
    """

    core: str
    command: str = ""
    why: str = ""
    failed: str = ""
    unfit: bool = False


@dataclass(frozen=True)
class Impossible:
    """A figure that the targets which answer cannot give, whatever is measured, and why."""

    reason: str


def _cannot_route(target: Target) -> Impossible:
    """Return why a target gives no figure that needs a clock."""
    return Impossible(f"{target.name} is not routed: no fmax, no throughput")


@dataclass(frozen=True)
class Design:
    """Several of one measured design, side by side."""

    count: int
    row: Measured


@dataclass(frozen=True)
class Bench:
    """Where our side of a paper's figures comes from."""

    paper: Paper
    catalog: Mapping[str, Core]
    results: Results
    chosen: Target

    def target(self, role: str) -> Target:
        """Return the target of a role; RoundelError when there is none of that name."""
        return self.chosen if role == CHOSEN else find_target(role)

    def find(self, design: str, role: str = CHOSEN) -> Measured | Missing:
        """Return what is stored of "core/service" for a role, or what it takes to have it."""
        name, service_name = design.split("/")
        core = self.catalog.get(name)
        if core is None:
            return Missing(name, why=f"there is no core {name} yet")
        variant = self.paper.variant_of(design)
        if not any(s.name == service_name and variant in (None, s.variant) for s in core.services):
            wanted = " ".join(filter(None, (service_name, variant)))
            return Missing(name, why=f"{name} has no service {wanted} yet")
        service, target = core.service(service_name, variant), self.target(role)
        measured = self.results.find(core, service, target)
        if measured is None and (failure := self.results.failure(core, target)) is not None:
            reason = f"{name} on {target.name}: {failure.reason}"
            return Missing(name, failed=reason, unfit=failure.unfit)
        return measured or Missing(name, command=row_command(core, service, target))

    def cycles(self, design: str, role: str = CHOSEN) -> Cycles | Missing:
        """Return the cycles of "core/service": of a current row, the role's first, or of the catalog."""
        found = self.find(design, role)
        if isinstance(found, Measured) and found.current and found.cycles_per_block:
            return Cycles(found.block_bits, found.cycles_per_block, found.latency_cycles, simulated=True)
        name, service_name = design.split("/")
        if isinstance(found, Missing) and found.why:  # the catalog has no such core or service
            return found
        core = self.catalog[name]
        cycles = self.results.cycles(core, core.service(service_name, self.paper.variant_of(design)))
        if cycles.latency is None and isinstance(found, Measured):
            return replace(cycles, latency=found.latency_cycles, current_latency=False)
        return cycles

    def figure(self, part: str) -> Figure | None:
        """Return the stored figure "name/version", the current one where there is one."""
        name, _, version = part.partition("/")
        return self.results.figure(name, version, self.catalog)

    def designs(self, claim: Claim) -> list[list[tuple[str, str]]]:
        """Return the designs whose rows a claim is answered by, each with its role, term by term."""
        if claim.cells:
            grid = self.paper.grid(claim.table)
            cells = [grid.cell_at(cell.line, cell.column) for cell in claim.all_cells]
            return [self.cell_designs(cell, grid.service) for cell in cells]
        if claim.measure in ROWLESS:
            return []
        role = self.paper.role_of(claim.table)
        return [
            [(design, role) for part in term.parts for _, design in designs_of(part)] for term in claim.terms
        ]

    def cell_designs(self, cell: Cell, service: str) -> list[tuple[str, str]]:
        """Return the designs whose rows a grid's cell is answered by, each with its role."""
        named = [(cell.name, cell.device)]
        named += [(cell.estimate[0], cell.device)] if cell.estimate else []
        named += [(cell.name, cell.to_device)] if cell.to_device else []
        return [(f"{name}/{service}", self.paper.roles[device]) for name, device in named]

    def rows(self, designs: Iterable[tuple[str, str]]) -> list[Measured]:
        """Return what is stored of designs, once each."""
        found = (self.find(design, role) for design, role in dict.fromkeys(designs))
        return [row for row in found if isinstance(row, Measured)]

    def current(self, claim: Claim) -> bool:
        """Return whether all that answers a claim is current; cycles are, with and without a row."""
        if claim.measure == "bits per cycle":
            return True
        rows = self.rows(chain.from_iterable(self.designs(claim)))
        figures = [self.figure(part) for part in claim.parts] if claim.measure in ROWLESS else []
        return all(row.current for row in rows) and all(figure.current for figure in figures if figure)

    def figures(
        self, parts: Iterable[str], measure: Measure, role: str, *, per_slice: bool = False
    ) -> dict[str, Spread] | list[Missing] | Impossible:
        """Return the figure of every part; else what is missing; else that the target has none."""
        if measure in ROWLESS:
            return self._rowless_figures(parts)
        if measure == "bits per cycle":
            return self._bits_per_cycle(parts, role)
        if measure in CLOCKED and not self.target(role).routed:
            return _cannot_route(self.target(role))
        figures, missing = {}, []
        for part in parts:
            found = [(count, self.find(design, role)) for count, design in designs_of(part)]
            missing += [row for _, row in found if isinstance(row, Missing)]
            designs = [Design(count, row) for count, row in found if isinstance(row, Measured)]
            if len(designs) == len(found):
                figures[part] = _figure(designs, measure, per_slice=per_slice)
        return missing or figures

    def _bits_per_cycle(self, parts: Iterable[str], role: str) -> dict[str, Spread] | list[Missing]:
        """Return the bits a cycle of every part, which no target changes."""
        figures, missing = {}, []
        for part in parts:
            found = [(count, self.cycles(design, role)) for count, design in designs_of(part)]
            missing += [one for _, one in found if isinstance(one, Missing)]
            rates = [count * one.bits_per_cycle for count, one in found if isinstance(one, Cycles)]
            if len(rates) == len(found):
                figures[part] = Spread.exact(min(rates))
        return missing or figures

    def blocks(self, claim: Claim, role: str) -> str:
        """Return which designs of a claim about areas use blocks of the device that others of it do not.

        LUTs do not count these blocks. Where the paper counts such blocks beside its areas, nothing is said.
        """
        designs = dict.fromkeys(design for part in claim.parts for _, design in designs_of(part))
        found = [self.find(design, role) for design in designs]
        rows = [row for row in found if isinstance(row, Measured)]
        published = [row for design in designs if (row := self.paper.row_of(design)) is not None]
        for kind, name in (("rams", "block RAMs"), ("dsps", "DSP slices")):
            counts = {row.core: getattr(row, kind) or 0 for row in rows}
            if any(kind in row.more for row in published) or all(counts.values()) or not any(counts.values()):
                continue
            used = "; ".join(f"{core} {count}" for core, count in counts.items())
            return f"Areas leave out {name}, which not all of the designs use on {rows[0].target}: {used}."
        return ""

    def have_slices(self, parts: Iterable[str], role: str) -> bool:
        """Return whether slices can be counted of every part: standard cells have none."""
        designs = (design for part in parts for _, design in designs_of(part))
        rows = [self.find(design, role) for design in designs]
        return all(isinstance(row, Measured) and row.slices for row in rows)

    def cell(self, cell: Cell, service: str) -> Spread | list[Missing] | Impossible:
        """Return our figure of a grid's cell, or what is missing, or that the target has none."""
        wanted = [(cell.name, 1.0, cell.device)]
        if cell.estimate is not None:
            wanted.append((*cell.estimate, cell.device))
        if cell.to_device is not None:
            wanted.append((cell.name, 1.0, cell.to_device))
            one, other = (self.target(self.paper.roles[d]).name for d in (cell.device, cell.to_device))
            if one == other:
                return Impossible(f"{one} answers both {cell.device} and {cell.to_device}")
        figures: list[Spread] = []
        missing = []
        for core, times, device in wanted:
            target = self.target(self.paper.roles[device])
            if cell.measure in ("cycles", "interval"):
                count = self._count(f"{core}/{service}", self.paper.roles[device], cell.measure)
                if isinstance(count, Missing):
                    missing.append(count)
                else:
                    figures.append(Spread.exact(count * times))
                continue
            if cell.measure in ("T", "logic share") and not target.routed:
                return _cannot_route(target)
            if cell.measure == "LUT" and target.liberty:
                return Impossible(f"{target.name} counts no LUTs")
            row = self.find(f"{core}/{service}", self.paper.roles[device])
            if isinstance(row, Missing):
                missing.append(row)
            elif (figure := _cell_figure(row, cell.measure)) is None:
                missing.append(Missing(core, why=f"the row of {core} on {target.name} has no {cell.measure}"))
            else:
                figures.append(figure * times)
        if missing:
            return missing
        return figures[0] / figures[1] if len(figures) > 1 else figures[0]

    def _count(self, design: str, role: str, measure: str) -> float | Missing:
        """Return the cycles of a design from input to output, or a block; only rows have the former."""
        found = self.cycles(design, role)
        if isinstance(found, Missing):
            return found
        if measure == "interval":
            return found.per_block
        if found.latency is not None:
            return found.latency
        row = self.find(design, role)
        return (
            row
            if isinstance(row, Missing)
            else Missing(row.core, why=f"the row of {row.core} has no latency")
        )

    def _rowless_figures(self, parts: Iterable[str]) -> dict[str, Spread] | list[Missing]:
        found = {part: self.figure(part) for part in parts}
        missing = [
            Missing(
                part,
                command=figure_command(part, self.catalog),
                why=f"no figure of {part} is stored yet",
            )
            for part, one in found.items()
            if one is None
        ]
        return missing or {part: Spread.exact(one.value) for part, one in found.items() if one is not None}


def needs(missing: Sequence[Missing]) -> str:
    """Return in words what is to be measured or made."""
    wanted = dict.fromkeys(m.core for m in missing if m.command and not m.why)
    absent = dict.fromkeys(m.why or m.failed for m in missing if m.why or m.failed)
    return "; ".join([*([f"needs rows of {', '.join(wanted)}"] if wanted else []), *absent])


def _figure(designs: Sequence[Design], measure: Measure, *, per_slice: bool) -> Spread:
    """Return a figure of designs side by side: areas add up, the slowest at its task sets the pace."""
    if measure == "levels of logic":
        return Spread.exact(max(design.row.logic_levels or 0 for design in designs))
    area = sum(
        design.count * (design.row.area if not per_slice else design.row.slices or 0) for design in designs
    )
    if measure == "area":
        return Spread.exact(area)
    rates = [
        design.row.fmax if measure == "clock" else design.row.throughput * design.count
        for design in designs
        if design.row.fmax is not None and design.row.throughput is not None
    ]
    pace = Spread(
        min(rate.value for rate in rates),
        min(rate.low for rate in rates),
        min(rate.high for rate in rates),
        min((rate.seeds for rate in rates if rate.seeds is not None), default=None),
    )
    return pace / area if measure == "throughput per area" else pace


def _cell_figure(row: Measured, measure: str) -> Spread | None:
    if measure == "T":
        return row.period
    figure = {
        "LUT": row.luts,
        "logic share": row.logic_share,
    }[measure]
    return None if figure is None else Spread.exact(figure)
