// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The registers of the DMA beside those of roundel_bus_shell. Both see every access; each answers for its
// own registers, and reads as zero for the others.
//
// Schedule:   an access is answered in its cycle.
// Interfaces: accesses from the bus; both engines of the DMA.
// Reference:  docs/bus.md; rtl/bus/registers.toml describes the registers.

module roundel_dma_registers
  import roundel_bus_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic        access_valid_i,    // an access, in one cycle
  input  logic        access_write_i,    // it is a write
  input  logic        access_whole_i,    // it is a read, or it writes all four bytes
  input  logic [ 3:0] access_address_i,  // the number of the register
  input  logic [31:0] access_data_i,     // the word to write
  output logic [31:0] access_data_o,     // the word that is read; zero for another register
  output logic        access_known_o,    // the access is legal and to a register of the DMA
  output logic        interrupt_o,       // the level of the interrupt

  output logic        dma_o,         // the DMA has the core
  output logic [31:4] head_o,        // address of a list
  output logic        in_start_o,    // begin it with the input engine
  input  logic        in_busy_i,     // the input engine is busy
  input  logic        in_done_i,     // its list was sent
  input  logic        in_error_i,    // it has stopped
  input  logic [31:0] in_fault_i,    // address of the burst that failed
  output logic        out_start_o,   // begin the list with the output engine
  input  logic        out_busy_i,    // the output engine is busy
  input  logic        out_done_i,    // its list has ended
  input  logic        out_error_i,   // it has stopped
  input  logic [31:0] out_fault_i    // address of the burst that failed
);

  logic write, write_control, readable, interrupt_q, dma_q;
  logic [2:0] enable_q;

  assign write         = access_valid_i && access_write_i && access_whole_i;
  assign write_control = write && access_address_i == AddressDmaControl;
  assign in_start_o    = write && access_address_i == AddressDmaInHead && !in_busy_i && !in_error_i;
  assign out_start_o   = write && access_address_i == AddressDmaOutHead && !out_busy_i && !out_error_i;
  assign head_o        = access_data_i[31:4];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      dma_q    <= 1'b0;
      enable_q <= '0;
    end else if (write_control) begin
      dma_q    <= access_data_i[DmaControlDma];
      enable_q <= access_data_i[DmaControlEnableError:DmaControlEnableIn];
    end
  end

  assign dma_o = dma_q;

  always_comb begin
    access_data_o = '0;
    unique case (access_address_i)
      AddressDmaControl: begin
        access_data_o[DmaControlDma] = dma_q;
        access_data_o[DmaControlEnableError:DmaControlEnableIn] = enable_q;
      end
      AddressDmaStatus: begin
        access_data_o[DmaStatusInBusy]   = in_busy_i;
        access_data_o[DmaStatusOutBusy]  = out_busy_i;
        access_data_o[DmaStatusInDone]   = in_done_i;
        access_data_o[DmaStatusOutDone]  = out_done_i;
        access_data_o[DmaStatusInError]  = in_error_i;
        access_data_o[DmaStatusOutError] = out_error_i;
      end
      AddressDmaInFault: access_data_o = in_fault_i;
      AddressDmaOutFault: access_data_o = out_fault_i;
      default: ;
    endcase
  end

  assign readable = access_address_i inside {AddressDmaControl, AddressDmaStatus, AddressDmaInFault,
                                             AddressDmaOutFault};
  assign access_known_o = access_write_i ? write_control || in_start_o || out_start_o : readable;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) interrupt_q <= 1'b0;
    else interrupt_q <= |(enable_q &{in_error_i || out_error_i, out_done_i, in_done_i});
  end

  assign interrupt_o = interrupt_q;

endmodule
