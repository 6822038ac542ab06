// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The command as its beats come: operation, variant, and whether it is one that is served. The length that is
// asked for goes to the words; here only whether a digest or a tag may have it.

module roundel_aes_la_command
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Hash = 1'b0,
  parameter bit Mac  = 1'b0,
  parameter bit Prng = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        write_i,
  input  logic [ 2:0] beat_i,
  input  logic [15:0] data_i,
  output command_t    command_o
);

  localparam bit Multi = Hash || Mac || Prng;

  command_t command_d;
  service_e service;
  logic served, few_q;
  logic [1:0] few;

  always_comb begin
    service = ServiceGcm;
    served  = data_i[7:0] inside {OpSeal, OpOpen} || (Hash && data_i[7:0] == OpHash) ||
        (Mac && data_i[7:0] == OpMac) || (Prng && data_i[7:0] == OpPrng);
    unique case (data_i[2:0])
      3'd1: service = ServiceHash;
      3'd2: service = ServiceMac;
      3'd5: service = ServicePrng;
      default: ;
    endcase

    command_d = command_o;
    if (beat_i == '0) begin
      command_d.service = Multi ? service : ServiceGcm;
      command_d.open = data_i[2];
      command_d.goes_on = data_i[8];
      command_d.stays = data_i[10];
      command_d.good = served && data_i[15:11] == '0 && !data_i[9];
      if (Multi && service inside {ServiceHash, ServiceMac} && data_i[15:8] != '0) command_d.good = 1'b0;
    end
    if (Multi && beat_i == 3'd3 && command_o.service inside {ServiceHash, ServiceMac}) begin
      command_d.good = command_o.good && few_q && data_i == '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) command_o <= '0;
    else if (write_i) command_o <= command_d;
  end
  // 1 to 16 bytes of a tag, 1 to 32 of a digest: the bound itself, or a part of it. No carry chain.
  assign few[0] = data_i[15:5] == '0 && (data_i[4] ? data_i[3:0] == '0 : data_i[3:0] != '0);
  assign few[1] = data_i[15:6] == '0 && (data_i[5] ? data_i[4:0] == '0 : data_i[4:0] != '0);
  always_ff @(posedge clk_i) begin
    if (write_i) few_q <= command_o.service == ServiceMac ? few[0] : few[1];
  end

endmodule
