// Chained 128-bit block mixer, Verilog-2001: pulse `init` or `next`, wait for `valid`.
module chain #(parameter ROUNDS = 8) (
    input  wire         clk,
    input  wire         reset,
    input  wire         init,
    input  wire         next,
    input  wire [127:0] block,
    output wire         ready,
    output reg          valid,
    output wire [127:0] digest
);
  reg [127:0] state;
  reg [127:0] mix;
  reg [7:0]   round;
  reg         busy;
  // `bit` and `do` are names in Verilog-2001.
  wire do = (init | next) & ~busy;
  wire [127:0] bit = {mix[120:0], mix[127:121]} + {mix[63:0], mix[127:64]};

  assign ready  = ~busy;
  assign digest = state;

  always @(posedge clk) begin
    if (reset) begin
      busy  <= 1'b0;
      valid <= 1'b0;
      round <= 8'd0;
    end else if (do) begin
      busy  <= 1'b1;
      valid <= 1'b0;
      round <= 8'd0;
      mix   <= block ^ (init ? 128'd0 : state);
      if (init) state <= 128'd0;
    end else if (busy) begin
      mix   <= bit ^ {120'd0, round};
      round <= round + 8'd1;
      if (round == ROUNDS - 1) begin
        busy  <= 1'b0;
        valid <= 1'b1;
        state <= state ^ bit ^ {120'd0, round};
      end
    end
  end
endmodule
