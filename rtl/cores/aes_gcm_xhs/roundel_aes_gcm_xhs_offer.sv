// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds two beats between roundel_segment_reader and the grammar, so that no path leads from the judgement of
// a beat to the reader, and decodes what the grammar asks of a beat. Discards beats after an error up to the
// next command, in place of the reader: a command after discarded beats begins a segment.
//
// The bytes follow a cycle later, in registers of their own. So the judgement enables a few registers only.
//
// Schedule:   a beat every cycle; one that the reader offers in cycle t is offered from t+1 on. data_o and
//             wrong_o have the beat that was offered in the cycle before. All outputs are registers.
// Interfaces: beats from roundel_segment_reader; beats to roundel_aes_gcm_xhs_grammar, bytes also to
//             roundel_aes_gcm_xhs.
// Bytes:      byte k of a beat is data_o[8k+7:8k].
// Reference:  docs/stream-protocol.md

module roundel_aes_gcm_xhs_offer
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
  import roundel_gcm_length_pkg::is_tag_size;
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter bit ShortTags = 1'b0  // tags of 4 bytes are served too
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic          in_valid_i,  // the reader offers a beat
  output logic          in_ready_o,  // it is taken, if there is one
  input  segment_beat_t in_beat_i,   // its properties
  input  logic [127:0]  in_data_i,   // its bytes
  input  logic [ 15:0]  in_keep_i,   // its tkeep

  output logic         valid_o,     // a beat is offered, unless it is discarded
  output logic         dropping_o,  // beats are discarded
  input  logic         judged_i,    // the offered beat is judged; only with valid_o, and not with dropping_o
  input  logic         early_i,     // then it stays, otherwise it is used
  input  logic         drop_i,      // discard beats up to the next command, the offered one too
  output offered_t     beat_o,      // the offered beat
  output logic         wrong_o,     // a cycle later: its bytes are those of no command
  output logic [127:0] data_o       // a cycle later: its bytes
);

  offered_t in, head_q, tail_q;
  logic well_formed, unused;
  logic head_valid_q, tail_valid_q, tail_free_q, dropping_q;
  logic move;

  // Where a command may come, and after it, each beat that is well formed begins its segment.
  assign unused = in_beat_i.first;
  assign well_formed = !in_beat_i.malformed;
  assign in = '{
      command: in_beat_i.kind == KindCmd,
      tag_kind: in_beat_i.kind == KindTag,
      key: in_beat_i.kind == KindKey && well_formed && in_beat_i.full,
      nonce: in_beat_i.kind == KindNonce && well_formed && !in_beat_i.empty,
      ad: in_beat_i.kind == KindAd && well_formed,
      text: in_beat_i.kind == KindText && well_formed,
      tag: in_beat_i.kind == KindTag && well_formed && in_beat_i.last,
      counts: in_beat_i.kind inside {KindNonce, KindAd, KindText} && in_beat_i.full,
      last: in_beat_i.last,
      empty: in_beat_i.empty,
      whole: in_beat_i.last && in_beat_i.full && well_formed,
      twelve: in_beat_i.last && in_keep_i[11] && !in_keep_i[12],
      resume: in_beat_i.kind == KindCmd && in_data_i[8+FlagResume],
      keep: in_keep_i
  };

  assign move = (judged_i && !early_i) || (dropping_q && !head_q.command) || !head_valid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_valid_q <= 1'b0;
      tail_valid_q <= 1'b0;
      tail_free_q <= 1'b1;
      dropping_q <= 1'b0;
    end else begin
      head_valid_q <= !move || in_valid_i || tail_valid_q;
      tail_valid_q <= !move && (in_valid_i || tail_valid_q);
      tail_free_q <= move || !(in_valid_i || tail_valid_q);
      dropping_q <= drop_i || (dropping_q && !(head_valid_q && head_q.command));
    end
  end

  // A place without a beat has what the reader has: zeros, or a beat that the reader does not offer yet.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) tail_q <= '0;
    else if (tail_free_q) tail_q <= in;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) head_q <= '0;
    else if (move) head_q <= tail_valid_q ? tail_q : in;
    else if (dropping_q) head_q.whole <= head_q.last && head_q.keep == '1;
  end

  assign in_ready_o = tail_free_q;
  assign valid_o = head_valid_q;
  assign dropping_o = dropping_q;
  assign beat_o = head_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The bytes, a cycle later
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam logic [7:0] Flags = 8'd1 << FlagResume | 8'd1 << FlagKeep;

  typedef struct packed {
    logic         wrong;
    logic [127:0] data;
  } bytes_t;

  logic [127:0] in_data_q;
  logic [5:0] wrong_q;  // in_data_q is no command: parts of it
  bytes_t in_late, head_late_q, tail_late_q;
  logic tail_load_q, move_q, from_tail_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) in_data_q <= '0;
    else in_data_q <= in_data_i;
    wrong_q[0] <= !(in_data_i[7:0] inside {OpSeal, OpOpen});
    wrong_q[1] <= (in_data_i[15:8] & ~Flags) != '0;
    wrong_q[2] <= in_data_i[31:16] != '0;
    wrong_q[3] <= !is_tag_size(in_data_i[63:32], ShortTags);
    wrong_q[4] <= in_data_i[95:64] != '0;
    wrong_q[5] <= in_data_i[127:96] != '0;
  end
  assign in_late = '{wrong: wrong_q != '0, data: in_data_q};

  always_ff @(posedge clk_i) begin
    tail_load_q <= tail_free_q;
    move_q <= move;
    from_tail_q <= tail_valid_q;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) tail_late_q <= '0;
    else if (tail_load_q) tail_late_q <= in_late;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) head_late_q <= '0;
    else if (move_q) head_late_q <= from_tail_q ? tail_late_q : in_late;
  end

  assign wrong_o = head_late_q.wrong;
  assign data_o = head_late_q.data;

endmodule
