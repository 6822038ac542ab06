// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the XOR operand, the value that is added to the input or output of a batch: the chaining value of a
// hash, the subkey of a MAC, the counter blocks of GCM and of the generator. Lane B's counter is that of
// lane A plus 1.
//
// Schedule:   every load, clear or count takes effect in the next cycle; next_q follows the counter by one
//             more cycle. xor_operand_o is combinational from registers.
// Interfaces: value_i from roundel_multi_aes_output, control from roundel_multi_aes_control, xor_operand_o to
//             roundel_multi_aes_datapath.
// Bytes:      GCM's counter is the last 32 bits of J0, most significant byte first, and may be odd in lane A
//             (counter_odd_i). The generator's begins with byte 0, least significant first, has 64 bits, and
//             is even in lane A.
// Reference:  SP 800-38B section 6.1, SP 800-38D section 6.2

module roundel_multi_aes_xor_operand (
  input logic clk_i,

  input logic [127:0] value_i,      // value to load
  input logic         load_low_i,   // load lane A's half
  input logic         load_high_i,  // load lane B's half
  input logic         double_i,     // the low half becomes the next subkey of a MAC
  input logic         ones_i,       // both halves become all ones
  input logic         clear_i,      // both halves become zero

  input logic counter_gcm_i,   // xor_operand_o has the counter of GCM
  input logic counter_prng_i,  // xor_operand_o has the counter of the generator
  input logic counter_load_i,  // load the counter from J0
  input logic counter_zero_i,  // the counter becomes zero
  input logic count_i,         // the counters of both lanes advance by 2
  input logic counter_odd_i,   // lane A's GCM counter is odd

  output logic         j0_odd_o,      // the last 32 bits of J0 are an odd number
  output logic [255:0] xor_operand_o  // XOR operand, lane A in bits [127:0]
);

  logic [127:0] low_q, high_q;
  logic [63:1] counter_q;
  logic [31:1] next_q;  // counter_q + 1, one cycle later
  logic [31:0] gcm_counter[2];

  // A block with the order of its bytes reversed: a number, most significant byte first.
  function automatic logic [127:0] reverse_bytes(logic [127:0] block);
    for (int unsigned i = 0; i < 16; i++) reverse_bytes[8*i+:8] = block[8*(15-i)+:8];
  endfunction

  // SP 800-38B section 6.1.
  function automatic logic [127:0] double(logic [127:0] block);
    logic [127:0] number;
    number = reverse_bytes(block);
    return reverse_bytes({number[126:0], 1'b0} ^ (number[127] ? 128'h87 : '0));
  endfunction

  always_ff @(posedge clk_i) begin
    if (clear_i) low_q <= '0;
    else if (ones_i) low_q <= '1;
    else if (load_low_i || double_i) low_q <= double_i ? double(low_q) : value_i;
  end
  always_ff @(posedge clk_i) begin
    if (clear_i) high_q <= '0;
    else if (ones_i) high_q <= '1;
    else if (load_high_i) high_q <= value_i;
  end

  logic [31:0] number;
  assign number = {low_q[103:96], low_q[111:104], low_q[119:112], low_q[127:120]};
  assign j0_odd_o = number[0];

  always_ff @(posedge clk_i) begin
    if (counter_zero_i) counter_q <= '0;
    else if (counter_load_i) counter_q <= {32'd0, number[31:1]};
    else if (count_i) counter_q <= counter_q + 63'd1;
    next_q <= counter_q[31:1] + 31'd1;
  end
  assign gcm_counter = '{
          {counter_q[31:1], counter_odd_i},
          {counter_odd_i ? next_q : counter_q[31:1], !counter_odd_i}
      };

  always_comb begin
    for (int unsigned lane = 0; lane < 2; lane++) begin
      automatic logic [127:0] operand = lane == 0 ? low_q : high_q;
      automatic logic [63:0] counter = {counter_q, lane == 1};
      automatic logic [31:0] gcm = gcm_counter[lane];
      if (counter_gcm_i) operand[127:96] = {gcm[7:0], gcm[15:8], gcm[23:16], gcm[31:24]};
      if (counter_prng_i) operand[63:0] = counter;
      xor_operand_o[128*lane+:128] = operand;
    end
  end

endmodule
