// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The input engine of the DMA: follows a list of descriptors, reads their pieces from memory and passes the
// words to roundel_dma_packer. It requests a burst only if its FIFO has room for it, so that memory never
// waits for the core, and memory has accepted the request before. The next descriptor is requested directly
// after the last burst of a piece.
//
// Without a list the words of the CPU take the same way. A header is a descriptor of one word, and a data
// word is repeated up to the width of the FIFO. At 128 bits a header has the first 32 bits, and a data word
// is repeated in the last 64. Its place in the FIFO is cleared when it leaves.
//
// After an error response no burst is requested, and no word from that one on is passed: the engine waits for
// stop_i. stop_i ends the list: what still arrives is dropped. At the end of a list the FIFO is cleared.
//
// Schedule:   one word per cycle; a request in two cycles. The first burst of a piece is requested two
//             cycles after its descriptor. A word can leave three cycles after memory sent it, and at 128
//             bits four. Clearing takes 2 * Burst + 1 cycles.
// Interfaces: requests to memory and its answers, in order; words of pieces to roundel_dma_packer;
//             roundel_dma_registers starts it.
// Bytes:      byte 0 of a word is response_data_i[7:0]. docs/bus.md has the layout of a descriptor.

module roundel_dma_input
  import roundel_bus_pkg::*;
  import roundel_stream_pkg::*;
