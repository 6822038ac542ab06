// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A lane that goes to the state: the one that was gathered, or zero where that is due; what it does there
// and what of the sum is given out. What a lane is (text, its bytes) stays with it: the state machine may be
// further on. It goes in the cycle in which `take_o` is high.

module roundel_duplex_la_lane
  import roundel_duplex_la_pkg::*;
#(
  parameter bit Sponge = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input command_t  command_i,
  input state_e    state_i,
  input progress_t progress_i,
  input logic      beat_valid_i,
  input due_t      due_i,

  // As it was gathered.
  input logic        whole_i,
  input logic [63:0] lane_i,
  input logic [ 7:0] bytes_i,
  input logic        text_i,
  input logic [ 3:0] size_i,

  // Of the output length.
  output logic       length_lane_o,
  input  logic       length_more_i,
  input  logic       length_whole_i,
  input  logic       length_last_i,
  input  logic [2:0] length_rest_i,

  output logic        lane_valid_o,
  input  logic        lane_ready_i,
  output logic [63:0] lane_o,
  input  logic [ 4:0] number_i,
  output place_t      place_o,
  output logic [ 7:0] replace_o,
  output logic        check_o,
  output logic        give_o,
  output logic [ 7:0] give_bytes_o,
  output logic        give_last_o,
  output logic        aside_o,
  output logic [ 2:0] aside_number_o,
  output logic        kept_o,
  output logic        upper_o,
  output logic        permute_o,

  output logic take_o,
  output logic turn_o,       // lane 24 of a pass
  output logic fill_o,       // zero is due, or nothing more
  output logic room_o,       // for a beat
  output logic aside_full_o
);

  logic told, in_rate, last_of_rate, next;
  logic [1:0] aside_q;

  assign take_o = lane_valid_o && lane_ready_i;
  assign next = take_o && !aside_o;
  assign turn_o = next && place_o.last;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) place_o <= place_of('0);
    else if (next) place_o <= place_of(place_o.last ? '0 : number_i + 5'd1);
  end

  if (Sponge) begin : gen_rate
    // Known long before a pass; a command comes between a pass and the next one of another rate.
    logic [4:0] last_lane_q, lane_before_q;
    logic last_of_rate_q, past_rate_q;
    always_ff @(posedge clk_i) begin
      last_lane_q <= command_i.rate - 5'd1;
      lane_before_q <= command_i.rate - 5'd2;
      last_of_rate_q <= next ? number_i == lane_before_q : number_i == last_lane_q;
      past_rate_q <= !turn_o && (past_rate_q || (next && last_of_rate_q));
    end
    assign in_rate = !past_rate_q;
    assign last_of_rate = last_of_rate_q;
  end else begin : gen_keyak
    assign in_rate = 1'b1;
    assign last_of_rate = 1'b0;
  end

  always_comb begin
    unique case (state_i)
      StClear, StClearRest, StStart, StForget: fill_o = 1'b1;
      StNonce: fill_o = command_i.aead && place_o.start;
      StAbsorb: fill_o = progress_i.ended || !in_rate;
      StOut: fill_o = length_more_i || !place_o.first;
      StRide: fill_o = progress_i.ended && !aside_full_o;
      StText: fill_o = progress_i.later && place_o.tag;
      StSide: fill_o = place_o.text;
      StTag: fill_o = !command_i.open || (progress_i.ended && !place_o.tag);
      default: fill_o = 1'b0;
    endcase
  end
  // Of a block's last lane only what comes next tells whether it is the message's last.
  assign told = !place_o.last || (beat_valid_i && (due_i.data || due_i.tag));
  assign lane_valid_o = whole_i || fill_o || (state_i == StEnd && told);

  // Behind the last lane that beats go into none is gathered ahead.
  logic last_gathered;
  assign last_gathered = state_i == StRide ? aside_q == 2'd2 : state_i == StAbsorb && last_of_rate;
  assign room_o = !fill_o && (!whole_i || (lane_ready_i && !last_gathered));

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Where its operand is
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_ff @(posedge clk_i) begin
    if (state_i == StDecide) aside_q <= '0;
    else if (take_o && aside_o) aside_q <= aside_q + 2'd1;
  end

  assign aside_o = state_i == StRide;
  assign aside_number_o = {1'b1, |aside_q, !aside_q[0]};  // 5, 6, 7: of the lanes 21 to 23
  assign aside_full_o = aside_q == 2'd3;
  assign kept_o = state_i == StEnd && progress_i.ridden && !place_o.text && !place_o.last;
  // A clearing pass goes over all operands.
  assign upper_o = kept_o || (state_i inside {StClear, StClearRest} && number_i[3]);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What it is
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [7:0] position, inject_start, crypt_end_q, inject_end_q;

  // Bytes before the end of this lane's.
  assign position = {(aside_o ? {2'b10, aside_number_o} : number_i) + 5'(size_i[3]), size_i[2:0]};
  assign inject_start = progress_i.has_text ? TextEnd : 8'd0;

  always_ff @(posedge clk_i) begin
    if (turn_o) crypt_end_q <= '0;
    else if (take_o && text_i) crypt_end_q <= position;
    if (take_o && size_i != '0 && !text_i) inject_end_q <= position;
  end

  always_comb begin
    lane_o = lane_i;
    // Nothing was gathered for these lanes.
    if (place_o.last && state_i == StStart) lane_o[31:0] |= {StartBytes, 16'd0, 8'hff};
    if (place_o.last && state_i == StEnd) begin
      lane_o[31:0] |= {
        progress_i.has_ad ? inject_end_q : inject_start,
        inject_start,
        crypt_end_q,
        due_i.tag ? TagBytes : 8'd0
      };
    end
    if (place_o.piston && state_i == StStart) lane_o[0] |= 1'b1;
    if (Sponge && state_i inside {StAbsorb, StForget}) begin
      // The last bit of the padding; of a full block of the generator the first one too.
      if (command_i.prng && place_o.behind) lane_o[1:0] = {1'b1, !progress_i.ended};
      if (!command_i.prng && progress_i.ended && last_of_rate) lane_o[63] = !lane_i[63];
    end
  end

  always_comb begin
    replace_o = '0;
    if (state_i inside {StClear, StClearRest} || (state_i == StForget && place_o.text)) replace_o = '1;
    if (check_o) replace_o = '1;
    if (text_i && command_i.open) replace_o = bytes_i;
  end

  assign permute_o = state_i inside {StStart, StEnd, StAbsorb, StForget} ||
      (state_i == StOut && !command_i.prng && length_more_i);

  // A tag that came leaves zero of the core's own if it is right.
  assign check_o = state_i == StTag && command_i.open && place_o.tag;

  always_comb begin
    give_o = text_i || (state_i == StOut && in_rate && length_more_i) ||
        (state_i == StTag && !command_i.open && place_o.tag);
    give_last_o = text_i ? size_i[0] : state_i == StOut ? length_last_i : place_o.second;
    give_bytes_o = '1;
    if (text_i) give_bytes_o = bytes_i;
    else if (Sponge && state_i == StOut && !length_whole_i) begin
      for (int unsigned i = 0; i < 8; i++) give_bytes_o[i] = 3'(i) < length_rest_i;
    end
  end
  assign length_lane_o = state_i == StOut && take_o && in_rate && length_more_i;

  logic unused;
  assign unused = ^{command_i, progress_i, due_i};

endmodule
