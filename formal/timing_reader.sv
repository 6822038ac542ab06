module timing_lemmas;
  always_comb begin
    if (timing_miter.u_a.u_core.u_reader.next_q.kind == roundel_stream_pkg::KindCmd)
      assert (timing_miter.u_a.u_core.u_reader.next_q.data == timing_miter.u_b.u_core.u_reader.next_q.data);
    if (timing_miter.u_a.u_core.u_reader.is_command_q)
      assert (timing_miter.u_a.u_core.u_reader.data_o == timing_miter.u_b.u_core.u_reader.data_o);
  end
endmodule
