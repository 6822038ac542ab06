// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The input of one message stream of a sponge: takes commands and text, gives lanes to the block buffer
// and a message's length to the output, and finds illegal sequences.
//
// After an illegal sequence all that was due is answered first; then `error_o` is high, and in the first of
// these cycles that has `tick_i` `abort_o` too, for STATUS = error and to forget the message; input is
// dropped up to the next command.

module roundel_sponge_input
  import roundel_stream_pkg::*;
#(
  parameter int unsigned RateLanes  = 21,
  parameter bit          AsyncReset = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  input logic tick_i,  // the state may be cleared

  // Lanes of the block that is being gathered, and whether it is there.
  output logic        write_o,
  output logic [ 4:0] position_o,     // from 1
  output logic [63:0] lane_o,
  output logic        full_o,
  output logic        final_block_o,  // it is its message's last
  input  logic        passed_on_i,    // the block has gone to the addend

  // The message whose digest is due next, at most one beside that which is being given out.
  output logic        hand_over_o,
  output logic [ 4:0] rate_o,          // lanes
  output logic [31:0] length_o,        // bytes
  input  logic        output_busy_i,
  input  logic        output_valid_i,
  output logic        error_o,
  output logic        abort_o
);

  typedef enum logic [2:0] {
    InCommand,   // a command is due
    InText,      // message text
    InHandOver,  // the message is in; its length waits for the output, behind one other at most
    InAbort,     // an illegal sequence: wait until all before it is answered
    InError,     // answer it, forget the message
    InFlush      // drop up to the next command
  } in_state_e;

  in_state_e in_state_q, in_state_d;
  logic [2:0] in_state_bits;
  logic error_q;  // in_state_q is InError; a register of its own, as it goes to every byte of the output

  logic beat_valid, beat_command, beat_text, beat_whole;
  logic [63:0] beat_data;
  logic drop, feed;
  logic lane_valid, lane_end, lane_taken;

  // Of the message that is being taken in, and of the one before it.
  logic [4:0] rate_q;
  logic [7:0] suffix_q;
  logic [31:0] length_q;
  logic pending_q, pending_d;

  // Of the block that is being gathered.
  logic [4:0] position_q, position_d, next_position;
  logic block_last_q, block_last_d;  // it is the block's last: position_q == rate_q
  logic full_q, full_d;
  logic final_block_q, final_block_d;

  logic command_good, accept, store;

  roundel_sponge_lane_feed #(
    .AsyncReset(AsyncReset)
  ) u_feed (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .beat_valid_o  (beat_valid),
    .beat_command_o(beat_command),
    .beat_text_o   (beat_text),
    .beat_whole_o  (beat_whole),
    .beat_data_o   (beat_data),
    .drop_i        (drop),
    .feed_i        (feed),
    .suffix_i      (suffix_q),
    .lane_valid_o  (lane_valid),
    .lane_o,
    .lane_end_o    (lane_end),
    .lane_ready_i  (!full_q),
    .block_last_i  (block_last_q)
  );

  logic unused_reserved;
  assign unused_reserved = ^beat_data[31:24];

  assign command_good = beat_command && beat_whole && beat_data[7:0] == OpHash &&
      beat_data[15:8] != '0 && beat_data[15:8] <= 8'(RateLanes);

  always_comb begin
    in_state_d = in_state_q;
    drop = 1'b0;
    feed = 1'b0;
    accept = 1'b0;
    store = 1'b0;
    unique case (in_state_q)
      InCommand: begin
        drop = beat_valid;
        accept = beat_valid && command_good;
        if (beat_valid) in_state_d = command_good ? InText : InAbort;
      end
      InText: begin
        feed = 1'b1;
        drop = beat_valid && !beat_text && !beat_command;
        if (beat_valid && !beat_text) in_state_d = InAbort;
        else if (lane_taken && lane_end && block_last_q) in_state_d = InHandOver;
      end
      InHandOver: begin
        store = !pending_q;
        if (store) in_state_d = InCommand;
      end
      InAbort: begin
        if (!pending_q && !output_busy_i && !output_valid_i) in_state_d = InError;
      end
      InError: begin
        if (tick_i) in_state_d = InFlush;
      end
      InFlush: begin
        drop = beat_valid && !beat_command;
        if (beat_valid && beat_command) in_state_d = InCommand;
      end
      default: in_state_d = InAbort;
    endcase
  end

  assign error_o = error_q;
  assign abort_o = error_q && tick_i;
  assign hand_over_o = pending_q && !output_busy_i;
  assign pending_d = store || (pending_q && !hand_over_o);
  assign lane_taken = lane_valid && !full_q;

  always_comb begin
    next_position = position_q + 5'd1;
    position_d = position_q;
    if (lane_taken) begin
      if (block_last_q) position_d = 5'd1;
      else position_d = lane_end ? rate_q : next_position;
    end
    // Looked up a lane ahead, to keep the comparison off the way to the feed.
    block_last_d = block_last_q;
    if (accept) block_last_d = beat_data[12:8] == 5'd1;
    else if (lane_taken && block_last_q) block_last_d = rate_q == 5'd1;
    else if (lane_taken) block_last_d = lane_end || next_position == rate_q;
    full_d = (full_q || (lane_taken && block_last_q)) && !passed_on_i;
    final_block_d = lane_taken ? lane_end : final_block_q;
    if (abort_o) begin
      position_d = 5'd1;
      full_d = 1'b0;
    end
  end

  roundel_reset_register #(
    .Width     (11),
    .AsyncReset(AsyncReset),
    .ResetValue({InCommand, 5'd1, 3'b000})
  ) u_control (
    .clk_i,
    .rst_ni,
    .d_i({in_state_d, position_d, full_d, pending_d, in_state_d == InError}),
    .q_o({in_state_bits, position_q, full_q, pending_q, error_q})
  );
  assign in_state_q = in_state_e'(in_state_bits);

  // The asynchronous reset, if registers have one.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) begin
      final_block_q <= 1'b0;
      block_last_q <= 1'b0;
      rate_q <= '0;
      suffix_q <= '0;
      length_q <= '0;
      rate_o <= '0;
      length_o <= '0;
    end else begin
      final_block_q <= final_block_d;
      block_last_q <= block_last_d;
      if (accept) begin
        rate_q <= beat_data[12:8];
        suffix_q <= beat_data[23:16];
        length_q <= beat_data[63:32];
      end
      if (store) begin
        rate_o <= rate_q;
        length_o <= length_q;
      end
    end
  end

  assign write_o = lane_taken;
  assign position_o = position_q;
  assign full_o = full_q;
  assign final_block_o = final_block_q;

endmodule
