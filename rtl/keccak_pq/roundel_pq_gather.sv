// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Gathers the candidates of a sampler that are kept, in order, to beats of NumSlots coefficients.
//
// A candidate that is kept goes to the slot of a beat after that of the one before it. A reverse banyan
// network reaches slots of consecutive numbers, modulo NumSlots, without conflict: stage k moves a candidate
// to a slot whose number has the bit k of its target.
//
// Schedule:   three stages: targets, slots, beat. Candidates of cycle t are in the beat of t+2, which is
//             complete with enough of them. step_i moves all stages.
// Interfaces: candidates from roundel_pq_reject or roundel_pq_wide, which contain it; beats to
//             roundel_pq_output.
// Reference:  FIPS 203 algorithm 7; FIPS 204 algorithms 30 and 31.

module roundel_pq_gather #(
  parameter int unsigned NumSlots      = 8,  // a power of two
  parameter int unsigned NumCandidates = 6,  // at most NumSlots
  parameter int unsigned Width         = 12
) (
  input logic clk_i,
  input logic clear_i,  // clear all registers

  input  logic                     step_i,  // the stages move
  input  logic [NumCandidates-1:0] kept_i,  // these candidates are kept
  input  logic [        Width-1:0] candidate_i[NumCandidates],  // in order
  output logic                     empty_o,  // no candidate is under way

  output logic             beat_valid_o,  // the beat is complete
  output logic [Width-1:0] beat_o[NumSlots]  // its coefficients
);

  localparam int unsigned SlotWidth = $clog2(NumSlots);
  localparam int unsigned CountWidth = $clog2(NumCandidates + 1);

  typedef logic [SlotWidth-1:0] slot_t;
  typedef logic [Width-1:0] value_t;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Targets
  //////////////////////////////////////////////////////////////////////////////////////////////////

  slot_t fill_q;  // the slot of the next coefficient
  slot_t target[NumCandidates];
  logic [CountWidth-1:0] count;

  always_comb begin
    count = '0;
    for (int unsigned e = 0; e < NumCandidates; e++) begin
      target[e] = fill_q + slot_t'(count);
      count += CountWidth'(kept_i[e]);
    end
  end

  value_t candidate_q[NumCandidates];
  slot_t target_q[NumCandidates];
  logic [NumCandidates-1:0] kept_q;
  slot_t base_q;  // the slot of the first one
  logic [CountWidth-1:0] count_q;  // how many there are

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      fill_q <= '0;
      kept_q <= '0;
      base_q <= '0;
      count_q <= '0;
      for (int unsigned e = 0; e < NumCandidates; e++) begin
        candidate_q[e] <= '0;
        target_q[e] <= '0;
      end
    end else if (step_i) begin
      fill_q <= fill_q + slot_t'(count);
      kept_q <= kept_i;
      base_q <= fill_q;
      count_q <= count;
      candidate_q <= candidate_i;
      target_q <= target;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Slots
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic   valid;
    slot_t  target;
    value_t value;
  } item_t;

  item_t placed[NumSlots];
  value_t slot_q[NumSlots];  // the coefficients of the beat that is not complete
  logic [SlotWidth:0] past;  // the slot after the last coefficient
  slot_t distance[NumSlots];  // from the slot of the first one, modulo NumSlots
  logic [NumSlots-1:0] written;
  logic beat_valid_q;
  value_t beat_q[NumSlots];

  for (genvar k = 0; k < SlotWidth; k++) begin : gen_stage
    item_t source[NumSlots], moved[NumSlots];

    for (genvar s = 0; s < NumSlots; s++) begin : gen_source
      if (k != 0) begin : gen_moved
        assign source[s] = gen_stage[k-1].moved[s];
      end else if (s < NumCandidates) begin : gen_candidate
        assign source[s] = {kept_q[s], target_q[s], candidate_q[s]};
      end else begin : gen_none
        assign source[s] = '0;
      end
    end

    // Of the two sources of a slot at most one has its target there.
    always_comb begin
      for (int unsigned s = 0; s < NumSlots; s++) begin
        moved[s] = source[s^(1<<k)].valid && source[s^(1<<k)].target[k] == s[k] ?
            source[s^(1<<k)] : source[s];
        moved[s].valid = (source[s^(1<<k)].valid && source[s^(1<<k)].target[k] == s[k]) ||
            (source[s].valid && source[s].target[k] == s[k]);
      end
    end
  end
  assign placed = gen_stage[SlotWidth-1].moved;

  assign past = {1'b0, base_q} + (SlotWidth + 1)'(count_q);
  always_comb begin
    for (int unsigned s = 0; s < NumSlots; s++) begin
      distance[s] = slot_t'(s) - base_q;
      written[s] = CountWidth'(distance[s]) < count_q;
    end
  end

  for (genvar s = 0; s < NumSlots; s++) begin : gen_slot
    always_ff @(posedge clk_i) begin
      if (clear_i) slot_q[s] <= '0;
      else if (step_i && written[s]) slot_q[s] <= placed[s].value;
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      beat_valid_q <= 1'b0;
      beat_q <= '{default: '0};
    end else if (step_i) begin
      beat_valid_q <= past[SlotWidth];
      for (int unsigned s = 0; s < NumSlots; s++) begin
        beat_q[s] <= slot_t'(s) < base_q ? slot_q[s] : placed[s].value;
      end
    end
  end

  // The bits below are the slot of the next coefficient, as in fill_q.
  logic unused;
  assign unused = ^past[SlotWidth-1:0];

  assign beat_valid_o = beat_valid_q;
  assign beat_o = beat_q;
  assign empty_o = count_q == '0 && !beat_valid_q;

endmodule
