// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Converts pairs of lanes, 11 a capture, to the segments of an answer: text, a tag or STATUS, a digest,
// random bytes. The text of an OPEN leaves before its tag is compared, and therefore as UNVERIFIED.
//
// A block of an odd number of lanes ends in half a beat: that lane waits in the carry for the next block.
// All beats go through a queue of 16. A capture reserves 11 places of it (`reserve_i`, when
// `can_reserve_o`), so nothing before the queue ever waits. A pair that makes no beat returns its place.
//
// Schedule:   `capture_i` in cycle t: pair i arrives in t+2+i, is masked in t+3+i and can leave in t+4+i.
//             A received tag is compared in t+3 to t+5, all bytes of the computed one; its STATUS can leave
//             in t+8.
//             `error_i` in cycle t: the empty beat that closes text (close_i) can leave in t+3, STATUS in
//             t+4.
// Interfaces: captures, reservations and pairs from roundel_duplex_permutation; tag_i from and pair_o to
//             roundel_duplex_input; m_axis to the user through roundel_stream_fifo
// Bytes:      byte 0 of a lane is bits 7:0; byte i of a beat is tdata[8i+7:8i].
// Reference:  docs/stream-protocol.md (segments and STATUS)

module roundel_duplex_output
  import roundel_stream_pkg::*;
  import roundel_duplex_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic reserve_i,  // reserve 11 places of the queue
  output logic can_reserve_o,     // 11 places can be reserved in the next cycle
  output logic idle_o,     // all beats have left

  input logic         capture_i,  // lanes are captured: the pairs follow
  input capture_t     info_i,     // with capture_i: properties of the capture
  input logic [127:0] tag_i,      // received tag, to compare with the computed one

  input logic [63:0] even_i,  // even lane of the pair
  input logic [63:0] odd_i,   // odd lane of the pair

  output logic [127:0] pair_o,  // the masked pair i, in t+3+i

  output logic answered_o,  // the verdict on a tag is sent
  output logic refused_o,   // with answered_o: the tag was not accepted

  input logic error_i,  // send STATUS = ERROR; only when idle_o
  input logic close_i,  // with error_i: close the open text segment first

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  localparam int unsigned Depth = 16;
  localparam logic [4:0] BlockBeats = 5'd11;
  localparam logic [3:0] StatusSlot = 4'd4;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Properties of the pair that arrives in the next cycle
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic run_q, run_d;
  logic [3:0] slot_q;
  capture_t info_q;
  logic [3:0] close_slot_q;

  assign run_d = capture_i || (run_q && slot_q != BlockBeats[3:0] - 4'd1);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) run_q <= 1'b0;
    else run_q <= run_d;
  end
  always_ff @(posedge clk_i) begin
    slot_q <= capture_i ? '0 : slot_q + 4'd1;
    if (capture_i) begin
      info_q <= info_i;
      close_slot_q <= info_i.last == '0 ? '0 : 4'((info_i.last - 8'd1) >> 4);
    end
  end

  typedef struct packed {
    logic slot;  // one of the 11 pairs of a block
    logic has_even;  // the even lane has bytes
    logic has_odd;  // the odd lane has bytes too
    logic close;  // the segment ends with the pair
    logic check;  // compare with the tag
    logic status;  // a STATUS replaces the pair
    answer_e kind;  // kind of the segment
  } control_t;

  control_t control_d, control_q, beat_q;
  logic [15:0] keep_d, keep_q, beat_keep_q;
  logic error_q, status_d, status_q;
  logic error_status_q;

  always_comb begin
    for (int unsigned k = 0; k < 16; k++) begin
      keep_d[k] = run_q && !(info_q.after_tag && slot_q == '0) &&
          (slot_q < info_q.last[7:4] || (slot_q == info_q.last[7:4] && 4'(k) < info_q.last[3:0]));
    end
    control_d.slot = run_q;
    control_d.has_even = keep_d[0];
    control_d.has_odd = keep_d[8];
    control_d.close = run_q && info_q.close && !info_q.check && slot_q == close_slot_q;
    control_d.check = run_q && info_q.check && slot_q == '0;
    // After an error the kind of the block captured last closes its text.
    control_d.kind = info_q.kind;
    status_d = run_q && info_q.check && slot_q == StatusSlot;
    // A tag to compare is not sent.
    if (control_d.check) begin
      control_d.has_even = 1'b0;
      control_d.has_odd = 1'b0;
    end
    // The kind is used only together with a pair: it never moves anything alone.
    control_d.status = status_d || error_q;
    if (control_d.status) control_d.kind = AnswerStatus;
    if (error_i) control_d.close = close_i;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      control_q <= '0;
      beat_q <= '0;
      error_q <= 1'b0;
      status_q <= 1'b0;
      error_status_q <= 1'b0;
    end else begin
      control_q <= control_d;
      beat_q <= control_q;
      error_q <= error_i;
      status_q <= status_d;
      error_status_q <= error_q;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The masked pair, or a STATUS that replaces it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [15:0][7:0] pair_q;
  logic [15:0][7:0] pair;
  logic [7:0] status;
  logic accepted, refused;  // the verdict on the tag
  assign pair = {odd_i, even_i};
  assign pair_o = pair_q;

  // Zero without a STATUS.
  always_comb begin
    status = '0;
    if (error_status_q) status = StatusError;
    else if (status_q) status = accepted ? StatusAccepted : refused ? StatusRefused : StatusError;
  end

  for (genvar k = 0; k < 16; k++) begin : gen_byte
    if (k == 0) begin : gen_status
      always_ff @(posedge clk_i) begin
        if (!keep_q[0]) pair_q[0] <= status;
        else pair_q[0] <= pair[0];
      end
    end else begin : gen_plain
      always_ff @(posedge clk_i) begin
        if (!keep_q[k]) pair_q[k] <= '0;
        else pair_q[k] <= pair[k];
      end
    end
  end
  always_ff @(posedge clk_i) begin
    keep_q <= keep_d;
    beat_keep_q <= keep_q;
  end

  // The verdict has two registers, and neither is set before a comparison: any single flipped bit in them
  // ends as STATUS = ERROR, and ends a session as a refused tag does.
  logic [15:0] tag_match_q;
  logic check_q, accepted_q, refused_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned k = 0; k < 16; k++) begin
      tag_match_q[k] <= beat_q.check && pair_q[k] == tag_i[8*k+:8];
    end
    check_q <= beat_q.check;
    if (!rst_ni || status_q) begin
      accepted_q <= 1'b0;
      refused_q <= 1'b0;
    end else if (check_q) begin
      accepted_q <= tag_match_q == '1;
      refused_q <= tag_match_q != '1;
    end
  end
  assign accepted = accepted_q && !refused_q;
  assign refused = refused_q && !accepted_q;

  assign answered_o = status_q;
  assign refused_o  = status_q && !accepted;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic [63:0] high;
    logic [63:0] low;
    logic [15:0] keep;
    logic        last;
    answer_e     kind;
  } out_beat_t;

  logic carry_q, carry_d;  // a lane waits in the carry
  logic flush_q, flush_d;  // that lane is the last of its segment
  logic [63:0] carry_data_q;
  logic [7:0] carry_keep_q;
  logic push, queue_ready;
  out_beat_t beat, beat_out;

  always_comb begin
    push = 1'b0;
    carry_d = carry_q;
    flush_d = 1'b0;
    beat.low = carry_q ? carry_data_q : pair_q[7:0];
    beat.high = carry_q ? pair_q[7:0] : pair_q[15:8];
    beat.keep = carry_q ? {beat_keep_q[7:0], carry_keep_q} : beat_keep_q;
    beat.last = beat_q.close || beat_q.status;
    beat.kind = beat_q.kind;
    if (flush_q) begin
      push = 1'b1;
      carry_d = 1'b0;
      beat.last = 1'b1;
    end else if (beat_q.status) begin
      push = 1'b1;
      beat.keep = 16'h1;
    end else if (beat_q.has_odd) begin
      push = 1'b1;
      flush_d = carry_q && beat_q.close;
      if (carry_q) beat.last = 1'b0;
    end else if (beat_q.has_even) begin
      push = carry_q || beat_q.close;
      carry_d = !carry_q && !beat_q.close;
    end else if (beat_q.close) begin
      push = 1'b1;
      carry_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      carry_q <= 1'b0;
      flush_q <= 1'b0;
    end else begin
      carry_q <= carry_d;
      flush_q <= flush_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (beat_q.has_even) begin
      carry_data_q <= carry_q ? pair_q[15:8] : pair_q[7:0];
      carry_keep_q <= carry_q ? beat_keep_q[15:8] : beat_keep_q[7:0];
    end
  end

  roundel_stream_fifo #(
    .Width($bits(out_beat_t)),
    .Depth(Depth)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .in_valid_i (push),
    .in_ready_o (queue_ready),
    .in_data_i  (beat),
    .out_valid_o(m_axis_tvalid),
    .out_ready_i(m_axis_tready),
    .out_data_o (beat_out)
  );

  assign m_axis_tdata = {beat_out.high, beat_out.low};
  assign m_axis_tkeep = beat_out.keep;
  assign m_axis_tlast = beat_out.last;
  always_comb begin
    unique case (beat_out.kind)
      AnswerUnverified: m_axis_tuser = KindUnverified;
      AnswerTag: m_axis_tuser = KindTag;
      AnswerDigest: m_axis_tuser = KindDigest;
      AnswerRandom: m_axis_tuser = KindRandom;
      AnswerStatus: m_axis_tuser = KindStatus;
      default: m_axis_tuser = KindText;
    endcase
  end

  // Places of the queue that are not reserved: bit n is set when there are more than n. Beats and returned
  // places change it late in the cycle; in this form each bit moves to a neighbor, without a carry chain.
  logic [Depth-1:0] space_q, space_d, space_pushed;
  logic return_place, use_place, out_fire;
  assign out_fire = m_axis_tvalid && m_axis_tready;
  assign return_place = beat_q.slot && !push;
  assign use_place = !beat_q.slot && push;
  always_comb begin
    space_pushed = space_q;
    if (return_place) space_pushed = {space_q[Depth-2:0], 1'b1};
    if (use_place) space_pushed = {1'b0, space_q[Depth-1:1]};
    space_d = out_fire ? {space_pushed[Depth-2:0], 1'b1} : space_pushed;
  end
  // A reservation counts a cycle later: reservations never follow each other in consecutive cycles.
  assign can_reserve_o = space_d[BlockBeats-1];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      space_q <= '1;
      idle_o <= 1'b0;
    end else begin
      space_q <= reserve_i ? space_d >> BlockBeats : space_d;
      idle_o <= space_d[Depth-1];
    end
  end

  logic unused;
  assign unused = queue_ready;

`ifndef SYNTHESIS
  // The contract of the ports.
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(error_i && !idle_o))
      else $error("%m: error_i while idle_o is low");
      assert (!(reserve_i && !space_d[BlockBeats-1]))
      else $error("%m: reserve_i without 11 free places");
    end
  end
`endif

endmodule
