// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes GHASH of a block every BlockCycles cycles with one pipelined multiplier. Several sums circulate
// through it, the ring: one passes in each slot of BlockCycles cycles, and a block is added to it. Slots
// without a block are allowed anywhere. The ring has 5 slots for BlockCycles = 1, 3 for 2, and 2 for 4.
//
// A sum that passes in slot s is multiplied by H^n for the n blocks of the next round of the ring. One that
// passes less than a round before the end of the hash, or with it, is multiplied by H^(n+1) for n blocks that
// follow. The last sums leave the ring, and their sum is the hash. So marks of the blocks come early.
//
// BlockCycles  cycles for a block: 1, 2 or 4
//
// Schedule:   phase_i[0] is the last cycle of a slot: in it blocks, marks and key_valid_i are taken.
//             mark_hash_i and mark_end_i come Slots + 3 slots before their block_i. The hash of a block with
//             both marks in cycle t is hash_o one cycle more than the ring after t; hash_valid_o is set. Two
//             such blocks are Slots + 1 slots apart or more. After key_valid_i the powers take Slots * (Slots
//             + 1) slots; clearing them takes 17 slots, also after a reset. In that time, while busy_o is
//             high, there are no blocks.
// Interfaces: blocks and marks from the pipeline of a core for AES-GCM; hash_o to the same. Uses
//             roundel_ghash_product, roundel_ghash_table and the function of roundel_ghash_line_pkg.
// Bytes:      byte k of a block is bits [8k+:8]; roundel_ghash_pkg has the order of the coefficients.
// Reference:  SP 800-38D section 6.4.

module roundel_ghash_line
  import roundel_ghash_pkg::*;
  import roundel_ghash_line_pkg::*;
#(
  parameter int unsigned BlockCycles = 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic [BlockCycles-1:0] phase_i,  // one-hot: cycle of the slot; element 0: the last one

  input  logic key_valid_i,  // block_i is a new subkey H, without a mark
  input  logic clear_key_i,  // the powers of H are cleared
  output logic busy_o,       // the powers are being computed or cleared

  input logic mark_hash_i,  // Slots + 3 slots later block_i or lengths_i is a block
  input logic mark_end_i,   // Slots + 3 slots later the hash ends; without a block it is discarded

  input  logic [127:0] block_i,      // a block, otherwise zero
  input  logic [127:0] lengths_i,    // a block, otherwise zero
  input  logic [127:0] addend_i,     // with the last block: added to the hash
  output logic         hash_valid_o, // hash_o is valid
  output logic [127:0] hash_o        // the hash, with its addend
);

  localparam int unsigned Slots = ring_slots(BlockCycles);
  localparam int unsigned MarkLead = Slots + 3;
  typedef logic [2:0] power_t;

  logic slot;
  assign slot = phase_i[0];

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Marks: element d is of the sum that passes in d slots
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [MarkLead:1] hash_q, end_q;
  logic [Slots-2:0] ended_q;  // element d: the hash ended d slots ago
  logic [Slots:1] later_q;  // element d: a block of the same hash passes in d slots, seen two slots ahead
  logic final_q;  // the sum leaves the ring, seen two slots ahead
  logic summing_q, summing_d;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      hash_q <= '0;
      end_q <= '0;
      ended_q <= '0;
      later_q <= '0;
      final_q <= 1'b0;
    end else if (slot) begin
      hash_q <= {mark_hash_i, hash_q[MarkLead:2]};
      end_q <= {mark_end_i, end_q[MarkLead:2]};
      ended_q <= (Slots - 1)'({ended_q, end_q[1]});
      for (int unsigned d = 1; d <= Slots; d++) begin
        later_q[d] <= hash_q[3+d] && !(|(end_q[Slots+2:3] & Slots'((1 << d) - 1)));
      end
      final_q <= |end_q[Slots+2:3];
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
  logic [Slots-1:0] step_q;  // one-hot: slot of the round
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
      if (slot) run_q <= key_valid_i || (run_q && !(last_round && step_q[Slots-1]));
      clear_q <= clear_key_i || (clear_q && !(slot && clear_count_q == '1));
      if (slot) clear_count_q <= clear_q ? clear_count_q + 4'd1 : '0;
      if (!run_q) begin
        step_q <= Slots'(1);
        round_q <= '0;
      end else if (slot) begin
        step_q <= {step_q[Slots-2:0], step_q[Slots-1]};
        round_q <= round_q + power_t'(step_q[Slots-1]);
      end
    end
  end

  // The power of the sum that passes in the next slot.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) power_q <= '0;
    else if (slot) power_q <= count({later_q, final_q}) | power_t'(run_q && round_q != '0);
  end

  // Words are cleared twice: the products of the slots after a reset are not zero.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) write_q <= 1'b0;
    else if (slot) write_q <= clear_q || (run_q && step_q[Slots-2]);
    if (slot) write_word_q <= clear_q ? clear_count_q[2:0] : round_q == '0 ? power_t'(1) : round_q;
  end
  always_comb begin
    written = product;
    if (clear_q && write_word_q == '0) written[0] = 1'b1;
  end

  roundel_ghash_table #(
    .Width(128)
  ) u_powers (
    .clk_i,
    .write_i        (write_q && slot),
    .write_address_i({1'b0, write_word_q}),
    .data_i         (written),
    .address_i      ({1'b0, power_q}),
    .data_o         (factor)
  );

  always_ff @(posedge clk_i) begin
    if (slot) factor_q <= factor;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The ring, and the sum of what leaves it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  poly_t sum_q, hash_sum_q;
  logic open_q;  // the product stays in the ring
  logic first;  // the addend is the first term of the hash
  logic [BlockCycles-1:0] cycle;  // of the sum in the multiplier

  assign summing_d = end_q[1] || (|ended_q);
  assign first = end_q[1] && hash_q[1];
  for (genvar c = 0; c < BlockCycles; c++) begin : gen_cycle
    assign cycle[c] = phase_i[(c+1)%BlockCycles];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      summing_q <= 1'b0;
      open_q <= 1'b0;
    end else if (slot) begin
      summing_q <= summing_d;
      open_q <= !summing_d && !(run_q && last_round) && !clear_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) sum_q <= '0;
    else if (slot) sum_q <= (open_q ? product : '0) ^ swap(block_i) ^ swap(lengths_i);
  end

  roundel_ghash_product #(
    .BlockCycles(BlockCycles)
  ) u_product (
    .clk_i,
    .cycle_i  (cycle),
    .a_i      (sum_q),
    .b_i      (factor_q),
    .product_o(product)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni || (slot && !(first || summing_q))) hash_sum_q <= '0;
    else if (slot) hash_sum_q <= first ? swap(addend_i) : hash_sum_q ^ product;
  end

  logic [Slots-1:0] block_ended_q;  // element d: a block ended its hash d slots ago

  always_ff @(posedge clk_i) begin
    if (!rst_ni) block_ended_q <= '0;
    else if (slot) block_ended_q <= {block_ended_q[Slots-2:0], first};
    if (!rst_ni) hash_valid_o <= 1'b0;
    else hash_valid_o <= slot && block_ended_q[Slots-1];
  end
  assign hash_o = swap(hash_sum_q);

endmodule
