// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts with AES, one column per cycle; with Wide also Rijndael with blocks and keys of 256 bits. Four
// S-boxes serve the columns and the key schedule, which makes round keys as they are needed; KeySboxes adds
// four for the key. A group of four columns is one round of AES or half a round of wide Rijndael.
//
// Schedule:   start in cycle t: the first group begins in t+1; in its slots 0 to 3 (slot_o.first, the last
//             of them slot_o.accepted) word_i is a column of the input. Before the last group the cipher
//             waits for go. One cycle after each of its slots 0 to 3 (slot_o.out_valid), sub_o + key_o is the
//             column slot_o.column of the result. stop ends any operation in progress.
//             55 cycles for AES-128, 75 for AES-256; with KeySboxes 45 and 61, and 113 for wide Rijndael,
//             where the last two groups output the result.
// Interfaces: cipher_i from roundel_aes_la_steps; word_i from roundel_aes_la_words, sub_o and key_o to it;
//             slot_o to roundel_aes_la_control and roundel_aes_la_steps.
// Bytes:      byte 0 of a column is [7:0].
// Reference:  FIPS 197 sections 5.1 and 5.2; Rijndael for blocks of 256 bits.

module roundel_aes_la_cipher
  import roundel_aes_la_pkg::*;
  import roundel_aes_pkg::*;
