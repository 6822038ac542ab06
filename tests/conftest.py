"""What all tests share: the known answers, and the option that adds to them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from roundel.verify.entries import Entry
from roundel.verify.vectors import load

TESTS = Path(__file__).parent
PROJECT_VECTORS = TESTS / "vectors"

# tests/oracles.py serves tests in several folders.
sys.path.insert(0, str(TESTS))


@pytest.fixture(scope="session")
def entries(request: pytest.FixtureRequest) -> list[Entry]:
    """Every known answer: the project's, then those of --vectors."""
    extra = request.config.getoption("--vectors")
    return load(PROJECT_VECTORS) + (load(extra) if extra else [])
