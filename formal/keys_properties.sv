// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When what a core keeps ends (docs/stream-protocol.md). Nothing is kept after a reset, after an error and
// after any command, until a transaction ends that keeps a key, a session or a generator. A command that
// resumes what is not kept, or what another service kept, is an error in the next cycle. Until the error is
// answered the core waits.

module keys_properties (
  input logic clk_i,
  input logic rst_ni,
  input logic ends_i,      // a transaction ends without an error
  input logic keeps_i,     // with ends_i: it keeps something
  input logic command_i,   // a complete command is judged
  input logic service_i,   // which of two services it asks for, or that ends
  input logic resume_i,    // it resumes what is kept
  input logic error_i,     // a sequence is illegal
  input logic aborting_i,  // the core is in the state that an error leads to
  input logic waiting_i,   // the core takes no beat of a transaction and computes nothing
  input logic answered_i   // STATUS = ERROR is sent
);

  logic held_q = 1'b0, service_q = 1'b0;  // what is kept
  logic due_q = 1'b0;  // an error is not answered yet
  logic refused_q = 1'b0;  // the last cycle had a command that must not be served

  always_ff @(posedge clk_i) begin
    if (!rst_ni || error_i || command_i) held_q <= 1'b0;
    else if (ends_i) held_q <= keeps_i;
    if (command_i) service_q <= service_i;
    due_q <= rst_ni && (error_i || (due_q && !answered_i));
    refused_q <= rst_ni && command_i && resume_i && !(held_q && service_q == service_i);
  end

  always_comb begin
    if (rst_ni && refused_q) assert (aborting_i);
    if (rst_ni && due_q) assert (waiting_i);
  end

endmodule
