// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Selects one of four words, or zero, with two functions of four inputs for each bit. A mapper that sees the
// selection as a whole needs three.
//
// The first function selects lane 0, lane 1, zero or one. The second passes it, or selects lane 2 or lane 3
// by it.
//
// Schedule:   combinational; three levels of LUTs.
// Interfaces: a beat and its lane from roundel_stream_to_bus; a word to its FIFO.
// Bytes:      byte 0 of lane i is lanes_i[32*i+7:32*i].

(* keep_hierarchy *)
module roundel_lane_select (
  input  logic [3:0][31:0] lanes_i,   // the words
  input  logic [      1:0] lane_i,    // which of them
  input  logic             enable_i,  // 0: the word is zero
  output logic [     31:0] word_o     // the selected word
);

  logic upper, fixed, second;

  roundel_lane_code u_code (
    .lane_i,
    .enable_i,
    .upper_o (upper),
    .fixed_o (fixed),
    .second_o(second)
  );

  for (genvar i = 0; i < 32; i++) begin : gen_bit
    logic lower;
    assign lower     = fixed ? second : second ? lanes_i[1][i] : lanes_i[0][i];
    assign word_o[i] = !upper ? lower : lower ? lanes_i[3][i] : lanes_i[2][i];
  end

endmodule
