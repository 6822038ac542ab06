"""Verifies a core with known answers and random transactions, and reports the failures."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Protocol

import numpy as np

from roundel.adapters.check import load_adapter
from roundel.algorithms.kinds.base import ServiceAlgorithm
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.registry import algorithms_of
from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.protocol.stream import Segment
from roundel.simulate.beats import Beats, interleaved, segments_of
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.cases import Case, as_answered, kind_name, legal_case, to_device, vary
from roundel.verify.engine import function_of, verify_engine
from roundel.verify.illegal import illegal_case
from roundel.verify.mixed import mixed_case
from roundel.verify.module import verify_module
from roundel.verify.reference import Reference
from roundel.verify.report import Failure, Report

BATCH_CASES = 256
BATCH_BEATS = 50_000
# No core takes this long without a transfer. A silent core is found sooner than by the device's default.
IDLE_CYCLES = 20_000
# Cycles after a batch in which unexpected beats are detected.
SETTLE_CYCLES = 100
ILLEGAL_SHARE = 0.25
MIXED_SHARE = 0.2  # for a core with several services or with sessions
STALLS = ((0.0, 0.0), (0.5, 0.0), (0.0, 0.5), (0.3, 0.3), (0.9, 0.1), (0.1, 0.9))


class DeviceLike(Protocol):
    """The part of a device (`roundel.simulate.device.Device`) that verification uses."""

    @property
    def core(self) -> Core:
        """The catalog entry."""

    def run(
        self, beats: Beats, *, segments: int, stalls: Stalls | None = None, max_idle_cycles: int = IDLE_CYCLES
    ) -> Beats:
        """Send beats, and return at least that many segments."""

    def step(self, cycles: int) -> Beats:
        """Run cycles without input, and return the output."""

    def reset(self) -> None:
        """Reset the core."""


def algorithms_served(core: Core) -> list[ServiceAlgorithm]:
    """Return the descriptors of `core`'s algorithms; RoundelError if one cannot be verified."""
    known = algorithms_of(ServiceAlgorithm)
    unknown = [service for service in core.services if service.algorithm not in known]
    if unknown or not core.services:
        found = ", ".join(dict.fromkeys(f"{s.name} (algorithm {s.algorithm!r})" for s in unknown))
        raise RoundelError(
            f"{core.name} serves {found or 'nothing'}, which cannot be verified",
            f"`algorithm` in catalog.toml must be one of {', '.join(known)}.",
        )
    names = dict.fromkeys(service.algorithm for service in core.services)
    return [known[name].on(core.config.parameters) for name in names]


def check_verifiable(core: Core) -> None:
    """Raise RoundelError if `core` cannot be verified."""
    if core.kind == "module":
        if core.cocotb is None:
            load_adapter(core)
    elif core.kind == "engine":
        function_of(core)
    else:
        algorithms_served(core)


def verify_core(core: Core, entries: Sequence[Entry], *, random: int = 0, seed: int = 0) -> Report:
    """Verify `core` in simulation with known answers, then with random transactions.

    Args:
        core: The catalog entry. An engine is verified with random blocks instead of transactions, a core of
            a user's project with the known answers, messages and model of its adapter.
        entries: The known answers. Those that the core does not serve are counted only.
        random: The number of random transactions or blocks.
        seed: The seed of the random ones.

    Returns:
        The counts and the failures.

    Raises:
        RoundelError: The core cannot be verified or built.
    """
    if core.kind == "module":
        return verify_module(core, random=random, seed=seed)
    if core.kind == "engine":
        return verify_engine(core, entries, random=random, seed=seed)
    with Device(core) as device:
        return verify_device(device, entries, random=random, seed=seed)


def verify_device(device: DeviceLike, entries: Sequence[Entry], *, random: int = 0, seed: int = 0) -> Report:
    """Verify an open device with known answers, then with random transactions.

    Args:
        device: A device, which is reset during the verification.
        entries: The known answers. Those that the core does not serve are counted only.
        random: The number of random transactions, legal and illegal, with stalls.
        seed: The seed of the random ones.

    Returns:
        The counts and the failures.

    Raises:
        RoundelError: The core cannot be verified.
    """
    core = device.core
    known, others = known_cases(core, entries)
    runs = runs_of(core, known, random=random, seed=seed)
    failures = []
    for batch, stalls in runs.batches:
        failures += _run_batch(device, batch, runs.closing, stalls)
    origins = {case.origin for case in known}
    failed = sum(failure.origin in origins for failure in failures)
    return Report(
        core=core.name,
        served=len(known),
        passed=len(known) - failed,
        failed=failed,
        not_served=others.total(),
        not_served_algs=dict(sorted(others.items())),
        random=random,
        random_failed=len(failures) - failed,
        seed=seed,
        failures=tuple(failures),
    )


