// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds what chi adds: a block for exactly one cycle, and the round constant (iota).
//
// Only the clear or the enable of the registers gates the block. So the block's path into the state costs
// no LUT, except for the seven bits of iota. Those hold the constant of the next round: they load a new
// constant with every step_i, and the constant of its own round with a block. (The permutation may have
// waited for the block, or may start from the zero state.)
// Twice selects, by lane, an enable in place of the clear: a lane that is zero again in the cycle after the
// block's is then loaded twice. A tile of the ECP5 has two clears, so related registers with clears of
// their own are placed far apart. With AsyncReset every register has an asynchronous reset.
//
// Schedule:   transfer_i in cycle t; the block is loaded at the end of t+1 and is on addend_o in t+2. The
//             cycle between is for the register that drives a thousand clears.
// Interfaces: block from roundel_sponge_block_buffer or roundel_keccak_pair_buffer, which send transfer_i,
//             step_i and the constants too; addend_o to chi of the Keccak round.
// Reference:  FIPS 202 sections 3.2.5 (iota) and 4, step 6 (the block is added to the state).

module roundel_sponge_addend #(
  parameter int unsigned Lanes = 21,
  parameter bit AsyncReset = 1'b0,
  parameter logic [Lanes-1:0] LoadTwice = '0  // by lane: load with an enable, in t+1 and with reload_i
) (
  input logic clk_i,
  input logic rst_ni,  // used only with AsyncReset

  input  logic [63:0]     block_i[Lanes],  // the gathered block
  input  logic            transfer_i,  // load the block at the end of the next cycle
  input  logic            reload_i,  // in t+1, and on every other clear: load the lanes of Twice again
  input  roundel_keccak_pkg::rc_t transfer_constant_i,  // in t+1: constant of the round that adds the block
  input  logic            step_i,  // the state takes a round: load the next constant
  input  roundel_keccak_pkg::rc_t step_constant_i,  // constant of the round after the current one
  output logic [63:0]     addend_o[Lanes],  // the block, or zero, with the round constant
  output logic [63:0]     block_o[Lanes]  // the block, or zero, without the round constant
);

  // The bits of lane 0 that iota changes have registers of their own.
  localparam logic [63:0] RcMask = roundel_keccak_pkg::spread_constant('1);
  roundel_keccak_pkg::rc_t iota_q, iota_block, iota_block_q;
  logic [63:0] addend_q[Lanes]  /*verilator split_var*/;
  logic transfer_q, clear_q, load_twice_q;

  // The asynchronous reset, constantly high without AsyncReset.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    if (i == 0) begin : gen_iota
      always_ff @(posedge clk_i or negedge arst_n) begin
        if (!arst_n) addend_q[i] <= '0;
        else if (clear_q) addend_q[i] <= '0;
        else addend_q[i] <= block_i[i] & ~RcMask;
      end
      assign addend_o[i] = addend_q[i] | roundel_keccak_pkg::spread_constant(iota_q);
      assign block_o[i]  = addend_q[i] | roundel_keccak_pkg::spread_constant(iota_block_q);
    end else if (LoadTwice[i]) begin : gen_twice
      always_ff @(posedge clk_i or negedge arst_n) begin
        if (!arst_n) addend_q[i] <= '0;
        else if (load_twice_q) addend_q[i] <= block_i[i];
      end
      assign addend_o[i] = addend_q[i];
      assign block_o[i]  = addend_q[i];
    end else begin : gen_plain
      always_ff @(posedge clk_i or negedge arst_n) begin
        if (!arst_n) addend_q[i] <= '0;
        else if (clear_q) addend_q[i] <= '0;
        else addend_q[i] <= block_i[i];
      end
      assign addend_o[i] = addend_q[i];
      assign block_o[i]  = addend_q[i];
    end
  end

  for (genvar j = 0; j < roundel_keccak_pkg::NumRcBits; j++) begin : gen_iota_block
    assign iota_block[j] = block_i[0][(1<<j)-1];
  end

  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) begin
      transfer_q <= 1'b0;
      clear_q <= 1'b1;
      load_twice_q <= 1'b0;
      iota_q <= '0;
      iota_block_q <= '0;
    end else begin
      transfer_q <= transfer_i;
      clear_q <= !transfer_i;
      load_twice_q <= transfer_i || reload_i;
      iota_block_q <= transfer_q ? iota_block : '0;
      if (transfer_q) iota_q <= iota_block ^ transfer_constant_i;
      else if (step_i) iota_q <= step_constant_i;
    end
  end

  logic unused;
  assign unused = load_twice_q;  // no lane uses it if Twice is zero

endmodule
