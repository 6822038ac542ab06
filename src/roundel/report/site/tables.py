"""What the report says of cores and measurements, as tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from roundel.catalog import Core, Service
from roundel.compare.measured import Measured, measured_of
from roundel.lab.grid import base_and_values
from roundel.lab.rows import Row, sources_rank
from roundel.report import row_columns as col
from roundel.table import Column, Table

FORMULA = (
    "Mbit/s = block bits × median fmax / cycles per block, 1 Mbit = 10⁶ bit; kbit/s per LUT = that / LUT. "
    "fmax is after place and route: the median over the seeds, with its 95 % confidence interval."
)


@dataclass(frozen=True)
class Line:
    """A numbered row; `expected` are the catalog's cycles, `newest` whether it represents its core today.

    `command_of` is the number of the row above it that shows its command, 0 where it shows its own.
    """

    number: int
    measured: Measured
    expected: int | None = None
    newest: bool = True
    command_of: int = 0

    @property
    def id(self) -> str:
        """Its address on the page."""
        return f"row-{self.number}"

    @property
    def core_id(self) -> str:
        """The address of its core."""
        return core_id(self.measured.core)

    @property
    def classes(self) -> str:
        """How the page marks the row: `old`, stale; `past`, newer ones stand in its place."""
        marks = {"old": not self.measured.current, "past": not self.newest}
        return " ".join(name for name, there in marks.items() if there)


def core_id(name: str) -> str:
    """Return the id of the page of a core; a point of a grid stands on that of its core."""
    return "core-" + base_and_values(name)[0].replace(":", ".")


def with_commands_once(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return lines as they are shown below each other: rows of one run have its command in the first."""
    first: dict[str, int] = {}
    shown = []
    for line in lines:
        number = first.setdefault(col.COMMAND.text(line.measured), line.number)
        shown.append(line if number == line.number else replace(line, command_of=number))
    return tuple(shown)


def of_line(column: Column[Measured]) -> Column[Line]:
    """Return the column of lines."""
    return column.through(lambda line: line.measured)


EXPECTED: Column[Line] = Column(
    "expected_cycles_per_block", "cycles/block expected", lambda line: line.expected, place="detail"
)
MEASUREMENTS: tuple[Column[Line], ...] = (
    Column("row", "row", lambda line: line.number),
    *map(of_line, (col.CORE, col.SERVICE, col.VARIANT, col.TARGET, col.OPTIONS, col.SOURCES)),
    *map(of_line, (col.LUTS, col.FFS, col.SLICES, col.GATES, col.RAMS, col.DSPS)),
    *map(of_line, (col.HARNESS_LUTS, col.HARNESS_FFS, col.LEVELS, col.FMAX, col.SEEDS, col.SEEDS_FAILED)),
    *map(of_line, (col.BLOCK_BITS, col.CYCLES)),
    EXPECTED,
    *map(of_line, (col.LATENCY, col.MBPS, col.PER_LUT, col.MEASURED_AT, col.DEVICE)),
    *map(of_line, (col.SOURCE_HASH, col.TOOLS, col.COMMAND)),
)


def lines_of(rows: Sequence[Row], catalog: Mapping[str, Core], newest: frozenset[int]) -> tuple[Line, ...]:
    """Return the stored rows in the order given, numbered from 1; `newest` are numbers."""

    def expected(row: Row) -> int | None:
        core = catalog.get(row["core"])
        service = core.find_service(row["service"], row["variant"]) if core else None
        return service.cycles_per_block if service else None

    return tuple(
        Line(number, measured_of(row), expected(row), number in newest) for number, row in enumerate(rows, 1)
    )


