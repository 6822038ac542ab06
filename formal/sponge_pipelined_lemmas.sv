// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas on the message stream of a core whose round takes several cycles, bound to roundel_sponge_message
// with sponge_message_lemmas: how the input, the pace of the rounds, the schedule, the drain and the output
// depend on each other. A lemma is an assertion like the others: a wrong one fails the proof.
//
// Two of them are of use to the reader of a core: a complete message has its last block in one place until
// its last capture, and after that capture the drain has all lanes of the digest.

module sponge_pipelined_lemmas #(
  parameter int unsigned RoundCycles = 2
) (
  input logic clk_i,
  input logic rst_ni
);

  localparam logic [4:0] LastRound = 5'd23;
  // A block may be requested in the round before the last if a round has two cycles.
  localparam int unsigned Early = RoundCycles == 2 ? 1 : 0;

  logic started_q = 1'b0;
  logic tick_q = 1'b0;  // the result of the round is valid

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The input
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [2:0] in_state;
  logic [4:0] position, rate;
  logic text, between, open, in_error, block_last, pending, full, final_block;

  // InText, InHandOver; InCommand, InHandOver, InFlush; InText, InAbort, InError: yosys-slang does not see
  // another module's enum names.
  assign in_state = roundel_sponge_message.u_input.in_state_bits;
  assign text = in_state inside {3'd1, 3'd2};
  assign between = in_state inside {3'd0, 3'd2, 3'd5};
  assign open = in_state inside {3'd1, 3'd3, 3'd4};
  assign in_error = roundel_sponge_message.u_input.error_q;
  assign position = roundel_sponge_message.u_input.position_q;
  assign block_last = roundel_sponge_message.u_input.block_last_q;
  assign rate = roundel_sponge_message.u_input.rate_q;
  assign pending = roundel_sponge_message.u_input.pending_q;
  assign full = roundel_sponge_message.u_input.full_q;
  assign final_block = roundel_sponge_message.u_input.final_block_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The rounds
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [4:0] round;
  logic tick_early, last_round, before_last_round, near_last, rounds12;
  logic zero, squeeze, in_addend, addend_final, final_state;
  logic advance, capture, clear, transfer, ends;

  assign tick_early = roundel_sponge_message.tick_early_i;

  assign round = roundel_sponge_message.u_schedule.round_q;
  assign last_round = roundel_sponge_message.u_schedule.last_q;
  assign before_last_round = roundel_sponge_message.u_schedule.before_last_q;
  assign near_last = roundel_sponge_message.u_schedule.near_last_q;
  assign rounds12 = roundel_sponge_message.u_schedule.rounds12_q;
  assign zero = roundel_sponge_message.u_schedule.state_zero_q;
  assign squeeze = roundel_sponge_message.u_schedule.squeeze_q;
  assign in_addend = roundel_sponge_message.u_schedule.loaded_q;
  assign addend_final = roundel_sponge_message.u_schedule.final_loaded_q;
  assign final_state = roundel_sponge_message.u_schedule.final_q;
  assign advance = roundel_sponge_message.advance_o;
  assign capture = roundel_sponge_message.capture;
  assign clear = roundel_sponge_message.clear_o;
  assign transfer = roundel_sponge_message.u_schedule.transfer_q;

  if (RoundCycles == 2) begin : gen_ends
    assign ends = roundel_sponge_message.u_schedule.gen_end.ends_q;
  end else begin : gen_no_ends
    assign ends = 1'b0;
  end

  // Where the last block of a message is: gathered, in the addend, or in the state, until that is cleared.
  logic out_sponge_q;
  logic [1:0] sponges;

  assign sponges = 2'(full && final_block) + 2'(in_addend && addend_final) + 2'(final_state);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The digest
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [4:0] count, out_rate;
  logic busy, more, needed, cleared, lane_valid, drain_busy, fired;

  assign count = roundel_sponge_message.u_drain.count_q;
  assign needed = roundel_sponge_message.u_drain.needed_q;
  assign cleared = roundel_sponge_message.u_drain.gen_apart.cleared_q;
  assign lane_valid = roundel_sponge_message.u_drain.lane_valid_q;
  assign drain_busy = roundel_sponge_message.u_drain.busy_o;
  assign busy = roundel_sponge_message.u_output.busy_q;
  assign fired = roundel_sponge_message.u_output.fired_q;
  assign more = roundel_sponge_message.more;
  assign out_rate = roundel_sponge_message.out_rate_q;

  // Lanes that are still expected, at least one: in all, and in the drain.
  logic [29:0] lanes_left, expected;
  logic [5:0] block_left;

  assign lanes_left = 30'(roundel_sponge_message.u_output.left_q) +
      30'(roundel_sponge_message.u_output.tail_q != '0);
  assign expected = lanes_left == '0 ? 30'd1 : lanes_left;
  assign block_left = (needed ? 6'(out_rate) - 6'(count) : '0) + 6'(lane_valid) + 6'(cleared);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    tick_q <= rst_ni && tick_early;
    if (!rst_ni || clear) out_sponge_q <= 1'b0;
    else if (roundel_sponge_message.hand_over) out_sponge_q <= 1'b1;
  end

  always_comb begin
    if (started_q && rst_ni) begin
      // A block's last lane is known when it comes; a message begins with a block's first.
      assert (!between || position == 5'd1);
      assert (!text || block_last == (position == rate));
      // The state changes only with a result, and waits only in its last round.
      assert (!advance || tick_q);
      assert (!clear || tick_q || in_error || zero);
      assert (!(tick_q && !squeeze && !clear && (!last_round || final_state || in_addend)) || advance);
      // The rounds, and an output block. A capture advances the state, or clears it after the last block.
      assert (last_round == (round == LastRound));
      assert (before_last_round == (round == LastRound - 5'd1));
      assert (near_last == (round >= LastRound - 5'(Early)));
      assert (round <= LastRound);
      assert (!squeeze || round == (rounds12 ? 5'd12 : '0));
      assert (!squeeze || final_state);
      assert (!zero || (last_round && !final_state));
      assert (!capture || (squeeze && advance && busy && !drain_busy));
      assert (!capture || clear == !more);
      assert (!ends || (capture && clear));
      assert (!advance || squeeze == capture);
      assert (!advance || squeeze || !last_round || final_state || in_addend);
      // A block is requested so that it meets a result of the last round.
      assert (!transfer || (full && !in_addend && !final_state && !squeeze));
      assert (!transfer || last_round || (before_last_round && advance));
      assert (!transfer || tick_early || clear);
      assert (!(transfer && clear) || in_error);
      assert (!in_addend || (tick_q && last_round && !squeeze && (advance || clear)));
      // Every complete message has its last block in one place, until its last capture.
      assert (sponges == 2'(out_sponge_q) + 2'(pending) + 2'(in_state == 3'd2));
      // After the text of a message only its last block may come.
      assert (open || !(full && !final_block));
      assert (open || !(in_addend && !addend_final) || full);
      assert (open || zero || final_state || in_addend || full);
      assert (in_state != 3'd5 || !(full || in_addend || pending || busy || out_sponge_q));
      assert (!in_error || !(pending || busy));
      // A lane is counted one cycle late. The drain is idle before the length is compared with the rate.
      assert (!fired || drain_busy);
      assert (!busy || fired || more == (lanes_left > 30'(out_rate)));
      // After the last capture the drain has all lanes of the digest; before it, it has fewer.
      assert (!(busy && !out_sponge_q) || expected <= 30'(block_left));
      assert (!(busy && out_sponge_q && block_left != '0) || expected > 30'(block_left));
      assert (busy || !out_sponge_q);
    end
  end

endmodule

bind roundel_sponge_message sponge_pipelined_lemmas #(.RoundCycles(RoundCycles)) u_pipelined_lemmas (.*);
