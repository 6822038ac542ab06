// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Where beats may hold a secret in a core with roundel_segment_scanner as u_scanner and an offer of two
// queues as u_offer, and lemmas, for the proof of clearing. A beat is secret if it is no command.
//
// CommandBit  of a decoded beat: its kind is CMD
// Places      of the queues

module clear_scanner
  import roundel_stream_pkg::KindCmd;
#(
  parameter int unsigned CommandBit = 0,
  parameter int unsigned Places     = 1
) (
  input logic clk_i,
  input logic rst_ni
);

  (* keep *) logic next_secret, held_secret, in_secret_q, head_secret_q;
  (* keep *) logic empty;  // no beat is held
  logic [Places-1:0] place_secret_q;  // places that may hold a secret
  logic next_valid, held_valid;
  logic [2:1] reset_q;  // element c: in reset c cycles before

  assign next_valid = core_under_proof.u_core.u_scanner.next_valid_q;
  assign next_secret = next_valid && core_under_proof.u_core.u_scanner.next_kind_q != KindCmd;
  assign held_valid = core_under_proof.u_core.u_scanner.valid_q;
  assign held_secret = held_valid && core_under_proof.u_core.u_scanner.beat_q.kind != KindCmd;
  assign empty = !next_valid && !held_valid && !core_under_proof.u_core.u_offer.in_valid_q &&
      !core_under_proof.u_core.u_offer.u_beats.valid_o && !core_under_proof.u_core.u_offer.u_bytes.valid_o;

  always_ff @(posedge clk_i) begin
    reset_q <= {reset_q[1], !rst_ni};
    in_secret_q <= held_secret;
    if (!rst_ni) head_secret_q <= 1'b0;
    else if (core_under_proof.u_core.u_offer.u_bytes.move) begin
      head_secret_q <= core_under_proof.u_core.u_offer.u_bytes.any ?
          |(core_under_proof.u_core.u_offer.u_bytes.read_q & place_secret_q) : in_secret_q;
    end
  end

  for (genvar i = 0; i < Places; i++) begin : gen_place
    (* keep *) logic secret;
    assign secret = place_secret_q[i];
    always_ff @(posedge clk_i) begin
      if (!rst_ni) place_secret_q[i] <= 1'b0;
      else if (core_under_proof.u_core.u_offer.u_bytes.free_q[i]) place_secret_q[i] <= in_secret_q;
    end
  end

  // The queue of the bytes does what the queue of the properties did a cycle before.
  typedef logic [Places-1:0] places_t;

  function automatic places_t next_place(places_t place);
    return (place << 1) | (place >> (Places - 1));
  endfunction

  logic valid_q, valid_d, move, any, store, take, command;
  places_t free_q, write_q, read_q;  // of the properties, a cycle before
  places_t free_d, write_d, read_d;  // of the bytes, a cycle after

  assign command = core_under_proof.u_core.u_offer.u_beats.data_o[CommandBit];
  assign move = core_under_proof.u_core.u_offer.u_bytes.move;
  assign any = core_under_proof.u_core.u_offer.u_bytes.any;
  assign store = core_under_proof.u_core.u_offer.in_valid_q && !(move && !any);
  assign take = move && any;
  assign valid_d = !move || core_under_proof.u_core.u_offer.in_valid_q || any;
  assign free_d = (free_q & ~(store ? write_q : '0)) | (take ? read_q : '0);
  assign write_d = store ? next_place(write_q) : write_q;
  assign read_d = take ? next_place(read_q) : read_q;

  always_ff @(posedge clk_i) begin
    valid_q <= rst_ni && core_under_proof.u_core.u_offer.u_beats.valid_o;
    free_q <= rst_ni ? core_under_proof.u_core.u_offer.u_beats.free_q : '1;
    write_q <= rst_ni ? core_under_proof.u_core.u_offer.u_beats.write_q : places_t'(1);
    read_q <= rst_ni ? core_under_proof.u_core.u_offer.u_beats.read_q : places_t'(1);
  end

  always_comb begin
    assert (core_under_proof.u_core.u_offer.u_beats.valid_o == valid_d);
    assert (core_under_proof.u_core.u_offer.u_beats.free_q == free_d);
    assert (core_under_proof.u_core.u_offer.u_beats.write_q == write_d);
    assert (core_under_proof.u_core.u_offer.u_beats.read_q == read_d);
    assert (core_under_proof.u_core.u_offer.u_bytes.valid_o == valid_q);
    assert (core_under_proof.u_core.u_offer.u_bytes.free_q == free_q);
    assert (core_under_proof.u_core.u_offer.u_bytes.write_q == write_q);
    assert (core_under_proof.u_core.u_offer.u_bytes.read_q == read_q);
    assert ($onehot(read_q) && $onehot(core_under_proof.u_core.u_offer.u_beats.read_q));
    // An empty beat that closes a segment has no bytes.
    if (core_under_proof.u_core.u_scanner.next_ends_q) begin
      assert (core_under_proof.u_core.u_scanner.next_keep_q == '0);
    end
    if (core_under_proof.u_core.u_scanner.waits_q) assert (held_valid);
    // What is judged as a command is one.
    if (command && move) assert (any ? (place_secret_q & read_q) == '0 : !in_secret_q);
    if (command && !move) assert (!head_secret_q);
    // The queue shows a beat that does not come yet only while the scanner has one.
    if (in_secret_q && !core_under_proof.u_core.u_offer.in_valid_q) assert (held_valid || reset_q[1]);
    if (head_secret_q && !core_under_proof.u_core.u_offer.u_bytes.valid_o) begin
      assert (held_valid || core_under_proof.u_core.u_offer.in_valid_q || reset_q != '0);
    end
  end

  for (genvar i = 0; i < Places; i++) begin : gen_place_command
    always_comb begin
      if (core_under_proof.u_core.u_offer.u_beats.place_q[i][CommandBit]) begin
        assert (free_q[i] ? !in_secret_q : !place_secret_q[i]);
      end
    end
  end

endmodule
