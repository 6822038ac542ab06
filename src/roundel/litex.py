"""A service core in a LiteX SoC: `add_roundel(soc, "keccak-hash")`.

LiteX is optional: `pip install litex==2024.12 migen==0.10.0`. See docs/integration.md.
"""

from __future__ import annotations

from typing import Any

from roundel.catalog import find_core
from roundel.catalog.tokens import digest_of
from roundel.errors import RoundelError
from roundel.paths import cache_dir
from roundel.soc.wrapper import all_sources, module_name, wrapper

REGION_BYTES = 4096
ADDRESS_BITS = 6  # of the shell's registers, in bytes


def add_roundel(soc: Any, core: str, name: str = "roundel", origin: int | None = None) -> Any:
    """Add a service core after its register shell to a LiteX SoC, on its Wishbone bus.

    `generated/mem.h` has the address as `<NAME>_BASE`. The driver is `sw/roundel.c`, whose port reads and
    writes 32 bits there. If the SoC's processor has interrupts, the core has one, as the event `<name>_ev`.

    Args:
        soc: A `SoCCore` or another `LiteXSoC` before it is finalized.
        core: The name of a service core (`roundel list`).
        name: The name of the module and of its region.
        origin: The address of the registers. By default LiteX chooses one that is not cached.

    Returns:
        The module. Its attribute `bus` is the Wishbone slave, and `interrupt` the level of the interrupt.

    Raises:
        RoundelError: LiteX is not installed, or the core has no shell.
    """
    module = roundel_module(soc.platform, core)
    from litex.soc.integration.soc import SoCRegion

    soc.add_module(name=name, module=module)
    region = SoCRegion(origin=origin, size=REGION_BYTES, cached=False)
    soc.bus.add_slave(name=name, slave=module.bus, region=region)
    if soc.irq.enabled:
        soc.irq.add(name, use_loc_if_exists=True)
    return module


def roundel_module(platform: Any, core: str) -> Any:
    """Return a core after its register shell as a Migen module, and add its sources to the platform.

    Args:
        platform: A LiteX platform.
        core: The name of a service core.

    Returns:
        The module, with the attributes `bus`, `interrupt` and `ev`.

    Raises:
        RoundelError: LiteX is not installed, or the core has no shell.
    """
    try:
        from litex.soc.interconnect import wishbone
        from litex.soc.interconnect.csr_eventmanager import EventManager, EventSourceLevel
        from migen import C, Cat, ClockSignal, Instance, Module, ResetSignal, Signal
    except ImportError as error:
        raise RoundelError(
            f"LiteX cannot be imported: {error}", "Install it: pip install litex==2024.12 migen==0.10.0"
        ) from error
    found = find_core(core)
    text = wrapper(found, "wishbone", pipelined=False)
    top = module_name(found, "wishbone")
    folder = cache_dir("litex", f"{top}-{digest_of([text], synthesis=True)[:12]}")
    (folder / f"{top}.sv").write_text(text)
    for path in (*all_sources(found), folder / f"{top}.sv"):
        platform.add_source(str(path), language="systemverilog")

    module = Module()
    module.bus = wishbone.Interface(data_width=32, adr_width=30, addressing="word")
    module.interrupt = Signal()
    module.submodules.ev = EventManager()
    module.ev.shell = EventSourceLevel()
    module.ev.finalize()
    module.get_csrs = module.ev.get_csrs
    module.comb += module.ev.shell.trigger.eq(module.interrupt)
    module.specials += Instance(
        top,
        i_clk_i=ClockSignal("sys"),
        i_rst_ni=~ResetSignal("sys"),
        i_wb_cyc_i=module.bus.cyc,
        i_wb_stb_i=module.bus.stb,
        i_wb_we_i=module.bus.we,
        i_wb_adr_i=Cat(C(0, 2), module.bus.adr[: ADDRESS_BITS - 2]),
        i_wb_sel_i=module.bus.sel,
        i_wb_dat_i=module.bus.dat_w,
        o_wb_dat_o=module.bus.dat_r,
        o_wb_ack_o=module.bus.ack,
        o_wb_err_o=module.bus.err,
        o_wb_stall_o=Signal(),
        o_interrupt_o=module.interrupt,
    )
    return module
