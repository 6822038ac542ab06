"""Stands in for nextpnr-ecp5: says which seed it was started with, takes its time, copies a real report.

Environment: STAND_IN_LOG, a folder where it leaves a file for each start; STAND_IN_SECONDS, its time.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

REPORT = Path(__file__).parents[1] / "implement/data/gated_counter_report.json"


def main(arguments: list[str]) -> None:
    if "--version" in arguments:
        print("stand-in (Version nextpnr-0.0)")
        return
    seed = arguments[arguments.index("--seed") + 1]
    Path(os.environ["STAND_IN_LOG"], f"{seed}-{os.getpid()}").touch()
    time.sleep(float(os.environ["STAND_IN_SECONDS"]))
    shutil.copy(REPORT, arguments[arguments.index("--report") + 1])


if __name__ == "__main__":
    main(sys.argv[1:])
