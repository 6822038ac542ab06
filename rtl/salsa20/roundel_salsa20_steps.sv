// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Computes steps First to First + Count - 1 of Salsa20's double round (roundel_salsa20_pkg); all eight steps
// are the complete double round. A step is a 32-bit addition and a sum (XOR), 64 LUT4 a quarter-round.
//
// With Inject, from step 0 on, half of a block may enter separately: `inject_i` is added to the words that
// the first two steps write and that nothing reads before. It uses a free input of their LUTs. Without
// Inject, inject_i is not used.
//
// Schedule:   Combinational; Count additions, each followed by an XOR, in series.
// Interfaces: words from, and to, the registers of roundel_salsa20_engine or a neighboring instance.
// Bytes:      word i is bytes 4i to 4i + 3 of the block, little-endian.
// Reference:  D. J. Bernstein, "Salsa20 specification", sections 3 to 6

module roundel_salsa20_steps
  import roundel_salsa20_pkg::*;
#(
  parameter int unsigned First  = 0,
  parameter int unsigned Count  = NumSteps,
  parameter bit          Inject = 1'b0
) (
  input  word_t words_i [NumWords],  // the matrix before step First
  input  word_t inject_i[NumWords],  // with Inject: added (XOR) to the words that is_injected() selects
  output word_t words_o [NumWords]   // the matrix after the last step
);

  if (Count < 1 || First + Count > NumSteps) begin : gen_bad_steps
    $fatal(1, "%m: steps %0d to %0d, expected some of 0 to 7", First, First + Count - 1);
  end
  if (Inject && (First != 0 || Count < 2)) begin : gen_bad_inject
    $fatal(1, "%m: Inject with First = %0d, Count = %0d, expected steps 0 and 1", First, Count);
  end

  word_t at[Count+1][NumWords]  /*verilator split_var*/;

  for (genvar w = 0; w < NumWords; w++) begin : gen_begin
    if (Inject && is_injected(w)) begin : gen_inject
      assign at[0][w] = words_i[w] ^ inject_i[w];
    end else begin : gen_plain
      logic unused_inject;
      assign unused_inject = ^inject_i[w];
      assign at[0][w]  = words_i[w];
    end
    assign words_o[w] = at[Count][w];
  end

  for (genvar i = 0; i < Count; i++) begin : gen_step
    localparam int unsigned Step = First + i;
    localparam int unsigned Place = target_place(Step);
    localparam int unsigned Distance = Distances[Step%4];

    for (genvar q = 0; q < NumQuarters; q++) begin : gen_quarter
      localparam int unsigned Target = word_index(Step, q, Place);
      localparam int unsigned Near = word_index(Step, q, (Place + 3) % 4);
      localparam int unsigned Far = word_index(Step, q, (Place + 2) % 4);
      word_t sum;

      assign sum = at[i][Near] + at[i][Far];
      assign at[i+1][Target] = at[i][Target] ^ {sum[31-Distance:0], sum[31-:Distance]};

      for (genvar other = 1; other < 4; other++) begin : gen_other
        localparam int unsigned Same = word_index(Step, q, (Place + other) % 4);
        assign at[i+1][Same] = at[i][Same];
      end
    end
  end

endmodule
