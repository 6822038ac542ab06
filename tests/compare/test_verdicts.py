"""The rules of judging papers, on made-up figures and on the project's own store."""

from __future__ import annotations

import dataclasses
import functools
import json
import re
from collections.abc import Iterator

import pytest
from designs_rows import core, results, row, service
from paper_material import CATALOG, ECP5, FLAT, answered, fmax, paper, terms

import roundel
from roundel.catalog import load_catalog
from roundel.compare import Reproduction, Verdict, read_results, reproduce
from roundel.compare.answers import EXPLAINED, CellAnswer, judge
from roundel.compare.evidence import Bench
from roundel.compare.export import exported
from roundel.compare.notes import notes_of, summary
from roundel.compare.quote import quoted, quoted_or_less
from roundel.errors import RoundelError
from roundel.implement import TARGETS, find_target
from roundel.lab import Store
from roundel.papers import Paper, find_paper, paper_names
from roundel.paths import project_root
from roundel.spread import Spread

SEEDS = 16


@pytest.mark.parametrize(
    ("printed", "ours", "verdict", "reason"),
    [
        ([1.21], Spread(0.91, 0.86, 0.92, SEEDS), Verdict.FAILS, "the other side wins"),
        ([1.21], Spread(0.97, 0.86, 1.02, SEEDS), Verdict.HOLDS, "agrees"),  # ours has no winner
        ([1.21], Spread(1.10, 1.02, 1.20, SEEDS), Verdict.HOLDS, "agrees"),
        ([0.997], Spread(1.20, 1.10, 1.30, SEEDS), Verdict.HOLDS, "agrees"),  # the paper has none
        ([0.997], Spread(1.90, 1.80, 2.00, SEEDS), Verdict.FAILS, "the paper has a tie"),
        ([0.97], Spread.exact(1.019), Verdict.HOLDS, "agrees"),
        ([0.97], Spread.exact(1.03), Verdict.FAILS, "the other side wins"),
        ([2.19, 3.58], Spread(4.21, 4.05, 4.34, SEEDS), Verdict.HOLDS, "1.46 to 5.37 agrees"),
        ([0.8, 1.3], Spread(0.9, 0.85, 0.95, SEEDS), Verdict.HOLDS, "agrees"),  # devices differ
        ([1.21], Spread(0.5, 0.5, 0.5, 1), Verdict.OPEN, "one seed"),
    ],
)
def test_a_quotient_holds_only_where_the_winner_is_the_same(
    printed: list[float], ours: Spread, verdict: Verdict, reason: str
) -> None:
    found, words = judge("about", printed, ours, 1.5, sides=True)
    assert (found, reason in words) == (verdict, True), words


def test_one_ratio_of_several_tables_is_judged_once() -> None:
    data = paper().model_dump()
    second = data["tables"][0] | {"name": "II", "rows": [dict(r) for r in data["tables"][0]["rows"]]}
    second["rows"][0]["per_area"] = 200
    data["tables"] = [data["tables"][0], second]
    both = results(row("core-a", "hash", **FLAT, luts=400), row("core-b", "hash", **FLAT))
    (answer,) = reproduce(Paper.model_validate(data), CATALOG, ECP5, both).ratios
    assert [one.value for one in answer.printed] == [3, 2]
    assert answer.where == "Table I, d; Table II, d" and answer.verdict is Verdict.HOLDS


def test_cycles_are_judged_without_a_row_of_the_target() -> None:
    for stored in (results(), results(row("core-a", "hash", target="xc7"))):
        a, b, _ = reproduce(paper(), CATALOG, ECP5, stored).rows
        assert (a.verdict, a.measured, a.missing) == (Verdict.HOLDS, None, "needs rows of core-a")
        assert a.cycles is not None and a.cycles.per_block == 10 and b.verdict is Verdict.HOLDS


def test_a_claim_of_bits_a_cycle_needs_no_row() -> None:
    claim = {"measure": "bits per cycle", "table": None, "sense": "above", "value": 8}
    (answer,) = reproduce(
        paper(claim | {"terms": [{"over": ["core-a/hash"]}]}), CATALOG, ECP5, results()
    ).claims
    assert answer.verdict is Verdict.HOLDS and answer.ours == Spread.exact(10.0)


