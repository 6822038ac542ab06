"""The page of tools names every core of the catalog among those whose Verilog-2005 is proved equal."""

from __future__ import annotations

import re

from roundel.catalog import load_catalog
from roundel.paths import project_root


def test_the_page_names_every_core_once() -> None:
    page = (project_root() / "docs" / "your-tools.md").read_text()
    section = page.partition("## Is the Verilog-2005 the same design?")[2].partition("\n## ")[0]
    named = re.findall(r"^(?:- |\| )([a-z][a-z0-9:-]+)(?: \| \d.*)?$", section, re.M)
    assert sorted(named) == sorted(load_catalog())
