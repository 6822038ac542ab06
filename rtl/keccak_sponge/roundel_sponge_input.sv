// Copyright the Roundel authors. SPDX-License-Identifier: Apache-2.0
//
// Receives one message stream of a sponge: decodes commands, sends the lanes of the text to the block buffer
// and the length of the digest to the output, and detects illegal sequences.
//
// After an illegal sequence all earlier messages are answered first. Then error_o is high, and abort_o in the
// first of these cycles that has tick_i: it sends STATUS = ERROR and clears the message. Input is then
// dropped up to the next command. With AsyncReset every register has an asynchronous reset.
//
// With Resume a command may keep its sponge (KEEP). RESUME, with an empty TEXT, then requests more output:
// only a length goes to the output. Any other legal command waits until the output is sent, and clears the
// sponge like an error, but without STATUS (discard_q).
//
// With SaveLoad a command with LOAD brings a state: KEY has its 25 lanes, which are the first block of the
// message. A command with SAVE has a text of whole blocks without padding, and its output is the state.
//
// A command is judged as its beat arrives, so that its 128 bits are in no path of the state machine.
//
// Schedule:   at most one lane per cycle. full_o is high from the cycle after the last lane of a block to the
//             cycle of transferred_i, and no lane is sent while it is high. A message ends one cycle after
//             its last lane; its length goes to the output when that is idle.
// Interfaces: beats from the s_axis ports of the core; lanes to roundel_sponge_block_buffer; block state to
//             and from roundel_sponge_schedule; length and error to roundel_sponge_digest_output.
// Bytes:      byte 0 of a beat is tdata[7:0] and byte 0 of its first lane.
// Reference:  docs/stream-protocol.md (command, errors); FIPS 202 section 4, step 1 (padding).

module roundel_sponge_input
  import roundel_stream_pkg::*;
