// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_stream_to_bus stores every byte of every segment in one word: none is lost, doubled, reordered or
// changed. For any beats that obey the stream protocol, and any room.
//
// The specification is the place in the beat on offer (128 bits), or the half that waits (16 bits). A beat is
// accepted with its last word and not before. A word is stored in every cycle with a beat and room for it.

module stream_to_bus_check
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned DataWidth = 128
) (
  input logic clk_i,
  input logic rst_ni,
  input logic [DataWidth-1:0] s_axis_tdata,
  input logic [DataWidth/8-1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic can_push_i
);

  localparam int unsigned Bytes = DataWidth / 8;

  logic s_axis_tready, push;
  out_word_t word;

  roundel_stream_to_bus #(
    .DataWidth(DataWidth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .can_push_i,
    .push_o(push),
    .word_o(word)
  );

  stream_properties #(
    .DataWidth(DataWidth),
    .Assume   (1'b1)
  ) u_stream (
    .clk_i,
    .rst_ni,
    .tdata_i (s_axis_tdata),
    .tkeep_i (s_axis_tkeep),
    .tlast_i (s_axis_tlast),
    .tuser_i (s_axis_tuser),
    .tvalid_i(s_axis_tvalid),
    .tready_i(s_axis_tready)
  );

  logic started_q = 1'b0;
  logic [1:0] place_q = 2'd0;  // 128 bits: words of the beat that were stored
  logic waits_q = 1'b0;  // 16 bits: half_q was accepted and is in no word yet
  logic [15:0] half_q;
  logic beat, last_of_beat;
  logic [4:0] kept;  // bytes of the beat
  logic [31:0] expected;
  logic [2:0] size;

  always_comb begin
    kept = '0;
    for (int i = 0; i < int'(Bytes); i++) kept = kept + 5'(s_axis_tkeep[i]);
  end

  if (DataWidth == 128) begin : gen_wide
    assign expected     = s_axis_tdata[32*place_q+:32];
    assign last_of_beat = kept <= 5'(4 * place_q) + 5'd4;
    assign size         = last_of_beat ? 3'(kept - 5'(4 * place_q)) : 3'd4;
    always_comb begin
      if (started_q && rst_ni) begin
        assert (u_dut.gen_wide.lane_q == place_q);
        // A beat that is on offer has bytes in its place, or no bytes at all.
        assert (place_q == 2'd0 || (s_axis_tvalid && kept > 5'(4 * place_q)));
        assert (push == (s_axis_tvalid && can_push_i));
        assert (beat == (push && last_of_beat));
      end
    end
  end else begin : gen_narrow
    assign expected     = waits_q ? {s_axis_tdata, half_q} : {16'h0, s_axis_tdata};
    assign last_of_beat = 1'b1;
    assign size         = 3'(kept) + (waits_q ? 3'd2 : 3'd0);
    always_comb begin
      if (started_q && rst_ni) begin
        assert (u_dut.gen_narrow.have_q == waits_q);
        assert (u_dut.gen_narrow.half_q == (waits_q ? half_q : 16'h0));
        assert (push == (s_axis_tvalid && can_push_i && (waits_q || s_axis_tlast)));
        assert (beat == (s_axis_tvalid && can_push_i));
      end
    end
  end

  assign beat = s_axis_tvalid && s_axis_tready;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (push) place_q <= last_of_beat ? 2'd0 : place_q + 2'd1;
    if (beat) half_q <= s_axis_tdata;
    if (beat) waits_q <= !push;
    if (!rst_ni) begin
      place_q <= 2'd0;
      waits_q <= 1'b0;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      if (push) begin
        assert (word.data == expected);
        assert (word.bytes == size);
        assert (word.last == (s_axis_tlast && last_of_beat));
        assert (word.kind == s_axis_tuser);
      end else begin
        assert (word.data == '0);
      end
    end
  end

endmodule
