// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The registers between a bus of 32 bits and a service core: identity, control, status, and a FIFO in each
// direction. It serves any bus: one access per pulse of access_valid_i, answered in the same cycle.
//
// A reset, also the one that CONTROL asks for, resets the core and zeros both FIFOs in 16 cycles without an
// access. STATUS has BUSY meanwhile, and no word is accepted. A word that leaves a FIFO is cleared there;
// the kind and the size of its segment are not.
//
// Schedule:   two accesses are two cycles apart, at least. A word that is written in cycle t is in a beat of
//             the core from cycle t+2; a word of the core can be read from the cycle after it was stored.
// Interfaces: roundel_bus_axi4_lite or roundel_bus_wishbone on one side, a service core on the other.
//             DmaBytes is shown by CAPABILITY; roundel_dma has registers of its own.
// Bytes:      the first byte of a word is in bits 7 to 0.
// Reference:  docs/bus.md; rtl/bus/registers.toml describes the registers.

module roundel_bus_shell
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned        DataWidth  = 128,
  parameter bit          [ 6:0] Services   = '0,
  parameter bit          [31:0] Algorithms = '0,
  parameter bit          [ 7:0] DmaBytes   = '0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic        access_valid_i,    // an access, in one cycle
  input  logic        access_write_i,    // it is a write
  input  logic        access_whole_i,    // it is a read, or it writes all four bytes
  input  logic [ 3:0] access_address_i,  // the number of the register
  input  logic [31:0] access_data_i,     // the word to write; zero in a cycle without a write
  output logic [31:0] access_data_o,     // the word that is read
  output logic        access_error_o,    // the access is illegal and has no effect on the core
  output logic        interrupt_o,       // the level of the interrupt

  output logic core_rst_no,  // reset of the core

  output logic [  DataWidth-1:0] m_axis_tdata,
  output logic [DataWidth/8-1:0] m_axis_tkeep,
  output logic                   m_axis_tlast,
  output logic [  UserWidth-1:0] m_axis_tuser,
  output logic                   m_axis_tvalid,
  input  logic                   m_axis_tready,

  input  logic [  DataWidth-1:0] s_axis_tdata,
  input  logic [DataWidth/8-1:0] s_axis_tkeep,
  input  logic                   s_axis_tlast,
  input  logic [  UserWidth-1:0] s_axis_tuser,
  input  logic                   s_axis_tvalid,
  output logic                   s_axis_tready
);

  localparam int unsigned LevelWidth = $clog2(FifoWords + 1);

  logic write, read;
  logic write_control, write_status, write_in, read_out;
  logic reset, clear, ready_q, interrupt_d, interrupt_q;
  logic unused_last;  // both FIFOs are cleared in step
  logic last_place;  // the last place of both FIFOs is cleared
  logic [2:0] enable_q;

  logic in_push, in_pop, in_full, in_word_header, in_error, take_word;
  logic [31:0] in_word;
  logic [LevelWidth-1:0] in_level;

  logic out_push, out_pop, out_full, out_empty;
  logic out_ended_d, out_ended_q;
  out_word_t out_store, out_word;
  logic [LevelWidth-1:0] out_level;

  logic [31:0] status, constant;
  logic readable;

  assign write         = access_valid_i && access_write_i && access_whole_i;
  assign read          = access_valid_i && !access_write_i;
  assign write_control = write && access_address_i == AddressControl;
  assign write_status  = write && access_address_i == AddressStatus;
  assign read_out      = read && access_address_i == AddressOutData;

  // Reset: the first cycle empties the FIFOs, and the next ones zero their places, those with an access
  // excepted: its word is at the FIFO's port.
  assign reset   = !rst_ni || (write_control && access_data_i[ControlReset]);
  assign clear   = !ready_q && !access_valid_i;

  always_ff @(posedge clk_i) begin
    if (reset) ready_q <= 1'b0;
    else if (clear && last_place) ready_q <= 1'b1;
  end

  assign core_rst_no = ready_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) enable_q <= '0;
    else if (write_control) enable_q <= access_data_i[ControlEnableError:ControlEnableOut];
  end

  // To the core.
  assign in_full  = in_level[LevelWidth-1];
  assign write_in = access_valid_i && access_write_i
                    && access_address_i inside {AddressInSegment, AddressInData};
  assign in_push  = write_in && access_whole_i && !in_full && ready_q;
  assign in_pop   = in_level != '0 && !access_valid_i && take_word;

  roundel_bus_fifo #(
    .Width(33),
    .Depth(FifoWords)
  ) u_in_fifo (
    .clk_i,
    .rst_ni      (!reset),
    .clear_i     (clear),
    .push_i      (in_push),
    .push_data_i ({in_push && access_address_i == AddressInSegment, access_data_i}),
    .pop_i       (in_pop),
    .data_o      ({in_word_header, in_word}),
    .level_o     (in_level),
    .last_place_o(last_place)
  );

  roundel_bus_to_stream #(
    .DataWidth(DataWidth)
  ) u_to_stream (
    .clk_i,
    .rst_ni       (ready_q),
    .word_valid_i (in_level != '0 && !access_valid_i),
    .word_header_i(in_word_header),
    .word_i       (in_word),
    .word_ready_o (take_word),
    .drop_i       (write_in && !in_push),
    .error_o      (in_error),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  // From the core. A segment that was read to its end closes OUT_DATA until STATUS is written.
  assign out_full    = out_level[LevelWidth-1];
  assign out_empty   = out_level == '0;
  assign out_pop     = read_out && !out_empty && !out_ended_q;
  assign out_ended_d = (out_ended_q && !(write_status && access_data_i[StatusOutEnded]))
                       || (out_pop && out_word.last);

  always_ff @(posedge clk_i) begin
    if (!ready_q) out_ended_q <= 1'b0;
    else out_ended_q <= out_ended_d;
  end

  roundel_stream_to_bus #(
    .DataWidth(DataWidth)
  ) u_to_bus (
    .clk_i,
    .rst_ni    (ready_q),
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .can_push_i(!out_full && !access_valid_i && ready_q),
    .push_o    (out_push),
    .word_o    (out_store)
  );

  roundel_bus_fifo #(
    .Width($bits(out_word_t)),
    .Depth(FifoWords)
  ) u_out_fifo (
    .clk_i,
    .rst_ni      (!reset),
    .clear_i     (clear),
    .push_i      (out_push),
    .push_data_i (out_store),
    .pop_i       (out_pop),
    .data_o      (out_word),
    .level_o     (out_level),
    .last_place_o(unused_last)
  );

  // What is read.
  always_comb begin
    status = '0;
    status[StatusInWordsHigh:StatusInWordsLow] = in_level;
    status[StatusOutWordsHigh:StatusOutWordsLow] = out_level;
    status[StatusOutKindHigh:StatusOutKindLow] = out_empty ? '0 : out_word.kind;
    status[StatusOutBytesHigh:StatusOutBytesLow] = out_empty ? '0 : out_word.bytes;
    status[StatusOutLast] = !out_empty && out_word.last;
    status[StatusOutEnded] = out_ended_q;
    status[StatusInError] = in_error;
    status[StatusBusy] = !ready_q;
  end

  // Of the registers 0 to 7. Those from 8 are data.
  always_comb begin
    constant = '0;
    unique case (access_address_i[2:0])
      AddressId[2:0]: constant = ValueId;
      AddressVersion[2:0]: constant = ValueVersion;
      AddressCapability[2:0]: begin
        constant[CapabilityServicesHigh:CapabilityServicesLow] = Services;
        constant[CapabilityBeatBytesHigh:CapabilityBeatBytesLow] = 8'(DataWidth / 8);
        constant[CapabilityFifoWordsHigh:CapabilityFifoWordsLow] = 8'(FifoWords);
        constant[CapabilityDmaBytesHigh:CapabilityDmaBytesLow] = DmaBytes;
      end
      AddressAlgorithms[2:0]: constant = Algorithms;
      AddressControl[2:0]: constant[ControlEnableError:ControlEnableOut] = enable_q;
      AddressStatus[2:0]: constant = status;
      default: ;
    endcase
  end

  assign access_data_o  = !access_address_i[3] ? constant : out_pop ? out_word.data : '0;
  assign readable       = access_address_i inside {[AddressId : AddressStatus], AddressOutData};
  assign access_error_o = access_write_i ? !(write_control || write_status || in_push) : !readable;

  assign interrupt_d = (enable_q[0] && !out_empty)
                       || (enable_q[1] && !in_full && !in_level[LevelWidth-2])
                       || (enable_q[2] && in_error);
  assign interrupt_o = interrupt_q;

  always_ff @(posedge clk_i) begin
    if (!ready_q) interrupt_q <= 1'b0;
    else interrupt_q <= interrupt_d;
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk_i) begin
    if (rst_ni === 1'b1) begin
      assert (!(in_pop || clear) || access_data_i == '0);
      assert (!(out_pop || clear) || out_store.data == '0);
    end
  end
`endif

endmodule
