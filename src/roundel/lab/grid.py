"""`grid`: the cores that a core becomes over values of its parameters."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from roundel.catalog import Config, Core, find_core, load_catalog
from roundel.catalog.capi2 import read_descriptions
from roundel.errors import RoundelError, unknown_name
from roundel.paths import project_root

Axes = Mapping[str, Sequence[int]]


def parse_axes(texts: Sequence[str]) -> Axes:
    """Return the values of each parameter from texts like `Phases=1,2,4`; RoundelError for others."""
    axes: dict[str, tuple[int, ...]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        try:
            if not equals or not name:
                raise ValueError
            numbers = tuple(dict.fromkeys(int(value, 0) for value in values.split(",")))
        except ValueError:
            raise RoundelError(
                f"parameter values {text!r}, expected NAME=NUMBER,NUMBER...",
                "For example: --set Phases=1,2,4.",
            ) from None
        if name in axes:
            raise RoundelError(f"parameter {name} is set twice", f"Write --set {name}=... once.")
        axes[name] = numbers
    return axes


def grid_of(core: Core, axes: Axes) -> list[Core]:
    """Return `core` at every combination of the values, the last parameter changing fastest.

    A combination that the catalog has a configuration for is that configuration, with its services and its
    stored results. Raises RoundelError for a parameter that the core does not have.
    """
    defaults = _defaults(core)
    for name in axes:
        if name not in defaults:
            raise unknown_name(f"parameter of {core.name}", name, defaults)
    known = [other for other in load_catalog().values() if other.vlnv == core.vlnv]
    cores = []
    for values in itertools.product(*axes.values()):
        parameters = {**core.config.parameters, **dict(zip(axes, values, strict=True))}
        full = defaults | parameters
        same = [other for other in known if defaults | dict(other.config.parameters) == full]
        # Of several configurations with these values the one asked for comes first.
        same.sort(key=lambda other: other.name != core.name)
        cores.append(same[0] if same else _derived(core, parameters))
    return list({c.name: c for c in cores}.values())


def is_point(name: str) -> bool:
    """Return whether a core of that name is a point of a grid, not one of the catalog."""
    return "=" in name


def base_and_values(name: str) -> tuple[str, dict[str, int]]:
    """Return the core that a point of a grid was made from, and its values; another core has none."""
    if not is_point(name):
        return name, {}
    base, _, values = name.partition(":")
    pairs = (item.partition("=") for item in values.split(","))
    return base, {key: int(value) for key, _, value in pairs}


def point_of(name: str) -> Core:
    """Return the core of a point of a grid by its name; RoundelError where there is no such core now."""
    base, values = base_and_values(name)
    (core,) = grid_of(find_core(base), {key: (value,) for key, value in values.items()})
    return core


def in_catalog(core: Core) -> bool:
    """Return whether the catalog has this core: its expected cycles hold for it then."""
    return core.name in load_catalog()


def _defaults(core: Core) -> dict[str, Any]:
    parameters = read_descriptions(project_root())[core.vlnv].fields.get("parameters", {})
    return {name: field.get("default") for name, field in parameters.items()}


def _derived(core: Core, parameters: Mapping[str, int]) -> Core:
    name = ",".join(f"{key}={value}" for key, value in sorted(parameters.items()))
    base = core.name.partition(":")[0]
    services = tuple(s for s in core.services if parameters.get(s.parameter) != 0)
    return dataclasses.replace(
        core, name=f"{base}:{name}", config=Config(name, dict(parameters)), services=services
    )
