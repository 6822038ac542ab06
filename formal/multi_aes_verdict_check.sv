// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A STATUS of roundel_multi_aes_hs is ACCEPTED if and only if it is a verdict, and the compared block was
// equal to its operand in all bits. For any input: legal or not, with any pauses, any stalls of the sink, and
// a reset at any time; for all time, by induction. The task cuts what is computed: the results of the lanes,
// of GHASH, and of the registers of counters.
//
// The compared block is the one that was made for the tag, without the bytes that the declared length leaves
// out, and the received tag has the declared length. The operand of a MAC is the received tag. In GCM the
// received tag is part of the block, and the operand is zero.
//
// The lemmas say which phases follow each other, what is in the lanes and in the output in each phase, and
// that J0 does not change the word of a STATUS on the bus.

module multi_aes_verdict_check
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
  import roundel_gcm_length_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  logic [127:0] m_axis_tdata;
  logic [UserWidth-1:0] m_axis_tuser;
  logic m_axis_tvalid;

  roundel_multi_aes_hs u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(),
    .m_axis_tdata,
    .m_axis_tkeep (),
    .m_axis_tlast (),
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  logic started_q = 1'b0;
  logic later_q = 1'b0;  // two cycles or more from the start
  logic on;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    later_q   <= started_q;
  end
  assign on = started_q && rst_ni;
  always_comb begin
    assume (started_q || !rst_ni);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The verdict
  //////////////////////////////////////////////////////////////////////////////////////////////////

  phase_e phase;
  logic used, equal_q1, equal_q2, right_q, sent_right_q;

  assign phase = u_dut.u_control.phase_q;
  assign used  = u_dut.u_output.use_q;

  always_ff @(posedge clk_i) begin
    equal_q1 <= used && u_dut.out == u_dut.data;
    equal_q2 <= equal_q1;
    right_q <= rst_ni && u_dut.control.compare && equal_q2;
    if (u_dut.control.send) sent_right_q <= right_q;
  end

  logic status;
  logic [7:0] code;
  assign status = m_axis_tvalid && m_axis_tuser == KindStatus;
  assign code   = m_axis_tdata[7:0];

  always_comb begin
    if (on && status) begin
      assert (code inside {StatusAccepted, StatusRefused, StatusError});
      assert ((code == StatusAccepted) == sent_right_q);
    end
    if (on) begin
      assert ((u_dut.u_output.equal_32_q == '1) == equal_q1);
      assert (!later_q || (u_dut.u_output.equal_8_q == '1) == equal_q2);
      assert (later_q || phase == Wipe);
      assert (u_dut.u_output.verdict_q.accepted == right_q);
      assert (!(u_dut.u_output.verdict_q.accepted && u_dut.u_output.verdict_q.refused));
    end
    if (on && status) begin
      assert (u_dut.u_output.is_status_q && u_dut.out == '0);
      assert (u_dut.u_output.sent_verdict_q.accepted == sent_right_q);
      assert (!(u_dut.u_output.sent_verdict_q.accepted && u_dut.u_output.sent_verdict_q.refused));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Nothing changes a STATUS on the bus: J0 does not move then
  //////////////////////////////////////////////////////////////////////////////////////////////////

  operand_t operand;
  service_t service;
  logic counting, known, hash_idle;
  logic [5:0] since;
  state_e state;

  assign operand = u_dut.in.operand;
  assign service = u_dut.in.service;
  assign counting = u_dut.u_control.counting;
  assign known = u_dut.u_control.j0_known;
  assign hash_idle = u_dut.u_control.hash_idle;
  assign since = u_dut.u_control.u_ghash_control.since_j0_q;
  assign state = u_dut.u_input.state_q;

  beat_t beat;
  logic [6:0] kinds;
  assign beat = u_dut.u_input.beat;
  assign kinds = {
    beat.is_command, beat.is_key, beat.is_nonce, beat.is_ad, beat.is_text, beat.is_tag, beat.is_seed
  };

  logic ended;  // every segment has been accepted, or one is an error
  logic lanes_service;  // of a service that may compare a tag
  logic open, aborting, start, tag_ready;
  assign ended = state inside {InComplete, InAbort};
  assign open = u_dut.in.open;
  assign aborting = u_dut.in.aborting;
  assign lanes_service = service.gcm || service.mac;
  assign start = u_dut.control.start;
  assign tag_ready = u_dut.control.tag_ready;

  always_comb begin
    if (on) begin
      assert (!status || phase == Finish);
      assert ($onehot0(since));
      assert (!(since != '0 || counting) || known);
      assert (!counting || since[4:0] == '0);
      assert ($onehot0(service));
      assert ($onehot0(operand));
      assert (!u_dut.u_input.valid || ($onehot0(u_dut.u_input.beat.service) && $onehot0(kinds)));
      assert (u_dut.in.operand_idle == (operand == '0));
      assert (aborting == (state == InAbort));
      // The phases of a service.
      assert (!(phase inside {Double, Mac}) || service.mac);
      assert (!(phase inside {Hash, HashKey, HashEnd}) || service.hash);
      assert (!(phase inside {Prng, Rekey}) || service.prng);
      assert (phase != Gcm || service.gcm);
      assert (!(phase inside {Key, Expand}) || service.gcm || service.mac || service.prng);
      assert (!(phase inside {Subkey, SubkeyWait, TagBlock, Compare1, Compare2, Verdict}) || lanes_service);
      assert (!(phase inside {Compare1, Compare2, Verdict}) || (open && tag_ready && state == InComplete));
      assert (state != InCommand || service == '0);
      assert (state inside {InCommand, InAbort} || service != '0);
      assert (state != InCommand || phase inside {Wipe, Idle});
      // A transaction ends when its segments have ended.
      assert (!(phase inside {Finish, Clear}) || ended);
      assert (phase != Wipe || ended || state == InCommand);
      assert (!(phase inside {HashKey, HashEnd, Rekey}) || ended);
      assert (!(phase inside {Expand, Prng} && service.prng) || ended);
      assert (!(u_dut.u_input.expand_pending_q && service.prng) || ended);
      assert (!(phase inside {Wipe, Idle} && service == '0) || operand == '0);
      assert (phase != Wipe || operand == '0);
      // Only GCM hashes.
      assert (service.gcm || (hash_idle && since == '0 && !counting && !known));
      assert (service.gcm || !(operand.hash || operand.nonce || operand.lengths || operand.text));
      assert (service.gcm || !(state inside {InNonce, InNonceMore, InNonceEnd, InLengths}));
      assert (lanes_service || state != InTagClose);
      assert (!(state inside {InTagClose, InMacNext}) || operand == '0);
      assert (!(lanes_service && (u_dut.u_input.expand_pending_q || !(phase inside {Idle, Key}))) ||
              !(state inside {InKey, InKeyMore, InKeyClose}));
      assert (!service.hash || !(state inside {InKey, InKeyMore, InKeyClose}));
      assert (service.mac || !(state inside {InMac, InMacNext} || operand.mac));
      assert (service.hash || !(state inside {InHashLow, InHashHigh} || operand.low));
      assert (!(state == InBody && !service.gcm) || (service.mac && u_dut.u_input.body_q == AfterText));
      assert (!(phase inside {Wipe, Idle, Key, Expand, Subkey, SubkeyWait}) || (hash_idle && !counting));
      assert (!(phase inside {Finish, Clear}) || hash_idle);
      assert (!(phase inside {Wipe, Idle, Key, Expand, Subkey, SubkeyWait}) || (since == '0 && !known));
      // J0 is known before the block of the tag begins, and does not move after an error.
      assert (!(service.gcm && phase inside {TagBlock, Compare1, Compare2, Verdict}) || counting);
      assert (!u_dut.u_control.text.hold_tag || counting);
      assert (!u_dut.u_control.quiet_q || (hash_idle && since == '0 && operand == '0 &&
              (aborting || (phase == Idle && service == '0))));
      assert (!(phase inside {Close, Error}) || (hash_idle && since == '0 && aborting));
      assert (phase != Finish || counting || (hash_idle && since == '0));
      // Of the lengths of a message: after J0.
      assert (!(state inside {InCommand, InKey, InKeyMore, InKeyClose, InNonce, InNonceMore, InNonceEnd}) ||
              (!known && hash_idle));
      assert (!operand.nonce || (!known && state inside {InBody, InAbort}));
      assert (!operand.lengths || state inside {InBody, InComplete, InAbort});
      assert (!(operand.lengths && known) || ended);
      assert (!(!hash_idle && known) || (ended && operand == '0));
      assert (hash_idle || known || operand.nonce || operand.lengths);
      assert (!(tag_ready && service.gcm) || (ended && hash_idle && operand == '0));
      assert (!(tag_ready && service.mac) || ended);
      assert (!operand.tag || state inside {InLengths, InComplete, InAbort});
      assert (!(operand.tag && service.mac) || ended);
      assert (lanes_service || !tag_ready);
      assert (!tag_ready || !(phase inside {Wipe, Idle, Key, Expand, Subkey, SubkeyWait}));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is in the lanes and in the output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam int unsigned Places = 5;  // begins, runs, has ended, word, pair
  logic [Places-1:0] present;
  batch_t batch[Places];
  logic empty;

  assign present = {
    u_dut.u_output.pair_valid_q,
    u_dut.u_output.word_valid_q,
    u_dut.u_datapath.result_q,
    u_dut.u_datapath.run_q,
    u_dut.u_datapath.begin_q
  };
  assign batch[0] = u_dut.u_control.begun;
  assign batch[1] = u_dut.u_control.u_batches.running_q;
  assign batch[2] = u_dut.u_control.result;
  assign batch[3] = u_dut.u_output.word_batch_q;
  assign batch[4] = u_dut.u_output.pair_batch_q;
  assign empty = present == '0 && !used;

  // The last block of a MAC: nothing follows it.
  text_t text;
  logic in_text, last_taken, last_held, last_ready, last_begun;
  assign text = u_dut.u_control.text;
  assign in_text = state inside {InMac, InMacNext};
  assign last_taken = operand.mac && u_dut.in.last;
  assign last_held = text.hold_valid[0] && u_dut.u_control.u_text_control.hold_last_q;
  assign last_ready = text.text_valid && text.text_last;
  assign last_begun = (present[0] && batch[0].lanes[0]) || (present[1] && batch[1].lanes[0]) ||
      (present[2] && batch[2].lanes[0]);

  always_comb begin
    if (on && service.mac) begin
      assert (!(state inside {InBody, InTagClose}) || open);
      assert (!last_taken || !in_text);
      assert (state != InMacNext || u_dut.u_input.body_q == AfterText);
    end
    if (on && phase inside {Wipe, Idle, Key, Expand, Subkey, SubkeyWait, Double}) begin
      assert (text.hold_valid == '0 && !text.text_valid && !text.hold_tag);
    end
    if (on && service.mac && phase inside {Mac, TagBlock}) begin
      assert (!last_held || !(in_text || operand.mac));
      assert (!last_ready || !(in_text || operand.mac || text.hold_valid[0]));
      assert (!last_begun || !(in_text || operand.mac || text.hold_valid[0] || text.text_valid));
      assert (!start || text.text_valid || present[0]);
      assert (phase != TagBlock || !(in_text || operand.mac || text.hold_valid[0] || text.text_valid));
    end
    if (on) assert (!text.hold_full || text.hold_valid != '0);
    if (on && service.gcm) begin
      assert (!text.hold_tag || state inside {InLengths, InComplete});
      assert (!u_dut.u_control.quiet_q || text.hold_valid == '0);
    end
    if (on && phase == TagBlock) begin
      assert (!start || present[0]);
    end
  end

  for (genvar i = 0; i < Places; i++) begin : gen_place
    always_comb begin
      if (on && present[i]) begin
        // Of GCM and a MAC only the subkey and tags are used in the core.
        assert (!lanes_service || batch[i].kind inside {BatchSubkey, BatchText, BatchTag, BatchMac});
        assert (!(lanes_service && batch[i].kind == BatchSubkey) || phase inside {SubkeyWait, Finish});
        assert (phase != SubkeyWait || (batch[i].kind == BatchSubkey && batch[i].lanes == 2'b01));
        assert (!service.hash || batch[i].lanes != '0);
        assert (!service.mac || !batch[i].lanes[1]);
      end
    end
  end

  always_comb begin
    if (on) begin
      assert (!u_dut.u_datapath.last_round_q || u_dut.u_datapath.run_q);
      assert (!(phase inside {Clear, Wipe, Idle, Key, Expand}) || (empty && !start));
      assert (phase != Subkey || empty);
      assert (phase != SubkeyWait || $onehot0({used, present}));
      assert (phase != SubkeyWait || !start || u_dut.u_datapath.begin_q);
      assert (!(phase == Finish && start) || u_dut.u_output.word_valid_q);
      assert (!u_dut.u_control.quiet_q || (empty && (!start || service.hash)));
      assert (!(used && lanes_service) || u_dut.u_output.use_kind_q inside {BatchSubkey, BatchTag});
      assert (!(used && lanes_service && u_dut.u_output.use_kind_q == BatchSubkey) ||
              phase inside {SubkeyWait, Finish});
      assert (!(used && u_dut.u_output.use_kind_q == BatchTag) || tag_ready);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is compared: a block of the kind BatchTag and the received tag, both of the declared length
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [15:0] declared, sent;
  logic [127:0] beyond;  // the bytes of a block that the length leaves out
  logic tag_used_q;

  for (genvar k = 0; k < 16; k++) begin : gen_declared
    assign declared[k] = 32'(k) < u_dut.in.size;
    assign beyond[8*k+:8] = declared[k] ? 8'h00 : u_dut.out[8*k+:8];
  end
  assign sent = u_dut.u_output.keep_q;

  always_ff @(posedge clk_i) begin
    tag_used_q <= used && u_dut.u_output.use_kind_q == BatchTag && sent == declared && beyond == '0 &&
        (service.gcm ? u_dut.data == '0 : operand.tag && u_dut.in.keep == declared);
  end

  always_comb begin
    if (on) begin
      assert (phase != Compare1 || tag_used_q);
      assert (!(lanes_service && open) || is_tag_size(u_dut.in.size, 1'b0));
      assert (!(u_dut.u_input.valid && (beat.service.gcm || beat.service.mac) && beat.open) || is_tag_size(
          u_dut.u_input.beat_data[7:4], 1'b0
      ));
      // The received tag.
      assert (!u_dut.u_input.valid || beat.is_tag_size == (u_dut.u_input.beat_keep == tag_keep(
          u_dut.in.size[3:0]
      )));
      assert (!(open && lanes_service && (operand.tag || state == InTagClose)) || u_dut.in.keep == declared);
      assert (!(tag_ready && service.mac) || operand.tag || aborting);
      // GCM adds it to the block, and compares the sum with zero.
      assert (!(service.gcm && known && !hash_idle) || u_dut.data == '0);
      assert (!(service.gcm && tag_ready) || u_dut.data == '0);
    end
  end

  for (genvar i = 0; i < Places; i++) begin : gen_length
    always_comb begin
      if (on && present[i] && open && phase inside {Mac, Gcm, TagBlock} && batch[i].kind == BatchTag) begin
        assert (batch[i].keep == declared && batch[i].last[0] && !batch[i].lanes[1]);
        assert (i < 3 || batch[i].lanes == 2'b01);
        assert (!service.gcm || (batch[i].lanes == 2'b01 && phase != Gcm));
      end
    end
  end

  // Nothing follows the block of a tag.
  always_comb begin
    if (on && service.gcm) begin
      assert (phase != TagBlock || $onehot0({used, present}));
      assert (!(phase == Gcm && text.hold_tag) || (empty && text.hold_valid == '0));
      assert (!(phase == Gcm && start) || text.hold_valid != '0 || text.hold_tag || present[0]);
    end
    if (on && service.mac && phase inside {Mac, TagBlock}) begin
      assert (!(present[1] && batch[1].lanes[0]) || !present[0]);
      assert (!(present[2] && batch[2].lanes[0]) || present[1:0] == '0);
      assert (present[4:3] == '0 || (present[2:0] == '0 && phase == TagBlock));
      assert (phase != TagBlock || $onehot0({used, present}));
    end
    if (on && phase inside {Compare1, Compare2, Verdict}) assert (empty);
  end

  always_comb begin
    if (on && used && open && phase == TagBlock && u_dut.u_output.use_kind_q == BatchTag) begin
      assert (sent == declared && beyond == '0);
    end
  end

endmodule
