"""The SystemVerilog of the demo SoC that depends on the core, the bus and the DMA, and the other sources."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Core
from roundel.packages import require
from roundel.soc.memory_ports import AXI_MEMORY, AXI_PINS, NO_DMA, WISHBONE_MEMORY, WISHBONE_PINS
from roundel.soc.wrapper import all_sources, module_name, wrapper

TOP, BOARD = "soc_top", "soc_board"
MACHINE = Path(__file__).with_name("machine")
PROCESSOR = "pythondata-cpu-picorv32"

_AXI = """\
  logic awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
  logic [1:0] bresp, rresp;

  cpu_to_axi4_lite u_bridge (
    .clk_i,
    .rst_ni,
    .io_valid_i(io_valid),
    .io_write_i(io_write),
    .io_ready_o(io_ready),
    .io_error_o(io_error),
    .m_axil_awvalid(awvalid),
    .m_axil_awready(awready),
    .m_axil_wvalid(wvalid),
    .m_axil_wready(wready),
    .m_axil_bresp(bresp),
    .m_axil_bvalid(bvalid),
    .m_axil_bready(bready),
    .m_axil_arvalid(arvalid),
    .m_axil_arready(arready),
    .m_axil_rresp(rresp),
    .m_axil_rvalid(rvalid),
    .m_axil_rready(rready)
  );

  {module} u_device (
    .clk_i,
    .rst_ni,
{masters}    .s_axil_awaddr(io_address[5:0]),
    .s_axil_awvalid(awvalid),
    .s_axil_awready(awready),
    .s_axil_wdata(io_to),
    .s_axil_wstrb(io_strobe),
    .s_axil_wvalid(wvalid),
    .s_axil_wready(wready),
    .s_axil_bresp(bresp),
    .s_axil_bvalid(bvalid),
    .s_axil_bready(bready),
    .s_axil_araddr(io_address[5:0]),
    .s_axil_arvalid(arvalid),
    .s_axil_arready(arready),
    .s_axil_rdata(io_from),
    .s_axil_rresp(rresp),
    .s_axil_rvalid(rvalid),
    .s_axil_rready(rready),
    .interrupt_o(interrupt)
  );
"""
_WISHBONE = """\
  logic cyc, stb, stall, ack, err;

  cpu_to_wishbone u_bridge (
    .clk_i,
    .rst_ni,
    .io_valid_i(io_valid),
    .io_ready_o(io_ready),
    .io_error_o(io_error),
    .wb_cyc_o(cyc),
    .wb_stb_o(stb),
    .wb_stall_i(stall),
    .wb_ack_i(ack),
    .wb_err_i(err)
  );

  {module} u_device (
    .clk_i,
    .rst_ni,
{masters}    .wb_cyc_i(cyc),
    .wb_stb_i(stb),
    .wb_we_i(io_write),
    .wb_adr_i(io_address[5:0]),
    .wb_sel_i(io_write ? io_strobe : 4'b1111),
    .wb_dat_i(io_to),
    .wb_dat_o(io_from),
    .wb_stall_o(stall),
    .wb_ack_o(ack),
    .wb_err_o(err),
    .interrupt_o(interrupt)
  );
"""


@dataclass(frozen=True)
class _Bus:
    """The modules and texts of a bus: the bridge of the processor, the shell, and the slaves of its DMA."""

    bridge: str
    device: str
    slaves: tuple[str, ...]
    memory: str
    pins: str


_BUSES = {
    "axi4-lite": _Bus(
        "cpu_to_axi4_lite", _AXI, ("axi4_read_slave", "axi4_write_slave"), AXI_MEMORY, AXI_PINS
    ),
    "wishbone": _Bus("cpu_to_wishbone", _WISHBONE, ("wishbone_slave",), WISHBONE_MEMORY, WISHBONE_PINS),
}
# Any access to the device is refused.
_NO_DEVICE = """\
  assign io_ready = io_valid;
  assign io_error = 1'b1;
  assign io_from = '0;
  assign interrupt = 1'b0;
"""
_TOP = """\
module soc_top (
  input  logic        clk_i,
  input  logic        rst_ni,
  output logic        console_valid_o,
  output logic [ 7:0] console_o,
  input  logic        console_ready_i,
  output logic        exit_valid_o,
  output logic [31:0] exit_o,
  output logic        trap_o,
  output logic        fault_valid_o,
  output logic [31:0] address_o
);
  logic io_valid, io_write, io_ready, io_error, interrupt;
  logic [3:0] io_strobe;
  logic [31:0] io_address, io_to, io_from;
  logic in_read, in_error, out_read, out_error, write_error;
  logic [31:0] in_address, out_address, write_address;
  logic [{last}:0] in_data, out_data, write_data;
  logic [{strobes}:0] write;

  demo_soc #(.DmaWidth({width})) u_soc (
    .clk_i,
    .rst_ni,
    .in_read_i(in_read),
    .in_address_i(in_address),
    .in_data_o(in_data),
    .in_error_o(in_error),
    .out_read_i(out_read),
    .out_address_i(out_address),
    .out_data_o(out_data),
    .out_error_o(out_error),
    .write_i(write),
    .write_address_i(write_address),
    .write_data_i(write_data),
    .write_error_o(write_error),
    .io_valid_o(io_valid),
    .io_write_o(io_write),
    .io_strobe_o(io_strobe),
    .io_address_o(io_address),
    .io_data_o(io_to),
    .io_ready_i(io_ready),
    .io_data_i(io_from),
    .io_error_i(io_error),
    .interrupt_i(interrupt),
    .console_valid_o,
    .console_o,
    .console_ready_i,
    .exit_valid_o,
    .exit_o,
    .trap_o,
    .fault_valid_o,
    .address_o
  );

"""


def top_text(core: Core, bus: str, *, dma: int = 0) -> str:
    """Return the modules of the SoC that are made for `core`: its wrapper and the top."""
    device = wrapper(core, bus, dma=dma)
    parts = _BUSES[bus]
    pins = {"module": module_name(core, bus, dma=dma), "masters": parts.pins if dma else ""}
    return f"{device}\n{_top(parts.device.format(**pins), parts.memory if dma else NO_DMA, dma)}"


def bare_text() -> str:
    """Return the top of the SoC without a core."""
    return _top(_NO_DEVICE, NO_DMA)


def _top(device: str, memory: str, dma: int = 0) -> str:
    width = dma or 32
    sizes = {"width": width, "last": width - 1, "strobes": width // 8 - 1}
    return f"{_TOP.format(**sizes)}{memory.format(**sizes)}\n{device}endmodule\n"


def soc_sources(core: Core, bus: str, *, dma: int = 0) -> list[Path]:
    """Return the other sources of the SoC, in compilation order. RoundelError without the processor."""
    bridge, slaves = _BUSES[bus].bridge, _BUSES[bus].slaves if dma else ()
    parts = [MACHINE / f"{name}.sv" for name in ("demo_soc", bridge, *slaves)]
    return [processor(), *all_sources(core, dma=bool(dma)), *parts]


def board_sources(core: Core, bus: str) -> list[Path]:
    """Return the sources of the SoC for an FPGA without DMA, but for `top_text`, in compilation order.

    Its top is `BOARD`. RoundelError without the processor.
    """
    return [*soc_sources(core, bus), MACHINE / "uart_transmitter.sv", MACHINE / "soc_board.sv"]


def processor() -> Path:
    """Return the source of PicoRV32; RoundelError if it is not installed."""
    require(PROCESSOR)
    return Path(importlib.import_module("pythondata_cpu_picorv32").data_location) / "picorv32.v"
