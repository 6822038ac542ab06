// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Registers one beat of the output stream. The data are zero when there is no beat.
//
// Schedule:   fire_i in cycle t, only while ready_o; m_axis_tvalid from t+1 until m_axis_tready. At most one
//             beat per two cycles.
// Interfaces: beats from roundel_aes_groestl and its control; m_axis is the output of the core.
// Bytes:      byte i is data_i[8i+:8] and m_axis_tdata[8i+:8].

module roundel_aes_groestl_answer
  import roundel_stream_pkg::*;
  import roundel_aes_groestl_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic         fire_i,    // loads a beat; only while ready_o
  input  answer_t      answer_i,  // the beat without its data
  input  logic [127:0] data_i,    // data of the beat
  output logic         ready_o,   // the register is empty

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic valid_q;
  logic [127:0] data_q;
  answer_t answer_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= fire_i || (valid_q && !m_axis_tready);
  end
  always_ff @(posedge clk_i) begin
    if (fire_i) begin
      data_q   <= data_i;
      answer_q <= answer_i;
    end else if (m_axis_tready || !rst_ni) begin
      data_q <= '0;
    end
  end

  assign ready_o = !valid_q;
  assign m_axis_tvalid = valid_q;
  assign m_axis_tdata = data_q;
  assign m_axis_tkeep = answer_q.keep;
  assign m_axis_tlast = answer_q.last;
  assign m_axis_tuser = answer_q.kind;

endmodule
