// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// When roundel_aes_gcm_xhs is at rest, while which registers may depend on keys and text, and lemmas, for the
// proof of clearing.
//
// A value moves on each cycle, so it is followed: through the cipher, the delays and GHASH. What follows it
// counts from the last step of the pipeline, from the last block, or from the last word of a key. A sum in
// the ring of GHASH is gone when the hash has ended, or when a key is cleared: gone_q counts the slots of the
// ring from there. The lemmas on control say that a hash ends before a command is expected, that steps with
// blocks come only while the key is ready, and that J0 is awaited when it comes.
//
// The lemmas of each part need those of the others, so they stand in one file.
//
// The factor of GHASH has the form of ghash_line_zeros: the ring clears the powers of H by products of zero.

module clear_aes_gcm_xhs
  import roundel_aes_gcm_xhs_pkg::*;
();

  import core_under_proof_pkg::*;

  localparam int unsigned Rounds = KeyBytes / 4 + 6;
  localparam int unsigned CipherCycles = roundel_aes_line_pkg::line_cycles(Rounds, Phases, BlockCycles);
  localparam int unsigned PassCycles = roundel_aes_line_pkg::pass_cycles(Rounds, Phases, BlockCycles);
  localparam int unsigned Length = roundel_aes_line_pkg::rounds_in_line(Rounds, BlockCycles);
  localparam int unsigned Slots = roundel_ghash_line_pkg::ring_slots(BlockCycles);
  localparam int unsigned RingCycles = Slots * BlockCycles;
  localparam int unsigned HashCycle = CipherCycles + RingCycles + 2;  // a step is here when its hash is valid
  localparam int unsigned MarkLead = Slots + 3;
  localparam int unsigned MarkStage = CipherCycles + 1 - MarkLead * BlockCycles;

  // Bits of u_grammar.state_q and of u_key.state_q.
  typedef enum logic [3:0] {
    StCommand,
    StKey,
    StKeyMore,
    StNonce,
    StNonceMore,
    StNonceEnd,
    StNonceWait,
    StData,
    StAdMore,
    StText,
    StTextMore,
    StNoText,
    StTag,
    StClose,
    StError
  } state_e;

  typedef enum logic [2:0] {
    KeyClear,
    KeyEmpty,
    KeyHalf,
    KeyExpand,
    KeySubkey,
    KeyPowers,
    KeyReady,
    KeyDrain
  } key_e;

  logic clk, rst_n;
  assign clk = core_under_proof.clk_i;
  assign rst_n = core_under_proof.rst_ni;

  logic [StError:0] state;
  logic [KeyDrain:0] key_state;
  logic [BlockCycles-1:0] phase, hash_phase;
  logic slot;
  assign state = core_under_proof.u_core.u_grammar.state_q;
  assign key_state = core_under_proof.u_core.u_key.state_q;
  assign phase = core_under_proof.u_core.phase;
  assign hash_phase = core_under_proof.u_core.hash_phase;
  assign slot = hash_phase[0];

  clear_scanner #(
    .CommandBit($bits(offered_t) - 1),
    .Places    (BlockCycles == 1 ? 3 : 2)
  ) u_scanner (
    .clk_i (clk),
    .rst_ni(rst_n)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The grammar
  //////////////////////////////////////////////////////////////////////////////////////////////////

  step_t grammar_step, entry_step;
  logic grammar_acts, fails, pending, session, loads;

  assign grammar_step = core_under_proof.u_core.u_grammar.step_q;
  assign entry_step = core_under_proof.u_core.u_grammar.step_o;
  assign fails = core_under_proof.u_core.u_grammar.fails;
  assign grammar_acts = core_under_proof.u_core.u_grammar.acts && !fails;
  assign pending = core_under_proof.u_core.u_key.clear_pending_q ||
      core_under_proof.u_core.u_grammar.clear_key_o;
  assign loads = core_under_proof.u_core.u_grammar.load_key_o;
  assign session = core_under_proof.u_core.u_grammar.session_q;

  always_comb begin
    assert ($onehot0(state));
    assert ($onehot(key_state));
    assert ($onehot(phase));
    if (core_under_proof.u_core.u_grammar.illegal_q)
      assert (state == '0);
      else assert (state != '0);
    if (core_under_proof.u_core.u_grammar.check_tag_q) assert (grammar_acts || fails);
    if (state[StCommand] && core_under_proof.u_core.finish) assert (grammar_acts || entry_step != NoStep);
    if (core_under_proof.u_core.u_key.clear_pending_q && !fails) begin
      assert (!(|state) || state[StCommand] || state[StKey] || state[StClose] || state[StError]);
    end
    // With the first of two rows, the second one is awaited, or there was an error.
    if (KeyBytes == 16) assert (!key_state[KeyHalf]);
    if (loads) assert (state[StKeyMore] || state[StNonce]);
    if (core_under_proof.u_core.u_key.clear_pending_q) assert (!key_state[KeyClear] && !key_state[KeyEmpty]);
    assert (!(loads && core_under_proof.u_core.u_grammar.clear_key_o));
    if ((key_state[KeyHalf] || (key_state[KeyEmpty] && loads && KeyBytes != 16)) && !pending) begin
      assert (!(|state) || state[StKeyMore] || state[StError] ||
          (state[StNonce] && loads && key_state[KeyHalf]));
    end
    if (state[StKeyMore]) assert (key_state[KeyHalf] || (key_state[KeyEmpty] && loads));
    if (key_state[KeyHalf] && pending) begin
      assert (state[StError] || (state[StCommand] &&
          (core_under_proof.u_core.u_key.clear_pending_q || core_under_proof.u_core.dropping)));
    end
    if (fails) assert (!(|state) || state[StCommand] || state[StKey] || state[StNonce]);
    if (core_under_proof.u_core.u_grammar.check_command_q) begin
      assert (!u_scanner.head_secret_q);
      assert (state[StKey] || state[StNonce]);
    end
    if (core_under_proof.u_core.u_grammar.check_tag_q) assert (state[StCommand]);
    if (state[StNonceEnd] || state[StNonceWait] || state[StNoText] || state[StClose] || state[StError]) begin
      assert (core_under_proof.u_core.u_grammar.silent_q);
    end
    assert (core_under_proof.u_core.u_grammar.body_q == (state[StData] || state[StText]));
    assert (core_under_proof.u_core.new_acts == (entry_step != NoStep));
    // What a step is.
    if (grammar_acts) assert (!(grammar_step.hash && grammar_step.ends_hash) || grammar_step.lengths);
    assert (!(entry_step.hash && entry_step.ends_hash) || entry_step.lengths);
    if (grammar_step.lengths) assert (grammar_step.hash && grammar_step.ends_hash);
    // Steps enter at their time.
    if (grammar_acts) assert (phase[BlockCycles-1]);
    if (entry_step != NoStep) assert (phase[0]);
    if (core_under_proof.u_core.u_grammar.can_end_q && !state[StCommand]) begin
      assert (core_under_proof.u_core.u_grammar.slot_i);
    end
    if (core_under_proof.u_core.key_step_ready) assert (core_under_proof.u_core.u_grammar.slot_i);
    if ((state[StNonceMore] || state[StAdMore] || state[StTextMore]) &&
        !core_under_proof.u_core.u_grammar.silent_q) begin
      assert (core_under_proof.u_core.u_grammar.slot_i);
    end
    // A key is ready while a message needs it, and is cleared between messages.
    if (core_under_proof.u_core.u_grammar.clear_key_o) begin
      assert (state[StCommand] || state[StKey] || state[StClose] || state[StError]);
    end
    if (core_under_proof.u_core.key_step_ready) assert (core_under_proof.u_core.key_ready);
    if (core_under_proof.u_core.key_ready) begin
      assert (key_state[KeyReady] && !core_under_proof.u_core.u_key.clear_pending_q);
    end
    if (session || state[StNonceMore] || state[StNonceEnd] || state[StNonceWait] || state[StAdMore] ||
        state[StText] || state[StTextMore] || state[StNoText] || state[StTag]) begin
      assert (key_state[KeyReady] && !pending);
    end
    if (grammar_acts && grammar_step.hash) begin
      assert (key_state[KeyReady] && !core_under_proof.u_core.u_key.clear_pending_q);
    end
    if (entry_step.hash) assert (key_state[KeyReady]);
    if (core_under_proof.u_core.key_free) assert (key_state[KeyEmpty] || key_state[KeyHalf]);
    if (core_under_proof.u_core.u_grammar.load_key_o) begin
      assert (key_state[KeyEmpty] || (key_state[KeyHalf] && !core_under_proof.u_core.u_key.clear_pending_q));
    end
  end

  // A beat is of one kind.
  function automatic logic has_kind(offered_t beat);
    return $onehot0({beat.command, beat.key, beat.nonce, beat.ad, beat.text, beat.tag_kind}) &&
        (beat.tag_kind || !beat.tag) && (beat.command || !beat.resume) && (beat.last || !beat.twelve);
  endfunction

  always_comb assert (has_kind(core_under_proof.u_core.beat));
  for (genvar i = 0; i < (BlockCycles == 1 ? 3 : 2); i++) begin : gen_place
    always_comb assert (has_kind(core_under_proof.u_core.u_offer.u_beats.place_q[i]));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Steps: idle_q counts the cycles from the last one, and from the last work on the powers of H
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam logic [5:0] Idle = '1;

  logic [5:0] idle_q, key_idle;
  logic [5:0] subkey_age_q;  // cycles since the step of H has entered; 0: it is not in the pipeline
  step_t first_step;  // that enters
  step_t sum_step_q;  // whose sum is known
  logic [CipherCycles+2:1] opened_q;  // element c: a hash had begun, and had not ended, before the step
  logic opens, will_open;

  assign first_step = core_under_proof.u_core.step_q[0];
  assign key_idle = 6'(core_under_proof.u_core.u_key.idle_q);

  function automatic logic open_after(step_t step, logic open);
    return !step.ends_hash && (step.hash || open);
  endfunction

  assign opens = open_after(entry_step, opened_q[1]);
  assign will_open = grammar_acts ? open_after(grammar_step, opens) : opens;

  always_ff @(posedge clk) begin
    if (!rst_n || first_step != NoStep || core_under_proof.u_core.hash_busy) idle_q <= '0;
    else if (idle_q != Idle) idle_q <= idle_q + 6'd1;
    if (!rst_n || subkey_age_q == 6'(CipherCycles + 1)) subkey_age_q <= '0;
    else if (first_step.subkey || subkey_age_q != '0) subkey_age_q <= subkey_age_q + 6'd1;
    if (!rst_n) begin
      sum_step_q <= NoStep;
      opened_q <= '0;
    end else begin
      sum_step_q <= core_under_proof.u_core.step_q[CipherCycles];
      opened_q <= {opened_q[CipherCycles+1:1], open_after(first_step, opened_q[1])};
    end
  end

  // A step that is followed: in the pipeline, and with its sum.
  for (genvar c = 1; c <= CipherCycles + 1; c++) begin : gen_step
    step_t step;
    if (c <= CipherCycles) assign step = core_under_proof.u_core.step_q[c];
    else assign step = sum_step_q;
    always_comb begin
      if (step != NoStep) begin
        assert (idle_q < 6'(c));
        assert (key_idle < 6'(c));
        assert (phase[c%BlockCycles]);
      end
      if (step.hash) assert (key_state[KeyReady] || key_state[KeyDrain]);
      assert (step.subkey == (subkey_age_q == 6'(c)));
      assert (opened_q[c] == open_after(step, opened_q[c+1]));
      if (step.hash && step.ends_hash) assert (step.lengths);
      if (step.lengths) assert (step.hash && step.ends_hash);
    end
  end
  for (genvar c = 2; c <= CipherCycles + 2; c++) begin : gen_opened
    always_comb if (opened_q[c]) assert (opened_q[1] || idle_q < 6'(c));
  end

  always_comb begin
    assert (core_under_proof.u_core.u_sum.subkey_o == sum_step_q.subkey);
    if (key_state[KeyDrain] && core_under_proof.u_core.u_key.drained_q) begin
      assert (key_idle == 6'(CipherCycles + RingCycles + 10));
    end
    assert (subkey_age_q <= 6'(CipherCycles + 1));
    assert (key_state[KeySubkey] == (subkey_age_q != '0));
    if (core_under_proof.u_core.clear_all) begin
      assert (key_state[KeyDrain] && core_under_proof.u_core.u_key.drained_q);
    end
    if (key_state[KeyDrain] && core_under_proof.u_core.u_key.drained_q)
      assert (core_under_proof.u_core.clear_all);
    // A hash has ended before a command is expected.
    if (will_open && !fails)
      assert (!(state[StCommand] || state[StKey] || state[StKeyMore] || state[StNonce]));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // J0: the hash of a nonce
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [5:0] nonce_age_q;  // cycles since a nonce has ended that is hashed; 0: none
  logic [HashCycle:1] ended_q;  // element c: the step of c cycles before has ended a hash with a block
  logic [HashCycle:1] is_tag_q;
  (* keep *) logic nonce_q, block_q;  // J0 is kept; it is in a block

  always_ff @(posedge clk) begin
    if (!rst_n) nonce_age_q <= '0;
    else if (core_under_proof.u_core.u_grammar.nonce_ends) nonce_age_q <= 6'd1;
    else if (nonce_age_q == 6'(HashCycle + 2)) nonce_age_q <= '0;
    else if (nonce_age_q != '0) nonce_age_q <= nonce_age_q + 6'd1;
    ended_q <= rst_n ? {ended_q[HashCycle-1:1], first_step.lengths} : '0;
    is_tag_q <= rst_n ? {is_tag_q[HashCycle-1:1], first_step.tag} : '0;
    nonce_q <= rst_n && !core_under_proof.u_core.finish && (core_under_proof.u_core.short_nonce ||
        core_under_proof.u_core.j0_valid || nonce_q);
    block_q <= rst_n && nonce_q;
  end

  for (genvar c = 1; c <= HashCycle; c++) begin : gen_ended
    always_comb begin
      if (c <= CipherCycles) begin
        assert (ended_q[c] == core_under_proof.u_core.step_q[c].lengths);
        assert (is_tag_q[c] == core_under_proof.u_core.step_q[c].tag);
      end else if (c == CipherCycles + 1) begin
        assert (ended_q[c] == sum_step_q.lengths);
      end
      if (c > CipherCycles) assert (is_tag_q[c] == core_under_proof.u_core.is_tag_q[c-CipherCycles]);
      if (ended_q[c] && !is_tag_q[c]) assert (nonce_age_q == 6'(c + 2));
      if (ended_q[c]) begin
        assert (idle_q < 6'(c));
        assert (phase[c%BlockCycles]);
      end
    end
  end
  for (genvar d = 0; d < Slots; d++) begin : gen_block_ended
    for (genvar j = 1; j <= BlockCycles; j++) begin : gen_cycle
      always_comb begin
        if (hash_phase[j%BlockCycles]) begin
          assert (core_under_proof.u_core.u_ghash.block_ended_q[d] ==
              ended_q[CipherCycles+1+d*BlockCycles+j]);
        end
      end
    end
  end

  always_comb begin
    assert (core_under_proof.u_core.u_ghash.hash_valid_o == ended_q[HashCycle]);
    if (nonce_age_q != '0) assert (state[StNonceWait]);
    if (grammar_acts && grammar_step.lengths && !grammar_step.tag) assert (nonce_age_q == 6'd1);
    if (entry_step.lengths && !entry_step.tag) assert (nonce_age_q == 6'd2);
    // J0 is kept in a transaction only.
    if (nonce_q) begin
      assert (!state[StCommand] || core_under_proof.u_core.finish ||
          core_under_proof.u_core.u_grammar.check_tag_q);
    end
    if (core_under_proof.u_core.short_nonce) assert (state[StData]);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The key and the cipher
  //////////////////////////////////////////////////////////////////////////////////////////////////

  (* keep *) logic keyed_q, key_terms, key_scales, key_result, result_q;
  logic [3:1] keyed_before_q;
  logic [5:0] unkeyed_q;  // cycles without a secret before the cipher

  assign key_terms  = keyed_before_q[1];
  assign key_scales = keyed_before_q[2];
  assign key_result = keyed_before_q[3];

  always_ff @(posedge clk) begin
    keyed_q <= rst_n && !core_under_proof.u_core.clear_all && (core_under_proof.u_core.load_key || keyed_q);
    keyed_before_q <= {keyed_before_q[2:1], keyed_q};
    if (!rst_n || keyed_q || block_q) unkeyed_q <= '0;
    else if (unkeyed_q != '1) unkeyed_q <= unkeyed_q + 6'd1;
  end

  always_comb begin
    if (core_under_proof.u_core.keys_busy) assert (keyed_q);
    for (int unsigned c = 1; c <= 3; c++) if (keyed_before_q[c]) assert (unkeyed_q < 6'(c));
  end
  always_comb if (keyed_q) assert (!key_state[KeyEmpty] && !key_state[KeyClear]);

  // A block passes the line BlockCycles times. In which pass it is, its place and the phase say.
  logic entry_used_q;
  logic [Length:0] round_used_q;  // element 0: before the first round
  logic [Length-1:0] key_used_q, terms_used_q;

  assign round_used_q[0] = BlockCycles == 1 ? block_q : entry_used_q;
  always_ff @(posedge clk) entry_used_q <= (phase[0] ? block_q : round_used_q[Length]) || key_used_q[0];

  for (genvar r = 0; r < Length; r++) begin : gen_round
    (* keep *) logic key_used, terms_used, round_used;
    assign key_used = key_used_q[r];
    assign terms_used = terms_used_q[r];
    assign round_used = round_used_q[r+1];
    if (BlockCycles == 1) assign key_used_q[r] = keyed_q;
    else always_ff @(posedge clk) key_used_q[r] <= keyed_q;
    always_ff @(posedge clk) begin
      terms_used_q[r] <= round_used_q[r] || key_used_q[r];
      round_used_q[r+1] <= terms_used_q[r];
    end
    for (genvar p = 0; p < BlockCycles; p++) begin : gen_pass
      localparam int unsigned Age = p * PassCycles + 2 * r + (BlockCycles == 1 ? 0 : 1);
      always_comb begin
        if (terms_used_q[r] && phase[(Age+1)%BlockCycles]) assert (unkeyed_q < 6'(Age + 2));
        if (round_used_q[r+1] && phase[(Age+2)%BlockCycles]) assert (unkeyed_q < 6'(Age + 3));
        if (BlockCycles != 1 && entry_used_q && phase[(p*PassCycles+1)%BlockCycles]) begin
          assert (unkeyed_q < 6'(p * PassCycles + 2));
        end
      end
    end
  end
  (* keep *) logic entry_used;
  assign entry_used = entry_used_q;
  always_ff @(posedge clk) result_q <= round_used_q[(Rounds-1)%Length+1] || keyed_q;

  always_comb if (result_q) assert (unkeyed_q < 6'd40);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The data, their delay, the sum, and the answer
  //////////////////////////////////////////////////////////////////////////////////////////////////

  (* keep *) logic data_q, word_q, near_q, late_q, sum_q, block_hashed_q;
  (* keep *) logic text_word_q, text_near_q, text_late_q, tag_word_q, answer_q, never;
  logic [31:0] cell_q;  // cells of the delay that may hold a secret
  logic [15:0] text_cell_q;  // those of the delay of the text
  logic [5:0] quiet_q;  // cycles without data at the delay
  step_t last_step;

  assign last_step = core_under_proof.u_core.last_step;
  assign never = 1'b0;

  always_ff @(posedge clk) begin
    data_q <= rst_n && core_under_proof.u_core.key_ready && u_scanner.head_secret_q;
    cell_q[core_under_proof.u_core.u_delay.write_q] <= data_q;
    word_q <= cell_q[core_under_proof.u_core.u_delay.read_q];
    near_q <= word_q;
    late_q <= core_under_proof.u_core.step_q[CipherCycles-1] != NoStep;
    if (!rst_n || data_q) quiet_q <= '0;
    else if (quiet_q != '1) quiet_q <= quiet_q + 6'd1;
    sum_q <= last_step.text || last_step.tag;
    block_hashed_q <= (last_step.hash && !last_step.lengths) || last_step.subkey;
    text_cell_q[core_under_proof.u_core.u_answer.u_delay.write_q] <= sum_q;
    text_word_q <= text_cell_q[core_under_proof.u_core.u_answer.u_delay.read_q];
    text_near_q <= text_word_q;
    text_late_q <= text_near_q;
    tag_word_q <= rst_n && !core_under_proof.u_core.u_answer.flags_q[RingCycles+7].tag &&
        ((core_under_proof.u_core.u_answer.hash_valid_i &&
        core_under_proof.u_core.u_answer.flags_q[RingCycles+2].tag) || tag_word_q);
    answer_q <= core_under_proof.u_core.u_answer.now.text || core_under_proof.u_core.u_answer.now.tag;
  end

  for (genvar i = 0; i < 32; i++) begin : gen_cell
    (* keep *) logic secret;
    logic [4:0] age;  // writes since that of the cell
    assign secret = cell_q[i];
    assign age = core_under_proof.u_core.u_delay.write_q - 5'd1 - 5'(i);
    always_comb if (cell_q[i]) assert (quiet_q <= {1'b0, age});
  end
  for (genvar i = 0; i < 16; i++) begin : gen_text_cell
    (* keep *) logic secret;
    logic [3:0] age;
    assign secret = text_cell_q[i];
    assign age = core_under_proof.u_core.u_answer.u_delay.write_q - 4'd1 - 4'(i);
    always_comb if (text_cell_q[i]) assert (idle_q <= 6'(CipherCycles + 1) + {2'd0, age});
  end

  logic [RingCycles+7:1] tags;
  for (genvar c = 1; c < RingCycles + 8; c++) begin : gen_flags
    assign tags[c] = core_under_proof.u_core.u_answer.flags_q[c].tag;
    always_comb begin
      if (core_under_proof.u_core.u_answer.flags_q[c] != '0) assert (idle_q < 6'(CipherCycles + c));
    end
  end

  always_comb begin
    for (int unsigned c = 1; c <= 2; c++) if (u_scanner.reset_q[c]) assert (quiet_q < 6'(c));
    if (!late_q) assert (core_under_proof.u_core.keep == '0);
    if (late_q) assert (idle_q < 6'(CipherCycles));
    if (quiet_q > 6'd32) assert (!word_q);
    if (quiet_q > 6'd33) assert (!near_q);
    if (sum_q || block_hashed_q) assert (idle_q <= 6'(CipherCycles));
    if (text_word_q) assert (idle_q <= 6'(CipherCycles + 17));
    if (text_near_q) assert (idle_q <= 6'(CipherCycles + 18));
    if (text_late_q) assert (idle_q <= 6'(CipherCycles + 19));
    if (tag_word_q) assert (|tags[RingCycles+7:RingCycles+3]);
    if (answer_q) assert (idle_q <= 6'(CipherCycles + RingCycles + 7));
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // GHASH: the marks of its blocks, the sums in the ring, and the powers of H
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [7:0] power_q;  // powers that may hold a secret
  (* keep *) logic factor_q, sum_used, factors_used, products_used, product_used, hash_q;
  logic [Slots-1:0] passed_q;  // element j: the sum that passed j slots ago may hold a secret
  logic passes;
  logic [2:0] gone_q, joined_used;  // the last sums hold none: how many
  logic enters, open, first, run, clears, opened, has_powers;
  logic [2:0] cleared_q;  // cycles since the powers were cleared
  logic [3:0] clear_count;
  logic [2:0] power, write_word;
  logic [Slots-1:0] run_step;

  assign open = core_under_proof.u_core.u_ghash.open_q;
  assign first = core_under_proof.u_core.u_ghash.first;
  assign run = core_under_proof.u_core.u_ghash.run_q;
  assign clears = core_under_proof.u_core.u_ghash.clear_q;
  assign clear_count = core_under_proof.u_core.u_ghash.clear_count_q;
  assign power = core_under_proof.u_core.u_ghash.power_q;
  assign write_word = core_under_proof.u_core.u_ghash.write_word_q;
  assign run_step = core_under_proof.u_core.u_ghash.step_q;
  assign opened = opened_q[CipherCycles+2];
  assign has_powers = key_state[KeyPowers] || key_state[KeyReady] || key_state[KeyDrain];

  ghash_line_zeros #(
    .BlockCycles(BlockCycles)
  ) u_zeros (
    .clk_i   (clk),
    .rst_ni  (rst_n),
    .phase_i (hash_phase),
    .open_i  (open),
    .enters_i(last_step.hash || last_step.lengths || last_step.subkey),
    .factor_i(core_under_proof.u_core.u_ghash.factor)
  );

  assign sum_used = u_zeros.sum_used_q;
  assign factors_used = u_zeros.factors_used_q;
  assign products_used = u_zeros.products_used_q;
  assign joined_used = u_zeros.joined_used_q;
  assign product_used = u_zeros.product_used_q;
  assign enters = u_zeros.entered_q;
  assign passes = (open && product_used) || enters;

  always_ff @(posedge clk) begin
    if (core_under_proof.u_core.u_ghash.write_q && slot) power_q[write_word] <= product_used;
    if (!rst_n || clears) cleared_q <= '0;
    else if (cleared_q != '1) cleared_q <= cleared_q + 3'd1;
    if (slot) factor_q <= power_q[power];
    if (!rst_n || (slot && !(first || core_under_proof.u_core.u_ghash.summing_q))) hash_q <= 1'b0;
    else if (slot) hash_q <= first ? sum_q : hash_q || product_used;
    if (!rst_n) passed_q <= '1;
    else if (slot) passed_q <= {passed_q[Slots-2:0], passes};
    if (!rst_n) gone_q <= '0;
    else if (slot) begin
      gone_q <= enters || (open && gone_q != 3'(Slots)) ? '0 : gone_q == 3'(Slots) ? gone_q : gone_q + 3'd1;
    end
  end

  // Where the sums are in the multiplier: in cycle k of a sum, a register of n cycles later has that of so
  // many slots ago.
  function automatic int unsigned ago(int unsigned cycles, int unsigned cycle);
    return cycles <= cycle ? 0 : (cycles - cycle + BlockCycles - 1) / BlockCycles;
  endfunction

  localparam int unsigned Units = (3 + BlockCycles - 1) / BlockCycles;

  for (genvar k = 0; k < BlockCycles; k++) begin : gen_ring
    logic now;  // the cycle of the sum
    assign now = hash_phase[(k+1)%BlockCycles];
    always_comb begin
      if (now) begin
        if (factors_used) assert (passed_q[ago(1, k)]);
        if (products_used) assert (passed_q[ago(2, k)]);
        for (int unsigned n = 0; n < 3; n++) begin
          if (joined_used[n] && ago(n / Units + 3, k) < Slots) assert (passed_q[ago(n/Units+3, k)]);
        end
      end
    end
  end
  always_comb if (sum_used) assert (passed_q[0]);
  always_comb if (slot && product_used) assert (passed_q[Slots-1]);
  for (genvar j = 0; j < Slots; j++) begin : gen_gone
    always_comb if (passed_q[j]) assert (3'(j) >= gone_q);
  end

  // A mark is where its step is.
  for (genvar d = 1; d <= MarkLead; d++) begin : gen_mark
    for (genvar j = 1; j <= BlockCycles; j++) begin : gen_cycle
      localparam int unsigned Stage = MarkStage + (MarkLead - d) * BlockCycles + j;
      step_t step;
      if (Stage <= CipherCycles) assign step = core_under_proof.u_core.step_q[Stage];
      else assign step = sum_step_q;
      always_comb begin
        if (hash_phase[j%BlockCycles]) begin
          assert (core_under_proof.u_core.u_ghash.hash_q[d] == step.hash);
          assert (core_under_proof.u_core.u_ghash.end_q[d] == step.ends_hash);
        end
      end
    end
  end

  logic [Slots-2:0] hash_ended;
  assign hash_ended = core_under_proof.u_core.u_ghash.ended_q;

  always_comb begin
    assert (gone_q <= 3'(Slots));
    // A step that was at the sum in the last cycle of a reset is not one, but has a block.
    if (enters && !(sum_step_q.hash || sum_step_q.subkey))
      assert (clears && clear_count == '0 && idle_q == '0);
    if (sum_step_q.hash || sum_step_q.subkey) assert (enters);
    if (run) assert (key_state[KeyPowers]);
    if (!clears) assert (clear_count == '0);
    if (clears) begin
      assert (key_state[KeyClear]);
      assert (gone_q == 3'(Slots) || {1'b0, gone_q} + 4'd1 >= clear_count);
      assert (clear_count == '0 || !open);
      if (clear_count != '0) begin
        assert (core_under_proof.u_core.u_ghash.write_q && write_word == clear_count[2:0] - 3'd1);
      end
    end
    if (core_under_proof.u_core.u_ghash.write_q && !clears && !has_powers) begin
      assert (write_word == 3'd7 && gone_q == 3'(Slots) && cleared_q < 3'(BlockCycles));
      assert (hash_phase[(cleared_q+3'd1)%BlockCycles]);
    end
    assert (cleared_q == 3'd7 || subkey_age_q <= {3'd0, cleared_q});
    if (core_under_proof.u_core.u_ghash.write_q && !clears) assert (write_word != '0);
    // Sums leave when a hash ends, and when the powers are known.
    if (run && core_under_proof.u_core.u_ghash.last_round && !run_step[0]) assert (!open);
    for (int unsigned i = 1; i < Slots; i++) begin
      if (run && core_under_proof.u_core.u_ghash.last_round && run_step[i]) assert (gone_q >= 3'(i - 1));
    end
    if (!opened && !run && !clears && gone_q < 3'(Slots)) begin
      assert (!open && (gone_q == 3'(Slots - 1) || |(hash_ended & ~('1 << (gone_q + 3'd1)))));
    end
    if (run || clears) assert ($onehot(run_step));
  end
  for (genvar n = 0; n < 8; n++) begin : gen_power
    (* keep *) logic secret;
    assign secret = power_q[n];
    always_comb begin
      if (power_q[n] && (n == 0 || !has_powers)) begin
        assert (clears && (clear_count <= 4'(n + 1) || (n <= Slots - 1 && clear_count <= 4'(n + 9))));
      end
    end
  end

  // Nothing is read but word 0, and nothing is summed, when no step has come for a while.
  for (genvar j = 1; j <= BlockCycles; j++) begin : gen_late
    // Cycles from the step to its sum, and to this cycle of the slot.
    localparam int unsigned Late = CipherCycles + j;
    always_comb begin
      if (hash_phase[j%BlockCycles]) begin
        if (core_under_proof.u_core.u_ghash.final_q || core_under_proof.u_core.u_ghash.later_q != '0) begin
          assert (idle_q <= 6'(Late));
        end
        if (!opened && !run && !clears && gone_q < 3'(Slots)) begin
          assert (idle_q <= 6'(Late) + 6'(BlockCycles) * {3'd0, gone_q});
        end
        if (power != '0) assert (idle_q <= 6'(Late + BlockCycles));
        if (factor_q) assert (idle_q <= 6'(Late + 2 * BlockCycles));
        for (int unsigned d = 0; d < Slots - 1; d++) begin
          if (hash_ended[d]) assert (idle_q <= 6'(Late + d * BlockCycles));
        end
        if (core_under_proof.u_core.u_ghash.summing_q) begin
          assert (idle_q <= 6'(Late + RingCycles - BlockCycles));
        end
        if (hash_q) assert (idle_q <= 6'(Late + RingCycles));
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rest
  //////////////////////////////////////////////////////////////////////////////////////////////////

  (* keep *) logic rest;

  // A command is expected, no beat is held, no step and no data have come for 63 cycles, and there is no key,
  // or it is kept.
  assign rest = state[StCommand] && u_scanner.empty && !grammar_acts && entry_step == NoStep &&
      idle_q == Idle && quiet_q == '1 && (key_state[KeyEmpty] ? unkeyed_q == '1 : session);

  always_comb begin
    if (rest && !session) begin
      assert (!keyed_q && keyed_before_q == '0 && !result_q && power_q == '0);
      assert (round_used_q == '0 && terms_used_q == '0 && key_used_q == '0);
    end
  end

endmodule

bind core_under_proof clear_aes_gcm_xhs u_clear ();
