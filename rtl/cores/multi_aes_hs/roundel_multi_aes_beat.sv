// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds one beat of the input, with its properties, until it is accepted or dropped.
//
// Schedule:   a beat that is transferred in cycle t is on data_o and beat_o from t+1, while valid_o is set.
//             After pop_i in cycle u data_o is zero and s_axis_tready is set from u+1.
// Interfaces: s_axis from the source; the beat to roundel_multi_aes_input and roundel_multi_aes_operand.
// Bytes:      byte i of a beat is data_o[i]; bytes that are not kept are zero.
// Reference:  docs/stream-protocol.md

module roundel_multi_aes_beat
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
  import roundel_gcm_length_pkg::*;
#(
  parameter bit ShortTags = 1'b0  // tags of 4 bytes are served too
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  input logic [3:0] tag_size_i,  // bytes of the tag of the command, modulo 16
  input logic       pop_i,       // the beat is accepted or dropped

  output logic             valid_o,  // a beat is held
  output beat_t            beat_o,   // its properties, valid with valid_o
  output logic [15:0]      keep_o,   // its tkeep, valid with valid_o
  output logic [15:0][7:0] data_o    // its bytes, zero without a beat
);

  // The flags of SEAL, OPEN and PRNG.
  localparam logic [7:0] SessionFlags = 8'd1 << FlagResume | 8'd1 << FlagKeep;

  logic load, malformed, command;
  logic shape, flags_zero, flags_session, size_1_16, size_1_32, size_gcm, size_verify;

  assign s_axis_tready = !valid_o;
  assign load = s_axis_tvalid && !valid_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_o <= 1'b0;
    else valid_o <= load || (valid_o && !pop_i);
  end

  // Malformed: tkeep has a hole (a byte is kept above one that is not), or is partial before tlast.
  assign malformed = |(s_axis_tkeep[15:1] & ~s_axis_tkeep[14:0]) || !(s_axis_tlast || s_axis_tkeep[15]);
  assign command = s_axis_tuser == KindCmd;
  // One beat of 16 bytes, without suffix and function, and with bytes 8 to 15 zero.
  assign shape = command && s_axis_tkeep == '1 && s_axis_tlast && s_axis_tdata[31:16] == '0 &&
      s_axis_tdata[127:64] == '0;
  assign flags_zero = s_axis_tdata[15:8] == '0;
  assign flags_session = (s_axis_tdata[15:8] & ~SessionFlags) == '0;
  assign size_1_32 = s_axis_tdata[63:38] == '0 && s_axis_tdata[37:32] != '0 &&
      !(s_axis_tdata[37] && s_axis_tdata[36:32] != '0);
  assign size_1_16 = size_1_32 && !s_axis_tdata[37] && !(s_axis_tdata[36] && s_axis_tdata[35:32] != '0);
  assign size_gcm = is_tag_size(s_axis_tdata[63:32], ShortTags);
  assign size_verify = is_tag_size(s_axis_tdata[63:32], 1'b0);

  always_ff @(posedge clk_i) begin
    if (load) begin
      beat_o.last <= s_axis_tlast;
      beat_o.empty <= !s_axis_tkeep[0];
      beat_o.full <= s_axis_tkeep[15];
      beat_o.is_96bit <= s_axis_tkeep[11] && !s_axis_tkeep[12];
      beat_o.is_tag_size <= s_axis_tkeep == tag_keep(tag_size_i);
      keep_o <= s_axis_tkeep;
      beat_o.is_command <= command;
      beat_o.is_key <= s_axis_tuser == KindKey && !malformed;
      beat_o.is_nonce <= s_axis_tuser == KindNonce && !malformed;
      beat_o.is_ad <= s_axis_tuser == KindAd && !malformed;
      beat_o.is_text <= s_axis_tuser == KindText && !malformed;
      beat_o.is_tag <= s_axis_tuser == KindTag && !malformed;
      beat_o.is_seed <= s_axis_tuser == KindSeed && !malformed;
      beat_o.service.hash <= shape && s_axis_tdata[7:0] == OpHash && flags_zero && size_1_32;
      beat_o.service.mac <= shape && flags_zero && ((s_axis_tdata[7:0] == OpMac && size_1_16) ||
          (s_axis_tdata[7:0] == OpVerify && size_verify));
      beat_o.service.gcm <= shape && s_axis_tdata[7:0] inside {OpSeal, OpOpen} && flags_session && size_gcm;
      beat_o.service.prng <= shape && s_axis_tdata[7:0] == OpPrng && flags_session;
      beat_o.resume <= command && s_axis_tdata[8+FlagResume];
      beat_o.open <= command && s_axis_tdata[7:0] inside {OpOpen, OpVerify};
      beat_o.keep_session <= command && s_axis_tdata[8+FlagKeep];
    end
  end

  // Zero when there is no beat.
  for (genvar k = 0; k < 16; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if ((load && !s_axis_tkeep[k]) || (pop_i && !load) || !rst_ni) data_o[k] <= '0;
      else if (load) data_o[k] <= s_axis_tdata[8*k+:8];
    end
  end

endmodule
