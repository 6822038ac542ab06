"""A paper answered: verdicts by range and tolerance, what is missing and how to get it."""

from __future__ import annotations

from typing import Any

import pytest
from designs_rows import core, results, row, service
from paper_material import CATALOG, ECP5, FLAT, XC7, answered, fmax, paper, terms

from roundel.catalog import Core
from roundel.compare import Verdict, reproduce
from roundel.compare.notes import notes_of
from roundel.compare.row_notes import HARNESS
from roundel.papers import Paper, find_paper


@pytest.mark.parametrize(
    ("ours", "verdict", "told"),
    [
        (fmax(290.0, 300.0, 310.0), Verdict.HOLDS, "2.00 to 4.50 agrees"),
        (fmax(201.0, 300.0, 449.0), Verdict.HOLDS, "2.00 to 4.50 agrees"),
        (fmax(200.0, 300.0, 450.0), Verdict.HOLDS, "2.00 to 4.50 agrees"),
        (fmax(199.0, 300.0, 310.0), Verdict.OPEN, "both sides of the limit"),
        (fmax(290.0, 300.0, 451.0), Verdict.OPEN, "both sides of the limit"),
        (fmax(150.0, 160.0, 170.0), Verdict.FAILS, "the same side wins"),
        (fmax(460.0, 470.0, 480.0), Verdict.FAILS, "the same side wins"),
        (fmax(50.0, 60.0, 70.0), Verdict.FAILS, "the other side wins"),
        (fmax(90.0, 100.0, 110.0), Verdict.FAILS, "agrees"),
    ],
)
def test_verdict_on_a_ratio_of_three(ours: dict[str, Any], verdict: Verdict, told: str) -> None:
    (answer,) = answered(b=FLAT, **ours).ratios
    assert (answer.paper, answer.verdict) == (3.0, verdict)
    assert told in answer.reason
    assert answer.ours is not None and answer.quotient == pytest.approx(answer.ours.value / 3)


def test_ours_is_by_lut_and_by_slice_beside_it() -> None:
    (answer,) = answered(b=FLAT, **FLAT, luts=500, slices=1000).ratios
    assert answer.ours is not None and answer.per_slice is not None
    assert (answer.ours.value, answer.per_slice.value) == (2.0, 0.5)


def test_one_seed_is_told() -> None:
    (answer,) = answered(b=FLAT, **fmax(300.0, 300.0, 300.0), seeds=1).ratios
    assert answer.verdict is Verdict.OPEN and answer.reason.endswith("from one seed: too few to decide")


@pytest.mark.parametrize(("seeds", "verdict"), [(2, Verdict.OPEN), (3, Verdict.HOLDS)])
def test_two_seeds_answer_nothing(seeds: int, verdict: Verdict) -> None:
    (answer,) = answered(b=FLAT, **fmax(299.0, 300.0, 301.0), seeds=seeds).ratios
    assert answer.verdict is verdict and ("from 2 seeds: too few" in answer.reason) == (seeds == 2)


def test_nothing_stored_gives_the_commands() -> None:
    found = reproduce(paper(terms()), CATALOG, ECP5, results(row("core-b", "hash")))
    (ratio,), (claim,) = found.ratios, found.claims
    for answer in (ratio, claim):
        assert (answer.verdict, answer.ours) == (Verdict.MISSING, None)
        assert answer.reason == "needs rows of core-a"
    assert found.commands == ("roundel bench core-a --target ecp5",) and found.absent == ()


def test_a_core_or_service_that_is_not_there_is_told() -> None:
    only_mac = {"core-a": core("core-a", service("mac"))}
    found = reproduce(paper(), only_mac, ECP5, results())
    assert found.absent == ("core-a has no service hash yet", "there is no core core-b yet")
    assert found.commands == ()
    assert found.ratios[0].verdict is Verdict.MISSING


