// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_multi_aes_output answers by the rules of the stream, whatever comes out of the lanes, as long as
// the rest of the core keeps its promises (multi_aes_output_contract). For all time, by induction.

module multi_aes_output_check
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic           taken_i,
  input batch_t         batch_i,
  input logic   [255:0] word_i,
  input logic           open_i,
  input logic   [127:0] hash_i,
  input logic           hash_ready_i,
  input logic           keys_ready_i,
  input logic           pass_i,
  input logic           put_i,
  input logic   [  3:0] put_kind_i,
  input logic           put_status_i,
  input logic   [  1:0] status_i,
  input logic           hash_taken_i,
  input logic           m_axis_tready
);

  logic [127:0] m_axis_tdata;
  logic [15:0] m_axis_tkeep;
  logic m_axis_tlast;
  logic [UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;
  logic free, segment;
  logic [UserWidth-1:0] kind;

  roundel_multi_aes_output u_dut (
    .clk_i,
    .rst_ni,
    .taken_i,
    .batch_i,
    .word_i,
    .open_i,
    .hash_i,
    .hash_ready_i,
    .keys_ready_i,
    .pass_i,
    .put_i,
    .put_kind_i,
    .put_status_i,
    .status_i,
    .free_o      (free),
    .leave_o     (),
    .use_o       (),
    .use_kind_o  (),
    .use_high_o  (),
    .hash_valid_o(),
    .hash_taken_i,
    .out_o       (),
    .different_o (),
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
    .room_i  (!u_dut.word_valid_q || u_dut.load_pair),
    .free_i  (free),
    .taken_i,
    .batch_i,
    .open_i,
    .pass_i,
    .put_i,
    .put_kind_i,
    .put_status_i,
    .status_i,
    .inside_o(segment),
    .kind_o  (kind)
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
  // Invariants: the segment behind the bus, the pair and the word
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic gives;
    logic closes;
    logic right;
    logic [UserWidth-1:0] kind;
  } part_t;

  // What a pair still gives.
  function automatic part_t part_of(batch_t batch, logic open);
    logic [1:0] given;
    part_of.kind = KindRandom;
    given = batch.lanes;
    unique case (batch.kind)
      BatchText: part_of.kind = open ? KindUnverified : KindText;
      BatchTag: begin
        part_of.kind = KindTag;
        if (open) given = '0;
      end
      BatchMac: part_of.kind = KindTag;
      BatchDigest: part_of.kind = KindDigest;
      BatchRandom: given = batch.lanes & ~batch.keys;
      default: given = '0;
    endcase
    part_of.gives = given != '0;
    part_of.closes = (batch.ends & given) != '0;
    part_of.right = (batch.keep & (batch.keep + 16'd1)) == '0 && !(batch.ends[0] && given == 2'b11);
  endfunction

  part_t part[2];  // 0: the pair, 1: the word behind it
  logic [1:0] there;
  logic behind[3];
  logic [UserWidth-1:0] behind_kind[3];

  assign part[0] = part_of(u_dut.pair_batch_q, open_i);
  assign part[1] = part_of(u_dut.word_batch_q, open_i);
  assign there = {u_dut.word_valid_q, u_dut.pair_valid_q};
  assign behind[0] = m_axis_tvalid ? !m_axis_tlast : u_stream.inside_q;
  assign behind_kind[0] = m_axis_tvalid ? m_axis_tuser : u_stream.kind_q;
  for (genvar i = 0; i < 2; i++) begin : gen_behind
    logic gives;
    assign gives = there[i] && part[i].gives;
    assign behind[i+1] = gives ? !part[i].closes : behind[i];
    assign behind_kind[i+1] = gives ? part[i].kind : behind_kind[i];
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert (segment == behind[2]);
      assert (!segment || kind == behind_kind[2]);
      assert (free || u_contract.open_q == open_i);
      for (int unsigned i = 0; i < 2; i++) begin
        assert (!(there[i] && part[i].gives) || part[i].right);
        assert (!(there[i] && part[i].gives && behind[i]) || part[i].kind == behind_kind[i]);
      end
      assert (!u_dut.pair_valid_q || u_dut.pair_batch_q.lanes != '0);
      assert (!u_dut.word_valid_q || u_dut.word_batch_q.lanes != '0);
      assert (!m_axis_tvalid || !u_stream.inside_q || m_axis_tuser == u_stream.kind_q);
      assert (!m_axis_tvalid || m_axis_tuser <= KindUnverified);
      // A status stands alone, with its byte.
      assert (!(m_axis_tvalid && m_axis_tuser == KindStatus) ||
          (m_axis_tkeep == 16'h1 && m_axis_tlast && !u_stream.inside_q));
      assert (!m_axis_tvalid || (m_axis_tkeep & (m_axis_tkeep + 16'd1)) == '0);
      assert (!m_axis_tvalid || m_axis_tlast || (&m_axis_tkeep));
      assert (!m_axis_tvalid || m_axis_tkeep[0] || u_dut.status_q == '0);
      for (int unsigned k = 0; k < 16; k++) begin
        assert (!m_axis_tvalid || m_axis_tkeep[k] || u_dut.out_q[k] == '0);
      end
    end
  end

endmodule
