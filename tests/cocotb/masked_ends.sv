// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Joins a masked core to ports of one share: it splits each beat but those of kind CMD, joins the shares of an
// answer, and is a source of fresh bits that waits at random. For tests alone.

module masked_ends #(
  parameter int unsigned FreshWidth = 800
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [127:0] entry_i,        // a beat
  input  logic [  3:0] kind_i,         // its kind
  input  logic         valid_i,        // it is on offer
  input  logic         ready_i,        // the core accepts it
  output logic [127:0] entry0_o,       // its share 0
  output logic [127:0] entry1_o,       // its share 1

  input  logic [127:0] answer0_i,      // share 0 of an answer
  input  logic [127:0] answer1_i,      // its share 1
  output logic [127:0] answer_o,       // the answer

  output logic                  fresh_valid_o,  // fresh bits are on offer
  input  logic                  fresh_ready_i,  // the core uses them
  output logic [FreshWidth-1:0] fresh_o         // fresh bits
);

  logic [127:0] random_q;

  assign entry1_o = kind_i == 4'd0 ? '0 : random_q;
  assign entry0_o = entry_i ^ entry1_o;
  assign answer_o = answer0_i ^ answer1_i;

  always_ff @(posedge clk_i) begin
    if (!valid_i || ready_i) for (int i = 0; i < 128; i += 32) random_q[i+:32] <= $urandom;
    if (!rst_ni || !fresh_valid_o || fresh_ready_i) begin
      fresh_valid_o <= rst_ni && $urandom_range(7) != 0;
      for (int i = 0; i < FreshWidth; i += 8) fresh_o[i+:8] <= 8'($urandom);
    end
  end

endmodule
