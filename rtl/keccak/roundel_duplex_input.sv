// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Converts segments to blocks: accepts CMD, KEY, NONCE, AD, TEXT, TAG and SEED beats and decides which lanes
// are written and when a block is complete. A block is complete when the next input is known; the
// last block of a message is marked. SEAL and OPEN follow the order of Keyak's Motorist. With Sponge also
// HASH, MAC and VERIFY (key and initial value before the text) and PRNG: bytes, a suffix, blocks of the rate.
// After an illegal sequence `abort_o` is set until `aborted_i`; then input is dropped up to the next command.
// This module connects the parts, and puts a step together from their decisions.
//
// Schedule:   one decision a cycle while roundel_duplex_move is ready. A beat taken in cycle t is decided
//             in t+1 and its lanes are written in t+2, if nothing before it waits. A command takes 3
//             cycles: it is decided in t+3. KEY and NONCE take 2 each, 1 each in MAC; 1 more if another
//             beat closes them. A full last beat of a sponge takes 2: its suffix follows in the next cycle.
//             A block decided complete in d is on block_valid_o from d+1. 11 steps a block of 168 bytes, 13
//             with 24 bytes of AD.
// Interfaces: s_axis from the user; lanes and blocks to roundel_duplex_permutation; echo_i from and tag_o to
//             roundel_duplex_output; contains roundel_duplex_beat, _command, _grammar, _body, _absorb,
//             _place and _move
// Bytes:      byte i of a beat is tdata[8i+7:8i]; byte 0 of a lane is bits 7:0.
// Reference:  CAESAR document of Keyak, section 2.3 (Motorist); docs/stream-protocol.md

module roundel_duplex_input
  import roundel_stream_pkg::*;
  import roundel_duplex_pkg::*;
