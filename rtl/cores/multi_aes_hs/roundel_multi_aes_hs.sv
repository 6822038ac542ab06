// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Four services of one AES datapath of two lanes: HASH (AES-Hash, in which the lanes are one 256-bit
// Rijndael), MAC and VERIFY (AES-CMAC), SEAL and OPEN (AES-GCM) and PRNG (the generator of Fortuna). Tags of
// SEAL, OPEN and VERIFY have 8, 12, 13, 14, 15 or 16 bytes; with ShortTags those of GCM also 4.
// docs/cores/multi-aes-hs.md has the transactions.
//
// Schedule:   15 cycles per 32 bytes of HASH, 10 per 16 of MAC, 10 per 32 of SEAL and OPEN, 14 per 32 of
//             PRNG.
//             Timing depends on lengths only. Keys, and every value derived from them, are cleared when a
//             transaction ends, unless it keeps them; and when a sequence is illegal. With HoldDepth the
//             answers are four cycles later, and the text of an OPEN is sent after its STATUS arrives: see
//             roundel_aead_hold.
// Interfaces: s_axis from the source of segments, m_axis to the sink. Uses roundel_multi_aes_input, _control,
//             _datapath, _xor_operand, _output, roundel_ghash and roundel_aead_hold.
// Bytes:      byte 0 of a block is tdata[7:0].
// Reference:  FIPS 197, SP 800-38B, SP 800-38D; docs/stream-protocol.md

