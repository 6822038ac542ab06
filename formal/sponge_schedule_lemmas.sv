// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas on a message stream whose round takes one cycle, bound to roundel_sponge_message: how the input, the
// schedule, the drain and the output of roundel_keccak_hash and its variants depend on each other. A lemma is
// an assertion like the others: a wrong one fails the proof.
//
// Two of them are of use to the reader of a core: the state is zero between two transactions unless the first
// one keeps it, and a complete message has its last block in one place until its last capture.

module sponge_schedule_lemmas #(
  parameter bit Resume   = 1'b0,
  parameter bit SaveLoad = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,
  input logic m_axis_tvalid,
  input logic m_axis_tready,
  input logic m_axis_tlast,
  input logic [127:0] m_axis_tdata,
  input logic [15:0] m_axis_tkeep,
  input logic [roundel_stream_pkg::UserWidth-1:0] m_axis_tuser
);

  localparam int unsigned RateLanes = 21;
  localparam int unsigned StateLanes = 25;
  localparam int unsigned Lanes = SaveLoad ? StateLanes : RateLanes;
  localparam int unsigned FlagLoad = 6;
  localparam int unsigned FlagSave = 7;
  localparam logic [4:0] LastRound = 5'd23;

  logic started_q = 1'b0;
  logic inside_q = 1'b0;  // a segment is open
  logic [roundel_stream_pkg::UserWidth-1:0] kind_q;  // of it
  logic open, kind_open, busy, second, last_waits, error, text, between;
  logic [2:0] in_state;
  logic [4:0] position, rate, pending_rate, out_rate, round, count;
  logic block_last, pending, last_round, before_last_round, squeeze, rounds12;
  logic advance, capture, clear;
  logic near_last, transfer;
  logic run, needed, lane_valid;
  logic command_held, feed_text, resume, kept, discard;
  logic [7:0] flags;
  logic [15:0][7:0] bytes;  // of the beat that is held
  logic [Lanes:0] next;
  logic loading, all, save, save_held;

  assign open = inside_q;
  assign kind_open = kind_q == roundel_stream_pkg::KindDigest;
  assign last_waits = m_axis_tvalid && m_axis_tlast;

  // InText, InHandOver, InResume, InLoad; InCommand, InHandOver, InFlush, InResume: yosys-slang does not see
  // another module's enum names.
  assign in_state = 3'(roundel_sponge_message.u_input.in_state_q);
  assign text = in_state inside {3'd1, 3'd2, 3'd6, 3'd7};
  assign loading = in_state == 3'd7;
  assign save = roundel_sponge_message.u_input.save_q;
  assign save_held = SaveLoad && bytes[1][FlagSave];
  assign between = in_state inside {3'd0, 3'd2, 3'd5, 3'd6};
  assign position = roundel_sponge_message.u_input.position_q;
  assign block_last = roundel_sponge_message.u_input.block_last_q;
  assign rate = roundel_sponge_message.u_input.rate_q;
  assign pending = roundel_sponge_message.u_input.pending_q;
  assign pending_rate = roundel_sponge_message.rate;
  assign out_rate = roundel_sponge_message.out_rate_q;

  assign command_held = roundel_sponge_message.u_input.u_feed.valid_q &&
      roundel_sponge_message.u_input.command_legal_q;
  assign resume = roundel_sponge_message.u_input.resume_q;
  assign kept = roundel_sponge_message.u_input.kept_q;
  assign discard = roundel_sponge_message.u_input.discard_q;
  // ROUNDS12; with Resume KEEP and RESUME too, with SaveLoad LOAD and SAVE.
  assign flags = 8'(1 << roundel_stream_pkg::FlagRounds12) |
      (Resume ? 8'(1 << roundel_stream_pkg::FlagResume | 1 << roundel_stream_pkg::FlagKeep) : '0) |
      (SaveLoad ? 8'(1 << FlagLoad | 1 << FlagSave) : '0);
  assign feed_text = roundel_sponge_message.u_input.u_feed.text_q ||
      roundel_sponge_message.u_input.u_feed.lane_valid_q;
  assign bytes[7:0] = roundel_sponge_message.u_input.u_feed.lane_q;
  assign bytes[15:8] = roundel_sponge_message.u_input.u_feed.next_lane_q;

  assign round = roundel_sponge_message.u_schedule.round_q;
  assign last_round = roundel_sponge_message.u_schedule.last_q;
  assign before_last_round = roundel_sponge_message.u_schedule.before_last_q;
  assign near_last = roundel_sponge_message.u_schedule.near_last_q;
  assign transfer = roundel_sponge_message.u_schedule.transfer_q;
  assign rounds12 = roundel_sponge_message.u_schedule.rounds12_q;
  assign squeeze = roundel_sponge_message.u_schedule.squeeze_q;
  assign advance = roundel_sponge_message.advance_o;
  assign capture = roundel_sponge_message.capture;
  assign clear = roundel_sponge_message.clear_o;

  assign run = roundel_sponge_message.u_drain.run_q;
  assign next = roundel_sponge_message.u_drain.next_q;
  assign count = roundel_sponge_message.u_drain.count_q;
  assign needed = roundel_sponge_message.u_drain.needed_q;
  assign lane_valid = roundel_sponge_message.u_drain.lane_valid_q;

  assign busy = roundel_sponge_message.u_output.busy_q;
  assign second = roundel_sponge_message.u_output.second_q;
  assign error = roundel_sponge_message.u_output.error_q;

  if (SaveLoad) begin : gen_all
    assign all = roundel_sponge_message.u_drain.gen_whole.all_q;
  end else begin : gen_no_all
    assign all = 1'b0;
  end

  // A block of output has 1 to 21 lanes, or is the state.
  function automatic logic legal(logic [4:0] lanes);
    legal = (lanes != '0 && lanes <= 5'(RateLanes)) || (SaveLoad && lanes == 5'(StateLanes));
  endfunction

  // The lanes of the digest that are still expected: in all, and of this block.
  logic [29:0] lanes_left;
  logic [4:0] block_left;
  assign lanes_left = 30'(roundel_sponge_message.u_output.left_q) +
      30'(roundel_sponge_message.u_output.tail_q != '0);
  assign block_left = out_rate - count + 5'(lane_valid);

  // Where the last block of a message is: gathered, in the addend, or in the state, until that is cleared.
  logic zero, full, final_block, in_addend, addend_final, final_state, keep, out_keep;
  logic [1:0] sponges;
  assign zero = roundel_sponge_message.u_schedule.state_zero_q;
  assign full = roundel_sponge_message.u_input.full_q;
  assign final_block = roundel_sponge_message.u_input.final_block_q;
  assign in_addend = roundel_sponge_message.u_schedule.loaded_q;
  assign addend_final = roundel_sponge_message.u_schedule.final_loaded_q;
  assign final_state = roundel_sponge_message.u_schedule.final_q;
  assign keep = roundel_sponge_message.keep;
  assign out_keep = roundel_sponge_message.out_keep;
  assign sponges = 2'(full && final_block) + 2'(in_addend && addend_final) + 2'(final_state);

  // Whose blocks those are: of the message that is complete, that waits, or whose digest was begun. A request
  // that resumes has none of its own.
  logic in_resumes_q, pending_resumes_q, out_sponge_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) in_resumes_q <= 1'b0;
    else if (roundel_sponge_message.u_input.accept) in_resumes_q <= resume;
    if (!rst_ni) pending_resumes_q <= 1'b0;
    else if (roundel_sponge_message.u_input.store) pending_resumes_q <= in_resumes_q;
    if (!rst_ni || roundel_sponge_message.clear_o) out_sponge_q <= 1'b0;
    else if (roundel_sponge_message.hand_over) out_sponge_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!rst_ni) begin
      inside_q <= 1'b0;
    end else if (m_axis_tvalid && m_axis_tready) begin
      inside_q <= !m_axis_tlast;
      kind_q   <= m_axis_tuser;
    end
  end

  always_comb begin
    if (started_q && rst_ni) begin
      // A rate is 1 to 21 wherever one is in use, and the drain stops asking before it stops.
      assert (!(text || kept || discard) || (rate != '0 && rate <= 5'(RateLanes)));
      assert (!pending || legal(pending_rate));
      assert (!busy || legal(out_rate));
      assert (!needed || count <= out_rate);
      assert (!needed || all == (out_rate > 5'(RateLanes)));
      // A command that was found legal has an operation, a suffix and a rate that the core serves, or none if
      // it resumes. Its other flags and its last 8 bytes are zero.
      assert (!command_held || !feed_text);
      assert (!command_held || bytes[0] == roundel_stream_pkg::OpHash);
      assert (!command_held || (bytes[1] & ~flags) == '0);
      assert (!command_held || resume || (save_held ? bytes[2] == '0 : bytes[2] != '0 && !bytes[2][7]));
      assert (!(command_held && save_held) || bytes[7:4] == 32'(8 * StateLanes));
      assert (!command_held || resume || (bytes[3] != '0 && bytes[3] <= 8'(RateLanes)));
      assert (!(command_held && resume) || (bytes[3:2] == '0 && !bytes[1][roundel_stream_pkg::FlagRounds12]));
      assert (!command_held || bytes[15:8] == '0);
      // InError has a register of its own.
      assert (roundel_sponge_message.u_input.error_q == (in_state == 3'd4));
      // A block's last lane is known when it comes; a message begins with a block's first.
      assert (!(between || discard) || position == 5'd1);
      // A sponge is cleared for another command only before the text of that command.
      assert (!discard || in_state inside {3'd3, 3'd4});
      assert (!(text || kept || discard) || block_last == (position == (loading ? 5'(StateLanes) : rate)));
      // The lane to clear next is one-hot while the drain runs, and its number runs with it.
      assert (next == (run ? (Lanes + 1)'(1) << count : '0));
      assert (!run || count <= (all ? 5'(StateLanes) : 5'(RateLanes)));
      // Lanes are on offer only while a digest is expected.
      assert (!(lane_valid || needed) || (busy && run));
      // A capture needs an output block, an expected digest and an idle drain. It advances the state, or
      // clears it if no other block is needed; else only an error and the reset clear the state.
      assert (!capture || (squeeze && advance && busy && !run));
      assert (!capture || clear == !(roundel_sponge_message.more || out_keep));
      assert (!clear || capture || in_state == 3'd4 || zero);
      assert (in_state != 3'd4 || clear);
      // A state that waits for a block, or in its output block, does not advance.
      assert (!advance || squeeze == capture);
      assert (!advance || squeeze || !last_round || final_state || in_addend);
      assert (!in_addend || advance || clear);
      // A block is requested near the last round, or with the last capture, and is added in the last round.
      assert (near_last == (round >= LastRound - 5'd2));
      assert (!transfer || (full && !in_addend));
      assert (!(transfer && final_state) || (capture && clear));
      assert (!transfer || final_state || last_round || (before_last_round && advance));
      assert (!in_addend || (last_round && !squeeze));
      assert (!zero || last_round);
      assert (!squeeze || round == (rounds12 ? 5'd12 : '0));
      assert (last_round == (round == LastRound));
      assert (before_last_round == (round == LastRound - 5'd1));
      assert (round <= LastRound);
      // Half a beat is there: a full lane, and the digest continues.
      assert (!second || (busy && !m_axis_tvalid && (&roundel_sponge_message.u_output.low_keep_q)));
      // An open digest has its last beat before it or waiting, and nothing comes between.
      assert (!open || (kind_open && (busy || last_waits) && !(m_axis_tvalid && error)));
      assert (!m_axis_tvalid || m_axis_tlast || (busy && !error));
      // A STATUS is one byte, and is ERROR.
      assert (!(m_axis_tvalid && error) || m_axis_tdata == 128'(roundel_stream_pkg::StatusError));
      assert (!(m_axis_tvalid && error) || m_axis_tkeep == 16'd1);
      assert (!(m_axis_tvalid && error) || m_axis_tlast);

      // The state is zero between two transactions unless the first one keeps it, and after an error.
      assert (!(in_state == 3'd0 && !pending && !busy) || zero || kept);
      assert (in_state != 3'd5 || zero);

      // Every complete message has its last block in one place, until its last capture.
      assert (sponges == 2'(out_sponge_q) + 2'(pending && !pending_resumes_q) +
              2'(in_state == 3'd2 && !in_resumes_q));
      // After the text of a message only its last block may come.
      assert (in_state inside {3'd1, 3'd3, 3'd4, 3'd7} || !(full && !final_block));
      assert (in_state inside {3'd1, 3'd3, 3'd4, 3'd7} || !(in_addend && !addend_final) || full);
      assert (in_state inside {3'd1, 3'd3, 3'd4, 3'd7} || zero || final_state || in_addend || full);
      assert (!squeeze || final_state);
      assert (!zero || !final_state);
      assert (in_state != 3'd5 || !(full || in_addend || pending || busy || out_sponge_q || kept));
      assert (!(in_state == 3'd4) || !(pending || busy));
      // The length says whether a capture leaves lanes, and one cycle later which lane is the last.
      assert (!busy || roundel_sponge_message.more == (lanes_left > 30'(out_rate)));
      assert (!needed || roundel_sponge_message.u_output.last_lane_q == (lanes_left <= 30'd1));
      assert (!lane_valid || needed);
      assert (!needed || lane_valid == (count != '0));
      // A block after the last capture has all lanes of the digest; one before it has fewer.
      assert (!(busy && !out_sponge_q) || (needed && lanes_left <= 30'(block_left)));
      assert (!(busy && out_sponge_q && needed && !out_keep) || lanes_left > 30'(block_left));
      assert (busy || !out_sponge_q || out_keep);
      // A sponge is kept on request, and then only a request that resumes follows.
      assert (!(in_state == 3'd0 && pending) || keep == kept);
      assert (!(in_state == 3'd0 && !pending && out_sponge_q) || out_keep == kept);
      assert (!(in_state == 3'd0 && !pending && kept) || out_sponge_q);
      assert (!(pending && pending_resumes_q) || (out_sponge_q && out_keep));
      assert (in_state != 3'd6 || in_resumes_q);
      assert (Resume || !(in_resumes_q || pending_resumes_q));
      assert (!(in_state inside {3'd1, 3'd7} || discard) || !in_resumes_q);
      assert (!(in_state inside {3'd2, 3'd6} && in_resumes_q) || (pending ? keep : out_sponge_q && out_keep));
      assert (!(pending && !pending_resumes_q) || !(out_sponge_q && out_keep));
      assert (!(in_state inside {3'd1, 3'd7} || (in_state == 3'd2 && !in_resumes_q)) ||
              !(pending ? keep : out_sponge_q && out_keep));
    end
  end

endmodule

bind roundel_sponge_message sponge_schedule_lemmas #(
  .Resume  (Resume),
  .SaveLoad(SaveLoad)
) u_schedule_lemmas (.*);
