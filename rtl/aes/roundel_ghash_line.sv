// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes GHASH of a block every cycle with one pipelined multiplier. Five sums circulate through it: the
// ring. A block is added to the sum that passes. Cycles without a block are allowed anywhere.
//
// A sum that passes in cycle c is multiplied by the power of H that the blocks of the next five cycles need:
// H^n for n blocks in c+1 to c+5. A sum that passes less than five cycles before the end of the hash, or with
// it, is multiplied by H^(n+1) for n blocks that follow. The five last sums leave the ring, and their sum is
// the hash. The marks of the blocks come early for this.
//
// Schedule:   mark_hash_i and mark_end_i come MarkLead cycles before their block_i. The hash of a block with
//             both marks in cycle t is hash_o in cycle t+6; hash_valid_o is set. Two such blocks are six
//             cycles apart or more. After key_valid_i the powers take 31 cycles; clearing them takes 17
//             cycles, also after a reset. In that time, while busy_o is high, there are no blocks.
// Interfaces: blocks and marks from the pipeline of a core for AES-GCM; hash_o to the same. Uses
//             roundel_ghash_product and roundel_ghash_table.
// Bytes:      byte k of a block is bits [8k+:8]; roundel_ghash_pkg has the order of the coefficients.
// Reference:  SP 800-38D section 6.4.

module roundel_ghash_line
  import roundel_ghash_pkg::*;
#(
  localparam int unsigned MarkLead = 8
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic key_valid_i,  // block_i is a new subkey H, without a mark
  input  logic clear_key_i,  // the powers of H are cleared
  output logic busy_o,       // the powers are being computed or cleared

  input logic mark_hash_i,  // MarkLead cycles later block_i or lengths_i is a block
  input logic mark_end_i,   // MarkLead cycles later the hash ends; without a block it is discarded

  input  logic [127:0] block_i,      // a block, otherwise zero
  input  logic [127:0] lengths_i,    // a block, otherwise zero
  input  logic [127:0] addend_i,     // with the last block: added to the hash
  output logic         hash_valid_o, // hash_o is valid
  output logic [127:0] hash_o        // the hash, with its addend
);

  localparam int unsigned Slots = 5;  // cycles around the ring
  typedef logic [2:0] power_t;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Marks: element d is of the sum that passes in d cycles
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [MarkLead:1] hash_q, end_q;
  logic [Slots-2:0] ended_q;  // element d: the hash ended d cycles ago
  logic [Slots:1] later_q;  // element d: a block of the same hash passes in d cycles, seen two cycles ahead
  logic final_q;  // the sum leaves the ring, seen two cycles ahead
  logic summing_q, summing_d;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      hash_q <= '0;
      end_q <= '0;
      ended_q <= '0;
      later_q <= '0;
      final_q <= 1'b0;
    end else begin
      hash_q <= {mark_hash_i, hash_q[MarkLead:2]};
      end_q <= {mark_end_i, end_q[MarkLead:2]};
      ended_q <= {ended_q[Slots-3:0], end_q[1]};
      for (int unsigned d = 1; d <= Slots; d++) begin
        later_q[d] <= hash_q[3+d] && !(|(end_q[7:3] & 5'((1 << d) - 1)));
      end
      final_q <= |end_q[7:3];
    end
  end

  function automatic power_t count(logic [Slots:0] bits);
    count = '0;
    for (int unsigned i = 0; i <= Slots; i++) count += power_t'(bits[i]);
  endfunction

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Powers of H: word n is H^n. H circulates: two rounds unchanged, so that word 1 is ready, then each round
  // multiplies by H.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic run_q, clear_q, write_q, last_round;
  logic [Slots-1:0] step_q;  // one-hot: cycle of the round
  power_t round_q, write_word_q, power_q;
  logic [3:0] clear_count_q;
  poly_t factor, factor_q, product, written;

  assign last_round = round_q == power_t'(Slots);
  assign busy_o = run_q || clear_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      run_q <= 1'b0;
      clear_q <= 1'b1;
      clear_count_q <= '0;
      step_q <= Slots'(1);
      round_q <= '0;
    end else begin
      run_q <= key_valid_i || (run_q && !(last_round && step_q[Slots-1]));
      clear_q <= clear_key_i || (clear_q && clear_count_q != '1);
      clear_count_q <= clear_q ? clear_count_q + 4'd1 : '0;
      if (!run_q) begin
        step_q <= Slots'(1);
        round_q <= '0;
      end else begin
        step_q <= {step_q[Slots-2:0], step_q[Slots-1]};
        round_q <= round_q + power_t'(step_q[Slots-1]);
      end
    end
  end

  // The power of the sum that passes in the next cycle.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) power_q <= '0;
    else power_q <= count({later_q, final_q}) | power_t'(run_q && round_q != '0);
  end

  // Words are cleared twice: the products of the cycles after a reset are not zero.
  always_ff @(posedge clk_i) begin
    write_q <= rst_ni && (clear_q || (run_q && step_q[Slots-2]));
    write_word_q <= clear_q ? clear_count_q[2:0] : round_q == '0 ? power_t'(1) : round_q;
  end
  always_comb begin
    written = product;
    if (clear_q && write_word_q == '0) written[0] = 1'b1;
  end

  roundel_ghash_table #(
    .Width(128)
  ) u_powers (
    .clk_i,
    .write_i        (write_q),
    .write_address_i({1'b0, write_word_q}),
    .data_i         (written),
    .address_i      ({1'b0, power_q}),
    .data_o         (factor)
  );

  always_ff @(posedge clk_i) factor_q <= factor;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The ring, and the sum of what leaves it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  poly_t sum_q, hash_sum_q;
  logic open_q;  // the product stays in the ring
  logic first;  // the addend is the first term of the hash

  assign summing_d = end_q[1] || (|ended_q);
  assign first = end_q[1] && hash_q[1];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      summing_q <= 1'b0;
      open_q <= 1'b0;
    end else begin
      summing_q <= summing_d;
      open_q <= !summing_d && !(run_q && last_round) && !clear_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) sum_q <= '0;
    else sum_q <= (open_q ? product : '0) ^ swap(block_i) ^ swap(lengths_i);
  end

  roundel_ghash_product u_product (
    .clk_i,
    .a_i      (sum_q),
    .b_i      (factor_q),
    .product_o(product)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !(first || summing_q)) hash_sum_q <= '0;
    else hash_sum_q <= first ? swap(addend_i) : hash_sum_q ^ product;
  end

  logic [Slots:0] block_ended_q;  // element d: a block ended its hash d cycles ago

  always_ff @(posedge clk_i) begin
    if (!rst_ni) block_ended_q <= '0;
    else block_ended_q <= {block_ended_q[Slots-1:0], first};
  end
  assign hash_valid_o = block_ended_q[Slots];
  assign hash_o = swap(hash_sum_q);

endmodule
