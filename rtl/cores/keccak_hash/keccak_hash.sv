// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Keccak sponge hash (FIPS 202): SHA-3, SHAKE and original Keccak at every rate of 1 to 21 lanes, any
// domain suffix, any output length. A transaction is CMD, TEXT -> DIGEST; docs/stream-protocol.md has
// the command's layout, docs/cores/keccak-hash.md the cycle budget.
//
// One round a cycle, 24 cycles a block, absorbing and squeezing. The last round of a permutation waits
// for the next block and adds it to its result, so a block costs no cycle of its own; the first block
// of a message is added in the same way to the zero state, whose "round" without a constant is zero.
// While a block is permuted the next one is gathered (keccak_block_buffer) and the last output block
// is given out (keccak_lane_drain). Of one-block messages one can begin every 26 cycles.
//
// An illegal sequence is answered by STATUS = error, after the answers that are due, and input is
// dropped up to the next command. Nothing depends on data but data.

module keccak_hash
  import roundel_stream_pkg::*;
(
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

  import keccak_pkg::NumLanes;

  localparam int unsigned RateLanes = 21;
  localparam keccak_pkg::round_t LastRound = keccak_pkg::round_t'(keccak_pkg::nominal_rounds(64) - 1);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Input: commands and text
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef enum logic [2:0] {
    InCommand,   // a command is due
    InText,      // message text
    InHandOver,  // the message is in; its length goes to the output as soon as that is free
    InAbort,     // an illegal sequence: wait until all before it is answered
    InError,     // answer it, forget the message
    InFlush      // drop up to the next command
  } in_state_e;

  in_state_e in_state_q, in_state_d;

  logic beat_valid, beat_command, beat_text, beat_whole;
  logic [63:0] beat_data;
  logic drop, feed;
  logic lane_valid, lane_end, lane_taken;
  logic [63:0] lane;

  // Of the message that is being taken in.
  logic [4:0] rate_q;
  logic [7:0] suffix_q;
  logic [31:0] length_q;

  // Of the block that is being gathered.
  logic [4:0] position_q, position_d;
  logic block_last;
  logic full_q, full_d;
  logic final_block_q, final_block_d;

  logic transfer_q;  // the block gathered goes to the addend
  logic command_good, accept, abort, hand_over;
  logic output_busy, output_valid;

  keccak_lane_feed u_feed (
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
    .lane_o        (lane),
    .lane_end_o    (lane_end),
    .lane_ready_i  (!full_q),
    .block_last_i  (block_last)
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
    abort = 1'b0;
    hand_over = 1'b0;
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
        else if (lane_taken && lane_end && block_last) in_state_d = InHandOver;
      end
      InHandOver: begin
        hand_over = !output_busy;
        if (hand_over) in_state_d = InCommand;
      end
      InAbort: begin
        if (!output_busy && !output_valid) in_state_d = InError;
      end
      InError: begin
        abort = 1'b1;
        in_state_d = InFlush;
      end
      InFlush: begin
        drop = beat_valid && !beat_command;
        if (beat_valid && beat_command) in_state_d = InCommand;
      end
      default: in_state_d = InAbort;
    endcase
  end

  assign lane_taken = lane_valid && !full_q;
  assign block_last = position_q == rate_q;

  always_comb begin
    position_d = position_q;
    if (lane_taken) begin
      if (block_last) position_d = 5'd1;
      else position_d = lane_end ? rate_q : position_q + 5'd1;
    end
    full_d = (full_q || (lane_taken && block_last)) && !transfer_q;
    final_block_d = lane_taken ? lane_end : final_block_q;
    if (abort) begin
      position_d = 5'd1;
      full_d = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      in_state_q <= InCommand;
      position_q <= 5'd1;
      full_q <= 1'b0;
    end else begin
      in_state_q <= in_state_d;
      position_q <= position_d;
      full_q <= full_d;
    end
  end

  always_ff @(posedge clk_i) begin
    final_block_q <= final_block_d;
    if (accept) begin
      rate_q <= beat_data[12:8];
      suffix_q <= beat_data[23:16];
      length_q <= beat_data[63:32];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Permutation
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [63:0] state_q[NumLanes]  /*verilator split_var*/;
  logic [63:0] state_d[NumLanes];
  logic [63:0] addend[NumLanes];
  keccak_pkg::round_t round_q;
  logic last_q, before_last_q;  // round_q is the last, the one before it
  logic blank_q;  // the state is zero: no message yet
  logic loaded_q;  // a block is in the addend
  logic final_loaded_q;  // the block in the addend is its message's last
  logic final_q;  // the message's last block is in the state
  logic squeeze_q;  // the state is an output block
  logic capture_ready_q;
  logic near_last_q;  // round_q is the last or one of the two before it
  logic transfer_d, block_due, advance, capture, more, clear_state;
  logic drain_busy;
  logic [4:0] out_rate_q;
  keccak_pkg::rc_t next_constant_q;  // of the round after this one

  // Decided a cycle ahead: in the round before the last but one, or while the last one waits, for the
  // message in the state; in the last round of a message that ends with it, for the next message.
  assign block_due = final_q ? (last_q && output_busy && !drain_busy && !more) : (near_last_q && !squeeze_q);
  assign transfer_d = full_q && !transfer_q && block_due && !abort && rst_ni;
  assign capture = squeeze_q && capture_ready_q;
  assign advance = squeeze_q ? capture_ready_q : (!last_q || loaded_q || final_q);
  assign clear_state = !rst_ni || abort || (capture && !more);

  // A blank state waits in the last round, like one that waits for its next block.
  always_ff @(posedge clk_i) begin
    if (clear_state) begin
      round_q <= LastRound;
      last_q <= 1'b1;
      before_last_q <= 1'b0;
      near_last_q <= 1'b1;
      blank_q <= 1'b1;
      final_q <= 1'b0;
      squeeze_q <= 1'b0;
      next_constant_q <= keccak_pkg::RoundConstants[0];
    end else if (advance) begin
      round_q <= next_round(round_q);
      last_q <= before_last_q;
      before_last_q <= round_q == LastRound - 5'd2;
      near_last_q <= round_q == LastRound - 5'd3 || (near_last_q && !last_q);
      blank_q <= 1'b0;
      final_q <= loaded_q ? final_loaded_q : final_q;
      squeeze_q <= last_q && final_q;
      next_constant_q <= keccak_pkg::RoundConstants[next_round(next_round(round_q))];
    end
  end

  function automatic keccak_pkg::round_t next_round(keccak_pkg::round_t round);
    return round == LastRound ? '0 : round + 5'd1;
  endfunction

  always_ff @(posedge clk_i) begin
    transfer_q <= transfer_d;
    loaded_q <= transfer_q && !abort && rst_ni;
    if (transfer_q) final_loaded_q <= final_block_q;
    // Registered, as `more` is: both look at the length left after the last lane of the block before.
    capture_ready_q <= output_busy && !drain_busy && rst_ni;
    if (hand_over) out_rate_q <= rate_q;
  end

  keccak_block_buffer #(
    .RateLanes(RateLanes)
  ) u_block (
    .clk_i,
    .clear_i            (!rst_ni || abort),
    .write_i            (lane_taken),
    .position_i         (position_q),
    .lane_i             (lane),
    .transfer_i         (transfer_d),
    // The zero state stays zero but for its first block.
    .transfer_constant_i(!blank_q && !squeeze_q ? keccak_pkg::RoundConstants[LastRound] : '0),
    .step_i             (advance),
    .step_constant_i    (next_constant_q),
    .addend_o           (addend)
  );

  keccak_round u_round (
    .state_i        (state_q),
    .addend_i       (addend),
    .inject_i       ('{default: '0}),
    .inject_parity_i('{default: '0}),
    .state_o        (state_d)
  );

  for (genvar i = 0; i < NumLanes; i++) begin : gen_state
    always_ff @(posedge clk_i) begin
      if (clear_state) state_q[i] <= '0;
      else if (advance) state_q[i] <= state_d[i];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic out_lane_valid, out_lane_ready, out_end;
  logic [63:0] out_lane;

  keccak_lane_drain #(
    .RateLanes(RateLanes)
  ) u_drain (
    .clk_i,
    .rst_ni,
    .capture_i   (capture),
    .state_i     (state_q),
    .rate_i      (out_rate_q),
    .end_i       (out_end),
    .busy_o      (drain_busy),
    .lane_valid_o(out_lane_valid),
    .lane_o      (out_lane),
    .lane_ready_i(out_lane_ready)
  );

  keccak_digest_output u_output (
    .clk_i,
    .rst_ni,
    .load_i      (hand_over),
    .length_i    (length_q),
    .busy_o      (output_busy),
    .rate_i      (out_rate_q),
    .more_o      (more),
    .lane_valid_i(out_lane_valid),
    .lane_i      (out_lane),
    .lane_ready_o(out_lane_ready),
    .end_o       (out_end),
    .error_i     (abort),
    .beat_valid_o(output_valid),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
