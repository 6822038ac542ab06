// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks one input beat against the state: form, expected kind and size, end of a block, 12-byte nonce.
//
// Schedule:   Combinational.
// Interfaces: beat_i from the input register of roundel_aes_la_core; status_i from roundel_aes_la_control;
//             goes_on_i from roundel_aes_la_command; due_o to roundel_aes_la_control and
//             roundel_aes_la_steps; the other results to roundel_aes_la_control.
// Bytes:      byte 0 of a beat is data[7:0], marked by keep[0].

module roundel_aes_la_beat
  import roundel_aes_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input  beat_t   beat_i,  // the beat in the input register
  input  status_t status_i,  // state of the transaction: segment and beats counted in the block
  input  logic    goes_on_i,  // the command resumes a kept key or generator
  output logic    well_o,  // the beat is well formed: tkeep is contiguous, and partial only with tlast
  output logic    due_o,  // the beat is well formed and has an expected kind and size
  output logic    block_ends_o,  // the beat is the last one of a segment or of a 16-byte block
  output logic    nonce_12_o  // the beat ends a nonce of exactly 12 bytes
);

  logic [4:0] beats;
  logic none, whole, last, eighth, sized, in_blocks;
  logic [UserWidth-1:0] kind;

  assign beats = status_i.beats;
  assign none = !beat_i.keep[0];
  assign whole = beat_i.keep[1];
  assign last = beat_i.last;
  assign eighth = beats[2:0] == 3'd7;

  assign well_o = beat_i.keep[0] >= beat_i.keep[1] && (last || whole);
  assign due_o = well_o && beat_i.kind == kind && sized;
  assign in_blocks = status_i.phase inside {OfNonce, OfAd, OfText, OfMessage};
  assign block_ends_o = last || (in_blocks && whole && eighth);
  assign nonce_12_o = !status_i.begun && last && (none ? beats == 5'd6 : whole && beats == 5'd5);

  logic unused;
  assign unused = ^{beat_i.data, status_i};

  // A key has 8 or 16 beats, a seed 16 or none, a tag 8. An empty beat may follow them.
  always_comb begin
    unique case (status_i.phase)
      OfKey: kind = KindKey;
      OfNonce: kind = KindNonce;
      OfAd: kind = KindAd;
      OfTag: kind = KindTag;
      OfSeed: kind = KindSeed;
      default: kind = KindText;
    endcase
    sized = whole && (!last || eighth);
    unique case (status_i.phase)
      OfKey:   if (beats[4] || none) sized = none && (beats[4] || beats[3:0] == 4'd8);
      OfTag:   if (beats[3]) sized = none;
      OfSeed: begin
        if (beats[4] || goes_on_i) sized = none;
        else if (last && !beats[3]) sized = 1'b0;
      end
      OfNonce: sized = !none || status_i.begun || beats != '0;
      default: sized = 1'b1;
    endcase
  end

endmodule
