"""The SystemVerilog between the masters of a shell with DMA and the RAM of the demo SoC.

The texts are for `str.format`: `last` is the last bit of the data, `strobes` of the byte strobes, `width` the
bits of the data.
"""

from __future__ import annotations

# The RAM has no DMA.
NO_DMA = """\
  assign {{in_read, out_read}} = '0;
  assign {{in_address, out_address, write_address}} = '0;
  assign write = '0;
  assign write_data = '0;
"""
# A shell with DMA has an AXI4 master for each engine. What the slaves do not need is left open.
AXI_MEMORY = """\
  logic in_arvalid, in_arready, in_rlast, in_rvalid, in_rready;
  logic out_arvalid, out_arready, out_rlast, out_rvalid, out_rready;
  logic awvalid_m, awready_m, wlast, wvalid_m, wready_m, bvalid_m, bready_m;
  logic [31:0] in_araddr, out_araddr, awaddr;
  logic [7:0] in_arlen, out_arlen;
  logic [1:0] in_rresp, out_rresp, bresp_m;
  logic [{last}:0] in_rdata, out_rdata, wdata;
  logic [{strobes}:0] wstrb;

  axi4_read_slave #(.DataWidth({width})) u_in (
    .clk_i,
    .rst_ni,
    .s_axi_araddr(in_araddr),
    .s_axi_arlen(in_arlen),
    .s_axi_arvalid(in_arvalid),
    .s_axi_arready(in_arready),
    .s_axi_rdata(in_rdata),
    .s_axi_rresp(in_rresp),
    .s_axi_rlast(in_rlast),
    .s_axi_rvalid(in_rvalid),
    .s_axi_rready(in_rready),
    .read_o(in_read),
    .address_o(in_address),
    .data_i(in_data),
    .error_i(in_error)
  );

  axi4_read_slave #(.DataWidth({width})) u_out (
    .clk_i,
    .rst_ni,
    .s_axi_araddr(out_araddr),
    .s_axi_arlen(out_arlen),
    .s_axi_arvalid(out_arvalid),
    .s_axi_arready(out_arready),
    .s_axi_rdata(out_rdata),
    .s_axi_rresp(out_rresp),
    .s_axi_rlast(out_rlast),
    .s_axi_rvalid(out_rvalid),
    .s_axi_rready(out_rready),
    .read_o(out_read),
    .address_o(out_address),
    .data_i(out_data),
    .error_i(out_error)
  );

  axi4_write_slave #(.DataWidth({width})) u_write (
    .clk_i,
    .rst_ni,
    .s_axi_awaddr(awaddr),
    .s_axi_awvalid(awvalid_m),
    .s_axi_awready(awready_m),
    .s_axi_wdata(wdata),
    .s_axi_wstrb(wstrb),
    .s_axi_wlast(wlast),
    .s_axi_wvalid(wvalid_m),
    .s_axi_wready(wready_m),
    .s_axi_bresp(bresp_m),
    .s_axi_bvalid(bvalid_m),
    .s_axi_bready(bready_m),
    .write_o(write),
    .address_o(write_address),
    .data_o(write_data),
    .error_i(write_error)
  );
"""
AXI_PINS = """\
    .m_axi_in_arid(),
    .m_axi_in_araddr(in_araddr),
    .m_axi_in_arlen(in_arlen),
    .m_axi_in_arsize(),
    .m_axi_in_arburst(),
    .m_axi_in_arvalid(in_arvalid),
    .m_axi_in_arready(in_arready),
    .m_axi_in_rid(1'b0),
    .m_axi_in_rdata(in_rdata),
    .m_axi_in_rresp(in_rresp),
    .m_axi_in_rlast(in_rlast),
    .m_axi_in_rvalid(in_rvalid),
    .m_axi_in_rready(in_rready),
    .m_axi_out_awid(),
    .m_axi_out_awaddr(awaddr),
    .m_axi_out_awlen(),
    .m_axi_out_awsize(),
    .m_axi_out_awburst(),
    .m_axi_out_awvalid(awvalid_m),
    .m_axi_out_awready(awready_m),
    .m_axi_out_wdata(wdata),
    .m_axi_out_wstrb(wstrb),
    .m_axi_out_wlast(wlast),
    .m_axi_out_wvalid(wvalid_m),
    .m_axi_out_wready(wready_m),
    .m_axi_out_bid(1'b0),
    .m_axi_out_bresp(bresp_m),
    .m_axi_out_bvalid(bvalid_m),
    .m_axi_out_bready(bready_m),
    .m_axi_out_arid(),
    .m_axi_out_araddr(out_araddr),
    .m_axi_out_arlen(out_arlen),
    .m_axi_out_arsize(),
    .m_axi_out_arburst(),
    .m_axi_out_arvalid(out_arvalid),
    .m_axi_out_arready(out_arready),
    .m_axi_out_rid(1'b0),
    .m_axi_out_rdata(out_rdata),
    .m_axi_out_rresp(out_rresp),
    .m_axi_out_rlast(out_rlast),
    .m_axi_out_rvalid(out_rvalid),
    .m_axi_out_rready(out_rready),
"""
WISHBONE_MEMORY = """\
  logic in_cyc, in_stb, in_stall, in_ack, in_err, in_we;
  logic out_cyc, out_stb, out_stall, out_ack, out_err, out_we;
  logic [31:0] in_adr, out_adr;
  logic [{strobes}:0] in_sel, out_sel, unused_write;
  logic [{last}:0] in_dat, out_dat, out_dat_m, unused_data;
  logic [31:0] unused_address;

  wishbone_slave #(.DataWidth({width})) u_in (
    .clk_i,
    .rst_ni,
    .wb_cyc_i(in_cyc),
    .wb_stb_i(in_stb),
    .wb_we_i(in_we),
    .wb_adr_i(in_adr),
    .wb_sel_i(in_sel),
    .wb_dat_i('0),
    .wb_dat_o(in_dat),
    .wb_stall_o(in_stall),
    .wb_ack_o(in_ack),
    .wb_err_o(in_err),
    .read_o(in_read),
    .read_address_o(in_address),
    .read_data_i(in_data),
    .read_error_i(in_error),
    .write_o(unused_write),
    .write_address_o(unused_address),
    .write_data_o(unused_data),
    .write_error_i(1'b1)
  );

  wishbone_slave #(.DataWidth({width})) u_out (
    .clk_i,
    .rst_ni,
    .wb_cyc_i(out_cyc),
    .wb_stb_i(out_stb),
    .wb_we_i(out_we),
    .wb_adr_i(out_adr),
    .wb_sel_i(out_sel),
    .wb_dat_i(out_dat_m),
    .wb_dat_o(out_dat),
    .wb_stall_o(out_stall),
    .wb_ack_o(out_ack),
    .wb_err_o(out_err),
    .read_o(out_read),
    .read_address_o(out_address),
    .read_data_i(out_data),
    .read_error_i(out_error),
    .write_o(write),
    .write_address_o(write_address),
    .write_data_o(write_data),
    .write_error_i(write_error)
  );
"""
WISHBONE_PINS = """\
    .wbm_in_cyc_o(in_cyc),
    .wbm_in_stb_o(in_stb),
    .wbm_in_we_o(in_we),
    .wbm_in_adr_o(in_adr),
    .wbm_in_sel_o(in_sel),
    .wbm_in_dat_i(in_dat),
    .wbm_in_stall_i(in_stall),
    .wbm_in_ack_i(in_ack),
    .wbm_in_err_i(in_err),
    .wbm_out_cyc_o(out_cyc),
    .wbm_out_stb_o(out_stb),
    .wbm_out_we_o(out_we),
    .wbm_out_adr_o(out_adr),
    .wbm_out_sel_o(out_sel),
    .wbm_out_dat_o(out_dat_m),
    .wbm_out_dat_i(out_dat),
    .wbm_out_stall_i(out_stall),
    .wbm_out_ack_i(out_ack),
    .wbm_out_err_i(out_err),
"""
