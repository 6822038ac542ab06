module timing_lemmas;
  import roundel_aes_la_pkg::*;

  beat_t a, b;
  state_e state;
  logic [14:0] pub;
  logic [31:0] word_a, word_b, other_a, other_b;
  logic [3:0] addr;
  logic write, same;
  assign a = timing_miter.u_a.u_core.u_core.u_input.data_q;
  assign b = timing_miter.u_b.u_core.u_core.u_input.data_q;
  assign state = timing_miter.u_a.u_core.u_core.u_control.state_q;
  assign word_a = timing_miter.u_a.u_core.u_core.u_words.word_q;
  assign word_b = timing_miter.u_b.u_core.u_core.u_words.word_q;
  assign other_a = timing_miter.u_a.u_core.u_core.u_words.other_q;
  assign other_b = timing_miter.u_b.u_core.u_core.u_words.other_q;
  assign addr = timing_miter.u_a.u_core.u_core.u_words.address_q;
  assign write = timing_miter.u_a.u_core.u_core.u_words.halves_q != '0;
  assign same = word_a == word_b;
  always_comb begin
    if (a.kind == roundel_stream_pkg::KindCmd) assert (a == b);
    if (write && addr inside {[4'd9 : 4'd15]}) assert (same && other_a == other_b);
    if (state inside {StPad, StLengthHigh}) assert (same);
  end
  for (genvar i = 9; i < 16; i++) begin : gen_word
    always_comb begin
      assert (timing_miter.u_a.u_core.u_core.u_words.low_q[i] == timing_miter.u_b.u_core.u_core.u_words.low_q[i]);
      assert (timing_miter.u_a.u_core.u_core.u_words.high_q[i] == timing_miter.u_b.u_core.u_core.u_words.high_q[i]);
    end
  end
endmodule
