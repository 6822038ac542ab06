"""The goal that designs are ranked for, and the limits that they keep."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from roundel.compare import Measured
from roundel.errors import RoundelError, unknown_name
from roundel.implement import Target
from roundel.spread import Spread


@dataclass(frozen=True)
class Quantity:
    """A figure of a design: how it is called, its unit, the factors of other units, whether more is better.

    `needs` says what a target must have for it: "fmax" or "luts", or nothing.
    """

    name: str
    unit: str
    of: Callable[[Measured], Spread | None]
    units: Mapping[str, float]
    more: bool = False
    needs: str = ""
    digits: int = 0


def _exact(value: float | None) -> Spread | None:
    return None if value is None else Spread.exact(value)


COUNT = {"k": 1e3}
BITS = {
    **{"kbit/s": 1e-3, "kbps": 1e-3, "mbit/s": 1.0, "mbps": 1.0, "gbit/s": 1e3, "gbps": 1e3, "tbit/s": 1e6},
    **{"kbyte/s": 8e-3, "mbyte/s": 8.0, "gbyte/s": 8e3},
}
QUANTITIES: Mapping[str, Quantity] = {
    "throughput": Quantity("throughput", "Mbit/s", lambda m: m.throughput, BITS, True, "fmax"),
    "luts": Quantity("LUTs", "LUT", lambda m: _exact(m.luts), COUNT, needs="luts"),
    "area": Quantity("area", "LUT or GE", lambda m: _exact(m.area), COUNT),
    "ffs": Quantity("flip-flops", "FF", lambda m: _exact(m.ffs), COUNT),
    "frequency": Quantity(
        "fmax", "MHz", lambda m: m.fmax, {"khz": 1e-3, "mhz": 1.0, "ghz": 1e3}, True, "fmax", 1
    ),
    "efficiency": Quantity("throughput per area", "Mbit/s per LUT", lambda m: m.per_lut, {}, True, "fmax", 3),
    "cycles": Quantity("cycles per block", "cycles/block", lambda m: _exact(m.cycles_per_block), COUNT),
    "latency": Quantity("latency", "ns", lambda m: m.latency, {"us": 1e3, "ms": 1e6}, needs="fmax"),
}
# What a design may be best at, and the figure that says so.
GOALS: Mapping[str, str] = {
    "luts": "area",
    "throughput": "throughput",
    "efficiency": "efficiency",
    "frequency": "frequency",
}


@dataclass(frozen=True)
class Limit:
    """A bound that a figure is to keep, in the quantity's unit, and the option that set it."""

    option: str
    quantity: str
    bound: float

    @property
    def at_most(self) -> bool:
        """Whether the bound is an upper one."""
        return not QUANTITIES[self.quantity].more

    def figure(self, m: Measured) -> Spread | None:
        """Return the figure that is bound, None where the design has none."""
        return QUANTITIES[self.quantity].of(m)

    def keeps(self, m: Measured) -> bool:
        """Return whether a design keeps the bound, by its median."""
        figure = self.figure(m)
        return figure is not None and self._within(figure.value)

    def unsure(self, m: Measured) -> bool:
        """Return whether the bounds of the design's figure lie on both sides of the limit."""
        figure = self.figure(m)
        return figure is not None and self._within(figure.low) != self._within(figure.high)

    def excess(self, m: Measured) -> float:
        """Return the factor by which a design misses the bound: 1 or less keeps it."""
        figure = self.figure(m)
        if figure is None or not figure.value:
            return float("inf")
        return figure.value / self.bound if self.at_most else self.bound / figure.value

    def _within(self, value: float) -> bool:
        return value <= self.bound if self.at_most else value >= self.bound

    def __str__(self) -> str:
        """Return the limit in a few words."""
        return f"at {'most' if self.at_most else 'least'} {self.bound:.10g} {QUANTITIES[self.quantity].unit}"


# The options that set a limit, and the figure that each binds.
OPTIONS: Mapping[str, str] = {
    "--min-throughput": "throughput",
    "--min-frequency": "frequency",
    "--max-luts": "luts",
    "--max-ffs": "ffs",
    "--max-cycles": "cycles",
    "--max-latency": "latency",
}
# A comma or an underscore stands between thousands, and nowhere else: 1,5 is a half more than 1 to some.
NUMBER = re.compile(r"((?:[0-9]{1,3}(?:[_,][0-9]{3})+|[0-9]+)(?:\.[0-9]+)?(?![_,.0-9])|\.[0-9]+)\s*(.*)")


def parse_limit(option: str, text: str) -> Limit:
    """Return the limit that an option sets by a text such as `2000`, `2Gbit/s`, `3k`, `125 MHz`.

    Raises RoundelError for what is no number above zero in a unit that is known.
    """
    quantity = QUANTITIES[OPTIONS[option]]
    match = NUMBER.fullmatch(text.strip())
    unit = match[2].casefold() if match else ""
    factor = 1.0 if not unit else quantity.units.get(unit, quantity.units.get(f"{unit}/s"))
    if unit == quantity.unit.casefold() or unit == f"{quantity.unit.casefold()}s":
        factor = 1.0
    bound = float(match[1].replace(",", "").replace("_", "")) * (factor or 0.0) if match else 0.0
    if bound > 0:
        return Limit(option, OPTIONS[option], bound)
    example = {"throughput": "2000, 2Gbit/s", "frequency": "125, 125MHz", "latency": "200, 0.2us"}
    raise RoundelError(
        f"{option} {text!r}, expected a number of {quantity.unit} above 0",
        f"For example: {option} {example.get(OPTIONS[option], '3000')}."
        + (f" Units: {', '.join(quantity.units)}." if match and unit else ""),
    )


def find_goal(name: str) -> str:
    """Return the goal of that name, "smallest" being that of the fewest LUTs; RoundelError otherwise."""
    name = {"smallest": "luts", "area": "luts", "fastest": "throughput"}.get(name, name)
    if name not in GOALS:
        raise unknown_name("goal", name, GOALS)
    return name


def check_target(goal: str, limits: Iterable[Limit], target: Target) -> None:
    """Refuse a goal and limits that no design on `target` has a figure for."""
    lacks = set() if target.routed else {"fmax"}
    lacks = {"luts"} if target.liberty else lacks  # a timer gives standard cells an fmax, if it is there
    named = [(limit.option, QUANTITIES[limit.quantity]) for limit in limits]
    for option, quantity in [(f"--best {goal}", QUANTITIES[GOALS[goal]]), *named]:
        if quantity.needs in lacks:
            why = ": it is synthesized only" if quantity.needs == "fmax" else ""
            hint = "Rank by area: --best luts." if option.startswith("--best") else f"Omit {option}."
            raise RoundelError(f"{option}: {target.name} has no {quantity.name}{why}", hint)
