"""Low-area multi-purpose cores without some services: the others are unchanged, the removed ones illegal."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from roundel.algorithms.kinds.entries import Entry
from roundel.catalog import Core, find_core
from roundel.lab.grid import grid_of
from roundel.protocol.stream import Command, Kind, Operation, Segment, Status
from roundel.simulate.beats import beats_of, segments_of
from roundel.simulate.device import Device
from roundel.verify.run import known_cases, verify_device

CORES = ("multi-keccak-la", "multi-aes-la")
# A command of each service that the full core serves.
COMMANDS = {
    "multi-keccak-la": {
        "Hash": Command(Operation.HASH, 0, 6, 17, 32),
        "Mac": Command(Operation.MAC, 0, 4, 17, 32),
        "Prng": Command(Operation.PRNG, length=16),
    },
    "multi-aes-la": {
        "Hash": Command(Operation.HASH, length=32),
        "Mac": Command(Operation.MAC, length=16),
        "Prng": Command(Operation.PRNG, length=16),
    },
}
# One or two services are left out. The core without all three is the dedicated core.
SERVICES = ("Hash", "Mac", "Prng")
LEFT_OUT = [names for count in (1, 2) for names in itertools.combinations(SERVICES, count)]
# Each service is left out of one of the cores.
QUICK = {"multi-keccak-la": [("Mac",), ("Prng",)], "multi-aes-la": [("Hash",)]}
ERROR = [Segment(Kind.STATUS, bytes([Status.ERROR]))]


def without(name: str, left_out: tuple[str, ...]) -> Core:
    (core,) = grid_of(find_core(name), {parameter: (0,) for parameter in left_out})
    return core


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(
            (name, left_out),
            id=f"{name}-without-{'-'.join(left_out)}".lower(),
            marks=[] if left_out in QUICK[name] else [pytest.mark.long],
        )
        for name, left_out in itertools.product(CORES, LEFT_OUT)
    ],
)
def reduced(request: pytest.FixtureRequest) -> Iterator[tuple[Device, str, tuple[str, ...]]]:
    name, left_out = request.param
    with Device(without(name, left_out)) as device:
        yield device, name, left_out


def test_a_grid_lists_the_remaining_services() -> None:
    core = without("multi-aes-la", ("Hash", "Prng"))
    assert {service.name for service in core.services} == {"mac", "aead"}
    assert core.config.parameters == {"Hash": 0, "Prng": 0}
    assert {service.name for service in find_core("multi-aes-la").services} == {"hash", "mac", "aead", "prng"}


def test_remaining_services_are_served(
    reduced: tuple[Device, str, tuple[str, ...]], entries: list[Entry]
) -> None:
    device, name, _ = reduced
    device.reset()
    served = [entry for entry in entries if known_cases(device.core, [entry])[0]]
    assert 0 < len(served) < len([entry for entry in entries if known_cases(find_core(name), [entry])[0]])
    report = verify_device(device, served[:: max(1, len(served) // 150)], random=200, seed=3)
    assert report.failures == () and report.passed > 0


def test_services_left_out_are_illegal(reduced: tuple[Device, str, tuple[str, ...]]) -> None:
    """A command of another service is not answered: its other segments are still expected."""
    device, name, left_out = reduced
    width = device.core.data_width
    for parameter, command in COMMANDS[name].items():
        device.reset()
        sent = beats_of([Segment(Kind.CMD, command.pack())], width)
        answer = device.run(sent, segments=1 if parameter in left_out else 0)
        later = device.step(300)
        assert segments_of(answer) == (ERROR if parameter in left_out else []), parameter
        assert len(later) == 0
