// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What goes in comes out: the smallest core with stream ports, for the tests of the stream harness.
//
// Mode 0: wires; tready and tvalid go through combinationally, a beat comes out in its own cycle.
// Mode 1: one register; a beat comes out a cycle later, one beat a cycle.
// Mode 2: as 1, but ready in one cycle of four only, counted from reset.
// Mode 3: as 1, but mute for good once a STATUS beat (kind 9) has been taken.
// It stops the simulation when the source breaks the rule that tvalid and its beat hold until tready,
// on kind 15 ($fatal), and on kind 14 (an assertion).

module stream_echo #(
  parameter int unsigned Width = 128,
  parameter int unsigned Mode  = 1
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [  Width-1:0] s_axis_tdata,
  input  logic [Width/8-1:0] s_axis_tkeep,
  input  logic               s_axis_tlast,
  input  logic [        3:0] s_axis_tuser,
  input  logic               s_axis_tvalid,
  output logic               s_axis_tready,

  output logic [  Width-1:0] m_axis_tdata,
  output logic [Width/8-1:0] m_axis_tkeep,
  output logic               m_axis_tlast,
  output logic [        3:0] m_axis_tuser,
  output logic               m_axis_tvalid,
  input  logic               m_axis_tready
);

  typedef struct packed {
    logic [Width-1:0] data;
    logic [Width/8-1:0] keep;
    logic last;
    logic [3:0] user;
  } beat_t;

  beat_t in, out;
  assign in = '{data: s_axis_tdata, keep: s_axis_tkeep, last: s_axis_tlast, user: s_axis_tuser};
  assign m_axis_tdata = out.data;
  assign m_axis_tkeep = out.keep;
  assign m_axis_tlast = out.last;
  assign m_axis_tuser = out.user;

  if (Mode == 0) begin : gen_wires
    assign out = in;
    assign m_axis_tvalid = s_axis_tvalid;
    assign s_axis_tready = m_axis_tready;
  end else begin : gen_register
    beat_t beat_q;
    logic valid_q, mute_q;
    logic [1:0] count_q;

    assign out = beat_q;
    assign m_axis_tvalid = valid_q && !mute_q;
    assign s_axis_tready = (!valid_q || m_axis_tready) && !mute_q && (Mode != 2 || count_q == '0);

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
        mute_q  <= 1'b0;
        count_q <= '0;
      end else begin
        count_q <= count_q + 2'd1;
        if (s_axis_tvalid && s_axis_tready) begin
          valid_q <= 1'b1;
          beat_q  <= in;
          mute_q  <= Mode == 3 && s_axis_tuser == 4'd9;
        end else if (m_axis_tready) begin
          valid_q <= 1'b0;
        end
      end
    end
  end

  beat_t waiting_q;
  logic waits_q;

  always_ff @(posedge clk_i) begin
    waiting_q <= in;
    waits_q   <= rst_ni && s_axis_tvalid && !s_axis_tready;
    if (rst_ni && waits_q && !(s_axis_tvalid && in == waiting_q)) $fatal(1, "a waiting beat changed");
    if (rst_ni && s_axis_tvalid && s_axis_tuser == 4'd15) $fatal(1, "kind 15");
  end

  assert property (@(posedge clk_i) disable iff (!rst_ni) s_axis_tvalid |-> s_axis_tuser != 4'd14);

endmodule
