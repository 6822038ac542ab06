// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The contract of the steps of roundel_aes_gcm_xhs, as assumptions (Assume = 1, where what follows them is
// proved) or as assertions (where they are proved). One rule each:
//
//   one_answer    a step sends text, a tag or an error, one of them at most
//   keep_fits     the bytes of text and of a tag are contiguous from byte 0, and all 16 of text but in the
//                 last beat
//   segment_holds a segment of text is of one kind, and no tag and no error comes inside it
//   tags_apart    tags are TagGap cycles apart
//
// inside_o, open_o: before this step a segment of text has begun, and it is UNVERIFIED. Reset ends every
// obligation.

module aes_gcm_xhs_contract
  import roundel_aes_gcm_xhs_pkg::*;
#(
  parameter int unsigned TagGap = 6,
  parameter bit          Assume = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input step_t        step_i,
  input logic  [15:0] keep_i,

  output logic inside_o,
  output logic open_o,
  output logic [TagGap-1:1] tags_o  // element c: the step of c cycles before was a tag
);

  logic inside_q = 1'b0;
  logic open_q;
  logic [TagGap-1:1] tags_q = '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      inside_q <= 1'b0;
      tags_q   <= '0;
    end else begin
      if (step_i.text) inside_q <= !step_i.last;
      tags_q <= {tags_q[TagGap-2:1], step_i.tag};
    end
    if (step_i.text) open_q <= step_i.open;
  end
  assign inside_o = inside_q;
  assign open_o   = open_q;
  assign tags_o   = tags_q;

  logic one_answer, keep_fits, segment_holds, tags_apart;
  assign one_answer = $onehot0({step_i.text, step_i.tag, step_i.error});
  assign keep_fits = !(step_i.text || step_i.tag) ||
      ((keep_i & (keep_i + 16'd1)) == '0 && (keep_i == '1 || step_i.last || step_i.tag));
  assign segment_holds = !inside_q ||
      (!step_i.tag && !step_i.error && (!step_i.text || step_i.open == open_q));
  assign tags_apart = !step_i.tag || tags_q == '0;

  if (Assume) begin : gen_assume
    always_comb begin
      if (rst_ni) begin
        assume (one_answer);
        assume (keep_fits);
        assume (segment_holds);
        assume (tags_apart);
      end
    end
  end else begin : gen_assert
    always_comb begin
      if (rst_ni) begin
        assert (one_answer);
        assert (keep_fits);
        assert (segment_holds);
        assert (tags_apart);
      end
    end
  end

endmodule
