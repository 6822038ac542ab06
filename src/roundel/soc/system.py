"""The demo SoC: PicoRV32, RAM and a console around a service core and its shell, in Verilator."""

from __future__ import annotations

import importlib
import re
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.packages import require
from roundel.paths import cache_dir
from roundel.simulate.build import build_program
from roundel.soc.wrapper import all_sources, module_name, wrapper

TOP = "soc_top"
MACHINE = Path(__file__).with_name("machine")
PROGRAM = MACHINE / "main.cpp"
PROCESSOR = "pythondata-cpu-picorv32"
LIMIT_CYCLES = 500_000_000
EXIT, TRAP, FAULT, LIMIT = "exit", "trap", "fault", "limit"

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
# The RAM has no DMA.
_NO_DMA = """\
  assign {in_read, out_read} = '0;
  assign {in_address, out_address, write_address} = '0;
  assign write = '0;
  assign write_data = '0;
"""
# A shell with DMA has an AXI4 master for each engine. What the slaves do not need is left open.
_DMA = """\
  logic in_arvalid, in_arready, in_rlast, in_rvalid, in_rready;
  logic out_arvalid, out_arready, out_rlast, out_rvalid, out_rready;
  logic awvalid_m, awready_m, wlast, wvalid_m, wready_m, bvalid_m, bready_m;
  logic [31:0] in_araddr, out_araddr, awaddr;
  logic [7:0] in_arlen, out_arlen;
  logic [1:0] in_rresp, out_rresp, bresp_m;
  logic [{last}:0] in_rdata, out_rdata, wdata;
  logic [{strobes}:0] wstrb;

  axi4_read_slave #(.DataWidth({width})) u_in (
    .clk_i,
    .rst_ni,
    .s_axi_araddr(in_araddr),
    .s_axi_arlen(in_arlen),
    .s_axi_arvalid(in_arvalid),
    .s_axi_arready(in_arready),
    .s_axi_rdata(in_rdata),
    .s_axi_rresp(in_rresp),
    .s_axi_rlast(in_rlast),
    .s_axi_rvalid(in_rvalid),
    .s_axi_rready(in_rready),
    .read_o(in_read),
    .address_o(in_address),
    .data_i(in_data),
    .error_i(in_error)
  );

  axi4_read_slave #(.DataWidth({width})) u_out (
    .clk_i,
    .rst_ni,
    .s_axi_araddr(out_araddr),
    .s_axi_arlen(out_arlen),
    .s_axi_arvalid(out_arvalid),
    .s_axi_arready(out_arready),
    .s_axi_rdata(out_rdata),
    .s_axi_rresp(out_rresp),
    .s_axi_rlast(out_rlast),
    .s_axi_rvalid(out_rvalid),
    .s_axi_rready(out_rready),
    .read_o(out_read),
    .address_o(out_address),
    .data_i(out_data),
    .error_i(out_error)
  );

  axi4_write_slave #(.DataWidth({width})) u_write (
    .clk_i,
    .rst_ni,
    .s_axi_awaddr(awaddr),
    .s_axi_awvalid(awvalid_m),
    .s_axi_awready(awready_m),
    .s_axi_wdata(wdata),
    .s_axi_wstrb(wstrb),
    .s_axi_wlast(wlast),
    .s_axi_wvalid(wvalid_m),
    .s_axi_wready(wready_m),
    .s_axi_bresp(bresp_m),
    .s_axi_bvalid(bvalid_m),
    .s_axi_bready(bready_m),
    .write_o(write),
    .address_o(write_address),
    .data_o(write_data),
    .error_i(write_error)
  );
"""
_DMA_PINS = """\
    .m_axi_in_arid(),
    .m_axi_in_araddr(in_araddr),
    .m_axi_in_arlen(in_arlen),
    .m_axi_in_arsize(),
    .m_axi_in_arburst(),
    .m_axi_in_arvalid(in_arvalid),
    .m_axi_in_arready(in_arready),
    .m_axi_in_rid(1'b0),
    .m_axi_in_rdata(in_rdata),
    .m_axi_in_rresp(in_rresp),
    .m_axi_in_rlast(in_rlast),
    .m_axi_in_rvalid(in_rvalid),
    .m_axi_in_rready(in_rready),
    .m_axi_out_awid(),
    .m_axi_out_awaddr(awaddr),
    .m_axi_out_awlen(),
    .m_axi_out_awsize(),
    .m_axi_out_awburst(),
    .m_axi_out_awvalid(awvalid_m),
    .m_axi_out_awready(awready_m),
    .m_axi_out_wdata(wdata),
    .m_axi_out_wstrb(wstrb),
    .m_axi_out_wlast(wlast),
    .m_axi_out_wvalid(wvalid_m),
    .m_axi_out_wready(wready_m),
    .m_axi_out_bid(1'b0),
    .m_axi_out_bresp(bresp_m),
    .m_axi_out_bvalid(bvalid_m),
    .m_axi_out_bready(bready_m),
    .m_axi_out_arid(),
    .m_axi_out_araddr(out_araddr),
    .m_axi_out_arlen(out_arlen),
    .m_axi_out_arsize(),
    .m_axi_out_arburst(),
    .m_axi_out_arvalid(out_arvalid),
    .m_axi_out_arready(out_arready),
    .m_axi_out_rid(1'b0),
    .m_axi_out_rdata(out_rdata),
    .m_axi_out_rresp(out_rresp),
    .m_axi_out_rlast(out_rlast),
    .m_axi_out_rvalid(out_rvalid),
    .m_axi_out_rready(out_rready),
"""
_DEVICES = {"axi4-lite": ("cpu_to_axi4_lite", _AXI), "wishbone": ("cpu_to_wishbone", _WISHBONE)}
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
    .exit_valid_o,
    .exit_o,
    .trap_o,
    .fault_valid_o,
    .address_o
  );

