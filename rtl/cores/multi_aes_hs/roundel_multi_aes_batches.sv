// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Begins the batches of the two lanes: one block or two that run together. Decides the kind of a batch, the
// lanes whose result is sent, and the bytes of the last one. The blocks of AES-Hash are loaded before theirs
// begins.
//
// Schedule:   start_o is registered, one cycle after the decision; a condition to begin holds until the batch
//             begins. A block of HASH is loaded at most every 15 cycles; its batch begins 17 cycles after
//             wide_load_o.
// Interfaces: the command from roundel_multi_aes_input, held blocks from roundel_multi_aes_text_control;
//             events of the lanes and of the output; batches to roundel_multi_aes_control.
// Reference:  docs/cores/multi-aes-hs.md

module roundel_multi_aes_batches
  import roundel_multi_aes_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input phase_e phase_i,         // phase of the transaction
  input input_t in_i,            // operand and command of the input
  input lanes_t lanes_i,         // state of the lanes
  input text_t  text_i,          // blocks on the way to the lanes
  input logic   flush_i,         // no other text follows: a single block may begin
  input logic   hold_empty_i,    // no block is held
  input logic   counting_i,      // counter blocks may begin
  input logic   counter_zero_i,  // the generator's counter is zero
  input logic   pair_done_i,     // the output has used a batch

  input  logic low_load_i,     // the first half of a block to hash is loaded
  input  logic key_low_i,      // the first half of the last chaining value is loaded
  output logic wide_load_o,    // one of these two
  output logic can_load_o,     // the next block may be loaded
  output logic first_block_o,  // the block is the first of a message

  output logic       start_o,     // a batch is requested
  output batch_t     begun_o,     // the batch that began last
  output batch_t     result_o,    // the batch whose result is there
  output logic [1:0] waiting_o,   // pairs in the lanes or in the output
  output logic [1:0] keys_left_o  // blocks of the generator's next key that have not begun
);

  localparam int unsigned LoadCycles = 16;  // from the load of a block of HASH to its decision
  localparam int unsigned PaceCycles = 14;  // after a load, in which there is no other one

  logic [LoadCycles-2:0] load_q;
  logic [LoadCycles-1:0] load_last_q;
  logic [PaceCycles-1:0] pace_q;
  batch_t next, running_q;
  logic [28:0] blocks_q;  // blocks of random bytes that have not begun
  logic odd_q, none_left, one_left, start;
  logic [15:0] size_keep;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The blocks of HASH: loaded 16 cycles before they may begin
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign wide_load_o = low_load_i || key_low_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || in_i.aborting) begin
      load_q <= '0;
      pace_q <= '0;
    end else begin
      load_q <= {load_q[LoadCycles-3:0], wide_load_o};
      pace_q <= wide_load_o ? '1 : {pace_q[PaceCycles-2:0], 1'b0};
    end
  end
  always_ff @(posedge clk_i) begin
    load_last_q <= {load_last_q[LoadCycles-2:0], low_load_i && in_i.low_last};
    if (in_i.accept) first_block_o <= 1'b1;
    else if (lanes_i.begin_early && in_i.service.hash) first_block_o <= 1'b0;
  end
  assign can_load_o = !pace_q[PaceCycles-1];

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Batches
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign none_left = blocks_q == '0;
  assign one_left = blocks_q == 29'd1;

  always_comb begin
    for (int unsigned k = 0; k < 16; k++) size_keep[k] = in_i.size[3:0] == '0 || in_i.size[3:0] > 4'(k);
  end

  always_comb begin
    next = '{kind: BatchSubkey, lanes: 2'b01, keys: '0, last: '0, keep: '1};
    start = 1'b0;
    unique case (phase_i)
      Subkey:  start = !in_i.aborting;
      Mac: begin
        next.kind = in_i.open ? BatchTag : BatchMac;
        next.lanes = {1'b0, text_i.text_last};
        next.last = 2'b01;
        next.keep = size_keep;
        start = text_i.text_valid && (!text_i.text_last || !text_i.text_partial || text_i.doubled) &&
            !in_i.aborting;
      end
      Hash, HashKey: begin
        next.kind = load_last_q[LoadCycles-1] ? BatchChainKey : BatchChain;
        next.lanes = 2'b11;
        start = load_q[LoadCycles-2];
      end
      HashEnd: begin
        next.kind = BatchDigest;
        next.lanes = {in_i.size[5] || (in_i.size[4] && in_i.size[3:0] != '0), 1'b1};
        next.last = {next.lanes[1], !next.lanes[1]};
        next.keep = size_keep;
        start = load_q[LoadCycles-2];
      end
      Prng: begin
        next.kind = BatchRandom;
        next.keep = size_keep;
        start = keys_left_o != '0 && !waiting_o[1] && !in_i.aborting;
        if (odd_q) begin
          next.lanes = 2'b10;
          next.keys[1] = none_left;
          next.last[1] = one_left;
        end else begin
          next.lanes = {keys_left_o[1], 1'b1};
          next.keys = {none_left || one_left, none_left};
          next.last = {!none_left && !one_left && blocks_q == 29'd2, one_left};
        end
      end
      Gcm: begin
        next.kind = BatchText;
        next.lanes = text_i.hold_valid;
        next.last = text_i.hold_ends;
        next.keep = text_i.hold_keep;
        start = counting_i && (text_i.hold_full || (flush_i && !hold_empty_i)) && !waiting_o[1] &&
            !lanes_i.begun;
        if (text_i.hold_tag) begin
          next.kind = BatchTag;
          next.lanes = 2'b01;
          next.last = '1;
          next.keep = size_keep;
          start = 1'b1;
        end
      end
      default: start = 1'b0;
    endcase
  end

  // The kind of a batch is decided when it begins. A condition to begin holds until the batch begins.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) start_o <= 1'b0;
    else start_o <= start;
  end
  always_ff @(posedge clk_i) begin
    if (lanes_i.begin_early) begun_o <= next;
    if (lanes_i.begun) running_q <= begun_o;
    if (lanes_i.last_round) result_o <= running_q;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) waiting_o <= '0;
    else waiting_o <= waiting_o + 2'(lanes_i.begin_early && next.lanes != '0) - 2'(pair_done_i);
  end

  // The generator: blocks of output, then two of the next key.
  always_ff @(posedge clk_i) begin
    if (in_i.accept) begin
      keys_left_o <= 2'd2;
    end else if (phase_i == Prng && lanes_i.begin_early) begin
      keys_left_o <= keys_left_o - 2'(next.keys[0]) - 2'(next.keys[1] && next.lanes[1]);
    end
  end
  always_ff @(posedge clk_i) begin
    if (phase_i != Prng) begin
      blocks_q <= {1'b0, in_i.size[31:4]} + 29'(in_i.size[3:0] != '0);
    end else if (lanes_i.begin_early) begin
      blocks_q <= none_left ? '0 : one_left || odd_q ? blocks_q - 29'd1 : blocks_q - 29'd2;
    end
  end
  always_ff @(posedge clk_i) begin
    if (counter_zero_i) odd_q <= 1'b1;
    else if (phase_i == Prng && lanes_i.begin_early) odd_q <= !odd_q && !next.lanes[1];
  end

  logic unused;
  assign unused = ^{in_i, lanes_i, text_i};

endmodule
