// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Prepares the lane that goes to the state: the gathered lane, or zero where zero is expected. Selects what
// the lane does in the state and which bytes of the sum are output. The properties of a lane (text, its
// bytes) travel with it, because the state machine may already be in a later state.
//
// Schedule:   The lane goes to the state in the cycle in which `lane_fire_o` is high; it is a function of the
//             gathered lane, the state, the progress and registers. place_o is a register: it advances in the
//             cycle after each lane of a pass is accepted. One lane per cycle.
// Interfaces: lane from roundel_duplex_la_gather; command and output length from and to
//             roundel_duplex_la_command; state and progress from roundel_duplex_la_control, fill, room and
//             place to it; lane to roundel_keccak_la_state; end of a segment to roundel_duplex_la_answer
// Bytes:      byte 0 of a lane is lane_o[7:0]
// Reference:  FIPS 202 section 5.1 (padding); CAESAR document of Keyak, version 2, section 2

module roundel_duplex_la_lane
  import roundel_duplex_la_pkg::*;
#(
  parameter bit Sponge = 1'b0  // HASH, MAC or PRNG is available: the rate is variable
) (
  input logic clk_i,
  input logic rst_ni,

  input command_t    command_i,     // current command
  input state_e      state_i,       // state of the state machine
  input progress_t   progress_i,    // progress of the transaction
  input logic        beat_valid_i,  // a beat is offered
  input beat_class_t beat_class_i,  // what the beat is, and whether it is expected

  // The gathered lane
  input logic        full_i,   // the gathered lane is full or closed
  input logic [63:0] lane_i,   // gathered lane
  input logic [ 7:0] bytes_i,  // bytes of the gathered lane that were received
  input logic        text_i,   // the gathered lane is text
  input logic [ 3:0] size_i,   // number of bytes that were received

  // The output length
  output logic       length_lane_o,  // the output length decreases by one lane
  input  logic       length_more_i,  // output bytes remain
  input  logic       length_full_i,  // at least 8 output bytes remain
  input  logic       length_last_i,  // at most 8 output bytes remain
  input  logic [2:0] length_mod8_i,  // output length modulo 8

  output logic        lane_valid_o,    // a lane is offered to the state
  input  logic        lane_ready_i,    // the state accepts the lane
  input  logic        lane_free_i,     // the state accepts the lane, independent of the output
  output logic [63:0] lane_o,          // operand for the state
  input  logic [ 4:0] number_i,        // number of the lane that the state expects; 0 during rounds
  output place_t      place_o,         // position in the pass of the next lane
  output logic [ 7:0] replace_o,       // bytes of the old lane that the operand replaces
  output logic        check_o,         // the sum is expected to be zero
  output logic        send_o,          // the sum is output
  output logic [ 7:0] send_bytes_o,    // bytes of the sum that are output or expected to be zero
  output logic        send_last_o,     // the sum is the last of its segment
  output logic        store_o,         // the lane is stored for later and is not in the pass
  output logic [ 2:0] store_number_o,  // place of the stored lane, minus 8
  output logic        from_store_o,    // the operand is a stored lane
  output logic        upper_o,         // the operand is in one of the places 8 to 15
  output logic        permute_o,       // with lane 24: rounds follow

  output logic lane_fire_o,   // the lane is accepted by the state
  output logic pass_end_o,    // lane 24 of a pass is accepted
  output logic fill_o,        // a lane of zero is expected, or no further beat
  output logic can_accept_o,  // the gathered lane can accept a beat
  output logic store_full_o   // all three lanes of AD before text are stored
);

  logic end_known, in_rate, last_of_rate, pass_fire;
  logic [1:0] stored_q;

  assign lane_fire_o = lane_valid_o && lane_ready_i;
  assign pass_fire = lane_fire_o && !store_o;
  // The state accepts lane 24 when it is free.
  assign pass_end_o = lane_valid_o && lane_free_i && !store_o && place_o.last;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) place_o <= place_of('0);
    else if (pass_fire) place_o <= next_place_of(number_i);
  end

  if (Sponge) begin : gen_rate
    // The rate is known long before a pass. A command separates two passes of different rates.
    logic [4:0] last_lane_q, lane_before_q;
    logic last_of_rate_q, past_rate_q;
    always_ff @(posedge clk_i) begin
      last_lane_q <= command_i.rate - 5'd1;
      lane_before_q <= command_i.rate - 5'd2;
      last_of_rate_q <= pass_fire ? number_i == lane_before_q : number_i == last_lane_q;
      past_rate_q <= !pass_end_o && (past_rate_q || (pass_fire && last_of_rate_q));
    end
    assign in_rate = !past_rate_q;
    assign last_of_rate = last_of_rate_q;
  end else begin : gen_keyak
    assign in_rate = 1'b1;
    assign last_of_rate = 1'b0;
  end

  always_comb begin
    unique case (state_i)
      StClear, StClearRemaining, StStart: fill_o = 1'b1;
      StForget: fill_o = Sponge;
      StLoadNonce: fill_o = command_i.aead && place_o.start;
      StAbsorb: fill_o = Sponge && (progress_i.ended || !in_rate);
      StSqueeze: fill_o = Sponge && (length_more_i || !place_o.first);
      StStoreAd: fill_o = progress_i.ended && !store_full_o;
      StAbsorbText: fill_o = progress_i.resumed && place_o.tag;
      StAbsorbTrailingAd: fill_o = place_o.text;
      StTag: fill_o = !command_i.check || progress_i.ended;
      default: fill_o = 1'b0;
    endcase
  end
  // The last lane of a block waits for the next beat, which shows whether the message ends.
  assign end_known = !place_o.last || (beat_valid_i && (beat_class_i.data || beat_class_i.tag));
  assign lane_valid_o = full_i || fill_o || (state_i == StEndBlock && end_known);

  // After the last lane that takes beats, no further lane is gathered early.
  logic last_gathered;
  assign last_gathered = state_i == StStoreAd ? stored_q == 2'd2 :
      Sponge && state_i == StAbsorb && last_of_rate;
  assign can_accept_o = !fill_o && (!full_i || (lane_free_i && !last_gathered));

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Place of the operand
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_ff @(posedge clk_i) begin
    if (state_i == StDecide) stored_q <= '0;
    else if (lane_fire_o && store_o) stored_q <= stored_q + 2'd1;
  end

  assign store_o = state_i == StStoreAd;
  assign store_number_o = {1'b1, |stored_q, !stored_q[0]};  // 5, 6, 7: operands of the lanes 21 to 23
  assign store_full_o = stored_q == 2'd3;
  assign from_store_o = state_i == StEndBlock && progress_i.ad_stored && !place_o.text && !place_o.last;
  // A clearing pass clears all operands.
  assign upper_o = from_store_o || (state_i inside {StClear, StClearRemaining} && number_i[3]);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Contents and use of the lane
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic squeezing;
  assign squeezing = Sponge && state_i == StSqueeze;

  logic [7:0] position, inject_start, crypt_end_q, inject_end_q;

  // Bytes of the block up to and including the received bytes of this lane.
  assign position = {(store_o ? {2'b10, store_number_o} : number_i) + 5'(size_i[3]), size_i[2:0]};
  assign inject_start = progress_i.has_text ? TextEnd : 8'd0;

  always_ff @(posedge clk_i) begin
    if (pass_end_o) crypt_end_q <= '0;
    else if (lane_fire_o && text_i) crypt_end_q <= position;
    if (lane_fire_o && size_i != '0 && !text_i) inject_end_q <= position;
  end

  always_comb begin
    lane_o = lane_i;
    // No bytes were gathered for these lanes.
    if (place_o.last && state_i == StStart) lane_o[31:0] |= {StartBytes, 16'd0, 8'hff};
    if (place_o.last && state_i == StEndBlock) begin
      lane_o[31:0] |= {
        progress_i.has_ad ? inject_end_q : inject_start,
        inject_start,
        crypt_end_q,
        beat_class_i.tag ? TagBytes : 8'd0
      };
    end
    if (place_o.piston && state_i == StStart) lane_o[0] |= 1'b1;
    if (Sponge && state_i inside {StAbsorb, StForget}) begin
      // The last bit of the padding; for a full block of the generator, the first bit too.
      if (command_i.prng && place_o.after_text) lane_o[1:0] = {1'b1, !progress_i.ended};
      if (!command_i.prng && progress_i.ended && last_of_rate) lane_o[63] = !lane_i[63];
    end
  end

  always_comb begin
    replace_o = '0;
    if (state_i inside {StClear, StClearRemaining} || (Sponge && state_i == StForget && place_o.text)) begin
      replace_o = '1;
    end
    if (check_o) replace_o = '1;
    if (text_i && command_i.check) replace_o = bytes_i;
  end

  assign permute_o = state_i inside {StStart, StEndBlock} ||
      (Sponge && state_i inside {StAbsorb, StForget}) ||
      (squeezing && !command_i.prng && length_more_i);

  // The sum of the received tag and the tag of the core is zero if the tags match.
  assign check_o = state_i == StTag && command_i.check && place_o.tag;

  always_comb begin
    send_o = text_i || (squeezing && in_rate && length_more_i) ||
        (state_i == StTag && !command_i.check && place_o.tag);
    send_last_o = text_i ? size_i[0] : squeezing ? length_last_i : place_o.second;
    send_bytes_o = '1;
    if (text_i || (Sponge && check_o && command_i.mac)) send_bytes_o = bytes_i;
    else if (squeezing && !length_full_i) begin
      for (int unsigned i = 0; i < 8; i++) send_bytes_o[i] = 3'(i) < length_mod8_i;
    end
  end
  assign length_lane_o = squeezing && lane_fire_o && in_rate && length_more_i;

  logic unused;
  assign unused = ^{command_i, progress_i, beat_class_i};

endmodule
