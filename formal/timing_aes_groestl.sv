// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Lemmas for timing_miter on roundel_aes_groestl: a beat of a command has the same bytes in both copies while
// it is held. A register that holds no beat is zero, so it is the same in both copies too.

module timing_aes_groestl;

  import roundel_stream_pkg::KindCmd;

  logic raw_valid, raw_command, zeros, command;
  logic [1:0][127:0] raw_data, data;

  assign raw_valid = timing_miter.u_a.u_core.u_beat.raw_valid_q;
  assign raw_command = timing_miter.u_a.u_core.u_beat.raw_kind_q == KindCmd;
  assign zeros = timing_miter.u_a.u_core.u_beat.raw_zeros_q;
  assign command = timing_miter.u_a.u_core.u_beat.beat_q.length;
  assign raw_data = {timing_miter.u_b.u_core.u_beat.raw_data_q, timing_miter.u_a.u_core.u_beat.raw_data_q};
  assign data = {timing_miter.u_b.u_core.u_beat.data_q, timing_miter.u_a.u_core.u_beat.data_q};

  always_comb begin
    if (!raw_valid || raw_command || zeros) assert (raw_data[0] == raw_data[1]);
    // Only a command can have the length of a digest.
    if (command) assert (data[0] == data[1]);
  end

endmodule

bind timing_miter timing_aes_groestl u_lemmas ();
