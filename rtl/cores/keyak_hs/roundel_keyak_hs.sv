// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Provides authenticated encryption with Lake Keyak v2: SEAL and OPEN with a 16-byte key, nonce and tag,
// associated data of any length, and sessions of several messages.
// A transaction is CMD, [KEY, NONCE], AD and TEXT in the Motorist's order, TAG -> TEXT, TAG or STATUS.
// docs/cores/keyak-hs.md has the order and the cycle budget. With HoldDepth the text of an OPEN leaves only
// after its tag was right (docs/cores/keyak-hs-hold.md).
//
// Schedule:   12 cycles a block of 168 bytes, in both directions. The shortest SEAL: CMD is taken in cycle 0,
//             the first beat of text leaves in 27, the tag in 39 (roundel_duplex_core).
// Interfaces: s_axis from the user, m_axis to the user; all logic is in roundel_duplex_core
// Bytes:      byte i of a beat is tdata[8i+7:8i].
// Reference:  CAESAR document of Keyak, version 2

module roundel_keyak_hs
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
    .Sponge   (1'b0),
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
