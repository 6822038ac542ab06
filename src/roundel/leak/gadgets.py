"""The gadgets that are checked, and the faults that the checks must find: `formal/gadgets.toml` as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.formal.tasks import read_toml
from roundel.paths import project_root

GADGETS_FILE = Path("formal/gadgets.toml")
CORES_FILE = Path("formal/masked_cores.toml")


@dataclass(frozen=True)
class GadgetFault:
    """A change of the RTL that the check must find: `old`, which occurs once in `file`, becomes `new`."""

    what: str
    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Gadget:
    """A module in two shares, and which of its ports are shares and fresh bits.

    A port of `shares` or `outputs` has share 0 of all its bits in its lower half, and share 1 in its upper
    half. `fresh` are ports of fresh bits: uniform, new in each cycle. The other inputs are the clock
    `clk_i`, those of `fixed`, which have one value for all time, and those of `schedule`, which have one
    value for each cycle of a period. `files` are sources of `formal/` beside the descriptions `uses`.
    """

    name: str
    what: str
    top: str
    uses: tuple[str, ...]
    shares: tuple[str, ...]
    outputs: tuple[str, ...]
    fresh: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    parameters: Mapping[str, int] = field(default_factory=dict)
    fixed: Mapping[str, int] = field(default_factory=dict)
    schedule: Mapping[str, Sequence[int]] = field(default_factory=dict)
    faults: tuple[GadgetFault, ...] = ()

    @property
    def period(self) -> int:
        """The cycles after which the schedule repeats, 1 without one."""
        return max((len(values) for values in self.schedule.values()), default=1)

    def control(self, port: str, cycle: int) -> int:
        """Return the value of a port of `fixed` or `schedule` in a cycle, which may be negative."""
        return self.fixed[port] if port in self.fixed else self.schedule[port][cycle % self.period]


def load_gadgets(root: Path | None = None) -> dict[str, Gadget]:
    """Return every gadget by name, in the file's order.

    Raises:
        RoundelError: The file is malformed. The message names the gadget and the field.
    """
    path = (root or project_root()) / GADGETS_FILE
    return {name: _gadget(path, name, entry) for name, entry in read_toml(path).items()}


def core_faults(core: Core, root: Path | None = None) -> tuple[GadgetFault, ...]:
    """Return the faults of a masked core that the check of its composition must find.

    All configurations of a source have the same; the file has them by the name of the source's page.

    Raises:
        RoundelError: The file is malformed, or has no faults of the core.
    """
    path = (root or project_root()) / CORES_FILE
    entries = read_toml(path)
    name = core.docs.stem
    if name not in entries:
        raise RoundelError(f"{path} has no faults of {name}", "Give it at least two.")
    try:
        return tuple(GadgetFault(**fault) for fault in entries[name]["faults"])
    except (TypeError, KeyError) as error:
        raise RoundelError(f"{path} [{name}]: {error}", "Correct the entry's fields.") from error


def _gadget(path: Path, name: str, entry: Mapping[str, Any]) -> Gadget:
    values: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
    }
    try:
        faults = tuple(GadgetFault(**fault) for fault in values.pop("faults", ()))
        gadget = Gadget(name=name, faults=faults, **values)
    except TypeError as error:
        raise RoundelError(f"{path} [{name}]: {error}", "Correct the entry's fields.") from error
    if any(len(one) != gadget.period for one in gadget.schedule.values()):
        hint = "Give each port of `schedule` a value for each cycle."
        raise RoundelError(f"{path} [{name}]: the ports of the schedule have different periods", hint)
    return gadget
