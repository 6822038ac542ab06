// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decides on the bytes of a sponge: TEXT of HASH, MAC and VERIFY, SEED of PRNG. A beat is written, or a carry
// alone. The last beat is written with the suffix after it. If the last beat is full, the suffix is written
// alone in the next cycle.
//
// Schedule:   outputs are combinational. The registers change in the cycle after one with accept_i.
// Interfaces: the beat from roundel_duplex_beat, contents from roundel_duplex_place; decisions to
//             roundel_duplex_grammar, which selects them in state InAbsorb.
// Reference:  FIPS 202 section 4; docs/stream-protocol.md

module roundel_duplex_absorb
  import roundel_duplex_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic accept_i,  // roundel_duplex_move is ready: the step of this cycle is accepted
  input logic active_i,  // the state is InAbsorb
  input logic abort_i,   // the state is InAbort
  input logic last_i,    // the state is InForget or InLast: the last block is issued

  input logic      prg_i,       // PRNG: the bytes are SEED
  input logic      one_lane_i,  // the rate is one lane
  input logic      valid_i,     // a beat is offered
  input beat_t     beat_i,      // its properties
  input contents_t contents_i,  // what has been written to the block

  output action_t action_o,          // what is done with the beat and the block
  output logic    held_o,            // the beat waits
  output logic    suffix_o,          // the suffix is written
  output logic    suffix_pending_o,  // the bytes of the beat have been written, the suffix not yet
  output logic    ended_o            // the last byte of the input has been written, a carry may not be
);

  logic suffixed_q, suffixed_d, ended_q, ended_d;
  logic carry_alone, is_bytes, write;

  assign carry_alone = contents_i.carry && (contents_i.single_lane || one_lane_i || ended_q);
  assign is_bytes = prg_i ? beat_i.is_seed : beat_i.is_text;
  assign held_o = carry_alone || ended_q || (beat_i.last && beat_i.full && !suffixed_q);
  assign write = valid_i && is_bytes && !carry_alone && !ended_q;
  assign suffix_o = active_i && write && beat_i.last && (!beat_i.full || suffixed_q);

  assign action_o = '{
      write: write,
      write_carry: carry_alone && !contents_i.full,
      issue: contents_i.full && (carry_alone || write),
      next_block: write && contents_i.full,
      fail: valid_i && !is_bytes && !carry_alone && !ended_q,
      default: 1'b0
  };

  always_comb begin
    suffixed_d = suffixed_q;
    ended_d = ended_q;
    if (active_i) begin
      if (write) suffixed_d = beat_i.last && beat_i.full && !suffixed_q;
      ended_d = ended_q || suffix_o;
    end
    if (abort_i) suffixed_d = 1'b0;
    if (abort_i || last_i) ended_d = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      suffixed_q <= 1'b0;
      ended_q <= 1'b0;
    end else if (accept_i) begin
      suffixed_q <= suffixed_d;
      ended_q <= ended_d;
    end
  end

  assign suffix_pending_o = suffixed_q;
  assign ended_o = ended_q;

  logic unused;
  assign unused = ^{beat_i, contents_i};

endmodule
