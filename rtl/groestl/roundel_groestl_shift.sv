// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Shifts the rows of a state: ShiftBytes of P or Q, or with Aes ShiftRows of the AES blocks. Wires and one
// multiplexer per bit: two inputs; with Aes three, except in even rows of eight columns, where AES and P
// shift alike. Each column of the result has its own select.
//
// Schedule:   Combinational.
// Interfaces: state_i from roundel_groestl_sub_bytes, q_i and aes_i from the slot registers of
//             roundel_groestl_rounds; state_o to its mix stage, with Aes through a register.
// Bytes:      byte order of roundel_groestl_pkg.
// Reference:  Grøstl 2.0 section 3.4.4; FIPS 197 section 5.1.2.

module roundel_groestl_shift
  import roundel_groestl_pkg::*;
#(
  parameter int unsigned Columns = 8,
  parameter bit          Aes     = 1'b0
) (
  input  logic [           Columns-1:0] q_i,      // by column: shifts as Q, else as P
  input  logic [           Columns-1:0] aes_i,    // by column: shifts as AES, overrides q_i
  input  logic [Columns*ColumnBits-1:0] state_i,  // state after SubBytes
  output logic [Columns*ColumnBits-1:0] state_o   // shifted state
);

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    for (genvar c = 0; c < Columns; c++) begin : gen_column
      localparam int unsigned To = 8 * (Rows * c + r);
      localparam int unsigned FromP = 8 * (Rows * ((c + shift_p(r, Columns)) % Columns) + r);
      localparam int unsigned FromQ = 8 * (Rows * ((c + shift_q(r, Columns)) % Columns) + r);
      localparam int unsigned FromAes = 8 * (Rows * ((c + shift_aes(r, Columns)) % Columns) + r);
      if (Aes && FromAes != FromP) begin : gen_three_inputs
        logic [7:0] groestl_byte;
        assign groestl_byte = q_i[c] ? state_i[FromQ+:8] : state_i[FromP+:8];
        assign state_o[To+:8] = aes_i[c] ? state_i[FromAes+:8] : groestl_byte;
      end else begin : gen_two_inputs
        assign state_o[To+:8] = q_i[c] ? state_i[FromQ+:8] : state_i[FromP+:8];
      end
    end
  end

  if (!Aes || Columns == 4) begin : gen_unused
    logic unused_aes;
    assign unused_aes = ^aes_i;
  end

endmodule
