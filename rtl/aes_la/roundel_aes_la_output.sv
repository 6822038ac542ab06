// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Registers one beat of the output stream.
//
// Schedule:   out_beat_i.valid in cycle t with ready_o high; the beat is on m_axis from t+1 until it is
//             accepted. ready_o is high again in the cycle after that: at most one beat in two cycles. No
//             path leads from m_axis_tready to the other side.
// Interfaces: out_beat_i from roundel_aes_la_steps; data_i from roundel_aes_la_words; ready_o to
//             roundel_aes_la_control; m_axis is the output stream of roundel_aes_la_core.
// Bytes:      the first byte of a beat is m_axis_tdata[7:0].

module roundel_aes_la_output
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  out_beat_t   out_beat_i,  // the next beat without its data; ignored while ready_o is low
  input  logic [15:0] data_i,  // data of the beat; bytes that tkeep leaves out are zero
  output logic        ready_o,  // the register is empty

  output logic [         15:0] m_axis_tdata,
  output logic [          1:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  assign ready_o = !m_axis_tvalid;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) m_axis_tvalid <= 1'b0;
    else if (ready_o) m_axis_tvalid <= out_beat_i.valid;
    else m_axis_tvalid <= !m_axis_tready;
  end
  always_ff @(posedge clk_i) begin
    if (ready_o && out_beat_i.valid) begin
      m_axis_tdata <= data_i | {8'd0, out_beat_i.code};
      m_axis_tkeep <= out_beat_i.keep;
      m_axis_tlast <= out_beat_i.last;
      m_axis_tuser <= out_beat_i.kind;
    end
  end

endmodule
