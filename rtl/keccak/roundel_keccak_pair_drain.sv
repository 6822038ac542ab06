// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Takes 21 lanes in one cycle and gives them out two a cycle, an even one and the odd one after it,
// while the permutation goes on.
//
// A shift register of pairs, one LUT4 a bit. A multiplexer of them is a quarter smaller, and a core that has
// it is not to be routed on an ECP5: its eleven selects go to every bit. Lanes that are cleared one after
// another (roundel_sponge_lane_drain) are smaller still, but among so many other registers wires get half
// as long again. Nothing else steers the registers, and zeros follow the last pair: so nothing stays in
// them.
//
// It does not stop: who captures has room for all pairs.
//
// Schedule: `load_i` in cycle t; pair i is given out in t+2+i, i = 0 to 10 (the last one has no odd lane:
// zero), zero otherwise. The next load may come in t+11. Which pairs mean something the caller knows.

module roundel_keccak_pair_drain (
  input logic clk_i,

  input  logic        load_i,
  input  logic [63:0] state_i[21],
  output logic [63:0] even_o,
  output logic [63:0] odd_o
);

  localparam int unsigned NumLanes = 21;

  logic [63:0] lanes_q[NumLanes];

  for (genvar i = 0; i < NumLanes; i++) begin : gen_lane
    logic [63:0] next;
    if (i + 2 < NumLanes) begin : gen_next
      assign next = lanes_q[i+2];
    end else begin : gen_end
      assign next = '0;
    end
    always_ff @(posedge clk_i) begin
      lanes_q[i] <= load_i ? state_i[i] : next;
    end
  end
  always_ff @(posedge clk_i) begin
    even_o <= lanes_q[0];
    odd_o  <= lanes_q[1];
  end

endmodule
