// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Applies steps rho and pi: rotates lane (x, y) left by its offset and moves it to lane (y, 2x + 3y).
// Consists of wires only.
//
// Schedule:   Combinational; 0 LUT4 levels.
// Interfaces: state from roundel_keccak_theta_effect, to roundel_keccak_chi
// Reference:  FIPS 202 sections 3.2.2 and 3.2.3

module roundel_keccak_rho_pi #(
  parameter int unsigned LaneWidth = 64
) (
  input  logic [LaneWidth-1:0] state_i[roundel_keccak_pkg::NumLanes],  // the state after theta
  output logic [LaneWidth-1:0] state_o[roundel_keccak_pkg::NumLanes]  // the state after rho and pi
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
