// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decodes what the grammar asks of a beat, and queues the beats, so that no path leads from the judgement of
// a beat to the reading of others. Discards beats after an error up to the next command.
//
// The bytes follow a cycle later, in a queue of their own. So the judgement enables a few registers only.
//
// Schedule:   a beat every cycle; one that comes in cycle t is offered from t+1 on. data_o and wrong_o have
//             the beat that was offered in the cycle before. All outputs but used_o are registers.
// Interfaces: beats from roundel_segment_scanner; beats to roundel_aes_gcm_xhs_grammar, bytes also to
//             roundel_aes_gcm_xhs. Uses roundel_beat_queue.
// Bytes:      byte k of a beat is data_o[8k+7:8k].
// Reference:  docs/stream-protocol.md

module roundel_aes_gcm_xhs_offer
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
  import roundel_gcm_length_pkg::is_tag_size;
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter int unsigned Places    = 3,    // beats in the queue after the offered one
  parameter bit          ShortTags = 1'b0  // tags of 4 bytes are served too
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic          in_valid_i,  // a beat comes
  input  segment_beat_t in_beat_i,   // its properties
  input  logic [127:0]  in_data_i,   // its bytes
  input  logic [ 15:0]  in_keep_i,   // its tkeep
  output logic          used_o,      // a beat has been used, or discarded

  output logic         valid_o,     // a beat is offered, unless it is discarded
  output logic         dropping_o,  // beats are discarded
  input  logic         judged_i,    // the offered beat is judged; only with valid_o, and not with dropping_o
  input  logic         early_i,     // then it stays, otherwise it is used
  input  logic         drop_i,      // discard beats up to the next command, the offered one too
  output offered_t     beat_o,      // the offered beat
  output logic         wrong_o,     // a cycle later: its bytes are those of no command
  output logic [127:0] data_o       // a cycle later: its bytes
);

  offered_t in;
  logic well_formed, unused, leave, dropping_q;

  // A command is judged only where a segment begins: after a complete transaction, or after discarded beats.
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
      whole: in_beat_i.last && in_keep_i == '1,
      twelve: in_beat_i.last && in_keep_i[11] && !in_keep_i[12],
      resume: in_beat_i.kind == KindCmd && in_data_i[8+FlagResume],
      keep: in_keep_i
  };

  assign leave = (judged_i && !early_i) || (dropping_q && !beat_o.command);
  assign used_o = valid_o && leave;
  assign dropping_o = dropping_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) dropping_q <= 1'b0;
    else dropping_q <= drop_i || (dropping_q && !(valid_o && beat_o.command));
  end

  roundel_beat_queue #(
    .Width ($bits(offered_t)),
    .Places(Places)
  ) u_beats (
    .clk_i,
    .rst_ni,
    .in_valid_i,
    .in_data_i(in),
    .valid_o,
    .leave_i  (leave),
    .data_o   (beat_o)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The bytes: the same queue, a cycle later
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam logic [7:0] Flags = 8'd1 << FlagResume | 8'd1 << FlagKeep;

  logic in_valid_q, leave_q, unused_valid;
  logic [127:0] in_data_q;
  logic [6:0] wrong_q;  // in_data_q is no command: parts of it

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      in_valid_q <= 1'b0;
      leave_q <= 1'b0;
      in_data_q <= '0;
    end else begin
      in_valid_q <= in_valid_i;
      leave_q <= leave;
      in_data_q <= in_data_i;
    end
    wrong_q[0] <= !(in_data_i[7:0] inside {OpSeal, OpOpen});
    wrong_q[1] <= (in_data_i[15:8] & ~Flags) != '0;
    wrong_q[2] <= in_data_i[31:16] != '0;
    wrong_q[3] <= !is_tag_size({27'd0, in_data_i[36:32]}, ShortTags);
    wrong_q[4] <= in_data_i[63:37] != '0;
    wrong_q[5] <= in_data_i[95:64] != '0;
    wrong_q[6] <= in_data_i[127:96] != '0;
  end

  roundel_beat_queue #(
    .Width (129),
    .Places(Places)
  ) u_bytes (
    .clk_i,
    .rst_ni,
    .in_valid_i(in_valid_q),
    .in_data_i ({wrong_q != '0, in_data_q}),
    .valid_o   (unused_valid),
    .leave_i   (leave_q),
    .data_o    ({wrong_o, data_o})
  );

endmodule
