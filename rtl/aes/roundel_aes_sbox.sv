// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the S-box of AES, forward, on one byte.
//
// It is a circuit over subfields, drawn in four-input LUTs: 50 of them in six levels. With Table it is a
// table of 256 bytes, for six-input LUTs. The two halves of the circuit, roundel_aes_sbox_front and
// roundel_aes_sbox_back, can also be used separately, with a register between them.
//
// Schedule:   Combinational; six LUT4 levels, 50 LUT4 (Table = 0).
// Interfaces: a byte to and from roundel_aes_rounds_engine, roundel_aes_la_cipher,
//             roundel_multi_aes_schedule, roundel_multi_aes_datapath and roundel_groestl_sub_bytes.
// Reference:  FIPS 197 section 5.1.1.

module roundel_aes_sbox #(
  parameter bit Table = 1'b0
) (
  input  logic [7:0] data_i,  // the byte
  output logic [7:0] data_o   // its substitute
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
