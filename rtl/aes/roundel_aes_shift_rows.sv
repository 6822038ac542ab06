// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Rotates the rows of a state: to the left by 0, 1, 2, 3 columns of four, or by 0, 1, 3, 4 columns of the
// eight of a 256-bit Rijndael block.
//
// Schedule:   Combinational; wires only.
// Interfaces: between the S-boxes and MixColumns of roundel_aes_engine, roundel_aes_stored_engine,
//             roundel_aes_rounds_engine and roundel_multi_aes_datapath.
// Bytes:      row r of column c is bits [32c+8r+:8].
// Reference:  FIPS 197 section 5.1.2; Rijndael specification section 4.2.2 (eight columns).

module roundel_aes_shift_rows #(
  parameter int unsigned Columns = 4
) (
  input  logic [32*Columns-1:0] state_i,  // the state before ShiftRows
  output logic [32*Columns-1:0] state_o   // the state after ShiftRows
);

  import roundel_aes_pkg::row_offset;

  if (!(Columns inside {4, 8})) begin : gen_bad_columns
    $fatal(1, "%m: Columns is %0d, expected 4 or 8", Columns);
  end

  for (genvar c = 0; c < Columns; c++) begin : gen_column
    for (genvar r = 0; r < 4; r++) begin : gen_row
      localparam int unsigned From = (c + row_offset(r, Columns)) % Columns;
      assign state_o[32*c+8*r+:8] = state_i[32*From+8*r+:8];
    end
  end

endmodule
