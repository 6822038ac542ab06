// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Judges the commands of roundel_keccak_hash_masked and keeps the last one. A command is public: share 0 has
// its bytes, and share 1 must be zero. Each share is judged alone, before a roundel_public_register that
// loads from beats of kind CMD only. So nothing here depends on a text.
//
// Schedule:   load_i in cycle t; command_o from t+1 to the next command.
// Interfaces: the beat on the s_axis ports; command_o to all other parts.
// Bytes:      byte 0 of the beat is bits [7:0] of a share.
// Reference:  docs/stream-protocol.md (command)

module roundel_keccak_hash_masked_command
  import roundel_stream_pkg::*;
  import roundel_keccak_hash_masked_pkg::*;
(
  input logic clk_i,

  input  logic              load_i,    // a beat of kind CMD is accepted
  input  logic [1:0][127:0] data_i,    // the shares of its bytes
  input  logic              whole_i,   // it is a segment of 16 bytes
  output command_t          command_o  // the last command
);

  localparam logic [7:0] FlagsLegal = 8'(1 << FlagRounds12);
  localparam logic [7:0] MaxLanes = 8'(BlockLanes);

  logic [127:0] data;
  logic values_legal;
  command_t loaded;
  logic [1:0] legal;

  assign data = data_i[0];
  assign values_legal = data[7:0] == OpHash && (data[15:8] & ~FlagsLegal) == '0 && !data[23] &&
      data[22:16] != '0 && data[31:24] inside {[8'd1:MaxLanes]} && data[127:64] == '0;

  roundel_public_register #(
    .Width($bits(command_t))
  ) u_share0 (
    .clk_i,
    .load_i,
    .data_i({values_legal && whole_i, data[8+FlagRounds12], data[28:24], data[23:16], data[63:32]}),
    .q_o   (loaded)
  );

  roundel_public_register u_share1 (
    .clk_i,
    .load_i,
    .data_i(data_i[1] == '0),
    .q_o   (legal[1])
  );

  assign legal[0] = loaded.legal;
  always_comb begin
    command_o = loaded;
    command_o.legal = &legal;
  end

endmodule
