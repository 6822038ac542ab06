"""Goals of cores, beside rows that are easy to read."""

from __future__ import annotations

from pathlib import Path

import pytest
from report_material import made_up_row as row

from roundel.catalog import load_catalog
from roundel.compare.measured import measured_of
from roundel.errors import RoundelError
from roundel.report import goals
from roundel.report.goals import Goal, Line, goals_part, read_goals


def line(measure: goals.Measure, value: float, **changes: object) -> Line:
    return Line(Goal(core="keccak-hash", measure=measure, value=value), measured_of(row(**changes)))


@pytest.mark.parametrize(
    ("measure", "value", "share", "verdict"),
    [
        ("MHz", 100.0, 111.25 / 100, "reached"),
        ("MHz", 115.0, 111.25 / 115, "missed, within the bounds"),
        ("MHz", 105.0, 111.25 / 105, "reached, within the bounds"),
        ("MHz", 120.0, 111.25 / 120, "missed"),
        ("LUT", 4321.0, 1.0, "reached"),
        ("LUT", 4000.0, 4000 / 4321, "missed"),
        ("cycles", 22.0, 22 / 24, "missed"),
        ("Gbit/s", 5.0, 5.0433 / 5, "reached, within the bounds"),
    ],
)
def test_a_goal_is_reached_by_the_median(
    measure: goals.Measure, value: float, share: float, verdict: str
) -> None:
    found = line(measure, value)
    assert found.share is not None
    assert found.share.value == pytest.approx(share, rel=1e-4)
    assert found.verdict == verdict


def test_the_goal_that_is_missed_most_is_first() -> None:
    text = goals_part([row(), row("keyak-la", 1000, 100.0, service="aead", variant="seal")])
    assert "| keccak-hash | hash r1088 | ≥ 1350 kbit/s per LUT | 1167" in text
    assert "not measured" in text
    shares = [int(cell.split("|")[5].split()[0]) for cell in text.splitlines() if " % |" in cell]
    assert len(shares) >= 2 and shares == sorted(shares)


def test_every_goal_is_of_a_core_and_service_of_the_catalog() -> None:
    catalog = load_catalog()
    for goal in read_goals().goals:
        services = {f"{service.name} {service.variant}" for service in catalog[goal.core].services}
        assert goal.service is None or goal.service in services, goal


def test_a_goal_in_no_unit_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "goals.toml"
    path.write_text('target = "ecp5"\n[[goals]]\ncore = "keccak-hash"\nmeasure = "GHz"\nvalue = 1\n')
    monkeypatch.setattr(goals, "FILE", path)
    with pytest.raises(RoundelError, match=r"goals\.toml.*measure"):
        read_goals.__wrapped__()
