"""Simulated cores by name, for the tests of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from roundel.simulate.device import Device, open_device


@pytest.fixture(scope="module")
def opened() -> Iterator[Callable[[str], Device]]:
    """A function that opens a core by its catalog name, once, and resets it."""
    devices: dict[str, Device] = {}

    def device_of(name: str) -> Device:
        if name not in devices:
            devices[name] = open_device(name)
        devices[name].reset()
        return devices[name]

    yield device_of
    for device in devices.values():
        device.close()
