"""The report's tables: what is in them, and that every format has the same values."""

from __future__ import annotations

import csv
import io
import json
import re
from operator import itemgetter
from typing import Any

import pytest
from markdown_it import MarkdownIt
from report_material import HOSTILE, files_of_the_project, made_up, made_up_core, made_up_row, of_the_project

from roundel.catalog import Core
from roundel.compare.measured import measured_of
from roundel.lab.columns import CURRENT, STALE
from roundel.report.row_columns import FMAX, SEEDS
from roundel.report.site.build import Material, tables_of
from roundel.report.site.formats import LATEX_EMPTY, csv_text, json_text, latex_text, markdown_text
from roundel.report.site.tables import in_order, lines_of, measurements
from roundel.spread import Spread
from roundel.table import Column, Table

ODD = Table(
    (
        Column("name", "name", itemgetter(0)),
        Column("share", "share (%)", itemgetter(1), 2),
        Column("count", "count", itemgetter(2)),
        Column("free", "x\n/y", itemgetter(3)),
        Column("figure", "of seeds", itemgetter(4), 1, 2, parts=("low", "high", "bounds")),
    ),
    (
        ("a|b & c_d#e%f$g{h}i~j^k\\l", 0.125, 7, None, Spread(2.25, 1.0, 3.125, 8)),
        (HOSTILE, 2.0, None, 1234567.0, Spread(2.0, 2.0, 2.0, 1)),
        ('"quoted", `code` *star* [link](x) --rerun', None, 0, 0.78, None),
        ("two\nlines", -1.5, -3, 1e-7, Spread.exact(4.0)),
    ),
    "odd",
    "Odd letters",
)


def tables_in(material: Material) -> tuple[Table[Any], ...]:
    rows = in_order(material.rows)
    return tables_of(rows, lines_of(rows, material.catalog, frozenset()), material)


