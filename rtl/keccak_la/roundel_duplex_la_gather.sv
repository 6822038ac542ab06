// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Gathers four beats into a lane. Bytes that were not received are zero. The module records which bytes were
// received, and whether they are text.
//
// Schedule:   One beat per cycle. A beat accepted in cycle t is in lane_o, bytes_o and size_o from t+1 on. A
//             lane is full one cycle after its fourth beat, or after close_i, which says that no more beats
//             come. The first beat of the next lane may be accepted in the cycle in which a full lane is.
// Interfaces: beats from roundel_duplex_la_beat; put, close and clear from roundel_duplex_la_control; lanes
//             to roundel_duplex_la_lane, which also reports when a lane is accepted
// Bytes:      the first beat is lane_o[15:0]; byte 0 of a beat is data_i[7:0]

module roundel_duplex_la_gather (
  input logic clk_i,
  input logic rst_ni,

  input logic        write_i,      // data_i is written into the lane
  input logic [15:0] data_i,       // bytes of the beat
  input logic [ 1:0] keep_i,       // bytes of the beat that were received
  input logic        text_i,       // the beat is text
  input logic        close_i,      // the lane is closed, with or without a beat; no effect on an empty lane
  input logic        lane_fire_i,  // the lane is accepted and cleared, in any fill state
  input logic        clear_i,      // the lane is cleared without use

  output logic        full_o,   // the lane is full or closed
  output logic [ 1:0] beat_o,   // index of the next beat in the lane
  output logic [63:0] lane_o,   // gathered lane
  output logic [ 7:0] bytes_o,  // bytes of the lane that were received
  output logic        text_o,   // the lane is text
  output logic [ 3:0] size_o    // number of bytes that were received
);

  logic [3:0][15:0] lane_q;
  logic [3:0][1:0] keep_q;
  logic clear, write;

  assign clear = lane_fire_i || clear_i || !rst_ni;
  assign write = write_i && rst_ni;

  always_ff @(posedge clk_i) begin
    if (write && beat_o == 2'd0) begin
      lane_q[0] <= data_i;
      keep_q[0] <= keep_i;
    end else if (clear) begin
      lane_q[0] <= '0;
      keep_q[0] <= '0;
    end
  end

  for (genvar i = 1; i < 4; i++) begin : gen_beat
    always_ff @(posedge clk_i) begin
      if (clear) begin
        lane_q[i] <= '0;
        keep_q[i] <= '0;
      end else if (write_i && beat_o == 2'(i)) begin
        lane_q[i] <= data_i;
        keep_q[i] <= keep_i;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (write) text_o <= text_i;
    else if (clear) text_o <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      full_o <= 1'b0;
      beat_o <= '0;
    end else begin
      if (write_i) beat_o <= close_i ? '0 : beat_o + 2'd1;
      else if (close_i) beat_o <= '0;
      if (write_i ? beat_o == 2'd3 || close_i : close_i && beat_o != '0) full_o <= 1'b1;
      else if (lane_fire_i) full_o <= 1'b0;
    end
  end

  assign lane_o = lane_q;
  assign bytes_o = keep_q;

  // The received bytes are contiguous from byte 0.
  always_comb begin
    size_o = '0;
    for (int unsigned i = 0; i < 8; i++) if (keep_q[i/2][i%2]) size_o = 4'(i + 1);
  end

endmodule
