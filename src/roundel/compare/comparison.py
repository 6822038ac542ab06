"""Cores set against each other, service by service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from roundel.catalog import Core, Service
from roundel.catalog.model import AREA_ONLY, DECLARED
from roundel.compare.commands import row_command
from roundel.compare.measured import Measured, Results
from roundel.compare.open_cores import OpenCoreComparison, compare_open_cores, open_cores, origin_note
from roundel.errors import RoundelError
from roundel.implement import Target
from roundel.papers import Paper, PublishedRow, find_paper, paper_names
from roundel.papers.claim import Measure
from roundel.spread import Spread, geometric_mean

Pair = tuple[str, str]
RATIO: Measure = "throughput per area"


@dataclass(frozen=True)
class Entry:
    """A core at a service on a target; `measured` is None where no row is stored, `command` makes one.

    `area_only` says that the core has no cycles to compare, because nothing drives it.
    """

    core: str
    service: str
    variant: str
    measured: Measured | None
    command: str
    area_only: bool = False


@dataclass(frozen=True)
class PaperRatio:
    """The same ratio in a paper's table: of throughput per the paper's unit of area, on its device."""

    paper: str
    table: str
    device: str
    value: float


@dataclass(frozen=True)
class DesignRatio:
    """`over` divided by `under` at a service; throughputs are None where the target is not routed.

    `area` is in LUTs, or in gate equivalents on standard cells; `per_lut` is per one or the other.
    `unverified` names the designs whose cycles nobody has checked: no ratio with one of them is resolved.
    """

    service: str
    over: str
    under: str
    per_lut: Spread | None
    throughput: Spread | None
    area: float
    papers: tuple[PaperRatio, ...]
    unverified: tuple[str, ...] = ()

    @property
    def resolved(self) -> bool | None:
        """Whether the bounds of throughput per LUT do not overlap; None without an fmax."""
        if self.per_lut is None:
            return None
        return self.per_lut.resolved and not self.unverified


@dataclass(frozen=True)
class Mean:
    """Geometric means of a pair's ratios over `services`, and of a paper's where it has them all."""

    over: str
    under: str
    services: tuple[str, ...]
    per_lut: Spread | None
    throughput: Spread | None
    area: float
    papers: tuple[PaperRatio, ...]


@dataclass(frozen=True)
class Comparison:
    """The comparison of cores on one target.

    `others` are open cores of others that were measured there; `others_origin` says how, in words.
    """

    target: str
    routed: bool
    entries: tuple[Entry, ...]
    ratios: tuple[DesignRatio, ...]
    means: tuple[Mean, ...]
    others: tuple[OpenCoreComparison, ...] = ()
    others_origin: str = ""

    @property
    def missing(self) -> tuple[Entry, ...]:
        """Entries without a stored row."""
        return tuple(entry for entry in self.entries if entry.measured is None and not entry.area_only)


def compare(cores: Sequence[Core], target: Target, results: Results, to: str | None = None) -> Comparison:
    """Compare cores on a target, service by service, each at its primary variant.

    Args:
        cores: The cores, two or more.
        target: The target of the rows.
        results: The stored rows.
        to: The name of the core that each other one is divided by. Without it each pair is compared, in the
            order in which `cores` names them.

    Returns:
        The entries, ratios with their bounds, and geometric means over the services of each pair.

    Raises:
        RoundelError: No two of the cores have a service in common.
    """
    served: dict[str, list[tuple[Core, Service]]] = {}
    for core in cores:
        for name in dict.fromkeys(service.name for service in core.services):
            served.setdefault(name, []).append((core, core.service(name)))
    common = {name: both for name, both in served.items() if len(both) > 1}
    if not common:
        offers = "; ".join(f"{c.name}: {', '.join(dict.fromkeys(s.name for s in c.services))}" for c in cores)
        raise RoundelError(
            f"the cores have no service in common ({offers})",
            "Name cores with a common service (`roundel list`).",
        )
    papers = _papers_of(cores)
    entries: list[Entry] = []
    ratios: list[DesignRatio] = []
    for name, both in common.items():
        found = {}
        for core, service in both:
            measured = results.find(core, service, target)
            entries.append(
                Entry(
                    core.name,
                    name,
                    service.variant,
                    measured,
                    row_command(core, service, target),
                    core.evidence == AREA_ONLY,
                )
            )
            found[core.name] = (core, measured)
        for over, under in _pairs(list(found), to):
            (core_over, row_over), (core_under, row_under) = found[over], found[under]
            if row_over and row_under:
                published = paper_ratios(core_over, core_under, name, papers)
                ratios.append(_ratio(name, row_over, row_under, published))
    known = open_cores()
    near = compare_open_cores(known, cores, results) if known.target == target.name else ()
    others = tuple(pair for pair in near if pair.theirs.service in common)
    return Comparison(
        target=target.name,
        routed=target.routed,
        entries=tuple(entries),
        ratios=tuple(ratios),
        means=tuple(_means(ratios)),
        others=others,
        others_origin=origin_note(known, others) if others else "",
    )


def paper_ratios(
    over: Core, under: Core, service: str, papers: Mapping[str, Paper]
) -> tuple[PaperRatio, ...]:
    """Return what papers print of two cores, where both answer to rows of one table and device."""
    ratios = []
    for first in over.papers:
        for second in under.papers:
            if (first.paper, first.table) != (second.paper, second.table) or first.row == second.row:
                continue
            if not first.service == second.service == service or first.paper not in papers:
                continue
            paper = papers[first.paper]
            a, b = (_published(paper, first.table, row) for row in (first.row, second.row))
            if a.device == b.device:
                ratios.append(PaperRatio(paper.id, first.table, a.device, a.figure(RATIO) / b.figure(RATIO)))
    return tuple(ratios)


def _published(paper: Paper, table: str, row: str) -> PublishedRow:
    for published in (r for t in paper.tables if t.name == table for r in t.rows):
        if published.name == row:
            return published
    raise RoundelError(
        f"{paper.id} has no row {row!r} in table {table}", "Correct [[papers]] of the core's catalog.toml."
    )


def _papers_of(cores: Iterable[Core]) -> dict[str, Paper]:
    answered = {row.paper for core in cores for row in core.papers}
    return {name: find_paper(name) for name in paper_names() if name in answered}


def _pairs(names: list[str], to: str | None) -> list[Pair]:
    if to is None:
        return list(combinations(names, 2))
    return [(name, to) for name in names if name != to] if to in names else []


def _ratio(service: str, over: Measured, under: Measured, published: tuple[PaperRatio, ...]) -> DesignRatio:
    return DesignRatio(
        service,
        over.core,
        under.core,
        over.per_lut / under.per_lut if over.per_lut and under.per_lut else None,
        over.throughput / under.throughput if over.throughput and under.throughput else None,
        over.area / under.area,
        published,
        tuple(one.core for one in (over, under) if one.evidence == DECLARED),
    )


def _means(ratios: Sequence[DesignRatio]) -> Iterable[Mean]:
    for over, under in dict.fromkeys((ratio.over, ratio.under) for ratio in ratios):
        mine = [ratio for ratio in ratios if (ratio.over, ratio.under) == (over, under)]
        if len(mine) > 1:
            yield Mean(
                over,
                under,
                tuple(ratio.service for ratio in mine),
                _mean([ratio.per_lut for ratio in mine]),
                _mean([ratio.throughput for ratio in mine]),
                geometric_mean([Spread.exact(ratio.area) for ratio in mine]).value,
                _paper_means(mine),
            )


def _mean(spreads: Sequence[Spread | None]) -> Spread | None:
    known = [spread for spread in spreads if spread is not None]
    return geometric_mean(known) if len(known) == len(spreads) else None


def _paper_means(ratios: Sequence[DesignRatio]) -> tuple[PaperRatio, ...]:
    """Return the papers' means, of each table and device that has a ratio for every one of the services."""
    groups: dict[tuple[str, str, str], list[float]] = {}
    for published in (p for ratio in ratios for p in ratio.papers):
        groups.setdefault((published.paper, published.table, published.device), []).append(published.value)
    return tuple(
        PaperRatio(*key, geometric_mean([Spread.exact(value) for value in values]).value)
        for key, values in groups.items()
        if len(values) == len(ratios)
    )
