// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decodes a command and checks whether it is legal. Flags: RESUME resumes with the keys kept by the previous
// transaction, KEEP keeps the keys for the next transaction, CTR selects AES-CTR alone.
//
// Schedule:   Combinational.
// Interfaces: beat_i from roundel_aes_groestl_beat; kept flags from and results to
//             roundel_aes_groestl_control.
// Bytes:      byte 0 of the command is the operation, byte 1 the flags.

module roundel_aes_groestl_command
  import roundel_stream_pkg::*;
  import roundel_aes_groestl_pkg::*;
#(
  parameter bit Aes     = 1'b0,
  parameter bit Groestl = 1'b1
) (
  input  aes_groestl_beat_t beat_i,            // input beat
  input  logic              session_valid_i,   // the chaining values of an HMAC key are kept
  input  logic              session_cipher_i,  // an AES key is kept as well
  output logic              cmd_ok_o,          // the beat is a legal command
  output operation_t        operation_o        // decoded operation
);

  logic [7:0] operation, flags;
  logic plain, ctr, resume, resume_ok;
  assign operation = {5'd0, beat_i.data[2:0]};  // the rest is zero in a command
  assign flags = {4'd0, beat_i.data[11:8]};
  assign plain = Groestl && !flags[FlagCtr];
  assign ctr = flags == 8'd1 << FlagCtr;
  assign resume = flags[FlagResume];
  assign resume_ok = !resume || (session_valid_i && session_cipher_i == (operation inside {OpSeal, OpOpen}));

  always_comb begin
    operation_o = '0;
    cmd_ok_o = 1'b0;
    if (beat_i.command && beat_i.length) begin
      unique case (operation)
        OpHash, OpMac, OpVerify: begin
          operation_o.hash = Groestl;
          operation_o.mac = Groestl && operation != OpHash;
          operation_o.check = Groestl && operation == OpVerify;
          cmd_ok_o = plain && (operation == OpHash ? flags == '0 : resume_ok);
        end
        OpSeal, OpOpen: begin
          operation_o.cipher = 1'b1;
          operation_o.open = Groestl && operation == OpOpen;
          operation_o.check = Groestl && operation == OpOpen;
          operation_o.hash = Groestl && !ctr;
          operation_o.mac = Groestl && !ctr;
          cmd_ok_o = Aes && ((plain && resume_ok) || (ctr && operation != OpOpen));
        end
        default: cmd_ok_o = 1'b0;
      endcase
      operation_o.seal = operation_o.cipher && !operation_o.open;
      operation_o.resume = operation_o.mac && resume;
      operation_o.keep_keys = operation_o.mac && flags[FlagKeep];
    end
  end

  logic unused;
  assign unused = ^beat_i;

endmodule
