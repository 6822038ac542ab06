// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Input, control and lanes of roundel_multi_aes_hs keep multi_aes_output_contract for any input: legal or
// not, with any pauses, a reset at any time, any stalls of the sink. The task cuts what is computed.

module multi_aes_promises_check (
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  roundel_multi_aes_hs u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(),
    .m_axis_tdata (),
    .m_axis_tkeep (),
    .m_axis_tlast (),
    .m_axis_tuser (),
    .m_axis_tvalid(),
    .m_axis_tready
  );

  multi_aes_output_contract u_contract (
    .clk_i,
    .rst_ni,
    .can_accept_i (!u_dut.u_output.word_valid_q || u_dut.u_output.load_pair),
    .idle_i       (u_dut.u_output.idle_o),
    .retire_i     (u_dut.u_output.retire_i),
    .batch_i      (u_dut.u_output.batch_i),
    .open_i       (u_dut.u_output.open_i),
    .used_i       (u_dut.u_output.use_o),
    .compare_i    (u_dut.u_output.compare_i),
    .load_hash_i  (u_dut.u_output.load_hash_i),
    .send_i       (u_dut.u_output.send_i),
    .send_kind_i  (u_dut.u_output.send_kind_i),
    .send_status_i(u_dut.u_output.send_status_i),
    .used_o       (),
    .inside_o     (),
    .kind_o       ()
  );

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  always_comb begin
    assume (started_q || !rst_ni);
  end

endmodule