module roundel_multi_aes_hs
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
#(
  parameter bit          ShortTags = 1'b0,  // SEAL and OPEN serve tags of 4 bytes too
  parameter int unsigned HoldDepth = 0      // longest text of an OPEN in beats that is held; 0: no hold
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  localparam int unsigned Digit = 29;  // 5 cycles a product

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Input and control
  //////////////////////////////////////////////////////////////////////////////////////////////////

  input_t in;
  control_t control;
  lanes_t lanes;
  output_t from_output;
  ghash_t hash;
  logic [127:0] data;
  logic j0_odd, aes256;

  roundel_multi_aes_input #(
    .ShortTags(ShortTags)
  ) u_input (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .can_accept_i  (control.can_accept),
    .operand_o     (in.operand),
    .operand_idle_o(in.operand_idle),
    .data_o        (data),
    .keep_o        (in.keep),
    .last_o        (in.last),
    .low_ready_o   (in.low_ready),
    .low_last_o    (in.low_last),
    .done_i        (control.done),
    .done_low_i    (control.done_low),
    .clear_length_i(control.j0_settles),
    .accept_o      (in.accept),
    .service_o     (in.service),
    .resume_o      (in.resume),
    .open_o        (in.open),
    .keep_session_o(in.keep_session),
    .size_o        (in.size),
    .expand_o      (in.expand),
    .aes256_o      (aes256),
    .text_seen_o   (in.text_seen),
    .text_open_o   (in.text_open),
    .complete_o    (in.complete),
    .finished_i    (control.finished),
    .abort_o       (in.aborting),
    .aborted_i     (control.aborted)
  );

  roundel_multi_aes_control u_control (
    .clk_i,
    .rst_ni,
    .in_i     (in),
    .lanes_i  (lanes),
    .output_i (from_output),
    .hash_i   (hash),
    .j0_odd_i (j0_odd),
    .control_o(control)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Text on the way to the lanes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [255:0] hold_q, text_q, word, xor_operand;
  logic [127:0] out, bus;

  for (genvar i = 0; i < 2; i++) begin : gen_lane_text
    always_ff @(posedge clk_i) begin
      if (control.hold_clear) hold_q[128*i+:128] <= '0;
      else if (control.hold_load[i]) hold_q[128*i+:128] <= data;
    end
  end
  always_ff @(posedge clk_i) begin
    if (control.text_clear) text_q <= '0;
    else if (control.text_load) text_q <= hold_q;
  end

  assign bus = control.bus_out ? out : data;

  roundel_multi_aes_datapath u_datapath (
    .clk_i,
    .rst_ni,
    .wide_i           (control.wide),
    .key_256bit_i     (control.wide || aes256),
    .key_load_i       (control.key_load),
    .key_restart_i    (control.key_restart),
    .key_expand_i     (control.key_expand),
    .key_busy_o       (lanes.key_busy),
    .wide_load_i      (control.wide_load),
    .wide_can_accept_o(lanes.wide_can_accept),
    .bus_i            (bus),
    .start_i          (control.start),
    .begin_early_o    (lanes.begin_early),
    .begin_o          (lanes.begun),
    .feedback_i       (control.feedback),
    .release_i        (control.release_result),
    .last_round_o     (lanes.last_round),
    .result_o         (lanes.result),
    .retire_o         (lanes.retire),
    .idle_o           (lanes.idle),
    .text_i           (text_q),
    .text_at_begin_i  (control.text_at_begin),
    .text_at_end_i    (control.text_at_end),
    .xor_operand_i    (xor_operand),
    .xor_at_begin_i   (control.xor_at_begin),
    .xor_at_end_i     (control.wide),
    .word_clear_i     (control.word_clear),
    .word_o           (word)
  );

  roundel_multi_aes_xor_operand u_xor_operand (
    .clk_i,
    .value_i       (out),
    .load_low_i    (control.xor_load[0]),
    .load_high_i   (control.xor_load[1]),
    .double_i      (control.xor_double),
    .ones_i        (control.xor_ones),
    .clear_i       (control.xor_clear),
    .counter_gcm_i (in.service.gcm),
    .counter_prng_i(in.service.prng),
    .counter_load_i(control.counter_load),
    .counter_zero_i(control.counter_zero),
    .count_i       (control.count),
    .counter_odd_i (control.counter_odd),
    .j0_odd_o      (j0_odd),
    .xor_operand_o (xor_operand)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // GHASH
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] hash_value, sum_q;
  logic unused_ready_next;

  roundel_ghash #(
    .Digit(Digit)
  ) u_ghash (
    .clk_i,
    .rst_ni,
    .key_valid_i  (control.hash_key),
    .key_i        (out),
    .clear_key_i  (control.hash_clear_key),
    .busy_o       (hash.busy),
    .clear_i      (control.hash_clear),
    .block_valid_i(control.hash_valid),
    .block_ready_o(hash.ready),
    .ready_next_o (unused_ready_next),
    .a_present_i  ({128{control.hash_data}}),
    .a_i          (data),
    .b_present_i  (control.hash_out),
    .b_i          (out),
    .hash_o       (hash_value)
  );

  always_ff @(posedge clk_i) begin
    if (control.sum_clear) sum_q <= '0;
    else if (control.sum_load) sum_q <= hash_value;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Output
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] out_tdata;
  logic [15:0] out_tkeep;
  logic out_tlast, out_tvalid, out_tready;
  logic [UserWidth-1:0] out_tuser;

  roundel_multi_aes_output u_output (
    .clk_i,
    .rst_ni,
    .retire_i       (lanes.retire),
    .batch_i        (control.batch),
    .word_i         (word),
    .open_i         (in.open),
    .hash_i         (sum_q),
    .tag_i          (data),
    .hash_ready_i   (control.tag_ready),
    .keys_ready_i   (control.keys_ready),
    .load_hash_i    (control.load_hash),
    .send_i         (control.send),
    .send_kind_i    (control.send_kind),
    .send_status_i  (control.send_status),
    .compare_i      (control.compare),
    .idle_o         (from_output.idle),
    .pair_done_o    (from_output.pair_done),
    .use_o          (from_output.used),
    .use_kind_o     (from_output.kind),
    .use_high_o     (from_output.high),
    .hash_valid_o   (from_output.hash_valid),
    .hash_accepted_i(control.hash_accepted),
    .out_o          (out),
    .m_axis_tdata   (out_tdata),
    .m_axis_tkeep   (out_tkeep),
    .m_axis_tlast   (out_tlast),
    .m_axis_tuser   (out_tuser),
    .m_axis_tvalid  (out_tvalid),
    .m_axis_tready  (out_tready)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Hold
  //////////////////////////////////////////////////////////////////////////////////////////////////

  if (HoldDepth != 0) begin : gen_hold
    roundel_aead_hold #(
      .DataWidth(128),
      .Depth    (HoldDepth)
    ) u_hold (
      .clk_i,
      .rst_ni,
      .s_axis_tdata (out_tdata),
      .s_axis_tkeep (out_tkeep),
      .s_axis_tlast (out_tlast),
      .s_axis_tuser (out_tuser),
      .s_axis_tvalid(out_tvalid),
      .s_axis_tready(out_tready),
      .m_axis_tdata,
      .m_axis_tkeep,
      .m_axis_tlast,
      .m_axis_tuser,
      .m_axis_tvalid,
      .m_axis_tready
    );
  end else begin : gen_no_hold
    assign m_axis_tdata  = out_tdata;
    assign m_axis_tkeep  = out_tkeep;
    assign m_axis_tlast  = out_tlast;
    assign m_axis_tuser  = out_tuser;
    assign m_axis_tvalid = out_tvalid;
    assign out_tready    = m_axis_tready;
  end

endmodule
