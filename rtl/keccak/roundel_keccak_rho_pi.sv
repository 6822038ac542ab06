// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Steps rho and pi (FIPS 202 sections 3.2.2 and 3.2.3): lane (x, y) is rotated left by its offset and
// moves to (y, 2x + 3y). Wires only.

module roundel_keccak_rho_pi #(
  parameter int unsigned LaneWidth = 64
) (
  input  logic [LaneWidth-1:0] state_i[roundel_keccak_pkg::NumLanes],
  output logic [LaneWidth-1:0] state_o[roundel_keccak_pkg::NumLanes]
);

  import roundel_keccak_pkg::lane_index;
  import roundel_keccak_pkg::rho_offset;

  for (genvar x = 0; x < 5; x++) begin : gen_x
    for (genvar y = 0; y < 5; y++) begin : gen_y
      localparam int unsigned From = lane_index(x, y);
      localparam int unsigned To = lane_index(y, 2 * x + 3 * y);
      localparam int unsigned Offset = rho_offset(x, y, LaneWidth);
      if (Offset == 0) begin : gen_still
        assign state_o[To] = state_i[From];
      end else begin : gen_rotate
        assign state_o[To] = {
          state_i[From][LaneWidth-Offset-1:0], state_i[From][LaneWidth-1:LaneWidth-Offset]
        };
      end
    end
  end

endmodule
