// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes beats of the core out of words from memory or of the CPU. A piece begins in the first byte of a beat
// and ends its beat. The end of a command is followed by eight zero bytes.
//
// The words are gathered in registers, and the beat is on offer there. Lanes that a beat does not use are
// zero. At 16 bits the registers have one word, which is sent in half-words.
//
// Schedule:   one word per cycle at 128 bits, one half-word per cycle at 16 bits. A beat is on offer in the
//             cycle after its last word.
// Interfaces: words from roundel_dma_input; beats to the core. piece_*_i are valid with a word.
// Bytes:      the first byte of a word is word_i[7:0], and of a beat m_axis_tdata[7:0]. A word of the CPU has
//             32 bits; word_i repeats it, at 128 bits in the last 64.

module roundel_dma_packer
  import roundel_stream_pkg::*;
#(
  parameter int unsigned BusWidth  = 64,
  parameter int unsigned DataWidth = 128,

  localparam int unsigned TailWidth = $clog2(BusWidth / 8)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                 cpu_i,           // words are those of the CPU; changes only between pieces
  input  logic                 word_valid_i,    // a word is on offer
  output logic                 word_ready_o,    // it is accepted
  input  logic [ BusWidth-1:0] word_i,          // the word
  input  logic                 word_end_i,      // it is the last one of its piece
  input  logic [TailWidth-1:0] piece_tail_i,    // bytes of the last word; 0: all. Of the CPU: two bits
  input  logic                 piece_empty_i,   // the piece has no bytes
  input  logic                 piece_inline_i,  // the last word of the piece is the end of a command
  input  logic                 piece_last_i,    // the piece ends its segment
  input  logic [UserWidth-1:0] piece_kind_i,    // kind of the segment
  output logic                 busy_o,          // a beat is on offer whose last word was accepted

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

  logic [BusWidth-1:0] word;
  logic [WordBytes-1:0] keep;  // bytes of the word
  logic all;  // they are all of them

  // At 128 bits the word has the descriptor before the command. A word of the CPU has the place of a command.
  if (BusWidth == 128) begin : gen_command
    assign word = {word_i[127:64], piece_inline_i || cpu_i ? word_i[127:64] : word_i[63:0]};
  end else begin : gen_word
    assign word = word_i;
  end

  assign all = !word_end_i || piece_inline_i || (piece_tail_i[1:0] == '0 && (cpu_i || piece_tail_i == '0));
  always_comb begin
    for (int i = 0; i < int'(WordBytes); i++) begin
      keep[i] = !piece_empty_i && (all || (cpu_i ? 2'(i) < piece_tail_i[1:0] : TailWidth'(i) < piece_tail_i));
    end
  end

  if (DataWidth == 128) begin : gen_wide
    localparam int unsigned Lanes = BusWidth / 32;  // of a word
    localparam logic [1:0] Mask = 2'(4 - Lanes);  // the bits of a lane that say which word has it

    logic [3:0][31:0] lanes_q;
    logic [3:0][3:0] keeps_q;
    logic [3:0] load, load_keep;
    logic [1:0] lane_q;  // of the next word
    logic full_q, last_q, take, accepted, completes;
    logic [UserWidth-1:0] kind_q;

    assign word_ready_o  = !full_q || m_axis_tready;
    assign take          = word_valid_i && word_ready_o;
    assign accepted      = full_q && m_axis_tready;
    assign completes     = word_end_i || (cpu_i ? lane_q == 2'd3 : (lane_q & Mask) == Mask);
    assign m_axis_tvalid = full_q;
    assign m_axis_tdata  = lanes_q;
    assign m_axis_tkeep  = keeps_q;
    assign m_axis_tlast  = last_q;
    assign m_axis_tuser  = kind_q;
    assign busy_o        = full_q;

    // The lanes after a command stay zero. They are bytes of it.
    always_comb begin
      for (int i = 0; i < 4; i++) begin
        load[i] = take && (cpu_i ? lane_q == 2'(i) : (lane_q & Mask) == (2'(i) & Mask));
        if (BusWidth == 128 && i >= 2) load[i] = load[i] && !piece_inline_i;
        load_keep[i] = load[i] || (take && piece_inline_i && word_end_i);
      end
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        lane_q <= '0;
        full_q <= 1'b0;
      end else begin
        if (take) lane_q <= completes ? '0 : lane_q + (cpu_i ? 2'd1 : 2'(Lanes));
        full_q <= (take && completes) || (full_q && !m_axis_tready);
      end
    end

    always_ff @(posedge clk_i) begin
      if (take) begin
        last_q <= word_end_i && piece_last_i;
        kind_q <= piece_kind_i;
      end
    end

    for (genvar i = 0; i < 4; i++) begin : gen_lane
      always_ff @(posedge clk_i) begin
        if (!rst_ni || (accepted && !load[i])) lanes_q[i] <= '0;
        else if (load[i]) lanes_q[i] <= word[32*(i%Lanes)+:32];
      end

      always_ff @(posedge clk_i) begin
        if (!rst_ni || (accepted && !load_keep[i])) keeps_q[i] <= '0;
        else if (load_keep[i]) keeps_q[i] <= keep[4*(i%Lanes)+:4];
      end
    end
  end else begin : gen_narrow
    // At 128 bits the word of a command has the zeros already.
    localparam int unsigned Halves = BusWidth / 16;
    localparam int unsigned Zeros = BusWidth == 128 ? 0 : 4;  // half-words of zeros after a command
    localparam int unsigned IndexWidth = $clog2(Halves + Zeros);

    logic [Halves-1:0][15:0] halves_q;
    logic [Halves-1:0][1:0] keeps_q;
    logic [IndexWidth-1:0] index_q, last_index, last_index_q;
    logic full_q, last_q, command_q, take, sent, last_half;
    logic [TailWidth-1:0] tail_top;  // the last byte of the last word
    logic [UserWidth-1:0] kind_q;

    assign last_half     = index_q == last_index_q;
    assign sent          = full_q && m_axis_tready && last_half;
    assign word_ready_o  = !full_q || sent;
    assign take          = word_valid_i && word_ready_o;
    assign busy_o        = full_q;
    assign m_axis_tvalid = full_q;
    assign m_axis_tlast  = last_q && last_half;
    assign m_axis_tuser  = kind_q;

    assign tail_top      = piece_empty_i ? '0 : piece_tail_i - 1'b1;
    always_comb begin
      last_index = IndexWidth'(tail_top >> 1);
      if (!word_end_i) last_index = IndexWidth'(Halves - 1);
      else if (piece_inline_i) last_index = IndexWidth'(Halves + Zeros - 1);
      if (cpu_i) last_index = IndexWidth'(!word_end_i || tail_top[1]);
    end

    always_comb begin
      m_axis_tdata = '0;
      m_axis_tkeep = command_q ? '1 : '0;
      for (int i = 0; i < int'(Halves); i++) begin
        if (index_q == IndexWidth'(i)) begin
          m_axis_tdata = halves_q[i];
          m_axis_tkeep = keeps_q[i];
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        index_q <= '0;
        full_q  <= 1'b0;
      end else begin
        full_q <= take || (full_q && !sent);
        if (full_q && m_axis_tready) index_q <= last_half ? '0 : index_q + 1'b1;
      end
    end

    always_ff @(posedge clk_i) begin
      if (take) begin
        keeps_q      <= keep;
        last_index_q <= last_index;
        last_q       <= word_end_i && piece_last_i;
        command_q    <= word_end_i && piece_inline_i;
        kind_q       <= piece_kind_i;
      end
    end

    for (genvar i = 0; i < int'(Halves); i++) begin : gen_half
      always_ff @(posedge clk_i) begin
        if (!rst_ni || (sent && !take)) halves_q[i] <= '0;
        else if (take) halves_q[i] <= BusWidth == 128 && piece_inline_i && i >= 4 ? '0 : word[16*i+:16];
      end
    end
  end

endmodule
