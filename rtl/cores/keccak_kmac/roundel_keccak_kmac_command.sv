// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Decodes a command: HASH with and without a customization string, MAC and VERIFY. With KeepKey these two may
// have the flags KEEP and RESUME; with RESUME there are neither a key nor a customization string.
//
// Schedule:   combinational.
// Interfaces: the offered beat of roundel_segment_reader; to roundel_keccak_kmac_grammar.
// Bytes:      byte i of the command is data_i[8i+7:8i].
// Reference:  docs/stream-protocol.md; docs/cores/keccak-kmac.md

module roundel_keccak_kmac_command
  import roundel_stream_pkg::*;
  import roundel_keccak_kmac_pkg::*;
#(
  parameter bit KeepKey = 1'b0  // the flags KEEP and RESUME are served
) (
  input  logic [15:0][7:0] data_i,    // the 16 bytes of a command
  output command_t         command_o  // what it asks for
);

  localparam logic [7:0] SuffixCshake = 8'h04;
  localparam logic [7:0] MaxLanes = 8'(WideLanes);

  logic hash, mac, verify, wide, narrow, customized, frame, rest_zero;
  logic plain_legal, framed_legal, strings_legal, tag_legal, resume, keep;
  logic [7:0] flags, framed_flags, suffix, lanes;
  logic [31:0] length;

  assign hash = data_i[0] == OpHash;
  assign mac = data_i[0] == OpMac;
  assign verify = data_i[0] == OpVerify;
  assign flags = data_i[1];
  assign suffix = data_i[2];
  assign lanes = data_i[3];
  assign length = data_i[7:4];
  assign wide = lanes == 8'(WideLanes);
  assign narrow = lanes == 8'(NarrowLanes);
  assign customized = data_i[9] != '0;
  assign rest_zero = data_i[15:11] == '0 && data_i[10][7:1] == '0;

  // The text is the message of the sponge.
  assign plain_legal = (flags & ~(8'd1 << FlagRounds12)) == '0 && !suffix[7] && suffix != '0 &&
      lanes inside {[8'd1:MaxLanes]};
  // cSHAKE or KMAC.
  assign framed_legal = (flags & ~framed_flags) == '0 && suffix == SuffixCshake && (wide || narrow);
  assign tag_legal = mac ? length[31:16] == '0 && length[15:0] != '0 :
      length == 32'd8 || length inside {[32'd12:32'd64]};
  assign frame = mac || verify || customized;

  assign framed_flags = KeepKey && !hash ? 8'd1 << FlagResume | 8'd1 << FlagKeep : '0;
  assign resume = KeepKey && (mac || verify) && flags[FlagResume];
  assign keep = KeepKey && (mac || verify) && flags[FlagKeep];
  assign strings_legal = resume ? data_i[9:8] == '0 : data_i[8] != '0;

  assign command_o = '{
          legal: rest_zero && (frame ? framed_legal : plain_legal) &&
              (hash ? data_i[8] == '0 && !data_i[10][0] : (mac || verify) && strings_legal && tag_legal),
          framed: frame,
          keyed: mac || verify,
          verify: verify,
          resume: resume,
          keep: keep,
          extendable: data_i[10][0],
          wide: wide,
          key_bytes: data_i[8],
          custom_bytes: data_i[9],
          tag_bytes: length[15:0]
      };

endmodule
