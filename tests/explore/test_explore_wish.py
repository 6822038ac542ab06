"""Goals and limits: units, what is refused, and when a design keeps a limit."""

from __future__ import annotations

import pytest
from designs_rows import row

from roundel.compare.measured import Measured, measured_of
from roundel.errors import RoundelError
from roundel.explore import check_target, find_goal, parse_limit
from roundel.implement import TARGETS


def design(**changes: object) -> Measured:
    return measured_of(row("a", "hash", **changes))


@pytest.mark.parametrize(
    ("option", "text", "bound"),
    [
        ("--min-throughput", "2000", 2000),
        ("--min-throughput", "2Gbit/s", 2000),
        ("--min-throughput", "2.5 gbps", 2500),
        ("--min-throughput", "800 kbit/s", 0.8),
        ("--min-throughput", "1Gbit", 1000),
        ("--min-throughput", "300 Mbit/s", 300),
        ("--min-throughput", "2 GByte/s", 16000),
        ("--min-frequency", "125", 125),
        ("--min-frequency", ".2 GHz", 200),
        ("--max-luts", "3k", 3000),
        ("--max-luts", "12,500 LUTs", 12500),
        ("--max-ffs", "1_000", 1000),
        ("--max-cycles", "24", 24),
        ("--max-latency", "0.2us", 200),
        ("--max-latency", "150 ns", 150),
    ],
)
def test_limits_have_units(option: str, text: str, bound: float) -> None:
    assert parse_limit(option, text).bound == pytest.approx(bound)


COMMAS = ("1,5Gbit/s", "1_0_0", "12,34")


@pytest.mark.parametrize("text", ["", "fast", "-5", "0", "2 Gbit/h", "2 MB/s", "1e3e", "nan", *COMMAS])
def test_what_is_no_throughput_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(RoundelError, match="expected a number of Mbit/s above 0") as caught:
        parse_limit("--min-throughput", text)
    assert repr(text) in caught.value.message and "2Gbit/s" in caught.value.hint


def test_an_unknown_unit_names_the_known_ones() -> None:
    with pytest.raises(RoundelError) as caught:
        parse_limit("--min-frequency", "2 Gbit/s")
    assert "khz, mhz, ghz" in caught.value.hint


def test_the_median_decides_and_bounds_on_both_sides_are_told() -> None:
    m = design()  # 1000 Mbit/s, 900 to 1100
    expected = {800: (True, False), 1000: (True, True), 1050: (False, True), 2000: (False, False)}
    for bound, (keeps, unsure) in expected.items():
        limit = parse_limit("--min-throughput", str(bound))
        assert (limit.keeps(m), limit.unsure(m)) == (keeps, unsure), bound
        assert limit.excess(m) == pytest.approx(bound / 1000)


def test_upper_limits() -> None:
    limit = parse_limit("--max-luts", "500")
    assert not limit.keeps(design()) and limit.keeps(design(luts=500))
    assert limit.excess(design()) == 2 and str(limit) == "at most 500 LUT"
    assert parse_limit("--max-latency", "200").keeps(design(latency_cycles=20))  # at 100 MHz just so
    assert not parse_limit("--max-latency", "200").keeps(design(latency_cycles=21))


def test_a_design_without_the_figure_does_not_keep_its_limit() -> None:
    limit = parse_limit("--max-latency", "200")
    assert not limit.keeps(design()) and limit.excess(design()) == float("inf")


def test_goals_have_synonyms_and_unknown_ones_the_nearest() -> None:
    assert [find_goal(name) for name in ("luts", "smallest", "frequency")] == ["luts", "luts", "frequency"]
    with pytest.raises(RoundelError) as caught:
        find_goal("eficiency")
    assert "efficiency" in caught.value.hint


@pytest.mark.parametrize(
    ("target", "goal", "limit", "told"),
    [
        (
            "xc7",
            "efficiency",
            None,
            "xc7 has no throughput per area: it is synthesized only",
        ),
        ("xc7", "luts", ("--min-frequency", "10"), "--min-frequency: xc7 has no fmax"),
        ("cells", "luts", ("--max-luts", "10"), "--max-luts: cells has no LUTs"),
    ],
)
def test_what_a_target_has_no_figure_for_is_refused(
    target: str, goal: str, limit: tuple[str, str] | None, told: str
) -> None:
    limits = [parse_limit(*limit)] if limit else []
    with pytest.raises(RoundelError) as caught:
        check_target(goal, limits, TARGETS[target])
    assert told in caught.value.message
    check_target("luts", [], TARGETS[target])
    check_target(goal, limits, TARGETS["ecp5"])
