"""The command line that measures a row again."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

from roundel.implement import GENERIC, LIMIT_SECONDS, TARGETS, Options
from roundel.implement.tools import is_native


def bench_command(
    core: str,
    target: str,
    options: Mapping[str, Any],
    seeds: int | None,
    *,
    all_variants: bool = False,
    tools: Mapping[str, str] | None = None,
    seconds: float = 0.0,
    lost_after: float = LIMIT_SECONDS,
) -> str:
    """Return the command that measures a row of these options again, with seeds 1 to `seeds`.

    `seeds` is None where nothing was routed: there is no frequency to aim at either, and on a target that
    could be routed the bench stopped after synthesis. `tools` are the
    row's versions: they name the liberty of standard cells if it is not our own, and say whether place and
    route was the tool on PATH. `seconds` are those of the longest run: one that takes more than a bench gives
    it has to be given more. `lost_after` is the limit at which seeds of the row were given up: with more time
    they might be in it.
    """
    words = ["roundel bench", core, "--target", target]
    stopped = seeds is None and target in TARGETS and TARGETS[target].routed
    words += ["--stop-after", "synthesis"] if stopped else []
    liberty = (tools or {}).get("liberty", GENERIC.name).partition(" sha256")[0]
    words += ["--liberty", liberty] if liberty != GENERIC.name else []
    words += ["--tool", "native"] if is_native((tools or {}).get("place_and_route", "")) else []
    if seeds is not None:
        words += [
            "--seeds",
            str(seeds),
            "--frequency",
            str(options.get("frequency_mhz", Options().frequency_mhz)),
        ]
    for field in dataclasses.fields(Options):
        value = options.get(field.name, field.default)
        if field.name == "wide_luts" or (value != field.default and field.name != "frequency_mhz"):
            words += _words(field.name.replace("_", "-"), value)
    words += ["--all-variants"] if all_variants else []
    limit = (
        _limit_above(seconds) if seconds > LIMIT_SECONDS else max(60 * math.ceil(seconds / 60), lost_after)
    )
    words += ["--timeout", f"{limit:g}"] if limit != LIMIT_SECONDS else []
    return " ".join([*words, "--rerun"])


def _limit_above(seconds: float) -> float:
    """Return a time limit with room for a slower machine: twice as long, in half hours."""
    return LIMIT_SECONDS * math.ceil(2 * seconds / LIMIT_SECONDS)


def _words(name: str, value: object) -> list[str]:
    if isinstance(value, bool):
        return [f"--{name}" if value else f"--no-{name}"]
    return [f"--{name}", str(value)]
