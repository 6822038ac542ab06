// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Every core of the roundel_keccak_hash family makes the same permutation out of its round, whatever is sent:
//
//   - the state changes only by an advance, to the round's result, or by being cleared; and at an advance
//     it has been constant for as many cycles as its round takes, so that the result is of this state
//   - the rounds come in turn: 0 after 23 and after a zero state, which waits in 23; in a message of 12
//     rounds a permutation it is 12 in place of 0. Only the first block of a message changes that
//   - with each round its constant is added and nothing else, except in the last one: there a block may be
//     added as well. To the zero state only a block is added, without a constant
//
// The round equals FIPS 202's, for every state and addend (keccak-round, keccak-round-pipelined,
// keccak-round-dsp). So 24 rounds from 0 to 23 are Keccak-f[1600], and 12 from 12 to 23 Keccak-p[1600, 12],
// the same in all cores.
//
// The round's result is left free (the task cuts it), so that nothing rests on what it is.

module keccak_permutation_check #(
  parameter bit          Dsp       = 1'b0,
  parameter bit          Pipelined = 1'b0,  // of the core without DSP slices
  parameter bit          Resume    = 1'b0,  // of the core without DSP slices: a sponge may be kept
  parameter bit          SaveLoad  = 1'b0,  // of the core without DSP slices: a state may be saved and loaded
  parameter int unsigned Levels    = 0      // of the core with DSP slices
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  localparam int unsigned RoundCycles =
      Dsp ? (Levels == 0 ? 1 : 4 * Levels + 3 * (Levels > 2 ? 2 : Levels) + 1) : Pipelined ? 2 : 1;
  localparam logic [4:0] Last = 5'd23;
  localparam int unsigned EarlyTicks = RoundCycles == 1 ? 2 : RoundCycles == 2 ? 1 : 0;
  localparam int unsigned Lanes = SaveLoad ? 25 : 21;

  logic
      advance,
      clear,
      state_zero,
      loaded,
      squeeze,
      transfer,
      transferred,
      addend_clear,
      load_twice,
      clear_block;
  logic [4:0] round;
  roundel_keccak_pkg::rc_t next_constant, iota, block_bits;
  logic [63:0] gathered, added;  // lane 1 of the block buffer, of the addend
  logic beat_valid, beat_text, beat_lane, command_legal, resume, kept, discard;
  logic [3:0] schedule;
  logic [4:0] beat_rate, in_rate, pending_rate, out_rate, count;
  logic [2:0] in_state;
  logic pending;
  logic [Lanes:0] next_lane;
  logic all;  // the whole state is drained
  logic [RoundCycles-1:0] cycle;
  logic last, before_last, near_last, final_in, rounds12;
  logic capture, busy, drained, run, full, error, lane_valid, needed;
  logic cleared;  // a lane was cleared that is not valid yet
  logic at_rate;  // of the lane to clear next

  assign {last, before_last, near_last, final_in} = schedule;

  // Both cores under one name, so that what follows looks into either.
  if (Dsp) begin : gen_core
    roundel_keccak_hash_dsp #(
      .Levels(Levels)
    ) u_dut (
      .clk_i,
      .rst_ni,
      .s_axis_tdata,
      .s_axis_tkeep,
      .s_axis_tlast,
      .s_axis_tuser,
      .s_axis_tvalid,
      .s_axis_tready(),
      .m_axis_tdata (),
      .m_axis_tkeep (),
      .m_axis_tlast (),
      .m_axis_tuser (),
      .m_axis_tvalid(),
      .m_axis_tready
    );
  end else begin : gen_core
    roundel_keccak_hash #(
      .Pipelined(Pipelined),
      .Resume   (Resume),
      .SaveLoad (SaveLoad)
    ) u_dut (
      .clk_i,
      .rst_ni,
      .s_axis_tdata,
      .s_axis_tkeep,
      .s_axis_tlast,
      .s_axis_tuser,
      .s_axis_tvalid,
      .s_axis_tready(),
      .m_axis_tdata (),
      .m_axis_tkeep (),
      .m_axis_tlast (),
      .m_axis_tuser (),
      .m_axis_tvalid(),
      .m_axis_tready
    );
  end

  assign advance = gen_core.u_dut.advance;
  assign clear = gen_core.u_dut.clear_state;
  assign state_zero = gen_core.u_dut.u_message.u_schedule.state_zero_q;
  assign loaded = gen_core.u_dut.u_message.u_schedule.loaded_q;
  assign squeeze = gen_core.u_dut.u_message.u_schedule.squeeze_q;
  assign round = gen_core.u_dut.u_message.u_schedule.round_q;
  assign next_constant = gen_core.u_dut.u_message.u_schedule.next_constant_q;
  assign transfer = gen_core.u_dut.u_message.u_schedule.transfer_q;
  assign transferred = gen_core.u_dut.u_message.u_block.u_addend.transfer_q;
  assign addend_clear = gen_core.u_dut.u_message.u_block.u_addend.clear_q;
  assign iota = gen_core.u_dut.u_message.u_block.u_addend.iota_q;
  assign block_bits = gen_core.u_dut.u_message.u_block.u_addend.iota_block;
  assign added = gen_core.u_dut.u_message.u_block.u_addend.addend_q[1];
  assign schedule = {
    gen_core.u_dut.u_message.u_schedule.last_q,
    gen_core.u_dut.u_message.u_schedule.before_last_q,
    gen_core.u_dut.u_message.u_schedule.near_last_q,
    gen_core.u_dut.u_message.u_schedule.final_q
  };
  assign capture = gen_core.u_dut.u_message.capture;
  assign busy = gen_core.u_dut.u_message.output_busy;
  assign drained = !gen_core.u_dut.u_message.drain_busy;
  assign run = gen_core.u_dut.u_message.u_drain.run_q;
  assign full = gen_core.u_dut.u_message.full;
  assign error = gen_core.u_dut.u_message.error;
  assign lane_valid = gen_core.u_dut.u_message.out_lane_valid;
  assign in_state = 3'(gen_core.u_dut.u_message.u_input.in_state_q);
  assign beat_valid = gen_core.u_dut.u_message.u_input.beat_valid;
  assign beat_text = gen_core.u_dut.u_message.u_input.beat_text;
  assign beat_lane = gen_core.u_dut.u_message.u_input.u_feed.lane_valid_q;
  assign beat_rate = gen_core.u_dut.u_message.u_input.beat_data[28:24];
  assign resume = gen_core.u_dut.u_message.u_input.resume_q;
  assign discard = gen_core.u_dut.u_message.u_input.discard_q;
  assign kept = gen_core.u_dut.u_message.u_input.kept_q;
  assign command_legal = gen_core.u_dut.u_message.u_input.command_legal_q;
  assign in_rate = gen_core.u_dut.u_message.u_input.rate_q;
  assign pending = gen_core.u_dut.u_message.u_input.pending_q;
  assign pending_rate = gen_core.u_dut.u_message.rate;
  assign out_rate = gen_core.u_dut.u_message.out_rate_q;
  assign next_lane = gen_core.u_dut.u_message.u_drain.next_q;
  assign count = gen_core.u_dut.u_message.u_drain.count_q;
  assign needed = gen_core.u_dut.u_message.u_drain.needed_q;
  assign at_rate = gen_core.u_dut.u_message.u_drain.at_rate;
  if (RoundCycles > 1) begin : gen_pace
    assign cycle = gen_core.u_dut.u_pace.gen_cycles.cycle_q;
    assign cleared = gen_core.u_dut.u_message.u_drain.gen_apart.cleared_q;
  end else begin : gen_no_pace
    assign cycle = 1'b1;
    assign cleared = 1'b0;
  end
  assign load_twice = gen_core.u_dut.u_message.u_block.u_addend.load_twice_q;
  assign clear_block = gen_core.u_dut.u_message.u_block.clear_block_q;
  assign rounds12 = gen_core.u_dut.u_message.u_schedule.rounds12_q;
  assign gathered = gen_core.u_dut.u_message.u_block.block_q[1];

  if (SaveLoad) begin : gen_all
    assign all = gen_core.u_dut.u_message.u_drain.gen_whole.all_q;
  end else begin : gen_no_all
    assign all = 1'b0;
  end

  logic started_q = 1'b0;
  // The addend has been cleared since the first reset.
  logic [2:0] settled_q = '0;
  logic [4:0] age_q;  // cycles of the state without a change, at most those of a round less one
  roundel_keccak_pkg::rc_t block_bits_q;  // those of the block taken last that iota shares
  logic shown_q;  // a block is in the addend
  logic [4:0] next_round, first_round;
  logic first_q;  // the state is or becomes zero, so the next block is the first of its message
  logic rounds12_q;

  assign first_round = rounds12 ? 5'd12 : '0;
  assign next_round = round == Last ? first_round : round + 5'd1;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    settled_q <= {settled_q[1:0], started_q};
    if (advance || clear || !rst_ni) age_q <= '0;
    else if (age_q != 5'(RoundCycles - 1)) age_q <= age_q + 5'd1;
    if (transferred) block_bits_q <= block_bits;
    shown_q <= transferred;
    first_q <= state_zero || clear || !rst_ni;
    rounds12_q <= rounds12;
  end

  // A block of output has 1 to 21 lanes, or is the state.
  function automatic logic served(logic [4:0] lanes);
    served = (lanes != '0 && lanes <= 5'd21) || (SaveLoad && lanes == 5'd25);
  endfunction

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (!advance || age_q == 5'(RoundCycles - 1));
      assert (age_q <= 5'(RoundCycles - 1));
      assert (cycle == RoundCycles'(1) << age_q);
      // The schedule between two rounds.
      assert (last == (round == Last));
      assert (before_last == (round == Last - 5'd1));
      assert (near_last == (round >= Last - 5'(EarlyTicks)));
      assert (!squeeze || (final_in && round == first_round));
      assert (!settled_q[0] || first_q || rounds12 == rounds12_q);
      assert (!state_zero || (!final_in && !squeeze));
      // A legal command is neither text nor shifted, so its rate is the one that was judged.
      assert (!beat_lane || beat_text);
      assert (!(beat_text && gen_core.u_dut.u_message.u_input.beat_command));
      assert (!(beat_valid && command_legal) || !beat_text);
      assert (!(beat_valid && command_legal) || resume || (beat_rate != '0 && beat_rate <= 5'd21));
      assert (!(in_state inside {3'd1, 3'd2, 3'd6, 3'd7} || kept || discard) ||
              (in_rate != '0 && in_rate <= 5'd21));
      assert (!pending || served(pending_rate));
      assert (!busy || served(out_rate));
      assert (!needed || all == (out_rate > 5'd21));
      assert (!(lane_valid || needed || cleared) || (busy && !drained));
      assert (!(needed || cleared) || run);
      assert (!run || !drained);
      assert (!needed || at_rate == (count == out_rate));
      assert (!needed || count <= out_rate);
      assert (next_lane == (run ? (Lanes + 1)'(1) << count : '0));
      assert (!run || count <= (all ? 5'd25 : 5'd21));
      assert (!capture || (squeeze && advance && busy && drained));
      assert (!advance || squeeze == capture);
      assert (!advance || squeeze || !last || final_in || loaded);
      assert (!transfer || (full && !loaded));
      if (RoundCycles == 1) begin
        assert (!error || clear);
        if (final_in)
          assert (!transfer || (capture && clear));
          else assert (!transfer || round == Last || (round == Last - 5'd1 && advance));
      end
      // The rounds in turn, each with its constant.
      assert (!state_zero || round == Last);
      assert (round <= Last);
      assert (state_zero || !rounds12 || round >= 5'd12);
      assert (next_constant == roundel_keccak_pkg::RoundConstants[next_round]);
      assert (loaded || state_zero || iota == roundel_keccak_pkg::RoundConstants[round]);
      // A block comes in with the last round or to the zero state, and is there for that cycle alone.
      assert (!advance || !state_zero || loaded);
      assert (!loaded || (shown_q && round == Last && !squeeze && (advance || clear)));
      assert (!loaded ||
          iota == (block_bits_q ^ (state_zero ? '0 : roundel_keccak_pkg::RoundConstants[Last])));
      assert (addend_clear == !transferred);
      assert (transferred == transfer);
      assert (!transferred || clear_block);
      assert (!shown_q || !settled_q[0] || load_twice);
      assert (!load_twice || transferred || !settled_q[0] || gathered == '0);
      assert (shown_q || !settled_q[2] || added == '0);
      assert (!shown_q || loaded || !advance);
    end
  end

endmodule
