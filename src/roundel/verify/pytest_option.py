"""The pytest option `--vectors DIR`, as an installed plugin: pytest reads conftest files too late for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def pytest_addoption(parser: Any) -> None:
    """Add the option. pytest calls this."""
    parser.addoption(
        "--vectors",
        type=Path,
        metavar="DIR",
        help="known answers to test in addition to tests/vectors: a file or a directory in the same format",
    )
