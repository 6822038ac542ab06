// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// How roundel_aes_stored_engine takes and gives blocks, as assertions on it (Assume = 0) or as assumptions
// where it is cut (Assume = 1). Of kind 0 any number are in flight, of the others one each; that of kind 1
// must come out before any that began after it. One rule each:
//
//   begins_asked   a block begins in the cycle after one in which it was asked for and nothing was flushed
//   begins_apart   and no sooner than four cycles after another, if nothing was flushed
//   result_room    a result comes in a cycle before which there was room
//   result_begun   of a kind that has begun since the last flush
//   result_apart   and no sooner than four cycles after another, if nothing was flushed
//   first_first    a block of kind 1 comes out before all others
//
//   single         is asked of who drives it: no second block of another kind than 0 begins, and one of
//                  kind 1 only when none is in flight
//   key_alone      and a key is expanded when none is in flight or asked for
//
// Reset ends every obligation.

module aes_stored_contract #(
  parameter bit Assume = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic       expand_i,
  input logic       start_i,
  input logic [1:0] kind_i,
  input logic       started_i,
  input logic       flush_i,
  input logic       room_i,
  input logic       result_valid_i,
  input logic [1:0] result_kind_i,

  output logic [3:0] flying_o  // kinds in flight; kind 0 until all is flushed
);

  localparam logic [1:0] First = 2'd1;

  logic asked_q = 1'b0;
  logic room_q = 1'b0;
  logic [2:0] begun_q = '0;
  logic [2:0] came_q = '0;
  logic [3:0] flying_q = '0;

  always_ff @(posedge clk_i) begin
    asked_q <= rst_ni && start_i && !flush_i;
    room_q <= room_i;
    if (!rst_ni || flush_i) begin
      flying_q <= '0;
    end else begin
      if (result_valid_i && result_kind_i != '0) flying_q[result_kind_i] <= 1'b0;
      if (started_i) flying_q[kind_i] <= 1'b1;
    end
    begun_q <= rst_ni && !flush_i ? {begun_q[1:0], started_i} : '0;
    came_q <= rst_ni ? {came_q[1:0], result_valid_i} : '0;
  end
  assign flying_o = flying_q;

  logic begins_asked, begins_apart, result_room, result_begun, result_apart, first_first, single, key_alone;

  assign begins_asked = !started_i || asked_q;
  assign begins_apart = !started_i || begun_q == '0;
  assign result_room = !result_valid_i || room_q;
  assign result_begun = !result_valid_i || flying_q[result_kind_i];
  assign result_apart = !result_valid_i || came_q == '0;
  assign first_first = !result_valid_i || !flying_q[First] || result_kind_i == First;
  assign single = !started_i || kind_i == '0 || (kind_i == First ? flying_q == '0 : !flying_q[kind_i]);
  assign key_alone = !expand_i || !(start_i || asked_q || started_i || flying_q != '0);

  if (Assume) begin : gen_assume
    always_comb begin
      if (rst_ni) begin
        assume (begins_asked);
        assume (begins_apart);
        assume (result_room);
        assume (result_begun);
        assume (result_apart);
        assume (first_first);
        assert (single);
        assert (key_alone);
      end
    end
  end else begin : gen_assert
    always_comb begin
      if (rst_ni) begin
        assert (begins_asked);
        assert (begins_apart);
        assert (result_room);
        assert (result_begun);
        assert (result_apart);
        assert (first_first);
        assume (single);
        assume (key_alone);
      end
    end
  end

endmodule
