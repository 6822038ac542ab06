// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A queue of registers for beats that have to be taken when they come: Places beats after the oldest one.
// The source counts the beats (roundel_segment_scanner does); the queue has no ready of its own.
//
// The oldest beat is in registers of its own, and a beat that finds the queue empty goes there at once. So
// `leave_i` enables these registers and moves pointers, and nothing else depends on it. A free place follows
// in_data_i: it has no beat longer than the source shows one.
//
// Schedule:   a beat a cycle; one that comes in cycle t is offered from t+1 on. All outputs are registers.
// Interfaces: beats from roundel_segment_scanner, decoded on the way; beats to the grammar of a core. Used by
//             roundel_aes_ctr_xhs_offer and roundel_aes_gcm_xhs_offer.

module roundel_beat_queue #(
  parameter int unsigned Width  = 8,
  parameter int unsigned Places = 3
) (
  input logic clk_i,
  input logic rst_ni,

  input logic             in_valid_i,  // a beat comes; only with less than Places + 1 beats in the queue
  input logic [Width-1:0] in_data_i,   // the beat, or zeros, or one that does not come yet

  output logic             valid_o,  // there is a beat
  input  logic             leave_i,  // the oldest one leaves; without effect if there is none
  output logic [Width-1:0] data_o    // the oldest one
);

  typedef logic [Places-1:0] places_t;

  logic [Width-1:0] place_q[Places];
  logic [Width-1:0] oldest;  // of the places
  places_t free_q;
  places_t write_q, read_q;  // one-hot: where the next beat goes, and where the oldest one is
  logic move;  // the first beat of the places, or the one that comes, becomes the oldest
  logic any;  // there is a beat in the places
  logic store;  // with `move`: the beat that comes goes to a place

  function automatic places_t next_place(places_t place);
    return (place << 1) | (place >> (Places - 1));
  endfunction

  // `leave_i` comes late: what follows with and without it is known before.
  assign move = leave_i || !valid_o;
  assign any = !(&free_q);
  assign store = in_valid_i && any;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      free_q  <= '1;
      write_q <= places_t'(1);
      read_q  <= places_t'(1);
    end else if (move) begin
      valid_o <= in_valid_i || any;
      free_q  <= (free_q & ~(store ? write_q : '0)) | (any ? read_q : '0);
      if (store) write_q <= next_place(write_q);
      if (any) read_q <= next_place(read_q);
    end else begin
      free_q <= free_q & ~(in_valid_i ? write_q : '0);
      if (in_valid_i) write_q <= next_place(write_q);
    end
  end

  for (genvar i = 0; i < Places; i++) begin : gen_place
    always_ff @(posedge clk_i) begin
      if (!rst_ni) place_q[i] <= '0;
      else if (free_q[i]) place_q[i] <= in_data_i;
    end
  end

  always_comb begin
    oldest = '0;
    for (int i = 0; i < int'(Places); i++) oldest |= read_q[i] ? place_q[i] : '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) data_o <= '0;
    else if (move) data_o <= any ? oldest : in_data_i;
  end

endmodule
