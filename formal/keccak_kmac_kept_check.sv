// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When the stored state of roundel_keccak_kmac_sponge is cleared: two cycles after the last message has
// ended, and after an error, unless that message keeps it. So it holds nothing of a key that is not kept.
//
// The task leaves free when the hash takes a beat or a block and ends a message. For all time.

module keccak_kmac_kept_check
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic forget_i,
  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  logic s_axis_tready;
  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_keccak_kmac_sponge u_dut (.*);

  logic started_q = 1'b0;
  logic stored_q = 1'b1;  // a state was stored, and not cleared since
  logic newest_q = 1'b0;  // the newest message keeps it, and had no error
  logic taken, command, ended;

  assign taken = s_axis_tvalid && s_axis_tready;
  assign command = taken && s_axis_tuser == KindCmd;
  assign ended = u_dut.number_q == '0 && !u_dut.forget_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (u_dut.forget_q) stored_q <= 1'b0;
    else if (u_dut.store_q) stored_q <= 1'b1;
    if (!rst_ni) newest_q <= 1'b0;
    else if (forget_i || (taken && s_axis_tuser == KindTag)) newest_q <= 1'b0;
    else if (command) newest_q <= s_axis_tdata[8+FlagKeep];
  end

  always_comb begin
    assume (started_q || !rst_ni);
    // An error of a message comes after its command, and not with the next one.
    assume (!(forget_i && taken));
    if (started_q && rst_ni) begin
      if (ended && !newest_q) assert (!stored_q);
      // Lemmas.
      assert (!stored_q || u_dut.number_q != '0 || newest_q || u_dut.forget_q);
      assert (!(u_dut.frame_q || u_dut.store_q) || u_dut.number_q != '0);
      assert (u_dut.number_q <= 3'd4);
      for (int unsigned k = 0; k < 4; k++) begin
        if (u_dut.number_q == 3'(k + 1)) assert (u_dut.plans_q[k].keep == newest_q);
        if (u_dut.number_q <= 3'(k)) assert (!u_dut.plans_q[k].keep);
      end
    end
  end

endmodule