def test_a_claim_of_the_clock_divides_the_clocks() -> None:
    claim = terms() | {"measure": "clock", "table": "I"}
    (answer,) = answered(claim, b=fmax(50.0, 50.0, 50.0), **FLAT).claims
    assert answer.ours == Spread(2.0, 2.0, 2.0, 5) and answer.paper == 1.0
    (unrouted,) = reproduce(paper(claim), CATALOG, find_target("xc7"), results()).claims
    assert unrouted.verdict is Verdict.CANNOT and "no fmax" in unrouted.reason


def test_areas_with_and_without_block_ram_are_not_compared() -> None:
    (answer,) = answered(b=FLAT | {"rams": 8}, **FLAT, rams=0).ratios
    assert answer.verdict is Verdict.INCOMPARABLE and "core-a 0; core-b 8" in answer.why
    assert answered(b=FLAT | {"rams": 8}, **FLAT, rams=8).ratios[0].verdict is not Verdict.INCOMPARABLE


def test_what_the_paper_contradicts_is_compared_with_nothing() -> None:
    data = paper(terms()).model_dump()
    data["tables"][0]["rows"][1].update(doubt="it needs 40", least_cycles=40)
    found = reproduce(
        Paper.model_validate(data), CATALOG, ECP5, results(row("core-a", "hash"), row("core-b", "hash"))
    )
    assert found.ratios[0].verdict is found.claims[0].verdict is found.rows[1].verdict is Verdict.INCOMPARABLE
    assert "With 40 cycles its ratio would be 6.00." in found.ratios[0].why
    assert "Table I, B: in doubt; it needs 40" in notes_of(found)


def test_a_reason_why_nothing_is_comparable_may_spare_a_target() -> None:
    claim = terms() | {"incomparable": "other counts", "comparable_on": ["ecp5"], "own": "ours"}
    spared, other = answered(claim), answered(claim | {"comparable_on": ["xc7"]})
    assert spared.claims[0].verdict is not Verdict.INCOMPARABLE
    assert (other.claims[0].verdict, other.claims[0].why) == (Verdict.INCOMPARABLE, "other counts")
    assert summary(other) == [
        "Claims of the paper: 0 of 0 hold, 0 do not hold, 0 cannot be judged.",
        "Ratios of its tables: 0 of 1 hold, 1 do not hold, 0 cannot be judged.",
        "Our own way of judging: 0 of 1 hold, 0 do not hold, 1 cannot be judged (1 not comparable).",
    ]


def test_a_cause_has_the_factors_of_a_ratio_and_quotes_figures() -> None:
    pairs = [{"over": "core-a", "under": "core-b", "why": "A has {ours area of core-a/hash} LUT."}]
    both = results(row("core-a", "hash", **FLAT), row("core-b", "hash", **FLAT))
    (answer,) = reproduce(paper(pairs=pairs), CATALOG, ECP5, both).ratios
    assert answer.verdict is Verdict.FAILS and answer.why.startswith("A has 1000 LUT. Factors ")
    # The paper's: 10 bits a cycle over 5, 100 MHz over 100, an area of 10 over 40.
    assert "bits a cycle 2.00, 1.00; clock 1.00, 1.00; area 0.25, 1.00" in answer.why


def test_the_factors_of_the_paper_are_of_one_table() -> None:
    data = paper().model_dump()
    other = [dict(row) for row in data["tables"][0]["rows"]]
    data["tables"] = [data["tables"][0], data["tables"][0] | {"name": "II", "rows": other}]
    other[0].update(mhz=300.0, area=20.0)
    data["claims"] = [terms() | {"name": "c", "text": "t", "where": "w", "table": "II"}]
    both = results(row("core-a", "hash", **FLAT), row("core-b", "hash", **FLAT))
    (answer,) = reproduce(Paper.model_validate(data), CATALOG, ECP5, both).claims
    assert "clock 3.00, 1.00; area 0.50, 1.00" in answer.why and "core-a 1000 LUT (20 slices)" in answer.why


