// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for masked_ports_check on roundel_keccak_hash_masked: what the beat of the answer has while it is
// filled, and that an open digest is the one of the current message. Registers of public bits load from beats
// of kind CMD alone.

module stream_keccak_hash_masked;

  logic [3:0] state;
  logic [1:0][1:0][63:0] answer;
  logic [15:0] keep;
  logic [31:0] left;
  logic valid, last, second, error, ended, unfinished, open, half, load;

  assign state = 4'(masked_ports_check.u_dut.u_core.u_grammar.state_q);
  assign answer = {
    masked_ports_check.u_dut.u_core.gen_share[1].u_share.answer_q,
    masked_ports_check.u_dut.u_core.gen_share[0].u_share.answer_q
  };
  assign keep = masked_ports_check.u_dut.u_core.u_answer.keep_q;
  assign valid = masked_ports_check.u_dut.u_core.u_answer.valid_q;
  assign last = masked_ports_check.u_dut.u_core.u_answer.last_q;
  assign second = masked_ports_check.u_dut.u_core.u_answer.second_q;
  assign error = masked_ports_check.u_dut.u_core.u_answer.error_q;
  assign ended = masked_ports_check.u_dut.u_core.u_text.ended_q;
  assign unfinished = masked_ports_check.gen_share[0].u_output.inside_q;
  assign load = masked_ports_check.u_dut.u_core.u_command.load_i;

  assign left = masked_ports_check.u_dut.u_core.u_answer.left_q;

  // StGather to StEmpty: yosys-slang does not see another module's enum names.
  localparam logic [3:0] Gather = 4'd4, Full = 4'd5, Start = 4'd6, Rounds = 4'd7;
  localparam logic [3:0] Load = 4'd8, Squeeze = 4'd9, Empty = 4'd10;

  // Lanes of a digest are being sent; the lower half of a beat is filled.
  assign open = state inside {Load, Squeeze, Empty} || (state inside {Start, Rounds} && ended);
  assign half = open && second && !valid;

  always_comb begin
    if (masked_ports_check.rst_ni && masked_ports_check.started_q) begin
      assert (unfinished == masked_ports_check.gen_share[1].u_output.inside_q);
      assert (!unfinished ||
          masked_ports_check.gen_share[0].u_output.kind_q == roundel_stream_pkg::KindDigest);
      assert (!unfinished ||
          masked_ports_check.gen_share[1].u_output.kind_q == roundel_stream_pkg::KindDigest);
      assert (!(state inside {Load, Squeeze, Empty}) || ended);
      assert (!(state inside {Gather, Full}) || !second);
      assert (!(state inside {Start, Rounds}) || ended || !second);
      assert (!(unfinished || valid) || (valid && last) || open);
      assert (!(unfinished && valid) || !error);
      assert (!(open && valid) || !second);
      assert (!half || (keep == 16'h00ff && !error));
      assert (!(valid && error) || last);
      if (state == Squeeze && !masked_ports_check.u_dut.u_core.block_enable_q) begin
        assert (masked_ports_check.u_dut.u_core.u_answer.last_lane_q == (left <= 32'd8));
        for (int unsigned k = 0; k < 8; k++) begin
          assert (masked_ports_check.u_dut.u_core.u_answer.lane_keep_q[k] == (left > 32'(k)));
        end
      end
      for (int unsigned share = 0; share < 2; share++) begin
        assert (valid || answer[share][1] == '0);
        for (int unsigned k = 0; k < 16; k++) begin
          assert (!valid || keep[k] || answer[share][k/8][8*(k%8)+:8] == '0);
        end
      end
      assert (!load || (masked_ports_check.s_axis_tvalid && masked_ports_check.s_axis_tready &&
          masked_ports_check.s_axis_tuser == roundel_stream_pkg::KindCmd));
    end
  end

endmodule

bind masked_ports_check stream_keccak_hash_masked u_lemmas ();
