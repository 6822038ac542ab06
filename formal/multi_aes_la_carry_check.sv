// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The number of requested bytes, inverted, in roundel_multi_aes_la while a beat of an answer is prepared: it
// has a carry plus one only if the number before it had one plus three. So only the last beat has one byte.
// For any input, with any pauses, any stalls of the sink and a reset at any time. The task leaves the
// position of the cipher, its columns and the value of GHASH while it is sent free.

module multi_aes_la_carry_check
  import roundel_aes_la_pkg::*;
#(
  parameter int unsigned DataWidth = 16
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [DataWidth-1:0] s_axis_tdata,
  input logic [DataWidth/8-1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  core_under_proof u_dut (
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

  status_t status;
  logic carry;
  logic [4:0] last_count;
  logic started_q = 1'b0, from_reset_q;
  logic [3:0] age_q = '0;

  assign status = u_dut.u_core.u_core.status;
  assign carry  = u_dut.u_core.u_core.carry;

  always_comb begin
    unique case (status.state)
      StClear: last_count = 5'd31;
      StLoadKey: last_count = status.key_256 ? 5'd16 : 5'd8;
      StAddSubkey, StLoadBlock: last_count = 5'd15;
      StDoubleSubkey: last_count = 5'd9;
      StCopyChain: last_count = 5'd7;
      StJ0, StJ0Ghash, StClearGhash, StOutput: last_count = 5'd4;
      StGhashSubkey, StGhash, StGhashLengths, StGhashZero, StAppendLength: last_count = 5'd3;
      StCheckRemaining: last_count = 5'd2;
      default: last_count = '0;
    endcase
  end

  // A run begins with a reset or in any state in which the lemma holds, so that a fault shows in few cycles.
  // The sum of a beat takes four cycles: in a run without a reset at its start the rule holds after them.
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) from_reset_q <= !rst_ni;
    age_q <= {age_q[2:0], 1'b1};
  end

  always_comb begin
    assume (started_q || !rst_ni || status.count <= last_count);
  end

  always_comb begin
    if (started_q) begin
      if ((from_reset_q || age_q[3]) && status.state == StOutput && status.count == 5'd3) begin
        assert (!carry || status.carry);
      end
      // For induction: the last number that each state counts to.
      assert (status.count <= last_count);
    end
  end

endmodule
