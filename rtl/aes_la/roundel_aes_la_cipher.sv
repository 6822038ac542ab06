// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// AES (FIPS 197) a column a cycle; with Wide also Rijndael with blocks and keys of 256 bits. One set of four
// S-boxes for the columns and for the key, whose words are made as they are wanted, or with KeySboxes two.
//
// Everything goes in groups of four columns and their four words of key, five cycles each, a round of AES or
// half of one of Rijndael:
//   slot     0      1      2      3      4
//   front    col 0  col 1  col 2  col 3  key    columns are read, or the last word of the key; half of the
//                                               S-boxes
//   back     key    col 0  col 1  col 2  col 3  the other half, MixColumns, key added, written
//   word     0      1      2      3      -      of the key is made; added a slot later
// The first group adds the key to what comes in, the last one has no MixColumns: 55 cycles for AES-128, 75
// for AES-256. The state is in four memories, one a row, of two banks: a round reads one and writes the
// other, and ShiftRows is addressing.
//
// With KeySboxes only the last group has a slot 4: column 3 is written in slot 0 of the next group, which
// reads a byte of it, the one in row 3, on its way. 45 cycles for AES-128, 61 for AES-256.
//
// start: the first group begins in the next cycle; in its slots 0 to 3 (first, the last of them taken) word_i
// is a column of the input. Before the last group the cipher waits for go. A cycle behind each of its slots 0
// to 3 (gives) the sum of sub_o and key_o is that column of the result. stop ends whatever is under way.
//
// The key stands in the upper half of a memory of 16 words as differences, word i + word i-1: the running sum
// that makes words from those Nk before makes those of the first groups as well. All are kept in the other
// half. key_take and key_put are two cycles, one behind the other, in which the word at key_address is
// written: the old one goes into the sum in both, and so falls out of it. What came in on word_i a cycle
// before each of them (key_in) is added. If nothing comes in, zero is written. clear, while the sum is
// zero, overwrites the column of the state at key_address.
//
// Wide, with KeySboxes: a key is written to the lower half, where the other is zero, and used once. Each of
// its words is held for two cycles (key_hold), the second of which adds it to a column of the state (addend,
// clear); start, with the last of them (key_last), goes on with slot 0 of the group behind these, in which
// the last column is written. 113 cycles; the last two groups give the result.
//
// Byte 0 of a column is bits [7:0].

module roundel_aes_la_cipher
  import roundel_aes_la_pkg::*;
  import roundel_aes_pkg::*;
