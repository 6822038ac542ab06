"""Transactions of several algorithms, back to back, with sessions that others end."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from roundel.algorithms.kinds.base import LEFT_OPEN_SHARE, ServiceAlgorithm, Transaction
from roundel.protocol.stream import ERROR
from roundel.verify.cases import Case, legal_case

MAX_SESSIONS = 5
RESUME_SHARE = 0.4


def mixed_case(algorithms: Sequence[ServiceAlgorithm], rng: Random, beat_bytes: int) -> Case:
    """Return transactions of all algorithms, back to back, with sessions that others may end.

    A transaction that resumes a session after a command of another algorithm is answered by an error, and so
    are the session's later transactions. Nothing is kept at the end.
    """
    waiting = []
    for _ in range(rng.randint(2, MAX_SESSIONS)):
        algorithm = rng.choice(algorithms)
        left_open = rng.random() < LEFT_OPEN_SHARE
        waiting.append((algorithm, algorithm.random_session(rng, beat_bytes, left_open)))
    result: list[Transaction] = []
    current: list[Transaction] | None = None  # the rest of the session that the core keeps
    owner: ServiceAlgorithm | None = None
    while waiting:
        resumable = [one for one in waiting if one[1] is current]
        algorithm, session = (
            resumable[0] if resumable and rng.random() < RESUME_SHARE else rng.choice(waiting)
        )
        if session[0].resume and session is not current and algorithm is owner:
            # The core would resume the other session, which is right by the protocol.
            waiting = [one for one in waiting if one[1] is not session]
            continue
        one = session.pop(0)
        if one.resume and session is not current:
            result.append(Transaction(one.segments, [ERROR]))
            current, owner = None, None
        else:
            result.append(one)
            current, owner = (session, algorithm) if one.keep else (None, None)
        if not session:
            waiting = [one for one in waiting if one[1] is not session]
    result += rng.choice(algorithms).random_transactions(rng, beat_bytes)
    return legal_case("random mixture", result, beat_bytes)
