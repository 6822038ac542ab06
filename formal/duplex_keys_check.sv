// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A duplex core resumes a session or a generator only if the transaction before kept it, its tag was not
// refused, and there was no error in between. A command that resumes something else leads to the state that
// answers ERROR. A session whose tag is not compared yet is not resumed.
//
// For every input: legal or not, with any pauses and stalls, a reset at any time. The lanes that come out of
// the state, the answers of the output and the verdict on a tag are free (the task cuts them). For all time.

module duplex_keys_check
  import roundel_duplex_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter bit Sponge = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready
);

  roundel_duplex_core #(
    .Sponge(Sponge)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready(),
    .m_axis_tdata (),
    .m_axis_tkeep (),
    .m_axis_tlast (),
    .m_axis_tuser (),
    .m_axis_tvalid(),
    .m_axis_tready
  );

  logic accept, decoded, legal, starts, fails, ends;
  state_e state;
  command_t command;  // the one that is decoded
  message_t message;  // the one of the message
  logic [7:0] operation, flags;

  assign accept    = u_dut.u_input.u_grammar.accept_i;
  assign decoded   = u_dut.u_input.u_grammar.decoded_i;
  assign legal     = u_dut.u_input.u_grammar.legal_i;
  assign command   = u_dut.u_input.u_grammar.command_i;
  assign message   = u_dut.u_input.u_grammar.command_o.message;
  assign state     = u_dut.u_input.u_grammar.state_o;
  assign starts    = accept && u_dut.u_input.u_grammar.start_o;
  assign fails     = accept && u_dut.u_input.u_grammar.action_o.fail;
  assign ends      = accept && u_dut.u_input.u_grammar.last_o;
  assign operation = u_dut.u_input.u_command.data_q[0];
  assign flags     = u_dut.u_input.u_command.data_q[1];

  logic idle, read, kept, check, tag_busy, waits;
  step_t step, next;  // the steps that wait
  logic [1:0] stored;  // beats whose bytes are stored
  logic last_waits;  // the last block of a message is in one of them
  logic last_issued;  // it is accepted

  assign idle        = u_dut.u_input.idle;
  assign read        = u_dut.u_input.u_command.read_q;
  assign kept        = u_dut.u_input.kept;
  assign waits       = u_dut.u_input.command_wait;
  assign check       = u_dut.u_permutation.u_issue.check_q;
  assign tag_busy    = u_dut.tag_busy;
  assign stored      = u_dut.u_input.u_beat.write_q - u_dut.u_input.u_beat.read_q;
  assign step        = u_dut.u_input.u_move.step_q;
  assign next        = u_dut.u_input.u_move.next_empty_q ? '0 : u_dut.u_input.u_move.next_q;
  assign last_waits  = step.last || next.last;
  assign last_issued = u_dut.u_permutation.u_issue.issue_block && u_dut.u_permutation.u_issue.block_i.last;

  logic started_q = 1'b0;
  logic held_q = 1'b0, generator_q = 1'b0;  // what is kept, and that it is a generator
  // It is kept only if a tag is right, whose last block is not accepted yet, or which is not compared yet.
  logic pending_q = 1'b0, compared_q = 1'b0;
  logic refused_q = 1'b0;  // the last cycle had a command that must not be served
  logic can_resume;
  assign can_resume = held_q && !pending_q && !compared_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!rst_ni || starts || fails) held_q <= 1'b0;
    else if (ends) held_q <= message.keep_session;
    else if (compared_q && u_dut.answered && u_dut.refused) held_q <= 1'b0;

    if (!rst_ni) pending_q <= 1'b0;
    else if (ends) pending_q <= message.keep_session && message.open;
    else if (last_issued) pending_q <= 1'b0;

    if (!rst_ni) compared_q <= 1'b0;
    else if (last_issued) compared_q <= pending_q;
    else if (u_dut.answered) compared_q <= 1'b0;

    if (ends) generator_q <= message.prg;
    refused_q <= rst_ni && decoded && flags[FlagResume]
                 && !(can_resume && generator_q == (operation == OpPrng));
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      if (starts && command.resume) assert (can_resume && generator_q == command.message.prg);
      if (refused_q) assert (state == InAbort);
      // A command is read and decoded when nothing before it waits, and its beat stays.
      if (read || decoded) assert (accept && state == InCommand && idle && !waits);
      assert (!(read && decoded));
      // Bytes are stored for the beats that are offered, and for those whose step waits.
      assert (stored == 2'(u_dut.u_input.u_beat.valid_q) + 2'(u_dut.u_input.u_beat.next_valid_q)
              + 2'(step.pop) + 2'(next.pop));
      assert (!u_dut.u_input.u_beat.s_axis_tready || !u_dut.u_input.u_beat.next_valid_q);
      if (read) assert (u_dut.u_input.u_command.data_q == u_dut.u_input.data[7:0] && u_dut.u_input.valid);
      if (decoded && legal && flags[FlagResume]) assert (kept && message.sponge == (operation == OpPrng));
      // The command of a message. Other registers of it were not written.
      if (!(state inside {InCommand, InAbort, InFlush}) || kept || last_waits) begin
        assert (!message.open || (message.check && !message.sponge));
        assert (!message.sponge || !message.keep_session || message.prg);
        assert (!message.prg || message.sponge);
      end
      // What is kept.
      assert (!kept || (held_q && generator_q == message.sponge) || state == InAbort);
      assert (compared_q == check);
      assert (!check || (tag_busy && kept && message.open && state == InCommand && !last_waits));
      // The last block of a message.
      assert (!pending_q || (last_waits && kept && message.check && message.open && message.keep_session));
      if (last_waits) begin
        assert (state == InCommand && !idle);
        assert (pending_q == (message.open && message.keep_session));
      end
      assert (!(step.last && next.last));
      assert (!step.last || step.issue);
      assert (!next.last || next.issue);
    end
  end

endmodule