def test_claims_by_area_and_by_cycles() -> None:
    area, cycles = answered(
        terms() | {"measure": "area"},
        {"name": "d", "measure": "bits per cycle", "sense": "above", "value": 8}
        | {"terms": [{"over": ["core-a/hash"], "under": []}]},
        luts=300,
    ).claims
    assert area.paper == 0.25 and area.ours is not None and area.ours.value == 0.3
    assert area.verdict is Verdict.HOLDS and area.per_slice is not None and area.per_slice.value == 1.0
    assert cycles.ours is not None and cycles.ours.value == 10.0 and cycles.per_slice is None
    assert cycles.verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("sense", "value", "verdict"),
    [
        ("above", 1.0, Verdict.HOLDS),
        ("above", 4.0, Verdict.FAILS),
        ("below", 4.0, Verdict.HOLDS),
        ("below", 1.0, Verdict.FAILS),
        ("below", 3.0, Verdict.OPEN),
        ("below", 3.1, Verdict.HOLDS),  # no more than that
        ("above", 2.9, Verdict.OPEN),  # more than that
    ],
)
def test_claims_of_a_side(sense: str, value: float, verdict: Verdict) -> None:
    (answer,) = answered(terms() | {"sense": sense, "value": value}, b=FLAT, **fmax(290, 300, 310)).claims
    assert answer.verdict is verdict
    assert answer.paper == 3.0  # the table's own figure stands beside


def test_what_cannot_be_measured_says_why() -> None:
    (answer,) = answered({"cannot": "no such device", "table": None}).claims
    assert (answer.verdict, answer.reason) == (Verdict.CANNOT, "no such device")


def test_what_is_pending_is_not_measured_yet() -> None:
    (answer,) = answered({"pending": "no engine", "table": None, "value": 7}).claims
    assert (answer.verdict, answer.reason, answer.paper) == (Verdict.MISSING, "no engine", 7.0)
    assert answer.measure == ""  # nothing says what it is of


def test_a_limit_is_not_the_paper_s_figure() -> None:
    mine = {"table": None, "measure": "bits per cycle", "terms": [{"over": ["core-a/hash"]}]}
    limit, figure = answered(
        mine | {"sense": "above", "value": 8}, mine | {"name": "d", "value": 8}, **FLAT
    ).claims
    assert (limit.paper, limit.limit, limit.verdict) == (None, 8, Verdict.HOLDS)
    assert (figure.paper, figure.limit) == (8, None)


def test_a_side_wins_only_in_a_quotient_of_two_designs() -> None:
    alone = {"table": None, "measure": "area", "value": 2.0, "terms": [{"over": ["core-a/hash"]}]}
    both = {"name": "d", "measure": "area", "table": None, "value": 8.0} | terms()
    four = {"name": "e", "measure": "area", "table": None, "value": 8.0}
    four["terms"] = [{"over": ["core-a/hash"] * 2, "under": ["core-b/hash"] * 2}]  # type: ignore[assignment]
    found = answered(alone, both, four, luts=2000).claims
    assert [answer.verdict for answer in found] == [Verdict.FAILS] * 3
    assert ["side" in answer.reason for answer in found] == [False, True, False]


def test_what_a_block_takes_in_is_what_cycles_are_judged_by() -> None:
    data = paper().model_dump()
    for published in data["tables"][0]["rows"][:2]:
        published["rate"] = 120  # ours takes in as many, and the paper counts 100 of them
    data["gbit"] = 1024
    same = {"block_bits": 120, "cycles_per_block": 11.0}
    rows = results(row("core-a", "hash", **same), row("core-b", "hash", **same))
    found = reproduce(Paper.model_validate(data), CATALOG, ECP5, rows)
    a, b, _ = found.rows
    assert (a.verdict, b.verdict) == (Verdict.FAILS, Verdict.HOLDS)  # by 100 bit 10.9 > 10 a cycle
    assert a.reason == "11 cycles per block of 120 bit, the paper's 10 per block of 120 bit"
    notes = notes_of(found)
    assert "The paper's Gbit is 1024 Mbit, ours 1000." in notes
    assert any("The paper counts 100 bits of a block. We count the 120 bits" in note for note in notes)
    assert not any("Gbit" in note for note in notes_of(answered()))


