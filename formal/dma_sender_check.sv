// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_dma_sender obeys the rules of a master: a request stays and does not change until it is accepted,
// and so does a word; a burst has as many words as its request says, and write_last_o marks the last one and
// no other. Each word of the FIFO is taken once, with its strobes. The sender is free only after the answer.
//
// For any user that starts only while free_o is 1, and any memory that answers a write once, after its last
// word, and a read with as many words as were requested.

module dma_sender_check #(
  parameter int unsigned BusWidth = 64,
  parameter int unsigned Burst    = 8
) (
  input logic clk_i,
  input logic rst_ni,
  input logic start_i,
  input logic write_i,
  input logic result_i,
  input logic [31:0] address_i,
  input logic [$clog2(Burst):0] beats_i,
  input logic [$clog2(BusWidth/8)-1:0] tail_i,
  input logic [BusWidth-1:0] word_i,
  input logic [31:0] result_word_i,
  input logic [7:0] status_i,
  input logic request_ready_i,
  input logic write_ready_i,
  input logic written_i,
  input logic response_valid_i,
  input logic error_i
);

  localparam int unsigned WordBytes = BusWidth / 8;
  localparam int unsigned BeatsWidth = $clog2(Burst);
  typedef logic [BeatsWidth:0] count_t;

  logic free, error, pop, request_valid, request_write, write_valid, write_last, start;
  logic [31:0] request_address;
  logic [BeatsWidth-1:0] request_beats;
  logic [BusWidth-1:0] write_data;
  logic [WordBytes-1:0] write_strobes;

  logic started_q = 1'b0;
  logic busy_q = 1'b0;  // an access is under way
  logic asked_q = 1'b0;  // its request was accepted
  logic write_q, result_q;
  logic [31:0] address_q;
  count_t beats_q;
  logic [$clog2(WordBytes)-1:0] tail_q;
  count_t sent_q = '0, read_q = '0;  // words that memory has accepted, or that it has sent
  logic answered, read_last, word_waits_q;
  logic [BusWidth-1:0] word_q, data_q;
  logic [39:0] result_held_q;

  assign start     = start_i && free;
  assign read_last = read_q + 1'b1 == beats_q;
  assign answered  = (written_i && write_q) || (response_valid_i && read_last && !write_q);

  roundel_dma_sender #(
    .BusWidth(BusWidth),
    .Burst   (Burst)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .start_i          (start),
    .write_i,
    .result_i,
    .address_i,
    .beats_i,
    .tail_i,
    .free_o           (free),
    .error_o          (error),
    .word_i,
    .pop_o            (pop),
    .result_word_i,
    .status_i,
    .request_valid_o  (request_valid),
    .request_ready_i,
    .request_write_o  (request_write),
    .request_address_o(request_address),
    .request_beats_o  (request_beats),
    .write_valid_o    (write_valid),
    .write_ready_i,
    .write_data_o     (write_data),
    .write_strobes_o  (write_strobes),
    .write_last_o     (write_last),
    .written_i,
    .written_error_i  (error_i),
    .response_valid_i,
    .response_last_i  (read_last),
    .response_error_i (error_i)
  );

  always_ff @(posedge clk_i) begin
    started_q     <= 1'b1;
    word_waits_q  <= rst_ni && write_valid && !write_ready_i;
    word_q        <= word_i;
    data_q        <= write_data;
    result_held_q <= {status_i, result_word_i};
    if (!rst_ni) begin
      busy_q <= 1'b0;
    end else if (start) begin
      busy_q    <= 1'b1;
      asked_q   <= 1'b0;
      write_q   <= write_i;
      result_q  <= result_i;
      address_q <= address_i;
      beats_q   <= beats_i;
      tail_q    <= tail_i;
      sent_q    <= '0;
      read_q    <= '0;
    end else begin
      busy_q  <= busy_q && !answered;
      asked_q <= asked_q || (request_valid && request_ready_i);
      sent_q  <= sent_q + count_t'(write_valid && write_ready_i);
      read_q  <= read_q + count_t'(response_valid_i);
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (beats_i != '0 && beats_i <= count_t'(Burst));
    assume (write_i || !result_i);
    assume (!result_i || beats_i == count_t'(BusWidth == 32 ? 2 : 1));
    assume (!written_i || (busy_q && write_q && asked_q && sent_q == beats_q));
    assume (!response_valid_i || (busy_q && !write_q && asked_q && read_q < beats_q));
    if (word_waits_q) assume (word_i == word_q);
    if (busy_q) assume ({status_i, result_word_i} == result_held_q);
    if (started_q && rst_ni) begin
      assert (free == !busy_q);
      assert (request_valid == (busy_q && !asked_q));
      assert (write_valid == (busy_q && write_q && sent_q != beats_q));
      assert (error == ((written_i || response_valid_i) && error_i));
      if (busy_q) begin
        assert (request_address == address_q && request_write == write_q);
        assert (count_t'(request_beats) + 1'b1 == beats_q);
      end
      if (write_valid) begin
        assert (write_last == (sent_q + 1'b1 == beats_q));
        assert (pop == (write_ready_i && !result_q));
        assert (result_q || write_data == word_i);
        for (int i = 0; i < int'(WordBytes); i++) begin
          if (!result_q) begin
            assert (write_strobes[i] == (!write_last || tail_q == '0 || i < int'(tail_q)));
          end
        end
        if (word_waits_q) assert (write_data == data_q);
      end else begin
        assert (!pop);
      end
      if (write_valid && result_q) begin
        if (BusWidth == 32) begin
          assert (write_last ? write_strobes == 1 && write_data[7:0] == status_i
                             : write_strobes == 4'hf && write_data[31:0] == result_word_i);
        end else begin
          assert (write_strobes == WordBytes'(BusWidth == 64 ? 16'h1f : 16'h1f00));
          assert (40'(write_data >> (BusWidth - 64)) == {status_i, result_word_i});
        end
      end
      // Invariants.
      assert (u_dut.busy_q == busy_q && u_dut.valid_q == (busy_q && !asked_q));
      assert (u_dut.left_q == (busy_q && write_q ? beats_q - sent_q : '0));
      if (busy_q) begin
        assert (sent_q <= beats_q && read_q < beats_q && beats_q != '0 && beats_q <= count_t'(Burst));
        assert (u_dut.tail_q == tail_q && u_dut.result_q == result_q);
        assert (!result_q || (write_q && beats_q == count_t'(BusWidth == 32 ? 2 : 1)));
      end
      assert (busy_q || !word_waits_q);
    end
  end

endmodule
