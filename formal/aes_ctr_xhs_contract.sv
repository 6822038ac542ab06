// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The contract of the steps of roundel_aes_ctr_xhs, as assumptions (Assume = 1, where what follows them is
// proved) or as assertions (where they are proved). One rule each:
//
//   one_answer     a step sends text or an error, not both
//   keep_fits      the bytes of a beat of text are contiguous from byte 0, and all 16 but in the last beat;
//                  an error has none
//   error_outside  an error does not come inside a segment of text
//
// inside_o: a segment of text has begun before this step. Reset ends every obligation.

module aes_ctr_xhs_contract
  import roundel_aes_ctr_xhs_pkg::*;
#(
  parameter bit Assume = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input step_t        step_i,
  input logic  [15:0] keep_i,

  output logic inside_o
);

  logic inside_q = 1'b0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (step_i.text) inside_q <= !step_i.last;
  end
  assign inside_o = inside_q;

  function automatic logic fits(step_t step, logic [15:0] keep);
    return step.text ? (keep & (keep + 16'd1)) == '0 && (keep == '1 || step.last) : !step.error || keep == '0;
  endfunction

  logic one_answer, keep_fits, error_outside;
  assign one_answer = !(step_i.text && step_i.error);
  assign keep_fits = fits(step_i, keep_i);
  assign error_outside = !(inside_q && step_i.error);

  if (Assume) begin : gen_assume
    always_comb begin
      if (rst_ni) begin
        assume (one_answer);
        assume (keep_fits);
        assume (error_outside);
      end
    end
  end else begin : gen_assert
    always_comb begin
      if (rst_ni) begin
        assert (one_answer);
        assert (keep_fits);
        assert (error_outside);
      end
    end
  end

endmodule
