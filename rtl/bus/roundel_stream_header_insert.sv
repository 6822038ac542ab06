// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// From the stream protocol to an AXI4-Stream without tuser: each segment becomes a packet, whose first beat
// is a header with the kind of the segment. A segment without bytes is a header alone. No beat is empty: an
// empty beat that ends a segment sets tlast of the beat before it. With it the stream-to-memory side of any
// AXI DMA takes what a service core sends.
//
// Schedule:   a header takes a cycle of the output. A beat that does not end its segment waits for the next
//             one. Outputs come from registers.
// Interfaces: stream protocol in, AXI4-Stream out.
// Bytes:      the kind is m_axis_tdata[3:0] of the header, whose other bits are zero and whose tkeep is full.
// Reference:  docs/stream-protocol.md; docs/bus.md

module roundel_stream_header_insert
  import roundel_stream_pkg::*;
#(
  parameter int unsigned DataWidth = 128
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
  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready
);

  localparam int unsigned Bytes = DataWidth / 8;

  typedef struct packed {
    logic [DataWidth-1:0] data;
    logic [Bytes-1:0]     keep;
    logic                 last;
  } beat_t;

  // started_q: the header of the segment was sent. held_q: beat_q waits for what follows it.
  logic started_q, held_q, empty, valid, ready, move;
  beat_t beat_q, in, out;

  assign empty = s_axis_tkeep == '0;

  always_comb begin
    if (held_q) begin
      valid = beat_q.last || s_axis_tvalid;
      in = beat_q;
      in.last = beat_q.last || empty;
      s_axis_tready = ready && !beat_q.last;
    end else begin
      valid = s_axis_tvalid && !started_q;
      in = '{data: DataWidth'(s_axis_tuser), keep: '1, last: empty};
      s_axis_tready = started_q || (empty && ready);
    end
  end
  assign move = valid && ready;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      started_q <= 1'b0;
      held_q <= 1'b0;
    end else begin
      if (move) started_q <= !in.last;
      if (!held_q) held_q <= started_q && s_axis_tvalid;
      else if (move) held_q <= !in.last;
    end
  end
  always_ff @(posedge clk_i) begin
    if (s_axis_tvalid && s_axis_tready) beat_q <= '{s_axis_tdata, s_axis_tkeep, s_axis_tlast};
  end

  roundel_stream_register #(
    .Width($bits(beat_t))
  ) u_register (
    .clk_i,
    .rst_ni,
    .in_valid_i (valid),
    .in_ready_o (ready),
    .in_data_i  (in),
    .out_valid_o(m_axis_tvalid),
    .out_ready_i(m_axis_tready),
    .out_data_o (out)
  );

  assign m_axis_tdata = out.data;
  assign m_axis_tkeep = out.keep;
  assign m_axis_tlast = out.last;

endmodule
