"""What a core of several services keeps for later (a session, a key, a generator): anything else ends it."""

from __future__ import annotations

from collections.abc import Callable

import aes_transactions
import keccak_transactions
import pytest

from roundel.protocol.stream import Kind, Segment
from roundel.simulate.device import Device

# By catalog name: the transactions of its services.
CORES = {
    "multi-aes-hs": aes_transactions,
    "multi-aes-la": aes_transactions,
    "multi-keccak-hs": keccak_transactions,
    "multi-keccak-la": keccak_transactions,
}


@pytest.mark.parametrize("between", ["hash", "mac", "message", "generator", "error"])
@pytest.mark.parametrize("kept", ["message", "generator"])
@pytest.mark.parametrize("name", CORES)
def test_anything_else_ends_it(name: str, kept: str, between: str, opened: Callable[[str], Device]) -> None:
    device, given = opened(name), CORES[name]
    first, count, second = given.OPENED[kept]
    segments, answer = given.PLAIN[between]
    assert len(device.transact(first, answers=count)) == count
    got = device.transact([*segments, *second, *given.HASH], answers=len(answer) + 2)
    assert got == [*answer, given.ERROR, given.HASHED]


@pytest.mark.parametrize(("kept", "other"), [("message", "generator"), ("generator", "message")])
@pytest.mark.parametrize("name", CORES)
def test_another_service_does_not_go_on_with_it(
    name: str, kept: str, other: str, opened: Callable[[str], Device]
) -> None:
    """Neither goes on: the first because it is of another kind, the second because of the error."""
    device, given = opened(name), CORES[name]
    first, count, second = given.OPENED[kept]
    got = device.transact([*first, *given.OPENED[other][2], *second], answers=count + 2)
    assert got[count:] == [given.ERROR, given.ERROR]


@pytest.mark.parametrize("kept", ["message", "generator"])
@pytest.mark.parametrize("name", CORES)
def test_a_refused_command_leaves_nothing_of_itself(
    name: str, kept: str, opened: Callable[[str], Device]
) -> None:
    """Where something is kept, a command is in the core's words before it is refused: it must leave them."""
    device, given = opened(name), CORES[name]
    first, count, _ = given.OPENED[kept]
    for command, rest in given.REFUSED:
        for after in ("hash", "mac", "message", "generator"):
            segments, answer = given.PLAIN[after]
            # With the rest of it: one that was accepted would be answered.
            refused = [Segment(Kind.CMD, command.pack()), *rest]
            got = device.transact([*first, *refused, *segments], answers=count + 1 + len(answer))
            assert got[count:] == [given.ERROR, *answer], f"{command}, then {after}"
