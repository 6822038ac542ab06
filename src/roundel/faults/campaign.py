"""A campaign: every flip-flop of the control of a core, flipped once in a cycle of a short transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from roundel.algorithms.kinds.base import Transaction
from roundel.catalog import Core
from roundel.catalog.watchdog import patience_of
from roundel.errors import RoundelError
from roundel.faults.device import Answered, FaultyDevice
from roundel.faults.registers import Register, registers_of
from roundel.protocol.stream import (
    ACCEPTED,
    COMMAND_BYTES,
    ERROR,
    REFUSED,
    Command,
    Kind,
    Operation,
    Segment,
)
from roundel.simulate.beats import Beats, beats_of
from roundel.verify.cases import as_answered, legal_case
from roundel.verify.run import algorithms_served

DEFAULT_FLIPS = 20_000
DATA_SHARE = 10
"""Of so many flips, one is in the datapath."""
TRIES = 400
MOST_BEATS = 512
# A sender that gets no answer sends its transaction again. The core may first end the one before it.
RESENDS = 2


def idle_cycles_of(core: Core) -> int:
    """Return the time without a transfer after which a core has given its answer, in cycles.

    It is longer than any silence of the core, and than the patience of its watchdog.
    """
    return 3 * patience_of(core) // 2


class Outcome(StrEnum):
    """What a core answered to a transaction in which a bit was flipped, and to the two after it.

    The first that fits:

    - RIGHT: all answers are right.
    - ACCEPTED: a wrong tag, or a wrong text, is followed by STATUS = ACCEPTED.
    - RUNAWAY: it sends without end: more than `MOST_BEATS` beats.
    - HANG: it does not serve the last transaction, nor when that is sent again: only a reset helps.
    - RESENT: it serves the last transaction only when that is sent again, up to `RESENDS` times.
    - ERROR: STATUS = ERROR is among the answers.
    - REFUSED: a right tag is refused.
    - LOST: it gives no complete answer to one transaction, and serves the next.
    - WRONG: any other answer.
    """

    RIGHT = "right"
    ERROR = "error"
    REFUSED = "refused"
    LOST = "lost"
    WRONG = "wrong"
    ACCEPTED = "accepted"
    RUNAWAY = "runaway"
    RESENT = "resent"
    HANG = "hang"


@dataclass(frozen=True)
class Scenario:
    """A transaction in which bits are flipped, the two legal ones after it, and the right answers."""

    name: str
    segments: tuple[Segment, ...]
    answer: tuple[Segment, ...]
    follow_up: Transaction
    follow_up_answer: tuple[Segment, ...]

    def beats(self, width_bits: int) -> Beats:
        """Return all beats of the three transactions."""
        return beats_of([*self.segments, *self.follow_up.segments, *self.follow_up.segments], width_bits)

    @property
    def all_answers(self) -> tuple[Segment, ...]:
        """The answers to all three."""
        return (*self.answer, *self.follow_up_answer, *self.follow_up_answer)


@dataclass(frozen=True)
class Campaign:
    """The outcomes of a core.

    `control_bits` and `data_bits` are flip-flops, and `places` pairs of a control bit and a cycle, over all
    scenarios. `control_flips` of these were tried: all, or a random part. `outcomes` are those of flips in
    the control, `data_outcomes` those of `data_flips` random ones in the datapath.
    """

    core: str
    scenarios: tuple[str, ...]
    control_bits: int
    data_bits: int
    places: int
    outcomes: Mapping[Outcome, int]
    data_outcomes: Mapping[Outcome, int]
    accepted_by: Mapping[str, int]
    hangs_by: Mapping[str, int]

    @property
    def control_flips(self) -> int:
        """Flips in the control."""
        return sum(self.outcomes.values())

    @property
    def data_flips(self) -> int:
        """Flips in the datapath."""
        return sum(self.data_outcomes.values())


def inject(
    core: Core,
    *,
    flips: int | None = DEFAULT_FLIPS,
    seed: int = 0,
    say: Callable[[str], None] = lambda line: None,
) -> Campaign:
    """Flip bits of a core's registers, one in each run, and count the outcomes.

    Args:
        core: A service core.
        flips: The flips in the control, chosen at random if there are more places; None for every place.
            The datapath gets a tenth as many.
        seed: The seed of transactions and choices.
        say: Called with a line of progress.

    Returns:
        The counts.

    Raises:
        RoundelError: The core is no service core, or cannot be built.
    """
    if core.kind != "service":
        raise RoundelError(
            f"{core.name} does not speak the stream protocol", "Faults are injected into service cores."
        )
    scenarios = scenarios_of(core, seed)
    registers = registers_of(core)
    control = [(r, bit) for r in registers if r.is_control for bit in r.bits]
    data = [(r, bit) for r in registers if not r.is_control for bit in r.bits]
    rng = Random(seed)
    outcomes, data_outcomes = Counter[Outcome](), Counter[Outcome]()
    accepted_by, hangs_by = Counter[str](), Counter[str]()
    with FaultyDevice(core) as device:
        cycles = [_cycles(device, scenario) for scenario in scenarios]
        places = len(control) * sum(cycles)
        share = 1.0 if flips is None or flips >= places else flips / places
        done = 0
        for scenario, length in zip(scenarios, cycles, strict=True):
            beats = scenario.beats(core.data_width)
            chosen = _chosen(control, length, share, rng)
            random_data = [
                (*rng.choice(data), rng.randrange(length))
                for _ in range(max(1, len(chosen) // DATA_SHARE) if data else 0)
            ]
            for fault, counts in [(one, outcomes) for one in chosen] + [
                (o, data_outcomes) for o in random_data
            ]:
                found = outcome_of(scenario, _run(device, scenario, beats, fault))
                if found is Outcome.HANG and _serves_again(device, scenario):
                    found = Outcome.RESENT
                counts[found] += 1
                if found is Outcome.ACCEPTED:
                    accepted_by[fault[0].path] += 1
                if found is Outcome.HANG:
                    hangs_by[fault[0].path] += 1
            done += len(chosen)
            say(f"{core.name}: {scenario.name}: {done} flips in the control")
    return Campaign(
        core.name,
        tuple(scenario.name for scenario in scenarios),
        len(control),
        len(data),
        places,
        outcomes,
        data_outcomes,
        accepted_by,
        hangs_by,
    )


def scenarios_of(core: Core, seed: int = 0) -> list[Scenario]:
    """Return a short transaction of each operation of a core, with a right tag and with a wrong one."""
    beat_bytes = core.data_width // 8
    found: dict[str, Scenario] = {}
    for algorithm in algorithms_served(core):
        single = [
            session[0]
            for number in range(TRIES)
            if len(session := algorithm.random_session(Random(f"{seed} {number}"), beat_bytes, False)) == 1
        ]
        single.sort(key=_size)
        follow_up = next(one for one in single if _has_text(one) and REFUSED not in one.answer)
        follow_answer = _answer(core, follow_up)
        for one in single:
            name = _name(algorithm.name, one)
            answer = _answer(core, one)
            if name not in found and _has_text(one) and one is not follow_up and ERROR not in answer:
                found[name] = Scenario(name, tuple(one.segments), answer, follow_up, follow_answer)
    return list(found.values())


def _answer(core: Core, one: Transaction) -> tuple[Segment, ...]:
    return as_answered(legal_case("", [one], core.data_width // 8), core).answer


def _size(one: Transaction) -> int:
    return sum(len(segment.data) for segment in (*one.segments, *one.answer))


def _has_text(one: Transaction) -> bool:
    """Return whether a segment beside CMD has data, and the answer too."""
    inputs = [segment for segment in one.segments if segment.kind in (Kind.TEXT, Kind.SEED)]
    return any(segment.data for segment in inputs) and any(segment.data for segment in one.answer)


def _name(algorithm: str, one: Transaction) -> str:
    command = Command.unpack(one.segments[0].data[:COMMAND_BYTES])
    refused = ", wrong tag" if REFUSED in one.answer else ""
    return f"{algorithm} {Operation(command.operation).name}{refused}"


def _cycles(device: FaultyDevice, scenario: Scenario) -> int:
    """Return the cycles of the scenario's transaction, from the reset to the last beat of its answer."""
    beats = beats_of(scenario.segments, device.core.data_width)
    got = device.run_with_fault(
        beats, scenario.answer, None, idle_cycles=idle_cycles_of(device.core), most_beats=MOST_BEATS
    )
    if got.segments != scenario.answer:
        raise RoundelError(f"{device.core.name} answers {scenario.name} wrongly without any fault")
    return got.last_cycle


