"""A service core after the register shell: one module with a bus, from the catalog."""

from __future__ import annotations

from pathlib import Path

from roundel.catalog import Core
from roundel.catalog.capi2 import read_descriptions, sources_of
from roundel.errors import RoundelError, unknown_name
from roundel.paths import project_root
from roundel.protocol.stream import Operation
from roundel.soc.registers import registers

SHELL = "roundel:bus:shell"
DMA = "roundel:bus:dma"
# The operations of a service, by its name in the catalog.
OPERATIONS = {
    "hash": (Operation.HASH,),
    "mac": (Operation.MAC, Operation.VERIFY),
    "aead": (Operation.SEAL, Operation.OPEN),
    "ctr": (Operation.SEAL,),
    "prng": (Operation.PRNG,),
    "sample": (Operation.SAMPLE,),
}
BUSES = {"axi4-lite": "roundel_shell_axi4_lite", "wishbone": "roundel_shell_wishbone"}

_AXI = """\
  input  logic [ 5:0] s_axil_awaddr,
  input  logic        s_axil_awvalid,
  output logic        s_axil_awready,
  input  logic [31:0] s_axil_wdata,
  input  logic [ 3:0] s_axil_wstrb,
  input  logic        s_axil_wvalid,
  output logic        s_axil_wready,
  output logic [ 1:0] s_axil_bresp,
  output logic        s_axil_bvalid,
  input  logic        s_axil_bready,
  input  logic [ 5:0] s_axil_araddr,
  input  logic        s_axil_arvalid,
  output logic        s_axil_arready,
  output logic [31:0] s_axil_rdata,
  output logic [ 1:0] s_axil_rresp,
  output logic        s_axil_rvalid,
  input  logic        s_axil_rready,
"""
_WISHBONE = """\
  input  logic        wb_cyc_i,
  input  logic        wb_stb_i,
  input  logic        wb_we_i,
  input  logic [ 5:0] wb_adr_i,
  input  logic [ 3:0] wb_sel_i,
  input  logic [31:0] wb_dat_i,
  output logic [31:0] wb_dat_o,
  output logic        wb_stall_o,
  output logic        wb_ack_o,
  output logic        wb_err_o,
"""
_PORTS = {"axi4-lite": _AXI, "wishbone": _WISHBONE}
# The shells with DMA, and the ports of their masters. `data` is the last bit of the data, `strobes` of wstrb.
DMA_WIDTHS = (32, 64, 128)
DMA_SHELLS = {"axi4-lite": "roundel_shell_axi4_dma", "wishbone": "roundel_shell_wishbone_dma"}
_AXI_READ = """\
  output logic        m_axi_{engine}_arid,
  output logic [31:0] m_axi_{engine}_araddr,
  output logic [ 7:0] m_axi_{engine}_arlen,
  output logic [ 2:0] m_axi_{engine}_arsize,
  output logic [ 1:0] m_axi_{engine}_arburst,
  output logic        m_axi_{engine}_arvalid,
  input  logic        m_axi_{engine}_arready,
  input  logic        m_axi_{engine}_rid,
  input  logic [{data}:0] m_axi_{engine}_rdata,
  input  logic [ 1:0] m_axi_{engine}_rresp,
  input  logic        m_axi_{engine}_rlast,
  input  logic        m_axi_{engine}_rvalid,
  output logic        m_axi_{engine}_rready,
"""
_AXI_WRITE = """\
  output logic        m_axi_{engine}_awid,
  output logic [31:0] m_axi_{engine}_awaddr,
  output logic [ 7:0] m_axi_{engine}_awlen,
  output logic [ 2:0] m_axi_{engine}_awsize,
  output logic [ 1:0] m_axi_{engine}_awburst,
  output logic        m_axi_{engine}_awvalid,
  input  logic        m_axi_{engine}_awready,
  output logic [{data}:0] m_axi_{engine}_wdata,
  output logic [{strobes}:0] m_axi_{engine}_wstrb,
  output logic        m_axi_{engine}_wlast,
  output logic        m_axi_{engine}_wvalid,
  input  logic        m_axi_{engine}_wready,
  input  logic        m_axi_{engine}_bid,
  input  logic [ 1:0] m_axi_{engine}_bresp,
  input  logic        m_axi_{engine}_bvalid,
  output logic        m_axi_{engine}_bready,
"""
_WISHBONE_READ = """\
  output logic        wbm_{engine}_cyc_o,
  output logic        wbm_{engine}_stb_o,
  output logic        wbm_{engine}_we_o,
  output logic [31:0] wbm_{engine}_adr_o,
  output logic [{strobes}:0] wbm_{engine}_sel_o,
  input  logic [{data}:0] wbm_{engine}_dat_i,
  input  logic        wbm_{engine}_stall_i,
  input  logic        wbm_{engine}_ack_i,
  input  logic        wbm_{engine}_err_i,
"""
_WISHBONE_WRITE = "  output logic [{data}:0] wbm_{engine}_dat_o,\n"
_DMA_PORTS = {
    "axi4-lite": {"in": _AXI_READ, "out": _AXI_WRITE + _AXI_READ},
    "wishbone": {"in": _WISHBONE_READ, "out": _WISHBONE_WRITE + _WISHBONE_READ},
}


def capability(core: Core) -> tuple[int, int]:
    """Return what the shell of `core` shows in the field SERVICES and in the register ALGORITHMS."""
    if core.kind != "service":
        raise RoundelError(f"{core.name} is not a service core", "`roundel list` shows the services.")
    bits = registers()["ALGORITHMS"].fields
    services = algorithms = 0
    for service in core.services:
        if service.parameter and not core.config.parameters.get(service.parameter, 1):
            continue
        for operation in OPERATIONS[service.name]:
            services |= 1 << (operation - 1)
        algorithms |= bits[service.algorithm.upper().replace("-", "_")].mask
    return services, algorithms


