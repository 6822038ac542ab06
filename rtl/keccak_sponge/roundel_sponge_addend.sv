// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What chi adds: a block for exactly one cycle, and the round constant (iota). Only the registers' own
// clear or enable steers the block, so its way into the state costs no LUT but for the seven bits of iota.
// Those hold the constant of the round that is due: a new one comes with every `step_i`, one of its own with
// a block (the permutation may have waited for it, or start from nothing).
//
// A lane that is zero again in the cycle after the block's is best taken twice (Twice): a tile of the ECP5
// has two clears, so registers that belong together and have clears of their own lie apart.
//
// Schedule: `transfer_i` in cycle t; the block is taken at the end of t+1 and shown in t+2. The cycle
// between is for the register that drives a thousand clears.
//
// With AsyncReset every register has an asynchronous reset.

module roundel_sponge_addend #(
  parameter int unsigned             Lanes      = 21,
  parameter bit                      AsyncReset = 1'b0,
  parameter logic        [Lanes-1:0] Twice      = '0     // by lane: zero in t+2, and with `again_i`
) (
  input logic clk_i,
  input logic rst_ni,  // looked at with AsyncReset alone

  input  logic [63:0]     block_i[Lanes],
  input  logic            transfer_i,
  input  logic            again_i,  // in t+1, and whenever what is in the lanes is to be forgotten
  input  roundel_keccak_pkg::rc_t transfer_constant_i,  // in t+1: of the round that adds the block
  input  logic            step_i,
  input  roundel_keccak_pkg::rc_t step_constant_i,  // of the round after this one
  output logic [63:0]     addend_o[Lanes],
  output logic [63:0]     block_o[Lanes]  // the same without the round constant
);

  // The bits of lane 0 that iota touches stand apart from the rest of it.
  localparam logic [63:0] RcMask = roundel_keccak_pkg::spread_constant('1);
  roundel_keccak_pkg::rc_t iota_q, iota_block, iota_block_q;
  logic [63:0] addend_q[Lanes]  /*verilator split_var*/;
  logic transfer_q, clear_q, take_q;

  // The asynchronous reset, if registers have one.
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
    end else if (Twice[i]) begin : gen_twice
      always_ff @(posedge clk_i or negedge arst_n) begin
        if (!arst_n) addend_q[i] <= '0;
        else if (take_q) addend_q[i] <= block_i[i];
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
      take_q <= 1'b0;
      iota_q <= '0;
      iota_block_q <= '0;
    end else begin
      transfer_q <= transfer_i;
      clear_q <= !transfer_i;
      take_q <= transfer_i || again_i;
      iota_block_q <= transfer_q ? iota_block : '0;
      if (transfer_q) iota_q <= iota_block ^ transfer_constant_i;
      else if (step_i) iota_q <= step_constant_i;
    end
  end

  logic unused;
  assign unused = take_q;  // by no lane, if none is taken twice

endmodule
