// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks that input, cipher, hash and end of roundel_aes_gcm_hs keep aes_gcm_output_contract, on which
// roundel_aes_gcm_output relies, for any input: legal or not, with any pauses, resets and stalls. The task
// cuts the cipher, of which only aes_stored_contract is known here, and how long GHASH takes.

module aes_gcm_promises_check
  import roundel_aes_gcm_pkg::*;
#(
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

  roundel_aes_gcm_hs #(
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

  logic text, unverified;
  logic [3:0] flying;
  logic [3:1] loaded;

  aes_gcm_output_contract u_contract (
    .clk_i,
    .rst_ni,
    .can_accept_i(u_dut.u_output.can_accept_o),
    .load_i      (u_dut.u_output.load_i),
    .clear_i     (u_dut.u_output.clear_i),
    .mask_i      (u_dut.u_output.mask_i),
    .compare_i   (u_dut.u_output.compare_i),
    .send_i      (u_dut.u_output.send_i),
    .answer_i    (u_dut.u_output.answer_i),
    .open_i      (u_dut.u_output.open_i),
    .keep_i      (u_dut.u_output.keep_i),
    .last_i      (u_dut.u_output.last_i),
    .loaded_o    (loaded),
    .inside_o    (text),
    .unverified_o(unverified)
  );

  aes_stored_contract #(
    .Assume(1'b1)
  ) u_cipher (
    .clk_i,
    .rst_ni,
    .expand_i      (u_dut.expand),
    .start_i       (u_dut.start_q),
    .kind_i        (u_dut.start_kind),
    .started_i     (u_dut.started),
    .flush_i       (u_dut.flush),
    .can_accept_i  (u_dut.can_accept_result_q),
    .result_valid_i(u_dut.result_valid),
    .result_kind_i (u_dut.result_kind_bits),
    .flying_o      (flying)
  );

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  always_comb begin
    assume (started_q || !rst_ni);
  end

  // GHASH says a cycle ahead that it is ready.
  logic ready_next_q;
  always_ff @(posedge clk_i) begin
    ready_next_q <= rst_ni && u_dut.hash_ready_next;
  end
  always_comb begin
    assume (!started_q || u_dut.hash_ready == ready_next_q);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef enum logic [3:0] {
    InCommand,
    InKey,
    InKeyMore,
    InKeyClose,
    InNonce,
    InNonceMore,
    InNonceEnd,
    InAdTextTag,
    InTagClose,
    InComplete,
    InAbort,
    InFlush,
    NumStates
  } state_e;

  typedef enum logic [3:0] {
    EndIdle,
    EndFlush,
    EndTag,
    EndCompare1,
    EndCompare2,
    EndCompare3,
    EndStatus,
    EndClose,
    EndError,
    EndAnswer,
    EndClear,
    NumEnds
  } end_e;

  function automatic logic well_formed(logic [15:0] keep, logic last);
    return (keep & (keep + 16'd1)) == '0 && (keep == '1 || last);
  endfunction

  logic [NumStates-1:0] state;
  logic [NumEnds-1:0] ending;
  operand_t operand, next_operand;
  logic valid, judge, moved, ended, body, can_accept, pending, pending_last, to_compare, subkey;

  assign state = u_dut.u_input.state_q;
  assign ending = u_dut.u_end.end_q;
  assign operand = u_dut.u_input.u_operand.operand_o;
  assign next_operand = u_dut.u_input.next_operand_q;
  assign valid = u_dut.u_input.valid_q;
  assign judge = u_dut.u_input.judge_q;
  assign moved = u_dut.u_input.moved_q;
  assign ended = !ending[EndIdle] || u_dut.u_end.end_pending_q;
  assign body = state[InAdTextTag] || state[InTagClose] || state[InComplete] || state[InAbort];
  assign can_accept = u_dut.out_can_accept;
  assign to_compare = ending[EndCompare1] || ending[EndCompare2] || ending[EndCompare3] || ending[EndStatus];
  assign subkey = u_dut.u_blocks.subkey_pending_q || flying[1] || u_dut.subkey_in_flight_q ||
      u_dut.word_is_subkey_q;
  // A beat of text that has been accepted and not been sent.
  assign pending = next_operand.text || next_operand.empty || (operand.text && !u_dut.text_pending_q) ||
      operand.empty;
  assign pending_last = next_operand.text || next_operand.empty ? u_dut.u_input.beat_q.last :
      u_dut.u_input.last_o;

  always_comb begin
    if (started_q && rst_ni) begin
      assert ($onehot(ending));
      assert ($onehot(u_dut.u_hash.hash_q));
      assert ($onehot(state));
      assert ($onehot0(operand));
      assert ($onehot0(next_operand));
      // A beat is judged, moves, and becomes the operand.
      assert (!judge || (valid && $onehot0(u_dut.u_input.legal_q)));
      assert (!judge || !moved);
      assert (next_operand == '0 || (moved && operand == '0));
      assert (u_dut.u_input.operand_idle_o == (operand == '0));
      assert (!judge || operand == '0 || state[InTagClose]);
      assert (!judge || u_dut.u_input.legal_q == '0 || !u_dut.u_input.beat_q.malformed);
      assert (!valid || u_dut.u_input.beat_q.malformed || well_formed(
          u_dut.u_input.beat_keep_q, u_dut.u_input.beat_q.last
      ));
      assert (!next_operand.text || well_formed(u_dut.u_input.beat_keep_q, u_dut.u_input.beat_q.last));
      assert (!operand.text || well_formed(u_dut.u_input.u_operand.keep_o, u_dut.u_input.last_o));
      // Of a tag, the bytes that the command asks for.
      assert (!operand.tag || (u_dut.u_input.u_operand.keep_o[0] && well_formed(
          u_dut.u_input.u_operand.keep_o, 1'b1
      )));
      // The end begins when the message is complete, or illegal and all parts are idle.
      assert (!ended || state[InComplete] || state[InAbort]);
      assert (!ended || !state[InComplete] || operand.tag);
      assert (!ended || !state[InAbort] || operand == '0);
      assert (!state[InAbort] || next_operand == '0);
      assert (!(ending[EndTag] || to_compare) || state[InComplete]);
      assert (!(ending[EndClose] || ending[EndError]) || state[InAbort]);
      assert (!u_dut.tag_sum_valid_q || ending[EndTag] || to_compare || ending[EndAnswer] ||
          ending[EndClear]);
      // A tag is judged after its word was loaded.
      assert (!ending[EndCompare1] || loaded[1]);
      assert (!ending[EndCompare2] || loaded[2]);
      assert (!ending[EndCompare3] || loaded[3]);
      // The output can accept a word when the word changes.
      assert (!u_dut.can_accept_result_q || can_accept || u_cipher.came_q[0] || ending[EndAnswer]);
      assert (!(u_dut.word_is_subkey_q || u_dut.u_end.end_pending_q) || can_accept);
      assert (!(ending[EndFlush] || ending[EndClose] || to_compare || ending[EndClear]) || can_accept);
      // What is decided a cycle ahead.
      assert ($onehot0({u_dut.end_text_q, u_dut.end_operand_q, u_dut.send_status_q}));
      assert (!(u_dut.end_text_q || u_dut.end_operand_q || u_dut.send_status_q) ||
          (can_accept && u_dut.clear_word_q));
      assert (!u_dut.clear_word_q || can_accept);
      assert (!u_dut.end_text_q || ending[EndTag] || ending[EndError]);
      assert (!u_dut.end_operand_q || operand.empty);
      assert (!u_dut.send_status_q || ending[EndStatus] || ending[EndError]);
      // What is in the cipher.
      assert (!(to_compare || ending[EndClose] || ending[EndError] || ending[EndAnswer] ||
          ending[EndClear]) ||
          (flying == '0 && !u_dut.u_blocks.counting_q && !u_dut.u_blocks.subkey_pending_q &&
          !u_dut.u_blocks.tag_block_pending_q));
      assert (!flying[1] || !u_dut.u_blocks.subkey_pending_q);
      assert (!u_dut.subkey_in_flight_q || flying[1]);
      assert (!subkey ||
          !(next_operand.text || operand.text || next_operand.empty || operand.empty || next_operand.tag ||
          operand.tag));
      assert (!(next_operand.text || operand.text || next_operand.empty || operand.empty) ||
          u_dut.subkey_valid_q);
      assert (!(flying[2] || u_dut.u_blocks.tag_block_pending_q) || (!flying[0] && !flying[1]));
      assert (!(flying[2] || u_dut.u_blocks.tag_block_pending_q) || (u_dut.u_end.tag_started_q && !pending));
      // The segment of text: at the input, and after it.
      assert (!u_dut.text_pending_q || operand.text);
      assert (!pending || state[InAdTextTag] || state[InAbort]);
      assert (!pending || u_dut.text_open == !pending_last);
      assert (body || (!text && !u_dut.text_open && !pending));
      assert (pending || text == u_dut.text_open || ending[EndError] || ending[EndAnswer] ||
          ending[EndClear]);
      assert (!(ending[EndTag] || to_compare || (ending[EndError] && !u_dut.end_text_q) ||
          ending[EndAnswer] || ending[EndClear]) || !text);
      assert (!state[InComplete] || !u_dut.text_open);
      assert (!text || unverified == u_dut.open);
    end
  end

endmodule
