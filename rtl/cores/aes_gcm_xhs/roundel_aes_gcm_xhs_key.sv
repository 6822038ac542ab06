// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Sequences a key: its expansion, the encryption of the block of zeros, the powers of H; and their clearing
// after the last step that needs them.
//
//   KeyClear KeyEmpty [KeyHalf] KeyExpand KeySubkey KeyPowers KeyReady KeyDrain KeyClear
//
// Schedule:   a key is not interrupted: a request to clear it waits until the key is ready, then until no
//             step has entered the pipeline for Latency cycles.
// Interfaces: rows of the key and requests from roundel_aes_gcm_xhs_grammar; control of
//             roundel_aes_line_keys and roundel_ghash_line.
// Reference:  SP 800-38D section 7.1, step 1

module roundel_aes_gcm_xhs_key #(
  parameter int unsigned KeyBytes = 16,
  parameter int unsigned Latency  = 32
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic load_i,   // a row of the key is loaded
  input  logic clear_i,  // the key is not needed any more
  output logic free_o,   // a key may be loaded
  output logic ready_o,  // round keys and powers of H are ready
  output logic step_ready_o,  // they are, and in this cycle the grammar may judge a beat that makes a step

  input logic slot_i,       // a step of this cycle enters the pipeline in time
  input logic next_slot_i,  // in the next cycle the grammar may judge a beat that makes a step
  input logic step_i,       // a step enters the pipeline
  input logic keys_busy_i,  // the key is being expanded
  input logic hash_busy_i,  // the powers of H are being computed or cleared
  input logic subkey_i,     // H goes to GHASH

  output logic subkey_o,  // a step that encrypts the block of zeros enters the pipeline
  output logic clear_o    // round keys and powers are cleared
);

  // The states are one-hot: state_q has a bit for each.
  typedef enum logic [2:0] {
    KeyClear,
    KeyEmpty,
    KeyHalf,    // the first of two rows is loaded
    KeyExpand,
    KeySubkey,  // H is in the cipher
    KeyPowers,
    KeyReady,
    KeyDrain    // steps under this key are in the pipeline
  } key_e;

  typedef logic [KeyDrain:0] states_t;

  states_t state_q, state_d;
  logic clear_pending_d, clear_pending_q, drained_d, drained_q, ready_d;
  logic [$clog2(Latency)-1:0] idle_q;  // cycles since the last step, at most Latency - 1

  always_comb begin
    logic clears, next_row;
    clears = clear_pending_q && (state_q[KeyHalf] || state_q[KeyReady]);
    next_row = load_i && !clear_pending_q;
    state_d[KeyClear] = (state_q[KeyDrain] && drained_q) || (state_q[KeyClear] && hash_busy_i);
    state_d[KeyEmpty] = (state_q[KeyClear] && !hash_busy_i) || (state_q[KeyEmpty] && !load_i);
    state_d[KeyHalf] = (KeyBytes != 16 && state_q[KeyEmpty] && load_i) ||
        (state_q[KeyHalf] && !clear_pending_q && !load_i);
    state_d[KeyExpand] = (KeyBytes == 16 ? state_q[KeyEmpty] && load_i : state_q[KeyHalf] && next_row) ||
        (state_q[KeyExpand] && !subkey_o);
    state_d[KeySubkey] = subkey_o || (state_q[KeySubkey] && !subkey_i);
    state_d[KeyPowers] = (state_q[KeySubkey] && subkey_i) || (state_q[KeyPowers] && hash_busy_i);
    state_d[KeyReady] = (state_q[KeyPowers] && !hash_busy_i) || (state_q[KeyReady] && !clear_pending_q);
    state_d[KeyDrain] = clears || (state_q[KeyDrain] && !drained_q);
  end

  assign clear_pending_d = (clear_i || clear_pending_q) &&
      !(state_q[KeyClear] || state_q[KeyEmpty] || state_q[KeyDrain]);
  assign drained_d = idle_q == $bits(idle_q)'(Latency - 1) && !step_i;
  assign ready_d = state_d[KeyReady] && !clear_i && !clear_pending_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= states_t'(1) << KeyClear;
      clear_pending_q <= 1'b0;
      idle_q <= '0;
      drained_q <= 1'b0;
    end else begin
      state_q <= state_d;
      clear_pending_q <= clear_pending_d;
      if (step_i || subkey_o) idle_q <= '0;
      else if (idle_q != $bits(idle_q)'(Latency - 1)) idle_q <= idle_q + $bits(idle_q)'(1);
      drained_q <= drained_d;
    end
  end

  // Registers, because much waits for them: each has the value of its state.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      free_o <= 1'b0;
      ready_o <= 1'b0;
      step_ready_o <= 1'b0;
      clear_o <= 1'b0;
    end else begin
      free_o <= state_d[KeyEmpty] || state_d[KeyHalf];
      ready_o <= ready_d;
      step_ready_o <= ready_d && next_slot_i;
      clear_o <= state_d[KeyDrain] && drained_d;
    end
  end
  assign subkey_o = state_q[KeyExpand] && !keys_busy_i && slot_i;

endmodule
