// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sends the answers of keccak-pq: two lanes of a digest a beat, eight coefficients of 16 bits or four of 32
// bits a beat, or STATUS = ERROR. It counts the beats of a polynomial and of the answer.
//
// Schedule:   a beat is loaded while step_o is high: when no beat is on offer, or when it is accepted. It is
//             on offer in the next cycle. flush_o comes with the last beat of a polynomial, done_o with that
//             of the answer.
// Interfaces: lanes from roundel_pq_drain; beats from roundel_pq_reject, roundel_pq_binomial and
//             roundel_pq_wide; m_axis at the ports of the core; done to all parts.
// Bytes:      coefficient i of a beat is bytes 2i and 2i + 1, or 4i to 4i + 3, little-endian, two's
//             complement. Byte 0 of a beat is tdata[7:0].
// Reference:  docs/cores/keccak-pq.md; docs/stream-protocol.md

module roundel_pq_output
  import roundel_stream_pkg::*;
  import roundel_pq_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  mode_e       mode_i,  // mode of the transaction
  input  logic        begin_i,  // a command is accepted
  input  logic [15:0] length_i,  // with begin_i: bytes of its answer
  input  logic        error_i,  // send STATUS = ERROR
  output logic        error_sent_o,  // it is in the register

  input logic              lane_valid_i,  // lane_i is a lane of a digest
  input logic [63:0]       lane_i,  // the lane
  input logic              reject_valid_i,  // reject_i is a beat
  input coefficient_t      reject_i[NumSlots],  // coefficients of SampleNTT; zero in other modes
  input logic              binomial_valid_i,  // binomial_i is a beat
  input logic signed [2:0] binomial_i[NumSlots],  // coefficients of SamplePolyCBD; zero in other modes
  input logic              wide_valid_i,  // wide_i is a beat
  input wide_coefficient_t wide_i[NumWideSlots],  // coefficients of ML-DSA; zero in other modes

  output logic step_o,  // what is valid is accepted
  output logic flush_o,  // the polynomial is complete
  output logic done_o,  // the answer is complete

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic [127:0] data_d, data_q;
  logic valid_q, last_q, status_q, random_q, half_q;
  logic high_q;  // the next lane is the high one of its beat
  logic [12:0] left_q;  // lanes that are not sent yet
  logic sample, wide, last_lane, lane_load, beat_load, load, last;

  assign sample = mode_i != ModeHash;
  assign wide = is_wide(mode_i);
  assign step_o = !valid_q || m_axis_tready;
  assign error_sent_o = error_i && step_o;

  assign last_lane = left_q == 13'd1;
  assign lane_load = lane_valid_i && step_o;
  assign beat_load = (reject_valid_i || binomial_valid_i || wide_valid_i) && step_o;
  // The last beat of an answer has two lanes left, or one.
  assign last = left_q[12:2] == '0 && (left_q[1:0] == 2'd1 || (left_q[1:0] == 2'd2 && sample));
  assign load = beat_load || error_sent_o || (lane_load && (high_q || last_lane));
  // A polynomial is 64 lanes, or 128.
  assign flush_o = beat_load && left_q[5:0] == 6'd2 && !(wide && left_q[6]);
  assign done_o = (beat_load || lane_load) && last;

  // Beats of a sampler that is not in use are zero.
  always_comb begin
    for (int unsigned s = 0; s < NumSlots; s++) begin
      data_d[16*s+:16] = (sample ? 16'(reject_i[s]) : lane_i[16*(s%4)+:16]) |
          {{13{binomial_i[s][2]}}, binomial_i[s]};
    end
    for (int unsigned s = 0; s < NumWideSlots; s++) begin
      data_d[32*s+:32] |= {{8{wide_i[s][$left(wide_i[s])]}}, wide_i[s]};
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (step_o) valid_q <= load;
  end
  // The low half of a digest's beat clears the high one.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || error_sent_o) data_q[63:0] <= {56'd0, rst_ni ? StatusError : 8'd0};
    else if (beat_load || (lane_load && !high_q)) data_q[63:0] <= data_d[63:0];
    if (!rst_ni || error_sent_o || (lane_load && !high_q)) data_q[127:64] <= '0;
    else if (beat_load || lane_load) data_q[127:64] <= data_d[127:64];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      last_q <= 1'b0;
      status_q <= 1'b0;
      random_q <= 1'b0;
      half_q <= 1'b0;
    end else if (step_o) begin
      last_q <= last || error_i;
      status_q <= error_i;
      random_q <= sample;
      half_q <= !sample && !high_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || error_sent_o) begin
      left_q <= '0;
      high_q <= 1'b0;
    end else if (begin_i) begin
      left_q <= length_i[15:3];
      high_q <= 1'b0;
    end else if (beat_load || lane_load) begin
      left_q <= left_q - (sample ? 13'd2 : 13'd1);
      high_q <= lane_load && !high_q;
    end
  end

  assign m_axis_tdata = data_q;
  assign m_axis_tkeep = status_q ? 16'h0001 : {{8{!half_q}}, 8'hff};
  assign m_axis_tlast = last_q;
  assign m_axis_tuser = status_q ? KindStatus : random_q ? KindRandom : KindDigest;
  assign m_axis_tvalid = valid_q;

  // The length is whole lanes.
  logic unused;
  assign unused = ^length_i[2:0];

endmodule
