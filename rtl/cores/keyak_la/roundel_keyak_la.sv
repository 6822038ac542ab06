// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Seals and opens messages with Lake Keyak v2, with sessions, in a small core that processes one lane of the
// state per cycle. docs/cores/keyak-la.md has the transactions and the cycle budget.
//
// Schedule:   451 cycles per block of 168 bytes of text, 461 with 24 bytes of AD, 459 per block of 192 bytes
//             of AD alone. The cycles depend on lengths only.
// Interfaces: s_axis and m_axis, 16 bits each, to the user (docs/stream-protocol.md)
// Bytes:      the first byte of a beat is tdata[7:0]
// Reference:  CAESAR document of Keyak, version 2, Motorist mode

module roundel_keyak_la
  import roundel_stream_pkg::*;
(
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

  roundel_duplex_la_core u_core (
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
