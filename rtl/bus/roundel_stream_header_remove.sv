// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// From an AXI4-Stream without tuser to the stream protocol: the first beat of a packet is a header with the
// kind of the segment, the others are the segment. A packet of a header alone is a segment without bytes.
// With it the memory-to-stream side of any AXI DMA feeds a service core.
//
// Schedule:   a beat that is accepted in cycle t leaves in t+1; a header takes a cycle of the input. Outputs
//             and s_axis_tready come from registers, except that a header is accepted at once.
// Interfaces: AXI4-Stream in, stream protocol out.
// Bytes:      the kind is s_axis_tdata[3:0] of the header. The other bits and s_axis_tkeep are not used.
// Reference:  docs/stream-protocol.md; docs/bus.md

module roundel_stream_header_remove
  import roundel_stream_pkg::*;
#(
  parameter int unsigned DataWidth = 128
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [  DataWidth-1:0] s_axis_tdata,
  input  logic [DataWidth/8-1:0] s_axis_tkeep,
  input  logic                   s_axis_tlast,
  input  logic                   s_axis_tvalid,
  output logic                   s_axis_tready,

  output logic [  DataWidth-1:0] m_axis_tdata,
  output logic [DataWidth/8-1:0] m_axis_tkeep,
  output logic                   m_axis_tlast,
  output logic [  UserWidth-1:0] m_axis_tuser,
  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready
);

  localparam int unsigned Bytes = DataWidth / 8;

  typedef struct packed {
    logic [DataWidth-1:0] data;
    logic [Bytes-1:0]     keep;
    logic                 last;
    logic [UserWidth-1:0] kind;
  } beat_t;

  logic header_q, forward, ready;
  logic [UserWidth-1:0] kind_q;
  beat_t in, out;

  // A header continues only if it is the whole packet.
  assign forward = !header_q || s_axis_tlast;
  assign s_axis_tready = ready || !forward;

  always_comb begin
    in.last = s_axis_tlast;
    in.keep = header_q ? '0 : s_axis_tkeep;
    in.kind = header_q ? s_axis_tdata[UserWidth-1:0] : kind_q;
    for (int unsigned i = 0; i < Bytes; i++) in.data[8*i+:8] = s_axis_tdata[8*i+:8] & {8{in.keep[i]}};
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) header_q <= 1'b1;
    else if (s_axis_tvalid && s_axis_tready) header_q <= s_axis_tlast;
  end
  always_ff @(posedge clk_i) begin
    if (header_q) kind_q <= s_axis_tdata[UserWidth-1:0];
  end

  roundel_stream_register #(
    .Width($bits(beat_t))
  ) u_register (
    .clk_i,
    .rst_ni,
    .in_valid_i (s_axis_tvalid && forward),
    .in_ready_o (ready),
    .in_data_i  (in),
    .out_valid_o(m_axis_tvalid),
    .out_ready_i(m_axis_tready),
    .out_data_o (out)
  );

  assign m_axis_tdata = out.data;
  assign m_axis_tkeep = out.keep;
  assign m_axis_tlast = out.last;
  assign m_axis_tuser = out.kind;

endmodule
