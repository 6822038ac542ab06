// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes and stores the round keys of two lanes: those of one AES key, the same for both, or of 256-bit
// Rijndael, half for each. Two units of four S-boxes make a row of 128 bits a cycle each; LUT RAM keeps the
// rows. Both ciphers have the same expansion
// of a 256-bit key: row k is made from rows k-2 and k-1, with RotWord and round constant where k is even.
//
// Schedule:   Rijndael takes two rows a round, made in two cycles: unit 1 makes the even rows, from stage 1
//             (two rows before) into low_s2_q, for lane A; unit 2 the odd rows, from stage 2 into high_s1_q,
//             for lane B. Each stage has one of two message blocks: a block takes 30 cycles, and the next may
//             begin 15 later. Keys are read one a cycle. A block must begin exactly 17 cycles after
//             wide_load_i: then each key is read before it is overwritten, in 8 rows for each block.
//             AES: both units make every row in lockstep, in one cycle (256 bits) or two (128 bits). Load
//             with restart_i and the first row, load_i with a second row if any, then expand_i: 15 cycles in
//             all for 256 bits, 21 for 128. 16 rows of zeros clear everything.
// Interfaces: bus_i and control from roundel_multi_aes_control through roundel_multi_aes_datapath; round keys
//             to roundel_multi_aes_datapath.
// Reference:  FIPS 197 section 5.2

