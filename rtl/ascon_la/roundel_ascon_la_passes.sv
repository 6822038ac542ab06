// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Runs the passes over the state. A pass adds a block, keys and constants to the state, and permutes it. The
// table has a row for each state of a transaction that has blocks. A pass that only reads the state has two
// rounds whose result is not used.
//
// Schedule:   start_i in cycle t; the step with word k of round r in cycle t + 1 + 4r + k. ready_o is high
//             before the first pass and in the last step of a pass, so that passes follow each other without
//             a gap. adding_o is high in the four steps of the first round, key_step_o in the first eight
//             steps.
// Interfaces: state of the transaction from roundel_ascon_la_grammar; steps to roundel_ascon_la_state,
//             roundel_ascon_la_queue and roundel_ascon_la_key.
// Reference:  SP 800-232, sections 3.2 (constants), 4 and 5; docs/cores/ascon-la.md, table of passes

module roundel_ascon_la_passes
  import roundel_ascon_la_pkg::*;
  import roundel_stream_pkg::*;
(
  input logic clk_i,

  input logic   clear_i,     // ends the pass
  input logic   start_i,     // begins a pass; ready_o must be high
  input state_e state_i,     // state of the transaction, which selects the pass
  input logic   final_i,     // the block is the last one of its segment
  input logic   more_i,      // another block of output follows
  input logic   key_last_i,  // first block after the initialization: the key to S3 and S4
  input logic   domain_i,    // first block of text: the domain separation bit
  input logic   open_i,      // OPEN: ciphertext replaces the rate

  output logic                 ready_o,     // a pass can begin
  output logic                 idle_o,      // no pass is under way
  output logic                 step_o,      // a step
  output place_t               place_o,     // its word
  output logic                 adding_o,    // the step is one of the first round
  output logic                 key_step_o,  // the step is one of the first two rounds
  output addition_t            addition_o,  // what the step adds
  output logic [          7:0] constant_o,  // constant of the round; zero after word 0
  output logic                 count_o,     // the pass leads to a block of output
  output logic                 begin_o,     // the pass begins a hash
  output logic [UserWidth-1:0] kind_o       // kind of the answer of the last pass that had one
);

  localparam logic [3:0] P12 = 4'd0;
  localparam logic [3:0] P8 = 4'd4;
  localparam logic [3:0] Read = 4'd10;
  localparam logic [3:0] LastRound = 4'd11;

  typedef struct packed {
    logic [3:0] round;      // number of the first round of Ascon-p[12]
    logic       rate;       // the block to the rate
    logic       nonce;      // the block to S3 and S4
    logic       iv;         // the initial value to S0
    logic       key_start;  // the key to S1 and S2
    logic       key_end;    // the key to S2 and S3
    logic       key_last;   // the key to S3 and S4
    logic       wide;       // a block of 8 words; otherwise 4
    logic       answer;     // the block becomes an answer
    logic       tag;        // it becomes the tag
    logic       count;      // a block of output follows
  } row_t;

  function automatic row_t row_of(state_e state, logic is_final, logic more);
    row_t row;
    row = '0;
    unique case (state)
      StNonce: row = '{round: P12, nonce: 1, iv: 1, key_start: 1, wide: 1, default: 0};
      StAd: row = '{round: P8, rate: 1, wide: 1, default: 0};
      StText, StFlush: row = '{round: P8, rate: 1, wide: 1, answer: 1, default: 0};
      StTag: row = '{round: Read, wide: 1, answer: 1, tag: 1, key_last: 1, default: 0};
      StHashStart: row = '{round: P12, iv: 1, default: 0};
      StLength, StReplay: row = '{round: P12, rate: 1, default: 0};
      StMessage: row = '{round: P12, rate: 1, count: 1, default: 0};
      StDigest: row = '{round: P12, answer: 1, count: 1, default: 0};
      default: row = '0;
    endcase
    if (state == StText && is_final) begin
      row.round = P12;
      row.key_end = 1'b1;
    end
    if (state == StMessage && !is_final) row.count = 1'b0;
    if (state == StDigest && !more) row.round = Read;
    return row;
  endfunction

  row_t row_q;
  logic busy_q, ready_q, first_q, second_q, last_step, text_q;
  place_t place_q;
  logic [3:0] round_q;
  addition_t addition_q;

  // The state and the block do not change in the cycle before a pass begins.
  always_ff @(posedge clk_i) begin
    row_q  <= row_of(state_i, final_i, more_i);
    text_q <= state_i == StText || state_i == StFlush;
  end

  assign last_step = place_q.after[3];
  assign ready_o = ready_q;
  assign idle_o = !busy_q;
  assign step_o = busy_q;
  assign place_o = place_q;
  assign adding_o = first_q;
  assign key_step_o = first_q || second_q;
  assign addition_o = addition_q;

  // Ready when there is no pass, and in the last step of one.
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      busy_q  <= 1'b0;
      ready_q <= 1'b1;
    end else if (ready_q) begin
      busy_q  <= start_i;
      ready_q <= !start_i;
    end else begin
      ready_q <= place_q.after[2] && !place_q.after[3] && round_q == LastRound;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!busy_q || last_step || clear_i) place_q <= '{first: 1'b1, default: '0};
    else place_q <= '{first: 1'b0, after: {place_q.after[2:1], 1'b1}};
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      first_q <= 1'b0;
      second_q <= 1'b0;
    end else if (ready_q || last_step) begin
      first_q <= ready_q && start_i;
      second_q <= first_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_q) round_q <= row_q.round;
    else if (last_step) round_q <= round_q + 4'd1;
  end

  always_ff @(posedge clk_i) begin
    if (!(ready_q && start_i) && last_step) begin
      addition_q <= '0;
    end else if (ready_q) begin
      addition_q.data_s0 <= row_q.rate;
      addition_q.data_s1 <= row_q.rate && row_q.wide;
      addition_q.replace <= text_q && open_i;
      addition_q.data_nonce <= row_q.nonce;
      addition_q.iv <= row_q.iv;
      addition_q.key_start <= row_q.key_start;
      addition_q.key_end <= row_q.key_end;
      addition_q.key_last <= row_q.key_last || (row_q.wide && row_q.rate && key_last_i);
      addition_q.domain <= text_q && domain_i;
      addition_q.wide <= row_q.wide;
      addition_q.answer <= row_q.answer;
      addition_q.tag <= row_q.tag;
    end
  end
  always_ff @(posedge clk_i) begin
    if (ready_q) begin
      count_o <= row_q.count;
      begin_o <= row_q.iv && !row_q.wide;
    end
    if (ready_q && start_i && row_q.answer) begin
      kind_o <= row_q.tag ? KindTag : !row_q.wide ? KindDigest : open_i ? KindUnverified : KindText;
    end
  end

  // Round i of Ascon-p[12]: its two digits are 15 - i and i.
  assign constant_o = place_q.first ? {~round_q, round_q} : '0;

endmodule
