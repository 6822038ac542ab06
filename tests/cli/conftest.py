"""The store of the command line's tests; stored_runs.py serves several of them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from roundel.lab import Store

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path))
    monkeypatch.setenv("ROUNDEL_PUBLISHED", str(tmp_path / "published"))
    return Store(tmp_path, tmp_path / "published")
