// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks the sequence of states of roundel_aes_la_control under free inputs, against a list of its own: which
// states follow a state, and how many cycles it takes. An error leads to StAbort, the end of a transaction to
// StClear. A state that takes several cycles is left after exactly these, except those that wait for GHASH
// (cycles in which GHASH is not ready are not counted).

module aes_la_states_check
  import roundel_aes_la_pkg::*;
#(
  parameter bit Hash = 1'b0,
  parameter bit Mac  = 1'b0,
  parameter bit Prng = 1'b0
) (
  input logic     clk_i,
  input logic     rst_ni,
  input logic     beat_valid_i,
  input beat_t    beat_i,
  input logic     well_formed_i,
  input logic     expected_i,
  input logic     block_ends_i,
  input logic     nonce_96bit_i,
  input logic     tag_end_i,
  input command_t command_i,
  input logic     carry_i,
  input logic     mismatch_i,
  input slot_t    slot_i,
  input logic     ghash_ready_i,
  input logic     out_ready_i
);

  localparam bit Multi = Hash || Mac || Prng;

  logic pop, start, finish, in_fire, ghash_load;
  status_t status;

  // GHASH reads a block when it is ready (roundel_aes_la_steps).
  assign ghash_load = (status.state inside {StGhash, StGhashLengths, StGhashZero} && ghash_ready_i) ||
      (status.state == StClearGhash && !status.count[2]);

  roundel_aes_la_control #(
    .Hash(Hash),
    .Mac (Mac),
    .Prng(Prng)
  ) u_control (
    .clk_i,
    .rst_ni,
    .beat_valid_i,
    .beat_i,
    .well_formed_i,
    .expected_i,
    .block_ends_i,
    .nonce_96bit_i,
    .tag_end_i,
    .command_i,
    .pop_o       (pop),
    .carry_i,
    .mismatch_i,
    .slot_i,
    .ghash_ready_i,
    .ghash_load_i(ghash_load),
    .out_ready_i,
    .status_o    (status),
    .start_o     (start),
    .finish_o    (finish),
    .in_fire_o   (in_fire)
  );

  function automatic logic may_follow(state_e from, state_e to);
    unique case (from)
      StReset: may_follow = to == StClear;
      StClear: may_follow = to inside {StError, StCheckCommand, StCommand};
      StCommand: may_follow = to inside {StCheckCommand, StAbort};
      StCheckCommand: may_follow = to inside {StClear, StInput, StAbort};
      StInput: begin
        may_follow = to inside {StLoadKey, StSendEmpty, StVerdict, StJ0, StGhashLengths, StLengthLow,
                                StNextSegment, StAppendLength, StPad, StCipherStart, StAbort};
      end
      StLoadKey: may_follow = to inside {StCipherStart, StClear};
      StCipherStart: begin
        may_follow = to inside {StCipherFinal, StInput, StGhashZero, StOutput, StCheckRemaining,
                                StNextSegment};
      end
      StCipherFinal: begin
        may_follow = to inside {StDoubleSubkey, StGhashSubkey, StCipherStart, StAddSubkey, StOutput,
                                StCopyChain, StLoadBlock, StLoadKey, StInput, StSendEmpty, StTag};
      end
      StLengthLow: may_follow = to == StLengthHigh;
      StLengthHigh: may_follow = to == StPad;
      StPad: begin
        may_follow = to inside {StGhash, StAppendLength, StInput, StCheckLast, StCipherFinal, StLoadBlock,
                                StCipherStart, StDoubleSubkey, StAddSubkey, StAbort};
      end
      StGhashSubkey: may_follow = to == StInput;
      StGhash: may_follow = to inside {StGhashLengths, StNextSegment, StCipherFinal, StInput};
      StGhashLengths: may_follow = to inside {StCipherStart, StGhashZero};
      StGhashZero: may_follow = to inside {StCipherFinal, StJ0Ghash};
      StJ0, StClearGhash: may_follow = to == StCipherStart;
      StJ0Ghash: may_follow = to == StClearGhash;
      StNextSegment: may_follow = to inside {StInput, StCipherFinal, StGhashLengths, StAbort};
      StSendEmpty: may_follow = to inside {StCipherFinal, StVerdict, StTag, StClear};
      StTag, StVerdict, StAbort: may_follow = to == StClear;
      StError: may_follow = to == StDrop;
      StDrop: may_follow = to == StCommand;
      StCheckRemaining: may_follow = to inside {StSendEmpty, StCipherFinal};
      StOutput: may_follow = to inside {StCipherFinal, StClear};
      StDoubleSubkey: may_follow = to inside {StInput, StAddSubkey};
      StCheckLast, StAppendLength: begin
        may_follow = to inside {StCipherFinal, StLoadBlock, StCipherStart, StDoubleSubkey, StAddSubkey};
      end
      StAddSubkey: may_follow = to == StCipherStart;
      StLoadBlock: may_follow = to inside {StCipherFinal, StPad, StInput};
      StCopyChain: may_follow = to == StLoadBlock;
      default: may_follow = 1'b0;
    endcase
  endfunction

  // The number of cycles of a state; zero where it depends on beats or on the cipher.
  function automatic logic [5:0] cycles_of(state_e state, logic key_256, logic after_cipher);
    unique case (state)
      StClear: cycles_of = 6'd32;
      StLoadKey: cycles_of = key_256 ? 6'd17 : 6'd9;
      StAddSubkey: cycles_of = 6'd16;
      StLoadBlock: cycles_of = after_cipher ? 6'd15 : 6'd16;
      StDoubleSubkey: cycles_of = 6'd10;
      StCopyChain: cycles_of = 6'd8;
      StJ0, StJ0Ghash, StClearGhash: cycles_of = 6'd5;
      StGhashSubkey, StGhash, StGhashLengths, StGhashZero, StAppendLength: cycles_of = 6'd4;
      StCheckRemaining: cycles_of = 6'd3;
      StReset, StCheckCommand, StLengthLow, StLengthHigh: cycles_of = 6'd1;
      default: cycles_of = '0;
    endcase
  endfunction

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Properties
  //////////////////////////////////////////////////////////////////////////////////////////////////

  state_e state, state_q;
  logic started_q = 1'b0;
  logic reset_q, finish_q, counted, after_cipher_q;
  logic [5:0] cycles_q, cycles, last_cycles_q, expected_q;

  assign state = status.state;
  assign counted = ghash_ready_i || !(state inside {StGhash, StGhashLengths, StGhashZero, StJ0Ghash});
  assign cycles = cycles_q + 6'(counted);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    reset_q <= !rst_ni;
    finish_q <= finish;
    state_q <= state;
    expected_q <= cycles_of(state, status.key_256, after_cipher_q);
    cycles_q <= !rst_ni || u_control.state_d != state ? '0 : cycles;
    if (u_control.state_d != state) after_cipher_q <= state == StCipherFinal;
    last_cycles_q <= cycles;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    // GHASH stays ready while it sends a hash.
    assume (state != StJ0Ghash || status.count == '0 || ghash_ready_i);
    if (started_q) begin
      if (reset_q) begin
        assert (state == StReset && cycles_q == '0);
      end else begin
        assert (state == state_q || may_follow(state_q, state));
        assert (!finish_q || state == StClear);
        if (!Multi) assert (state <= StDrop);
        // A state of fixed length is left after exactly its cycles, and not before.
        if (state != state_q && expected_q != '0) assert (last_cycles_q == expected_q);
        if (state == state_q && expected_q != '0) assert (last_cycles_q < expected_q);
      end
      // What induction needs: the control counts the same cycles. Those of StLoadBlock after StCipherFinal
      // begin with one.
      if (cycles_of(state, status.key_256, after_cipher_q) > 6'd1) begin
        assert (cycles_q + 6'(state == StLoadBlock && after_cipher_q) == {1'b0, status.count});
      end else if (state != StOutput) begin
        assert (status.count == '0);
      end else begin
        assert (status.count <= 5'd4);
      end
    end
  end

endmodule
