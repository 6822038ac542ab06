// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes the answers: text, the tag, or the STATUS after a comparison, in the order of the steps. The sum of
// a tag to check and the correct tag is zero if they are equal. All 16 bytes are compared in every case.
//
//   cycle 0             the step
//   cycle 1             its sum
//   cycle HashCycle     its hash
//   cycle HashCycle+1   the tag or the difference
//   cycle HashCycle+4   the verdict; text and tag meet
//   cycle HashCycle+5   the beat is stored
//
// HashCycle  cycles from the step of a tag to its hash
// Depth      beats in the pipeline and in the memory
//
// Schedule:   a beat is on m_axis four cycles later or when the sink has accepted the beats before it. A
//             step must not enter unless there is space: space_o. Steps of tags are HashCycle - 1 cycles
//             apart, and six or more.
// Interfaces: steps, sums and hashes from roundel_aes_gcm_xhs; m_axis to the sink. Uses roundel_delay_ram,
//             roundel_rollback_fifo and roundel_stream_register.
// Bytes:      byte k of a beat is m_axis_tdata[8k+7:8k]; a status code is in byte 0.
// Reference:  SP 800-38D sections 7.1 and 7.2; docs/stream-protocol.md

module roundel_aes_gcm_xhs_answer
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::*;
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter int unsigned HashCycle = 7,
  parameter int unsigned Depth     = 128
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic entered_i,  // a step with an answer has entered the pipeline
  output logic space_o,    // one more may enter; it may come up to five cycles after this

  input step_t        step_i,        // the step, in its cycle 0
  input logic [127:0] sum_i,         // in cycle 1: text or, with a tag, cipher + data
  input logic [ 15:0] keep_i,        // in cycle 1: bytes that count
  input logic         hash_valid_i,  // in cycle HashCycle of a tag
  input logic [127:0] hash_i,        // hash + sum_i of the tag

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  localparam int unsigned Meet = HashCycle + 4;  // cycle in which text and tag meet

  typedef struct packed {
    logic text;
    logic last;
    logic open;
    logic tag;
    logic error;
  } flags_t;

  typedef struct packed {
    logic [1:0]   kind;  // TEXT, UNVERIFIED, TAG or STATUS
    logic         last;
    logic [15:0]  keep;
    logic [127:0] data;
  } beat_t;

  localparam logic [1:0] BeatText = 2'd0;
  localparam logic [1:0] BeatUnverified = 2'd1;
  localparam logic [1:0] BeatTag = 2'd2;
  localparam logic [1:0] BeatStatus = 2'd3;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The steps on their way
  //////////////////////////////////////////////////////////////////////////////////////////////////

  flags_t flags_q[Meet+2];  // element c: in cycle c
  flags_t now;

  assign flags_q[0] = '{
          text: step_i.text,
          last: step_i.last,
          open: step_i.open,
          tag: step_i.tag,
          error: step_i.error
      };
  for (genvar c = 1; c < Meet + 2; c++) begin : gen_flags
    always_ff @(posedge clk_i) begin
      if (!rst_ni) flags_q[c] <= '0;
      else flags_q[c] <= flags_q[c-1];
    end
  end
  assign now = flags_q[Meet];

  logic [127:0] text;
  logic [15:0] keep;

  roundel_delay_ram #(
    .Width(144),
    .Delay(Meet - 1)
  ) u_delay (
    .clk_i,
    .rst_ni,
    .data_i ({keep_i, sum_i}),
    .clear_i(1'b0),
    .data_o ({keep, text})
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The tag, or its difference from the one to check
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [15:0][7:0] word_q;
  logic [15:0] tag_keep_q;
  logic [31:0] equal_32_q;
  logic [7:0] equal_8_q;
  verdict_t verdict_q;
  logic compare;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) tag_keep_q <= '0;
    else if (flags_q[1].tag) tag_keep_q <= keep_i;
  end
  for (genvar k = 0; k < 16; k++) begin : gen_word
    always_ff @(posedge clk_i) begin
      if (!rst_ni || flags_q[Meet+1].tag) word_q[k] <= '0;
      else if (hash_valid_i && flags_q[HashCycle].tag) word_q[k] <= tag_keep_q[k] ? hash_i[8*k+:8] : '0;
    end
  end

  assign compare = flags_q[Meet-1].tag && flags_q[Meet-1].open;

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 32; i++) equal_32_q[i] <= word_q[i/2][4*(i%2)+:4] == '0;
    for (int unsigned i = 0; i < 8; i++) equal_8_q[i] <= equal_32_q[4*i+:4] == '1;
    verdict_q.accepted <= rst_ni && compare && equal_8_q == '1;
    verdict_q.refused  <= rst_ni && compare && equal_8_q != '1;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat, its memory, and the output register
  //////////////////////////////////////////////////////////////////////////////////////////////////

  beat_t beat_d, beat_q, stored, out;
  logic write_q, stored_valid, stored_ready, status, full, uncommitted_full, empty, unused;

  // Space is kept by the count of answers, below.
  assign unused = ^{full, uncommitted_full, empty, step_i};
  assign status = now.error || (now.tag && now.open);

  always_comb begin
    beat_d.kind = now.text ? (now.open ? BeatUnverified : BeatText) : status ? BeatStatus : BeatTag;
    beat_d.last = now.last || !now.text;
    beat_d.keep = status ? 16'd1 : keep;
    beat_d.data = (now.text ? text : '0) ^ (now.tag && !now.open ? word_q : '0);
    if (status) beat_d.data[7:0] = status_of(verdict_q);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) write_q <= 1'b0;
    else write_q <= now.text || now.tag || now.error;
  end
  always_ff @(posedge clk_i) begin
    beat_q <= beat_d;
  end

  roundel_rollback_fifo #(
    .Width($bits(beat_t)),
    .Depth(Depth)
  ) u_memory (
    .clk_i,
    .rst_ni,
    .write_i           (write_q),
    .data_i            (beat_q),
    .commit_i          (write_q),
    .drop_i            (1'b0),
    .full_o            (full),
    .uncommitted_full_o(uncommitted_full),
    .empty_o           (empty),
    .out_valid_o       (stored_valid),
    .out_ready_i       (stored_ready),
    .out_data_o        (stored)
  );

  roundel_stream_register #(
    .Width($bits(beat_t)),
    .Skid (1'b0)
  ) u_out (
    .clk_i,
    .rst_ni,
    .in_valid_i (stored_valid),
    .in_ready_o (stored_ready),
    .in_data_i  (stored),
    .out_valid_o(m_axis_tvalid),
    .out_ready_i(m_axis_tready),
    .out_data_o (out)
  );

  assign m_axis_tdata = out.data;
  assign m_axis_tkeep = out.keep;
  assign m_axis_tlast = out.last;

  always_comb begin
    unique case (out.kind)
      BeatUnverified: m_axis_tuser = KindUnverified;
      BeatTag: m_axis_tuser = KindTag;
      BeatStatus: m_axis_tuser = KindStatus;
      default: m_axis_tuser = KindText;
    endcase
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Space: answers from the entry of their step until they leave the memory
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam int unsigned CountWidth = $clog2(Depth + 1);
  localparam int unsigned MaxAnswers = Depth - 8;  // the count is a few cycles late

  logic [CountWidth-1:0] answers_q;
  logic left_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      answers_q <= '0;
      left_q <= 1'b0;
      space_o <= 1'b1;
    end else begin
      answers_q <= answers_q + CountWidth'(entered_i) - CountWidth'(left_q);
      left_q <= stored_valid && stored_ready;
      space_o <= answers_q <= CountWidth'(MaxAnswers);
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(write_q && full))
      else $error("%m: an answer without space in the memory");
    end
  end
`endif

endmodule
