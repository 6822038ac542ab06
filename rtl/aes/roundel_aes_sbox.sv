// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes the S-box of AES, forward, on each of Lanes bytes.
//
// It is a circuit over subfields, drawn in four-input LUTs: 50 of them in six levels for each byte. With
// Table it is a table of 256 bytes, for six-input LUTs. The two halves of the circuit, roundel_aes_sbox_front
// and roundel_aes_sbox_back, can also be used separately, with a register between them.
//
// The layers of the circuit work on bit planes: bit i of all bytes is one vector. A simulator therefore
// computes all lanes with one operation. In hardware the lanes are separate.
//
// Schedule:   Combinational; six LUT4 levels, 50 LUT4 for each byte (Table = 0).
// Interfaces: bytes to and from roundel_aes_rounds_engine, roundel_aes_la_cipher,
//             roundel_multi_aes_schedule, roundel_multi_aes_datapath and roundel_groestl_sub_bytes.
// Bytes:      byte i is bits [8i+:8], in and out.
// Reference:  FIPS 197 section 5.1.1.

module roundel_aes_sbox #(
  parameter int unsigned Lanes = 1,    // number of bytes
  parameter bit          Table = 1'b0
) (
  input  logic [Lanes-1:0][7:0] data_i,  // the bytes
  output logic [Lanes-1:0][7:0] data_o   // their substitutes
);

  import roundel_aes_pkg::*;

  if (Table) begin : gen_table
    localparam byte_table_t SubBytes = sub_bytes();
    for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
      assign data_o[lane] = SubBytes[data_i[lane]];
    end
  end else begin : gen_circuit
    logic [2*NumSboxForms-1:0][Lanes-1:0] forms;
    logic [3:0][Lanes-1:0] norm;

    roundel_aes_sbox_front #(
      .Lanes(Lanes)
    ) u_front (
      .data_i,
      .forms_o(forms),
      .norm_o (norm)
    );

    roundel_aes_sbox_back #(
      .Lanes(Lanes)
    ) u_back (
      .forms_i(forms),
      .norm_i (norm),
      .data_o
    );
  end

endmodule
