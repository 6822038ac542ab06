"""What a core of several services keeps (a session, a key, a generator): any other transaction ends it."""

from __future__ import annotations

from collections.abc import Callable

import aes_transactions
import keccak_transactions
import pytest

from roundel.protocol.stream import Kind, Segment
from roundel.simulate.device import Device

# The transactions of each core's services, by catalog name.
CORES = {
    "multi-aes-hs": aes_transactions,
    "multi-aes-la": aes_transactions,
    "multi-keccak-hs": keccak_transactions,
    "multi-keccak-la": keccak_transactions,
}


@pytest.mark.parametrize("between", ["hash", "mac", "message", "generator", "error"])
@pytest.mark.parametrize("service", ["message", "generator"])
@pytest.mark.parametrize("name", CORES)
def test_any_other_transaction_ends_it(
    name: str, service: str, between: str, opened: Callable[[str], Device]
) -> None:
    device, transactions = opened(name), CORES[name]
    first, count, second = transactions.OPENED[service]
    segments, answer = transactions.PLAIN[between]
    assert len(device.transact(first, answers=count)) == count
    got = device.transact([*segments, *second, *transactions.HASH], answers=len(answer) + 2)
    assert got == [*answer, transactions.ERROR, transactions.HASHED]


@pytest.mark.parametrize(("service", "other"), [("message", "generator"), ("generator", "message")])
@pytest.mark.parametrize("name", CORES)
def test_another_service_does_not_resume_it(
    name: str, service: str, other: str, opened: Callable[[str], Device]
) -> None:
    """Neither resumes: the first because of its other kind, the second because of the error."""
    device, transactions = opened(name), CORES[name]
    first, count, second = transactions.OPENED[service]
    got = device.transact([*first, *transactions.OPENED[other][2], *second], answers=count + 2)
    assert got[count:] == [transactions.ERROR, transactions.ERROR]


@pytest.mark.parametrize("service", ["message", "generator"])
@pytest.mark.parametrize("name", CORES)
def test_a_refused_command_leaves_no_trace(name: str, service: str, opened: Callable[[str], Device]) -> None:
    """A core stores a command before it refuses it. The refused command must not affect the next."""
    device, transactions = opened(name), CORES[name]
    first, count, _ = transactions.OPENED[service]
    for command, rest in transactions.REFUSED:
        for after in ("hash", "mac", "message", "generator"):
            segments, answer = transactions.PLAIN[after]
            # Its other segments follow: if it were accepted, it would be answered.
            refused = [Segment(Kind.CMD, command.pack()), *rest]
            got = device.transact([*first, *refused, *segments], answers=count + 1 + len(answer))
            assert got[count:] == [transactions.ERROR, *answer], f"{command}, then {after}"
