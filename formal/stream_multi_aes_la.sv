// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What core_ports_check assumes of the sums of roundel_multi_aes_la, which the task leaves free: the number
// of requested bytes has a carry plus one only if the number before it had one plus three. So the last half
// of a beat is left out only in the last beat. multi_aes_la_carry_check proves it.

module stream_multi_aes_la;

  import roundel_aes_la_pkg::*;

  status_t status;
  logic carry;

  assign status = core_ports_check.u_dut.u_core.u_core.status;
  assign carry  = core_ports_check.u_dut.u_core.u_core.carry;

  always_comb begin
    if (status.state == StOutput && status.count == 5'd3) assume (!carry || status.carry);
  end

endmodule

bind core_ports_check stream_multi_aes_la u_assumptions ();
