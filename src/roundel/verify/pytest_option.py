"""The pytest option `--vectors DIR`, as an installed plugin: conftest files are read too late for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def pytest_addoption(parser: Any) -> None:
    """Add the option; pytest calls this."""
    parser.addoption(
        "--vectors",
        type=Path,
        metavar="DIR",
        help="known answers to test beside those of tests/vectors: a file or a directory of that format",
    )
