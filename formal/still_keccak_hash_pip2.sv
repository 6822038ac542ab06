// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// still_sponge on each stream of roundel_keccak_hash_pip2. A stream has its turn in every second cycle. The
// register of the turn changes always, so it is not among the control registers, and of two mute cycles in a
// row one has a change.
//
// A stream that offers an answer is not mute while the other one's is at the ports: its own is next.

module still_keccak_hash_pip2 (
  input logic clk_i,
  input logic rst_ni,
  input logic m_axis_tid,
  input logic m_axis_tvalid,
  input logic m_axis_tready
);

  logic [1:0] valid;
  logic [1:0] next_q = '0;  // the stream offers an answer, and one of the other stream has been accepted

  assign valid = roundel_keccak_hash_pip2.out_valid;

  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 2; i++) begin
      if (!rst_ni || m_axis_tid == 1'(i)) next_q[i] <= 1'b0;
      else if (valid[i] && m_axis_tvalid && m_axis_tready) next_q[i] <= 1'b1;
    end
  end

  always_comb begin
    if (rst_ni) begin
      assert (m_axis_tvalid == |valid);
      for (int unsigned i = 0; i < 2; i++) assert (!next_q[i] || (m_axis_tvalid && m_axis_tid == 1'(i)));
    end
  end

endmodule

bind roundel_keccak_hash_pip2 still_keccak_hash_pip2 u_still (.*);

bind roundel_sponge_message still_sponge #(
  .Span(2)
) u_still_sponge (
  .*,
  .pace_i('0)
);
