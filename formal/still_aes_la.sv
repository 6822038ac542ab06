// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// still_properties on a low-area AES core: its control registers are the state, the counters, and the
// positions of the cipher and of GHASH.

module still_aes_la;

  import roundel_aes_la_pkg::*;

  status_t status;
  logic [31:0] control;

  assign status = core_ports_check.u_dut.u_core.u_core.status;
  assign control = 32'({
    status.state,
    status.count,
    status.beats,
    status.started,
    core_ports_check.u_dut.u_core.u_core.u_cipher.slot_q,
    core_ports_check.u_dut.u_core.u_core.u_cipher.group_q,
    core_ports_check.u_dut.u_core.u_core.u_ghash.phase_q,
    core_ports_check.u_dut.u_core.u_core.u_ghash.pass_q
  });

  still_properties #(
    .Width(32)
  ) u_still (
    .clk_i        (core_ports_check.clk_i),
    .rst_ni       (core_ports_check.rst_ni),
    .s_axis_tready(core_ports_check.s_axis_tready),
    .m_axis_tvalid(core_ports_check.m_axis_tvalid),
    .control_i    (control)
  );

endmodule

bind core_ports_check still_aes_la u_still_aes_la ();
