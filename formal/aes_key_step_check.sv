// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_aes_key_step makes the next four words as the loop of FIPS 197 section 5.2 does, w[i] = w[i-Nk] ^
// temp, with temp = SubWord(..) for the first and w[i-1] for the others; in parts as well; or loads a key.

module aes_key_step_check (
  input logic [127:0] words_i,
  input logic [ 31:0] sub_i,
  input logic         load_i,
  input logic [127:0] load_words_i
);

  logic [127:0] words;
  roundel_aes_pkg::next_words_t parts;

  roundel_aes_key_step u_dut (
    .words_i,
    .sub_i,
    .load_i,
    .load_words_i,
    .words_o(words),
    .parts_o(parts)
  );

  logic [31:0] w[4], temp;
  logic [127:0] expected;

  always_comb begin
    temp = sub_i;
    for (int i = 0; i < 4; i++) begin
      w[i] = words_i[32*i+:32] ^ temp;
      temp = w[i];
      expected[32*i+:32] = w[i];
    end
    assert (roundel_aes_pkg::next_words(parts) == expected);
    assert (words == (load_i ? load_words_i : expected));
  end

endmodule
