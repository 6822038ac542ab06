"""P5 answered by made-up rows of the fifteen designs: its own figures hold, what does not fit says so."""

from __future__ import annotations

from typing import Any

import pytest
from designs_rows import core, row, service

from roundel.catalog import Core
from roundel.compare import Reproduction, Results, Verdict, reproduce
from roundel.compare.answers import CellAnswer
from roundel.compare.measured import Failure
from roundel.implement import find_target
from roundel.papers import find_paper

P5 = find_paper("p5")
ECP5, XC7, CELLS = map(find_target, ("ecp5", "xc7", "cells"))
CORES = {"AES": "aes", "Salsa20": "salsa20", "Keccak": "keccak400"}
CONFIGS = ("x1", "x2", "x5", "ppl2", "ppl5")
# Both forms of the S-box have the paper's figures here.
FORMS = {"aes": ("", "-table"), "salsa20": ("",), "keccak400": ("",)}
DESIGNS = [
    (algorithm, config, f"{name}-{config}{form}")
    for algorithm, name in CORES.items()
    for config in CONFIGS
    for form in FORMS[name]
]
CATALOG: dict[str, Core] = {name: core(name, service("block")) for _, _, name in DESIGNS}


def printed(grid: str, line: str, column: str) -> float:
    found = next(one for one in P5.grids if one.name == grid)
    return found.printed(line, column)


def figures(algorithm: str, config: str, device: str) -> dict[str, float]:
    """The paper's own figures of one of its thirty designs, from all of its tables."""
    table = next(one for one in P5.tables if one.name == f"1, {device}")
    x1 = next(one for one in table.rows if one.name == f"{algorithm} x1")
    short = {"Spartan-3": "S-3", "Spartan-6": "S-6"}[device]
    named = "x1" if config == "x1" else config.replace("ppl", "PPL")
    times = int(config[-1])
    luts, period, logic = x1.area, x1.more["period"], 30.0
    if config != "x1":
        line = f"{algorithm} {named}"
        luts *= times * printed("2", line, f"{short}: LUT")
        period *= (times if config.startswith("x") else 1) * printed("2", line, f"{short}: T")
        logic = printed("2", line, f"{short}: logic %")
    return {
        "luts": luts,
        "period": period,
        "logic": logic,
        "levels": x1.more["levels"],
        "latency": printed("cycles", algorithm, named),
        "interval": printed("interval", algorithm, named),
    }


