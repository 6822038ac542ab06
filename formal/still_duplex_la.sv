// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// still_properties on a low-area duplex core: its control registers are the state and the progress of the
// transaction, the counters, and the position of the pass. What is on the way to the output moves too.

module still_duplex_la;

  import roundel_duplex_la_pkg::*;

  progress_t progress;
  logic [31:0] control;

  assign progress = core_ports_check.u_lemmas.progress;
  assign control = 32'({
    core_ports_check.u_lemmas.state,
    core_ports_check.u_lemmas.count,
    core_ports_check.u_lemmas.drop,
    progress.ended,
    progress.suffix,
    core_ports_check.u_lemmas.full,
    core_ports_check.u_lemmas.beat,
    core_ports_check.u_lemmas.stored,
    core_ports_check.u_lemmas.rounds,
    core_ports_check.u_lemmas.active,
    core_ports_check.u_lemmas.step_number,
    core_ports_check.u_lemmas.step_send,
    core_ports_check.u_lemmas.sum_send
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

bind core_ports_check still_duplex_la u_still_duplex_la ();
