"""Answers a vector set from a simulated core, names what is not served, and compares with known results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from roundel.acvp.bits import NotServed
from roundel.acvp.ciphers import (
    ASCON,
    GCM,
    AeadAnswers,
    AsconHashAnswers,
    CmacAnswers,
    CtrAnswers,
    EngineAnswers,
)
from roundel.acvp.sets import Group, Malformed, TestCase, VectorSet
from roundel.acvp.sponge import SpongeAnswers, sponge_of
from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.simulate.chain import ChainDevice, ChainEngine

ECB, CTR = "ACVP-AES-ECB", "ACVP-AES-CTR"
_ASCON_HASHES = {f"Ascon {name}": f"ascon_{name.lower()}" for name in ("Hash256", "XOF128", "CXOF128")}
KNOWN = (
    "SHA3-224 to SHA3-512, SHAKE-128 and -256, cSHAKE-128 and -256, KMAC-128 and -256, ACVP-AES-ECB, "
    "ACVP-AES-CTR, ACVP-AES-GCM, CMAC-AES, Ascon"
)


class Answers(Protocol):
    """Answers the tests of one algorithm."""

    def answer(self, kind: str, test: TestCase) -> Mapping[str, Any]:
        """Return the fields of a test's result; NotServed says why there is none."""


@dataclass(frozen=True)
class Answered:
    """A response, and a sentence for each group of which tests have no answer."""

    response: Mapping[str, Any]
    answered: int
    not_served: tuple[str, ...]


def answer(vectors: VectorSet, core: Core, say: Callable[[str], None] = lambda _: None) -> Answered:
    """Return the response of a core to a vector set.

    Args:
        vectors: The set.
        core: The catalog entry of a service core or an engine.
        say: Gets a sentence for each group, before it is answered.

    Returns:
        The response. It lacks the tests that the core does not serve, and groups without any other.

    Raises:
        RoundelError: The algorithm is unknown, or the core does not serve it.
    """
    groups, missing, count = [], [], 0
    with ExitStack() as opened:
        answers = _answers(vectors, core, opened)
        for group in vectors.groups:
            say(str(group))
            tests, reasons = _answer_group(answers, group)
            count += len(tests)
            if tests:
                groups.append({"tgId": group.number, "tests": tests})
            if reasons or not group.tests:
                missing.append(_sentence(group, reasons))
    names = ("vsId", "algorithm", "mode", "revision", "isSample")
    head = {name: vectors.fields[name] for name in names if name in vectors.fields}
    return Answered({**head, "testGroups": groups}, count, tuple(missing))


def differences(
    response: Mapping[str, Any], expected: Mapping[tuple[Any, Any], Mapping[str, Any]]
) -> list[str]:
    """Return a sentence for each answered test whose expected result is absent or different.

    Fields of an expected result that the response does not have are not compared, except the result of a
    verification. Of a Monte Carlo test, a sample may have fewer results.
    """
    wrong = []
    for group in response["testGroups"]:
        for test in group["tests"]:
            place = f"group {group['tgId']}, test {test['tcId']}"
            other = expected.get((group["tgId"], test["tcId"]))
            if other is None:
                wrong.append(f"{place}: no expected result")
            elif names := sorted(name for name in test if not _equal(name, test[name], other)):
                wrong.append(f"{place}: {', '.join(names)} differs")
    return wrong


def _equal(name: str, ours: Any, other: Mapping[str, Any]) -> bool:
    theirs = other.get(name)
    if name == "resultsArray":
        if not isinstance(theirs, list) or not theirs or len(theirs) > len(ours):
            return False
        return all(
            _equal(field, row[field], known)
            for row, known in zip(ours, theirs, strict=False)
            for field in row
            if field in known
        ) and all(set(row) & set(known) for row, known in zip(ours, theirs, strict=False))
    if theirs is None:
        # A message that is accepted has no testPassed in some files; a length is not repeated in others.
        return name == "outLen" or (name == "testPassed" and ours is True)
    return str(ours).lower() == str(theirs).lower()


def _answer_group(answers: Answers, group: Group) -> tuple[list[Mapping[str, Any]], Counter[str]]:
    tests: list[Mapping[str, Any]] = []
    reasons = Counter(error.message for error in group.malformed)
    for test in group.tests:
        try:
            tests.append({"tcId": test.number("tcId"), **answers.answer(group.kind, test)})
        except NotServed as reason:
            reasons[str(reason)] += 1
        except Malformed as error:
            reasons[error.message] += 1
    return tests, reasons


def _sentence(group: Group, reasons: Mapping[str, int]) -> str:
    total = len(group.tests) + len(group.malformed)
    lacking = sum(reasons.values())
    number = "not served" if lacking == total else f"{lacking} of {total} tests not served"
    texts = [f"{reason} ({count})" if count > 1 else reason for reason, count in reasons.items()]
    return f"{group}: {number}: {'; '.join(texts[:4]) or 'no tests'}{'; ...' if len(texts) > 4 else ''}"


def _answers(vectors: VectorSet, core: Core, opened: ExitStack) -> Answers:
    """Return what answers the tests of a set on a core, whose model is closed with `opened`."""
    name = vectors.name
    algorithms = {service.algorithm for service in core.services}

    def device(*served: str) -> ChainDevice:
        if core.kind == "engine" or not algorithms & set(served):
            _not_served(core, name)
        return opened.enter_context(ChainDevice(core))

    if sponge := sponge_of(vectors.algorithm):
        return SpongeAnswers(*sponge, device("keccak"))
    if name in (ECB, CTR) and core.kind == "engine":
        if "aes" not in algorithms:
            _not_served(core, name)
        return EngineAnswers(name[-3:], opened.enter_context(ChainEngine(core)))
    if name == CTR:
        return CtrAnswers(device("aes-128-ctr", "aes-256-ctr"))
    if name == ECB:
        _not_served(core, name)
    if name == "ACVP-AES-GCM":
        return AeadAnswers(device(GCM.name), GCM)
    if name == "CMAC-AES":
        return CmacAnswers(device("aes-cmac"))
    if name == "Ascon AEAD128":
        return AeadAnswers(device(ASCON.name), ASCON)
    if name in _ASCON_HASHES:
        own = _ASCON_HASHES[name]
        return AsconHashAnswers(device(own.replace("_", "-")), own)
    raise RoundelError(f"{vectors.where}: algorithm {name!r}, which is not answered", f"Answered: {KNOWN}.")


def _not_served(core: Core, name: str) -> NoReturn:
    raise RoundelError(
        f"{core.name} does not serve {name}",
        "`roundel list` shows the services; engines serve AES-ECB and -CTR.",
    )
