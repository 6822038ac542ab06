// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Input and permutation of a duplex core keep the rules of segments in duplex_output_contract: a capture
// ends within its text or answer, keeps the kind of its segment, and an error closes the segment that is
// open. For every input, legal or not, with any pauses, a reset at any time, and for every answer of the
// output. The task cuts the output and the lanes that come out of the state. For all time.
//
// The lemmas follow a block on its way: decided by the grammar, waiting in roundel_duplex_move, issued,
// captured. They say what the decision promised and what is still true of it at each place. They also say
// that a tag is taken, and compared, only with the length that the command declares. They follow from
// themselves only together, so they stand in one file.

module duplex_segments_check
  import roundel_duplex_pkg::*;
#(
  parameter bit          Sponge    = 1'b0,
  parameter bit          Schedule  = 1'b0,  // also the contract's rules of that name
  parameter int unsigned HoldDepth = 0
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

  roundel_duplex_core #(
    .Sponge   (Sponge),
    .HoldDepth(HoldDepth)
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

  logic captured_open;
  answer_e captured_kind;
  logic [3:0] gap;
  logic [2:0] errors;

  duplex_output_contract #(
    .Schedule(Schedule)
  ) u_contract (
    .clk_i,
    .rst_ni,
    .can_reserve_i(u_dut.can_reserve),
    .idle_i       (u_dut.idle),
    .reserve_i    (u_dut.reserve),
    .capture_i    (u_dut.capture),
    .info_i       (u_dut.capture_info),
    .error_i      (u_dut.aborted),
    .close_i      (u_dut.text_open),
    .open_o       (captured_open),
    .kind_o       (captured_kind),
    .gap_o        (gap),
    .error_o      (errors)
  );

  logic started_q = 1'b0;
  logic on;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  assign on = started_q && rst_ni;
  always_comb begin
    assume (started_q || !rst_ni);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The parts' registers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  state_e state;
  command_t command, decoded;
  logic accepting;  // a command is accepted
  contents_t contents;
  beat_t beat;
  step_t step, next;
  message_t issued;
  capture_t info;
  logic body, valid, segment, closed, sent, next_held, answering, issuing;

  assign state = u_dut.u_input.state;
  assign command = u_dut.u_input.command;
  assign decoded = u_dut.u_input.decoded_command;
  assign accepting = u_dut.u_input.decoded && u_dut.u_input.legal;
  assign contents = u_dut.u_input.contents;
  assign beat = u_dut.u_input.beat;
  assign valid = u_dut.u_input.valid;
  assign step = u_dut.u_input.u_move.step_q;
  assign next = u_dut.u_input.u_move.next_q;
  assign next_held = !u_dut.u_input.u_move.next_empty_q;
  assign issued = u_dut.u_permutation.u_issue.message_o;
  assign info = u_dut.u_permutation.u_issue.capture_info_o;
  assign answering = u_dut.u_permutation.u_issue.answer_pending_q;
  assign segment = u_dut.u_input.u_grammar.segment_q;
  assign closed = u_dut.u_input.u_grammar.closed_q;
  assign sent = u_dut.u_input.u_grammar.sent_q;
  // A capture is on its way.
  assign issuing = u_dut.u_permutation.u_issue.capture_q1 || u_dut.u_permutation.u_issue.capture_o;
  // AD, text and tag of a message of Keyak.
  assign body = state == InBody;

  // The shape of a message of Keyak.
  localparam shape_t KeyakShape = '{before_last_pair: 4'd9, odd: 1'b1, default: 1'b0};

  // Whether a message is one of an accepted command.
  function automatic logic is_legal(message_t message);
    if (!message.sponge) begin
      return message.answer == AnswerTag && message.length == 32'(TagBytes) &&
          message.check == message.open && message.rate == 5'(TextLanes) && !message.prg;
    end
    return Sponge && !message.open && message.rate inside {[5'd1 : 5'(TextLanes)]} &&
        message.answer inside {AnswerTag, AnswerDigest, AnswerRandom} &&
        (!message.check || (message.answer == AnswerTag && message.rate == MacRate &&
                            message.length inside {32'd8, [32'd12 : 32'd16]}));
  endfunction

  logic known_q = 1'b0;  // a command was accepted
  always_ff @(posedge clk_i) begin
    if (!rst_ni) known_q <= 1'b0;
    else if (u_dut.u_input.ready && u_dut.u_input.start) known_q <= 1'b1;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The command
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (on) begin
      assert (!known_q || is_legal(command.message));
      assert (known_q || state inside {InCommand, InAbort, InFlush});
      assert (known_q || !(step.issue || (next_held && next.issue) || answering || issuing));
      assert (!answering || is_legal(issued));
      assert (!answering || !(u_dut.start_ready || u_dut.absorb_ready || u_dut.capture_ready));
      assert (!(answering || step.issue || next_held) || known_q);
      // A message of Keyak has the shape of Keyak's rate.
      assert (!known_q || command.message.sponge || command.shape == KeyakShape);
      assert (!known_q || command.message.sponge || !(command.mac || command.overwrite));
      assert (!known_q || !command.message.sponge ||
              !(state inside {InBody, InStart, InKeyTail, InNonceTail}));
      assert (!known_q || command.message.sponge || !(state inside {InAbsorb, InTag, InForget}));
      assert (!known_q || !command.message.sponge || command.mac ||
              !(state inside {InKey, InKeyClose, InNonce, InNonceClose}));
      assert (!known_q || state != InTag || command.message.check);
      // It is decoded while nothing is on its way.
      assert (!(u_dut.u_input.u_command.read_q || u_dut.u_input.decoded) ||
              (u_dut.u_input.idle && state == InCommand && valid));
      assert (!(u_dut.u_input.u_command.read_q && u_dut.u_input.decoded));
      assert (!u_dut.u_input.u_command.read_q || (u_dut.u_input.u_command.data_q == u_dut.u_input.data[7:0] &&
              u_dut.u_input.u_command.tag_length_q == (u_dut.u_input.data[7:4] == 32'(TagBytes))));
      assert (!accepting || (is_legal(decoded.message) && beat.last && beat.is_command));
      assert (!(accepting && decoded.resume) || decoded.message.sponge || !segment);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats: their bytes leave later than their properties
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic [3:0] lower;
    logic [3:0] upper;
  } counts_t;

  counts_t counts[4];
  logic [1:0] read, write, first_held;
  logic next_beat_held;
  beat_t next_beat;
  assign read = u_dut.u_input.u_beat.read_q;
  assign write = u_dut.u_input.u_beat.write_q;
  assign next_beat_held = u_dut.u_input.u_beat.next_valid_q;
  assign next_beat = u_dut.u_input.u_beat.next_q;
  assign first_held = read + 2'(step.pop) + 2'(next_held && next.pop);

  for (genvar i = 0; i < 4; i++) begin : gen_counts
    assign counts[i] = '{
            lower: u_dut.u_input.u_beat.mem_q[i].lower_count,
            upper: u_dut.u_input.u_beat.mem_q[i].upper_count
        };
  end

  // The properties of a beat are those of its bytes.
  function automatic logic fits(beat_t properties, counts_t bytes);
    return properties.lower_full == (bytes.lower == 4'd8) && properties.full == (bytes.upper == 4'd8) &&
        bytes.lower <= 4'd8 && bytes.upper <= 4'd8;
  endfunction

  // The properties of a beat agree with each other.
  function automatic logic is_beat(beat_t one);
    logic known, ad;
    logic [5:0] kinds;
    ad = one.ad_begins || one.empty_ad || ((one.continues || one.empty_body) && !one.is_text);
    kinds = {one.is_command, one.is_key, one.is_nonce, one.is_tag, one.is_seed, one.is_text || ad};
    known = one.is_key || one.is_nonce || one.is_tag || one.is_text || one.is_seed || one.text_begins ||
        one.ad_begins || one.continues || one.empty_body;
    return (!known || one.last || one.full) && !(known && one.empty && one.full) &&
        (!one.is_full_command || one.last) && !(one.continues && one.begins) &&
        !((one.text_begins || one.ad_begins) && !one.begins) &&
        (!known || !one.full || (one.lower_full && one.upper_nonempty)) &&
        (!known || !one.upper_nonempty || one.lower_full) &&
        (one.empty || !(one.empty_body || one.empty_ad)) &&
        (!one.empty || !(one.text_begins || one.ad_begins || one.continues)) &&
        $onehot0(
        kinds
    ) && !(one.is_text && ad) && (!one.text_begins || one.is_text) &&
        (!one.is_full_command || one.is_command);
  endfunction

  logic tracked, previous_open;
  assign previous_open = valid ? !beat.begins : u_dut.u_input.u_beat.open_q;
  assign tracked = state inside {
    InKeyTail, InKeyClose, InNonce, InNonceTail, InNonceClose, InStart, InBody
  };

  always_comb begin
    if (on) begin
      assert (write == first_held + 2'(valid) + 2'(next_beat_held));
      assert (!next_beat_held || (valid && !u_dut.s_axis_tready));
      assert (!valid || fits(beat, counts[first_held]));
      assert (!next_beat_held || fits(next_beat, counts[first_held+2'd1]));
      // Bytes of beats that were decided.
      assert (!step.pop || (counts[read].lower <= 4'd8 && counts[read].upper <= 4'd8));
      assert (!(next_held && next.pop) || (counts[read+2'(step.pop)].lower <= 4'd8 &&
                                           counts[read+2'(step.pop)].upper <= 4'd8));
      assert (!valid || is_beat(beat));
      assert (!next_beat_held || (is_beat(next_beat) && next_beat.begins == beat.last));
      assert (!valid || u_dut.u_input.u_beat.open_q == !(next_beat_held ? next_beat.last : beat.last));
      // The segment before the offered beat.
      assert (!tracked || segment == previous_open);
      assert (state != InKey || !previous_open);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The end of the text in its block: after the steps that are executed, and after those that wait
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic [3:0] pair;
    logic [4:0] count;
    logic [3:0] carry;  // bytes of the carry
  } end_t;

  end_t ends[3];
  assign ends[0] = '{
          pair: u_dut.u_input.u_move.text_pair_q,
          count: u_dut.u_input.u_move.text_count_q,
          carry: u_dut.u_input.u_move.carry_count_q
      };
  assign ends[1] = after_step(ends[0], step, counts[read]);
  assign ends[2] = next_held ? after_step(ends[1], next, counts[read+2'(step.pop)]) : ends[1];

  function automatic end_t after_step(end_t prior, step_t given, counts_t bytes);
    logic [3:0] even, odd;
    even = given.lanes.carry_even ? prior.carry : bytes.lower;
    odd = given.lanes.lower_odd ? bytes.lower : bytes.upper;
    if (given.lanes.odd_empty) odd = '0;
    after_step = prior;
    if (given.lanes.is_text) begin
      after_step.pair = given.lanes.pair;
      after_step.count = odd == '0 ? 5'(even) : 5'd8 + 5'(odd);
    end
    if (given.lanes.load_carry) after_step.carry = bytes.upper;
  endfunction

  function automatic logic is_inside(end_t at);
    return at.pair < 4'd10 ? at.count <= 5'd16 : at.pair == 4'd10 && at.count <= 5'd8;
  endfunction

  function automatic logic is_full(end_t at);
    return at.pair == 4'd10 && at.count == 5'd8;
  endfunction

  // A block that is captured: it has text, full unless the segment ends; or an empty segment ends.
  function automatic logic is_block(step_t given, end_t at);
    if (!given.has_text) return given.close;
    return is_inside(at) && (given.close || is_full(at));
  endfunction

  // A step waits for what its block needs.
  function automatic logic is_waiting(step_t given);
    return $onehot0({given.wait_start, given.wait_capture, given.wait_absorb}) &&
        (given.issue || !(given.wait_start || given.wait_capture || given.wait_absorb)) &&
        (given.wait_start || !(given.issue && given.first)) &&
        given.wait_capture == (given.issue && given.capture);
  endfunction

  // Text of Keyak is written from the carry alone, or with all bytes of a beat.
  function automatic logic is_whole(step_t given);
    return !given.lanes.is_text || given.pop ||
        (given.lanes.carry_even && given.lanes.odd_empty && !given.lanes.load_carry);
  endfunction

  logic in_keyak;  // a message of Keyak that has a block
  assign in_keyak = state inside {InBody, InTagClose, InLast} && known_q && !command.message.sponge;

  always_comb begin
    if (on) begin
      assert (!(in_keyak && contents.has_text) || is_inside(ends[2]));
      assert (!(in_keyak && contents.has_text && contents.text_full) || is_full(ends[2]));
      assert (!(in_keyak && contents.carry) || ends[2].carry <= 4'd8);
      assert (!(in_keyak && contents.carry) || (ends[2].carry == 4'd8) == u_dut.u_input.u_place.carry_full_q);
      assert (!(step.issue && step.capture) || is_block(step, ends[0]));
      assert (!(next_held && next.issue && next.capture) || is_block(next, ends[1]));
      assert (!step.capture_only || (step.issue && step.capture));
      assert (!(next_held && next.capture_only) || (next.issue && next.capture));
      assert (command.message.sponge || (is_whole(step) && (!next_held || is_whole(next))));
      assert (!(in_keyak && contents.carry) || (next_held && next.lanes.load_carry ? next.pop :
              step.pop || !step.lanes.load_carry));
      assert (command.message.sponge || !(next_held && next.lanes.is_text && next.lanes.carry_even &&
              step.lanes.load_carry) || step.pop);
      assert (is_waiting(step));
      assert (!u_dut.u_input.u_move.echo_active_q || (step.issue && !step.capture_only && !step.capture &&
              !(step.wait_start || step.wait_absorb)));
      assert (!next_held || is_waiting(next));
      assert (!(next_held && next.issue) || next.wait_start || next.wait_capture || next.wait_absorb);
      assert (!((step.issue && step.capture) || (next_held && next.issue && next.capture)) ||
              !command.message.sponge);
      // A place in the block.
      if (in_keyak) begin
        assert (!contents.has_text || contents.segment_text || contents.segment_ad);
        assert (!contents.text_full || contents.has_text);
        assert (!contents.segment_text || u_dut.u_input.u_place.pair_q <= 4'd11);
        assert (!contents.segment_text ||
                u_dut.u_input.u_place.at_last_q == (u_dut.u_input.u_place.pair_q == 4'd10));
        assert (!contents.segment_text || contents.single_lane == u_dut.u_input.u_place.at_last_q);
        assert (!contents.segment_text || contents.full == (u_dut.u_input.u_place.pair_q == 4'd11));
        assert (!contents.segment_ad || !contents.single_lane);
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The Motorist's rules: after text that did not fill its space comes no text
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic ended;
  assign ended = u_dut.u_input.u_body.text_ended_q;

  always_comb begin
    if (on) begin
      if (in_keyak) begin
        assert (!closed || !contents.has_text);
        assert (!(closed && body) || ended);
      end
      if (body) begin
        assert (!(ended && contents.segment_text) || !(segment || contents.carry));
        assert (!(segment || contents.carry) || contents.segment_text || contents.segment_ad);
        assert (!(contents.has_text && !contents.text_full && contents.segment_ad) || ended);
        assert (!(contents.segment_text && contents.full && !contents.text_full) ||
                !(segment || contents.carry));
      end
      assert (!(state == InCommand && u_dut.u_input.kept && !command.message.sponge) || !segment);
      assert (!(in_keyak && contents.carry && !u_dut.u_input.u_place.carry_full_q) || !segment);
      assert (!(state == InStart || (in_keyak && !body)) || !segment);
      assert (!u_dut.u_input.kept || state inside {InCommand, InAbort});
      // Before the first block nothing is written but key and nonce.
      assert (!(state inside {InKey, InKeyTail, InKeyClose, InNonce, InNonceTail, InNonceClose, InStart}) ||
              command.mac || !(contents.has_text || contents.text_full || contents.has_ad ||
              contents.segment_text || contents.segment_ad || contents.carry));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The segment of the answer: after what is captured, on its way, and waiting
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic open[3];
  answer_e kind;  // of the segment that is open after the capture on its way
  assign open[0] = issuing ? !info.close : captured_open;
  assign kind = issuing ? info.kind : captured_kind;
  assign open[1] = step.issue && step.capture ? !step.close : open[0] && !answering;
  assign open[2] = next_held && next.issue && next.capture ? !next.close : open[1];

  always_comb begin
    if (on) begin
      assert (state == InFlush ? !open[2] : u_dut.text_open == open[2]);
      assert (!(state inside {InCommand, InKey, InKeyTail, InKeyClose, InNonce, InNonceTail, InNonceClose,
                              InStart}) || !(sent || closed));
      assert (!(step.issue && step.last) || (state == InCommand && !(next_held && next.issue)));
      assert (!(next_held && next.issue && next.last) || state == InCommand);
      assert (!u_dut.abort || (state == InAbort && u_dut.u_input.idle));
      assert (!issuing || !(u_dut.u_permutation.u_issue.issue_ready_q || u_dut.start_ready ||
                            u_dut.absorb_ready || u_dut.capture_ready));
      // The kind of what is open.
      assert (!(open[0] && !answering) || (!command.message.sponge &&
              kind == (command.message.open ? AnswerUnverified : AnswerText)));
      assert (!(open[0] && answering) || (kind == issued.answer && !issued.check && issued.sponge));
      // What is on its way.
      assert (!issuing || u_contract.kind_known);
      assert (!issuing || u_contract.ends_inside);
      assert (!(issuing && captured_open) || (info.kind == captured_kind && !info.check));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The schedule: captures are apart, and none comes near an error
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (on && Schedule) begin
      assert (u_dut.u_permutation.u_issue.drain_count_q == gap);
      assert (u_dut.u_permutation.u_issue.drain_idle_q == (gap == '0));
      assert (!(u_dut.u_permutation.u_issue.can_capture_q || u_dut.capture_ready) ||
              (u_contract.can_reserve_q && gap == '0));
      assert (u_dut.u_permutation.u_issue.capture_q1 == u_contract.reserved_q[0]);
      assert (u_dut.u_permutation.u_issue.capture_o == u_contract.reserved_q[1]);
      assert (errors == '0 || !(answering || step.issue || (next_held && next.issue)));
      assert (!errors[0] || state == InFlush);
      assert (errors == '0 || state == InFlush || (state == InCommand && !u_dut.u_input.decoded));
      assert (!errors[1] || !u_dut.u_input.u_command.read_q);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The received tag, and the one to compare it with, have the length that the command declares
  //////////////////////////////////////////////////////////////////////////////////////////////////

  function automatic logic is_tag(counts_t bytes, message_t message);
    return bytes.lower == 4'd8 && 32'(bytes.upper) + 32'd8 == message.length;
  endfunction

  logic tag_fits;
  assign tag_fits = is_tag(counts[read], command.message);

  always_comb begin
    if (on) begin
      assert (!(issuing && info.check) || 32'(info.last) == issued.length);
      assert (!step.load_tag || is_tag(counts[read], command.message));
      assert (!(next_held && next.load_tag) || is_tag(counts[read+2'(step.pop)], command.message));
      assert (!(step.load_tag || (next_held && next.load_tag)) || command.message.check);
      assert (!(step.load_tag && !step.pop) && !(next_held && next.load_tag && !next.pop));
      assert (!(state == InTag && u_dut.u_input.u_grammar.tag_ready_q) || (valid && u_dut.u_input.idle &&
              u_dut.u_input.u_grammar.tag_fits_q == tag_fits));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The length of an answer
  //////////////////////////////////////////////////////////////////////////////////////////////////

  if (Sponge) begin : gen_length
    logic [31:0] left;
    logic [7:0] rate, last;
    assign left = u_dut.u_permutation.u_issue.gen_answer.left_q;
    assign rate = {issued.rate, 3'd0};
    assign last = u_dut.u_permutation.u_issue.answer_end_q;
    always_comb begin
      if (on) begin
        assert (!(answering && (issued.check || !issued.sponge)) || left == issued.length);
        assert (!(answering && u_dut.u_permutation.u_issue.answer_ready_q) ||
                u_dut.u_permutation.u_issue.answer_last_q == (left <= 32'(rate)));
        assert (!(answering && u_dut.u_permutation.u_issue.answer_ready_q) ||
                last == (left <= 32'(rate) ? left[7:0] : rate));
      end
    end
  end

endmodule
