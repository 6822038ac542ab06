// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Codes a lane as the three signals that roundel_lane_select needs for its two functions of each bit.
//
// These signals have a module of their own so that synthesis does not merge them into the selection. A
// merged selection needs 32 LUTs more.
//
// Schedule:   combinational; one level of LUTs.
// Interfaces: used by roundel_lane_select.

(* keep_hierarchy *)
module roundel_lane_code (
  input  logic [1:0] lane_i,    // the lane to select
  input  logic       enable_i,  // 0: select zero
  output logic       upper_o,   // select lane 2 or 3
  output logic       fixed_o,   // the first function is a constant: second_o
  output logic       second_o   // select lane 1 or 3
);

  assign upper_o  = enable_i && lane_i[1];
  assign fixed_o  = !enable_i || lane_i[1];
  assign second_o = enable_i && lane_i[0];

endmodule
