// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes MixBytes of one column without the last doubling: see mixed_t. With Aes and aes_i set, it computes
// MixColumns of the even rows and of the odd rows instead. Both matrices are circulant over eight rows, (2 2
// 3 4 5 3 5 7) and (2 0 3 0 1 0 1 0); they share one sum.
//
// Schedule:   Combinational; three LUT4 levels.
// Interfaces: column_i from the shift stage of roundel_groestl_rounds; mixed_o to sum() in the same module.
// Bytes:      row i of the column is column_i[8i+:8].
// Reference:  Grøstl 2.0 section 3.4.5; FIPS 197 section 5.1.3.

(* keep_hierarchy *)
module roundel_groestl_mix_column
  import roundel_groestl_pkg::*;
#(
  parameter bit Aes = 1'b0
) (
  input  logic                  aes_i,     // with Aes: MixColumns instead of MixBytes
  input  logic [ColumnBits-1:0] column_i,  // one column of the state
  output mixed_t                mixed_o    // the result is twice times_two, plus times_one
);

  import roundel_aes_pkg::*;

  byte_t a[Rows];
  byte_t pair[Rows];
  byte_t times_one[Rows];
  byte_t times_two[Rows];

  always_comb begin
    for (int unsigned i = 0; i < Rows; i++) a[i] = column_i[8*i+:8];
    for (int unsigned i = 0; i < Rows; i++) mixed_o.times_two[8*i+:8] = times_two[i];
    for (int unsigned i = 0; i < Rows; i++) mixed_o.times_one[8*i+:8] = times_one[i];
  end

  if (Aes) begin : gen_aes
    byte_t times_four[Rows];
    for (genvar i = 0; i < Rows; i++) begin : gen_row
      assign pair[i] = a[i] ^ a[(i+2)%8];
      assign times_one[i]  = a[(i+2)%8] ^ pair[(i+4)%8] ^ (aes_i ? '0 : pair[(i+5)%8]);
      assign times_four[i] = aes_i ? '0 : a[(i+3)%8] ^ a[(i+7)%8] ^ pair[(i+4)%8];
      assign times_two[i]  = xtime(times_four[i]) ^ (aes_i ? pair[i] : times_one[(i+3)%8]);
    end
  end else begin : gen_groestl
    logic unused_aes;
    assign unused_aes = aes_i;
    for (genvar i = 0; i < Rows; i++) begin : gen_row
      assign pair[i] = a[i] ^ a[(i+1)%8];
      assign times_one[i]  = pair[(i+4)%8] ^ pair[(i+6)%8] ^ a[(i+2)%8];
      assign times_two[i]  = xtime(pair[(i+3)%8] ^ pair[(i+6)%8]) ^ times_one[(i+3)%8];
    end
  end

endmodule
