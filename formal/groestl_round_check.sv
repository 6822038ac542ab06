// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Checks the round of Grøstl, connected as in roundel_groestl_rounds, for every state: ShiftBytes and
// MixBytes of P and of Q equal sections 3.4.4 and 3.4.5 of its specification. With Aes, ShiftRows and
// MixColumns of the AES blocks that are in a state equal FIPS 197 sections 5.1.2 and 5.1.3. The state is the
// output of the S-boxes, which are proved separately. Combinational.

module groestl_round_check
  import groestl_spec_pkg::*;
#(
  parameter int Columns = 8,
  parameter bit Aes     = 1'b0
) (
  input logic clk_i,
  input logic q_i,
  input logic aes_i,
  input logic [64*Columns-1:0] state_i
);

  typedef logic [64*Columns-1:0] state_t;

  logic q_q, aes_q;
  state_t state_q;

  // The engine of the proof expects a register.
  always_ff @(posedge clk_i) begin
    q_q <= q_i;
    aes_q <= aes_i;
    state_q <= state_i;
  end

  state_t shifted, result, expected;

  roundel_groestl_shift #(
    .Columns(Columns),
    .Aes    (Aes)
  ) u_shift (
    .q_i    ({Columns{q_q}}),
    .aes_i  ({Columns{aes_q}}),
    .state_i(state_q),
    .state_o(shifted)
  );

  for (genvar c = 0; c < Columns; c++) begin : gen_column
    roundel_groestl_pkg::mixed_t column;
    roundel_groestl_mix_column #(
      .Aes(Aes)
    ) u_mix (
      .aes_i   (aes_q),
      .column_i(shifted[64*c+:64]),
      .mixed_o (column)
    );
    assign result[64*c+:64] = roundel_groestl_pkg::sum(column);
  end

  always_comb begin
    assume (!(q_q && aes_q));
    expected = mix_bytes(shift_bytes(q_q, state_q));
    if (Aes && aes_q) expected = mix_columns(shift_rows(state_q));
    for (int i = 0; i < 8 * Columns; i++) assert (result[8*i+:8] == expected[8*i+:8]);
  end

  function automatic state_t shift_bytes(logic q, state_t state);
    for (int c = 0; c < Columns; c++) begin
      for (int r = 0; r < 8; r++) begin
        shift_bytes[64*c+8*r+:8] = q ? state[64*((c+shift_of(1'b1, Columns, r))%Columns)+8*r+:8] :
            state[64*((c+shift_of(1'b0, Columns, r))%Columns)+8*r+:8];
      end
    end
  endfunction

  function automatic state_t mix_bytes(state_t state);
    for (int c = 0; c < Columns; c++) begin
      for (int r = 0; r < 8; r++) mix_bytes[64*c+8*r+:8] = mixed_byte(r, state[64*c+:64]);
    end
  endfunction

  function automatic state_t shift_rows(state_t state);
    for (int block = 0; block < Columns / 2; block++) begin
      for (int r = 0; r < 4; r++) begin
        for (int c = 0; c < 4; c++)
        shift_rows[aes_place(Columns, block, r, c)+:8] = state[aes_place(Columns, block, r, (c+r)%4)+:8];
      end
    end
  endfunction

  // s'[r] = {02} (s[r] + s[r+1]) + s[r+1] + s[r+2] + s[r+3].
  function automatic state_t mix_columns(state_t state);
    for (int block = 0; block < Columns / 2; block++) begin
      for (int r = 0; r < 4; r++) begin
        for (int c = 0; c < 4; c++) begin
          mix_columns[aes_place(Columns, block, r, c)+:8] = aes_spec_pkg::by02(
              state[aes_place(Columns, block, r, c)+:8] ^ state[aes_place(Columns, block, (r+1)%4, c)+:8]) ^
              state[aes_place(Columns, block, (r+1)%4, c)+:8] ^ state[
              aes_place(Columns, block, (r+2)%4, c)+:8] ^ state[aes_place(Columns, block, (r+3)%4, c)+:8];
        end
      end
    end
  endfunction

endmodule
