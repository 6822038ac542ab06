// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes the beats of segments out of the words that the bus writes. A header word begins a piece of a
// segment: its length, kind and whether it ends the segment. Data words follow, four bytes each.
//
// A word out of order, that is data before a header or a header inside a piece, sets error_o. No word
// is accepted then, until reset. So no message with a hole is ever completed.
//
// Schedule:   one word per cycle. At 128 bits a beat is on offer in the cycle after its last word; the next
//             word is taken in the cycle after that beat was accepted. At 16 bits a word takes three cycles.
// Interfaces: words from roundel_bus_fifo; beats to the core.
// Bytes:      the first byte of a word is word_i[7:0], and of a beat m_axis_tdata[7:0].
// Reference:  docs/bus.md has the layout of the header.

module roundel_bus_to_stream
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned DataWidth = 128
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic        word_valid_i,   // word_i is on offer
  input  logic        word_header_i,  // word_i is a header, not data
  input  logic [31:0] word_i,         // the word
  output logic        word_ready_o,   // word_i is accepted, if it is on offer
  input  logic        drop_i,         // the bus has lost a word: stop
  output logic        error_o,        // no word is accepted, until reset

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

  // Of the piece: words_q whole words are still to come, and then bytes_q bytes. inside_q: not all came yet.
  logic inside_d, inside_q;
  logic error_d, error_q;
  logic last_q;
  logic [UserWidth-1:0] kind_q;
  logic [LengthWidth-3:0] words_q;
  logic [1:0] bytes_q;
  logic empty;  // the piece has no bytes
  logic take, take_header, take_data, last_word, out_of_order;
  logic full_d, full_q;  // a beat is on offer
  logic [3:0] keep;  // of the data word

  assign word_ready_o = !full_q && !error_q;
  assign take         = word_valid_i && word_ready_o;
  assign out_of_order = word_header_i == inside_q;
  assign take_header  = take && word_header_i && !inside_q;
  assign take_data    = take && !word_header_i && inside_q;
  assign error_d      = error_q || drop_i || (take && out_of_order);
  assign error_o      = error_q;

  // A partial word ends the piece, or the last whole word if there is none.
  assign last_word = words_q[LengthWidth-3:1] == '0 && (words_q[0] == (bytes_q == '0));
  assign empty     = word_i[InSegmentLengthHigh:InSegmentLengthLow] == '0;
  always_comb begin
    for (int i = 0; i < 4; i++) keep[i] = words_q != '0 || bytes_q > 2'(i);
  end
  assign inside_d  = take_header ? !empty : take_data ? !last_word : inside_q;

  assign m_axis_tuser  = kind_q;
  assign m_axis_tvalid = full_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inside_q <= 1'b0;
      error_q  <= 1'b0;
      full_q   <= 1'b0;
    end else begin
      inside_q <= inside_d;
      error_q  <= error_d;
      full_q   <= full_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take_header) begin
      words_q <= word_i[InSegmentLengthHigh:InSegmentLengthLow+2];
      bytes_q <= word_i[InSegmentLengthLow+:2];
      kind_q <= word_i[InSegmentKindHigh:InSegmentKindLow];
      last_q <= word_i[InSegmentLast];
    end else if (take_data) begin
      words_q <= words_q - 1'b1;
    end
  end

  if (DataWidth == 128) begin : gen_wide
    // Four words and their bytes; cleared when the beat is accepted.
    logic [3:0][31:0] lanes_q;
    logic [3:0][3:0] keeps_q;
    logic [1:0] lane_q;
    logic accepted;

    assign accepted     = full_q && m_axis_tready;
    assign full_d       = (take_header && empty) || (take_data && (last_word || lane_q == 2'd3))
                          || (full_q && !m_axis_tready);
    assign m_axis_tdata = lanes_q;
    assign m_axis_tkeep = keeps_q;
    assign m_axis_tlast = last_q && !inside_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni || accepted) lane_q <= '0;
      else if (take_data) lane_q <= lane_q + 1'b1;
    end

    for (genvar i = 0; i < 4; i++) begin : gen_lane
      always_ff @(posedge clk_i) begin
        if (!rst_ni || accepted) begin
          lanes_q[i] <= '0;
          keeps_q[i] <= '0;
        end else if (take_data && lane_q == 2'(i)) begin
          lanes_q[i] <= word_i;
          keeps_q[i] <= keep;
        end
      end
    end
  end else begin : gen_narrow
    // One word, sent as one or two beats; cleared when it was sent.
    logic [31:0] word_q;
    logic [3:0] keep_q;
    logic high_q;  // the beat on offer is the upper half
    logic two, accepted;

    assign two          = keep_q[2] && !high_q;  // another beat follows
    assign accepted     = full_q && m_axis_tready && !two;
    assign full_d       = (take_header && empty) || take_data || (full_q && !(m_axis_tready && !two));
    assign m_axis_tdata = high_q ? word_q[31:16] : word_q[15:0];
    assign m_axis_tkeep = high_q ? keep_q[3:2] : keep_q[1:0];
    assign m_axis_tlast = last_q && !inside_q && !two;

    always_ff @(posedge clk_i) begin
      if (!rst_ni || accepted) begin
        word_q <= '0;
        keep_q <= '0;
        high_q <= 1'b0;
      end else if (take_data) begin
        word_q <= word_i;
        keep_q <= keep;
      end else if (full_q && m_axis_tready) begin
        high_q <= 1'b1;
      end
    end
  end

endmodule
