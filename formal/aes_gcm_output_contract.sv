// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What the rest of the core guarantees to roundel_aes_gcm_output, as assumptions (Assume = 1, where the
// output is proved) or as assertions (where the rest is proved). One rule each:
//
//   no_overrun          the word changes and a beat is sent only when the previous beat has moved to the bus
//   word_masked         with a beat the word is cleared, or loaded with the bytes after its end masked
//   keep_well_formed    tkeep is contiguous from byte 0, and partial only on a segment's last beat
//   kind_stable         inside a segment of text only text is sent, and its kind does not change
//   status_well_formed  a status is one byte in a segment of its own, and its word is cleared
//   compare_in_time     a verdict is asked for three cycles after a word was loaded
//
// Reset ends every obligation.

module aes_gcm_output_contract
  import roundel_aes_gcm_pkg::*;
#(
  parameter bit Assume = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic        can_accept_i,
  input logic        load_i,
  input logic        clear_i,
  input logic [15:0] mask_i,
  input logic        compare_i,
  input logic        send_i,
  input answer_e     answer_i,
  input logic        open_i,
  input logic [15:0] keep_i,
  input logic        last_i,

  output logic [3:1] loaded_o,  // a word was loaded 1, 2 and 3 cycles ago
  output logic inside_o,     // a segment of text has begun
  output logic unverified_o  // that segment is UNVERIFIED
);

  logic inside_q = 1'b0;
  logic open_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (send_i) inside_q <= !last_i;
    if (send_i) open_q <= open_i;
  end
  assign inside_o = inside_q;
  assign unverified_o = open_q;

  logic [3:1] loaded_q = '0;
  always_ff @(posedge clk_i) begin
    loaded_q <= rst_ni ? {loaded_q[2:1], load_i} : '0;
  end
  assign loaded_o = loaded_q;

  logic no_overrun, word_masked, keep_well_formed, kind_stable, status_well_formed, compare_in_time;

  assign no_overrun = !(load_i || clear_i || send_i) || can_accept_i;
  assign word_masked = !send_i || clear_i || (load_i && (mask_i | keep_i) == '1);
  assign keep_well_formed = !send_i || ((keep_i & (keep_i + 16'd1)) == '0 && (keep_i == '1 || last_i));
  assign kind_stable = !send_i || (answer_i == AnswerText && (!inside_q || open_i == open_q)) ||
      (answer_i inside {AnswerTag, AnswerStatus} && last_i && !inside_q);
  assign status_well_formed = !(send_i && answer_i == AnswerStatus) || (keep_i == 16'h1 && clear_i);
  assign compare_in_time = !compare_i || loaded_q[3];

  if (Assume) begin : gen_assume
    always_comb begin
      if (rst_ni) begin
        assume (no_overrun);
        assume (word_masked);
        assume (keep_well_formed);
        assume (kind_stable);
        assume (status_well_formed);
        assume (compare_in_time);
      end
    end
  end else begin : gen_assert
    always_comb begin
      if (rst_ni) begin
        assert (no_overrun);
        assert (word_masked);
        assert (keep_well_formed);
        assert (kind_stable);
        assert (status_well_formed);
        assert (compare_in_time);
      end
    end
  end

endmodule
