// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_bus_wishbone keeps the rules of Wishbone B4 for every master that keeps them, and for any shell:
//
//   one_answer   wb_ack_o or wb_err_o answers a request; each request has one, unless its cycle ends before
//   one_access   each request makes one access, with its address, data and bytes
//   no_hang      a request is accepted in the next cycle at the latest, and answered two cycles later
//
// A request is accepted when wb_stall_o is 0 (pipelined), or when it is first on offer (standard).

module bus_wishbone_check
  import roundel_bus_pkg::*;
#(
  parameter bit Pipelined = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic wb_cyc_i,
  input logic wb_stb_i,
  input logic wb_we_i,
  input logic [AddressWidth-1:0] wb_adr_i,
  input logic [3:0] wb_sel_i,
  input logic [31:0] wb_dat_i,
  input logic [31:0] access_data_i,
  input logic access_error_i
);

  logic [31:0] wb_dat_o, access_data;
  logic wb_stall_o, wb_ack_o, wb_err_o;
  logic access_valid, access_write, access_whole;
  logic [3:0] access_address;

  roundel_bus_wishbone #(
    .Pipelined(Pipelined)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .wb_cyc_i,
    .wb_stb_i,
    .wb_we_i,
    .wb_adr_i,
    .wb_sel_i,
    .wb_dat_i,
    .wb_dat_o,
    .wb_stall_o,
    .wb_ack_o,
    .wb_err_o,
    .access_valid_o  (access_valid),
    .access_write_o  (access_write),
    .access_whole_o  (access_whole),
    .access_address_o(access_address),
    .access_data_o   (access_data),
    .access_data_i,
    .access_error_i
  );

  typedef struct packed {
    logic we;
    logic [AddressWidth-1:0] adr;
    logic [3:0] sel;
    logic [31:0] dat;
  } request_t;

  logic started_q = 1'b0;
  request_t request, request_q, wanted_q;
  logic answer, offered, taken, waits_q;
  logic open_q = 1'b0;  // a request was accepted and is not answered
  logic accessed_q = 1'b0;  // and has had its access
  logic left_q = 1'b0;  // its cycle has ended
  logic error_q;
  logic [31:0] returned_q;
  logic access_before_q = 1'b0;
  logic [1:0] age_q;  // cycles since the request was accepted
  logic stalled_q = 1'b0;

  assign request = '{wb_we_i, wb_adr_i, wb_sel_i, wb_dat_i};
  assign answer  = wb_ack_o || wb_err_o;
  assign offered = wb_cyc_i && wb_stb_i;
  assign taken   = offered && (Pipelined ? !wb_stall_o : (!open_q || left_q));

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    request_q <= request;
    // Pipelined: a request stays until it is accepted. Standard: until it is answered. Or the cycle ends.
    waits_q <= rst_ni && offered && (Pipelined ? wb_stall_o : !answer);
    stalled_q <= rst_ni && offered && wb_stall_o;
    access_before_q <= rst_ni && access_valid;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (rst_ni && started_q) begin
      assume (!waits_q || !wb_cyc_i || (wb_stb_i && request == request_q));
      assume (!wb_stb_i || wb_cyc_i);
    end else begin
      assume (!wb_stb_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      left_q <= 1'b0;
      accessed_q <= 1'b0;
    end else if (taken) begin
      open_q <= 1'b1;
      left_q <= 1'b0;
      accessed_q <= 1'b0;
      wanted_q <= request;
      age_q <= 2'd1;
    end else begin
      if (answer || (open_q && age_q == 2'd2)) open_q <= 1'b0;
      age_q <= age_q + 2'd1;
      left_q <= left_q || !wb_cyc_i;
      if (access_valid) begin
        accessed_q <= 1'b1;
        returned_q <= access_data_i;
        error_q <= access_error_i;
      end
    end
  end

  // The answer of a request can come in the cycle in which the next one is accepted.
  always_comb begin
    if (started_q && rst_ni) begin
      assert (!(wb_ack_o && wb_err_o));
      assert (!answer || (open_q && accessed_q && age_q == 2'd2 && wb_err_o == error_q));
      assert (!(wb_ack_o || wb_err_o) || wanted_q.we || wb_dat_o == returned_q);
      assert (answer || wb_dat_o == '0);
      assert (!(open_q && age_q == 2'd2) || answer || left_q);

      assert (access_valid == (open_q && age_q == 2'd1));
      assert (!access_valid || access_write == wanted_q.we);
      assert (!access_valid || access_whole == (!wanted_q.we || (&wanted_q.sel)));
      assert (!access_valid || access_address == wanted_q.adr[5:2]);
      assert (!access_valid || access_data == (wanted_q.we ? wanted_q.dat : '0));
      assert (access_valid || access_data == '0);
      assert (!(access_valid && access_before_q));

      assert (!stalled_q || !wb_stall_o);
      assert (Pipelined || !wb_stall_o);
    end
  end

endmodule
