// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_bus_to_stream sends every data word that it accepts in one place of the stream: none is lost,
// doubled, reordered or changed, and kind, size and end are those of its header. For any words and stalls.
//
// One word, chosen freely, is followed: `ahead_q` words of its beat are before it. An empty piece makes one
// beat without bytes. A word out of order is never accepted silently: error_o is set, and nothing follows.

module bus_to_stream_check
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned DataWidth = 128
) (
  input logic clk_i,
  input logic rst_ni,
  input logic word_valid_i,
  input logic word_header_i,
  input logic [31:0] word_i,
  input logic drop_i,
  input logic m_axis_tready,
  input logic track_i
);

  localparam int unsigned Words = DataWidth == 128 ? 4 : 1;  // words of a beat, or beats of a word
  localparam int unsigned Bytes = DataWidth / 8;

  logic word_ready, error, m_axis_tlast, m_axis_tvalid;
  logic [DataWidth-1:0] m_axis_tdata;
  logic [Bytes-1:0] m_axis_tkeep;
  logic [UserWidth-1:0] m_axis_tuser;

  roundel_bus_to_stream #(
    .DataWidth(DataWidth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .word_valid_i,
    .word_header_i,
    .word_i,
    .word_ready_o(word_ready),
    .drop_i,
    .error_o     (error),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  stream_properties #(
    .DataWidth(DataWidth),
    .Segments (1'b0)
  ) u_stream (
    .clk_i,
    .rst_ni,
    .tdata_i (m_axis_tdata),
    .tkeep_i (m_axis_tkeep),
    .tlast_i (m_axis_tlast),
    .tuser_i (m_axis_tuser),
    .tvalid_i(m_axis_tvalid),
    .tready_i(m_axis_tready)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The specification: the piece, the words of the beat, and the word that is followed
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic started_q = 1'b0;
  logic error_q = 1'b0;
  logic [LengthWidth-1:0] left_q = '0;  // bytes of the piece that did not come yet
  logic [UserWidth-1:0] kind_q;
  logic last_q;
  logic due_q = 1'b0;  // the beat is complete
  logic [2:0] held_q = 3'd0;  // words in the beat
  logic [2:0] newest_q;  // bytes of the newest of them
  logic half_q = 1'b0;  // at 16 bits: the first half of the word was sent
  logic tracking_q = 1'b0;
  logic [1:0] ahead_q;
  logic [2:0] size_q;  // bytes of the word that is followed
  logic [31:0] word_q;

  logic take, header, data, bad, beat, done;
  logic [2:0] size;
  logic [LengthWidth-1:0] length;

  assign take   = word_valid_i && word_ready && !error_q;
  assign bad    = word_header_i == (left_q != '0);
  assign header = take && word_header_i && !bad;
  assign data   = take && !word_header_i && !bad;
  assign length = word_i[InSegmentLengthHigh:InSegmentLengthLow];
  assign size   = left_q >= LengthWidth'(4) ? 3'd4 : 3'(left_q);
  assign beat   = m_axis_tvalid && m_axis_tready;
  assign done   = beat && (Words == 4 || half_q || newest_q <= 3'd2 || held_q == 3'd0);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    error_q   <= error_q || drop_i || (take && bad);
    if (header) begin
      left_q <= length;
      kind_q <= word_i[InSegmentKindHigh:InSegmentKindLow];
      last_q <= word_i[InSegmentLast];
      due_q  <= length == '0;
    end else if (data) begin
      left_q   <= left_q - LengthWidth'(size);
      held_q   <= held_q + 3'd1;
      newest_q <= size;
      due_q    <= held_q == 3'(Words - 1) || left_q <= LengthWidth'(4);
      if (!tracking_q && track_i) begin
        tracking_q <= 1'b1;
        ahead_q    <= held_q[1:0];
        size_q     <= size;
        word_q     <= word_i;
      end
    end else if (done) begin
      due_q      <= 1'b0;
      held_q     <= 3'd0;
      half_q     <= 1'b0;
      tracking_q <= 1'b0;
    end else if (beat) begin
      half_q <= 1'b1;
    end
    if (!rst_ni) begin
      error_q    <= 1'b0;
      left_q     <= '0;
      due_q      <= 1'b0;
      held_q     <= 3'd0;
      half_q     <= 1'b0;
      tracking_q <= 1'b0;
    end
  end

  // The bytes of place i of the beat.
  function automatic logic [2:0] bytes_of(logic [2:0] i);
    return i >= held_q ? 3'd0 : i + 3'd1 == held_q ? newest_q : 3'd4;
  endfunction

  logic [15:0] keep;  // of the words, four bits each
  always_comb begin
    for (int i = 0; i < 16; i++) keep[i] = bytes_of(3'(i / 4)) > 3'(i % 4);
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (error == error_q);
      assert (word_ready == (!due_q && !error_q));
      assert (m_axis_tvalid == due_q);
      if (m_axis_tvalid) begin
        assert (m_axis_tuser == kind_q);
        if (Words == 4) begin
          assert (m_axis_tlast == (last_q && left_q == '0));
          assert (m_axis_tkeep == Bytes'(keep));
        end else begin
          assert (m_axis_tlast == (last_q && left_q == '0 && (half_q || newest_q <= 3'd2 || held_q == 3'd0)));
          assert (m_axis_tkeep == Bytes'(half_q ? keep[3:2] : keep[1:0]));
        end
        if (tracking_q) begin
          for (int i = 0; i < 4; i++) begin
            if (Words == 4) begin
              if (3'(i) < size_q) begin
                assert (m_axis_tdata[(32*ahead_q+8*i)%DataWidth+:8] == word_q[8*i+:8]);
                assert (m_axis_tkeep[(4*ahead_q+i)%Bytes]);
              end
            end else if (3'(i) < size_q && (i >= 2) == half_q) begin
              assert (m_axis_tdata[8*(i%2)+:8] == word_q[8*i+:8] && m_axis_tkeep[i%2]);
            end
          end
        end
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Invariants: where the words are, and what is zero
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (started_q && rst_ni) begin
      assert (u_dut.inside_q == (left_q != '0));
      assert (left_q == '0 || {u_dut.words_q, u_dut.bytes_q} == left_q);
      assert (!due_q || (u_dut.kind_q == kind_q && u_dut.last_q == last_q));
      assert (left_q == '0 || (u_dut.kind_q == kind_q && u_dut.last_q == last_q));
      assert (held_q <= 3'(Words));
      assert (due_q || (held_q < 3'(Words) && (held_q == 3'd0 || (left_q != '0 && newest_q == 3'd4))));
      assert (held_q == 3'd0 || (newest_q != 3'd0 && newest_q <= 3'd4));
      assert (!due_q || held_q == 3'(Words) || left_q == '0);
      assert (!due_q || left_q == '0 || newest_q == 3'd4);
      assert (!half_q || (due_q && newest_q > 3'd2 && held_q == 3'd1));
      if (tracking_q) begin
        assert (3'(ahead_q) < held_q && size_q == bytes_of(3'(ahead_q)));
      end
    end
  end

  if (DataWidth == 128) begin : gen_wide
    always_comb begin
      if (started_q && rst_ni) begin
        assert (u_dut.gen_wide.lane_q == held_q[1:0]);
        assert (u_dut.gen_wide.keeps_q == keep);
        assert (!half_q);
        assert (!tracking_q || u_dut.gen_wide.lanes_q[ahead_q] == word_q);
        for (int i = 0; i < 4; i++) assert (3'(i) < held_q || u_dut.gen_wide.lanes_q[i] == '0);
      end
    end
  end else begin : gen_narrow
    always_comb begin
      if (started_q && rst_ni) begin
        assert (u_dut.gen_narrow.keep_q == keep[3:0]);
        assert (u_dut.gen_narrow.high_q == half_q);
        assert (!tracking_q || u_dut.gen_narrow.word_q == word_q);
        assert (held_q != 3'd0 || u_dut.gen_narrow.word_q == '0);
      end
    end
  end

endmodule
