"""Exchanges of the bus tests: transactions of a core's algorithms as frames, with their answers."""

from __future__ import annotations

from random import Random

from forms import forms
from stream_bench import Beats, Exchange
from transactions import plain_of, wrong_forms

from roundel.catalog import Core
from roundel.verify.cases import Case, legal_case, vary
from roundel.verify.run import algorithms_served, as_answered, random_case

KNOWN_FORMS = 12  # of all algorithms together
ILLEGAL_FORMS = 24


def exchange(case: Case) -> Exchange:
    """Return a case as frames, one for each segment or part of one up to its tlast."""
    frames, data, kinds, keep = [], b"", [], []
    for beat in case.beats:
        size = len(beat.data)
        data += beat.data
        kinds += [int(beat.kind)] * size
        keep += [beat.keep >> i & 1 for i in range(size)]
        if beat.last:
            frames.append(Beats(data, kinds, keep))
            data, kinds, keep = b"", [], []
    assert not data, f"{case.origin}: the last frame does not end"
    return Exchange(tuple(frames), case.answer, case.origin)


def known(core: Core) -> tuple[Exchange, ...]:
    """Return a plain transaction of each algorithm, then some of all forms, spread evenly."""
    size, served = core.data_width // 8, algorithms_served(core)
    plain = [(one.name, [plain_of(one)]) for one in served]
    made = [(f"{one}, {name}", make(Random(1))) for one in served for name, make in forms(one).items()]
    chosen = [*plain, *made[:: -(-len(made) // KNOWN_FORMS)]]
    cases = [legal_case(name, transactions, size) for name, transactions in chosen]
    return tuple(exchange(as_answered(case, core)) for case in cases)


def legal(core: Core, rng: Random) -> Exchange:
    """Return random transactions of one algorithm, in any legal form."""
    case = vary(random_case(algorithms_served(core), rng, core.data_width // 8), rng)
    return exchange(as_answered(case, core))


def illegal(core: Core) -> tuple[Exchange, ...]:
    """Return some of the wrong forms, spread evenly."""
    cases = [case for case in wrong_forms(core) if case.beats[-1].last]
    return tuple(map(exchange, cases[:: -(-len(cases) // ILLEGAL_FORMS)]))
