// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_dma_unpacker puts every byte of every segment in one word: none is lost, doubled, reordered or
// changed. For any beats that obey the stream protocol, any stalls of the receiver, and words for memory or
// for the CPU.
//
// The specification is the place in the beat on offer (128 bits), in lanes of 32 bits, or the half-words
// that wait (16 bits); one of these, chosen freely, is followed.

module dma_unpacker_check
  import roundel_stream_pkg::*;
#(
  parameter int unsigned BusWidth  = 64,
  parameter int unsigned DataWidth = 128
) (
  input logic clk_i,
  input logic rst_ni,
  input logic [DataWidth-1:0] s_axis_tdata,
  input logic [DataWidth/8-1:0] s_axis_tkeep,
  input logic s_axis_tlast,
  input logic [UserWidth-1:0] s_axis_tuser,
  input logic s_axis_tvalid,
  input logic cpu_i,
  input logic word_ready_i,
  input logic track_i
);

  localparam int unsigned Bytes = DataWidth / 8;
  localparam int unsigned WordBytes = BusWidth / 8;
  localparam int unsigned Halves = BusWidth / 16;
  typedef logic [5:0] count_t;

  logic s_axis_tready, valid, empty, full, last, take, push;
  logic [BusWidth-1:0] word;
  logic [$clog2(WordBytes)-1:0] tail;
  logic [UserWidth-1:0] kind;
  logic [31:0] cpu_word;
  logic [2:0] cpu_bytes, cpu_words;

  roundel_dma_unpacker #(
    .BusWidth (BusWidth),
    .DataWidth(DataWidth)
  ) u_dut (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .cpu_i,
    .word_valid_o(valid),
    .word_ready_i,
    .word_o      (word),
    .word_empty_o(empty),
    .word_full_o (full),
    .word_tail_o (tail),
    .word_last_o (last),
    .word_kind_o (kind),
    .cpu_word_o  (cpu_word),
    .cpu_bytes_o (cpu_bytes),
    .cpu_words_o (cpu_words)
  );

  stream_properties #(
    .DataWidth(DataWidth),
    .Assume   (1'b1)
  ) u_stream (
    .clk_i,
    .rst_ni,
    .tdata_i (s_axis_tdata),
    .tkeep_i (s_axis_tkeep),
    .tlast_i (s_axis_tlast),
    .tuser_i (s_axis_tuser),
    .tvalid_i(s_axis_tvalid),
    .tready_i(s_axis_tready)
  );

  logic started_q = 1'b0;
  logic waiting_q = 1'b0;
  logic [BusWidth-1:0] word_q;
  // 128 bits: lanes of the beat that were taken. 16 bits: half-words that were gathered.
  count_t place_q = '0;
  count_t kept;  // bytes of the beat
  count_t size;  // bytes of the word: full, or the number in tail
  logic cpu_q;

  assign take = s_axis_tvalid && s_axis_tready;
  assign push = valid && word_ready_i;
  assign size = full ? count_t'(WordBytes) : count_t'(tail);

  always_comb begin
    kept = '0;
    for (int i = 0; i < int'(Bytes); i++) kept = kept + count_t'(s_axis_tkeep[i]);
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    waiting_q <= rst_ni && valid && !word_ready_i;
    cpu_q     <= cpu_i;
    word_q    <= word;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    // Who reads the words changes only between segments.
    if (started_q && rst_ni && (place_q != '0 || waiting_q)) assume (cpu_i == cpu_q);
    // A word on offer stays.
    if (started_q && rst_ni && waiting_q) assert (valid && word == word_q);
    if (started_q && rst_ni && valid && !cpu_i) assert (empty == (size == '0));
    if (started_q && rst_ni) assert ((valid && cpu_i) == (cpu_words != '0));
  end

  if (DataWidth == 128) begin : gen_wide
    count_t ahead, step;
    logic last_word;
    assign step      = cpu_i ? 6'd1 : count_t'(BusWidth / 32);
    assign ahead     = 4 * place_q;
    assign last_word = kept <= ahead + 4 * step;

    always_ff @(posedge clk_i) begin
      if (!rst_ni) place_q <= '0;
      else if (push) place_q <= last_word ? '0 : place_q + step;
    end

    always_comb begin
      if (started_q && rst_ni) begin
        assert (valid == s_axis_tvalid);
        assert (take == (push && last_word));
        if (valid && cpu_i) begin
          assert (cpu_word == 32'(s_axis_tdata >> (8 * ahead)));
          assert (cpu_bytes == (last_word ? 3'(kept - ahead) : 3'd4));
          assert (cpu_words == (kept == '0 ? 3'd1 : 3'((kept - ahead + 6'd3) / 6'd4)));
          assert (last == (s_axis_tlast && last_word));
          assert (kind == s_axis_tuser);
        end
        if (valid && !cpu_i) begin
          assert (word == BusWidth'(s_axis_tdata >> (8 * ahead)));
          assert (size == (last_word ? kept - ahead : count_t'(WordBytes)));
          assert (full || last_word);
          assert (last == (s_axis_tlast && last_word));
          assert (kind == s_axis_tuser);
        end
        assert (place_q == '0 || (s_axis_tvalid && kept > ahead));
        assert (u_dut.gen_wide.lane_q == place_q);
        assert (cpu_i || place_q % count_t'(BusWidth / 32) == '0 || place_q == '0);
      end
    end
  end else begin : gen_narrow
    logic ready_q = 1'b0;  // the word is complete
    logic tracking_q = 1'b0;
    count_t newest_q, followed_q;  // bytes of the newest half-word; place of the one that is followed
    logic [15:0] half_q;
    logic last_q;
    count_t halves;  // of a word

    assign halves = cpu_i ? 6'd2 : count_t'(Halves);
    logic [UserWidth-1:0] kind_q;

    always_ff @(posedge clk_i) begin
      if (!rst_ni || push) begin
        place_q    <= '0;
        ready_q    <= 1'b0;
        tracking_q <= 1'b0;
      end else if (take) begin
        place_q  <= place_q + 1'b1;
        newest_q <= kept;
        last_q   <= s_axis_tlast;
        kind_q   <= s_axis_tuser;
        ready_q  <= s_axis_tlast || place_q == halves - 1'b1;
        if (!tracking_q && track_i) begin
          tracking_q <= 1'b1;
          followed_q <= place_q;
          half_q     <= s_axis_tdata;
        end
      end
    end

    always_comb begin
      if (started_q && rst_ni) begin
        assert (valid == ready_q);
        assert (s_axis_tready == !ready_q);
        if (valid) begin
          if (!cpu_i) assert (size == 2 * place_q - 2 + newest_q);
          assert (last == last_q);
          assert (kind == kind_q);
          assert (!tracking_q || word[16*(followed_q%Halves)+:16] == half_q);
          assert (full || last_q);
          if (cpu_i) assert (cpu_word == word[31:0] && cpu_bytes == 3'(2 * place_q - 2 + newest_q));
        end
        // Invariants.
        assert (place_q == '0 || (place_q <= halves && (ready_q || place_q < halves)));
        assert (!ready_q || place_q != '0);
        assert (!ready_q || last_q || place_q == halves);
        assert (place_q == '0 || (newest_q <= 2 && (newest_q == 2 || last_q)));
        assert (ready_q || place_q == '0 || !last_q);
        assert (!tracking_q ||
            (followed_q < place_q && u_dut.gen_narrow.lanes_q[followed_q%Halves] == half_q));
        assert (ready_q || u_dut.gen_narrow.lane_q == place_q);
        assert (u_dut.gen_narrow.valid_q == ready_q);
        if (ready_q) begin
          assert (u_dut.gen_narrow.last_q == last_q && u_dut.gen_narrow.kind_q == kind_q);
          assert (u_dut.gen_narrow.full_q == (place_q == halves && newest_q == 2));
          assert (u_dut.gen_narrow.full_q || u_dut.gen_narrow.tail_q == 2 * place_q - 2 + newest_q);
        end
      end
    end
  end

endmodule
