"""`roundel verify`: a core against known answers and random transactions."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.paths import vectors_dir

if TYPE_CHECKING:
    from roundel.verify.report import Failure, Report
    from roundel.verify.timing import Difference, Timing

SHOWN_FAILURES = 10


def verify(
    cores: Annotated[list[str], typer.Argument(help="Catalog names, as `roundel list` shows them.")],
    vectors: Annotated[
        Path | None,
        typer.Option(
            help="A file or a directory of known answers, in place of the project's tests/vectors: Roundel's "
            "JSON, Wycheproof, ACVP, or NIST's .rsp."
        ),
    ] = None,
    random: Annotated[int, typer.Option(min=0, help="The number of random transactions.")] = 1000,
    seed: Annotated[int, typer.Option(help="The seed of the random transactions.")] = 0,
    timing: Annotated[
        int, typer.Option(min=0, help="The number of pairs of transactions whose timing is compared.")
    ] = 100,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")] = False,
) -> None:
    """Check cores in simulation against known answers and random transactions; compare their timing.

    The random ones have stalls on both sides and illegal sequences in between. Timing is compared between
    transactions of the same lengths with other keys, data and tags: each beat must take the same cycle. Exit
    status 1 if anything fails, or if a row is malformed. A known answer that a core does not serve is counted
    as such, never as passed.
    """
    from roundel.verify.run import check_verifiable, verify_core
    from roundel.verify.timing import Timing, compare_timing
    from roundel.verify.vectors import read

    known = read(vectors or vectors_dir())
    malformed = tuple(error.message for error in known.malformed)
    found = list(map(find_core, cores))
    for core in found:
        check_verifiable(core)
    reports = [
        dataclasses.replace(verify_core(core, known.entries, random=random, seed=seed), malformed=malformed)
        for core in found
    ]
    timings = [compare_timing(core, pairs=timing, seed=seed) if timing else Timing(0) for core in found]
    if json_:
        data = [
            dataclasses.asdict(report) | {"timing": one.compared, "timing_failed": len(one.differences)}
            for report, one in zip(reports, timings, strict=True)
        ]
        print(json.dumps(data, indent=2))
    else:
        _show(reports, timings)
    for report in reports:
        for failure in report.failures[:SHOWN_FAILURES]:
            print(_describe(report, failure), file=sys.stderr)
        if len(report.failures) > SHOWN_FAILURES:
            print(f"... and {len(report.failures) - SHOWN_FAILURES} more failures", file=sys.stderr)
    for message in malformed[:SHOWN_FAILURES]:
        print(f"MALFORMED {message}", file=sys.stderr)
    if malformed:
        print(f"{len(malformed)} rows are malformed; {len(known.entries)} were read", file=sys.stderr)
    for report in reports:
        if not report.served and not report.random:
            raise RoundelError(
                f"nothing to verify {report.core} by: it serves none of {len(known.entries)} known answers",
                "Name others by --vectors, or ask for --random transactions.",
            )
    for report, compared in zip(reports, timings, strict=True):
        for one in compared.differences[:SHOWN_FAILURES]:
            print(_difference(report, one), file=sys.stderr)
    if not all(report.ok for report in reports) or any(one.differences for one in timings):
        raise typer.Exit(1)


def _difference(report: Report, one: Difference) -> str:
    return (
        f"FAILED {report.core}: timing depends on values: {one.first_cycles} cycles for {one.first}, "
        f"{one.second_cycles} for {one.second}"
    )


def _show(reports: list[Report], timings: list[Timing]) -> None:
    from roundel.cli.tables import console_of, print_table

    heads = (
        *("core", "served", "passed", "failed", "not served", "random", "failed"),
        *("timing pairs", "differ", "seed"),
    )
    rows = [
        (
            *(r.core, r.served, r.passed, r.failed, r.not_served, r.random, r.random_failed),
            *(one.compared, len(one.differences), r.seed),
        )
        for r, one in zip(reports, timings, strict=True)
    ]
    console = console_of()
    print_table(console, heads, rows)
    for report in reports:
        if report.not_served:
            families: Counter[str] = Counter()
            for alg, count in report.not_served_algs.items():
                families[alg.partition("[")[0]] += count
            print_table(console, (f"not served by {report.core}", "known answers"), families.items())


def _describe(report: Report, failure: Failure) -> str:
    lines = [f"FAILED {report.core}: {failure.origin}: {failure.what} (seed {report.seed}, {failure.stalls})"]
    for title, items in (
        ("after", failure.before),
        ("input", failure.inputs),
        ("expected", failure.expected),
        ("got", failure.got or ("nothing",)),
    ):
        lines += [f"  {title:8} {item}" for item in items]
    return "\n".join(lines)