def test_quotations() -> None:
    bench = Bench(paper(), CATALOG, results(row("core-a", "hash", **fmax(1, 99, 101))), ECP5)
    assert quoted(
        "{paper area of core-b/hash / paper area of core-a/hash} {ours MHz of core-a/hash}", bench
    ) == ("4.00 99")
    assert quoted("{ours area of core-b/hash}", bench) == quoted("{figure k/neon}", bench) == ""
    assert quoted_or_less("It is so. B has {ours area of core-b/hash} LUT.", bench) == "It is so."
    assert quoted_or_less("A has {ours area of core-a/hash} LUT.", bench) == "A has 1000 LUT."
    for wrong in ("{ours size of core-a/hash}", "{core-a/hash}", "{paper area of core-z/hash}"):
        with pytest.raises(RoundelError):
            quoted(wrong, bench)


@functools.cache
def of_the_project(name: str, target: str) -> Reproduction:
    return reproduce(find_paper(name), load_catalog(), find_target(target), stored())


@functools.cache
def stored():  # type: ignore[no-untyped-def]
    root = project_root()
    return read_results(Store(root / "results", root / "results"))


def unexplained(found: Reproduction) -> Iterator[str]:
    """Yield the names of verdicts that lack their cause."""
    cells = [cell for grid in found.grids for cell in grid.cells]
    for one in (*found.ratios, *found.claims, *found.rows, *found.modes, *cells):
        if one.verdict in EXPLAINED and len(one.why.split()) < 4:
            yield str(one)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", paper_names())
def test_what_does_not_hold_and_what_is_not_comparable_has_its_cause(name: str, target: str) -> None:
    assert not list(unexplained(of_the_project(name, target)))


def quoting(found: Paper) -> Iterator[str]:
    """Yield the texts of a paper's file that may quote figures."""
    yield from (text for claim in found.claims for text in (claim.why, claim.incomparable))
    yield from (pair.why for pair in found.pairs)
    yield from (row.why for table in found.tables for row in table.rows)
    yield from (cause.why for grid in found.grids for cause in grid.causes)


# Figures of the paper's text or table, which no quotation reaches; a test below checks them.
TYPED = {"10.25", "6.07", "5.7"}


@pytest.mark.parametrize("name", paper_names())
def test_the_figures_of_causes_are_quoted(name: str) -> None:
    for text in quoting(find_paper(name)):
        typed = set(re.findall(r"\d+\.\d+", re.sub(r"\{[^}]*\}", "", text)))
        assert typed <= TYPED, text


def test_typed_figures_of_causes_are_those_of_the_tables() -> None:
    p3 = {row.name: row.gbps for table in find_paper("p3").tables for row in table.rows}
    assert (p3["[12]"], p3["[13]"], p3["Proposed"]) == (10.25, 6.07, 5.7)
    p1 = {(t.name, row.name): row for t in find_paper("p1").tables for row in t.rows}
    assert p1["II", "Multi-AES LA hash"].cycles == 8 * 14 + 16
    assert p1["II", "Multi-AES LA PRNG"].least_cycles == 4 * 14
    kec = next(row for t in find_paper("p3").tables for row in t.rows if row.name == "Kec_DSP2")
    assert (
        kec.cycles == 16 * 24
        and load_catalog()["keccak-hash-dsp-pip"].service("hash").cycles_per_block == 15 * 24
    )
    levels = {
        config: load_catalog()[f"keccak-hash-dsp-pip{config}"].service("hash").cycles_per_block
        for config in ("", ":one-level", ":three-levels")
    }
    assert levels == {"": 15 * 24, ":one-level": 8 * 24, ":three-levels": 19 * 24}
    assert load_catalog()["multi-aes-la"].service("hash").cycles_per_block == 8 * 14 + 16


def test_p4_s_row_is_that_of_p1() -> None:
    (row,) = next(t for t in find_paper("p4").tables if t.name == "P1 III").rows
    cited = next(r for t in find_paper("p1").tables for r in t.rows if r.name == "Groestl/AES [21]")
    assert row.model_copy(update={"name": cited.name}) == cited
    assert 1000 * row.gbps == pytest.approx(512 * row.mhz / 31, rel=1e-3)


