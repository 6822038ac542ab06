// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks one input beat against the state: form, expected kind and size, end of a block, 12-byte nonce.
//
// Schedule:   Combinational.
// Interfaces: beat_i from the input register of roundel_aes_la_core; status_i from roundel_aes_la_control;
//             command_i from roundel_aes_la_command; expected_o to roundel_aes_la_control and
//             roundel_aes_la_steps; the other results to roundel_aes_la_control.
// Bytes:      byte 0 of a beat is data[7:0], marked by keep[0].

module roundel_aes_la_beat
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input  beat_t   beat_i,  // the beat in the input register
  input  status_t status_i,  // state of the transaction: segment and beats counted in the block
  input  command_t command_i,  // the command: RESUME, and the length of the tag
  output logic    well_formed_o,  // the beat is well formed: tkeep is contiguous, and partial only with tlast
  output logic    expected_o,  // the beat is well formed and has an expected kind and size
  output logic    block_ends_o,  // the beat is the last one of a segment or of a 16-byte block
  output logic    nonce_96bit_o,  // the beat ends a nonce of exactly 12 bytes
  output logic    tag_end_o  // in a tag, the beat has the last byte
);

  logic [4:0] beats;
  logic empty, full, last, last_of_8, size_ok, in_blocks;
  logic [UserWidth-1:0] kind;

  assign beats = status_i.beats;
  assign empty = !beat_i.keep[0];
  assign full = beat_i.keep[1];
  assign last = beat_i.last;
  assign last_of_8 = beats[2:0] == 3'd7;
  assign tag_end_o = beats[2:0] == command_i.tag_last[3:1];

  assign well_formed_o = beat_i.keep[0] >= beat_i.keep[1] && (last || full);
  assign expected_o = well_formed_o && beat_i.kind == kind && size_ok;
  assign in_blocks = status_i.phase inside {PhaseNonce, PhaseAd, PhaseText, PhaseMessage};
  assign block_ends_o = last || (in_blocks && full && last_of_8);
  assign nonce_96bit_o = !status_i.begun && last && (empty ? beats == 5'd6 : full && beats == 5'd5);

  logic unused;
  assign unused = ^{beat_i.data, status_i, command_i};

  // A key has 8 or 16 beats, a seed 16 or none, a tag those of its bytes. An empty beat may follow full ones.
  always_comb begin
    unique case (status_i.phase)
      PhaseKey: kind = KindKey;
      PhaseNonce: kind = KindNonce;
      PhaseAd: kind = KindAd;
      PhaseTag: kind = KindTag;
      PhaseSeed: kind = KindSeed;
      default: kind = KindText;
    endcase
    size_ok = full && (!last || last_of_8);
    unique case (status_i.phase)
      PhaseKey: if (beats[4] || empty) size_ok = empty && (beats[4] || beats[3:0] == 4'd8);
      PhaseTag: begin
        if (status_i.ended) size_ok = empty;
        else if (tag_end_o) size_ok = command_i.tag_last[0] ? full : !empty && !full;
        else size_ok = full && !last;
      end
      PhaseText: size_ok = empty || !status_i.text_full;
      PhaseSeed: begin
        if (beats[4] || command_i.resume) size_ok = empty;
        else if (last && !beats[3]) size_ok = 1'b0;
      end
      PhaseNonce: size_ok = !empty || status_i.begun || beats != '0;
      default: size_ok = 1'b1;
    endcase
  end

endmodule
