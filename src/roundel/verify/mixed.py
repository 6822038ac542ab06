"""Random cases of several transactions: sessions one after another, and sessions that disturb each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from roundel.protocol.stream import Segment
from roundel.verify.adapter import Adapter, Step
from roundel.verify.cases import Case, legal_case
from roundel.verify.protocol import ERROR

Session = Callable[[Random, int, bool], list[Step]]

MAX_SESSIONS = 5
GO_ON_SHARE = 0.4
LEFT_OPEN_SHARE = 0.5


def session_steps(count: int, left_open: bool) -> list[tuple[bool, bool]]:
    """Return of each transaction of a session whether it goes on with one before, and whether it stays."""
    return [(number > 0, left_open or number < count - 1) for number in range(count)]


def one_after_another(session: Session) -> Callable[[Random, int], Case]:
    """Return what makes cases of one or two sessions; the first may be left open."""

    def random_case(rng: Random, beat_bytes: int) -> Case:
        steps = []
        if rng.random() < 1 / 3:
            steps += session(rng, beat_bytes, rng.random() < LEFT_OPEN_SHARE)
        steps += session(rng, beat_bytes, False)
        segments = [segment for step in steps for segment in step.segments]
        return legal_case("random", segments, [s for step in steps for s in step.answer], beat_bytes)

    return random_case


def mixed_case(adapters: Sequence[Adapter], rng: Random, beat_bytes: int) -> Case:
    """Return transactions of all services, back to back, with sessions that others may end.

    What goes on behind a command of another service is answered by an error, and so is all that would have
    gone on with that. Nothing stays at the end.
    """
    waiting = [(adapter, _session(adapter, rng, beat_bytes)) for adapter in _choices(adapters, rng)]
    segments: list[Segment] = []
    answer: list[Segment] = []
    alive: list[Step] | None = None  # the rest of the session that the core keeps
    owner: Adapter | None = None
    while waiting:
        going = [one for one in waiting if one[1] is alive]
        adapter, steps = going[0] if going and rng.random() < GO_ON_SHARE else rng.choice(waiting)
        if steps[0].goes_on and steps is not alive and adapter is owner:
            # The core would go on with the wrong session, and rightly so.
            waiting = [one for one in waiting if one[1] is not steps]
            continue
        step = steps.pop(0)
        segments += step.segments
        if step.goes_on and steps is not alive:
            answer.append(ERROR)
            alive, owner = None, None
        else:
            answer += step.answer
            alive, owner = (steps, adapter) if step.stays else (None, None)
        if not steps:
            waiting = [one for one in waiting if one[1] is not steps]
    closing = rng.choice(adapters).random_case(rng, beat_bytes)
    return legal_case(
        "random mixture", [*segments, *closing.segments], [*answer, *closing.answer], beat_bytes
    )


def _choices(adapters: Sequence[Adapter], rng: Random) -> list[Adapter]:
    return [rng.choice(adapters) for _ in range(rng.randint(2, MAX_SESSIONS))]


def _session(adapter: Adapter, rng: Random, beat_bytes: int) -> list[Step]:
    if adapter.random_session:
        return adapter.random_session(rng, beat_bytes, rng.random() < LEFT_OPEN_SHARE)
    case = adapter.random_case(rng, beat_bytes)
    return [Step(case.segments, case.answer)]
