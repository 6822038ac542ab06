// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Follows a transaction: checks which segment may come, and makes the steps of the pipeline: one for each
// beat of text, and one for an error.
//
//   StCommand [StKey] StNonce StText [StTextMore]; error: [StClose] StError
//
// Schedule:   a beat offered in cycle t is judged and accepted in t. Control for the key, the counter and the
//             data comes in t+1, the step on step_o in t+2. That a beat is illegal, also by the bytes of a
//             command, is known in t+1: no beat is accepted in that cycle. The step of a wrong command
//             becomes one of an error.
// Interfaces: beats from roundel_aes_ctr_xhs_offer; steps to roundel_aes_ctr_xhs; control to
//             roundel_aes_ctr_xhs_key and _counter.
// Bytes:      byte 1 of a command, its flags, is flags_i.
// Reference:  RFC 3686 section 2; docs/stream-protocol.md

module roundel_aes_ctr_xhs_grammar
  import roundel_stream_pkg::*;
  import roundel_aes_ctr_xhs_pkg::*;
#(
  parameter int unsigned KeyBytes = 16
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic     valid_i,     // a beat is offered, unless it is discarded
  input  logic     dropping_i,  // beats are discarded
  input  offered_t beat_i,      // what it is
  input  logic     wrong_i,     // the bytes of the beat offered in the cycle before are those of no command
  input  logic     keep_key_i,  // those bytes have the flag KEEP
  output logic     judged_o,    // the beat is judged, and used unless early_o
  output logic     early_o,     // it stays to be judged again
  output logic     drop_o,      // discard input up to the next command

  input logic can_step_i,  // there is space for the answer of one more step

  input  logic key_free_i,   // a key may be loaded
  input  logic key_ready_i,  // the key is expanded
  output logic load_key_o,   // the beat of the cycle before is a row of the key
  output logic clear_key_o,  // the key is not needed any more

  output logic load_nonce_o,  // the beat of the cycle before is the nonce
  output logic short_o,       // with load_nonce_o: it has 12 bytes
  output logic next_text_o,   // the step of the next cycle is a beat of text
  output logic finish_o,      // the transaction has ended, or was illegal: the counter block becomes zero

  output step_t       step_o,  // the step of this cycle
  output logic [15:0] keep_o   // bytes of the block of the step that count
);

  // The states are one-hot: state_q has a bit for each.
  typedef enum logic [2:0] {
    StCommand,
    StKey,
    StKeyMore,
    StNonce,
    StText,
    StTextMore,
    StClose,  // an error in the text: an empty beat closes it
    StError
  } state_e;

  typedef logic [StError:0] states_t;

  states_t state_q, state_d;
  step_t step_d, step_q;
  logic [15:0] keep_q;
  logic clear_key, failed;
  logic judged, go_command, go_text;
  logic ends;  // the last beat of text

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The command: judged one cycle late
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic keep_key_q, session_q;
  logic check_q;  // the beat of the cycle before was a command
  logic wrong_q;  // its form was wrong, or its flag RESUME
  logic late_error;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      check_q <= 1'b0;
      wrong_q <= 1'b0;
    end else begin
      check_q <= go_command;
      wrong_q <= go_command && (!beat_i.whole || (beat_i.resume && !session_q));
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) keep_key_q <= 1'b0;
    else if (check_q) keep_key_q <= keep_key_i;
  end

  assign late_error = wrong_q || (check_q && wrong_i);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Full blocks of a text so far: 2^32 at most, so that no counter block comes twice
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [32:0] blocks_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || state_q[StCommand]) blocks_q <= '0;
    else if (go_text && beat_i.keep[15]) blocks_q <= blocks_q + 33'd1;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic fails;  // the beat of the cycle before was illegal
  logic illegal_q;  // its kind or form was not what the state asks for
  logic in_text_q;  // it came after text
  logic silent_q;  // the state accepts no beat
  logic offered, waits;
  logic legal_command, legal_key, legal_nonce, legal_text;  // what the beat is here

  assign legal_command = beat_i.command && state_q[StCommand];
  assign legal_key = beat_i.key && (beat_i.last ? state_q[KeyBytes == 16 ? StKey : StKeyMore] :
      state_q[StKey] && KeyBytes != 16);
  assign legal_nonce = beat_i.nonce && state_q[StNonce];
  assign legal_text = beat_i.text && (state_q[StText] || state_q[StTextMore]) && !blocks_q[32];

  // Each term depends on four registers.
  assign waits = (state_q[StKey] && !key_free_i) || (state_q[StText] && !key_ready_i);
  assign offered = valid_i && !dropping_i && can_step_i && !silent_q;
  assign fails = late_error || illegal_q;
  assign judged = offered && !waits && !fails;
  assign go_command = judged && legal_command;
  assign go_text = judged && legal_text;
  assign ends = go_text && beat_i.last;

  // A command in a transaction begins the next one. All other beats are used, legal or not: those after an
  // illegal one are discarded.
  assign early_o = beat_i.command && !state_q[StCommand];
  assign judged_o = judged;
  assign drop_o = failed;
  assign failed = late_error || state_q[StError];

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The next state. What it is with and without a beat is known before `judged`.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  states_t state_beat;  // with the offered beat; zero if that is illegal
  states_t state_none;  // without a beat

  always_comb begin
    // A resumed key is checked together with the bytes of the command.
    state_beat = '0;
    state_beat[StCommand] = legal_text && beat_i.last;
    state_beat[StKey] = legal_command && !beat_i.resume;
    state_beat[StKeyMore] = legal_key && !beat_i.last;
    state_beat[StNonce] = (legal_command && beat_i.resume) || (legal_key && beat_i.last);
    state_beat[StText] = legal_nonce;
    state_beat[StTextMore] = legal_text && !beat_i.last;
  end

  // States in which no beat is judged go on by themselves.
  always_comb begin
    state_none = state_q;
    if (state_q[StClose] && can_step_i) begin
      state_none[StClose] = 1'b0;
      state_none[StError] = 1'b1;
    end
    if (state_q[StError] && can_step_i) begin
      state_none[StError] = 1'b0;
      state_none[StCommand] = 1'b1;
    end
  end

  always_comb begin
    state_d = judged ? state_beat : state_none;
    if (illegal_q) state_d = states_t'(1) << (in_text_q ? StClose : StError);
    else if (fails) state_d = states_t'(1) << StCommand;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= states_t'(1) << StCommand;
      silent_q <= 1'b0;
      illegal_q <= 1'b0;
      in_text_q <= 1'b0;
    end else begin
      state_q <= state_d;
      silent_q <= illegal_q || state_none[StClose] || state_none[StError];
      illegal_q <= judged && state_beat == '0;
      in_text_q <= state_q[StTextMore];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The step
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign step_d = '{
          text: go_text || (can_step_i && state_q[StClose]),
          last: beat_i.last || state_q[StClose],  // counts only with text
          error: can_step_i && state_q[StError]
      };

  always_ff @(posedge clk_i) begin
    keep_q <= state_q[StClose] ? '0 : beat_i.keep;
    if (!rst_ni) step_q <= NoStep;
    else step_q <= step_d;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) step_o <= NoStep;
    else
      step_o <= '{text: step_q.text, last: step_q.text && step_q.last, error: step_q.error || late_error};
    if (!rst_ni || !step_q.text) keep_o <= '0;
    else keep_o <= keep_q;
  end

  assign next_text_o = step_q.text;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The key, and the end
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign clear_key = failed || (ends && !keep_key_q) || (go_command && !beat_i.resume);

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_key) session_q <= 1'b0;
    else if (ends) session_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      load_key_o <= 1'b0;
      load_nonce_o <= 1'b0;
      short_o <= 1'b0;
      clear_key_o <= 1'b0;
      finish_o <= 1'b0;
    end else begin
      load_key_o <= judged && legal_key;
      load_nonce_o <= judged && legal_nonce;
      short_o <= !beat_i.keep[15];
      clear_key_o <= clear_key;
      finish_o <= failed || ends;
    end
  end

endmodule
