// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decodes a command, of which every byte is judged, and counts the bytes of a digest that are still to be
// squeezed.
//
// Schedule:   read_i in cycle t: command_o, command_ok_o and the length are valid from t+1.
//             squeeze_i in cycle t: the next values of last_o and keep_o are valid from t+2.
// Interfaces: bytes from roundel_segment_reader; command and length to roundel_ascon_hs_grammar and
//             roundel_ascon_hs_output
// Bytes:      data_i[8k+7:8k] is byte k of the command; the length is little-endian in bytes 4 to 7.
// Reference:  docs/stream-protocol.md

module roundel_ascon_hs_command
  import roundel_stream_pkg::*;
  import roundel_ascon_hs_pkg::*;
#(
  parameter bit Customization = 1'b1  // serve Ascon-CXOF128
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic         read_i,       // decode data_i
  input  logic [127:0] data_i,       // bytes of the beat
  output command_t     command_o,    // the decoded command
  output logic         command_ok_o, // the core serves it, if it holds the key to resume

  input  logic       squeeze_i,  // a word of the digest goes to the answer
  output logic       last_o,     // the next word is the last
  output logic [7:0] keep_o      // bytes of the next word that belong to the digest
);

  localparam function_e LastFunction = Customization ? FunctionCxof128 : FunctionXof128;

  logic [7:0] operation, flags, suffix, code;
  logic [31:0] length;
  function_e hash;
  logic is_aead, is_hash, length_ok;
  logic fields_ok_q, length_ok_q;
  logic [3:0] zero_q;  // of bytes 8 to 15: two bytes each are zero

  assign operation = data_i[7:0];
  assign flags = data_i[15:8];
  assign suffix = data_i[23:16];
  assign code = data_i[31:24];
  assign length = data_i[63:32];
  assign hash = function_e'(code[1:0]);
  assign is_aead = operation inside {OpSeal, OpOpen} && {flags[7:3], flags[1]} == '0 && code == '0;
  assign is_hash = operation == OpHash && flags == '0 && code[7:2] == '0 &&
      hash inside {FunctionHash256, FunctionXof128, LastFunction};

  always_comb begin
    if (operation != OpHash) length_ok = length == 32'(roundel_ascon_pkg::TagBytes);
    else length_ok = hash != FunctionHash256 || length == 32'(roundel_ascon_pkg::HashBytes);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      command_o <= '0;
      fields_ok_q <= 1'b0;
      length_ok_q <= 1'b0;
      zero_q <= '0;
    end else if (read_i) begin
      command_o.aead <= operation != OpHash;
      command_o.open <= operation == OpOpen;
      command_o.resume <= flags[FlagResume];
      command_o.keep_key <= flags[FlagKeep];
      command_o.hash <= hash;
      fields_ok_q <= (is_aead || is_hash) && suffix == '0;
      length_ok_q <= length_ok;
      for (int unsigned i = 0; i < 4; i++) zero_q[i] <= data_i[64+16*i+:16] == '0;
    end
  end

  assign command_ok_o = fields_ok_q && length_ok_q && zero_q == '1;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The length of the digest
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The number of words after the next one. So it is one less than the full words if there is no other word;
  // the subtraction takes the cycle after read_i. No bytes at all are a word of which none is answered.
  logic [28:0] words_q;
  logic [2:0] tail_q;  // bytes after the full words
  logic read_q, empty_q, no_words;

  assign no_words = words_q == '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) words_q <= '0;
    else if (read_i) words_q <= length[31:3];
    else if (squeeze_i || (read_q && tail_q == '0)) words_q <= words_q - 29'd1;
    if (read_i) tail_q <= length[2:0];
    read_q <= read_i;
    if (read_q) empty_q <= no_words && tail_q == '0;
  end

  always_ff @(posedge clk_i) begin
    last_o <= no_words || empty_q;
    for (int unsigned k = 0; k < 8; k++) begin
      keep_o[k] <= !empty_q && (!no_words || tail_q == '0 || 3'(k) < tail_q);
    end
  end

  logic unused;
  assign unused = ^data_i;

endmodule
