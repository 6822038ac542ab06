"""Fixtures of all tests: the known answers, the option that adds to them, and simulated cores by name."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from roundel.algorithms.kinds.entries import Entry
from roundel.simulate.device import Device, open_device
from roundel.verify.vectors import load

TESTS = Path(__file__).parent
PROJECT_VECTORS = TESTS / "vectors"

# A shell starts background processes with Ctrl-C ignored. Tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

LONG_TEST_S = 4 * 3600


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give the tests marked `long` more time than the limit in pyproject.toml."""
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(LONG_TEST_S))


@pytest.fixture(scope="session")
def entries(request: pytest.FixtureRequest) -> list[Entry]:
    """Return every known answer: the project's, then those of --vectors."""
    extra = request.config.getoption("--vectors")
    return load(PROJECT_VECTORS) + (load(extra) if extra else [])


@pytest.fixture(scope="module")
def opened() -> Iterator[Callable[[str], Device]]:
    """Return a function that opens a core by its catalog name (once per module) and resets it."""
    devices: dict[str, Device] = {}

    def device_of(name: str) -> Device:
        if name not in devices:
            devices[name] = open_device(name)
        devices[name].reset()
        return devices[name]

    yield device_of
    for device in devices.values():
        device.close()
