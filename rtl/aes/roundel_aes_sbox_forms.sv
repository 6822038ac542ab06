// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the first layer of the S-box circuit: the forms of each byte x.
//
// The bits of the bytes are first sorted into bit planes, on which all layers work.
//
// A form is a linear map from GF(2^8) to GF(2^2), T(d x) with the trace T, for one d. It has two bits; some
// of them are bits of x itself.
//
// Every layer of the circuit is a module that synthesis keeps. No output has more than four inputs, so each
// output is one LUT, and the circuit keeps its structure.
//
// Schedule:   Combinational; one LUT4 level, 10 LUT4 for each byte.
// Interfaces: the bytes from roundel_aes_sbox_front or roundel_aes_sbox_cut; forms to roundel_aes_sbox_terms
//             and roundel_aes_sbox_products.
// Bytes:      byte i is data_i[8i+:8]; forms_o[2k] and forms_o[2k+1] have form k of all bytes, one bit a
//             byte, in the order of roundel_aes_bit_planes.
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_aes_sbox_forms
  import roundel_aes_pkg::*;
#(
  parameter int unsigned Lanes = 1  // number of bytes
) (
  input  logic [Lanes-1:0][7:0]                data_i,  // the bytes x
  output logic [2*NumSboxForms-1:0][Lanes-1:0] forms_o  // their forms
);

  // The bits of x whose sum is each bit of the forms. The values of d are 0c, 49, 52, 5c, 67, 75
  // (hexadecimal).
  localparam logic [7:0] FormMasks[2*NumSboxForms] = '{
      8'h0c,
      8'h70,
      8'h4e,
      8'hb4,
      8'h80,
      8'h4d,
      8'h02,
      8'hac,
      8'hb0,
      8'h17,
      8'h98,
      8'h35
  };

  // Bit j of all bytes.
  logic [7:0][Lanes-1:0] bits;

  roundel_aes_bit_planes #(
    .Lanes(Lanes)
  ) u_planes (
    .data_i,
    .data_o(bits)
  );

  always_comb begin
    forms_o = '0;
    for (int unsigned i = 0; i < 2 * NumSboxForms; i++) begin
      for (int unsigned j = 0; j < 8; j++) begin
        if (FormMasks[i][j]) forms_o[i] ^= bits[j];
      end
    end
  end

endmodule
