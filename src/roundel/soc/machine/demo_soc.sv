// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The processor side of the demo SoC: PicoRV32 (RV32IM), RAM, a console, a cycle counter, a port for the bus of
// a device, and two ports of the RAM for its DMA.
//
// Address map: 0000_0000 RAM; 1000_0000 console (w), 1000_0004 cycle counter (r), 1000_0008 exit (w);
//              2000_0000 the device.
// Schedule:    an access to RAM takes one cycle: the RAM reads at the address that the processor announces.
//              The counter is 0 in the first cycle after reset. The ports of the DMA read in one cycle as well, and
//              have the RAM in every cycle: an FPGA would need an arbiter, or RAM with more ports.
// Interfaces:  io_*: one request at a time. It is stable from io_valid_o until io_ready_i.
// Bytes:       byte 0 of a word is in bits 7 to 0.

module demo_soc #(
  parameter int unsigned Words    = 1 << 16,  // words of 32 bits in the RAM
  parameter int unsigned DmaWidth = 32,       // bits of a word of the DMA
  parameter              Firmware = ""        // in synthesis: file for $readmemh with the RAM's contents
) (
  input logic clk_i,
  input logic rst_ni,

  output logic        io_valid_o,    // a request to the device is on offer
  output logic        io_write_o,    // it is a write
  output logic [ 3:0] io_strobe_o,   // bytes of a write
  output logic [31:0] io_address_o,  // its address in bytes
  output logic [31:0] io_data_o,     // data of a write
  input  logic        io_ready_i,    // the request is done
  input  logic [31:0] io_data_i,     // data of a read
  input  logic        io_error_i,    // with io_ready_i: the device refused the request

  input  logic                  in_read_i,      // the input engine reads
  input  logic [          31:0] in_address_i,   // at this address, a multiple of its words
  output logic [  DmaWidth-1:0] in_data_o,      // the word, from the next cycle on
  output logic                  in_error_o,     // with in_data_o: it is not in the RAM
  input  logic                  out_read_i,     // the output engine reads
  input  logic [          31:0] out_address_i,  // at this address
  output logic [  DmaWidth-1:0] out_data_o,     // the word, from the next cycle on
  output logic                  out_error_o,    // with out_data_o: it is not in the RAM
  input  logic [DmaWidth/8-1:0] write_i,        // bytes that the output engine writes
  input  logic [          31:0] write_address_i,  // at this address
  input  logic [  DmaWidth-1:0] write_data_i,   // the word
  output logic                  write_error_o,  // the address is not in the RAM

  input logic interrupt_i,  // level of the device's interrupt: number 3 of the processor

  output logic        console_valid_o,  // the firmware prints a byte
  output logic [ 7:0] console_o,        // that byte
  input  logic        console_ready_i,  // it is printed; the processor waits until then
  output logic        exit_valid_o,     // the firmware ends
  output logic [31:0] exit_o,           // its exit code
  output logic        trap_o,           // the processor stopped at an illegal instruction
  output logic        fault_valid_o,    // an access was refused, or there is nothing at its address
  output logic [31:0] address_o         // address of the current access
);

  localparam int unsigned AddressWidth = $clog2(Words);
  localparam int unsigned DmaWords = DmaWidth / 32;
  localparam logic [3:0] Ram = 4'h0, System = 4'h1, Device = 4'h2;

  logic mem_valid, mem_instr, mem_ready, la_read, la_write;
  logic [31:0] mem_addr, mem_wdata, mem_rdata, la_addr, la_wdata;
  logic [3:0] mem_wstrb, la_wstrb;
  logic is_ram, is_system, is_device, inside_ram, write;

  logic [31:0] ram[Words];
  logic [31:0] ram_data_q, cycle_q;

  function automatic logic outside(input logic [31:0] address);
    return address >= 32'(4 * Words);
  endfunction

  assign write_error_o = outside(write_address_i);

