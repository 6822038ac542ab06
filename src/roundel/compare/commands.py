"""The commands that make rows and figures: what to run where one is missing, stale or failed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from roundel.catalog import Core, Service
from roundel.compare.measured import isa_source
from roundel.implement import Target
from roundel.implement.liberty import GENERIC
from roundel.implement.report import UNFIT, state_of
from roundel.lab.sources import FigureSources


def row_command(core: Core, service: Service, target: Target) -> str:
    """Return the command that makes the row of a service."""
    all_variants = "" if service == core.service() else " --all-variants"
    return f"roundel bench {core.name} --target {target.name}{all_variants}"


def retry_hint(reason: str, command: str) -> str:
    """Return what to do about a failure for a reason, given the command that makes the row."""
    if state_of(reason) == UNFIT:
        return "Name a target with a larger device."
    return f"`{command} --retry` tries again."


def figure_command(figure: str, catalog: Mapping[str, Core]) -> str:
    """Return the command that makes the figure "name/version", or nothing if none does."""
    from roundel.lab.messages import KEPT_VERSION, VERSION, name_of  # the golden models, which no row needs

    name, _, version = figure.partition("/")
    if isa_source(name, version) is not None:
        return "roundel isa measure"
    energy = re.fullmatch(r"energy (.+)", version)
    if energy is None and version not in (VERSION, KEPT_VERSION):
        return ""
    for core in catalog.values():
        for service in core.services:
            if name_of(core, service) == name:
                words = ["roundel energy" if energy else "roundel messages", core.name]
                words += ["--service", service.name, "--variant", service.variant]
                if energy:
                    return " ".join([*words, *_liberty_words(energy[1])])
                return " ".join([*words, *(["--kept-keys"] if version == KEPT_VERSION else [])])
    return ""


def _liberty_words(stem: str) -> list[str]:
    """Return the option of a library of cells, nothing for Roundel's own."""
    return [] if stem == GENERIC.stem else ["--liberty", f"{stem}.lib"]


def figure_sources(catalog: Mapping[str, Core]) -> FigureSources:
    """Return what publishing has to know of figures that are of no core."""
    return FigureSources(isa_source, lambda name, version: figure_command(f"{name}/{version}", catalog))


def fewest_commands(commands: Iterable[str]) -> list[str]:
    """Return commands once each, without those whose rows another of them makes too."""
    known = dict.fromkeys(commands)
    return [command for command in known if f"{command} --all-variants" not in known]
