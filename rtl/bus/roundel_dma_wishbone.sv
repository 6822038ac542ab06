// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// A pipelined Wishbone B4 master that makes the bursts of one engine of the DMA: a request for each word. A
// burst to read can follow another one to read before that one is answered; they share a bus cycle.
//
// Schedule:   the first request is on offer in the cycle after the burst was accepted; one per cycle. The
//             next burst to read is accepted with the last request of the current one, if the one before that
//             is answered; a write ends with its last answer.
//             Without Overlap a burst is accepted after the one before it has ended.
// Interfaces: bursts of an engine; Wishbone to memory.
// Reference:  Wishbone B4, section 3.1.3.2

module roundel_dma_wishbone #(
  parameter int unsigned BusWidth = 64,
  parameter int unsigned Burst    = 8,
  parameter bit          Overlap  = 1'b1, // a burst can be accepted before the one before it has ended

  localparam int unsigned BeatsWidth = $clog2(Burst)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                  request_valid_i,    // a burst is requested
  output logic                  request_ready_o,    // it is accepted
  input  logic                  request_write_i,    // it is a write
  input  logic [          31:0] request_address_i,  // address of its first byte
  input  logic [BeatsWidth-1:0] request_beats_i,    // its beats, minus one
  input  logic                  write_valid_i,      // a word to write is on offer
  output logic                  write_ready_o,      // it is accepted
  input  logic [  BusWidth-1:0] write_data_i,       // the word
  input  logic [BusWidth/8-1:0] write_strobes_i,    // its bytes that are written
  output logic                  written_o,          // the write is done
  output logic                  written_error_o,    // a word of it has failed
  output logic                  response_valid_o,   // a word that was read arrives
  output logic [  BusWidth-1:0] response_data_o,    // the word
  output logic                  response_last_o,    // it is the last one of the burst
  output logic                  response_error_o,   // the access has failed

  output logic                  wb_cyc_o,    // a bus cycle is under way
  output logic                  wb_stb_o,    // a request is on offer
  output logic                  wb_we_o,     // it is a write
  output logic [          31:0] wb_adr_o,    // its address in bytes
  output logic [BusWidth/8-1:0] wb_sel_o,    // its bytes
  output logic [  BusWidth-1:0] wb_dat_o,    // data of a write
  input  logic [  BusWidth-1:0] wb_dat_i,    // data of a read
  input  logic                  wb_stall_i,  // no request is accepted
  input  logic                  wb_ack_i,    // a request is done
  input  logic                  wb_err_i     // a request has failed
);

  localparam int unsigned ByteBits = $clog2(BusWidth / 8);
  localparam int unsigned BlockBits = ByteBits + BeatsWidth;

  typedef logic [BeatsWidth:0] count_t;

  logic cycle_q, write_q, failed_q;
  count_t beats, requests_d, requests_q;  // requests that are to come
  count_t
      answers_d, answers_q, next_d, next_q;  // answers that are to come: of the oldest burst, the next one
  logic [31:BlockBits] block_q;
  logic [BlockBits-1:ByteBits] word_q;
  logic start, asked, answer, last_answer, oldest;

  assign start           = request_valid_i && request_ready_o;
  assign asked           = wb_stb_o && !wb_stall_i;
  assign answer          = cycle_q && (wb_ack_i || wb_err_i);
  assign last_answer     = answers_q == 1;
  assign beats           = count_t'(request_beats_i) + 1'b1;
  assign requests_d      = requests_q - count_t'(asked);
  assign request_ready_o = !cycle_q ||
      (Overlap && !write_q && !request_write_i && requests_d == '0 && next_q == '0);
  // The burst that starts is the oldest one.
  assign oldest          = !cycle_q || (answer && last_answer);

  always_comb begin
    answers_d = answers_q - count_t'(answer);
    next_d    = next_q;
    if (answer && last_answer) begin
      answers_d = next_q;
      next_d    = '0;
    end
    if (start && oldest) answers_d = beats;
    else if (start) next_d = beats;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      cycle_q    <= 1'b0;
      requests_q <= '0;
      answers_q  <= '0;
      next_q     <= '0;
    end else begin
      cycle_q    <= answers_d != '0;
      requests_q <= start ? beats : requests_d;
      answers_q  <= answers_d;
      next_q     <= next_d;
    end
  end

  // A burst never leaves its block: only the number of the word in the block counts.
  always_ff @(posedge clk_i) begin
    if (start) begin
      write_q  <= request_write_i;
      block_q  <= request_address_i[31:BlockBits];
      word_q   <= request_address_i[BlockBits-1:ByteBits];
      failed_q <= 1'b0;
    end else begin
      word_q   <= word_q + BeatsWidth'(asked);
      failed_q <= failed_q || (answer && wb_err_i);
    end
  end

  assign wb_cyc_o      = cycle_q;
  assign wb_stb_o      = requests_q != '0 && (!write_q || write_valid_i);
  assign wb_we_o       = write_q;
  assign wb_adr_o      = {block_q, word_q, ByteBits'(0)};
  assign wb_sel_o      = write_q ? write_strobes_i : '1;
  assign wb_dat_o      = write_data_i;
  assign write_ready_o = write_q && requests_q != '0 && !wb_stall_i;

  assign written_o        = answer && last_answer && write_q;
  assign written_error_o  = failed_q || wb_err_i;
  assign response_valid_o = answer && !write_q;
  assign response_data_o  = wb_dat_i;
  assign response_last_o  = last_answer;
  assign response_error_o = wb_err_i;

  logic unused_bits;
  assign unused_bits = ^request_address_i[ByteBits-1:0];

endmodule
