"""`roundel messages`: what short messages cost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from roundel.errors import RoundelError

if TYPE_CHECKING:
    from roundel.catalog import Core, Service
    from roundel.lab.messages import MessageCycles

EXAMPLE = "1,2,4,8"


def messages(
    core: Annotated[str, typer.Argument(help="A service core (`roundel list`).", metavar="CORE")],
    service: Annotated[str | None, typer.Option(help="One of its services; else the main one.")] = None,
    variant: Annotated[str | None, typer.Option(help="A variant of the service; else the main one.")] = None,
    blocks: Annotated[
        str | None, typer.Option(help="Sizes of messages in blocks, with padding; 1 to 24 if not given.")
    ] = None,
    kept_keys: Annotated[bool, typer.Option("--kept-keys", help="Use keys that the core has kept.")] = False,
    json_: Annotated[bool, typer.Option("--json", help="Print the figures as JSON on stdout.")] = False,
) -> None:
    """Simulate messages of some sizes, back to back; show and store what each costs more than its blocks.

    The figure is stored like a measured row, and answers the papers that speak of short messages.
    """
    from roundel.catalog import find_core
    from roundel.lab import open_store
    from roundel.lab.messages import figures_of, identity_of, measure_messages
    from roundel.simulate import Device

    found = find_core(core)
    wanted, sizes = found.service(service, variant), _sizes(blocks)
    if found.streams > 1:
        raise RoundelError(f"{core} takes {found.streams} messages at once", "Name a core of one stream.")
    with Device(found) as device:
        measured = measure_messages(device, wanted, sizes, kept_keys=kept_keys)
    figures = figures_of(measured)
    open_store().put(identity_of(found, wanted, sizes, kept_keys=kept_keys), {"figures": figures})
    if json_:
        print(json.dumps({"core": found.name, "service": wanted.name, "variant": wanted.variant, **figures}))
    else:
        _print(found, wanted, measured)


def _sizes(text: str | None) -> tuple[int, ...]:
    from roundel.lab.messages import BLOCKS, LINE

    if text is None:
        return BLOCKS
    try:
        sizes = tuple(sorted({int(word) for word in text.split(",")}))
    except ValueError:
        sizes = ()
    if len(sizes) < LINE or sizes[0] < 1:
        raise RoundelError(
            f"--blocks {text}: expected {LINE} sizes or more, each 1 or more", f"For example: {EXAMPLE}."
        )
    return sizes


def _print(core: Core, service: Service, measured: MessageCycles) -> None:
    from roundel.cli.tables import console_of, print_table

    out = console_of()
    rows = [
        (n, n * service.block_bits // 8, cycles, round(100 * measured.share(n)))
        for n, cycles in measured.cycles.items()
    ]
    out.print(f"{core.name} {service.name} {service.variant}", highlight=False, markup=False)
    heads = ("blocks", "bytes", "cycles\n/message", "% of the throughput\nof long ones")
    print_table(out, heads, rows)
    out.print(
        f"From two on n blocks take {measured.per_block} n + {measured.extra} cycles: "
        f"{measured.extra_blocks:.2f} blocks in addition to their own.",
        highlight=False,
        markup=False,
    )
