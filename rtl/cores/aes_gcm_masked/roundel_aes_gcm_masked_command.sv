// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Judges the commands of roundel_aes_gcm_masked and keeps the last one. A command is public: share 0 has its
// bytes, and share 1 must be zero. Each share is judged alone, before a roundel_public_register that loads
// from beats of kind CMD only. So nothing here depends on a secret.
//
// Schedule:   load_i in cycle t; command_o from t+1 to the next command.
// Interfaces: the offered beat from both readers; command_o to roundel_aes_gcm_masked_grammar.
// Bytes:      byte 0 of the beat is bits [7:0] of a share.
// Reference:  docs/stream-protocol.md (command); SP 800-38D section 5.2.1.2

module roundel_aes_gcm_masked_command
  import roundel_stream_pkg::*;
  import roundel_aes_gcm_masked_pkg::*;
#(
  parameter bit ShortTags = 1'b0  // tags of 4 bytes are served too
) (
  input logic clk_i,

  input  logic              load_i,    // a beat of kind CMD is offered
  input  logic [1:0][127:0] data_i,    // the shares of its bytes
  input  logic              whole_i,   // it is a segment of 16 bytes
  output command_t          command_o  // the last command
);

  localparam logic [7:0] Flags = 8'd1 << FlagResume | 8'd1 << FlagKeep;

  logic [127:0] data;
  logic values_legal;
  command_t loaded;
  logic share1_zero;

  assign data = data_i[0];
  assign values_legal = data[7:0] inside {OpSeal, OpOpen} && (data[15:8] & ~Flags) == '0 &&
      data[31:16] == '0 && roundel_gcm_length_pkg::is_tag_size(data[63:32], ShortTags) &&
      data[127:64] == '0;

  roundel_public_register #(
    .Width($bits(command_t))
  ) u_share0 (
    .clk_i,
    .load_i,
    .data_i({
      values_legal && whole_i, data[7:0] == OpOpen, data[8+FlagResume], data[8+FlagKeep], data[35:32]
    }),
    .q_o(loaded)
  );

  roundel_public_register u_share1 (
    .clk_i,
    .load_i,
    .data_i(data_i[1] == '0),
    .q_o   (share1_zero)
  );

  always_comb begin
    command_o = loaded;
    command_o.legal = loaded.legal && share1_zero;
  end

endmodule
