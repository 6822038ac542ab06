"""Cores set against each other: which row stands for a core, which pairs, which ratio of the paper."""

from __future__ import annotations

import pytest
from designs_rows import core, results, row, service

from roundel.catalog import PaperRow
from roundel.compare import Results, compare
from roundel.errors import RoundelError
from roundel.implement import find_target

ECP5, XC7 = find_target("ecp5"), find_target("xc7")
HASH, AEAD = service("hash"), service("aead")


def p1(table: str, name: str, of: str) -> PaperRow:
    return PaperRow("p1", table, name, of)


MULTI_KECCAK = core(
    "multi-keccak-hs",
    HASH,
    AEAD,
    papers=(p1("II", "Multi-Keccak HS hash", "hash"), p1("II", "Multi-Keccak HS AEAD", "aead")),
)
MULTI_AES = core(
    "multi-aes-hs",
    HASH,
    AEAD,
    papers=(p1("II", "Multi-AES HS hash", "hash"), p1("II", "Multi-AES HS AEAD", "aead")),
)
KEYAK = core("keyak-hs", AEAD, papers=(p1("II", "Keyak HS", "aead"),))


def test_ratio_and_range_of_a_pair() -> None:
    slow = {"median": 50.0, "min": 40.0, "max": 60.0}
    found = compare(
        [MULTI_KECCAK, KEYAK],
        ECP5,
        results(row("multi-keccak-hs", "aead"), row("keyak-hs", "aead", fmax_mhz=slow, luts=250, seeds=3)),
    )
    (ratio,) = found.ratios  # the hash is one core's alone
    assert (ratio.service, ratio.over, ratio.under) == ("aead", "multi-keccak-hs", "keyak-hs")
    assert ratio.throughput is not None and ratio.per_lut is not None
    assert (ratio.throughput.value, ratio.throughput.low, ratio.throughput.high) == (2.0, 1.5, 2.75)
    # Four times the LUTs for twice the throughput.
    assert ratio.area == 4.0
    assert (ratio.per_lut.value, ratio.per_lut.low, ratio.per_lut.high) == (0.5, 0.375, 0.6875)
    assert ratio.per_lut.seeds == 3 and ratio.resolved
    assert found.missing == () and found.means == ()


def test_ranges_that_overlap_are_not_resolved() -> None:
    near = {"median": 105.0, "min": 100.0, "max": 120.0}
    rows = [row("multi-keccak-hs", "aead"), row("keyak-hs", "aead", fmax_mhz=near)]
    (ratio,) = compare([MULTI_KECCAK, KEYAK], ECP5, results(*rows)).ratios
    assert ratio.resolved is False
    far = {"median": 130.0, "min": 111.0, "max": 140.0}
    rows[1] = row("keyak-hs", "aead", fmax_mhz=far)
    (ratio,) = compare([MULTI_KECCAK, KEYAK], ECP5, results(*rows)).ratios
    assert ratio.resolved is True


def test_intervals_decide_and_not_the_ranges_around_them() -> None:
    wide = {"median": 120.0, "min": 80.0, "max": 180.0}
    rows = [
        row("multi-keccak-hs", "aead", seeds=16),
        row("keyak-hs", "aead", seeds=16, fmax_mhz=wide, fmax_interval={"low": 111.0, "high": 130.0}),
    ]
    (ratio,) = compare([MULTI_KECCAK, KEYAK], ECP5, results(*rows)).ratios
    assert ratio.throughput is not None and ratio.throughput.basis == "interval"
    assert (ratio.throughput.low, ratio.throughput.high) == (90 / 130, 110 / 111)
    assert ratio.resolved is True
    rows[1] |= {"fmax_interval": {"low": 109.0, "high": 130.0}}
    (ratio,) = compare([MULTI_KECCAK, KEYAK], ECP5, results(*rows)).ratios
    assert ratio.resolved is False


def test_two_seeds_have_their_range_and_are_told() -> None:
    rows = [row("multi-keccak-hs", "aead"), row("keyak-hs", "aead", seeds=2, fmax_interval=None)]
    (ratio,) = compare([MULTI_KECCAK, KEYAK], ECP5, results(*rows)).ratios
    assert ratio.per_lut is not None and ratio.per_lut.basis == "range"
    assert ratio.per_lut.low == pytest.approx(90 / 110)


