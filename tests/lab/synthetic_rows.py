"""A store of made-up results, and how long queries over it take.

`python tests/lab/synthetic_rows.py ROWS` makes a store of that many rows in a temporary folder and prints the
seconds of the first query, of one that finds the cache, of one after a file has changed, and of the whole
command.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from roundel.lab import Store
from roundel.lab.query import query
from roundel.lab.store import key_of

CORES = 20
SQL = (
    "SELECT core, count(*) AS rows, round(median(fmax_mhz.median), 1) AS mhz, "
    "round(max(throughput_per_lut), 3) AS best FROM results GROUP BY core ORDER BY best DESC LIMIT 5"
)


def implementation(core: str, number: int, seed: int = 1, target: str = "ecp5") -> dict[str, Any]:
    """Return the record of one routed run; its figures follow from `number` and `seed`."""
    identity = {
        "kind": "implementation",
        "core": core,
        "config": "default",
        "parameters": {},
        "source_hash": f"{number:064x}",
        "target": target,
        "seed": seed,
        "commands": ["read_slang " + "rtl/common/some_source.sv " * 20, "synth_ecp5", "nextpnr-ecp5"],
        "tools": {"synthesis": "s 1", "place_and_route": "p 1"},
    }
    figures = {"luts": 1000 + number, "ffs": 500, "rams": 0, "dsps": 0, "slices": 500 + number}
    more = {"slices_formula": "f", "logic_levels": 5, "cells": {"LUT4": 1000, "TRELLIS_FF": 500}}
    path = {"clock": "clk", "total_ns": 9.0, "logic_ns": 3.0, "routing_ns": 6.0, "levels": 5, "nets": ["a"]}
    result = {
        "options": {"wide_luts": False, "frequency_mhz": 200, "flatten_first": False},
        "device": "d",
        "routed": True,
        "figures": figures | more | {"fmax_mhz": 100.0 + number % 97 + seed / 10},
        "critical_path": path,
        "seconds": 12.5,
    }
    return {"identity": identity, "result": result}


def simulation(core: str, number: int) -> dict[str, Any]:
    """Return the record of one service's cycles."""
    identity = {
        "kind": "cycles",
        "core": core,
        "source_hash": f"{number:064x}",
        "target": "simulation",
        "service": "hash",
        "variant": "r1088",
        "tools": {"simulation": "v 1"},
    }
    figures = {"cycles_per_block": 24, "latency_cycles": 30}
    return {"identity": identity, "result": {"block_bits": 1088, "figures": figures}}


def fill(root: Path, rows: int) -> None:
    """Write the files of that many rows, a run each, as the store would, but without its care for crashes."""
    for number in range(rows):
        core = f"core-{number % CORES}"
        for record in (implementation(core, number), simulation(core, number)):
            identity = record["identity"]
            path = Store(root).path(identity)
            path.parent.mkdir(parents=True, exist_ok=True)
            whole = {"schema": 1, "key": key_of(identity), **identity, **record["result"]}
            path.write_text(json.dumps(whole | {"measured_at": "2026-01-01T00:00:00+00:00"}, indent=1))


def measured(rows: int, folder: Path) -> dict[str, float]:
    """Return the seconds of queries over a new store of that many rows below `folder`."""
    os.environ["ROUNDEL_CACHE"] = str(folder / "cache")
    os.environ["ROUNDEL_RESULTS"] = str(folder / "results")
    fill(folder / "results", rows)
    store = Store(folder / "results")
    time.sleep(3)  # so that the files are old enough to be trusted
    seconds = {}
    for name in ("first query, nothing cached", "query", "query once more"):
        start, used = time.monotonic(), time.process_time()
        selected = query(store, SQL)
        seconds[name] = time.monotonic() - start
        seconds[f"{name}, of it on the processor"] = time.process_time() - used
    assert sum(row["rows"] for row in query(store, SQL.replace("LIMIT 5", ""))) == rows, selected
    changed = implementation("core-0", 0, seed=2)
    store.put(changed["identity"], changed["result"])
    start, used = time.monotonic(), time.process_time()
    query(store, SQL)
    seconds["query after a file was added"] = time.monotonic() - start
    seconds["query after a file was added, of it on the processor"] = time.process_time() - used
    start = time.monotonic()
    before = os.times()
    subprocess.run(["roundel", "results", "--sql", SQL], check=True, stdout=subprocess.DEVNULL)
    seconds["`roundel results --sql`, the whole command"] = time.monotonic() - start
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    seconds["`roundel results --sql`, of it on the processor"] = used
    return seconds


def main() -> None:
    """Measure and print."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        for name, seconds in measured(rows, Path(folder)).items():
            print(f"{rows} rows: {name}: {seconds:.2f} s")


if __name__ == "__main__":
    main()
