// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Resets a service core that has stopped, and lets it report an ERROR. It stands between the core, the sender
// and the receiver. The core has stopped if for Patience cycles it offers no beat, and in each of them
//
//   it does not accept a beat that is on offer, or
//   it owes an answer to a complete transaction, or
//   it has got two commands since it last offered a beat: so the first one's transaction is complete.
//
// A sender that pauses causes no reset. After the reset the core gets a beat of a kind that is always
// illegal. So it answers STATUS = ERROR, and drops its input up to the next command. An answer's segment
// that is open is closed before, by an empty beat. A core whose last answer to a complete transaction was an
// ERROR is reset too when nothing moves for so long, and reports nothing: such a core has nothing to lose.
// No register keeps a flipped bit for good.
//
// Schedule:   beats pass in the same cycle. Patience must exceed the longest silence of the core.
// Interfaces: s_axis from the sender, core_s_axis to the core; core_m_axis from the core, m_axis to the
//             receiver. core_rst_no is the reset of the core.
// Reference:  docs/stream-protocol.md, docs/fault-injection.md

module roundel_stream_watchdog
  import roundel_stream_pkg::*;
#(
  parameter int unsigned InputWidth  = 128,
  parameter int unsigned OutputWidth = InputWidth,
  parameter int unsigned Patience    = 512
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [  InputWidth-1:0] s_axis_tdata,
  input  logic [InputWidth/8-1:0] s_axis_tkeep,
  input  logic                    s_axis_tlast,
  input  logic [   UserWidth-1:0] s_axis_tuser,
  input  logic                    s_axis_tvalid,
  output logic                    s_axis_tready,

  output logic                    core_rst_no,  // resets the core
  output logic [  InputWidth-1:0] core_s_axis_tdata,  // to s_axis of the core
  output logic [InputWidth/8-1:0] core_s_axis_tkeep,  // as above
  output logic                    core_s_axis_tlast,  // as above
  output logic [   UserWidth-1:0] core_s_axis_tuser,  // as above; 15 in the illegal beat
  output logic                    core_s_axis_tvalid,  // as above
  input  logic                    core_s_axis_tready,  // from s_axis of the core

  input  logic [  OutputWidth-1:0] core_m_axis_tdata,  // from m_axis of the core
  input  logic [OutputWidth/8-1:0] core_m_axis_tkeep,  // as above
  input  logic                     core_m_axis_tlast,  // as above
  input  logic [    UserWidth-1:0] core_m_axis_tuser,  // as above
  input  logic                     core_m_axis_tvalid,  // as above
  output logic                     core_m_axis_tready,  // to m_axis of the core

  output logic [  OutputWidth-1:0] m_axis_tdata,
  output logic [OutputWidth/8-1:0] m_axis_tkeep,
  output logic                     m_axis_tlast,
  output logic [    UserWidth-1:0] m_axis_tuser,
  output logic                     m_axis_tvalid,
  input  logic                     m_axis_tready,

  output logic stopped_o  // the core has stopped, and is reset in the next cycle
);

  localparam logic [7:0] OpSample = 8'h07;
  localparam logic [UserWidth-1:0] NoKind = '1;
  localparam int unsigned OwedWidth = 3;
  localparam int unsigned SilentWidth = $clog2(Patience);

  if (Patience < 4) begin : gen_bad_patience
    $fatal(1, "%m: Patience is %0d, expected at least 4", Patience);
  end

  logic reset_q;  // the core is in reset
  logic inject_q;  // the illegal beat is on offer to the core
  logic close_q;  // the empty beat is on offer to the receiver
  logic inside_q;  // a segment of the answer is open
  logic [UserWidth-1:0] inside_kind_q;  // its kind

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The streams
  //////////////////////////////////////////////////////////////////////////////////////////////////

  assign core_rst_no = !reset_q;

  assign s_axis_tready = core_s_axis_tready && !inject_q && !reset_q;
  assign core_s_axis_tvalid = (s_axis_tvalid || inject_q) && !reset_q;
  assign core_s_axis_tuser = s_axis_tuser | (inject_q ? NoKind : '0);
  assign core_s_axis_tlast = s_axis_tlast || inject_q;
  assign core_s_axis_tkeep = s_axis_tkeep;
  assign core_s_axis_tdata = s_axis_tdata;

  // A beat that the core first offers in the cycle of its reset does not pass.
  assign m_axis_tvalid = (core_m_axis_tvalid && !reset_q) || close_q;
  assign m_axis_tuser = close_q ? inside_kind_q : core_m_axis_tuser;
  assign m_axis_tlast = core_m_axis_tlast || close_q;
  assign m_axis_tkeep = close_q ? '0 : core_m_axis_tkeep;
  assign m_axis_tdata = close_q ? '0 : core_m_axis_tdata;
  assign core_m_axis_tready = m_axis_tready && !close_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (m_axis_tvalid && m_axis_tready) inside_q <= !m_axis_tlast;
    if (!inside_q) inside_kind_q <= m_axis_tuser;
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // Transactions
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic in_fire, out_fire, command, completes, answers, fails;
  logic first_q;  // the next beat of the input begins a segment
  logic [UserWidth-1:0] last_kind_q;  // the kind of the transaction's last segment
  logic counter_mode_q;  // the transaction is in counter mode
  logic complete_q;  // the transaction of the last command is complete
  logic failed_q;  // the last answer was an ERROR
  logic counted_q;  // a command has come since the last ERROR, so the core does not drop its input
  logic [OwedWidth-1:0] owed_q;  // complete transactions without a complete answer
  logic command_q, commands_q;  // one command, or more, since the core last offered a beat

  assign in_fire = s_axis_tvalid && s_axis_tready;
  assign out_fire = core_m_axis_tvalid && core_m_axis_tready && !reset_q;
  assign command = in_fire && s_axis_tuser == KindCmd;
  assign completes = in_fire && s_axis_tuser == last_kind_q && s_axis_tlast;
  assign answers = out_fire && core_m_axis_tlast
                   && core_m_axis_tuser inside {KindTag, KindDigest, KindRandom, KindStatus};
  assign fails = answers && core_m_axis_tuser == KindStatus && core_m_axis_tdata[7:0] == StatusError;

  // In counter mode a TEXT is the last segment of an answer, in other modes it is not. So the answers in
  // counter mode are not counted.
  always_ff @(posedge clk_i) begin
    if (in_fire) first_q <= s_axis_tlast;
    if (command && first_q) begin
      unique case (s_axis_tdata[7:0])
        OpHash, OpMac: last_kind_q <= KindText;
        OpPrng, OpSample: last_kind_q <= KindSeed;
        OpSeal: last_kind_q <= s_axis_tdata[8+FlagCtr] ? KindText : KindTag;
        default: last_kind_q <= KindTag;
      endcase
      counter_mode_q <= s_axis_tdata[7:0] == OpSeal && s_axis_tdata[8+FlagCtr];
    end
    if (!rst_ni || reset_q) begin
      first_q <= 1'b1;
      last_kind_q <= NoKind;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || reset_q) begin
      complete_q <= 1'b0;
      failed_q   <= 1'b0;
      counted_q  <= 1'b1;
    end else begin
      complete_q <= completes || (complete_q && !command);
      failed_q   <= answers ? fails : failed_q;
      counted_q  <= command || (counted_q && !fails);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || reset_q || fails) owed_q <= '0;
    else if (completes && counted_q && !counter_mode_q)
      owed_q <= owed_q + OwedWidth'(!answers && owed_q != '1);
    else if (answers && owed_q != '0) owed_q <= owed_q - 1'b1;

    if (!rst_ni || reset_q) {commands_q, command_q} <= 2'b00;
    else if (core_m_axis_tvalid) {commands_q, command_q} <= {1'b0, command && s_axis_tlast};
    else if (command && s_axis_tlast) {commands_q, command_q} <= {command_q, 1'b1};
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // How long the core is silent, and its reset
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic blocked, useless, silent;
  logic [SilentWidth-1:0] silent_q;  // cycles for which the core is silent
  logic expired_q;  // they are Patience
  logic restart, report;

  assign blocked = core_s_axis_tvalid && !core_s_axis_tready;
  assign useless = failed_q && complete_q;
  assign silent = !core_m_axis_tvalid && (blocked || owed_q != '0 || commands_q || useless);

  assign restart = expired_q && !core_m_axis_tvalid;
  assign report = restart && !(useless && !blocked && owed_q == '0);
  assign stopped_o = report;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !silent) silent_q <= '0;
    else silent_q <= silent_q + 1'b1;
    expired_q <= rst_ni && silent && silent_q == SilentWidth'(Patience - 1);
  end

  always_ff @(posedge clk_i) begin
    reset_q  <= !rst_ni || restart;
    inject_q <= rst_ni && (report || (inject_q && (reset_q || !core_s_axis_tready)));
    close_q  <= rst_ni && (close_q ? !m_axis_tready : restart && inside_q);
  end

endmodule