#(
  parameter bit Wide      = 1'b0,
  parameter bit PlainKey  = 1'b0,  // key_plain is used
  parameter bit KeySboxes = 1'b0
) (
  input logic clk_i,

  input  cipher_t cipher_i,  // operations of this cycle
  input  column_t word_i,  // column of the input block, or word of the key
  output slot_t   slot_o,  // position in the schedule
  output column_t sub_o,  // column of the result, its key not yet added
  output column_t key_o  // word of the key for that column
);

  localparam logic [2:0] LastSlot = 3'd4;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Groups and slots
  //
  // A group has four columns and their four words of key, in five cycles:
  //   slot     0      1      2      3      4
  //   front    col 0  col 1  col 2  col 3  key    columns are read, or the last word of the key; first half
  //                                               of the S-boxes
  //   back     key    col 0  col 1  col 2  col 3  second half of the S-boxes, MixColumns, key added, written
  //   word     0      1      2      3      -      word of the key that is made; it is added one slot later
  // The first group adds the key to the input; the last one has no MixColumns. With KeySboxes only the last
  // group has a slot 4: column 3 is written in slot 0 of the next group. That slot reads one byte of the
  // column, in row 3, while it is written.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic busy_q, run, wide, column_slot, waiting;
  logic [2:0] slot_q;
  logic [4:0] group_q, last_group;
  logic first, second, last, direct, next_derived, final_group, group_end;

  assign wide = Wide && cipher_i.wide;
  assign last_group = wide ? 5'd28 : cipher_i.key_256 ? 5'd14 : 5'd10;
  assign first = group_q == '0;
  assign second = wide ? group_q[4:1] == 4'd1 : group_q == 5'd1;
  assign last = group_q == last_group || (wide && group_q == 5'd29);
  assign final_group = wide ? group_q == 5'd29 : group_q == last_group;
  // direct: the words of this group are the key itself. next_derived: those of the next group are made
  // from it.
  assign direct = cipher_i.key_256 ? group_q[4:1] == '0 : group_q == '0;
  assign next_derived = !cipher_i.key_256 || group_q != '0;

  assign waiting = busy_q && group_q == last_group && slot_q == '0;
  assign run = busy_q && (!waiting || cipher_i.go);
  assign column_slot = slot_q != LastSlot;
  assign group_end = !column_slot || (KeySboxes && slot_q == 3'd3 && !final_group);

  always_ff @(posedge clk_i) begin
    if (cipher_i.stop) busy_q <= 1'b0;
    else if (cipher_i.start) busy_q <= 1'b1;
    else if (slot_o.done) busy_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!busy_q || cipher_i.start) begin
      slot_q  <= '0;
      group_q <= wide ? 5'd2 : '0;
    end else if (run) begin
      slot_q <= group_end ? '0 : slot_q + 3'd1;
      if (group_end) group_q <= group_q + 5'd1;
    end
  end

  logic out_valid_q;
  always_ff @(posedge clk_i) begin
    out_valid_q <= run && last && column_slot;
  end

  assign slot_o.index = slot_q;
  assign slot_o.first = busy_q && first;
  assign slot_o.accepted = slot_o.first && group_end;
  assign slot_o.last = run && last;
  assign slot_o.out_valid = out_valid_q;
  assign slot_o.done = busy_q && final_group && !column_slot;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Key
  //
  // The upper half of a memory of 16 words has the key as differences, word i + word i-1. The running sum
  // that makes words from those Nk before therefore also makes the words of the first groups. The lower half
  // has all words that are made. key_add and key_write are two successive cycles, in which the word at
  // key_address is written. The old word is added to the sum in both, and so cancels. The input on word_i one
  // cycle before each of them (key_in) is added; without input, zero is written. clear, while the sum is
  // zero, overwrites the column of the state at key_address.
  //
  // Wide, with KeySboxes: a key is written to the lower half while the upper one is zero, and is used once.
  // Each of its words is held for two cycles (key_hold); the second adds it to a column of the state (addend,
  // clear). start, with the last word (key_last), continues with slot 0 of the following group, in which the
  // last column is written. word_i of the first slot of the last two groups is kept: key_in with done adds
  // it, as the first word of the next key, whose other words follow without a gap.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The S-box output when its middle register is cleared. It is part of the state after the first group.
  localparam byte_t SubZero = sub_byte(8'h00);

  logic [31:0] words_q[16];
  logic [2:0] row;
  logic [3:0] read_address, write_address_q;
  column_t word_q, word, stored, sub, base, rotated, key_sub, in_q, addend_q;
  byte_t constant_q;
  logic rotate, key_write_q, restart, loading, key_hold, use_sbox, sum_end;

  assign rotate = !cipher_i.key_256 || !group_q[0];
  assign row = {cipher_i.key_256 && group_q[0], slot_q[1:0]};
  assign read_address = busy_q ? {direct, row} : {wide, 3'd0} | cipher_i.key_address;
  assign stored = words_q[read_address];
  always_ff @(posedge clk_i) begin
    write_address_q <= busy_q ? {1'b0, row} : cipher_i.key_address;
    key_write_q <= cipher_i.key_write || (run && column_slot && !cipher_i.stop);
  end
  always_ff @(posedge clk_i) begin
    if (key_write_q) words_q[write_address_q] <= word_q;
  end

  assign restart = (cipher_i.start && !wide) || cipher_i.stop;
  assign key_hold = Wide && cipher_i.key_hold;
  assign loading = cipher_i.key_add || cipher_i.key_write;

  // The first word of its group: the S-boxes contribute to it.
  assign use_sbox = busy_q && slot_q == '0 && !direct;

  if (KeySboxes) begin : gen_key_sboxes
    roundel_aes_sbox #(
      .Lanes(4)
    ) u_sbox (
      .data_i(word_q),
      .data_o(key_sub)
    );
    assign base = use_sbox ? '0 : word_q;
    assign sum_end = final_group;
  end else begin : gen_shared
    assign key_sub = sub;
    assign base = word_q;
    assign sum_end = next_derived;
  end

  always_comb begin
    rotated = '0;
    if (use_sbox) rotated = rotate ? rotate_word(key_sub) : key_sub;
    else if (PlainKey && !busy_q && cipher_i.key_plain) rotated = {4{SubZero}};
  end
  assign word = stored ^ base ^ rotated ^ in_q;

  always_ff @(posedge clk_i) begin
    if (restart || (!busy_q && !loading) || (run && !column_slot && sum_end)) word_q <= '0;
    else if (!busy_q || (run && column_slot)) word_q <= word;
  end

  // Input words; otherwise the round constant, which is added to the first word of its group.
  logic add_constant;
  assign add_constant = (Wide && cipher_i.key_last) ||
      (run && !restart && group_end && next_derived && !last && (!cipher_i.key_256 || group_q[0]));

  column_t key_word;
  assign key_word = (Wide && busy_q ? addend_q : word_i) & {32{cipher_i.key_in}};

  always_ff @(posedge clk_i) begin
    if (!key_hold) in_q[31:8] <= key_word[31:8];
    if ((run || !busy_q || restart) && !key_hold) begin
      in_q[7:0] <= key_word[7:0] | (constant_q & {8{add_constant}});
    end
  end
  always_ff @(posedge clk_i) begin
    if (add_constant) constant_q <= xtime(constant_q);
    else if (!busy_q || cipher_i.start) constant_q <= 8'h01;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // State
  //
  // The state is in four memories, one per row, of two banks: a round reads one and writes the other.
  // ShiftRows is addressing.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  column_t from_state, to_sbox, to_state;
  logic write, bank, forward;
  logic [3:0] state_address;
  logic [2*NumSboxForms-1:0][3:0] forms, forms_q;
  logic [3:0][3:0] norm, norm_q;

  assign bank = wide ? group_q[1] : group_q[0];

  if (KeySboxes) begin : gen_across
    // The last column of a group is written in slot 0 of the next one, in which its last row is read.
    logic column_write_q;
    logic [3:0] state_address_q;

    always_ff @(posedge clk_i) begin
      if (!busy_q || cipher_i.stop) column_write_q <= cipher_i.start && wide && !cipher_i.stop;
      else if (run) column_write_q <= column_slot && !last;
    end
    always_ff @(posedge clk_i) begin
      if (!busy_q) state_address_q <= 4'd7;
      else if (run) state_address_q <= {bank, wide && group_q[0], slot_q[1:0]};
    end
    assign write = cipher_i.clear || (busy_q && column_write_q);
    assign state_address = busy_q ? state_address_q : cipher_i.key_address;
    assign forward = column_write_q && slot_q == '0 && !wide;
    assign slot_o.column = state_address_q[2:0];
  end else begin : gen_within
    assign write = cipher_i.clear || (run && slot_q != '0 && !last);
    assign state_address = busy_q ? {bank, wide && group_q[0], slot_q[1:0] - 2'd1} : cipher_i.key_address;
    assign forward = 1'b0;
    assign slot_o.column = {1'b0, slot_q[1:0] - 2'd1};
  end

  for (genvar r = 0; r < 4; r++) begin : gen_row
    byte_t bytes_q[16];
    logic [2:0] column;

    // ShiftRows rotates row r left.
    always_comb begin
      column = {wide && group_q[0], slot_q[1:0]} + 3'(wide ? row_offset(r, 8) : row_offset(r, 4));
      if (!wide) column[2] = 1'b0;
    end

    assign from_state[8*r+:8] = bytes_q[{!bank, column}];
    always_ff @(posedge clk_i) begin
      if (write) bytes_q[state_address] <= to_state[8*r+:8];
    end

    always_comb begin
      to_sbox[8*r+:8] = r == 3 && forward ? to_state[8*r+:8] : from_state[8*r+:8];
      if (second) to_sbox[8*r+:8] ^= SubZero;
      if (!KeySboxes && !column_slot) to_sbox[8*r+:8] = word_q[8*r+:8];
    end
  end

  roundel_aes_sbox_front #(
    .Lanes(4)
  ) u_front (
    .data_i (to_sbox),
    .forms_o(forms),
    .norm_o (norm)
  );

  roundel_aes_sbox_back #(
    .Lanes(4)
  ) u_back (
    .forms_i(forms_q),
    .norm_i (norm_q),
    .data_o (sub)
  );

  always_ff @(posedge clk_i) begin
    if (!busy_q || cipher_i.stop || (first && column_slot)) begin
      forms_q <= '0;
      norm_q  <= '0;
    end else if (run) begin
      forms_q <= forms;
      norm_q  <= norm;
    end
  end
  // In the last two groups of wide Rijndael no column is written, so the register is free for a word of the
  // next key.
  logic next_key;
  assign next_key = wide && last && !waiting;
  always_ff @(posedge clk_i) begin
    if (busy_q ? (first && column_slot) || (wide && waiting && run) : Wide && cipher_i.addend) begin
      addend_q <= word_i;
    end else if (!next_key) begin
      addend_q <= '0;
    end
  end

  roundel_aes_mix_column u_mix_column (
    .column_i(sub),
    .key_i   (word_q),
    .addend_i(addend_q),
    .column_o(to_state)
  );

  assign sub_o  = sub;
  assign key_o = word_q;

endmodule
