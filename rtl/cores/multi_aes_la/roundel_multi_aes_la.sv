// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Serves HASH (AES-Hash), MAC and VERIFY (CMAC), SEAL and OPEN (AES-GCM) and PRNG (the generator of Fortuna)
// in a small core with 16-bit streams. Hash, Mac, Prng: 0 leaves a service out.
//
// Schedule:   cycles depend on lengths only; docs/cores/multi-aes-la.md has the cycle budget of each service.
// Interfaces: s_axis and m_axis carry the transactions of docs/cores/multi-aes-la.md; wraps
//             roundel_aes_la_core.
// Bytes:      the first byte of a beat is tdata[7:0].
// Reference:  SP 800-38B (CMAC); SP 800-38D (GCM); FIPS 197 (AES).

module roundel_multi_aes_la
  import roundel_stream_pkg::*;
#(
  parameter bit Hash      = 1'b1,
  parameter bit Mac       = 1'b1,
  parameter bit Prng      = 1'b1,
  parameter bit ShortTags = 1'b0   // 1: a tag of 4 bytes is legal for SEAL and OPEN
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
    .Hash     (Hash),
    .Mac      (Mac),
    .Prng     (Prng),
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
