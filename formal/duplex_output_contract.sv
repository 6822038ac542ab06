// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The contract of the parts before roundel_duplex_output, as assumptions (Assume = 1, where the output is
// proved) or as assertions (where those parts are proved). One rule each:
//
//   reserve_allowed a block's places are reserved when can_reserve_i was high in the cycle before
//   apart           at least 12 cycles after the block before, and not with an error
//   capture_follows a block is captured two cycles after that, and only then
//   ends_inside     it has 168 bytes at most; one that does not end its segment has full lanes; a tag to
//                   compare has 8 bytes, or 12 to 16
//   kind_constant   inside a segment the kind does not change, and a tag to compare does not come
//   error_alone     an error comes when every beat has left and no block is on its way
//   error_closes    and closes the segment that is open, if one is
//
// open_o, kind_o: the segment after everything captured so far. Reset ends every obligation.

module duplex_output_contract
  import roundel_duplex_pkg::*;
#(
  parameter bit Assume   = 1'b0,
  // The rules of the schedule: reserve_allowed, apart, capture_follows, error_alone.
  parameter bit Schedule = 1'b1,
  parameter bit Segments = 1'b1   // those of segments: ends_inside, kind_constant, error_closes
) (
  input logic clk_i,
  input logic rst_ni,

  input logic     can_reserve_i,
  input logic     idle_i,
  input logic     reserve_i,
  input logic     capture_i,
  input capture_t info_i,
  input logic     error_i,
  input logic     close_i,

  output logic open_o,
  output answer_e kind_o,
  output logic [3:0] gap_o,  // cycles until the next block may be reserved
  output logic [2:0] error_o  // an error came one, two, three cycles ago
);

  localparam logic [3:0] BlockCycles = 4'd11;

  logic can_reserve_q = 1'b0;
  logic open_q = 1'b0;
  logic [1:0] reserved_q = '0;
  logic [3:0] gap_q = '0;
  logic [2:0] error_q = '0;
  answer_e kind_q;

  always_ff @(posedge clk_i) begin
    can_reserve_q <= can_reserve_i;
    if (!rst_ni) begin
      open_q <= 1'b0;
      reserved_q <= '0;
      gap_q <= '0;
      error_q <= '0;
    end else begin
      reserved_q <= {reserved_q[0], reserve_i};
      error_q <= {error_q[1:0], error_i};
      if (reserve_i) gap_q <= BlockCycles;
      else if (gap_q != '0) gap_q <= gap_q - 4'd1;
      if (capture_i) begin
        open_q <= !info_i.close;
        kind_q <= info_i.kind;
      end else if (error_i) begin
        open_q <= 1'b0;
      end
    end
  end

  assign open_o  = open_q;
  assign kind_o  = kind_q;
  assign gap_o   = gap_q;
  assign error_o = error_q;

  logic reserve_allowed, apart, capture_follows, ends_inside, kind_constant, error_alone, error_closes;
  logic full_lanes, kind_known, tag_full;

  assign reserve_allowed = !reserve_i || can_reserve_q;
  assign apart = !reserve_i || (gap_q == '0 && !error_i && error_q == '0);
  assign capture_follows = capture_i == reserved_q[1];
  assign full_lanes = info_i.last[2:0] == '0 && info_i.last != '0 &&
      !(info_i.after_tag && info_i.last <= 8'd16);
  assign tag_full = info_i.close && !info_i.after_tag && info_i.last inside {8'd8, [8'd12:TagBytes]};
  assign ends_inside = !capture_i || (info_i.last <= TextBytes && (info_i.close || full_lanes) &&
      (!info_i.check || tag_full));
  assign kind_known = info_i.kind inside {
    AnswerText, AnswerUnverified, AnswerTag, AnswerDigest, AnswerRandom
  };
  assign kind_constant = !capture_i || (kind_known && (!open_q || (info_i.kind == kind_q && !info_i.check)));
  assign error_alone = !error_i || (idle_i && !reserved_q[0] && error_q == '0);
  assign error_closes = !error_i || close_i == open_q;

  if (Assume) begin : gen_assume
    always_comb begin
      if (rst_ni && Schedule) begin
        assume (reserve_allowed);
        assume (apart);
        assume (capture_follows);
        assume (error_alone);
      end
      if (rst_ni && Segments) begin
        assume (ends_inside);
        assume (kind_constant);
        assume (error_closes);
      end
    end
  end else begin : gen_assert
    always_comb begin
      if (rst_ni && Schedule) begin
        assert (reserve_allowed);
        assert (apart);
        assert (capture_follows);
        assert (error_alone);
      end
      if (rst_ni && Segments) begin
        assert (ends_inside);
        assert (kind_constant);
        assert (error_closes);
      end
    end
  end

endmodule
