// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The control of every block engine. Its blocks move round a ring of Length positions, a register and
// the rounds behind it each, and leave it after Passes times round: Length blocks in flight, and as one
// leaves the next enters in its place. It knows nothing of what a round is: the engine asks `pass_o`
// which pass the block at a position is in.
//
// Schedule, no stall: a block taken at edge 0 stands at position p, in pass k, in cycle k * Length + p + 1;
// `finish_o` is high in cycle Passes * Length, the last that it stands at the last position.
//
// A block may finish only where there is room for its result: Results of them, from `finish_o` until
// `taken_i`, are kept outside. When the next would be too many all blocks stand still (`move_o` low). That
// and in_ready_o come from registers, decided a cycle ahead; so a result that is taken just then makes room
// a cycle later. With the Results that `roundel_engine_results` has, a sink that always takes costs no cycle.

module roundel_engine_control #(
  parameter int unsigned Passes    = 10,
  parameter int unsigned Length    = 1,
  parameter int unsigned Results   = 1,
  parameter int unsigned PassWidth = $clog2(Passes)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic in_valid_i,
  output logic in_ready_o,

  output logic                 move_o,   // every block goes on to the next position with this edge
  output logic                 begin_o,  // what the engine is offered goes to position 0; only with move_o
  output logic                 finish_o,  // the block at the last position leaves with this edge
  output logic [PassWidth-1:0] pass_o[Length],

  input logic taken_i
);

  if (Passes < 2) begin : gen_bad_passes
    $fatal(1, "%m: Passes is %0d, expected at least 2", Passes);
  end
  if (Length < 1) begin : gen_bad_length
    $fatal(1, "%m: Length is %0d, expected at least 1", Length);
  end
  if (Results < 1) begin : gen_bad_results
    $fatal(1, "%m: Results is %0d, expected at least 1", Results);
  end
  if (PassWidth < $clog2(Passes)) begin : gen_bad_pass_width
    $fatal(1, "%m: PassWidth is %0d, expected at least %0d", PassWidth, $clog2(Passes));
  end

  localparam int unsigned CountWidth = $clog2(Results + 1);

  typedef struct packed {
    logic busy;  // a block stands here
    logic last;  // in its last pass
    logic [PassWidth-1:0] pass;
  } turn_t;

  turn_t begin_turn, turn_q[Length], end_turn;
  logic ends_next, leaves_next;  // at the last position: a block in its last pass; that, or none
  logic halt_d, halt_q, ready_d, ready_q;
  logic [CountWidth-1:0] count_d, count_q;

  assign end_turn = turn_q[Length-1];
  assign in_ready_o = ready_q;
  assign begin_o = ready_q;
  assign move_o = !halt_q;
  assign finish_o = end_turn.busy && end_turn.last && move_o;

  always_comb begin
    begin_turn.busy = end_turn.busy;
    begin_turn.last = end_turn.pass == PassWidth'(Passes - 2);
    begin_turn.pass = end_turn.pass + 1'b1;
    if (ready_q) begin_turn = '{busy: in_valid_i, default: '0};
  end

  for (genvar i = 0; i < Length; i++) begin : gen_turn
    turn_t turn_d;
    if (i == 0) begin : gen_begin
      assign turn_d = begin_turn;
    end else begin : gen_later
      assign turn_d = turn_q[i-1];
    end
    if (i == Length - 1) begin : gen_end
      assign ends_next = halt_q ? end_turn.busy && end_turn.last : turn_d.busy && turn_d.last;
      assign leaves_next = ends_next || !(halt_q ? end_turn.busy : turn_d.busy);
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) turn_q[i] <= '0;
      else if (!halt_q) turn_q[i] <= turn_d;
    end

    assign pass_o[i] = turn_q[i].pass;
  end

  // A cycle ahead: whether all must wait for room for a result, and whether a block may come.
  assign count_d = count_q + CountWidth'(finish_o) - CountWidth'(taken_i);
  assign halt_d  = ends_next && count_d == CountWidth'(Results);
  assign ready_d = leaves_next && !halt_d;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      halt_q  <= 1'b0;
      ready_q <= 1'b0;
      count_q <= '0;
    end else begin
      halt_q  <= halt_d;
      ready_q <= ready_d;
      count_q <= count_d;
    end
  end

endmodule
