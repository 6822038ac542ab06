"""Synthesis keeps both registers of a verdict: with one register, a flipped bit would turn it around."""

from __future__ import annotations

import dataclasses
import json

import pytest

from roundel.catalog import find_core
from roundel.implement.model import Options
from roundel.implement.synthesis import synthesize
from roundel.implement.targets import ECP5

# The module that sends the STATUS, and its registers with a verdict.
OUTPUTS = [
    ("aes-gcm-hs", "roundel_aes_gcm_output", ("verdict_q", "sent_verdict_q")),
    ("multi-aes-hs", "roundel_multi_aes_output", ("verdict_q", "sent_verdict_q")),
]


@pytest.mark.slow
@pytest.mark.parametrize("options", [Options(), Options(sequential=True)], ids=["default", "sequential"])
@pytest.mark.parametrize(("name", "top", "registers"), OUTPUTS)
def test_both_registers_of_a_verdict_stay(
    name: str, top: str, registers: tuple[str, ...], options: Options
) -> None:
    core = dataclasses.replace(
        find_core(name), top=top, config=dataclasses.replace(find_core(name).config, parameters={})
    )
    netlist = synthesize(core, ECP5, options, limit_seconds=600)
    module = json.loads((netlist.folder / "netlist.json").read_text())["modules"][top]
    outputs = [
        bit
        for cell in module["cells"].values()
        if cell["type"] == "TRELLIS_FF"
        for bit in cell["connections"]["Q"]
    ]
    kept = [bit for register in registers for bit in module["netnames"][register]["bits"]]
    assert len(kept) == 2 * len(registers) == len(set(kept))
    assert set(kept) <= set(outputs), "a bit of a verdict is not a register of its own"
