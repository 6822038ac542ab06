// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Reads segments from the stream for a core that uses a beat in every cycle: registers the beats, checks the
// rules that hold for every core, and hands on each beat once, with its properties. Nothing holds a beat
// back here: s_axis_tready counts the beats that the core has not used, so no path leads from the core to a
// beat. roundel_beat_queue has a place for each of them.
//
// A sender may end a segment other than CMD with an empty beat after full beats. A full beat is therefore
// handed on together with the transfer of the next one, and the empty beat is not handed on.
// After an error the core itself discards beats up to the next command. A command in the middle of a segment
// is handed on as malformed, and is the beginning of a segment all the same.
//
// Room  beats that are transferred and not used, at most
//
// Schedule:   A beat that s_axis transfers in cycle t is handed on in t+2. A full beat without tlast waits
//             for the cycle after the transfer of the next one. Room = 4 is a beat a cycle. A register that
//             holds no beat is zero, but for the properties.
// Interfaces: s_axis from the user; beats to the core. s_axis_tready is a register.
// Bytes:      byte i of a beat is data_o[8i+7:8i]; bytes that are not kept are zero.
// Reference:  docs/stream-protocol.md

module roundel_segment_scanner
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
#(
  parameter int unsigned Width = 128,  // bits of a beat
  parameter int unsigned Room  = 4
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [    Width-1:0] s_axis_tdata,
  input  logic [  Width/8-1:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic               valid_o,  // a beat is handed on: it has to be taken
  output segment_beat_t      beat_o,   // its properties
  output logic [  Width-1:0] data_o,   // its bytes
  output logic [Width/8-1:0] keep_o,   // its tkeep
  input  logic               used_i    // a beat that was handed on before has been used
);

  localparam int unsigned Bytes = Width / 8;

  if (Room < 2) begin : gen_bad_room
    $fatal(1, "%m: Room is %0d, expected at least 2: a full beat waits for the next one", Room);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats that are transferred and not used
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef logic [$clog2(Room+1)-1:0] count_t;

  logic push, closes, closes_q;  // closes_q: the count still has an empty beat that is not handed on
  count_t count_q, pushed;

  assign push   = s_axis_tvalid && s_axis_tready;
  assign pushed = count_q + count_t'(push) - count_t'(closes_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      count_q <= '0;
      closes_q <= 1'b0;
      s_axis_tready <= 1'b1;
    end else begin
      count_q <= used_i ? pushed - count_t'(1) : pushed;
      closes_q <= closes;
      s_axis_tready <= used_i || pushed != count_t'(Room);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat from the bus. What it is beside the beat before is found on the way to the registers.
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [Width-1:0] next_data_q;
  logic [Bytes-1:0] next_keep_q;
  logic [UserWidth-1:0] next_kind_q;
  logic next_valid_q, next_last_q;
  logic next_whole_q;  // all its bytes are kept
  logic next_ends_q;  // it is an empty last beat
  logic next_same_q;  // it is of the kind of the beat before
  logic [UserWidth-1:0] latest_kind_q;  // of the latest beat that was transferred

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !push) begin
      next_valid_q <= 1'b0;
      next_data_q  <= '0;
      next_keep_q  <= '0;
      next_last_q  <= 1'b0;
      next_whole_q <= 1'b0;
      next_kind_q  <= '0;
      next_ends_q  <= 1'b0;
      next_same_q  <= 1'b0;
    end else begin
      next_valid_q <= 1'b1;
      next_data_q  <= s_axis_tdata;
      next_keep_q  <= s_axis_tkeep;
      next_last_q  <= s_axis_tlast;
      next_whole_q <= s_axis_tkeep == '1;
      next_kind_q  <= s_axis_tuser;
      next_ends_q  <= s_axis_tlast && s_axis_tkeep == '0;
      next_same_q  <= s_axis_tuser == latest_kind_q;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) latest_kind_q <= '0;
    else if (push) latest_kind_q <= s_axis_tuser;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat that is handed on
  //////////////////////////////////////////////////////////////////////////////////////////////////

  segment_beat_t beat_q, beat_d;
  logic valid_q;  // a beat is held
  logic waits_q;  // it is full and well formed, not of a command, and not known to be the last
  logic open_q;  // the segment of the latest beat held is open
  logic bad_keep;

  // A set bit of tkeep above a clear one is a hole.
  assign bad_keep = |(next_keep_q[Bytes-1:1] & ~next_keep_q[Bytes-2:0]) ||
      !(next_last_q || next_keep_q[Bytes-1]);

  assign beat_d = '{
          kind: next_kind_q,
          first: !open_q,
          last: next_last_q,
          empty: !next_keep_q[0],
          full: next_keep_q[Bytes-1],
          malformed: bad_keep || (open_q && !next_same_q)
      };

  assign closes = next_ends_q && next_same_q && waits_q;
  assign valid_o = valid_q && (!waits_q || next_valid_q);

  always_comb begin
    beat_o = beat_q;
    beat_o.last = beat_q.last || closes;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      waits_q <= 1'b0;
      open_q  <= 1'b0;
      beat_q  <= '0;
    end else if (next_valid_q) begin
      valid_q <= !closes;
      waits_q <= next_whole_q && !next_last_q && (!open_q || next_same_q) && next_kind_q != KindCmd;
      open_q  <= !next_last_q;
      beat_q  <= beat_d;
    end else begin
      valid_q <= waits_q;
    end
  end

  for (genvar k = 0; k < Bytes; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (!rst_ni || (next_valid_q ? !next_keep_q[k] : !waits_q)) data_o[8*k+:8] <= '0;
      else if (next_valid_q) data_o[8*k+:8] <= next_data_q[8*k+:8];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || (!next_valid_q && !waits_q)) keep_o <= '0;
    else if (next_valid_q) keep_o <= next_keep_q;
  end

endmodule
