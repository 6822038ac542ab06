// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Registers the input stream in two stages: the beat as received, then with invalid bytes set to zero. A beat
// that has moved on is cleared in the next cycle, so that the clears of 128 bits depend on no decision about
// the beat. The possible roles of a beat are decoded before it is shown.
//
// Schedule:   Handshake in cycle t; valid_o from t+2 at the earliest, until pop_i. One beat every two cycles.
// Interfaces: s_axis is the input of the core; beat_o to roundel_aes_groestl and its control, pop_i from
//             control.
// Bytes:      byte i is s_axis_tdata[8i+:8] and beat_o.data[8i+:8].

module roundel_aes_groestl_beat
  import roundel_stream_pkg::*;
  import roundel_aes_groestl_pkg::*;
#(
  parameter int unsigned DigestBytes = 32
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic              valid_o,  // beat_o is valid
  output aes_groestl_beat_t beat_o,   // decoded beat
  input  logic              pop_i     // the beat is accepted
);

  // The flags of any operation.
  localparam logic [7:0] Flags = 8'd1 << FlagResume | 8'd1 << FlagKeep | 8'd1 << FlagCtr;

  logic raw_valid_q, valid_q, move;
  logic [15:0][7:0] raw_data_q, data_q;
  logic [15:0] raw_keep_q;
  logic raw_last_q, raw_zeros_q, well_formed;
  kind_e raw_kind_q;
  aes_groestl_beat_t raw, beat_q;

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
      raw_kind_q <= kind_e'(s_axis_tuser);
      raw_zeros_q <= s_axis_tuser == KindCmd && s_axis_tdata[31:16] == '0 && s_axis_tdata[127:64] == '0;
    end
  end

  for (genvar i = 0; i < 16; i++) begin : gen_byte
    always_ff @(posedge clk_i) begin
      if (!rst_ni || (!valid_q && !(raw_valid_q && raw_keep_q[i]))) data_q[i] <= '0;
      else if (move) data_q[i] <= raw_data_q[i];
    end
  end

  assign well_formed = (raw_keep_q & (raw_keep_q + 16'd1)) == '0 && (raw_last_q || raw_keep_q[15]);
  always_comb begin
    raw = '0;
    raw.kind = raw_kind_q;
    raw.last = raw_last_q;
    raw.command = well_formed && raw_kind_q == KindCmd && raw_last_q && raw_keep_q[15] &&
        (raw_data_q[0] & 8'hf8) == '0 && (raw_data_q[1] & ~Flags) == '0;
    raw.length = raw_zeros_q && raw_data_q[7:4] == (raw_data_q[1][FlagCtr] ? 32'd0 : 32'(DigestBytes));
    raw.key = well_formed && raw_kind_q == KindKey;
    raw.nonce = well_formed && raw_kind_q == KindNonce;
    raw.nonce_length_valid = raw_keep_q[11] && (!raw_keep_q[12] || raw_keep_q[15]);
    raw.ad = well_formed && raw_kind_q == KindAd && raw_keep_q[15] == raw_keep_q[0];
    raw.text = well_formed && raw_kind_q == KindText;
    raw.tag = well_formed && raw_kind_q == KindTag;
    raw.full = raw_keep_q[15];
    raw.keep = raw_keep_q;
  end
  always_ff @(posedge clk_i) begin
    if (move) beat_q <= raw;
  end

  assign valid_o = valid_q;
  always_comb begin
    beat_o = beat_q;
    beat_o.data = data_q;  // a separate register, because it is cleared
  end

endmodule
