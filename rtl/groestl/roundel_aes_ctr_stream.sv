// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// AES in counter mode as the third stream of roundel_groestl_rounds: round keys on the fly, the counter
// blocks, and the key stream of one block of text, kept until it is wanted. Eight columns: AES-128, four
// blocks of AES; sixteen: AES-256, eight. The counter is the block's last 32 bits (RFC 3686).
//
// key_load_i takes the key, 16 bytes at a time; nonce_load_i the nonce. start_i: the first block of AES at
// the place behind_i of the state is that of the nonce's counter; from then on blocks go around, ten rounds
// (or fourteen) of three cycles each. What comes out while the key stream kept is still there is made once
// more, so that it can be taken at any time. clear_i ends it all and clears what is kept, but for the key
// and the last round key, once that is known: forget_i clears those.
//
// slot_i is that of roundel_groestl_rounds, of AES in its last cycle. Of a step whose round was the last
// the first cycle takes the last round key, begins the keys anew and chooses the next counter, the second
// makes the addend of blocks that start, the third takes the key stream.

module roundel_aes_ctr_stream
  import roundel_aes_pkg::*;
  import roundel_groestl_pkg::*;
#(
  parameter  int unsigned Columns   = 8,
  localparam int unsigned StateBits = Columns * ColumnBits,
  localparam int unsigned Lanes     = Columns / 2,
  localparam int unsigned LaneBits  = $clog2(Lanes)
) (
  input logic clk_i,
  input logic clear_i,
  input logic forget_i,

  input logic         key_load_i,
  input logic [127:0] key_i,
  input logic         nonce_load_i,
  input logic [127:0] nonce_i,      // the first counter block
  input logic                start_i,
  input logic [LaneBits-1:0] behind_i,

  input  logic [          2:0] slot_i,
  output logic                 mix_o,
  output logic [StateBits-1:0] addend_o,
  input  logic [StateBits-1:0] shifted_i,

  output logic                 last_key_known_o,
  output logic [        127:0] last_key_o,        // to be added to the key stream still
  output logic                 stream_full_o,
  output logic [StateBits-1:0] stream_o,          // in the order of the text
  input  logic                 stream_taken_i
);

  localparam bit Long = Columns == 16;  // AES-256
  localparam int unsigned LastRound = Long ? 14 : 10;
  // The counters of the lanes are the same from here on up, but for a carry.
  localparam int unsigned UpperBits = 32 - LaneBits;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Rounds
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic set_q, ready_q;  // the counters' start is made
  logic enable_q, run_q, last_q, keep_q, full_q;
  logic [3:0] round_q;  // that has been passed in this step
  logic choose, advance, load;

  assign choose = slot_i[0] && last_q;
  assign advance = set_q || (choose && !full_q);
  assign load = enable_q && (!run_q || last_q);
  assign mix_o = run_q && !last_q;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      set_q <= 1'b0;
      ready_q <= 1'b0;
      enable_q <= 1'b0;
      run_q <= 1'b0;
      last_q <= 1'b0;
      keep_q <= 1'b0;
      round_q <= '0;
    end else begin
      set_q   <= start_i;
      ready_q <= ready_q || set_q;
      if (choose) keep_q <= !full_q;
      if (slot_i[2]) begin
        enable_q <= ready_q;
        if (enable_q) begin
          run_q   <= 1'b1;
          last_q  <= round_q == 4'(LastRound - 1);
          round_q <= !run_q || last_q ? 4'd1 : round_q + 4'd1;
        end
      end
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Round keys (FIPS 197 section 5.2)
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [127:0] first_q, key_q, older, second, next_key, last_key_q;
  logic [31:0] sub, addition;
  byte_t constant_q;
  logic rewind, step, turn, second_due, known_q;

  assign rewind = choose || (!run_q && !slot_i[2]);
  assign step   = slot_i[2] && enable_q;

  for (genvar i = 0; i < 4; i++) begin : gen_sub
    roundel_aes_sbox_cut #(
      .CutScales(1'b1)
    ) u_sbox (
      .clk_i,
      .enable_i(1'b1),
      .data_i  (key_q[96+8*i+:8]),
      .data_o  (sub[8*i+:8])
    );
  end
  assign addition = turn ? rotate_word(sub) ^ 32'(constant_q) : sub;

  next_words_t parts;
  roundel_aes_key_step u_step (
    .words_i     (older),
    .sub_i       (addition),
    .load_i      (second_due),
    .load_words_i(second),
    .words_o     (next_key),
    .parts_o     (parts)
  );
  logic unused_parts;
  assign unused_parts = ^parts;

  if (Long) begin : gen_long
    logic [127:0] second_q, older_q;
    logic first_due_q, turn_q;
    always_ff @(posedge clk_i) begin
      if (forget_i) second_q <= '0;
      else if (key_load_i) second_q <= key_i;
      if (clear_i) begin
        older_q <= '0;
        first_due_q <= 1'b1;
        turn_q <= 1'b0;
      end else begin
        if (step) older_q <= key_q;
        if (rewind) begin
          first_due_q <= 1'b1;
          turn_q <= 1'b0;
        end else if (step) begin
          first_due_q <= 1'b0;
          turn_q <= !turn_q;
        end
      end
    end
    always_ff @(posedge clk_i) begin
      if (forget_i) first_q <= '0;
      else if (key_load_i) first_q <= second_q;
    end
    assign older = older_q;
    assign second = second_q;
    assign second_due = first_due_q;
    assign turn = turn_q;
  end else begin : gen_short
    always_ff @(posedge clk_i) begin
      if (forget_i) first_q <= '0;
      else if (key_load_i) first_q <= key_i;
    end
    assign older = key_q;
    assign second = '0;
    assign second_due = 1'b0;
    assign turn = 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) key_q <= '0;
    else if (rewind) key_q <= first_q;
    else if (step) key_q <= next_key;
    if (forget_i) last_key_q <= '0;
    else if (choose) last_key_q <= key_q;
    known_q <= !forget_i && (known_q || choose);
    if (rewind) constant_q <= 8'h01;
    else if (step && turn) constant_q <= xtime(constant_q);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Counter blocks
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [95:0] nonce_q;
  logic [LaneBits-1:0] low_q, low_set;
  logic [UpperBits-1:0] upper_q, upper_next_q, upper_other;  // the latter of lanes with a carry
  logic borrow;
  logic [127:0] counters[Lanes];

  function automatic logic [31:0] swap(logic [31:0] word);
    return {word[7:0], word[15:8], word[23:16], word[31:24]};
  endfunction

  assign {borrow, low_set} = {1'b0, low_q} - {1'b0, behind_i};
  // One more, or at the start one less for a borrow; which it is does not hang on the start, which is late.
  assign upper_other = upper_next_q + {UpperBits{borrow && !advance}} + UpperBits'(advance);

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      nonce_q <= '0;
      low_q <= '0;
      upper_q <= '0;
      upper_next_q <= '0;
    end else if (nonce_load_i) begin
      nonce_q <= nonce_i[95:0];
      {upper_next_q, low_q} <= swap(nonce_i[127:96]);
    end else begin
      if (start_i) low_q <= low_set;
      if (advance) upper_q <= upper_next_q;
      if (start_i || advance) upper_next_q <= upper_other;
    end
  end

  for (genvar lane = 0; lane < Lanes; lane++) begin : gen_lane
    logic carry;
    logic [LaneBits-1:0] low;
    assign {carry, low}   = {1'b0, low_q} + (LaneBits + 1)'(lane);
    assign counters[lane] = {swap({carry ? upper_next_q : upper_q, low}), nonce_q};
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // To the rounds and from them
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [StateBits-1:0] addend_d, addend_q, stream_d, stream_q;

  always_comb begin
    for (int unsigned lane = 0; lane < Lanes; lane++) begin
      for (int unsigned i = 0; i < 16; i++) begin
        addend_d[8*place(lane, i, Columns)+:8] = key_q[8*i+:8] ^ (load ? counters[lane][8*i+:8] : '0);
        stream_d[128*lane+8*i+:8] = shifted_i[8*place(lane, i, Columns)+:8];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i || !slot_i[1] || !enable_q) addend_q <= '0;
    else addend_q <= addend_d;
  end
  always_ff @(posedge clk_i) begin
    if (clear_i || stream_taken_i) begin
      full_q   <= 1'b0;
      stream_q <= '0;
    end else if (slot_i[2] && last_q && keep_q) begin
      full_q   <= 1'b1;
      stream_q <= stream_d;
    end
  end

  assign addend_o = addend_q;
  assign last_key_known_o = known_q;
  assign last_key_o = last_key_q;
  assign stream_full_o = full_q;
  assign stream_o = stream_q;

endmodule
