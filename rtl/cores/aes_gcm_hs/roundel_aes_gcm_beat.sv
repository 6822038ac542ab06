// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds one beat of the input, with its properties, until it is moved or dropped.
//
// Schedule:   a beat that is transferred in cycle t is on data_o and beat_o from t+1, while valid_o is set.
//             After pop_i in cycle u data_o is zero and s_axis_tready is set from u+1.
// Interfaces: s_axis from the source; the beat to roundel_aes_gcm_grammar and roundel_aes_gcm_operand.
// Bytes:      byte i of a beat is data_o[i]; bytes that are not kept are zero.
// Reference:  docs/stream-protocol.md

module roundel_aes_gcm_beat
  import roundel_stream_pkg::*;
  import roundel_aes_gcm_pkg::*;
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

  input  logic [3:0] tag_size_i,  // bytes of the tag of the command, modulo 16
  input  logic       pop_i,       // the beat is moved or dropped

  output logic             valid_o,  // a beat is held
  output beat_t            beat_o,   // its properties, valid with valid_o
  output logic [15:0]      keep_o,   // its tkeep, valid with valid_o
  output logic [15:0][7:0] data_o    // its bytes, zero without a beat
);

  // The flags of SEAL and OPEN.
  localparam logic [7:0] Flags = 8'd1 << FlagResume | 8'd1 << FlagKeep;

  logic load, malformed, command;

  assign s_axis_tready = !valid_o;
  assign load = s_axis_tvalid && !valid_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_o <= 1'b0;
    else valid_o <= load || (valid_o && !pop_i);
  end

  // Malformed: tkeep has a hole (a byte is kept above one that is not), or is partial before tlast.
  assign malformed = |(s_axis_tkeep[15:1] & ~s_axis_tkeep[14:0]) || !(s_axis_tlast || s_axis_tkeep[15]);

  assign command = s_axis_tuser == KindCmd;

  always_ff @(posedge clk_i) begin
    if (load) begin
      beat_o.last <= s_axis_tlast;
      beat_o.empty <= !s_axis_tkeep[0];
      beat_o.full <= s_axis_tkeep[15];
      beat_o.is_96bit <= s_axis_tkeep[11] && !s_axis_tkeep[12];
      beat_o.is_tag_size <= s_axis_tkeep == tag_keep(tag_size_i);
      keep_o <= s_axis_tkeep;
      beat_o.is_command <= command;
      beat_o.cmd_ok.shape <= command && s_axis_tkeep == '1 && s_axis_tlast;
      beat_o.cmd_ok.operation <= command && s_axis_tdata[7:0] inside {OpSeal, OpOpen} &&
          (s_axis_tdata[15:8] & ~Flags) == '0 && s_axis_tdata[31:16] == '0;
      beat_o.cmd_ok.length <= command && is_tag_size(s_axis_tdata[63:32], ShortTags);
      beat_o.cmd_ok.zero_low <= command && s_axis_tdata[95:64] == '0;
      beat_o.cmd_ok.zero_high <= command && s_axis_tdata[127:96] == '0;
      beat_o.resume <= command && s_axis_tdata[8+FlagResume];
      beat_o.open <= command && s_axis_tdata[7:0] == OpOpen;
      beat_o.is_key <= s_axis_tuser == KindKey;
      beat_o.is_nonce <= s_axis_tuser == KindNonce;
      beat_o.is_ad <= s_axis_tuser == KindAd;
      beat_o.is_text <= s_axis_tuser == KindText;
      beat_o.is_tag <= s_axis_tuser == KindTag;
      beat_o.malformed <= malformed;
    end
  end

  // Zero when there is no beat: a dropped beat is cleared too.
  for (genvar k = 0; k < 16; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (!rst_ni || pop_i || (load && !s_axis_tkeep[k])) data_o[k] <= '0;
      else if (load) data_o[k] <= s_axis_tdata[8*k+:8];
    end
  end

endmodule
