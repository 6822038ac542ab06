// A counter of 12 bits behind a module that keeps its hierarchy; with ports that are unpacked arrays.
(* keep_hierarchy *)
module gate #(
  parameter int unsigned Width = 4
) (
  input  logic [Width-1:0] operand_i[2],
  output logic [Width-1:0] both_o
);
  assign both_o = operand_i[0] & operand_i[1];
endmodule

module gated_counter #(
  parameter int unsigned Width = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] step_i,
  output logic [Width-1:0] count_o
);
  logic [Width-1:0] count_q, gated;
  logic [Width-1:0] operand[2];

  assign operand[0] = step_i;
  assign operand[1] = count_q;

  gate #(
    .Width(Width)
  ) u_gate (
    .operand_i(operand),
    .both_o   (gated)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_q <= '0;
    else count_q <= count_q + gated + Width'(1);
  end

  assign count_o = count_q;
endmodule