def of_csv(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def of_markdown(text: str, title: str) -> list[list[str]]:
    """Return the cells of the table under a heading as a reader sees them."""
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    shown = [t for t in tokens]
    start = next(
        i
        for i, t in enumerate(shown)
        if t.type == "inline" and plain(t) == title and shown[i - 1].tag == "h2"
    )
    lines: list[list[str]] = []
    for index, token in enumerate(tokens[start:], start):
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            lines.append([])
        elif token.type == "inline" and tokens[index - 1].type in ("th_open", "td_open"):
            lines[-1].append(plain(token))
    return lines


def plain(token: Any) -> str:
    return "".join(child.content for child in token.children or [])


def of_latex(text: str) -> list[list[list[str]]]:
    """Return the lines of each longtable, unescaped."""
    tables = []
    for body in re.findall(r"\\endlastfoot\n(.*?)\\end\{longtable\}", text, re.DOTALL):
        lines = [line.removesuffix(r" \\") for line in body.strip().split("\n")]
        tables.append([[unescaped(cell) for cell in re.split(r"(?<!\\) & ", line)] for line in lines])
    return tables


def unescaped(text: str) -> str:
    if text == LATEX_EMPTY:
        return ""
    text = text.replace("-{}-", "--")
    named = {"textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^"}
    named |= {"textless": "<", "textgreater": ">", "textbar": "|"}
    return re.sub(r"\\(?:(text[a-z]+)\{\}|(.))", lambda m: named[m[1]] if m[1] else m[2], text)


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("table", [ODD, *tables_in(of_the_project())], ids=lambda t: t.name)
def test_every_format_has_the_same_values(table: Table[Any]) -> None:
    texts = [list(row.values()) for row in table.stored()]
    assert of_csv(csv_text(table)) == [[c.key for c in table.parts], *texts]

    data = json.loads(json_text([table], {}))["tables"][table.name]
    assert len(data["rows"]) == len(texts)
    for row, line in zip(data["rows"], texts, strict=True):
        for column, text in zip(table.parts, line, strict=True):
            value = row[column.key]
            if isinstance(value, str | None):
                assert (value or "") == text
            else:
                assert float(text) == value

    seen = of_markdown(markdown_text([table], {}), flat(table.title))
    assert seen == [[c.heading for c in table.parts], *[[flat(t) for t in line] for line in texts]]

    def of_place(place: str) -> list[list[str]]:
        kept = [n for n, column in enumerate(table.parts) if column.place == place or n == 0]
        return [[flat(line[n]) for n in kept] for line in texts]

    figures, *origins = of_latex(latex_text(table))
    assert figures == of_place("figure")
    assert origins == ([of_place("origin")] if any(c.place == "origin" for c in table.parts) else [])


def test_latex_needs_only_what_it_says_and_closes_what_it_opens() -> None:
    for name, text in files_of_the_project().items():
        if name.endswith(".tex"):
            assert r"\usepackage{booktabs,longtable}" in text.split("\n")[0], name
            assert text.count(r"\begin{longtable}") == text.count(r"\end{longtable}") >= 1, name
            assert text.count(r"\toprule") == 2 * text.count(r"\begin{longtable}"), name
            columns = re.findall(r"\\begin\{longtable\}\{@\{\}([lr]+)@\{\}\}", text)
            headings = re.findall(r"\\toprule\n(.*) \\\\\n\\midrule\n\\endhead", text)
            heads = [line.count(" & ") + 1 for line in headings]
            assert [len(c) for c in columns] == heads, name


def measured(row: dict[str, Any], *cores: Core) -> dict[str, str]:
    """What the table of measurements has of a row."""
    lines = lines_of([row], {core.name: core for core in cores}, frozenset())
    return next(measurements(lines).stored())


def test_a_measurement_s_figures() -> None:
    core = made_up_core("core-a")
    row = measured(made_up_row("core-a"), core)
    assert row["luts"] == "4321" and row["fmax_mhz"] == "111.25"
    assert (row["fmax_low_mhz"], row["fmax_high_mhz"], row["bounds"]) == ("103.00", "119.00", "interval")
    assert (row["cycles_per_block"], row["expected_cycles_per_block"]) == ("24", "24")
    assert (row["throughput_mbps"], row["kbps_per_lut"]) == ("5043.3", "1167.2")
    assert row["sources"] == CURRENT and row["command"].startswith("roundel bench core-a --target ecp5")
    assert row["options"] == ""


@pytest.mark.parametrize(
    ("changes", "key", "text"),
    [
        ({"seeds": 1, "fmax_interval": None}, "bounds", "one seed"),
        ({"seeds": 1, "fmax_interval": None}, "fmax_low_mhz", ""),
        ({"seeds": 2, "fmax_interval": None}, "fmax_low_mhz", "101.50"),
        ({"seeds": 2, "fmax_interval": None}, "bounds", "range"),
        ({"current": False}, "sources", STALE),
        ({"routed": False, "seeds": 1, "fmax_interval": None}, "bounds", "exact"),
        ({"luts": None, "gate_equivalents": 29876.25}, "gate_equivalents", "29876.25"),
        ({"options": {"flatten_first": True}}, "options", "flatten-first"),
        ({"options": {"long_gone": True}}, "options", "long_gone True"),
        ({"fmax_mhz": None, "seeds": 0, "routed": False}, "fmax_mhz", ""),
        ({"cycles_per_block": None}, "kbps_per_lut", ""),
    ],
)
def test_what_a_measurement_may_lack(changes: dict[str, Any], key: str, text: str) -> None:
    row = measured(made_up_row("core-a", **changes))
    assert row[key] == text


def test_rows_stand_in_an_order_that_is_not_that_of_the_store() -> None:
    rows = [
        made_up_row("core-b"),
        made_up_row("core-a", current=False),
        made_up_row("core-a", measured_at="2026-01-01"),
        made_up_row("core-a", measured_at="2026-01-03"),
    ]
    ordered = in_order(rows)
    assert ordered == in_order(reversed(rows))
    assert [(row["core"], row["current"], row["measured_at"][:10]) for row in ordered] == [
        ("core-a", True, "2026-01-03"),
        ("core-a", True, "2026-01-01"),
        ("core-a", False, "2026-01-02"),
        ("core-b", True, "2026-01-02"),
    ]


def test_papers_are_counted_as_they_are_answered() -> None:
    material = of_the_project()
    tables = {table.name: table for table in tables_in(material)}
    counted = {row["paper"]: row for row in tables["papers"].stored()}
    assert list(counted) == ["p1", "p2", "p3", "p4", "p5"]
    verdicts = [row for name in ("answers", "cells") for row in tables[name].stored()]
    for paper, row in counted.items():
        for verdict in ("holds", "does not hold", "not measured yet"):
            found = sum((one["paper"], one["verdict"]) == (paper, verdict) for one in verdicts)
            assert int(row[verdict]) == found, (paper, verdict)


def test_answers_say_which_figures_are_limits_and_what_claims_of_cells_are_of() -> None:
    material = of_the_project()
    answers = next(table for table in tables_in(material) if table.name == "answers")
    rows = {(row["paper"], row["name"]): row for row in answers.stored()}
    assert rows["p4", "cycles"]["printed"] == "" and rows["p4", "cycles"]["limit"] == "16.500"
    assert rows["p5", "AES scales"]["measure"] == "T over the estimate"
    assert rows["p5", "Salsa20 scales"]["limit"] == "" and rows["p5", "AES scales"]["limit"] == "1.045"
    assert rows["p5", "LUTs of AES, circuit"]["own"] and rows["p5", "LUTs of AES, circuit"]["why"]


def test_services_hold_the_catalog_against_the_simulation() -> None:
    core = made_up_core("core-a")
    for measured, text in ((24.0, "24"), (25.5, "25.5")):
        material = made_up(made_up_row("core-a", cycles_per_block=measured), cores=(core,))
        services = next(t for t in tables_in(material) if t.name == "services")
        (row,) = services.stored()
        assert (row["expected_cycles_per_block"], row["measured_cycles_per_block"]) == ("24", text)


def test_people_read_a_figure_with_its_bounds_and_fewer_digits_than_files_have() -> None:
    figure = ODD.parts[-4:]
    assert [c.key for c in figure] == ["figure", "low", "high", "bounds"]
    assert [c.stored(ODD.rows[0]) for c in figure] == ["2.25", "1.00", "3.12", "interval"]
    assert [c.stored(ODD.rows[1]) for c in figure] == ["2.00", "", "", "one seed"]
    column = Column("figure", "of seeds", itemgetter(4), 1)
    assert [column.words(row) for row in ODD.rows] == ["2.2, 1.0 to 3.1", "2.0, one seed", "", "4.0"]


def test_a_row_reads_the_same_within_another() -> None:
    m = measured_of(made_up_row())
    inside = FMAX.through(lambda place: {"here": m}.get(place))
    assert (inside.words("here"), inside.words("nowhere")) == ("111.2, 103.0 to 119.0", "")
    unrouted = measured_of(made_up_row(routed=False, fmax_mhz=None, seeds=0, logic_levels=4))
    assert (FMAX.words(unrouted), SEEDS.words(unrouted)) == ("not routed, 4 levels", "")


def test_optional_columns_need_a_row_and_words_stand_to_the_left() -> None:
    name, count = Column("n", "n", itemgetter(0)), Column("c", "c", itemgetter(1), optional=True)
    assert Table([name, count], [("a", None), ("b", 0)]).shown == [(name, False)]
    assert Table([name, count], [("a", 1), ("b", None)]).shown == [(name, False), (count, True)]
