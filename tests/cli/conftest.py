"""The store of the command line's tests; stored_runs.py serves several of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from roundel.lab import Store


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path / "published"))
    return Store(tmp_path, tmp_path / "published")
