// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// First layer of the S-box's circuit: forms of the byte x. Combinational; one LUT4 level, 10 LUT4.
//
// A form is a linear map from GF(2^8) to GF(2^2), T(d x) with T the trace, for one d: two bits, some of them
// bits of x itself.
//
// Every layer of the circuit is a module of its own through synthesis. No output has more than four inputs,
// so that each is one LUT, and the circuit stays as it was drawn.

(* keep_hierarchy *)
module roundel_aes_sbox_forms (
  input  logic [7:0] data_i,
  output roundel_aes_pkg::sbox_forms_t forms_o
);

  import roundel_aes_pkg::*;

  // The bits of x that add up to each bit of the forms. For the forms, d is, in hexadecimal,
  // 0c, 49, 52, 5c, 67, 75.
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

  for (genvar i = 0; i < 2 * NumSboxForms; i++) begin : gen_bit
    assign forms_o[i/2][i%2] = ^(data_i & FormMasks[i]);
  end

endmodule
