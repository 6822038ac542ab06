"""No secret remains in an idle core: no register distinguishes one transaction from another.

Every transaction runs twice on a core that was just reset, with different keys, nonces, data and text of
the same lengths. Then every register and every word of every memory must be equal in both runs, so that
none of them depends on a secret. Registers are found in the sources; their values are in the trace.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from configurations import first_of_each_top
from forms import forms
from registers import REGISTERS
from trace_values import last_values, leaf, register_names
from transactions import Make, sample, segments_of, sequence

from roundel.catalog import find_core
from roundel.formal import load_tasks
from roundel.protocol.stream import COMMAND_BYTES, Kind, Segment, Status
from roundel.simulate.beats import Beats, beats_of
from roundel.simulate.device import Device
from roundel.simulate.model import NO_STALLS, Stalls
from roundel.verify.run import algorithms_served

pytestmark = pytest.mark.slow  # models with a trace are built first

NO_KIND = 15
MOMENTS = 10  # of a reset during an answer

CORES = [name for name, core in REGISTERS.items() if core.held]


def cases_of(name: str) -> dict[str, Make]:
    """Return every form of a core's algorithms, and what another service must clear."""
    served = algorithms_served(find_core(name))
    cases: dict[str, Make] = {}
    for one in served:
        # Two algorithms of one service have forms of the same names.
        cases |= {case if case not in cases else f"{one}, {case}": make for case, make in forms(one).items()}
    for one in served if "hash" in cases else ():
        if one.keeps:
            cases[f"kept {one.keeps}, then a hash"] = sequence(
                first_of(sample(one, 5, 2)), cases["hash of nothing"]
            )
    return cases


def first_of(make: Make) -> Make:
    return lambda rng: make(rng)[:1]


CASES = {name: cases_of(name) for name in CORES}
# A model with a trace takes up to a minute to build. Of some cores a proof says the same for any input. They
# run only with `long` tests, but for one, which shows that both come to the same result.
PROVED = {task.core for task in load_tasks().values() if task.marks}
QUICK = {*first_of_each_top(CORES), "keccak-hash-state"} - PROVED | {"keccak-hash"}


def marked(*cases: tuple[str, ...]) -> list[Any]:
    """Return the cases, of which each begins with the name of a core, as parameters of a test."""
    return [pytest.param(*one, marks=[pytest.mark.long] * (one[0] not in QUICK)) for one in cases]


TO_ABORT = marked(*((name, case) for name in CORES for case in REGISTERS[name].aborted))
NAMES = marked(*((name,) for name in CORES))


def beats(name: str, case: str, seed: int) -> Beats:
    return beats_of(segments_of(CASES[name][case](Random(seed))), find_core(name).data_width)


@functools.cache
def names_of(name: str) -> set[str]:
    return register_names(find_core(name)) - set(REGISTERS[name].not_built)


def registers(name: str, trace: Path) -> dict[str, bytes]:
    """Return the values of the core's registers and memories at the end of a trace."""
    values = last_values(trace)
    names = names_of(name)
    assert names <= {leaf(register) for register in values}, "a register is not in the trace"
    return {register: value for register, value in values.items() if leaf(register) in names}


def left(
    name: str,
    sent: Beats,
    folder: Path,
    *,
    rest: int,
    stalls: Stalls = NO_STALLS,
    reset_after: int | None = None,
) -> tuple[dict[str, bytes], Beats]:
    """Return the registers `rest` cycles after the last beat, and the answer.

    `reset_after`: the cycles from the last beat to a reset, from which `rest` counts.
    """
    path = folder / "trace.vcd"
    with Device(find_core(name), trace=path, trace_end=True) as device:
        answer = device.run(sent, segments=0, stalls=stalls)
        if reset_after is not None:
            if reset_after:
                device.step(reset_after, stalls=stalls)
            device.reset()
        if rest:
            answer = Beats.concatenate([answer, device.step(rest, stalls=stalls)])
    return registers(name, path), answer


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> set[str]:
    assert one.keys() == other.keys()
    return {register for register in one if one[register] != other[register]}


def not_allowed(name: str, found: set[str]) -> list[str]:
    return sorted(
        r for r in found if not any(re.fullmatch(allowed, r) for allowed in REGISTERS[name].allowed)
    )


def is_error(answer: Beats) -> bool:
    return bool(((answer.user == Kind.STATUS) & (answer.data[:, 0] == Status.ERROR)).any())


def distinguishing(name: str, case: str, folder: Path, stalls: Stalls = NO_STALLS) -> set[str]:
    """Return the registers that distinguish two transactions with equal answers."""
    (one, first), (other, second) = (
        left(name, beats(name, case, seed), folder, rest=REGISTERS[name].rest, stalls=stalls)
        for seed in (1, 2)
    )
    assert first.last.any() and not is_error(first) and not is_error(second)
    for field in ("user", "keep", "last"):
        assert (getattr(first, field) == getattr(second, field)).all()
    assert (first.data[first.user == Kind.STATUS] == second.data[second.user == Kind.STATUS]).all()
    return differing(one, other)


