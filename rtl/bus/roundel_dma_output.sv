// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The output engine of the DMA: follows a list of descriptors and writes the words of an answer to their
// buffers. A burst ends with its block of Burst words, the segment or the buffer, so it never crosses a
// multiple of 4 KiB. The next burst is gathered while memory takes the previous one. When the segment has
// ended, or the buffer is full and there is a further byte, the engine writes RESULT and CODE. All bytes of
// the buffer are in memory then. A word without bytes that ends a segment needs no room.
//
// An error response, or a buffer without room, stops the engine until stop_i. stop_i ends the list as soon as
// the access under way has ended. At the end of a list the FIFO is cleared.
//
// Schedule:   one word per cycle, and two cycles more for each burst. A buffer takes words from two cycles
//             after its descriptor. Clearing takes 2 * Burst + 1 cycles.
// Interfaces: words from roundel_dma_unpacker; a memory; roundel_dma_registers starts it.
// Bytes:      byte 0 of a word is word_i[7:0]. docs/bus.md has the layout of a descriptor.

module roundel_dma_output
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned BusWidth = 64,
  parameter int unsigned Burst    = 8,
  parameter bit          Block    = 1'b1, // the FIFO is in block RAM

  localparam int unsigned BeatsWidth = $clog2(Burst),
  localparam int unsigned TailWidth  = $clog2(BusWidth / 8)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic        start_i,  // begin a list; only if not busy_o
  input  logic [31:4] head_i,   // address of its first descriptor
  input  logic        stop_i,   // end the list and clear done_o and error_o
  output logic        busy_o,   // a list, or its end, is under way
  output logic        done_o,   // the list has ended
  output logic        error_o,  // an access has failed, or a buffer has no room
  output logic [31:4] fault_o,  // address of the descriptor that was read or written, or whose buffer was

  input  logic                 word_valid_i,  // a word is on offer
  output logic                 word_ready_o,  // it is accepted
  input  logic [ BusWidth-1:0] word_i,        // the word
  input  logic                 word_empty_i,  // none of its bytes is part of the segment
  input  logic                 word_full_i,   // all its bytes are part of the segment
  input  logic [TailWidth-1:0] word_tail_i,   // else, so many of them
  input  logic                 word_last_i,   // it ends its segment
  input  logic [UserWidth-1:0] word_kind_i,   // kind of the segment

  output logic                   request_valid_o,    // a burst is requested
  input  logic                   request_ready_i,    // memory accepts it
  output logic                   request_write_o,    // it is a write
  output logic [           31:0] request_address_o,  // address of its first byte
  output logic [BeatsWidth-1:0] request_beats_o,    // its beats, minus one
  output logic                   write_valid_o,      // a word to write is on offer
  input  logic                   write_ready_i,      // it is accepted
  output logic [   BusWidth-1:0] write_data_o,       // the word
  output logic [ BusWidth/8-1:0] write_strobes_o,    // its bytes that are written
  output logic                   write_last_o,       // it is the last one of the burst
  input  logic                   written_i,          // the write is done
  input  logic                   written_error_i,    // it has failed
  input  logic                   response_valid_i,   // a word that was read arrives; it is accepted
  input  logic [   BusWidth-1:0] response_data_i,    // the word
  input  logic                   response_last_i,    // it is the last one of the burst
  input  logic                   response_error_i    // the access has failed
);

  localparam int unsigned DescriptorBeats = 128 / BusWidth;
  localparam int unsigned ResultBeats = BusWidth == 32 ? 2 : 1;
  localparam int unsigned CountWidth = 24 - TailWidth;
  localparam int unsigned IndexWidth = DescriptorBeats == 4 ? 2 : 1;

  // Idle: no list. Fetch: request a descriptor. Load: wait for it. Gather: take words and write bursts.
  // Report: wait until the result is written. Stop: wait for the end of an access. Clear: zero the FIFO.
  typedef enum logic [2:0] {
    Idle,
    Fetch,
    Load,
    Gather,
    Report,
    Stop,
    Clear
  } state_e;

  state_e state_d, state_q;
  logic done_q, error_q, no_room;
  logic [31:4] head_q;

  logic [IndexWidth-1:0] index_q;
  logic load_control, load_address, loaded;
  logic end_q;
  logic [23:4] capacity_q;
  logic [31:4] base_q;

  logic [CountWidth-1:0] count, count_q;  // full words that were taken, with one more and without
  logic [TailWidth-1:0] tail_q;  // bytes of a partial word, which is the last one
  logic [UserWidth-1:0] kind_q;
  logic [7:0] code_q;
  logic ended_q;  // the segment has ended
  logic [31:TailWidth] place, next_place, burst_place_q;  // of the buffer, the next word, the burst
  logic [BeatsWidth:0] burst_q;  // words of the burst that was not sent yet
  logic [BeatsWidth-1:0] beat_q;  // of the next word in its block
  logic take, push, fills, full_q, complete, refused_q;
  logic burst_ends_d, burst_ends_q;  // the burst has its last word
  logic gather, gather_q, complete_q, can_send_q;  // in the cycle before; the engine waited since

  logic start, free, access_error, send, report, fetch, pop, clear, clear_q, last_place;
  logic unused_empty, unused_flag;  // the number of words is known
  logic [BusWidth-1:0] word, word_q;
  logic push_q;
  logic [31:0] result;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The list
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign clear    = state_q == Clear;
  assign fetch    = state_q == Fetch && free && !error_q;
  assign gather   = state_q == Gather;
  assign send     = gather && free && !error_q && can_send_q && burst_ends_q;
  assign report   = gather && free && !error_q && complete_q && burst_q == '0;
  assign start    = (fetch || send || report) && !stop_i;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle:    if (start_i) state_d = Fetch;
      Fetch:   if (fetch) state_d = Load;
      Load:    if (loaded) state_d = Gather;
      Gather:  if (report) state_d = Report;
      Report:  if (free && !error_q) state_d = end_q || refused_q ? Clear : Fetch;
      Stop:    if (free) state_d = Clear;
      Clear:   if (clear_q && last_place) state_d = Idle;
      default: state_d = Idle;
    endcase
    if (stop_i && state_q inside {Fetch, Load, Gather, Report}) state_d = Stop;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= Clear;
    else state_q <= state_d;
  end

  // The pointers of the FIFO are zero in the first cycle of Clear.
  always_ff @(posedge clk_i) begin
    clear_q <= rst_ni && clear && !(clear_q && last_place);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || stop_i || start_i) done_q <= 1'b0;
    else if (state_q == Report && state_d == Clear) done_q <= 1'b1;
  end

  // A failed access of a list that has been stopped is no error any more.
  assign no_room = gather && capacity_q == '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || stop_i || state_q == Stop) error_q <= 1'b0;
    else error_q <= error_q || access_error || no_room;
  end

  // A list stays in its page of 4 KiB.
  always_ff @(posedge clk_i) begin
    if (start_i) head_q[31:12] <= head_i[31:12];
  end

  always_ff @(posedge clk_i) begin
    if (start_i) head_q[11:4] <= head_i[11:4];
    else if (state_q == Report && state_d == Fetch) head_q[11:4] <= head_q[11:4] + 1'b1;
  end

  assign busy_o  = state_q != Idle;
  assign done_o  = done_q && !busy_o;
  assign error_o = error_q;
  assign fault_o = head_q;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The descriptor
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign load_control = response_valid_i && (DescriptorBeats == 1 || index_q == '0);
  assign load_address = response_valid_i && (BusWidth == 32 ? index_q == IndexWidth'(1) : load_control);
  assign loaded       = response_valid_i && response_last_i && !response_error_i && !error_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || (response_valid_i && response_last_i)) index_q <= '0;
    else if (response_valid_i) index_q <= index_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (load_control) begin
      end_q      <= response_data_i[OutControlEnd];
      capacity_q <= response_data_i[OutControlCapacityHigh:4];
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_address) base_q <= response_data_i[(BusWidth==32?0 : 32)+4+:28];
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Words
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign count        = count_q + 1'b1;
  assign complete     = ended_q || (full_q && word_valid_i && !word_empty_i);
  assign place        = (32 - TailWidth)'({base_q, 4'h0} >> TailWidth);
  assign next_place   = place + (32 - TailWidth)'(count_q);
  assign fills        = word_full_i && count == CountWidth'({capacity_q, 4'h0} >> TailWidth);
  assign burst_ends_d = take && (push || burst_q != '0) && (word_last_i || fills || beat_q == '1);
  assign word_ready_o = gather && gather_q && !ended_q && (!full_q || word_empty_i) && !burst_ends_q &&
      !error_q;
  assign take         = word_valid_i && word_ready_o;
  assign push         = take && !word_empty_i;

  always_ff @(posedge clk_i) begin
    if (state_q == Load) begin
      count_q <= '0;
      tail_q  <= '0;
      full_q  <= 1'b0;
      ended_q <= 1'b0;
      burst_q <= '0;
      burst_ends_q <= 1'b0;
    end else begin
      if (take && word_full_i) count_q <= count;
      if (take && word_full_i) full_q <= fills;
      burst_ends_q <= burst_ends_d || (burst_ends_q && !send);
      if (take && !word_full_i) tail_q <= word_tail_i;
      if (take) ended_q <= word_last_i;
      if (send) burst_q <= '0;
      else if (push) burst_q <= burst_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    gather_q   <= gather;
    complete_q <= gather && complete;
    can_send_q <= gather && burst_ends_q;
  end

  // The descriptor is known in the first cycle of Gather, in which no word is taken.
  always_ff @(posedge clk_i) begin
    if (!gather_q) beat_q <= place[TailWidth+:BeatsWidth];
    else if (take && word_full_i) beat_q <= beat_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (push && burst_q == '0) burst_place_q <= next_place;
    if (take) kind_q <= word_kind_i;
  end

  always_ff @(posedge clk_i) begin
    if (take) code_q <= word_kind_i == KindStatus ? word_i[7:0] : '0;
    // Valid two cycles after the word was taken. The result is written no earlier.
    refused_q <= kind_q == KindStatus && code_q != StatusAccepted;
  end

  // The register makes the FIFO's input zero while it is cleared.
  always_ff @(posedge clk_i) begin
    push_q <= push;
    if (!push) word_q <= '0;
    else word_q <= word_i;
  end

  roundel_dma_fifo #(
    .Width(BusWidth),
    .Flags(1),
    .Block(Block),
    .Depth(2 * Burst)
  ) u_fifo (
    .clk_i,
    .rst_ni      (rst_ni && !(clear && !clear_q)),
    .clear_i     (clear_q),
    .push_i      (push_q),
    .push_data_i (word_q),
    .push_flags_i(1'b0),
    .pop_i       (pop),
    .data_o      (word),
    .flags_o     (unused_flag),
    .empty_o     (unused_empty),
    .last_place_o(last_place)
  );

  always_comb begin
    result = '0;
    result[OutResultBytesHigh:OutResultBytesLow] = {count_q, tail_q};
    result[OutResultKindHigh:OutResultKindLow] = kind_q;
    result[OutResultLast] = ended_q;
    result[OutResultDone] = 1'b1;
  end

  roundel_dma_sender #(
    .BusWidth(BusWidth),
    .Burst   (Burst)
  ) u_sender (
    .clk_i,
    .rst_ni,
    .start_i      (start),
    .write_i      (!fetch),
    .result_i     (report),
    .address_i    (send ? {burst_place_q, TailWidth'(0)} : {head_q, report && BusWidth != 128, 3'h0}),
    .beats_i      (send ? burst_q : (BeatsWidth + 1)'(fetch ? DescriptorBeats : ResultBeats)),
    .tail_i       (tail_q),
    .free_o       (free),
    .error_o      (access_error),
    .word_i       (word),
    .pop_o        (pop),
    .result_word_i(result),
    .status_i     (code_q),
    .request_valid_o,
    .request_ready_i,
    .request_write_o,
    .request_address_o,
    .request_beats_o,
    .write_valid_o,
    .write_ready_i,
    .write_data_o,
    .write_strobes_o,
    .write_last_o,
    .written_i,
    .written_error_i,
    .response_valid_i,
    .response_last_i,
    .response_error_i
  );

endmodule
