"""Cells of a paper's table of quotients."""

from __future__ import annotations

import pytest
from designs_rows import results, row
from paper_material import CATALOG, ECP5, FLAT, answered, paper

from roundel.compare import Verdict, reproduce
from roundel.compare.measured import measured_of
from roundel.compare.notes import notes_of
from roundel.compare.row_notes import differences
from roundel.papers import Paper

GRIDS = [
    {
        "name": "II",
        "caption": "c",
        "service": "hash",
        "columns": [{"name": "T", "measure": "T"}, {"name": "LUT", "measure": "LUT"}],
        "lines": [
            {
                "name": "both in one",
                "core": "core",
                "config": "b",
                "base": "a",
                "times": {"T": 2, "LUT": 4},
                "device": "d",
                "figures": [0.5, 0.5],
            },
            {
                "name": "d : e",
                "core": "core",
                "config": "a",
                "device": "d",
                "to_device": "e",
                "figures": [2, 3],
            },
        ],
    }
]
ROLES = {"roles": {"d": "chosen", "e": "xc7"}}


def test_cells_of_a_grid_are_quotients_of_what_is_stored() -> None:
    on_xc7 = {"target": "xc7", "fmax_mhz": None, "seeds": 0, "throughput_per_lut": None}
    rows = results(
        row("core-a", "hash"),
        row("core-b", "hash", luts=2600, **FLAT),
        row("core-a", "hash", luts=250, **on_xc7),
    )
    mean = {"table": "II", "cells": [{"line": "both in one", "column": name} for name in ("T", "LUT")]}
    assert Paper.model_validate(paper(mean, grids=GRIDS, **ROLES).model_dump()).claims[0].measure is None
    found = reproduce(paper(mean, grids=GRIDS, **ROLES), CATALOG, ECP5, rows)
    (grid,) = found.grids
    (period, luts), (period_ratio, luts_ratio) = grid.lines
    # 10 ns over twice those of the other, which is 9.09 to 11.1 ns.
    assert period.ours is not None and (period.ours.value, period.verdict) == (0.5, Verdict.HOLDS)
    assert (period.ours.low, period.ours.high) == pytest.approx((0.45, 0.55))
    assert luts.ours is not None and (luts.ours.value, luts.verdict) == (0.65, Verdict.HOLDS)
    assert luts_ratio.ours is not None and (luts_ratio.ours.value, luts_ratio.verdict) == (4, Verdict.HOLDS)
    assert (period_ratio.ours, period_ratio.verdict) == (None, Verdict.CANNOT)
    (claim,) = found.claims
    assert claim.paper == pytest.approx(0.5) and claim.ours is not None
    assert claim.ours.value == pytest.approx((0.5 * 0.65) ** 0.5)
    assert claim.measure == "T over the estimate; LUTs over the estimate"


def test_a_grid_may_have_a_tolerance_of_its_own() -> None:
    rows = results(row("core-a", "hash"), row("core-b", "hash", luts=2600, **FLAT))
    mean = {"table": "II", "cells": [{"line": "both in one", "column": "LUT"}]}
    strict = [GRIDS[0] | {"tolerance": 1.2}]
    for grids, verdict in ((GRIDS, Verdict.HOLDS), (strict, Verdict.FAILS)):  # 0.65 for 0.5
        found = reproduce(paper(mean, grids=grids, **ROLES), CATALOG, ECP5, rows)
        assert (found.grids[0].lines[0][1].verdict, found.claims[0].verdict) == (verdict, verdict)
    assert found.claims[0].tolerance == 1.2 and "1.2 in Table II" in notes_of(found)[0]


def test_rows_that_are_divided_and_differ_are_told() -> None:
    static = {"options": {"frequency_mhz": 200, "placer": "static"}}
    found = answered(b=static)
    told = "the rows differ in their options: core-a: default; core-b: placer static"
    assert found.ratios[0].differs == (told,) and f"A / B: {told}." in notes_of(found)
    # A default that stands there is the same as one that does not.
    assert answered(b={"options": {"frequency_mhz": 200, "flatten_first": False}}).ratios[0].differs == ()
    tools = answered(b={"tools": {"synthesis": "s 2"}}).ratios[0].differs
    assert tools == ("the rows differ in their tools: core-a: synthesis s 1; core-b: synthesis s 2",)


def test_rows_that_lack_seeds_are_told() -> None:
    found = answered(b={"seeds": 15, "seeds_failed": 3})
    told = "of the 18 seeds of core-b 3 were not routed"
    assert found.ratios[0].differs == (told,) and f"A / B: {told}." in notes_of(found)
    lacking = measured_of(row("core-b", "hash", seeds=15, seeds_failed=3))
    assert differences([lacking, lacking]) == (told,)  # two services of one implementation


def test_a_line_of_a_grid_tells_what_its_rows_differ_in() -> None:
    on_xc7 = {"target": "xc7", "fmax_mhz": None, "seeds": 0, "tools": {"synthesis": "s 1", "b": "1"}}
    mapped = {"options": {"frequency_mhz": 200, "mapping": "flow3"}}
    placed = {"options": {"frequency_mhz": 200, "placer": "static"}}
    for options, told in ((mapped, True), (placed, False)):  # xc7 places nothing
        rows = results(row("core-a", "hash", **options), row("core-a", "hash", luts=250, **on_xc7))
        found = reproduce(paper(grids=GRIDS, **ROLES), CATALOG, ECP5, rows)
        assert bool(found.grids[0].differs[1]) is told
        assert any("Table II, d : e: the rows differ in their options" in n for n in notes_of(found)) is told


def test_cells_of_a_grid_say_what_is_missing() -> None:
    mean = {"table": "II", "cells": [{"line": "both in one", "column": "T"}]}
    found = reproduce(paper(mean, grids=GRIDS, **ROLES), CATALOG, ECP5, results(row("core-b", "hash")))
    (grid,) = found.grids
    assert (grid.lines[0][0].verdict, grid.lines[0][0].reason) == (Verdict.MISSING, "needs rows of core-a")
    assert (found.claims[0].verdict, found.claims[0].reason) == (Verdict.MISSING, "needs rows of core-a")
    assert found.commands == (
        "roundel bench core-a --target ecp5",
        "roundel bench core-a --target xc7",
    )


def test_answers_by_rows_of_earlier_sources_say_so() -> None:
    mean = {"table": "II", "cells": [{"line": "both in one", "column": "LUT"}]}
    rows = results(
        row("core-a", "hash", current=False, command="again"), row("core-b", "hash", luts=2600, **FLAT)
    )
    found = reproduce(paper(mean, grids=GRIDS, **ROLES), CATALOG, ECP5, rows)
    assert [found.ratios[0].current, found.claims[0].current] == [False, False]
    assert [cell.current for cell in found.grids[0].lines[0]] == [False, False]
    assert found.remeasure == ("again",)
    assert answered().ratios[0].current
