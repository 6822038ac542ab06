"""Small designs as catalog cores, and a cache of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from roundel.catalog import Config, Core

DESIGNS = Path(__file__).parent / "designs"


@pytest.fixture
def design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Core]:
    """Return a function from a design's name and parameters to a core; the cache is empty."""
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path / "cache"))

    def core(name: str, **parameters: int) -> Core:
        return Core(
            name=name,
            summary="",
            kind="engine",
            vlnv=f"roundel:test:{name}",
            top=name,
            sources=(DESIGNS / f"{name}.sv",),
            config=Config("default", parameters),
            configs=("default",),
            data_width=128,
            services=(),
            papers=(),
            docs=tmp_path / "none.md",
        )

    return core
