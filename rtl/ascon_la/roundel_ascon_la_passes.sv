// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Runs the passes over the state. A pass adds a block, keys and constants to the state, and permutes it. The
// table has a row for each state of a transaction that has blocks. A pass that only reads the state has two
// rounds whose result is not used.
//
// Schedule:   start_i in cycle t; the step with word k of round r in cycle t + 1 + 4r + k. ready_o is high
//             before the first pass and in the last step of a pass, so that passes follow each other without
//             a gap. adding_o is high in the four steps of the first round. The block and the key move one
//             cycle early: shift_o is high in cycles t to t + 4, key_step_o in cycles t to t + 7.
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
  output logic                 key_step_o,  // the ring of the key moves
  output logic [          1:0] shift_o,     // the halves of the block shift in the queue
  output logic [          1:0] consumed_o,  // these halves of the block are consumed, without an answer
  output addition_t            next_o,      // what the next step adds
  output addition_t            addition_o,  // what the step adds
  output logic [          7:0] constant_o,  // constant of the round; zero after word 0
  output logic                 count_o,     // the pass leads to a block of output
  output logic                 begin_o,     // the pass begins a hash
  output logic [UserWidth-1:0] kind_o,      // kind of the answer of the last pass that had one
  output logic                 check_o      // it is a tag to compare
);

  localparam logic [3:0] P12 = roundel_ascon_pkg::FirstRound12;
  localparam logic [3:0] P8 = roundel_ascon_pkg::FirstRound8;
  localparam logic [3:0] Read = 4'd10;

  typedef struct packed {
    logic [3:0]           round;   // number of the first round
    logic                 count;   // a block of output follows
    logic                 starts;  // it is the first pass of a hash
    logic [UserWidth-1:0] kind;    // kind of the answer
    logic                 check;   // the answer is a tag to compare
    addition_t            add;
  } row_t;

  function automatic row_t row_of(state_e state, logic is_final, logic more, logic open);
    row_t row;
    row = '0;
    unique case (state)
      StNonce: begin
        row.round = P12;
        row.add = '{iv: 1, key_start: 1, data_nonce: 1, wide: 1, default: 0};
      end
      StAd: begin
        row.round = P8;
        row.add = '{data_s0: 1, data_s1: 1, wide: 1, default: 0};
      end
      StText, StFlush: begin
        row.round = P8;
        row.add = '{data_s0: 1, data_s1: 1, replace: open, wide: 1, answer: 1, default: 0};
        if (is_final && state == StText) row.round = P12;
        if (is_final && state == StText) row.add.key_end = 1'b1;
      end
      StTag: begin
        row.round = Read;
        row.add = '{data_s0: 1, data_s1: 1, key_last: 1, wide: 1, answer: 1, tag: 1, default: 0};
      end
      StHashStart: begin
        row.round = P12;
        row.starts = 1'b1;
        row.add = '{iv: 1, default: 0};
      end
      StLength, StReplay, StMessage: begin
        row.round = P12;
        row.count = is_final && state == StMessage;
        row.add = '{data_s0: 1, default: 0};
      end
      StDigest: begin
        row.round = more ? P12 : Read;
        row.count = 1'b1;
        row.add = '{data_s0: 1, answer: 1, default: 0};
      end
      default: ;
    endcase
    unique case (state)
      StTag: begin
        row.kind = KindTag;
        row.check = open;
      end
      StDigest: row.kind = KindDigest;
      default:  row.kind = open ? KindUnverified : KindText;
    endcase
    return row;
  endfunction

  row_t row, row_q;
  logic busy_q, ready_q, first_q, second_q, start, last_step;
  place_t place_q;
  logic [3:0] round_d, round_q;
  addition_t addition_q;
  logic [3:0] constant_low_q, constant_high_q;  // the upper half is stored inverted

  // The state and the block do not change in the cycle before a pass begins.
  always_comb begin
    row = row_of(state_i, final_i, more_i, open_i);
    if (key_last_i && (state_i inside {StAd, StText, StFlush})) row.add.key_last = 1'b1;
    if (domain_i && (state_i inside {StText, StFlush})) row.add.domain = 1'b1;
  end
  always_ff @(posedge clk_i) begin
    row_q <= row;
  end

  assign start = ready_q && start_i;
  assign last_step = place_q.after[3];
  assign ready_o = ready_q;
  assign idle_o = !busy_q;
  assign step_o = busy_q;
  assign place_o = place_q;
  assign adding_o = first_q;
  assign key_step_o = start || first_q || (second_q && !last_step);
  always_comb begin
    next_o = start ? row_q.add : addition_q;
    if (last_step && !start) next_o = '0;
  end
  assign shift_o = {start ? row_q.add.wide : first_q && addition_q.wide, start || first_q};
  assign consumed_o = {2{first_q && last_step && !addition_q.answer}} & {addition_q.wide, 1'b1};
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
      ready_q <= place_q.after[2] && !place_q.after[3] && round_q == roundel_ascon_pkg::LastRound;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!busy_q || last_step) place_q <= '{first: 1'b1, default: '0};
    else place_q <= '{first: 1'b0, after: {place_q.after[2:1], 1'b1}};
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      first_q <= 1'b0;
      second_q <= 1'b0;
    end else if (ready_q || last_step) begin
      first_q <= start;
      second_q <= first_q;
    end
  end

  assign round_d = ready_q ? row_q.round : round_q + 4'd1;
  always_ff @(posedge clk_i) begin
    if (ready_q || last_step) round_q <= round_d;
  end

  // The constant is added with word 0 of a round.
  always_ff @(posedge clk_i) begin
    constant_low_q  <= ready_q || last_step ? round_d : '0;
    constant_high_q <= ready_q || last_step ? round_d : '1;
  end
  assign constant_o = {~constant_high_q, constant_low_q};

  always_ff @(posedge clk_i) begin
    if (clear_i || (last_step && !start)) addition_q <= '0;
    else if (start) addition_q <= row_q.add;
  end
  always_ff @(posedge clk_i) begin
    if (ready_q) begin
      count_o <= row_q.count;
      begin_o <= row_q.starts;
    end
    if (start && row_q.add.answer) begin
      kind_o  <= row_q.kind;
      check_o <= row_q.check;
    end
  end

endmodule
