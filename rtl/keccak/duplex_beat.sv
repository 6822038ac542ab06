// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds one beat and what it is, found out as it is loaded. Bytes not kept are zero.
//
// With Suffix, `put_i` puts a byte after the last one kept; in a whole beat's place comes a beat with
// that byte alone. A beat that is popped is not put upon.

module duplex_beat
  import roundel_stream_pkg::*;
  import duplex_pkg::*;
#(
  parameter bit Suffix = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  input  logic       pop_i,
  input  logic       put_i,
  input  logic [7:0] suffix_i,

  output logic             valid_o,
  output beat_t            beat_o,
  output logic [15:0][7:0] data_o
);

  logic valid_q, valid_d;
  logic load, put, bad;
  logic [15:0][7:0] data_q, data_d;
  logic [15:0] write, clear;
  beat_t beat_q;

  assign s_axis_tready = !valid_q || pop_i;
  assign load = s_axis_tvalid && s_axis_tready;
  assign valid_d = load || (valid_q && !pop_i);
  assign put = Suffix && put_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= valid_d;
  end

  // Bad: a hole (a byte kept above one that is not), or bytes missing though the segment goes on.
  assign bad = |(s_axis_tkeep[15:1] & ~s_axis_tkeep[14:0]) || !(s_axis_tlast || s_axis_tkeep[15]);

  // Against the beat before: whether its segment is open, and this is of its kind.
  logic open_q, follows, is_body;
  logic [UserWidth-1:0] user_q;
  assign follows = open_q && s_axis_tuser == user_q;
  assign is_body = (s_axis_tuser == KindText || s_axis_tuser == KindAd) && !bad;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (load) open_q <= !s_axis_tlast;
    if (load) user_q <= s_axis_tuser;
  end

  always_ff @(posedge clk_i) begin
    if (s_axis_tready) begin
      beat_q.last <= s_axis_tlast;
      beat_q.none <= !s_axis_tkeep[0];
      beat_q.whole <= s_axis_tkeep[15];
      beat_q.upper <= s_axis_tkeep[8];
      beat_q.lower_count <= count_of(s_axis_tkeep[7:0]);
      beat_q.upper_count <= count_of(s_axis_tkeep[15:8]);
      beat_q.keep <= s_axis_tkeep;
      beat_q.is_command <= s_axis_tuser == KindCmd;
      beat_q.is_whole_command <= s_axis_tuser == KindCmd && s_axis_tkeep == '1 && s_axis_tlast;
      beat_q.is_key <= s_axis_tuser == KindKey && !bad;
      beat_q.is_nonce <= s_axis_tuser == KindNonce && !bad;
      beat_q.is_tag <= s_axis_tuser == KindTag && !bad;
      beat_q.is_text <= s_axis_tuser == KindText && !bad;
      beat_q.is_seed <= s_axis_tuser == KindSeed && !bad;
      beat_q.begins <= !open_q;
      beat_q.text_begins <= s_axis_tuser == KindText && !bad && !open_q && s_axis_tkeep[0];
      beat_q.ad_begins <= s_axis_tuser == KindAd && !bad && !open_q && s_axis_tkeep[0];
      beat_q.goes_on <= is_body && follows && s_axis_tkeep[0];
      beat_q.empty <= is_body && (follows || !open_q) && !s_axis_tkeep[0];
      beat_q.no_ad <= s_axis_tuser == KindAd && !bad && !open_q && !s_axis_tkeep[0];
    end else if (put) begin
      beat_q.none <= 1'b0;
      beat_q.upper <= beat_q.keep[7] && !beat_q.whole;
      beat_q.whole <= 1'b0;
    end
  end

  // Bytes kept, of keep bits without a hole.
  function automatic logic [3:0] count_of(logic [7:0] keep);
    count_of = '0;
    for (int unsigned k = 0; k < 8; k++) if (keep[k]) count_of = 4'(k + 1);
  endfunction

  // Ready alone loads: what comes without tvalid is not looked at.
  for (genvar k = 0; k < 16; k++) begin : gen_byte
    if (k == 0) begin : gen_first
      assign write[k] = s_axis_tready || (put && (beat_q.none || beat_q.whole));
      assign clear[k] = s_axis_tready && !s_axis_tkeep[k];
    end else begin : gen_other
      assign write[k] = s_axis_tready || (put && beat_q.keep[k-1] && !beat_q.keep[k]);
      assign clear[k] = (s_axis_tready && !s_axis_tkeep[k]) || (put && beat_q.whole);
    end
    assign data_d[k] = !Suffix || s_axis_tready ? s_axis_tdata[8*k+:8] : suffix_i;
    always_ff @(posedge clk_i) begin
      if (clear[k]) data_q[k] <= '0;
      else if (write[k]) data_q[k] <= data_d[k];
    end
  end

  assign valid_o = valid_q;
  assign beat_o  = beat_q;
  assign data_o  = data_q;

endmodule
