// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_bus_axi4_lite keeps the rules of AXI4-Lite for every master that keeps them, and for any shell:
//
//   response_holds   a response does not drop or change before the master accepts it
//   one_response     a response answers a request; each request has one, with what its access returned
//   one_access       each request makes one access, with its address, data and strobes
//   no_hang          a request is answered within Patience cycles in which the master is ready

module bus_axi4_lite_check
  import roundel_bus_pkg::*;
#(
  parameter int unsigned Patience = 7
) (
  input logic clk_i,
  input logic rst_ni,
  input logic [AddressWidth-1:0] s_axil_awaddr,
  input logic s_axil_awvalid,
  input logic [31:0] s_axil_wdata,
  input logic [3:0] s_axil_wstrb,
  input logic s_axil_wvalid,
  input logic s_axil_bready,
  input logic [AddressWidth-1:0] s_axil_araddr,
  input logic s_axil_arvalid,
  input logic s_axil_rready,
  input logic [31:0] access_data_i,
  input logic access_error_i
);

  logic s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
  logic [1:0] s_axil_bresp, s_axil_rresp;
  logic [31:0] s_axil_rdata, access_data;
  logic access_valid, access_write, access_whole;
  logic [3:0] access_address;

  roundel_bus_axi4_lite u_dut (
    .clk_i,
    .rst_ni,
    .s_axil_awaddr,
    .s_axil_awvalid,
    .s_axil_awready,
    .s_axil_wdata,
    .s_axil_wstrb,
    .s_axil_wvalid,
    .s_axil_wready,
    .s_axil_bresp,
    .s_axil_bvalid,
    .s_axil_bready,
    .s_axil_araddr,
    .s_axil_arvalid,
    .s_axil_arready,
    .s_axil_rdata,
    .s_axil_rresp,
    .s_axil_rvalid,
    .s_axil_rready,
    .access_valid_o  (access_valid),
    .access_write_o  (access_write),
    .access_whole_o  (access_whole),
    .access_address_o(access_address),
    .access_data_o   (access_data),
    .access_data_i,
    .access_error_i
  );

  logic started_q = 1'b0;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The master: a request stays until it is accepted
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic aw_waits_q = 1'b0, w_waits_q = 1'b0, ar_waits_q = 1'b0;
  logic [AddressWidth-1:0] awaddr_q, araddr_q;
  logic [35:0] w_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    aw_waits_q <= rst_ni && s_axil_awvalid && !s_axil_awready;
    w_waits_q <= rst_ni && s_axil_wvalid && !s_axil_wready;
    ar_waits_q <= rst_ni && s_axil_arvalid && !s_axil_arready;
    awaddr_q <= s_axil_awaddr;
    araddr_q <= s_axil_araddr;
    w_q <= {s_axil_wstrb, s_axil_wdata};
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (rst_ni) begin
      assume (!aw_waits_q || (s_axil_awvalid && s_axil_awaddr == awaddr_q));
      assume (!w_waits_q || (s_axil_wvalid && {s_axil_wstrb, s_axil_wdata} == w_q));
      assume (!ar_waits_q || (s_axil_arvalid && s_axil_araddr == araddr_q));
    end else begin
      assume (!s_axil_awvalid && !s_axil_wvalid && !s_axil_arvalid);
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Requests that have no response yet, and what their accesses must be and have returned
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic write_taken, read_taken, write_done, read_done;
  logic [1:0] writes_q = 2'd0, reads_q = 2'd0;
  logic accessed_q = 1'b0;  // the request has had its access
  logic wanted_write_q, wanted_whole_q, error_q;
  logic [3:0] wanted_address_q;
  logic [31:0] wanted_data_q, returned_q;
  logic access_before_q = 1'b0;

  assign write_taken = s_axil_awvalid && s_axil_awready;
  assign read_taken = s_axil_arvalid && s_axil_arready;
  assign write_done = s_axil_bvalid && s_axil_bready;
  assign read_done = s_axil_rvalid && s_axil_rready;

  always_ff @(posedge clk_i) begin
    access_before_q <= rst_ni && access_valid;
    if (write_taken || read_taken) begin
      wanted_write_q <= write_taken;
      wanted_whole_q <= read_taken || (&s_axil_wstrb);
      wanted_address_q <= write_taken ? s_axil_awaddr[5:2] : s_axil_araddr[5:2];
      wanted_data_q <= write_taken ? s_axil_wdata : '0;
      accessed_q <= 1'b0;
    end else if (access_valid) begin
      accessed_q <= 1'b1;
      returned_q <= access_data_i;
      error_q <= access_error_i;
    end
    writes_q <= writes_q + 2'(write_taken) - 2'(write_done);
    reads_q <= reads_q + 2'(read_taken) - 2'(read_done);
    if (!rst_ni) begin
      writes_q <= 2'd0;
      reads_q <= 2'd0;
    end
  end

  // Cycles that a request has waited while the master accepted every response.
  logic [3:0] write_waited_q = 4'd0, read_waited_q = 4'd0;
  logic master_waits, write_open, read_open;
  assign master_waits = (s_axil_bvalid && !s_axil_bready) || (s_axil_rvalid && !s_axil_rready);
  assign write_open = (s_axil_awvalid && s_axil_wvalid) || writes_q != 2'd0;
  assign read_open = s_axil_arvalid || reads_q != 2'd0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !write_open || write_done) write_waited_q <= 4'd0;
    else if (!master_waits) write_waited_q <= write_waited_q + 4'd1;
    if (!rst_ni || !read_open || read_done) read_waited_q <= 4'd0;
    else if (!master_waits) read_waited_q <= read_waited_q + 4'd1;
  end

  // A response that waited in the last cycle.
  logic b_waits_q = 1'b0, r_waits_q = 1'b0;
  logic [1:0] bresp_q;
  logic [33:0] r_q;

  always_ff @(posedge clk_i) begin
    b_waits_q <= rst_ni && s_axil_bvalid && !s_axil_bready;
    r_waits_q <= rst_ni && s_axil_rvalid && !s_axil_rready;
    bresp_q <= s_axil_bresp;
    r_q <= {s_axil_rresp, s_axil_rdata};
  end

  logic [1:0] expected_response;
  assign expected_response = {error_q, 1'b0};

  always_comb begin
    if (started_q && rst_ni) begin
      assert (!b_waits_q || (s_axil_bvalid && s_axil_bresp == bresp_q));
      assert (!r_waits_q || (s_axil_rvalid && {s_axil_rresp, s_axil_rdata} == r_q));

      assert (write_taken == (s_axil_wvalid && s_axil_wready));
      assert (!(write_taken && read_taken));
      assert (writes_q + reads_q <= 2'd1);
      assert (!s_axil_bvalid || (writes_q == 2'd1 && accessed_q && s_axil_bresp == expected_response));
      assert (!s_axil_rvalid || (reads_q == 2'd1 && accessed_q && s_axil_rresp == expected_response));
      assert (!s_axil_rvalid || s_axil_rdata == returned_q);
      assert (s_axil_rvalid || s_axil_rdata == '0);

      assert (!access_valid || (writes_q + reads_q == 2'd1 && !accessed_q && access_write == wanted_write_q));
      assert (!access_valid || (access_address == wanted_address_q && access_whole == wanted_whole_q));
      assert (!access_valid || access_data == wanted_data_q);
      assert (access_valid || access_data == '0);
      assert (!(access_valid && access_before_q));

      assert (write_waited_q < 4'(Patience));
      assert (read_waited_q < 4'(Patience));
    end
  end

endmodule
