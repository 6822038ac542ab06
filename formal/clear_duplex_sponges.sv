// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas of the services on a sponge, beside those of clear_duplex, for the proof of clearing: a command is
// one of AEAD, HASH, MAC, VERIFY and PRNG, and the tag that a VERIFY compares is one block.
//
// A data register of the model has an arbitrary value in each cycle. A command is judged in one cycle and
// taken in the next, so the task gives bytes 0 to 7 of the input beats in the memory their values.

module clear_duplex_sponges
  import roundel_duplex_pkg::*;
();

  logic read_command, decoded, starts, last, next_empty, pending;
  logic [63:0] bytes, stored;
  logic [31:0] left;
  state_e state;
  command_t command;
  message_t received, message;
  step_t step, next;

  assign read_command = core_under_proof.u_core.u_core.u_input.u_command.read_q;
  assign decoded = core_under_proof.u_core.u_core.u_input.u_command.decoded_o;
  assign bytes = core_under_proof.u_core.u_core.u_input.u_command.data_q;
  assign stored = core_under_proof.u_core.u_core.u_input.data[7:0];
  assign state = core_under_proof.u_core.u_core.u_input.state;
  assign command = core_under_proof.u_core.u_core.u_input.command;
  assign received = command.message;
  assign step = core_under_proof.u_core.u_core.u_input.u_move.step_q;
  assign next = core_under_proof.u_core.u_core.u_input.u_move.next_q;
  assign next_empty = core_under_proof.u_core.u_core.u_input.u_move.next_empty_q;
  assign message = core_under_proof.u_core.u_core.u_permutation.message_q;
  assign pending = core_under_proof.u_core.u_core.u_permutation.u_issue.answer_pending_q;
  assign left = core_under_proof.u_core.u_core.u_permutation.u_issue.gen_answer.left_q;

  assign starts = state inside {InCommand, InAbort, InFlush};
  assign last = step.last || (!next_empty && next.last);

  always_comb begin
    if (read_command || decoded) assert (bytes == stored);
    // A message is received, or its last block waits.
    if (!starts || last) begin
      assert (received.open == (received.check && !received.sponge));
      assert (!received.prg || !received.check);
      assert (!received.check || (received.length <= 32'd16 && received.rate >= MacRate));
      assert (!command.mac || (received.sponge && !received.prg));
      assert (!command.overwrite || received.prg);
    end
    if (state inside {InKey, InKeyClose, InNonce, InNonceClose}) assert (command.mac == received.sponge);
    if (state inside {InKeyTail, InNonceTail, InStart, InBody}) assert (!received.sponge);
    if (state == InForget) assert (received.prg);
    if (pending && message.check) assert (left <= 32'd16 && message.rate >= MacRate);
  end

endmodule

bind core_under_proof clear_duplex_sponges u_sponges ();
