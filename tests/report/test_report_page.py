"""The report's page: valid, whole, safe, the same each time, and nothing in it is fetched."""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import html5lib
from report_material import (
    FIGURE,
    HOSTILE,
    SEAL,
    SEALED,
    document,
    files_of_the_project,
    made_up,
    made_up_core,
    made_up_row,
    of_the_project,
)

from roundel.catalog import Service
from roundel.catalog.ports import instance_of, ports_of
from roundel.formal import Proof
from roundel.lab.rows import seeds_text
from roundel.papers import paper_names
from roundel.report.site import build
from roundel.report.site.markdown_html import prose
from roundel.report.site.tables import core_id
from roundel.report.site.views import newest_rows

MOST_BYTES = 1_500_000
# Elements and attributes that make a browser fetch something.
FETCHING = {"link", "img", "iframe", "object", "embed", "audio", "video", "source", "base"}
FETCHED = {"src", "srcset", "poster", "data", "background", "action", "formaction", "manifest", "ping"}


def parsed(text: str) -> Any:
    """Return the page as a tree; html5lib's strict parser fails at the first error."""
    return html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(text)


def project_page() -> str:
    return files_of_the_project()["index.html"]


@functools.cache
def project_tree() -> Any:
    """Return the page as a tree, which no test changes."""
    return parsed(project_page())


