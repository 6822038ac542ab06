// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The rounds of AES in counter mode without Grøstl: the three stages of roundel_groestl_rounds with AES
// alone in them, in the same cycles. Two of three slots are empty: what roundel_aes_ctr_stream is made for
// stays as it is.

module roundel_aes_ctr_rounds
  import roundel_groestl_pkg::*;
#(
  parameter  int unsigned Columns   = 8,
  localparam int unsigned StateBits = Columns * ColumnBits
) (
  input logic clk_i,
  input logic clear_i,

  // As of roundel_groestl_rounds.
  output logic [          2:0] slot_o,
  input  logic                 aes_mix_i,
  input  logic [StateBits-1:0] aes_add_i,
  output logic [StateBits-1:0] shifted_o
);

  logic [2:0] slot_q;
  logic mix_q;
  logic [StateBits-1:0] round_state_q, boxed, shifted_q, mixed;

  always_ff @(posedge clk_i) begin
    slot_q <= clear_i || slot_q[2] ? 3'b001 : {slot_q[1:0], 1'b0};
    mix_q  <= slot_q[1] && aes_mix_i;
  end

  roundel_groestl_sub_bytes #(
    .Columns(Columns)
  ) u_sub (
    .clk_i,
    .state_i(round_state_q),
    .state_o(boxed)
  );

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    for (genvar c = 0; c < Columns; c++) begin : gen_column
      localparam int unsigned To = 8 * (Rows * c + r);
      localparam int unsigned From = 8 * (Rows * ((c + shift_aes(r, Columns)) % Columns) + r);
      always_ff @(posedge clk_i) shifted_q[To+:8] <= boxed[From+:8];
    end
  end

  // A column has one of a block in its even rows and one of another in its odd ones.
  for (genvar c = 0; c < Columns; c++) begin : gen_column
    roundel_aes_pkg::byte_t a[Rows];
    for (genvar r = 0; r < Rows; r++) begin : gen_row
      assign a[r] = shifted_q[8*(Rows*c+r)+:8];
      assign mixed[8*(Rows*c+r)+:8] =
          roundel_aes_pkg::xtime(a[r] ^ a[(r+2)%8]) ^ a[(r+2)%8] ^ a[(r+4)%8] ^ a[(r+6)%8];
    end
  end

  always_ff @(posedge clk_i) begin
    round_state_q <= (mix_q ? mixed : '0) ^ aes_add_i;
  end

  assign slot_o = slot_q;
  assign shifted_o = shifted_q;

endmodule
