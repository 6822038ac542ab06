// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Reads segments from the stream for a service core: registers the beats, checks the rules that hold for
// every core, and offers one beat at a time with its properties.
//
// A sender may end a segment other than CMD with an empty beat after full beats. The reader waits with a full
// beat until the next one is there. So the core sees `last` on the last beat with data.
// After an error the core asserts drop_i once. The reader then discards beats, without a check, up to the
// next one of kind CMD, which begins a segment. It discards the offered beat too, unless that is accepted or
// of kind CMD: a command in the middle of a transaction is served next.
//
// Schedule:   A beat that s_axis transfers in cycle t is offered from t+2 on. A full beat without tlast waits
//             for the transfer of the next one. An empty beat at the end takes two cycles more.
//             Skid = 1: a beat a cycle. Skid = 0: a beat every two cycles, with fewer registers and no
//             multiplexer. A register that holds no beat is zero from the next cycle on. drop_i may come
//             later than the beat that caused it, if the core accepts no other beat in between.
// Interfaces: s_axis from the user; beats to the core. s_axis_tready is a register.
// Bytes:      byte i of a beat is data_o[8i+7:8i]; bytes that are not kept are zero.
// Reference:  docs/stream-protocol.md

module roundel_segment_reader
  import roundel_stream_pkg::*;
  import roundel_segment_pkg::*;
#(
  parameter int unsigned Width = 128,  // bits of a beat, 16 or 128
  parameter bit          Skid  = 1'b1  // three places for beats, not two
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [    Width-1:0] s_axis_tdata,
  input  logic [  Width/8-1:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic               valid_o,   // a beat is offered
  input  logic               accept_i,  // the offered beat is used; only with valid_o
  input  logic               drop_i,    // discard input up to the next CMD beat
  output segment_beat_t      beat_o,    // properties of the offered beat
  output logic [  Width-1:0] data_o,    // bytes of the offered beat
  output logic [Width/8-1:0] keep_o     // tkeep of the offered beat
);

  localparam int unsigned Bytes = Width / 8;

  if (Width != 16 && Width != 128) begin : gen_bad_width
    $fatal(1, "%m: Width is %0d, expected 16 or 128", Width);
  end

  typedef struct packed {
    logic [Bytes-1:0][7:0] data;
    logic [Bytes-1:0]      keep;
    logic                  last;
    logic [UserWidth-1:0]  kind;
  } raw_beat_t;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat after the offered one, and the skid register
  //////////////////////////////////////////////////////////////////////////////////////////////////

  raw_beat_t bus, next_q;
  logic next_valid_q, next_valid_d;
  logic push, move;  // next_q leaves

  assign bus = '{s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser};
  assign push = s_axis_tvalid && s_axis_tready;

  if (Skid) begin : gen_skid
    raw_beat_t skid_q;
    logic skid_valid_q, skid_valid_d;
    logic next_free, fill;  // next_q is free for a beat; and a beat is there

    assign s_axis_tready = !skid_valid_q;
    assign next_free     = !next_valid_q || move;
    assign fill          = next_free && (push || skid_valid_q);
    assign next_valid_d  = fill || !next_free;
    assign skid_valid_d  = !next_free && (push || skid_valid_q);

    always_ff @(posedge clk_i) begin
      if (!rst_ni || (!next_valid_q && !fill)) next_q <= '0;
      else if (fill) next_q <= skid_valid_q ? skid_q : bus;
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni || next_free) skid_q <= '0;
      else if (push) skid_q <= bus;
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni) skid_valid_q <= 1'b0;
      else skid_valid_q <= skid_valid_d;
    end
  end else begin : gen_no_skid
    assign s_axis_tready = !next_valid_q;
    assign next_valid_d  = next_valid_q ? !move : push;

    always_ff @(posedge clk_i) begin
      if (!rst_ni || (!next_valid_q && !push)) next_q <= '0;
      else if (push) next_q <= bus;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) next_valid_q <= 1'b0;
    else next_valid_q <= next_valid_d;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Properties of the next beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic valid_q;  // a beat is held for the output
  logic dropping_q;  // beats are discarded
  logic open_q;  // the segment of the latest beat of the output is open
  segment_beat_t beat_q, beat_d;
  logic bad_keep_q;  // with beat_q.malformed: by tkeep, not by a change of kind
  logic bad_keep, kind_changed, continues;

  // A set bit of tkeep above a clear one is a hole.
  assign bad_keep = |(next_q.keep[Bytes-1:1] & ~next_q.keep[Bytes-2:0]) ||
      !(next_q.last || next_q.keep[Bytes-1]);
  assign continues = open_q && !dropping_q && !drop_i;
  assign kind_changed = continues && next_q.kind != beat_q.kind;

  assign beat_d = '{
      kind: next_q.kind,
      first: !continues,
      last: next_q.last,
      empty: !next_q.keep[0],
      full: next_q.keep[Bytes-1],
      malformed: bad_keep || kind_changed
  };

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The offered beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic waits_q;  // a full beat that is not known to be the last
  logic may_close;  // the next beat is an empty last one, if it is well formed and of the same segment
  logic close_q;  // it is: it ends the segment of the offered beat
  logic is_command_q;  // the kind of the offered beat is CMD
  logic is_command, settle, closes, discard, leave, load;

  assign is_command = next_q.kind == KindCmd;
  assign may_close = next_valid_q && next_q.last && !next_q.keep[0];
  assign closes = next_q.keep == '0 && next_q.kind == beat_q.kind;

  // An empty last beat takes two cycles, so that its check is neither on the path to valid_o nor on that to
  // the next beat's registers.
  assign settle = waits_q && may_close && !close_q;
  assign discard = dropping_q && valid_q && !is_command_q;
  assign leave = accept_i || discard;
  assign load = next_valid_q && (!valid_q || leave);
  assign move = load || close_q;

  assign valid_o = valid_q && !dropping_q && (!waits_q || (next_valid_q && !may_close));
  assign beat_o = beat_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      dropping_q <= 1'b0;
      open_q <= 1'b0;
      waits_q <= 1'b0;
      close_q <= 1'b0;
    end else begin
      valid_q <= load || (valid_q && !leave);
      dropping_q <= drop_i || (dropping_q && !(valid_q && is_command_q));
      close_q <= settle && closes && !leave;
      if (load) begin
        open_q  <= !next_q.last;
        waits_q <= beat_d.full && !beat_d.last && !is_command && !beat_d.malformed;
      end else begin
        if (close_q) open_q <= 1'b0;
        if (leave || close_q || (settle && !closes)) waits_q <= 1'b0;
      end
    end
  end

  // A command that ends the dropping begins a segment, whatever came before it.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      beat_q <= '0;
      bad_keep_q <= 1'b0;
      is_command_q <= 1'b0;
    end else if (load) begin
      beat_q <= beat_d;
      bad_keep_q <= bad_keep;
      is_command_q <= is_command;
    end else begin
      if (close_q) beat_q.last <= 1'b1;
      if (drop_i) begin
        beat_q.first <= 1'b1;
        beat_q.malformed <= bad_keep_q;
      end
    end
  end

  for (genvar k = 0; k < Bytes; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (!rst_ni || (load ? !next_q.keep[k] : !valid_q)) data_o[8*k+:8] <= '0;
      else if (load) data_o[8*k+:8] <= next_q.data[k];
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || (!valid_q && !load)) keep_o <= '0;
    else if (load) keep_o <= next_q.keep;
  end

endmodule
