// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A core of roundel_aes_groestl is never silent for long, whatever is sent, with any pauses, stalls and
// resets. It is silent in a cycle in which it neither offers an answer nor is ready for a beat: nothing from
// outside can then move it. `measure` bounds how long a silence still lasts. It is made of the registers of
// control, and falls in every silent cycle.
//
// A beat that is accepted ends a silence, so the beat is the same in all of it. The measure is Step times the
// rank of the state of the transaction, and a term that falls while the state stays: cycles until the block
// accepts words, until a job of the rounds is accepted or done, until the last round key is known; or words.
//
// Bound to roundel_aes_groestl.

module progress_aes_groestl
  import roundel_aes_groestl_pkg::*;
#(
  parameter int unsigned Columns = 8,
  parameter bit          Aes     = 1'b1,
  parameter bit          Groestl = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic s_axis_tready,
  input logic m_axis_tvalid
);

  localparam int unsigned Words = Columns / 2;
  localparam logic [12:0] Step = 13'd256;
  localparam logic [12:0] Longest = 13'd3328;
  // Rounds of a job after the first, and of AES.
  localparam logic [12:0] LastRound = Columns == 8 ? 13'd9 : 13'd13;
  localparam logic [12:0] AesRounds = Columns == 8 ? 13'd10 : 13'd14;
  // Slots of the rounds: Q, P and AES.
  localparam logic [12:0] Slots = Aes ? 13'd3 : 13'd2;

  logic started_q = 1'b0;
  logic on, clear;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  assign on = started_q && rst_ni;
  assign clear = roundel_aes_groestl.clear;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The rounds: cycles until a job that waits is accepted, and until the job under way is done
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam logic [12:0] MostAccept = Slots * (LastRound + 13'd3) + 13'd4;
  localparam logic [12:0] MostDone = Slots * (LastRound + 13'd2) + 13'd3;

  logic [2:0] slot;
  logic [12:0] phase, slot_number, to_accept, to_done;
  logic job_begins, job_runs, job_last;
  assign slot = roundel_aes_groestl.slot;
  assign slot_number = slot[2] ? 13'd2 : slot[1] ? 13'd1 : 13'd0;
  assign phase = Slots - slot_number;

  if (Groestl) begin : gen_job
    logic [12:0] round;
    assign job_begins = roundel_aes_groestl.gen_groestl.u_rounds.begin_q;
    assign job_runs = roundel_aes_groestl.gen_groestl.u_rounds.run_q;
    assign job_last = roundel_aes_groestl.gen_groestl.u_rounds.last_q;
    assign round = 13'(roundel_aes_groestl.gen_groestl.u_rounds.round_q);
    always_comb begin
      if (job_begins && !slot[2]) to_accept = 13'd1 - slot_number;
      else if (job_begins) to_accept = Slots * (LastRound + 13'd2) + phase + 13'd2;
      else if (job_runs && !job_last) to_accept = Slots * (LastRound - round) + phase + 13'd2;
      else to_accept = phase + 13'd2;

      if (job_begins) to_done = Slots * (LastRound + 13'd1) + phase + 13'd2;
      else if (!job_last) to_done = Slots * (LastRound - round) + phase + 13'd2;
      else to_done = 13'd1 - slot_number;
    end
    always_comb begin
      if (on && !clear) begin
        assert (!(job_runs && !job_last) || round < LastRound);
        assert (!job_last || job_runs);
      end
    end
  end else begin : gen_no_job
    assign {job_begins, job_runs, job_last} = '0;
    assign {to_accept, to_done} = '0;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The keystream: cycles until it is valid, and until the last round key is known
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam logic [12:0] MostKeystream = 13'd3 * (AesRounds + 13'd2) + 13'd10;

  logic [12:0] to_keystream, to_last_key;
  logic counts;  // the counters are set, or will be in the next cycle

  if (Aes) begin : gen_stream
    logic [12:0] steps, round;
    logic enable, run, last, capture, restarts;
    assign enable = roundel_aes_groestl.gen_aes.u_stream.enable_q;
    assign run = roundel_aes_groestl.gen_aes.u_stream.run_q;
    assign last = roundel_aes_groestl.gen_aes.u_stream.last_round_q;
    assign capture = roundel_aes_groestl.gen_aes.u_stream.capture_q;
    assign round = 13'(roundel_aes_groestl.gen_aes.u_stream.round_q);
    assign restarts = last && slot[0];
    assign counts = roundel_aes_groestl.gen_aes.u_stream.counter_set_q ||
        roundel_aes_groestl.gen_aes.u_stream.counter_valid_q;
    // Steps until the last round; the first one may come before the counters are valid.
    always_comb begin
      if (roundel_aes_groestl.gen_aes.u_stream.counter_set_q) steps = AesRounds + 13'd2;
      else if (!enable) steps = AesRounds + 13'd1;
      else if (!run || last) steps = AesRounds;
      else steps = AesRounds - round;
      to_last_key = restarts ? 13'd0 : 13'd3 * steps + phase + 13'd3;
      if (roundel_aes_groestl.gen_aes.u_stream.keystream_valid_q) to_keystream = '0;
      else if (restarts || (last && capture)) to_keystream = phase;
      else to_keystream = 13'd3 * steps + phase + 13'd3;
    end
    always_comb begin
      if (on && !clear) begin
        assert (!run || (enable && round != '0 && round <= AesRounds));
        assert (run || round == '0);
        assert (last == (run && round == AesRounds));
        assert (!enable || roundel_aes_groestl.gen_aes.u_stream.counter_valid_q);
      end
    end
  end else begin : gen_no_stream
    assign {to_keystream, to_last_key, counts} = '0;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The block: cycles until it accepts words
  //////////////////////////////////////////////////////////////////////////////////////////////////

  localparam logic [1:0] BlockFill = 2'd0;
  localparam logic [1:0] BlockCipher = 2'd1;
  localparam logic [1:0] BlockHash = 2'd2;

  logic [1:0] block_state;
  logic fill, word_valid, block_text;
  logic [12:0] place, word_number, to_send, to_fill;
  operation_t operation;
  assign block_state = 2'(roundel_aes_groestl.u_block.state_q);
  assign word_number = 13'(roundel_aes_groestl.u_block.word_index_q);
  assign block_text = roundel_aes_groestl.u_block.text_q;
  assign fill = roundel_aes_groestl.u_control.u_words.fill_q;
  assign place = 13'(roundel_aes_groestl.u_control.u_words.place_q);
  assign word_valid = roundel_aes_groestl.u_control.u_words.word_valid_q;
  assign operation = roundel_aes_groestl.u_control.operation;

  // The words of a block that was completed are sent or dropped, one a cycle.
  localparam logic [12:0] MostSend = 13'(Words) + 13'd1;

  always_comb begin
    unique case (block_state)
      BlockFill: to_send = MostKeystream + MostAccept + MostSend + 13'd4;
      BlockCipher: to_send = to_keystream + (operation.open ? '0 : MostAccept + 13'd1) + MostSend + 13'd1;
      BlockHash: to_send = to_accept + (operation.open ? MostKeystream + 13'd1 : '0) + MostSend + 13'd1;
      default: to_send = MostSend - word_number;
    endcase
  end
  assign to_fill = fill ? '0 : to_send;
  // The last word of a block comes.
  logic coming;
  assign coming = !fill && block_state == BlockFill;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The transaction
  //////////////////////////////////////////////////////////////////////////////////////////////////

  state_e state;
  progress_t progress;
  aes_groestl_beat_t beat;
  logic beat_valid, first_hash, last_key_valid, moves;
  logic [12:0] count, moved, rank, rest, measure;
  assign state = roundel_aes_groestl.u_control.state;
  assign progress = roundel_aes_groestl.u_control.progress;
  assign count = 13'(roundel_aes_groestl.u_control.count);
  assign beat = roundel_aes_groestl.beat;
  assign beat_valid = roundel_aes_groestl.beat_valid;
  assign last_key_valid = roundel_aes_groestl.last_key_valid;
  // The inner hash of an HMAC, and not the outer one.
  assign first_hash = operation.mac && !progress.outer;

  if (Groestl) begin : gen_session
    assign moves = roundel_aes_groestl.gen_ring.u_session.shift_q;
    assign moved = 13'(roundel_aes_groestl.gen_ring.u_session.count_q);
  end else begin : gen_no_session
    assign moves = 1'b0;
    assign moved = '0;
  end

  always_comb begin
    rank = 13'd4;
    rest = '0;
    unique case (state)
      StKeyFill: begin
        rank = 13'd10;
        rest = 13'(Words) - count;
      end
      StInner: begin
        rank = 13'd9;
        rest = to_fill + 13'(Words) - place;
      end
      StOuter: begin
        rank = progress.set_up ? 13'd7 : 13'd9;
        rest = to_fill + 13'(Words) - place;
      end
      StDigest: begin
        rank = 13'd8;
        rest = to_fill + 13'(Words) - place;
      end
      StPad: begin
        rank = first_hash ? 13'd12 : 13'd7;
        rest = to_fill + 13'(Words) - place;
      end
      StLast: begin
        rank = first_hash ? 13'd11 : 13'd6;
        rest = fill ? to_accept : to_fill + MostAccept + 13'd1;
      end
      StFinal: begin
        rank = progress.set_up ? (first_hash ? 13'd8 : 13'd6) : (first_hash ? 13'd10 : 13'd5);
        // The block of a key is still to be hashed.
        if (coming) rest = MostAccept + MostDone + 13'd2;
        else if (block_state == BlockHash) rest = to_accept + MostDone + 13'd1;
        else rest = to_done;
      end
      StLoad: begin
        rank = 13'd5;
        rest = moves ? 13'(Words) - moved : '0;
      end
      StBody: begin
        rest = to_fill;
        if (operation.seal && !progress.text) rest = to_fill + MostKeystream + 13'd1;
        else if (operation.seal && !last_key_valid) rest = to_fill + to_last_key + 13'd1;
      end
      StAbort: begin
        rank = 13'd3;
        rest = to_fill;
      end
      StCompare1: rank = 13'd2;
      StCompare2, StFlush: rank = 13'd1;
      StCommand, StAnswer, StClose, StError: rank = 13'd0;
      default: ;
    endcase
  end
  // Without a beat the next one comes, and there is room for another.
  assign measure = beat_valid ? Step * rank + rest + 13'd2 : 13'd1;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The measure falls
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic silent, silent_q = 1'b0;
  logic [12:0] measure_q;
  logic [12:0] silence_q = '0;  // silent cycles so far

  assign silent = rst_ni && !s_axis_tready && !m_axis_tvalid;

  always_ff @(posedge clk_i) begin
    silent_q <= silent;
    measure_q <= measure;
    silence_q <= silent ? silence_q + 13'd1 : '0;
  end

  always_comb begin
    assert (silence_q <= Longest);
    if (on) begin
      assert (!(silent && silent_q) || measure < measure_q);
      assert (!silent || silence_q + measure <= Longest);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    if (on) begin
      // A beat is of one kind.
      assert (!(beat_valid && beat.ad && beat.text));
      // The words of the block, and the one that comes to it.
      if (!clear) begin
        assert ($onehot(slot) && (Aes || !slot[2]));
        if (fill)
          assert (block_state == BlockFill && place == word_number + 13'(word_valid));
          else if (block_state == BlockFill)
            assert (word_valid && word_number == 13'(Words - 1));
            else assert (!word_valid);
        assert (fill || place == '0);
        if (block_state inside {BlockCipher, BlockHash}) assert (word_number == '0);
        // A block with text is enciphered: the keystream has begun.
        if (block_text || (word_valid && roundel_aes_groestl.word_attr_q.keep[0])) begin
          assert (operation.cipher && progress.text);
        end
        if (block_state == BlockCipher) assert (block_text);
        if (block_state == BlockHash) assert (operation.hash);
        if (Aes && operation.cipher && progress.text && !(state inside {StCommand, StFlush})) assert (counts);
      end
      // Words of a key, of a key block, of a hash.
      if (state inside {StKey, StKeyFill, StOuter}) assert (count < 13'(Words));
      if (state == StOuter) assert (place == count);
      if (state == StDigest) assert (place == count && count < 13'(Words / 2));
      if (state inside {StLast, StFinal}) assert (place == '0);
      if (state == StKey) assert (progress.cipher_key ? operation.cipher : operation.mac);
      if (state inside {StKeyFill, StInner, StOuter, StDigest, StLoad}) assert (Groestl && operation.mac);
      if (state == StFinal) begin
        assert (operation.hash && !(fill && word_valid) && (progress.set_up || fill));
        assert (coming || block_state == BlockHash ||
                (job_begins ? slot[2] : job_runs && !(job_last && slot[2])));
      end
      if (state != StCommand) begin
        assert (Groestl || !operation.hash);
        assert (Aes || !(operation.cipher && progress.text));
        assert (!operation.mac || operation.hash);
        if (!(state inside {StAbort, StClose, StError, StFlush})) begin
          assert (Aes || !operation.cipher);
          assert (!operation.open || (operation.cipher && operation.hash));
        end
        assert (operation.seal == (operation.cipher && !operation.open));
      end
      if (progress.set_up && state != StCommand) assert (operation.mac && !progress.text);
      if (state inside {StKey, StKeyClose, StKeyFill, StInner, StLoad, StNonce, StNonceClose}) begin
        assert (!progress.text);
      end
      if (state inside {StNonce, StNonceClose, StBody, StPad, StLast, StDigest}) assert (!progress.set_up);
    end
  end

endmodule

bind roundel_aes_groestl progress_aes_groestl #(
  .Columns(Columns),
  .Aes    (Aes),
  .Groestl(Groestl)
) u_progress (.*);
