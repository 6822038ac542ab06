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


@pytest.mark.parametrize(
    ("name", "axes", "said", "hint"),
    [
        (
            "keccak400-x2",
            {"LaneWidth": (64,)},
            "LaneWidth changes the ports of roundel_keccak_engine",
            "Start from keccak1600-x1, which has LaneWidth = 64.",
        ),
        (
            "keccak400-x1",
            {"LaneWidth": (16, 1)},
            "LaneWidth changes the ports of roundel_keccak_engine",
            "The catalog has no roundel_keccak_engine of LaneWidth = 1: give it one.",
        ),
        (
            "aes-engine",
            {"Phases": (10,), "KeyBits": (128, 256)},
            "KeyBits changes the ports of roundel_aes_engine",
            "Start from aes-engine:aes-256, which has KeyBits = 256.",
        ),
        (
            "aes-ctr",
            {"Columns": (16,)},
            "Columns changes the ports of roundel_aes_groestl",
            "Start from aes-groestl-512, which has Columns = 16.",
        ),
    ],
)
def test_value_that_the_widths_hang_on_is_refused(
    name: str, axes: dict[str, tuple[int, ...]], said: str, hint: str
) -> None:
    with pytest.raises(RoundelError, match=said) as caught:
        grid_of(find_core(name), axes)
    assert caught.value.hint == hint


def test_points_of_a_configuration_have_its_widths() -> None:
    (known,) = grid_of(find_core("keccak400-x1"), {"LaneWidth": (64,)})
    assert (known.name, known.data_width) == ("keccak1600-x1", 1600)
    (point,) = grid_of(find_core("keccak1600-x1"), {"Unroll": (2,)})
    assert (point.data_width, point.service().block_bits) == (1600, 1600)
    assert point_of(point.name) == point
    (point,) = grid_of(find_core("aes-engine:aes-256"), {"Phases": (10,)})
    assert (point.name, point.key_width) == ("aes-engine:KeyBits=256,Phases=10", 256)
    assert point_of(point.name) == point


@pytest.mark.parametrize("name", ["aes-engine:Phases=two", "aes-engine:Phases=1,2", "aes-engine:=1"])
def test_name_that_is_none_of_a_point_is_told(name: str) -> None:
    with pytest.raises(RoundelError, match="expected NAME=NUMBER"):
        point_of(name)
