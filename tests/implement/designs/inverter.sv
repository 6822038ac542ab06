// No register at all: nothing that a clock could limit.
module inverter (
  input  logic [3:0] data_i,
  output logic [3:0] data_o
);
  assign data_o = ~data_i;
endmodule
