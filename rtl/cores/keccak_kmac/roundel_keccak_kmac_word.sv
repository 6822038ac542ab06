// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Selects the next word of the message of the hash: bytes of the offered beat, or a part of the frame:
//   head        bytepad: left_encode(rate); encode_string of the function's name, "KMAC" or empty
//   custom      left_encode of the bits of the customization string
//   key         bytepad: left_encode(rate); left_encode of the bits of the key
//   tail        right_encode of the bits of the tag, or of 0 for KMACXOF
//   sizes       of the command of the hash: the blocks of the frame, if the state after them is kept
//
// Schedule:   combinational.
// Interfaces: roundel_keccak_kmac_grammar, which registers the word.
// Bytes:      byte 0 of a word is the first byte of the message.
// Reference:  SP 800-185 sections 2.3, 3.3 and 4.3

module roundel_keccak_kmac_word
  import roundel_stream_pkg::OpHash;
  import roundel_keccak_kmac_pkg::*;
(
  input command_t command_i,  // the command of the transaction

  // One of these at most is high. Without one the word is zero and has no bytes.
  input logic head_i,     // the head of the frame
  input logic custom_i,   // the length of the customization string
  input logic key_i,      // the rate, and the length of the key
  input logic tail_i,     // the length of the tag
  input logic low_i,      // bytes 0 to 7 of the beat
  input logic high_i,     // bytes 8 to 15 of the beat
  input logic request_i,  // bytes 0 to 7 of the command, as HASH
  input logic sizes_i,    // bytes 8 to 15 of the command of the hash

  input logic [15:0]      keep_i,  // tkeep of the offered beat
  input logic [15:0][7:0] data_i,  // its bytes

  output logic [3:0]      count_o,  // bytes of the word
  output logic [7:0][7:0] bytes_o   // the word
);

  logic [7:0] rate_bytes;
  assign rate_bytes = command_i.wide ? 8'(8 * WideLanes) : 8'(8 * NarrowLanes);

  // The bits of a string of at most 255 bytes: one byte, or two.
  function automatic logic [2:0][7:0] encode_length(logic [7:0] size);
    if (size[7:5] == '0) encode_length = {8'd0, size[4:0], 3'd0, 8'd1};
    else encode_length = {size[4:0], 3'd0, 5'd0, size[7:5], 8'd2};
  endfunction

  logic [3:0] custom_count, key_count;
  assign custom_count = command_i.custom_bytes[7:5] == '0 ? 4'd2 : 4'd3;
  assign key_count = command_i.key_bytes[7:5] == '0 ? 4'd4 : 4'd5;

  // The bits of a tag of at most 65535 bytes: one byte, two or three, the upper one first, then their number.
  logic [18:0] tag_bits;
  logic [3:0][7:0] tail;
  logic [3:0] tail_bytes;

  assign tag_bits = command_i.extendable ? '0 : {command_i.tag_bytes, 3'd0};
  always_comb begin
    if (tag_bits[18:16] != '0) begin
      tail = {8'd3, tag_bits[7:0], tag_bits[15:8], 5'd0, tag_bits[18:16]};
      tail_bytes = 4'd4;
    end else if (tag_bits[15:8] != '0) begin
      tail = {8'd0, 8'd2, tag_bits[7:0], tag_bits[15:8]};
      tail_bytes = 4'd3;
    end else begin
      tail = {8'd0, 8'd0, 8'd1, tag_bits[7:0]};
      tail_bytes = 4'd2;
    end
  end

  function automatic logic [3:0] count_bytes(logic [7:0] keep);
    count_bytes = '0;
    for (int unsigned k = 0; k < 8; k++) begin
      if (keep[k]) count_bytes = 4'(k + 1);
    end
  endfunction

  // A block for each string, and one more for a long one.
  logic [7:0] block_bytes;  // of the string, whose length has three bytes
  logic [2:0] blocks;

  always_comb begin
    block_bytes = rate_bytes - 8'd5;
    blocks = '0;
    if (command_i.keep && !command_i.resume) begin
      blocks = 3'd2 + 3'(command_i.custom_bytes > block_bytes - 8'd6) + 3'(command_i.key_bytes > block_bytes);
    end
  end

  logic [7:0][7:0] head;
  assign head = command_i.keyed ? {"C", "A", "M", "K", 8'd32, 8'd1, rate_bytes, 8'd1} :
      {32'd0, 8'd0, 8'd1, rate_bytes, 8'd1};

  always_comb begin
    unique case (1'b1)
      head_i: bytes_o = head;
      custom_i: bytes_o = 64'(encode_length(command_i.custom_bytes));
      key_i: bytes_o = 64'({encode_length(command_i.key_bytes), rate_bytes, 8'd1});
      tail_i: bytes_o = 64'(tail);
      low_i: bytes_o = data_i[7:0];
      high_i: bytes_o = data_i[15:8];
      request_i: bytes_o = {data_i[7:1], OpHash};
      sizes_i: bytes_o = 64'(blocks);
      default: bytes_o = '0;
    endcase
  end

  always_comb begin
    unique case (1'b1)
      head_i: count_o = command_i.keyed ? 4'd8 : 4'd4;
      custom_i: count_o = custom_count;
      key_i: count_o = key_count;
      tail_i: count_o = tail_bytes;
      low_i: count_o = count_bytes(keep_i[7:0]);
      high_i: count_o = count_bytes(keep_i[15:8]);
      request_i, sizes_i: count_o = 4'd8;
      default: count_o = '0;
    endcase
  end

  logic unused;
  assign unused = ^{command_i.legal, command_i.framed, command_i.verify};

endmodule
