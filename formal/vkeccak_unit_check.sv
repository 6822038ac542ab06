// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_vkeccak_unit returns Keccak-p[1600, 24] or Keccak-p[1600, 12] of every group, whatever the register
// file does. One word of the group, chosen freely, is followed from the input to the output. It is compared
// with its lanes at the input of every round, and its next value is what the round returns. The round equals
// FIPS 202's for every state and addend (keccak-round, keccak-round-constant). The order is counted here,
// from what is transferred alone:
//
//   - after a start: all words in, 24 or 12 rounds without a pause, all words out, ready
//   - every round has its constant
//   - elements after lane 24 are returned as they came
//   - a reserved immediate is reported and starts nothing
//   - no data is left when the unit is ready after a result
//
// The times of all these are functions of the immediate and the handshakes. So they do not depend on data.

module vkeccak_unit_check #(
  parameter int unsigned DataWidth = 256,
  // 0 follows no word: what remains are the counts, and that no data is left. Faults are found sooner there.
  parameter bit          Track     = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic start_i,
  input logic [4:0] imm_i,
  input logic in_valid_i,
  input logic [DataWidth-1:0] in_data_i,
  input logic out_ready_i,
  // Free: whether the word that goes in now is the one to follow.
  input logic track_i
);

  import roundel_keccak_pkg::*;

  localparam int unsigned Words = (1600 + DataWidth - 1) / DataWidth;

  typedef enum logic [1:0] {
    Ready,
    WordsIn,
    Rounds,
    WordsOut
  } phase_e;

  logic ready, illegal, in_ready, out_valid;
  logic [DataWidth-1:0] out_data;

  roundel_vkeccak_unit #(
    .DataWidth(DataWidth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .start_i,
    .imm_i,
    .ready_o    (ready),
    .illegal_o  (illegal),
    .in_valid_i,
    .in_ready_o (in_ready),
    .in_data_i,
    .out_valid_o(out_valid),
    .out_ready_i,
    .out_data_o (out_data)
  );

  logic started_q = 1'b0;
  logic returned_q;  // a result was returned since the reset, and nothing was started since
  phase_e phase_q;
  logic [5:0] count_q;  // words transferred
  logic [4:0] round_q;  // the index of the round constant
  logic tracking_q;
  logic [5:0] place_q;  // the index of the followed word
  logic [DataWidth-1:0] word_q, stepped;  // the followed word, and after a round
  logic last, legal;

  assign last = count_q == 6'(Words - 1);
  assign legal = imm_i == 5'd0 || imm_i == 5'd1;

  always_comb begin
    stepped = word_q;
    for (int unsigned i = 0; i < NumLanes; i++) begin
      // What the round returns: free, as the task cuts it.
      if (place_q == 6'(64 * i / DataWidth)) stepped[64*i%DataWidth+:64] = u_dut.u_round.state_o[i];
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!rst_ni) begin
      phase_q <= Ready;
      returned_q <= 1'b0;
      count_q <= '0;
      tracking_q <= 1'b0;
    end else begin
      case (phase_q)
        Ready:
        if (start_i && legal) begin
          phase_q <= WordsIn;
          returned_q <= 1'b0;
          round_q <= imm_i == 5'd0 ? 5'd0 : 5'd12;
        end
        WordsIn:
        if (in_valid_i) begin
          if (Track && track_i && !tracking_q) begin
            tracking_q <= 1'b1;
            place_q <= count_q;
            word_q <= in_data_i;
          end
          count_q <= last ? '0 : count_q + 6'd1;
          if (last) phase_q <= Rounds;
        end
        Rounds: begin
          word_q <= stepped;
          round_q <= round_q + 5'd1;
          if (round_q == 5'd23) phase_q <= WordsOut;
        end
        default:
        if (out_ready_i) begin
          count_q <= last ? '0 : count_q + 6'd1;
          if (last) begin
            phase_q <= Ready;
            returned_q <= 1'b1;
            tracking_q <= 1'b0;
          end
        end
      endcase
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (ready == (phase_q == Ready));
      assert (in_ready == (phase_q == WordsIn));
      assert (out_valid == (phase_q == WordsOut));
      assert (illegal == (phase_q == Ready && start_i && !legal));
      if (phase_q == WordsOut && tracking_q && place_q == count_q) assert (out_data == word_q);
      // Inductive: the unit counts as the specification does.
      assert (count_q < 6'(Words));
      assert (u_dut.transfer_q == count_q);
      if (phase_q == Ready || phase_q == Rounds) assert (count_q == '0);
      if (!Track || phase_q == Ready) assert (!tracking_q);
      if (phase_q == WordsIn) assert (!tracking_q || place_q < count_q);
      if (phase_q != WordsIn) assert (!tracking_q || place_q < 6'(Words));
      if (phase_q == WordsIn || phase_q == Rounds) assert (round_q <= 5'd23 && u_dut.round == round_q);
    end
  end

  for (genvar i = 0; i < NumLanes; i++) begin : gen_lane
    always_comb begin
      if (started_q && rst_ni && phase_q == Rounds) begin
        if (tracking_q && place_q == 6'(64 * i / DataWidth)) begin
          assert (u_dut.u_round.state_i[i] == word_q[64*i%DataWidth+:64]);
        end
        assert (u_dut.u_round.addend_i[i] == (i == 0 ? spread_constant(RoundConstants[round_q]) : '0));
      end
    end
  end

  // Words that came lie at the end of the unit's register, and words that leave at its beginning.
  for (genvar i = 0; i < Words; i++) begin : gen_word
    logic holds, sent;
    logic [DataWidth-1:0] held;

    assign held = u_dut.group_q[DataWidth*i+:DataWidth];
    assign holds = tracking_q && i == (phase_q == WordsIn ? Words - count_q + place_q : place_q - count_q);
    assign sent = phase_q == Ready ? returned_q : phase_q == WordsOut && i + count_q >= Words;

    always_comb begin
      if (started_q && rst_ni) begin
        if (holds) assert (held == word_q);
        if (sent) assert (held == '0);
      end
    end
  end

endmodule
