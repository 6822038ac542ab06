// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Connects the core's streams with the DMA or with the registers.
//
// The side without the core sees neither a ready nor a valid.
//
// Schedule:   combinational; one LUT for each bit of a beat.
// Interfaces: beats from roundel_dma_packer and roundel_bus_shell to the core; the valid and ready of its
//             answers.

module roundel_dma_select
  import roundel_stream_pkg::*;
#(
  parameter int unsigned DataWidth = 128
) (
  input logic dma_i,  // the DMA has the core; changes only while neither has a beat on offer

  input  logic [  DataWidth-1:0] s_axis_shell_tdata,
  input  logic [DataWidth/8-1:0] s_axis_shell_tkeep,
  input  logic                   s_axis_shell_tlast,
  input  logic [  UserWidth-1:0] s_axis_shell_tuser,
  input  logic                   s_axis_shell_tvalid,
  output logic                   s_axis_shell_tready,

  input  logic [  DataWidth-1:0] s_axis_dma_tdata,
  input  logic [DataWidth/8-1:0] s_axis_dma_tkeep,
  input  logic                   s_axis_dma_tlast,
  input  logic [  UserWidth-1:0] s_axis_dma_tuser,
  input  logic                   s_axis_dma_tvalid,
  output logic                   s_axis_dma_tready,

  output logic [  DataWidth-1:0] m_axis_tdata,
  output logic [DataWidth/8-1:0] m_axis_tkeep,
  output logic                   m_axis_tlast,
  output logic [  UserWidth-1:0] m_axis_tuser,
  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready,

  input  logic answer_tvalid_i,        // the core offers a beat
  output logic answer_tready_o,        // it is accepted
  output logic answer_shell_tvalid_o,  // the beat is for the registers
  input  logic answer_shell_tready_i,  // the registers accept it
  output logic answer_dma_tvalid_o,    // the beat is for the DMA
  input  logic answer_dma_tready_i     // the DMA accepts it
);

  assign m_axis_tdata        = dma_i ? s_axis_dma_tdata : s_axis_shell_tdata;
  assign m_axis_tkeep        = dma_i ? s_axis_dma_tkeep : s_axis_shell_tkeep;
  assign m_axis_tlast        = dma_i ? s_axis_dma_tlast : s_axis_shell_tlast;
  assign m_axis_tuser        = dma_i ? s_axis_dma_tuser : s_axis_shell_tuser;
  assign m_axis_tvalid       = dma_i ? s_axis_dma_tvalid : s_axis_shell_tvalid;
  assign s_axis_dma_tready   = dma_i && m_axis_tready;
  assign s_axis_shell_tready = !dma_i && m_axis_tready;

  assign answer_dma_tvalid_o   = dma_i && answer_tvalid_i;
  assign answer_shell_tvalid_o = !dma_i && answer_tvalid_i;
  assign answer_tready_o       = dma_i ? answer_dma_tready_i : answer_shell_tready_i;

endmodule
