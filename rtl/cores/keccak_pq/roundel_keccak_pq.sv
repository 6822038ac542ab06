// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes what ML-KEM (FIPS 203) and ML-DSA (FIPS 204) need of Keccak, one round per cycle. A SAMPLE
// transaction is the polynomials of a sampler for consecutive indices of one seed: of SampleNTT and
// SamplePolyCBD with coefficients of 16 bits, of RejNTTPoly, RejBoundedPoly and ExpandMask with those of 32
// bits, or the one of SampleInBall. A matrix is one transaction. A HASH transaction is G (SHA3-512),
// H (SHA3-256), J or PRF (SHAKE256), or a chain of F of SLH-DSA (FIPS 205), whose links need no traffic.
// Without MlDsa only the samplers of ML-KEM are served, without SlhDsa no chains: other commands are illegal.
//
// An illegal sequence is answered by STATUS = ERROR, and input is then dropped up to the next command. The
// time of a sampler by rejection depends on its seed; nothing else depends on data. State, block, addend and
// drain are zero after a transaction, after an error and after a reset. So is the memory of SampleInBall, 64
// cycles after a reset. The output beat keeps its last value, which was already sent.
//
// Schedule:   24 cycles a permutation, 26 a link of a chain. Polynomials of SampleNTT come every 74 cycles,
//             those of SamplePolyCBD every 37 (eta = 2) or 51 (eta = 3). docs/cores/keccak-pq.md has the
//             cycle budget.
// Interfaces: AXI4-Stream, 128 bits in and out.
// Bytes:      byte 0 of a beat is tdata[7:0]; docs/stream-protocol.md has the layout of the command.
// Reference:  FIPS 203 sections 4.1 and 4.2.2; FIPS 204 section 7.3; FIPS 205 sections 5 and 11.2; FIPS 202.

module roundel_keccak_pq
  import roundel_stream_pkg::*;
  import roundel_pq_pkg::*;
