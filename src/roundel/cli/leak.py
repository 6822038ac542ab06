"""`roundel leak`: masked gadgets and cores, checked for leaks on their netlists."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.errors import RoundelError, unknown_name

if TYPE_CHECKING:
    from roundel.catalog import Core
    from roundel.leak import Answer, Composition, Gadget

OUTPUTS = {True: "uniform", False: "not uniform", None: "not decided"}


def leak(
    names: Annotated[
        list[str] | None, typer.Argument(help="Gadgets or masked cores; without one, all gadgets.")
    ] = None,
    transitions: Annotated[
        bool, typer.Option("--transitions", help="A probe sees two successive cycles.")
    ] = False,
    faults: Annotated[
        bool, typer.Option("--faults", help="Insert each fault of the gadgets; the check must find it.")
    ] = False,
    placed: Annotated[
        bool, typer.Option("--placed", help="Check the netlist after place and route on ECP5.")
    ] = False,
    traces: Annotated[
        int | None,
        typer.Option("--traces", min=1000, help="Simulate so many traces instead, fixed against random."),
    ] = None,
    no_randomness: Annotated[
        bool, typer.Option("--no-randomness", help="With --traces: share 1 and the fresh bits are zero.")
    ] = False,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")] = False,
) -> None:
    """Check masked gadgets: exact first-order probing of the mapped netlist, with glitches.

    Of a masked core its composition is checked: shares meet in gadgets alone, and each fresh bit has one use.
    With --traces the toggles of gadgets and cores are simulated instead, and a t-test compares fixed and
    random blocks.
    With --placed the netlist is that after place and route; of a core, that must not change any cell.

    The gadgets and the faults are in formal/gadgets.toml and formal/masked_cores.toml. The exit status is 1
    if a probe depends on a secret, if the shares of an output are not uniform, if one of both is not decided,
    if a core breaks a rule, if |t| of first order is 4.5 or more, or if a fault is not found. A fault that
    gives a netlist which the check refuses does not count as found.
    """
    from roundel.catalog import load_catalog
    from roundel.cli.tables import console_of, print_table
    from roundel.leak import check_gadget, load_gadgets

    known = load_gadgets()
    cores = {core.name: core for core in load_catalog().values() if core.masked} if names else {}
    for name in names or ():
        if name not in known and name not in cores:
            raise unknown_name("gadget or masked core", name, [*known, *cores])
    chosen = [known[name] for name in dict.fromkeys(names or known) if name in known]
    chosen_cores = [cores[name] for name in dict.fromkeys(names or ()) if name in cores]
    if no_randomness and traces is None:
        raise RoundelError("--no-randomness is of --traces", "Give --traces, or omit it.")
    if placed and faults:
        raise RoundelError("faults are found before place and route", "Omit --placed or --faults.")
    if traces is not None:
        if faults or transitions or placed:
            raise RoundelError(
                "--traces has neither faults nor probes", "Omit --faults, --transitions and --placed."
            )
        _traces([*chosen, *chosen_cores], traces, not no_randomness, json_)
        return
    if chosen_cores:
        if len(chosen_cores) < len(set(names or ())) or transitions:
            raise RoundelError(
                "a masked core is checked by rules of its composition",
                "Name no gadget beside it, and omit --transitions.",
            )
        _cores(chosen_cores, faults, placed, json_)
        return
    if faults:
        _faults(chosen, transitions, json_)
        return
    answers = {gadget.name: check_gadget(gadget, transitions=transitions, placed=placed) for gadget in chosen}
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


def _cores(chosen: list[Core], faults: bool, placed: bool, json_: bool) -> None:
    from roundel.cli.tables import console_of, print_table
    from roundel.leak import check_core, core_faults

    listed: list[tuple[str, str, Composition]] = []
    for core in chosen:
        for fault in core_faults(core) if faults else (None,):
            listed.append((core.name, fault.what if fault else "", check_core(core, fault, placed=placed)))
    if json_:
        print(
            json.dumps([{"core": name, "fault": what, **asdict(one)} for name, what, one in listed], indent=2)
        )
    else:
        heads = ("core", *(("fault",) if faults else ()), "gadgets", "other cells", "signals of a share")
        rows: list[list[str | float | None]] = [
            [
                *((name, what) if faults else (name,)),
                *(one.gadgets, one.cells, one.shared, one.fresh),
                "; ".join(one.violations) or "none",
            ]
            for name, what, one in listed
        ]
        print_table(console_of(), (*heads, "fresh bits", "broken rules"), rows)
    if not all(one.holds != faults for _, _, one in listed):
        raise typer.Exit(1)


def _traces(chosen: list[Gadget | Core], traces: int, randomness: bool, json_: bool) -> None:
    from roundel.cli.tables import console_of, print_table
    from roundel.leak import Gadget, assess, assess_gadget

    answers = {
        one.name: assess_gadget(one, traces, randomness=randomness)
        if isinstance(one, Gadget)
        else assess(one, traces, randomness=randomness)
        for one in chosen
    }
    if json_:
        print(json.dumps({name: asdict(answer) for name, answer in answers.items()}, indent=2))
    else:
        heads = ("name", "randomness", "traces", "cycles", "signals", "max |t|, first order", "second order")
        rows: list[list[str | float | None]] = [
            [
                *(name, "on" if randomness else "off", one.traces, one.cycles, one.signals),
                *(
                    f"{one.first:.2f} in cycle {one.first_cycle}",
                    f"{one.second:.2f} in cycle {one.second_cycle}",
                ),
            ]
            for name, one in answers.items()
        ]
        print_table(console_of(), heads, rows)
    if not all(one.holds for one in answers.values()):
        raise typer.Exit(1)