def test_designs_side_by_side_add_up_and_the_slowest_sets_the_pace() -> None:
    term = {"terms": [{"over": ["core-a/hash"], "under": ["core-b/hash + 2 * core-c/hash"]}]}
    three = CATALOG | {"core-c": core("core-c", service("hash"))}
    rows = results(
        row("core-a", "hash", **FLAT),
        row("core-b", "hash", luts=600, **FLAT),
        row("core-c", "hash", luts=200, **fmax(30.0, 40.0, 45.0)),
    )
    (answer,) = reproduce(
        paper(term | {"table": None, "sense": "above", "value": 1.2}, tables=[], pairs=[], roles={}),
        three,
        ECP5,
        rows,
    ).claims
    # 1 Mbit/s per LUT, over 2 x 400 Mbit/s of 600 + 2 x 200 LUTs.
    assert answer.ours is not None and answer.ours.value == pytest.approx(1 / 0.8)
    assert (answer.ours.low, answer.ours.high) == pytest.approx((1 / 0.9, 1 / 0.6))
    assert answer.verdict is Verdict.OPEN and "our range" in answer.reason


def test_a_row_of_ours_alone_stands_beside_the_table() -> None:
    tables = paper().model_dump()["tables"]
    tables[0]["beside"] = [{"name": "C", "core": "core-c", "service": "hash", "device": "d"}]
    both = paper(tables=tables)
    more = CATALOG | {"core-c": core("core-c", service("hash"))}
    last = reproduce(both, more, ECP5, results(row("core-c", "hash", luts=5))).rows[-1]
    assert last.measured is not None and (last.measured.luts, last.verdict) == (5, None)
    last = reproduce(both, more, ECP5, results()).rows[-1]
    assert last.verdict is Verdict.MISSING


def test_a_figure_draws_its_pairs_at_its_services() -> None:
    pairs = [{"over": "core-a", "under": "core-b", "services": ["hash"]}]
    found = answered(b=FLAT, **FLAT)
    assert found.drawings == ()
    drawn = paper(figures=[{"name": "3", "caption": "c", "pairs": pairs}])
    (drawing,) = reproduce(drawn, CATALOG, ECP5, results()).drawings
    assert [(answer.name, answer.pair) for answer in drawing.ratios] == [
        ("A / B", ("core-a", "core-b", "hash"))
    ]
    pairs[0]["services"] = ["mac"]
    drawn = paper(figures=[{"name": "3", "caption": "c", "pairs": pairs}])
    assert reproduce(drawn, CATALOG, ECP5, results()).drawings[0].ratios == ()


def test_throughput_alone_is_not_by_area() -> None:
    (answer,) = answered(terms() | {"measure": "throughput"}, b=FLAT, **FLAT, luts=1, slices=1).claims
    assert answer.paper == 1.0 and answer.ours is not None and answer.ours.value == 1.0
    assert answer.per_slice is None and answer.verdict is Verdict.HOLDS


def test_a_row_may_name_a_variant_that_is_not_the_main_one() -> None:
    data = paper().model_dump()
    data["tables"][0]["rows"][0]["variant"] = "other"
    with_variant = Paper.model_validate(data)
    assert reproduce(with_variant, CATALOG, ECP5, results()).absent == (
        "core-a has no service hash other yet",
    )
    two = CATALOG | {"core-a": core("core-a", service("hash", primary=True), service("hash", "other"))}
    rows = results(row("core-a", "hash"), row("core-a", "hash", variant="other", luts=7))
    measured = reproduce(with_variant, two, ECP5, rows).rows[0].measured
    assert measured is not None and measured.luts == 7