#(
  parameter bit Sponge = 1'b0  // with HASH, MAC and PRNG
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic        write_even_o,  // write the even lane of the pair
  output logic        write_odd_o,   // write the odd lane of the pair
  output logic [ 3:0] write_pair_o,  // number of the pair
  output logic [63:0] even_o,        // data of the even lane
  output logic [63:0] odd_o,         // data of the odd lane
  output logic [ 7:0] even_mark_o,   // bytes of even_o that suffix_o goes to, a cycle later
  output logic [ 7:0] odd_mark_o,    // bytes of odd_o that suffix_o goes to, a cycle later
  output logic [ 7:0] suffix_o,      // the suffix byte of a sponge

  // A block waits until a block of its kind may be taken. Everything after it waits too.
  output logic     block_valid_o,    // a block waits
  output logic     block_accepted_o,    // the permutation accepts the block
  output block_t   block_o,          // properties of the block
  output message_t message_o,        // properties of the message of the block
  input  logic     start_ready_i,    // the first block of a message may be accepted
  input  logic     capture_ready_i,  // a block whose sum is captured may be accepted
  input  logic     absorb_ready_i,   // another block may be accepted

  input  logic [127:0] echo_i,      // deciphered text (roundel_duplex_move)

  output logic [127:0] tag_o,       // the received tag of an OPEN or VERIFY
  input  logic         tag_busy_i,  // the verdict on the tag of a message is pending
  input  logic         refused_i,   // the tag of a session that was to be kept was wrong

  output logic abort_o,      // the sequence was illegal
  output logic text_open_o,  // text has been sent and its segment is not closed
  input  logic aborted_i     // the abort is complete
);

  state_e state;
  logic ready;  // the decision of this cycle is accepted
  logic idle;  // all earlier decisions have been executed
  step_t step;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The offered beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic valid, pop, data_pop;
  command_t decoded_command, command;
  message_t message;
  beat_t beat;
  logic [15:0][7:0] data;
  logic [15:0] keep;
  logic [3:0] lower_count, upper_count;

  roundel_duplex_beat u_beat (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .pop_i        (pop && ready),
    .valid_o      (valid),
    .beat_o       (beat),
    .data_pop_i   (data_pop),
    .idle_i       (idle),
    .data_o       (data),
    .keep_o       (keep),
    .lower_count_o(lower_count),
    .upper_count_o(upper_count)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The command
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic kept, decoded, legal, command_wait;

  assign message = command.message;
  // The bytes are those of the offered beat when all earlier decisions have been executed. Whether the
  // session is kept is known when the tag has been compared.
  assign command_wait = !idle || (tag_busy_i && kept && message.open);

  roundel_duplex_command #(
    .Sponge(Sponge)
  ) u_command (
    .clk_i,
    .rst_ni,
    .valid_i    (valid && !command_wait && state == InCommand),
    .beat_i     (beat),
    .data_i     (data),
    .session_i  (kept && !message.sponge),
    .generator_i(kept && message.sponge),
    .decoded_o  (decoded),
    .legal_o    (legal),
    .command_o  (decoded_command)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Decisions
  //////////////////////////////////////////////////////////////////////////////////////////////////

  contents_t contents;
  action_t body, absorb, action;
  logic body_held, body_used, body_tag, beside_text;
  logic absorb_held, suffix, suffix_pending, absorb_ended;
  logic segment_open, start, last, close, first;

  roundel_duplex_body u_body (
    .clk_i,
    .accept_i      (ready),
    .active_i      (state == InBody),
    .restart_i     (start),
    .ad_first_i    (decoded_command.ad_first),
    .issue_i       (action.issue),
    .start_i       (state == InStart),
    .open_i        (message.open),
    .tag_busy_i,
    .valid_i       (valid),
    .beat_i        (beat),
    .segment_open_i(segment_open),
    .contents_i    (contents),
    .action_o      (body),
    .held_o        (body_held),
    .used_o        (body_used),
    .tag_o         (body_tag),
    .beside_text_o (beside_text)
  );

  if (Sponge) begin : gen_absorb
    roundel_duplex_absorb u_absorb (
      .clk_i,
      .rst_ni,
      .accept_i        (ready),
      .active_i        (state == InAbsorb),
      .abort_i         (state == InAbort),
      .last_i          (state inside {InForget, InLast}),
      .prg_i           (message.prg),
      .one_lane_i      (command.shape.one_lane),
      .valid_i         (valid),
      .beat_i          (beat),
      .contents_i      (contents),
      .action_o        (absorb),
      .held_o          (absorb_held),
      .suffix_o        (suffix),
      .suffix_pending_o(suffix_pending),
      .ended_o         (absorb_ended)
    );
  end else begin : gen_no_absorb
    assign absorb = '0;
    assign absorb_held = 1'b0;
    assign suffix = 1'b0;
    assign suffix_pending = 1'b0;
    assign absorb_ended = 1'b0;
  end

  roundel_duplex_grammar #(
    .Sponge(Sponge)
  ) u_grammar (
    .clk_i,
    .rst_ni,
    .accept_i      (ready),
    .idle_i        (idle),
    .valid_i       (valid),
    .beat_i        (beat),
    .lower_count_i (lower_count),
    .upper_count_i (upper_count),
    .decoded_i     (decoded),
    .legal_i       (legal),
    .command_i     (decoded_command),
    .contents_i    (contents),
    .body_i        (body),
    .body_held_i   (body_held),
    .body_used_i   (body_used),
    .body_tag_i    (body_tag),
    .absorb_i      (absorb),
    .absorb_held_i (absorb_held),
    .absorb_ended_i(absorb_ended),
    .tag_busy_i,
    .refused_i,
    .aborted_i,
    .state_o       (state),
    .command_o     (command),
    .kept_o        (kept),
    .segment_open_o(segment_open),
    .start_o       (start),
    .pop_o         (pop),
    .action_o      (action),
    .last_o        (last),
    .close_o       (close),
    .first_o       (first),
    .abort_o,
    .text_open_o
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The step
  //////////////////////////////////////////////////////////////////////////////////////////////////

  lanes_t lanes;
  logic overwrite;

  roundel_duplex_place u_place (
    .clk_i,
    .accept_i        (ready),
    .restart_i       (start || state == InAbort),
    .resume_i        (decoded_command.resume),
    .sponge_i        (Sponge && message.sponge),
    .ad_first_i      (beside_text),
    .shape_i         (command.shape),
    .lower_full_i    (beat.lower_full),
    .upper_full_i    (beat.full),
    .upper_nonempty_i(message.sponge ? beat.lower_full && !suffix_pending : beat.upper_nonempty),
    .write_i         (action.write),
    .write_carry_i   (action.write_carry),
    .next_block_i    (action.next_block),
    .start_text_i    (action.start_text),
    .start_ad_i      (action.start_ad),
    .data_phase_i    (state inside {InBody, InAbsorb}),
    .key_i           (state == InKey && !command.mac),
    .key_tail_i      (state == InKeyTail),
    .nonce_i         (state == InNonce && !command.mac),
    .nonce_tail_i    (state == InNonceTail),
    .issue_i         (action.issue),
    .segment_open_i  (segment_open),
    .contents_o      (contents),
    .lanes_o         (lanes)
  );

  assign overwrite = state == InForget && !absorb_ended;

  always_comb begin
    step.lanes = lanes;
    step.pop = pop;
    step.suffix = suffix;
    step.suffix_only = suffix_pending;
    step.load_tag = action.load_tag;
    step.replace = message.sponge ? overwrite : message.open && contents.text_full;
    step.issue = action.issue;
    step.capture_only = action.issue && message.open && !message.sponge && contents.has_text &&
        !contents.text_full;
    step.first = state == InStart || (message.sponge && first);
    step.capture = !message.sponge && (contents.has_text || close);
    step.last = last;
    step.close = close;
    step.after_tag = contents.after_tag;
    step.full = state == InAbsorb || overwrite;
    step.empty = state == InLast && command.overwrite;
    step.wait_start = action.issue && step.first;
    step.wait_capture = action.issue && step.capture;
    step.wait_absorb = action.issue && !step.first && !step.capture;
    step.has_text = contents.has_text;
    step.has_ad = contents.has_ad;
    step.has_ad_bytes = contents.has_ad_bytes;
  end

  roundel_duplex_move #(
    .Sponge(Sponge)
  ) u_move (
    .clk_i,
    .rst_ni,
    .step_i       (step),
    .ready_o      (ready),
    .idle_o       (idle),
    .clear_i      (abort_o),
    .pop_o        (data_pop),
    .data_i       (data),
    .keep_i       (keep),
    .lower_count_i(lower_count),
    .upper_count_i(upper_count),
    .write_even_o,
    .write_odd_o,
    .write_pair_o,
    .even_o,
    .odd_o,
    .even_mark_o,
    .odd_mark_o,
    .block_valid_o,
    .block_accepted_o,
    .block_o,
    .start_ready_i,
    .capture_ready_i,
    .absorb_ready_i,
    .echo_i,
    .tag_o
  );

  assign message_o = message;
  assign suffix_o = Sponge ? command.suffix : '0;
  logic unused;
  assign unused = ^{command, action};

endmodule
