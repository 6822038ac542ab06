"""The types of `roundel.toml`, the file of a user's project. Its JSON Schema is made of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from roundel.checked import Data, Name

Text = Annotated[str, Field(min_length=1)]
Count = Annotated[int, Field(ge=1)]
Percent = Annotated[float, Field(ge=0, allow_inf_nan=False)]
ParameterValue = int | str
# A name that the command line takes, and no point of a grid (`core:Rounds=2`).
CoreName = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_.-]*$")]
SERVICE_DOC = "service of the stream protocol; it is named by its algorithm (`roundel show CORE` of ours)"


class GuardBounds(Data):
    """How far a figure may move for the worse before `roundel guard` fails."""

    baseline: Text = Field(
        default="roundel-baseline.json", description="the committed baseline, from this file"
    )
    targets: Text = Field(default="ecp5", description="targets of the baseline, with commas between them")
    seeds: Count = Field(default=6, description="seeds of place and route; six or more give an interval")
    stop_after: Literal["", "synthesis"] = Field(
        default="", description='"synthesis" to compare LUT, FF and levels alone, without place and route'
    )
    lut: Percent = Field(default=1.0, description="percent more LUTs, or gate equivalents, that pass")
    ff: Percent = Field(default=1.0, description="percent more flip-flops that pass")
    fmax: Percent = Field(default=2.0, description="percent between the intervals of fmax that pass")
    cycles: Annotated[int, Field(ge=0)] = Field(default=0, description="more cycles for each block that pass")


class ServiceEntry(Data):
    """A function of a core, at one size of block."""

    name: Name = Field(
        default="block", description="what it does: hash, aead, mac, block; compared are equal names"
    )
    variant: str = Field(default="", description="which of it, such as sha256")
    algorithm: str = Field(default="", description=f"for a {SERVICE_DOC}")
    block_bits: Count = Field(description="bits of a block: the unit of throughput")
    cycles_per_block: Annotated[int, Field(ge=0)] = Field(
        default=0,
        description="cycles that its author states; an adapter measures them, and checks this figure",
    )
    summary: str = ""
    primary: bool = False


class ConfigEntry(Data):
    """A configuration of a core: other parameters, and what they change."""

    parameters: dict[str, ParameterValue] = Field(default_factory=dict)
    summary: str = ""
    variant: str | None = None
    block_bits: Count | None = None
    cycles_per_block: Annotated[int, Field(ge=0)] | None = None
    data_width: Count | None = None
    key_width: Annotated[int, Field(ge=0)] | None = None


class CoreEntry(Data):
    """A core: its sources, its ports, and how it is driven."""

    summary: str = Field(default="", description="what it is, in a few words")
    top: Text | None = Field(default=None, description="the top module or entity")
    sources: list[Text] = Field(
        default_factory=list, description="files or patterns (rtl/*.sv), packages first, from this file"
    )
    fusesoc: Text | None = Field(
        default=None, description="a FuseSoC `.core` file in place of sources and top"
    )
    include_dirs: list[Text] = Field(default_factory=list, description="folders of included files")
    defines: dict[str, str | int] = Field(default_factory=dict, description="macros of the sources")
    parameters: dict[str, ParameterValue] = Field(
        default_factory=dict, description="parameters or generics of the top"
    )
    front_end: Literal["slang", "verilog", "ghdl"] | None = Field(
        default=None, description="who reads the sources; ghdl for .vhd, else slang, if not given"
    )
    clock: Text = Field(default="clk_i", description="the clock port; its rising edge counts")
    reset: str = Field(default="rst_ni", description='the reset port; "" for none')
    reset_active: Literal["low", "high"] = Field(
        default="low", description="the level at which reset is active"
    )
    adapter: Text | None = Field(default=None, description="a Python file that drives the core")
    cocotb: Text | None = Field(default=None, description="a cocotb bench of your own")
    protocol: Literal["stream", "engine"] | None = Field(
        default=None,
        description="the core speaks Roundel's stream protocol, or has the ports of a block engine",
    )
    data_width: Count = Field(default=128, description="W of the stream, or bits of an engine's block")
    key_width: Annotated[int, Field(ge=0)] = Field(
        default=0, description="key bits that an engine takes with a block"
    )
    streams: Count = 1
    service: Name = Field(default="block", description="what the core does; compared are equal names")
    variant: str = ""
    algorithm: str = Field(default="", description=f"for a {SERVICE_DOC}")
    block_bits: Count | None = Field(default=None, description="bits of a block: the unit of throughput")
    cycles_per_block: Annotated[int, Field(ge=0)] = Field(
        default=0,
        description="cycles that its author states; an adapter measures them, and checks this figure",
    )
    services: list[ServiceEntry] = Field(default_factory=list, description="several services")
    configs: dict[CoreName, ConfigEntry] = Field(default_factory=dict, description="configurations")
    targets: list[Text] = Field(default_factory=list, description="the only targets that it can be built for")
    docs: Text | None = Field(default=None, description="the core's page")

    @model_validator(mode="after")
    def _whole(self) -> CoreEntry:
        if self.fusesoc is None and not self.sources:
            raise ValueError("sources or fusesoc is missing")
        if self.fusesoc is None and self.top is None:
            raise ValueError("top is missing")
        if self.fusesoc is not None and self.sources:
            raise ValueError("sources and fusesoc exclude each other")
        if self.block_bits is None and not self.services:
            raise ValueError("block_bits is missing")
        if self.adapter and self.cocotb:
            raise ValueError("adapter and cocotb exclude each other")
        if self.protocol and (self.adapter or self.cocotb):
            raise ValueError("a core with a protocol needs no adapter and no cocotb bench")
        if self.protocol and not (self.algorithm or any(s.algorithm for s in self.services)):
            raise ValueError("algorithm is missing: it names what a core with a protocol is verified by")
        return self


class ProjectFile(Data):
    """`roundel.toml`."""

    include_roundel: bool = Field(default=False, description="whether the cores of Roundel stand beside")
    results: Text = Field(default="results", description="the folder of published results, from this file")
    guard: GuardBounds = Field(default=GuardBounds())
    cores: dict[CoreName, CoreEntry] = Field(description="the cores by name")


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of `roundel.toml`."""
    schema = ProjectFile.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "roundel.toml"}
