// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decodes a command from its beats: the algorithm and the options, and whether they are served. The output
// length is kept in the ring of roundel_ascon_la_key; here it is only compared for Hash256.
//
// Schedule:   command_o holds from the cycle after beat 0, ok_o from that after beat 3.
// Interfaces: beats and their number from roundel_ascon_la_grammar; to all modules of the core.
// Bytes:      byte 0 of a beat is [7:0].
// Reference:  docs/stream-protocol.md, CMD; docs/cores/ascon-la.md

module roundel_ascon_la_command
  import roundel_ascon_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,

  input  logic       write_i,      // a beat of the command is accepted
  input  logic [2:0] number_i,     // number of the beat
  input  word_t      data_i,       // the beat
  input  logic       key_valid_i,  // a key is kept

  output command_t command_o,  // the command
  output logic     ok_o        // the command is served
);

  localparam word_t Hash256Bytes = 16'd32;

  command_t command_d;
  logic [7:0] operation, variant;
  logic hash, aead, served;

  assign {variant, operation} = data_i;
  assign hash = operation == OpHash;
  assign aead = operation == OpSeal || operation == OpOpen;

  always_comb begin
    command_d.algorithm = AlgAead128;
    if (hash) command_d.algorithm = algorithm_e'(variant[1:0] + 2'd1);
    command_d.open = operation == OpOpen;
    command_d.resume = aead && variant[0];
    command_d.keep = aead && variant[2];
  end

  always_comb begin
    served = 1'b1;
    unique case (number_i)
      3'd0: begin
        served = (hash && variant[7:2] == '0 && variant[1:0] != 2'd3) ||
            (aead && (variant | 8'h05) == 8'h05 && (!variant[0] || key_valid_i));
      end
      3'd1: served = command_o.algorithm == AlgAead128 || data_i[7:0] == '0;
      3'd2: served = command_o.algorithm != AlgHash256 || data_i == Hash256Bytes;
      3'd3: served = command_o.algorithm != AlgHash256 || data_i == '0;
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (write_i && number_i == '0) command_o <= command_d;
  end
  always_ff @(posedge clk_i) begin
    if (write_i) ok_o <= served && (ok_o || number_i == '0);
  end

endmodule
