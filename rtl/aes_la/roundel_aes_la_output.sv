// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Registers one beat of the output stream.
//
// Schedule:   give_i.give in cycle t with free_o high; the beat is on m_axis from t+1 until it is accepted.
//             free_o is high again in the cycle after that: at most one beat in two cycles. No path leads
//             from m_axis_tready to the other side.
// Interfaces: give_i from roundel_aes_la_steps; data_i from roundel_aes_la_words; free_o to
//             roundel_aes_la_control; m_axis is the output stream of roundel_aes_la_core.
// Bytes:      the first byte of a beat is m_axis_tdata[7:0].

module roundel_aes_la_output
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  give_t       give_i,  // the next beat without its data; ignored while free_o is low
  input  logic [15:0] data_i,  // data of the beat; bytes that tkeep leaves out are zero
  output logic        free_o,  // the register is empty

  output logic [         15:0] m_axis_tdata,
  output logic [          1:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  assign free_o = !m_axis_tvalid;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) m_axis_tvalid <= 1'b0;
    else if (free_o) m_axis_tvalid <= give_i.give;
    else m_axis_tvalid <= !m_axis_tready;
  end
  always_ff @(posedge clk_i) begin
    if (free_o && give_i.give) begin
      m_axis_tdata <= data_i | {14'd0, give_i.code};
      m_axis_tkeep <= give_i.keep;
      m_axis_tlast <= give_i.last;
      m_axis_tuser <= give_i.kind;
    end
  end

endmodule
