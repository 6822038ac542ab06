"""Open cores of others: their figures, and ours beside them."""

from __future__ import annotations

from pathlib import Path

import pytest
from designs_rows import core, row, service

from roundel.catalog import load_catalog
from roundel.compare import Results, compare
from roundel.compare.open_cores import (
    FILE,
    OpenCores,
    compare_open_cores,
    open_cores,
    origin_note,
    standing,
)
from roundel.errors import RoundelError
from roundel.implement import find_target
from roundel.spread import Spread

SMALL = """
target = "ecp5"
flow = "tools"
[[cores]]
name = "theirs"
source = "https://example.org"
license = "MIT"
does = "a hash"
block_bits = 80
cycles_per_block = 10
rate = 100
core = "ours"
service = "hash"
[[cores.runs]]
measured = 2026-01-02
placer = "static"
wide_luts = false
luts = 2000
ffs = 7
fmax_mhz = [50]
"""
OURS = core("ours", service("hash"))


def written(folder: Path, text: str) -> OpenCores:
    path = folder / "open_cores.toml"
    path.write_text(text)
    return open_cores(path)


def test_each_stands_beside_a_service_of_ours_and_is_named_once() -> None:
    known = open_cores()
    pairs = list(compare_open_cores(known, load_catalog().values(), Results(())))
    assert len(pairs) == len(known.cores) == len({pair.theirs.name for pair in pairs}) > 10
    assert all(pair.theirs.source.startswith("https://") for pair in pairs)


@pytest.mark.parametrize(
    ("name", "per_lut"),
    [
        # Throughput per LUT as it was printed when they were measured, in kbit/s.
        ("freecores sha3, low_throughput_core", 1174),
        ("Keccak Team, KeccakVHDL 3.1, high_speed_core", 782),
        ("QREM keccak-fips202-sv", 304),
        ("OpenTitan sha3, unmasked", 169),
        ("Keccak Team, Ketje Sr v2", 770),
        ("rprimas ascon-verilog, V4", 294),
        ("freecores aes_core, aes_cipher_top", 250),
        ("OpenTitan aes_cipher_core, unmasked", 132),
        ("secworks aes", 17.4),
        ("dngtuankiet aes-gcm v2", 7.2),
        ("secworks cmac", 25.7),
        ("GMU Groestl-256, P and Q side by side", 72.7),
        ("secworks salsa20", 262),
    ],
)
def test_what_follows_from_the_figures_agrees_with_what_was_printed(name: str, per_lut: float) -> None:
    theirs = next(core for core in open_cores().cores if core.name == name)
    assert 1000 * theirs.per_lut == pytest.approx(per_lut, rel=0.01)


def test_the_harness_is_not_counted_as_part_of_a_core() -> None:
    """Its 531 LUTs and 551 FFs were once part of the figures of freecores' sha3."""
    theirs = next(core for core in open_cores().cores if core.name.startswith("freecores sha3"))
    assert (theirs.best.luts, theirs.best.ffs) == (4936 - 531, 2795 - 551)
    assert (theirs.best.placer, len(theirs.best.fmax_mhz)) == ("static", 3)


def test_the_run_with_the_highest_throughput_per_lut_stands_for_a_core(tmp_path: Path) -> None:
    run = SMALL[SMALL.index("[[cores.runs]]") :]
    worse = run.replace("2000", "1000").replace("[50]", "[24, 23, 26]").replace('"static"', '"heap"')
    better = worse.replace("[24, 23, 26]", "[40, 26, 24]")
    assert written(tmp_path, SMALL + worse).cores[0].best.placer == "static"
    best = written(tmp_path, SMALL + better).cores[0].best
    assert (best.placer, best.fmax) == ("heap", Spread(26, 24, 40, 3))
    seeds = written(tmp_path, SMALL.replace("[50]", "[50, 51, 52, 53, 54, 55]")).cores[0].best.fmax
    assert seeds.basis == "interval" and 50 <= seeds.low < seeds.value < seeds.high <= 55