def test_gate_equivalents_stand_where_there_are_no_luts() -> None:
    plain = {"target": "xc7", "fmax_mhz": None, "seeds": 0, "throughput_per_lut": None}
    none = {"luts": None, "slices": None}
    rows = [
        row("multi-keccak-hs", "aead", **plain, **none, gate_equivalents=9000.5),
        row("keyak-hs", "aead", **plain, **none, gate_equivalents=4500.25),
    ]
    found = compare([MULTI_KECCAK, KEYAK], XC7, results(*rows))
    (ratio,) = found.ratios
    assert ratio.area == 2.0
    assert [(e.measured.area, e.measured.area_unit) for e in found.entries if e.measured] == [
        (9000.5, "GE"),
        (4500.25, "GE"),
    ]


def test_means_over_services_and_the_papers_beside() -> None:
    rows = [
        row("multi-keccak-hs", "hash", cycles_per_block=5.0),
        row("multi-keccak-hs", "aead", cycles_per_block=1.25),
        row("multi-aes-hs", "hash"),
        row("multi-aes-hs", "aead"),
    ]
    found = compare([MULTI_KECCAK, MULTI_AES], ECP5, results(*rows))
    assert [r.per_lut.value for r in found.ratios if r.per_lut] == pytest.approx([2.0, 8.0])
    published = [(p.paper, p.table, p.device) for r in found.ratios for p in r.papers]
    assert published == [("p1", "II", "Virtex-7")] * 2
    assert [p.value for r in found.ratios for p in r.papers] == pytest.approx([3.756 / 1.049, 9.279 / 1.431])
    (mean,) = found.means
    assert mean.services == ("hash", "aead") and mean.per_lut is not None
    assert mean.per_lut.value == pytest.approx(4.0)
    assert [p.value for p in mean.papers] == pytest.approx([(3.756 / 1.049 * 9.279 / 1.431) ** 0.5])


def test_a_paper_is_asked_only_for_other_rows_of_one_table_and_device() -> None:
    same = core("same", HASH, papers=(p1("II", "Multi-AES HS hash", "hash"),))
    other_table = core("other-table", HASH, papers=(p1("III", "Multi-Keccak HS hash", "hash"),))
    other_device = core("other-device", HASH, papers=(p1("II", "Multi-Keccak LA hash", "hash"),))
    unknown = core("unknown", HASH, papers=(PaperRow("p0", "II", "Multi-Keccak HS hash", "hash"),))
    rows = [row(name, "hash") for name in ("multi-aes-hs", "same", "other-table", "other-device", "unknown")]
    cores = [MULTI_AES, same, other_table, other_device, unknown]
    found = compare(cores, ECP5, results(*rows), to="multi-aes-hs")
    assert [ratio.papers for ratio in found.ratios] == [()] * 4


def test_a_row_that_the_paper_does_not_have_is_named() -> None:
    wrong = core("wrong", HASH, papers=(p1("II", "Multi-Kecak HS hash", "hash"),))
    with pytest.raises(RoundelError, match="p1 has no row 'Multi-Kecak HS hash' in table II"):
        compare([wrong, MULTI_AES], ECP5, results(row("wrong", "hash"), row("multi-aes-hs", "hash")))


def test_pairs_in_the_order_named_or_over_one() -> None:
    cores = [MULTI_KECCAK, MULTI_AES, KEYAK]
    rows = results(*(row(c.name, "aead") for c in cores))
    pairs = [(r.over, r.under) for r in compare(cores, ECP5, rows).ratios]
    assert pairs == [
        ("multi-keccak-hs", "multi-aes-hs"),
        ("multi-keccak-hs", "keyak-hs"),
        ("multi-aes-hs", "keyak-hs"),
    ]
    over = [(r.over, r.under) for r in compare(cores, ECP5, rows, to="multi-aes-hs").ratios]
    assert over == [("multi-keccak-hs", "multi-aes-hs"), ("keyak-hs", "multi-aes-hs")]


def test_missing_rows_carry_their_command() -> None:
    found = compare([MULTI_KECCAK, MULTI_AES], ECP5, results(row("multi-aes-hs", "hash")))
    assert found.ratios == ()
    assert [(entry.core, entry.command) for entry in found.missing] == [
        ("multi-keccak-hs", "roundel bench multi-keccak-hs --target ecp5"),
        ("multi-keccak-hs", "roundel bench multi-keccak-hs --target ecp5 --all-variants"),
        ("multi-aes-hs", "roundel bench multi-aes-hs --target ecp5 --all-variants"),
    ]


