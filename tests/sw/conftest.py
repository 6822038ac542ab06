"""Libraries of the C driver with simulated devices, built once a module."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import pytest
from simulated import Driver, Open, Result, build

from roundel.catalog import find_core


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Return what builds the library of a core, once."""

    @functools.cache
    def built(core: str, *, dma: bool = False) -> Path:
        return build(find_core(core), tmp_path_factory.mktemp("driver"), dma=dma)

    return built


@pytest.fixture
def driver(library: Callable[..., Path]) -> Open:
    """Return a driver with an open device, the simulation of a core."""

    def opened(core: str, *, interrupts: bool = False) -> Driver:
        one = Driver(library(core), interrupts=interrupts)
        assert one.open_device() == Result.OK
        return one

    return opened
