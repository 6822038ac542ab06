"""A service core between AXI4-Streams without tuser, for an AXI DMA of somebody else."""

from __future__ import annotations

from pathlib import Path

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.protocol.stream import Kind, Segment
from roundel.soc.wrapper import instance, sources_of_part

HEADER = "roundel:bus:header"


def header_sources() -> tuple[Path, ...]:
    """Return the sources of the two adapters, in compilation order."""
    return sources_of_part(HEADER)


def module_name(core: Core) -> str:
    """Return the name of the module that `header_wrapper` writes."""
    return f"{core.name.replace(':', '_')}_with_headers".replace("-", "_")


def header_wrapper(core: Core) -> str:
    """Return the module that has `core` between the adapters of a header beat.

    Its ports are `s_axis_*` and `m_axis_*` without tuser, `clk_i` and `rst_ni`.

    Raises:
        RoundelError: The core is not a service core with one stream, one width and one share.
    """
    several = core.streams > 1 or core.output_width != core.data_width or core.masked
    if core.kind != "service" or several:
        raise RoundelError(
            f"{core.name} is not a service core with one stream, one width and one share",
            "`roundel list` shows the service cores.",
        )
    width = core.data_width
    plain = ("tdata", "tkeep", "tlast", "tvalid", "tready")
    size = {"DataWidth": str(width)}
    clock = [".clk_i(clk_i)", ".rst_ni(rst_ni)"]

    def connected(port: str, wire: str, *, tuser: bool) -> list[str]:
        names = (*plain, "tuser") if tuser else plain
        return [f".{port}_{name}({wire}_{name})" for name in names]

    lines = [
        f"// {core.name} with a header beat before each segment; see docs/bus.md.",
        f"module {module_name(core)} (",
    ]
    lines += ["  input  logic clk_i,", "  input  logic rst_ni,"]
    for port, forward, back in (("s_axis", "input ", "output"), ("m_axis", "output", "input ")):
        lines += [
            f"  {forward} logic [{width - 1}:0] {port}_tdata,",
            f"  {forward} logic [{width // 8 - 1}:0] {port}_tkeep,",
            f"  {forward} logic {port}_tlast,",
            f"  {forward} logic {port}_tvalid,",
            f"  {back} logic {port}_tready" + ("," if port == "s_axis" else ""),
        ]
    lines += [
        ");",
        f"  logic [{width - 1}:0] in_tdata, out_tdata;",
        f"  logic [{width // 8 - 1}:0] in_tkeep, out_tkeep;",
        "  logic [3:0] in_tuser, out_tuser;",
        "  logic in_tlast, in_tvalid, in_tready, out_tlast, out_tvalid, out_tready;",
        instance(
            "roundel_stream_header_remove",
            size,
            "u_remove",
            clock + connected("s_axis", "s_axis", tuser=False) + connected("m_axis", "in", tuser=True),
        ),
        instance(
            core.top,
            {name: str(value) for name, value in core.config.parameters.items()},
            "u_core",
            clock + connected("s_axis", "in", tuser=True) + connected("m_axis", "out", tuser=True),
        ),
        instance(
            "roundel_stream_header_insert",
            size,
            "u_insert",
            clock + connected("s_axis", "out", tuser=True) + connected("m_axis", "m_axis", tuser=False),
        ),
        "endmodule",
        "",
    ]
    return "\n".join(lines)


def packet_of(segment: Segment, width: int) -> bytes:
    """Return a segment as the bytes of a packet: a header beat of `width` bits, then the bytes."""
    return bytes([segment.kind]).ljust(width // 8, b"\0") + segment.data


def segment_of(packet: bytes, width: int) -> Segment:
    """Return the segment of a packet with a header beat of `width` bits.

    Raises:
        RoundelError: The packet is shorter than its header, or its kind is not one of the protocol.
    """
    size = width // 8
    if len(packet) < size:
        raise RoundelError(
            f"a packet of {len(packet)} bytes, expected {size} or more", "It begins with a header."
        )
    if packet[0] not in {int(kind) for kind in Kind}:
        raise RoundelError(
            f"kind {packet[0]} of a packet, expected 0 to {max(Kind)}", "The first byte is the kind."
        )
    return Segment(Kind(packet[0]), packet[size:])
