// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Expands a key once and keeps all round keys in registers.
//
// KeyBytes  16 for AES-128, 32 for AES-256
//
// Schedule:   load_i for each row of 16 bytes of the key; after the last row one round key every 4 cycles:
//             40 cycles for AES-128, 52 for AES-256. Each row is stored a cycle later. busy_o is high until
//             the last one is. clear_i sets all to zero; it is allowed while busy_o is low.
// Interfaces: rows of the key and control from roundel_aes_gcm_xhs; round keys to roundel_aes_line. Uses
//             roundel_aes_sbox_cut and roundel_aes_key_step.
// Bytes:      byte 0 of a row or round key is bits [7:0].
// Reference:  FIPS 197 section 5.2.

module roundel_aes_line_keys
  import roundel_aes_pkg::*;
#(
  parameter  int unsigned KeyBytes = 16,
  localparam int unsigned Rounds   = KeyBytes / 4 + 6
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                   load_i,       // key_i is the next row of a new key
  input  logic           [127:0] key_i,        // 16 bytes of the key
  input  logic                   clear_i,      // the round keys become zero
  output logic                   busy_o,       // the key is not expanded yet
  output logic [Rounds:0][127:0] round_keys_o  // round key r is round_keys_o[r]
);

  if (!(KeyBytes inside {16, 32})) begin : gen_bad_key
    $fatal(1, "%m: KeyBytes is %0d, expected 16 or 32", KeyBytes);
  end

  localparam int unsigned Rows = KeyBytes / 16;
  localparam int unsigned Steps = 4;  // cycles for a round key: three in the S-boxes

  logic [Rounds:0] row_q;  // one-hot: the row that is written next
  logic [Steps-1:0] step_q;  // one-hot: cycle of the step
  logic write, write_q, expand, expanding_q, odd_q, rotate;
  logic [127:0] last_q, previous_q;  // the two rows that were written last
  logic [127:0] earlier, next;
  byte_t constant_q;
  column_t to_sbox, sub;
  next_words_t parts;
  logic unused_parts;

  assign expand = expanding_q && step_q[Steps-1];
  assign write = load_i || expand;
  assign busy_o = expanding_q || write_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      row_q <= (Rounds + 1)'(1);
      expanding_q <= 1'b0;
      write_q <= 1'b0;
    end else begin
      write_q <= write;
      if (write) row_q <= {row_q[Rounds-1:0], row_q[Rounds]};
      expanding_q <= (load_i && row_q[Rows-1]) || (expanding_q && !(expand && row_q[Rounds]));
    end
  end
  always_ff @(posedge clk_i) begin
    if (!expanding_q) step_q <= Steps'(1);
    else step_q <= {step_q[Steps-2:0], step_q[Steps-1]};
  end

  // last_q is row r: row_q has moved on to the next one.
  for (genvar r = 0; r <= Rounds; r++) begin : gen_row
    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear_i) round_keys_o[r] <= '0;
      else if (write_q && row_q[(r+1)%(Rounds+1)]) round_keys_o[r] <= last_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      last_q <= '0;
      previous_q <= '0;
    end else if (write) begin
      last_q <= load_i ? key_i : next;
      previous_q <= last_q;
    end
  end

  // A row of AES-256 with an odd number has neither RotWord nor a round constant.
  assign rotate = KeyBytes == 16 || !odd_q;
  always_ff @(posedge clk_i) begin
    if (!expanding_q) begin
      odd_q <= 1'b0;
      constant_q <= 8'h01;
    end else if (expand) begin
      odd_q <= !odd_q;
      if (rotate) constant_q <= xtime(constant_q);
    end
  end

  assign to_sbox = rotate ? rotate_word(last_q[127:96]) : last_q[127:96];
  assign unused_parts = ^parts;
  assign earlier = KeyBytes == 16 ? last_q : previous_q;

  roundel_aes_sbox_cut #(
    .Lanes    (4),
    .CutTerms (1'b1),
    .CutScales(1'b1),
    .CutResult(1'b1)
  ) u_sbox (
    .clk_i,
    .enable_i(1'b1),
    .data_i  (to_sbox),
    .data_o  (sub)
  );

  roundel_aes_key_step u_step (
    .words_i     ({earlier[127:8], earlier[7:0] ^ (rotate ? constant_q : 8'h00)}),
    .sub_i       (sub),
    .load_i      (1'b0),
    .load_words_i('0),
    .words_o     (next),
    .parts_o     (parts)
  );

endmodule
