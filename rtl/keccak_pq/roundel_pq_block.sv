// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Gathers a block of keccak-pq, and shows it to chi as the addend in the one cycle that absorbs it.
//
// The block is a shift register of 21 lanes, which needs neither a decoder nor a LUT. A seed stays in it:
// every polynomial loads it again, with its own index in its last two bytes. The addend is zero in every
// other cycle, except for the round constant (iota) in seven bits of lane 0.
//
// A chain of F keeps PK.seed, ADRS and the padding. From the second link on the value is the outer lanes of
// the state, and the last byte of ADRS, the low byte of its hash address, counts the links. Without SlhDsa
// there are no chains, and the state is not used.
//
// Schedule:   a lane of cycle t is in the block in t+1. load_i in cycle t: the block is on the addend in t+1.
// Interfaces: lanes from roundel_pq_input; load and constants from roundel_pq_schedule; index from
//             roundel_pq_index; addend to the Keccak round of the core.
// Reference:  FIPS 202 section 4, step 6; section 3.2.5 (iota)

module roundel_pq_block #(
  parameter bit SlhDsa = 1'b1  // chains of F of SLH-DSA
) (
  input logic clk_i,
  input logic clear_i,  // clear the block and the addend

  input logic        append_i,  // lane_i is the next lane
  input logic [63:0] lane_i,  // the lane
  input logic        pad_i,  // the suffix is byte 0 of the lane
  input logic        shake_i,  // the suffix is 1f, not 06
  input logic        final_bit_i,  // the lane has the last bit of the padding
  input logic        index_lane_i,  // the low 16 bits of the lane are the index: leave them out

  input  logic        load_i,  // the next cycle absorbs the block
  input  logic        seed_i,  // the block is a seed of 32 bytes and the index
  input  logic        long_seed_i,  // it is a seed of 64 bytes and the index
  input  logic [15:0] index_i,  // its index
  input  logic        chain_i,  // the block is a link of a chain
  input  logic [ 2:0] size_i,  // lanes of its value: 2, 3 or 4
  input  logic [63:0] state_i[roundel_keccak_pkg::NumLanes],  // the link before, with load_i
  input  roundel_keccak_pkg::rc_t constant_i,  // constant of the next cycle's round
  output logic [63:0] addend_o[roundel_keccak_pkg::NumLanes]  // block or zero, with the round constant
);

  localparam int unsigned Lanes = 21;
  localparam int unsigned IndexLane = 4;
  localparam int unsigned LongIndexLane = 8;  // of a seed of 64 bytes
  localparam logic [63:0] RcMask = roundel_keccak_pkg::spread_constant('1);

  logic [63:0] lane;
  logic [63:0] block_q[Lanes]  /*verilator split_var*/;
  logic [63:0] addend_q[Lanes]  /*verilator split_var*/;
  roundel_keccak_pkg::rc_t iota_q, iota_block;

  // A value of k lanes is in lanes k + 4 to 2 k + 3, after PK.seed and the four lanes of ADRS.
  localparam int unsigned AddressLanes = 4;
  logic linked_q;  // the value is in the state
  logic [Lanes-1:0] address_end, value;  // lanes that have the last byte of ADRS, or the value

  if (SlhDsa) begin : gen_chain
    always_comb begin
      for (int unsigned i = 0; i < Lanes; i++) begin
        address_end[i] = 1'b0;
        value[i] = 1'b0;
        for (int unsigned k = 2; k <= 4; k++) begin
          if (chain_i && size_i == 3'(k)) begin
            address_end[i] = i == k + AddressLanes - 1;
            value[i] = i >= k + AddressLanes && i < 2 * k + AddressLanes;
          end
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (clear_i) linked_q <= 1'b0;
      else if (load_i && chain_i) linked_q <= 1'b1;
    end
  end else begin : gen_no_chain
    assign linked_q = 1'b0;
    assign address_end = '0;
    assign value = '0;
    // Only a chain uses them.
    logic unused;
    assign unused = ^{chain_i, size_i};
  end

  always_comb begin
    lane = lane_i;
    if (pad_i) lane[7:0] |= shake_i ? 8'h1f : 8'h06;
    if (final_bit_i) lane[63] = 1'b1;
    if (index_lane_i) lane[15:0] = '0;
  end

  for (genvar i = 0; i < Lanes; i++) begin : gen_lane
    logic [63:0] shown;
    if (i == 0) begin : gen_iota
      assign shown = block_q[i] & ~RcMask;
    end else if (i == IndexLane) begin : gen_index
      assign shown = block_q[i] | {48'd0, index_i & {16{seed_i}}};
    end else if (i >= 2 + AddressLanes && i < 8 + AddressLanes) begin : gen_value
      logic [63:0] last_link;
      always_comb begin
        last_link = '0;
        for (int unsigned k = 2; k <= 4; k++) begin
          if (i >= k + AddressLanes && i < 2 * k + AddressLanes && linked_q && size_i == 3'(k)) begin
            last_link |= state_i[(i-k-AddressLanes)%Lanes];
          end
        end
      end
      if (i == LongIndexLane) begin : gen_index
        assign shown = block_q[i] | last_link | {48'd0, index_i & {16{long_seed_i}}};
      end else begin : gen_value_alone
        assign shown = block_q[i] | last_link;
      end
    end else begin : gen_plain
      assign shown = block_q[i];
    end
    always_ff @(posedge clk_i) begin
      if (clear_i || (load_i && value[i])) block_q[i] <= '0;
      else if (append_i) block_q[i] <= i == Lanes - 1 ? lane : block_q[(i+1)%Lanes];
      else if (load_i && address_end[i]) block_q[i][63:56] <= block_q[i][63:56] + 8'd1;
    end
    always_ff @(posedge clk_i) begin
      if (!load_i) addend_q[i] <= '0;
      else addend_q[i] <= shown;
    end
    assign addend_o[i] = i == 0 ? addend_q[i] | roundel_keccak_pkg::spread_constant(iota_q) : addend_q[i];
  end
  for (genvar i = Lanes; i < roundel_keccak_pkg::NumLanes; i++) begin : gen_capacity
    assign addend_o[i] = '0;
  end

  for (genvar j = 0; j < roundel_keccak_pkg::NumRcBits; j++) begin : gen_iota_block
    assign iota_block[j] = block_q[0][(1<<j)-1] && load_i;
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) iota_q <= '0;
    else iota_q <= iota_block ^ constant_i;
  end

endmodule
