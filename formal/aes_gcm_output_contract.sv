// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What roundel_aes_gcm_output is promised by the rest of the core, as assumptions (Assume = 1, where the
// output is proved) or as assertions (where the rest is). One rule each:
//
//   free_first   the word changes and a beat is given only when the one before has moved on
//   word_whole   with a beat the word is loaded, bytes beyond its end masked, or cleared
//   keep_right   tkeep is contiguous from byte 0, and partial only on a segment's last beat
//   kind_stays   inside a segment of text nothing else comes, and its kind does not change
//   status_right a status is one byte in a segment of its own, and only there
//
// Reset ends every obligation.

module aes_gcm_output_contract
  import roundel_aes_gcm_pkg::*;
#(
  parameter bit Assume = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic        free_i,
  input logic        load_i,
  input logic        clear_i,
  input logic [15:0] mask_i,
  input logic        give_i,
  input answer_e     answer_i,
  input logic        open_i,
  input logic [15:0] keep_i,
  input logic        last_i,
  input logic [ 1:0] status_i,

  output logic inside_o,     // a segment of text has begun
  output logic unverified_o  // of that kind
);

  logic inside_q = 1'b0;
  logic open_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (give_i) inside_q <= !last_i;
    if (give_i) open_q <= open_i;
  end
  assign inside_o = inside_q;
  assign unverified_o = open_q;

  logic free_first, word_whole, keep_right, kind_stays, status_right;

  assign free_first = !(load_i || clear_i || give_i) || free_i;
  assign word_whole = !give_i || clear_i || (load_i && (mask_i | keep_i) == '1);
  assign keep_right = !give_i || ((keep_i & (keep_i + 16'd1)) == '0 && (keep_i == '1 || last_i));
  assign kind_stays = !give_i || (answer_i == AnswerText && (!inside_q || open_i == open_q)) ||
      (answer_i inside {AnswerTag, AnswerStatus} && last_i && !inside_q);
  assign status_right = !give_i || (answer_i == AnswerStatus ? keep_i == 16'h1 && clear_i : status_i == '0);

  if (Assume) begin : gen_assume
    always_comb begin
      if (rst_ni) begin
        assume (free_first);
        assume (word_whole);
        assume (keep_right);
        assume (kind_stays);
        assume (status_right);
      end
    end
  end else begin : gen_assert
    always_comb begin
      if (rst_ni) begin
        assert (free_first);
        assert (word_whole);
        assert (keep_right);
        assert (kind_stays);
        assert (status_right);
      end
    end
  end

endmodule