def test_without_an_fmax_throughput_cannot_be_measured_but_area_can() -> None:
    plain = {"target": "xc7", "fmax_mhz": None, "seeds": 0, "throughput_per_lut": None}
    rows = results(row("core-a", "hash", **plain, luts=250), row("core-b", "hash", **plain))
    found = reproduce(paper(terms() | {"measure": "area"}), CATALOG, XC7, rows)
    assert found.ratios[0].verdict is Verdict.CANNOT and "not routed" in found.ratios[0].reason
    assert found.claims[0].verdict is Verdict.HOLDS


def test_rows_are_judged_by_their_cycles_alone() -> None:
    found = answered(b={"cycles_per_block": 40.0}, **fmax(1.0, 1.0, 1.0), current=False)
    a, b, other = found.rows
    assert a.verdict is Verdict.HOLDS and a.measured is not None
    assert b.verdict is Verdict.FAILS
    assert b.reason == "40 cycles per block of 100 bit, the paper's 20 per block of 100 bit"
    assert b.why and f"Cycles of B: does not hold. {b.why}" in notes_of(found)
    assert other.verdict is Verdict.CANNOT and other.measured is None
    assert found.stale == ("core-a",)


def test_p1_against_itself_holds() -> None:
    """Rows of the paper's own figures, of Table II where it has them, agree with all that it derives."""
    p1 = find_paper("p1")
    catalog: dict[str, Core] = {}
    rows = []
    for published in (one for table in p1.tables for one in table.rows if one.core):
        name = str(published.core)
        if name in catalog and published.service in [s.name for s in catalog[name].services]:
            continue  # of Table III, after Table II
        services = (*(catalog[name].services if name in catalog else ()), service(published.service))
        catalog[name] = core(name, *services)
        rows.append(
            row(
                name,
                published.service,
                luts=published.area,
                slices=published.area,
                fmax_mhz=dict.fromkeys(("median", "min", "max"), published.mhz),
                block_bits=published.block_bits,
                cycles_per_block=published.cycles,
            )
        )
    found = reproduce(p1, catalog, ECP5, results(*rows))
    for answer in (*found.ratios, *found.claims):
        if "Table II," in answer.where and "Table III" not in answer.where:
            assert answer.quotient is None or answer.quotient == pytest.approx(1, rel=0.01), answer.name
        if answer.name == "Multi-Keccak LA PRNG / Multi-AES LA PRNG":
            assert answer.verdict is Verdict.INCOMPARABLE and "its ratio would be 3.52" in answer.why
        elif answer.where != "Table III, Virtex-5" and answer.verdict is not Verdict.CANNOT:
            assert answer.verdict is Verdict.HOLDS, (answer.name, answer.reason)
    doubtful = {r.published.name for r in found.rows if r.verdict is Verdict.INCOMPARABLE}
    assert doubtful == {"Multi-AES LA PRNG"}
    others = {r.verdict for r in found.rows if r.published.core and r.published.name not in doubtful}
    assert others == {Verdict.HOLDS}


def test_what_belongs_to_no_row_is_of_no_target() -> None:
    """Counts of instructions, figures of a unit that is no core: no LUTs, no seeds."""
    found = reproduce(find_paper("p2"), CATALOG, ECP5, results())
    assert {answer.target for answer in found.claims} == {""}
    assert not any("LUT" in note or "seeds" in note for note in notes_of(found))
    ours = answered()
    assert {answer.target for answer in ours.ratios} == {"ecp5"}
    assert any("Ours is per LUT" in note for note in notes_of(ours))


def test_rows_with_a_harness_say_so() -> None:
    assert HARNESS not in notes_of(answered())
    rows = results(row("core-a", "hash", harness_luts=9, **FLAT), row("core-b", "hash", **FLAT))
    assert HARNESS in notes_of(reproduce(paper(), CATALOG, ECP5, rows))
