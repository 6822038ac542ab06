// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// An AXI4-Lite slave of 32 bits that makes single accesses of its transactions. It takes the address and
// the data of a write together, and one transaction at a time. Reads and writes take turns if both wait.
//
// Schedule:   an accepted transaction is an access in the next cycle, and its response is valid in the cycle
//             after that, for any register. A transaction takes three cycles if the master is ready.
// Interfaces: AXI4-Lite from the system, without PROT; accesses to roundel_bus_shell.
// Reference:  AMBA AXI and ACE Protocol Specification (IHI 0022), part B

module roundel_bus_axi4_lite
  import roundel_bus_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic [AddressWidth-1:0] s_axil_awaddr,   // address of a write
  input  logic                    s_axil_awvalid,  // it is on offer
  output logic                    s_axil_awready,  // it is accepted, together with the data
  input  logic [            31:0] s_axil_wdata,    // data of a write
  input  logic [             3:0] s_axil_wstrb,    // bytes to write: all four, or the response is SLVERR
  input  logic                    s_axil_wvalid,   // it is on offer
  output logic                    s_axil_wready,   // it is accepted, together with the address
  output logic [             1:0] s_axil_bresp,    // OKAY or SLVERR
  output logic                    s_axil_bvalid,   // the response to a write is on offer
  input  logic                    s_axil_bready,   // the master accepts it
  input  logic [AddressWidth-1:0] s_axil_araddr,   // address of a read
  input  logic                    s_axil_arvalid,  // it is on offer
  output logic                    s_axil_arready,  // it is accepted
  output logic [            31:0] s_axil_rdata,    // data of a read; zero unless s_axil_rvalid
  output logic [             1:0] s_axil_rresp,    // OKAY or SLVERR
  output logic                    s_axil_rvalid,   // the response to a read is on offer
  input  logic                    s_axil_rready,   // the master accepts it

  output logic        access_valid_o,    // an access, in one cycle
  output logic        access_write_o,    // it is a write
  output logic        access_whole_o,    // it is a read, or it writes all four bytes
  output logic [ 3:0] access_address_o,  // the number of the register
  output logic [31:0] access_data_o,     // the word to write; zero in a cycle without a write
  input  logic [31:0] access_data_i,     // the word that is read
  input  logic        access_error_i     // the access is illegal
);

  logic idle, take_read, take_write, write_offered;
  logic access_q, write_q, whole_q, read_first_q;
  logic [3:0] address_q;
  logic [31:0] data_q, answer_q;
  logic write_valid_q, read_valid_q, error_q;

  assign idle           = !access_q && !write_valid_q && !read_valid_q;
  assign write_offered  = s_axil_awvalid && s_axil_wvalid;
  assign take_read      = idle && s_axil_arvalid && (read_first_q || !write_offered);
  assign take_write     = idle && write_offered && !(read_first_q && s_axil_arvalid);
  assign s_axil_awready = take_write;
  assign s_axil_wready  = take_write;
  assign s_axil_arready = take_read;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) access_q <= 1'b0;
    else access_q <= take_read || take_write;
  end

  always_ff @(posedge clk_i) begin
    if (idle) begin
      write_q   <= take_write;
      whole_q   <= take_read || s_axil_wstrb == '1;
      address_q <= take_write ? s_axil_awaddr[5:2] : s_axil_araddr[5:2];
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) read_first_q <= 1'b0;
    else if (take_read || take_write) read_first_q <= take_write;
  end

  // A word waits here for one cycle only.
  always_ff @(posedge clk_i) begin
    if (!take_write) data_q <= '0;
    else data_q <= s_axil_wdata;
  end

  assign access_valid_o   = access_q;
  assign access_write_o   = write_q;
  assign access_whole_o   = whole_q;
  assign access_address_o = address_q;
  assign access_data_o    = data_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      write_valid_q <= 1'b0;
      read_valid_q  <= 1'b0;
    end else begin
      write_valid_q <= (access_q && write_q) || (write_valid_q && !s_axil_bready);
      read_valid_q  <= (access_q && !write_q) || (read_valid_q && !s_axil_rready);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || (read_valid_q && s_axil_rready)) answer_q <= '0;
    else if (access_q && !write_q) answer_q <= access_data_i;
    if (access_q) error_q <= access_error_i;
  end

  assign s_axil_bvalid = write_valid_q;
  assign s_axil_bresp  = {error_q, 1'b0};
  assign s_axil_rvalid = read_valid_q;
  assign s_axil_rdata  = answer_q;
  assign s_axil_rresp  = {error_q, 1'b0};

  logic unused_bits;
  assign unused_bits = ^{s_axil_awaddr[1:0], s_axil_araddr[1:0]};

endmodule
