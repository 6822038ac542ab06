// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The S-box of AES (FIPS 197 section 5.1.1), forward. Combinational.
//
// A circuit over subfields drawn in four-input LUTs, 50 of them in six levels; with Table, a table of
// 256 bytes, for LUTs of six inputs. The halves of the circuit, roundel_aes_sbox_front and
// roundel_aes_sbox_back, may be used apart, with a register between them.

module roundel_aes_sbox #(
  parameter bit Table = 1'b0
) (
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  import roundel_aes_pkg::*;

  if (Table) begin : gen_table
    localparam byte_table_t SubBytes = sub_bytes();
    assign data_o = SubBytes[data_i];
  end else begin : gen_circuit
    sbox_forms_t forms;
    logic [3:0] norm;

    roundel_aes_sbox_front u_front (
      .data_i,
      .forms_o(forms),
      .norm_o (norm)
    );

    roundel_aes_sbox_back u_back (
      .forms_i(forms),
      .norm_i (norm),
      .data_o
    );
  end

endmodule
