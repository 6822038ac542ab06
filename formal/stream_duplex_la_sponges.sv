// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Further lemmas for core_ports_check on roundel_multi_keccak_la: the rate of a sponge is 1 to 21 lanes, it
// is known which lane is the last of the rate, and no lane is gathered after it.

module stream_duplex_la_sponges;

  import roundel_duplex_la_pkg::*;

  logic started_q = 1'b0;
  state_e state;
  command_t command;
  logic [3:0] count;
  logic [4:0] number, last_lane, lane_before, step_number;
  logic cmd_ok, held, full, rounds, active, past_rate, last_of_rate, sponge, decided;
  logic [1:0] beat;

  assign state = core_ports_check.u_lemmas.state;
  assign command = core_ports_check.u_lemmas.command;
  assign count = core_ports_check.u_lemmas.count;
  assign number = core_ports_check.u_lemmas.number;
  assign step_number = core_ports_check.u_lemmas.step_number;
  assign cmd_ok = core_ports_check.u_lemmas.cmd_ok;
  assign held = core_ports_check.u_lemmas.held;
  assign full = core_ports_check.u_lemmas.full;
  assign beat = core_ports_check.u_lemmas.beat;
  assign rounds = core_ports_check.u_lemmas.rounds;
  assign active = core_ports_check.u_lemmas.active;
  assign last_lane = core_ports_check.u_dut.u_core.u_core.u_lane.gen_rate.last_lane_q;
  assign lane_before = core_ports_check.u_dut.u_core.u_core.u_lane.gen_rate.lane_before_q;
  assign past_rate = core_ports_check.u_dut.u_core.u_core.u_lane.gen_rate.past_rate_q;
  assign last_of_rate = core_ports_check.u_dut.u_core.u_core.u_lane.gen_rate.last_of_rate_q;

  assign sponge = command.hash || command.mac || command.prng;
  // The states from the decision to the end of a sponge.
  assign decided = state inside {StDecide, StLoadKey, StPadKey, StLoadNonce, StAbsorb, StForget, StSqueeze,
                                 StSendEmpty};

  always_ff @(posedge core_ports_check.clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    if (started_q) begin
      if (sponge && ((((state == StCommand && count >= 4'd2) || state == StDecide || held) && cmd_ok) ||
                     (decided && state != StDecide))) begin
        assert (command.rate != '0 && command.rate <= 5'(TextLanes));
        if (command.mac) assert (command.rate == MacLanes);
        if (command.prng) assert (command.rate == 5'(TextLanes));
      end
      if ((state == StCommand && count >= 4'd3) || decided || held) begin
        assert (last_lane == command.rate - 5'd1 && lane_before == command.rate - 5'd2);
      end
      if (!(state inside {StClear, StClearRemaining, StAbort}) && number == '0) assert (!past_rate);
      if (sponge && decided && (cmd_ok || state != StDecide)) begin
        assert (past_rate == (number >= command.rate));
        // After a pass with a rate of one lane, one cycle late.
        if (state != StDecide)
          assert (last_of_rate == (number == last_lane) ||
                  (command.rate == 5'd1 && rounds && !active && step_number == 5'd20));
      end
      if (state == StAbsorb && (full || beat != '0)) assert (!past_rate);
    end
  end

endmodule

bind core_ports_check stream_duplex_la_sponges u_sponge_lemmas ();