def module_name(core: Core, bus: str, *, dma: int = 0) -> str:
    """Return the name of the module that `wrapper` writes."""
    name = f"{core.name.replace(':', '_')}_on_{bus}".replace("-", "_")
    return f"{name}_dma{dma}" if dma else name


def wrapper(core: Core, bus: str, *, pipelined: bool = True, dma: int = 0, burst: int = 8) -> str:
    """Return the module that has `core` after the shell of a bus.

    Args:
        core: A service core. One with several streams serves stream 0.
        bus: "axi4-lite" or "wishbone".
        pipelined: The mode of Wishbone of the registers: pipelined or standard.
        dma: The width of the data of the DMA in bits: 32, 64 or 128. 0 is a shell without DMA.
        burst: The most beats of a burst of the DMA: 4, 8 or 16.

    Raises:
        RoundelError: There is no such bus or no such DMA, the core is not a service core, it is masked, or
            its answers are wider than its input.
    """
    if bus not in BUSES:
        raise unknown_name("bus", bus, BUSES)
    if core.kind == "service" and core.output_width != core.data_width:
        raise RoundelError(
            f"{core.name} answers with {core.output_width} bits, more than the shell reads",
            "Use keccak-hash, which answers with as many bits as it reads.",
        )
    if core.kind == "service" and core.masked:
        raise RoundelError(
            f"{core.name} is masked: a shell has neither two shares nor fresh bits",
            "Use keccak-hash, or connect the ports of the core.",
        )
    if dma and dma not in DMA_WIDTHS:
        raise RoundelError(f"no DMA of {dma} bits on {bus}", "The widths are 32, 64 and 128 bits.")
    services, algorithms = capability(core)
    width = core.data_width
    shell = {"DataWidth": str(width), "Services": f"7'h{services:x}", "Algorithms": f"32'h{algorithms:x}"}
    if bus == "wishbone":
        shell["Pipelined"] = f"1'b{int(pipelined)}"
    stream = ("tdata", "tkeep", "tlast", "tuser", "tvalid", "tready")
    bus_ports = _PORTS[bus]
    if dma:
        shell |= {"BusWidth": str(dma), "Burst": str(burst)}
        for engine, text in _DMA_PORTS[bus].items():
            bus_ports += text.format(engine=engine, data=dma - 1, strobes=dma // 8 - 1)
    ports = [line.split()[-1].strip(",") for line in bus_ports.splitlines()]
    to_shell = [f".{port}({port})" for port in ("clk_i", "rst_ni", *ports, "interrupt_o")]
    to_shell += [".core_rst_no(core_rst_n)"]
    to_shell += [f".m_axis_{name}(in_{name})" for name in stream]
    to_shell += [f".s_axis_{name}(out_{name})" for name in stream]
    to_core = [".clk_i(clk_i)", ".rst_ni(core_rst_n)"]
    to_core += [f".s_axis_{name}(in_{name})" for name in stream]
    to_core += [f".m_axis_{name}(out_{name})" for name in stream]
    if core.streams > 1:
        to_core += [".s_axis_tid('0)", ".m_axis_tid(unused_tid)"]
    return "\n".join(
        [
            f"// {core.name} after the register shell on {bus}; see docs/bus.md.",
            f"module {module_name(core, bus, dma=dma)} (",
            "  input  logic        clk_i,",
            "  input  logic        rst_ni,",
            bus_ports + "  output logic        interrupt_o",
            ");",
            f"  logic [{width - 1}:0] in_tdata, out_tdata;",
            f"  logic [{width // 8 - 1}:0] in_tkeep, out_tkeep;",
            "  logic [3:0] in_tuser, out_tuser;",
            "  logic in_tlast, in_tvalid, in_tready, out_tlast, out_tvalid, out_tready, core_rst_n;",
            *(["  logic unused_tid;"] if core.streams > 1 else []),
            instance((DMA_SHELLS if dma else BUSES)[bus], shell, "u_shell", to_shell),
            instance(core.top, {k: str(v) for k, v in core.config.parameters.items()}, "u_core", to_core),
            "endmodule",
            "",
        ]
    )


def instance(module: str, parameters: dict[str, str], name: str, connections: list[str]) -> str:
    """Return an instance of a module in SystemVerilog: values of its parameters, connections of its ports."""
    values = ",\n".join(f"    .{parameter}({value})" for parameter, value in parameters.items())
    given = f" #(\n{values}\n  )" if values else ""
    pins = ",\n".join(f"    {connection}" for connection in connections)
    return f"  {module}{given} {name} (\n{pins}\n  );"


def shell_sources(*, dma: bool = False) -> tuple[Path, ...]:
    """Return the sources of the shell, or of that with DMA, in compilation order."""
    return sources_of_part(DMA if dma else SHELL)


def sources_of_part(name: str) -> tuple[Path, ...]:
    """Return the sources of a part by its name without the version, in compilation order."""
    descriptions = read_descriptions(project_root())
    vlnv = next(vlnv for vlnv in descriptions if vlnv.startswith(name))
    return tuple(sources_of(vlnv, descriptions, descriptions[vlnv].path))


def all_sources(core: Core, *, dma: bool = False) -> tuple[Path, ...]:
    """Return the sources of the shell and the core, in compilation order, without the wrapper."""
    return tuple(dict.fromkeys([*core.sources, *shell_sources(dma=dma)]))
