// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Four services of one AES datapath of two lanes: HASH (AES-Hash, in which the lanes are one 256-bit
// Rijndael), MAC (AES-CMAC), SEAL and OPEN (AES-GCM) and PRNG (the generator of Fortuna).
// docs/cores/multi-aes-hs.md has the transactions.
//
// Schedule:   15 cycles per 32 bytes of HASH, 10 per 16 of MAC, 10 per 32 of SEAL and OPEN, 14 per 32 of
//             PRNG.
//             Timing depends on lengths only. Keys, and every value derived from them, are cleared when a
//             transaction ends, unless it keeps them; and when a sequence is illegal.
// Interfaces: s_axis from the source of segments, m_axis to the sink. Uses roundel_multi_aes_input, _control,
//             _datapath, _xor_operand, _output, and roundel_ghash.
// Bytes:      byte 0 of a block is tdata[7:0].
// Reference:  FIPS 197, SP 800-38B, SP 800-38D; docs/stream-protocol.md

module roundel_multi_aes_hs
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
(
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
  leaving_t leaving;
  ghash_t hash;
  logic [127:0] data;
  logic x_odd, long_key;

  roundel_multi_aes_input u_input (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .room_i        (control.room),
    .operand_o     (in.operand),
    .operand_free_o(in.operand_free),
    .data_o        (data),
    .keep_o        (in.keep),
    .last_o        (in.last),
    .low_ready_o   (in.low_ready),
    .low_last_o    (in.low_last),
    .done_i        (control.done),
    .done_low_i    (control.done_low),
    .clear_length_i(control.first_settles),
    .accept_o      (in.accept),
    .service_o     (in.service),
    .goes_on_o     (in.goes_on),
    .open_o        (in.open),
    .stay_o        (in.stay),
    .size_o        (in.size),
    .expand_o      (in.expand),
    .long_o        (long_key),
    .text_seen_o   (in.text_seen),
    .text_open_o   (in.text_open),
    .complete_o    (in.complete),
    .finished_i    (control.finished),
    .abort_o       (in.halt),
    .aborted_i     (control.aborted)
  );

  roundel_multi_aes_control u_control (
    .clk_i,
    .rst_ni,
    .in_i     (in),
    .lanes_i  (lanes),
    .leaving_i(leaving),
    .hash_i   (hash),
    .odd_i    (x_odd),
    .control_o(control)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Text on the way to the lanes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [255:0] hold_q, text_q, word, x;
  logic [127:0] out, bus;

  for (genvar i = 0; i < 2; i++) begin : gen_hold
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
    .wide_i       (control.wide),
    .long_i       (control.wide || long_key),
    .key_load_i   (control.key_load),
    .key_restart_i(control.key_restart),
    .key_expand_i (control.key_expand),
    .key_busy_o   (lanes.key_busy),
    .wide_load_i  (control.wide_load),
    .wide_free_o  (lanes.wide_free),
    .bus_i        (bus),
    .start_i      (control.start),
    .begin_next_o (lanes.begin_next),
    .begin_o      (lanes.begun),
    .feedback_i   (control.feedback),
    .release_i    (control.let_go),
    .last_o       (lanes.last),
    .result_o     (lanes.result),
    .taken_o      (lanes.taken),
    .idle_o       (lanes.idle),
    .text_i       (text_q),
    .text_begins_i(control.text_begins),
    .text_ends_i  (control.text_ends),
    .x_i          (x),
    .x_begins_i   (control.x_begins),
    .x_ends_i     (control.wide),
    .word_clear_i (control.word_clear),
    .word_o       (word)
  );

  roundel_multi_aes_xor_operand u_x (
    .clk_i,
    .value_i       (out),
    .load_low_i    (control.x_load[0]),
    .load_high_i   (control.x_load[1]),
    .double_i      (control.x_double),
    .ones_i        (control.x_ones),
    .clear_i       (control.x_clear),
    .counter_gcm_i (in.service.gcm),
    .counter_prng_i(in.service.prng),
    .counter_load_i(control.counter_load),
    .counter_zero_i(control.counter_zero),
    .count_i       (control.count),
    .turn_i        (control.turn),
    .odd_o         (x_odd),
    .x_o           (x)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // GHASH
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] hash_value, sum_q;

  roundel_ghash #(
    .Digit(Digit)
  ) u_ghash (
    .clk_i,
    .rst_ni,
    .key_valid_i  (control.hash_key),
    .key_i        (out),
    .clear_key_i  (control.hash_wipe),
    .busy_o       (hash.busy),
    .clear_i      (control.hash_clear),
    .block_valid_i(control.hash_valid),
    .block_ready_o(hash.ready),
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

  roundel_multi_aes_output u_output (
    .clk_i,
    .rst_ni,
    .taken_i     (lanes.taken),
    .batch_i     (control.batch),
    .word_i      (word),
    .open_i      (in.open),
    .hash_i      (sum_q),
    .hash_ready_i(control.tag_ready),
    .keys_ready_i(control.keys_ready),
    .pass_i      (control.pass),
    .put_i       (control.put),
    .put_kind_i  (control.put_kind),
    .put_status_i(control.put_status),
    .status_i    (control.status),
    .free_o      (leaving.free),
    .leave_o     (leaving.leave),
    .use_o       (leaving.used),
    .use_kind_o  (leaving.kind),
    .use_high_o  (leaving.high),
    .hash_valid_o(leaving.hash_valid),
    .hash_taken_i(control.out_hashed),
    .out_o       (out),
    .different_o (leaving.different),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
