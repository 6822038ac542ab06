// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// roundel_keccak_hash with a state that can be kept: the state after the frame of a KMAC. A command has the
// flags KEEP and RESUME and, with KEEP alone, the blocks of the frame in byte 8. With KEEP the state in front
// of the last round after these blocks is stored. A message with RESUME starts from the stored state instead
// of zero: its first block is added in that last round, so the frame costs no cycle.
//
// Each message has a plan: what its command says of the kept state. The oldest one is that of the message in
// the state, or of the next one if the state is fresh. A message ends with clear_o of roundel_sponge_message,
// also after an error. An error leaves its message a plan without KEEP and RESUME.
//
// Schedule:   as roundel_keccak_hash. The kept state is loaded in the cycle in which the state is cleared, or
//             two cycles after the command. It is zero two cycles after a message without RESUME becomes the
//             oldest one, after a message without KEEP has used it, and after forget_i.
// Interfaces: beats of roundel_keccak_kmac_pack and to roundel_keccak_kmac_answer; AXI4-Stream.
// Bytes:      those of roundel_keccak_hash.
// Reference:  SP 800-185 section 4.3; docs/cores/keccak-kmac.md

module roundel_keccak_kmac_sponge
  import roundel_stream_pkg::*;
(
  input logic clk_i,
  input logic rst_ni,

  input logic forget_i,  // clear the kept state: there was an error after the newest message

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  output logic [        127:0] m_axis_tdata,
  output logic [         15:0] m_axis_tkeep,
  output logic                 m_axis_tlast,
  output logic [UserWidth-1:0] m_axis_tuser,
  output logic                 m_axis_tvalid,
  input  logic                 m_axis_tready
);

  import roundel_keccak_pkg::*;

  localparam int unsigned LastRound = nominal_rounds(64) - 1;

  logic [63:0] state_q[NumLanes]  /*verilator split_var*/;
  logic [63:0] state_d[NumLanes];
  logic [63:0] kept_q[NumLanes];
  logic [63:0] addend[NumLanes];
  logic [63:0] round_addend[NumLanes];
  logic advance, clear_state, advance_early, clear_early;

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The message, whose command has neither flags nor sizes
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic is_command, wait_plan, message_tready;
  logic [127:0] message_tdata;

  assign is_command = s_axis_tuser == KindCmd;
  always_comb begin
    message_tdata = s_axis_tdata;
    if (is_command) begin
      message_tdata[8+FlagResume] = 1'b0;
      message_tdata[8+FlagKeep] = 1'b0;
      message_tdata[66:64] = '0;
    end
  end

  roundel_sponge_message u_message (
    .clk_i,
    .rst_ni,
    .s_axis_tdata   (message_tdata),
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid  (s_axis_tvalid && !wait_plan),
    .s_axis_tready  (message_tready),
    .m_axis_tdata,
    .m_axis_tkeep,
    .m_axis_tlast,
    .m_axis_tuser,
    .m_axis_tvalid,
    .m_axis_tready,
    .tick_early_i   (1'b1),
    .can_request_i  (1'b1),
    .state_i        (state_q),
    .addend_o       (addend),
    .advance_o      (advance),
    .clear_o        (clear_state),
    .advance_early_o(advance_early),
    .clear_early_o  (clear_early)
  );

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The plans of up to four messages, the oldest first
  //////////////////////////////////////////////////////////////////////////////////////////////////

  typedef struct packed {
    logic       resume;  // the message starts from the kept state
    logic       keep;    // the state is kept after it
    logic [2:0] blocks;  // of the frame; only with `keep` and without `resume`
  } plan_t;

  localparam int unsigned MaxPlans = 4;
  plan_t [MaxPlans-1:0] plans_q, plans_d;
  plan_t plan;
  logic [2:0] number_q, number_d;
  logic known;  // there is a message
  logic begins, fails, ends;  // a message begins; the newest one fails; the oldest one ends

  // The hash has at most three messages at a time, so no command waits.
  assign wait_plan = is_command && number_q == 3'(MaxPlans);
  assign s_axis_tready = message_tready && !wait_plan;

  assign known = number_q != '0;
  assign plan = plans_q[0];
  assign begins = s_axis_tvalid && s_axis_tready && is_command;
  assign fails = forget_i || (s_axis_tvalid && s_axis_tready && s_axis_tuser == KindTag);
  assign ends = clear_state && known;
  assign number_d = number_q + 3'(begins) - 3'(ends);

  always_comb begin
    plans_d = ends ? {plan_t'('0), plans_q[MaxPlans-1:1]} : plans_q;
    for (int unsigned k = 0; k < MaxPlans; k++) begin
      if (begins && number_d == 3'(k + 1)) begin
        plans_d[k] = '{
            resume: s_axis_tdata[8+FlagResume],
            keep: s_axis_tdata[8+FlagKeep],
            blocks: s_axis_tdata[66:64]
        };
      end
      if (fails && number_d == 3'(k + 1)) plans_d[k] = '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      plans_q  <= '0;
      number_q <= '0;
    end else begin
      plans_q  <= plans_d;
      number_q <= number_d;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // When the kept state is loaded, stored and cleared
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic fresh_q;  // the state has no block: it is zero, or the kept state
  logic restored_q;  // it is the kept state
  logic load_d, load_q;  // the state becomes the kept state
  logic frame_q;  // the frame is absorbed, and its state is to be stored
  logic [2:0] left_q;  // blocks of the frame that are not in the state
  logic [4:0] round_q;  // rounds since the last block
  logic store_q;  // the state is stored
  logic forget_q;  // the kept state is cleared

  always_comb begin
    load_d = fresh_q && known && plan.resume && !restored_q && !load_q;
    if (clear_early) load_d = number_q > 3'd1 && plans_q[1].resume;
    if (!rst_ni) load_d = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    load_q <= load_d;
    if (!rst_ni || clear_state) fresh_q <= 1'b1;
    else if (advance) fresh_q <= 1'b0;
    if (!rst_ni || (advance && !load_q)) restored_q <= 1'b0;
    else if (load_q || clear_state) restored_q <= load_q;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_state) frame_q <= 1'b0;
    else if (advance && fresh_q) frame_q <= plan.keep && !plan.resume;
    else if (store_q) frame_q <= 1'b0;
    store_q <= rst_ni && !clear_state && advance && !fresh_q && frame_q && left_q == '0 &&
        round_q == 5'(LastRound - 1);
    forget_q <= !rst_ni || (fails && number_d == '0) || forget_i || (ends && !plan.keep) ||
        (known && !(fresh_q ? plan.resume : plan.keep));
  end

  always_ff @(posedge clk_i) begin
    if (advance && fresh_q) begin
      round_q <= '0;
      left_q  <= plan.blocks - 3'd1;
    end else if (advance && round_q == 5'(LastRound)) begin
      round_q <= '0;
      left_q  <= left_q - 3'd1;
    end else if (advance) begin
      round_q <= round_q + 5'd1;
    end
  end

  //////////////////////////////////////////////////////////////////////////////////////////////////
  // The state, its round and the kept state
  //////////////////////////////////////////////////////////////////////////////////////////////////

  logic state_clear_q, state_change_q;

  // The message takes the state that is loaded for zero, and adds no constant of the last round.
  always_comb begin
    round_addend = addend;
    round_addend[0] = addend[0] ^ (restored_q ? spread_constant(RoundConstants[LastRound]) : '0);
  end

  roundel_keccak_round u_round (
    .state_i        (state_q),
    .addend_i       (round_addend),
    .inject_i       ('{default: '0}),
    .inject_parity_i('{default: '0}),
    .state_o        (state_d)
  );

  always_ff @(posedge clk_i) begin
    state_clear_q  <= clear_early && !load_d;
    state_change_q <= advance_early || load_d;
  end

  for (genvar i = 0; i < NumLanes; i++) begin : gen_state
    always_ff @(posedge clk_i) begin
      if (state_clear_q) state_q[i] <= '0;
      else if (state_change_q) state_q[i] <= load_q ? kept_q[i] : state_d[i];
    end
    always_ff @(posedge clk_i) begin
      if (forget_q) kept_q[i] <= '0;
      else if (store_q) kept_q[i] <= state_q[i];
    end
  end

endmodule
