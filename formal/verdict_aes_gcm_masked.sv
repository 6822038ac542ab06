// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A STATUS of roundel_aes_gcm_masked is ACCEPTED only if tags were compared since the command, and REFUSED
// only if they differed: the sum of the shares of their difference was zero in all 128 bits, or not. For any
// input and fresh bits. The lemmas follow the comparison: after each step the sum of the shares of its result
// is the AND of the inverted bits that were joined so far. The results of the cipher and of GHASH are free.

module verdict_aes_gcm_masked;

  import roundel_stream_pkg::*;

  localparam int unsigned Lanes = roundel_aes_gcm_masked_pkg::Lanes;
  localparam int unsigned Groups = 128 / Lanes;
  localparam int unsigned Steps = Groups + $clog2(Lanes);

  // StClear to StAbort: yosys-slang does not see another module's enum names.
  localparam logic [3:0] Clear = 4'd0, Compare = 4'd8, Reveal = 4'd9, Verdict = 4'd10, Status = 4'd11;

  logic clk, rst_n, error, compare, compares, joins, clears, equal, sends;
  logic [3:0] state;
  logic [4:0] step;
  logic [127:0] difference, bits;
  logic [Lanes-1:0] group, product;
  logic [1:0][Lanes-1:0] products;
  roundel_verdict_pkg::verdict_t verdict;
  logic [1:0][127:0] answer;

  assign clk = core_under_proof.clk_i;
  assign rst_n = core_under_proof.rst_ni;
  assign state = 4'(core_under_proof.u_core.u_grammar.state_q);
  assign error = core_under_proof.u_core.u_grammar.error_q;
  assign compare = core_under_proof.u_core.compare;
  assign compares = core_under_proof.u_core.u_steps.compare_q;
  assign joins = core_under_proof.u_core.u_steps.join_q;
  assign step = core_under_proof.u_core.u_steps.step_q;
  assign clears = core_under_proof.u_core.u_is_zero.clear_q;
  assign equal = core_under_proof.u_core.equal;
  assign verdict = core_under_proof.u_core.u_answer.verdict_q;
  assign sends = core_under_proof.u_core.control.send_status;
  assign answer = {
    core_under_proof.u_core.gen_share[1].u_share.answer_q,
    core_under_proof.u_core.gen_share[0].u_share.answer_q
  };
  // Sums of both shares.
  assign difference = core_under_proof.u_core.difference[0] ^ core_under_proof.u_core.difference[1];
  assign bits = core_under_proof.u_core.u_is_zero.bits_q[0] ^ core_under_proof.u_core.u_is_zero.bits_q[1];
  assign group = core_under_proof.u_core.u_is_zero.group_q[0] ^ core_under_proof.u_core.u_is_zero.group_q[1];
  assign products = core_under_proof.u_core.u_is_zero.u_and.product_o;
  assign product = products[0] ^ products[1];

  // The difference, whether tags were compared since the command, and both as they were when a STATUS was
  // loaded.
  logic started_q = 1'b0;
  logic done_q;
  logic [127:0] difference_q;
  logic sent_done_q, sent_zero_q;

  always_ff @(posedge clk) begin
    started_q <= 1'b1;
    if (!rst_n || state == Clear) done_q <= 1'b0;
    else if (compare) done_q <= 1'b1;
    if (compare) difference_q <= difference;
    if (sends) begin
      sent_done_q <= done_q;
      sent_zero_q <= difference_q == '0;
    end
  end

  always_comb begin
    assume (started_q || !rst_n);
  end

  // The bits of a group that are joined after so many steps.
  function automatic logic [Lanes-1:0] joined(logic [127:0] value, int unsigned steps);
    joined = '1;
    for (int unsigned g = 0; g < Groups; g++) begin
      if (g < steps) joined &= ~value[Lanes*g+:Lanes];
    end
    for (int unsigned k = 0; k < $clog2(Lanes); k++) begin
      if (steps > Groups + k) begin
        joined &= (joined >> (Lanes >> (k + 1))) & Lanes'((1 << (Lanes >> (k + 1))) - 1);
      end
    end
  endfunction

  always_comb begin
    if (started_q) begin
      assert (!(compares || joins) || state == Compare || !rst_n);
      assert (!(compares || joins || state inside {[Compare : Status]}) || !clears);
      if (rst_n && state == Compare) begin
        assert (compares && 32'(step) < Steps && done_q);
        if (joins) begin
          if (32'(step) < Groups) assert (bits == difference_q >> (Lanes * 32'(step)));
          assert (group == joined(difference_q, 32'(step)));
        end else begin
          if (step == '0) assert (bits == difference_q);
          if (32'(step) inside {[1 : Groups]}) begin
            assert (bits == difference_q >> (Lanes * (32'(step) - 1)));
          end
          if (step != '0) assert (product == joined(difference_q, 32'(step)));
        end
      end
      if (state == Reveal) assert (done_q && product[0] == (difference_q == '0));
      if (state == Verdict) assert (done_q && equal == (difference_q == '0));
      if (verdict != '0) begin
        assert (state inside {Clear, Status} && done_q);
        assert (verdict.accepted == (difference_q == '0) && verdict.refused == (difference_q != '0));
      end
      if (core_under_proof.m_axis_tvalid && core_under_proof.m_axis_tuser == KindStatus) begin
        assert (answer[1] == '0 && answer[0][127:8] == '0);
        assert (answer[0][7:0] inside {StatusAccepted, StatusRefused, StatusError});
        assert (answer[0][7:0] != StatusAccepted || (sent_done_q && sent_zero_q));
        assert (answer[0][7:0] != StatusRefused || (sent_done_q && !sent_zero_q));
      end
    end
  end

endmodule

bind core_under_proof verdict_aes_gcm_masked u_verdict ();
