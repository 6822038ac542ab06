// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The steps of roundel_aes_gcm_xhs keep aes_gcm_xhs_contract where they leave the pipeline, if they keep it
// where they enter, with a reset at any time. A step leaves once it has entered. The task leaves free the
// steps that enter, their bytes, and the result of the cipher.

module aes_gcm_xhs_line_check
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter int unsigned KeyBytes    = 16,
  parameter int unsigned BlockCycles = 1
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

  localparam int unsigned Cycles = roundel_aes_line_pkg::line_cycles(KeyBytes / 4 + 6, 2, BlockCycles);
  localparam int unsigned TagGap = roundel_ghash_line_pkg::ring_slots(BlockCycles) * BlockCycles + 1;

  roundel_aes_gcm_xhs #(
    .KeyBytes   (KeyBytes),
    .BlockCycles(BlockCycles)
  ) u_dut (
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

  logic started_q = 1'b0;
  logic on;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  assign on = started_q && rst_ni;
  always_comb begin
    assume (started_q || !rst_ni);
  end

  function automatic logic is_answer(step_t step);
    return step.text || step.tag || step.error;
  endfunction

  step_t first, last;
  logic [15:0] last_keep;
  logic first_inside, first_open, last_inside, last_open;
  logic [TagGap-1:1] first_tags, last_tags;
  assign first = u_dut.step_q[0];
  assign last = u_dut.step_q[Cycles];
  assign last_keep = u_dut.keep;

  aes_gcm_xhs_contract #(
    .TagGap(TagGap),
    .Assume(1'b1)
  ) u_first (
    .clk_i,
    .rst_ni  (on),
    .step_i  (first),
    .keep_i  (u_dut.new_keep),
    .inside_o(first_inside),
    .open_o  (first_open),
    .tags_o  (first_tags)
  );

  aes_gcm_xhs_contract #(
    .TagGap(TagGap)
  ) u_last (
    .clk_i,
    .rst_ni  (on),
    .step_i  (last),
    .keep_i  (last_keep),
    .inside_o(last_inside),
    .open_o  (last_open),
    .tags_o  (last_tags)
  );

  // The steps between the entry that the answers count and the end.
  logic [7:0] flying_q = '0;
  always_ff @(posedge clk_i) begin
    flying_q <= on ? flying_q + 8'(is_answer(u_dut.step_q[1])) - 8'(is_answer(last)) : '0;
  end

  always_comb begin
    if (on) assert (!is_answer(last) || flying_q != '0);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: the steps in the pipeline, their bytes in the delay, and how many there are
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam int unsigned AddressWidth = $clog2(Cycles);
  typedef logic [AddressWidth-1:0] address_t;
  address_t write_address;
  assign write_address = u_dut.u_delay.write_q;

  logic [Cycles:1] inside_q, open_q;  // before the step at each place
  logic [Cycles:0] in_segment, open;
  logic [7:0] number_q[Cycles+1];  // of the steps before it; element 0: before the step that enters
  logic [Cycles+TagGap-1:0] tags;  // in the pipeline and after it
  assign in_segment = {inside_q, first_inside};
  assign open   = {open_q, first_open};
  assign tags[Cycles+TagGap-1:Cycles+1] = last_tags;

  always_ff @(posedge clk_i) begin
    number_q[0] <= on ? number_q[0] + 8'(is_answer(first)) : '0;
    for (int c = 1; c <= Cycles; c++) begin
      inside_q[c] <= on && in_segment[c-1];
      open_q[c]   <= open[c-1];
      number_q[c] <= on ? number_q[c-1] : '0;
    end
  end

  always_comb begin
    if (on) begin
      assert (u_dut.u_delay.read_q == write_address - address_t'(Cycles - 3));
      assert (last_inside == in_segment[Cycles]);
      assert (!last_inside || last_open == open[Cycles]);
      assert (flying_q == number_q[1] - number_q[Cycles]);
      assert (first_tags == tags[TagGap-1:1]);
    end
  end

  for (genvar c = 0; c <= Cycles + TagGap - 1; c++) begin : gen_tag
    if (c <= Cycles) begin : gen_inside
      assign tags[c] = u_dut.step_q[c].tag;
    end
    always_comb begin
      if (on) begin
        for (int unsigned d = 1; d < TagGap; d++) begin
          if (c + d < Cycles + TagGap) assert (!(tags[c] && tags[c+d]));
        end
      end
    end
  end

  for (genvar c = 1; c <= Cycles; c++) begin : gen_step
    step_t step;
    logic [15:0] keep;
    assign step = u_dut.step_q[c];
    if (c == Cycles) begin : gen_last
      assign keep = last_keep;
    end else if (c == Cycles - 1) begin : gen_near
      assign keep = u_dut.u_delay.near_q[143:128];
    end else if (c == Cycles - 2) begin : gen_word
      assign keep = u_dut.u_delay.word_q[143:128];
    end else begin : gen_cell
      address_t address;
      logic [143:0] word;
      assign address = write_address - address_t'(c);
      assign word = u_dut.u_delay.mem_q[address];
      assign keep = word[143:128];
    end
    always_comb begin
      if (on) begin
        assert ($onehot0({step.text, step.tag, step.error}));
        assert (!(step.text || step.tag) || ((keep & (keep + 16'd1)) == '0 &&
                (keep == '1 || step.last || step.tag)));
        assert (!in_segment[c] || (!step.tag && !step.error && (!step.text || step.open == open[c])));
        assert (in_segment[c-1] == (step.text ? !step.last : in_segment[c]));
        assert (!in_segment[c-1] || open[c-1] == (step.text ? step.open : open[c]));
        assert (number_q[c-1] == number_q[c] + 8'(is_answer(step)));
        if (c > 1) assert (number_q[1] - number_q[c] < 8'(c));
      end
    end
  end

endmodule
