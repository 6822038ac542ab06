// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The answers of roundel_multi_aes_output keep the rules of the stream, with any results of the lanes, if the
// rest of the core keeps multi_aes_output_contract. A STATUS is ACCEPTED only after a comparison that found
// the block equal to the tag. For all time, by induction.

module multi_aes_output_check
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::*;
  import roundel_multi_aes_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic           retire_i,
  input batch_t         batch_i,
  input logic   [255:0] word_i,
  input logic           open_i,
  input logic   [127:0] hash_i,
  input logic   [127:0] tag_i,
  input logic           hash_ready_i,
  input logic           keys_ready_i,
  input logic           load_hash_i,
  input logic           send_i,
  input logic   [  3:0] send_kind_i,
  input logic           send_status_i,
  input logic           compare_i,
  input logic           hash_accepted_i,
  input logic           m_axis_tready
);

  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;
  logic idle, segment, used;
  logic [2:1] used_before;
  logic [UserWidth-1:0] kind;

  roundel_multi_aes_output u_dut (
    .clk_i,
    .rst_ni,
    .retire_i,
    .batch_i,
    .word_i,
    .open_i,
    .hash_i,
    .tag_i,
    .hash_ready_i,
    .keys_ready_i,
    .load_hash_i,
    .send_i,
    .send_kind_i,
    .send_status_i,
    .compare_i,
    .idle_o      (idle),
    .pair_done_o (),
    .use_o       (used),
    .use_kind_o  (),
    .use_high_o  (),
    .hash_valid_o(),
    .hash_accepted_i,
    .out_o       (),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  multi_aes_output_contract #(
    .Assume(1'b1)
  ) u_contract (
    .clk_i,
    .rst_ni,
    .can_accept_i(!u_dut.word_valid_q || u_dut.load_pair),
    .idle_i      (idle),
    .retire_i,
    .batch_i,
    .open_i,
    .used_i      (used),
    .compare_i,
    .load_hash_i,
    .send_i,
    .send_kind_i,
    .send_status_i,
    .used_o      (used_before),
    .inside_o    (segment),
    .kind_o      (kind)
  );

  stream_properties #(
    .DataWidth(128)
  ) u_stream (
    .clk_i,
    .rst_ni,
    .tdata_i (m_axis_tdata),
    .tkeep_i (m_axis_tkeep),
    .tlast_i (m_axis_tlast),
    .tuser_i (m_axis_tuser),
    .tvalid_i(m_axis_tvalid),
    .tready_i(m_axis_tready)
  );

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  always_comb begin
    assume (started_q || !rst_ni);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Invariants: the segment after the bus, the pair and the word
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic sends;
    logic ends;
    logic well_formed;
    logic [UserWidth-1:0] kind;
  } part_t;

  // What a pair still sends.
  function automatic part_t part_of(batch_t batch, logic open);
    logic [1:0] sent;
    part_of.kind = KindRandom;
    sent = batch.lanes;
    unique case (batch.kind)
      BatchText: part_of.kind = open ? KindUnverified : KindText;
      BatchTag: begin
        part_of.kind = KindTag;
        if (open) sent = '0;
      end
      BatchMac: part_of.kind = KindTag;
      BatchDigest: part_of.kind = KindDigest;
      BatchRandom: sent = batch.lanes & ~batch.keys;
      default: sent = '0;
    endcase
    part_of.sends = sent != '0;
    part_of.ends = (batch.last & sent) != '0;
    part_of.well_formed = (batch.keep & (batch.keep + 16'd1)) == '0 && !(batch.last[0] && sent == 2'b11);
  endfunction

  part_t part[2];  // 0: the pair, 1: the word after it
  logic [1:0] valid;
  logic after[3];
  logic [UserWidth-1:0] after_kind[3];

  assign part[0] = part_of(u_dut.pair_batch_q, open_i);
  assign part[1] = part_of(u_dut.word_batch_q, open_i);
  assign valid = {u_dut.word_valid_q, u_dut.pair_valid_q};
  assign after[0] = m_axis_tvalid ? !m_axis_tlast : u_stream.inside_q;
  assign after_kind[0] = m_axis_tvalid ? m_axis_tuser : u_stream.kind_q;
  for (genvar i = 0; i < 2; i++) begin : gen_after
    logic sends;
    assign sends = valid[i] && part[i].sends;
    assign after[i+1] = sends ? !part[i].ends : after[i];
    assign after_kind[i+1] = sends ? part[i].kind : after_kind[i];
  end

  // Whether the block used 1 and 2 cycles ago was equal to the tag, and the verdict: now, and on the bus.
  logic equal_q1, equal_q2;
  verdict_t right_q, bus_right_q;
  always_ff @(posedge clk_i) begin
    equal_q1 <= u_dut.use_q && u_dut.out_q == tag_i;
    equal_q2 <= equal_q1;
    right_q <= rst_ni && compare_i ? '{accepted: equal_q2, refused: !equal_q2} : '0;
    if (send_i) bus_right_q <= right_q;
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert (!used_before[1] || (u_dut.equal_32_q == '1) == equal_q1);
      assert (!used_before[2] || (u_dut.equal_8_q == '1) == equal_q2);
      assert (u_dut.verdict_q == right_q);
      assert (!(m_axis_tvalid && m_axis_tuser == KindStatus) ||
          (u_dut.sent_verdict_q == bus_right_q && m_axis_tdata[7:0] == status_of(
          bus_right_q
      )));
      assert (segment == after[2]);
      assert (!segment || kind == after_kind[2]);
      assert (idle || u_contract.open_q == open_i);
      for (int unsigned i = 0; i < 2; i++) begin
        assert (!(valid[i] && part[i].sends) || part[i].well_formed);
        assert (!(valid[i] && part[i].sends && after[i]) || part[i].kind == after_kind[i]);
      end
      assert (!u_dut.pair_valid_q || u_dut.pair_batch_q.lanes != '0);
      assert (!u_dut.word_valid_q || u_dut.word_batch_q.lanes != '0);
      assert (!m_axis_tvalid || !u_stream.inside_q || m_axis_tuser == u_stream.kind_q);
      assert (!m_axis_tvalid || m_axis_tuser <= KindUnverified);
      // A status is alone in its segment, with its byte.
      assert (!(m_axis_tvalid && m_axis_tuser == KindStatus) ||
          (m_axis_tkeep == 16'h1 && m_axis_tlast && !u_stream.inside_q));
      assert (!m_axis_tvalid || (m_axis_tkeep & (m_axis_tkeep + 16'd1)) == '0);
      assert (!m_axis_tvalid || m_axis_tlast || (&m_axis_tkeep));
      assert (!m_axis_tvalid || u_dut.is_status_q == (m_axis_tuser == KindStatus));
      for (int unsigned k = 0; k < 16; k++) begin
        assert (!m_axis_tvalid || m_axis_tkeep[k] || u_dut.out_q[k] == '0);
      end
    end
  end

endmodule
