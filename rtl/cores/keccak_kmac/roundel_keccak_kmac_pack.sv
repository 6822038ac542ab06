// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Packs words of 0 to 8 bytes into the full beats of the hash's input.
//
//        word ─▶ rotate by the bytes that are held ─▶ merge ─▶ half of a beat ─▶ beat
//                                  ▲                    │
//                                  └── bytes held ◀─────┘
//
// WordPad makes zeros up to the next block. WordReject and WordAbort discard what is held and make an empty
// beat that the hash answers with STATUS = ERROR. It is a command where the hash expects one or drops its
// input, otherwise a TAG: a command would be judged once more.
//
// Schedule:   a word a cycle, unless a beat waits. A last word whose bytes do not fit takes one more cycle,
//             WordPad one for each lane of zeros. What a word does is in the beat in the next cycle.
// Interfaces: words from roundel_keccak_kmac_grammar; beats to roundel_keccak_hash.
// Bytes:      byte 0 of a beat is m_axis_tdata[7:0].
// Reference:  SP 800-185 section 2.3.3 (bytepad)

module roundel_keccak_kmac_pack
  import roundel_stream_pkg::*;
  import roundel_keccak_kmac_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic  valid_i,  // word_i is valid
  output logic  ready_o,  // the word is used
  input  word_t word_i,   // the next word

  output logic [127:0]         m_axis_tdata,
  output logic [ 15:0]         m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Bytes that are held
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [7:0][7:0] held_q;  // bytes from `held_count_q` on are zero
  logic [2:0] held_count_q, held_count_d;
  logic [7:0] held_keep_q;  // bit k: byte k is held
  logic rest_q;  // the held bytes end the segment: they leave next

  logic free, step;  // a lane can leave; the word is read
  logic pad, abort, full, ends;  // a lane is full; the segment ends with it
  logic [3:0] count, total;
  logic [7:0][7:0] rotated, merged;

  assign free = !m_axis_tvalid || m_axis_tready;
  assign step = free && valid_i && !rest_q;
  assign pad = word_i.kind == WordPad;
  assign abort = word_i.kind inside {WordReject, WordAbort};

  assign count = word_i.count;
  assign total = 4'(held_count_q) + count;
  assign full = total[3] || pad;
  assign ends = word_i.last && (!total[3] || total[2:0] == '0);

  // Byte j of the word becomes byte j + held_count_q, modulo 8.
  logic [63:0] by_one, by_two;
  assign by_one = held_count_q[0] ? {word_i.bytes[6:0], word_i.bytes[7]} : word_i.bytes;
  assign by_two = held_count_q[1] ? {by_one[47:0], by_one[63:48]} : by_one;
  assign rotated = held_count_q[2] ? {by_two[31:0], by_two[63:32]} : by_two;
  always_comb begin
    for (int unsigned k = 0; k < 8; k++) merged[k] = held_keep_q[k] ? held_q[k] : rotated[k];
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Lanes of a block of the frame
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic [4:0] lane_q;  // lanes of the block that have left
  logic lane_last;  // the next lane is the last of its block
  logic emit;  // a lane leaves
  logic aligned;  // a block is complete

  assign aligned = lane_q == '0 && held_count_q == '0;
  assign emit = (step && !abort && (pad ? !aligned : full || word_i.last)) || (free && rest_q);
  assign lane_last = lane_q == (word_i.wide ? 5'(WideLanes - 1) : 5'(NarrowLanes - 1));
  assign ready_o = step && !(pad && !aligned && !lane_last);

  // Between segments it is zero.
  always_ff @(posedge clk_i) begin
    if (!rst_ni || (emit && (lane_last || rest_q || ends)) || (step && abort)) lane_q <= '0;
    else if (emit) lane_q <= lane_q + 5'd1;
  end

  always_comb begin
    held_count_d = held_count_q;
    if (step) held_count_d = pad || abort || ends ? '0 : total[2:0];
    else if (free && rest_q) held_count_d = '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_count_q <= '0;
      held_keep_q <= '0;
      rest_q <= 1'b0;
    end else begin
      held_count_q <= held_count_d;
      held_keep_q <= ~(8'hff << held_count_d);
      if (free) rest_q <= step && word_i.last && !ends;
    end
  end

  for (genvar k = 0; k < 8; k++) begin : gen_held
    logic keep_byte;  // the byte is held as it is
    assign keep_byte = held_keep_q[k] && !full;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || (free && rest_q)) held_q[k] <= '0;
      else if (step && (abort || ends || (full && !held_keep_q[k]))) held_q[k] <= '0;
      else if (step && !keep_byte) held_q[k] <= rotated[k];
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The beat
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic upper_q;  // the next lane is the upper one of its beat
  kind_e kind;  // of a beat with the word
  logic lane_ends;  // the lane that leaves is the last of its segment
  logic [7:0] lane_keep;  // its bytes

  assign lane_ends = rest_q || ends;
  always_comb begin
    unique case (word_i.kind)
      WordCommand, WordReject: kind = KindCmd;
      WordAbort: kind = KindTag;
      default: kind = KindText;
    endcase
  end
  always_comb begin
    lane_keep = held_keep_q;
    if (!rest_q) lane_keep = full ? '1 : ~(8'hff << total[2:0]);
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      m_axis_tvalid <= 1'b0;
      upper_q <= 1'b0;
    end else if (free) begin
      m_axis_tvalid <= (emit && (upper_q || lane_ends)) || (step && abort);
      if (emit) upper_q <= !upper_q && !lane_ends;
      else if (step && abort) upper_q <= 1'b0;
    end
  end

  // A half without a lane is zero, and a beat that has left becomes zero. After the bytes of a rest there
  // may be bytes of the next word: the hash ignores what tkeep does not keep.
  logic [127:0] data_q;
  logic [15:0] keep_q;
  logic clear_low, clear_high, load_low, load_high;
  assign m_axis_tdata = data_q;
  assign m_axis_tkeep = keep_q;
  assign load_low   = emit && !upper_q;
  assign load_high  = emit && upper_q;
  assign clear_low  = (m_axis_tvalid && m_axis_tready) || (step && abort);
  assign clear_high = clear_low || load_low;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || (clear_low && !load_low)) begin
      data_q[63:0] <= '0;
      keep_q[7:0]  <= '0;
    end else if (load_low) begin
      data_q[63:0] <= merged;
      keep_q[7:0]  <= lane_keep;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_high) begin
      data_q[127:64] <= '0;
      keep_q[15:8]   <= '0;
    end else if (load_high) begin
      data_q[127:64] <= merged;
      keep_q[15:8]   <= lane_keep;
    end
  end
  always_ff @(posedge clk_i) begin
    if (emit || (step && abort)) m_axis_tlast <= lane_ends || abort;
    if (step) m_axis_tuser <= kind;
  end

endmodule
