"""What the page says of a watchdog: its area, and that no flip of the campaigns with it is a hang."""

from __future__ import annotations

import pytest

from roundel.catalog.watchdog import PATIENCE, SUFFIX
from roundel.faults import Outcome, StoredCampaigns
from roundel.faults.cost import PAGE, row
from roundel.paths import project_root


@pytest.mark.slow
@pytest.mark.parametrize("width", PATIENCE)
def test_the_page_has_the_area_of_a_watchdog(width: int) -> None:
    page = (project_root() / PAGE).read_text()
    assert f"\n{row(width)}\n" in page, "run `python -m roundel.faults.cost`"


def test_no_flip_of_a_core_with_a_watchdog_is_a_hang() -> None:
    campaigns = {name: one for name, one in StoredCampaigns().campaigns.items() if name.endswith(SUFFIX)}
    assert campaigns, "run `roundel faults CORE --watchdog`"
    assert {name for name, one in campaigns.items() if one.count(Outcome.HANG)} == set()
    alone = {name.removesuffix(SUFFIX) for name in campaigns} & StoredCampaigns().campaigns.keys()
    assert any(StoredCampaigns().campaigns[name].count(Outcome.HANG) for name in alone)
