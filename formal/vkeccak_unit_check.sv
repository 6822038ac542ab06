// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_vkeccak_unit returns Keccak-p[1600, 24] or Keccak-p[1600, 12] of every group, whatever the register
// file does. A second state is loaded element by element, and is compared with the input of every round, with
// the constants in their order, and with each word of the result. The result of a round is its next value;
// the round equals FIPS 202's for every state and addend (keccak-round, keccak-round-constant). The order is
// counted here, from what is transferred alone:
//
//   - after a start: all words in, 24 or 12 rounds without a pause, all words out, ready
//   - elements after lane 24 are returned as they came
//   - a reserved immediate is reported and starts nothing
//   - no data is left when the unit is ready after a result
//
// The times of all these are functions of the immediate and the handshakes. So they do not depend on data.

module vkeccak_unit_check #(
  parameter int unsigned DataWidth = 256
) (
  input logic clk_i,
  input logic rst_ni,
  input logic start_i,
  input logic [4:0] imm_i,
  input logic in_valid_i,
  input logic [DataWidth-1:0] in_data_i,
  input logic out_ready_i
);

  import roundel_keccak_pkg::*;

  localparam int unsigned Words = (1600 + DataWidth - 1) / DataWidth;
  localparam int unsigned Bits = Words * DataWidth;

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
  logic [5:0] word_q;
  logic [4:0] round_q;  // the index of the round constant
  logic [DataWidth-1:0] words_q[Words];
  logic [Bits-1:0] group, stepped;
  logic [1599:0] permuted;  // what the round returns: free, as the task cuts it
  logic legal;

  for (genvar i = 0; i < NumLanes; i++) begin : gen_lane
    assign permuted[64*i+:64] = u_dut.u_round.state_o[i];

    always_comb begin
      if (started_q && rst_ni && phase_q == Rounds) begin
        assert (u_dut.u_round.state_i[i] == group[64*i+:64]);
        assert (u_dut.u_round.addend_i[i] == (i == 0 ? spread_constant(RoundConstants[round_q]) : '0));
      end
    end
  end

  for (genvar i = 0; i < Words; i++) begin : gen_word
    assign group[DataWidth*i+:DataWidth] = words_q[i];
  end

  always_comb begin
    stepped = group;
    stepped[1599:0] = permuted;
  end

  assign legal = imm_i == 5'd0 || imm_i == 5'd1;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!rst_ni) begin
      phase_q <= Ready;
      returned_q <= 1'b0;
      word_q <= '0;
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
          for (int unsigned i = 0; i < Words; i++) if (word_q == 6'(i)) words_q[i] <= in_data_i;
          word_q <= word_q == 6'(Words - 1) ? '0 : word_q + 6'd1;
          if (word_q == 6'(Words - 1)) phase_q <= Rounds;
        end
        Rounds: begin
          for (int unsigned i = 0; i < Words; i++) words_q[i] <= stepped[DataWidth*i+:DataWidth];
          round_q <= round_q + 5'd1;
          if (round_q == 5'd23) phase_q <= WordsOut;
        end
        default:
        if (out_ready_i) begin
          word_q <= word_q == 6'(Words - 1) ? '0 : word_q + 6'd1;
          if (word_q == 6'(Words - 1)) begin
            phase_q <= Ready;
            returned_q <= 1'b1;
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
      if (phase_q == Ready && returned_q) assert (u_dut.group_q == '0);
      // Inductive: the unit's registers are those of the specification.
      assert (word_q < 6'(Words));
      assert (u_dut.transfer_q == word_q);
      if (phase_q != Ready && phase_q != WordsOut) begin
        assert (round_q <= 5'd23);
        assert (u_dut.round == round_q);
      end
      if (phase_q == Ready) assert (word_q == '0);
      if (phase_q == Rounds) assert (word_q == '0 && u_dut.group_q == group);
      // Words that came lie at the end of the unit's register, and words that leave at its beginning.
      for (int unsigned k = 0; k < Words; k++) begin
        if (word_q == 6'(k)) begin
          if (phase_q == WordsOut) assert (out_data == words_q[k]);
          for (int unsigned i = 0; i < k; i++) begin
            if (phase_q == WordsIn) assert (u_dut.group_q[DataWidth*(Words-k+i)+:DataWidth] == words_q[i]);
            if (phase_q == WordsOut) assert (u_dut.group_q[DataWidth*(Words-k+i)+:DataWidth] == '0);
          end
          for (int unsigned i = 0; i < Words - k; i++) begin
            if (phase_q == WordsOut) assert (u_dut.group_q[DataWidth*i+:DataWidth] == words_q[i+k]);
          end
        end
      end
    end
  end

endmodule
