// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks the sequence of the beats of roundel_keccak_hash_masked, and orders its work: one message at a time.
// A transaction is CMD, TEXT -> DIGEST.
//
// After an illegal beat STATUS = ERROR is sent, and the state is cleared. Input is then dropped up to the
// next command. The state is cleared after each transaction and after a reset, too. That takes fresh bits.
//
// Schedule:   a command is judged in the cycle after it is accepted. Lanes of the text fill the block, also
//             while the beat register gets the next ones. The permutation starts two cycles after the last.
//             What controls thousands of registers is decided a cycle early.
// Interfaces: the s_axis ports but for the data; blocks from roundel_keccak_hash_masked_text; the permutation
//             by roundel_keccak_hash_masked_rounds; lanes of the answer by roundel_keccak_hash_masked_answer.
// Reference:  docs/stream-protocol.md (errors); FIPS 202 section 4 (SPONGE)

module roundel_keccak_hash_masked_grammar
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic load_command_o,  // a beat of kind CMD is accepted
  output logic whole_o,         // the beat is a segment of 16 bytes
  input  logic legal_i,         // the core serves the command that was loaded last

  output logic begin_o,        // a message begins
  output logic message_early_o,  // in the next cycle a message is received or permuted: beats are kept
  output logic fire_o,  // a beat is accepted
  output logic accept_o,       // a legal beat of text is accepted
  output logic gather_o,  // lanes of the text may move into the block
  output logic gather_early_o,  // gather_o in the next cycle
  output logic next_block_o,   // the block is empty again
  input  logic text_ready_early_i,  // a beat of text can be accepted in the next cycle
  input  logic full_i,         // the last lane moves into the block
  input  logic ended_i,        // the text has ended, with its suffix, in the block or before

  output logic start_early_o,  // in the next cycle the permutation of the sum of state and block begins
  output logic clear_early_o,  // in the next cycle the clearing of the state begins
  output logic load_early_o,   // in the next cycle the block loads the outer lanes of the state
  output logic empty_early_o,  // in the next cycle the block becomes zero
  input  logic idle_i,         // the permutation or the clearing has ended

  output logic squeeze_o,      // lanes of the block may move into the answer
  input  logic more_i,         // the lane is the last of its block, and others follow
  input  logic done_i,         // the lane is the last of the answer
  output logic error_o,        // send STATUS = ERROR
  input  logic answer_free_i   // no beat of an answer waits
);

  typedef enum logic [3:0] {
    StClear,    // clear state and block
    StSettle,   // the state is being cleared
    StCommand,  // a command is expected
    StJudge,    // a command was accepted
    StGather,   // lanes of the text fill the block
    StFull,     // the last lane is in its register
    StStart,    // the first round, which adds the block
    StRounds,   // the other rounds
    StLoad,     // the block loads the outer lanes of the state
    StSqueeze,  // lanes of the block go to the answer
    StEmpty,    // the block becomes zero, before another permutation
    StError,    // STATUS = ERROR, as soon as no beat waits
    StFlush     // drop up to the next command
  } state_e;

  state_e state_d, state_q;
  logic flush_d, flush_q;  // input is dropped after the clearing
  logic held_d, held_q;  // the illegal beat was a command, which is judged after the clearing
  logic malformed_d, malformed_q;  // a beat was accepted that is illegal within a text
  logic hole, fire, command, text_legal;
  logic message;  // a message is received or permuted
  logic ready_d, ready_q;

  assign hole = |(s_axis_tkeep[15:1] & ~s_axis_tkeep[14:0]);
  assign command = s_axis_tuser == KindCmd;
  assign whole_o = s_axis_tkeep[15] && !hole && s_axis_tlast;
  assign text_legal = s_axis_tuser == KindText && !hole && (s_axis_tlast || s_axis_tkeep[15]);

  assign message = state_q inside {StGather, StFull, StStart, StRounds};
  assign message_early_o = state_d inside {StGather, StFull, StStart, StRounds};
  assign s_axis_tready = ready_q;
  assign ready_d = state_d inside {StCommand, StFlush} ||
      (message_early_o && text_ready_early_i && !malformed_d);
  assign fire = s_axis_tvalid && s_axis_tready;
  assign load_command_o = fire && command;
  assign accept_o = fire && message && text_legal;

  always_comb begin
    state_d = state_q;
    flush_d = flush_q;
    held_d = held_q;
    malformed_d = malformed_q;

    if (fire && message && !text_legal) begin
      malformed_d = 1'b1;
      held_d = command;
    end

    unique case (state_q)
      StClear:  state_d = StSettle;
      StSettle: begin
        if (idle_i) begin
          state_d = held_q ? StJudge : flush_q ? StFlush : StCommand;
          held_d = 1'b0;
          flush_d = 1'b0;
        end
      end
      StCommand: begin
        if (fire) state_d = command ? StJudge : StError;
        flush_d = fire && !command;
      end
      StJudge: begin
        state_d = legal_i ? StGather : StError;
        flush_d = !legal_i;
      end
      StGather: begin
        if (malformed_q) begin
          state_d = StError;
          flush_d = !held_q;
          malformed_d = 1'b0;
        end else if (full_i) state_d = StFull;
      end
      StFull:   state_d = StStart;
      StStart:  state_d = StRounds;
      StRounds: if (idle_i) state_d = ended_i ? StLoad : StGather;
      StLoad:   state_d = StSqueeze;
      StSqueeze: begin
        if (done_i) state_d = StClear;
        else if (more_i) state_d = StEmpty;
      end
      StEmpty:  state_d = StStart;
      StError:  if (answer_free_i) state_d = StClear;
      StFlush:  if (load_command_o) state_d = StJudge;
      default:  state_d = StClear;
    endcase
  end

  assign begin_o = state_q == StJudge;
  assign next_block_o = state_q == StRounds && idle_i;
  assign gather_o = state_q == StGather && !malformed_q;
  assign gather_early_o = state_d == StGather && !malformed_d;
  assign fire_o = fire;
  assign start_early_o = state_d == StStart;
  assign clear_early_o = state_d == StClear;
  assign load_early_o = state_d == StLoad;
  assign empty_early_o = state_d inside {StClear, StStart, StEmpty};
  assign squeeze_o = state_q == StSqueeze;
  assign error_o = state_q == StError && answer_free_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= StClear;
      flush_q <= 1'b0;
      held_q <= 1'b0;
      malformed_q <= 1'b0;
      ready_q <= 1'b0;
    end else begin
      state_q <= state_d;
      flush_q <= flush_d;
      held_q <= held_d;
      malformed_q <= malformed_d;
      ready_q <= ready_d;
    end
  end

endmodule
