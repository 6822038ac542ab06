"""The ports of a core, and how to instantiate it.

The ports follow from the kind of a core and its widths. tests/catalog/test_ports.py elaborates every instance
and compares the ports with those of the sources.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from roundel.catalog.model import Core

KIND_BITS = 4
SIGNALS = {"s_axis_t": "in_", "m_axis_t": "out_"}
# The user's names of the AXI4-Stream signals that have another one in an instance.
_NAMES = {"user": "kind", "id": "stream"}


@dataclass(frozen=True)
class Port:
    """One port: `signal` is what an instance connects it to. `bits` are those of all its `shares`."""

    name: str
    direction: Literal["in", "out"]
    bits: int
    meaning: str
    shares: int = 1

    @property
    def signal(self) -> str:
        """The user's name of what is connected."""
        if self.name == "clk_i":
            return "clk"
        if self.name == "rst_ni":
            return "rst_n"
        for prefix, side in SIGNALS.items():
            if self.name.startswith(prefix):
                word = self.name.removeprefix(prefix)
                return side + _NAMES.get(word, word)
        return self.name.removesuffix("_i").removesuffix("_o")


def ports_of(core: Core) -> tuple[Port, ...]:
    """Return the ports of a core in the order of its source."""
    reset = (
        "reset, asynchronous, active low; release it in step with the clock"
        if core.config.parameters.get("AsyncReset")
        else "reset, synchronous, active low, for a cycle or more"
    )
    common = Port("clk_i", "in", 1, "clock, rising edge"), Port("rst_ni", "in", 1, reset)
    return common + (_stream_ports(core) if core.kind == "service" else _block_ports(core))


def _stream_ports(core: Core) -> tuple[Port, ...]:
    def side(prefix: str, data: Literal["in", "out"], width: int) -> tuple[Port, ...]:
        back: Literal["in", "out"] = "out" if data == "in" else "in"
        stream = Port(f"{prefix}_tid", data, (core.streams - 1).bit_length(), "message stream of the beat")
        share1 = Port(f"{prefix}_tdata1", data, width, "share 1 of the data, zero where the data is public")
        meaning = "data, byte 0 in bits 7:0"
        return (
            Port(f"{prefix}_tdata", data, width, f"share 0 of the {meaning}" if core.masked else meaning),
            *((share1,) if core.masked else ()),
            Port(f"{prefix}_tkeep", data, width // 8, "valid bytes of the beat"),
            Port(f"{prefix}_tlast", data, 1, "last beat of a segment"),
            Port(f"{prefix}_tuser", data, KIND_BITS, "kind of the segment"),
            *((stream,) if core.streams > 1 else ()),
            Port(f"{prefix}_tvalid", data, 1, "the beat is valid"),
            Port(f"{prefix}_tready", back, 1, "the beat is accepted"),
        )

    stopped = Port("stopped_o", "out", 1, "the core has stopped, and is reset")
    entry, answer = side("s_axis", "in", core.data_width), side("m_axis", "out", core.output_width)
    streams = (*entry, *_fresh_ports(core), *answer)
    return (*streams, stopped) if core.watched else streams


def _fresh_ports(core: Core) -> tuple[Port, ...]:
    """Return the ports of a masked core's fresh bits, none for another core."""
    if not core.masked:
        return ()
    return (
        Port("fresh_valid_i", "in", 1, "fresh bits are valid"),
        Port("fresh_ready_o", "out", 1, "the fresh bits are used"),
        Port("fresh_i", "in", core.fresh_width, "fresh bits, uniform, each used once"),
    )


def _block_ports(core: Core) -> tuple[Port, ...]:
    shares = "shares of the {}, share 1 in the upper half" if core.masked else "{}, byte 0 in bits 7:0"
    count = 2 if core.masked else 1
    key = Port("in_key_i", "in", core.key_width * count, shares.format("key of the block"), count)
    width = core.data_width * count
    return (
        Port("in_valid_i", "in", 1, "a block is valid"),
        Port("in_ready_o", "out", 1, "the block is accepted"),
        Port("in_block_i", "in", width, shares.format("block"), count),
        *((key,) if core.key_width else ()),
        *_fresh_ports(core),
        Port("out_valid_o", "out", 1, "a result is valid"),
        Port("out_ready_i", "in", 1, "the result is accepted"),
        Port("out_block_o", "out", width, shares.format("result"), count),
    )


def instance_of(core: Core, top: str | None = None, parameters: Mapping[str, object] | None = None) -> str:
    """Return an instance of a core in SystemVerilog.

    Args:
        core: The catalog entry.
        top: The name of the module, if it is not the core's own.
        parameters: The parameters to set, if they are not those of the configuration.
    """
    top = top or core.top
    values = core.config.parameters if parameters is None else parameters
    overrides = ",\n".join(f"  .{name}({value})" for name, value in values.items())
    ports = ports_of(core)
    width = max(len(port.name) for port in ports)
    connections = ",\n".join(f"  .{port.name:{width}}({port.signal})" for port in ports)
    head = f"{top} #(\n{overrides}\n)" if overrides else top
    return f"{head} u_{top.removeprefix('roundel_')} (\n{connections}\n);\n"


def declarations_of(core: Core) -> str:
    """Return the declarations of the signals that `instance_of` connects."""
    return "".join(f"logic {range_of(port)}{port.signal};\n" for port in ports_of(core))


def range_of(port: Port) -> str:
    """Return the dimensions of a port in a declaration, with a space after them; "" for one bit."""
    shares = f"[{port.shares - 1}:0]" if port.shares > 1 else ""
    return f"{shares}[{port.bits // port.shares - 1}:0] " if port.bits > 1 else ""
