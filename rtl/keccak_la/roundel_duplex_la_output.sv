// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Splits a lane into beats of 16 bits, or sends a separate beat: a STATUS, or the empty beat that closes a
// segment.
//
// Schedule:   A lane accepted in cycle t: its beats are valid from t+1 on, one per cycle without stalls.
//             The next lane can be accepted in the cycle in which the last beat is accepted, so full lanes
//             follow each other every 4 cycles.
// Interfaces: lanes from roundel_keccak_la_state; segment kind from roundel_duplex_la_answer; separate
//             beats from roundel_duplex_la_control; m_axis to the user
// Bytes:      byte 0 of a lane is lane_i[7:0] and is sent first, in m_axis_tdata[7:0]

module roundel_duplex_la_output
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic                 valid_i,        // a lane or a separate beat is offered
  output logic                 ready_o,        // the lane or the separate beat is accepted
  input  logic [         63:0] lane_i,         // lane that is sent
  input  logic [          7:0] bytes_i,        // bytes of the lane that are sent, contiguous from byte 0
  input  logic                 last_i,         // the lane is the last of its segment
  input  logic [UserWidth-1:0] kind_i,         // kind of the segment, for m_axis_tuser
  input  logic                 single_beat_i,  // a separate beat is sent instead of a lane
  input  logic                 status_i,       // the separate beat is a STATUS; otherwise it is empty
  input  logic                 accepted_i,     // the STATUS is ACCEPTED, if not refused_i
  input  logic                 refused_i,      // the STATUS is REFUSED, if not accepted_i; otherwise ERROR

  output logic [         15:0] m_axis_tdata,
  output logic [          1:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  logic [63:0] lane_q;
  logic [7:0] bytes_q;
  logic accepted_q, refused_q;  // the verdict stays in two registers
  logic last_q, status_q;
  logic last_beat, load;

  assign last_beat = !bytes_q[2];
  assign ready_o = !m_axis_tvalid || (m_axis_tready && last_beat);
  assign load = valid_i && ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) m_axis_tvalid <= 1'b0;
    else if (ready_o) m_axis_tvalid <= valid_i;
  end

  always_ff @(posedge clk_i) begin
    // The bytes that have been sent are masked by bytes_q, so the upper 16 bits may stay.
    if (ready_o) lane_q[63:48] <= lane_i[63:48];
    if (ready_o || m_axis_tready) lane_q[47:0] <= ready_o ? lane_i[47:0] : lane_q[63:16];
    if (load) begin
      bytes_q <= single_beat_i ? {7'd0, status_i} : bytes_i;
      last_q <= single_beat_i || last_i;
      status_q <= single_beat_i && status_i;
      accepted_q <= accepted_i;
      refused_q <= refused_i;
      m_axis_tuser <= single_beat_i && status_i ? KindStatus : kind_i;
    end else if (m_axis_tready) begin
      bytes_q <= {2'd0, bytes_q[7:2]};
    end
  end

  always_comb begin
    m_axis_tdata = lane_q[15:0] & {{8{bytes_q[1]}}, {8{bytes_q[0]}}};
    if (status_q) begin
      unique case ({
        accepted_q, refused_q
      })
        2'b10:   m_axis_tdata[7:0] = StatusAccepted;
        2'b01:   m_axis_tdata[7:0] = StatusRefused;
        default: m_axis_tdata[7:0] = StatusError;
      endcase
    end
  end
  assign m_axis_tkeep = bytes_q[1:0];
  assign m_axis_tlast = last_q && last_beat;

endmodule