@dataclass(frozen=True)
class Runs:
    """The batches of a verification, each with its stalls; `closing` is the last transaction of each."""

    batches: tuple[tuple[list[Case], Stalls | None], ...]
    closing: Case


def runs_of(core: Core, known: Sequence[Case], *, random: int, seed: int) -> Runs:
    """Return the batches of `known` and of `random` transactions that are made from `seed`."""
    beat_bytes = core.data_width // 8
    algorithms = algorithms_served(core)
    rng = Random(seed)
    closing = as_answered(random_case(algorithms[:1], Random(0), beat_bytes), core)
    closing = replace(closing, origin="the last transaction of a run")
    batches: list[tuple[list[Case], Stalls | None]] = [(batch, None) for batch in _batches(known)]
    made = _seeded_cases(tuple(algorithms), beat_bytes, seed, random)
    for batch in _batches([as_answered(case, core) for case in made]):
        source, sink = rng.choice(STALLS)
        batches.append((batch, Stalls(rng.getrandbits(32), source, sink)))
    return Runs(tuple(batches), closing)


def first_failure(device: DeviceLike, runs: Runs) -> str:
    """Return what is wrong in the first batch that fails, or "". The case that fails is not searched."""
    found = (_run(device, [*batch, runs.closing], stalls)[0] for batch, stalls in runs.batches)
    return next(filter(None, found), "")


