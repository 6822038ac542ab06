// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_keccak_kmac resumes a key only if the transaction before kept it at the same rate, without an error
// in between. Otherwise the command is answered as an error, and the hash gets no message (keys_properties).
//
// This is roundel_keccak_kmac_grammar with free inputs: beats, the hash, the digest, and a reset. For all
// time.

module keccak_kmac_keys_check
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
  import roundel_keccak_kmac_pkg::*;
(
  input logic             clk_i,
  input logic             rst_ni,
  input logic             valid_i,
  input segment_beat_t    beat_i,
  input logic [15:0]      keep_i,
  input logic [15:0][7:0] data_i,
  input logic             word_ready_i,
  input logic             answer_ready_i,
  input logic             digest_valid_i,
  input logic             digest_last_i,
  input logic [15:0]      digest_keep_i,
  input logic             answered_i
);

  logic word_valid, tag_bad;
  word_t word;
  answer_e unused_answer;

  roundel_keccak_kmac_grammar #(
    .KeepKey(1'b1)
  ) u_grammar (
    .clk_i,
    .rst_ni,
    .valid_i,
    .beat_i,
    .keep_i,
    .data_i,
    .accept_o      (),
    .drop_o        (),
    .word_valid_o  (word_valid),
    .word_ready_i,
    .word_o        (word),
    .answer_valid_o(),
    .answer_ready_i,
    .answer_o      (unused_answer),
    .digest_valid_i,
    .digest_last_i,
    .digest_keep_i,
    .compare_o     (),
    .tag_good_o    (),
    .tag_bad_o     (tag_bad),
    .answered_i
  );

  // StCommand, StText, StTail, StVerdict, StReject, StAbort: yosys-slang does not see another module's enum
  // names.
  logic [3:0] state, state_next;
  logic begins, is_command, ends, error, waits;
  command_t command, asked;
  logic started_q = 1'b0;
  logic failed_q = 1'b0;  // the tag of the transaction was an error

  assign state = 4'(u_grammar.state_q);
  assign state_next = 4'(u_grammar.state_d);
  assign command = u_grammar.command_q;
  assign asked = u_grammar.command;
  assign begins = u_grammar.begins;
  assign is_command = beat_i.kind == KindCmd && beat_i.last && beat_i.full && !beat_i.malformed &&
      asked.legal;
  // A transaction leads to StCommand: from StText without a key, from StTail of a MAC, from StVerdict.
  assign ends = state inside {4'd10, 4'd11, 4'd13} && state_next == 4'd0 && !failed_q;
  assign error = (state == 4'd0 && begins && !is_command) || u_grammar.failed;
  // Neither a word of a message nor a beat of one.
  assign waits = !word_valid || word.kind inside {WordReject, WordAbort};

  keys_properties u_keys (
    .clk_i,
    .rst_ni,
    .ends_i    (ends),
    .keeps_i   (command.keep),
    .command_i (state == 4'd0 && begins && is_command),
    .service_i (state == 4'd0 ? asked.wide : command.wide),
    .resume_i  (asked.resume),
    .error_i   (error),
    .aborting_i(u_grammar.failed),
    .waiting_i (waits),
    .answered_i((state inside {4'd14, 4'd15} && word_ready_i) || (state == 4'd13 && answered_i))
  );

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    failed_q <= rst_ni && (tag_bad || (failed_q && state == 4'd13));
  end

  // A beat that is judged stays on offer.
  logic offered_q = 1'b0;
  segment_beat_t beat_q;
  always_ff @(posedge clk_i) begin
    offered_q <= rst_ni && valid_i && !u_grammar.accept_o;
    beat_q <= beat_i;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (offered_q && !u_grammar.drop_o) assume (valid_i && beat_i == beat_q);
    if (offered_q && u_grammar.second_q) assume (valid_i && beat_i == beat_q);
  end

endmodule
