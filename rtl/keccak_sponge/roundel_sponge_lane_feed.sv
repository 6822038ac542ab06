// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Splits 128-bit beats into the 64-bit lanes of sponge blocks, with pad10*1 and a domain suffix byte. Holds
// one beat. The last beat of a message sends its full lanes, then the lane in which the message ends, with
// the suffix after its last byte. Unless that lane is the last of its block, a zero lane follows that has
// only the final pad bit. The caller counts positions: block_last_i marks the lane on offer as the last of
// its block, and the lane after the one with lane_end_o belongs to that place.
// With raw_i the lanes of a segment are sent as they are. It ends with a full lane, the one with lane_end_o.
// A beat that is a command, or that is to be dropped, leaves in one cycle (drop_i). Bytes that the next beat
// does not replace (no tkeep, or no beat at all) are cleared by the synchronous clear of the registers. So
// nothing of a message is kept after it, however it ends. AsyncReset: every register is reset asynchronously.
//
// Schedule:   a beat of cycle t sends its first lane in t+1 and its second in t+2 unless stalled, so the
//             widest rate, 21 lanes, fits well into the 24 rounds of the previous block. The suffix costs one
//             cycle. s_axis_tready is a register. It is high without a beat, and in the cycle in which a beat
//             leaves if that is certain one cycle earlier: for the second lane of a beat within a message,
//             and with drop_early_i. After any other beat the next one is accepted one cycle later.
// Interfaces: beats from the s_axis ports of the core; lanes and control to and from roundel_sponge_input.
// Bytes:      byte 0 of a beat is byte 0 of its first lane.
// Reference:  FIPS 202 sections 5.1 (pad10*1) and B.2 (suffix byte).

module roundel_sponge_lane_feed
  import roundel_stream_pkg::*;
