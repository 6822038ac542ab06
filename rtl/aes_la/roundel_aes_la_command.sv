// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decodes the eight beats of a command: service, direction, RESUME and KEEP flags, length of a tag of SEAL,
// OPEN or VERIFY. Checks every byte as it arrives: whether the command is served. Other lengths go to the
// words.
//
// Schedule:   a beat is decoded in the cycle in which write_i is high, one beat per cycle. command_o includes
//             it from the next cycle on.
// Interfaces: data_i from the input register of roundel_aes_la_core; beat_i from roundel_aes_la_control;
//             command_o to roundel_aes_la_control, roundel_aes_la_steps and roundel_aes_la_beat.
// Bytes:      byte 0 of the command is data_i[7:0] of beat 0; beats 2 and 3 are the length, low half first.

module roundel_aes_la_command
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Hash      = 1'b0,
  parameter bit Mac       = 1'b0,
  parameter bit Prng      = 1'b0,
  parameter bit ShortTags = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        write_i,  // a beat of the command is on data_i
  input  logic [ 2:0] beat_i,  // number of that beat in the command
  input  logic [15:0] data_i,  // data of that beat
  output command_t    command_o  // the command, as far as its beats have arrived
);

  localparam bit MultiService = Hash || Mac || Prng;

  command_t command_d;
  service_e service;
  logic served, zero, tag_ok, beat_ok;

  assign zero = data_i == '0;
  always_comb begin
    service = ServiceGcm;
    served  = data_i[7:0] inside {OpSeal, OpOpen} || (Hash && data_i[7:0] == OpHash) ||
        (Mac && data_i[7:0] inside {OpMac, OpVerify}) || (Prng && data_i[7:0] == OpPrng);
    unique case (data_i[2:0])
      3'd1: service = ServiceHash;
      3'd2, 3'd6: service = ServiceMac;
      3'd5: service = ServicePrng;
      default: ;
    endcase

    command_d = command_o;
    if (beat_i == '0) begin
      command_d.service = MultiService ? service : ServiceGcm;
      command_d.check = data_i[2];
      command_d.resume = data_i[8+FlagResume];
      command_d.keep_session = data_i[8+FlagKeep];
    end
    if (beat_i == 3'd2) command_d.tag_last = data_i[3:0] - 4'd1;
    command_d.cmd_ok = beat_ok && (command_o.cmd_ok || beat_i == '0);
  end

  // HASH, MAC and VERIFY have no flags. A tag that is sealed or received has 8 or 12 to 16 bytes, in AES-GCM
  // with ShortTags 4 too; one of MAC has 1 to 16. A digest has 1 to 32. The last two checks accept the bound,
  // or a nonzero number below it, and so need no carry chain.
  always_comb begin
    tag_ok = data_i[15:5] == '0 && (data_i[4] ? data_i[3:0] == '0 :
        data_i[3] ? data_i[2] || data_i[1:0] == '0 :
        ShortTags && command_o.service == ServiceGcm && data_i[2:0] == 3'd4);
    beat_ok = zero;
    if (beat_i == '0) begin
      beat_ok = served && data_i[15:11] == '0 && !data_i[8+FlagAdFirst];
      if (MultiService && service inside {ServiceHash, ServiceMac} && data_i[15:8] != '0) beat_ok = 1'b0;
    end else if (beat_i == 3'd2) begin
      unique case (command_o.service)
        ServiceMac: begin
          beat_ok = command_o.check ? tag_ok : data_i[15:5] == '0 && data_i[4] == (data_i[3:0] == '0);
        end
        ServiceHash: beat_ok = data_i[15:6] == '0 && data_i[5] == (data_i[4:0] == '0);
        ServicePrng: beat_ok = 1'b1;
        default: beat_ok = tag_ok;
      endcase
    end else if (beat_i == 3'd3) begin
      beat_ok = zero || command_o.service == ServicePrng;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) command_o <= '0;
    else if (write_i) command_o <= command_d;
  end

endmodule
