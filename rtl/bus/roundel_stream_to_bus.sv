// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes words for the bus out of the beats of a core's answer. With each word go the kind of its segment,
// the number of its bytes that are part of the segment, and whether it ends the segment.
//
// At 128 bits a beat is read in place: the core holds it until its last word is accepted. At 16 bits two
// beats make a word. A segment without bytes makes one word with no bytes.
//
// Schedule:   one word per cycle at 128 bits, one word in two cycles at 16 bits. word_o is combinational.
// Interfaces: beats from the core; words to roundel_bus_fifo.
// Bytes:      the first byte of a word is word_o[7:0], and of a beat s_axis_tdata[7:0].

module roundel_stream_to_bus
  import roundel_bus_pkg::*;
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

  input  logic      can_push_i,  // the FIFO can store a word
  output logic      push_o,      // word_o is stored
  output out_word_t word_o       // the word and what goes with it; its data is zero unless push_o
);

  if (DataWidth != 128 && DataWidth != 16) begin : gen_bad_width
    $fatal(1, "%m: DataWidth is %0d, expected 128 or 16", DataWidth);
  end

  logic [31:0] data;
  logic [3:0] keep;
  logic last;
  logic [2:0] bytes;

  assign bytes = {keep[3], keep[1] && !keep[3], (keep[0] && !keep[1]) || (keep[2] && !keep[3])};
  assign word_o.last  = last;
  assign word_o.bytes = bytes;
  assign word_o.kind  = s_axis_tuser;
  assign word_o.data  = data;

  if (DataWidth == 128) begin : gen_wide
    logic [1:0] lane_d, lane_q;
    logic [3:0] used;  // lane i has a byte of the segment; entry 3 is not asked
    logic last_lane;

    assign used          = {1'b0, s_axis_tkeep[12], s_axis_tkeep[8], s_axis_tkeep[4]};
    assign last_lane     = !used[lane_q];
    assign push_o        = s_axis_tvalid && can_push_i;
    assign s_axis_tready = can_push_i && last_lane;
    assign last          = s_axis_tlast && last_lane;
    assign keep          = s_axis_tkeep[4*lane_q+:4];
    assign lane_d        = last_lane ? '0 : lane_q + 1'b1;

    roundel_lane_select u_select (
      .lanes_i (s_axis_tdata),
      .lane_i  (lane_q),
      .enable_i(push_o),
      .word_o  (data)
    );

    always_ff @(posedge clk_i) begin
      if (!rst_ni) lane_q <= '0;
      else if (push_o) lane_q <= lane_d;
    end
  end else begin : gen_narrow
    // The first half of a word waits for the second.
    logic [15:0] half_q;
    logic have_q;  // half_q is valid
    logic store;

    assign store         = s_axis_tvalid && !have_q && !s_axis_tlast;
    assign push_o        = s_axis_tvalid && can_push_i && (have_q || s_axis_tlast);
    assign s_axis_tready = can_push_i;
    assign last          = s_axis_tlast;
    assign keep          = have_q ? {s_axis_tkeep, 2'b11} : {2'b00, s_axis_tkeep};
    assign data          = !push_o ? '0 : have_q ? {s_axis_tdata, half_q} : {16'h0, s_axis_tdata};

    always_ff @(posedge clk_i) begin
      if (!rst_ni || push_o) begin
        half_q <= '0;
        have_q <= 1'b0;
      end else if (store && can_push_i) begin
        half_q <= s_axis_tdata;
        have_q <= 1'b1;
      end
    end
  end

endmodule
