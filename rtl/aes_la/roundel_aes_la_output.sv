// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The beat on its way out. It is replaced when it has gone, not in that cycle already: no path leads from
// m_axis_tready to the other side.

module roundel_aes_la_output
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  give_t       give_i,
  input  logic [15:0] data_i,  // zero where nothing is kept
  output logic        free_o,

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
