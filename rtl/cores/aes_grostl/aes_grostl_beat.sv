// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// The input stream, a beat in two registers: as it came, and with bytes that are not kept as zero. One beat
// every two cycles. What has been handed on is cleared in the cycle after, so that the clears of 128 bits
// hang on no decision about the beat; what it may be is decided before it is shown.

module aes_grostl_beat
  import roundel_stream_pkg::*;
  import aes_grostl_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic  valid_o,
  output beat_t beat_o,
  input  logic  pop_i
);

  logic raw_valid_q, valid_q, move;
  logic [15:0][7:0] raw_data_q, data_q;
  logic [15:0] raw_keep_q, keep_q;
  logic raw_last_q, last_q, legal, legal_q, text_q, ad_q;
  logic [UserWidth-1:0] raw_user_q, user_q;

  assign move = raw_valid_q && !valid_q;
  assign s_axis_tready = !raw_valid_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      raw_valid_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      raw_valid_q <= s_axis_tready ? s_axis_tvalid : !move;
      valid_q <= valid_q ? !pop_i : raw_valid_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || move) raw_data_q <= '0;
    else if (s_axis_tready && s_axis_tvalid) raw_data_q <= s_axis_tdata;
    if (s_axis_tready) begin
      raw_keep_q <= s_axis_tkeep;
      raw_last_q <= s_axis_tlast;
      raw_user_q <= s_axis_tuser;
    end
  end

  for (genvar i = 0; i < 16; i++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (!rst_ni || (!valid_q && !(raw_valid_q && raw_keep_q[i]))) data_q[i] <= '0;
      else if (move) data_q[i] <= raw_data_q[i];
    end
  end

  assign legal = (raw_keep_q & (raw_keep_q + 16'd1)) == '0 && (raw_last_q || raw_keep_q[15]);
  always_ff @(posedge clk_i) begin
    if (move) begin
      keep_q  <= raw_keep_q;
      last_q  <= raw_last_q;
      user_q  <= raw_user_q;
      legal_q <= legal;
      text_q  <= legal && kind_e'(raw_user_q) == KindText;
      ad_q    <= legal && kind_e'(raw_user_q) == KindAd && raw_keep_q[15] == raw_keep_q[0];
    end
  end

  assign valid_o = valid_q;
  assign beat_o = '{
          kind: kind_e'(user_q),
          last: last_q,
          legal: legal_q,
          text: text_q,
          ad: ad_q,
          whole: keep_q[15],
          keep: keep_q,
          data: data_q
      };

endmodule
