// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The S-box of AES (FIPS 197 section 5.1.1), forward. Combinational.
//
// A circuit over subfields made for four-input LUTs; with Table, a table of 256 bytes. The halves of the
// circuit, aes_sbox_front and aes_sbox_back, may be used apart, with a register between them.

module aes_sbox #(
  parameter bit Table = 1'b0
) (
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);

  import aes_pkg::*;

  if (Table) begin : gen_table
    typedef byte_t table_t[256];
    function automatic table_t sub_bytes();
      for (int unsigned i = 0; i < 256; i++) sub_bytes[i] = sub_byte(8'(i));
    endfunction
    localparam table_t Bytes = sub_bytes();
    assign data_o = Bytes[data_i];
  end else begin : gen_tower
    logic [7:0] tower;
    logic [3:0] norm;

    aes_sbox_front u_front (
      .data_i,
      .tower_o(tower),
      .norm_o (norm)
    );

    aes_sbox_back u_back (
      .tower_i(tower),
      .norm_i (norm),
      .data_o
    );
  end

endmodule
