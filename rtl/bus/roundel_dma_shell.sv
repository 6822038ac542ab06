// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The shell with DMA, for any bus: registers, an engine that reads segments from memory, an engine that
// writes answers to memory, and what makes beats of words and words of beats. Words of the CPU take the way
// of the input engine while it has no list, and those for the CPU are read in place.
//
// Memory has a port of its own for each engine. An engine accepts an answer always.
//
// Schedule:   roundel_dma_input and roundel_dma_output have it.
// Interfaces: roundel_bus_axi4_lite or roundel_bus_wishbone, memory, and a service core.
// Reference:  docs/bus.md

module roundel_dma_shell
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned        DataWidth  = 128,
  parameter int unsigned        BusWidth   = 64,
  parameter int unsigned        Burst      = 8,
  parameter bit                 OutBlock   = 1'b1,  // the output FIFO is in block RAM
  parameter bit          [ 6:0] Services   = '0,
  parameter bit          [31:0] Algorithms = '0,

  localparam int unsigned BeatsWidth = $clog2(Burst)
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

  output logic                   in_request_valid_o,     // the input engine requests a burst to read
  input  logic                   in_request_ready_i,     // memory accepts it
  output logic [           31:0] in_request_address_o,   // address of its first byte
  output logic [BeatsWidth-1:0] in_request_beats_o,     // its beats, minus one
  input  logic                   in_response_valid_i,    // a word arrives; it is accepted
  input  logic [   BusWidth-1:0] in_response_data_i,     // the word
  input  logic                   in_response_last_i,     // it is the last one of its burst
  input  logic                   in_response_error_i,    // the access has failed
  output logic                   out_request_valid_o,    // the output engine requests a burst
  input  logic                   out_request_ready_i,    // memory accepts it
  output logic                   out_request_write_o,    // it is a write
  output logic [           31:0] out_request_address_o,  // address of its first byte
  output logic [BeatsWidth-1:0] out_request_beats_o,    // its beats, minus one
  output logic                   out_write_valid_o,      // a word to write is on offer
  input  logic                   out_write_ready_i,      // it is accepted
  output logic [   BusWidth-1:0] out_write_data_o,       // the word
  output logic [ BusWidth/8-1:0] out_write_strobes_o,    // its bytes that are written
  output logic                   out_write_last_o,       // it is the last one of the burst
  input  logic                   out_written_i,          // the write is done
  input  logic                   out_written_error_i,    // it has failed
  input  logic                   out_response_valid_i,   // a word that was read arrives; it is accepted
  input  logic [   BusWidth-1:0] out_response_data_i,    // the word
  input  logic                   out_response_last_i,    // it is the last one of the burst
  input  logic                   out_response_error_i,   // the access has failed

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

  localparam int unsigned TailWidth = $clog2(BusWidth / 8);

  logic dma, ready, stop, cleared;
  logic [31:4] head;
  logic in_start, in_busy, in_done, in_error, out_start, out_busy, out_done, out_error;
  logic [31:4] in_fault, out_fault;

  logic in_write, in_header, in_can_push, in_push, in_last, in_stopped;
  logic [4:0] in_level;

  logic in_valid, in_ready, in_end, piece_empty, piece_inline, piece_last, packer_busy;
  logic [BusWidth-1:0] in_word, out_word;
  logic [TailWidth-1:0] piece_tail, out_tail;
  logic [UserWidth-1:0] piece_kind, out_kind;
  logic out_valid, out_ready, out_empty, out_full, out_last;

  logic cpu_pop;
  logic [31:0] cpu_word;
  logic [2:0] cpu_bytes, cpu_words;

  assign stop        = !ready;
  assign core_rst_no = ready;

  roundel_dma_registers #(
    .DataWidth (DataWidth),
    .BusWidth  (BusWidth),
    .Services  (Services),
    .Algorithms(Algorithms)
  ) u_registers (
    .clk_i,
    .rst_ni,
    .access_valid_i,
    .access_write_i,
    .access_whole_i,
    .access_address_i,
    .access_data_i,
    .access_data_o,
    .access_error_o,
    .interrupt_o,
    .ready_o      (ready),
    .cleared_i    (cleared),
    .in_write_o   (in_write),
    .in_header_o  (in_header),
    .in_can_push_o(in_can_push),
    .in_stopped_i (in_stopped),
    .in_level_i   (in_level),
    .out_pop_o    (cpu_pop),
    .out_word_i   (cpu_word),
    .out_words_i  (cpu_words),
    .out_bytes_i  (cpu_bytes),
    .out_last_i   (out_last),
    .out_kind_i   (out_kind),
    .dma_o        (dma),
    .head_o       (head),
    .in_start_o   (in_start),
    .in_busy_i    (in_busy),
    .in_done_i    (in_done),
    .in_error_i   (in_error),
    .in_fault_i   (in_fault),
    .out_start_o  (out_start),
    .out_busy_i   (out_busy),
    .out_done_i   (out_done),
    .out_error_i  (out_error),
    .out_fault_i  (out_fault)
  );

  roundel_dma_words u_words (
    .clk_i,
    .rst_ni    (ready),
    .write_i   (in_write),
    .header_i  (in_header),
    .length_i  (access_data_i[InSegmentLengthHigh:InSegmentLengthLow]),
    .can_push_i(in_can_push),
    .push_o    (in_push),
    .last_o    (in_last),
    .error_o   (in_stopped)
  );

  roundel_dma_input #(
    .BusWidth(BusWidth),
    .Burst   (Burst)
  ) u_input (
    .clk_i,
    .rst_ni,
    .start_i          (in_start),
    .head_i           (head),
    .stop_i           (stop),
    .busy_o           (in_busy),
    .clear_o          (cleared),
    .done_o           (in_done),
    .error_o          (in_error),
    .fault_o          (in_fault),
    .cpu_access_i     (access_valid_i),
    .cpu_push_i       (in_push),
    .cpu_header_i     (in_header),
    .cpu_last_i       (in_last),
    .cpu_word_i       (access_data_i),
    .cpu_hold_i       (in_stopped),
    .level_o          (in_level),
    .request_valid_o  (in_request_valid_o),
    .request_ready_i  (in_request_ready_i),
    .request_address_o(in_request_address_o),
    .request_beats_o  (in_request_beats_o),
    .response_valid_i (in_response_valid_i),
    .response_data_i  (in_response_data_i),
    .response_last_i  (in_response_last_i),
    .response_error_i (in_response_error_i),
    .word_valid_o     (in_valid),
    .word_ready_i     (in_ready),
    .word_o           (in_word),
    .word_end_o       (in_end),
    .piece_tail_o     (piece_tail),
    .piece_empty_o    (piece_empty),
    .piece_inline_o   (piece_inline),
    .piece_last_o     (piece_last),
    .piece_kind_o     (piece_kind),
    .packer_busy_i    (packer_busy)
  );

  roundel_dma_packer #(
    .BusWidth (BusWidth),
    .DataWidth(DataWidth)
  ) u_packer (
    .clk_i,
    .rst_ni        (ready),
    .cpu_i         (!in_busy),
    .word_valid_i  (in_valid),
    .word_ready_o  (in_ready),
    .word_i        (in_word),
    .word_end_i    (in_end),
    .piece_tail_i  (piece_tail),
    .piece_empty_i (piece_empty),
    .piece_inline_i(piece_inline),
    .piece_last_i  (piece_last),
    .piece_kind_i  (piece_kind),
    .busy_o        (packer_busy),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready
  );

  roundel_dma_unpacker #(
    .BusWidth (BusWidth),
    .DataWidth(DataWidth)
  ) u_unpacker (
    .clk_i,
    .rst_ni      (ready),
    .cpu_i       (!dma),
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .word_valid_o(out_valid),
    .word_ready_i(out_ready || cpu_pop),
    .word_o      (out_word),
    .word_empty_o(out_empty),
    .word_full_o (out_full),
    .word_tail_o (out_tail),
    .word_last_o (out_last),
    .word_kind_o (out_kind),
    .cpu_word_o  (cpu_word),
    .cpu_bytes_o (cpu_bytes),
    .cpu_words_o (cpu_words)
  );

  roundel_dma_output #(
    .BusWidth(BusWidth),
    .Burst   (Burst),
    .Block   (OutBlock)
  ) u_output (
    .clk_i,
    .rst_ni,
    .start_i          (out_start),
    .head_i           (head),
    .stop_i           (stop),
    .busy_o           (out_busy),
    .done_o           (out_done),
    .error_o          (out_error),
    .fault_o          (out_fault),
    .word_valid_i     (out_valid),
    .word_ready_o     (out_ready),
    .word_i           (out_word),
    .word_empty_i     (out_empty),
    .word_full_i      (out_full),
    .word_tail_i      (out_tail),
    .word_last_i      (out_last),
    .word_kind_i      (out_kind),
    .request_valid_o  (out_request_valid_o),
    .request_ready_i  (out_request_ready_i),
    .request_write_o  (out_request_write_o),
    .request_address_o(out_request_address_o),
    .request_beats_o  (out_request_beats_o),
    .write_valid_o    (out_write_valid_o),
    .write_ready_i    (out_write_ready_i),
    .write_data_o     (out_write_data_o),
    .write_strobes_o  (out_write_strobes_o),
    .write_last_o     (out_write_last_o),
    .written_i        (out_written_i),
    .written_error_i  (out_written_error_i),
    .response_valid_i (out_response_valid_i),
    .response_data_i  (out_response_data_i),
    .response_last_i  (out_response_last_i),
    .response_error_i (out_response_error_i)
  );

endmodule
