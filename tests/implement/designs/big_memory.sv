// 4.7 Mbit of memory: 256 block RAMs of 18 kbit, where an LFE5U-85F has 208. Less with fewer AddressBits.
module big_memory #(
  parameter int unsigned AddressBits = 18
) (
  input  logic                   clk_i,
  input  logic                   write_i,
  input  logic [AddressBits-1:0] address_i,
  input  logic [17:0]            data_i,
  output logic [17:0]            data_o
);
  logic [17:0] memory[1 << AddressBits];

  always_ff @(posedge clk_i) begin
    if (write_i) memory[address_i] <= data_i;
    data_o <= memory[address_i];
  end
endmodule