def text_of(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


def test_the_page_is_valid_and_small_enough() -> None:
    page = project_page()
    assert project_tree() is not None
    assert len(page.encode()) < MOST_BYTES


def test_ids_are_used_once_and_links_within_the_page_lead_somewhere() -> None:
    tree = project_tree()
    ids = Counter(element.get("id") for element in tree.iter() if element.get("id"))
    assert [name for name, count in ids.items() if count > 1] == []
    named = {"href": "#", "aria-labelledby": "", "aria-controls": "", "for": ""}
    for element in tree.iter():
        for attribute, mark in named.items():
            value = element.get(attribute)
            if value is not None and value.startswith(mark) and "://" not in value:
                assert value.removeprefix("#") in ids, (element.tag, attribute, value)


def test_a_report_outside_the_checkout_names_the_docs_without_a_link() -> None:
    outside = build(replace(of_the_project(), root=None))["index.html"]
    path = "docs/cores/keccak-hash.md"
    assert f'href="./{path}"' in project_page()
    assert f"<code>{path}</code>" in outside and f'{path}"' not in outside


def test_nothing_is_fetched() -> None:
    page = project_page()
    for element in project_tree().iter():
        assert element.tag not in FETCHING
        assert not FETCHED & set(element.attrib), element.tag
        href = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href") or "#"
        assert element.tag == "a" or href.startswith("#"), (element.tag, href)
        assert href.startswith(("#", "https://", "./docs/")), href
    for element in (e for e in project_tree().iter() if e.tag in ("style", "script")):
        assert not re.search(
            r"url\(|@import|fetch\(|XMLHttpRequest|import\(|WebSocket|sendBeacon", element.text
        )
    assert "default-src &#39;none&#39;" in page


def test_every_core_and_paper_has_its_page_and_its_link() -> None:
    tree = project_tree()
    by_id = {element.get("id"): element for element in tree.iter() if element.get("id")}
    pages = {e.get("id") for e in tree.iter("section") if "page" in (e.get("class") or "").split()}
    assert set(paper_names()) | {"overview"} <= pages
    links = {e.get("href") for nav in tree.iter("nav") for e in nav.iter("a")}
    assert {f"#{page}" for page in pages} == links
    cores = of_the_project().catalog
    for section in (by_id[page] for page in pages):
        assert section.find(".//h1") is not None
    for name in cores:
        assert text_of(by_id[core_id(name)]) == name
        assert core_id(name) in {e.get("id") for page in pages for e in by_id[page].iter()}


def test_the_first_screen_has_the_service_cores_and_the_provenance_is_last() -> None:
    overview = next(one for one in project_tree().iter("section") if one.get("id") == "overview")
    tables = list(overview.iter("table"))
    assert tables[0].get("id") == "glance"
    rows = [[text_of(cell) for cell in row] for row in tables[0].find("tbody")]
    heads = [text_of(head) for row in tables[0].find("thead") for head in row.iter("th")]
    assert heads == ["core", "service", "status", "LUT", "fmax(MHz)", "Mbit/s", "kbit/sper LUT"]
    hashes = [row for row in rows if row[1].startswith("hash")]
    assert [hashes[0][0].split("*")[0], *hashes[0][1:3]] == [
        "keccak-hash-digest",
        "hash r1088",
        "NIST standard",
    ]
    standings = [row[2] == "research" for row in hashes]
    assert standings == sorted(standings) and True in standings
    assert not [row for row in rows if row[1].startswith("block")]
    assert text_of([*overview.iter("h2")][-1]) == "What was measured, when and with what"


def test_every_row_has_its_command_and_its_figures() -> None:
    material = of_the_project()
    rows = json.loads(files_of_the_project()["report.json"])["tables"]["measurements"]["rows"]
    assert len(rows) == len(material.rows) > 100
    body = next(e for e in project_tree().iter("table") if e.get("id") == "rows").find("tbody")
    lines = {e.get("id"): e for e in body.iter("tr")}
    commands = [text_of(e) for e in body.iterfind("tr/td/code")]
    assert sorted(commands) == sorted({row["command"] for row in rows}) and len(commands) < len(rows)
    for row in rows:
        line = lines[f"row-{row['row']}"]
        own, run = line.find("td/code"), line.find("td/a")
        # A row of a run whose command another row has leads to that row.
        shown = own if own is not None else lines[run.get("href")[1:]].find("td/code")
        assert text_of(shown) == row["command"]
        assert row["command"].startswith(f"roundel bench {row['core']} ")
        cells = [text_of(cell) for cell in line]
        assert cells[0].startswith(row["core"]) and cells[2] == row["target"]
        assert ("stale" in cells[0]) == (row["sources"] == "stale")
        for key, cell in (("ffs", cells[9]), ("cycles_per_block", cells[8])):
            assert cell.rstrip("†") == ("–" if row[key] is None else f"{row[key]:g}"), key
        assert cells[11] == ("–" if row["seeds"] is None else seeds_text(row["seeds"], row["seeds_failed"]))
        assert (cells[4] == "–") == (row["fmax_mhz"] is None)


def test_a_proof_that_cores_of_a_page_share_is_in_full_at_the_first_of_them() -> None:
    shared = Proof("round", (), "The round is right", "for all time", 2, "2026-01-02")
    cores = (made_up_core("core-a"), made_up_core("core-b"))
    proofs = {"core-a": [shared], "core-b": [shared, replace(shared, task="own")]}
    tree = parsed(build(made_up(cores=cores, proofs=proofs))["index.html"])
    found = [text_of(e) for e in tree.iter("dd") if "round is" in text_of(e) or "same as" in text_of(e)]
    assert found == [
        shared.summary,
        "The round is right (own, for all time, 2026-01-02; finds 2 faults)",
        "The same as for core-a: round",
    ]


def test_every_core_has_its_ports_and_its_instance() -> None:
    tree = project_tree()
    blocks = {e.get("data-name"): e for e in tree.iter("div") if e.get("data-name")}
    for name, core in of_the_project().catalog.items():
        assert "".join(blocks[f"the instance of {name}"].itertext()) == instance_of(core)
    assert len(blocks) == len(of_the_project().catalog)
    # A page has the ports of its first core; another core has its own where they differ.
    for page in (e for e in tree.iter("section") if (e.get("id") or "").startswith("doc-")):
        tables = [e for e in page.iter("table") if "ports" in (e.get("class") or "").split()]
        found = [[text_of(cell) for cell in row] for e in tables for row in e.find("tbody")]
        names = [text_of(e) for e in page.iter() if (e.get("id") or "").startswith("core-")]
        expected = dict.fromkeys(ports_of(of_the_project().catalog[name]) for name in names)
        assert {tuple(row) for row in found} == {
            (port.name, port.direction, str(port.bits), port.meaning) for ports in expected for port in ports
        }


def test_rows_begin_with_the_most_throughput_per_lut() -> None:
    body = next(e for e in project_tree().iter("table") if e.get("id") == "rows").find("tbody")
    cells = [text_of(list(line)[7]) for line in body.iter("tr")]
    figures = [float(text) for text in cells if text != "–"]
    assert figures == sorted(figures, reverse=True) and len(figures) > 100
    assert "–" not in cells[: len(figures)]


def test_the_same_store_gives_the_same_bytes_in_any_order() -> None:
    material = of_the_project()
    backwards = type(material)(**{**vars(material), "rows": list(reversed(material.rows))})
    assert build(backwards) == files_of_the_project()


def test_what_a_core_or_row_says_is_text_and_never_markup() -> None:
    core = made_up_core("core-a", summary=HOSTILE)
    page = document(
        "docs/cores/none.md", f"# core-a\n\n## What it is\n\n{HOSTILE}\n\n[x](javascript:alert(1))\n"
    )
    row = made_up_row("core-a", device=HOSTILE, command=HOSTILE, tools={"synthesis": HOSTILE})
    files = build(made_up(row, cores=(core,), core_documents={"core-a": page}, appendices={"p2": HOSTILE}))
    tree = parsed(files["index.html"])
    scripts = list(tree.iter("script"))
    assert len(scripts) == 2 and not any("alert" in text_of(script) for script in scripts)
    assert not any("javascript:" in (e.get("href") or "") for e in tree.iter("a"))
    summary = next(e for e in tree.iter() if e.get("id") == core_id("core-a"))
    assert summary is not None and files["index.html"].count("&lt;script&gt;") >= 5
    assert HOSTILE not in files["index.html"] and HOSTILE not in files["report.md"]


def test_an_empty_store_still_gives_pages() -> None:
    files = build(made_up(cores=(made_up_core("core-a"),)))
    assert "roundel bench core-a" in files["index.html"] and parsed(files["index.html"]) is not None


def test_links_of_a_page_lead_into_the_report_or_name_the_file() -> None:
    text = (
        "# title\n\n<!-- lab: x begin -->\n## A part: one\n\n[other](../b.md#some-part) [here](#a-part-one) "
        "[file](../../rtl/x.sv) [out](https://example.org/) ![picture](p.svg)\n\n```\n<table>\n```\n"
    )
    page = prose(document("docs/cores/a.md", text), {"docs/b.md": "doc-b", "docs/cores/a.md": "doc-a"})
    assert page.title == "title" and [section.id for section in page.sections] == ["doc-a--a-part-one"]
    html = page.sections[0].html
    assert 'href="#doc-b--some-part"' in html and 'href="#doc-a--a-part-one"' in html
    assert '<span class="file" title="rtl/x.sv">file</span>' in html
    assert 'href="https://example.org/" rel="noreferrer"' in html
    assert "<img" not in html and "picture" in html and "lab:" not in html
    assert "&lt;table&gt;" in html and 'role="region"' not in html


def claims_of(*rows: dict[str, Any]) -> list[str]:
    """What the page of P4 says of each of its claims."""
    tree = parsed(build(made_up(*rows, cores=CORES))["index.html"])
    page = next(e for e in tree.iter("section") if e.get("id") == "p4")
    return [text_of(e) for e in next(e for e in page.iter("ol")).iter("li")]


CORES = (
    made_up_core("aes-groestl-256", services=(SEAL,)),
    made_up_core("groestl-256", services=(Service("hash", "256", 512, 20, primary=True),)),
)


def test_a_limit_is_called_one() -> None:
    cycles = claims_of(made_up_row("aes-groestl-256", **SEALED))[0]
    assert "limitabove 16.5" in cycles and "ours, bits per cycle17.07" in cycles
    assert "paper" not in cycles


def test_claims_by_rows_of_earlier_sources_are_marked() -> None:
    hashed = made_up_row("groestl-256", service="hash", variant="256", luts=500)
    old, new = (
        claims_of(made_up_row("aes-groestl-256", **SEALED, luts=1000, current=now), hashed)[1]
        for now in (False, True)
    )
    assert "does not hold, stale" in old and "2.00* stale" in old and "stale" not in new


def test_cycles_are_never_of_earlier_sources() -> None:
    assert "stale" not in claims_of(made_up_row("aes-groestl-256", **SEALED, current=False))[0]


def test_reasons_of_cells_and_rows_can_be_read_without_pointing() -> None:
    tree = parsed(build(made_up(made_up_row("aes-x1", service="block", variant="v")))["index.html"])
    page = next(e for e in tree.iter("section") if e.get("id") == "p5")
    told = [[text_of(item) for item in e.iter("li")] for e in page.iter("details")]
    assert len(told) == 8  # of six grids and two tables
    for reasons in told:
        assert len(reasons) == len(set(reasons)) > 0
    whole = " ".join(" ".join(reasons) for reasons in told)
    for cell in (e for e in page.iter("td") if e.get("title")):
        assert " ".join((cell.get("title") or "").split()) in whole


def test_a_paper_s_page_begins_with_its_counts_and_has_the_cause_of_each_verdict() -> None:
    tree = project_tree()
    for one in of_the_project().reproductions:
        page = text_of(next(e for e in tree.iter("section") if e.get("id") == one.paper.id))
        assert "Claims of the paper: " in page
        for answer in (*one.ratios, *one.claims, *one.rows):
            assert " ".join(answer.why.split()) in page


def configurations(page: Any) -> list[Any]:
    """The lines of the table that sets configurations side by side."""
    (region,) = (e for e in page.iter("div") if e.get("aria-label") == "Configurations")
    return list(region.find(".//tbody"))


def test_configurations_of_one_source_stand_side_by_side_on_the_target_that_has_most_of_them() -> None:
    cores = tuple(made_up_core(name, docs="shared") for name in ("core-a", "core-b", "core-c"))
    rows = [
        made_up_row("core-a"),
        made_up_row("core-a", target="ice40"),
        made_up_row("core-b", luts=2000, current=False),
    ]
    material = made_up(*rows, cores=(*cores, made_up_core("alone")))
    tree = parsed(build(material)["index.html"])
    (glance,) = [e for e in tree.iter("h2") if (e.get("id") or "").endswith("-glance")]
    assert "figures on ecp5" in text_of(glance)
    page = next(e for e in tree.iter("section") if glance in list(e))
    lines = [[text_of(cell) for cell in line] for line in configurations(page)]
    assert [line[0] for line in lines] == ["core-a", "core-b* stale", "core-c"]
    assert [line[5] for line in lines] == ["4321", "2000", "–"]
    assert lines[2][8] == "not measured"


def test_configurations_that_are_only_synthesized_stand_side_by_side_with_their_areas() -> None:
    none = dict.fromkeys(("fmax_mhz", "fmax_interval", "throughput_mbps", "throughput_per_lut"))
    cores = tuple(made_up_core(name, docs="shared") for name in ("core-a", "core-b"))
    rows = [made_up_row(name, target="xc7", routed=False, seeds=0, **none) for name in ("core-a", "core-b")]
    tree = parsed(build(made_up(*rows, cores=cores))["index.html"])
    (glance,) = [e for e in tree.iter("h2") if (e.get("id") or "").endswith("-glance")]
    assert "figures on xc7" in text_of(glance)
    page = next(e for e in tree.iter("section") if glance in list(e))
    lines = [[text_of(cell) for cell in line] for line in configurations(page)]
    assert [(line[5], line[8]) for line in lines] == [("4321", "not routed, 4 levels")] * 2


def test_rows_of_cores_without_present_ones_still_stand_for_them() -> None:
    rows = [made_up_row("a"), made_up_row("a", current=False), made_up_row("b", current=False)]
    assert newest_rows(rows) == {1, 3}


def test_a_drawing_in_a_page_has_its_name_and_no_style_of_its_own() -> None:
    text = FIGURE.inline('a "figure"')
    assert "<style" not in text and "xmlns" not in text and "font-family" not in text
    assert text.startswith("<svg ") and 'role="img" aria-label="a &#34;figure&#34;"' in text
    assert "<style" in FIGURE.svg() and 'xmlns="http://www.w3.org/2000/svg"' in FIGURE.svg()
