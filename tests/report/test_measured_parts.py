"""The measured parts of the pages come from the store, and only from there."""

from __future__ import annotations

import pytest
from report_material import made_up_row as row

from roundel.catalog import load_catalog
from roundel.compare.measured import Failure, Results, read_results
from roundel.errors import RoundelError
from roundel.lab import published_store
from roundel.papers import find_paper
from roundel.paths import project_root
from roundel.report.markdown import LOST
from roundel.report.pages import NOTHING, filled, main_rows, pages_with_parts


def part(name: str) -> str:
    return f"before\n<!-- lab: {name} begin -->\nold\n<!-- lab: {name} end -->\nafter\n"


def test_results_have_the_figures_and_nothing_else_changes() -> None:
    text = filled(part("results"), [row()])
    assert "| keccak-hash | hash r1088 | ecp5 | 4321 | 5432 | 2716 |" in text
    assert "| 111.2, 103.0 to 119.0 | 8 | 24 | 5043 | 1167 |" in text
    assert "old" not in text
    assert text.startswith("before\n") and text.endswith("after\n")


def test_overview_is_a_line_for_each_core_with_its_main_service_on_ecp5() -> None:
    less = row(core="keccak-hash-base", cycles_per_block=50.0, throughput_per_lut=0.5)
    other = row(core="multi-keccak-la", service="prng", variant="fetch-12")
    text = filled(part("overview"), [less, row(), other, row(target="ice40")])
    lines = [line for line in text.splitlines() if line.startswith("| hash")]
    assert lines[0] == (
        "| hash r1088 | NIST standard | keccak-hash | 18 % | 56 % | - "
        "| 4321 | 111.2, 103.0 to 119.0 | 8 | 24 | 5043 | 1167 |"
    )
    assert "keccak-hash-base" in lines[1] and len(lines) == 2
    assert "fetch-12" not in text and "fetch-12" in filled(part("results"), [other])


@pytest.mark.parametrize(
    ("seeds", "told"), [(1, "| 111.2 | 1 |"), (2, "| 111.2, range 101.5 to 121.0 | 2 |")]
)
def test_few_seeds_have_no_interval(seeds: int, told: str) -> None:
    assert told in filled(part("overview"), [row(seeds=seeds, fmax_interval=None)])


def test_seeds_that_were_not_routed_are_told() -> None:
    text = filled(part("overview"), [row(seeds=15, seeds_failed=3)])
    assert "| 111.2, 103.0 to 119.0 | 15 of 18 |" in text and LOST in text
    assert LOST not in filled(part("overview"), [row()])


def test_gate_equivalents_stand_in_place_of_luts() -> None:
    none = dict.fromkeys(
        ("luts", "slices", "fmax_mhz", "fmax_interval", "throughput_per_lut", "logic_levels")
    )
    cells = row(target="cells", routed=False, gate_equivalents=29876.25, **none)
    assert "| cells | 29876.2 GE | 5432 | - | - |" in filled(part("core keccak-hash"), [row(), cells])


def test_overview_takes_the_best_options() -> None:
    flat = row(luts=9999, throughput_per_lut=0.5, options=row()["options"] | {"flatten_first": True})
    assert "9999" not in filled(part("overview"), [flat, row()])
    assert "9999" in filled(part("hierarchy"), [flat, row()])


def test_one_lucky_seed_is_not_the_best() -> None:
    lucky = row(luts=999, seeds=1, fmax_interval=None)
    assert "999" not in filled(part("overview"), [lucky, row()])
    assert "999" in filled(part("overview"), [lucky])
    # Nor are a few, beside a row with an interval; of as many seeds the better one stands.
    assert "999" not in filled(part("overview"), [lucky | {"seeds": 5}, row()])
    assert "999" in filled(part("overview"), [lucky | {"seeds": 6}, row()])
    assert "999" in filled(part("overview"), [lucky | {"seeds": 3}, row(seeds=5, fmax_interval=None)])


def test_a_design_that_does_not_fit_is_told() -> None:
    fits = row(core="aes-x5")
    states = {
        ("aes-x5", "ice40"): "does not fit",
        ("aes-x5", "ecp5"): "failed",
        ("aes-x5", "gowin"): "not routed",
    }
    text = filled(part("engines"), [fits], states)
    line = next(line for line in text.splitlines() if line.startswith("| aes-x5"))
    assert "4321, 111.2" in line and "failed" not in line
    assert line.index("does not fit") < line.index("not routed")
    assert "does not fit" not in filled(part("engines"), [fits])


