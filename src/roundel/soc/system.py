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
    .s_axil_awaddr(io_address[5:0]),
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
    .wb_cyc_i(cyc),
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

  demo_soc u_soc (
    .clk_i,
    .rst_ni,
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


def top_text(core: Core, bus: str) -> str:
    """Return the modules of the SoC that are made for `core`: its wrapper and the top."""
    device = wrapper(core, bus)
    return f"{device}\n{_TOP}{_DEVICES[bus][1].format(module=module_name(core, bus))}endmodule\n"


def soc_sources(core: Core, bus: str) -> list[Path]:
    """Return the other sources of the SoC, in compilation order. RoundelError without the processor."""
    parts = [MACHINE / f"{name}.sv" for name in ("demo_soc", _DEVICES[bus][0])]
    return [_processor(), *all_sources(core), *parts]


def _processor() -> Path:
    require(PROCESSOR)
    return Path(importlib.import_module("pythondata_cpu_picorv32").data_location) / "picorv32.v"


def build_bare() -> Path:
    """Return the program that runs the processor, the RAM and the console alone, much faster."""
    sources = [_processor(), MACHINE / "demo_soc.sv"]
    return build_program("soc-bare", sources, top=TOP, text=f"{_TOP}{_NO_DEVICE}endmodule\n", program=PROGRAM)


def build_soc(core: Core, bus: str) -> Path:
    """Return the program that runs the SoC of `core`, built unless the cache has it.

    Raises:
        RoundelError: The core has no shell, there is no such bus, or a package or tool is missing.
    """
    text = top_text(core, bus)  # refuses a core without a shell, and an unknown bus
    return build_program(
        f"soc-{module_name(core, bus)}", soc_sources(core, bus), top=TOP, text=text, program=PROGRAM
    )


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
