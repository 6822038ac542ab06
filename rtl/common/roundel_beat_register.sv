// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Holds the bytes of one 128-bit beat of the input until it is accepted or dropped.
//
// A core registers what it decodes of the beat together with the beat: with load_o.
//
// Schedule:   a beat that is transferred in cycle t is on keep_o and data_o from t+1, while valid_o is set.
//             After pop_i in cycle u data_o is zero and s_axis_tready is set from u+1.
// Interfaces: s_axis from the source; the beat to the decoder and the datapath of a core.
// Bytes:      byte i of a beat is data_o[i]; bytes that are not kept are zero.
// Reference:  docs/stream-protocol.md

module roundel_beat_register (
  input logic clk_i,
  input logic rst_ni,

  input  logic [127:0] s_axis_tdata,
  input  logic [ 15:0] s_axis_tkeep,
  input  logic         s_axis_tlast,
  input  logic         s_axis_tvalid,
  output logic         s_axis_tready,

  output logic load_o,       // s_axis transfers a beat in this cycle
  output logic malformed_o,  // tkeep of the beat on s_axis is illegal
  input  logic pop_i,        // the held beat is accepted or dropped, only with valid_o

  output logic             valid_o,  // a beat is held
  output logic [15:0]      keep_o,   // its tkeep, valid with valid_o
  output logic [15:0][7:0] data_o    // its bytes, zero without a beat
);

  assign s_axis_tready = !valid_o;
  assign load_o = s_axis_tvalid && !valid_o;

  // Illegal: tkeep has a hole (a byte is kept above one that is not), or is partial before tlast.
  assign malformed_o = |(s_axis_tkeep[15:1] & ~s_axis_tkeep[14:0]) || !(s_axis_tlast || s_axis_tkeep[15]);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_o <= 1'b0;
    else valid_o <= load_o || (valid_o && !pop_i);
    if (load_o) keep_o <= s_axis_tkeep;
  end

  // Zero when there is no beat: a dropped beat is cleared too.
  for (genvar k = 0; k < 16; k++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (!rst_ni || pop_i || (load_o && !s_axis_tkeep[k])) data_o[k] <= '0;
      else if (load_o) data_o[k] <= s_axis_tdata[8*k+:8];
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(pop_i && !valid_o))
      else $error("%m: pop_i without a beat");
    end
  end
`endif

endmodule
