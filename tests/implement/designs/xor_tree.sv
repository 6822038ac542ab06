// The exclusive or of 16 registers into one: by hand, five LUT4 in two levels (4 + 1).
module xor_tree (
  input  logic        clk_i,
  input  logic [15:0] data_i,
  output logic        parity_o
);
  logic [15:0] data_q;

  always_ff @(posedge clk_i) begin
    data_q   <= data_i;
    parity_o <= ^data_q;
  end
endmodule
