// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the descriptor of a piece of a segment and passes the words of the piece. A descriptor arrives before
// the words of its piece. The last word of a descriptor is a word of the piece too if it is the end of a
// command, or if the piece has no bytes and ends its segment: then there is a beat without bytes.
//
// The header of a piece of the CPU is one word. It stays on offer until it was seen as each word of a
// descriptor, and so does a descriptor at 128 bits, which is seen four times.
//
// Schedule:   combinational; the descriptor is in registers in the cycle after its last word.
// Interfaces: words from the FIFO of roundel_dma_input, words to roundel_dma_packer.
// Bytes:      docs/bus.md has the layout of a descriptor.

module roundel_dma_piece
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned BusWidth = 64,

  localparam int unsigned TailWidth = $clog2(BusWidth / 8)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                cpu_i,         // words are those of the CPU
  input  logic                valid_i,       // a word is on offer
  input  logic                descriptor_i,  // it is part of a descriptor
  input  logic                last_i,        // it is the last one of a piece
  input  logic                no_bytes_i,    // bits of LENGTH in it are zero
  input  logic [BusWidth-1:0] data_i,        // the word
  output logic                taken_o,       // it is accepted

  output logic        loaded_o,   // the last word of a descriptor is accepted
  output logic [23:0] length_o,   // bytes of the piece
  output logic [31:4] base_o,     // its address
  output logic        no_data_o,  // nothing of it is to be read
  output logic        end_o,      // it is the last one of the list

  output logic                 word_valid_o,    // a word of a piece is on offer
  input  logic                 word_ready_i,    // it is accepted
  output logic [ BusWidth-1:0] word_o,          // the word
  output logic                 word_end_o,      // it is the last one of its piece
  output logic [TailWidth-1:0] piece_tail_o,    // bytes of the last word; 0: all
  output logic                 piece_empty_o,   // the piece has no bytes
  output logic                 piece_inline_o,  // the last word of the piece is the end of a command
  output logic                 piece_last_o,    // the piece ends its segment
  output logic [UserWidth-1:0] piece_kind_o     // kind of the segment
);

  localparam int unsigned Words = 128 / BusWidth;  // of a descriptor
  localparam int unsigned Views = Words == 1 ? 4 : Words;  // so many words are seen of it
  localparam int unsigned IndexWidth = $clog2(Views);

  logic [IndexWidth-1:0] index_q;  // of the next word of a descriptor
  logic first, last, again, load, load_address;
  logic has_word, is_word;  // the descriptor has a word of the piece; it is this one
  logic no_bytes_q;  // LENGTH is zero
  logic [31:0] control_q;
  logic [31:4] base_q;

  // At 32 bits a command has a word before its last one.
  assign first        = index_q == '0;
  assign last         = index_q == '1;
  assign is_word      = (last && has_word) || (Words == 4 && piece_inline_o && index_q == IndexWidth'(2));
  assign load         = valid_i && descriptor_i && (!is_word || word_ready_i);
  assign load_address = load && (Words == 4 ? index_q == IndexWidth'(1) : first);
  assign loaded_o     = load && last;
  assign word_valid_o = valid_i && (!descriptor_i || is_word);
  assign again        = (cpu_i || Words == 1) && !last;  // the same word is seen as the next one
  assign taken_o      = valid_i && (descriptor_i ? (!is_word || word_ready_i) && !again : word_ready_i);

  // With four views it is known before the last one.
  if (Views == 4) begin : gen_known
    logic has_word_q;

    always_ff @(posedge clk_i) begin
      has_word_q <= piece_inline_o || (piece_empty_o && piece_last_o);
    end
    assign has_word = has_word_q;
  end else begin : gen_direct
    assign has_word = piece_inline_o || (piece_empty_o && piece_last_o);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || loaded_o) index_q <= '0;
    else if (load) index_q <= index_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (load && first) begin
      control_q  <= data_i[31:0];
      no_bytes_q <= no_bytes_i;
    end
    if (load_address) base_q <= data_i[(Words==4?0 : 32)+4+:28];
  end

  assign length_o       = control_q[InControlLengthHigh:InControlLengthLow];
  assign base_o         = base_q;
  assign no_data_o      = control_q[InControlInline] || no_bytes_q;
  assign end_o          = control_q[InControlEnd];
  assign piece_tail_o   = control_q[InControlLengthLow+:TailWidth];
  assign piece_empty_o  = no_bytes_q && !piece_inline_o;
  assign piece_inline_o = control_q[InControlInline];
  assign piece_last_o   = control_q[InControlLast];
  assign piece_kind_o   = control_q[InControlKindHigh:InControlKindLow];
  assign word_o         = data_i;
  assign word_end_o     = descriptor_i ? last : last_i;

  logic unused_bits;
  assign unused_bits = control_q[30];

endmodule
