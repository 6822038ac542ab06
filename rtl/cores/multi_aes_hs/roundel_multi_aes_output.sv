// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sends the results of the lanes, one lane after the other: two pairs wait, then one block is in out_o. From
// there it goes to the bus, to GHASH, or to its use in the core. The hash of a message is added on the way to
// out_o; it is zero where it is not wanted.
//
// Schedule:   retire_i in cycle t: word_i is valid in t+1, and its first block is in out_o from t+3 if
//             nothing waits; at most one block every two cycles to the bus.
//             A block used in the core (use_o) is in out_o for that one cycle. A block for the bus is kept
//             until m_axis_tready, and a ciphertext until GHASH accepts it. To judge a tag that is used in
//             cycle u (use_o), set compare_i in u+2 and send the STATUS in u+3.
// Interfaces: word_i from roundel_multi_aes_datapath; control from and to roundel_multi_aes_control; out_o to
//             roundel_ghash, roundel_multi_aes_xor_operand and the key schedule; m_axis to the sink.
// Bytes:      byte 0 of a block is out_o[7:0]; a status code is in byte 0.
// Reference:  docs/stream-protocol.md

module roundel_multi_aes_output
  import roundel_stream_pkg::*;
  import roundel_verdict_pkg::*;
  import roundel_multi_aes_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic         retire_i,      // word_i is the result of batch_i in the next cycle
  input  batch_t       batch_i,       // batch of the result
  input  logic [255:0] word_i,        // result of both lanes, lane A in bits [127:0]
  input  logic         open_i,        // the command is OPEN or VERIFY: a tag is checked
  input  logic [127:0] hash_i,        // hash of the message, or zero
  input  logic [127:0] tag_i,         // with use_o: tag to compare with the block, unless that includes it
  input  logic         hash_ready_i,  // a tag can be sent
  input  logic         keys_ready_i,  // lanes that are a key can be sent

  input logic       load_hash_i,    // out_o becomes the hash for one cycle; only while idle_o
  input logic       send_i,         // send a beat without a block; only while idle_o
  input logic [3:0] send_kind_i,    // with send_i: kind of the beat
  input logic       send_status_i,  // with send_i: the beat is a STATUS, the verdict or otherwise ERROR
  input logic       compare_i,      // judge the tag: the block used two cycles ago must be equal to tag_i

  output logic         idle_o,           // no pair, block or beat is here
  output logic         pair_done_o,      // a pair has left
  output logic         use_o,            // the block in out_o is used in the core in this cycle
  output batch_e       use_kind_o,       // with use_o: kind of its batch
  output logic         use_high_o,       // with use_o: the block is of lane B
  output logic         hash_valid_o,     // out_o is a ciphertext for GHASH
  input  logic         hash_accepted_i,  // GHASH accepts the ciphertext
  output logic [127:0] out_o,            // the block

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic word_valid_q, pair_valid_q;
  batch_t word_batch_q, pair_batch_q;
  logic [255:0] pair_q;
  logic high, last_lane, ready, move, pair_done, load_pair, is_key, is_last;
  logic out_valid_q, hash_valid_q, use_q, load_hash_q;
  kind_e kind;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Pairs
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign high = !pair_batch_q.lanes[0];
  assign last_lane = high || !pair_batch_q.lanes[1];
  assign is_key = pair_batch_q.keys[high];
  assign is_last = pair_batch_q.last[high];
  assign ready = !out_valid_q && !hash_valid_q && (pair_batch_q.kind != BatchTag || hash_ready_i) &&
      (!is_key || keys_ready_i);
  assign move = pair_valid_q && ready;
  assign pair_done = move && last_lane;
  assign load_pair = word_valid_q && (!pair_valid_q || pair_done);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      word_valid_q <= 1'b0;
      pair_valid_q <= 1'b0;
    end else begin
      word_valid_q <= (retire_i && batch_i.lanes != '0) || (word_valid_q && !load_pair);
      pair_valid_q <= load_pair || (pair_valid_q && !pair_done);
    end
  end
  always_ff @(posedge clk_i) begin
    if (retire_i) word_batch_q <= batch_i;
    if (load_pair) pair_batch_q <= word_batch_q;
    else if (move) pair_batch_q.lanes[0] <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || (pair_done && !load_pair)) pair_q <= '0;
    else if (load_pair) pair_q <= word_i;
  end

  assign pair_done_o = pair_done;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The block
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [15:0][7:0] out_d, out_q;
  verdict_t verdict_q, sent_verdict_q;  // sent_verdict_q: of the beat
  logic is_status_q;
  logic [7:0] status;
  logic [15:0] keep_q;
  logic last_q, clear_out;
  kind_e kind_q;
  batch_e use_kind_q;
  logic use_high_q, to_bus, to_hash;

  assign out_d = (high ? pair_q[255:128] : pair_q[127:0]) ^ hash_i;
  assign clear_out = send_i || !rst_ni || (!move && !load_hash_i && !out_valid_q && !hash_valid_q);

  for (genvar k = 0; k < 16; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (clear_out || (move && is_last && !pair_batch_q.keep[k])) out_q[k] <= '0;
      else if (move || load_hash_i) out_q[k] <= out_d[k];
    end
  end

  always_comb begin
    to_bus = 1'b1;
    to_hash = 1'b0;
    kind = KindRandom;
    unique case (pair_batch_q.kind)
      BatchText: begin
        kind = open_i ? KindUnverified : KindText;
        to_hash = !open_i;
      end
      BatchTag: begin
        kind = KindTag;
        to_bus = !open_i;
      end
      BatchMac: kind = KindTag;
      BatchDigest: kind = KindDigest;
      BatchRandom: to_bus = !is_key;
      default: to_bus = 1'b0;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      out_valid_q <= 1'b0;
      hash_valid_q <= 1'b0;
      use_q <= 1'b0;
      load_hash_q <= 1'b0;
    end else begin
      out_valid_q <= send_i || (move && to_bus) || (out_valid_q && !m_axis_tready);
      hash_valid_q <= (move && to_hash) || (hash_valid_q && !hash_accepted_i);
      use_q <= move && !to_bus;
      load_hash_q <= load_hash_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (move) begin
      use_kind_q <= pair_batch_q.kind;
      use_high_q <= high;
    end
    if (send_i) begin
      is_status_q <= send_status_i;
      sent_verdict_q <= verdict_q;
      keep_q <= {15'd0, send_status_i};
      last_q <= 1'b1;
      kind_q <= kind_e'(send_kind_i);
    end else if (move) begin
      is_status_q <= 1'b0;
      keep_q <= is_last ? pair_batch_q.keep : '1;
      last_q <= is_last;
      kind_q <= kind;
    end
  end

  assign idle_o = !word_valid_q && !pair_valid_q && !out_valid_q && !hash_valid_q && !use_q && !load_hash_q;
  assign use_o = use_q;
  assign use_kind_o = use_kind_q;
  assign use_high_o = use_high_q;
  assign hash_valid_o = hash_valid_q;
  assign out_o = out_q;

  assign status = is_status_q ? status_of(sent_verdict_q) : '0;
  assign m_axis_tdata = {out_q[15:1], out_q[0] | status};
  assign m_axis_tkeep = keep_q;
  assign m_axis_tlast = last_q;
  assign m_axis_tuser = kind_q;
  assign m_axis_tvalid = out_valid_q;

  logic [31:0] equal_32_q;
  logic [7:0] equal_8_q;
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 32; i++) equal_32_q[i] <= use_q && out_q[i/2][4*(i%2)+:4] == tag_i[4*i+:4];
    for (int unsigned i = 0; i < 8; i++) equal_8_q[i] <= equal_32_q[4*i+:4] == '1;
    verdict_q.accepted <= rst_ni && compare_i && equal_8_q == '1;
    verdict_q.refused  <= rst_ni && compare_i && equal_8_q != '1;
  end

`ifndef SYNTHESIS
  // The contract of the ports.
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(load_hash_i && !idle_o))
      else $error("%m: load_hash_i while idle_o is low");
      assert (!(send_i && !idle_o))
      else $error("%m: send_i while idle_o is low");
    end
  end
`endif

endmodule
