// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Encrypts and authenticates with AES-GCM, AES-128 or AES-256, in a small core with 16-bit streams: SEAL and
// OPEN, nonces of any length, tags of 8 or 12 to 16 bytes.
//
// Schedule:   64 cycles per 16-byte block of data, and of text with AES-128; 75 per block of text with
//             AES-256. docs/cores/aes-gcm-la.md has the cycle budget.
// Interfaces: s_axis and m_axis carry the transactions of docs/cores/aes-gcm-la.md; wraps
//             roundel_aes_la_core with Hash, Mac and Prng at 0.
// Bytes:      the first byte of a beat is tdata[7:0].
// Reference:  SP 800-38D; FIPS 197.

module roundel_aes_gcm_la
  import roundel_stream_pkg::*;
#(
  parameter bit ShortTags = 1'b0  // 1: a tag of 4 bytes is legal
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

  roundel_aes_la_core #(
    .ShortTags(ShortTags)
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
