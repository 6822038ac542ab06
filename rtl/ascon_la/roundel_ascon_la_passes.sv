// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Runs the passes over the state. A pass adds a block, keys and constants to the state, and permutes it. The
// table has one row for each pass; a pass that only reads the state has two rounds whose result is not used.
//
// Schedule:   start_i in cycle t; the step with word k of round r in cycle t + 1 + 4r + k. ready_o is high
//             before the first pass and in the last step of a pass, so that passes follow each other without
//             a gap. adding_o is high in the four steps of the first round, key_step_o in the first eight
//             steps.
// Interfaces: pass from roundel_ascon_la_grammar; steps to roundel_ascon_la_state, roundel_ascon_la_queue and
//             roundel_ascon_la_key.
// Reference:  SP 800-232, sections 3.2 (constants), 4 and 5; docs/cores/ascon-la.md, table of passes

module roundel_ascon_la_passes
  import roundel_ascon_la_pkg::*;
(
  input logic clk_i,

  input logic  clear_i,     // ends the pass
  input logic  start_i,     // begins a pass; ready_o must be high
  input pass_e pass_i,      // which
  input logic  key_last_i,  // first block after the initialization: the key to S3 and S4
  input logic  domain_i,    // first block of text: the domain separation bit
  input logic  open_i,      // OPEN: ciphertext replaces the rate

  output logic       ready_o,     // a pass can begin
  output logic       idle_o,      // no pass is under way
  output logic       step_o,      // a step
  output place_t     place_o,     // its word
  output logic       adding_o,    // the step is one of the first round
  output logic       end_o,       // it is the last of these
  output logic       key_step_o,  // the step is one of the first two rounds
  output addition_t  addition_o,  // what the step adds
  output logic [7:0] constant_o,  // constant of the round; zero after word 0
  output logic       count_o,     // the pass leads to a block of output
  output logic       begin_o      // the pass begins a hash
);

  typedef struct packed {
    logic [3:0] round;  // first round of Ascon-p[12]
    logic rate;
    logic nonce;
    logic iv;
    logic key_start;
    logic key_end;
    logic key_last;
    logic wide;
    logic answer;
    logic tag;
    logic text;
    logic count;
  } row_t;

  localparam logic [3:0] P12 = 4'd0;
  localparam logic [3:0] P8 = 4'd4;
  localparam logic [3:0] Read = 4'd10;
  localparam logic [3:0] LastRound = 4'd11;

  function automatic row_t row_of(pass_e pass);
    row_t row;
    row = '0;
    unique case (pass)
      PassStart:       row = '{round: P12, nonce: 1, iv: 1, key_start: 1, wide: 1, default: 0};
      PassAd:          row = '{round: P8, rate: 1, wide: 1, default: 0};
      PassText:        row = '{round: P8, rate: 1, wide: 1, text: 1, answer: 1, default: 0};
      PassTextLast:    row = '{round: P12, rate: 1, wide: 1, text: 1, answer: 1, key_end: 1, default: 0};
      PassTag:         row = '{round: Read, wide: 1, answer: 1, tag: 1, key_last: 1, default: 0};
      PassHashStart:   row = '{round: P12, iv: 1, default: 0};
      PassAbsorb:      row = '{round: P12, rate: 1, default: 0};
      PassAbsorbLast:  row = '{round: P12, rate: 1, count: 1, default: 0};
      PassSqueeze:     row = '{round: P12, answer: 1, count: 1, default: 0};
      PassSqueezeLast: row = '{round: Read, answer: 1, default: 0};
      default:         row = '0;
    endcase
    return row;
  endfunction

  row_t row;
  logic busy_q, first_q, second_q, last_step, last_round;
  place_t place_q;
  logic [3:0] round_q;
  addition_t addition_q;

  assign row = row_of(pass_i);
  assign last_step = place_q.after[3];
  assign last_round = round_q == LastRound;
  assign ready_o = !busy_q || (last_step && last_round);
  assign idle_o = !busy_q;
  assign step_o = busy_q;
  assign place_o = place_q;
  assign adding_o = first_q;
  assign end_o = first_q && last_step;
  assign key_step_o = first_q || second_q;
  assign addition_o = addition_q;

  always_ff @(posedge clk_i) begin
    if (clear_i) busy_q <= 1'b0;
    else if (ready_o) busy_q <= start_i;
  end

  always_ff @(posedge clk_i) begin
    if (!busy_q || last_step || clear_i) place_q <= '{first: 1'b1, default: '0};
    else place_q <= '{first: 1'b0, after: {place_q.after[2:1], 1'b1}};
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      first_q <= 1'b0;
      second_q <= 1'b0;
    end else if (ready_o || last_step) begin
      first_q <= ready_o && start_i;
      second_q <= first_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_o) round_q <= row.round;
    else if (last_step) round_q <= round_q + 4'd1;
  end

  always_ff @(posedge clk_i) begin
    if (ready_o && start_i && !clear_i) begin
      addition_q.data_s0 <= row.rate;
      addition_q.data_s1 <= row.rate && row.wide;
      addition_q.replace <= row.text && open_i;
      addition_q.data_nonce <= row.nonce;
      addition_q.iv <= row.iv;
      addition_q.key_start <= row.key_start;
      addition_q.key_end <= row.key_end;
      addition_q.key_last <= row.key_last || (row.wide && row.rate && key_last_i);
      addition_q.domain <= row.text && domain_i;
      addition_q.wide <= row.wide;
      addition_q.answer <= row.answer;
      addition_q.tag <= row.tag;
    end else if (clear_i || last_step) begin
      addition_q <= '0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (ready_o && start_i) begin
      count_o <= row.count;
      begin_o <= row.iv && !row.wide;
    end
  end

  // Round i of Ascon-p[12]: its two digits are 15 - i and i.
  assign constant_o = place_q.first ? {~round_q, round_q} : '0;

endmodule
