"""What columns of rows share, by small rows."""

from __future__ import annotations

import pytest

from roundel.report.row_columns import shown_path


@pytest.mark.parametrize("count", [2, 6, 7])
def test_a_short_path_is_shown_whole(count: int) -> None:
    """In place of one net its number would take as much room."""
    nets = [f"net_{number}" for number in range(count)]
    assert shown_path(nets) == (nets, 0, ())


def test_a_long_path_is_shown_by_its_ends() -> None:
    nets = [f"net_{number}" for number in range(40)]
    assert shown_path(nets) == (nets[:3], 34, nets[37:])
