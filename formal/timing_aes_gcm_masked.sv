// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_masked_miter on roundel_aes_gcm_masked: all registers outside of the shares and the
// masked modules are equal in both copies, but for the result of a comparison and its verdict. Beats of kind
// CMD have the same bytes in both copies. So do the registers of public bits, and all that controls the
// shares.

module timing_aes_gcm_masked;

  localparam int unsigned ControlBits = $bits(roundel_aes_gcm_masked_pkg::share_control_t) - 8;

  logic [1:0][8:0] command;
  logic [1:0][ControlBits-1:0] control;  // without the code of STATUS
  logic [1:0][7:0] masked;  // controls of the masked modules
  logic [1:0][1:0] next_command, beat_command;  // of the readers of both shares
  logic [1:0][1:0][127:0] next_data, beat_data;

  assign command = {
    {
      timing_masked_miter.u_b.u_core.u_command.u_share0.q_o,
      timing_masked_miter.u_b.u_core.u_command.u_share1.q_o
    },
    {
      timing_masked_miter.u_a.u_core.u_command.u_share0.q_o,
      timing_masked_miter.u_a.u_core.u_command.u_share1.q_o
    }
  };
  assign control = {
    timing_masked_miter.u_b.u_core.control[ControlBits+7:8],
    timing_masked_miter.u_a.u_core.control[ControlBits+7:8]
  };
  assign masked = {
    {
      timing_masked_miter.u_b.u_core.product,
      timing_masked_miter.u_b.u_core.product_step,
      timing_masked_miter.u_b.u_core.subkey_load,
      timing_masked_miter.u_b.u_core.compare_take,
      timing_masked_miter.u_b.u_core.compare_join,
      timing_masked_miter.u_b.u_core.clear_key,
      timing_masked_miter.u_b.u_core.u_cipher.word,
      timing_masked_miter.u_b.u_core.u_cipher.u_engine.step
    },
    {
      timing_masked_miter.u_a.u_core.product,
      timing_masked_miter.u_a.u_core.product_step,
      timing_masked_miter.u_a.u_core.subkey_load,
      timing_masked_miter.u_a.u_core.compare_take,
      timing_masked_miter.u_a.u_core.compare_join,
      timing_masked_miter.u_a.u_core.clear_key,
      timing_masked_miter.u_a.u_core.u_cipher.word,
      timing_masked_miter.u_a.u_core.u_cipher.u_engine.step
    }
  };

  for (genvar i = 0; i < 2; i++) begin : gen_share
    assign next_command[i] = {
      timing_masked_miter.u_b.u_core.gen_reader[i].u_reader.next_q.kind == 4'd0,
      timing_masked_miter.u_a.u_core.gen_reader[i].u_reader.next_q.kind == 4'd0
    };
    assign beat_command[i] = {
      timing_masked_miter.u_b.u_core.gen_reader[i].u_reader.beat_q.kind == 4'd0,
      timing_masked_miter.u_a.u_core.gen_reader[i].u_reader.beat_q.kind == 4'd0
    };
    assign next_data[i] = {
      timing_masked_miter.u_b.u_core.gen_reader[i].u_reader.next_q.data,
      timing_masked_miter.u_a.u_core.gen_reader[i].u_reader.next_q.data
    };
    assign beat_data[i] = {
      timing_masked_miter.u_b.u_core.gen_reader[i].u_reader.data_o,
      timing_masked_miter.u_a.u_core.gen_reader[i].u_reader.data_o
    };

    always_comb begin
      assert (next_command[i][0] == next_command[i][1]);
      assert (beat_command[i][0] == beat_command[i][1]);
      assert (!next_command[i][0] || next_data[i][0] == next_data[i][1]);
      assert (!beat_command[i][0] || beat_data[i][0] == beat_data[i][1]);
    end
  end

  always_comb begin
    assert (command[0] == command[1]);
    assert (control[0] == control[1]);
    assert (masked[0] == masked[1]);
  end

endmodule

bind timing_masked_miter timing_aes_gcm_masked u_lemmas ();
