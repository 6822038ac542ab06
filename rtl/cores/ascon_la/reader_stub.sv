module reader_stub import roundel_stream_pkg::*; (
  input logic clk_i, input logic rst_ni,
  input  logic [15:0] s_axis_tdata, input  logic [1:0] s_axis_tkeep, input  logic s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser, input  logic s_axis_tvalid, output logic s_axis_tready,
  output logic valid_o, output logic [15:0] data_o, output logic [1:0] keep_o, output logic last_o,
  output logic [UserWidth-1:0] kind_o, output logic malformed_o, input logic pop_i, input logic drop_i);
  typedef struct packed {logic [15:0] data; logic [1:0] keep; logic last; logic [UserWidth-1:0] kind; logic bad;} b_t;
  b_t cur_q, next, in; logic cv_q, nv, dropping_q, show_q; logic merge, go;
  assign in = '{s_axis_tdata,s_axis_tkeep,s_axis_tlast,s_axis_tuser, s_axis_tkeep==2'b10 || (!s_axis_tlast && s_axis_tkeep!=2'b11)};
  roundel_stream_register #(.Width($bits(b_t))) u_in (.clk_i,.rst_ni,.in_valid_i(s_axis_tvalid),.in_ready_o(s_axis_tready),.in_data_i(in),
    .out_valid_o(nv),.out_ready_i(go || merge && !cur_q.last),.out_data_o(next));
  // a late end is taken into the head
  assign merge = nv && cv_q && next.kind==cur_q.kind && next.last && next.keep==0 && !next.bad && !cur_q.last && !cur_q.bad && cur_q.kind!=KindCmd && !show_q;
  assign valid_o = show_q;
  assign data_o=cur_q.data; assign keep_o=cur_q.keep; assign last_o=cur_q.last; assign kind_o=cur_q.kind; assign malformed_o=cur_q.bad;
  logic skip; assign skip = dropping_q && cur_q.kind!=KindCmd;
  assign go = !cv_q || (show_q ? pop_i : skip);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin cv_q<=0; dropping_q<=0; show_q<=0; end else begin
      if (go) begin cv_q <= nv; cur_q<=next; end
      else if (merge) cur_q.last<=1'b1;
      show_q <= show_q ? !pop_i && !drop_i : cv_q && !skip && (cur_q.last || cur_q.bad || nv || cur_q.kind==KindCmd);
      if (drop_i) dropping_q<=1; else if (show_q && pop_i) dropping_q<=0;
    end
  end
endmodule
