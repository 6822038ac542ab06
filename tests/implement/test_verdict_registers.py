"""Synthesis keeps both registers of a verdict: with one register, a flipped bit would turn it around."""

from __future__ import annotations

import dataclasses
import json

import pytest

from roundel.catalog import find_core
from roundel.implement.model import Options
from roundel.implement.synthesis import synthesize
from roundel.implement.targets import ECP5

# The module that sends the STATUS. Its verdict_q is copied into the registers of the beat.
OUTPUTS = [("aes-gcm-hs", "roundel_aes_gcm_output"), ("multi-aes-hs", "roundel_multi_aes_output")]


@pytest.mark.slow
@pytest.mark.parametrize("options", [Options(), Options(sequential=True)], ids=["default", "sequential"])
@pytest.mark.parametrize(("name", "top"), OUTPUTS)
def test_both_registers_of_a_verdict_stay(name: str, top: str, options: Options) -> None:
    core = dataclasses.replace(
        find_core(name), top=top, config=dataclasses.replace(find_core(name).config, parameters={})
    )
    netlist = synthesize(core, ECP5, options, limit_seconds=600)
    module = json.loads((netlist.folder / "netlist.json").read_text())["modules"][top]
    registers = [cell["connections"] for cell in module["cells"].values() if cell["type"] == "TRELLIS_FF"]
    verdict = module["netnames"]["verdict_q"]["bits"]
    assert len(set(verdict)) == 2
    assert set(verdict) <= {register["Q"][0] for register in registers}
    copied = [register["DI"][0] for register in registers if register["DI"][0] in verdict]
    assert sorted(copied) == sorted(verdict)
