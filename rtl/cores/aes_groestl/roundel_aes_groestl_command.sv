// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What a command asks for, and whether it may: of the variant bit 0 goes on with the keys of the transaction
// before, bit 1 is AES-CTR alone, bit 2 keeps the keys for the next.

module roundel_aes_groestl_command
  import roundel_stream_pkg::*;
  import roundel_aes_groestl_pkg::*;
#(
  parameter bit Aes     = 1'b0,
  parameter bit Groestl = 1'b1
) (
  input  beat_t      beat_i,
  input  logic       kept_i,         // the HMAC key's chaining values
  input  logic       kept_cipher_i,  // and AES's key
  output logic       good_o,
  output operation_t operation_o
);

  logic [7:0] operation, variant;
  logic plain, ctr, goes_on, known;
  assign operation = {5'd0, beat_i.data[2:0]};  // the rest is zero in a command
  assign variant = {5'd0, beat_i.data[10:8]};
  assign plain = Groestl && (variant & ~8'h05) == '0;
  assign ctr = variant == 8'h02;
  assign goes_on = variant[0];
  assign known = !goes_on || (kept_i && kept_cipher_i == (operation != OpMac));

  always_comb begin
    operation_o = '0;
    good_o = 1'b0;
    if (beat_i.command) begin
      unique case (operation)
        OpHash, OpMac: begin
          operation_o.hash = Groestl;
          operation_o.mac = Groestl && operation == OpMac;
          good_o = plain && beat_i.digest_length && (operation == OpMac ? known : variant == '0);
        end
        OpSeal, OpOpen: begin
          operation_o.cipher = 1'b1;
          operation_o.open = Groestl && operation == OpOpen;
          operation_o.hash = Groestl && !ctr;
          operation_o.mac = Groestl && !ctr;
          good_o = Aes && ((plain && known) || (ctr && operation != OpOpen));
        end
        default: good_o = 1'b0;
      endcase
      operation_o.seal = operation_o.cipher && !operation_o.open;
      operation_o.goes_on = operation_o.mac && goes_on;
      operation_o.stays = operation_o.mac && variant[2];
    end
  end

  logic unused;
  assign unused = ^beat_i;

endmodule