def test_where_we_lose_is_stated(tmp_path: Path) -> None:
    """Per LUT ours is better, per slice it is worse: it has more flip-flops."""
    text = SMALL.replace("[50]", "[50, 50, 50]").replace("service =", 'variant = "r80"\nservice =')
    ours = core("ours", service("hash"), service("hash", variant="r80"))
    rows = [row("ours", "hash", slices=5000), row("ours", "hash", variant="r80", slices=5000)]
    known = written(tmp_path, text)
    (pair,) = compare_open_cores(known, [ours], Results(rows))
    assert standing(pair.ratio) == "better"
    assert pair.slice_ratio is not None
    # Theirs: 500 Mbit/s on 1000 slices. Ours: 1000 Mbit/s on 5000.
    assert pair.slice_ratio.value == pytest.approx(0.4)
    assert standing(pair.slice_ratio) == "worse"
    assert standing(pair.own_rate_ratio) == "better"
    assert pair.own_rate_text == "200 and ours 1000 at r = 80: 5.00"
    assert "Ours is worse than: theirs (per slice)." in origin_note(known, [pair])
    one_seed = written(tmp_path, text.replace("[50, 50, 50]", "[50]"))
    (pair,) = compare_open_cores(one_seed, [ours], Results(rows))
    assert standing(pair.slice_ratio) == "worse, not resolved"


def test_options_of_both_are_named(tmp_path: Path) -> None:
    rows = [row("ours", "hash", options={"placer": "static", "wide_luts": True})]
    (pair,) = compare_open_cores(written(tmp_path, SMALL), [OURS], Results(rows))
    assert pair.options_text == "placer static | wide-luts, placer static"


def test_the_ratio_is_of_throughputs_per_lut_with_our_interval(tmp_path: Path) -> None:
    # Theirs: 50 MHz * 100 bits / 10 cycles / 2000 LUTs. Ours: 100 MHz * 10 bits / 1000 LUTs.
    (pair,) = compare_open_cores(written(tmp_path, SMALL), [OURS], Results([row("ours", "hash")]))
    assert pair.theirs.per_lut == 0.25
    assert pair.ratio is not None
    assert (pair.ratio.value, pair.ratio.low, pair.ratio.high) == pytest.approx((4.0, 3.6, 4.4))
    plain = written(tmp_path, SMALL.replace("rate = 100\n", ""))
    assert plain.cores[0].per_lut == pytest.approx(0.2)


def test_without_a_row_of_ours_there_is_no_ratio(tmp_path: Path) -> None:
    known = written(tmp_path, SMALL)
    for rows in ([], [row("ours", "hash", target="ice40")]):
        (pair,) = compare_open_cores(known, [OURS], Results(rows))
        assert pair.ours is None and pair.ratio is None


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ("luts = 2000", "luts = 0", "cores 'theirs', runs 1, luts"),
        ("[50]", "[]", "cores 'theirs', runs 1, fmax_mhz"),
        ('does = "a hash"', "", "cores 'theirs', does"),
        ("ffs = 7", "ffs = 7\nslices = 3", "cores 'theirs', runs 1, slices"),
        ("measured = 2026-01-02", "measured = 1.5", "measured"),
        ("[[cores]]\n", "[[cores]\n", "Expected"),
    ],
)
def test_a_malformed_file_is_named_with_the_place(tmp_path: Path, old: str, new: str, note: str) -> None:
    with pytest.raises(RoundelError, match=note) as caught:
        written(tmp_path, SMALL.replace(old, new))
    assert FILE.name in str(caught.value)


def test_cores_compared_have_those_beside_them_at_the_services_compared() -> None:
    aes = [load_catalog()[name] for name in ("aes-engine", "aes-x1", "aes-gcm-la", "multi-aes-la")]
    others = compare(aes, find_target("ecp5"), Results(())).others
    assert {(pair.theirs.core, pair.theirs.service) for pair in others} == {
        ("aes-engine", "block"),
        ("aes-gcm-la", "aead"),
    }
    assert compare(aes, find_target("ice40"), Results(())).others == ()


def test_where_the_figures_come_from_is_told_with_the_marks_in_use(tmp_path: Path) -> None:
    known = written(tmp_path, SMALL)
    note = origin_note(known, list(compare_open_cores(known, [OURS], Results(()))))
    assert "tools" in note and "2026-01-02" in note and "At r:" in note and "w:" not in note
    text = SMALL.replace("wide_luts = false", "wide_luts = true").replace("rate = 100\n", "")
    note = origin_note(known, list(compare_open_cores(written(tmp_path, text), [OURS], Results(()))))
    assert "At r:" not in note and "w:" in note
