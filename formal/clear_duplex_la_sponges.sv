// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas of the services on a sponge, beside those of clear_duplex_la, for the proof of clearing: a served
// command has a rate of 1 to 21 lanes, and neither a received byte nor an output lane is after the rate.

module clear_duplex_la_sponges
  import roundel_duplex_la_pkg::*;
();

  state_e state;
  command_t command;
  logic ok, rounds, active, full, sponge, past;
  logic [1:0] gathered;
  logic [3:0] count;
  logic [4:0] number, last_lane, lane_before;
  logic last_of_rate;
  assign state = core_under_proof.u_core.u_core.u_control.state_q;
  assign count = core_under_proof.u_core.u_core.u_control.count_q;
  assign command = core_under_proof.u_core.u_core.command;
  assign ok = core_under_proof.u_core.u_core.cmd_ok;
  assign rounds = core_under_proof.u_core.u_core.u_state.u_rounds.rounds_q;
  assign active = core_under_proof.u_core.u_core.u_state.u_rounds.active_q;
  assign number = core_under_proof.u_core.u_core.number;
  assign full = core_under_proof.u_core.u_core.u_gather.full_o;
  assign gathered = core_under_proof.u_core.u_core.u_gather.beat_o;
  assign last_lane = core_under_proof.u_core.u_core.u_lane.gen_rate.last_lane_q;
  assign lane_before = core_under_proof.u_core.u_core.u_lane.gen_rate.lane_before_q;
  assign last_of_rate = core_under_proof.u_core.u_core.u_lane.gen_rate.last_of_rate_q;
  assign past = core_under_proof.u_core.u_core.u_lane.gen_rate.past_rate_q;

  // A command waits until a session is cleared.
  logic waits, held, drop;
  assign held = core_under_proof.u_core.u_core.u_control.held_q;
  assign drop = core_under_proof.u_core.u_core.u_control.drop_q;
  assign waits = state == StClear && held && !drop;

  // An operation is one of the four kinds.
  logic [2:0] kinds;
  assign kinds = 3'(command.hash) + 3'(command.mac) + 3'(command.prng) + 3'(command.aead);

  // The command is of a sponge and so far legal, and the rate has been received.
  logic known;
  assign sponge = command.hash || command.mac || command.prng;
  assign known = state inside {StAbsorb, StForget, StSqueeze} ||
      (sponge && state inside {StLoadKey, StLoadNonce}) ||
      (sponge && ok && (state == StDecide || waits || (state == StCommand && count >= 4'd4)));

  logic rate_fits;
  assign rate_fits = command.rate inside {[5'd1 : 5'd21]} && (!command.mac || command.rate == MacLanes) &&
      (!command.prng || command.rate == 5'(TextLanes));

  always_comb begin
    if (sponge && ok && state == StCommand && count >= 4'd2) assert (rate_fits);
    if ((ok && (state == StDecide || waits || (state == StCommand && count != '0))) ||
        state inside {StLoadKey, StPadKey, StLoadNonce}) begin
      assert (kinds == 3'd1);
    end
    if (state inside {StLoadKey, StLoadNonce}) assert (command.mac || command.aead);
    if (state == StPadKey) assert (command.aead);
    if (ok && state == StCommand && count >= 4'd3) begin
      assert (last_lane == command.rate - 5'd1 && lane_before == command.rate - 5'd2);
    end
    if (known) begin
      assert (rate_fits);
      assert (kinds == 3'd1);
      assert (last_lane == command.rate - 5'd1 && lane_before == command.rate - 5'd2);
      // In the cycle after lane 24, the register does not have its value yet.
      assert (!last_of_rate || number == last_lane);
      assert (last_of_rate || number != last_lane || (rounds && !active) || state == StDecide);
      assert (past == (number > last_lane));
    end
    if (state == StClearRemaining) assert (drop);
    if (number == '0 && state != StClear) assert (!past);
    if (state inside {StAbsorb, StForget, StSqueeze}) assert (sponge);
    if (state inside {StAbsorb, StLoadKey, StLoadNonce} && sponge && past) assert (!full && gathered == '0);
    if (state == StAbsorb && core_under_proof.u_core.u_core.progress.ended) assert (gathered == '0);
    // A key and a nonce are four lanes.
    if (command.mac && state == StLoadKey) begin
      assert (6'(count) == {number, 1'b0} * 2 + 6'(gathered) + (full ? 6'd4 : 6'd0));
    end
    if (command.mac && state == StLoadNonce) begin
      assert (6'(count) + 6'd8 == {number, 1'b0} * 2 + 6'(gathered) + (full ? 6'd4 : 6'd0));
    end
  end

endmodule

bind core_under_proof clear_duplex_la_sponges u_sponges ();
