// Every LUT of Gowin as a LUT4. nextpnr has delays for the LUT4 alone: a path through a smaller one would not be
// timed. The input that is not there leaves the function as it is, whatever its value.
module LUT1 (output F, input I0);
  parameter [1:0] INIT = 0;
  LUT4 #(.INIT({8{INIT}})) _TECHMAP_REPLACE_ (.F(F), .I0(I0), .I1(1'b0), .I2(1'b0), .I3(1'b0));
endmodule

module LUT2 (output F, input I0, I1);
  parameter [3:0] INIT = 0;
  LUT4 #(.INIT({4{INIT}})) _TECHMAP_REPLACE_ (.F(F), .I0(I0), .I1(I1), .I2(1'b0), .I3(1'b0));
endmodule

module LUT3 (output F, input I0, I1, I2);
  parameter [7:0] INIT = 0;
  LUT4 #(.INIT({2{INIT}})) _TECHMAP_REPLACE_ (.F(F), .I0(I0), .I1(I1), .I2(I2), .I3(1'b0));
endmodule
