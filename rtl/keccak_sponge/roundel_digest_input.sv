// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Receives the message stream of keccak-hash-digest: decodes commands, sends the lanes of the text and the
// zeros after them to the block buffer, and detects illegal sequences. The core serves four pairs of rate and
// digest length, in which the rate and twice the digest are the 1600 bits of the state.
//
// A block buffer is always filled with BlockLanes lanes: those of the rate, then zeros.
//
// After an illegal sequence all earlier messages are answered first. Then abort_o is high for one cycle: it
// sends STATUS = ERROR and clears the message. Input is then dropped up to the next command.
//
// Schedule:   at most one lane per cycle. full_o is high from the cycle after the last lane of a block to the
//             cycle of absorbed_i, and no lane is sent while it is high. The next command is read when the
//             last block of the message goes to the addend.
// Interfaces: beats from the s_axis ports of the core; lanes to roundel_digest_block_buffer; block state to
//             and from roundel_digest_schedule.
// Bytes:      byte 0 of a beat is tdata[7:0] and byte 0 of its first lane.
// Reference:  docs/stream-protocol.md (command, errors); FIPS 202 section 4, step 1 (padding), section 6.1.

module roundel_digest_input
  import roundel_stream_pkg::*;
#(
  parameter int unsigned BlockLanes = 18  // widest rate in lanes
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  // The block that is being gathered.
  output logic        write_o,  // append lane_o, or zero, to the block
  output logic        zero_o,  // with write_o: append a zero lane
  output logic [63:0] lane_o,  // padded lane of the message
  output logic        full_o,  // the block is complete
  output logic        final_block_o,  // the block is the last of its message
  output roundel_digest_pkg::length_e length_o,  // length of the digest of its message
  input  logic        transferred_i,  // the block is in the addend
  input  logic        absorbed_i,  // the block is added to the state

  input  logic        busy_i,  // an earlier message is not yet answered
  output logic        abort_o  // send STATUS = ERROR and clear the message
);

  import roundel_digest_pkg::*;

  typedef enum logic [2:0] {
    InCommand,   // a command is expected
    InText,      // message text
    InHandOver,  // the message is complete; its last block is not yet in the addend
    InAbort,     // an illegal sequence: wait until all earlier messages are answered
    InError,     // answer it, clear the message
    InFlush      // drop up to the next command
  } in_state_e;

  in_state_e in_state_q, in_state_d;
  logic [2:0] in_state_bits;
  logic error_q;  // in_state_q is InError

  logic beat_valid, beat_command, beat_text, keep_full;
  logic [63:0] beat_data;
  logic drop, feed;
  logic lane_valid, lane_end, lane_accepted;

  length_e length_q;
  logic [7:0] suffix_q;

  // The block that is being gathered.
  logic [BlockLanes-1:0] place_q, place_d;  // one-hot: the place of the next lane
  logic block_last_q, block_last_d;  // the next lane is the last of the rate
  logic gather_q, gather_d;  // lanes of the message are expected
  logic zeros_q, zeros_d;  // zeros follow up to BlockLanes
  logic full_q, full_d;
  logic final_block_q, final_block_d;

  logic command_legal_d, command_legal_q;  // the beat is a legal command
  logic accept;

  logic beat_key, beat_part;  // zero

  roundel_sponge_lane_feed u_feed (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .keep_full_o       (keep_full),
    .beat_valid_o      (beat_valid),
    .beat_command_o    (beat_command),
    .beat_text_o       (beat_text),
    .beat_key_o        (beat_key),
    .beat_part_o       (beat_part),
    .beat_data_o       (beat_data),
    .drop_i            (drop),
    .drop_early_i      (in_state_d == InCommand),
    .feed_i            (feed),
    .raw_i             (1'b0),
    .suffix_i          (suffix_q),
    .lane_valid_o      (lane_valid),
    .lane_o,
    .lane_end_o        (lane_end),
    .lane_ready_i      (gather_q),
    .lane_ready_early_i(gather_d),
    .block_last_i      (block_last_q)
  );

  // Byte 0 of CMD is the operation, byte 1 the flags, byte 2 the suffix, byte 3 the rate in lanes, bytes 4 to
  // 7 the length of the digest. Bytes 8 to 15 are zero.
  logic pair_served;  // the pair of rate and length is served
  assign pair_served = serves(s_axis_tdata[31:24], s_axis_tdata[63:32]);
  assign command_legal_d = s_axis_tuser == KindCmd && keep_full && s_axis_tlast &&
      s_axis_tdata[7:0] == OpHash && s_axis_tdata[15:8] == '0 &&
      !s_axis_tdata[23] && s_axis_tdata[22:16] != '0 &&
      pair_served && s_axis_tdata[127:64] == '0;

  always_comb begin
    in_state_d = in_state_q;
    drop = 1'b0;
    feed = 1'b0;
    accept = 1'b0;
    unique case (in_state_q)
      InCommand: begin
        drop = beat_valid;
        accept = beat_valid && command_legal_q;
        if (beat_valid) in_state_d = command_legal_q ? InText : InAbort;
      end
      InText: begin
        feed = 1'b1;
        drop = beat_valid && !beat_text && !beat_command;
        if (beat_valid && !beat_text) in_state_d = InAbort;
        else if (lane_accepted && lane_end && block_last_q) in_state_d = InHandOver;
      end
      InHandOver: begin
        if (transferred_i) in_state_d = InCommand;
      end
      InAbort: begin
        if (!busy_i) in_state_d = InError;
      end
      InError: in_state_d = InFlush;
      InFlush: begin
        drop = beat_valid && !beat_command;
        if (beat_valid && beat_command) in_state_d = InCommand;
      end
      default: in_state_d = InAbort;
    endcase
  end

  assign abort_o = error_q;
  assign lane_accepted = lane_valid && gather_q;
  assign write_o = lane_accepted || zeros_q;
  assign zero_o = zeros_q;

  always_comb begin
    place_d = write_o ? {place_q[BlockLanes-2:0], place_q[BlockLanes-1]} : place_q;
    // Determined one lane early, so that the selection is not on the path to the feed.
    block_last_d = write_o ? place_q[rate_of(length_q)-2] : block_last_q;
    gather_d = gather_q && !(lane_accepted && block_last_q);
    zeros_d = zeros_q || (lane_accepted && block_last_q);
    full_d = full_q;
    if (write_o && place_q[BlockLanes-1]) begin
      zeros_d = 1'b0;
      full_d = 1'b1;
    end
    final_block_d = lane_accepted ? lane_end : final_block_q;
    if (absorbed_i) begin
      full_d = 1'b0;
      gather_d = 1'b1;
    end
    if (error_q) begin
      place_d = BlockLanes'(1);
      block_last_d = 1'b0;
      zeros_d = 1'b0;
      full_d = 1'b0;
      gather_d = 1'b1;
    end
  end

  roundel_reset_register #(
    .Width     (BlockLanes + 8),
    .ResetValue({InCommand, BlockLanes'(1), 5'b01000})
  ) u_control (
    .clk_i,
    .rst_ni,
    .d_i({in_state_d, place_d, block_last_d, gather_d, zeros_d, full_d, in_state_d == InError}),
    .q_o({in_state_bits, place_q, block_last_q, gather_q, zeros_q, full_q, error_q})
  );
  assign in_state_q = in_state_e'(in_state_bits);

  always_ff @(posedge clk_i) begin
    final_block_q <= final_block_d;
    if (s_axis_tvalid && s_axis_tready) command_legal_q <= command_legal_d;
    if (accept) begin
      length_q <= length_of(beat_data[28], beat_data[26], beat_data[25]);
      suffix_q <= beat_data[23:16];
    end
  end

  // The operation, the flags and the length are judged in the beat only.
  logic unused;
  assign unused = ^{beat_data, beat_key, beat_part};

  assign full_o = full_q;
  assign final_block_o = final_block_q;
  assign length_o = length_q;

endmodule
