// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Packs squeezed lanes into a DIGEST segment of a given number of bytes on a 128-bit stream, and sends the
// STATUS beat that answers an illegal sequence.
//
// load_i sets the length of the next digest. Then busy_o is high until its last lane has come (end_o); lanes
// may come only while it is high. A digest of no bytes is one empty beat.
// With AsyncReset every register has an asynchronous reset.
//
// Schedule:   load_i in cycle t; busy_o from t+1. With Overlap a beat is valid one cycle after its last lane,
//             STATUS one cycle after error_i, and a lane may come in the cycle in which a beat is accepted:
//             two cycles per beat. Without Overlap a lane passes through a register first, so that registers
//             drive lane_ready_o and all enables and clears. A beat is one cycle later, STATUS two cycles,
//             and a lane comes every second cycle: four cycles per beat.
// Interfaces: lanes from roundel_sponge_lane_drain; length and error from roundel_sponge_input; more_o to
//             roundel_sponge_schedule; beats to the m_axis ports of the core.
// Bytes:      byte 0 of a beat is byte 0 of its first lane, lane_i[7:0]; bytes past the length are zero.

module roundel_sponge_digest_output
  import roundel_stream_pkg::*;
#(
  parameter bit Overlap    = 1'b1,
  parameter bit AsyncReset = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic        load_i,  // load the length of the next digest
  input  logic [31:0] length_i,  // length of the digest in bytes
  input  logic [ 4:0] load_rate_i,  // rate_i from the next cycle on
  output logic        busy_o,  // lanes of the digest are still expected

  input  logic [4:0] rate_i,  // lanes of a block of output
  output logic       more_o,  // the digest needs more lanes than rate_i

  input  logic        lane_valid_i,  // lane_i is valid
  input  logic [63:0] lane_i,  // squeezed lane
  output logic        lane_ready_o,  // a lane is accepted in this cycle
  output logic        end_o,         // the accepted lane is the last of the digest

  input  logic error_i,       // send STATUS = ERROR; only while neither busy_o nor beat_valid_o is high
  output logic beat_valid_o,  // a beat waits for m_axis_tready

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic [28:0] left_q, left_d;  // full lanes that are still expected
  logic [2:0] tail_q;  // bytes after the full lanes
  logic busy_q, busy_d;
  logic fired_q;  // a lane was accepted in the cycle before
  logic more_d, more_q;  // left_q exceeds rate_i, if no lane was accepted in the cycle before
  logic more_after_d, more_after_q;  // left_q exceeds rate_i, if a lane was accepted
  logic valid_q, valid_d;
  logic last_q, error_q;
  logic second_q, second_d;  // the next lane is the second of its beat
  logic [7:0][7:0] low_q, high_q;
  logic [7:0] low_keep_q, high_keep_q;

  logic lane_fire, last_d, last_lane_q, partial_d;
  logic few_left;
  logic [7:0] keep_d, keep_q;  // valid bytes of the next lane

  logic staged;  // a lane or STATUS waits in its register for its place in the beat
  logic
      put, put_last, put_error;  // a lane or STATUS goes to the beat; it is its segment's last; it is STATUS
  logic ended;  // the beat is valid in the next cycle

  assign lane_fire = lane_valid_i && lane_ready_o;
  assign end_o = lane_fire && last_lane_q;

  // The next lane may be the last, and it may be partial (then no full lane is left). Both are determined
  // one lane early, so that the length is not on the path of the data.
  always_comb begin
    if (Overlap && lane_fire) begin
      last_d = few_left && (left_q[1:0] == 2'd1 || (left_q[1:0] == 2'd2 && tail_q == '0));
      partial_d = few_left && left_q[1:0] == 2'd1;
    end else begin
      last_d = few_left && (left_q[1:0] == 2'd0 || (left_q[1:0] == 2'd1 && tail_q == '0));
      partial_d = few_left && left_q[1:0] == 2'd0;
    end
  end
  always_comb begin
    for (int unsigned k = 0; k < 8; k++) keep_d[k] = !partial_d || 3'(k) < tail_q;
  end

  always_comb begin
    left_d = left_q;
    if (load_i) left_d = length_i[31:3];
    else if (lane_fire) left_d = left_q - 29'd1;
  end

  // Full lanes and the bytes after them are more than `bound` lanes.
  function automatic logic exceeds(logic [4:0] lanes, logic [2:0] tail, logic [5:0] bound);
    exceeds = {1'b0, lanes} > bound || ({1'b0, lanes} == bound && tail != '0);
  endfunction

  always_comb begin
    busy_d = load_i || (busy_q && !end_o);
    // A lane after 32 there are 31, which is more than any rate: so the upper bits may be one lane late.
    if (load_i) more_d = length_i[31:8] != '0 || exceeds(length_i[7:3], length_i[2:0], {1'b0, load_rate_i});
    else more_d = left_q[28:5] != '0 || exceeds(left_q[4:0], tail_q, {1'b0, rate_i});
    more_after_d = left_q[28:5] != '0 || exceeds(left_q[4:0], tail_q, {1'b0, rate_i} + 6'd1);
    second_d = lane_fire ? (!second_q && !last_lane_q) : second_q;
    valid_d = ended || (valid_q && !m_axis_tready);
  end

  roundel_reset_register #(
    .Width     (3),
    .AsyncReset(AsyncReset)
  ) u_control (
    .clk_i,
    .rst_ni,
    .d_i({busy_d, valid_d, second_d}),
    .q_o({busy_q, valid_q, second_q})
  );

  // The asynchronous reset, constantly high without AsyncReset.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) begin
      left_q <= '0;
      fired_q <= 1'b0;
      more_q <= 1'b0;
      more_after_q <= 1'b0;
      last_lane_q <= 1'b0;
      keep_q <= '0;
      tail_q <= '0;
      last_q <= 1'b0;
      error_q <= 1'b0;
    end else begin
      left_q <= left_d;
      fired_q <= lane_fire;
      more_q <= more_d;
      more_after_q <= more_after_d;
      last_lane_q <= last_d;
      keep_q <= keep_d;
      if (load_i) tail_q <= length_i[2:0];
      if (put) begin
        last_q <= put_last;
        error_q <= put_error;
      end
    end
  end

  // Bytes past the length are cleared. The upper lane of a beat is cleared when its lower lane is loaded.
  // The STATUS beat is cleared too, except for its code.
  if (Overlap) begin : gen_direct
    logic low_fire;
    assign low_fire = lane_fire && !second_q;
    assign few_left = left_q[28:2] == '0;
    assign lane_ready_o = !valid_q || m_axis_tready;
    assign staged = 1'b0;
    assign put = lane_fire || error_i;
    assign put_last = last_lane_q || error_i;
    assign put_error = error_i;
    assign ended = (lane_fire && (second_q || last_lane_q)) || error_i;

    for (genvar k = 0; k < 8; k++) begin : gen_byte
      always_ff @(posedge clk_i or negedge arst_n) begin
        if (!arst_n) low_q[k] <= '0;
        else if (error_i) low_q[k] <= k == 0 ? StatusError : '0;
        else if (low_fire && !keep_q[k]) low_q[k] <= '0;
        else if (low_fire) low_q[k] <= lane_i[8*k+:8];
      end
      always_ff @(posedge clk_i or negedge arst_n) begin
        if (!arst_n) high_q[k] <= '0;
        else if (error_i || (lane_fire && (!second_q || !keep_q[k]))) high_q[k] <= '0;
        else if (lane_fire) high_q[k] <= lane_i[8*k+:8];
      end
    end

    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) low_keep_q <= '0;
      else if (error_i) low_keep_q <= 8'h01;
      else if (low_fire) low_keep_q <= keep_q;
    end
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) high_keep_q <= '0;
      else if (error_i || low_fire) high_keep_q <= '0;
      else if (lane_fire) high_keep_q <= keep_q;
    end
  end else begin : gen_staged
    // STATUS is a lane of one byte.
    logic [7:0][7:0] lane_q;
    logic [7:0] lane_keep_q;
    logic staged_q, upper_q, complete_q, lane_last_q, lane_error_q;  // of the lane in lane_q
    logic staged_d, upper_d, complete_d, put_d;
    logic few_left_q;
    logic status_q;  // STATUS goes to lane_q
    logic put_q, low_put_q, high_put_q, ended_q;  // the lane goes to the beat; as its lower, upper, last lane

    // Of the cycle before. It changes as four full lanes become three; the next lane is then not the last.
    assign few_left = few_left_q;
    assign lane_ready_o = !staged_q;
    assign staged = staged_q || status_q;
    assign put = put_q;
    assign put_last = lane_last_q;
    assign put_error = lane_error_q;
    assign ended = ended_q;

    assign staged_d = lane_fire || status_q || (staged_q && !put_q);
    assign upper_d = staged_q ? upper_q : second_q;
    assign complete_d = staged_q ? complete_q : second_q || last_lane_q || status_q;
    assign put_d = staged_d && !valid_d;

    roundel_reset_register #(
      .Width     (6),
      .AsyncReset(AsyncReset)
    ) u_put (
      .clk_i,
      .rst_ni,
      .d_i({error_i, staged_d, put_d, put_d && !upper_d, put_d && upper_d, put_d && complete_d}),
      .q_o({status_q, staged_q, put_q, low_put_q, high_put_q, ended_q})
    );

    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) begin
        few_left_q <= 1'b0;
        upper_q <= 1'b0;
        complete_q <= 1'b0;
        lane_last_q <= 1'b0;
        lane_error_q <= 1'b0;
        lane_keep_q <= '0;
      end else begin
        few_left_q <= left_q[28:2] == '0;
        upper_q <= upper_d;
        complete_q <= complete_d;
        if (!staged_q) begin
          lane_last_q <= last_lane_q || status_q;
          lane_error_q <= status_q;
          lane_keep_q <= status_q ? 8'h01 : keep_q;
        end
      end
    end

    for (genvar k = 0; k < 8; k++) begin : gen_byte
      always_ff @(posedge clk_i or negedge arst_n) begin
        if (!arst_n) lane_q[k] <= '0;
        else if (!staged_q && status_q) lane_q[k] <= k == 0 ? StatusError : '0;
        else if (!staged_q && !keep_q[k]) lane_q[k] <= '0;
        else if (!staged_q) lane_q[k] <= lane_i[8*k+:8];
      end
      always_ff @(posedge clk_i or negedge arst_n) begin
        if (!arst_n) low_q[k] <= '0;
        else if (low_put_q) low_q[k] <= lane_q[k];
      end
      always_ff @(posedge clk_i or negedge arst_n) begin
        if (!arst_n) high_q[k] <= '0;
        else if (low_put_q) high_q[k] <= '0;
        else if (high_put_q) high_q[k] <= lane_q[k];
      end
    end

    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) begin
        low_keep_q <= '0;
        high_keep_q <= '0;
      end else begin
        if (low_put_q) low_keep_q <= lane_keep_q;
        if (low_put_q) high_keep_q <= '0;
        else if (high_put_q) high_keep_q <= lane_keep_q;
      end
    end
  end

  assign busy_o = busy_q;
  assign more_o = Overlap && fired_q ? more_after_q : more_q;
  assign beat_valid_o = valid_q || staged;

  assign m_axis_tdata = {high_q, low_q};
  assign m_axis_tkeep = {high_keep_q, low_keep_q};
  assign m_axis_tlast = last_q;
  assign m_axis_tuser = error_q ? KindStatus : KindDigest;
  assign m_axis_tvalid = valid_q;

`ifndef SYNTHESIS
  // The contract of the ports, from the second clock edge on: the first may come before a reset. The reset
  // itself may be asynchronous here, so it is not read.
  logic armed_q;
  initial armed_q = 1'b0;
  always_ff @(posedge clk_i) begin
    armed_q <= 1'b1;
    if (armed_q) begin
      assert (!(error_i && busy_q))
      else $error("%m: error_i while a digest is being sent");
      assert (!(error_i && valid_q))
      else $error("%m: error_i while a beat waits");
      assert (!(load_i && busy_q && !end_o))
      else $error("%m: load_i while a digest is being sent");
    end
  end
`endif

endmodule
