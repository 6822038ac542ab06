// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A STATUS that roundel_aes_gcm_xhs_answer sends is ACCEPTED if and only if it answers the tag of an OPEN and
// all bytes of the difference that count were zero. For any steps, sums, differences and stalls of the sink,
// and a reset at any time, if a step is text, a tag or an error, tags are HashCycle - 1 cycles apart, and the
// hash of a tag comes HashCycle cycles after it. For all time, by induction: each cell of the memory has
// beside it what its STATUS must be. Memory and registers start at zero.

module aes_gcm_xhs_verdict_check
  import roundel_stream_pkg::*;
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter int unsigned HashCycle = 7,
  parameter int unsigned Depth     = 128
) (
  input logic clk_i,
  input logic rst_ni,

  input logic         entered_i,
  input step_t        step_i,
  input logic [127:0] sum_i,
  input logic [ 15:0] keep_i,
  input logic         hash_valid_i,
  input logic [127:0] hash_i,
  input logic         m_axis_tready
);

  localparam int unsigned TagGap = HashCycle - 1;
  localparam int unsigned Store = HashCycle + 5;  // cycle in which a beat is stored
  localparam int unsigned BeatBits = 147;  // kind, last, keep, data

  logic [127:0] tdata;
  logic [UserWidth-1:0] tuser;
  logic tvalid;

  roundel_aes_gcm_xhs_answer #(
    .HashCycle(HashCycle),
    .Depth    (Depth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .entered_i,
    .space_o      (),
    .step_i,
    .sum_i,
    .keep_i,
    .hash_valid_i,
    .hash_i,
    .m_axis_tdata (tdata),
    .m_axis_tkeep (),
    .m_axis_tlast (),
    .m_axis_tuser (tuser),
    .m_axis_tvalid(tvalid),
    .m_axis_tready
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is true of the steps: element c is of c cycles before
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic started_q = 1'b0;
  logic [Store:0] text, tag, error, open;
  logic [Store:1] text_q, tag_q, error_q, open_q;
  logic [15:0] keep_q;  // bytes of the last tag that count
  logic [Store:HashCycle+1] equal_q;  // the difference was zero
  logic different;

  assign text = {text_q, step_i.text};
  assign tag = {tag_q, step_i.tag};
  assign error = {error_q, step_i.error};
  assign open = {open_q, step_i.open};

  always_comb begin
    different = 1'b0;
    for (int unsigned k = 0; k < 16; k++) different |= keep_q[k] && hash_i[8*k+:8] != '0;
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    equal_q <= {equal_q[Store-1:HashCycle+1], !different};
    if (!rst_ni) begin
      text_q <= '0;
      tag_q <= '0;
      error_q <= '0;
      open_q <= '0;
      keep_q <= '0;
    end else begin
      text_q <= text[Store-1:0];
      tag_q <= tag[Store-1:0];
      error_q <= error[Store-1:0];
      open_q <= open[Store-1:0];
      if (tag[1]) keep_q <= keep_i;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!(step_i.text && step_i.tag) && !(step_i.text && step_i.error) && !(step_i.tag && step_i.error));
    assume (!step_i.tag || tag_q[TagGap-1:1] == '0);
    assume (!tag[HashCycle] || hash_valid_i);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What a STATUS must be, beside each beat: in the memory, in its output word, and on the bus
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic right, word_right_q, out_right_q;
  logic right_q[Depth];

  assign right = tag[Store] && open[Store] && equal_q[Store];

  always_ff @(posedge clk_i) begin
    if (u_dut.write_q) right_q[u_dut.u_memory.write_q[$clog2(Depth)-1:0]] <= right;
    if (u_dut.u_memory.fetch) word_right_q <= right_q[u_dut.u_memory.read_q[$clog2(Depth)-1:0]];
    if (u_dut.stored_ready) out_right_q <= word_right_q;
  end

  // The STATUS of a beat of the module, in its packed form: kind, last, keep, data.
  function automatic logic is_right(logic [BeatBits-1:0] beat, logic accepted);
    return beat[BeatBits-1-:2] != 2'd3 || ((beat[7:0] == StatusAccepted) == accepted &&
        beat[7:0] inside {StatusAccepted, StatusRefused, StatusError});
  endfunction

  for (genvar i = 0; i < Depth; i++) begin : gen_cell
    always_comb if (started_q) assert (is_right(u_dut.u_memory.mem_q[i], right_q[i]));
  end

  always_comb begin
    if (started_q && tvalid && tuser == KindStatus) begin
      assert ((tdata[7:0] == StatusAccepted) == out_right_q);
      assert (tdata[7:0] inside {StatusAccepted, StatusRefused, StatusError});
    end
    if (started_q) begin
      assert (is_right(u_dut.u_memory.word_q, word_right_q));
      assert (is_right(u_dut.out, out_right_q));
    end
  end

  // On the way to the memory.
  for (genvar c = 1; c <= Store; c++) begin : gen_step
    always_comb begin
      if (started_q) begin
        assert (u_dut.flags_q[c].text == text[c] && u_dut.flags_q[c].tag == tag[c]);
        assert (u_dut.flags_q[c].error == error[c] && u_dut.flags_q[c].open == open[c]);
        assert (!(text[c] && tag[c]) && !(text[c] && error[c]) && !(tag[c] && error[c]));
        for (int unsigned d = 1; d < TagGap; d++) begin
          if (c + d <= Store) assert (!(tag[c] && tag[c+d]));
        end
      end
    end
  end
  always_comb begin
    if (started_q) begin
      assert (u_dut.tag_keep_q == keep_q);
      if (tag[HashCycle+1]) assert (equal_q[HashCycle+1] == (u_dut.word_q == '0));
      if (tag[HashCycle+2]) assert (equal_q[HashCycle+2] == (u_dut.equal_32_q == '1));
      if (tag[HashCycle+3]) assert (equal_q[HashCycle+3] == (u_dut.equal_8_q == '1));
      assert (u_dut.verdict_q.accepted == (tag[HashCycle+4] && open[HashCycle+4] && equal_q[HashCycle+4]));
      assert (u_dut.verdict_q.refused == (tag[HashCycle+4] && open[HashCycle+4] && !equal_q[HashCycle+4]));
      assert (u_dut.write_q == (text[Store] || tag[Store] || error[Store]));
      if (u_dut.write_q) assert (is_right(u_dut.beat_q, right));
    end
  end

endmodule
