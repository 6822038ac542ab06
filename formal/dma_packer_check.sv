// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_dma_packer sends every word that it accepts in one place of the stream: none is lost, doubled,
// reordered or changed. A beat has the kind of its piece, ends the segment only with the last word of the
// piece, and keeps the bytes of the piece. Lanes that are not used are zero. For any words of memory or of
// the CPU, any pieces and stalls.
//
// The specification counts the lanes of 32 bits that the beat has (128 bits), or the half-words of the word
// that were sent (16 bits). One lane, chosen freely, is followed.

module dma_packer_check
  import roundel_stream_pkg::*;
#(
  parameter int unsigned BusWidth  = 64,
  parameter int unsigned DataWidth = 128
) (
  input logic clk_i,
  input logic rst_ni,
  input logic cpu_i,
  input logic word_valid_i,
  input logic [BusWidth-1:0] word_i,
  input logic word_end_i,
  input logic [$clog2(BusWidth/8)-1:0] piece_tail_i,
  input logic piece_empty_i,
  input logic piece_inline_i,
  input logic piece_last_i,
  input logic [UserWidth-1:0] piece_kind_i,
  input logic m_axis_tready,
  input logic track_i,
  input logic [1:0] track_lane_i
);

  localparam int unsigned WordBytes = BusWidth / 8;
  localparam int unsigned BeatBytes = DataWidth / 8;
  localparam int unsigned Lanes = BusWidth / 32;
  localparam int unsigned CpuLane = BusWidth == 128 ? 2 : 0;  // the first one that has a word of the CPU
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
    .cpu_i,
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
    logic cpu;
    logic [$clog2(BusWidth/8)-1:0] tail;
    logic empty;
    logic inline_;
    logic last;
    logic [UserWidth-1:0] kind;
  } piece_t;

  logic started_q = 1'b0;
  logic inside_q = 1'b0;  // words of the piece were accepted, and not all
  piece_t piece, piece_q;
  logic take, beat;

  assign piece = '{
      cpu: cpu_i,
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
      if (inside_q) assume (piece == piece_q);
      assume (!(piece_empty_i && piece_inline_i));
      assume (!(cpu_i && piece_inline_i));
      // At 128 bits the first 64 bits of a word of the CPU are free.
      if (cpu_i) begin
        assume (word_i[BusWidth-1:CpuLane*32] == {(Lanes - CpuLane) {word_i[CpuLane*32+:32]}});
      end
      if (word_valid_i && piece_empty_i) assume (word_end_i && !inside_q);
      if (word_valid_i && piece_inline_i) begin
        assume (word_end_i == (piece_words_q == 7'(CommandWords - 1)));
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The specification
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The word; at 128 bits without the descriptor before a command, and without what is before the CPU's word.
  logic [BusWidth-1:0] given;
  count_t size;  // its bytes

  assign given = BusWidth == 128 && (piece_inline_i || cpu_i) ? BusWidth'({64'h0, word_i} >> (BusWidth / 2)) :
      word_i;
  always_comb begin
    size = cpu_i ? 7'd4 : 7'(WordBytes);
    if (word_end_i) begin
      if (piece_empty_i) size = '0;
      else if (cpu_i && piece_tail_i[1:0] != '0) size = 7'(piece_tail_i[1:0]);
      else if (!cpu_i && piece_tail_i != '0) size = 7'(piece_tail_i);
    end
  end

  logic full_q = 1'b0;  // a beat, or at 16 bits a word, is complete
  logic last_q, command_q;
  logic [UserWidth-1:0] kind_q;
  count_t bytes_q;

  always_ff @(posedge clk_i) begin
    if (take) begin
      last_q    <= word_end_i && piece_last_i;
      command_q <= word_end_i && piece_inline_i;
      kind_q    <= piece_kind_i;
    end
  end

  if (DataWidth == 128) begin : gen_wide
    count_t held_q = '0;  // lanes of the beat
    count_t held, step;
    logic tracking_q = 1'b0;
    logic [1:0] place_q;  // of the lane that is followed
    logic [31:0] lane_q;

    assign step = cpu_i ? 7'd1 : 7'(Lanes);
    assign held = full_q ? '0 : held_q;  // before the word that is accepted

    always_ff @(posedge clk_i) begin
      if (beat) begin
        held_q     <= '0;
        full_q     <= 1'b0;
        tracking_q <= 1'b0;
      end
      if (take) begin
        held_q  <= held + (piece_inline_i && BusWidth == 128 ? 7'd2 : step);
        full_q  <= word_end_i || held + step == 7'd4;
        bytes_q <= word_end_i && piece_inline_i ? 7'd16 : 4 * held + size;
        if ((full_q || !tracking_q) && track_i && (!cpu_i || track_lane_i == '0) &&
            7'(track_lane_i) < (piece_inline_i && BusWidth == 128 ? 7'd2 : step)) begin
          tracking_q <= 1'b1;
          place_q    <= 2'(held) + track_lane_i;
          lane_q     <= given[32*(track_lane_i%Lanes)+:32];
        end
      end
      if (!rst_ni) begin
        held_q     <= '0;
        full_q     <= 1'b0;
        tracking_q <= 1'b0;
      end
    end

    always_comb begin
      if (started_q && rst_ni) begin
        assert (m_axis_tvalid == full_q && busy == full_q);
        assert (take == (word_valid_i && (!full_q || m_axis_tready)));
        if (m_axis_tvalid) begin
          for (int i = 0; i < int'(BeatBytes); i++) assert (m_axis_tkeep[i] == (count_t'(i) < bytes_q));
          assert (m_axis_tlast == last_q);
          assert (m_axis_tuser == kind_q);
          if (command_q) assert (m_axis_tdata[127:64] == '0);
        end
        // Invariants.
        for (int i = 0; i < 4; i++) begin
          assert (count_t'(i) < held_q || u_dut.gen_wide.lanes_q[i] == '0);
          assert (full_q || u_dut.gen_wide.keeps_q[i] == {4{count_t'(i) < held_q}});
        end
        assert (!tracking_q || u_dut.gen_wide.lanes_q[place_q] == lane_q);
        assert (!tracking_q || 7'(place_q) < held_q);
        assert (u_dut.gen_wide.lane_q == (full_q ? '0 : held_q));
        assert (held_q <= 7'd4 && (full_q || held_q < 7'd4));
        assert (full_q || held_q == '0 || inside_q);
        assert (full_q || held_q == '0 || piece_q.cpu || (held_q % 7'(Lanes)) == '0);
        assert (full_q || !inside_q || piece_q.cpu || piece_words_q == held_q / 7'(Lanes));
        assert (!full_q || !inside_q || piece_q.cpu || piece_words_q == '0);
        assert (!full_q || !command_q || held_q == 7'd2);
        assert (!full_q || !command_q || bytes_q == 7'd16);
        assert (piece_words_q < 7'(16 / WordBytes) && (inside_q || piece_words_q == '0));
      end
    end
  end else begin : gen_narrow
    localparam int unsigned Halves = BusWidth / 16;
    count_t sent_q = '0;  // half-words of the word
    logic [135:0] word_q;
    logic cpu_q, last_half;

    assign last_half = 2 * sent_q + 7'd2 >= bytes_q;

    always_ff @(posedge clk_i) begin
      if (beat) begin
        sent_q <= last_half ? '0 : sent_q + 1'b1;
        full_q <= !last_half;
      end
      if (take) begin
        full_q  <= 1'b1;
        bytes_q <= !(word_end_i && piece_inline_i) ? size : BusWidth == 128 ? 7'd16 : 7'(WordBytes) + 7'd8;
        word_q  <= 136'(given);
        cpu_q   <= cpu_i;
      end
      if (!rst_ni) begin
        sent_q <= '0;
        full_q <= 1'b0;
      end
    end

    always_comb begin
      if (started_q && rst_ni) begin
        assert (m_axis_tvalid == full_q && busy == full_q);
        assert (take == (word_valid_i && (!full_q || (m_axis_tready && last_half))));
        if (m_axis_tvalid) begin
          for (int i = 0; i < 2; i++) begin
            assert (m_axis_tkeep[i] == (2 * sent_q + count_t'(i) < bytes_q));
            assert (m_axis_tdata[8*i+:8] == 8'(word_q >> (8 * (2 * sent_q + count_t'(i)))));
          end
          assert (m_axis_tlast == (last_q && last_half));
          assert (m_axis_tuser == kind_q);
        end
        // Invariants.
        assert (u_dut.gen_narrow.index_q == sent_q);
        assert (full_q || u_dut.gen_narrow.halves_q == '0);
        if (full_q) begin
          assert (word_q >> BusWidth == '0 && u_dut.gen_narrow.halves_q[1:0] == word_q[31:0]);
          assert (cpu_q || u_dut.gen_narrow.halves_q == BusWidth'(word_q));
          assert (u_dut.gen_narrow.command_q == command_q && u_dut.gen_narrow.last_q == last_q);
          assert (u_dut.gen_narrow.last_index_q == (bytes_q == '0 ? '0 : (bytes_q - 7'd1) / 7'd2));
          assert (bytes_q <= 7'd16 && (command_q || bytes_q <= 7'(WordBytes)));
          assert (!cpu_q || (bytes_q <= 7'd4 && !command_q));
          assert (!command_q || bytes_q == (BusWidth == 128 ? 7'd16 : 7'(WordBytes) + 7'd8));
          for (int i = 0; i < int'(WordBytes); i++) begin
            assert ((cpu_q && i >= 4) || bytes_q > 7'(WordBytes) ||
                u_dut.gen_narrow.keeps_q[i/2][i%2] == (count_t'(i) < bytes_q));
            assert (bytes_q <= 7'(WordBytes) || u_dut.gen_narrow.keeps_q[i/2][i%2]);
          end
          assert (sent_q == '0 || 2 * sent_q < bytes_q);
        end else begin
          assert (sent_q == '0);
        end
      end
    end
  end

endmodule
