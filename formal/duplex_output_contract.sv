// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What roundel_duplex_output is promised by the parts before it, as assumptions (Assume = 1, where the
// output is proved) or as assertions (where those parts are). One rule each:
//
//   room_first      a block's places are reserved when there was room in the cycle before
//   apart           no sooner than 12 cycles after the block before, nor beside an error
//   capture_follows a block is captured two cycles after that, and only then
//   ends_inside     it has 168 bytes at most; one that does not end its segment has whole lanes
//   kind_stays      inside a segment the kind does not change, and a tag to compare does not come
//   error_alone     an error comes when every beat has left and no block is on its way
//   error_closes    and closes the segment that is open, if one is
//
// open_o, kind_o: the segment after everything captured so far. Reset ends every obligation.

module duplex_output_contract
  import roundel_duplex_pkg::*;
#(
  parameter bit Assume   = 1'b0,
  // The rules of the schedule: room_first, apart, capture_follows, error_alone.
  parameter bit Schedule = 1'b1,
  parameter bit Segments = 1'b1   // those of segments: ends_inside, kind_stays, error_closes
) (
  input logic clk_i,
  input logic rst_ni,

  input logic     room_i,
  input logic     idle_i,
  input logic     reserve_i,
  input logic     capture_i,
  input capture_t info_i,
  input logic     error_i,
  input logic     close_i,

  output logic open_o,
  output give_e kind_o,
  output logic [3:0] gap_o,  // cycles until the next block may be reserved
  output logic [2:0] error_o  // an error came one, two, three cycles ago
);

  localparam logic [3:0] BlockCycles = 4'd11;

  logic room_q = 1'b0;
  logic open_q = 1'b0;
  logic [1:0] reserved_q = '0;
  logic [3:0] gap_q = '0;
  logic [2:0] error_q = '0;
  give_e kind_q;

  always_ff @(posedge clk_i) begin
    room_q <= room_i;
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

  logic room_first, apart, capture_follows, ends_inside, kind_stays, error_alone, error_closes;
  logic whole_lanes, kind_known, tag_whole;

  assign room_first = !reserve_i || room_q;
  assign apart = !reserve_i || (gap_q == '0 && !error_i && error_q == '0);
  assign capture_follows = capture_i == reserved_q[1];
  assign whole_lanes = info_i.last[2:0] == '0 && info_i.last != '0 && !(info_i.later && info_i.last <= 8'd16);
  assign tag_whole = info_i.close && !info_i.later && info_i.last == TagBytes;
  assign ends_inside = !capture_i || (info_i.last <= TextBytes && (info_i.close || whole_lanes) &&
      (!info_i.check || tag_whole));
  assign kind_known = info_i.kind inside {GiveText, GiveUnverified, GiveTag, GiveDigest, GiveRandom};
  assign kind_stays = !capture_i || (kind_known && (!open_q || (info_i.kind == kind_q && !info_i.check)));
  assign error_alone = !error_i || (idle_i && !reserved_q[0] && error_q == '0);
  assign error_closes = !error_i || close_i == open_q;

  if (Assume) begin : gen_assume
    always_comb begin
      if (rst_ni && Schedule) begin
        assume (room_first);
        assume (apart);
        assume (capture_follows);
        assume (error_alone);
      end
      if (rst_ni && Segments) begin
        assume (ends_inside);
        assume (kind_stays);
        assume (error_closes);
      end
    end
  end else begin : gen_assert
    always_comb begin
      if (rst_ni && Schedule) begin
        assert (room_first);
        assert (apart);
        assert (capture_follows);
        assert (error_alone);
      end
      if (rst_ni && Segments) begin
        assert (ends_inside);
        assert (kind_stays);
        assert (error_closes);
      end
    end
  end

endmodule
