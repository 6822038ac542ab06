// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes the answers: cipher + data as text, or the STATUS of an error, in the order of the steps. Stores them
// until the sink accepts them.
//
// Schedule:   a beat is on m_axis five cycles after its step, or when the sink has accepted the beats before
//             it. A step must not enter the pipeline unless there is space: space_o.
// Interfaces: steps, cipher and data from roundel_aes_ctr_xhs; m_axis to the sink. Uses
//             roundel_rollback_fifo and roundel_stream_register.
// Bytes:      byte k of a beat is m_axis_tdata[8k+7:8k]; a status code is in byte 0.
// Reference:  RFC 3686 section 2.1; docs/stream-protocol.md

module roundel_aes_ctr_xhs_answer
  import roundel_stream_pkg::*;
  import roundel_aes_ctr_xhs_pkg::*;
#(
  parameter int unsigned Depth = 128  // beats in the pipeline and in the memory
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic entered_i,  // a step with an answer has entered the pipeline
  output logic space_o,    // one more may enter; it may come up to five cycles after this

  input step_t        step_i,    // the step
  input logic [127:0] cipher_i,  // the encrypted counter block
  input logic [127:0] data_i,    // the text
  input logic [ 15:0] keep_i,    // bytes that count; none without text

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  typedef struct packed {
    logic         error;  // STATUS, otherwise TEXT
    logic         last;
    logic [15:0]  keep;
    logic [127:0] data;
  } beat_t;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat, its memory, and the output register
  //////////////////////////////////////////////////////////////////////////////////////////////////

  beat_t beat_d, beat_q, stored, out;
  logic write_q, stored_valid, stored_ready, full, uncommitted_full, empty, unused;

  // Space is kept by the count of answers, below.
  assign unused = ^{full, uncommitted_full, empty};

  for (genvar k = 0; k < 16; k++) begin : gen_byte
    localparam logic [7:0] Status = k == 0 ? StatusError : 8'h00;
    assign beat_d.data[8*k+:8] =
        ((cipher_i[8*k+:8] ^ data_i[8*k+:8]) & {8{keep_i[k]}}) | (Status & {8{step_i.error}});
  end
  assign beat_d.error = step_i.error;
  assign beat_d.last = step_i.last || step_i.error;
  assign beat_d.keep = keep_i | 16'(step_i.error);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) write_q <= 1'b0;
    else write_q <= step_i.text || step_i.error;
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
  assign m_axis_tuser = out.error ? KindStatus : KindText;

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
