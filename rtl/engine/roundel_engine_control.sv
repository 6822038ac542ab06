// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Controls the ring of blocks in roundel_keccak_engine, roundel_salsa20_engine and
// roundel_aes_rounds_engine; roundel_aes_engine has control logic of its own. The ring has Length positions,
// each of them a register and the rounds after it. A block leaves the ring after Passes times round, and the
// next block enters in its place: Length blocks are in flight. The module knows nothing of a round: the
// engine reads the pass of the block at each position from `pass_o`.
//
// At most Results results, from `finish_o` until `accepted_i`, are kept outside. While the next result would
// be one too many, all blocks keep their positions (`move_o` is low).
//
// Schedule:   without a stall, a block that is accepted at edge 0 is at position p, in pass k, in cycle
//             k*Length + p + 1. `finish_o` is high in cycle Passes * Length, its last at the last position.
//             The stall and in_ready_o come from registers, decided one cycle early, so a result that is
//             accepted in that cycle makes space one cycle later. With Results = Depth of
//             roundel_engine_results, a sink that is always ready costs no cycle.
// Interfaces: valid/ready of the engine's input; `move_o`, `begin_o` and `pass_o` to the registers and
//             rounds of the engine; `finish_o` to, and `accepted_i` from, roundel_engine_results.

module roundel_engine_control #(
  parameter int unsigned Passes    = 10,
  parameter int unsigned Length    = 1,
  parameter int unsigned Results   = 1,
  parameter int unsigned PassWidth = $clog2(Passes)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic in_valid_i,  // the source offers a block to the engine
  output logic in_ready_o,  // a block can enter at this edge

  output logic                 move_o,          // every block moves to the next position at this edge
  output logic                 begin_o,         // position 0 loads the engine's input; only with move_o
  output logic                 finish_o,        // the block at the last position leaves at this edge
  output logic [PassWidth-1:0] pass_o[Length],  // the pass of the block at each position

  input logic accepted_i  // the sink accepts a result of the engine at this edge
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
    logic busy;  // a block is at this position
    logic last;  // the block is in its last pass
    logic [PassWidth-1:0] pass;
  } slot_t;

  slot_t begin_slot, slot_q[Length], end_slot;
  logic last_next, retire_next;  // next at the last position: a block in its last pass; that or no block
  logic halt_d, halt_q, ready_d, ready_q;
  logic [CountWidth-1:0] count_d, count_q;

  assign end_slot = slot_q[Length-1];
  assign in_ready_o = ready_q;
  assign begin_o = ready_q;
  assign move_o = !halt_q;
  assign finish_o = end_slot.busy && end_slot.last && move_o;

  always_comb begin
    begin_slot.busy = end_slot.busy;
    begin_slot.last = end_slot.pass == PassWidth'(Passes - 2);
    begin_slot.pass = end_slot.pass + 1'b1;
    if (ready_q) begin_slot = '{busy: in_valid_i, default: '0};
  end

  for (genvar i = 0; i < Length; i++) begin : gen_slot
    slot_t slot_d;
    if (i == 0) begin : gen_begin
      assign slot_d = begin_slot;
    end else begin : gen_later
      assign slot_d = slot_q[i-1];
    end
    if (i == Length - 1) begin : gen_end
      assign last_next = halt_q ? end_slot.busy && end_slot.last : slot_d.busy && slot_d.last;
      assign retire_next = last_next || !(halt_q ? end_slot.busy : slot_d.busy);
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni) slot_q[i] <= '0;
      else if (!halt_q) slot_q[i] <= slot_d;
    end

    assign pass_o[i] = slot_q[i].pass;
  end

  // One cycle early: whether all blocks must wait for space for a result, and whether a block may enter.
  assign count_d = count_q + CountWidth'(finish_o) - CountWidth'(accepted_i);
  assign halt_d  = last_next && count_d == CountWidth'(Results);
  assign ready_d = retire_next && !halt_d;

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
