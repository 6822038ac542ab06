// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes words for memory, or for the CPU, out of the beats of a core's answer. With each word go the number
// of its bytes and whether it ends its segment. Every word but the last one of a segment is full.
//
// At 128 bits a beat is read in place: the core holds it until its last word is accepted. At 16 bits the
// beats of a word are gathered in a register.
//
// Schedule:   one word per cycle at 128 bits. At 16 bits a word in BusWidth / 16 + 1 cycles, one for the CPU
//             in three.
// Interfaces: beats from the core; words to roundel_dma_output, and words of 32 bits to the CPU.
// Bytes:      the first byte of a word is word_o[7:0], and of a beat s_axis_tdata[7:0].

module roundel_dma_unpacker
  import roundel_stream_pkg::*;
#(
  parameter int unsigned BusWidth  = 64,
  parameter int unsigned DataWidth = 128,

  localparam int unsigned TailWidth = $clog2(BusWidth / 8)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [  DataWidth-1:0] s_axis_tdata,
  input  logic [DataWidth/8-1:0] s_axis_tkeep,
  input  logic                   s_axis_tlast,
  input  logic [  UserWidth-1:0] s_axis_tuser,
  input  logic                   s_axis_tvalid,
  output logic                   s_axis_tready,

  input  logic                 cpu_i,         // words are for the CPU; changes only between segments
  output logic                 word_valid_o,  // a word is on offer
  input  logic                 word_ready_i,  // it is accepted
  output logic [ BusWidth-1:0] word_o,        // the word
  output logic                 word_empty_o,  // none of its bytes is part of the segment
  output logic                 word_full_o,   // all its bytes are part of the segment
  output logic [TailWidth-1:0] word_tail_o,   // else, so many of them
  output logic                 word_last_o,   // it ends its segment
  output logic [UserWidth-1:0] word_kind_o,   // kind of the segment
  output logic [         31:0] cpu_word_o,    // the word for the CPU
  output logic [          2:0] cpu_bytes_o,   // so many of its bytes are part of the segment
  output logic [          2:0] cpu_words_o    // words for the CPU on offer, all those of the beat included
);

  if (DataWidth != 128 && DataWidth != 16) begin : gen_bad_width
    $fatal(1, "%m: DataWidth is %0d, expected 128 or 16", DataWidth);
  end
  if (BusWidth != 32 && BusWidth != 64 && BusWidth != 128) begin : gen_bad_bus
    $fatal(1, "%m: BusWidth is %0d, expected 32, 64 or 128", BusWidth);
  end

  localparam int unsigned WordBytes = BusWidth / 8;

  if (DataWidth == 128) begin : gen_wide
    localparam int unsigned Lanes = BusWidth / 32;  // of a word
    localparam logic [1:0] Mask = 2'(4 - Lanes);  // the bits of a lane that say which word has it

    logic [3:0][31:0] lanes;
    logic [3:0][3:0] keeps;
    logic [3:1] used;  // the lane has a byte of the segment
    logic [1:0] lane_q, first_lane, top_lane;  // of the CPU; the first one of the word; the last one in use
    logic [WordBytes-1:0] keep;
    logic [3:0] cpu_keep;
    logic last_lane;

    assign lanes         = s_axis_tdata;
    assign keeps         = s_axis_tkeep;
    assign first_lane    = lane_q & Mask;
    assign top_lane      = {used[2], used[3] || (used[1] && !used[2])};
    assign last_lane     = cpu_i ? lane_q == top_lane : first_lane == (top_lane & Mask);
    assign word_valid_o  = s_axis_tvalid;
    assign s_axis_tready = word_ready_i && last_lane;
    assign word_empty_o  = !keep[0];
    assign word_full_o   = keep[WordBytes-1];
    assign word_last_o   = s_axis_tlast && last_lane;
    assign word_kind_o   = s_axis_tuser;
    assign cpu_keep      = keeps[lane_q];
    assign cpu_bytes_o   = {cpu_keep[3], cpu_keep[1] && !cpu_keep[3],
                            (cpu_keep[0] && !cpu_keep[1]) || (cpu_keep[2] && !cpu_keep[3])};
    assign cpu_words_o   = s_axis_tvalid && cpu_i ? 3'(2'(top_lane - lane_q)) + 1'b1 : '0;

    always_comb begin
      for (int i = 1; i < 4; i++) used[i] = keeps[i][0];
      for (int i = 0; i < int'(Lanes); i++) begin
        word_o[32*i+:32] = lanes[first_lane+2'(i)];
        keep[4*i+:4]     = keeps[first_lane+2'(i)];
      end
      word_tail_o = '0;
      for (int i = 0; i < int'(WordBytes) - 1; i++) if (keep[i]) word_tail_o = TailWidth'(i + 1);
    end
    assign cpu_word_o = word_o[32*(2'(lane_q&~Mask))+:32];

    always_ff @(posedge clk_i) begin
      if (!rst_ni) lane_q <= '0;
      else if (word_valid_o && word_ready_i) lane_q <= last_lane ? '0 : lane_q + (cpu_i ? 2'd1 : 2'(Lanes));
    end
  end else begin : gen_narrow
    localparam int unsigned Lanes = BusWidth / 16;
    localparam int unsigned LaneWidth = $clog2(Lanes);

    logic [Lanes-1:0][15:0] lanes_q;
    logic [LaneWidth-1:0] lane_q;
    logic valid_q, empty_q, full_q, last_q, take, ends;
    logic [TailWidth-1:0] tail_q;
    logic [UserWidth-1:0] kind_q;

    assign s_axis_tready = !valid_q;
    assign take          = s_axis_tvalid && !valid_q;
    assign ends          = lane_q == '1 || (cpu_i && lane_q[0]) || s_axis_tlast;
    assign word_valid_o  = valid_q;
    assign word_o        = lanes_q;
    assign word_empty_o  = empty_q;
    assign word_full_o   = full_q;
    assign word_tail_o   = tail_q;
    assign word_last_o   = last_q;
    assign word_kind_o   = kind_q;
    assign cpu_word_o    = word_o[31:0];
    assign cpu_bytes_o   = {full_q, !full_q && tail_q[1], !full_q && tail_q[0]};
    assign cpu_words_o   = {2'b0, valid_q && cpu_i};

    always_ff @(posedge clk_i) begin
      if (!rst_ni || (valid_q && word_ready_i)) begin
        valid_q <= 1'b0;
        lane_q  <= '0;
      end else if (take) begin
        valid_q <= ends;
        lane_q  <= lane_q + 1'b1;
      end
    end

    always_ff @(posedge clk_i) begin
      if (take) begin
        empty_q <= lane_q == '0 && !s_axis_tkeep[0];
        full_q <= (lane_q == '1 || (cpu_i && lane_q[0])) && s_axis_tkeep[1];
        tail_q <= {lane_q, 1'b0} + TailWidth'(s_axis_tkeep[0]) + TailWidth'(s_axis_tkeep[1]);
        last_q <= s_axis_tlast;
        kind_q <= s_axis_tuser;
      end
    end

    for (genvar i = 0; i < int'(Lanes); i++) begin : gen_lane
      always_ff @(posedge clk_i) begin
        if (!rst_ni || (valid_q && word_ready_i)) lanes_q[i] <= '0;
        else if (take && lane_q == LaneWidth'(i)) lanes_q[i] <= s_axis_tdata;
      end
    end
  end

endmodule