def test_coverage_has_a_line_for_each_core_and_a_column_for_each_target() -> None:
    none = dict.fromkeys(("fmax_mhz", "fmax_interval", "throughput_per_lut"))
    rows = [
        row(core="aes-x5", seeds=15, seeds_failed=1),
        row(core="aes-x5", seeds=1, fmax_interval=None, luts=999),
        row(core="aes-x5", target="gowin", seeds=3, current=False),
        row(core="aes-x5", target="xc7", routed=False, seeds=0, **none),
        row(core="multi-aes-la:Hash=0"),
    ]
    text = filled(part("coverage"), rows, {("aes-x5", "ice40"): "does not fit"})
    lines = {line.split(" | ")[0].strip("| "): line for line in text.splitlines() if line.startswith("| ")}
    assert lines.pop("core") == "| core | ecp5 | ice40 | gowin | nexus | xc7 | cells |"
    assert list(lines) == sorted(load_catalog())
    assert lines["aes-x5"] == "| aes-x5 | 15 of 16 | does not fit | 3 † | - | yes | - |"
    assert lines["keccak-hash-dsp"].count("not for it") == 5 and lines["keccak-hash"].count("| - ") == 6
    assert LOST in text and "sources have changed" in text
    assert NOTHING in filled(part("coverage"), rows[-1:])


def test_where_a_design_is_stuck_is_of_its_present_sources() -> None:
    core = load_catalog()["aes-x5"]
    told = [
        (core.source_hash, "does not fit the device: 9 LUT needed, 8 there", "2026-01"),
        (core.source_hash, "routing timed out after 900 s", "2026-03"),
        ("before", "synthesis timed out after 9 s", "2026-04"),
    ]
    failures = [Failure("aes-x5", "gowin", *words) for words in told]
    place = ("aes-x5", "gowin")
    assert Results((), (), failures).states([core]) == {place: "does not fit"}
    assert Results((), (), failures[1:]).states([core]) == {place: "not routed"}
    assert Results((), (), failures[2:]).states([core]) == {}


def test_rows_of_old_sources_step_back_and_are_told() -> None:
    old = row(current=False, luts=7777)
    assert "7777" not in filled(part("core keccak-hash"), [old, row()])
    text = filled(part("core keccak-hash"), [old])
    assert "7777" in text and "† |" in text and "sources have changed" in text


def test_each_target_has_the_sources_that_were_measured_last_on_it() -> None:
    rows = [
        row(current=True),
        row(
            target="xc7", current=False, source_hash="old", luts=7777, measured_at="2026-01-01T00:00:00+00:00"
        ),
        row(
            target="xc7", current=False, source_hash="new", luts=8888, measured_at="2026-01-02T00:00:00+00:00"
        ),
    ]
    text = filled(part("core keccak-hash"), rows)
    assert "| ecp5 | 4321 |" in text and "| xc7 † | 8888 |" in text and "7777" not in text
    assert "†" not in filled(part("core keccak-hash"), rows[:1])


def test_core_part_says_what_is_neither_lut_nor_flip_flop() -> None:
    rows = [row(rams=0, dsps=0), row(rams=8, dsps=0, target="ice40")]
    assert "Also used: 8 block RAMs on ice40." in filled(part("core keccak-hash"), rows)
    assert "Beside" not in filled(part("core keccak-hash"), rows[:1])


def test_core_part_names_the_critical_path() -> None:
    assert "`a_q` → `b`" in filled(part("core keccak-hash"), [row()])


def test_one_row_stands_for_a_service_on_a_target_and_says_how_it_is_made() -> None:
    other = row()["options"] | {"mapping": "flow3"}
    lucky = row(luts=2222, seeds=1, fmax_interval=None, command="roundel bench lucky")
    poor = row(luts=9999, options=other, command="roundel bench poor")
    poor["critical_path"] = row()["critical_path"] | {"nets": ["poor"]}
    variant = row(variant="r576", block_bits=576)
    made_again = row()["command"]
    text = filled(part("core keccak-hash"), [poor, lucky, row(), variant])
    lines = [line for line in text.splitlines() if line.startswith("| hash")]
    assert len(lines) == 2 and all("| 4321 |" in line for line in lines)
    assert f"Measured again by:\n\n```\n{made_again}\n```\n" in text
    assert "lucky" not in text and "poor" not in text and "`a_q`" in text


