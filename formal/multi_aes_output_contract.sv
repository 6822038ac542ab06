// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// What the rest of the core guarantees to roundel_multi_aes_output, as assumptions (Assume = 1, where the
// output is proved) or as assertions (where the rest is proved). One rule each:
//
//   pair_no_overrun   a pair leaves the lanes only when the previous pair has moved on
//   pair_well_formed  the bytes of a last block are contiguous from byte 0; after it no lane is sent
//   kind_stable       inside a segment nothing else is sent; its kind does not change
//   send_when_idle    a beat without a block, and the hash, are loaded only while the output is idle
//   open_stable       open_i does not change unless the output is idle
//   send_well_formed  a status is sent outside of segments, with its byte; no other beat is a status
//   compare_in_time   a verdict is asked for two cycles after a block was used
//
// inside_o, kind_o: the segment after everything that was sent so far. Reset ends every obligation.

module multi_aes_output_contract
  import roundel_stream_pkg::*;
  import roundel_multi_aes_pkg::*;
#(
  parameter bit Assume = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input logic         can_accept_i,
  input logic         idle_i,
  input logic         retire_i,
  input batch_t       batch_i,
  input logic         open_i,
  input logic         used_i,
  input logic         compare_i,
  input logic         load_hash_i,
  input logic         send_i,
  input logic   [3:0] send_kind_i,
  input logic         send_status_i,

  output logic [2:1]           used_o,    // a block was used 1 and 2 cycles ago
  output logic                 inside_o,
  output logic [UserWidth-1:0] kind_o
);

  logic inside_q = 1'b0;
  logic [UserWidth-1:0] kind_q;
  logic pair, sends, ends, open_q;
  logic [1:0] sent;  // lanes on the bus
  logic [UserWidth-1:0] kind;

  always_comb begin
    pair = retire_i && batch_i.lanes != '0;
    sent = batch_i.lanes;
    kind = KindRandom;
    unique case (batch_i.kind)
      BatchText: kind = open_i ? KindUnverified : KindText;
      BatchTag: begin
        kind = KindTag;
        if (open_i) sent = '0;
      end
      BatchMac: kind = KindTag;
      BatchDigest: kind = KindDigest;
      BatchRandom: sent = batch_i.lanes & ~batch_i.keys;
      default: sent = '0;
    endcase
    sends = pair && sent != '0;
    ends = sends && (batch_i.last & sent) != '0;
  end

  always_ff @(posedge clk_i) begin
    open_q <= open_i;
    if (!rst_ni) inside_q <= 1'b0;
    else if (send_i) inside_q <= 1'b0;
    else if (sends) inside_q <= !ends;
    if (sends) kind_q <= kind;
  end
  assign inside_o = inside_q;
  assign kind_o   = kind_q;

  logic [2:1] used_q = '0;
  always_ff @(posedge clk_i) begin
    used_q <= rst_ni ? {used_q[1], used_i} : '0;
  end
  assign used_o = used_q;

  logic compare_in_time;
  logic pair_no_overrun, pair_well_formed, kind_stable, send_when_idle, send_well_formed, open_stable;

  assign pair_no_overrun = !retire_i || can_accept_i;
  assign pair_well_formed = !sends || ((batch_i.keep & (batch_i.keep + 16'd1)) == '0 &&
      !(batch_i.last[0] && sent == 2'b11));
  assign kind_stable = !sends || !inside_q || kind == kind_q;
  assign send_when_idle = !(send_i || load_hash_i) || (idle_i && !retire_i && !(send_i && load_hash_i));
  assign send_well_formed = !send_i || (send_status_i ? send_kind_i == KindStatus && !inside_q :
      send_kind_i <= KindUnverified && send_kind_i != KindStatus && (!inside_q || send_kind_i == kind_q));
  assign open_stable = idle_i || open_i == open_q;
  assign compare_in_time = !compare_i || used_q[2];

  if (Assume) begin : gen_assume
    always_comb begin
      if (rst_ni) begin
        assume (pair_no_overrun);
        assume (pair_well_formed);
        assume (kind_stable);
        assume (send_when_idle);
        assume (send_well_formed);
        assume (open_stable);
        assume (compare_in_time);
      end
    end
  end else begin : gen_assert
    always_comb begin
      if (rst_ni) begin
        assert (pair_no_overrun);
        assert (pair_well_formed);
        assert (kind_stable);
        assert (send_when_idle);
        assert (send_well_formed);
        assert (open_stable);
        assert (compare_in_time);
      end
    end
  end

endmodule