#(
  parameter int unsigned RateLanes  = 21,
  parameter bit          Resume     = 1'b0,  // the flags KEEP and RESUME are served
  parameter bit          SaveLoad   = 1'b0,  // the flags SAVE and LOAD are served
  parameter bit          AsyncReset = 1'b0
) (
  input logic clk_i,
  input logic rst_ni,

  input  logic [        127:0] s_axis_tdata,
  input  logic [         15:0] s_axis_tkeep,
  input  logic                 s_axis_tlast,
  input  logic [UserWidth-1:0] s_axis_tuser,
  input  logic                 s_axis_tvalid,
  output logic                 s_axis_tready,

  input logic tick_i,  // the state may be cleared in this cycle

  // The block that is being gathered.
  output logic        write_o,  // lane_o is valid: write it
  output logic [ 4:0] position_o,     // position of the lane in its block, counted from 1
  output logic [63:0] lane_o,  // padded lane of the message
  output logic        full_o,  // the block is complete
  output logic        final_block_o,  // the block is the last of its message
  output logic        rounds12_o,  // the permutations of the block's message have 12 rounds
  output logic        save_o,  // the output of the block's message is its state
  input  logic        transferred_i,    // the block goes to the addend

  // The message whose digest follows next; at most one waits while another digest is sent.
  output logic        hand_over_o,  // the output loads rate_o and length_o
  output logic [ 4:0] rate_o,          // lanes of a block of output of the waiting message
  output logic [31:0] length_o,        // length of the waiting digest in bytes
  output logic        keep_o,  // the sponge of the waiting digest is kept
  input  logic        output_busy_i,  // lanes of a digest are still expected
  input  logic        output_valid_i,  // an output beat waits
  output logic        error_early_o,  // error_o in the next cycle
  output logic        error_o,  // the message is to be cleared
  output logic        abort_o,  // clear the message
  output logic        status_o  // with abort_o: send STATUS = ERROR
);

  localparam logic [7:0] MaxLanes = 8'(RateLanes);
  localparam logic [4:0] StateLanes = 5'(roundel_keccak_pkg::NumLanes);
  localparam int unsigned FlagLoad = 6;
  localparam int unsigned FlagSave = 7;

  typedef enum logic [2:0] {
    InCommand,   // a command is expected
    InText,      // message text
    InHandOver,  // the message is complete; its length waits if another one still does
    InAbort,     // an illegal sequence: wait until all earlier messages are answered
    InError,     // answer it, clear the message
    InFlush,     // drop up to the next command
    InResume,    // the empty text of a command that resumes
    InLoad       // a state, before the text
  } in_state_e;

  in_state_e in_state_q, in_state_d;
  logic [2:0] in_state_bits;
  logic error_q;  // in_state_q is InError; a separate register, because it drives every byte of the output

  logic beat_valid, beat_command, beat_text, beat_key, beat_part, keep_full;
  logic text_legal, key_legal;  // the beat is one of the text, of the state, that is expected
  logic [63:0] beat_data;
  logic drop, feed;
  logic lane_valid, lane_end, lane_accepted;

  // The message that is being received; pending_q: the message before it waits for the output.
  logic [4:0] rate_q;
  logic rounds12_q;
  logic [7:0] suffix_q;
  logic [31:0] length_q;
  logic pending_q, pending_d;

  // The block that is being gathered.
  logic [4:0] position_q, position_d, next_position;
  logic block_last_q, block_last_d;  // the next lane is the last of the block: position_q == rate_q
  logic full_q, full_d;
  logic final_block_q, final_block_d;

  logic command_legal_d, command_legal_q;  // the beat is a legal command
  logic accept, store;
  logic load;  // the accepted command brings a state; zero without SaveLoad

  // The sponge that is kept. All of these are zero without Resume.
  logic [7:0] flags_legal;
  logic resume_d, resume_q;  // the beat is a legal command that resumes
  logic empty_q;  // the beat has no byte
  logic kept_q;  // the message of the last command keeps its sponge
  logic discard_q;  // a legal command clears the sponge that is kept
  logic values_legal, suffix_legal;

  // The state that is saved or loaded. All of these are zero without SaveLoad.
  logic save_d;  // the beat is a command that saves
  logic save_q;  // the message is not padded, and its output is its state
  logic loading;  // a state is received

  roundel_sponge_lane_feed #(
    .Raw       (SaveLoad),
    .AsyncReset(AsyncReset)
  ) u_feed (
    .clk_i,
    .rst_ni,
    .s_axis_tdata,
    .s_axis_tkeep,
    .s_axis_tlast,
    .s_axis_tuser,
    .s_axis_tvalid,
    .s_axis_tready,
    .keep_full_o       (keep_full),
    .beat_valid_o      (beat_valid),
    .beat_command_o    (beat_command),
    .beat_text_o       (beat_text),
    .beat_key_o        (beat_key),
    .beat_part_o       (beat_part),
    .beat_data_o       (beat_data),
    .drop_i            (drop),
    .drop_early_i      (in_state_d == InCommand),
    .feed_i            (feed),
    .raw_i             (save_q || beat_key),
    .suffix_i          (suffix_q),
    .lane_valid_o      (lane_valid),
    .lane_o,
    .lane_end_o        (lane_end),
    .lane_ready_i      (!full_q),
    .lane_ready_early_i(!full_d),
    .block_last_i      (block_last_q)
  );

  // Byte 0 of CMD is the operation, byte 1 the flags, byte 2 the suffix, byte 3 the rate in lanes, bytes 4 to
  // 7 the length of the digest. Bytes 8 to 15 are zero. A command that resumes has neither suffix nor rate.
  // One that saves has no suffix, and the length of the state.
  assign flags_legal = 8'(1 << FlagRounds12) | (Resume ? 8'(1 << FlagResume | 1 << FlagKeep) : '0) |
      (SaveLoad ? 8'(1 << FlagLoad | 1 << FlagSave) : '0);
  assign save_d = SaveLoad && s_axis_tdata[8+FlagSave];
  assign suffix_legal = save_d ? (s_axis_tdata[23:16] == '0 && s_axis_tdata[63:32] == 32'(8 * StateLanes)) :
      (!s_axis_tdata[23] && s_axis_tdata[22:16] != '0);
  assign resume_d = Resume && s_axis_tdata[8+FlagResume];
  assign values_legal = resume_d ?
      (s_axis_tdata[31:16] == '0 && !s_axis_tdata[8+FlagRounds12]) :
      (suffix_legal && s_axis_tdata[31:24] inside {[8'd1:MaxLanes]});
  assign command_legal_d = s_axis_tuser == KindCmd && keep_full && s_axis_tlast &&
      s_axis_tdata[7:0] == OpHash && (s_axis_tdata[15:8] & ~flags_legal) == '0 && values_legal &&
      s_axis_tdata[127:64] == '0;

  always_comb begin
    in_state_d = in_state_q;
    drop = 1'b0;
    feed = 1'b0;
    accept = 1'b0;
    store = 1'b0;
    unique case (in_state_q)
      InCommand: begin
        drop = beat_valid;
        accept = beat_valid && command_legal_q && (!resume_q || kept_q);
        if (accept) begin
          in_state_d = resume_q ? InResume : kept_q ? InAbort : load ? InLoad : InText;
        end else if (beat_valid) in_state_d = InAbort;
      end
      InText: begin
        feed = !SaveLoad || text_legal;
        drop = beat_valid && !text_legal && !beat_command;
        if (beat_valid && !text_legal) in_state_d = InAbort;
        else if (lane_accepted && lane_end) begin
          in_state_d = block_last_q ? InHandOver : save_q ? InAbort : InText;
        end
      end
      InHandOver: begin
        store = !pending_q;
        if (store) in_state_d = InCommand;
      end
      InAbort: begin
        if (!pending_q && !output_busy_i && !output_valid_i) in_state_d = InError;
      end
      InError: begin
        if (tick_i) in_state_d = discard_q ? InText : InFlush;
      end
      InFlush: begin
        drop = beat_valid && !beat_command;
        if (beat_valid && beat_command) in_state_d = InCommand;
      end
      InResume: begin
        drop = Resume && beat_valid && !beat_command;
        if (!Resume) in_state_d = InAbort;
        else if (beat_valid) in_state_d = beat_text && empty_q ? InHandOver : InAbort;
      end
      InLoad: begin
        feed = SaveLoad && key_legal;
        // A state of more lanes is dropped from the beat with its lane 24 on.
        drop = SaveLoad && beat_valid && !beat_command && (!key_legal || (lane_accepted && block_last_q));
        if (!SaveLoad || (beat_valid && !key_legal)) in_state_d = InAbort;
        else if (lane_accepted && lane_end && block_last_q) in_state_d = InText;
        else if (lane_accepted && (lane_end || block_last_q)) in_state_d = InAbort;
      end
      default: in_state_d = InAbort;
    endcase
  end

  assign text_legal = beat_text && !beat_key && !(save_q && beat_part);
  assign key_legal = beat_text && beat_key && !beat_part;
  assign load = SaveLoad && beat_data[8+FlagLoad];

  assign error_early_o = in_state_d == InError;
  assign error_o = error_q;
  assign abort_o = error_q && tick_i;
  assign status_o = abort_o && !discard_q;
  assign hand_over_o = pending_q && !output_busy_i;
  assign pending_d = store || (pending_q && !hand_over_o);
  assign lane_accepted = lane_valid && !full_q;

  // The asynchronous reset, constantly high without AsyncReset.
  logic arst_n;
  assign arst_n = AsyncReset ? rst_ni : 1'b1;

  if (Resume) begin : gen_kept
    logic kept_d, discard_d;

    always_comb begin
      kept_d = kept_q;
      discard_d = discard_q && !abort_o;
      if (accept) kept_d = beat_data[8+FlagKeep];
      else if (status_o) kept_d = 1'b0;
      if (accept) discard_d = kept_q && !resume_q;
    end

    roundel_reset_register #(
      .Width     (2),
      .AsyncReset(AsyncReset)
    ) u_kept (
      .clk_i,
      .rst_ni,
      .d_i({kept_d, discard_d}),
      .q_o({kept_q, discard_q})
    );

    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) begin
        resume_q <= 1'b0;
        empty_q  <= 1'b0;
      end else if (s_axis_tvalid && s_axis_tready) begin
        resume_q <= command_legal_d && resume_d;
        empty_q  <= !s_axis_tkeep[0];
      end
    end
  end else begin : gen_not_kept
    assign resume_q = 1'b0;
    assign empty_q = 1'b0;
    assign kept_q = 1'b0;
    assign discard_q = 1'b0;
  end

  if (SaveLoad) begin : gen_save
    always_ff @(posedge clk_i or negedge arst_n) begin
      if (!arst_n) begin
        save_q <= 1'b0;
        save_o <= 1'b0;
      end else begin
        if (accept) save_q <= beat_data[8+FlagSave];
        if (lane_accepted) save_o <= save_q && !loading;
      end
    end
    assign loading = in_state_q == InLoad;
  end else begin : gen_no_save
    assign save_q  = 1'b0;
    assign save_o  = 1'b0;
    assign loading = 1'b0;
  end

  always_comb begin
    next_position = position_q + 5'd1;
    position_d = position_q;
    if (lane_accepted) begin
      if (block_last_q) position_d = 5'd1;
      else position_d = lane_end ? rate_q : next_position;
    end
    // Determined one lane early, so that the comparison is not on the path to the feed.
    block_last_d = block_last_q;
    if (accept && !resume_q) block_last_d = beat_data[28:24] == 5'd1 && !load;
    else if (lane_accepted && block_last_q) block_last_d = rate_q == 5'd1;
    else if (lane_accepted) block_last_d = lane_end || next_position == (loading ? StateLanes : rate_q);
    full_d = (full_q || (lane_accepted && block_last_q)) && !transferred_i;
    final_block_d = lane_accepted ? lane_end && !loading : final_block_q;
    if (abort_o) begin
      position_d = 5'd1;
      full_d = 1'b0;
    end
  end

  roundel_reset_register #(
    .Width     (11),
    .AsyncReset(AsyncReset),
    .ResetValue({InCommand, 5'd1, 3'b000})
  ) u_control (
    .clk_i,
    .rst_ni,
    .d_i({in_state_d, position_d, full_d, pending_d, error_early_o}),
    .q_o({in_state_bits, position_q, full_q, pending_q, error_q})
  );
  assign in_state_q = in_state_e'(in_state_bits);

  always_ff @(posedge clk_i or negedge arst_n) begin
    if (!arst_n) begin
      final_block_q <= 1'b0;
      block_last_q <= 1'b0;
      command_legal_q <= 1'b0;
      rate_q <= '0;
      rounds12_q <= 1'b0;
      rounds12_o <= 1'b0;
      suffix_q <= '0;
      length_q <= '0;
      rate_o <= '0;
      length_o <= '0;
      keep_o <= 1'b0;
    end else begin
      final_block_q <= final_block_d;
      block_last_q <= block_last_d;
      if (s_axis_tvalid && s_axis_tready) command_legal_q <= command_legal_d;
      if (accept) length_q <= beat_data[63:32];
      if (accept && !resume_q) begin
        rate_q <= beat_data[28:24];
        rounds12_q <= beat_data[8+FlagRounds12];
        suffix_q <= beat_data[23:16];
      end
      // The next command may come before the block is transferred, but no lane of its message.
      if (lane_accepted) rounds12_o <= rounds12_q;
      if (store) begin
        rate_o <= save_q ? StateLanes : rate_q;
        length_o <= length_q;
        keep_o <= kept_q;
      end
    end
  end

  // The operation and the other flags are judged in the beat only.
  logic unused;
  assign unused = ^beat_data[31:0];

  assign write_o = lane_accepted;
  assign position_o = position_q;
  assign full_o = full_q;
  assign final_block_o = final_block_q;

endmodule
