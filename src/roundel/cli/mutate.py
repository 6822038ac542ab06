"""`roundel mutate`: single-line mutations of the RTL, and the checks that detect them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.catalog import load_catalog
from roundel.errors import RoundelError

if TYPE_CHECKING:
    from roundel.mutate.stored import MutantFile

DEFAULT_COUNT = 16


def mutate(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Cores or families; without one, the stored table is printed."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Mutate the cores of all families.")] = False,
    count: Annotated[int, typer.Option(min=1, help="Random mutants of each core.")] = DEFAULT_COUNT,
    seed: Annotated[int, typer.Option(help="The seed of the choice and of the transactions.")] = 0,
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out tests and proofs; store nothing in results.")
    ] = False,
    again: Annotated[
        list[str] | None,
        typer.Option(help="Run only this test, and only on mutants that were not detected; repeatable."),
    ] = None,
    survivors: Annotated[bool, typer.Option("--survivors", help="Print the undetected mutants.")] = False,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")] = False,
) -> None:
    """Change single expressions of a core's RTL, and find the check that detects each change.

    The mutants are stored in results/mutants.json. A run that is interrupted resumes. It needs a checkout,
    whose tests it runs.
    """
    from roundel.mutate import mutate, mutate_survivors
    from roundel.mutate.campaign import Fate
    from roundel.mutate.families import cores_of
    from roundel.mutate.stored import MutantFile

    stored = MutantFile()
    cores = cores_of(names or ()) if names or everything else []
    for core in cores:
        if again:
            mutate_survivors(core, again, seed=seed, say=lambda line: print(line, file=sys.stderr))
        found = mutate(
            core, count=count, seed=seed, quick=quick, say=lambda line: print(line, file=sys.stderr)
        )
        if quick:
            left = sum(one.fate is Fate.SURVIVED for one in found)
            print(f"{core.name}: {left} of {len(found)} mutants are left for tests and proofs")
        else:
            stored.record(core, found, seed)
    if quick:
        return
    shown = [core.name for core in cores] or [*stored.cores]
    if not shown:
        raise RoundelError(f"no mutants in {stored.path}", "Make those of a core: `roundel mutate CORE`.")
    if json_:
        print(json.dumps({name: asdict(stored.cores[name]) for name in shown}, indent=2))
    elif survivors:
        for name in shown:
            for one in stored.cores[name].survivors:
                print(f"{name}: {one.summary}")
    else:
        _show(stored, shown)


def _show(stored: MutantFile, names: list[str]) -> None:
    from roundel.cli.tables import console_of, print_table
    from roundel.mutate.campaign import Fate
    from roundel.mutate.families import FAMILIES, family_of

    catalog = load_catalog()
    members = {core for cores in FAMILIES.values() for core in cores}
    rows: list[list[str | float | None]] = []
    totals: Counter[str] = Counter()
    any_stale = False
    for name in sorted(names, key=lambda name: (family_of(name) if name in members else "", name)):
        one = stored.cores[name]
        stale = name not in catalog or catalog[name].simulation_hash != one.source_hash
        any_stale |= stale
        counts = Counter({f"by {kind}": number for kind, number in one.killed_by.items()})
        counts += Counter({fate: one.count(fate) for fate in Fate})
        totals += counts
        family = family_of(name) if name in members else ""
        rows.append([family, name + ("*" if stale else ""), *_row(counts)])
    if len(rows) > 1:
        rows.append(["all", "", *_row(totals)])
    checks = ("verify", "tests", "formal")
    heads = ("family", "core", "mutants", *checks, "survived", "killed", "equivalent", "invalid")
    print_table(console_of(), heads, rows)
    print("mutants: those that elaborate and are not equivalent")
    print("verify, tests, formal: what killed them first")
    if any_stale:
        print("*: the sources have changed since")


def _row(counts: Counter[str]) -> list[str | float | None]:
    from roundel.mutate.campaign import Fate

    killed, survived = counts[Fate.KILLED], counts[Fate.SURVIVED]
    tried = killed + survived
    rate = f"{100 * killed / tried:.1f} %" if tried else "-"
    by = (counts[f"by {kind}"] for kind in ("verify", "test", "formal"))
    return [tried, *by, survived, rate, counts[Fate.EQUIVALENT], counts[Fate.INVALID]]
