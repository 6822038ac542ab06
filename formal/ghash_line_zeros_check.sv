// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Where ghash_line_zeros says so, the sum that passes in roundel_ghash_line is zero, and so is each register
// of the multiplier. A zero sum times any factor is zero, so zero in place of that factor changes no
// product. For any blocks, marks and keys, and a reset at any time; for all time, by induction.

module ghash_line_zeros_check
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter int unsigned BlockCycles = 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic [BlockCycles-1:0] phase_i,

  input logic         key_valid_i,
  input logic         clear_key_i,
  input logic         mark_hash_i,
  input logic         mark_end_i,
  input step_t        step_i,
  input logic [127:0] cipher_i,
  input logic [127:0] data_i,
  input logic [ 15:0] keep_i,
  input logic [127:0] addend_i
);

  localparam int unsigned Units = (3 + BlockCycles - 1) / BlockCycles;

  logic [127:0] hash_block, lengths;

  roundel_aes_gcm_xhs_sum u_sum (
    .clk_i,
    .rst_ni,
    .step_i,
    .cipher_i,
    .data_i,
    .keep_i,
    .sum_o    (),
    .keep_o   (),
    .block_o  (hash_block),
    .lengths_o(lengths),
    .subkey_o ()
  );

  roundel_ghash_line #(
    .BlockCycles(BlockCycles)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .phase_i,
    .key_valid_i,
    .clear_key_i,
    .busy_o      (),
    .mark_hash_i,
    .mark_end_i,
    .block_i     (hash_block),
    .lengths_i   (lengths),
    .addend_i,
    .hash_valid_o(),
    .hash_o      ()
  );

  ghash_line_zeros #(
    .BlockCycles(BlockCycles)
  ) u_zeros (
    .clk_i,
    .rst_ni,
    .phase_i,
    .open_i  (u_dut.open_q),
    .enters_i(step_i.hash || step_i.lengths || step_i.subkey),
    .factor_i(u_dut.factor)
  );

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_comb assume (started_q || !rst_ni);

  always_comb begin
    if (started_q) begin
      assert (u_zeros.entered_q || (hash_block == '0 && lengths == '0));
      assert (u_zeros.sum_used_q || u_dut.sum_q == '0);
      assert (u_zeros.product_used_q || u_dut.product == '0);
    end
  end
  for (genvar u = 0; u < Units; u++) begin : gen_unit
    always_comb begin
      if (started_q) begin
        assert (u_zeros.factors_used_q || u_dut.u_product.gen_unit[u].a_q == '0);
        assert (u_zeros.factors_used_q || u_dut.u_product.gen_unit[u].products == '0);
        assert (u_zeros.products_used_q || u_dut.u_product.gen_unit[u].products_q == '0);
      end
    end
  end
  for (genvar n = 0; n < 3; n++) begin : gen_joined
    always_comb begin
      if (started_q) assert (u_zeros.joined_used_q[n] || u_dut.u_product.joined_q[n] == '0);
    end
  end

  // A factor that was read is the same in both.
  logic read_q = 1'b0;
  always_ff @(posedge clk_i) if (phase_i[0]) read_q <= 1'b1;
  always_comb if (read_q) assert (u_zeros.factor_q == u_dut.factor_q);

endmodule