def distinguishing_when_reset(
    name: str, case: str, folder: Path, *, count: int | None = None, after: int = 0
) -> set[str]:
    """Return the same for transactions that a reset aborts `after` cycles after `count` beats, or all."""
    (one, _), (other, _) = (
        left(name, beats(name, case, seed)[:count], folder, rest=REGISTERS[name].rest, reset_after=after)
        for seed in (1, 2)
    )
    return differing(one, other)


TRANSACTIONS = marked(*((name, case) for name in CASES for case in CASES[name]))


@pytest.mark.parametrize("stalls", [NO_STALLS, Stalls(3, source=0.4, sink=0.6)], ids=["", "stalled"])
@pytest.mark.parametrize(("name", "case"), TRANSACTIONS)
def test_after_a_transaction(name: str, case: str, stalls: Stalls, tmp_path: Path) -> None:
    assert not_allowed(name, distinguishing(name, case, tmp_path, stalls)) == []


@pytest.mark.parametrize(("name", "case"), TO_ABORT)
@pytest.mark.parametrize("fault", ["another kind", "a hole, and nothing after it"])
def test_after_an_error(name: str, case: str, fault: str, tmp_path: Path) -> None:
    """Each beat is replaced by one of an unknown kind, whose followers are dropped, or by one with a hole."""
    for at in range(0, len(beats(name, case, 0)), REGISTERS[name].every):
        found = []
        for seed in (1, 2):
            sent = beats(name, case, seed)
            if fault == "another kind":
                sent.user[at] = NO_KIND
            else:
                sent.keep[at] = 1 << (sent.data.shape[1] - 1)
                sent = sent[: at + 1]
            found.append(left(name, sent, tmp_path, rest=REGISTERS[name].rest))
        (one, first), (other, second) = found
        assert is_error(first) and is_error(second)
        assert not_allowed(name, differing(one, other)) == [], f"beat {at}"


@pytest.mark.parametrize("kind", [Kind.KEY, Kind.SEED, Kind.TEXT])
@pytest.mark.parametrize("name", NAMES)
def test_after_a_segment_without_a_command(name: str, kind: Kind, tmp_path: Path) -> None:
    """A segment with secret bytes comes where a command is due, or in place of its later beats."""
    width = find_core(name).data_width
    command = beats(name, REGISTERS[name].aborted[-1], 0)[: 8 * COMMAND_BYTES // width]
    for count in range(len(command)):
        found = []
        for seed in (1, 2):
            secret = beats_of([Segment(kind, Random(seed).randbytes(32))], width)
            sent = Beats.concatenate([command[:count], secret])
            found.append(left(name, sent, tmp_path, rest=REGISTERS[name].rest))
        (one, first), (other, second) = found
        assert is_error(first) and is_error(second)
        assert not_allowed(name, differing(one, other)) == [], f"{count} beats of a command"


@pytest.mark.parametrize(("name", "case"), TO_ABORT)
def test_after_a_reset(name: str, case: str, tmp_path: Path) -> None:
    """The reset comes after each beat of a transaction."""
    for count in range(1, len(beats(name, case, 0)) + 1, REGISTERS[name].every):
        found = distinguishing_when_reset(name, case, tmp_path, count=count)
        assert not_allowed(name, found) == [], f"{count} beats"


@pytest.mark.parametrize(("name", "case"), TO_ABORT)
def test_after_a_reset_while_it_answers(name: str, case: str, tmp_path: Path) -> None:
    """The reset comes at several moments from the last beat of a transaction to the end of the answer."""
    with Device(find_core(name), trace=tmp_path / "trace.vcd", trace_end=True) as device:
        device.run(beats(name, case, 0), segments=0)
        begin = device.cycle
        answer = device.step(REGISTERS[name].rest)
    cycles = int(answer.cycle[-1]) - begin
    for after in range(1, cycles + 1, max(1, cycles // MOMENTS)):
        found = distinguishing_when_reset(name, case, tmp_path, after=after)
        assert not_allowed(name, found) == [], f"{after} cycles"


@pytest.mark.parametrize("name", NAMES)
def test_comparison_detects_secrets_in_use(name: str, tmp_path: Path) -> None:
    """After the last beat, key, state and subkey differ: the comparison can fail."""
    case = REGISTERS[name].aborted[-1]
    (one, _), (other, _) = (left(name, beats(name, case, seed), tmp_path, rest=0) for seed in (1, 2))
    found = differing(one, other)
    assert [part for part in REGISTERS[name].held if not any(r.endswith(part) for r in found)] == []


@pytest.mark.parametrize("name", marked(*((name,) for name in CORES if REGISTERS[name].allowed)))
def test_every_allowed_register_is_needed(name: str, tmp_path: Path) -> None:
    """Transactions and resets are compared until every entry of the list was needed."""

    def distinguishing_by_turns() -> Iterator[set[str]]:
        for case in CASES[name]:
            yield distinguishing(name, case, tmp_path)
        for case in REGISTERS[name].aborted:
            for count in range(1, len(beats(name, case, 0)) + 1, REGISTERS[name].every):
                yield distinguishing_when_reset(name, case, tmp_path, count=count)

    unneeded = set(REGISTERS[name].allowed)
    for found in distinguishing_by_turns():
        unneeded -= {a for a in unneeded if any(re.fullmatch(a, register) for register in found)}
        if not unneeded:
            break
    assert sorted(unneeded) == []
