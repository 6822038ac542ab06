// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds what the last round of a permutation adds to the state: block and padding, key, domain separation or
// the initial state. It is zero in all other cycles. The lanes are gated by the clears and enables of their
// registers. The round constant is not here.
//
// Schedule:   load_i in cycle t: addend_o is valid in t+1, and with it replace_o, capture_o, digest_o,
//             capture_keep_o and store_o. The addend is zero after a last pass (last_i) or a store. With
//             absorb_i.hold there is no pass: the next load adds to S_3, and leaves S_4.
// Interfaces: absorptions from roundel_ascon_hs_grammar, load_i from roundel_ascon_hs_schedule; addend to
//             roundel_ascon_hs_permutation, capture to roundel_ascon_hs_output
// Bytes:      byte k of a block is byte k%8 of S_(k/8), least significant byte first.
// Reference:  SP 800-232 sections 4.1 and 5

module roundel_ascon_hs_addend
  import roundel_ascon_pkg::*;
  import roundel_ascon_hs_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,  // the addend becomes zero

  input logic           load_i,         // load the absorption
  input absorb_t        absorb_i,       // the absorption
  input command_t       command_i,      // the command of the transaction
  input word_t   [ 1:0] beat_i,         // words of the beat
  input word_t          word_i,         // with absorb_i.block: the word for S_0
  input logic    [15:0] keep_i,         // bytes of the block's beat that are kept
  input logic    [ 7:0] digest_keep_i,  // with absorb_i.digest: bytes of the word that are answered
  input logic    [ 8:0] length_i,       // with absorb_i.length: bytes of the customization string
  input word_t   [ 1:0] key_i,          // words of roundel_ascon_hs_key

  input  logic          last_i,          // a last pass: the addend is used
  output state_t        addend_o,        // the addend
  output logic   [15:0] replace_o,       // bytes of S_0 and S_1 that become the addend, not the sum
  output logic          capture_o,       // the result of the pass is answered
  output logic          digest_o,        // with capture_o: a word of the digest, not text
  output logic          capture_last_o,  // with capture_o: the segment of the answer ends
  output logic   [15:0] capture_keep_o,  // with capture_o: bytes of the result that are answered
  output logic          store_o          // S_0 and S_1 of the addend go to the customization string
);

  logic clear;
  assign clear = !rst_ni || clear_i || last_i || store_o;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Padding: the byte after the last one of a block that is not full
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [15:0] after_last_q;
  logic [7:0] pad0, pad1;  // by byte of S_0 and S_1

  // The beat has been there for a cycle when it is loaded.
  always_ff @(posedge clk_i) begin
    after_last_q <= ~keep_i & {keep_i[14:0], 1'b1};
  end
  always_comb begin
    pad0 = '0;
    pad1 = '0;
    if (absorb_i.pad_only) begin
      pad0[0] = 1'b1;
    end else if (absorb_i.block && !absorb_i.store) begin
      pad0 = absorb_i.upper ? after_last_q[15:8] : after_last_q[7:0];
      if (command_i.aead) pad1 = after_last_q[15:8];
    end
  end

  function automatic word_t padding(logic [7:0] pad);
    for (int unsigned k = 0; k < 8; k++) padding[8*k+:8] = {7'd0, pad[k]};
  endfunction

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // S_0: a word of the block; or initial value, length, padding
  //////////////////////////////////////////////////////////////////////////////////////////////////

  word_t iv, fixed0, block0_q, fixed0_q;

  always_comb begin
    unique case (command_i.hash)
      FunctionHash256: iv = IvHash256;
      FunctionXof128: iv = IvXof128;
      default: iv = IvCxof128;
    endcase
    if (command_i.aead) iv = IvAead128;

    fixed0 = padding(pad0);
    if (absorb_i.start) fixed0 = iv;
    if (absorb_i.length) fixed0 = {52'd0, length_i, 3'd0};
  end

  always_ff @(posedge clk_i) begin
    if (clear) block0_q <= '0;
    else if (load_i && absorb_i.block) block0_q <= word_i;
  end
  always_ff @(posedge clk_i) begin
    if (clear) fixed0_q <= '0;
    else if (load_i) fixed0_q <= fixed0;
  end
  assign addend_o[0] = block0_q ^ fixed0_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // S_1 to S_4. The words of the key are zero while a hash is computed.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic with_nonce, domain_q;
  word_t [4:1] lane, lane_q;
  logic [4:1] load_lane;

  assign with_nonce = absorb_i.start && command_i.aead;

  always_comb begin
    lane[1] = absorb_i.start ? key_i[0] : beat_i[1] ^ padding(pad1);
    lane[2] = key_i[1];
    lane[3] = with_nonce ? beat_i[0] : key_i[0] ^ lane_q[3];
    lane[4] = with_nonce ? beat_i[1] : key_i[1];
  end

  assign load_lane[1] = absorb_i.start || (absorb_i.block && command_i.aead) || absorb_i.store;
  assign load_lane[2] = absorb_i.start || absorb_i.key_final;
  assign load_lane[3] = absorb_i.start || absorb_i.key_init || absorb_i.key_final;
  assign load_lane[4] = absorb_i.start || absorb_i.key_init;

  for (genvar i = 1; i < NumWords; i++) begin : gen_lane
    always_ff @(posedge clk_i) begin
      if (clear) lane_q[i] <= '0;
      else if (load_i && load_lane[i]) lane_q[i] <= lane[i];
    end
  end
  always_ff @(posedge clk_i) begin
    if (clear) domain_q <= 1'b0;
    else if (load_i) domain_q <= absorb_i.domain;
  end

  assign addend_o[3:1] = lane_q[3:1];
  assign addend_o[4] = lane_q[4] ^ (domain_q ? DomainSeparation : '0);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The result
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_ff @(posedge clk_i) begin
    if (clear) begin
      replace_o <= '0;
      capture_o <= 1'b0;
      digest_o <= 1'b0;
      store_o <= 1'b0;
    end else if (load_i) begin
      replace_o <= absorb_i.replace ? keep_i : '0;
      capture_o <= absorb_i.answer;
      digest_o <= absorb_i.digest;
      store_o <= absorb_i.store;
    end
  end
  always_ff @(posedge clk_i) begin
    if (load_i) begin
      capture_last_o <= absorb_i.last;
      capture_keep_o <= absorb_i.digest ? {8'd0, digest_keep_i} : absorb_i.pad_only ? '0 : keep_i;
    end
  end

  logic unused;
  assign unused = ^{absorb_i, command_i};

endmodule
