// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Captures 21 lanes in one cycle and sends two lanes a cycle, an even lane and the odd lane after it, while
// the permutation continues. It never stops: the caller reserves space for all pairs before a load.
//
// It is a shift register of pairs, one LUT4 a bit. A multiplexer of the pairs is a quarter smaller, but a
// core with it cannot be routed on an ECP5: its eleven selects go to every bit. Lanes that are cleared one
// after another (roundel_sponge_lane_drain) are smaller still, but among so many other registers the wires
// become half as long again. Nothing else controls the registers, and zeros follow the last pair: no data
// remains.
//
// Schedule:   `load_i` in cycle t; pair i is on even_o and odd_o in t+2+i, i = 0 to 10; zero otherwise.
//             The last pair has no odd lane: odd_o is zero. The next load may come in t+11.
//             The caller knows which pairs carry data.
// Interfaces: load_i and state_i from roundel_duplex_permutation; pairs through it to roundel_duplex_output
// Bytes:      byte 0 of a lane is bits 7:0 (FIPS 202, B.1).

module roundel_keccak_pair_drain (
  input logic clk_i,

  input  logic        load_i,  // capture state_i
  input  logic [63:0] state_i[21],  // lanes 0 to 20 of the state
  output logic [63:0] even_o,  // lane 2i of pair i
  output logic [63:0] odd_o  // lane 2i+1 of pair i
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
