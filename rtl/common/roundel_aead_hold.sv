// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sits at the output of an AEAD core and holds back the text of an OPEN until its tag is checked. Every
// segment passes except UNVERIFIED. That is kept in a memory of Depth beats until the STATUS after it
// arrives:
//
//   ACCEPTED         the text is sent as TEXT, then the STATUS
//   REFUSED, ERROR   the text is dropped, and the STATUS is sent alone
//   longer than Depth beats: the text is dropped as it arrives, and an ACCEPTED becomes OVERFLOW
//
// An UNVERIFIED segment that no complete STATUS follows is dropped as well, and the next ACCEPTED becomes an
// OVERFLOW; no core sends such a segment. Text of Depth beats fits even if an empty beat closes it.
//
// The verdict of a STATUS has two registers. Text is released only if both say ACCEPTED; if a flipped bit
// made them disagree, the STATUS is sent as ERROR.
//
// Schedule:   four cycles from s_axis to m_axis. A text that is dropped at its STATUS costs one cycle more.
//             All beats go through one memory: a message enters while earlier ones are sent, and a sink that
//             stops costs nothing until the memory is full. The core never stalls forever: a text that waits
//             for its STATUS never waits for space.
// Interfaces: s_axis from an AEAD core (roundel_keyak_hs, roundel_aes_gcm_hs); m_axis to the sink. Uses
//             roundel_rollback_fifo.
// Bytes:      the code of a STATUS is byte 0, tdata[7:0].
// Reference:  docs/stream-protocol.md

module roundel_aead_hold
  import roundel_stream_pkg::*;
#(
  parameter int unsigned DataWidth = 128,
  parameter int unsigned Depth     = 1024
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [  DataWidth-1:0] s_axis_tdata,
  input  logic [DataWidth/8-1:0] s_axis_tkeep,
  input  logic                   s_axis_tlast,
  input  logic [  UserWidth-1:0] s_axis_tuser,
  input  logic                   s_axis_tvalid,
  output logic                   s_axis_tready,

  output logic [  DataWidth-1:0] m_axis_tdata,
  output logic [DataWidth/8-1:0] m_axis_tkeep,
  output logic                   m_axis_tlast,
  output logic [  UserWidth-1:0] m_axis_tuser,
  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready
);

  if (DataWidth < 8 || DataWidth % 8 != 0) begin : gen_bad_width
    $fatal(1, "%m: DataWidth is %0d, expected a multiple of 8 from 8", DataWidth);
  end

  typedef struct packed {
    logic [UserWidth-1:0] user;
    logic last;
    logic [DataWidth/8-1:0] keep;
    logic [DataWidth-1:0] data;
  } beat_t;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // One beat in a register, and the decision to store or drop it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic valid_q, beat_fire;
  beat_t beat_q;
  logic unverified_q, empty_end_q;  // properties of beat_q
  // Of a STATUS one is set: the code is ACCEPTED, or anything else. Of another kind neither is.
  logic accepted_q, not_accepted_q;
  logic status_in, accepted_in, accepted;

  assign status_in = s_axis_tuser == KindStatus;
  assign accepted_in = s_axis_tkeep[0] && s_axis_tdata[7:0] == StatusAccepted;
  assign accepted = accepted_q && !not_accepted_q;

  assign s_axis_tready = !valid_q || beat_fire;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= s_axis_tvalid || (valid_q && !beat_fire);
  end
  always_ff @(posedge clk_i) begin
    if (s_axis_tready) begin
      beat_q <= '{user: s_axis_tuser, last: s_axis_tlast, keep: s_axis_tkeep, data: s_axis_tdata};
      unverified_q <= s_axis_tuser == KindUnverified;
      accepted_q <= status_in && accepted_in;
      not_accepted_q <= status_in && !accepted_in;
      empty_end_q <= s_axis_tlast && !s_axis_tkeep[0];
    end
  end

  logic held_q;  // the memory has text that waits for its STATUS
  logic closed_q;  // the memory has the complete segment of that text
  logic dropped_q;  // text of this message has been dropped
  logic end_q;  // one text fills the memory, and the empty beat that closes it is not sent yet

  logic full, uncommitted_full, empty;
  logic decide, release_text, drop, keep_end, write, commit, send_end;
  beat_t written;

  // The segment after the text has arrived.
  assign decide = valid_q && held_q && (!unverified_q || closed_q);
  assign release_text = decide && accepted && closed_q;
  assign keep_end = valid_q && unverified_q && !decide && uncommitted_full && empty_end_q;
  assign drop = (decide && !release_text) || (valid_q && unverified_q && uncommitted_full && !keep_end);

  assign write = valid_q && !drop && !full && !end_q && !(unverified_q && dropped_q);
  assign commit = release_text || (write && !unverified_q);
  // A text that is dropped at its STATUS costs one cycle more: the STATUS is accepted after the drop.
  assign beat_fire = write || (valid_q && unverified_q && !decide && (uncommitted_full || dropped_q));

  always_comb begin
    written = beat_q;
    if (unverified_q) written.user = KindText;
    if (accepted && dropped_q) written.data[7:0] = StatusOverflow;
    if (beat_q.user == KindStatus && accepted_q == not_accepted_q) written.data[7:0] = StatusError;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      closed_q <= 1'b0;
      dropped_q <= 1'b0;
      end_q <= 1'b0;
    end else begin
      if (drop || decide) held_q <= 1'b0;
      else if (write && unverified_q) held_q <= 1'b1;
      if (drop || decide) closed_q <= 1'b0;
      else if (beat_fire && unverified_q) closed_q <= beat_q.last;
      if (drop) dropped_q <= 1'b1;
      else if (beat_fire && !unverified_q) dropped_q <= 1'b0;
      if (drop || send_end) end_q <= 1'b0;
      else if (keep_end) end_q <= 1'b1;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Memory, and the output register
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic word_valid, can_accept, out_valid_q;
  beat_t word, out_q;

  roundel_rollback_fifo #(
    .Width($bits(beat_t)),
    .Depth(Depth)
  ) u_memory (
    .clk_i,
    .rst_ni,
    .write_i           (write),
    .data_i            (written),
    .commit_i          (commit),
    .drop_i            (drop),
    .full_o            (full),
    .uncommitted_full_o(uncommitted_full),
    .empty_o           (empty),
    .out_valid_o       (word_valid),
    .out_ready_i       (can_accept),
    .out_data_o        (word)
  );

  assign can_accept = !out_valid_q || m_axis_tready;
  assign send_end = end_q && !held_q && empty && can_accept;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) out_valid_q <= 1'b0;
    else out_valid_q <= word_valid || send_end || !can_accept;
  end
  always_ff @(posedge clk_i) begin
    if (send_end) out_q <= '{user: KindText, last: 1'b1, default: '0};
    else if (can_accept) out_q <= word;
  end

  assign m_axis_tdata  = out_q.data;
  assign m_axis_tkeep  = out_q.keep;
  assign m_axis_tlast  = out_q.last;
  assign m_axis_tuser  = out_q.user;
  assign m_axis_tvalid = out_valid_q;

endmodule
