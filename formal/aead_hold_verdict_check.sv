// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A STATUS that leaves roundel_aead_hold has entered it as a STATUS with the same code, except that ACCEPTED
// may have become OVERFLOW. So none is ACCEPTED that was not. For all time and any input: any beats, legal or
// not, with any pauses, any stalls of the sink, and a reset at any time.
//
// Beside each beat goes the code with which it entered. Of the memory one cell is followed, whose address is
// free and constant: what holds of it holds of every cell.

module aead_hold_verdict_check
  import roundel_stream_pkg::*;
#(
  parameter int unsigned Depth = 1024
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [127:0] s_axis_tdata,
  input logic [15:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic m_axis_tready,

  input logic [$clog2(Depth)-1:0] followed_i
);

  localparam int unsigned AddressWidth = $clog2(Depth);
  typedef logic [AddressWidth-1:0] address_t;
  typedef logic [AddressWidth:0] pointer_t;

  typedef struct packed {
    logic [UserWidth-1:0] user;
    logic last;
    logic [15:0] keep;
    logic [127:0] data;
  } beat_t;

  logic s_axis_tready, m_axis_tvalid;
  beat_t in, out;

  assign in = '{user: s_axis_tuser, last: s_axis_tlast, keep: s_axis_tkeep, data: s_axis_tdata};

  roundel_aead_hold #(
    .DataWidth(128),
    .Depth    (Depth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .m_axis_tdata(out.data),
    .m_axis_tkeep(out.keep),
    .m_axis_tlast(out.last),
    .m_axis_tuser(out.user),
    .m_axis_tvalid,
    .m_axis_tready
  );

  // How a beat entered.
  typedef struct packed {
    logic status;
    logic [7:0] code;
  } entered_t;

  function automatic entered_t entered(beat_t beat);
    return '{status: beat.user == KindStatus && beat.keep[0], code: beat.data[7:0]};
  endfunction

  function automatic logic is_right(beat_t beat, entered_t as);
    return beat.user != KindStatus || !beat.keep[0] ||
        (as.status && (beat.data[7:0] == as.code ||
                       (as.code == StatusAccepted && beat.data[7:0] == StatusOverflow)));
  endfunction

  logic started_q = 1'b0;
  address_t followed_q;
  logic cell_written_q = 1'b0;  // the followed cell has been written since the reset
  logic word_followed_q;  // the word that was read is of the followed cell
  logic out_followed_q;
  entered_t beat_as_q, cell_as_q, word_as_q, out_as_q;
  address_t write_address, read_address;
  pointer_t stored, waiting, distance;

  assign write_address = u_dut.u_memory.write_q[AddressWidth-1:0];
  assign read_address = u_dut.u_memory.read_q[AddressWidth-1:0];
  assign stored = u_dut.u_memory.write_q - u_dut.u_memory.read_q;
  assign waiting = u_dut.u_memory.write_q - u_dut.u_memory.commit_q;
  assign distance = pointer_t'(address_t'(followed_i - read_address));

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    followed_q <= followed_i;
    if (s_axis_tready) beat_as_q <= entered(in);
    if (u_dut.write && write_address == followed_i) begin
      cell_written_q <= 1'b1;
      cell_as_q <= beat_as_q;
    end
    if (!rst_ni) cell_written_q <= 1'b0;
    if (u_dut.u_memory.fetch) begin
      word_followed_q <= read_address == followed_i;
      word_as_q <= cell_as_q;
    end
    if (u_dut.send_end) out_followed_q <= 1'b1;
    else if (u_dut.can_accept) out_followed_q <= word_followed_q;
    if (u_dut.can_accept) out_as_q <= word_as_q;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!started_q || followed_i == followed_q);
  end

  always_comb begin
    if (started_q && rst_ni && m_axis_tvalid && out_followed_q) begin
      assert (is_right(out, out_as_q));
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lemmas: the cells that are in use have been written, and each beat is right at every place
  //////////////////////////////////////////////////////////////////////////////////////////////////

  beat_t cell_beat;
  assign cell_beat = u_dut.u_memory.mem_q[followed_i];

  always_comb begin
    if (started_q && rst_ni) begin
      assert (stored <= pointer_t'(Depth));
      assert (waiting <= stored);
      assert (u_dut.full == (stored == pointer_t'(Depth)));
      assert (u_dut.uncommitted_full == (waiting == pointer_t'(Depth)));
      assert (u_dut.held_q == (waiting != '0));
      assert (distance >= stored || cell_written_q);
      assert (!cell_written_q || is_right(cell_beat, cell_as_q));
      assert (!(u_dut.word_valid && word_followed_q) || is_right(u_dut.word, word_as_q));
      // The beat that is judged.
      if (u_dut.valid_q) begin
        assert (beat_as_q == entered(u_dut.beat_q));
        assert (u_dut.accepted_q ==
            (u_dut.beat_q.user == KindStatus && beat_as_q.status && beat_as_q.code == StatusAccepted));
        assert (u_dut.not_accepted_q == (u_dut.beat_q.user == KindStatus && !u_dut.accepted_q));
        assert (u_dut.unverified_q == (u_dut.beat_q.user == KindUnverified));
      end
    end
  end

endmodule
