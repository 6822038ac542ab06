// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts single blocks with AES in two shares. Block and key enter in shares; cipher and key expansion are
// both masked. The shares never meet but in the S-boxes (roundel_masked_aes_sbox).
//
// Sixteen S-boxes for the block and four for its key, each eight cycles deep, are in a ring of ten positions:
// ten blocks are in flight, and a round takes ten cycles. Each S-box has a byte in every cycle, and there is
// no multiplexer in the ring. Four S-boxes in all would take 50 cycles a block: a fifth of the S-boxes for a
// fifth of the blocks, but with multiplexers of the blocks in flight.
//
// All blocks move on with a word of fresh bits: 18 bits for each S-box, each used once. The word waits in a
// register. While there is none, or while a result finds no space, nothing moves. Successive bytes in an
// S-box are of different blocks. Each block and key needs a new mask, also a key that is used again.
//
// Schedule:   A block accepted in cycle 0 is valid in cycle 10 * rounds + 1, if fresh bits are always valid
//             and no result waits. Ten blocks leave every 10 * rounds cycles. Time depends on no data.
//             in_ready_o follows out_ready_i; fresh_ready_o follows in_valid_i and out_ready_i.
// Interfaces: valid/ready shares of a block and its key in, of its result out; valid/ready fresh bits. The
//             shares come from registers, or from logic within one share, and are independent of fresh bits.
// Bytes:      block[share] is a share; byte i is its bits [8i+:8], likewise of a key.
// Reference:  FIPS 197; Gross, Mangard, Korak: Domain-Oriented Masking (2016).

module roundel_aes_masked_engine
  import roundel_aes_pkg::*;
#(
  parameter int unsigned KeyBits = 128
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                    in_valid_i,  // the source offers in_block_i and in_key_i
  output logic                    in_ready_o,  // the engine accepts a block and its key
  input  logic [1:0][127:0]       in_block_i,  // the shares of the block to encrypt
  input  logic [1:0][KeyBits-1:0] in_key_i,    // the shares of its key

  input  logic         fresh_valid_i,  // fresh_i are new fresh bits
  output logic         fresh_ready_o,  // the engine accepts them
  input  logic [359:0] fresh_i,        // new fresh bits

  output logic              out_valid_o,  // out_block_o is valid
  input  logic              out_ready_i,  // the sink accepts the result
  output logic [1:0][127:0] out_block_o   // the shares of the encrypted block
);

  localparam bit Aes256 = KeyBits == 256;
  localparam int unsigned Length = 10;  // positions of the ring
  localparam int unsigned End = Length - 1;
  localparam int unsigned KeyEnd = Length - 2;  // where the S-boxes of the key have their result
  localparam int unsigned SboxBits = 18;  // fresh bits of an S-box

  typedef logic [3:0] round_t;
  localparam round_t Last = Aes256 ? 4'd13 : 4'd9;

  if (!(KeyBits inside {128, 256})) begin : gen_bad_key_bits
    $fatal(1, "%m: KeyBits is %0d, expected 128 or 256", KeyBits);
  end

  // The constant that is added to the next round key of round r; AES-256 has one in every second round.
  function automatic byte_t constant_of(round_t r);
    constant_of = 8'h01;
    for (int unsigned i = 1; i <= 14; i++) begin
      if (i <= (Aes256 ? 32'(r) >> 1 : 32'(r))) constant_of = xtime(constant_of);
    end
    if (Aes256 && r[0]) constant_of = '0;
  endfunction

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Control: what is at each position, and whether it moves on
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic   busy;   // a block is at this position
    round_t round;  // the number of the round key that was added last
  } slot_t;

  slot_t [Length-1:0] slot_d, slot_q;
  logic [Length-1:0] busy;
  logic active_q;  // a block is in the ring
  logic fresh_full_q, result_valid_q;
  logic finish, space, accept, step, capture;

  assign finish = slot_q[End].busy && slot_q[End].round == Last;
  assign space = !result_valid_q || out_ready_i;
  assign in_ready_o = fresh_full_q && (!slot_q[End].busy || (finish && space));
  assign accept = in_valid_i && in_ready_o;
  assign step = fresh_full_q && (active_q || in_valid_i) && (!finish || space);
  assign capture = finish && step;
  assign fresh_ready_o = !fresh_full_q || step;
  assign out_valid_o = result_valid_q;

  always_comb begin
    slot_d = slot_q;
    if (step) begin
      slot_d[Length-1:1] = slot_q[Length-2:0];
      slot_d[0] = '{busy: slot_q[End].busy && !finish, round: slot_q[End].round + 4'd1};
      if (accept) slot_d[0] = '{busy: 1'b1, round: '0};
    end
  end

  for (genvar i = 0; i < Length; i++) begin : gen_busy
    assign busy[i] = slot_d[i].busy;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      slot_q <= '0;
      active_q <= 1'b0;
      fresh_full_q <= 1'b0;
      result_valid_q <= 1'b0;
    end else begin
      slot_q <= slot_d;
      active_q <= |busy;
      fresh_full_q <= fresh_valid_i || (fresh_full_q && !step);
      result_valid_q <= capture || (result_valid_q && !out_ready_i);
    end
  end

  logic [359:0] fresh_q;

  always_ff @(posedge clk_i) begin
    if (fresh_ready_o) fresh_q <= fresh_i;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The two shares, and the S-boxes between them
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [1:0][127:0] to_sbox, subbed;
  logic [1:0][31:0] word, word_sub;
  byte_t constant;

  assign constant = constant_of(slot_q[KeyEnd].round);

  for (genvar share = 0; share < 2; share++) begin : gen_share
    logic [31:0] with_constant;

    assign with_constant = word_sub[share] ^ (share == 0 ? 32'(constant) : '0);

    roundel_masked_aes_share #(
      .KeyBits(KeyBits)
    ) u_share (
      .clk_i,
      .step_i    (step),
      .begin_i   (accept),
      .capture_i (capture),
      .keep_i    (slot_q[0].round[0]),
      .in_block_i(in_block_i[share]),
      .in_key_i  (in_key_i[share]),
      .data_o    (to_sbox[share]),
      .sub_i     (subbed[share]),
      .word_o    (word[share]),
      .word_sub_i(with_constant),
      .result_o  (out_block_o[share])
    );
  end

  for (genvar i = 0; i < 16; i++) begin : gen_byte
    logic [1:0][7:0] result;

    roundel_masked_aes_sbox u_sbox (
      .clk_i,
      .enable_i(step),
      .data_i  ({to_sbox[1][8*i+:8], to_sbox[0][8*i+:8]}),
      .fresh_i (fresh_q[SboxBits*i+:SboxBits]),
      .data_o  (result)
    );

    assign subbed[0][8*i+:8] = result[0];
    assign subbed[1][8*i+:8] = result[1];
  end

  for (genvar i = 0; i < 4; i++) begin : gen_key_byte
    logic [1:0][7:0] result;

    roundel_masked_aes_sbox u_sbox (
      .clk_i,
      .enable_i(step),
      .data_i  ({word[1][8*i+:8], word[0][8*i+:8]}),
      .fresh_i (fresh_q[SboxBits*(16+i)+:SboxBits]),
      .data_o  (result)
    );

    assign word_sub[0][8*i+:8] = result[0];
    assign word_sub[1][8*i+:8] = result[1];
  end

endmodule
