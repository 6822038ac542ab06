// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Hashes one message stream, without the state and the round: input, block buffer, schedule, snapshot of
// the state and output.
//
// In a tick, the cycle after tick_early_i, state_i is the state of the stream. The next state is: zero with
// clear_o; otherwise, with advance_o, the result of the round with addend_o; otherwise the same state.
//
// With Resume, a digest whose message keeps its sponge is squeezed like one that needs another block: the
// state advances to its next block of output, and waits there for the length of the next request.
//
// With SaveLoad a state can be a block of 25 lanes, and an output block of 25 lanes.
//
// Schedule:   set by roundel_sponge_schedule; tick_early_i and can_request_i mark the cycles of the
//             round, which takes RoundCycles cycles.
// Interfaces: AXI4-Stream at the ports of roundel_keccak_hash or roundel_keccak_hash_pip2; the state from
//             that core, and the addend, advance and clear to its round and registers.
// Bytes:      byte 0 of a beat is tdata[7:0] and byte 0 of a lane (FIPS 202 section B.1).
// Reference:  FIPS 202 section 4; docs/stream-protocol.md.

module roundel_sponge_message
  import roundel_stream_pkg::*;
#(
  parameter int unsigned RoundCycles = 1,
  parameter bit          Resume      = 1'b0,  // a sponge can be kept and squeezed again
  parameter bit          SaveLoad    = 1'b0,  // a state can be saved and loaded
  parameter bit          AsyncReset  = 1'b0
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
  input  logic                 m_axis_tready,

  input  logic        tick_early_i,  // the next cycle is a tick: the result of the round is valid
  input  logic        can_request_i,  // a block that is requested now is added two cycles later
  input  logic [63:0] state_i [roundel_keccak_pkg::NumLanes],  // the state of the stream
  output logic [63:0] addend_o[roundel_keccak_pkg::NumLanes],  // what chi adds to the round
  output logic        advance_o,  // the state becomes the result of the round
  output logic        clear_o,  // the state becomes zero
  output logic        advance_early_o,  // advance_o of the next cycle
  output logic        clear_early_o  // clear_o of the next cycle
);

  localparam int unsigned RateLanes = 21;
  localparam int unsigned BlockLanes = SaveLoad ? roundel_keccak_pkg::NumLanes : RateLanes;

  logic write, full, final_block, rounds12, save, transferred, hand_over;
  logic error, error_early, abort, status, abort_early, abort_tick;
  logic [4:0] position, rate, out_rate_q;
  logic [63:0] lane;
  logic [31:0] length;
  logic keep, out_keep;  // the sponge of the waiting digest, and of the one that is sent, is kept
  logic transfer, step, capture, more, drain_busy, output_busy, output_valid;
  roundel_keccak_pkg::rc_t transfer_constant, step_constant;
  logic out_lane_valid, out_lane_ready, out_end;
  logic [63:0] out_lane;

  // With SaveLoad the last block of a text is not padded: it is known only with the end of its segment, which
  // may be an empty beat.
  logic [127:0] in_data;
  logic [15:0] in_keep;
  logic in_last, in_valid, in_ready;
  logic [UserWidth-1:0] in_kind;

  if (SaveLoad) begin : gen_reader
    roundel_segment_pkg::segment_beat_t beat;

    roundel_segment_reader u_reader (
      .clk_i,
      .rst_ni,
      .s_axis_tdata,
      .s_axis_tkeep,
      .s_axis_tlast,
      .s_axis_tuser,
      .s_axis_tvalid,
      .s_axis_tready,
      .valid_o (in_valid),
      .accept_i(in_valid && in_ready),
      .drop_i  (1'b0),
      .beat_o  (beat),
      .data_o  (in_data),
      .keep_o  (in_keep)
    );
    assign in_last = beat.last;
    assign in_kind = beat.kind;
    logic unused;
    assign unused = ^{beat.first, beat.empty, beat.full, beat.malformed};
  end else begin : gen_no_reader
    assign in_data = s_axis_tdata;
    assign in_keep = s_axis_tkeep;
    assign in_last = s_axis_tlast;
    assign in_kind = s_axis_tuser;
    assign in_valid = s_axis_tvalid;
    assign s_axis_tready = in_ready;
  end

  roundel_sponge_input #(
    .RateLanes (RateLanes),
    .Resume    (Resume),
    .SaveLoad  (SaveLoad),
    .AsyncReset(AsyncReset)
  ) u_input (
    .clk_i,
    .rst_ni,
    .s_axis_tdata  (in_data),
    .s_axis_tkeep  (in_keep),
    .s_axis_tlast  (in_last),
    .s_axis_tuser  (in_kind),
    .s_axis_tvalid (in_valid),
    .s_axis_tready (in_ready),
    .tick_i        (abort_tick),
    .write_o       (write),
    .position_o    (position),
    .lane_o        (lane),
    .full_o        (full),
    .final_block_o (final_block),
    .rounds12_o    (rounds12),
    .save_o        (save),
    .transferred_i (transferred),
    .hand_over_o   (hand_over),
    .rate_o        (rate),
    .length_o      (length),
    .keep_o        (keep),
    .output_busy_i (output_busy),
    .output_valid_i(output_valid),
    .error_early_o (error_early),
    .error_o       (error),
    .abort_o       (abort),
    .status_o      (status)
  );

  // Like the decisions of the schedule, an abort is signaled one cycle early.
  if (RoundCycles == 1) begin : gen_abort_now
    assign abort_early = error_early;
    assign abort_tick = 1'b1;
    logic unused;
    assign unused = error;
  end else begin : gen_abort_early
    logic abort_early_q;
    assign abort_early = error && tick_early_i && !abort;
    always_ff @(posedge clk_i) begin
      abort_early_q <= rst_ni && abort_early;
    end
    assign abort_tick = abort_early_q;
    logic unused;
    assign unused = error_early;
  end

  roundel_sponge_schedule #(
    .RoundCycles(RoundCycles),
    .AsyncReset (AsyncReset)
  ) u_schedule (
    .clk_i,
    .rst_ni,
    .tick_early_i,
    .can_request_i,
    .full_i             (full),
    .final_block_i      (final_block),
    .rounds12_i         (rounds12),
    .save_i             (save),
    .transferred_o      (transferred),
    .abort_i            (abort),
    .abort_early_i      (abort_early),
    .output_busy_i      (output_busy),
    .drain_busy_i       (drain_busy),
    .more_i             (more || out_keep),
    .capture_o          (capture),
    .transfer_o         (transfer),
    .transfer_constant_o(transfer_constant),
    .step_o             (step),
    .step_constant_o    (step_constant),
    .advance_o,
    .clear_o,
    .advance_early_o,
    .clear_early_o
  );

  roundel_sponge_block_buffer #(
    .RateLanes (BlockLanes),
    .AsyncReset(AsyncReset)
  ) u_block (
    .clk_i,
    .rst_ni,
    .clear_i            ((!AsyncReset && !rst_ni) || abort),
    .write_i            (write),
    .position_i         (position),
    .lane_i             (lane),
    .transfer_i         (transfer),
    .transfer_constant_i(transfer_constant),
    .step_i             (step),
    .step_constant_i    (step_constant),
    .addend_o
  );

  // The asynchronous reset, constantly high without AsyncReset.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) out_rate_q <= '0;
    else if (hand_over) out_rate_q <= rate;
  end

  if (Resume) begin : gen_keep
    logic out_keep_q;
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) out_keep_q <= 1'b0;
      else if (hand_over) out_keep_q <= keep;
    end
    assign out_keep = out_keep_q;
  end else begin : gen_no_keep
    logic unused;
    assign unused = keep;
    assign out_keep = 1'b0;
  end

  roundel_sponge_lane_drain #(
    .RateLanes (RateLanes),
    .Whole     (SaveLoad),
    .Overlap   (RoundCycles == 1),
    .AsyncReset(AsyncReset)
  ) u_drain (
    .clk_i,
    .rst_ni,
    .capture_i   (capture),
    .state_i,
    .rate_i      (out_rate_q),
    .end_i       (out_end),
    .busy_o      (drain_busy),
    .lane_valid_o(out_lane_valid),
    .lane_o      (out_lane),
    .lane_ready_i(out_lane_ready)
  );

  roundel_sponge_digest_output #(
    .Overlap   (RoundCycles == 1),
    .AsyncReset(AsyncReset)
  ) u_output (
    .clk_i,
    .rst_ni,
    .load_i      (hand_over),
    .length_i    (length),
    .load_rate_i (rate),
    .busy_o      (output_busy),
    .rate_i      (out_rate_q),
    .more_o      (more),
    .lane_valid_i(out_lane_valid),
    .lane_i      (out_lane),
    .lane_ready_o(out_lane_ready),
    .end_o       (out_end),
    .error_i     (status),
    .beat_valid_o(output_valid),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
