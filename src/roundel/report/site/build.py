"""The files of the report, from rows, catalog, answered papers and documentation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from roundel.catalog import Core
from roundel.compare import Reproduction
from roundel.formal import Proof
from roundel.lab.rows import Row
from roundel.report import svg
from roundel.report.site import paper_tables, tables
from roundel.report.site.formats import csv_text, json_text, latex_text, markdown_text
from roundel.report.site.markdown_html import Document, fragment_html, prose
from roundel.report.site.paper_views import PaperPage, paper_page
from roundel.report.site.render import Site, page_text
from roundel.report.site.views import core_pages, newest_rows, overview
from roundel.table import About, Table


@dataclass(frozen=True)
class Material:
    """What is reported.

    `figures` are the papers' drawings by caption, and `appendices` what else is to be said of them, in
    Markdown, both by the paper's id. `core_documents` are the documentation's pages by core. `root` is the
    address of the project, for links to them; where it has none, their paths are text.
    """

    version: str
    rows: Sequence[Row]
    catalog: Mapping[str, Core]
    reproductions: Sequence[Reproduction]
    figures: Mapping[str, Mapping[str, svg.Figure]] = field(default_factory=dict)
    appendices: Mapping[str, str] = field(default_factory=dict)
    core_documents: Mapping[str, Document] = field(default_factory=dict)
    root: str | None = None
    proofs: Mapping[str, Sequence[Proof]] = field(default_factory=dict)


def build(material: Material) -> dict[str, str]:
    """Return the report's files by name: the page, and its tables as CSV, JSON, Markdown and LaTeX."""
    rows = tables.in_order(material.rows)
    about = about_of(rows, material)
    lines = tables.lines_of(rows, material.catalog, newest_rows(rows))
    all_tables = tables_of(rows, lines, material)
    files = {"index.html": page_text(site_of(rows, lines, about, material))}
    files["report.json"] = json_text(all_tables, about)
    files["report.md"] = markdown_text(all_tables, about)
    for table in all_tables:
        files[f"{table.name}.csv"] = csv_text(table)
        files[f"{table.name}.tex"] = latex_text(table)
    return files


def tables_of(
    rows: Sequence[Row], lines: tuple[tables.Line, ...], material: Material
) -> tuple[Table[Any], ...]:
    """Return every table of the report."""
    answered = material.reproductions
    return (
        tables.measurements(lines),
        tables.cores(material.catalog),
        tables.services(rows, material.catalog),
        paper_tables.papers(answered),
        paper_tables.answers(answered),
        paper_tables.published(answered),
        paper_tables.cells(answered),
    )


def about_of(rows: Sequence[Row], material: Material) -> About:
    """Return what the report is of: how much was measured, when, on what, with which tools."""
    days = sorted(str(row["measured_at"])[:10] for row in rows)
    current = [row for row in rows if row["current"]]
    measured = {row["core"] for row in rows} & set(material.catalog)
    tools: dict[str, set[str]] = {}
    for row in current or rows:
        for role, tool in row["tools"].items():
            tools.setdefault(role.replace("_", " "), set()).add(tool)
    return {
        "Rows": f"{len(rows)}, of them {len(current)} current",
        "Cores": f"{len(measured)} measured, of {len(material.catalog)} in the catalog",
        "Measured": f"{days[0]} to {days[-1]}" if days else "nothing yet",
        "Devices": tuple(sorted({f"{row['target']}: {row['device']}" for row in rows})),
        "Tools of the current rows" if current else "Tools": tuple(
            f"{role}: {', '.join(sorted(names))}" for role, names in sorted(tools.items())
        ),
        "Report by": f"roundel {material.version}",
    }


def site_of(rows: Sequence[Row], lines: Sequence[tables.Line], about: About, material: Material) -> Site:
    """Return everything that the page shows."""
    known = addresses(material)
    # Cores share pages: each page is rendered once.
    pages = {document.path: document for document in material.core_documents.values()}
    rendered = {path: prose(document, known) for path, document in pages.items()}
    core_prose = {name: rendered[document.path] for name, document in material.core_documents.items()}
    return Site(
        overview=overview(rows, lines, about),
        papers=_paper_pages(material),
        cores=core_pages(rows, lines, material.catalog, core_prose, material.proofs, material.root),
        formula=tables.FORMULA,
    )


def addresses(material: Material) -> dict[str, str]:
    """Return the addresses of the documentation's pages in the report, by their paths."""
    return {document.path: document.slug for document in material.core_documents.values()}


def _paper_pages(material: Material) -> tuple[PaperPage, ...]:
    pages = []
    for one in material.reproductions:
        figures = material.figures.get(one.paper.id, {})
        appendix = material.appendices.get(one.paper.id, "")
        pages.append(paper_page(one, figures, fragment_html(appendix) if appendix else Markup("")))
    return tuple(pages)
