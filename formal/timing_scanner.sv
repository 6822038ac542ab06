// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on a core with roundel_segment_scanner as u_scanner and an offer of two queues as
// u_offer: properties and tkeep of beats are the same in both copies, wherever a beat is. A beat of kind CMD
// has the same bytes in both: the bytes of any beat are decoded, and what is decoded counts if the beat was a
// command. The queue of the bytes does what the queue of the properties did a cycle before. Before the first
// reset no place of a queue is free, and no beat is stored.
//
// CommandBit  of a decoded beat: its kind is CMD
// WrongBits   judgements of the bytes beside them
// Places      of the queues

module timing_scanner #(
  parameter int unsigned CommandBit = 0,
  parameter int unsigned WrongBits  = 1,
  parameter int unsigned Places     = 1
) ();

  import roundel_stream_pkg::KindCmd;

  `define SAME(signal) assert (timing_miter.u_a.u_core.signal == timing_miter.u_b.u_core.signal)
  `define BOTH(name, signal, counts) \
    assign name[0] = timing_miter.u_a.u_core.signal & {$bits(name[0]) {counts}}; \
    assign name[1] = timing_miter.u_b.u_core.signal & {$bits(name[1]) {counts}};

  typedef logic [Places-1:0] places_t;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The scanner
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic next_is_command, held;
  logic [1:0][127:0] next, data;

  assign next_is_command = timing_miter.u_a.u_core.u_scanner.next_kind_q == KindCmd;
  assign held = timing_miter.u_a.u_core.u_scanner.beat_q.kind == KindCmd;
  `BOTH(next, u_scanner.next_data_q, next_is_command)
  `BOTH(data, u_scanner.data_o, held)

  always_comb begin
    `SAME(u_scanner.count_q);
    `SAME(u_scanner.closes_q);
    `SAME(u_scanner.s_axis_tready);
    `SAME(u_scanner.next_valid_q);
    `SAME(u_scanner.next_keep_q);
    `SAME(u_scanner.next_last_q);
    `SAME(u_scanner.next_kind_q);
    `SAME(u_scanner.next_ends_q);
    `SAME(u_scanner.next_whole_q);
    `SAME(u_scanner.next_same_q);
    `SAME(u_scanner.latest_kind_q);
    `SAME(u_scanner.valid_q);
    `SAME(u_scanner.waits_q);
    `SAME(u_scanner.open_q);
    `SAME(u_scanner.beat_q);
    `SAME(u_scanner.keep_o);
    assert (next[0] == next[1]);
    assert (data[0] == data[1]);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The queue of the properties, and that of the bytes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    `SAME(u_offer.dropping_q);
    `SAME(u_offer.in_valid_q);
    `SAME(u_offer.leave_q);
    `SAME(u_offer.u_beats.valid_o);
    `SAME(u_offer.u_beats.free_q);
    `SAME(u_offer.u_beats.write_q);
    `SAME(u_offer.u_beats.read_q);
    `SAME(u_offer.u_beats.data_o);
    `SAME(u_offer.u_bytes.valid_o);
    `SAME(u_offer.u_bytes.free_q);
    `SAME(u_offer.u_bytes.write_q);
    `SAME(u_offer.u_bytes.read_q);
  end

  logic reset_q = 1'b0;  // there was a reset
  logic
      in_command_q = 1'b0, command_q = 1'b0;  // of the cycle before: the beat that comes is CMD, the first is
  places_t place_command, place_command_q = '0;  // and those in the places are
  logic valid_q = 1'b0;
  places_t free_q = '0, write_q = '0, read_q = '0;  // the queue of the properties, a cycle before
  logic valid_d;
  places_t free_d, write_d, read_d;  // the queue of the bytes, a cycle after
  logic move, any, store, take, command;
  logic [1:0][127+WrongBits:0] in;
  logic [1:0][128:0] head;

  assign command = timing_miter.u_a.u_core.u_offer.u_beats.data_o[CommandBit];

  function automatic places_t next_place(places_t place);
    return (place << 1) | (place >> (Places - 1));
  endfunction

  assign move = timing_miter.u_a.u_core.u_offer.u_bytes.move;
  assign any = timing_miter.u_a.u_core.u_offer.u_bytes.any;
  assign store = timing_miter.u_a.u_core.u_offer.in_valid_q && !(move && !any);
  assign take = move && any;
  assign valid_d = !move || timing_miter.u_a.u_core.u_offer.in_valid_q || any;
  assign free_d = (free_q & ~(store ? write_q : '0)) | (take ? read_q : '0);
  assign write_d = store ? next_place(write_q) : write_q;
  assign read_d = take ? next_place(read_q) : read_q;

  always_ff @(posedge timing_miter.clk_i) begin
    reset_q <= reset_q || !timing_miter.rst_n;
    in_command_q <= timing_miter.rst_n && held;
    command_q <= timing_miter.rst_n && command;
    place_command_q <= timing_miter.rst_n ? place_command : '0;
    valid_q <= timing_miter.rst_n && timing_miter.u_a.u_core.u_offer.u_beats.valid_o;
    free_q <= timing_miter.rst_n ? timing_miter.u_a.u_core.u_offer.u_beats.free_q : '1;
    write_q <= timing_miter.rst_n ? timing_miter.u_a.u_core.u_offer.u_beats.write_q : places_t'(1);
    read_q <= timing_miter.rst_n ? timing_miter.u_a.u_core.u_offer.u_beats.read_q : places_t'(1);
  end

  assign in[0] = {timing_miter.u_a.u_core.u_offer.wrong_q, timing_miter.u_a.u_core.u_offer.in_data_q} &
      {$bits(in[0]) {in_command_q}};
  assign in[1] = {timing_miter.u_b.u_core.u_offer.wrong_q, timing_miter.u_b.u_core.u_offer.in_data_q} &
      {$bits(in[1]) {in_command_q}};
  `BOTH(head, u_offer.u_bytes.data_o, command_q)

  always_comb begin
    assert (in[0] == in[1]);
    assert (head[0] == head[1]);
    if (reset_q) begin
      assert ($onehot(read_q) && $onehot(timing_miter.u_a.u_core.u_offer.u_beats.read_q));
      assert (timing_miter.u_a.u_core.u_offer.u_beats.valid_o == valid_d);
      assert (timing_miter.u_a.u_core.u_offer.u_beats.free_q == free_d);
      assert (timing_miter.u_a.u_core.u_offer.u_beats.write_q == write_d);
      assert (timing_miter.u_a.u_core.u_offer.u_beats.read_q == read_d);
      assert (timing_miter.u_a.u_core.u_offer.u_bytes.valid_o == valid_q);
      assert (timing_miter.u_a.u_core.u_offer.u_bytes.free_q == free_q);
      assert (timing_miter.u_a.u_core.u_offer.u_bytes.write_q == write_q);
      assert (timing_miter.u_a.u_core.u_offer.u_bytes.read_q == read_q);
    end else begin
      assert (timing_miter.u_a.u_core.u_offer.u_beats.free_q == '0);
      assert (timing_miter.u_a.u_core.u_offer.u_beats.read_q == '0);
      assert (timing_miter.u_a.u_core.u_offer.u_bytes.free_q == '0);
      assert (timing_miter.u_a.u_core.u_offer.u_bytes.read_q == '0);
      assert (!command);
    end
    // A command came with its bytes.
    if (command && move) assert (any ? (place_command_q & read_q) != '0 : in_command_q);
    if (command && !move) assert (command_q);
  end

  for (genvar i = 0; i < Places; i++) begin : gen_place
    logic [1:0][128:0] place;

    assign place_command[i] = timing_miter.u_a.u_core.u_offer.u_beats.place_q[i][CommandBit];
    `BOTH(place, u_offer.u_bytes.place_q[i], place_command_q[i])

    always_comb begin
      `SAME(u_offer.u_beats.place_q[i]);
      assert (place[0] == place[1]);
      if (place_command[i]) assert (free_q[i] ? in_command_q : place_command_q[i]);
      if (!reset_q) assert (!place_command[i]);
    end
  end

  `undef BOTH
  `undef SAME

endmodule
