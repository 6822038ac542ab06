"""The recorded cycles of transactions: run `python tests/verify/cycle_record.py` after an intended change.

The record has legal and illegal transactions of every service core. A change of the RTL that keeps every
answer but comes later with one of them differs from the record.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

from roundel.catalog import load_catalog
from roundel.simulate.beats import Beats
from roundel.simulate.device import Device
from roundel.simulate.model import Stalls
from roundel.verify.cases import Case, to_device
from roundel.verify.run import made_cases, runs_of

RECORD = Path(__file__).with_name("data") / "cycles.json"
CORES = sorted({name.partition(":")[0] for name, core in load_catalog().items() if core.kind == "service"})
CASES = 60
REST = 200
STALLS = Stalls(7, source=0.3, sink=0.3)

# The entry that names the transactions themselves: their number, and a digest of their beats.
SENT = "transactions"
# The cycles of a run, and a digest of the cycles of all its beats.
Cycles = list[int | str]


def measured(device: Device) -> dict[str, Cycles]:
    """Return the cycles of each transaction from a reset, and of all in a row, without and with stalls."""
    cases = made_cases(device.core, Random("cycles"), CASES)
    # An illegal sequence may drop what follows it, up to the next command.
    closing = runs_of(device.core, [], random=0, seed=0).closing
    runs = {f"{number}": _run(device, [case, closing]) for number, case in enumerate(cases)}
    every = [*cases, closing]
    beats = "".join(str(beat) for case in every for beat in case.beats)
    sent: Cycles = [len(every), hashlib.sha256(beats.encode()).hexdigest()[:12]]
    in_a_row, stalled = _run(device, every), _run(device, every, STALLS)
    return {SENT: sent, **runs, "back to back": in_a_row, "with stalls": stalled}


def _run(device: Device, cases: list[Case], stalls: Stalls | None = None) -> Cycles:
    device.reset()
    begin = device.cycle
    answers = sum(len(case.answer) for case in cases)
    output = device.run(to_device(cases, device.core.data_width // 8), segments=answers, stalls=stalls)
    output = Beats.concatenate([output, device.step(REST)])
    cycles = [[int(cycle) - begin for cycle in stream] for stream in (device.accepted, output.cycle)]
    digest = hashlib.sha256(json.dumps(cycles).encode()).hexdigest()[:12]
    return [max(map(max, filter(None, cycles))), digest]


def main() -> None:
    """Write the record."""
    lines = []
    for name in CORES:
        with Device(load_catalog()[name]) as device:
            found = measured(device).items()
        rows = ",\n".join(f"  {json.dumps(case)}: {json.dumps(one)}" for case, one in found)
        lines.append(f"{json.dumps(name)}: {{\n{rows}\n}}")
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