def _run(
    device: FaultyDevice, scenario: Scenario, beats: Beats, fault: tuple[Register, int, int]
) -> Answered:
    return device.run_with_fault(
        beats, scenario.all_answers, fault, idle_cycles=idle_cycles_of(device.core), most_beats=MOST_BEATS
    )


def _serves_again(device: FaultyDevice, scenario: Scenario) -> bool:
    """Return whether a core that did not answer serves the last transaction when it is sent again."""
    beats = beats_of(scenario.follow_up.segments, device.core.data_width)
    expected = scenario.follow_up_answer
    for _ in range(RESENDS):
        got = device.send_again(
            beats, expected, idle_cycles=idle_cycles_of(device.core), most_beats=MOST_BEATS
        )
        if not got.accepted or not got.ended:
            return False
        if got.segments[-len(expected) :] == expected:
            return True
    return False


def _chosen(
    bits: Sequence[tuple[Register, int]], cycles: int, share: float, rng: Random
) -> list[tuple[Register, int, int]]:
    """Return all pairs of a bit and a cycle, or a random part of them."""
    places = len(bits) * cycles
    numbers: Iterator[int] | Sequence[int] = range(places)
    if share < 1.0:
        numbers = sorted(rng.sample(range(places), round(places * share)))
    return [(*bits[number // cycles], number % cycles) for number in numbers]


def outcome_of(scenario: Scenario, got: Answered) -> Outcome:
    """Return the outcome of a run of a scenario."""
    expected, answers = scenario.all_answers, got.segments
    last = scenario.follow_up_answer
    if answers == expected:
        return Outcome.RIGHT
    if _wrongly_accepted(scenario, answers):
        return Outcome.ACCEPTED
    if not got.ended:
        return Outcome.RUNAWAY
    if (not got.accepted or answers[-len(last) :] != last) and not _ends_wrong(got, last):
        return Outcome.HANG
    if ERROR in answers:
        return Outcome.ERROR
    if REFUSED not in expected and REFUSED in answers:
        return Outcome.REFUSED
    return Outcome.LOST if len(answers) < len(expected) else Outcome.WRONG


def _ends_wrong(got: Answered, last: Sequence[Segment]) -> bool:
    """Return whether the last transaction has an answer of the right form."""
    end = got.segments[-len(last) :]
    return got.accepted and [one.kind for one in end] == [one.kind for one in last]


def _wrongly_accepted(scenario: Scenario, answers: Sequence[Segment]) -> bool:
    """Return whether an ACCEPTED is wrong: that of a wrong tag, or one after a wrong text."""
    if ACCEPTED not in answers:
        return False
    right = [scenario.answer, scenario.follow_up_answer]
    begin = 0
    for place, segment in enumerate(answers):
        if segment.kind == Kind.STATUS:
            if segment == ACCEPTED and tuple(answers[begin : place + 1]) not in right:
                return True
            begin = place + 1
        elif any(one[-1].kind == segment.kind for one in right):
            begin = place + 1
    return False