"""


@dataclass(frozen=True)
class Run:
    """What a run of firmware printed, why it ended, and after how many cycles.

    `reason` is EXIT, TRAP, FAULT or LIMIT. `value` is the exit code, or the address of the last access.
    """

    output: str
    reason: str
    value: int
    cycles: int


def top_text(core: Core, bus: str, *, dma: int = 0) -> str:
    """Return the modules of the SoC that are made for `core`: its wrapper and the top."""
    if dma and bus == "wishbone":
        raise RoundelError("the RAM of the demo SoC has no Wishbone port for a DMA", "Use --bus axi4-lite.")
    device = wrapper(core, bus, dma=dma)
    pins = {"module": module_name(core, bus, dma=dma), "masters": _DMA_PINS if dma else ""}
    return f"{device}\n{_top(_DEVICES[bus][1].format(**pins), dma)}"


def _top(device: str, dma: int = 0) -> str:
    width = dma or 32
    sizes = {"width": width, "last": width - 1, "strobes": width // 8 - 1}
    memory = _DMA.format(**sizes) if dma else _NO_DMA
    return f"{_TOP.format(**sizes)}{memory}\n{device}endmodule\n"


def soc_sources(core: Core, bus: str, *, dma: int = 0) -> list[Path]:
    """Return the other sources of the SoC, in compilation order. RoundelError without the processor."""
    slaves = ("axi4_read_slave", "axi4_write_slave") if dma else ()
    parts = [MACHINE / f"{name}.sv" for name in ("demo_soc", _DEVICES[bus][0], *slaves)]
    return [processor(), *all_sources(core, dma=bool(dma)), *parts]


def processor() -> Path:
    """Return the source of PicoRV32; RoundelError if it is not installed."""
    require(PROCESSOR)
    return Path(importlib.import_module("pythondata_cpu_picorv32").data_location) / "picorv32.v"


def build_bare() -> Path:
    """Return the program that runs the processor, the RAM and the console alone, much faster."""
    sources = [processor(), MACHINE / "demo_soc.sv"]
    return build_program("soc-bare", sources, top=TOP, text=_top(_NO_DEVICE), program=PROGRAM)


def build_soc(core: Core, bus: str, *, dma: int = 0) -> Path:
    """Return the program that runs the SoC of `core`, built unless the cache has it.

    Args:
        core: A service core.
        bus: The bus of its registers: "axi4-lite" or "wishbone".
        dma: The width of the data of its DMA in bits; 0 is a shell without DMA.

    Raises:
        RoundelError: The core has no shell, there is no such bus or DMA, or a package or tool is missing.
    """
    text = top_text(core, bus, dma=dma)  # refuses a core without a shell, and an unknown bus
    name = f"soc-{module_name(core, bus, dma=dma)}"
    return build_program(name, soc_sources(core, bus, dma=dma), top=TOP, text=text, program=PROGRAM)


def run_soc(
    program: Path,
    image: bytes,
    *,
    limit_cycles: int = LIMIT_CYCLES,
    on_line: Callable[[str], None] | None = None,
) -> Run:
    """Run the SoC with firmware in its RAM until the firmware ends.

    Args:
        program: The program of `build_soc`.
        image: The contents of the RAM.
        limit_cycles: The longest run, in clock cycles.
        on_line: Gets each line that the firmware prints, as soon as it is there.

    Raises:
        RoundelError: The design stopped itself.
    """
    work = cache_dir("soc", "runs")
    words = (image[i : i + 4][::-1].hex() for i in range(0, len(image.rstrip(b"\0")) + 3 & ~3, 4))
    with tempfile.NamedTemporaryFile("w", suffix=".hex", dir=work) as firmware:
        firmware.write("\n".join(words) + "\n")
        firmware.flush()
        command = [str(program), f"+firmware={firmware.name}", f"+cycles={limit_cycles}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None and process.stderr is not None
            lines = []
            try:
                for raw in process.stdout:
                    line = raw.decode(errors="replace")
                    lines.append(line)
                    if on_line:
                        on_line(line)
                notes = process.stderr.read().decode(errors="replace")
            except BaseException:
                process.kill()
                raise
    ended = re.search(r"^end (\w+) (\d+) (\d+)$", notes, re.MULTILINE)
    if ended is None:
        raise RoundelError("the SoC stopped itself", "\n  ".join(notes.splitlines()[-6:]))
    return Run("".join(lines), ended[1], int(ended[2]), int(ended[3]))
