from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import roundel
from roundel.catalog import find_core
from roundel.simulate import Device

ECHO_ROOT = Path(__file__).parent / "data"


@pytest.fixture
def echo() -> Iterator[Callable[..., Device]]:
    """Return a function that opens an echo core (data/rtl/cores/echo) by catalog name. All are closed at
    the end.
    """
    opened: list[Device] = []

    def open_echo(name: str = "echo", trace: Path | None = None, trace_end: bool = False) -> Device:
        opened.append(Device(find_core(name, ECHO_ROOT), trace=trace, trace_end=trace_end))
        return opened[-1]

    yield open_echo
    for device in opened:
        device.close()


@pytest.fixture
def keccak() -> Iterator[Device]:
    with roundel.open("keccak-hash") as device:
        yield device


@pytest.fixture
def multi() -> Iterator[Device]:
    with roundel.open("multi-keccak-hs") as device:
        yield device
