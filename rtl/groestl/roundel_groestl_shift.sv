// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// ShiftBytes of P or of Q (section 3.4.4), or with Aes ShiftRows of the blocks of AES. Combinational; wires
// and a multiplexer, in even rows of eight columns of two, chosen for each column of the result by itself.

module roundel_groestl_shift
  import roundel_groestl_pkg::*;
#(
  parameter int unsigned Columns = 8,
  parameter bit          Aes     = 1'b0
) (
  input  logic [           Columns-1:0] q_i,
  input  logic [           Columns-1:0] aes_i,  // neither P nor Q
  input  logic [Columns*ColumnBits-1:0] state_i,
  output logic [Columns*ColumnBits-1:0] state_o
);

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    for (genvar c = 0; c < Columns; c++) begin : gen_column
      localparam int unsigned To = 8 * (Rows * c + r);
      localparam int unsigned FromP = 8 * (Rows * ((c + shift_p(r, Columns)) % Columns) + r);
      localparam int unsigned FromQ = 8 * (Rows * ((c + shift_q(r, Columns)) % Columns) + r);
      localparam int unsigned FromAes = 8 * (Rows * ((c + shift_aes(r, Columns)) % Columns) + r);
      if (Aes && FromAes != FromP) begin : gen_three
        logic [7:0] hashed;
        assign hashed = q_i[c] ? state_i[FromQ+:8] : state_i[FromP+:8];
        assign state_o[To+:8] = aes_i[c] ? state_i[FromAes+:8] : hashed;
      end else begin : gen_two
        assign state_o[To+:8] = q_i[c] ? state_i[FromQ+:8] : state_i[FromP+:8];
      end
    end
  end

  if (!Aes || Columns == 4) begin : gen_unused
    logic unused_aes;
    assign unused_aes = ^aes_i;
  end

endmodule
