"""Papers as data: the cells agree with each other and with the catalog; faults are named."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from roundel.catalog import load_catalog
from roundel.errors import RoundelError
from roundel.papers import PublishedRow, find_paper, load_paper, paper_names

ROWS = [
    pytest.param(row, find_paper(paper).gbit, id=f"{paper}-{table.name}-{row.name}")
    for paper in paper_names()
    for table in find_paper(paper).tables
    for row in table.rows
]

SMALL = """
id = "px"
title = "t"
authors = "a"
published = "p"
area_unit = "slices"
tolerance = 1.5
roles = { d = "chosen" }
[[tables]]
name = "I"
rows = [
  { name = "A", core = "core-a", service = "hash", device = "d", area = 10, mhz = 100, gbps = 1, per_area = 100, block_bits = 100, cycles = 10 },
  { name = "B", core = "core-b", service = "hash", device = "d", area = 10, mhz = 100, gbps = 1, per_area = 100, block_bits = 100, cycles = 10 },
]
[[pairs]]
over = "core-a"
under = "core-b"
[[claims]]
name = "c"
text = "A is as good as B"
where = "Table I"
table = "I"
terms = [{ over = ["core-a/hash"], under = ["core-b/hash"] }]
"""  # noqa: E501


GRID = """
name = "II"
caption = "c"
service = "hash"
columns = [{ name = "x", measure = "T", device = "d" }]
lines = [{ name = "y", core = "core", config = "a", figures = [1] }]
"""


CHART = """
name = "f"
caption = "c"
table = "II"
kind = "bars"
columns = ["x"]
"""


def rounding(printed: float) -> float:
    """Half a unit of the last digit that stands there, relative, and a little for the arithmetic."""
    digits = len(str(printed).partition(".")[2]) if printed % 1 else 0
    return 0.5 * 10**-digits / printed + 1e-4


@pytest.mark.parametrize(("row", "gbit"), ROWS)
def test_printed_figures_agree_with_each_other(row: PublishedRow, gbit: int) -> None:
    if row.per_area is not None:
        slack = rounding(row.gbps) + rounding(row.per_area)
        assert 1000 * row.gbps / row.area == pytest.approx(row.per_area, rel=slack)
    if row.cycles is not None and row.block_bits is not None:
        slack = rounding(row.gbps) + rounding(row.mhz)
        assert row.block_bits * row.mhz / row.cycles / gbit == pytest.approx(row.gbps, rel=slack)
    if "period" in row.more:
        slack = rounding(row.more["period"])
        assert 1000 / row.more["period"] == pytest.approx(row.mhz, rel=slack + rounding(row.mhz))
        latency = row.more["period"] * (row.cycles or 0)
        assert latency == pytest.approx(row.more["latency"], rel=slack + rounding(row.more["latency"]))


@pytest.mark.parametrize("name", paper_names())
def test_every_paper_names_its_source_and_says_something(name: str) -> None:
    paper = find_paper(name)
    assert paper.claims and paper.title in paper.citation and re.search(r"\b20\d\d\b", paper.published)


def test_all_five_papers_are_there() -> None:
    assert paper_names() == ["p1", "p2", "p3", "p4", "p5"]
    assert {grid.name: len(grid.lines) for grid in find_paper("p5").grids} == {
        "cycles": 3,
        "interval": 3,
        "2": 12,
        "2, circuit": 4,
        "3": 6,
        "3, circuit": 1,
    }


def test_p1_has_every_row_and_its_source() -> None:
    paper = find_paper("p1")
    assert [(table.name, len(table.rows)) for table in paper.tables] == [("II", 20), ("III", 19)]
    assert "DATE" in paper.citation and "Yalla" in paper.citation
    repaired = [row.name for table in paper.tables for row in table.rows if row.repaired]
    assert repaired == ["AES-GCM LA", "Keyak LA"]


@pytest.mark.parametrize("core", load_catalog().values(), ids=lambda core: core.name)
def test_the_catalog_answers_to_rows_that_there_are(core) -> None:  # type: ignore[no-untyped-def]
    for answered in core.papers:
        tables = {table.name: table for table in find_paper(answered.paper).tables}
        rows = {row.name: row for row in tables[answered.table].rows}
        assert rows[answered.row].service == answered.service
        if rows[answered.row].core != core.name:  # another core of ours has the part, as the catalog says too
            other = load_catalog().get(str(rows[answered.row].core))
            assert other is None or answered in other.papers


def test_a_file_as_it_should_be(tmp_path: Path) -> None:
    path = tmp_path / "px.toml"
    path.write_text(SMALL)
    paper = load_paper(path)
    assert paper.tables[0].rows[0].figure("bits per cycle") == 10
    assert paper_names(tmp_path) == ["px"] and find_paper("px", tmp_path) == paper


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("area = 10, mhz", "area = -10, mhz", "tables 'I', rows 'A', area: "),
        ("mhz = 100, ", "", "tables 'I', rows 'A', mhz: Field required"),
        ("area = 10, mhz", "aera = 1, area = 10, mhz", "rows 'A', aera: Extra inputs"),
        (", cycles = 10 }", " }", "block_bits and cycles go together"),
        (", block_bits = 100, cycles = 10 }", " }", "needs block_bits and cycles"),
        ('name = "A"', 'name = "B"', "row of table I 'B' occurs twice"),
        (
            'core = "core-a"',
            'core = "core-b"',
            "core and service of table I 'core-b/hash' occurs twice",
        ),
        ('over = "core-a"', 'over = "core-x"', "no row has the core 'core-x'"),
        ('"core-a/hash"', '"core-a/mac"', "claim 'c': no row of table I has 'core-a/mac'"),
        ('"core-a/hash"', '"core-a"', "claims 'c', terms 1, over 1: String should match"),
        ('\ntable = "I"', '\ntable = "II"', "claim 'c': no table 'II'"),
        ('\ntable = "I"', "", "a claim needs a value or a table"),
        ('\ntable = "I"', '\ntable = "I"\nsense = "above"', "sense 'above' needs a value"),
        ('\ntable = "I"', '\ntable = "I"\ncannot = "no"', "a claim has terms, or cells, or `cannot`"),
        ('terms = [{ over = ["core-a/hash"], under = ["core-b/hash"] }]', "", "a claim needs terms"),
        ("[[pairs]]", f"[[grids]]{GRID.replace('[1]', '[1, 2]')}[[pairs]]", "2 figures under 1 columns"),
        ("[[pairs]]", f"[[grids]]{GRID.replace(', device = ', ', to_device = ')}[[pairs]]", "device: Field"),
        ("[[pairs]]", "[[grids]]" + GRID.replace('"d"', '"e"') + "[[pairs]]", "'e' has no role"),
        ('d = "chosen"', 'e = "chosen"', "table I: the device 'd' has no role"),
        (
            'terms = [{ over = ["core-a/hash"], under = ["core-b/hash"] }]',
            'cells = [{ line = "y", column = "x" }]',
            "claim 'c': no table 'I'",
        ),
        ("[[pairs]]", f"[[charts]]{CHART}[[pairs]]", "figure 'f': no table 'II'"),
        (
            "[[pairs]]",
            f"[[grids]]{GRID}[[charts]]{CHART.replace('x', 'z')}[[pairs]]",
            "figure 'f': no column 'z' in table 'II'",
        ),
        (
            "[[pairs]]",
            f"[[grids]]{GRID}[[charts]]{CHART}lines = ['z']\n[[pairs]]",
            "figure 'f': no line 'z' in table 'II'",
        ),
        (
            "[[pairs]]",
            f"[[grids]]{GRID}[[charts]]{CHART.replace('bars', 'scaling')}[[pairs]]",
            "the configuration 'a' does not end in a number of rounds",
        ),
        (
            'terms = [{ over = ["core-a/hash"], under = ["core-b/hash"] }]',
            'measure = "area"\ncells = [{ line = "y", column = "x" }]',
            "a claim of cells has the measure of their grid",
        ),
        ("tolerance = 1.5", "tolerance = 0.5", "tolerance: Input should be greater than 1"),
        ('id = "px"', 'id = "py"', "id is 'py'"),
        ("[[pairs]]", "[[pairs", "at line"),
    ],
)
def test_faults_are_named(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in SMALL
    path = tmp_path / "px.toml"
    path.write_text(SMALL.replace(old, new, 1))
    with pytest.raises(RoundelError, match=re.escape(told)) as caught:
        load_paper(path)
    assert str(path) in caught.value.message and caught.value.hint


def test_unknown_papers_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(RoundelError, match="unknown paper 'p11'") as caught:
        find_paper("p11")
    assert "p1" in caught.value.hint
    with pytest.raises(RoundelError, match="No such file"):
        load_paper(tmp_path / "px.toml")


def test_what_p3_says_of_two_per_cent_is_asked_of_two_per_cent() -> None:
    claim = next(claim for claim in find_paper("p3").claims if claim.name == "synchronous, area")
    assert (claim.sense, claim.value) == ("about", None)
    assert all(row.rate == 576 for table in find_paper("p3").tables for row in table.rows if row.core)


def test_a_claim_of_terms_without_a_measure_is_of_throughput_per_area(tmp_path: Path) -> None:
    path = tmp_path / "px.toml"
    path.write_text(SMALL)
    assert load_paper(path).claims[0].measure == "throughput per area"