#(
  parameter int unsigned BusWidth = 64,
  parameter int unsigned Burst    = 8,

  localparam int unsigned BeatsWidth = $clog2(Burst),
  localparam int unsigned TailWidth  = $clog2(BusWidth / 8)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic        start_i,  // begin a list; only if not busy_o
  input  logic [31:4] head_i,   // address of its first descriptor
  input  logic        stop_i,   // end the list, drop all words and clear done_o and error_o
  output logic        busy_o,   // a list, or its end, is under way
  output logic        clear_o,  // the FIFO is cleared to its last place in this cycle
  output logic        done_o,   // the list was sent
  output logic        error_o,  // a response was an error
  output logic [31:4] fault_o,  // address of the descriptor that was read, or whose piece was read

  input  logic        cpu_access_i,  // an access of the CPU; the next one is two cycles later at least
  input  logic        cpu_push_i,    // store its word; only if not busy_o
  input  logic        cpu_header_i,  // it is a header
  input  logic        cpu_last_i,    // it is the last word of a piece
  input  logic [31:0] cpu_word_i,    // the word; zero unless it is written
  input  logic        cpu_hold_i,    // store no word, and no later one
  output logic [ 4:0] level_o,       // words in the FIFO, those that were requested included

  output logic                   request_valid_o,    // a burst is requested
  input  logic                   request_ready_i,    // memory accepts it
  output logic [           31:0] request_address_o,  // address of its first byte
  output logic [BeatsWidth-1:0] request_beats_o,    // its beats, minus one
  input  logic                   response_valid_i,   // a word arrives; it is accepted
  input  logic [   BusWidth-1:0] response_data_i,    // the word; zero unless response_valid_i
  input  logic                   response_last_i,    // it is the last one of its burst
  input  logic                   response_error_i,   // the access has failed

  output logic                 word_valid_o,    // a word of a piece is on offer
  input  logic                 word_ready_i,    // it is accepted
  output logic [ BusWidth-1:0] word_o,          // the word
  output logic                 word_end_o,      // it is the last one of its piece
  output logic [TailWidth-1:0] piece_tail_o,    // bytes of the last word; 0: all
  output logic                 piece_empty_o,   // the piece has no bytes
  output logic                 piece_inline_o,  // the last word of the piece is the end of a command
  output logic                 piece_last_o,    // the piece ends its segment
  output logic [UserWidth-1:0] piece_kind_o,    // kind of the segment
  input  logic                 packer_busy_i    // a beat is on offer
);

  localparam int unsigned Depth = 2 * Burst;
  localparam int unsigned LevelWidth = $clog2(Depth + 1);
  localparam int unsigned DescriptorBeats = 128 / BusWidth;

  // Idle: no list. Fetch: request a descriptor. Load: wait for it. Data: request the bursts of its piece.
  // Drain: wait until the last piece was sent. Stop: wait for what was requested. Clear: zero the FIFO, which
  // drops what is in it.
  typedef enum logic [2:0] {
    Idle,
    Fetch,
    Load,
    Data,
    Drain,
    Stop,
    Clear
  } state_e;

  // What goes with a word in the FIFO. No word is stored after an error.
  typedef struct packed {
    logic descriptor;  // it is part of a descriptor
    logic last;        // it ends a piece
    logic no_bytes;    // it has no length, if it begins a descriptor
  } flags_t;

  state_e state_d, state_q;
  logic done_q, error_q;
  logic [31:4] head_q;
  logic [11:4] piece_head_q;  // of the descriptor of the piece
  logic fault_in_piece_q;

  logic can_request, request_d, request_q, request_descriptor;
  logic [31:0] request_address_q;
  logic [BeatsWidth-1:0] request_beats, request_beats_q;
  logic [LevelWidth-1:0] reserved_d, reserved_q;  // words that memory was asked for, until they leave
  logic [1:0] bursts_d, bursts_q;  // bursts of the piece that were requested and not answered
  logic fetching_q;  // a descriptor was requested and not answered

  logic loaded_q;  // a piece began in the cycle before: its burst is not known yet
  logic [31:0] burst_address;
  logic [BeatsWidth-1:0] burst_beats;
  logic burst_last, no_data;

  logic response_q, response_last_q, response_error_q, error;
  logic [BusWidth-1:0] response_data_q;
  logic empty, push, pop, clear, clear_q, last_place, accepted, none_left, none_asked;
  flags_t stored, flags, offered_flags;
  logic [BusWidth-1:0] word, offered_word;

  logic idle;  // words are those of the CPU
  logic [31:0] header;
  logic [BusWidth-1:0] cpu_word, response_data;
  logic cpu_header_q, cpu_last_q;

  logic can_pop, offered, taken, taken_q, loaded, list_ends;
  logic [31:4] base;
  logic [23:0] length;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The list
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign idle    = state_q == Idle;
  assign clear   = state_q == Clear;

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      Idle:    if (start_i) state_d = Fetch;
      Fetch:   if (can_request) state_d = Load;
      Load:    if (loaded) state_d = Data;
      Data:    if (no_data || (can_request && burst_last)) state_d = list_ends ? Drain : Fetch;
      Drain:   if (none_left && !packer_busy_i) state_d = Clear;
      Stop:    if (none_asked) state_d = Clear;
      Clear:   if (clear_q && last_place) state_d = Idle;
      default: state_d = Idle;
    endcase
    if (stop_i && state_q inside {Idle, Fetch, Load, Data, Drain}) state_d = Stop;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) state_q <= Clear;
    else state_q <= state_d;
  end

  // The pointers of the FIFO are zero in the first cycle of Clear.
  always_ff @(posedge clk_i) begin
    clear_q <= rst_ni && clear && !clear_o;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || stop_i || start_i) done_q <= 1'b0;
    else if (state_q == Drain && none_left && !packer_busy_i) done_q <= 1'b1;
  end

  // A list stays in its page of 4 KiB.
  always_ff @(posedge clk_i) begin
    if (start_i) head_q[31:12] <= head_i[31:12];
  end

  always_ff @(posedge clk_i) begin
    if (start_i) head_q[11:4] <= head_i[11:4];
    else if (loaded) head_q[11:4] <= head_q[11:4] + 1'b1;
    if (loaded) piece_head_q <= head_q[11:4];
  end

  assign busy_o  = !idle;
  assign clear_o = clear_q && last_place;
  assign done_o  = done_q && !busy_o;
  assign error_o = error_q;
  assign fault_o = {head_q[31:12], fault_in_piece_q ? piece_head_q : head_q[11:4]};

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Requests
  //////////////////////////////////////////////////////////////////////////////////////////////////

  roundel_dma_bursts #(
    .BusWidth(BusWidth),
    .Burst   (Burst)
  ) u_bursts (
    .clk_i,
    .base_i   (base),
    .length_i (length),
    .start_i  (loaded),
    .next_i   (can_request && state_q == Data),
    .address_o(burst_address),
    .beats_o  (burst_beats),
    .last_o   (burst_last)
  );

  assign request_descriptor = state_q == Fetch;
  assign can_request        = !request_q && !loaded_q && reserved_q inside {[0 : Depth - Burst]} && !error_q;
  assign accepted           = request_q && request_ready_i;
  assign request_d          = can_request && !stop_i
                              && (state_q == Fetch || (state_q == Data && !no_data));
  assign request_beats      = request_descriptor ? BeatsWidth'(DescriptorBeats - 1) : burst_beats;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) request_q <= 1'b0;
    else request_q <= request_d || (request_q && !request_ready_i);
  end

  always_ff @(posedge clk_i) begin
    loaded_q <= loaded;
  end

  always_ff @(posedge clk_i) begin
    if (request_d) begin
      request_address_q          <= request_descriptor ? {head_q, 4'h0} : burst_address;
      request_beats_q            <= request_beats;
    end
  end

  assign request_valid_o         = request_q;
  assign request_address_o       = request_address_q;
  assign request_beats_o         = request_beats_q;

  always_comb begin
    reserved_d = reserved_q - LevelWidth'(taken_q);
    if (accepted) reserved_d = reserved_d + LevelWidth'(request_beats_q) + 1'b1;
    else if (cpu_push_i) reserved_d = reserved_d + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear) begin
      reserved_q <= '0;
      taken_q    <= 1'b0;
    end else begin
      reserved_q <= reserved_d;
      taken_q    <= taken;
    end
  end

  assign none_left = reserved_q == '0 && !request_q;
  assign none_asked = bursts_q == '0 && !fetching_q;
  assign level_o   = 5'(reserved_q);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Answers
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // A header has the fields of a descriptor.
  always_comb begin
    header = '0;
    header[InControlLengthLow+:LengthWidth] = cpu_word_i[InSegmentLengthHigh:InSegmentLengthLow];
    header[InControlKindHigh:InControlKindLow] = cpu_word_i[InSegmentKindHigh:InSegmentKindLow];
    header[InControlLast] = cpu_word_i[InSegmentLast];
  end

  if (BusWidth == 128) begin : gen_two_places
    assign cpu_word = {{2{cpu_word_i}}, response_data_i[63:32], header};
  end else begin : gen_one_place
    assign cpu_word = {(BusWidth / 32) {cpu_header_i ? header : cpu_word_i}};
  end
  assign response_data = idle ? cpu_word : response_data_i;

  // The register makes the FIFO's input zero while it is cleared, and in a place that is popped.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || !(response_valid_i || cpu_push_i)) begin
      response_q      <= 1'b0;
      response_data_q <= '0;
    end else begin
      response_q      <= 1'b1;
      response_data_q <= response_data;
    end
    response_last_q  <= response_valid_i && response_last_i;
    response_error_q <= response_valid_i && response_error_i;
    cpu_header_q     <= cpu_header_i;
    cpu_last_q       <= cpu_last_i;
  end

  // A descriptor is requested after all bursts of the piece before it, and answered after them.
  assign bursts_d = bursts_q + 2'(request_d && !request_descriptor) - 2'(response_last_q && bursts_q != '0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      bursts_q   <= '0;
      fetching_q <= 1'b0;
    end else begin
      bursts_q   <= bursts_d;
      fetching_q <= (request_d && request_descriptor) || (fetching_q && !(response_last_q && bursts_q == '0));
    end
  end

  assign error = error_q || response_error_q;
  assign push  = response_q && !error && !cpu_hold_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || stop_i) error_q <= 1'b0;
    else error_q <= error;
  end

  always_ff @(posedge clk_i) begin
    if (!error_q) fault_in_piece_q <= bursts_q != '0;
  end

  // The length is judged here, so that no path from the FIFO has the comparison.
  assign stored = '{
          descriptor: idle ? cpu_header_q : bursts_q == '0,
          last: idle ? cpu_last_q : response_last_q && bursts_q == 2'd1 && state_q != Data,
          no_bytes: response_data_q[InControlLengthHigh:InControlLengthLow] == '0
      };

  roundel_dma_fifo #(
    .Width(BusWidth),
    .Flags($bits(flags_t)),
    // At 32 bits LUTs are not scarce, and are faster.
    .Block(BusWidth != 32),
    .Depth(Depth)
  ) u_fifo (
    .clk_i,
    .rst_ni      (rst_ni && !(clear && !clear_q)),
    .clear_i     (clear_q),
    .push_i      (push),
    .push_data_i (response_data_q),
    .push_flags_i(stored),
    .pop_i       (pop),
    .data_o      (word),
    .flags_o     (flags),
    .empty_o     (empty),
    .last_place_o(last_place)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Pieces
  //////////////////////////////////////////////////////////////////////////////////////////////////

  // The place of a word of the CPU is cleared in the cycle after the pop, in which there is no push.
  assign can_pop = !empty && !(idle && cpu_access_i);

  // At 128 bits a multiplexer follows, for which block RAM is too slow.
  if (BusWidth == 128) begin : gen_register
    logic offered_q;
    logic [BusWidth-1:0] word_q;
    flags_t flags_q;

    assign offered       = offered_q;
    assign offered_word  = word_q;
    assign offered_flags = flags_q;
    assign pop           = can_pop && (!offered_q || taken);

    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear) offered_q <= 1'b0;
      else offered_q <= pop || (offered_q && !taken);
    end

    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear || (taken && !pop)) word_q <= '0;
      else if (pop) word_q <= word;
      if (pop) flags_q <= flags;
    end
  end else begin : gen_direct
    assign offered       = can_pop;
    assign offered_word  = word;
    assign offered_flags = flags;
    assign pop           = taken;
  end

  roundel_dma_piece #(
    .BusWidth(BusWidth)
  ) u_piece (
    .clk_i,
    .rst_ni      (rst_ni && !clear),
    .cpu_i       (idle),
    .valid_i     (offered),
    .descriptor_i(offered_flags.descriptor),
    .last_i      (offered_flags.last),
    .no_bytes_i  (offered_flags.no_bytes),
    .data_i      (offered_word),
    .taken_o     (taken),
    .loaded_o    (loaded),
    .length_o    (length),
    .base_o      (base),
    .no_data_o   (no_data),
    .end_o       (list_ends),
    .word_valid_o,
    .word_ready_i,
    .word_o,
    .word_end_o,
    .piece_tail_o,
    .piece_empty_o,
    .piece_inline_o,
    .piece_last_o,
    .piece_kind_o
  );

endmodule
