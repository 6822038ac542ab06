// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds two beats between roundel_segment_reader and the grammar, so that no path leads from the judgement of
// a beat to the reader. Discards beats after an error up to the next command, in place of the reader: a
// command after discarded beats begins a segment.
//
// Schedule:   a beat every cycle; one that the reader offers in cycle t is offered from t+1 on. The
//             outputs are registers, apart from valid_o and in_accept_o.
// Interfaces: beats from roundel_segment_reader; beats to roundel_aes_gcm_xhs_grammar.
// Bytes:      byte k of a beat is data_o[8k+7:8k].
// Reference:  docs/stream-protocol.md

module roundel_aes_gcm_xhs_offer
  import roundel_stream_pkg::KindCmd;
  import roundel_segment_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic          in_valid_i,   // the reader offers a beat
  output logic          in_accept_o,  // it is taken
  input  segment_beat_t in_beat_i,    // its properties
  input  logic [127:0]  in_data_i,    // its bytes
  input  logic [ 15:0]  in_keep_i,    // its tkeep

  output logic          valid_o,   // a beat is offered
  input  logic          accept_i,  // the offered beat is used; only with valid_o
  input  logic          drop_i,    // discard beats up to the next command, the offered one too
  output segment_beat_t beat_o,    // properties of the offered beat
  output logic [127:0]  data_o,    // its bytes
  output logic [ 15:0]  keep_o     // its tkeep
);

  typedef struct packed {
    segment_beat_t beat;
    logic [15:0]   keep;
    logic [127:0]  data;
  } offer_t;

  offer_t in, head_q, tail_q;
  logic head_valid_q, tail_valid_q, dropping_q;
  logic move, is_command;

  assign in = '{beat: in_beat_i, keep: in_keep_i, data: in_data_i};
  assign in_accept_o = in_valid_i && !tail_valid_q;

  assign is_command = head_q.beat.kind == KindCmd;
  assign move = accept_i || (dropping_q && !is_command) || !head_valid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_valid_q <= 1'b0;
      tail_valid_q <= 1'b0;
      dropping_q <= 1'b0;
    end else begin
      head_valid_q <= !move || in_valid_i || tail_valid_q;
      tail_valid_q <= !move && (in_valid_i || tail_valid_q);
      dropping_q <= drop_i || (dropping_q && !(head_valid_q && is_command));
    end
  end

  // A place without a beat has what the reader has: zeros, or a beat that the reader does not offer yet.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) tail_q <= '0;
    else if (!tail_valid_q) tail_q <= in;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) head_q <= '0;
    else if (move) head_q <= tail_valid_q ? tail_q : in;
    else if (dropping_q) begin
      head_q.beat.first <= 1'b1;
      head_q.beat.malformed <= head_q.keep != '1;
    end
  end

  assign valid_o = head_valid_q && !dropping_q;
  assign beat_o = head_q.beat;
  assign data_o = head_q.data;
  assign keep_o = head_q.keep;

endmodule
