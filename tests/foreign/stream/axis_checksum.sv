// AXI4-Stream in, one word of checksum out. Bytes that tkeep excludes count as zeros.
module axis_checksum
  import checksum_pkg::*;
(
    input  logic       aclk,
    input  logic       aresetn,
    input  word_t      s_axis_tdata,
    input  logic [7:0] s_axis_tkeep,
    input  logic       s_axis_tlast,
    input  logic       s_axis_tvalid,
    output logic       s_axis_tready,
    output word_t      m_axis_tdata,
    output logic       m_axis_tlast,
    output logic       m_axis_tvalid,
    input  logic       m_axis_tready
);
  word_t sum_q, masked;
  logic  full_q;

  for (genvar i = 0; i < 8; i++) begin : gen_byte
    assign masked[8*i+:8] = s_axis_tdata[8*i+:8] & {8{s_axis_tkeep[i]}};
  end

  assign s_axis_tready = !full_q;
  assign m_axis_tvalid = full_q;
  assign m_axis_tdata  = sum_q;
  assign m_axis_tlast  = 1'b1;

  always_ff @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      full_q <= 1'b0;
      sum_q  <= '0;
    end else if (full_q) begin
      if (m_axis_tready) begin
        full_q <= 1'b0;
        sum_q  <= '0;
      end
    end else if (s_axis_tvalid) begin
      sum_q  <= step(sum_q, masked);
      full_q <= s_axis_tlast;
    end
  end
endmodule
