// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for the rules of the stream at the ports of a core of roundel_aes_groestl: which words of text are
// on their way through the block, in their order, and which segment is open at the output.
// progress_aes_groestl has the lemmas on the states and the block. A lemma is an assertion like the others: a
// wrong one fails the proof.

module stream_aes_groestl
  import roundel_stream_pkg::*;
  import roundel_aes_groestl_pkg::*;
#(
  parameter int unsigned Columns = 8
) (
  input logic clk_i,
  input logic rst_ni
);

  localparam int unsigned Words = Columns / 2;
  localparam logic [1:0] BlockFill = 2'd0;
  localparam logic [1:0] BlockSend = 2'd3;

  logic started_q = 1'b0;
  logic on, clear, clear_words;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  assign on = started_q && rst_ni;
  assign clear = roundel_aes_groestl.clear;
  assign clear_words = roundel_aes_groestl.u_block.clear_words_q;

  function automatic logic fits(logic [15:0] keep, logic last);
    return (keep & (keep + 16'd1)) == '0 && (keep == '1 || last);
  endfunction

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The words of text in the block and before it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  aes_groestl_beat_t beat;
  word_attr_t new_attr;
  word_attr_t [Words-1:0] attrs;
  state_e state;
  operation_t operation;
  logic beat_valid, word_valid, fill, text_open, sends, later_open, any;
  logic [1:0] block_state;
  logic [7:0] word_number, count;
  assign beat = roundel_aes_groestl.beat;
  assign beat_valid = roundel_aes_groestl.beat_valid;
  assign new_attr = roundel_aes_groestl.word_attr_q;
  assign attrs = roundel_aes_groestl.u_block.attrs_q;
  assign sends = roundel_aes_groestl.u_block.send_q;
  assign block_state = 2'(roundel_aes_groestl.u_block.state_q);
  assign word_number = 8'(roundel_aes_groestl.u_block.word_index_q);
  assign word_valid = roundel_aes_groestl.u_control.u_words.word_valid_q;
  assign fill = roundel_aes_groestl.u_control.u_words.fill_q;
  assign state = roundel_aes_groestl.u_control.state;
  assign operation = roundel_aes_groestl.u_control.operation;
  assign count = 8'(roundel_aes_groestl.u_control.count);
  assign text_open = roundel_aes_groestl.u_control.u_answer_select.text_open_o;

  // Whether a segment of text is open after the words on their way have been sent.
  always_comb begin
    later_open = text_open;
    any = 1'b0;
    for (int unsigned w = 0; w < Words; w++) begin
      any |= attrs[w].send;
      if (attrs[w].send) later_open = !attrs[w].last;
    end
    if (word_valid && new_attr.send) later_open = !new_attr.last;
  end

  always_comb begin
    if (on) begin
      if (beat_valid && beat.text) assert (fits(beat.keep, beat.last));
      if (!clear) begin
        if (word_valid && new_attr.send) assert (fits(new_attr.keep, new_attr.last));
        if (word_valid && new_attr.send) assert (operation.cipher);
        if (clear_words) assert (block_state == BlockFill && word_number == '0 && !word_valid);
      end
      if (!clear && !clear_words) begin
        assert (sends || !any);
        assert (operation.cipher || !any);
        for (int unsigned w = 0; w < Words; w++) begin
          if (attrs[w].send) assert (fits(attrs[w].keep, attrs[w].last));
          if (block_state == BlockFill && 8'(w) + word_number < 8'(Words)) assert (!attrs[w].send);
          if (block_state == BlockSend && 8'(w) + word_number >= 8'(Words)) assert (!attrs[w].send);
        end
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The segment that is open at the output, after the beat in the register
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic out_valid, open;
  logic inside_q = 1'b0;
  logic [UserWidth-1:0] kind_q, kind, text_kind;
  answer_t answer;
  assign out_valid = roundel_aes_groestl.u_answer.valid_q;
  assign answer = roundel_aes_groestl.u_answer.answer_q;
  assign open = out_valid ? !answer.last : inside_q;
  assign kind = out_valid ? answer.kind : kind_q;
  assign text_kind = operation.open ? KindUnverified : KindText;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inside_q <= 1'b0;
    end else if (out_valid && roundel_aes_groestl.out_tready) begin
      inside_q <= !answer.last;
      kind_q   <= answer.kind;
    end
  end

  always_comb begin
    if (on) begin
      assert (inside_q == core_ports_check.gen_stream.u_output.inside_q);
      assert (!inside_q || kind_q == core_ports_check.gen_stream.u_output.kind_q);
      if (out_valid) begin
        assert (fits(answer.keep, answer.last));
        assert (answer.kind <= KindUnverified);
        for (int unsigned k = 0; k < 16; k++) begin
          assert (answer.keep[k] || roundel_aes_groestl.u_answer.data_q[8*k+:8] == '0);
        end
        if (inside_q) assert (answer.kind == kind_q);
      end
      unique case (state)
        StAnswer: begin
          assert (open == (count != '0));
          assert (count < 8'(Words / 2) && (!operation.check || count == '0));
          if (open) assert (kind == (operation.mac ? KindTag : KindDigest));
          assert (!text_open);
        end
        StError: assert (!open);
        StCommand, StFlush: assert (!open && (clear || !text_open));
        default: begin
          assert (clear ? !open : open == text_open);
          if (open) assert (kind == text_kind);
        end
      endcase
      assert (5'(state) <= 5'(StFlush));
      if (state == StTag) assert (operation.check ? count < 8'(Words / 2) : count == '0);
      if (state inside {StTagClose, StCompare1, StCompare2}) assert (count == '0);
      // The last word of a text is the last of its segment.
      if (!clear && !clear_words &&
          !(state inside {StCommand, StBody, StAbort, StClose, StError, StFlush})) begin
        assert (!later_open);
      end
      if (!clear && !clear_words && state == StBody && !operation.cipher) assert (!later_open);
      if (state inside {StTag, StTagClose, StCompare1, StCompare2, StAnswer}) begin
        assert (clear || roundel_aes_groestl.u_control.u_words.place_q == '0);
      end
      // No word of text is on its way when an answer is sent.
      if (state inside {StCommand, StTag, StTagClose, StCompare1, StCompare2, StAnswer, StClose, StError,
                        StFlush}) begin
        if (!clear) assert (fill && !word_valid);
      end
    end
  end

endmodule

bind roundel_aes_groestl stream_aes_groestl #(.Columns(Columns)) u_stream_lemmas (.*);
