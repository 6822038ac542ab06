"""`roundel guard`: a design against a committed baseline, for CI."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from xml.etree import ElementTree

import typer

from roundel.cli.options import TARGET_NAMES

if TYPE_CHECKING:
    from roundel.lab.guard import Finding, Guarded


def guard(
    cores: Annotated[
        list[str] | None,
        typer.Argument(help="Only these cores; all that apply if none.", metavar="[CORE...]"),
    ] = None,
    update: Annotated[
        bool, typer.Option("--update", help="Measure, and write the baseline: commit it then.")
    ] = False,
    baseline: Annotated[
        Path | None, typer.Option(help="The baseline; that of roundel.toml, or roundel-baseline.json.")
    ] = None,
    target: Annotated[
        str | None, typer.Option(help=f"With --update, the targets of the baseline: {TARGET_NAMES}.")
    ] = None,
    seeds: Annotated[
        int | None, typer.Option(min=1, help="With --update, the seeds of place and route: 1..N.")
    ] = None,
    stop_after: Annotated[
        str | None, typer.Option(help="With --update, synthesis: no place and route.", metavar="STEP")
    ] = None,
    lut: Annotated[float | None, typer.Option(min=0, help="Percent more LUTs that pass.")] = None,
    ff: Annotated[float | None, typer.Option(min=0, help="Percent more flip-flops that pass.")] = None,
    fmax: Annotated[float | None, typer.Option(min=0, help="Percent between intervals that pass.")] = None,
    cycles: Annotated[int | None, typer.Option(min=0, help="More cycles for a block that pass.")] = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Write a table for the comment of a pull request.", metavar="FILE")
    ] = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML.", metavar="FILE")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Runs at a time.")] = None,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that one tool may take.")] = 1800.0,
    json_: Annotated[bool, typer.Option("--json", help="Print the verdicts as JSON on stdout.")] = False,
) -> None:
    """Compare cores with a committed baseline: exit status 1 where a figure moved for the worse.

    What has not changed is not measured again.
    """
    from roundel.catalog import find_core, load_catalog
    from roundel.catalog.project import open_project
    from roundel.catalog.project_file import GuardBounds
    from roundel.cli.bench import stopped_after
    from roundel.cli.bench_view import progress
    from roundel.errors import RoundelError
    from roundel.implement import targets_of
    from roundel.lab import open_store
    from roundel.lab.guard import Bounds, measure, read_baseline, write_baseline
    from roundel.lab.guard import guard as run_guard

    project = open_project()
    said = project.guard if project else GuardBounds()
    path = baseline or (project.folder if project else Path()) / said.baseline
    store = open_store()
    if update:
        chosen = [find_core(name) for name in cores or ()]
        chosen = chosen or [core for core in load_catalog().values() if core.folder is not None]
        if not chosen:
            raise RoundelError("no core is named, and there is no project", "Name the cores of the baseline.")
        targets = stopped_after(stop_after or said.stop_after or None, targets_of(target or said.targets))
        with progress() as listener:
            rows, records = measure(
                chosen,
                targets,
                seeds or said.seeds,
                store,
                jobs=jobs,
                limit_seconds=timeout,
                listener=listener,
            )
        write_baseline(path, rows, records)
        print(f"{path}: {len(rows)} rows of {len(records)} runs", file=sys.stderr)
        return
    if target or seeds or stop_after:
        raise RoundelError("--target, --seeds and --stop-after belong to --update", "The baseline has them.")
    bounds = Bounds(
        lut=said.lut if lut is None else lut,
        ff=said.ff if ff is None else ff,
        fmax=said.fmax if fmax is None else fmax,
        cycles=said.cycles if cycles is None else cycles,
    )
    held = read_baseline(path)
    named = {find_core(name).name for name in cores or ()}
    if named - {row["core"] for row in held.rows}:
        missing = ", ".join(sorted(named - {row["core"] for row in held.rows}))
        raise RoundelError(f"{path} has no row of {missing}", "Add it: `roundel guard --update`.")
    with progress() as listener:
        found = run_guard(
            held,
            store,
            bounds,
            only=lambda row: not named or row["core"] in named,
            jobs=jobs,
            limit_seconds=timeout,
            listener=listener,
        )
    if json_:
        print(json.dumps([dataclasses.asdict(one) | {"ok": one.ok} for one in found], indent=2))
    else:
        _print(found)
    if markdown:
        markdown.write_text(markdown_of(found))
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with Path(summary).open("a") as file:
            file.write(markdown_of(found))
    if junit:
        junit.write_text(junit_of(found))
    if not all(one.ok for one in found):
        raise typer.Exit(1)


def _print(found: Sequence[Guarded]) -> None:
    from roundel.cli.tables import console_of, print_table

    console = console_of()
    heads = ("core", "service", "target", "figure", "baseline", "now", "change", "bound", "verdict")
    lines = [
        (one.core, one.service, one.target, f.figure, f.before, f.now, f.change, f.bound, f.verdict)
        for one in found
        for f in one.findings
    ]
    if lines:
        print_table(console, heads, lines)
    for one in found:
        name = f"{one.core} {one.service} on {one.target}"
        for note in (*((f"failed: {one.error}",) if one.error else ()), *one.notes):
            console.print(f"{name}: {note}", highlight=False, markup=False, soft_wrap=True)
    console.print(verdict_of(found), highlight=False, markup=False)


def verdict_of(found: Sequence[Guarded]) -> str:
    """Return the outcome in a sentence."""
    from roundel.lab.guard import UNRESOLVED, WORSE

    verdicts = [f.verdict for one in found for f in one.findings]
    failed = sum(bool(one.error) for one in found)
    worse, open_ = verdicts.count(WORSE), verdicts.count(UNRESOLVED)
    state = "passed" if all(one.ok for one in found) else "failed"
    return (
        f"guard {state}: {len(found)} rows, {worse} figures worse, {open_} not resolved, {failed} rows failed"
    )


def markdown_of(found: Sequence[Guarded]) -> str:
    """Return the verdicts as Markdown, for a comment on a pull request."""
    lines = [f"### Roundel: {verdict_of(found)}", ""]
    lines += [
        "| core | target | figure | baseline | now | change | verdict |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in found:
        if one.error:
            lines.append(f"| {one.core} | {one.target} | | | | | **failed**: {_cell(one.error)} |")
        for f in one.findings:
            verdict = f"**{f.verdict}** (bound {f.bound})" if f.verdict in ("worse", "failed") else f.verdict
            cells = (f"{one.core} {one.service}", one.target, f.figure, f.before, f.now, f.change, verdict)
            lines.append(f"| {' | '.join(map(_cell, cells))} |")
    notes = [f"- {one.core} on {one.target}: {note}" for one in found for note in one.notes]
    if notes:
        lines += ["", *notes]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def junit_of(found: Sequence[Guarded]) -> str:
    """Return the verdicts as JUnit XML: a case for each figure."""
    suite = ElementTree.Element("testsuite", name="roundel guard")
    counts = {"tests": 0, "failures": 0, "errors": 0}
    for one in found:
        place = f"{one.core}.{one.target}.{one.service}".replace(" ", "-")
        if one.error:
            case = ElementTree.SubElement(suite, "testcase", classname=place, name="measured")
            ElementTree.SubElement(case, "error", message=one.error)
            counts["tests"] += 1
            counts["errors"] += 1
        for f in one.findings:
            case = ElementTree.SubElement(suite, "testcase", classname=place, name=f.figure)
            counts["tests"] += 1
            text = _sentence(f)
            if f.verdict in ("worse", "failed"):
                counts["failures"] += 1
                ElementTree.SubElement(case, "failure", message=text)
            else:
                ElementTree.SubElement(case, "system-out").text = text
    for name, count in counts.items():
        suite.set(name, str(count))
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _sentence(f: Finding) -> str:
    change = f", {f.change}" if f.change else ""
    return f"{f.verdict}: {f.before} to {f.now}{change}; bound {f.bound or 'none'}"
