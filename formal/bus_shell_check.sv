// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_bus_shell uses its FIFOs by their rules, loses no access, and ends every reset. For any core and
// any accesses that are two cycles apart.
//
//   input    a write of IN_SEGMENT or IN_DATA is stored once, or it has an error response and stops the input
//   output   a read of OUT_DATA takes the oldest word once; it takes none beyond the end of a segment
//   reset    BUSY ends within Patience cycles; the core is in reset until then, and both FIFOs are empty
//
// The words and the beats themselves are the subject of bus-to-stream, stream-to-bus and bus-fifo.

module bus_shell_check
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned DataWidth = 128,
  parameter int unsigned Patience  = 34
) (
  input logic clk_i,
  input logic rst_ni,
  input logic access_valid_i,
  input logic access_write_i,
  input logic access_whole_i,
  input logic [3:0] access_address_i,
  input logic [31:0] access_data_i,
  input logic m_axis_tready,
  input logic [DataWidth-1:0] s_axis_tdata,
  input logic [DataWidth/8-1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid
);

  logic [31:0] read_data;
  logic access_error, interrupt, core_rst_n;
  logic m_axis_tvalid, s_axis_tready;

  roundel_bus_shell #(
    .DataWidth(DataWidth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .access_valid_i,
    .access_write_i,
    .access_whole_i,
    .access_address_i,
    .access_data_i,
    .access_data_o (read_data),
    .access_error_o(access_error),
    .interrupt_o   (interrupt),
    .core_rst_no   (core_rst_n),
    .m_axis_tdata  (),
    .m_axis_tkeep  (),
    .m_axis_tlast  (),
    .m_axis_tuser  (),
    .m_axis_tvalid,
    .m_axis_tready,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready
  );

  logic started_q = 1'b0;
  logic before_q = 1'b0;  // an access in the last cycle
  logic write, read, to_input, soft_reset;
  logic lost_q = 1'b0;  // a write to the input was refused since the reset
  logic [4:0] in_held_q = 5'd0, out_held_q = 5'd0;  // words that went in and did not come out
  logic ended_q = 1'b0;  // the end of a segment was read and not acknowledged
  logic [5:0] busy_q = 6'd0;
  logic in_push, in_pop, out_push, out_pop;

  assign write      = access_valid_i && access_write_i;
  assign read       = access_valid_i && !access_write_i;
  assign to_input   = write && (access_address_i == AddressInSegment || access_address_i == AddressInData);
  assign soft_reset = write && access_whole_i && access_address_i == AddressControl && access_data_i[0];
  assign in_push    = u_dut.u_in_fifo.push_i;
  assign in_pop     = u_dut.u_in_fifo.pop_i;
  assign out_push   = u_dut.u_out_fifo.push_i;
  assign out_pop    = u_dut.u_out_fifo.pop_i;

  always_ff @(posedge clk_i) begin
    started_q  <= 1'b1;
    before_q   <= rst_ni && access_valid_i;
    lost_q     <= lost_q || (to_input && access_error);
    in_held_q  <= in_held_q + 5'(in_push) - 5'(in_pop);
    out_held_q <= out_held_q + 5'(out_push) - 5'(out_pop);
    if (write && access_whole_i && access_address_i == AddressStatus && access_data_i[StatusOutEnded]) begin
      ended_q <= 1'b0;
    end
    if (out_pop && u_dut.out_word.last) ended_q <= 1'b1;
    busy_q <= core_rst_n || soft_reset || !rst_ni ? 6'd0 : busy_q + 6'd1;
    if (!rst_ni || soft_reset || !core_rst_n) begin
      lost_q     <= 1'b0;
      in_held_q  <= 5'd0;
      out_held_q <= 5'd0;
      ended_q    <= 1'b0;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (rst_ni || !access_valid_i);
    assume (!(access_valid_i && before_q));
    assume (write || access_data_i == '0);
    assume (access_write_i || access_whole_i);
    if (started_q && rst_ni) begin
      // The rules of both FIFOs.
      assert (u_dut.in_level == in_held_q && u_dut.out_level == out_held_q);
      assert (in_held_q <= 5'(FifoWords) && out_held_q <= 5'(FifoWords));
      assert (!(in_push && (in_pop || u_dut.clear)) && !(out_push && (out_pop || u_dut.clear)));
      assert (!in_push || in_held_q < 5'(FifoWords));
      assert (!out_push || out_held_q < 5'(FifoWords));
      assert (!in_pop || in_held_q != 5'd0);
      assert (!out_pop || out_held_q != 5'd0);
      assert (!(in_pop || u_dut.clear) || u_dut.u_in_fifo.push_data_i == '0);
      assert (!(out_pop || u_dut.clear) || u_dut.u_out_fifo.push_data_i[31:0] == '0);

      // Input.
      assert (in_push == (to_input && !access_error));
      assert (!in_push || (access_whole_i && u_dut.u_in_fifo.push_data_i[31:0] == access_data_i));
      assert (!in_push || u_dut.u_in_fifo.push_data_i[32] == (access_address_i == AddressInSegment));
      assert (!to_input || access_whole_i || access_error);
      assert (in_pop == (u_dut.u_to_stream.word_valid_i && u_dut.u_to_stream.word_ready_o));
      assert (!lost_q || u_dut.in_error);

      // Output.
      assert (out_pop == (read && access_address_i == AddressOutData && out_held_q != 5'd0 && !ended_q));
      assert (!out_pop || read_data == u_dut.u_out_fifo.data_o[31:0]);
      assert (!(read && access_address_i == AddressOutData && !out_pop) || read_data == '0);
      assert (out_push == (s_axis_tvalid && u_dut.u_to_bus.can_push_i) || DataWidth == 16);
      assert (!s_axis_tready || u_dut.u_to_bus.can_push_i);
      assert (u_dut.out_ended_q == ended_q || (!core_rst_n && busy_q == 6'd0));

      // Reset.
      assert (busy_q < 6'(Patience));
      assert (core_rst_n || (in_held_q == 5'd0 && out_held_q == 5'd0 && !in_push && !out_push));
      assert (core_rst_n || !(read && access_address_i == AddressStatus) || read_data[StatusBusy]);

      // Invariants.
      assert (core_rst_n || u_dut.u_in_fifo.read_q == u_dut.u_out_fifo.read_q);
      assert (core_rst_n || busy_q <= 6'(2 * u_dut.u_in_fifo.read_q) + 6'd1);
      assert (core_rst_n || !before_q || busy_q == 6'd0 || busy_q <= 6'(2 * u_dut.u_in_fifo.read_q) + 6'd1);
    end
  end

endmodule
