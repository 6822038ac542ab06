// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// still_properties on roundel_keccak_kmac, bound to it, and lemmas. Its control registers are those of the
// reader, the grammar, the queue of words, the pack, the hash and the answer. Data, lengths, rates and kinds
// are not among them.
//
// A lemma is an assertion like the others: a wrong one fails the proof. These follow the messages of the hash
// from the grammar to the answer:
//
//   phase   words and beats come in the order of a message, and a command that is sent is legal to the hash
//   places  each answer that is noted belongs to one message, which is in one place, in order
//   failed  the hash answers a message with an error only if the grammar rejected or aborted it; the tag of a
//           VERIFY is expected only if its message is complete

module still_keccak_kmac
  import roundel_stream_pkg::*;
  import roundel_keccak_kmac_pkg::*;
#(
  parameter bit KeepKey = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,
  input logic s_axis_tready,
  input logic m_axis_tvalid
);

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The parts
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // StCommand 0, StRequest 1, StRequestEnd 2, StTail 11, StTag 12, StVerdict 13, StReject 14, StAbort 15:
  // yosys-slang does not see another module's enum names.
  logic [3:0] state;
  logic second, legal;
  command_t judged, command;  // of the offered beat; of the transaction
  assign state  = 4'(roundel_keccak_kmac.u_grammar.state_q);
  assign second = roundel_keccak_kmac.u_grammar.second_q;
  assign legal = roundel_keccak_kmac.u_grammar.legal_q;
  assign judged = roundel_keccak_kmac.u_grammar.command;
  assign command = roundel_keccak_kmac.u_grammar.command_q;

  word_t [1:0] word;
  logic [1:0] word_valid;
  assign word = {roundel_keccak_kmac.u_words.second_q, roundel_keccak_kmac.u_words.first_q};
  assign word_valid = {roundel_keccak_kmac.u_words.second_valid_q, roundel_keccak_kmac.u_words.first_valid_q};

  logic rest, upper, beat_valid, beat_last;
  logic [2:0] held_count;
  logic [4:0] lane;
  logic [15:0] beat_keep;
  logic [15:0][7:0] beat_data;
  logic [UserWidth-1:0] beat_kind;
  assign rest = roundel_keccak_kmac.u_pack.rest_q;
  assign upper = roundel_keccak_kmac.u_pack.upper_q;
  assign held_count = roundel_keccak_kmac.u_pack.held_count_q;
  assign lane = roundel_keccak_kmac.u_pack.lane_q;
  assign beat_valid = roundel_keccak_kmac.message_tvalid;
  assign beat_last = roundel_keccak_kmac.message_tlast;
  assign beat_keep = roundel_keccak_kmac.message_tkeep;
  assign beat_data = roundel_keccak_kmac.message_tdata;
  assign beat_kind = roundel_keccak_kmac.message_tuser;

  // InCommand 0, InText 1, InHandOver 2, InAbort 3, InError 4, InFlush 5.
  logic [2:0] in_state;
  logic feed_valid, feed_command, feed_legal, feed_text, feed_last, pending, busy, out_last, out_error;
  logic message_end, suffixed;
  assign in_state = roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.in_state_bits;
  assign feed_valid = roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.u_feed.valid_q;
  assign feed_command = roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.u_feed.command_q;
  assign feed_legal = roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.command_legal_q;
  assign feed_text = roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.u_feed.text_q;
  assign feed_last = roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.u_feed.last_q;
  assign message_end = roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.u_feed.message_end_q;
  assign suffixed = roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.u_feed.suffixed_q;
  assign pending = roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.pending_q;
  assign busy = roundel_keccak_kmac.gen_hash.u_hash.u_message.u_output.busy_q;
  assign out_last = roundel_keccak_kmac.digest_tvalid && roundel_keccak_kmac.digest_tlast;
  assign out_error = roundel_keccak_kmac.digest_tuser == KindStatus;

  logic held, held_last, held_failed, judge, sent, noted;
  logic [2:0] number;
  answer_e [3:0] answers;
  assign held = roundel_keccak_kmac.u_answer.held;
  assign held_last = roundel_keccak_kmac.u_answer.last_q;
  assign held_failed = roundel_keccak_kmac.u_answer.failed_q;
  assign judge = roundel_keccak_kmac.u_answer.judge_q;
  assign number = roundel_keccak_kmac.u_answer.number_q;
  assign answers = roundel_keccak_kmac.u_answer.answers_q;
  assign sent = roundel_keccak_kmac.u_answer.answer_sent;
  assign noted = roundel_keccak_kmac.u_answer.noted;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The phase of a message: at the grammar, at the pack, and at the input of the hash
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef enum logic [1:0] {
    Between,  // a command may come
    Command,  // its first half came
    Text      // a part of the text may come
  } phase_e;

  function automatic phase_e after_word(phase_e phase, word_t next);
    unique case (next.kind)
      WordCommand: after_word = next.last ? Text : Command;
      WordText, WordPad: after_word = next.last ? Between : Text;
      default: after_word = Between;
    endcase
  endfunction

  function automatic logic request_legal(logic [7:0][7:0] bytes);
    request_legal = bytes[0] == OpHash && !bytes[2][7] && bytes[2] != '0 && bytes[3] inside {[8'd1:8'd21]} &&
        (bytes[1] & ~(8'(1 << FlagRounds12) | (KeepKey ? 8'(1 << FlagResume | 1 << FlagKeep) : '0))) == '0;
  endfunction

  function automatic logic sizes_legal(logic [7:0][7:0] bytes);
    sizes_legal = bytes[7:1] == '0 && (KeepKey ? bytes[0] <= 8'd7 : bytes[0] == '0);
  endfunction

  function automatic logic fits(phase_e phase, word_t next);
    unique case (next.kind)
      WordCommand:
      fits = next.count == 4'd8 && (next.last ? phase == Command && sizes_legal(next.bytes) :
                                    phase == Between && request_legal(next.bytes));
      WordText: fits = phase == Text && next.count <= 4'd8;
      WordPad, WordAbort: fits = phase == Text && !next.last;
      WordReject: fits = phase == Between && !next.last;
      default: fits = 1'b0;
    endcase
  endfunction

  phase_e pack_q = Between;  // of the words that the pack has read
  phase_e first, newest, made;
  phase_e bus_q = Between;  // of the beats that the hash has accepted
  phase_e packed_beats, input_phase, accepted;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) pack_q <= Between;
    else if (roundel_keccak_kmac.word_valid && roundel_keccak_kmac.word_ready) pack_q <= first;
  end
  assign first = word_valid[0] ? after_word(pack_q, word[0]) : pack_q;
  assign newest = word_valid[1] ? after_word(first, word[1]) : first;
  assign made = state inside {4'd0, 4'd1, 4'd12, 4'd13, 4'd14} ? Between : state == 4'd2 ? Command : Text;

  function automatic phase_e after_beat(phase_e phase, logic command, logic legal, logic text, logic last);
    if (command) after_beat = legal ? Text : Between;
    else after_beat = text && !last ? Text : Between;
  endfunction

  assign packed_beats = beat_valid ? after_beat(
      bus_q, beat_kind == KindCmd, beat_keep[0], beat_kind == KindText, beat_last
  ) : bus_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) bus_q <= Between;
    else if (beat_valid && roundel_keccak_kmac.message_tready) bus_q <= packed_beats;
  end
  assign input_phase = in_state == 3'd1 ? Text : Between;
  assign accepted = feed_valid ? after_beat(input_phase, feed_command, feed_legal, feed_text, feed_last) :
      input_phase;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The places of messages, the oldest first
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam int unsigned Places = 12;
  logic [Places-1:0] present, failed;
  logic [3:0] failed_q = '0;  // the grammar rejected or aborted the transaction, by answer

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      failed_q <= '0;
    end else begin
      failed_q <= sent ? failed_q >> 1 : failed_q;
      for (int unsigned k = 0; k < 4; k++) begin
        if (roundel_keccak_kmac.u_answer.number_d == 3'(k + 1)) begin
          if (noted) failed_q[k] <= roundel_keccak_kmac.u_grammar.failed;
          else if (roundel_keccak_kmac.u_grammar.reads && roundel_keccak_kmac.u_grammar.failed) begin
            failed_q[k] <= 1'b1;
          end
        end
      end
    end
  end

  // From the newest place on. `aborted`: the grammar has aborted the message of the next older place.
  always_comb begin
    logic aborted;
    present = '0;
    failed = '0;
    aborted = state == 4'd15;
    present[11] = state inside {4'd1, 4'd14};
    failed[11] = state == 4'd14;
    for (int i = 1; i >= 0; i--) begin
      if (word_valid[i] && word[i].kind == WordAbort) aborted = 1'b1;
      present[9+i] = word_valid[i] &&
          (word[i].kind == WordReject || (word[i].kind == WordCommand && !word[i].last));
      failed[9+i] = aborted || word[i].kind == WordReject;
      if (present[9+i]) aborted = 1'b0;
    end
    present[8] = pack_q == Command;
    failed[8]  = aborted;
    if (present[8]) aborted = 1'b0;
    if (beat_valid && beat_kind == KindTag) aborted = 1'b1;
    present[7] = beat_valid && beat_kind == KindCmd;
    failed[7]  = aborted || !beat_keep[0];
    if (present[7]) aborted = 1'b0;
    if (feed_valid && !feed_command && !feed_text) aborted = 1'b1;
    present[6] = feed_valid && feed_command;
    failed[6]  = aborted || !feed_legal;
    if (present[6]) aborted = 1'b0;
    present[5] = in_state inside {[3'd1 : 3'd4]};
    failed[5] = in_state == 3'd1 ? aborted : in_state != 3'd2;
    present[4] = pending;
    present[3] = busy;
    present[2] = out_last;
    failed[2] = out_error;
    present[1] = held && held_last;
    failed[1] = held_failed;
    present[0] = judge;
  end

  logic [3:0] older[Places+1];  // messages in older places
  always_comb begin
    older[0] = '0;
    for (int unsigned i = 0; i < Places; i++) older[i+1] = older[i] + 4'(present[i]);
  end

  always_comb begin
    if (started_q && rst_ni) begin
      // Words.
      assert (!word_valid[1] || word_valid[0]);
      assert (!word_valid[0] || fits(pack_q, word[0]));
      assert (!word_valid[1] || fits(first, word[1]));
      assert (newest == made);
      // A command that is judged is still offered.
      if (state inside {4'd1, 4'd2} || (state == 4'd0 && second && legal)) begin
        assert (roundel_keccak_kmac.offered && roundel_keccak_kmac.beat.kind == KindCmd);
        assert (judged.legal);
        assert (command == judged);
      end
      // The pack.
      assert (roundel_keccak_kmac.u_pack.held_keep_q == ~(8'hff << held_count));
      assert (!beat_valid || !upper);
      assert (!upper || beat_keep[7:0] == '1);
      assert (!rest || (pack_q == Between && packed_beats == Text && beat_kind == KindText));
      if (pack_q == Between && !rest) assert (!upper && held_count == '0 && lane == '0);
      if (pack_q == Command) begin
        assert (!rest && upper && held_count == '0 && lane == 5'd1);
        assert (beat_kind == KindCmd && request_legal(beat_data[7:0]) && packed_beats == Between);
      end
      if (pack_q == Text) assert (!rest && packed_beats == Text);
      if (pack_q == Text && upper) assert (beat_kind == KindText);
      if (pack_q == Between && !rest) assert (packed_beats == Between);
      if (beat_valid) begin
        assert (beat_kind inside {KindCmd, KindText, KindTag});
        assert (bus_q == (beat_kind == KindCmd ? Between : Text));
        if (beat_kind == KindCmd) begin
          assert (beat_last && beat_keep inside {16'h0000, 16'hffff});
          if (beat_keep[0]) assert (request_legal(beat_data[7:0]) && sizes_legal(beat_data[15:8]));
        end
        if (beat_kind == KindText) begin
          assert ((beat_keep & (beat_keep + 16'd1)) == '0);
          assert (beat_last || beat_keep == '1);
        end
        if (beat_kind == KindTag) assert (beat_last && beat_keep == '0);
      end
      // The input of the hash.
      assert (bus_q == accepted);
      assert (in_state <= 3'd5);
      if (feed_valid) assert (input_phase == (feed_command ? Between : Text));
      if (feed_valid && feed_command) assert (!feed_text);
      assert (!feed_text || feed_valid);
      assert (!(feed_valid && feed_legal) || feed_command);
      assert (!(feed_valid && (message_end || suffixed)) || feed_last);
      assert (roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.u_feed.lane_valid_q ==
              (feed_text && (!message_end || suffixed)));
      assert (roundel_keccak_kmac.gen_hash.u_hash.u_message.in_ready || feed_valid);
      assert (in_state != 3'd0 || roundel_keccak_kmac.gen_hash.u_hash.u_message.in_ready);
      // Answers and messages.
      assert (4'(number) == older[Places]);
      for (int unsigned i = 0; i < Places; i++) begin
        for (int unsigned k = 0; k < 4; k++) begin
          assert (!(present[i] && older[i] == 4'(k)) || failed_q[k] == failed[i]);
        end
      end
      for (int unsigned k = 0; k < 4; k++) begin
        assert (answers[k] inside {AnswerDigest, AnswerTag, AnswerVerdict});
        if (number > 3'(k) && answers[k] == AnswerVerdict && !failed_q[k]) begin
          assert (number == 3'(k + 1) && state inside {[4'd1 : 4'd13]});
        end
        if (number == 3'(k + 1) && state inside {[4'd1 : 4'd11]}) begin
          assert (!failed_q[k]);
          assert ((answers[k] == AnswerVerdict) == (command.keyed && command.verify));
        end
        if (number == 3'(k + 1) && state inside {4'd12, 4'd13}) begin
          assert (!failed_q[k] && answers[k] == AnswerVerdict);
        end
      end
      assert (number != '0 || state == 4'd0);
      if (state inside {[4'd1 : 4'd13]}) assert (command.keyed || !command.verify);
      if (state inside {4'd7, 4'd8, 4'd9, 4'd11}) assert (command.keyed);
      assert (!held || held_last || !held_failed);
      // The reader.
      assert (s_axis_tready || roundel_keccak_kmac.u_reader.next_valid_q);
      assert (!roundel_keccak_kmac.u_reader.valid_q ||
              roundel_keccak_kmac.u_reader.is_command_q == (roundel_keccak_kmac.beat.kind == KindCmd));
      assert (!roundel_keccak_kmac.u_reader.waits_q || !roundel_keccak_kmac.u_reader.is_command_q);
    end
  end

  // The hash has a plan for each message from its command to the clear of its state.
  if (KeepKey) begin : gen_plans
    logic clear, capture, absorbed;
    logic reset_q = 1'b1;  // there was a reset in the cycle before
    assign clear = roundel_keccak_kmac.gen_hash.u_hash.clear_state;
    assign capture = roundel_keccak_kmac.gen_hash.u_hash.u_message.capture;
    assign absorbed = roundel_keccak_kmac.gen_hash.u_hash.u_message.u_schedule_lemmas.out_sponge_q;
    always_ff @(posedge clk_i) begin
      reset_q <= !rst_ni;
    end
    always_comb begin
      if (started_q && rst_ni) begin
        assert (roundel_keccak_kmac.gen_hash.u_hash.number_q ==
                3'(present[6]) + 3'(present[5]) + 3'(pending) + 3'(absorbed));
        assert (!reset_q || roundel_keccak_kmac.gen_hash.u_hash.number_q == '0);
        assert (!clear || capture || in_state == 3'd4 || reset_q);
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The control registers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [95:0] control;
  assign control = 96'({
    roundel_keccak_kmac.u_reader.valid_q,
    roundel_keccak_kmac.u_reader.next_valid_q,
    roundel_keccak_kmac.u_reader.dropping_q,
    roundel_keccak_kmac.u_reader.waits_q,
    roundel_keccak_kmac.u_reader.close_q,
    state,
    second,
    word_valid,
    rest,
    upper,
    held_count,
    lane,
    beat_valid,
    in_state,
    pending,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.position_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.full_q,
    feed_valid,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.u_feed.lane_valid_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_input.u_feed.second_q,
    suffixed,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_schedule.round_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_schedule.loaded_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_schedule.transfer_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_schedule.advance_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_schedule.capture_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_schedule.clear_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_schedule.squeeze_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_schedule.final_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_drain.run_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_drain.run_q ?
        roundel_keccak_kmac.gen_hash.u_hash.u_message.u_drain.count_q : 5'd0,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_drain.needed_q,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_drain.lane_valid_q,
    busy,
    roundel_keccak_kmac.gen_hash.u_hash.u_message.u_output.second_q,
    roundel_keccak_kmac.digest_tvalid,
    number,
    held,
    judge,
    roundel_keccak_kmac.u_answer.discard_q
  });

  still_properties #(
    .Width(96)
  ) u_still (
    .clk_i,
    .rst_ni,
    .s_axis_tready,
    .m_axis_tvalid,
    .control_i(control)
  );

endmodule

bind roundel_keccak_kmac still_keccak_kmac #(.KeepKey(KeepKey)) u_still (.*);
