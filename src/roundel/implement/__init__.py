"""Implementing a core: synthesis, place and route, and what they say of area, fmax and critical path.

`implement(core, find_target("ecp5"), Options(), seed=1)` is the whole flow for one seed. Knows a core only
through the catalog, and nothing of simulation.
"""

from typing import TYPE_CHECKING

from roundel.lazy import import_on_first_use

if TYPE_CHECKING:
    from roundel.implement.cells import cells_target, gate_equivalents
    from roundel.implement.elaborate import elaborate, elaboration_version
    from roundel.implement.flow import (
        LIMIT_SECONDS,
        commands_of,
        implement,
        prepare_tools,
        recipe_of,
        versions_of,
    )
    from roundel.implement.liberty import GENERIC
    from roundel.implement.model import MAPPINGS, Area, CriticalPath, Implementation, Options
    from roundel.implement.synthesis import Netlist, inputs_changed, synthesize
    from roundel.implement.target import Target
    from roundel.implement.targets import TARGETS, find_target, targets_of
    from roundel.implement.tools import Toolchain
    from roundel.process.jobs import Cancellation, Cancelled, JobFailed

__all__ = [
    "GENERIC",
    "LIMIT_SECONDS",
    "MAPPINGS",
    "TARGETS",
    "Area",
    "Cancellation",
    "Cancelled",
    "CriticalPath",
    "Implementation",
    "JobFailed",
    "Netlist",
    "Options",
    "Target",
    "Toolchain",
    "cells_target",
    "commands_of",
    "elaborate",
    "elaboration_version",
    "find_target",
    "gate_equivalents",
    "implement",
    "inputs_changed",
    "prepare_tools",
    "recipe_of",
    "synthesize",
    "targets_of",
    "versions_of",
]

import_on_first_use(__name__)
