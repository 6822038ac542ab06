"""`roundel packets`: what packets of IPsec and MACsec take in cores of AES-GCM."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.cli.options import check_svg
from roundel.errors import RoundelError, unknown_name

if TYPE_CHECKING:
    from roundel.packets import PacketRate

CLOCK_MHZ = 100
TITLES = {"esp": "IPsec ESP", "macsec": "MACsec"}


def packets(
    cores: Annotated[
        list[str], typer.Argument(help="Cores with AES-GCM (`roundel list`).", metavar="CORE...")
    ],
    format_: Annotated[str | None, typer.Option("--format", help="esp or macsec; both if not given.")] = None,
    sizes: Annotated[
        str | None, typer.Option(help="Bytes of a packet before protection; 64 to 9000 if not given.")
    ] = None,
    figure: Annotated[
        Path | None, typer.Option(help="Draw the shares in this SVG file.", metavar="OUT.svg")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print the figures as JSON on stdout.")] = False,
) -> None:
    """Simulate packets of some sizes, sealed back to back under a kept key; show the cycles of each.

    A packet is an IPv4 packet for ESP in tunnel mode (RFC 4106), or an Ethernet frame without FCS for MACsec
    (IEEE 802.1AE).
    """
    from roundel.catalog import find_core
    from roundel.packets import FORMATS, measure_packets
    from roundel.packets.rate import SIZES, gcm_service, require_sizes
    from roundel.simulate import Device

    if figure is not None:
        check_svg(figure)
    if format_ is not None and format_ not in FORMATS:
        raise unknown_name("format of packets", format_, FORMATS)
    wanted = SIZES if sizes is None else _sizes(sizes)
    require_sizes(wanted)
    found = [find_core(name) for name in dict.fromkeys(cores)]
    for core in found:
        gcm_service(core)
    rates: list[PacketRate] = []
    for core in found:
        with Device(core) as device:
            for name in [format_] if format_ else FORMATS:
                rates += measure_packets(device, name, FORMATS[name], wanted)
    if figure is not None:
        _draw(rates, figure)
    if json_:
        print(json.dumps([_figures(rate) for rate in rates]))
    else:
        _print(rates)


def _sizes(text: str) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(word) for word in text.split(",")}))
    except ValueError:
        raise RoundelError(
            f"--sizes {text}: expected numbers of bytes", "For example: 64,512,1518."
        ) from None


def _figures(rate: PacketRate) -> dict[str, object]:
    return {
        "core": rate.core,
        "format": rate.format,
        "bytes": rate.size,
        "cycles": float(rate.cycles),
        "bits_per_cycle": rate.bits_per_cycle,
        "share": rate.share,
    }


def _draw(rates: list[PacketRate], path: Path) -> None:
    from roundel.report.packet_rates import PacketPoint, packet_lines

    points = [PacketPoint(TITLES[rate.format], rate.core, rate.size, rate.share) for rate in rates]
    packet_lines(points).write(path)


def _print(rates: list[PacketRate]) -> None:
    from roundel.cli.tables import console_of, print_table

    rows = [
        (
            rate.core,
            TITLES[rate.format],
            rate.size,
            int(rate.cycles) if rate.cycles.denominator == 1 else float(rate.cycles),
            round(rate.bits_per_cycle, 1),
            round(100 * rate.share),
            round(1000 * CLOCK_MHZ / rate.cycles),
        )
        for rate in rates
    ]
    heads = (
        *("core", "format", "bytes\nof packet", "cycles\n/packet", "bits\n/cycle"),
        *("% of the throughput\nof long messages", f"thousand packets/s\nat {CLOCK_MHZ} MHz"),
    )
    print_table(console_of(), heads, rows)
