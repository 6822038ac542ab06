module missing_comma (input logic a_i output logic b_o);
endmodule
