// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Provides HASH (the sponge at every rate of 1 to 21 lanes), MAC, SEAL and OPEN (Lake Keyak v2) and PRNG (the
// duplex generator) in a small core that processes one lane of the state per cycle. Hash, Mac, Prng: 0 leaves
// a service out. docs/cores/multi-keccak-la.md has the transactions and the cycle budget.
//
// Schedule:   Cycles per block: HASH 750 (1 lane) to 810 (21 lanes); MAC 798; SEAL and OPEN 451 for 168
//             bytes of text; PRNG output 476 with 12 rounds, 836 with 24. They depend on lengths only.
// Interfaces: s_axis and m_axis, 16 bits each, to the user (docs/stream-protocol.md)
// Bytes:      the first byte of a beat is tdata[7:0]
// Reference:  FIPS 202; CAESAR document of Keyak, version 2, Motorist mode; Bertoni et al.,
//             "Sponge-based pseudo-random number generators" (CHES 2010)

module roundel_multi_keccak_la
  import roundel_stream_pkg::*;
#(
  parameter bit Hash = 1'b1,  // 0 leaves HASH out
  parameter bit Mac  = 1'b1,  // 0 leaves MAC out
  parameter bit Prng = 1'b1   // 0 leaves PRNG out
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [         15:0] s_axis_tdata,
  input  logic [          1:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [         15:0] m_axis_tdata,
  output logic [          1:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  roundel_duplex_la_core #(
    .Hash(Hash),
    .Mac (Mac),
    .Prng(Prng)
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
