// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sorts the bits of Lanes bytes into eight planes, and back: plane j has bit j of all bytes. A simulator
// computes the same function of all bytes at once on the planes.
//
// With a multiple of eight lanes, byte g * Lanes/8 + b is in lane 8b + g. Each of Lanes/8 squares of 8 by 8
// bits is then transposed in three steps, each with masks and shifts of whole planes. With other numbers of
// lanes byte i is in lane i.
//
// Schedule:   Combinational; wires only.
// Interfaces: bytes and planes from and to roundel_aes_sbox_forms and roundel_aes_sbox_result.
// Bytes:      Inverse = 0: byte i is bits [8i+:8] of data_i and plane j is bits [Lanes*j+:Lanes] of data_o.
//             Inverse = 1: planes at data_i, bytes at data_o.
// Reference:  H. S. Warren, Hacker's Delight, section 7-3 (transposing a bit matrix).

module roundel_aes_bit_planes #(
  parameter int unsigned Lanes   = 8,    // number of bytes
  parameter bit          Inverse = 1'b0  // from planes to bytes
) (
  input  logic [8*Lanes-1:0] data_i,  // the bytes
  output logic [8*Lanes-1:0] data_o   // their planes
);

  if (Lanes % 8 == 0) begin : gen_squares
    // Rows of all squares; the transposition is its own inverse.
    typedef logic [Lanes-1:0] row_t;
    typedef row_t rows_t[8];

    // Exchanges the bits of rows and columns whose numbers differ in the bit of this distance.
    function automatic rows_t exchange(rows_t rows, int unsigned distance, logic [7:0] mask);
      row_t low;
      low = {Lanes / 8{mask}};
      for (int unsigned g = 0; g < 8; g++) begin
        if ((g & distance) == 0) begin
          exchange[g] = (rows[g] & low) | ((rows[g+distance] & low) << distance);
          exchange[g+distance] = ((rows[g] >> distance) & low) | (rows[g+distance] & ~low);
        end
      end
    endfunction

    rows_t rows, transposed;
    assign transposed = exchange(exchange(exchange(rows, 1, 8'h55), 2, 8'h33), 4, 8'h0f);
    for (genvar g = 0; g < 8; g++) begin : gen_row
      assign rows[g] = data_i[Lanes*g+:Lanes];
      assign data_o[Lanes*g+:Lanes] = transposed[g];
    end
  end else begin : gen_bits
    for (genvar i = 0; i < Lanes; i++) begin : gen_lane
      for (genvar j = 0; j < 8; j++) begin : gen_bit
        if (Inverse) begin : gen_bytes
          assign data_o[8*i+j] = data_i[Lanes*j+i];
        end else begin : gen_planes
          assign data_o[Lanes*j+i] = data_i[8*i+j];
        end
      end
    end
  end

endmodule
