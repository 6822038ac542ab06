// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the rounds of AES in counter mode without Grøstl. It has the three stages of
// roundel_groestl_rounds with AES alone in them, in the same cycles, so that roundel_aes_ctr_stream works
// with either module unchanged. Two of the three slots are empty.
//
// Schedule:   A round takes three cycles. slot_o rotates 001, 010, 100 and is 001 in the cycle after clear_i.
//             In slot_o[2], shifted_o holds AES's state after SubBytes and ShiftRows, and aes_addend_i is
//             added.
// Interfaces: aes_mix_i and aes_addend_i from roundel_aes_ctr_stream; slot_o and shifted_o to it.
//             Instantiated by roundel_aes_groestl in place of roundel_groestl_rounds.
// Bytes:      the state has the byte order of roundel_groestl_pkg; aes_byte_index() there locates the bytes
//             of a block.
// Reference:  FIPS 197 section 5.1.

module roundel_aes_ctr_rounds
  import roundel_groestl_pkg::*;
#(
  parameter  int unsigned Columns   = 8,
  localparam int unsigned StateBits = Columns * ColumnBits
) (
  input logic clk_i,
  input logic clear_i,  // start at slot 001 in the next cycle

  // These ports have the timing of those of roundel_groestl_rounds.
  output logic [          2:0] slot_o,        // one-hot: bit 2 is AES's slot, bits 1 and 0 are empty slots
  input  logic                 aes_mix_i,     // one cycle before AES's slot: MixColumns applies in that slot
  input  logic [StateBits-1:0] aes_addend_i,  // the value added in AES's slot; zero in the other slots
  output logic [StateBits-1:0] shifted_o      // in AES's slot: the state after SubBytes and ShiftRows
);

  logic [2:0] slot_q;
  logic mix_q;
  logic [StateBits-1:0] round_state_q, substituted, shifted_q, mixed;

  always_ff @(posedge clk_i) begin
    slot_q <= clear_i || slot_q[2] ? 3'b001 : {slot_q[1:0], 1'b0};
    mix_q  <= slot_q[1] && aes_mix_i;
  end

  roundel_groestl_sub_bytes #(
    .Columns(Columns)
  ) u_sub (
    .clk_i,
    .state_i(round_state_q),
    .state_o(substituted)
  );

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    for (genvar c = 0; c < Columns; c++) begin : gen_column
      localparam int unsigned To = 8 * (Rows * c + r);
      localparam int unsigned From = 8 * (Rows * ((c + shift_aes(r, Columns)) % Columns) + r);
      always_ff @(posedge clk_i) shifted_q[To+:8] <= substituted[From+:8];
    end
  end

  // A column of the state has a column of one AES block in its even rows, one of another in its odd rows.
  for (genvar c = 0; c < Columns; c++) begin : gen_column
    roundel_aes_pkg::byte_t a[Rows];
    for (genvar r = 0; r < Rows; r++) begin : gen_row
      assign a[r] = shifted_q[8*(Rows*c+r)+:8];
      assign mixed[8*(Rows*c+r)+:8] =
          roundel_aes_pkg::xtime(a[r] ^ a[(r+2)%8]) ^ a[(r+2)%8] ^ a[(r+4)%8] ^ a[(r+6)%8];
    end
  end

  always_ff @(posedge clk_i) begin
    round_state_q <= (mix_q ? mixed : '0) ^ aes_addend_i;
  end

  assign slot_o = slot_q;
  assign shifted_o = shifted_q;

endmodule
