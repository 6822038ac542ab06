// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The rules of one AXI4-Stream side of a service core (docs/stream-protocol.md), as assertions on an
// output or, with Assume = 1, as assumptions on an input. One rule each:
//
//   valid_holds    tvalid does not drop before the handshake
//   payload_holds  tdata, tkeep, tlast and tuser do not change while tvalid waits for tready
//   keep_prefix    tkeep is contiguous from byte 0
//   keep_full      tkeep is partial only on a segment's last beat
//   kind_known     tuser is a kind of the protocol
//   kind_holds     tuser does not change inside a segment
//   unused_zero    the bytes that tkeep leaves out are zero (outputs only)
//
// Segments = 0 leaves only the first two: those that a sender that breaks the protocol must still obey.
// Reset ends every obligation.

module stream_properties #(
  parameter int unsigned DataWidth = 128,
  parameter bit          Assume    = 1'b0,
  parameter bit          Segments  = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,

  input logic [DataWidth-1:0] tdata_i,
  input logic [DataWidth/8-1:0] tkeep_i,
  input logic tlast_i,
  input logic [roundel_stream_pkg::UserWidth-1:0] tuser_i,
  input logic tvalid_i,
  input logic tready_i
);

  import roundel_stream_pkg::*;

  localparam int unsigned Bytes = DataWidth / 8;

  typedef struct packed {
    logic [DataWidth-1:0] data;
    logic [Bytes-1:0] keep;
    logic last;
    logic [UserWidth-1:0] user;
  } beat_t;

  // waiting_q: a beat was offered in the last cycle and not accepted. inside_q: a segment is open.
  beat_t beat, beat_q;
  logic waiting_q = 1'b0;
  logic inside_q = 1'b0;
  logic [UserWidth-1:0] kind_q;
  logic [DataWidth-1:0] unused;

  assign beat = '{data: tdata_i, keep: tkeep_i, last: tlast_i, user: tuser_i};

  always_ff @(posedge clk_i) begin
    beat_q <= beat;
    waiting_q <= rst_ni && tvalid_i && !tready_i;
    if (!rst_ni) begin
      inside_q <= 1'b0;
    end else if (tvalid_i && tready_i) begin
      inside_q <= !tlast_i;
      kind_q <= tuser_i;
    end
  end

  for (genvar i = 0; i < Bytes; i++) begin : gen_unused
    assign unused[8*i+:8] = tkeep_i[i] ? 8'h00 : tdata_i[8*i+:8];
  end

  logic valid_holds, payload_holds, keep_prefix, keep_full, kind_known, kind_holds, unused_zero;

  assign valid_holds   = !waiting_q || tvalid_i;
  assign payload_holds = !waiting_q || beat == beat_q;
  assign keep_prefix   = (tkeep_i & (tkeep_i + 1'b1)) == '0;
  assign keep_full     = (&tkeep_i) || tlast_i;
  assign kind_known    = tuser_i <= KindUnverified;
  assign kind_holds    = !inside_q || tuser_i == kind_q;
  assign unused_zero   = unused == '0;

  if (Assume) begin : gen_assume
    always_comb begin
      if (rst_ni) begin
        assume (valid_holds);
        assume (payload_holds);
      end
      if (Segments && rst_ni && tvalid_i) begin
        assume (keep_prefix);
        assume (keep_full);
        assume (kind_known);
        assume (kind_holds);
      end
    end
  end else begin : gen_assert
    always_comb begin
      if (rst_ni) begin
        assert (valid_holds);
        assert (payload_holds);
      end
      if (Segments && rst_ni && tvalid_i) begin
        assert (keep_prefix);
        assert (keep_full);
        assert (kind_known);
        assert (kind_holds);
        assert (unused_zero);
      end
    end
  end

endmodule
