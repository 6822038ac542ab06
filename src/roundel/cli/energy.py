"""`roundel energy`: what cores switch for each bit, on standard cells."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from roundel.catalog import load_catalog
from roundel.errors import RoundelError, unknown_name

if TYPE_CHECKING:
    from roundel.catalog import Core, Service
    from roundel.energy import Bounds, EnergyRatio
    from roundel.implement.liberty import Liberty


@dataclass(frozen=True)
class _Line:
    """A stored figure: of a service (its name and variant), in a library."""

    core: str
    service: str
    library: str
    current: bool
    figures: Mapping[str, Any]


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
    compared: list[EnergyRatio] = []
    if not cores:
        given = {
            "--liberty": liberty,
            "--service": service,
            "--variant": variant,
            "--rerun": rerun,
        }
        for option in (name for name, value in given.items() if value):
            raise RoundelError(f"{option} without a core", "Name the cores to measure.")
        lines = _stored()
        if not lines:
            raise RoundelError("no energy is stored", "Measure that of a core: `roundel energy CORE`.")
        compared = _stored_ratios(lines, to) if to else []
    else:
        lines, compared = _measured(cores, service, variant, liberty or [], to, again=rerun)
    if json_:
        print(json.dumps(_as_data(lines, compared), indent=2))
    else:
        _show(lines, compared)


def _stored() -> list[_Line]:
    from roundel.compare import read_results
    from roundel.energy import VERSION
    from roundel.lab import open_store

    catalog = load_catalog()
    found = [one for one in read_results(open_store()).figures if one.version.startswith(f"{VERSION} ")]
    newest = {(one.name, one.version): one for one in sorted(found, key=lambda one: one.measured_at)}
    lines = []
    for (name, _), one in sorted(newest.items()):
        service = name.removeprefix(f"{one.core}:").replace(":", " ")
        library = one.more["library"]
        lines.append(_Line(one.core, service, library, one.with_state(catalog).current, one.more))
    return lines


def _measured(
    names: Sequence[str],
    service: str | None,
    variant: str | None,
    paths: Sequence[Path],
    to: str | None,
    *,
    again: bool,
) -> tuple[list[_Line], list[EnergyRatio]]:
    from roundel.catalog import find_core
    from roundel.energy import measure, pairs_of, ratios
    from roundel.lab import open_store

    cores: list[Core] = list({core.name: core for core in map(find_core, names)}.values())
    wanted = [core.service(service, variant) for core in cores]
    divisor = find_core(to).name if to is not None else None
    if divisor is not None and divisor not in [core.name for core in cores]:
        raise unknown_name("core among those named", str(to), names)
    libraries, store = _libraries(paths), open_store()
    lines = []
    for core, one in zip(cores, wanted, strict=True):
        for library in libraries:
            record = measure(
                core, one, library, store, again=again, say=lambda text: print(text, file=sys.stderr)
            )
            lines.append(_Line(core.name, _text_of(one), library.path.name, True, record["figures"]))
    return lines, ratios(_bounds_of(lines), pairs_of([core.name for core in cores], divisor))


def _stored_ratios(lines: Sequence[_Line], to: str) -> list[EnergyRatio]:
    """Return the ratios of current figures of main services to those of one core."""
    from roundel.catalog import find_core
    from roundel.energy import pairs_of, ratios

    divisor = find_core(to).name
    main = {name: _text_of(core.service()) for name, core in load_catalog().items() if core.services}
    energies = _bounds_of(one for one in lines if one.current and one.service == main.get(one.core))
    if divisor not in energies:
        raise RoundelError(
            f"no current energy of {divisor} is stored", f"`roundel energy {divisor}` measures it."
        )
    return ratios(energies, pairs_of([*energies], divisor))


def _text_of(service: Service) -> str:
    return f"{service.name} {service.variant}"


def _bounds_of(lines: Iterable[_Line]) -> dict[str, dict[str, Bounds]]:
    """Return the energies by core, then by library."""
    from roundel.energy import Energy

    energies: dict[str, dict[str, Bounds]] = {}
    for line in lines:
        energies.setdefault(line.core, {})[line.library] = Energy.of(line.figures).bounds
    return energies


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


def _as_data(lines: Sequence[_Line], compared: Sequence[EnergyRatio]) -> dict[str, Any]:
    return {
        "energies": [
            {"core": one.core, "service": one.service, "current": one.current, **one.figures} for one in lines
        ],
        "ratios": [
            {
                **{"core": one.core, "divisor": one.divisor, "of_libraries": one.of_libraries},
                **{"low": one.low, "high": one.high, "resolved": one.resolved, "verdict": one.verdict},
            }
            for one in compared
        ],
    }


def _show(lines: Sequence[_Line], compared: Sequence[EnergyRatio]) -> None:
    from roundel.cli.tables import console_of, print_table

    out = console_of()
    heads = ("core", "service", "library", "gates", "FF", "load/bit", "of it settled", "clock/bit", "unit")
    rows = [
        (
            *(one.core + ("" if one.current else "*"), one.service, one.library),
            *(one.figures["gates"], one.figures["flip_flops"]),
            *(_short(one.figures[name]) for name in ("switched", "settled", "clock")),
            *(one.figures["unit"], _short(one.figures["energy"]), _short(one.figures["energy_settled"])),
        )
        for one in lines
    ]
    print_table(out, (*heads, "pJ/bit", "without\nglitches"), rows)
    if any(not one.current for one in lines):
        print("*: the sources have changed since")
    if compared:
        shown = [
            (
                f"{one.core} / {one.divisor}",
                ", ".join(
                    f"{_short(min(bounds))} to {_short(max(bounds))} in {library}"
                    for library, bounds in one.of_libraries.items()
                ),
                one.verdict,
            )
            for one in compared
        ]
        print_table(out, ("ratio", "without and with glitches", "verdict"), shown)


def _short(value: float | None) -> str | None:
    """Return a number with three digits."""
    if value is None:
        return None
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"