def measurements(lines: tuple[Line, ...]) -> Table[Line]:
    """Return the table of the stored rows."""
    return Table(MEASUREMENTS, lines, "measurements", "Measurements", FORMULA)


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Return rows by core, service, variant, target, then current rows first, the latest first."""
    newest_first = sorted(rows, key=lambda row: (str(row["measured_at"]), str(row["command"])), reverse=True)
    return sorted(
        newest_first,
        key=lambda row: (row["core"], row["service"], row["variant"], row["target"], not row["current"]),
    )


CORES: tuple[Column[Core], ...] = (
    Column("core", "core", lambda core: core.name),
    Column("summary", "what", lambda core: core.description),
    Column("kind", "kind", lambda core: core.kind),
    Column("top", "top module", lambda core: core.top),
    Column("parameters", "parameters", lambda core: parameters_text(core)),
    Column("data_width", "data (bits)", lambda core: core.data_width),
    Column(
        "papers",
        "answers to",
        lambda core: "; ".join(f"{p.paper} {p.table} {p.row}" for p in core.papers),
        place="detail",
    ),
    Column(
        "source_hash", "hash of the sources", lambda core: core.source_hash[: col.HASH_DIGITS], place="detail"
    ),
)


def cores(catalog: Mapping[str, Core]) -> Table[Core]:
    """Return what the catalog says of every core."""
    return Table(CORES, tuple(catalog.values()), "cores", "Cores")


@dataclass(frozen=True)
class ServiceLine:
    """A service of a core, and the row that its cycles were measured in."""

    core: Core
    service: Service
    measured: Measured | None

    @property
    def state(self) -> str:
        """Whether what was simulated is what the catalog expects."""
        if self.measured is None:
            return "not measured"
        equal = self.measured.cycles_per_block == self.service.cycles_per_block
        return ("as expected" if equal else "differs") + ("" if self.measured.current else ", stale")


def _of_service(key: str, head: str, field: str = "") -> Column[ServiceLine]:
    return Column(key, head, lambda line: getattr(line.service, field or key))


def _simulated(column: Column[Measured]) -> Column[ServiceLine]:
    return replace(column, place="figure").through(lambda line: line.measured)


SERVICE = _of_service("service", "service", "name")
# As files have them; the page has the core above and more below.
SERVED = (
    _of_service("algorithm", "algorithm"),
    _of_service("variant", "variant"),
    _of_service("block_bits", "bits\n/block"),
    _of_service("expected_cycles_per_block", "cycles/block expected", "cycles_per_block"),
    _simulated(replace(col.CYCLES, key="measured_cycles_per_block", head="cycles/block measured")),
    _simulated(col.LATENCY),
)
STATE: Column[ServiceLine] = Column("state", "simulated", lambda line: line.state)
SUMMARY = _of_service("summary", "functions")
SERVICES: tuple[Column[ServiceLine], ...] = (
    Column("core", "core", lambda line: line.core.name),
    *(SERVICE, *SERVED, _simulated(col.SOURCES)),
)


def service_lines(rows: Sequence[Row], core: Core) -> tuple[ServiceLine, ...]:
    """Return every service of a core: the cycles that the catalog expects, and those simulated."""
    found = ((service, cycles_row(rows, core, service)) for service in core.services)
    return tuple(ServiceLine(core, service, measured_of(row) if row else None) for service, row in found)


def services(rows: Sequence[Row], catalog: Mapping[str, Core]) -> Table[ServiceLine]:
    """Return every service of every core."""
    of_core: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        of_core[row["core"]].append(row)
    lines = tuple(line for core in catalog.values() for line in service_lines(of_core[core.name], core))
    return Table(SERVICES, lines, "services", "Services and their cycles")


def cycles_row(rows: Iterable[Row], core: Core, service: Service) -> Row | None:
    """Return the row whose cycles stand for a service: a current one, or of the sources measured last."""
    mine = [
        row
        for row in rows
        if (row["core"], row["service"], row["variant"]) == (core.name, service.name, service.variant)
        and row["cycles_per_block"] is not None
    ]
    return max(mine, key=sources_rank(mine), default=None)


def parameters_text(core: Core) -> str:
    """Return the parameters that a configuration sets, `Name=value`."""
    return ", ".join(f"{name}={value}" for name, value in core.config.parameters.items())
