// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decodes a command from its beats, of which every byte is judged: the algorithm and the options, and whether
// they are served. The length of a digest is kept in the ring of roundel_ascon_la_key; here it is only
// compared, for Hash256 and for a tag.
//
// Schedule:   the options and whether it is a hash are valid from the cycle after beat 0, the algorithm from
//             that after beat 1. ok_o is valid with the last beat, before it is accepted.
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
  output logic     ok_o        // with the last beat: the command is served
);

  logic [7:0] operation, flags, suffix, code;
  logic hash, aead, any_length, served, ok_q;

  assign {flags, operation} = data_i;  // beat 0
  assign {code, suffix} = data_i;  // beat 1
  assign hash = operation == OpHash;
  assign aead = operation inside {OpSeal, OpOpen};
  assign any_length = command_o.algorithm inside {AlgXof128, AlgCxof128};

  always_comb begin
    unique case (number_i)
      3'd0: begin
        served = (hash && flags == '0) ||
            (aead && {flags[7:3], flags[1]} == '0 && (!flags[FlagResume] || key_valid_i));
      end
      3'd1: begin
        served = suffix == '0 && code[7:2] == '0 &&
            (command_o.algorithm == AlgAead128 ? code[1:0] == '0 : code[1:0] != '1);
      end
      3'd2: served = any_length || data_i == (command_o.algorithm == AlgAead128 ? TagBytes : Hash256Bytes);
      3'd3: served = any_length || data_i == '0;
      default: served = data_i == '0;
    endcase
  end

  // A beat of another kind is not written: nothing of it comes here.
  always_ff @(posedge clk_i) begin
    if (write_i && number_i == '0) begin
      command_o <= '{
          algorithm: hash ? AlgHash256 : AlgAead128,
          open: operation == OpOpen,
          resume: flags[FlagResume],
          keep: flags[FlagKeep]
      };
    end else if (write_i && number_i == 3'd1 && command_o.algorithm != AlgAead128) begin
      command_o.algorithm <= algorithm_e'(code[1:0] + 2'd1);
    end
  end
  always_ff @(posedge clk_i) begin
    if (write_i) ok_q <= served && (ok_q || number_i == '0);
  end
  assign ok_o = ok_q && data_i == '0;

endmodule
