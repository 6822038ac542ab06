"""The lab's fixture: a project, a store and a cache that nobody else has."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lab_project import PROJECT, Fakes, Lab
from shared_runtime import share_runtime

from roundel.lab import Store


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lab:
    """Return a fresh copy of the project with an empty store; in the cache is only Verilator's runtime."""
    root = tmp_path / "project"
    shutil.copytree(PROJECT, root)
    share_runtime(tmp_path / "cache")
    monkeypatch.setenv("ROUNDEL_ROOT", str(root))
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ROUNDEL_RESULTS", str(tmp_path / "results"))
    return Lab(root, Store(tmp_path / "results", root / "results"))


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Fakes:
    return Fakes(monkeypatch)