def test_the_two_ways_of_mapping_differ_in_nothing_else() -> None:
    flat = row()["options"] | {"flatten_first": True}
    static = {"placer": "static"}
    rows = [
        row(luts=1111, seeds=16),
        row(luts=2222, options=row()["options"] | static),
        row(luts=3333, options=flat | static),
        row(luts=4444, options=flat | static, seeds=1, fmax_interval=None),
        row(luts=5555, options=flat | static, target="ice40"),
    ]
    lines = [line for line in filled(part("hierarchy"), rows).splitlines() if line.startswith("| ")][1:]
    assert [line.split(" | ")[:2] for line in lines] == [
        ["| each step separately", "2222"],
        ["| as one piece", "3333"],
    ]
    lines = [line for line in filled(part("hierarchy"), rows[:2]).splitlines() if line.startswith("| ")][1:]
    assert len(lines) == 1 and "| 1111 |" in lines[0]
    assert NOTHING in filled(part("hierarchy"), [])


def test_engines_on_standard_cells_are_no_row_of_the_table() -> None:
    none = dict.fromkeys(("luts", "slices", "fmax_mhz", "fmax_interval", "throughput_per_lut"))
    cells = row(core="aes-x1", target="cells", routed=False, seeds=0, gate_equivalents=9.5, **none)
    both = [cells, cells | {"gate_equivalents": 8.5}]
    assert NOTHING in filled(part("engines"), both)
    assert "| aes-x1 | 24 | 35 | 4321, 111.2" in filled(part("engines"), [*both, row(core="aes-x1")])


def test_of_rows_that_round_alike_the_better_stands_for_every_service() -> None:
    few = {"seeds": 3, "luts": 2000, "fmax_mhz": {"median": 75.2, "min": 75.0, "max": 76.0}}
    many = {"seeds": 15, "luts": 2001, "fmax_mhz": {"median": 75.24, "min": 75.0, "max": 76.0}}
    for rounded in ((0.0376, 0.0376), (0.0371, 0.0370)):
        rows = [
            row(throughput_per_lut=per_lut, **one) for per_lut, one in zip(rounded, (few, many), strict=True)
        ]
        for order in (rows, rows[::-1]):
            assert [kept["luts"] for kept in main_rows(order)] == [2001]


def test_engines_have_cycles_and_a_column_for_each_target() -> None:
    same = {"core": "aes-ppl2", "service": "block", "cycles_per_block": 5.0, "latency_cycles": 13}
    not_routed = dict.fromkeys(("fmax_mhz", "fmax_interval", "throughput_per_lut"))
    rows = [
        row(**same),
        row(**same, luts=9999, throughput_per_lut=0.1),
        row(**same, target="xc7", luts=2959, routed=False, **not_routed),
        row(),
    ]
    text = filled(part("engines"), rows)
    assert "| aes-ppl2 | 5 | 13 | 4321, 111.2, 103.0 to 119.0 | - | - | 2959 |" in text
    assert "| keccak400-x5 | - | - | - | - | - | - |" in text
    assert "9999" not in text and "keccak-hash" not in text
    assert text.count("\n| ") == 16
    assert NOTHING in filled(part("engines"), [row()])


def test_the_ratios_of_a_paper_name_the_rows_that_are_missing() -> None:
    made = [
        row(core="multi-aes-hs", service=service, variant=variant, block_bits=bits)
        for service, variant, bits in (("mac", "aes-128", 128), ("hash", "rijndael-256", 256))
    ]
    text = filled(part("paper ratios p1"), made, {("multi-keccak-hs", "ecp5"): "not routed"})
    (line,) = (one for one in text.splitlines() if one.startswith("| Multi-Keccak HS MAC"))
    assert "| 5.25 (Virtex-7); 3.21 (Virtex-5) | multi-keccak-hs: not routed |" in line
    assert "multi-keccak-hs: not measured; multi-aes-hs: not measured" in line
    assert NOTHING in filled(part("paper ratios p1"), []) and NOTHING in filled(part("paper ratios p2"), made)


def test_the_notes_of_a_paper_are_those_of_its_file() -> None:
    text = filled(part("paper notes p1"), [])
    assert all(f"- {note}" in text for note in find_paper("p1").notes)


