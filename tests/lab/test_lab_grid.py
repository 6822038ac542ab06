"""Grids over the parameters of a core."""

from __future__ import annotations

import pytest

from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.lab.grid import grid_of, in_catalog, is_point, parse_axes, point_of
from roundel.lab.runs import CyclesRun


def test_axes_are_read_in_order_and_once() -> None:
    assert parse_axes(["Phases=1,2,2", "KeyBits=0x80"]) == {"Phases": (1, 2), "KeyBits": (128,)}
    for text in ("Phases", "Phases=", "=1", "Phases=two"):
        with pytest.raises(RoundelError, match=f"parameter values '{text}', expected NAME=NUMBER"):
            parse_axes([text])
    with pytest.raises(RoundelError, match="parameter Phases is set twice"):
        parse_axes(["Phases=1", "Phases=2"])


def test_points_that_the_catalog_has_are_its_configurations() -> None:
    core = find_core("aes-engine")
    points = grid_of(core, {"Phases": (1, 2), "KeyBits": (128, 256)})
    assert [point.name for point in points] == [
        "aes-engine",
        "aes-engine:aes-256",
        "aes-engine:two-phases",
        "aes-engine:aes-256-two-phases",
    ]
    assert [point.key_width for point in points] == [128, 256, 128, 256]
    assert all(in_catalog(point) for point in points)


def test_other_points_are_cores_of_their_own() -> None:
    core = find_core("aes-engine")
    (point,) = grid_of(core, {"Phases": (10,)})
    assert point.name == "aes-engine:Phases=10" and dict(point.config.parameters) == {"Phases": 10}
    assert point.source_hash != core.source_hash and not in_catalog(point)
    assert CyclesRun(point, point.service()).identity["parameters"] == {"Phases": 10}
    assert "-G Phases=10" in _read_command(point)


def test_parameter_that_the_core_does_not_have_is_named() -> None:
    with pytest.raises(RoundelError, match="unknown parameter of aes-engine 'Phase'"):
        grid_of(find_core("aes-engine"), {"Phase": (1,)})


def _read_command(core: object) -> str:
    from roundel.catalog import Core
    from roundel.implement import Options, find_target
    from roundel.implement.synthesis import synthesis_commands

    assert isinstance(core, Core)
    return synthesis_commands(core, find_target("ecp5"), Options())[0]


def test_a_point_is_found_again_by_its_name() -> None:
    (core,) = grid_of(find_core("multi-aes-la"), {"Hash": (0,), "Prng": (0,)})
    assert is_point(core.name) and not is_point("multi-aes-la")
    again = point_of(core.name)
    assert (again.name, again.source_hash) == (core.name, core.source_hash)
    assert core.source_hash != find_core("multi-aes-la").source_hash
    with pytest.raises(RoundelError, match="parameter of multi-aes-la"):
        point_of("multi-aes-la:Nothing=0")
