// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Selects the beat to send: a word of text that waits in the block, or else what the state sends.
//
// Schedule:   combinational; one beat per 2 cycles, as out_ready_i allows. text_open_o follows a sent beat by
//             one cycle.
// Interfaces: state and operation from roundel_aes_groestl_sequence, text from roundel_aes_groestl_block, the
//             verdict from roundel_aes_groestl; the beat without its data to roundel_aes_groestl_answer.
// Reference:  docs/stream-protocol.md

module roundel_aes_groestl_answer_select
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::*;
  import roundel_aes_groestl_pkg::*;
(
  input logic clk_i,

  input state_e     state_i,        // state of the transaction
  input operation_t operation_i,    // its operation
  input logic       digest_done_i,  // the word is the last one of a hash
  input verdict_t   verdict_i,      // verdict on the received tag
  input logic       clear_i,        // one cycle after CMD or the end

  input  logic       text_valid_i,     // the block has a word of text to send
  input  word_attr_t text_attr_i,      // its output attributes
  output logic       text_accepted_o,  // the word of text is sent
  output logic       text_open_o,      // text has been sent, its segment is open

  input  logic       out_ready_i,  // the output register is empty
  output logic       out_fire_o,   // a beat is sent
  output answer_t    answer_o,     // the beat without its data
  output logic       out_hash_o,   // the data are a word of the hash
  output logic [7:0] status_o      // status code, added to byte 0 of the data; otherwise zero
);

  kind_e text_kind;
  assign text_kind = operation_i.open ? KindUnverified : KindText;

  always_comb begin
    out_fire_o = 1'b0;
    answer_o = '{kind: KindStatus, last: 1'b1, keep: '0};
    out_hash_o = 1'b0;
    status_o = '0;
    text_accepted_o = 1'b0;
    unique case (state_i)
      StAnswer: begin
        out_fire_o = out_ready_i;
        answer_o = '{kind: operation_i.mac ? KindTag : KindDigest, last: digest_done_i, keep: '1};
        out_hash_o = !operation_i.check;
        if (operation_i.check) begin
          answer_o = '{kind: KindStatus, last: 1'b1, keep: 16'h1};
          status_o = status_of(verdict_i);
        end
      end
      StClose: begin
        out_fire_o = out_ready_i;
        answer_o.kind = text_kind;
      end
      StError: begin
        out_fire_o = out_ready_i;
        answer_o.keep = 16'h1;
        status_o = StatusError;
      end
      default: ;
    endcase
    // Overrides every state: no other answer is sent then. Text from before a reset is not sent.
    if (text_valid_i && out_ready_i && !clear_i) begin
      out_fire_o = 1'b1;
      text_accepted_o = 1'b1;
      answer_o = '{kind: text_kind, last: text_attr_i.last, keep: text_attr_i.keep};
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) text_open_o <= 1'b0;
    else if (text_accepted_o) text_open_o <= !text_attr_i.last;
  end

  logic unused;
  assign unused = ^{operation_i, text_attr_i.send};

endmodule
