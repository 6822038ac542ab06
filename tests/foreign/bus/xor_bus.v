// A register bus in the usual form: write four words at 0x10, start at 0x08, poll 0x09, read four words at 0x20.
module xor_bus (
    input  wire        clk,
    input  wire        reset_n,
    input  wire        cs,
    input  wire        we,
    input  wire [7:0]  address,
    input  wire [31:0] write_data,
    output reg  [31:0] read_data
);
  reg [31:0] block [0:3];
  reg [31:0] result [0:3];
  reg [3:0]  count;
  wire       busy = count != 0;
  integer    i;

  always @* begin
    read_data = 32'd0;
    if (cs && !we) begin
      if (address == 8'h09) read_data = {31'd0, ~busy};
      if (address[7:4] == 4'h2) read_data = result[address[1:0]];
    end
  end

  always @(posedge clk or negedge reset_n) begin
    if (!reset_n) count <= 4'd0;
    else begin
      if (busy) begin
        count <= count - 4'd1;
        for (i = 0; i < 4; i = i + 1) result[i] <= {result[i][28:0], result[i][31:29]} ^ block[(i + 1) & 3];
      end
      if (cs && we && address[7:4] == 4'h1) block[address[1:0]] <= write_data;
      if (cs && we && address == 8'h08) begin
        count <= 4'd5;
        for (i = 0; i < 4; i = i + 1) result[i] <= block[i];
      end
    end
  end
endmodule
