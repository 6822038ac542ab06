"""Every descriptor is complete, agrees with the rules of the protocol, and answers its known answers."""

from __future__ import annotations

import re
from random import Random

import pytest
from forms import forms
from transactions import answers_of, plain_of, segments_of

from roundel.algorithms.kinds.base import NoVariant, ServiceAlgorithm, Transaction
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.registry import algorithms, algorithms_of, find, parsers
from roundel.catalog import load_catalog
from roundel.errors import RoundelError
from roundel.verify.cases import legal_case
from roundel.verify.reference import Reference

SERVED = algorithms_of(ServiceAlgorithm)
OF_SERVICE = pytest.mark.parametrize("algorithm", SERVED.values(), ids=str)


def answered(algorithm: ServiceAlgorithm, transactions: list[Transaction], size: int = 16) -> bool:
    """Return whether the rules answer the transactions as they say."""
    case = legal_case("", transactions, size)
    reference = Reference([algorithm])
    return reference.accept(case.beats) == answers_of(transactions) and not reference.abandoned()


def test_every_algorithm_of_the_catalog_has_a_descriptor() -> None:
    used = {service.algorithm for core in load_catalog().values() for service in core.services}
    assert used <= set(algorithms())


@pytest.mark.parametrize("name", algorithms())
def test_a_descriptor_names_its_source(name: str) -> None:
    one = algorithms()[name]
    assert one.name == name == repr(one) and one.title and one.source and one.standing.value


def test_one_parser_reads_an_entry(entries: list[Entry]) -> None:
    for alg in {entry.alg for entry in entries}:
        assert sum(bool(re.fullmatch(pattern, alg)) for pattern, _ in parsers()) <= 1, alg


@OF_SERVICE
@pytest.mark.parametrize("size", [2, 16])
def test_random_transactions_are_those_of_the_rules(algorithm: ServiceAlgorithm, size: int) -> None:
    rng = Random(1)
    for _ in range(25):
        assert answered(algorithm, algorithm.random_transactions(rng, size), size)
        session = algorithm.random_session(rng, size, left_open=True)
        assert answered(algorithm, session, size)
        assert [one.resume for one in session] == [number > 0 for number in range(len(session))]
        assert all(one.keep for one in session[:-1])


@OF_SERVICE
def test_every_form_is_that_of_the_rules(algorithm: ServiceAlgorithm) -> None:
    for name, make in forms(algorithm).items():
        made = make(Random(2))
        assert answered(algorithm, made), name
        shapes = [(segment.kind, len(segment.data)) for segment in segments_of(make(Random(3)))]
        assert shapes == [(segment.kind, len(segment.data)) for segment in segments_of(made)], name


@OF_SERVICE
def test_known_answers_are_those_of_the_model(algorithm: ServiceAlgorithm, entries: list[Entry]) -> None:
    for entry in entries:
        transactions = algorithm.known(entry)
        assert not transactions or answered(algorithm, transactions), entry.origin


@OF_SERVICE
def test_a_variant_that_is_none_is_refused(algorithm: ServiceAlgorithm) -> None:
    try:
        algorithm.stimulus("no variant", 8 * algorithm.blocks[0], 2)
    except NoVariant as expected:
        assert str(expected)
    assert len(plain_of(algorithm).answer) == algorithm.answers


def test_an_unknown_algorithm_is_refused_by_its_name() -> None:
    with pytest.raises(RoundelError, match=r"it serves hash \(algorithm 'md5'\)") as caught:
        find(ServiceAlgorithm, "md5", "it serves hash")
    assert "aes-gcm" in caught.value.hint