#(
  parameter bit Raw        = 1'b0,  // KEY, and a text without padding, are served
  parameter bit AsyncReset = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [         127:0] s_axis_tdata,
  input  logic [          15:0] s_axis_tkeep,
  input  logic                  s_axis_tlast,
  input  logic [UserWidth-1:0]  s_axis_tuser,
  input  logic                  s_axis_tvalid,
  output logic                  s_axis_tready,

  output logic keep_full_o,  // all bytes of s_axis_tkeep are set

  // The held beat, for the command decoder and the sequence check.
  output logic        beat_valid_o,  // a beat is held
  output logic        beat_command_o,  // the beat is of kind CMD
  output logic        beat_text_o,     // of kind TEXT or KEY; tkeep is contiguous, partial only with tlast
  output logic        beat_key_o,  // of kind KEY; only with Raw
  output logic        beat_part_o,  // it ends within a lane, or is empty; only with Raw
  output logic [63:0] beat_data_o,     // the lane on offer: of a new beat its first 8 bytes

  input logic       drop_i,  // drop the beat
  input logic       drop_early_i,  // a beat that is held in the next cycle is dropped in it
  input logic       feed_i,    // text is expected: send the lanes of a TEXT beat
  input logic       raw_i,  // the segment is sent without suffix and padding; it ends with a lane
  input logic [7:0] suffix_i,  // domain suffix with the first bit of the padding

  output logic        lane_valid_o,  // lane_o is valid
  output logic [63:0] lane_o,  // padded lane
  output logic        lane_end_o,    // the message ends in or before this lane
  input  logic        lane_ready_i,  // the receiver accepts the lane
  input  logic        lane_ready_early_i,  // the receiver accepts a lane in the next cycle
  input  logic        block_last_i  // the lane on offer is the last of its block
);

  logic valid_q, valid_d;
  logic last_q, command_q;
  logic text_q, text_d;  // implies valid
  logic message_end_q, message_end_d;  // the message ends in or before the lane on offer
  logic lane_valid_q, lane_valid_d;  // the lane is text, and has its suffix if it needs one
  logic second_q, second_d;  // the second lane of the beat is on offer
  logic suffixed_q, suffixed_d;  // the suffix is in place
  logic [7:0][7:0] lane_q, next_lane_q, lane_d;
  logic [7:0] lane_keep_q, next_keep_q;

  logic ready_q, ready_d;  // no beat is held, or it leaves in this cycle
  logic load, shift, pop, accepted, insert_suffix;
  logic leaves;  // the lane on offer is the last one of its beat
  logic [7:0] suffix;
  logic [7:0] end_byte;  // one-hot: the first byte after the message
  logic [15:0] load_clear;
  logic keep_malformed;
  logic text_kind;  // the beat of s_axis is of kind TEXT, or KEY with Raw
  logic last_lane;  // the lane on offer is the last one of its segment, if it ends with a lane

  assign insert_suffix = text_q && feed_i && message_end_q && !suffixed_q;
  assign lane_valid_o = lane_valid_q && feed_i;
  assign lane_end_o = raw_i ? last_lane : suffixed_q;
  assign accepted = lane_valid_o && lane_ready_i;
  assign pop = drop_i || (accepted && leaves);
  always_comb begin
    leaves = second_q;
    if (raw_i) leaves = second_q || last_lane;
    else if (last_q) leaves = suffixed_q && block_last_i;
  end
  assign shift = accepted && !pop;

  // A second lane is sent only while text is expected, and within a message that lasts.
  assign ready_d = !valid_d || drop_early_i || (second_d && !last_q && lane_valid_d && lane_ready_early_i);
  assign s_axis_tready = ready_q;
  assign load = s_axis_tvalid && ready_q;
  assign load_clear = ready_q ? ~(s_axis_tkeep & {16{s_axis_tvalid}}) : '0;

  always_comb begin
    suffixed_d = (suffixed_q || insert_suffix) && !load;
    valid_d = load || (valid_q && !pop);
    text_d = load ? (text_kind && !keep_malformed && (s_axis_tlast || s_axis_tkeep[15]))
        : (text_q && !pop);
    message_end_d = message_end_q;
    if (load) message_end_d = (s_axis_tlast && !s_axis_tkeep[7]);
    else if (shift) message_end_d = (last_q && !next_keep_q[7]);
    lane_valid_d = text_d && (!message_end_d || suffixed_d);
    second_d = (second_q || shift) && !load;
  end

  // A hole is a byte kept above one that is not.
  assign keep_malformed = |(s_axis_tkeep[15:1] & ~s_axis_tkeep[14:0]);
  assign keep_full_o = s_axis_tkeep[15] && !keep_malformed;

  // While the suffix is inserted, the second lane is zero: it was loaded without a byte, or it was
  // shifted down and a zero followed it. So one OR serves both moves.
  roundel_keep_and #(
    .Width(8)
  ) u_suffix (
    .enable_i(insert_suffix),
    .data_i  (suffix_i),
    .data_o  (suffix)
  );
  assign end_byte = {lane_keep_q[6:0], 1'b1} & ~lane_keep_q;
  // (Ready alone can select and enable: without a beat the clear of the register has priority.)
  always_comb begin
    for (int unsigned k = 0; k < 8; k++) begin
      lane_d[k] = ready_q ? s_axis_tdata[8*k+:8] : (next_lane_q[k] | suffix);
    end
  end

  roundel_reset_register #(
    .Width     (6),
    .AsyncReset(AsyncReset),
    .ResetValue(6'b100000)
  ) u_control (
    .clk_i,
    .rst_ni,
    .d_i({ready_d, valid_d, text_d, lane_valid_d, second_d, suffixed_d}),
    .q_o({ready_q, valid_q, text_q, lane_valid_q, second_q, suffixed_q})
  );

  // The asynchronous reset, constantly high without AsyncReset.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) begin
      last_q <= 1'b0;
      command_q <= 1'b0;
      message_end_q <= 1'b0;
    end else begin
      if (load) begin
        last_q <= s_axis_tlast;
        command_q <= s_axis_tuser == KindCmd;
      end
      message_end_q <= message_end_d;
    end
  end

  if (Raw) begin : gen_raw
    logic key_q, part_q;
    assign text_kind = s_axis_tuser == KindText || s_axis_tuser == KindKey;
    assign last_lane = last_q && (second_q || !next_keep_q[0]);
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) begin
        key_q  <= 1'b0;
        part_q <= 1'b0;
      end else if (load) begin
        key_q  <= s_axis_tuser == KindKey;
        part_q <= !(s_axis_tkeep[7] && s_axis_tkeep[15] == s_axis_tkeep[8]);
      end
    end
    assign beat_key_o  = key_q;
    assign beat_part_o = part_q;
  end else begin : gen_padded
    assign text_kind   = s_axis_tuser == KindText;
    assign last_lane   = 1'b0;
    assign beat_key_o  = 1'b0;
    assign beat_part_o = 1'b0;
  end

  for (genvar k = 0; k < 8; k++) begin : gen_byte
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) lane_q[k] <= '0;
      else if (load_clear[k]) lane_q[k] <= '0;
      else if (ready_q || shift || (insert_suffix && end_byte[k])) lane_q[k] <= lane_d[k];
    end
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) next_lane_q[k] <= '0;
      else if (load_clear[k+8] || shift) next_lane_q[k] <= '0;
      else if (ready_q) next_lane_q[k] <= s_axis_tdata[64+8*k+:8];
    end
  end

  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) lane_keep_q <= '0;
    else if (load || shift) lane_keep_q <= ready_q ? s_axis_tkeep[7:0] : next_keep_q;
  end
  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) next_keep_q <= '0;
    else if (shift) next_keep_q <= '0;
    else if (load) next_keep_q <= s_axis_tkeep[15:8];
  end

  assign lane_o = {lane_q[7][7] || (suffixed_q && block_last_i), lane_q[7][6:0], lane_q[6:0]};

  assign beat_valid_o = valid_q;
  assign beat_command_o = command_q;
  assign beat_text_o = text_q;
  assign beat_data_o = lane_q;

`ifndef SYNTHESIS
  // A beat is accepted only into an empty register, from the second clock edge on: the first may come before
  // a reset. The reset itself may be asynchronous here, so it is not read.
  logic armed_q;
  initial armed_q = 1'b0;
  always_ff @(posedge clk_i) begin
    armed_q <= 1'b1;
    if (armed_q) begin
      assert (!text_q || valid_q)
      else $error("%m: text without a beat");
      assert (!(valid_q && (message_end_q || suffixed_q)) || last_q)
      else $error("%m: the message ends before its last beat");
      assert (!(second_q && valid_q) || (text_q && feed_i))
      else $error("%m: a second lane while no text is expected");
      assert (!ready_q || !valid_q || pop)
      else $error("%m: s_axis_tready while a beat is held");
    end
  end
`endif

endmodule
