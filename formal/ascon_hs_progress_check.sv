// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_ascon_hs does not hang, and clears its secrets, for any input, with any pauses, stalls and resets.
//
//   still    A core that neither offers an answer nor is ready for a beat is mute: nothing from outside can
//            move it. In such a cycle some control register changes.
//   cleared  While a command is expected, these registers have the values that they have after a reset: the
//            state, what is injected, the addend and the result. The key has them too, unless it is kept.
//
// Still = 1 asserts the first, 0 the second. The task leaves data free that the properties do not need.

module ascon_hs_progress_check #(
  parameter int unsigned Unroll = 1,
  parameter bit          Still  = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [roundel_stream_pkg::UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  logic s_axis_tready, m_axis_tvalid;

  roundel_ascon_hs #(
    .Unroll(Unroll)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .m_axis_tdata(),
    .m_axis_tkeep(),
    .m_axis_tlast(),
    .m_axis_tuser(),
    .m_axis_tvalid,
    .m_axis_tready
  );

  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
  end

  if (Still) begin : gen_still
    logic mute, mute_q = 1'b0;
    logic [34:0] control, control_q;

    assign mute = !s_axis_tready && !m_axis_tvalid;
    assign control = {
      5'(u_dut.u_grammar.state_q),
      u_dut.u_grammar.verdict.judged,
      u_dut.u_grammar.accept_q,
      u_dut.u_grammar.pad_pending_q,
      u_dut.u_grammar.upper_q,
      u_dut.u_grammar.compare_q,
      u_dut.absorb_valid,
      u_dut.load,
      u_dut.single,
      4'(u_dut.pass),
      u_dut.u_schedule.waits_q,
      u_dut.u_schedule.last_q,
      u_dut.u_reader.valid_q,
      u_dut.u_reader.next_valid_q,
      u_dut.u_reader.dropping_q,
      u_dut.u_reader.waits_q,
      u_dut.u_reader.close_q,
      u_dut.u_output.valid_q,
      u_dut.u_output.half_q,
      u_dut.store,
      u_dut.gen_customization.u_customization.clearing_q,
      u_dut.gen_customization.u_customization.place_q
    };

    always_ff @(posedge clk_i) begin
      mute_q <= rst_ni && mute;
      control_q <= control;
    end

    always_comb begin
      assert (!mute_q || !rst_ni || !mute || control != control_q);
    end
  end else begin : gen_cleared
    localparam logic [319:0] Rest = roundel_ascon_hs_pkg::rest_state(Unroll);
    logic idle;

    // StCommand is the first of its type: yosys-slang does not see another module's enum names.
    assign idle = 5'(u_dut.u_grammar.state_q) == 5'd0;

    always_comb begin
      if (started_q && rst_ni && idle) begin
        assert (u_dut.u_permutation.state_q == Rest);
        assert (u_dut.u_permutation.inject_q == Rest[127:0]);
        assert (u_dut.addend == '0);
        assert (u_dut.u_output.result_q == '0);
        assert (u_dut.key == '0 || u_dut.u_grammar.key_valid_q);
      end
    end
  end

endmodule
