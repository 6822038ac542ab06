"""A campaign: mutants of a core, each with the check that detects it."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

from roundel.catalog import Core
from roundel.catalog.load import fresh_catalog as catalog_of
from roundel.errors import RoundelError
from roundel.implement.elaborate import elaborate
from roundel.mutate.chosen import chosen_mutations
from roundel.mutate.design import core_path, design_of, elaborated
from roundel.mutate.equivalent import equivalence
from roundel.mutate.mutation import Mutation
from roundel.mutate.operators import mutations_of
from roundel.mutate.proved import first_counterexample
from roundel.mutate.schema import scratch_project, with_mutation, with_schema
from roundel.paths import cache_dir, project_root
from roundel.process.atomic import write_atomically
from roundel.process.jobs import last_line

DEFAULT_COUNT = 16
RANDOM_TRANSACTIONS = 1000
# More mutants in one text would slow the model down.
BATCH = 40


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    INVALID = "does not elaborate"
    EQUIVALENT = "equivalent"
    SURVIVED = "survived"


@dataclass(frozen=True)
class Mutant:
    """A mutation of a core, its fate, and the check that detected it or the reason why it is equivalent."""

    mutation: Mutation
    fate: Fate
    by: str = ""


Say = Callable[[str], None]


def mutate(
    core: Core,
    *,
    count: int = DEFAULT_COUNT,
    seed: int = 0,
    quick: bool = False,
    say: Say = lambda line: None,
) -> list[Mutant]:
    """Run the checks of a core on random mutants of its sources.

    Every result is stored as soon as it is known. A run that is interrupted resumes.

    Args:
        core: The catalog entry.
        count: The number of random mutants that elaborate. Those that are chosen by hand are added.
        seed: The seed of the choice.
        quick: Whether to leave out the tests and the formal tasks. What `verify` does not detect is then
            returned as a survivor, but not stored as one.
        say: Called with a line of progress.

    Returns:
        The mutants, in the order of their places.

    Raises:
        RoundelError: The core without a mutation fails a check, or cannot be built.
    """
    known = _Known(core, seed)
    chosen, invalid = _choose(core, count, seed, known.valid)
    known.save()
    by_hand = chosen_mutations(core)
    for one in invalid:
        known.note(one, Fate.INVALID)
    random = [one for one in chosen if one.id not in {hand.mutation.id for hand in by_hand}]
    selectable = [*random, *(one.mutation for one in by_hand if not one.is_constant)]
    batches = [*_batches(selectable), *([one.mutation] for one in by_hand if one.is_constant)]
    for batch in batches:
        _run_batch(core, batch, known, seed, quick, say)
    order = {one.id: one for one in (*chosen, *invalid, *(one.mutation for one in by_hand))}
    return sorted(
        (known.mutants.get(one.id, Mutant(one, Fate.SURVIVED)) for one in order.values()),
        key=lambda mutant: (mutant.mutation.file, mutant.mutation.start, mutant.mutation.new),
    )


def mutate_survivors(
    core: Core, tests: Sequence[str], *, seed: int = 0, say: Say = lambda line: None
) -> None:
    """Run some tests on the mutants of a core that no check has detected, and store what they detect.

    Args:
        core: The catalog entry.
        tests: Paths of tests, from the root of the project.
        seed: The seed of the campaign.
        say: Called with a line of progress.

    Raises:
        RoundelError: The tests cannot be run.
    """
    known = _Known(core, seed)
    left = [one.mutation for one in known.mutants.values() if one.fate is Fate.SURVIVED]
    selectable = [one for one in left if _is_selectable(core, one)]
    for batch in [*_batches(selectable), *([one] for one in left if one not in selectable)]:
        numbered, project, folder = _scratch(core, batch)
        for number, what in _run_tests(core, project, folder, numbered, tests):
            one = numbered[number]
            known.note(one, Fate.KILLED if what else Fate.SURVIVED, f"test: {what}" if what else "")
            say(f"{core.name}: {one.id} {one.summary}: {known.mutants[one.id].fate} {what}")


def all_mutations(core: Core) -> list[Mutation]:
    """Return every mutation of the modules that a core instantiates."""
    design = design_of(core)
    return [one for path in core.parts for one in mutations_of(path.name, path.read_text(), design)]


def _choose(
    core: Core, count: int, seed: int, valid: dict[str, bool]
) -> tuple[list[Mutation], list[Mutation]]:
    """Return random mutations that elaborate, and those met before that do not. Note which are `valid`."""
    mutations = all_mutations(core)
    Random(f"{core.name} {seed}").shuffle(mutations)
    chosen: list[Mutation] = []
    invalid: list[Mutation] = []
    for one in mutations:
        if len(chosen) == count:
            break
        if any(one.overlaps(other) for other in chosen):
            continue
        if one.id not in valid:
            valid[one.id] = _is_valid(core, one)
        (chosen if valid[one.id] else invalid).append(one)
    return chosen, invalid


def _is_valid(core: Core, one: Mutation) -> bool:
    """Return whether slang accepts a mutation, and synthesis, too: it may make a latch, for example."""
    texts = {path.name: path.read_text() for path in core.parts}
    try:
        elaborated(core, {**texts, one.file: with_schema(texts[one.file], {1: one})})
        elaborate(_mutant(core, one))
    except RoundelError:
        return False
    return True


def _mutant(core: Core, one: Mutation) -> Core:
    """Return the core of a scratch project, with one mutation in place of the original."""
    text = with_mutation(core_path(core, one.file).read_text(), one)
    project = scratch_project(project_root(), cache_dir("mutate", f"one-{os.getpid()}"), {one.file: text})
    return catalog_of(project)[core.name]


def _batches(mutations: Sequence[Mutation]) -> Iterator[list[Mutation]]:
    """Yield groups of mutations that do not overlap."""
    groups: list[list[Mutation]] = []
    for one in mutations:
        fitting = (g for g in groups if len(g) < BATCH and not any(one.overlaps(other) for other in g))
        group = next(fitting, None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    yield from groups


def _run_batch(core: Core, batch: list[Mutation], known: _Known, seed: int, quick: bool, say: Say) -> None:
    """Run the checks on the mutants of one model, the fast ones first."""
    numbered = dict(enumerate(batch, 1))
    pending = {number: one for number, one in numbered.items() if one.id not in known.mutants}
    if not pending:
        return
    numbered, project, folder = _scratch(core, batch)
    is_constant = not _is_selectable(core, batch[0])

    def say_fate(one: Mutation) -> None:
        mutant = known.mutants[one.id]
        say(f"{core.name}: {one.id} {one.summary}: {mutant.fate} {mutant.by}")

    verify = {"random": RANDOM_TRANSACTIONS, "seed": seed, "unmutated": not is_constant}
    for number, what in _worker("simulated", core, project, folder, pending, verify):
        if what:
            known.note(pending[number], Fate.KILLED, f"verify: {what}")
            say_fate(pending.pop(number))
    for number, one in list(pending.items()):
        reason = equivalence(core, _mutant(core, one), one.file.removesuffix(".sv"))
        if reason:
            known.note(one, Fate.EQUIVALENT, reason)
            say_fate(pending.pop(number))
    if quick:
        return
    for number, what in _run_tests(core, project, folder, pending):
        if what:
            known.note(pending[number], Fate.KILLED, f"test: {what}")
            say_fate(pending.pop(number))
    for one in pending.values():
        if task := first_counterexample(core, one):
            known.note(one, Fate.KILLED, f"formal: {task}")
        elif reason := equivalence(core, _mutant(core, one), one.file.removesuffix(".sv"), whole=True):
            known.note(one, Fate.EQUIVALENT, reason)
        else:
            known.note(one, Fate.SURVIVED)
        say_fate(one)


def _scratch(core: Core, batch: list[Mutation]) -> tuple[dict[int, Mutation], Path, Path]:
    """Return the mutants by their numbers, a project that has them all, and the folder of its runs.

    A mutation of a constant is alone, and is in the text in place of the original.
    """
    numbered = dict(enumerate(batch, 1))
    by_file: dict[str, dict[int, Mutation]] = {}
    for number, one in numbered.items():
        by_file.setdefault(one.file, {})[number] = one
    is_constant = not _is_selectable(core, batch[0])
    texts = {
        file: with_mutation(core_path(core, file).read_text(), batch[0])
        if is_constant
        else with_schema(core_path(core, file).read_text(), own)
        for file, own in by_file.items()
    }
    identity = hashlib.sha256("\0".join(f"{f}\0{t}" for f, t in sorted(texts.items())).encode()).hexdigest()
    folder = cache_dir("mutate", f"{core.name.replace(':', '-')}-{identity[:16]}")
    return numbered, scratch_project(project_root(), folder / "project", texts), folder


def _run_tests(
    core: Core, project: Path, folder: Path, pending: dict[int, Mutation], tests: Sequence[str] = ()
) -> Iterator[tuple[int, str]]:
    """Yield the number of each mutant and the test that detected it, or ""."""
    modules = sorted({one.file.removesuffix(".sv") for one in pending.values()})
    unmutated = _is_selectable(core, next(iter(pending.values()))) if pending else True
    job = {"modules": modules, "unmutated": unmutated, "tests": list(tests)}
    # What is yielded may be removed from the pending ones.
    yield from _worker("tested", core, project, folder, dict(pending), job)


def _is_selectable(core: Core, one: Mutation) -> bool:
    return all(hand.mutation.id != one.id or not hand.is_constant for hand in chosen_mutations(core))


def _worker(
    program: str,
    core: Core,
    project: Path,
    folder: Path,
    pending: Mapping[int, Mutation],
    job: Mapping[str, Any],
) -> Iterator[tuple[int, str]]:
    """Run a program on the scratch project; yield the number of a mutant and what detected it, or ""."""
    if not pending:
        return
    path, log = folder / f"{program}.json", folder / f"{program}.log"
    path.write_text(json.dumps({"core": core.name, "numbers": list(pending), **job}))
    environment = {
        **os.environ,
        "ROUNDEL_ROOT": str(project),
        # Models of mutants are kept apart, so that they can be deleted.
        "ROUNDEL_CACHE": str(cache_dir("mutate", "cache")),
    }
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", f"roundel.mutate.{program}", str(path)],
            env=environment,
            cwd=project,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        answered = set()
        try:
            assert process.stdout
            for line in process.stdout:
                if line.startswith("{"):
                    found = json.loads(line)
                    if found["number"]:
                        answered.add(found["number"])
                        yield found["number"], found["what"]
        finally:
            process.kill()
            process.wait()
    if answered != set(json.loads(path.read_text())["numbers"]):
        raise RoundelError(f"{core.name}: the checks ended early: {last_line(log)}", f"Log: {log}")


class _Known:
    """The fates that are known, in a file of the cache for each content of the core's sources."""

    def __init__(self, core: Core, seed: int) -> None:
        key = f"{core.simulation_hash}\0{RANDOM_TRANSACTIONS}\0{seed}"
        name = hashlib.sha256(key.encode()).hexdigest()[:16]
        self.path = cache_dir("mutate", "fates") / f"{core.name.replace(':', '-')}-{name}.json"
        self.mutants: dict[str, Mutant] = {}
        self.valid: dict[str, bool] = {}
        if self.path.is_file():
            stored = json.loads(self.path.read_text())
            self.valid = stored["valid"]
            for data in stored["mutants"]:
                mutant = Mutant(Mutation(**data["mutation"]), Fate(data["fate"]), data["by"])
                self.mutants[mutant.mutation.id] = mutant

    def note(self, mutation: Mutation, fate: Fate, by: str = "") -> None:
        """Store the fate of a mutant."""
        self.mutants[mutation.id] = Mutant(mutation, fate, by)
        self.save()

    def save(self) -> None:
        """Write the file."""
        mutants = [dataclasses.asdict(one) for one in self.mutants.values()]
        write_atomically(self.path, json.dumps({"valid": self.valid, "mutants": mutants}))