def known_cases(core: Core, entries: Sequence[Entry]) -> tuple[list[Case], Counter[str]]:
    """Return the cases of the entries that `core` serves, and the count of other entries by `alg`."""
    algorithms = algorithms_served(core)
    known: list[Case] = []
    others: Counter[str] = Counter()
    for entry in entries:
        transactions = [one for algorithm in algorithms for one in algorithm.known(entry) or ()]
        if not transactions:
            others[entry.alg] += 1
        else:
            known.append(as_answered(legal_case(entry.origin, transactions, core.data_width // 8), core))
    return known, others


def made_cases(core: Core, rng: Random, count: int) -> list[Case]:
    """Return `count` random transactions of `core`'s services, legal and illegal."""
    cases = random_cases(algorithms_served(core), rng, core.data_width // 8, count)
    return [as_answered(case, core) for case in cases]


@functools.lru_cache(maxsize=2)
def _seeded_cases(
    algorithms: tuple[ServiceAlgorithm, ...], beat_bytes: int, seed: int, count: int
) -> tuple[Case, ...]:
    """Return random transactions, cached for the next core with the same services: making them is slow."""
    return tuple(random_cases(algorithms, Random(f"cases {seed}"), beat_bytes, count))


def random_cases(
    algorithms: Sequence[ServiceAlgorithm], rng: Random, beat_bytes: int, count: int
) -> list[Case]:
    """Return `count` transactions: legal ones in any legal form, with illegal sequences between them."""
    cases: list[Case] = []
    after_illegal = False
    mixed = len(algorithms) > 1 or bool(algorithms[0].keeps)
    for number in range(count):
        if not after_illegal and number and rng.random() < ILLEGAL_SHARE:
            legal = random_case(algorithms, rng, beat_bytes)
            cases.append(illegal_case(legal, Reference(algorithms), rng))
            after_illegal = True
        else:
            make = mixed_case if mixed and rng.random() < MIXED_SHARE else random_case
            cases.append(vary(make(algorithms, rng, beat_bytes), rng))
            after_illegal = False
    return [replace(case, origin=f"{case.origin}, transaction {i}") for i, case in enumerate(cases)]


def random_case(algorithms: Sequence[ServiceAlgorithm], rng: Random, beat_bytes: int) -> Case:
    """Return legal transactions of one of the algorithms. Nothing is kept at the end."""
    return legal_case("random", rng.choice(algorithms).random_transactions(rng, beat_bytes), beat_bytes)


def _batches(cases: Sequence[Case]) -> Iterator[list[Case]]:
    batch: list[Case] = []
    beats = 0
    for case in cases:
        if batch and (len(batch) == BATCH_CASES or beats + len(case.beats) > BATCH_BEATS):
            yield batch
            batch, beats = [], 0
        batch.append(case)
        beats += len(case.beats)
    if batch:
        yield batch


def _run_batch(device: DeviceLike, batch: list[Case], closing: Case, stalls: Stalls | None) -> list[Failure]:
    """Run all cases at once. If an answer is wrong, run each case alone from reset to find the failures."""
    what, got = _run(device, [*batch, closing], stalls)
    if not what:
        return []
    device.reset()
    closing_what, closing_got = _run(device, [closing], stalls)
    failures = []
    for case in batch:
        device.reset()
        what_alone, segments = _run(device, [case, closing], stalls)
        own, rest = segments[: len(case.answer)], segments[len(case.answer) :]
        # The case is not the cause of a closing transaction that fails in the same way without it.
        innocent = closing_what and tuple(own) == case.answer and rest == closing_got
        if what_alone and not innocent:
            failures.append(_failure(case, what_alone, own, stalls))
    device.reset()
    if closing_what:
        failures.append(_failure(closing, closing_what, closing_got, stalls))
    if failures:
        return failures
    # Each case is right alone, so an earlier one disturbs a later one. The first wrong answer is reported.
    at = 0
    for number, case in enumerate(batch):
        if tuple(got[at : at + len(case.answer)]) != case.answer:
            before = _inputs(batch[number - 1]) if number else ()
            failure = _failure(case, f"{what}; right when run alone", got[at : at + len(case.answer)], stalls)
            return [replace(failure, before=before)]
        at += len(case.answer)
    return [_failure(closing, f"{what}, after the batch's last transaction", got[at:], stalls)]


def _run(device: DeviceLike, cases: Sequence[Case], stalls: Stalls | None) -> tuple[str, list[Segment]]:
    """Return what is wrong ("" if nothing) and the answers received.

    A core of several streams gets all cases on each stream, in reverse order on all but the first, with the
    beats mixed. The answers are then those of the first stream that is wrong.
    """
    core = device.core
    orders = [cases, *[[*reversed(cases[:-1]), cases[-1]]] * (core.streams - 1)]
    expected = [[segment for case in order for segment in case.answer] for order in orders]
    streams = [to_device(order, core.data_width // 8) for order in orders]
    turns = [tid for tid, beats in enumerate(streams) for _ in range(len(beats))]
    Random(stalls.seed if stalls else 0).shuffle(turns)
    beats = interleaved(streams, turns) if core.streams > 1 else streams[0]
    try:
        total = sum(map(len, expected))
        output = device.run(beats, segments=total, stalls=stalls, max_idle_cycles=IDLE_CYCLES)
        output = Beats.concatenate([output, device.step(SETTLE_CYCLES)])
        got = [segments_of(output.of_stream(tid)) for tid in range(core.streams)]
    except RoundelError as error:
        return error.message, []
    broken_rule = _malformed(output)
    if broken_rule:
        return broken_rule, got[0]
    for answers, right in zip(got, expected, strict=True):
        if len(answers) > len(right):
            return f"{len(answers) - len(right)} segments too many", answers
        if answers != right:
            return "wrong answer", answers
    return "", got[0]


def _malformed(output: Beats) -> str:
    """Return which rule of the stream the output breaks, or ""."""
    size = output.data.shape[1]
    kept = (output.keep[:, None] >> np.arange(size, dtype=np.uint64)) & np.uint64(1) != 0
    if np.any(output.keep & (output.keep + 1)):
        return "tkeep of the output is not contiguous from byte 0"
    if np.any(~output.last & (output.keep != (1 << size) - 1)):
        return "partial tkeep of the output without tlast"
    if np.any(output.data[~kept]):
        return "bytes of the output that tkeep excludes are not zero"
    return ""


def _failure(case: Case, what: str, got: Sequence[Segment], stalls: Stalls | None) -> Failure:
    return Failure(
        case.origin,
        what,
        _inputs(case),
        tuple(map(_text, case.answer)),
        tuple(map(_text, got)),
        stalls=str(stalls or "none"),
    )


def _inputs(case: Case) -> tuple[str, ...]:
    if case.segments:
        return tuple(map(_text, case.segments))
    return tuple(map(str, case.beats))


def _text(segment: Segment) -> str:
    return f"{kind_name(segment.kind)} {segment.data.hex()}"