module roundel_multi_aes_schedule
  import roundel_aes_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic         wide_i,        // the keys are of 256-bit Rijndael
  input logic         key_256bit_i,  // the key has 256 bits: AES-256 or Rijndael
  input logic [127:0] bus_i,         // row of a key

  input  logic load_i,       // AES: bus_i is the next row of the key
  input  logic restart_i,    // with load_i: bus_i is the first row
  input  logic expand_i,     // AES: the key is loaded, expand it
  output logic expanding_o,  // the key is being expanded or written

  input  logic wide_load_i,        // Rijndael: bus_i is the first half of a key, the second in the next cycle
  output logic wide_can_accept_o,  // a Rijndael key can be loaded

  input  logic [  3:0] read_row_i[2],  // row to read for each lane
  output logic [255:0] key_o,          // round keys of both lanes, registered
  output logic [255:0] last_key_o      // the last round key, registered
);

  typedef logic [3:0] row_t;
  localparam row_t WideRounds = 4'd14;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Slots
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic run;
    logic odd;    // every other block
    row_t round;
  } slot_t;

  slot_t slot_s1_q, slot_s2_q;
  byte_t constant_s1_q, constant_s2_q;
  logic odd_q, wide_second_q;
  row_t row_q;
  logic expanding_q, make_q, write_q, slot_s1_last;
  logic make, shift, rotate, rotate_u1_q, rotate_u2_q;
  row_t row_d, rounds, written_row_q;

  assign rounds = key_256bit_i ? 4'd14 : 4'd10;
  assign rotate = !key_256bit_i || !row_q[0];
  assign make = wide_i || load_i || (expanding_q && (key_256bit_i || make_q));
  assign shift = wide_i || load_i || (expanding_q && (key_256bit_i || !make_q));
  assign slot_s1_last = slot_s1_q.round == WideRounds;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !wide_i) begin
      slot_s1_q <= '0;
      slot_s2_q <= '0;
      odd_q <= 1'b0;
      wide_second_q <= 1'b0;
    end else begin
      slot_s1_q <= slot_s2_q;
      slot_s2_q.run <= wide_load_i || (slot_s1_q.run && !slot_s1_last);
      slot_s2_q.odd <= wide_load_i ? odd_q : slot_s1_q.odd;
      slot_s2_q.round <= wide_load_i ? '0 : slot_s1_q.round + row_t'(1);
      odd_q <= odd_q ^ wide_load_i;
      wide_second_q <= wide_load_i;
    end
  end
  assign wide_can_accept_o = !slot_s1_q.run || slot_s1_last;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      expanding_q <= 1'b0;
      make_q <= 1'b0;
      write_q <= 1'b0;
    end else begin
      expanding_q <= expand_i || (expanding_q && !(make && row_q == rounds));
      make_q <= expanding_q && !make_q;
      write_q <= make && !wide_i;
    end
  end
  assign row_d = load_i && restart_i ? row_t'(1) : make ? row_q + row_t'(1) : row_q;
  always_ff @(posedge clk_i) begin
    row_q <= row_d;
    rotate_u1_q <= wide_i || !key_256bit_i || !row_d[0];
    rotate_u2_q <= !wide_i && (!key_256bit_i || !row_d[0]);
    written_row_q <= restart_i ? '0 : row_q;
  end
  assign expanding_o = expanding_q || write_q;

  always_ff @(posedge clk_i) begin
    if (wide_i) constant_s1_q <= constant_s2_q;
    else if (expand_i) constant_s1_q <= 8'h01;
    else if (make && rotate) constant_s1_q <= xtime(constant_s1_q);
  end
  always_ff @(posedge clk_i) begin
    constant_s2_q <= wide_load_i ? 8'h01 : xtime(constant_s1_q);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The units
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] low_s1_q, high_s1_q, low_s2_q, high_s2_q, row_u1, row_u2;
  column_t word_u1, word_u2, sub_u1, sub_u2;
  logic wide_second;
  next_words_t unused_parts_u1, unused_parts_u2;

  assign wide_second = wide_i && wide_second_q;
  assign word_u1 = rotate_u1_q ? rotate_word(high_s1_q[127:96]) : high_s1_q[127:96];
  assign word_u2 = rotate_u2_q ? rotate_word(low_s2_q[127:96]) : low_s2_q[127:96];

  roundel_aes_sbox #(
    .Lanes(8)
  ) u_sbox (
    .data_i({word_u2, word_u1}),
    .data_o({sub_u2, sub_u1})
  );

  roundel_aes_key_step u_step_1 (
    .words_i     ({low_s1_q[127:8], low_s1_q[7:0] ^ (rotate_u1_q ? constant_s1_q : 8'h00)}),
    .sub_i       (sub_u1),
    .load_i      (load_i || wide_load_i),
    .load_words_i(bus_i),
    .words_o     (row_u1),
    .parts_o     (unused_parts_u1)
  );

  roundel_aes_key_step u_step_2 (
    .words_i     ({high_s2_q[127:8], high_s2_q[7:0] ^ (rotate_u2_q ? constant_s1_q : 8'h00)}),
    .sub_i       (sub_u2),
    .load_i      (load_i || wide_second),
    .load_words_i(bus_i),
    .words_o     (row_u2),
    .parts_o     (unused_parts_u2)
  );

  always_ff @(posedge clk_i) begin
    if (make) low_s2_q <= row_u1;
    if (make) high_s1_q <= row_u2;
    if (shift) low_s1_q <= low_s2_q;
    if (shift) high_s2_q <= high_s1_q;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Stored round keys
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] low_rows_q[16], high_rows_q[16];
  logic [255:0] key_q, last_key_q;
  row_t low_row, high_row;
  logic write_low, write_high;

  assign write_low = write_q || slot_s2_q.run;
  assign write_high = write_q || slot_s1_q.run;
  assign low_row = wide_i ? {slot_s2_q.odd, slot_s2_q.round[2:0]} : written_row_q;
  assign high_row = wide_i ? {slot_s1_q.odd, slot_s1_q.round[2:0]} : written_row_q;

  always_ff @(posedge clk_i) begin
    if (write_low) low_rows_q[low_row] <= low_s2_q;
  end
  always_ff @(posedge clk_i) begin
    if (write_high) high_rows_q[high_row] <= high_s1_q;
  end
  always_ff @(posedge clk_i) begin
    key_q <= {high_rows_q[read_row_i[1]], low_rows_q[read_row_i[0]]};
  end
  always_ff @(posedge clk_i) begin
    if (write_q || (slot_s2_q.run && slot_s2_q.round == WideRounds)) last_key_q[127:0] <= low_s2_q;
    if (write_q || (slot_s1_q.run && slot_s1_last)) last_key_q[255:128] <= high_s1_q;
  end

  assign key_o      = key_q;
  assign last_key_o = last_key_q;

endmodule