`ifdef SYNTHESIS
  if (Firmware != "") begin : gen_firmware
    initial $readmemh(Firmware, ram);
  end
`else
  string firmware;
  initial if ($value$plusargs("firmware=%s", firmware)) $readmemh(firmware, ram);
`endif

  assign write = mem_wstrb != '0;
  assign inside_ram = mem_addr[27:0] < 28'(4 * Words);
  assign is_ram = mem_addr[31:28] == Ram && inside_ram;
  assign is_system = mem_addr[31:28] == System;
  assign is_device = mem_addr[31:28] == Device;

  always_ff @(posedge clk_i) begin
    cycle_q <= rst_ni ? cycle_q + 1 : '0;
    ram_data_q <= ram[la_addr[2+:AddressWidth]];
    if (la_write && la_addr[31:28] == Ram) begin
      for (int i = 0; i < 4; i++) begin
        if (la_wstrb[i]) ram[la_addr[2+:AddressWidth]][8*i+:8] <= la_wdata[8*i+:8];
      end
    end
    for (int unsigned w = 0; w < DmaWords; w++) begin
      if (in_read_i) in_data_o[32*w+:32] <= ram[in_address_i[2+:AddressWidth]+w];
      if (out_read_i) out_data_o[32*w+:32] <= ram[out_address_i[2+:AddressWidth]+w];
      for (int unsigned i = 0; i < 4; i++) begin
        if (write_i[4*w+i]) begin
          ram[write_address_i[2+:AddressWidth]+w][8*i+:8] <= write_data_i[32*w+8*i+:8];
        end
      end
    end
    if (in_read_i) in_error_o <= outside(in_address_i);
    if (out_read_i) out_error_o <= outside(out_address_i);
  end

  assign io_valid_o = mem_valid && is_device;
  assign io_write_o = write;
  assign io_strobe_o = mem_wstrb;
  assign io_address_o = mem_addr;
  assign io_data_o = mem_wdata;

  assign console_valid_o = mem_valid && is_system && write && mem_addr[3:2] == 2'd0;
  assign console_o = mem_wdata[7:0];
  assign exit_valid_o = mem_valid && is_system && write && mem_addr[3:2] == 2'd2;
  assign exit_o = mem_wdata;
  assign fault_valid_o = mem_valid && (is_device ? io_ready_i && io_error_i : !is_ram && !is_system);
  assign address_o = mem_addr;

  always_comb begin
    mem_ready = mem_valid;
    mem_rdata = ram_data_q;
    if (is_device) begin
      mem_ready = io_ready_i;
      mem_rdata = io_data_i;
    end else if (is_system) begin
      mem_ready = mem_valid && (console_ready_i || !console_valid_o);
      mem_rdata = cycle_q;
    end
  end

  picorv32 #(
    .BARREL_SHIFTER (1),
    .ENABLE_FAST_MUL(1),
    .ENABLE_DIV     (1),
    .ENABLE_IRQ     (1),
    .LATCHED_IRQ    (32'h0)
  ) u_cpu (
    .clk         (clk_i),
    .resetn      (rst_ni),
    .trap        (trap_o),
    .mem_valid   (mem_valid),
    .mem_instr   (mem_instr),
    .mem_ready   (mem_ready),
    .mem_addr    (mem_addr),
    .mem_wdata   (mem_wdata),
    .mem_wstrb   (mem_wstrb),
    .mem_rdata   (mem_rdata),
    .mem_la_read (la_read),
    .mem_la_write(la_write),
    .mem_la_addr (la_addr),
    .mem_la_wdata(la_wdata),
    .mem_la_wstrb(la_wstrb),
    .pcpi_valid  (),
    .pcpi_insn   (),
    .pcpi_rs1    (),
    .pcpi_rs2    (),
    .pcpi_wr     (1'b0),
    .pcpi_rd     (32'h0),
    .pcpi_wait   (1'b0),
    .pcpi_ready  (1'b0),
    .irq         ({28'h0, interrupt_i, 3'h0}),
    .eoi         (),
    .trace_valid (),
    .trace_data  ()
  );

endmodule
