// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Receives one transaction of keccak-pq: judges the command, gathers the blocks of the text or seed lane by
// lane, pads them, and detects illegal sequences.
//
// The block register of the core takes 21 lanes for every block: those of the rate, then zeros. The block of
// a seed stays in it until the transaction is answered. The next command is judged after that.
//
// Without MlDsa and SlhDsa their commands are illegal, and the registers of their requests are zero.
//
// After an illegal sequence error_o is high until error_sent_i; input is then dropped up to the next command.
//
// Schedule:   at most one lane per cycle; the lane comes one cycle after its beat half is read. full_o is
//             high from the cycle in which the last lane comes, to taken_i.
// Interfaces: beats from the s_axis ports of the core; lanes to roundel_pq_block; block state to
//             roundel_pq_schedule; error to roundel_pq_output.
// Bytes:      byte 0 of a beat is tdata[7:0] and byte 0 of its first lane.
// Reference:  docs/stream-protocol.md (command, errors); FIPS 202 section 4, step 1 (padding).

module roundel_pq_input
  import roundel_stream_pkg::*;
  import roundel_pq_pkg::*;
#(
  parameter bit MlDsa  = 1'b1,  // the samplers of ML-DSA
  parameter bit SlhDsa = 1'b1   // chains of F of SLH-DSA
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output request_t    request_o,  // the command, from its acceptance to the next one
  output logic        begin_o,  // the command is accepted

  output logic        append_o,  // lane_o is the next lane of the block
  output logic [63:0] lane_o,  // the lane, without the suffix of a lane of its own and the final bit
  output logic        pad_o,  // the suffix is byte 0 of the lane, which has no byte of the message
  output logic        final_bit_o,  // the lane has the last bit of the padding
  output logic        index_o,  // the low 16 bits of the lane are the index of a seed
  output logic        full_o,  // a block is complete
  output logic        final_block_o,  // it is the last of its message
  input  logic        taken_i,  // the block of a text is in the addend

  input  logic        done_i,  // the transaction is answered
  output logic        error_o,  // send STATUS = ERROR
  input  logic        error_sent_i  // it is sent
);

  import roundel_segment_pkg::segment_beat_t;

  localparam int unsigned BlockLanes = 21;
  // The last two bytes of a seed with an index: 32 and 33, or 64 and 65.
  localparam logic [4:0] IndexLane = 5'd4;
  localparam logic [4:0] LongIndexLane = 5'd8;

  typedef enum logic [1:0] {
    InCommand,  // a command is expected
    InMessage,  // text or seed
    InAnswer,   // the message is complete and not yet answered
    InError     // STATUS = ERROR is to be sent
  } in_state_e;

  in_state_e in_state_q, in_state_d;
  request_t request_q, request_d;

  logic beat_valid, beat_accept, drop;
  segment_beat_t beat;
  logic [127:0] data;
  logic [15:0] keep;

  roundel_segment_reader #(
    .Skid(1'b0)
  ) u_reader (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .valid_o (beat_valid),
    .accept_i(beat_accept),
    .drop_i  (drop),
    .beat_o  (beat),
    .data_o  (data),
    .keep_o  (keep)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Command
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic hash_legal, chain_legal, sample_legal, command_legal, sampler_exists, rejects;
  mode_e sampler;

  // Without ML-DSA a mode is two bits.
  assign sampler = mode_e'({MlDsa ? data[27:26] : 2'd0, data[25:24]});
  // The time of a sampler by rejection depends on its seed.
  assign rejects = is_rejection(sampler);
  assign sampler_exists = data[31:28] == '0 && (MlDsa || data[27:26] == '0) &&
      (rejects || (sampler inside {ModeCbd2, ModeCbd3, ModeMask17, ModeMask19}));
  // SHA3-512 and SHA3-256 have one length; SHAKE256 has whole lanes.
  assign hash_legal = data[7:0] == OpHash &&
      ((data[31:16] == 16'h0906 && data[47:32] == 16'd64) ||
       (data[31:16] == 16'h1106 && data[47:32] == 16'd32) ||
       (data[31:16] == 16'h111f && data[34:32] == '0 && data[47:35] != '0));
  // A chain of 1 to 127 links, of 16, 24 or 32 bytes each.
  assign chain_legal = SlhDsa && data[7:0] == OpHash && data[31:24] == FunctionChain && !data[23] &&
      data[22:16] != '0 && data[47:38] == '0 && data[34:32] == '0 && (data[37:35] inside {3'd2, 3'd3, 3'd4});
  // Whole polynomials of 512 or 1024 bytes, of SampleInBall one. A matrix has up to 15 columns.
  assign sample_legal = data[7:0] == OpSample && sampler_exists && data[40:32] == '0 &&
      data[47:41] != '0 && !(data[41] && is_wide(sampler)) &&
      !(data[47:43] != '0 && is_ball(sampler)) && data[23:20] == '0 &&
      (is_matrix(sampler) || data[19:16] == '0);
  assign command_legal = beat.kind == KindCmd && beat.last && beat.full && !beat.malformed &&
      (hash_legal || chain_legal || sample_legal) && data[15:8] == '0 && data[127:48] == '0;

  always_comb begin
    request_d.mode = data[1] ? sampler : ModeHash;
    request_d.chain = SlhDsa && !data[1] && data[31];
    request_d.links = SlhDsa ? data[22:16] : '0;
    request_d.rate = data[1] || data[31] ? (data[1] && is_matrix(sampler) ? Rate128 : Rate256) : data[28:24];
    request_d.shake = data[1] || data[31] || data[16];
    request_d.columns = data[19:16];
    request_d.length = data[47:32];
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lanes of a message
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic hash, ball, long_seed, two_bytes, kind_legal, seed_legal, chain_beat_legal, beat_legal;
  // Beats of the segment before this one; of a text the low bits. A seed of ML-KEM has three beats.
  localparam int unsigned CountBits = MlDsa || SlhDsa ? 3 : 2;
  logic [CountBits-1:0] beats_q;
  logic [2:0] beats;
  // The high lane of a beat is kept, so that the reader can offer the next beat.
  logic high_q;  // it is the next lane
  logic [63:0] high_data_q;
  logic [7:0] high_keep_q;
  logic high_last_q;
  logic [7:0] lane_keep;
  logic lane_last, lane_ends;
  logic next_is_pad_q;  // a lane with nothing but the suffix is next
  logic beat_due;  // a beat of the message is expected
  logic message_open;

  assign beats = 3'(beats_q);
  assign hash = request_q.mode == ModeHash;
  assign kind_legal = beat.kind == (hash ? KindText : KindSeed);
  // A seed is 32 or 64 bytes, and an index of two bytes or, of SamplePolyCBD, one. That of SampleInBall is 2,
  // 3 or 4 beats; the mode has the number of the last one in its low bits.
  assign ball = is_ball(request_q.mode);
  assign long_seed = has_long_seed(request_q.mode);
  assign two_bytes = request_q.mode != ModeCbd2 && request_q.mode != ModeCbd3;
  assign seed_legal = ball ? beat.full && beat.last == (beats[1:0] == request_q.mode[1:0]) :
      beats == (long_seed ? 3'd4 : 3'd2) ?
      beat.last && keep[0] && (two_bytes ? keep[1] && !keep[2] : !keep[1]) : beat.full && !beat.last;
  // The text of a chain is PK.seed, ADRS and the value: 4, 5 or 6 beats.
  assign chain_beat_legal = !request_q.chain ||
      (beat.full && beat.last == (beats == request_q.length[5:3] + 3'd1));
  assign beat_legal = kind_legal && !beat.malformed && (hash ? chain_beat_legal : seed_legal);

  assign lane_keep = high_q ? high_keep_q : keep[7:0];
  assign lane_last = high_q ? high_last_q : beat.last;
  assign lane_ends = lane_last && !lane_keep[7];  // the suffix is in this lane

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The block
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [4:0] place_q;  // the number of the next lane
  logic last_of_rate;  // it is the last of the rate
  logic past_q;  // it is after the rate
  logic ended_q;  // the suffix is in the block
  logic full_q, final_q;
  logic free, zeros, write, read_low, read_high, read_lane, pad, ends, last_place;

  assign message_open = in_state_q == InMessage;
  assign last_of_rate = place_q == request_q.rate - 5'd1;
  assign last_place = place_q == 5'(BlockLanes - 1);
  assign free = !past_q && !full_q;  // the block takes a lane of the message
  assign zeros = (ended_q || past_q) && !full_q;
  assign beat_due = message_open && !high_q && !next_is_pad_q && !ended_q;
  assign read_low = beat_due && beat_valid && beat_legal && free;
  assign read_high = high_q && free;
  assign read_lane = read_low || read_high;
  assign pad = next_is_pad_q && free;
  assign write = zeros || read_lane || pad;
  assign ends = (read_lane && lane_ends) || pad;
  assign beat_accept = (in_state_q == InCommand && beat_valid && beat.kind == KindCmd) || read_low;

  always_comb begin
    in_state_d = in_state_q;
    drop = 1'b0;
    unique case (in_state_q)
      InCommand: begin
        if (beat_valid) begin
          in_state_d = command_legal ? InMessage : InError;
          drop = !command_legal;
        end
      end
      InMessage: begin
        if (beat_due && beat_valid && !beat_legal) begin
          in_state_d = InError;
          drop = 1'b1;
        end else if (ends) in_state_d = InAnswer;
      end
      InAnswer: if (done_i) in_state_d = InCommand;
      default:  if (error_sent_i) in_state_d = InCommand;
    endcase
  end

  logic restart;
  assign restart = !rst_ni || in_state_q == InCommand || in_state_q == InError;
  assign begin_o = in_state_q == InCommand && beat_valid && command_legal;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) in_state_q <= InCommand;
    else in_state_q <= in_state_d;
    if (begin_o) request_q <= request_d;
    if (restart || read_high) begin
      high_data_q <= '0;
      high_keep_q <= '0;
      high_last_q <= 1'b0;
    end else if (read_low) begin
      high_data_q <= data[127:64];
      high_keep_q <= keep[15:8];
      high_last_q <= beat.last;
    end
    if (restart) begin
      beats_q <= '0;
      high_q <= 1'b0;
      next_is_pad_q <= 1'b0;
      place_q <= '0;
      past_q <= 1'b0;
      ended_q <= 1'b0;
      full_q <= 1'b0;
      final_q <= 1'b0;
    end else begin
      if (read_lane) begin
        high_q <= !high_q && !lane_ends;
        next_is_pad_q <= high_q && lane_last && lane_keep[7];
      end else if (pad) begin
        next_is_pad_q <= 1'b0;
      end
      if (read_low) beats_q <= beats_q + CountBits'(1);
      if (ends) ended_q <= 1'b1;
      if (write) begin
        place_q <= last_place ? '0 : place_q + 5'd1;
        past_q <= (past_q || last_of_rate) && !last_place;
        full_q <= last_place;
      end else if (taken_i && !final_q) begin
        full_q <= 1'b0;
      end
      if (write && last_of_rate && (ended_q || ends)) final_q <= 1'b1;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The lane register
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [63:0] lane_d, lane_q;
  logic append_q, pad_q, final_bit_q, index_q;

  always_comb begin
    lane_d = high_q ? high_data_q : data[63:0];
    for (int unsigned k = 0; k < 8; k++) begin
      if (lane_last && !lane_keep[k] && (k == 0 || lane_keep[(k+7)%8])) begin
        lane_d[8*k+:8] |= request_q.shake ? 8'h1f : 8'h06;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!read_lane || !rst_ni) lane_q <= '0;
    else lane_q <= lane_d;
    append_q <= rst_ni && write;
    pad_q <= rst_ni && pad;
    final_bit_q <= rst_ni && write && last_of_rate && !past_q && (ended_q || ends);
    index_q <= rst_ni && write && !hash && !ball && place_q == (long_seed ? LongIndexLane : IndexLane);
  end

  // The kind and the position of a beat in its segment are in the other properties.
  logic unused;
  assign unused = beat.first ^ beat.empty;

  assign request_o = request_q;
  assign append_o = append_q;
  assign lane_o = lane_q;
  assign pad_o = pad_q;
  assign final_bit_o = final_bit_q;
  assign index_o = index_q;
  assign full_o = full_q;
  assign final_block_o = final_q;
  assign error_o = in_state_q == InError;

endmodule
