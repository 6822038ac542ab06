"""`roundel acvp`: the response of a simulated core to a vector set of ACVP."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

SHOWN_DIFFERENCES = 10


def acvp(
    prompt: Annotated[Path, typer.Argument(help="A vector set: prompt.json or internalProjection.json.")],
    core: Annotated[str, typer.Option(help="The core or engine that answers (`roundel list`).")],
    out: Annotated[Path, typer.Option(help="The file for the response.")] = Path("response.json"),
    expected: Annotated[
        Path | None, typer.Option(help="Expected results, with which the response is compared.")
    ] = None,
) -> None:
    """Answer a vector set of ACVP from a simulated core, Monte Carlo tests too.

    Groups and tests that the core does not serve are named. Exit status 1 if there are any, or if the
    response differs from the expected results.
    """
    from roundel.acvp import answer, differences, read_set, results_in
    from roundel.acvp.sets import read_json
    from roundel.catalog import find_core
    from roundel.process.atomic import write_atomically

    content = read_json(prompt)
    known = results_in(read_json(expected)) if expected else {}
    done = answer(read_set(str(prompt), content), find_core(core), lambda line: print(line, file=sys.stderr))
    response: Any = done.response
    if isinstance(content, list):  # the protocol's version comes before the set
        head = [part for part in content if isinstance(part, dict) and "testGroups" not in part]
        response = [*head, response]
    write_atomically(out, json.dumps(response, indent=2) + "\n")
    print(f"{out}: {done.answered} tests answered by {core}")
    for sentence in done.not_served:
        print(f"NOT SERVED {sentence}", file=sys.stderr)
    wrong = differences(done.response, known) if expected else []
    for sentence in wrong[:SHOWN_DIFFERENCES]:
        print(f"DIFFERENT {sentence}", file=sys.stderr)
    if expected:
        print(f"{done.answered - len(wrong)} of {done.answered} answers equal the expected results")
    if done.not_served or wrong:
        raise typer.Exit(1)
