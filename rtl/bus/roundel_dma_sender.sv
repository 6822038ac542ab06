// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Makes one access of the output engine at a time: reads a descriptor, writes a burst of words from the FIFO,
// or writes the result of a descriptor. All words of a burst are in the FIFO before it begins.
//
// Schedule:   the request and the first word are on offer in the cycle after start_i; one word per cycle. The
//             next access can start in the cycle after the answer.
// Interfaces: roundel_dma_output starts it; requests, words and answers of a memory.
// Bytes:      docs/bus.md has the layout of a descriptor.

module roundel_dma_sender
  import roundel_bus_pkg::*;
#(
  parameter int unsigned BusWidth = 64,
  parameter int unsigned Burst    = 8,

  localparam int unsigned BeatsWidth = $clog2(Burst),
  localparam int unsigned TailWidth  = $clog2(BusWidth / 8)
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic                 start_i,    // begin an access; only if free_o
  input  logic                 write_i,    // it is a write
  input  logic                 result_i,   // it writes a result
  input  logic [         31:0] address_i,  // address of its first byte
  input  logic [BeatsWidth:0] beats_i,    // its beats
  input  logic [TailWidth-1:0] tail_i,     // bytes of its last word; 0: all
  output logic                 free_o,     // no access is under way
  output logic                 error_o,    // the answer in this cycle is an error

  input  logic [BusWidth-1:0] word_i,    // the oldest word of the FIFO
  output logic                pop_o,     // it was written
  input  logic [        31:0] result_word_i,  // RESULT of a descriptor; it stays until free_o
  input  logic [         7:0] status_i,  // CODE of a descriptor; likewise

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
  input  logic                   response_valid_i,   // a word that was read arrives
  input  logic                   response_last_i,    // it is the last one of the burst
  input  logic                   response_error_i    // the access has failed
);

  localparam int unsigned WordBytes = BusWidth / 8;

  logic valid_q, write_q, result_q, busy_q, answered;
  logic [31:0] address_q;
  logic [BeatsWidth-1:0] beats_q;
  logic [BeatsWidth:0] left_q;  // words that are to be sent
  logic [TailWidth-1:0] tail_q;
  logic [WordBytes-1:0] tail, result_strobes;
  logic [BusWidth-1:0] result;

  assign answered = written_i || (response_valid_i && response_last_i);
  assign free_o   = !busy_q;
  assign error_o  = (written_i && written_error_i) || (response_valid_i && response_error_i);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      busy_q  <= 1'b0;
      left_q  <= '0;
    end else if (start_i) begin
      valid_q <= 1'b1;
      busy_q  <= 1'b1;
      left_q  <= write_i ? beats_i : '0;
    end else begin
      valid_q <= valid_q && !request_ready_i;
      busy_q  <= busy_q && !answered;
      left_q  <= left_q - (BeatsWidth + 1)'(write_valid_o && write_ready_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      write_q   <= write_i;
      result_q  <= result_i;
      address_q <= address_i;
      beats_q   <= BeatsWidth'(beats_i - 1'b1);
      tail_q    <= tail_i;
    end
  end

  assign request_valid_o   = valid_q;
  assign request_write_o   = write_q;
  assign request_address_o = address_q;
  assign request_beats_o   = beats_q;

  assign write_valid_o = left_q != '0;
  assign write_last_o  = left_q == 1;
  assign pop_o         = write_valid_o && write_ready_i && !result_q;

  // The bytes of a result that are not written keep the word of the FIFO.
  if (BusWidth == 32) begin : gen_result_two
    assign result         = write_last_o ? {word_i[31:8], status_i} : result_word_i;
    assign result_strobes = write_last_o ? 4'h1 : 4'hf;
  end else if (BusWidth == 64) begin : gen_result_one
    assign result         = {word_i[63:40], status_i, result_word_i};
    assign result_strobes = 8'h1f;
  end else begin : gen_result_part
    assign result         = {word_i[127:104], status_i, result_word_i, word_i[63:0]};
    assign result_strobes = 16'h1f00;
  end

  always_comb begin
    for (int i = 0; i < int'(WordBytes); i++) begin
      tail[i] = !write_last_o || tail_q == '0 || TailWidth'(i) < tail_q;
    end
  end

  assign write_data_o    = result_q ? result : word_i;
  assign write_strobes_o = result_q ? result_strobes : tail;

endmodule
