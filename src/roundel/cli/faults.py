"""`roundel faults`: single bit flips in a simulated core, and what the core answers."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.catalog import load_catalog
from roundel.errors import RoundelError

if TYPE_CHECKING:
    from roundel.faults.stored import StoredCampaigns

DEFAULT_FLIPS = 20_000


def faults(
    cores: Annotated[
        list[str] | None,
        typer.Argument(help="Service cores (`roundel list`); without one, the stored table is printed."),
    ] = None,
    flips: Annotated[
        int, typer.Option(min=1, help="Flips in the control; the datapath gets a tenth as many.")
    ] = DEFAULT_FLIPS,
    everything: Annotated[
        bool, typer.Option("--all", help="Flip every bit of the control in every cycle.")
    ] = False,
    watchdog: Annotated[
        bool, typer.Option("--watchdog", help="With a watchdog that resets a core which has stopped.")
    ] = False,
    seed: Annotated[int, typer.Option(help="The seed of transactions and choices.")] = 0,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")] = False,
) -> None:
    """Flip one flip-flop in one cycle of a short transaction, and count what the core answers.

    The counts are stored in results/faults.json.
    """
    from roundel.catalog import find_core
    from roundel.catalog.watchdog import watched
    from roundel.faults import StoredCampaigns, inject

    stored = StoredCampaigns()
    found = [find_core(name) for name in cores or ()]
    if watchdog:
        found = [watched(core) for core in found]
    for core in found:
        campaign = inject(
            core,
            flips=None if everything else flips,
            seed=seed,
            say=lambda line: print(line, file=sys.stderr),
        )
        stored.record(core, campaign, seed)
        for outcome, by in (("accepted", campaign.accepted_by), ("hang", campaign.hangs_by)):
            most = sorted(by.items(), key=lambda one: (-one[1], one[0]))[:10]
            if most:
                registers = ", ".join(f"{path} {count}" for path, count in most)
                print(f"{core.name}: {outcome} by flips in {registers}", file=sys.stderr)
    names = [core.name for core in found] or [*stored.campaigns]
    if not names:
        raise RoundelError(f"no counts in {stored.path}", "Count those of a core: `roundel faults CORE`.")
    if json_:
        print(json.dumps({name: asdict(stored.campaigns[name]) for name in names}, indent=2))
    else:
        _show(stored, names)


def _show(stored: StoredCampaigns, names: list[str]) -> None:
    from roundel.cli.tables import console_of, print_table
    from roundel.faults import Outcome

    rows: list[list[str | float | None]] = []
    any_stale = False
    for name in names:
        one = stored.campaigns[name]
        stale = _source_hash(name) != one.source_hash
        any_stale |= stale
        rows.append(
            [
                name + ("*" if stale else ""),
                one.control_bits,
                one.data_bits,
                f"{100 * one.flips / one.places:.3g} %",
                one.flips,
                *(one.outcomes.get(outcome, 0) for outcome in Outcome),
                sum(one.data_outcomes.values()),
                *(one.data_outcomes.get(outcome, 0) for outcome in (Outcome.ACCEPTED, Outcome.HANG)),
            ]
        )
    heads = (
        *("core", "control FF", "data FF", "tried", "flips", *Outcome),
        *("data flips", "accepted", "hang"),
    )
    print_table(console_of(), heads, rows)
    print("tried: of all pairs of a control FF and a cycle of the transactions")
    if any_stale:
        print("*: the sources have changed since")


def _source_hash(name: str) -> str | None:
    """Return the hash of the sources of a core, alone or with its watchdog; None if there is no such core."""
    from roundel.catalog.watchdog import SUFFIX, watched

    core = load_catalog().get(name.removesuffix(SUFFIX))
    if core is None:
        return None
    return (watched(core) if name.endswith(SUFFIX) else core).source_hash
