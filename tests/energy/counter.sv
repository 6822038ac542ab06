// A counter, whose bits change in a known way: bit i in every 2^i-th cycle.
module counter #(
    parameter int Bits = 4
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    output logic [Bits-1:0] count_o
);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_o <= '0;
    else count_o <= count_o + 1'b1;
  end
endmodule