def test_nothing_stored_is_said() -> None:
    assert NOTHING in filled(part("overview"), [])


def test_unknown_part_names_the_known_ones() -> None:
    with pytest.raises(RoundelError, match="overveiw") as caught:
        filled(part("overveiw"), [row()])
    assert "overview" in caught.value.hint


@pytest.mark.parametrize("lost", ["begin", "end"])
def test_a_part_without_its_begin_or_end_is_refused(lost: str) -> None:
    text = part("overview")
    (line,) = (line for line in text.splitlines(keepends=True) if f" {lost} -->" in line)
    with pytest.raises(RoundelError, match="<!-- lab: overview (begin|end) --> stands alone"):
        filled(text.replace(line, ""), [row()])


def test_the_project_s_pages_are_up_to_date() -> None:
    results = read_results(published_store())
    states = results.states(load_catalog().values())
    pages = pages_with_parts(project_root())
    assert pages
    for page in pages:
        assert filled(page.read_text(), results.rows, states) == page.read_text(), (
            f"{page}: run `roundel pages`"
        )


def test_services_stand_over_the_aead_alone() -> None:
    flat = row()["options"] | {"flatten_first": True}
    rows = [
        row(core="multi-aes-la:Hash=0,Mac=0,Prng=0", luts=1000, options=flat),
        row(core="multi-aes-la:Hash=0,Mac=1,Prng=0", luts=1100, options=flat),
        row(core="multi-aes-la", luts=1500, options=flat),
        row(core="multi-aes-la", luts=7777),
    ]
    text = filled(part("services multi-aes-la"), rows)
    assert "| the AEAD alone | 1000 | 5432 | - | - |" in text
    assert "| with Mac | 1100 | 5432 | +100 | +10.0% |" in text
    assert "| with Hash, Mac, Prng | 1500 | 5432 | +500 | +50.0% |" in text
    assert "7777" not in text
    assert NOTHING in filled(part("services multi-aes-la"), rows[1:])


def test_open_cores_stand_beside_the_row_of_ours() -> None:
    text = filled(part("open cores beside keccak-hash"), [row()])
    lines = [line for line in text.splitlines() if line.startswith("| [")]
    assert len(lines) == 4 and all("| keccak-hash, hash r1088 | 1167 |" in line for line in lines)
    # 111.25 MHz * 1088 bits / 24 cycles / 4321 LUTs over 101.2 MHz * 1088 bits / 24 cycles / 5870 LUTs.
    assert "| 1.49, one seed, better, not resolved |" in lines[0] and "782 at r = 1088" in lines[0]
    # Three seeds of theirs: 114.0 MHz * 1088 bits / 24 cycles / 4405 LUTs, its bounds at 109.6 and 119.2 MHz.
    assert "| 0.99, range 0.88 to 1.11, not resolved |" in lines[1]
    assert "not repeated here" in text and "†" not in text
    old = filled(part("open cores beside keccak-hash"), [row(current=False)])
    assert "hash r1088 † |" in old and "sources have changed" in old


def test_an_open_core_without_a_row_of_ours_says_so() -> None:
    text = filled(part("open cores"), [row()])
    assert "| keyak-hs: not measured | - | - |" in text and "keccak-hash, hash r1088" in text
    assert NOTHING in filled(part("open cores beside keccak-hash-dsp"), [row()])


def test_engines_of_blocks_are_not_in_the_overview() -> None:
    text = filled(part("overview"), [row(), row(core="aes-x1", service="block", variant="aes-128")])
    assert "aes-x1" not in text and "keccak-hash" in text


def test_points_of_a_grid_are_not_in_the_overview() -> None:
    text = filled(part("overview"), [row(), row(core="multi-aes-la:Hash=0", luts=1000)])
    assert "multi-aes-la:Hash=0" not in text and "keccak-hash" in text


def test_what_is_only_synthesized_has_one_line_for_all_services() -> None:
    none = dict.fromkeys(("fmax_mhz", "fmax_interval", "throughput_per_lut"))
    both = [row(target="xc7", routed=False, service=name, logic_levels=9, **none) for name in ("hash", "mac")]
    assert (
        filled(part("core multi-keccak-la"), [r | {"core": "multi-keccak-la"} for r in both]).count("| xc7 |")
        == 1
    )