#(
  parameter bit Wide      = 1'b0,
  parameter bit PlainKey  = 1'b0,  // key_plain may come
  parameter bit KeySboxes = 1'b0
) (
  input logic clk_i,

  input  cipher_t cipher_i,
  input  column_t word_i,
  output turn_t   turn_o,
  output column_t sub_o,
  output column_t key_o
);

  localparam logic [2:0] LastSlot = 3'd4;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Groups and slots
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic busy_q, run, wide, column_slot, waits;
  logic [2:0] slot_q;
  logic [4:0] group_q, last_group;
  logic first, second, last, direct, next_made, ends, group_ends;

  assign wide = Wide && cipher_i.wide;
  assign last_group = wide ? 5'd28 : cipher_i.long_key ? 5'd14 : 5'd10;
  assign first = group_q == '0;
  assign second = wide ? group_q[4:1] == 4'd1 : group_q == 5'd1;
  assign last = group_q == last_group || (wide && group_q == 5'd29);
  assign ends = wide ? group_q == 5'd29 : group_q == last_group;
  // Words of this group are those of the key; those of the next one are not.
  assign direct = cipher_i.long_key ? group_q[4:1] == '0 : group_q == '0;
  assign next_made = !cipher_i.long_key || group_q != '0;

  assign waits = busy_q && group_q == last_group && slot_q == '0;
  assign run = busy_q && (!waits || cipher_i.go);
  assign column_slot = slot_q != LastSlot;
  assign group_ends = !column_slot || (KeySboxes && slot_q == 3'd3 && !ends);

  always_ff @(posedge clk_i) begin
    if (cipher_i.stop) busy_q <= 1'b0;
    else if (cipher_i.start) busy_q <= 1'b1;
    else if (turn_o.done) busy_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!busy_q || cipher_i.start) begin
      slot_q  <= '0;
      group_q <= wide ? 5'd2 : '0;
    end else if (run) begin
      slot_q <= group_ends ? '0 : slot_q + 3'd1;
      if (group_ends) group_q <= group_q + 5'd1;
    end
  end

  logic gives_q;
  always_ff @(posedge clk_i) begin
    gives_q <= run && last && column_slot;
  end

  assign turn_o.slot = slot_q;
  assign turn_o.first = busy_q && first;
  assign turn_o.taken = turn_o.first && group_ends;
  assign turn_o.last = run && last;
  assign turn_o.gives = gives_q;
  assign turn_o.done = busy_q && ends && !column_slot;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Key
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // What a register of the S-box that is cleared stands for: it is in the state behind the first group.
  localparam byte_t SubZero = sub_byte(8'h00);

  logic [31:0] words_q[16];
  logic [2:0] row;
  logic [3:0] read_address, write_address_q;
  column_t word_q, word, stored, sub, base, turned, key_sub, in_q;
  byte_t constant_q;
  logic turn, key_write_q, anew, loading, key_hold, made, sum_ends;

  assign turn = !cipher_i.long_key || !group_q[0];
  assign row = {cipher_i.long_key && group_q[0], slot_q[1:0]};
  assign read_address = busy_q ? {direct, row} : {wide, 3'd0} | cipher_i.key_address;
  assign stored = words_q[read_address];
  always_ff @(posedge clk_i) begin
    write_address_q <= busy_q ? {1'b0, row} : cipher_i.key_address;
    key_write_q <= cipher_i.key_put || (run && column_slot && !cipher_i.stop);
  end
  always_ff @(posedge clk_i) begin
    if (key_write_q) words_q[write_address_q] <= word_q;
  end

  assign anew = (cipher_i.start && !wide) || cipher_i.stop;
  assign key_hold = Wide && cipher_i.key_hold;
  assign loading = cipher_i.key_take || cipher_i.key_put;

  // The first word of its group, that the S-boxes have a part in.
  assign made = busy_q && slot_q == '0 && !direct;

  if (KeySboxes) begin : gen_key_sboxes
    for (genvar r = 0; r < 4; r++) begin : gen_byte
      roundel_aes_sbox u_sbox (
        .data_i(word_q[8*r+:8]),
        .data_o(key_sub[8*r+:8])
      );
    end
    assign base = made ? '0 : word_q;
    assign sum_ends = ends;
  end else begin : gen_shared
    assign key_sub = sub;
    assign base = word_q;
    assign sum_ends = next_made;
  end

  always_comb begin
    turned = '0;
    if (made) turned = turn ? rotate_word(key_sub) : key_sub;
    else if (PlainKey && !busy_q && cipher_i.key_plain) turned = {4{SubZero}};
  end
  assign word = stored ^ base ^ turned ^ in_q;

  always_ff @(posedge clk_i) begin
    if (anew || (!busy_q && !loading) || (run && !column_slot && sum_ends)) word_q <= '0;
    else if (!busy_q || (run && column_slot)) word_q <= word;
  end

  // Words on their way in; otherwise the round constant, which meets the first word of its group.
  logic next_turned;
  assign next_turned = (Wide && cipher_i.key_last) ||
      (run && !anew && group_ends && next_made && !last && (!cipher_i.long_key || group_q[0]));

  always_ff @(posedge clk_i) begin
    if (!key_hold) in_q[31:8] <= word_i[31:8] & {24{cipher_i.key_in}};
    if ((run || !busy_q || anew) && !key_hold) begin
      in_q[7:0] <= (word_i[7:0] & {8{cipher_i.key_in}}) | (constant_q & {8{next_turned}});
    end
  end
  always_ff @(posedge clk_i) begin
    if (next_turned) constant_q <= xtime(constant_q);
    else if (!busy_q || cipher_i.start) constant_q <= 8'h01;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // State
  //////////////////////////////////////////////////////////////////////////////////////////////////

  column_t from_state, to_sbox, to_state, addend_q;
  logic write, bank, meets;
  logic [3:0] written_place;
  sbox_forms_t [3:0] forms, forms_q;
  logic [15:0] norm, norm_q;

  assign bank = wide ? group_q[1] : group_q[0];

  if (KeySboxes) begin : gen_across
    // The last column of a group is written in slot 0 of the next one, in which its last row is read.
    logic column_q;
    logic [3:0] place_q;

    always_ff @(posedge clk_i) begin
      if (!busy_q || cipher_i.stop) column_q <= cipher_i.start && wide && !cipher_i.stop;
      else if (run) column_q <= column_slot && !last;
    end
    always_ff @(posedge clk_i) begin
      if (!busy_q) place_q <= 4'd7;
      else if (run) place_q <= {bank, wide && group_q[0], slot_q[1:0]};
    end
    assign write = cipher_i.clear || (busy_q && column_q);
    assign written_place = busy_q ? place_q : cipher_i.key_address;
    assign meets = column_q && slot_q == '0 && !wide;
    assign turn_o.column = place_q[2:0];
  end else begin : gen_within
    assign write = cipher_i.clear || (run && slot_q != '0 && !last);
    assign written_place = busy_q ? {bank, wide && group_q[0], slot_q[1:0] - 2'd1} : cipher_i.key_address;
    assign meets = 1'b0;
    assign turn_o.column = {1'b0, slot_q[1:0] - 2'd1};
  end

  for (genvar r = 0; r < 4; r++) begin : gen_row
    byte_t bytes_q[16];
    logic [2:0] column;

    // Row r of ShiftRows turns left.
    always_comb begin
      column = {wide && group_q[0], slot_q[1:0]} + 3'(wide ? row_offset(r, 8) : row_offset(r, 4));
      if (!wide) column[2] = 1'b0;
    end

    assign from_state[8*r+:8] = bytes_q[{!bank, column}];
    always_ff @(posedge clk_i) begin
      if (write) bytes_q[written_place] <= to_state[8*r+:8];
    end

    always_comb begin
      to_sbox[8*r+:8] = r == 3 && meets ? to_state[8*r+:8] : from_state[8*r+:8];
      if (second) to_sbox[8*r+:8] ^= SubZero;
      if (!KeySboxes && !column_slot) to_sbox[8*r+:8] = word_q[8*r+:8];
    end

    roundel_aes_sbox_front u_front (
      .data_i (to_sbox[8*r+:8]),
      .forms_o(forms[r]),
      .norm_o (norm[4*r+:4])
    );

    roundel_aes_sbox_back u_back (
      .forms_i(forms_q[r]),
      .norm_i (norm_q[4*r+:4]),
      .data_o (sub[8*r+:8])
    );
  end

  always_ff @(posedge clk_i) begin
    if (!busy_q || cipher_i.stop || (first && column_slot)) begin
      forms_q <= '0;
      norm_q  <= '0;
    end else if (run) begin
      forms_q <= forms;
      norm_q  <= norm;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!(busy_q ? first && column_slot : Wide && cipher_i.addend)) addend_q <= '0;
    else addend_q <= word_i;
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
