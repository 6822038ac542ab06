// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Follows a transaction: checks which segment may come and how long it is, and makes the words of the hash's
// command and message, frame included.
//
//   HASH    StCommand StRequest StRequestEnd StText
//   cSHAKE  StCommand StRequest StRequestEnd StHead StCustomLength StCustom StCustomPad StText
//   KMAC    as cSHAKE up to StCustomPad, then StKeyLength StKey StKeyPad StText StTail [StTag StVerdict]
//   resumed StCommand StRequest StRequestEnd StText StTail [StTag StVerdict]
//   error   StReject in place of a command, StAbort in a transaction; in StTag StVerdict
//
// Schedule:   A beat takes two cycles: in the first one it is judged, and the lower half of a longer beat is
//             sent; in the second one the other half is sent, and the beat is accepted. After an illegal beat
//             the lower half may have been sent; the hash discards it.
// Interfaces: beats from roundel_segment_reader; words to roundel_keccak_kmac_queue; the kind of each answer,
//             and the tag, to roundel_keccak_kmac_answer.
// Reference:  docs/stream-protocol.md; SP 800-185 sections 3.3 and 4.3

module roundel_keccak_kmac_grammar
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
  import roundel_keccak_kmac_pkg::*;
#(
  parameter bit KeepKey = 1'b0  // the flags KEEP and RESUME are served
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic             valid_i,   // a beat is offered
  input  segment_beat_t    beat_i,    // its properties
  input  logic [15:0]      keep_i,    // its tkeep
  input  logic [15:0][7:0] data_i,    // its bytes
  output logic             accept_o,  // the beat is used
  output logic             drop_o,    // discard input up to the next command

  output logic  word_valid_o,  // word_o is valid
  input  logic  word_ready_i,  // the word is used
  output word_t word_o,        // the next word

  output logic    answer_valid_o,  // a transaction of the hash begins, or an illegal sequence
  input  logic    answer_ready_i,  // its answer can be noted
  output answer_e answer_o,        // what its answer is

  // A beat of the tag meets a beat of the digest: compare_o, then tag_good_o or tag_bad_o.
  input  logic        digest_valid_i,  // the digest of this VERIFY has a beat
  input  logic        digest_last_i,   // it is the last one
  input  logic [15:0] digest_keep_i,   // its bytes
  output logic        compare_o,       // compare the beat
  output logic        tag_good_o,      // it was a beat of the tag
  output logic        tag_bad_o,       // the sequence is illegal
  input  logic        answered_i       // the STATUS is sent
);

  typedef enum logic [3:0] {
    StCommand,
    StRequest,       // bytes 0 to 7 of the command of the hash
    StRequestEnd,    // the others
    StHead,          // the rate, and the name of the function
    StCustomLength,
    StCustom,        // the customization string
    StCustomPad,
    StKeyLength,     // the rate, and the length of the key
    StKey,
    StKeyPad,
    StText,
    StTail,          // the length of the tag
    StTag,
    StVerdict,       // the verdict, or an error in the tag, is answered
    StReject,        // in place of a command
    StAbort          // in a transaction
  } state_e;

  state_e state_q, state_d;
  logic second_q, second_d;  // the offered beat is in its second cycle
  logic legal_q;  // the beat is legal: valid in the second cycle
  command_t command, command_q;
  logic [7:0] left_q;  // bytes of the segment that are still expected
  logic kept_q, kept_wide_q;  // a key is kept; for a rate of 21 lanes, otherwise 17

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // First cycle: the beat is judged
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic legal, exact, upper, reads, begins, counted;
  logic key_legal;  // the command has a key, or resumes the one that is kept
  logic [15:0] left_keep;

  roundel_keccak_kmac_command #(
    .KeepKey(KeepKey)
  ) u_command (
    .data_i,
    .command_o(command)
  );

  // Of no other beat than a command, so that it depends on no other bytes.
  assign key_legal = (kept_q && kept_wide_q == command.wide) || !(beat_i.kind == KindCmd && command.resume);

  // The beat has as many bytes as are left, or 16 of more.
  assign left_keep = left_q[7:4] != '0 ? '1 : ~(16'hffff << left_q[3:0]);
  assign exact = keep_i == left_keep && beat_i.last == (left_q <= 8'd16);

  always_comb begin
    unique case (state_q)
      StCommand: legal = beat_i.kind == KindCmd && beat_i.last && beat_i.full && command.legal && key_legal;
      StCustom: legal = beat_i.kind == KindAd && exact;
      StKey: legal = beat_i.kind == KindKey && exact;
      StText: legal = beat_i.kind == KindText;
      StTag: legal = beat_i.kind == KindTag && keep_i == digest_keep_i && beat_i.last == digest_last_i;
      default: legal = 1'b0;
    endcase
  end

  assign upper = keep_i[8];
  assign counted = state_q == StCustom || state_q == StKey;
  assign reads = counted || state_q == StText;
  assign begins = valid_i && !second_q;

  always_ff @(posedge clk_i) begin
    if (begins) legal_q <= legal && !beat_i.malformed;
    if (begins && state_q == StCommand && beat_i.kind == KindCmd) command_q <= command;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The next word
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic free;  // a word can be sent
  logic send, send_low, send_high, failed, text_end;
  word_t word;

  assign free = word_ready_i;
  assign failed = second_q && !legal_q;
  assign send_low = reads && ((begins && upper) || (second_q && !upper));
  assign send_high = reads && second_q && upper;
  assign text_end = state_q == StText && second_q && beat_i.last && !command_q.keyed;

  roundel_keccak_kmac_word u_word (
    .command_i(command_q),
    .head_i   (state_q == StHead),
    .custom_i (state_q == StCustomLength),
    .key_i    (state_q == StKeyLength),
    .tail_i   (state_q == StTail),
    .low_i    (send_low),
    .high_i   (send_high),
    .request_i(state_q == StRequest),
    .sizes_i  (state_q == StRequestEnd),
    .keep_i,
    .data_i,
    .count_o  (word.count),
    .bytes_o  (word.bytes)
  );

  always_comb begin
    unique case (state_q)
      StRequest, StRequestEnd: word.kind = WordCommand;
      StCustomPad, StKeyPad: word.kind = WordPad;
      StReject: word.kind = WordReject;
      StAbort: word.kind = WordAbort;
      default: word.kind = WordText;
    endcase
  end
  assign word.wide = command_q.wide;
  assign word.last = state_q == StRequestEnd || state_q == StTail || text_end;

  always_comb begin
    unique case (state_q)
      StCustom, StKey, StText: send = (send_low || send_high) && !failed;
      StCommand, StTag, StVerdict: send = 1'b0;
      default: send = 1'b1;
    endcase
  end

  assign word_valid_o = send;
  assign word_o = word;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The next state
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic noted;  // the answer of a command is noted
  logic done;  // the second cycle of a beat ends

  assign noted = state_q == StCommand && second_q && answer_ready_i;
  assign done = reads && second_q && (failed || free);

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StCommand: if (noted) state_d = failed ? StReject : StRequest;
      StRequest: if (free) state_d = StRequestEnd;
      StRequestEnd: if (free) state_d = command_q.framed && !command_q.resume ? StHead : StText;
      StHead: if (free) state_d = StCustomLength;
      StCustomLength: if (free) state_d = StCustom;
      StCustom: if (done && beat_i.last) state_d = StCustomPad;
      StCustomPad: if (free) state_d = command_q.keyed ? StKeyLength : StText;
      StKeyLength: if (free) state_d = StKey;
      StKey: if (done && beat_i.last) state_d = StKeyPad;
      StKeyPad: if (free) state_d = StText;
      StText: if (done && beat_i.last) state_d = command_q.keyed ? StTail : StCommand;
      StTail: if (free) state_d = command_q.verify ? StTag : StCommand;
      StTag: if (second_q && (failed || beat_i.last)) state_d = StVerdict;
      StVerdict: if (answered_i) state_d = StCommand;
      StReject, StAbort: if (free) state_d = StCommand;
      default: state_d = StCommand;
    endcase
    if (reads && failed) state_d = StAbort;
  end

  always_comb begin
    second_d = second_q;
    if (reads) second_d = second_q ? !done : begins && (free || !upper);
    else if (state_q == StCommand) second_d = second_q ? !noted : begins;
    else if (state_q == StTag) second_d = !second_q && begins && digest_valid_i;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q  <= StCommand;
      second_q <= 1'b0;
    end else begin
      state_q  <= state_d;
      second_q <= second_d;
    end
  end

  if (KeepKey) begin : gen_kept
    always_ff @(posedge clk_i) begin
      if (!rst_ni || drop_o) kept_q <= 1'b0;
      else if (noted) kept_q <= command_q.keep;
      if (noted && !failed) kept_wide_q <= command_q.wide;
    end
  end else begin : gen_not_kept
    assign kept_q = 1'b0;
    assign kept_wide_q = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) left_q <= '0;
    else if (state_q == StCustomLength) left_q <= command_q.custom_bytes;
    else if (state_q == StKeyLength) left_q <= command_q.key_bytes;
    else if (counted && done) left_q <= left_q - 8'd16;
  end

  // An illegal beat that is a command stays: it begins the next transaction, unless it was judged as one.
  always_comb begin
    unique case (state_q)
      StCommand: accept_o = noted && failed;
      StRequestEnd: accept_o = free;
      StTag: accept_o = tag_good_o;
      default: accept_o = done && !failed;
    endcase
  end
  assign drop_o = (reads && failed) || (noted && failed) || tag_bad_o;

  assign answer_valid_o = state_q == StCommand && second_q;
  always_comb begin
    answer_o = AnswerDigest;
    if (!failed && command_q.keyed) answer_o = command_q.verify ? AnswerVerdict : AnswerTag;
  end

  assign compare_o  = state_q == StTag && begins && digest_valid_i;
  assign tag_good_o = state_q == StTag && second_q && legal_q;
  assign tag_bad_o  = state_q == StTag && failed;

  logic unused;
  assign unused = ^{beat_i.first, beat_i.empty};

endmodule
