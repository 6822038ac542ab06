// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The word that leaves the cipher, and the beat on its way out: two registers, no multiplexer. The word is
// cipher + operand + hash, each zero where it does not belong; the block of a tag to be checked so becomes
// its difference from the right one.
//
// Schedule: load_i in cycle t; the word stands in t+1, on offer as a beat from t+2 on. different_o is right
// in t+4, all 16 bytes looked at in any case.

module roundel_aes_gcm_output
  import roundel_stream_pkg::*;
  import roundel_aes_gcm_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic         load_i,     // the word becomes the sum of these
  input  logic [127:0] cipher_i,
  input  logic [127:0] operand_i,
  input  logic [127:0] hash_i,
  input  logic [ 15:0] mask_i,     // with it: bytes that are not to be
  output logic [127:0] word_o,
  output logic         different_o,  // from zero
  input  logic         clear_i,

  input  logic        give_i,    // a beat: the word that is loaded now, or cleared
  input  answer_e     answer_i,
  input  logic        open_i,    // text is not verified yet
  input  logic [15:0] keep_i,
  input  logic        last_i,
  input  logic [ 1:0] status_i,
  output logic        free_o,    // the last beat is on offer at least

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic [15:0][7:0] word_d, word_q;
  logic given_q, valid_q, move;
  logic [15:0] keep_q;
  logic last_q, open_q;
  answer_e answer_q;
  logic [1:0] status_q;
  kind_e kind;

  assign word_d = cipher_i ^ operand_i ^ hash_i;

  for (genvar k = 0; k < 16; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (clear_i || (load_i && mask_i[k])) word_q[k] <= '0;
      else if (load_i) word_q[k] <= word_d[k];
    end
  end
  assign word_o = word_q;

  logic [31:0] different_32_q;
  logic [7:0] different_8_q;
  logic different_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 32; i++) different_32_q[i] <= |word_o[4*i+:4];
    for (int unsigned i = 0; i < 8; i++) different_8_q[i] <= |different_32_q[4*i+:4];
    different_q <= |different_8_q;
  end
  assign different_o = different_q;

  assign move = given_q && !valid_q;
  assign free_o = !given_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      given_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      given_q <= give_i || (given_q && !move);
      valid_q <= move || (valid_q && !m_axis_tready);
    end
  end
  always_ff @(posedge clk_i) begin
    if (give_i) begin
      answer_q <= answer_i;
      open_q   <= open_i;
      keep_q   <= keep_i;
      last_q   <= last_i;
      status_q <= status_i;
    end
  end

  always_comb begin
    unique case (answer_q)
      AnswerTag: kind = KindTag;
      AnswerStatus: kind = KindStatus;
      default: kind = open_q ? KindUnverified : KindText;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (move) begin
      m_axis_tdata <= {word_o[127:2], word_o[1:0] | status_q};
      m_axis_tkeep <= keep_q;
      m_axis_tlast <= last_q;
      m_axis_tuser <= kind;
    end
  end
  assign m_axis_tvalid = valid_q;

endmodule
