module reader_stub import roundel_stream_pkg::*; (
  input logic clk_i, input logic rst_ni,
  input  logic [15:0] s_axis_tdata, input  logic [1:0] s_axis_tkeep, input  logic s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser, input  logic s_axis_tvalid, output logic s_axis_tready,
  output logic valid_o, output logic [15:0] data_o, output logic [1:0] keep_o, output logic last_o,
  output logic [UserWidth-1:0] kind_o, output logic malformed_o, input logic pop_i, input logic drop_i);
  typedef struct packed {logic [15:0] data; logic [1:0] keep; logic last; logic [UserWidth-1:0] kind; logic bad;} b_t;
  b_t cur_q, next_q; logic cv_q, nv_q, dropping_q; logic lead, merge, show;
  // next holds the newest beat; cur the one offered
  assign s_axis_tready = !nv_q;
  assign merge = nv_q && cv_q && next_q.kind==cur_q.kind && next_q.last && next_q.keep==0 && !next_q.bad && !cur_q.last && !cur_q.bad && cur_q.kind!=KindCmd;
  assign show = cv_q && (cur_q.last || cur_q.bad || nv_q || cur_q.kind==KindCmd);
  assign valid_o = show && !(dropping_q && cur_q.kind!=KindCmd);
  assign data_o=cur_q.data; assign keep_o=cur_q.keep; assign last_o=cur_q.last||merge; assign kind_o=cur_q.kind; assign malformed_o=cur_q.bad;
  logic go; assign go = !cv_q || (valid_o ? pop_i : (dropping_q && cur_q.kind!=KindCmd));
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin cv_q<=0; nv_q<=0; dropping_q<=0; end else begin
      if (go) begin cv_q <= nv_q && !(merge && cv_q); cur_q<=next_q; end
      if (s_axis_tready && s_axis_tvalid) begin nv_q<=1; next_q<='{s_axis_tdata,s_axis_tkeep,s_axis_tlast,s_axis_tuser, s_axis_tkeep==2'b10 || (!s_axis_tlast && s_axis_tkeep!=2'b11)}; end
      else if (go) nv_q<=0;
      if (drop_i) dropping_q<=1; else if (valid_o && pop_i) dropping_q<=0;
    end
  end
  always_comb lead=0;
endmodule
