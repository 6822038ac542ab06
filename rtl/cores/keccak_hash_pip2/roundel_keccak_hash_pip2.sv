// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Hashes two message streams at once with the Keccak sponge (FIPS 202), in one round with a register between
// pi and chi. `tid` distinguishes the streams. While one message is before the register, the other is in chi.
//
// The streams share only the ports and the round. Each has the service of roundel_keccak_hash, may be at any
// point of any transaction, and advances independently of the other. Beats of both may come and go in any
// order; those of one stream keep their order. A message that waits circulates with its state unchanged: a
// copy of the state in chi's stage is kept beside the pipeline register, and returns in place of the result.
//
// Schedule:   each stream takes two cycles per round and 48 per block; together, 24 cycles per block.
//             docs/cores/keccak-hash-pip2.md has the cycle budget.
// Interfaces: AXI4-Stream with `tid` in and out; one roundel_sponge_message per stream.
// Bytes:      byte 0 of a beat is tdata[7:0]; docs/stream-protocol.md has the layout of the command.
// Reference:  FIPS 202 sections 3.3, 4 and 6.

module roundel_keccak_hash_pip2
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tid,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tid,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  import roundel_keccak_pkg::NumLanes;

  localparam int unsigned NumStreams = 2;

  logic [NumStreams-1:0] in_ready, out_valid, out_ready, out_last;
  logic [127:0] out_data[NumStreams];
  logic [15:0] out_keep[NumStreams];
  logic [UserWidth-1:0] out_user[NumStreams];

  logic [63:0] theta_q[NumLanes]  /*verilator split_var*/;  // the state that enters theta
  logic [63:0] chi_q[NumLanes]  /*verilator split_var*/;  // the state whose round is in chi's stage
  logic [63:0] result[NumLanes];
  logic [63:0] addend[NumLanes];
  logic [63:0] addends[NumStreams][NumLanes];
  logic [NumStreams-1:0] slot, advance, advance_early, clear_state, clear_early;
  logic slot_q;  // the stream in chi's stage
  logic advance_q;  // the state in chi's stage becomes the result of its round; otherwise it stays as it is
  logic clear_q;  // it becomes zero
  logic reset_q;

  assign s_axis_tready = in_ready[s_axis_tid];
  assign slot = NumStreams'(1) << slot_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) slot_q <= 1'b0;
    else slot_q <= !slot_q;
  end

  for (genvar i = 0; i < NumStreams; i++) begin : gen_stream
    roundel_sponge_message #(
      .RoundCycles(NumStreams)
    ) u_message (
      .clk_i,
      .rst_ni,
      .s_axis_tdata,
      .s_axis_tkeep,
      .s_axis_tlast,
      .s_axis_tuser,
      .s_axis_tvalid  (s_axis_tvalid && s_axis_tid == 1'(i)),
      .s_axis_tready  (in_ready[i]),
      .m_axis_tdata   (out_data[i]),
      .m_axis_tkeep   (out_keep[i]),
      .m_axis_tlast   (out_last[i]),
      .m_axis_tuser   (out_user[i]),
      .m_axis_tvalid  (out_valid[i]),
      .m_axis_tready  (out_ready[i]),
      .tick_early_i   (slot[1-i]),
      .can_request_i  (slot[i]),
      .state_i        (chi_q),
      .addend_o       (addends[i]),
      .advance_o      (advance[i]),
      .clear_o        (clear_state[i]),
      .advance_early_o(advance_early[i]),
      .clear_early_o  (clear_early[i])
    );
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The ring of two states
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A block is on its addend only in the slot of its stream; round constants, in lane 0, are always on it.
  for (genvar i = 0; i < NumLanes; i++) begin : gen_addend
    if (i == 0) begin : gen_chosen
      assign addend[i] = addends[slot_q][i];
    end else begin : gen_either
      assign addend[i] = addends[0][i] ^ addends[1][i];
    end
  end

  roundel_keccak_round_pipelined u_round (
    .clk_i,
    .state_i (theta_q),
    .addend_i(addend),
    .state_o (result)
  );

  logic unused;
  assign unused = ^{advance, clear_state};

  // The streams have their ticks in turn, so that one register serves both.
  always_ff @(posedge clk_i) begin
    advance_q <= |advance_early;
    clear_q <= |clear_early;
    reset_q <= !rst_ni;
  end

  for (genvar i = 0; i < NumLanes; i++) begin : gen_state
    always_ff @(posedge clk_i) begin
      if (clear_q) theta_q[i] <= '0;
      else theta_q[i] <= advance_q ? result[i] : chi_q[i];
    end

    always_ff @(posedge clk_i) begin
      if (reset_q) chi_q[i] <= '0;
      else chi_q[i] <= theta_q[i];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Output: beats of the streams alternate; a beat on offer is kept until it is accepted
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic choice, choice_q, held_q;

  assign choice = held_q || !out_valid[!choice_q] ? choice_q : !choice_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      choice_q <= 1'b0;
      held_q <= 1'b0;
    end else begin
      choice_q <= choice;
      held_q <= m_axis_tvalid && !m_axis_tready;
    end
  end

  assign m_axis_tdata = out_data[choice];
  assign m_axis_tkeep = out_keep[choice];
  assign m_axis_tlast = out_last[choice];
  assign m_axis_tuser = out_user[choice];
  assign m_axis_tid = choice;
  assign m_axis_tvalid = out_valid[choice];
  assign out_ready = {NumStreams{m_axis_tready}} & (NumStreams'(1) << choice);

endmodule
