// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_aes_ctr_xhs is at rest, and lemmas, for the proof of clearing. A beat is secret if it is no
// command. What has no reset is followed without one: the line of the cipher, and the delay of the text.

module clear_aes_ctr_xhs
  import roundel_stream_pkg::KindCmd;
  import roundel_aes_ctr_xhs_pkg::*;
();

  localparam int unsigned Rounds = core_under_proof_pkg::KeyBytes / 4 + 6;
  localparam int unsigned LineCycles = roundel_aes_line_pkg::line_cycles(
      Rounds, core_under_proof_pkg::Phases, 1
  );
  localparam int unsigned Cells = 32;  // of the delay: the next power of two
  localparam int unsigned Places = 3;

  // A bit of u_grammar.state_q.
  localparam int unsigned StCommand = 0;

  logic clk, rst_n;

  assign clk = core_under_proof.clk_i;
  assign rst_n = core_under_proof.rst_ni;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Beats: in the scanner, and in the queue of their bytes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  (* keep *) logic next_secret, held_secret, in_secret_q, head_secret_q;
  logic [Places-1:0] place_secret_q;  // places that may hold a secret
  logic next_valid, held_valid;

  assign next_valid = core_under_proof.u_core.u_scanner.next_valid_q;
  assign next_secret = next_valid && core_under_proof.u_core.u_scanner.next_kind_q != KindCmd;
  assign held_valid = core_under_proof.u_core.u_scanner.valid_q;
  assign held_secret = held_valid && core_under_proof.u_core.u_scanner.beat_q.kind != KindCmd;

  always_ff @(posedge clk) begin
    in_secret_q <= held_secret;
    if (!rst_n) head_secret_q <= 1'b0;
    else if (core_under_proof.u_core.u_offer.u_bytes.move) begin
      head_secret_q <= core_under_proof.u_core.u_offer.u_bytes.any ?
          |(core_under_proof.u_core.u_offer.u_bytes.read_q & place_secret_q) : in_secret_q;
    end
  end

  for (genvar i = 0; i < Places; i++) begin : gen_place
    (* keep *) logic secret;
    assign secret = place_secret_q[i];
    always_ff @(posedge clk) begin
      if (!rst_n) place_secret_q[i] <= 1'b0;
      else if (core_under_proof.u_core.u_offer.u_bytes.free_q[i]) place_secret_q[i] <= in_secret_q;
    end
  end

  // The queue of the bytes does what the queue of the properties did a cycle before.
  typedef logic [Places-1:0] places_t;

  function automatic places_t next_place(places_t place);
    return (place << 1) | (place >> (Places - 1));
  endfunction

  localparam int unsigned CommandBit = $bits(offered_t) - 1;

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

  always_ff @(posedge clk) begin
    valid_q <= rst_n && core_under_proof.u_core.u_offer.u_beats.valid_o;
    free_q <= rst_n ? core_under_proof.u_core.u_offer.u_beats.free_q : '1;
    write_q <= rst_n ? core_under_proof.u_core.u_offer.u_beats.write_q : places_t'(1);
    read_q <= rst_n ? core_under_proof.u_core.u_offer.u_beats.read_q : places_t'(1);
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
    if (core_under_proof.u_core.u_grammar.check_q) assert (!head_secret_q);
  end

  for (genvar i = 0; i < Places; i++) begin : gen_place_command
    always_comb begin
      if (core_under_proof.u_core.u_offer.u_beats.place_q[i][CommandBit]) begin
        assert (free_q[i] ? !in_secret_q : !place_secret_q[i]);
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The key, the counter block, and the line of the cipher
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam logic [2:0] KeyEmpty = 3'd0;
  localparam logic [2:0] KeyReady = 3'd3;

  (* keep *) logic keyed_q, key_cut, nonce_q, block_q, line;
  logic [3:1] keyed_before_q;
  logic [LineCycles:1] line_q;  // stages of the line that may hold a secret
  logic [4:0] unkeyed_q;  // cycles without a secret before the line
  logic [2:0] key_state;
  logic session;

  assign key_state = core_under_proof.u_core.u_key.state_q;
  assign session = core_under_proof.u_core.u_grammar.session_q;
  assign key_cut = keyed_q || |keyed_before_q;
  assign line = |line_q;

  always_ff @(posedge clk) begin
    keyed_q <= rst_n && !core_under_proof.u_core.clear_keys && (core_under_proof.u_core.load_key || keyed_q);
    keyed_before_q <= {keyed_before_q[2:1], keyed_q};
    nonce_q <= rst_n && !core_under_proof.u_core.finish && (core_under_proof.u_core.load_nonce || nonce_q);
    block_q <= rst_n && nonce_q;
    line_q <= {line_q[LineCycles-1:1], block_q} | {LineCycles{keyed_q}};
    if (!rst_n || keyed_q || block_q) unkeyed_q <= '0;
    else if (unkeyed_q != '1) unkeyed_q <= unkeyed_q + 5'd1;
  end

  always_comb begin
    if (keyed_q) assert (key_state != KeyEmpty);
    if (session) assert (key_state == KeyReady);
    // A counter block is kept in a transaction only.
    if (nonce_q)
      assert (!core_under_proof.u_core.u_grammar.state_q[StCommand] || core_under_proof.u_core.finish);
  end
  for (genvar c = 1; c <= LineCycles; c++) begin : gen_line
    always_comb if (line_q[c]) assert (unkeyed_q < 5'(c));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The text, its delay, and the answer
  //////////////////////////////////////////////////////////////////////////////////////////////////

  (* keep *) logic text_q, word_q, near_q, late_q, answer_q, never;
  logic [Cells-1:0] cell_q;  // cells that may hold a secret
  logic entered_q;  // the step that meets the word
  logic [5:0] quiet_q;  // cycles without text at the delay
  logic [4:0] write;

  assign write = core_under_proof.u_core.u_delay.write_q;
  assign never = 1'b0;

  always_ff @(posedge clk) begin
    text_q <= rst_n && core_under_proof.u_core.next_is_text;
    cell_q[write] <= text_q;
    word_q <= cell_q[core_under_proof.u_core.u_delay.read_q];
    near_q <= word_q;
    late_q <= core_under_proof.u_core.step_q[LineCycles-1].text;
    answer_q <= late_q;
    if (!rst_n || text_q) quiet_q <= '0;
    else if (quiet_q != '1) quiet_q <= quiet_q + 6'd1;
  end

  always_comb begin
    if (!late_q) assert (core_under_proof.u_core.keep == '0);
    if (quiet_q > 6'd32) assert (!word_q);
    if (quiet_q > 6'd33) assert (!near_q);
  end
  for (genvar i = 0; i < Cells; i++) begin : gen_cell
    (* keep *) logic secret;
    logic [4:0] age;  // writes since that of the cell
    assign secret = cell_q[i];
    assign age = write - 5'd1 - 5'(i);
    always_comb if (cell_q[i]) assert (quiet_q <= {1'b0, age});
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rest
  //////////////////////////////////////////////////////////////////////////////////////////////////

  (* keep *) logic rest;

  // A command is expected, no beat is held, no text has entered for 63 cycles, and there is no key, or it is
  // kept.
  assign rest = core_under_proof.u_core.u_grammar.state_q[StCommand] && !next_valid && !held_valid &&
      !core_under_proof.u_core.u_offer.in_valid_q && !core_under_proof.u_core.u_offer.u_beats.valid_o &&
      !core_under_proof.u_core.u_offer.u_bytes.valid_o && quiet_q == '1 && (key_state == KeyEmpty ?
      unkeyed_q == '1 : session);

endmodule

bind core_under_proof clear_aes_ctr_xhs u_clear ();
