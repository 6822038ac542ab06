// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The answers of roundel_aes_gcm_xhs_answer keep the rules of the stream for all steps that keep
// aes_gcm_xhs_contract, with any data, results of the cipher and hashes, any stalls of the sink and a reset
// at any time. A step enters only if there was space three cycles before it is counted, and leaves only if
// it has entered. For all time, by induction.
//
// Of the memory one cell is followed, whose address is free and constant, and the beat that leaves after the
// beat of that cell. What holds of it holds of every cell.

module aes_gcm_xhs_answer_check
  import roundel_stream_pkg::*;
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter int unsigned HashCycle = 7,
  parameter int unsigned Depth     = 128
) (
  input logic clk_i,
  input logic rst_ni,

  input logic          entered_i,
  input step_t         step_i,
  input logic  [127:0] cipher_i,
  input logic  [127:0] data_i,
  input logic  [ 15:0] keep_i,
  input logic          hash_valid_i,
  input logic  [127:0] hash_i,
  input logic          m_axis_tready,

  input logic [$clog2(Depth)-1:0] followed_i
);

  localparam int unsigned TagGap = HashCycle - 1;
  localparam int unsigned Meet = HashCycle + 4;
  localparam int unsigned Delay = Meet - 1;
  localparam int unsigned AddressWidth = $clog2(Depth);
  localparam int unsigned DelayWidth = $clog2(Delay);
  typedef logic [AddressWidth-1:0] address_t;
  typedef logic [AddressWidth:0] pointer_t;
  typedef logic [DelayWidth-1:0] delay_t;

  typedef struct packed {
    logic [1:0]   kind;
    logic         last;
    logic [15:0]  keep;
    logic [127:0] data;
  } beat_t;

  localparam logic [1:0] BeatText = 2'd0;
  localparam logic [1:0] BeatUnverified = 2'd1;
  localparam logic [1:0] BeatStatus = 2'd3;

  logic space, m_axis_tlast, m_axis_tvalid;
  logic [127:0] sum, m_axis_tdata;
  logic [15:0] sum_keep, m_axis_tkeep;
  logic [UserWidth-1:0] m_axis_tuser;

  roundel_aes_gcm_xhs_sum u_sum (
    .clk_i,
    .rst_ni,
    .step_i,
    .cipher_i,
    .data_i,
    .keep_i,
    .sum_o    (sum),
    .keep_o   (sum_keep),
    .block_o  (),
    .lengths_o(),
    .subkey_o ()
  );

  roundel_aes_gcm_xhs_answer #(
    .HashCycle(HashCycle),
    .Depth    (Depth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .entered_i,
    .space_o(space),
    .step_i,
    .sum_i  (sum),
    .keep_i (sum_keep),
    .hash_valid_i,
    .hash_i,
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  logic started_q = 1'b0;
  logic on;
  address_t followed_q;

  always_ff @(posedge clk_i) begin
    started_q  <= 1'b1;
    followed_q <= followed_i;
  end
  assign on = started_q && rst_ni;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The steps: space three cycles before, and those that have entered and not left
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic inside_first, open_first, answers;
  logic [TagGap-1:1] tags_first;
  logic [3:1] space_q = '0;
  logic [7:0] flying_q = '0;

  aes_gcm_xhs_contract #(
    .TagGap(TagGap),
    .Assume(1'b1)
  ) u_contract (
    .clk_i,
    .rst_ni  (on),
    .step_i,
    .keep_i,
    .inside_o(inside_first),
    .open_o  (open_first),
    .tags_o  (tags_first)
  );

  assign answers = step_i.text || step_i.tag || step_i.error;

  always_ff @(posedge clk_i) begin
    space_q  <= on ? {space_q[2:1], space} : '0;
    flying_q <= on ? flying_q + 8'(entered_i) - 8'(answers) : '0;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!started_q || followed_i == followed_q);
    if (on) begin
      assume (!entered_i || space_q[3]);
      assume (!answers || flying_q != '0);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The rules. Those of segments are checked of the beats that are followed.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  stream_properties #(
    .DataWidth(128),
    .Segments (1'b0)
  ) u_output (
    .clk_i,
    .rst_ni  (on),
    .tdata_i (m_axis_tdata),
    .tkeep_i (m_axis_tkeep),
    .tlast_i (m_axis_tlast),
    .tuser_i (m_axis_tuser),
    .tvalid_i(m_axis_tvalid),
    .tready_i(m_axis_tready)
  );

  address_t read_address, next_address;
  pointer_t stored, distance;
  logic fetch, word_valid, word_followed_q, out_followed_q;
  logic sent_followed_q = 1'b0;  // the beat that was accepted last
  assign read_address = u_dut.u_memory.read_q[AddressWidth-1:0];
  assign next_address = followed_i + address_t'(1);
  assign stored = u_dut.u_memory.write_q - u_dut.u_memory.read_q;
  assign distance = pointer_t'(address_t'(followed_i - read_address));
  assign fetch = u_dut.u_memory.fetch;
  assign word_valid = u_dut.stored_valid;

  always_ff @(posedge clk_i) begin
    if (fetch) word_followed_q <= read_address == followed_i;
    if (u_dut.stored_ready) out_followed_q <= word_followed_q;
    if (!on) sent_followed_q <= 1'b0;
    else if (m_axis_tvalid && m_axis_tready) sent_followed_q <= out_followed_q;
  end

  always_comb begin
    if (on && m_axis_tvalid) begin
      if (out_followed_q) begin
        assert (u_output.keep_prefix);
        assert (u_output.keep_full);
        assert (u_output.kind_known);
        assert (u_output.unused_zero);
      end
      if (sent_followed_q) assert (u_output.kind_holds);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: the steps on their way to the memory, each with its bytes. Element c is of c cycles before.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  function automatic logic is_prefix(logic [15:0] keep);
    return (keep & (keep + 16'd1)) == '0;
  endfunction

  function automatic logic is_masked(logic [127:0] data, logic [15:0] keep);
    is_masked = 1'b1;
    for (int unsigned k = 0; k < 16; k++) is_masked &= keep[k] || data[8*k+:8] == '0;
  endfunction

  logic [Meet+1:1] inside_q, open_q;  // before the step: a segment of text has begun, it is UNVERIFIED
  logic [Meet+1:0] in_segment, open, tags;
  logic [7:0] number_q[Meet+1];  // of the answers before the step
  delay_t write_address;
  assign in_segment = {inside_q, inside_first};
  assign open = {open_q, open_first};
  assign write_address = u_dut.u_delay.write_q;

  always_ff @(posedge clk_i) begin
    number_q[0] <= on ? number_q[0] + 8'(answers) : '0;
    for (int c = 1; c <= Meet + 1; c++) begin
      inside_q[c] <= on && in_segment[c-1];
      open_q[c]   <= open[c-1];
    end
    for (int c = 1; c <= Meet; c++) number_q[c] <= on ? number_q[c-1] : '0;
  end

  for (genvar c = 0; c <= Meet + 1; c++) begin : gen_tag
    assign tags[c] = u_dut.flags_q[c].tag;
    always_comb begin
      if (on) begin
        if (c > 0 && c < TagGap) assert (tags_first[c] == tags[c]);
        for (int unsigned d = 1; d < TagGap; d++) begin
          if (c + d <= Meet + 1) assert (!(tags[c] && tags[c+d]));
        end
      end
    end
  end

  for (genvar c = 1; c <= Meet + 1; c++) begin : gen_step
    logic text, tag, error, last, sends_open;
    assign text = u_dut.flags_q[c].text;
    assign tag = u_dut.flags_q[c].tag;
    assign error = u_dut.flags_q[c].error;
    assign last = u_dut.flags_q[c].last;
    assign sends_open = u_dut.flags_q[c].open;
    always_comb begin
      if (on) begin
        assert ($onehot0({text, tag, error}));
        assert (!in_segment[c] || (!tag && !error && (!text || sends_open == open[c])));
        assert (in_segment[c-1] == (text ? !last : in_segment[c]));
        assert (!in_segment[c-1] || open[c-1] == (text ? sends_open : open[c]));
      end
    end
  end

  for (genvar c = 1; c <= Meet; c++) begin : gen_word
    logic [143:0] word;
    logic [15:0] keep;
    logic text, tag, last;
    assign text = u_dut.flags_q[c].text;
    assign tag = u_dut.flags_q[c].tag;
    assign last = u_dut.flags_q[c].last;
    assign keep = word[143:128];
    if (c == 1) begin : gen_sum
      assign word = {sum_keep, sum};
    end else if (c == Meet) begin : gen_last
      assign word = {u_dut.keep, u_dut.text};
    end else if (c == Meet - 1) begin : gen_near
      assign word = u_dut.u_delay.near_q;
    end else if (c == Meet - 2) begin : gen_read
      assign word = u_dut.u_delay.word_q;
    end else begin : gen_cell
      delay_t address;
      assign address = write_address - delay_t'(c - 1);
      assign word = u_dut.u_delay.mem_q[address];
    end
    always_comb begin
      if (on) begin
        assert (!(text || tag) || (is_prefix(keep) && (keep == '1 || last || tag)));
        assert (!text || is_masked(word[127:0], keep));
        // Of a tag: what is kept of it, then its hash.
        if (c > 1 && c <= HashCycle) assert (!tag || u_dut.tag_keep_q == keep);
        if (c > HashCycle) assert (!tag || is_masked(u_dut.word_q, keep));
        assert (number_q[c-1] == number_q[c] + 8'(text || tag || u_dut.flags_q[c].error));
        assert (number_q[0] - number_q[c] <= 8'(c));
      end
    end
  end

  // The hash of a tag is cleared when its answer is stored.
  always_comb begin
    if (on) begin
      assert (u_dut.u_delay.read_q == write_address - delay_t'(Delay - 3));
      assert (u_dut.word_q == '0 || tags[Meet+1:HashCycle+1] != '0);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: there is a place for every answer
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [7:0] near;  // answers on their way to the register before the memory
  logic [9:0] all;
  assign near = number_q[0] - number_q[Meet];
  assign all = 10'(flying_q) + 10'(near) + 10'(u_dut.write_q) + 10'(stored) + 10'(word_valid) +
      10'(u_dut.left_q);

  always_comb begin
    if (on) begin
      assert (u_dut.write_q == (u_dut.flags_q[Meet+1].text || u_dut.flags_q[Meet+1].tag ||
              u_dut.flags_q[Meet+1].error));
      assert (u_dut.u_memory.commit_q == u_dut.u_memory.write_q);
      assert (10'(u_dut.answers_q) == all);
      assert (u_dut.answers_q <= 8'd125 && flying_q <= 8'd125 && 8'(stored) <= 8'd125);
      assert (!space || u_dut.answers_q <= 8'd121);
      assert (!space_q[1] || u_dut.answers_q <= 8'd122);
      assert (!space_q[2] || u_dut.answers_q <= 8'd123);
      assert (!space_q[3] || u_dut.answers_q <= 8'd124);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: the beats in the memory and after it
  //////////////////////////////////////////////////////////////////////////////////////////////////

  function automatic logic is_beat(beat_t beat);
    return is_prefix(beat.keep) && (beat.keep == '1 || beat.last) && is_masked(beat.data, beat.keep) &&
        (beat.last || beat.kind == BeatText || beat.kind == BeatUnverified);
  endfunction

  function automatic logic [UserWidth-1:0] user_of(logic [1:0] kind);
    return kind == BeatText ? KindText : kind == BeatUnverified ? KindUnverified :
        kind == BeatStatus ? KindStatus : KindTag;
  endfunction

  // After the beats that are stored, a segment of this kind is open.
  logic more;
  logic [1:0] more_kind;
  beat_t new_beat, cell_beat, next_beat, word, out;
  assign more = in_segment[Meet+1];
  assign more_kind = open[Meet+1] ? BeatUnverified : BeatText;
  assign new_beat = u_dut.beat_q;
  assign cell_beat = u_dut.u_memory.mem_q[followed_i];
  assign next_beat = u_dut.u_memory.mem_q[next_address];
  assign word = u_dut.stored;
  assign out = u_dut.out;

  // The beat of the followed cell has left the memory: the one after it is of the same kind, unless the
  // followed one was the last of its segment.
  function automatic logic goes_on(logic last, logic [1:0] kind);
    return read_address == next_address &&
        (last || (stored == '0 ? more && more_kind == kind : next_beat.kind == kind));
  endfunction

  logic [1:0] sent_kind;
  assign sent_kind = u_output.kind_q == KindUnverified ? BeatUnverified : BeatText;

  always_comb begin
    if (on) begin
      if (u_dut.write_q) begin
        assert (is_beat(new_beat));
        assert (!more || new_beat.kind == more_kind);
        assert (in_segment[Meet] == !new_beat.last);
        assert (new_beat.last || (open[Meet] ? BeatUnverified : BeatText) == new_beat.kind);
      end
      if (distance < stored) assert (is_beat(cell_beat));
      if (distance + pointer_t'(1) < stored) assert (cell_beat.last || next_beat.kind == cell_beat.kind);
      if (distance + pointer_t'(1) == stored)
        assert (cell_beat.last || (more && more_kind == cell_beat.kind));
      if (word_valid && word_followed_q) assert (is_beat(word) && goes_on(word.last, word.kind));
      if (m_axis_tvalid && out_followed_q) begin
        assert (is_beat(out));
        if (word_valid)
          assert (out.last || word.kind == out.kind);
          else assert (goes_on(out.last, out.kind));
      end
      if (sent_followed_q) begin
        assert (!u_output.inside_q || u_output.kind_q == user_of(sent_kind));
        if (!m_axis_tvalid) begin
          if (word_valid)
            assert (!u_output.inside_q || word.kind == sent_kind);
            else assert (goes_on(!u_output.inside_q, sent_kind));
        end
      end
    end
  end

endmodule
