// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What the answer is: the kind of its segment, whether text of it has been given out and its segment been
// closed, and of a tag that came whether it differs from the core's.

module roundel_duplex_la_answer
  import roundel_duplex_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,

  input command_t command_i,
  input state_e   state_i,

  input logic text_i,  // a lane of text goes to the state,
  input logic last_i,  // the last of its segment

  input logic differs_i,  // a lane of the tag

  output logic                 given_o,    // text
  output logic                 closed_o,
  output logic                 differs_o,
  output logic [UserWidth-1:0] kind_o
);

  logic tag_q;  // what is given out is one

  always_ff @(posedge clk_i) begin
    if (state_i inside {StCommand, StDecide}) {given_o, closed_o} <= '0;
    else if (text_i) {given_o, closed_o} <= {1'b1, closed_o || last_i};
    if (state_i == StEnd) differs_o <= 1'b0;
    else if (differs_i) differs_o <= 1'b1;
    // Rounds lie before a tag's first sum; the last ones may be on their way when its segment has ended.
    if (state_i == StDecide) tag_q <= command_i.mac;
    else if (state_i == StTag) tag_q <= !command_i.open;
  end

  always_comb begin
    if (tag_q) kind_o = KindTag;
    else if (command_i.hash) kind_o = KindDigest;
    else if (command_i.prng) kind_o = KindRandom;
    else if (command_i.open) kind_o = KindUnverified;
    else kind_o = KindText;
  end

  logic unused;
  assign unused = ^command_i;

endmodule
