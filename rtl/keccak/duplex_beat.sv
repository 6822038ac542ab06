// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds two beats: the one on offer, and what comes while it waits. What a beat is, is found out as it
// comes in. Bytes not kept are zero.
//
// Taking a beat moves little: the data lie in two places used in turn, and only which of them is on
// offer changes. So no long decision has to reach 128 registers; s_axis_tready is a register.
//
// With Suffix, `put_i` puts a byte after the last one kept; in a whole beat's place comes a beat with
// that byte alone. Not in the cycle in which the beat is taken. `stay_i` from then on until it is.

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
  input  logic       stay_i,
  input  logic [7:0] suffix_i,

  output logic             valid_o,
  output beat_t            beat_o,
  output logic [15:0][7:0] data_o
);

  logic valid_q, valid_d, waits_q, waits_d;  // one beat is there, two are
  logic write_place_q, read_place_q;
  logic push, put, shift;
  beat_t beat_d, beat_q, next_q;

  assign push = s_axis_tvalid && s_axis_tready;
  assign put = Suffix && put_i;
  assign shift = pop_i || !valid_q;
  assign valid_d = shift ? push || waits_q : 1'b1;
  assign waits_d = !shift && (push || waits_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      waits_q <= 1'b0;
      s_axis_tready <= 1'b0;
      write_place_q <= 1'b0;
      read_place_q <= 1'b0;
    end else begin
      valid_q <= valid_d;
      waits_q <= waits_d;
      s_axis_tready <= !waits_d;
      write_place_q <= write_place_q ^ push;
      read_place_q <= read_place_q ^ (pop_i && valid_q);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What a beat is
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Bad: a hole (a byte kept above one that is not), or bytes missing though the segment goes on.
  logic bad;
  assign bad = |(s_axis_tkeep[15:1] & ~s_axis_tkeep[14:0]) || !(s_axis_tlast || s_axis_tkeep[15]);

  // Against the beat before: whether its segment is open, and this is of its kind.
  logic open_q, follows, is_body;
  logic [UserWidth-1:0] user_q;
  assign follows = open_q && s_axis_tuser == user_q;
  assign is_body = (s_axis_tuser == KindText || s_axis_tuser == KindAd) && !bad;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) open_q <= 1'b0;
    else if (push) open_q <= !s_axis_tlast;
    if (push) user_q <= s_axis_tuser;
  end

  always_comb begin
    beat_d.last = s_axis_tlast;
    beat_d.none = !s_axis_tkeep[0];
    beat_d.whole = s_axis_tkeep[15];
    beat_d.upper = s_axis_tkeep[8];
    beat_d.lower_count = count_of(s_axis_tkeep[7:0]);
    beat_d.upper_count = count_of(s_axis_tkeep[15:8]);
    beat_d.keep = s_axis_tkeep;
    beat_d.is_command = s_axis_tuser == KindCmd;
    beat_d.is_whole_command = s_axis_tuser == KindCmd && s_axis_tkeep == '1 && s_axis_tlast;
    beat_d.is_key = s_axis_tuser == KindKey && !bad;
    beat_d.is_nonce = s_axis_tuser == KindNonce && !bad;
    beat_d.is_tag = s_axis_tuser == KindTag && !bad;
    beat_d.is_text = s_axis_tuser == KindText && !bad;
    beat_d.is_seed = s_axis_tuser == KindSeed && !bad;
    beat_d.begins = !open_q;
    beat_d.text_begins = s_axis_tuser == KindText && !bad && !open_q && s_axis_tkeep[0];
    beat_d.ad_begins = s_axis_tuser == KindAd && !bad && !open_q && s_axis_tkeep[0];
    beat_d.goes_on = is_body && follows && s_axis_tkeep[0];
    beat_d.empty = is_body && (follows || !open_q) && !s_axis_tkeep[0];
    beat_d.no_ad = s_axis_tuser == KindAd && !bad && !open_q && !s_axis_tkeep[0];
  end

  always_ff @(posedge clk_i) begin
    if (!waits_q) next_q <= beat_d;
    if (shift) begin
      beat_q <= waits_q ? next_q : beat_d;
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

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Data
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A place that is free takes what comes, with tvalid or without. The suffix comes in by the free input
  // of the choice between the two.
  logic [15:0][7:0] data_q[2];
  logic [15:0][7:0] suffix_q;

  for (genvar p = 0; p < 2; p++) begin : gen_place
    logic load, wipe;
    assign load = !waits_q && write_place_q == 1'(p);
    assign wipe = put && beat_q.whole && read_place_q == 1'(p);
    for (genvar k = 0; k < 16; k++) begin : gen_byte
      always_ff @(posedge clk_i) begin
        if ((load && !s_axis_tkeep[k]) || wipe) data_q[p][k] <= '0;
        else if (load) data_q[p][k] <= s_axis_tdata[8*k+:8];
      end
    end
  end

  if (Suffix) begin : gen_suffix
    for (genvar k = 0; k < 16; k++) begin : gen_byte
      logic here;
      if (k == 0) begin : gen_first
        assign here = beat_q.none || beat_q.whole;
      end else begin : gen_other
        assign here = beat_q.keep[k-1] && !beat_q.keep[k];
      end
      always_ff @(posedge clk_i) begin
        if (!stay_i) suffix_q[k] <= '0;
        else if (put && here) suffix_q[k] <= suffix_i;
      end
    end
  end else begin : gen_no_suffix
    assign suffix_q = '0;
    logic unused;
    assign unused = ^{stay_i, suffix_i};
  end

  assign valid_o = valid_q;
  assign beat_o  = beat_q;
  assign data_o  = (read_place_q ? data_q[1] : data_q[0]) | suffix_q;

endmodule