def test_the_primary_variant_is_compared() -> None:
    two = core("two", service("hash", "small"), service("hash", "main", primary=True))
    rows = [row("two", "hash", variant="small"), row("multi-aes-hs", "hash")]
    (entry,) = compare([two, MULTI_AES], ECP5, results(*rows)).missing
    assert (entry.core, entry.variant) == ("two", "main")


def test_without_a_service_in_common_it_says_what_each_has() -> None:
    with pytest.raises(RoundelError, match=r"keyak-hs: aead; only-hash: hash"):
        compare([KEYAK, core("only-hash", HASH)], ECP5, results())


def test_a_target_that_is_not_routed_compares_luts_alone() -> None:
    plain = {"target": "xc7", "fmax_mhz": None, "seeds": 0, "throughput_per_lut": None}
    rows = [row("multi-keccak-hs", "aead", **plain), row("keyak-hs", "aead", **plain, luts=500)]
    (ratio,) = compare([MULTI_KECCAK, KEYAK], XC7, results(*rows)).ratios
    assert (ratio.per_lut, ratio.throughput, ratio.area, ratio.resolved) == (None, None, 2.0, None)


def test_which_row_stands_for_a_core() -> None:
    def found(*rows: dict[str, object]) -> int | None:
        measured = Results(rows).find(KEYAK, AEAD, ECP5)
        return measured.luts if measured else 0

    old = row("keyak-hs", "aead", luts=1, current=False, source_hash="old")
    older = old | {"luts": 2, "source_hash": "older"}
    lucky = row("keyak-hs", "aead", luts=3, seeds=1)
    plain = row("keyak-hs", "aead", luts=5, seeds=3)
    better = row("keyak-hs", "aead", luts=4, seeds=8)
    no_cycles = row("keyak-hs", "aead", luts=6, cycles_per_block=None)
    no_fmax = row("keyak-hs", "aead", luts=7, fmax_mhz=None)
    assert found(old, lucky, plain, better) == 4
    assert found(old, lucky, plain) == 5  # a single seed is no result where there are more
    assert found(old, lucky) == 3  # but better than other sources
    old["measured_at"], older["measured_at"] = "2026-02", "2026-01"
    assert found(older, old) == found(old, older) == 1
    assert found(no_cycles, no_fmax) == 0


def test_all_services_of_a_core_stand_on_one_implementation() -> None:
    # Throughput per LUT to four digits is the same for one service and tells the wrong one for the other.
    few = {"seeds": 3, "luts": 2000, "fmax_mhz": {"median": 75.2, "min": 75.0, "max": 76.0}}
    many = {"seeds": 15, "luts": 2001, "fmax_mhz": {"median": 75.24, "min": 75.0, "max": 76.0}}
    rounded = {"hash": (0.037, 0.0369), "aead": (0.0376, 0.0376)}
    rows = [
        row("keyak-hs", name, **implementation, throughput_per_lut=stored)
        for name, both in rounded.items()
        for implementation, stored in zip((few, many), both, strict=True)
    ]
    two = core("keyak-hs", HASH, AEAD)
    for order in (rows, rows[::-1]):
        found = [Results(order).find(two, service, ECP5) for service in (HASH, AEAD)]
        assert [m.luts for m in found if m] == [2001, 2001]


def test_of_equals_the_one_of_more_seeds_stands() -> None:
    rows = [row("keyak-hs", "aead", seeds=seeds) for seeds in (3, 16, 5)]
    found = Results(rows).find(KEYAK, AEAD, ECP5)
    assert found is not None and found.fmax is not None and found.fmax.seeds == 16


def test_an_fmax_of_what_is_not_routed_is_one_figure() -> None:
    timed = {"target": "xc7", "routed": False, "seeds": 1, "fmax_interval": None}
    rows = [
        row("multi-keccak-hs", "aead", **timed, fmax_mhz=dict.fromkeys(("median", "min", "max"), 200.0)),
        row("keyak-hs", "aead", **timed, fmax_mhz=dict.fromkeys(("median", "min", "max"), 100.0)),
    ]
    (ratio,) = compare([MULTI_KECCAK, KEYAK], XC7, results(*rows)).ratios
    assert ratio.throughput is not None and ratio.throughput.basis == "exact"
    assert (ratio.throughput.value, ratio.resolved) == (2.0, True)
