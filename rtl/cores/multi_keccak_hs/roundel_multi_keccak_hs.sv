// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Provides four services on one permutation: HASH (the sponge at every rate of 1 to 21 lanes), MAC and VERIFY
// (key and initial value first), SEAL and OPEN (Lake Keyak v2), and PRNG (the duplex generator, 12 or 24
// rounds). docs/cores/multi-keccak-hs.md has the transactions and the cycle budget. With HoldDepth the text
// of an OPEN leaves only after its tag was right (docs/cores/keyak-hs-hold.md).
//
// Schedule:   24 cycles a block in HASH and MAC; 12 cycles a block in SEAL, OPEN and PRNG (24 in PRNG with
//             24 rounds). The shortest hash: CMD is taken in cycle 0, the first DIGEST beat leaves in 37.
// Interfaces: s_axis from the user, m_axis to the user; all logic is in roundel_duplex_core
// Bytes:      byte i of a beat is tdata[8i+7:8i].
// Reference:  FIPS 202; CAESAR document of Keyak, version 2; "Cryptographic sponge functions", section 5.11
//             (MAC); "Sponge-based pseudo-random number generators", CHES 2010 (PRNG)

module roundel_multi_keccak_hs
  import roundel_stream_pkg::*;
#(
  parameter int unsigned HoldDepth = 0  // longest text of an OPEN in beats, a power of two; 0: no hold
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  roundel_duplex_core #(
    .Sponge   (1'b1),
    .HoldDepth(HoldDepth)
  ) u_core (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
