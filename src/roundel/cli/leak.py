"""`roundel leak`: masked gadgets, checked for leaks of one probe on their netlists."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.errors import RoundelError, unknown_name

if TYPE_CHECKING:
    from roundel.leak import Answer, Gadget

OUTPUTS = {True: "uniform", False: "not uniform", None: "not decided"}


def leak(
    names: Annotated[list[str] | None, typer.Argument(help="Gadgets; without one, all of them.")] = None,
    transitions: Annotated[
        bool, typer.Option("--transitions", help="A probe sees two successive cycles.")
    ] = False,
    faults: Annotated[
        bool, typer.Option("--faults", help="Insert each fault of the gadgets; the check must find it.")
    ] = False,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")] = False,
) -> None:
    """Check masked gadgets: exact first-order probing of the mapped netlist, with glitches.

    The gadgets and their faults are in formal/gadgets.toml. The exit status is 1 if a probe depends on a
    secret, if the shares of an output are not uniform, if one of both is not decided, or if a fault is not
    found. A fault that gives a netlist which the check refuses does not count as found.
    """
    from roundel.cli.tables import console_of, print_table
    from roundel.leak import check_gadget, load_gadgets

    known = load_gadgets()
    for name in names or ():
        if name not in known:
            raise unknown_name("gadget", name, known)
    chosen = [known[name] for name in dict.fromkeys(names or known)]
    if faults:
        _faults(chosen, transitions, json_)
        return
    answers = {gadget.name: check_gadget(gadget, transitions=transitions) for gadget in chosen}
    if json_:
        print(json.dumps({name: asdict(answer) for name, answer in answers.items()}, indent=2))
    else:
        heads = (
            *("gadget", "cells", "registers", "fresh bits", "signals"),
            *("probes", "leaking", "undecided", "outputs"),
        )
        rows: list[list[str | float | None]] = [
            [
                *(name, one.cells, one.registers, one.fresh, one.signals),
                *(one.probes, one.leaking, one.undecided, OUTPUTS[one.uniform]),
            ]
            for name, one in answers.items()
        ]
        print_table(console_of(), heads, rows)
    if not all(one.holds for one in answers.values()):
        raise typer.Exit(1)


def _faults(chosen: list[Gadget], transitions: bool, json_: bool) -> None:
    from roundel.cli.tables import console_of, print_table
    from roundel.leak import check_gadget

    found: list[tuple[str, str, Answer | RoundelError]] = []
    for gadget in chosen:
        for fault in gadget.faults:
            try:
                answer: Answer | RoundelError = check_gadget(gadget, transitions=transitions, fault=fault)
            except RoundelError as error:
                answer = error
            found.append((gadget.name, fault.what, answer))
    if json_:
        listed = [
            {
                "gadget": name,
                "fault": what,
                **({"refused": one.message} if isinstance(one, RoundelError) else asdict(one)),
            }
            for name, what, one in found
        ]
        print(json.dumps(listed, indent=2))
    else:
        heads = ("gadget", "fault", "probes", "leaking", "undecided", "outputs", "fault is")
        rows = [[name, what, *_fault_cells(one)] for name, what, one in found]
        print_table(console_of(), heads, rows)
    if not all(not isinstance(one, RoundelError) and one.fails for _, _, one in found):
        raise typer.Exit(1)


def _fault_cells(answer: Answer | RoundelError) -> list[str | float | None]:
    if isinstance(answer, RoundelError):
        return ["-", "-", "-", "-", f"refused: {answer.message}"]
    verdict = "found" if answer.fails else "not found" if answer.holds else "not decided"
    return [answer.probes, answer.leaking, answer.undecided, OUTPUTS[answer.uniform], verdict]
