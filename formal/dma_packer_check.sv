// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_dma_packer sends every word that it accepts in one place of the stream: none is lost, doubled,
// reordered or changed. A beat has the kind of its piece, ends the segment only with the last word of the
// piece, and keeps the bytes of the piece. For any words, pieces and stalls.
//
// The specification counts the bytes of the piece that were sent: byte `sent_q` is byte 0 of the beat on
// offer. One word, chosen freely by its number, is followed.

module dma_packer_check
  import roundel_stream_pkg::*;
#(
  parameter int unsigned BusWidth  = 64,
  parameter int unsigned DataWidth = 128
) (
  input logic clk_i,
  input logic rst_ni,
  input logic word_valid_i,
  input logic [BusWidth-1:0] word_i,
  input logic word_end_i,
  input logic [$clog2(BusWidth/8)-1:0] piece_tail_i,
  input logic piece_empty_i,
  input logic piece_inline_i,
  input logic piece_last_i,
  input logic [UserWidth-1:0] piece_kind_i,
  input logic m_axis_tready,
  input logic track_i
);

  localparam int unsigned WordBytes = BusWidth / 8;
  localparam int unsigned BeatBytes = DataWidth / 8;
  localparam int unsigned Lanes = BeatBytes > WordBytes ? BeatBytes / WordBytes : 1;
  typedef logic [6:0] count_t;

  logic word_ready, busy, m_axis_tlast, m_axis_tvalid;
  logic [DataWidth-1:0] m_axis_tdata;
  logic [BeatBytes-1:0] m_axis_tkeep;
  logic [UserWidth-1:0] m_axis_tuser;

  roundel_dma_packer #(
    .BusWidth (BusWidth),
    .DataWidth(DataWidth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .word_valid_i,
    .word_ready_o(word_ready),
    .word_i,
    .word_end_i,
    .piece_tail_i,
    .piece_empty_i,
    .piece_inline_i,
    .piece_last_i,
    .piece_kind_i,
    .busy_o      (busy),
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
  // The contract of roundel_dma_input
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic [$clog2(BusWidth/8)-1:0] tail;
    logic empty;
    logic inline_;
    logic last;
    logic [UserWidth-1:0] kind;
  } piece_t;

  logic started_q = 1'b0;
  logic waiting_q = 1'b0;  // a word was on offer and not accepted
  logic inside_q = 1'b0;  // words of the piece were accepted, and not all of its beats
  piece_t piece, piece_q;
  logic [BusWidth:0] offer_q;
  logic take, beat;

  assign piece = '{
      tail: piece_tail_i,
      empty: piece_empty_i,
      inline_: piece_inline_i,
      last: piece_last_i,
      kind: piece_kind_i
  };
  assign take = word_valid_i && word_ready;
  assign beat = m_axis_tvalid && m_axis_tready;

  // Words of a command: at 32 bits two, else one. piece_words_q: of the piece, up to a beat.
  count_t piece_words_q = '0;
  localparam int unsigned CommandWords = BusWidth == 32 ? 2 : 1;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    waiting_q <= rst_ni && word_valid_i && !word_ready;
    offer_q   <= {word_i, word_end_i};
    piece_q   <= piece;
    if (!rst_ni) begin
      inside_q      <= 1'b0;
      piece_words_q <= '0;
    end else if (take) begin
      inside_q      <= !word_end_i;
      piece_words_q <= word_end_i ? '0 : piece_words_q == 7'(16 / WordBytes - 1) ? '0 : piece_words_q + 1'b1;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      if (waiting_q) assume (word_valid_i && {word_i, word_end_i} == offer_q && piece == piece_q);
      if (inside_q || busy) assume (piece == piece_q);
      assume (!(piece_empty_i && piece_inline_i));
      if (word_valid_i && piece_empty_i) assume (word_end_i && !inside_q && piece_last_i);
      if (word_valid_i && piece_inline_i) begin
        assume (word_end_i == (piece_words_q == 7'(CommandWords - 1)));
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The specification
  //////////////////////////////////////////////////////////////////////////////////////////////////

  count_t held_q = '0;  // W = 128: words in the registers. W = 16: half-words of the word that were sent
  logic end_q = 1'b0;  // W = 128: the last one of them ends the piece
  logic tracking_q = 1'b0;
  count_t lane_q;  // of the word that is followed
  logic [BusWidth-1:0] word_q;
  logic [BusWidth-1:0] given;  // the word, at 128 bits without the descriptor before a command

  assign given = BusWidth == 128 && piece_inline_i ? BusWidth'({64'h0, word_i} >> (BusWidth / 2)) : word_i;

  count_t words, bytes;  // of the beat on offer
  logic ends;

  if (DataWidth == 128) begin : gen_wide
    // The beat on offer has the registers, and the word on offer if they do not end the piece.
    assign ends  = end_q || word_end_i;
    assign words = held_q + count_t'(!end_q);
    assign bytes = !ends ? 7'(BeatBytes) : piece_empty_i ? '0 : piece_inline_i ? 7'd16
                   : words * 7'(WordBytes) - (piece_tail_i == '0 ? 7'd0 : 7'(WordBytes) - 7'(piece_tail_i));
    always_comb begin
      if (started_q && rst_ni) begin
        assert (m_axis_tvalid == (end_q || (word_valid_i && held_q == 7'(Lanes - 1))));
        assert (busy == end_q);
        assert (take == (word_valid_i && !end_q && (held_q != 7'(Lanes - 1) || m_axis_tready)));
        if (m_axis_tvalid) begin
          for (int i = 0; i < int'(BeatBytes); i++) assert (m_axis_tkeep[i] == (count_t'(i) < bytes));
          assert (m_axis_tlast == (ends && piece_last_i));
          assert (m_axis_tuser == piece_kind_i);
          if (tracking_q) assert (m_axis_tdata[BusWidth*(lane_q%Lanes)+:BusWidth] == word_q);
          if (!end_q) assert (m_axis_tdata[BusWidth*(Lanes-1)+:BusWidth] == given);
          if (ends && piece_inline_i) assert (m_axis_tdata[127:64] == '0);
        end
        // Invariants.
        assert (held_q <= 7'(Lanes - 1) + 7'(end_q) && (!end_q || held_q != '0) && held_q <= 7'(Lanes));
        assert (!end_q || held_q <= 7'(Lanes - 1));
        assert (end_q || held_q == '0 || inside_q);
        assert (BusWidth == 128 || piece_words_q == (end_q ? '0 : held_q));
        assert (!(end_q && piece_inline_i) || held_q == 7'(CommandWords));
        assert (!tracking_q || lane_q < held_q);
      end
    end
  end else begin : gen_narrow
    // The word on offer has this many bytes, then zeros after a command.
    assign ends  = word_end_i;
    assign words = '0;
    assign bytes = !ends ? 7'(WordBytes) : piece_empty_i ? '0
                   : piece_inline_i ? (BusWidth == 128 ? 7'd16 : 7'(WordBytes) + 7'd8)
                   : piece_tail_i == '0 ? 7'(WordBytes) : 7'(piece_tail_i);
    always_comb begin
      if (started_q && rst_ni) begin
        assert (m_axis_tvalid == word_valid_i && !busy);
        assert (u_dut.gen_narrow.index_q == held_q);
        if (m_axis_tvalid) begin
          assert (take == (m_axis_tready && 2 * held_q + 7'd2 >= bytes));
          for (int i = 0; i < 2; i++) begin
            assert (m_axis_tkeep[i] == (2 * held_q + count_t'(i) < bytes));
            assert (m_axis_tdata[8*i+:8] == 8'(136'(given) >> (8 * (2 * held_q + count_t'(i)))));
          end
          assert (m_axis_tlast == (ends && piece_last_i && 2 * held_q + 7'd2 >= bytes));
          assert (m_axis_tuser == piece_kind_i);
        end
        // Invariants.
        assert (held_q == '0 || (waiting_q && 2 * held_q < bytes));
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (DataWidth == 128) begin
      if (beat) begin
        held_q     <= '0;
        end_q      <= 1'b0;
        tracking_q <= 1'b0;
      end else if (take) begin
        held_q <= held_q + 1'b1;
        end_q  <= word_end_i;
        if (!tracking_q && track_i) begin
          tracking_q <= 1'b1;
          lane_q     <= held_q;
          word_q     <= given;
        end
      end
    end else if (beat) begin
      held_q <= take ? '0 : held_q + 1'b1;
    end
    if (!rst_ni) begin
      held_q     <= '0;
      end_q      <= 1'b0;
      tracking_q <= 1'b0;
    end
  end

  if (DataWidth == 128 && BusWidth != 128) begin : gen_registers
    always_comb begin
      if (started_q && rst_ni) begin
        assert (u_dut.gen_wide.busy_q == end_q);
        assert (u_dut.gen_wide.lane_q == held_q - 7'(end_q));
        assert (!tracking_q || u_dut.gen_wide.lanes_q[lane_q%(Lanes-1)] == word_q || lane_q == 7'(Lanes - 1));
        assert (!tracking_q || lane_q < 7'(Lanes - 1));
        for (int i = 0; i < int'(Lanes) - 1; i++) begin
          assert (count_t'(i) < held_q || u_dut.gen_wide.lanes_q[i] == '0);
        end
      end
    end
  end

endmodule