def test_the_export_has_every_verdict_and_what_it_rests_on() -> None:
    found = of_the_project("p1", "ecp5")
    document = json.loads(json.dumps(exported([found])))
    (one,) = document["papers"]
    kinds = {entry["kind"] for entry in one["verdicts"]}
    assert document["format"] == 1 and kinds == {"claim", "ratio", "mode", "cycles"}
    known = {entry["design"] for entry in document["rows"]}
    judged = [entry for entry in one["verdicts"] if entry["kind"] in ("claim", "ratio") and entry["ours"]]
    of_rows = [entry for entry in judged if entry["measure"] != "bits per cycle"]
    assert of_rows and all(set(entry["designs"]) <= known for entry in of_rows)
    assert all(entry["why"] for entry in one["verdicts"] if entry["verdict"] in map(str, EXPLAINED))
    cycles = next(entry for entry in one["verdicts"] if entry["id"] == "p1/cycles/II/Multi-AES HS hash")
    assert cycles["ours"]["source"] in ("simulation", "catalog") and cycles["paper"]["cycles_per_block"] == 15


# Keys that a publication may cite: none may change.
CITED = (
    "p1/claim/dedicated",
    "p1/ratio/Keyak HS / AES-GCM HS",
    "p1/mode/I/Keccak AEAD",
    "p1/cycles/II/Keyak LA",
    "p2/claim/SHA3-512",
    "p3/cycles/1, DSP/Kec_DSP2",
    "p4/claim/short messages",
    "p5/cell/2/Keccak x5/S-3: T",
)


def test_every_verdict_has_a_key_of_its_own() -> None:
    document = exported([of_the_project(name, "ecp5") for name in paper_names()])
    assert document["roundel"] == roundel.__version__
    keys = [entry["id"] for one in document["papers"] for entry in one["verdicts"]]
    assert len(set(keys)) == len(keys) and set(CITED) <= set(keys)
    elsewhere = exported([of_the_project(name, "nexus") for name in paper_names()])
    assert keys == [entry["id"] for one in elsewhere["papers"] for entry in one["verdicts"]]


def test_each_exported_figure_names_its_source() -> None:
    document = exported([of_the_project(name, "ecp5") for name in paper_names()])
    for one in (*document["rows"], *document["figures"]):
        assert re.fullmatch("[0-9a-f]{64}", one["source_hash"]) and one["tools"], one["design"]
        assert one["command"].startswith("roundel ") and one["measured_at"] and "current" in one
    sources = {one["design"] for one in (*document["rows"], *document["figures"])}
    for entry in (entry for one in document["papers"] for entry in one["verdicts"]):
        of_catalog = entry["kind"] in ("cycles", "mode") or entry.get("measure") == "bits per cycle"
        of_catalog |= entry["id"].startswith(("p5/cell/cycles/", "p5/cell/interval/"))
        if entry.get("ours") and not of_catalog:
            assert entry["designs"] and set(entry["designs"]) <= sources, entry["id"]


def test_a_verdict_without_its_cause_is_refused() -> None:
    cell = {"paper": 1.0, "ours": None, "reason": ""}
    for verdict in EXPLAINED:
        with pytest.raises(ValueError, match=f"{verdict} without its cause"):
            CellAnswer(verdict=verdict, **cell)
        assert CellAnswer(verdict=verdict, **cell, why="It has another area.").verdict is verdict
        (answer,) = answered(terms()).claims
        with pytest.raises(ValueError, match="without its cause"):
            dataclasses.replace(answer, verdict=verdict, why=" ")
        with pytest.raises(ValueError, match="without its cause"):
            dataclasses.replace(answered().rows[0], verdict=verdict, why="")
    assert CellAnswer(verdict=Verdict.HOLDS, **cell).why == ""


def test_a_verdict_on_stale_rows_says_so() -> None:
    old = answered(terms(), current=False)
    assert [one.said for one in (*old.ratios, *old.claims)] == [
        f"{one.verdict}, stale" for one in (*old.ratios, *old.claims)
    ]
    assert all(line.endswith("; 1 of these rest on stale rows.") for line in summary(old))
    # Its cycles are those of the catalog.
    assert old.rows[0].cycles is not None and not old.rows[0].cycles.simulated
    new = answered(terms())
    assert new.claims[0].said == str(new.claims[0].verdict) and "stale" not in "".join(summary(new))


def test_a_core_without_a_row_has_its_cycles_from_the_catalog() -> None:
    only = {"core-a": core("core-a", service("hash", cycles=7))}
    found = reproduce(paper(), only, ECP5, results()).rows[0]
    assert found.cycles is not None and (found.cycles.per_block, found.cycles.simulated) == (7, False)
