"""`roundel energy`: what cores switch for each bit, on standard cells."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.catalog import find_core, load_catalog
from roundel.errors import RoundelError, unknown_name

if TYPE_CHECKING:
    from roundel.catalog import Core, Service
    from roundel.cli.energy_view import EnergyLine, Group
    from roundel.energy import EnergyRatio
    from roundel.implement.liberty import Liberty

NO_ENERGY = (
    "No library states internal power, so loads are counted. For pJ per bit, and ratios that are resolved, "
    "give two: --liberty FILE --liberty FILE. docs/energy.md names free ones."
)


def energy(
    cores: Annotated[
        list[str] | None,
        typer.Argument(
            help="The cores to measure (`roundel list`); without one, the stored figures are printed.",
            metavar="CORE...",
        ),
    ] = None,
    service: Annotated[str | None, typer.Option(help="One of their services; else the main one.")] = None,
    variant: Annotated[str | None, typer.Option(help="A variant of the service; else the main one.")] = None,
    liberty: Annotated[
        list[Path] | None,
        typer.Option(
            help="A .lib file; repeat it for each. If not given: the generic library of Roundel, which "
            "counts loads.",
            metavar="FILE",
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            help="Divide each core by this one; otherwise compare each pair, in the order named. Without a "
            "core: the stored figures of main services."
        ),
    ] = None,
    rerun: Annotated[bool, typer.Option("--rerun", help="Measure what is stored, too.")] = False,
    json_: Annotated[bool, typer.Option("--json", help="Print the figures as JSON on stdout.")] = False,
) -> None:
    """Simulate mapped netlists in long messages, and show the load that they switch for each bit.

    With a library that states internal power the energy is shown, too. A ratio between cores is resolved only
    if two libraries agree, with glitches and without. The figures are stored like measured rows.
    """
    from roundel.cli.energy_view import as_data, show_measured, show_stored

    if cores:
        lines, compared = _measured(cores, service, variant, liberty or [], to, again=rerun)
        if not json_:
            show_measured(lines, compared)
    else:
        given = {"--liberty": liberty, "--service": service, "--variant": variant, "--rerun": rerun}
        for option in (name for name, value in given.items() if value):
            raise RoundelError(f"{option} without a core", "Name the cores to measure.")
        lines = _stored()
        if not lines:
            raise RoundelError("no energy is stored", "Measure that of a core: `roundel energy CORE`.")
        found = _stored_ratios(lines, to)
        compared = [*found.values()]
        if not json_:
            show_stored(lines, found, "the least" if to is None else find_core(to).name)
    if json_:
        print(json.dumps(as_data(lines, compared), indent=2))


def _stored() -> list[EnergyLine]:
    from roundel.cli.energy_view import EnergyLine
    from roundel.compare import read_results
    from roundel.energy import VERSION
    from roundel.lab import open_store

    catalog = load_catalog()
    found = [one for one in read_results(open_store()).figures if one.version.startswith(f"{VERSION} ")]
    newest = {(one.name, one.version): one for one in sorted(found, key=lambda one: one.measured_at)}
    lines = []
    for (name, _), one in sorted(newest.items()):
        service = name.removeprefix(f"{one.core}:").replace(":", " ")
        core = catalog.get(one.core)
        served = core.services if core else ()
        bits = next((each.block_bits for each in served if _text_of(each) == service), 0)
        current = one.with_state(catalog).current
        lines.append(EnergyLine(one.core, service, bits, one.more["library"], current, one.more))
    return lines


def _measured(
    names: Sequence[str],
    service: str | None,
    variant: str | None,
    paths: Sequence[Path],
    to: str | None,
    *,
    again: bool,
) -> tuple[list[EnergyLine], list[EnergyRatio]]:
    from roundel.cli.energy_view import EnergyLine, bounds_of
    from roundel.energy import check_measurable, measure, pairs_of, ratios
    from roundel.lab import open_store

    cores: list[Core] = list({core.name: core for core in map(find_core, names)}.values())
    for core in cores:
        check_measurable(core)
    wanted = [core.service(service, variant) for core in cores]
    divisor = find_core(to).name if to is not None else None
    if divisor is not None and divisor not in [core.name for core in cores]:
        raise unknown_name("core among those named", str(to), names)
    libraries, store = _libraries(paths), open_store()
    if not any(library.powered for library in libraries):
        print(NO_ENERGY, file=sys.stderr)
    lines = []
    for core, one in zip(cores, wanted, strict=True):
        for library in libraries:
            record = measure(
                core, one, library, store, again=again, say=lambda text: print(text, file=sys.stderr)
            )
            name, figures = library.path.name, record["figures"]
            lines.append(EnergyLine(core.name, _text_of(one), one.block_bits, name, True, figures))
    return lines, ratios(bounds_of(lines), pairs_of([core.name for core in cores], divisor))


def _stored_ratios(lines: Sequence[EnergyLine], to: str | None) -> dict[tuple[Group, str], EnergyRatio]:
    """Return the ratios of current figures: within groups, or those of main services to one core."""
    from roundel.cli.energy_view import bounds_of, ratios_to_least
    from roundel.energy import pairs_of, ratios

    if to is None:
        return ratios_to_least(lines)
    divisor = find_core(to).name
    main = {name: _text_of(core.service()) for name, core in load_catalog().items() if core.services}
    chosen = [one for one in lines if one.current and one.service == main.get(one.core)]
    energies = bounds_of(chosen)
    if divisor not in energies:
        raise RoundelError(
            f"no current energy of {divisor} is stored", f"`roundel energy {divisor}` measures it."
        )
    group_of = {one.core: one.group for one in chosen}
    return {(group_of[one.core], one.core): one for one in ratios(energies, pairs_of([*energies], divisor))}


def _text_of(service: Service) -> str:
    return f"{service.name} {service.variant}"


def _libraries(paths: Sequence[Path]) -> list[Liberty]:
    """Return the libraries, each file once; RoundelError for two of one name, or one that maps nothing."""
    from roundel.implement.liberty import GENERIC, read_liberty

    found: dict[str, Liberty] = {}
    for liberty in map(read_liberty, paths or [GENERIC]):
        liberty.check()
        name = liberty.path.name
        if name in found and found[name].sha256 != liberty.sha256:
            raise RoundelError(f"two libraries of the name {name}", "Rename one of them.")
        found.setdefault(name, liberty)
    if len({liberty.sha256 for liberty in found.values()}) < len(found):
        raise RoundelError(f"{', '.join(found)}: the same library under two names", "Omit one of them.")
    return [*found.values()]
