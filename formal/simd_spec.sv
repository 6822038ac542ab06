// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
// Made by `roundel isa generate` from src/roundel/isa/definition.py: do not edit.
//
// What each function of the Keccak SIMD unit gives, slot by slot. `defined_o` is low for a code or
// an index of a round constant that there is not.

module simd_spec (
  input  logic [  4:0] function_i,
  input  logic [  4:0] index_i,
  input  logic [127:0] n_i,
  input  logic [127:0] m_i,
  input  logic [127:0] k_i,
  output logic [127:0] d_o,
  output logic         defined_o
);

  function automatic logic [63:0] rol(logic [63:0] lane, int unsigned by);
    logic [127:0] twice;
    twice = {lane, lane} << by;
    return twice[127:64];
  endfunction

  logic [63:0] n_lo, n_hi, m_lo, m_hi, k_lo, k_hi, lo, hi, constant;
  assign {n_hi, n_lo} = n_i;
  assign {m_hi, m_lo} = m_i;
  assign {k_hi, k_lo} = k_i;

  always_comb begin
    defined_o = 1'b1;
    constant = '0;
    lo = '0;
    hi = '0;
    case (function_i)
      5'd0: begin  // krho0
        lo = rol(n_lo ^ k_lo, 0);
        hi = rol(m_hi ^ k_hi, 44);
      end
      5'd1: begin  // krho1
        lo = rol(n_lo ^ k_lo, 43);
        hi = rol(m_hi ^ k_hi, 21);
      end
      5'd2: begin  // krho2
        lo = rol(n_lo ^ k_lo, 3);
        hi = rol(m_hi ^ k_hi, 45);
      end
      5'd3: begin  // krho3
        lo = rol(n_lo ^ k_lo, 61);
        hi = rol(m_hi ^ k_hi, 28);
      end
      5'd4: begin  // krho4
        lo = rol(n_lo ^ k_lo, 18);
        hi = rol(m_hi ^ k_hi, 1);
      end
      5'd5: begin  // krho5
        lo = rol(n_lo ^ k_lo, 6);
        hi = rol(m_hi ^ k_hi, 25);
      end
      5'd6: begin  // krho6
        lo = rol(n_lo ^ k_lo, 36);
        hi = rol(m_hi ^ k_hi, 10);
      end
      5'd7: begin  // krho7
        lo = rol(n_lo ^ k_lo, 15);
        hi = rol(m_hi ^ k_hi, 56);
      end
      5'd8: begin  // krho8
        lo = rol(n_lo ^ k_lo, 41);
        hi = rol(m_hi ^ k_hi, 2);
      end
      5'd9: begin  // krho9
        lo = rol(n_lo ^ k_lo, 62);
        hi = rol(m_hi ^ k_hi, 55);
      end
      5'd10: begin  // krho10
        lo = rol(n_lo ^ k_lo, 20);
        hi = rol(m_hi ^ k_hi, 14);
      end
      5'd11: begin  // krho11
        lo = rol(n_lo ^ k_lo, 8);
        hi = rol(m_hi ^ k_hi, 39);
      end
      5'd12: begin  // krho12
        lo = rol(n_lo ^ k_lo, 20);
        hi = rol(m_hi ^ k_hi, 27);
      end
      5'd13: begin  // kxor
        lo = n_lo ^ m_lo ^ k_lo;
        hi = n_hi ^ m_hi ^ k_hi;
      end
      5'd14: begin  // kfold
        lo = n_lo ^ n_hi ^ m_hi ^ k_lo ^ k_hi;
        hi = n_hi ^ m_hi ^ k_hi;
      end
      5'd15: begin  // keff0
        lo = k_lo ^ rol(m_hi, 1);
        hi = m_lo ^ rol(n_lo, 1);
      end
      5'd16: begin  // keff1
        lo = k_hi ^ rol(m_hi, 1);
        hi = m_lo ^ rol(n_lo, 1);
      end
      5'd17: begin  // keff2
        lo = k_hi ^ rol(n_lo, 1);
        hi = k_hi ^ rol(n_lo, 1);
      end
      5'd18: begin  // kchi0
        lo = k_lo ^ (~k_hi & n_lo);
        hi = k_hi ^ (~n_lo & n_hi);
      end
      5'd19: begin  // kchi1
        lo = k_hi ^ (~m_lo & m_hi);
        hi = m_lo ^ (~m_hi & n_lo);
      end
      5'd20: begin  // kchi2
        lo = k_hi ^ (~m_lo & m_hi);
        hi = m_lo ^ (~m_hi & n_hi);
      end
      5'd21: begin  // kchi3
        lo = k_lo ^ (~k_hi & m_hi);
        hi = k_hi ^ (~m_hi & n_lo);
      end
      5'd22: begin  // kchi4
        lo = k_hi ^ (~m_lo & n_lo);
        hi = m_lo ^ (~n_lo & n_hi);
      end
      5'd23: begin  // kodd0
        lo = k_lo ^ (~k_hi & m_lo);
        hi = m_hi ^ (~n_lo & n_hi);
      end
      5'd24: begin  // kodd1
        lo = m_hi ^ (~k_hi & n_lo);
        hi = '0;
      end
      5'd25: begin  // kodd2
        lo = k_lo;
        hi = m_lo ^ (~m_hi & n_lo);
      end
      5'd26: begin  // kodd3
        lo = '0;
        hi = k_hi ^ (~n_lo & n_hi);
      end
      5'd28: begin  // kchr8
        case (index_i)
          5'd0: constant = 64'h0101010101010101;
          5'd1: constant = 64'h8282828282828282;
          5'd2: constant = 64'h8a8a8a8a8a8a8a8a;
          5'd3: constant = 64'h0000000000000000;
          5'd4: constant = 64'h8b8b8b8b8b8b8b8b;
          5'd5: constant = 64'h0101010101010101;
          5'd6: constant = 64'h8181818181818181;
          5'd7: constant = 64'h0909090909090909;
          5'd8: constant = 64'h8a8a8a8a8a8a8a8a;
          5'd9: constant = 64'h8888888888888888;
          5'd10: constant = 64'h0909090909090909;
          5'd11: constant = 64'h0a0a0a0a0a0a0a0a;
          5'd12: constant = 64'h8b8b8b8b8b8b8b8b;
          5'd13: constant = 64'h8b8b8b8b8b8b8b8b;
          5'd14: constant = 64'h8989898989898989;
          5'd15: constant = 64'h0303030303030303;
          5'd16: constant = 64'h0202020202020202;
          5'd17: constant = 64'h8080808080808080;
          5'd18: constant = 64'h0a0a0a0a0a0a0a0a;
          5'd19: constant = 64'h0a0a0a0a0a0a0a0a;
          5'd20: constant = 64'h8181818181818181;
          5'd21: constant = 64'h8080808080808080;
          5'd22: constant = 64'h0101010101010101;
          5'd23: constant = 64'h0808080808080808;
          default: defined_o = 1'b0;
        endcase
        lo = k_lo ^ (~k_hi & n_lo) ^ constant;
        hi = k_hi ^ (~n_lo & n_hi);
      end
      5'd29: begin  // kchr16
        case (index_i)
          5'd0: constant = 64'h0001000100010001;
          5'd1: constant = 64'h8082808280828082;
          5'd2: constant = 64'h808a808a808a808a;
          5'd3: constant = 64'h8000800080008000;
          5'd4: constant = 64'h808b808b808b808b;
          5'd5: constant = 64'h0001000100010001;
          5'd6: constant = 64'h8081808180818081;
          5'd7: constant = 64'h8009800980098009;
          5'd8: constant = 64'h008a008a008a008a;
          5'd9: constant = 64'h0088008800880088;
          5'd10: constant = 64'h8009800980098009;
          5'd11: constant = 64'h000a000a000a000a;
          5'd12: constant = 64'h808b808b808b808b;
          5'd13: constant = 64'h008b008b008b008b;
          5'd14: constant = 64'h8089808980898089;
          5'd15: constant = 64'h8003800380038003;
          5'd16: constant = 64'h8002800280028002;
          5'd17: constant = 64'h0080008000800080;
          5'd18: constant = 64'h800a800a800a800a;
          5'd19: constant = 64'h000a000a000a000a;
          5'd20: constant = 64'h8081808180818081;
          5'd21: constant = 64'h8080808080808080;
          5'd22: constant = 64'h0001000100010001;
          5'd23: constant = 64'h8008800880088008;
          default: defined_o = 1'b0;
        endcase
        lo = k_lo ^ (~k_hi & n_lo) ^ constant;
        hi = k_hi ^ (~n_lo & n_hi);
      end
      5'd30: begin  // kchr32
        case (index_i)
          5'd0: constant = 64'h0000000100000001;
          5'd1: constant = 64'h0000808200008082;
          5'd2: constant = 64'h0000808a0000808a;
          5'd3: constant = 64'h8000800080008000;
          5'd4: constant = 64'h0000808b0000808b;
          5'd5: constant = 64'h8000000180000001;
          5'd6: constant = 64'h8000808180008081;
          5'd7: constant = 64'h0000800900008009;
          5'd8: constant = 64'h0000008a0000008a;
          5'd9: constant = 64'h0000008800000088;
          5'd10: constant = 64'h8000800980008009;
          5'd11: constant = 64'h8000000a8000000a;
          5'd12: constant = 64'h8000808b8000808b;
          5'd13: constant = 64'h0000008b0000008b;
          5'd14: constant = 64'h0000808900008089;
          5'd15: constant = 64'h0000800300008003;
          5'd16: constant = 64'h0000800200008002;
          5'd17: constant = 64'h0000008000000080;
          5'd18: constant = 64'h0000800a0000800a;
          5'd19: constant = 64'h8000000a8000000a;
          5'd20: constant = 64'h8000808180008081;
          5'd21: constant = 64'h0000808000008080;
          5'd22: constant = 64'h8000000180000001;
          5'd23: constant = 64'h8000800880008008;
          default: defined_o = 1'b0;
        endcase
        lo = k_lo ^ (~k_hi & n_lo) ^ constant;
        hi = k_hi ^ (~n_lo & n_hi);
      end
      5'd31: begin  // kchr64
        case (index_i)
          5'd0: constant = 64'h0000000000000001;
          5'd1: constant = 64'h0000000000008082;
          5'd2: constant = 64'h800000000000808a;
          5'd3: constant = 64'h8000000080008000;
          5'd4: constant = 64'h000000000000808b;
          5'd5: constant = 64'h0000000080000001;
          5'd6: constant = 64'h8000000080008081;
          5'd7: constant = 64'h8000000000008009;
          5'd8: constant = 64'h000000000000008a;
          5'd9: constant = 64'h0000000000000088;
          5'd10: constant = 64'h0000000080008009;
          5'd11: constant = 64'h000000008000000a;
          5'd12: constant = 64'h000000008000808b;
          5'd13: constant = 64'h800000000000008b;
          5'd14: constant = 64'h8000000000008089;
          5'd15: constant = 64'h8000000000008003;
          5'd16: constant = 64'h8000000000008002;
          5'd17: constant = 64'h8000000000000080;
          5'd18: constant = 64'h000000000000800a;
          5'd19: constant = 64'h800000008000000a;
          5'd20: constant = 64'h8000000080008081;
          5'd21: constant = 64'h8000000000008080;
          5'd22: constant = 64'h0000000080000001;
          5'd23: constant = 64'h8000000080008008;
          default: defined_o = 1'b0;
        endcase
        lo = k_lo ^ (~k_hi & n_lo) ^ constant;
        hi = k_hi ^ (~n_lo & n_hi);
      end
      default: defined_o = 1'b0;
    endcase
  end

  assign d_o = {hi, lo};

endmodule
