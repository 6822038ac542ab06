// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// First half of the S-box's circuit, in four-input LUTs: the forms of the byte x that the second half
// wants, and its norm x^17 in GF(2^4). Combinational; three levels.
//
// A form is a linear map from GF(2^8) to GF(2^2), T(d x) with T the trace, for one d: two bits, some of them
// bits of x itself. Over four forms that make a basis the norm is quadratic, and its bits are sums of
// products of two forms each: four bits, any function of which is one LUT. Of all bases and all choices
// of forms this one wants the fewest LUTs: found by search. formal/ proves the whole against FIPS 197.

(* keep_hierarchy *)
module aes_sbox_front (
  input  logic [7:0] data_i,
  output aes_pkg::sbox_forms_t forms_o,
  output logic [3:0] norm_o
);

  import aes_pkg::*;

  // The bits of x that add up to each bit of the forms. For the forms, d is, in hexadecimal,
  // 0c, 29, 49, 52, 67, 75.
  localparam logic [7:0] FormMasks[2*NumSboxForms] = '{
      8'h0c,
      8'h70,
      8'h01,
      8'h9a,
      8'h4e,
      8'hb4,
      8'h80,
      8'h4d,
      8'hb0,
      8'h17,
      8'h98,
      8'h35
  };

  // Products of forms First and Second, as tables over {second, first}; what is quadratic in one form alone
  // is put where it costs nothing.
  localparam int unsigned NumProducts = 8;
  localparam int unsigned First[NumProducts] = '{2, 1, 1, 2, 2, 2, 1, 1};
  localparam int unsigned Second[NumProducts] = '{3, 3, 4, 3, 4, 4, 4, 3};
  localparam logic [15:0] Tables[NumProducts] = '{
      16'h930a,
      16'hfa9c,
      16'ha390,
      16'h905c,
      16'h0a6c,
      16'hc06a,
      16'h95c0,
      16'h3f6a
  };
  // The products that add up to each bit of the norm.
  localparam logic [NumProducts-1:0] NormMasks[4] = '{8'hc1, 8'h17, 8'h2c, 8'h98};

  logic [NumProducts-1:0] product;

  for (genvar i = 0; i < 2 * NumSboxForms; i++) begin : gen_form
    aes_parity #(
      .Width(8),
      .Mask (FormMasks[i])
    ) u_form (
      .data_i,
      .data_o(forms_o[i/2][i%2])
    );
  end

  for (genvar i = 0; i < NumProducts; i++) begin : gen_product
    aes_lut #(
      .Table(Tables[i])
    ) u_product (
      .data_i({forms_o[Second[i]], forms_o[First[i]]}),
      .data_o(product[i])
    );
  end

  for (genvar i = 0; i < 4; i++) begin : gen_norm
    aes_parity #(
      .Width(NumProducts),
      .Mask (NormMasks[i])
    ) u_norm (
      .data_i(product),
      .data_o(norm_o[i])
    );
  end

endmodule
