// 16 words of 8 bits, written at the clock and read at once, a LUT RAM where there is one; behind it enough logic
// for the path through the memory to be the longest.
module lut_memory (
  input  logic       clk_i,
  input  logic       write_i,
  input  logic [3:0] write_address_i,
  input  logic [3:0] read_address_i,
  input  logic [7:0] data_i,
  output logic [7:0] data_o
);
  logic [7:0] memory[16];
  logic [7:0] word;

  always_ff @(posedge clk_i) begin
    if (write_i) memory[write_address_i] <= data_i;
  end

  assign word   = memory[read_address_i];
  assign data_o = word ^ {8{^word}};
endmodule
