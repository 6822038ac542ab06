// Takes a beat of 16 bits a cycle and answers a message with one DIGEST beat, the exclusive or of its TEXT
// beats, three cycles after the last one. A block of r bits costs r/16 cycles.
module echo_hash (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic [15:0] s_axis_tdata,
  input  logic [ 1:0] s_axis_tkeep,
  input  logic        s_axis_tlast,
  input  logic [ 3:0] s_axis_tuser,
  input  logic        s_axis_tvalid,
  output logic        s_axis_tready,
  output logic [15:0] m_axis_tdata,
  output logic [ 1:0] m_axis_tkeep,
  output logic        m_axis_tlast,
  output logic [ 3:0] m_axis_tuser,
  output logic        m_axis_tvalid,
  input  logic        m_axis_tready
);
  localparam logic [3:0] KindText = 4'd4;
  localparam logic [3:0] KindDigest = 4'd6;

  logic [15:0] sum_q;
  logic [ 2:0] done_q;

  assign s_axis_tready = done_q == '0;
  assign m_axis_tdata  = sum_q;
  assign m_axis_tkeep  = '1;
  assign m_axis_tlast  = 1'b1;
  assign m_axis_tuser  = KindDigest;
  assign m_axis_tvalid = done_q[2];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      sum_q  <= '0;
      done_q <= '0;
    end else if (s_axis_tvalid && s_axis_tready && s_axis_tuser == KindText) begin
      sum_q  <= sum_q ^ (s_axis_tdata & {{8{s_axis_tkeep[1]}}, {8{s_axis_tkeep[0]}}});
      done_q <= {2'b00, s_axis_tlast};
    end else if (m_axis_tvalid) begin
      if (m_axis_tready) begin
        sum_q  <= '0;
        done_q <= '0;
      end
    end else begin
      done_q <= {done_q[1:0], 1'b0};
    end
  end
endmodule
