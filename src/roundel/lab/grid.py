"""`grid`: the cores that a core becomes over values of its parameters."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from roundel.catalog import Config, Core, find_core, load_catalog
from roundel.errors import RoundelError, unknown_name

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
    stored results. Raises RoundelError for a parameter that the core does not have, and for another value of
    one that the widths of ports or blocks hang on: only the catalog knows those.
    """
    defaults = _defaults(core)
    for name in axes:
        if name not in defaults:
            raise unknown_name(f"parameter of {core.name}", name, defaults)
    known = _configurations(core)
    cores = []
    for values in itertools.product(*axes.values()):
        parameters = {**core.config.parameters, **dict(zip(axes, values, strict=True))}
        full = defaults | parameters
        same = [other for other in known if defaults | dict(other.config.parameters) == full]
        # Of several configurations with these values the one asked for comes first.
        same.sort(key=lambda other: other.name != core.name)
        if not same:
            _check_widths(core, defaults, parameters)
        cores.append(same[0] if same else _derived(core, parameters))
    return list({c.name: c for c in cores}.values())


def is_point(name: str) -> bool:
    """Return whether a core of that name is a point of a grid, not one of the catalog."""
    return "=" in name


def base_and_values(name: str) -> tuple[str, dict[str, int]]:
    """Return the core that a point of a grid was made from, and its values; another core has none.

    RoundelError for a name that is none of a point.
    """
    if not is_point(name):
        return name, {}
    base, _, values = name.partition(":")
    return base, {key: value for key, (value,) in parse_axes(values.split(",")).items()}


def point_of(name: str) -> Core:
    """Return the core of a point of a grid by its name; RoundelError where there is no such core now."""
    base, values = base_and_values(name)
    core = find_core(base)
    defaults = _defaults(core)
    # A point of a configuration is named by the values of that and its own, after the same core.
    own = (other for other in _configurations(core) if other.name.partition(":")[0] == base)
    wanted = _deciding(core, defaults, values)
    start = next((other for other in own if _has(other, defaults, wanted)), core) if wanted else core
    (point,) = grid_of(start, {key: (value,) for key, value in values.items()})
    return point


def in_catalog(core: Core) -> bool:
    """Return whether the catalog has this core: its expected cycles hold for it then."""
    return core.name in load_catalog()


def _defaults(core: Core) -> dict[str, Any]:
    return dict(core.defaults)


def _configurations(core: Core) -> list[Core]:
    """Return the catalog's configurations of the source that a core is of."""
    return [other for other in load_catalog().values() if other.vlnv == core.vlnv]


def _values(core: Core, defaults: Mapping[str, Any]) -> dict[str, Any]:
    return {**defaults, **core.config.parameters}


def _has(core: Core, defaults: Mapping[str, Any], values: Mapping[str, Any]) -> bool:
    return _values(core, defaults).items() >= values.items()


def _widths(core: Core) -> tuple[int, ...]:
    """Return what a core of other parameters has to share with the core that it is made from."""
    return core.data_width, core.key_width, core.fresh_width, core.streams, core.service().block_bits


def _deciding(core: Core, defaults: Mapping[str, Any], values: Mapping[str, int]) -> dict[str, int]:
    """Return those of the values that are not the core's own and whose parameter the widths hang on.

    It does where two configurations of the catalog that differ in it alone have different widths.
    """
    own = _values(core, defaults)
    pairs = [
        (_values(one, defaults), _values(other, defaults))
        for one, other in itertools.combinations(_configurations(core), 2)
        if _widths(one) != _widths(other)
    ]
    apart = [{name for name in one if one[name] != other[name]} for one, other in pairs]
    return {name: value for name, value in values.items() if value != own.get(name) and {name} in apart}


def _check_widths(core: Core, defaults: Mapping[str, Any], parameters: Mapping[str, int]) -> None:
    """Raise RoundelError where a core of these parameters has not the widths of the one it is made from."""
    wanted = _deciding(core, defaults, parameters)
    if not wanted:
        return
    starts = [other.name for other in _configurations(core) if _has(other, defaults, wanted)]
    names, verb = " and ".join(wanted), "change" if len(wanted) > 1 else "changes"
    values = ", ".join(f"{name} = {value}" for name, value in wanted.items())
    hint = (
        f"Start from {starts[0]}, which has {values}."
        if starts
        else f"The catalog has no {core.top} of {values}: give it one."
    )
    raise RoundelError(f"{names} {verb} the ports of {core.top}", hint)


def _derived(core: Core, parameters: Mapping[str, int]) -> Core:
    name = ",".join(f"{key}={value}" for key, value in sorted(parameters.items()))
    base = core.name.partition(":")[0]
    services = tuple(s for s in core.services if parameters.get(s.parameter) != 0)
    return dataclasses.replace(
        core, name=f"{base}:{name}", config=Config(name, dict(parameters)), services=services
    )
