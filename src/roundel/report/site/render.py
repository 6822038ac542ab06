"""The page: templates filled in, style and script inside."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources

import jinja2
from markupsafe import Markup

from roundel.report import paper_columns
from roundel.report.row_columns import OPTIONS, shown_path
from roundel.report.site.alignment import alignment_rules, column_classes, width
from roundel.report.site.compact import compact
from roundel.report.site.paper_views import MARKS, PaperPage
from roundel.report.site.tables import core_id
from roundel.report.site.theme_css import token_rules
from roundel.report.site.views import CorePage, Overview

TEMPLATES = resources.files("roundel.report.site") / "templates"
# Before anything is laid out: pages that are not on show cost nothing then.
FIRST_SCRIPT = 'document.documentElement.classList.add("js");'


@dataclass(frozen=True)
class Site:
    """All pages."""

    overview: Overview
    papers: tuple[PaperPage, ...]
    cores: tuple[CorePage, ...]
    formula: str


def page_text(site: Site) -> str:
    """Return the HTML of the report; nothing in it is fetched from anywhere."""
    style = token_rules() + "\n" + alignment_rules() + _read("report.css")
    script = _read("report.js")
    text = (
        _environment()
        .get_template("index.html")
        .render(
            site=site,
            style=Markup(style),
            script=Markup(script),
            first_script=Markup(FIRST_SCRIPT),
            policy=policy_of(FIRST_SCRIPT, script),
        )
    )
    return compact(text) + "\n"


def policy_of(*scripts: str) -> str:
    """Return the content policy that lets a browser run these scripts alone and fetch nothing."""
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_read),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {
        "aligned": column_classes,
        "col": paper_columns,
        "core_id": core_id,
        "marks": MARKS,
        "options_of": OPTIONS.text,
        "shown_path": shown_path,
        # The columns of words that the style knows by name.
        "styled": ("parameters", "state", "summary"),
        "width": width,
    }
    return environment


def _read(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")