def rows(*, without: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Rows on ecp5 and, synthesized only, on xc7, of the paper's figures."""
    made = []
    for algorithm, config, name in DESIGNS:
        for target, device in (("ecp5", "Spartan-3"), ("xc7", "Spartan-6")):
            if f"{name} {target}" in without:
                continue
            of = figures(algorithm, config, device)
            mhz = 1000 / of["period"]
            bits = {"AES": 128, "Salsa20": 512, "Keccak": 400}[algorithm]
            routed = target == "ecp5"
            made.append(
                row(
                    name,
                    "block",
                    target=target,
                    luts=of["luts"],
                    fmax_mhz=dict.fromkeys(("median", "min", "max"), mhz) if routed else None,
                    seeds=3 if routed else 0,
                    throughput_per_lut=1.0 if routed else None,
                    block_bits=bits,
                    cycles_per_block=of["interval"],
                    latency_cycles=of["latency"],
                    logic_levels=of["levels"],
                    critical_path={"total_ns": 100.0, "logic_ns": of["logic"]} if routed else None,
                )
            )
    return made


def answered(results: Results) -> Reproduction:
    return reproduce(P5, CATALOG, ECP5, results)


def cell(found: Reproduction, grid: str, line: str, column: str) -> CellAnswer:
    answer = next(one for one in found.grids if one.grid.name == grid)
    lines = [one.name for one in answer.grid.lines]
    columns = [one.name for one in answer.grid.columns]
    return answer.lines[lines.index(line)][columns.index(column)]


def test_p5_against_itself_holds() -> None:
    found = answered(Results(rows()))
    for answer in found.claims:
        if answer.name == "Keccak unrolled":
            assert answer.verdict is Verdict.CANNOT
            continue
        if answer.name.startswith("Salsa20's adders"):
            assert answer.verdict is Verdict.INCOMPARABLE and "carry chain" in answer.why
            continue
        if answer.own:
            continue
        assert answer.verdict is Verdict.HOLDS, (answer.name, answer.reason)
        assert answer.quotient is None or answer.quotient == pytest.approx(1, rel=0.02), answer.name
    for grid in (grid for grid in found.grids if not grid.grid.own):
        for line, cells in zip(grid.grid.lines, grid.lines, strict=True):
            for column, one in zip(grid.grid.columns, cells, strict=True):
                needs_clock = grid.grid.cell(line, column).measure in ("T", "logic share")
                if needs_clock and (line.to_device or column.device == "Spartan-6"):
                    assert (one.verdict, one.ours) == (Verdict.CANNOT, None)
                    continue
                assert one.ours is not None and one.verdict is Verdict.HOLDS, (line.name, column.name)
                # What follows from two of its tables and is printed in the third is rounded thrice.
                assert one.ours.value == pytest.approx(one.paper, rel=0.04), (line.name, column.name)
    assert {answer.verdict for answer in found.rows if answer.more} == {Verdict.HOLDS}
    assert found.commands == found.absent == found.failed == ()


def test_claims_of_cells_are_of_what_their_grid_has() -> None:
    measures = {answer.name: answer.measure for answer in answered(Results(rows())).claims}
    assert measures["AES scales"] == "T over the estimate"
    assert measures["AES shares"] == "LUTs over the estimate"
    assert measures["Salsa20's path is logic"] == "share of logic in %"
    assert measures["LUTs of Keccak"] == "LUTs, Spartan-3 : Spartan-6"
    assert measures["Keccak unrolled"] == ""


def test_saving_a_third_and_saving_nothing_are_two_answers() -> None:
    """What agrees with the one is no agreement with the other."""
    claims = {answer.name: answer for answer in answered(Results(rows())).claims}
    nothing, third = claims["LUTs of Salsa20"], claims["LUTs of Keccak"]
    assert nothing.paper and nothing.tolerance and third.paper and third.tolerance
    assert nothing.paper * nothing.tolerance < third.paper / third.tolerance


def test_the_fifteen_stand_in_both_tables_with_latency_apart_from_throughput() -> None:
    found = answered(Results(rows()))
    for table in ("1, Spartan-3", "1, Spartan-6"):
        measured = [one.measured for one in found.rows if one.table == table]
        assert {m.core for m in measured if m} == set(CATALOG)
    one = next(r.measured for r in found.rows if r.published.name == "AES PPL5" and r.table == "1, Spartan-3")
    assert one is not None and one.latency is not None and one.period is not None
    assert (one.latency_cycles, one.cycles_per_block) == (11, 2.2)
    assert one.latency.value == pytest.approx(11 * one.period.value)


def test_cycles_do_not_wait_for_a_clock() -> None:
    found = answered(Results([one for one in rows() if one["target"] == "xc7"]))
    assert cell(found, "cycles", "Keccak", "PPL5").verdict is Verdict.HOLDS
    assert cell(found, "2", "Keccak PPL5", "S-6: LUT").verdict is Verdict.HOLDS
    assert cell(found, "2", "Keccak PPL5", "S-3: LUT").verdict is Verdict.MISSING


def test_what_is_not_there_is_not_measured_yet_and_hides_nothing_else() -> None:
    found = answered(Results(rows(without=("aes-x5-table ecp5",))))
    missing = cell(found, "2", "AES x5", "S-3: T")
    assert (missing.verdict, missing.reason) == (Verdict.MISSING, "needs rows of aes-x5-table")
    assert cell(found, "2", "AES x2", "S-3: T").verdict is Verdict.HOLDS
    assert found.commands == ("roundel bench aes-x5-table --target ecp5",)
    claims = {answer.name: answer for answer in found.claims}
    assert (claims["AES scales"].verdict, claims["AES scales"].reason) == (
        Verdict.MISSING,
        "needs rows of aes-x5-table",
    )
    assert claims["Keccak scales"].verdict is Verdict.HOLDS


def failed(name: str, reason: str, **more: Any) -> Failure:
    return Failure(name, "ecp5", more.get("source_hash", CATALOG[name].source_hash), reason, "2026-01-02")


def test_a_design_that_does_not_fit_says_so_everywhere() -> None:
    reason = "does not fit D: 90000 LUT needed, 80000 there"
    results = Results(rows(without=("keccak400-ppl5 ecp5",)), failures=[failed("keccak400-ppl5", reason)])
    found = answered(results)
    told = f"keccak400-ppl5 on ecp5: {reason}"
    for name, line, column in (("2", "Keccak PPL5", "S-3: T"), ("3", "LUT, Keccak", "PPL5")):
        assert (cell(found, name, line, column).verdict, cell(found, name, line, column).reason) == (
            Verdict.UNFIT,
            told,
        )
    claim = next(answer for answer in found.claims if answer.name == "Keccak scales")
    assert (claim.verdict, claim.reason) == (Verdict.UNFIT, told)
    beside = next(r for r in found.rows if (r.table, r.published.name) == ("1, Spartan-3", "Keccak PPL5"))
    assert (beside.verdict, beside.measured) == (Verdict.UNFIT, None)
    assert found.failed == (told,) and found.commands == ()


def test_another_failure_is_told_and_may_be_measured_later() -> None:
    late = failed("aes-x5-table", "nextpnr-ecp5 took longer than 1800 s")
    found = answered(Results(rows(without=("aes-x5-table ecp5",)), failures=[late]))
    missing = cell(found, "2", "AES x5", "S-3: LUT")
    assert missing.verdict is Verdict.MISSING
    assert missing.reason == "aes-x5-table on ecp5: nextpnr-ecp5 took longer than 1800 s"


def test_a_failure_of_earlier_sources_is_forgotten() -> None:
    old = failed("aes-x5-table", "does not fit D", source_hash="before")
    found = answered(Results(rows(without=("aes-x5-table ecp5",)), failures=[old]))
    assert cell(found, "2", "AES x5", "S-3: T").verdict is Verdict.MISSING
    assert found.failed == () and found.commands == ("roundel bench aes-x5-table --target ecp5",)


def test_a_row_that_there_is_goes_before_a_failure() -> None:
    found = answered(Results(rows(), failures=[failed("aes-x5-table", "does not fit D")]))
    assert cell(found, "2", "AES x5", "S-3: T").verdict is Verdict.HOLDS


def test_a_target_divided_by_itself_has_no_verdict() -> None:
    both = [one | {"target": "xc7"} for one in rows() if one["target"] != "xc7"]
    found = reproduce(find_paper("p5"), CATALOG, XC7, Results(both))
    cells = [one for grid in found.grids if grid.grid.name == "3" for one in grid.cells]
    assert {(one.verdict, one.ours) for one in cells} == {(Verdict.CANNOT, None)} and len(cells) == 30
    assert {one.reason for one in cells} == {"xc7 answers both Spartan-3 and Spartan-6"}
    (claim,) = (one for one in found.claims if one.name == "LUTs of Salsa20")
    assert (claim.verdict, claim.reason) == (Verdict.CANNOT, "xc7 answers both Spartan-3 and Spartan-6")


def test_standard_cells_count_no_luts() -> None:
    found = reproduce(find_paper("p5"), CATALOG, CELLS, Results(rows()))
    (claim,) = (one for one in found.claims if one.name == "LUTs of Salsa20")
    assert (claim.verdict, claim.reason) == (Verdict.CANNOT, "cells counts no LUTs")
