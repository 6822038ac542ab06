"""`roundel publish`: the results of this machine as published files."""

from __future__ import annotations

import dataclasses
import json
import sys
from typing import Annotated

import typer


def publish(
    check: Annotated[
        bool,
        typer.Option("--check", help="Change nothing; fail where the published files are not up to date."),
    ] = False,
    json_: Annotated[
        bool, typer.Option("--json", help="Print the counts and the changed files as JSON on stdout.")
    ] = False,
) -> None:
    """Merge the stored runs of this machine into results/*.jsonl, and drop what is superseded.

    --check leaves the runs of this machine out.
    """
    from roundel.catalog import load_catalog
    from roundel.compare.commands import figure_sources
    from roundel.lab import open_store
    from roundel.lab.publish import publish as publish_store
    from roundel.paths import project_file, refuse_packaged

    if project_file() is None:  # a user's project has published results of its own
        refuse_packaged("the published results")
    done = publish_store(
        open_store(),
        check=check,
        figures=figure_sources(load_catalog()),
        say=lambda text: print(text, file=sys.stderr, flush=True),
    )
    if json_:
        print(json.dumps(dataclasses.asdict(done), indent=2))
    else:
        counts = f"{done.kept} lines kept, {done.added} added, {done.dropped} dropped"
        print(f"{counts}; {len(done.files)} files change")
        for name in done.files:
            print(f"  {name}")
    if check and done.files:
        print("roundel: run `roundel publish`", file=sys.stderr)
        raise typer.Exit(1)
