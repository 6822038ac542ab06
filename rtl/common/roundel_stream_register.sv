// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A register slice on a valid/ready stream of Width bits, in order. The payload is any concatenation of
// signals.
//
// Skid = 1: two words deep. Every output comes from a register, in_ready_o too, so that no path leads from
//           one side to the other. It costs 2 * Width + 2 registers.
// Skid = 0: one word deep. in_ready_o follows out_ready_i in the same cycle. It costs Width + 1 registers.
//
// Reset clears only the valid bits.
//
// Schedule:   full throughput; a word that is accepted in cycle t is valid at the output in cycle t + 1.
// Interfaces: valid/ready streams on both sides. Used by roundel_engine_results, roundel_aes_la_core and
//             roundel_duplex_la_core.

module roundel_stream_register #(
  parameter int unsigned Width = 8,
  parameter bit          Skid  = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic             in_valid_i,  // the source offers in_data_i
  output logic             in_ready_o,  // there is space for a word
  input  logic [Width-1:0] in_data_i,   // the word to store

  output logic             out_valid_o,  // out_data_o is valid
  input  logic             out_ready_i,  // the sink accepts the word
  output logic [Width-1:0] out_data_o    // the oldest word
);

  if (Width == 0) begin : gen_bad_width
    $fatal(1, "%m: Width is 0, expected at least 1");
  end

  logic valid_d, valid_q;
  logic [Width-1:0] data_d, data_q;

  assign out_valid_o = valid_q;
  assign out_data_o  = data_q;

  if (Skid) begin : gen_skid
    // The skid register holds the word that was accepted in the cycle in which the sink stopped.
    logic skid_valid_d, skid_valid_q;
    logic [Width-1:0] skid_data_d, skid_data_q;
    logic move;

    assign in_ready_o   = !skid_valid_q;
    assign move         = out_ready_i || !valid_q;

    assign valid_d      = move ? (in_valid_i || skid_valid_q) : 1'b1;
    assign data_d       = !move ? data_q : skid_valid_q ? skid_data_q : in_data_i;
    assign skid_valid_d = !move && (in_valid_i || skid_valid_q);
    assign skid_data_d  = skid_valid_q ? skid_data_q : in_data_i;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) skid_valid_q <= 1'b0;
      else skid_valid_q <= skid_valid_d;
    end

    always_ff @(posedge clk_i) begin
      skid_data_q <= skid_data_d;
    end
  end else begin : gen_simple
    assign in_ready_o = out_ready_i || !valid_q;
    assign valid_d    = in_ready_o ? in_valid_i : 1'b1;
    assign data_d     = in_ready_o ? in_data_i : data_q;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid_d;
  end

  always_ff @(posedge clk_i) begin
    data_q <= data_d;
  end

endmodule
