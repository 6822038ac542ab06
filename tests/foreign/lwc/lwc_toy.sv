// A toy with the LWC hardware API, 32-bit words: encryption xors key and position into every word of text; the tag
// is the sum of key, nonce, associated data and plaintext. It has no security at all.
module lwc_toy (
    input  logic        clk,
    input  logic        rst,
    input  logic [31:0] pdi_data,
    input  logic        pdi_valid,
    output logic        pdi_ready,
    input  logic [31:0] sdi_data,
    input  logic        sdi_valid,
    output logic        sdi_ready,
    output logic [31:0] do_data,
    output logic        do_valid,
    output logic        do_last,
    input  logic        do_ready
);
  typedef enum logic [3:0] {
    KeyInstr, KeyHeader, KeyData, Instr, Header, Data, OutHeader, TagHeader, TagData, Status, Verify, HashHeader,
    HashData
  } state_e;
  state_e state_q;
  logic [31:0] key_q, sum_q, header_q, word, decrypted;
  logic [15:0] left_q;
  logic [3:0]  op_q;
  logic        refused_q;
  wire  [3:0]  kind = header_q[31:28];
  wire         text = kind == 4'h4 || kind == 4'h5;
  wire  [31:0] mask = left_q >= 4 ? '1 : ~('1 >> (8 * left_q));

  assign decrypted = (pdi_data ^ key_q ^ {16'd0, left_q}) & mask;
  assign word      = kind == 4'h4 ? (pdi_data ^ key_q ^ {16'd0, left_q}) & mask : decrypted;
  assign sdi_ready = state_q inside {KeyInstr, KeyHeader, KeyData};
  assign pdi_ready = state_q inside {Instr, Header, Verify} || state_q == Data && (!text || do_ready);
  assign do_last   = state_q == Status;

  always_comb begin
    do_valid = state_q inside {OutHeader, TagHeader, TagData, Status, HashHeader, HashData} ||
               state_q == Data && text && pdi_valid;
    do_data  = word;
    unique case (state_q)
      OutHeader:  do_data = {header_q[31:28] ^ 4'h1, header_q[27:0]};
      TagHeader:  do_data = 32'h8300_0004;
      HashHeader: do_data = 32'h9300_0004;
      TagData, HashData: do_data = sum_q;
      Status:     do_data = {refused_q ? 4'hf : 4'he, 28'd0};
      default: ;
    endcase
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      state_q   <= Instr;
      refused_q <= 1'b0;
    end else
      unique case (state_q)
        KeyInstr:  if (sdi_valid) state_q <= KeyHeader;
        KeyHeader: if (sdi_valid) begin left_q <= sdi_data[15:0]; key_q <= '0; state_q <= KeyData; end
        KeyData:
          if (sdi_valid) begin
            key_q  <= key_q + sdi_data;
            left_q <= left_q - 16'd4;
            if (left_q == 16'd4) begin sum_q <= key_q + sdi_data; state_q <= Instr; end
          end
        Instr:
          if (pdi_valid) begin
            op_q      <= pdi_data[31:28];
            refused_q <= 1'b0;
            if (pdi_data[31:28] == 4'h8) sum_q <= '0;
            state_q <= pdi_data[31:28] == 4'h7 ? KeyInstr : Header;
          end
        Header:
          if (pdi_valid) begin
            header_q <= pdi_data;
            left_q   <= pdi_data[15:0];
            if (pdi_data[31:28] == 4'h8) state_q <= Verify;
            else if (pdi_data[31:28] inside {4'h4, 4'h5}) state_q <= OutHeader;
            else if (pdi_data[15:0] != 0) state_q <= Data;
            else if (pdi_data[31:28] == 4'h7) state_q <= HashHeader;
          end
        OutHeader: if (do_ready) state_q <= left_q != 0 ? Data : op_q == 4'h2 ? TagHeader : Header;
        Data:
          if (pdi_valid && pdi_ready) begin
            sum_q  <= {sum_q[26:0], sum_q[31:27]} + (kind == 4'h5 ? decrypted : pdi_data);
            left_q <= left_q > 4 ? left_q - 16'd4 : '0;
            if (left_q <= 4)
              state_q <= kind == 4'h4 ? TagHeader : kind == 4'h7 ? HashHeader : Header;
          end
        TagHeader:  if (do_ready) state_q <= TagData;
        TagData:    if (do_ready) state_q <= Status;
        HashHeader: if (do_ready) state_q <= HashData;
        HashData:   if (do_ready) state_q <= Status;
        Verify:     if (pdi_valid) begin refused_q <= pdi_data != sum_q; state_q <= Status; end
        default:    if (do_ready) state_q <= Instr;
      endcase
  end
endmodule
