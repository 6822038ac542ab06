// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What roundel_multi_aes_output is promised by the rest of the core, as assumptions (Assume = 1, where the
// output is proved) or as assertions (where the rest is). One rule each:
//
//   pair_room    a pair comes out of the lanes when the one before has moved on
//   pair_right   the bytes of an end are contiguous from byte 0; behind an end no lane is given out
//   kind_stays   inside a segment nothing else comes; its kind does not change
//   put_free     a beat without a block, and the hash, come when nothing is here
//   open_stays   text is verified or not as long as anything is here
//   put_right    a status comes outside of segments, with its byte; nothing else has one
//
// inside_o, kind_o: the segment behind everything that has come so far. Reset ends every obligation.

module multi_aes_output_contract
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
#(
  parameter bit Assume = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic         room_i,
  input logic         free_i,
  input logic         taken_i,
  input batch_t       batch_i,
  input logic         open_i,
  input logic         pass_i,
  input logic         put_i,
  input logic   [3:0] put_kind_i,
  input logic         put_status_i,
  input logic   [1:0] status_i,

  output logic                 inside_o,
  output logic [UserWidth-1:0] kind_o
);

  logic inside_q = 1'b0;
  logic [UserWidth-1:0] kind_q;
  logic pair, gives, closes, open_q;
  logic [1:0] given;  // lanes on the bus
  logic [UserWidth-1:0] kind;

  always_comb begin
    pair = taken_i && batch_i.lanes != '0;
    given = batch_i.lanes;
    kind = KindRandom;
    unique case (batch_i.kind)
      BatchText: kind = open_i ? KindUnverified : KindText;
      BatchTag: begin
        kind = KindTag;
        if (open_i) given = '0;
      end
      BatchMac: kind = KindTag;
      BatchDigest: kind = KindDigest;
      BatchRandom: given = batch_i.lanes & ~batch_i.keys;
      default: given = '0;
    endcase
    gives = pair && given != '0;
    closes = gives && (batch_i.ends & given) != '0;
  end

  always_ff @(posedge clk_i) begin
    open_q <= open_i;
    if (!rst_ni) inside_q <= 1'b0;
    else if (put_i) inside_q <= 1'b0;
    else if (gives) inside_q <= !closes;
    if (gives) kind_q <= kind;
  end
  assign inside_o = inside_q;
  assign kind_o   = kind_q;

  logic pair_room, pair_right, kind_stays, put_free, put_right, open_stays;

  assign pair_room = !taken_i || room_i;
  assign pair_right = !gives || ((batch_i.keep & (batch_i.keep + 16'd1)) == '0 &&
      !(batch_i.ends[0] && given == 2'b11));
  assign kind_stays = !gives || !inside_q || kind == kind_q;
  assign put_free = !(put_i || pass_i) || (free_i && !taken_i && !(put_i && pass_i));
  assign put_right = !put_i || (put_status_i ? put_kind_i == KindStatus && !inside_q :
      put_kind_i <= KindUnverified && put_kind_i != KindStatus && (!inside_q || put_kind_i == kind_q));
  assign open_stays = free_i || open_i == open_q;

  if (Assume) begin : gen_assume
    always_comb begin
      if (rst_ni) begin
        assume (pair_room);
        assume (pair_right);
        assume (kind_stays);
        assume (put_free);
        assume (put_right);
        assume (open_stays);
      end
    end
  end else begin : gen_assert
    always_comb begin
      if (rst_ni) begin
        assert (pair_room);
        assert (pair_right);
        assert (kind_stays);
        assert (put_free);
        assert (put_right);
        assert (open_stays);
      end
    end
  end

endmodule
