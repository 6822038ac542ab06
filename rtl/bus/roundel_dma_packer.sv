// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes beats of the core out of words from memory. A piece begins in the first byte of a beat and ends its
// beat. The end of a command is followed by eight zero bytes.
//
// At 128 bits the word of the last lane passes directly, and the others wait in registers. A piece that ends
// in another lane makes a beat from the registers alone; busy_o shows that it is on offer.
//
// Schedule:   one word per cycle at 128 bits, a word in BusWidth / 16 cycles at 16 bits.
// Interfaces: words from roundel_dma_input; beats to the core. piece_*_i stay while a word is on offer or
//             busy_o is 1.
// Bytes:      the first byte of a word is word_i[7:0], and of a beat m_axis_tdata[7:0].

module roundel_dma_packer
  import roundel_stream_pkg::*;
#(
  parameter int unsigned BusWidth  = 64,
  parameter int unsigned DataWidth = 128,

  localparam int unsigned TailWidth = $clog2(BusWidth / 8)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                 word_valid_i,    // a word is on offer
  output logic                 word_ready_o,    // it is accepted
  input  logic [ BusWidth-1:0] word_i,          // the word
  input  logic                 word_end_i,      // it is the last one of its piece
  input  logic [TailWidth-1:0] piece_tail_i,    // bytes of the last word; 0: all
  input  logic                 piece_empty_i,   // the piece has no bytes
  input  logic                 piece_inline_i,  // the last word of the piece is the end of a command
  input  logic                 piece_last_i,    // the piece ends its segment
  input  logic [UserWidth-1:0] piece_kind_i,    // kind of the segment
  output logic                 busy_o,          // the end of a piece is on offer, its word was accepted

  output logic [  DataWidth-1:0] m_axis_tdata,
  output logic [DataWidth/8-1:0] m_axis_tkeep,
  output logic                   m_axis_tlast,
  output logic [  UserWidth-1:0] m_axis_tuser,
  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready
);

  if (DataWidth != 128 && DataWidth != 16) begin : gen_bad_width
    $fatal(1, "%m: DataWidth is %0d, expected 128 or 16", DataWidth);
  end
  if (BusWidth != 32 && BusWidth != 64 && BusWidth != 128) begin : gen_bad_bus
    $fatal(1, "%m: BusWidth is %0d, expected 32, 64 or 128", BusWidth);
  end

  localparam int unsigned WordBytes = BusWidth / 8;

  logic word_end;  // the word, or the newest one in the registers, is the last one of its piece
  logic [BusWidth-1:0] word;
  logic [WordBytes-1:0] tail;  // bytes of the last word
  logic [WordBytes-1:0] keep;  // bytes of that word

  // At 128 bits the word has the descriptor before the command.
  if (BusWidth == 128) begin : gen_command
    assign word = {piece_inline_i ? 64'h0 : word_i[127:64], piece_inline_i ? word_i[127:64] : word_i[63:0]};
  end else begin : gen_word
    assign word = word_i;
  end

  always_comb begin
    for (int i = 0; i < int'(WordBytes); i++) begin
      tail[i] = !piece_empty_i && (piece_inline_i || piece_tail_i == '0 || TailWidth'(i) < piece_tail_i);
    end
  end
  assign keep         = tail | {WordBytes{!word_end}};
  assign m_axis_tuser = piece_kind_i;

  if (DataWidth == BusWidth) begin : gen_same
    assign busy_o        = 1'b0;
    assign word_end      = word_end_i;
    assign word_ready_o  = m_axis_tready;
    assign m_axis_tvalid = word_valid_i;
    assign m_axis_tdata  = word;
    assign m_axis_tkeep  = keep;
    assign m_axis_tlast  = word_end && piece_last_i;

    logic unused_bits;
    assign unused_bits = ^{clk_i, rst_ni};
  end else if (DataWidth == 128) begin : gen_wide
    localparam int unsigned Lanes = 128 / BusWidth;
    localparam int unsigned LaneWidth = $clog2(Lanes);

    logic [Lanes-2:0][BusWidth-1:0] lanes_q;
    logic [Lanes-1:0][WordBytes-1:0] keeps;
    logic [LaneWidth-1:0] lane_q;  // of the next word, or with busy_q of the newest one
    logic busy_q, last_lane, store, accepted;

    assign last_lane     = lane_q == '1;
    assign store         = word_valid_i && !busy_q && !last_lane;
    assign m_axis_tvalid = busy_q || (word_valid_i && last_lane);
    assign accepted      = m_axis_tvalid && m_axis_tready;
    assign word_ready_o  = !busy_q && (!last_lane || m_axis_tready);
    assign word_end      = busy_q || word_end_i;
    assign m_axis_tdata  = {last_lane ? word : BusWidth'(0), lanes_q};
    assign m_axis_tkeep  = keeps;
    assign m_axis_tlast  = word_end && piece_last_i;
    assign busy_o        = busy_q;

    always_comb begin
      for (int i = 0; i < int'(Lanes); i++) begin
        keeps[i] = (busy_q && piece_inline_i) || LaneWidth'(i) < lane_q ? '1
                   : LaneWidth'(i) == lane_q ? keep : '0;
      end
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni || accepted) begin
        lane_q <= '0;
        busy_q <= 1'b0;
      end else if (store) begin
        lane_q <= word_end_i ? lane_q : lane_q + 1'b1;
        busy_q <= word_end_i;
      end
    end

    for (genvar i = 0; i < int'(Lanes) - 1; i++) begin : gen_lane
      always_ff @(posedge clk_i) begin
        if (!rst_ni || accepted) lanes_q[i] <= '0;
        else if (store && lane_q == LaneWidth'(i)) lanes_q[i] <= word;
      end
    end
  end else begin : gen_narrow
    // The word stays on offer until its last half-word was sent. At 128 bits it has the zeros already.
    localparam int unsigned Halves = BusWidth / 16;
    localparam int unsigned Zeros = BusWidth == 128 ? 0 : 4;  // half-words of zeros after a command
    localparam int unsigned IndexWidth = $clog2(Halves + Zeros);

    logic [IndexWidth-1:0] index_q, last_index;
    logic last_half, accepted;
    logic [TailWidth-1:0] tail_top;  // the last byte of the last word

    assign word_end      = word_end_i;
    assign tail_top      = piece_empty_i ? '0 : piece_tail_i - 1'b1;
    assign last_index    = !word_end ? IndexWidth'(Halves - 1)
                           : piece_inline_i ? IndexWidth'(Halves + Zeros - 1) : IndexWidth'(tail_top >> 1);
    assign last_half     = index_q == last_index;
    assign accepted      = m_axis_tvalid && m_axis_tready;
    assign busy_o        = 1'b0;
    assign word_ready_o  = m_axis_tready && last_half;
    assign m_axis_tvalid = word_valid_i;
    assign m_axis_tlast  = word_end && piece_last_i && last_half;

    always_comb begin
      m_axis_tdata = '0;
      m_axis_tkeep = word_end && piece_inline_i ? '1 : '0;
      for (int i = 0; i < int'(Halves); i++) begin
        if (index_q == IndexWidth'(i)) begin
          m_axis_tdata = word[16*i+:16];
          m_axis_tkeep = keep[2*i+:2];
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni || (accepted && last_half)) index_q <= '0;
      else if (accepted) index_q <= index_q + 1'b1;
    end
  end

endmodule
