// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Four beats into a lane. Bytes that did not come are zero; which ones came is kept, and whether they are
// text. A lane is whole behind its fourth beat, or when `close_i` says that no more comes.
//
// The first beat of the next lane may be put in the cycle in which a whole lane is taken.

module roundel_duplex_la_gather (
  input logic clk_i,
  input logic rst_ni,

  input logic        put_i,
  input logic [15:0] data_i,
  input logic [ 1:0] keep_i,
  input logic        text_i,
  input logic        close_i,  // with the put, or without one; of an empty lane: nothing
  input logic        take_i,   // the lane is gone, whatever is in it
  input logic        wipe_i,   // also

  output logic        whole_o,
  output logic [ 1:0] beat_o,   // of the beat that is put next
  output logic [63:0] lane_o,
  output logic [ 7:0] bytes_o,
  output logic        text_o,
  output logic [ 3:0] size_o    // bytes that came
);

  logic [3:0][15:0] lane_q;
  logic [3:0][1:0] keep_q;
  logic clear, put;

  assign clear = take_i || wipe_i || !rst_ni;
  assign put = put_i && rst_ni;

  always_ff @(posedge clk_i) begin
    if (put && beat_o == 2'd0) begin
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
      end else if (put_i && beat_o == 2'(i)) begin
        lane_q[i] <= data_i;
        keep_q[i] <= keep_i;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (put) text_o <= text_i;
    else if (clear) text_o <= 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || wipe_i) begin
      whole_o <= 1'b0;
      beat_o <= '0;
    end else begin
      if (put_i) beat_o <= close_i ? '0 : beat_o + 2'd1;
      else if (close_i) beat_o <= '0;
      if (put_i ? beat_o == 2'd3 || close_i : close_i && beat_o != '0) whole_o <= 1'b1;
      else if (take_i) whole_o <= 1'b0;
    end
  end

  assign lane_o = lane_q;
  assign bytes_o = keep_q;

  // Bytes are contiguous from the first.
  always_comb begin
    size_o = '0;
    for (int unsigned i = 0; i < 8; i++) if (keep_q[i/2][i%2]) size_o = 4'(i + 1);
  end

endmodule
