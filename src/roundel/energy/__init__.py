"""Energy of cores: changes of nets in mapped netlists while they run, and ratios between designs."""

from roundel.energy.measure import (
    VERSION,
    Energy,
    check_measurable,
    energy_of,
    identity_of,
    measure,
    name_of,
    version_of,
)
from roundel.energy.netlist import GateNetlist, read_netlist
from roundel.energy.ratio import Bounds, EnergyRatio, pairs_of, ratios
from roundel.energy.switching import Switching, count_changes
from roundel.energy.workload import Waveform, workloads

__all__ = [
    "VERSION",
    "Bounds",
    "Energy",
    "EnergyRatio",
    "GateNetlist",
    "Switching",
    "Waveform",
    "check_measurable",
    "count_changes",
    "energy_of",
    "identity_of",
    "measure",
    "name_of",
    "pairs_of",
    "ratios",
    "read_netlist",
    "version_of",
    "workloads",
]
