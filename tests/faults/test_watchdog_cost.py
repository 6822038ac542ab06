"""What the page says of the area of a watchdog is what synthesis makes of it."""

from __future__ import annotations

import pytest

from roundel.catalog.watchdog import PATIENCE
from roundel.faults.cost import PAGE, row
from roundel.paths import project_root


@pytest.mark.slow
@pytest.mark.parametrize("width", PATIENCE)
def test_the_page_has_the_area_of_a_watchdog(width: int) -> None:
    page = (project_root() / PAGE).read_text()
    assert f"\n{row(width)}\n" in page, "run `python -m roundel.faults.cost`"
