"""How `roundel energy` shows figures: measured ones with all columns, stored ones in a line for each core."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from roundel.energy import Bounds, EnergyRatio

Group = tuple[str, int]
# The ratio of a core in its group.
Ratios = Mapping[tuple[Group, str], "EnergyRatio"]


@dataclass(frozen=True)
class EnergyLine:
    """A figure: of a service (its name and variant), in a library."""

    core: str
    service: str
    block_bits: int
    liberty: str
    current: bool
    figures: Mapping[str, Any]

    @property
    def group(self) -> Group:
        """What the core does: cores of one group serve the same, in blocks of the same size."""
        return self.service, self.block_bits

    @property
    def bounds(self) -> Bounds:
        """The energy without and with glitches, or the load."""
        from roundel.energy import Energy

        return Energy.of(self.figures).bounds

    @property
    def unit(self) -> str:
        """The unit of `bounds`, for each bit."""
        return self.figures["unit"] if self.figures["energy"] is None else "pJ"


def bounds_of(lines: Iterable[EnergyLine]) -> dict[str, dict[str, Bounds]]:
    """Return the energies by core, then by library."""
    energies: dict[str, dict[str, Bounds]] = {}
    for line in lines:
        energies.setdefault(line.core, {})[line.liberty] = line.bounds
    return energies


def ratios_to_least(lines: Iterable[EnergyLine]) -> dict[tuple[Group, str], EnergyRatio]:
    """Return the ratio of each core to the core of its group that takes the least.

    Only current figures count. The least core has the smallest product over the libraries that all cores of
    the group share, with glitches. A group without a shared library has no ratios.
    """
    from roundel.energy import pairs_of, ratios

    groups: dict[Group, list[EnergyLine]] = {}
    for line in lines:
        if line.current:
            groups.setdefault(line.group, []).append(line)
    found: dict[tuple[Group, str], EnergyRatio] = {}
    for group, own in groups.items():
        energies = bounds_of(own)
        shared = set.intersection(*(set(libraries) for libraries in energies.values()))
        if shared and len(energies) > 1:
            least = min(energies, key=_product(energies, shared))
            found |= {(group, one.core): one for one in ratios(energies, pairs_of([*energies], least))}
    return found


def _product(energies: Mapping[str, Mapping[str, Bounds]], libraries: set[str]) -> Callable[[str], float]:
    return lambda core: prod(energies[core][library][1] for library in sorted(libraries))


def show_measured(lines: Sequence[EnergyLine], compared: Sequence[EnergyRatio]) -> None:
    """Print figures with all their columns, then ratios."""
    from roundel.cli.tables import console_of, print_table

    out = console_of()
    heads = ("core", "service", "library", "gates", "FF", "load/bit", "of it settled", "clock/bit", "unit")
    rows = [
        (
            *(one.core, one.service, one.liberty),
            *(one.figures["gates"], one.figures["flip_flops"]),
            *(_short(one.figures[name]) for name in ("switched", "settled", "clock")),
            *(one.figures["unit"], _short(one.figures["energy"]), _short(one.figures["energy_settled"])),
        )
        for one in lines
    ]
    print_table(out, (*heads, "pJ/bit", "without\nglitches"), rows)
    if compared:
        shown = [
            (
                f"{one.core} / {one.divisor}",
                ", ".join(
                    f"{_short(min(bounds))} to {_short(max(bounds))} in {library}"
                    for library, bounds in one.of_libraries.items()
                ),
                one.verdict,
            )
            for one in compared
        ]
        print_table(out, ("ratio", "without and with glitches", "verdict"), shown)


def show_stored(lines: Sequence[EnergyLine], ratios: Ratios, divisor: str) -> None:
    """Print stored figures: a line for each service of a core.

    Args:
        lines: The figures.
        ratios: The ratios.
        divisor: What they divide by, in words.
    """
    from roundel.cli.tables import console_of, print_table

    units = {one.liberty: one.unit for one in lines}
    libraries = sorted(units, key=lambda library: (units[library] == "pJ", library))
    tables: dict[tuple[Group, str], dict[str, EnergyLine]] = {}
    for line in sorted(lines, key=lambda one: (one.group, one.core)):
        tables.setdefault((line.group, line.core), {})[line.liberty] = line
    divisors = {(group, one.divisor) for (group, _), one in ratios.items()}
    rows: list[tuple[str | None, ...]] = []
    for (group, core), own in tables.items():
        ratio = ratios.get((group, core))
        said = (_range((ratio.low, ratio.high)), ratio.verdict) if ratio else (None, None)
        stale = "" if all(one.current for one in own.values()) else "*"
        energies = (_range(own[library].bounds) if library in own else None for library in libraries)
        rows.append((core + stale, group[0], *energies, *(("1", "") if (group, core) in divisors else said)))
    heads = [f"{units[library]}/bit in\n{library}" for library in libraries]
    print_table(console_of(), ("core", "service", *heads, f"ratio to\n{divisor}", "verdict"), rows)
    if any(not one.current for one in lines):
        print("*: the sources have changed since")


def as_data(lines: Sequence[EnergyLine], compared: Sequence[EnergyRatio]) -> dict[str, Any]:
    """Return figures and ratios as JSON has them."""
    return {
        "energies": [
            {"core": one.core, "service": one.service, "current": one.current, **one.figures} for one in lines
        ],
        "ratios": [
            {
                **{"core": one.core, "divisor": one.divisor, "of_libraries": one.of_libraries},
                **{"low": one.low, "high": one.high, "resolved": one.resolved, "verdict": one.verdict},
            }
            for one in compared
        ],
    }


def _range(bounds: Bounds) -> str:
    return f"{_short(min(bounds))}..{_short(max(bounds))}"


def _short(value: float | None) -> str | None:
    """Return a number with three digits."""
    if value is None:
        return None
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"
