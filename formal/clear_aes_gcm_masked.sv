// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_aes_gcm_masked is at rest without a kept key, while which registers may depend on keys or
// text, and lemmas, for the proof of clearing. Both shares are secret.
//
// The engine has no reset: blocks of a cleared key clear it. What is in its ring moves by one position with
// each step, so a flag follows each position: it is set unless a block of a cleared key has entered there.
// While the engine is being cleared, such blocks are younger than all others, and each position without a
// block is ahead of them. So when the first of them leaves, there is nothing else in the ring.

module clear_aes_gcm_masked;

  import core_under_proof_pkg::*;
  import roundel_stream_pkg::KindCmd;

  localparam int unsigned Length = 10;  // positions of the ring
  localparam int unsigned Last = KeyBytes == 32 ? 13 : 9;  // the last round of a block

  // StClear to StAbort: yosys-slang does not see another module's enum names.
  localparam logic [3:0] Clear = 4'd0, Flush = 4'd1, Command = 4'd2, Judge = 4'd3, Key = 4'd4;
  localparam logic [3:0] Nonce = 4'd5, Abort = 4'd12;

  (* keep *) logic rest, keyed, active, compared, sends, result_secret;

  logic clk;
  logic [3:0] state;
  logic kept;

  assign clk = core_under_proof.clk_i;
  assign state = 4'(core_under_proof.u_core.u_grammar.state_q);
  assign kept = core_under_proof.u_core.u_grammar.kept_q;
  assign sends = core_under_proof.u_core.m_axis_tvalid;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The readers of both shares
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic next_valid;
    logic [15:0] keep;
    logic last;
    logic [3:0] next_kind;
    logic valid;
    logic [3:0] kind;
    logic command;
    logic dropping;
    logic open;
    logic waits;
    logic closes;
  } reader_t;

  reader_t [1:0] reader;

  for (genvar i = 0; i < 2; i++) begin : gen_reader
    (* keep *) logic next_secret, beat_secret;
    assign reader[i] = '{
            next_valid: core_under_proof.u_core.gen_reader[i].u_reader.next_valid_q,
            keep: core_under_proof.u_core.gen_reader[i].u_reader.next_q.keep,
            last: core_under_proof.u_core.gen_reader[i].u_reader.next_q.last,
            next_kind: core_under_proof.u_core.gen_reader[i].u_reader.next_q.kind,
            valid: core_under_proof.u_core.gen_reader[i].u_reader.valid_q,
            kind: core_under_proof.u_core.gen_reader[i].u_reader.beat_q.kind,
            command: core_under_proof.u_core.gen_reader[i].u_reader.is_command_q,
            dropping: core_under_proof.u_core.gen_reader[i].u_reader.dropping_q,
            open: core_under_proof.u_core.gen_reader[i].u_reader.open_q,
            waits: core_under_proof.u_core.gen_reader[i].u_reader.waits_q,
            closes: core_under_proof.u_core.gen_reader[i].u_reader.close_q
        };
    assign next_secret = reader[i].next_kind != KindCmd;
    assign beat_secret = reader[i].kind != KindCmd;
  end

  always_comb begin
    assert (reader[0] == reader[1]);
    assert (!reader[0].closes || reader[0].waits);
    assert (!reader[0].waits || reader[0].valid);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // A message
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The key; nonce, GHASH and the mask of the tag; the comparison; and the beat of the answer.
  assign keyed = kept || state inside {Clear, [Key : Abort]};
  assign active = state inside {Clear, [Nonce + 4'd1 : Abort]};
  assign compared = active || core_under_proof.u_core.u_is_zero.clear_q;

  logic flushing, running;
  assign flushing = core_under_proof.u_core.u_cipher.flushing_q;
  assign running = core_under_proof.u_core.u_cipher.running_q;

  always_comb begin
    assert (state <= Abort);
    assert (!(state inside {Flush, Key}) || !kept);
    assert (!running || active);
    assert (!flushing || (!running && state inside {Clear, Flush}));
    assert (state != Flush || flushing);
    assert (!(flushing && state == Clear) || core_under_proof.u_core.u_grammar.error_q);
    assert (!core_under_proof.u_core.u_steps.product_q || active);
    assert (!core_under_proof.u_core.u_steps.compare_q || active);
    assert (!core_under_proof.u_core.u_steps.join_q || active);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The ring of the engine
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [Length-1:0] secret_q;  // what may depend on a key, at each position
  logic result_secret_q;  // and in the register of the result
  logic [Length-1:0] busy;
  logic [Length-1:0][3:0] round;  // of the block at a position
  logic step, accept, capture, flush, result_valid;

  assign step = core_under_proof.u_core.u_cipher.u_engine.step;
  assign accept = core_under_proof.u_core.u_cipher.u_engine.accept;
  assign capture = core_under_proof.u_core.u_cipher.u_engine.capture;
  assign result_valid = core_under_proof.u_core.u_cipher.u_engine.result_valid_q;
  assign flush = core_under_proof.u_core.clear_key;
  assign result_secret = result_secret_q;

  always_ff @(posedge clk) begin
    if (flush) secret_q <= '1;
    else if (step) secret_q <= {secret_q[Length-2:0], accept ? !flushing : secret_q[Length-1]};
    if (flush) result_secret_q <= 1'b1;
    else if (capture) result_secret_q <= secret_q[Length-1];
  end

  for (genvar p = 0; p < Length; p++) begin : gen_position
    (* keep *) logic secret;
    assign secret = secret_q[p];
    assign busy[p] = core_under_proof.u_core.u_cipher.u_engine.slot_q[p].busy;
    assign round[p] = core_under_proof.u_core.u_cipher.u_engine.slot_q[p].round;
    always_comb assert (!busy[p] || 32'(round[p]) <= Last);
  end

  for (genvar i = 0; i < Length - 1; i++) begin : gen_wait
    (* keep *) logic secret;
    assign secret = secret_q[i+1];
  end

  // Blocks in the engine, and those of them that may have another key.
  logic [3:0] inside_count, secret_count;

  always_comb begin
    inside_count = 4'(result_valid);
    secret_count = 4'(result_valid && result_secret_q);
    for (int unsigned p = 0; p < Length; p++) begin
      inside_count += 4'(busy[p]);
      secret_count += 4'(busy[p] && secret_q[p]);
    end
    assert (core_under_proof.u_core.u_cipher.inside_q == inside_count);
    if (state == Flush) begin
      assert (core_under_proof.u_core.u_cipher.dirty_q == secret_count);
      // The first block of the cleared key has left the ring.
      if (result_valid && !result_secret_q) assert (busy == '1 && secret_q == '0);
      for (int unsigned p = 0; p < Length; p++) begin
        for (int unsigned q = 0; q < Length; q++) begin
          if (busy[p] && !secret_q[p] && !busy[q]) assert (round[p] == '0 && p < q);
          if (busy[p] && !secret_q[p] && busy[q] && secret_q[q]) begin
            assert (round[p] < round[q] || (round[p] == round[q] && p < q));
          end
        end
      end
    end
    // The engine stays clear until the next nonce.
    if (state == Key || (state inside {Command, Judge} && !kept)) begin
      assert (secret_q == '0 && !result_secret_q);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rest
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A command is expected, no key is kept, no beat is held and none waits.
  assign rest = state == Command && !kept && !reader[0].next_valid && !reader[0].valid && !sends;

endmodule

bind core_under_proof clear_aes_gcm_masked u_clear ();
