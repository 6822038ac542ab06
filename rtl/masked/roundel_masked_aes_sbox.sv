// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the S-box of AES on a byte in two shares.
//
// The byte x = h y + l of the tower field has the norm n = w z h^2 + h l + l^2 in GF(2^4). Then 1/x is
// (h/n) y + (h + l)/n, and 1/n is found in the same way over GF(2^2). Every multiplication is a
// roundel_dom_multiply with fresh bits of its own. All else is linear, and done in each share alone. The
// results of a multiplication enter the next one through a register, so that no glitch joins the shares.
//
// Schedule:   Eight cycles; a new byte in every cycle.
//             1 tower field; 2, 3 norm n; 4, 5 norm of n and its inverse; 6, 7 inverse of n; 8 products.
// Interfaces: shares of the byte, from registers or from logic within one share; fresh bits, each uniform and
//             new in every cycle. The result is from the registers of roundel_dom_multiply, through logic.
// Reference:  FIPS 197 section 5.1.1.

(* keep_hierarchy *)
module roundel_masked_aes_sbox
  import roundel_masked_field_pkg::*;
(
  input  logic             clk_i,
  input  logic             enable_i,  // the registers load
  input  logic [1:0][7:0]  data_i,   // the shares of the byte
  input  logic [17:0]      fresh_i,  // fresh bits
  output logic [1:0][7:0]  data_o    // the shares of its S-box
);

  // The byte in the tower field, kept for the last products: entry i of i cycles after the first.
  logic [1:0][3:0] high_q[7];
  logic [1:0][3:0] low_q[7];

  logic [1:0][3:0] squares, norm, norm_q[3];
  logic [1:0][1:0] squares4, norm4, inverse4_q;
  logic [1:0][1:0] upper, lower;
  logic [1:0][3:0] inverted_q;
  logic [1:0][3:0] sums, product_high, product_low;

  for (genvar i = 0; i < 2; i++) begin : gen_share
    always_ff @(posedge clk_i) begin
      if (enable_i) begin
        {high_q[0][i], low_q[0][i]} <= to_tower(data_i[i]);
        for (int unsigned j = 1; j < 7; j++) begin
          high_q[j][i] <= high_q[j-1][i];
          low_q[j][i] <= low_q[j-1][i];
        end
        norm_q[0][i] <= norm[i];
        norm_q[1][i] <= norm_q[0][i];
        norm_q[2][i] <= norm_q[1][i];
        inverse4_q[i] <= inverse4(norm4[i]);
        inverted_q[i] <= {upper[i], lower[i]};
      end
    end

    assign squares[i] = norm_squares(high_q[0][i], low_q[0][i]);
    assign squares4[i] = norm_squares4(norm_q[0][i][3:2], norm_q[0][i][1:0]);
    assign sums[i] = high_q[6][i] ^ low_q[6][i];
    assign data_o[i] = from_tower({product_high[i], product_low[i]}) ^ (i == 0 ? AffineConstant : 8'h00);
  end

  roundel_dom_multiply #(
    .Width(4)
  ) u_norm (
    .clk_i,
    .enable_i,
    .a_i     (high_q[0]),
    .b_i     (low_q[0]),
    .addend_i(squares),
    .fresh_i (fresh_i[3:0]),
    .result_o(norm)
  );

  roundel_dom_multiply #(
    .Width(2)
  ) u_norm4 (
    .clk_i,
    .enable_i,
    .a_i     ({norm_q[0][1][3:2], norm_q[0][0][3:2]}),
    .b_i     ({norm_q[0][1][1:0], norm_q[0][0][1:0]}),
    .addend_i(squares4),
    .fresh_i (fresh_i[5:4]),
    .result_o(norm4)
  );

  roundel_dom_multiply #(
    .Width(2)
  ) u_upper (
    .clk_i,
    .enable_i,
    .a_i     ({norm_q[2][1][3:2], norm_q[2][0][3:2]}),
    .b_i     (inverse4_q),
    .addend_i('0),
    .fresh_i (fresh_i[7:6]),
    .result_o(upper)
  );

  roundel_dom_multiply #(
    .Width(2)
  ) u_lower (
    .clk_i,
    .enable_i,
    .a_i     ({norm_q[2][1][3:2] ^ norm_q[2][1][1:0], norm_q[2][0][3:2] ^ norm_q[2][0][1:0]}),
    .b_i     (inverse4_q),
    .addend_i('0),
    .fresh_i (fresh_i[9:8]),
    .result_o(lower)
  );

  roundel_dom_multiply #(
    .Width(4)
  ) u_product_high (
    .clk_i,
    .enable_i,
    .a_i     (high_q[6]),
    .b_i     (inverted_q),
    .addend_i('0),
    .fresh_i (fresh_i[13:10]),
    .result_o(product_high)
  );

  roundel_dom_multiply #(
    .Width(4)
  ) u_product_low (
    .clk_i,
    .enable_i,
    .a_i     (sums),
    .b_i     (inverted_q),
    .addend_i('0),
    .fresh_i (fresh_i[17:14]),
    .result_o(product_low)
  );

endmodule
