// A register behind a latch made of gates: nobody may go around its loop.
module logic_loop (
  input  logic clk_i,
  input  logic set_i,
  input  logic keep_i,
  output logic value_o
);
  logic held;
  assign held = set_i | (keep_i & held);
  always_ff @(posedge clk_i) value_o <= held;
endmodule
