// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// PicoRV32 (RV32I, barrel shifter, multiplier) with the Keccak SIMD coprocessor and a memory that answers in the
// cycle it is asked, for counting cycles. Not for synthesis.
//
// The program is loaded from the file of +program=; a store to 0x10000000 prints the value and the cycle; a
// trap (ebreak) writes the memory to the file of +result= and ends.

module simd_machine (
  input logic clk_i,
  input logic rst_ni
);

  localparam int unsigned Words = 1 << 16;

  logic [31:0] memory[Words];
  logic [31:0] cycle_q;
  logic trap, mem_valid, mem_instr, mem_ready;
  logic [31:0] mem_addr, mem_wdata, mem_rdata;
  logic [3:0] mem_wstrb;
  logic pcpi_valid, pcpi_wr, pcpi_wait, pcpi_ready;
  logic [31:0] pcpi_insn, pcpi_rs1, pcpi_rs2, pcpi_rd;

  string program_file, result_file;
  initial begin
    if ($value$plusargs("program=%s", program_file)) $readmemh(program_file, memory);
    if (!$value$plusargs("result=%s", result_file)) result_file = "result.hex";
  end

  assign mem_ready = mem_valid;
  assign mem_rdata = memory[mem_addr[17:2]];

  always_ff @(posedge clk_i) begin
    cycle_q <= rst_ni ? cycle_q + 1 : '0;
    if (rst_ni && mem_valid && mem_addr[31:28] == 4'h1 && mem_wstrb != '0) begin
      $display("mark %0d %0d", mem_wdata, cycle_q);
    end else if (mem_valid) begin
      for (int i = 0; i < 4; i++) begin
        if (mem_wstrb[i]) memory[mem_addr[17:2]][8*i+:8] <= mem_wdata[8*i+:8];
      end
    end
    if (rst_ni && trap) begin
      $writememh(result_file, memory);
      $finish;
    end
  end

  picorv32 #(
    .BARREL_SHIFTER (1),
    .ENABLE_PCPI    (1),
    .ENABLE_FAST_MUL(1),
    .STACKADDR      (4 * Words)
  ) u_core (
    .clk         (clk_i),
    .resetn      (rst_ni),
    .trap        (trap),
    .mem_valid   (mem_valid),
    .mem_instr   (mem_instr),
    .mem_ready   (mem_ready),
    .mem_addr    (mem_addr),
    .mem_wdata   (mem_wdata),
    .mem_wstrb   (mem_wstrb),
    .mem_rdata   (mem_rdata),
    .mem_la_read (),
    .mem_la_write(),
    .mem_la_addr (),
    .mem_la_wdata(),
    .mem_la_wstrb(),
    .pcpi_valid  (pcpi_valid),
    .pcpi_insn   (pcpi_insn),
    .pcpi_rs1    (pcpi_rs1),
    .pcpi_rs2    (pcpi_rs2),
    .pcpi_wr     (pcpi_wr),
    .pcpi_rd     (pcpi_rd),
    .pcpi_wait   (pcpi_wait),
    .pcpi_ready  (pcpi_ready),
    .irq         (32'h0),
    .eoi         (),
    .trace_valid (),
    .trace_data  ()
  );

  roundel_simd_pcpi u_pcpi (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .pcpi_valid_i(pcpi_valid),
    .pcpi_insn_i (pcpi_insn),
    .pcpi_rs1_i  (pcpi_rs1),
    .pcpi_rs2_i  (pcpi_rs2),
    .pcpi_wr_o   (pcpi_wr),
    .pcpi_rd_o   (pcpi_rd),
    .pcpi_wait_o (pcpi_wait),
    .pcpi_ready_o(pcpi_ready)
  );

endmodule
