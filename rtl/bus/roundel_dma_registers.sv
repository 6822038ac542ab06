// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The registers of a shell with DMA. They are those of roundel_bus_shell, and those of both engines.
//
// A reset, also the one that CONTROL asks for, holds ready_o at 0 until the input engine has cleared its
// FIFO.
// The core is in reset meanwhile, and no word is accepted.
//
// Schedule:   an access is answered in its cycle.
// Interfaces: accesses from the bus; both engines of the DMA, and the words of the CPU.
// Reference:  docs/bus.md; rtl/bus/registers.toml describes the registers.

module roundel_dma_registers
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned        DataWidth  = 128,
  parameter int unsigned        BusWidth   = 64,
  parameter bit          [ 6:0] Services   = '0,
  parameter bit          [31:0] Algorithms = '0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic        access_valid_i,    // an access, in one cycle
  input  logic        access_write_i,    // it is a write
  input  logic        access_whole_i,    // it is a read, or it writes all four bytes
  input  logic [ 3:0] access_address_i,  // the number of the register
  input  logic [31:0] access_data_i,     // the word to write
  output logic [31:0] access_data_o,     // the word that is read
  output logic        access_error_o,    // the access is illegal and has no effect on the core
  output logic        interrupt_o,       // the level of the interrupt

  output logic ready_o,    // no reset is under way
  input  logic cleared_i,  // the input engine has cleared its FIFO

  output logic       in_write_o,      // a write to IN_SEGMENT or IN_DATA
  output logic       in_header_o,     // it is to IN_SEGMENT
  output logic       in_can_push_o,   // the word can be stored
  input  logic       in_stopped_i,    // IN_ERROR
  input  logic [4:0] in_level_i,      // words in the FIFO

  output logic                 out_pop_o,     // a read of OUT_DATA takes the word
  input  logic [         31:0] out_word_i,    // the word on offer
  input  logic [          2:0] out_words_i,   // words on offer; 0 while the DMA has the core
  input  logic [          2:0] out_bytes_i,   // so many bytes of the word are part of the segment
  input  logic                 out_last_i,    // it ends its segment
  input  logic [UserWidth-1:0] out_kind_i,    // kind of the segment

  output logic        dma_o,        // the DMA has the core
  output logic [31:4] head_o,       // address of a list, in the cycle after its write
  output logic        in_start_o,   // begin it with the input engine
  input  logic        in_busy_i,    // the input engine is busy
  input  logic        in_done_i,    // its list was sent
  input  logic        in_error_i,   // it has stopped
  input  logic [31:4] in_fault_i,   // address of the descriptor whose access failed
  output logic        out_start_o,  // begin the list with the output engine
  input  logic        out_busy_i,   // the output engine is busy
  input  logic        out_done_i,   // its list has ended
  input  logic        out_error_i,  // it has stopped
  input  logic [31:4] out_fault_i   // address of the descriptor whose access failed
);

  logic write, write_control, write_status, write_dma, read_out;
  logic reset, ready_q, ended_q, dma_q, interrupt_d, interrupt_q, known, full, legal_write;
  logic in_start, in_start_q, out_start, out_start_q;
  logic [2:0] enable_q, dma_enable_q;
  logic [31:4] head_q;
  logic [31:0] constant, state;

  assign write         = access_valid_i && access_write_i && access_whole_i;
  assign write_control = write && access_address_i == AddressControl;
  assign write_status  = write && access_address_i == AddressStatus;
  assign write_dma     = write && access_address_i == AddressDmaControl;
  assign read_out      = access_valid_i && !access_write_i && access_address_i == AddressOutData;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Reset and enables
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign reset   = !rst_ni || (write_control && access_data_i[ControlReset]);
  assign ready_o = ready_q;

  always_ff @(posedge clk_i) begin
    if (reset) ready_q <= 1'b0;
    else if (cleared_i) ready_q <= 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) enable_q <= '0;
    else if (write_control) enable_q <= access_data_i[ControlEnableError:ControlEnableOut];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      dma_q        <= 1'b0;
      dma_enable_q <= '0;
    end else if (write_dma) begin
      dma_q        <= access_data_i[DmaControlDma];
      dma_enable_q <= access_data_i[DmaControlEnableError:DmaControlEnableIn];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Words of the CPU
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign full          = in_level_i[4];
  assign in_header_o   = access_address_i == AddressInSegment;
  assign in_write_o    = access_valid_i && access_write_i
                         && access_address_i inside {AddressInSegment, AddressInData};
  assign in_can_push_o = access_whole_i && !full && ready_q && !dma_q && !in_busy_i;

  // A segment that was read to its end closes OUT_DATA until STATUS is written.
  assign out_pop_o     = read_out && out_words_i != '0 && !ended_q;

  always_ff @(posedge clk_i) begin
    if (!ready_q) ended_q <= 1'b0;
    else
      ended_q <= (ended_q && !(write_status && access_data_i[StatusOutEnded])) || (out_pop_o && out_last_i);
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The DMA
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // Words of the CPU are sent before a list can begin.
  assign dma_o       = dma_q;
  assign in_start    = write && access_address_i == AddressDmaInHead && ready_q && !in_busy_i && !in_error_i
                       && in_level_i == '0;
  assign out_start   = write && access_address_i == AddressDmaOutHead && ready_q && !out_busy_i
                       && !out_error_i;

  always_ff @(posedge clk_i) begin
    in_start_q  <= rst_ni && in_start;
    out_start_q <= rst_ni && out_start;
    head_q      <= access_data_i[31:4];
  end

  assign in_start_o  = in_start_q;
  assign out_start_o = out_start_q;
  assign head_o      = head_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // What is read
  //////////////////////////////////////////////////////////////////////////////////////////////////

  always_comb begin
    constant = '0;
    unique case (access_address_i)
      AddressId: constant = ValueId;
      AddressVersion: constant = ValueVersion;
      AddressCapability: begin
        constant[CapabilityServicesHigh:CapabilityServicesLow] = Services;
        constant[CapabilityBeatBytesHigh:CapabilityBeatBytesLow] = 8'(DataWidth / 8);
        constant[CapabilityFifoWordsHigh:CapabilityFifoWordsLow] = 8'(FifoWords);
        constant[CapabilityDmaBytesHigh:CapabilityDmaBytesLow] = 8'(BusWidth / 8);
      end
      AddressAlgorithms: constant = Algorithms;
      default: ;
    endcase
  end

  always_comb begin
    state = '0;
    unique case (access_address_i)
      AddressControl: state[ControlEnableError:ControlEnableOut] = enable_q;
      AddressStatus: begin
        state[StatusInWordsHigh:StatusInWordsLow] = in_level_i;
        state[StatusOutWordsHigh:StatusOutWordsLow] = 5'(out_words_i);
        state[StatusOutKindHigh:StatusOutKindLow] = out_words_i == '0 ? '0 : out_kind_i;
        state[StatusOutBytesHigh:StatusOutBytesLow] = out_words_i == '0 ? '0 : out_bytes_i;
        state[StatusOutLast] = out_words_i != '0 && out_last_i;
        state[StatusOutEnded] = ended_q;
        state[StatusInError] = in_stopped_i;
        state[StatusBusy] = !ready_q;
      end
      AddressOutData: state = out_pop_o ? out_word_i : '0;
      AddressDmaControl: begin
        state[DmaControlDma] = dma_q;
        state[DmaControlEnableError:DmaControlEnableIn] = dma_enable_q;
      end
      AddressDmaStatus: begin
        state[DmaStatusInBusy]   = in_busy_i || !ready_q;
        state[DmaStatusOutBusy]  = out_busy_i || !ready_q;
        state[DmaStatusInDone]   = in_done_i;
        state[DmaStatusOutDone]  = out_done_i;
        state[DmaStatusInError]  = in_error_i;
        state[DmaStatusOutError] = out_error_i;
      end
      AddressDmaInFault: state[31:4] = in_fault_i;
      AddressDmaOutFault: state[31:4] = out_fault_i;
      default: ;
    endcase
  end

  assign access_data_o = constant | state;
  assign known = access_address_i inside {[AddressId : AddressStatus], AddressOutData, AddressDmaControl,
                                          AddressDmaStatus, AddressDmaInFault, AddressDmaOutFault};
  assign legal_write = write_control || write_status || write_dma || (in_write_o && in_can_push_o) || in_start
                       || out_start;
  assign access_error_o = access_write_i ? !legal_write : !known;

  assign interrupt_d = (enable_q[0] && out_words_i != '0) || (enable_q[1] && in_level_i[4:3] == '0)
                       || (enable_q[2] && in_stopped_i)
                       || |(dma_enable_q & {in_error_i || out_error_i, out_done_i, in_done_i});
  assign interrupt_o = interrupt_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) interrupt_q <= 1'b0;
    else interrupt_q <= interrupt_d;
  end

endmodule
