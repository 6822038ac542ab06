"""Adapters: how a core that is not ours is driven, checked against known answers, and timed.

An adapter file of a user's project defines `run`, a coroutine `run(dut, message)` that returns the answer,
and `answers`, pairs of a message and its right answer. `docs/your-own-core.md` describes it.
"""

from typing import TYPE_CHECKING

from roundel.lazy import import_on_first_use

if TYPE_CHECKING:
    from roundel.adapters.bus import RegisterBus
    from roundel.adapters.cocotb_bench import report_cycles
    from roundel.adapters.dut import Dut
    from roundel.adapters.ready import start_done, valid_ready
    from roundel.adapters.streams import Side, axi_stream, lwc, stream

__all__ = [
    "Dut",
    "RegisterBus",
    "Side",
    "axi_stream",
    "lwc",
    "report_cycles",
    "start_done",
    "stream",
    "valid_ready",
]

import_on_first_use(__name__)
