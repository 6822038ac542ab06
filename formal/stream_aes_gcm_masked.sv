// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for masked_ports_check on roundel_aes_gcm_masked: what the beat of an answer has while it waits, and
// that an open segment of an answer is the text of the current message. A beat that the reader offers as well
// formed is so, and the beat after an open segment of text does not begin a segment. Registers of public bits
// load from accepted beats of kind CMD alone.

module stream_aes_gcm_masked;

  import roundel_stream_pkg::*;

  logic [3:0] state;
  logic [1:0][127:0] answer;
  logic [15:0] keep;
  logic [3:0] user;
  logic [1:0][3:0] kind;
  logic [1:0] unfinished;
  logic valid, last, open, text_open;

  assign state = 4'(masked_ports_check.u_dut.u_core.u_grammar.state_q);
  assign answer = {
    masked_ports_check.u_dut.u_core.gen_share[1].u_share.answer_q,
    masked_ports_check.u_dut.u_core.gen_share[0].u_share.answer_q
  };
  assign keep = masked_ports_check.u_dut.u_core.m_axis_tkeep;
  assign user = masked_ports_check.u_dut.u_core.m_axis_tuser;
  assign last = masked_ports_check.u_dut.u_core.m_axis_tlast;
  assign valid = masked_ports_check.u_dut.u_core.m_axis_tvalid;
  assign open = masked_ports_check.u_dut.u_core.command.open;
  assign text_open = masked_ports_check.u_dut.u_core.u_grammar.text_open_q;
  assign unfinished = {
    masked_ports_check.gen_share[1].u_output.inside_q, masked_ports_check.gen_share[0].u_output.inside_q
  };
  assign kind = {
    masked_ports_check.gen_share[1].u_output.kind_q, masked_ports_check.gen_share[0].u_output.kind_q
  };

  // The reader of share 0.
  roundel_segment_pkg::segment_beat_t beat;
  logic [15:0] beat_keep;
  logic held, dropping, continues, closing, waits, bad_keep, to_key;

  assign beat = masked_ports_check.u_dut.u_core.gen_reader[0].u_reader.beat_q;
  assign beat_keep = masked_ports_check.u_dut.u_core.gen_reader[0].u_reader.keep_o;
  assign held = masked_ports_check.u_dut.u_core.gen_reader[0].u_reader.valid_q;
  assign dropping = masked_ports_check.u_dut.u_core.gen_reader[0].u_reader.dropping_q;
  assign continues = masked_ports_check.u_dut.u_core.gen_reader[0].u_reader.open_q;
  assign closing = masked_ports_check.u_dut.u_core.gen_reader[0].u_reader.close_q;
  assign waits = masked_ports_check.u_dut.u_core.gen_reader[0].u_reader.waits_q;
  assign bad_keep = masked_ports_check.u_dut.u_core.gen_reader[0].u_reader.bad_keep_q;
  assign to_key = masked_ports_check.u_dut.u_core.u_grammar.to_key_q;

  // StClear to StAbort: yosys-slang does not see another module's enum names.
  localparam logic [3:0] Clear = 4'd0, Flush = 4'd1, Judge = 4'd3, Key = 4'd4, Body = 4'd6;
  localparam logic [3:0] Verdict = 4'd10, Abort = 4'd12;

  always_comb begin
    if (masked_ports_check.rst_ni && masked_ports_check.started_q) begin
      assert (state <= Abort);
      assert (!held || continues == !beat.last);
      assert (!waits || held);
      assert (!closing || waits);
      assert (!waits || beat.full);
      assert (!held || beat.malformed || !bad_keep);
      assert (beat.full == beat_keep[15] || !held);
      assert (beat.empty == !beat_keep[0] || !held);
      assert (!held || bad_keep || ((beat_keep & (beat_keep + 1'b1)) == '0 && (beat.last || beat_keep[15])));
      assert (!(state inside {[Judge : Verdict]}) || !dropping);
      assert (!to_key || state inside {Clear, Flush, Key});
      assert (!(state inside {Clear, Flush} && to_key) || !dropping);
      assert (!(state == Body && text_open) || (held ? !beat.first : continues));
      assert (unfinished[0] == unfinished[1]);
      assert (!text_open || state inside {Body, Abort});
      assert (!text_open || masked_ports_check.u_dut.u_core.u_grammar.text_begun_q);
      assert (text_open == (valid ? !last : unfinished[0]));
      assert (!(valid && !last) || (user == (open ? KindUnverified : KindText) && keep == '1));
      for (int unsigned share = 0; share < 2; share++) begin
        assert (!unfinished[share] || kind[share] == (open ? KindUnverified : KindText) || !text_open);
        assert (!(unfinished[share] && valid) || user == kind[share]);
        for (int unsigned k = 0; k < 16; k++) begin
          assert (!valid || keep[k] || answer[share][8*k+:8] == '0);
        end
      end
      assert (!masked_ports_check.u_dut.u_core.load_command ||
          (masked_ports_check.u_dut.u_core.beat_valid[0] && masked_ports_check.u_dut.u_core.accept &&
           masked_ports_check.u_dut.u_core.beat[0].kind == KindCmd));
    end
  end

endmodule

bind masked_ports_check stream_aes_gcm_masked u_lemmas ();
