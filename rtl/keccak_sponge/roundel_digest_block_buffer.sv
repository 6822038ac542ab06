// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Gathers the next block of keccak-hash-digest while the permutation works, then shows it to chi as the
// addend until it is absorbed.
//
// There are two ranks of registers. The block is a shift register of lanes, which needs neither a decoder
// nor a LUT: Lanes writes fill it. It is cleared when the addend has loaded it. The addend has an enable and
// no clear: it loads the block, and in the cycle that absorbs it the zeros that followed. (A tile of the ECP5
// has two clears, and those of the state and of the block are enough.) Without a block the addend is zero,
// except for the round constant (iota) in seven bits of lane 0.
//
// Schedule:   a lane of cycle t is in the block in t+2. transfer_i comes in a cycle t after the cycle of the
//             last lane; the addend loads the block at the end of t+1. No lane may come from t to the cycle
//             of absorb_i, which is t+2 or later. All controls of more than a few registers are registers.
// Interfaces: lanes from roundel_digest_input; transfer, absorb, step and constants from
//             roundel_digest_schedule; addend to the Keccak round of the core.
// Reference:  FIPS 202 section 4, step 6; section 3.2.5 (iota)

module roundel_digest_block_buffer #(
  parameter int unsigned Lanes = 18  // widest rate in lanes
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,  // clear the block and the addend

  input logic        write_i,  // append a lane
  input logic        zero_i,  // the lane is zero
  input logic [63:0] lane_i,  // the lane otherwise

  input logic transfer_i,  // the block is complete: send it to the addend
  input logic absorb_early_i,  // the next cycle absorbs the addend
  input logic step_i,  // the state takes a round: load the next constant
  input roundel_keccak_pkg::rc_t transfer_constant_i,  // in t+1: constant of the round that adds the block
  input roundel_keccak_pkg::rc_t step_constant_i,  // constant of the round after the current one
  output logic [63:0] addend_o[roundel_keccak_pkg::NumLanes]  // block or zero, with the round constant
);

  // The bits of lane 0 that iota changes have registers of their own.
  localparam logic [63:0] RcMask = roundel_keccak_pkg::spread_constant('1);

  logic [63:0] block_q[Lanes]  /*verilator split_var*/;
  logic [63:0] addend_q[Lanes]  /*verilator split_var*/;
  logic [63:0] lane_q;  // the lane to append
  logic append_q, clear_block_q, transfer_q, load_q, reload_q;
  roundel_keccak_pkg::rc_t iota_q, iota_block;

  always_ff @(posedge clk_i) begin
    append_q <= write_i;
    if (zero_i || clear_i || clear_block_q) lane_q <= '0;
    else if (write_i) lane_q <= lane_i;
    clear_block_q <= transfer_i || clear_i || !rst_ni;
    reload_q <= clear_i || !rst_ni;
    transfer_q <= transfer_i;
    load_q <= transfer_i || absorb_early_i || reload_q;
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    always_ff @(posedge clk_i) begin
      if (clear_block_q) block_q[i] <= '0;
      else if (append_q) block_q[i] <= i == Lanes - 1 ? lane_q : block_q[(i+1)%Lanes];
    end
    always_ff @(posedge clk_i) begin
      if (load_q) addend_q[i] <= i == 0 ? block_q[i] & ~RcMask : block_q[i];
    end
    assign addend_o[i] = i == 0 ? addend_q[i] | roundel_keccak_pkg::spread_constant(iota_q) : addend_q[i];
  end
  for (genvar i = Lanes; i < roundel_keccak_pkg::NumLanes; i++) begin : gen_capacity
    assign addend_o[i] = '0;
  end

  for (genvar j = 0; j < roundel_keccak_pkg::NumRcBits; j++) begin : gen_iota_block
    assign iota_block[j] = block_q[0][(1<<j)-1];
  end

  always_ff @(posedge clk_i) begin
    if (reload_q) iota_q <= '0;
    else if (transfer_q) iota_q <= iota_block ^ transfer_constant_i;
    else if (step_i) iota_q <= step_constant_i;
  end

endmodule
