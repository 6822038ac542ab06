"""Random cases of several transactions: consecutive sessions, and sessions that end each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from roundel.protocol.stream import Segment
from roundel.verify.adapter import Adapter, Step
from roundel.verify.cases import Case, legal_case
from roundel.verify.protocol import ERROR

Session = Callable[[Random, int, bool], list[Step]]

MAX_SESSIONS = 5
RESUME_SHARE = 0.4
LEFT_OPEN_SHARE = 0.5


def session_steps(count: int, left_open: bool) -> list[tuple[bool, bool]]:
    """Return (resume, keep) of each transaction of a session."""
    return [(number > 0, left_open or number < count - 1) for number in range(count)]


def one_after_another(session: Session) -> Callable[[Random, int], Case]:
    """Return a function that makes cases of one or two sessions. The first may be left open."""

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

    A transaction that resumes a session after a command of another service is answered by an error, and so
    are the session's later transactions. Nothing is kept at the end.
    """
    waiting = [(adapter, _session(adapter, rng, beat_bytes)) for adapter in _choices(adapters, rng)]
    segments: list[Segment] = []
    answer: list[Segment] = []
    current: list[Step] | None = None  # the rest of the session that the core keeps
    owner: Adapter | None = None
    while waiting:
        resumable = [one for one in waiting if one[1] is current]
        adapter, steps = resumable[0] if resumable and rng.random() < RESUME_SHARE else rng.choice(waiting)
        if steps[0].resume and steps is not current and adapter is owner:
            # The core would resume the other session, which is right by the protocol.
            waiting = [one for one in waiting if one[1] is not steps]
            continue
        step = steps.pop(0)
        segments += step.segments
        if step.resume and steps is not current:
            answer.append(ERROR)
            current, owner = None, None
        else:
            answer += step.answer
            current, owner = (steps, adapter) if step.keep else (None, None)
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