#(
  parameter bit MlDsa  = 1'b1,  // the samplers of ML-DSA
  parameter bit SlhDsa = 1'b1   // chains of F of SLH-DSA
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

  import roundel_keccak_pkg::NumLanes;

  logic [63:0] state_q[NumLanes]  /*verilator split_var*/;
  logic [63:0] state_d[NumLanes];
  logic [63:0] addend[NumLanes];

  request_t request;
  logic begin_now, begin_q;
  logic append, pad, final_bit, index_lane, full, final_block, error, error_sent;
  logic [63:0] feed_lane;
  logic load, next, ahead, advance, clear_state, capture, open;
  roundel_keccak_pkg::rc_t constant;
  logic run, busy, lane_valid, lane_ready;
  logic [63:0] lane;
  logic step, flush, done, short, wide_short;
  logic repeat_q;  // the polynomial that was drained needs another block
  logic reject_valid, binomial_valid, binomial_ready, wide_valid, wide_ready;
  wide_coefficient_t wide_beat[NumWideSlots];
  coefficient_t reject_beat[NumSlots];
  logic signed [2:0] binomial_beat[NumSlots];
  logic [15:0] index;
  logic hash, ntt, wide, clear_q;
  logic flush_q;  // the samplers and the drain drop what is under way
  logic send;  // what they offer may be sent

  assign hash = request.mode == ModeHash;
  assign ntt = request.mode == ModeNtt;
  assign wide = is_wide(request.mode);

  // A transaction clears all that it has used. Nothing is sent in that cycle: after a reset, what is under
  // way is that of an earlier transaction. Nor is anything sent while a complete polynomial is dropped.
  always_ff @(posedge clk_i) begin
    clear_q <= !rst_ni || done || error_sent;
    flush_q <= flush;
    repeat_q <= ((short && ntt) || (wide_short && wide && is_rejection(request.mode))) &&
        !repeat_q && !clear_q;
    begin_q <= rst_ni && begin_now;
  end

  roundel_pq_input #(
    .MlDsa (MlDsa),
    .SlhDsa(SlhDsa)
  ) u_input (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .request_o    (request),
    .begin_o      (begin_now),
    .append_o     (append),
    .lane_o       (feed_lane),
    .pad_o        (pad),
    .final_bit_o  (final_bit),
    .index_o      (index_lane),
    .full_o       (full),
    .final_block_o(final_block),
    .taken_i      (load),
    .done_i       (done),
    .error_o      (error),
    .error_sent_i (error_sent)
  );

  roundel_pq_index u_index (
    .clk_i,
    .clear_i   (clear_q),
    .set_i     (append && index_lane),
    .first_i   (feed_lane[15:0]),
    .columns_i (request.columns),
    .one_byte_i(!ntt && !wide),
    .next_i    (next),
    .repeat_i  (repeat_q),
    .ahead_i   (ahead),
    .index_o   (index)
  );

  roundel_pq_block #(
    .SlhDsa(SlhDsa)
  ) u_block (
    .clk_i,
    .clear_i     (clear_q),
    .append_i    (append),
    .lane_i      (feed_lane),
    .pad_i       (pad),
    .shake_i     (request.shake),
    .final_bit_i (final_bit),
    .index_lane_i(index_lane),
    .load_i      (load),
    .seed_i      (has_short_seed(request.mode)),
    .long_seed_i (has_long_seed(request.mode)),
    .chain_i     (request.chain),
    .size_i      (request.length[5:3]),
    .state_i     (state_q),
    .index_i     (index),
    .constant_i  (constant),
    .addend_o    (addend)
  );

  roundel_pq_schedule #(
    .MlDsa(MlDsa)
  ) u_schedule (
    .clk_i,
    .clear_i(clear_q),
    .mode_i(request.mode),
    .begin_i(begin_q),
    .chain_i(request.chain),
    .polynomials_i(request.chain ? request.links : wide ? {1'b0, request.length[15:10]} :
                   request.length[15:9]),
    .full_i(full),
    .final_block_i(final_block),
    .load_o(load),
    .constant_o(constant),
    .next_o(next),
    .ahead_o(ahead),
    .advance_o(advance),
    .clear_state_o(clear_state),
    .drain_busy_i(busy),
    .capture_o(capture),
    .open_o(open),
    .complete_i(flush),
    .repeat_i(repeat_q)
  );

  roundel_keccak_round u_round (
    .state_i        (state_q),
    .addend_i       (addend),
    .inject_i       ('{default: '0}),
    .inject_parity_i('{default: '0}),
    .state_o        (state_d)
  );

  for (genvar i = 0; i < NumLanes; i++) begin : gen_state
    always_ff @(posedge clk_i) begin
      if (clear_state) state_q[i] <= '0;
      else if (advance) state_q[i] <= state_d[i];
    end
  end

  assign send = !clear_q && !flush_q;
  assign busy = run || capture;
  assign lane_ready = step && (hash || ntt || (wide ? wide_ready : binomial_ready));

  roundel_pq_drain u_drain (
    .clk_i,
    .clear_i     (clear_q),
    .capture_i   (capture),
    .state_i     (state_q),
    .rate_i      (request.rate),
    .stop_i      (flush_q),
    .busy_o      (run),
    .lane_valid_o(lane_valid),
    .lane_o      (lane),
    .lane_ready_i(lane_ready)
  );

  roundel_pq_reject u_reject (
    .clk_i,
    .clear_i     (clear_q),
    .flush_i     (flush_q),
    .lane_valid_i(lane_valid && ntt),
    .lane_i      (lane),
    .step_i      (step),
    .open_i      (open),
    .drain_busy_i(busy || lane_valid),
    .short_o     (short),
    .beat_valid_o(reject_valid),
    .beat_o      (reject_beat)
  );

  roundel_pq_binomial u_binomial (
    .clk_i,
    .clear_i     (clear_q),
    .flush_i     (flush_q),
    .three_i     (request.mode == ModeCbd3),
    .lane_valid_i(lane_valid && !hash && !ntt && !wide),
    .lane_i      (lane),
    .lane_ready_o(binomial_ready),
    .step_i      (step),
    .beat_valid_o(binomial_valid),
    .beat_o      (binomial_beat)
  );

  if (MlDsa) begin : gen_wide
    roundel_pq_wide u_wide (
      .clk_i,
      .rst_ni,
      .clear_i     (clear_q),
      .flush_i     (flush_q),
      .mode_i      (request.mode),
      .lane_valid_i(lane_valid && wide),
      .lane_i      (lane),
      .lane_ready_o(wide_ready),
      .step_i      (step),
      .open_i      (open),
      .drain_busy_i(busy || lane_valid),
      .short_o     (wide_short),
      .beat_valid_o(wide_valid),
      .beat_o      (wide_beat)
    );
  end else begin : gen_no_wide
    assign wide_ready = 1'b0;
    assign wide_short = 1'b0;
    assign wide_valid = 1'b0;
    assign wide_beat = '{default: '0};
  end

  roundel_pq_output u_output (
    .clk_i,
    .rst_ni,
    .mode_i          (request.mode),
    .begin_i         (begin_q),
    .length_i        (request.length),
    .error_i         (error),
    .error_sent_o    (error_sent),
    .lane_valid_i    (lane_valid && hash && !clear_q),
    .lane_i          (lane),
    .reject_valid_i  (reject_valid && send),
    .reject_i        (reject_beat),
    .binomial_valid_i(binomial_valid && send),
    .binomial_i      (binomial_beat),
    .wide_valid_i    (wide_valid && send),
    .wide_i          (wide_beat),
    .step_o          (step),
    .flush_o         (flush),
    .done_o          (done),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

endmodule
