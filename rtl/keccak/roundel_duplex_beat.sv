// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds up to two beats, the offered one and the next. Decodes the properties of a beat as it arrives.
// Bytes with tkeep = 0 are zero.
//
// A beat is decided a cycle or more before its bytes move, so properties and bytes leave separately: `pop_i`
// takes the properties of a beat, `data_pop_i` its bytes, in the same order. The bytes are in a memory of
// four places: the two beats and those on their way. So no decision has to reach 128 registers.
// While no beat is held the memory is overwritten with zeros, one place a cycle.
//
// Schedule:   a beat taken in cycle t is offered in t+1, or when the beats before it have left. One beat a
//             cycle. s_axis_tready is a register; it is low while two beats are held.
// Interfaces: s_axis from the user; beat_o to roundel_duplex_input and roundel_duplex_command; bytes also
//             to roundel_duplex_move
// Bytes:      data_o[i] is tdata[8i+7:8i].
// Reference:  docs/stream-protocol.md

module roundel_duplex_beat
  import roundel_stream_pkg::*;
  import roundel_duplex_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  input  logic  pop_i,    // the offered beat has been decided
  output logic  valid_o,  // a beat is offered
  output beat_t beat_o,   // properties of the offered beat

  input  logic             data_pop_i,     // the bytes of data_o have been used
  input  logic             idle_i,        // the bytes of all decided beats have been used
  output logic [15:0][7:0] data_o,         // bytes of the oldest beat whose bytes are not used
  output logic [     15:0] keep_o,         // tkeep of that beat
  output logic [      3:0] lower_count_o,  // number of bytes in its first lane
  output logic [      3:0] upper_count_o   // number of bytes in its second lane
);

  logic valid_q, valid_d, next_valid_q, next_valid_d;  // one or two beats are held; two beats are held
  logic push, shift;
  beat_t beat_d, beat_q, next_q;

  assign push = s_axis_tvalid && s_axis_tready;
  assign shift = pop_i || !valid_q;
  assign valid_d = shift ? push || next_valid_q : 1'b1;
  assign next_valid_d = !shift && (push || next_valid_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      next_valid_q <= 1'b0;
      s_axis_tready <= 1'b0;
    end else begin
      valid_q <= valid_d;
      next_valid_q <= next_valid_d;
      s_axis_tready <= !next_valid_d;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Properties of a beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Malformed: tkeep has a hole (a set bit above a clear one), or is partial before tlast.
  logic malformed;
  assign malformed = |(s_axis_tkeep[15:1] & ~s_axis_tkeep[14:0]) || !(s_axis_tlast || s_axis_tkeep[15]);

  // Comparison with the beat before: its segment is open, and this beat has the same kind.
  logic open_q, same_segment, is_body;
  logic [UserWidth-1:0] user_q;
  assign same_segment = open_q && s_axis_tuser == user_q;
  assign is_body = (s_axis_tuser == KindText || s_axis_tuser == KindAd) && !malformed;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (push) open_q <= !s_axis_tlast;
    if (push) user_q <= s_axis_tuser;
  end

  always_comb begin
    beat_d.last = s_axis_tlast;
    beat_d.empty = !s_axis_tkeep[0];
    beat_d.full = s_axis_tkeep[15];
    beat_d.lower_full = s_axis_tkeep[7];
    beat_d.upper_nonempty = s_axis_tkeep[8];
    beat_d.is_command = s_axis_tuser == KindCmd;
    beat_d.is_full_command = s_axis_tuser == KindCmd && s_axis_tkeep == '1 && s_axis_tlast;
    beat_d.is_key = s_axis_tuser == KindKey && !malformed;
    beat_d.is_nonce = s_axis_tuser == KindNonce && !malformed;
    beat_d.is_tag = s_axis_tuser == KindTag && !malformed;
    beat_d.is_text = s_axis_tuser == KindText && !malformed;
    beat_d.is_seed = s_axis_tuser == KindSeed && !malformed;
    beat_d.begins = !open_q;
    beat_d.text_begins = s_axis_tuser == KindText && !malformed && !open_q && s_axis_tkeep[0];
    beat_d.ad_begins = s_axis_tuser == KindAd && !malformed && !open_q && s_axis_tkeep[0];
    beat_d.continues = is_body && same_segment && s_axis_tkeep[0];
    beat_d.empty_body = is_body && (same_segment || !open_q) && !s_axis_tkeep[0];
    beat_d.empty_ad = s_axis_tuser == KindAd && !malformed && !open_q && !s_axis_tkeep[0];
  end

  always_ff @(posedge clk_i) begin
    if (!next_valid_q) next_q <= beat_d;
    if (shift) beat_q <= next_valid_q ? next_q : beat_d;
  end

  assign valid_o = valid_q;
  assign beat_o  = beat_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Bytes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic [15:0][7:0] data;
    logic [15:0]      keep;
    logic [3:0]       lower_count;
    logic [3:0]       upper_count;
  } bytes_t;

  bytes_t mem_q[4];
  bytes_t bytes_d, bytes;
  logic [1:0] write_q, read_q;
  logic clear;

  // While a beat may come, a place is free after those that are held.
  assign clear = s_axis_tready && !s_axis_tvalid && !valid_q && idle_i;

  always_comb begin
    bytes_d = '0;
    if (s_axis_tvalid) begin
      for (int unsigned k = 0; k < 16; k++) if (s_axis_tkeep[k]) bytes_d.data[k] = s_axis_tdata[8*k+:8];
      bytes_d.keep = s_axis_tkeep;
      bytes_d.lower_count = count_of(s_axis_tkeep[7:0]);
      bytes_d.upper_count = count_of(s_axis_tkeep[15:8]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q  <= '0;
    end else begin
      write_q <= write_q + 2'(push || clear);
      read_q  <= read_q + 2'(data_pop_i || clear);
    end
  end
  always_ff @(posedge clk_i) begin
    if (s_axis_tready) mem_q[write_q] <= bytes_d;
  end

  assign bytes = mem_q[read_q];
  assign data_o = bytes.data;
  assign keep_o = bytes.keep;
  assign lower_count_o = bytes.lower_count;
  assign upper_count_o = bytes.upper_count;

  // Returns the number of set bits of a keep without a hole.
  function automatic logic [3:0] count_of(logic [7:0] keep);
    count_of = '0;
    for (int unsigned k = 0; k < 8; k++) if (keep[k]) count_of = 4'(k + 1);
  endfunction

endmodule
