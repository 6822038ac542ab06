"""Every fast proof holds, and none of them holds of a core with a fault in it."""

from __future__ import annotations

import dataclasses
import re

import pytest

from roundel.formal import Job, Verdict, job_of, load_tasks, prove

FAST = [task for task in load_tasks().values() if task.tier == "fast"]

# Task, file, text, what it becomes: faults of the kind that a proof is there to find.
FAULTS = [
    # The skid's word is dropped when the sink takes one; the slice takes words it has no room for.
    (
        "stream-register:skid",
        "stream_register.sv",
        "    assign skid_data_d  = skid_valid_q ? skid_data_q : in_data_i",
        "    assign skid_data_d  = in_data_i",
    ),
    (
        "stream-register:skid",
        "stream_register.sv",
        "(in_valid_i || skid_valid_q) : 1'b1",
        "in_valid_i : 1'b1",
    ),
    ("stream-register:simple", "stream_register.sv", "in_ready_o ? in_data_i : data_q", "in_data_i"),
    # The FIFO overruns by one; reads ahead; a reset leaves a word behind.
    ("stream-fifo:depth8", "stream_fifo.sv", "!= pointer_t'(Depth)", "!= pointer_t'(Depth + 1)"),
    ("stream-fifo:depth8", "stream_fifo.sv", "out_valid_o && out_ready_i", "out_ready_i"),
    ("stream-fifo:depth2", "stream_fifo.sv", "read_q  <= '0", "read_q  <= '1"),
    ("round-counter:keccak", "round_counter.sv", "last_o ? '0 : round_q", "round_q"),
    # Step rho by one bit, chi without its complement, theta's second column not turned, pi transposed.
    ("keccak-round:w8", "keccak_pkg.sv", "(t + 1) * (t + 2) / 2)", "(t + 1) * (t + 2) / 2 + 1)"),
    ("keccak-round:w16", "keccak_chi.sv", "~state_i[Next]", "state_i[Next]"),
    ("keccak-round:w8", "keccak_rho_pi.sv", "lane_index(y, 2 * x + 3 * y)", "lane_index(2 * x + 3 * y, y)"),
    ("keccak-round:w8", "keccak_theta_effect.sv", "(x + 1) % 5", "(x + 2) % 5"),
    ("keccak-round-constant", "keccak_pkg.sv", "9'h171", "9'h173"),
    # The register stands before pi; the other function of a slice; a level of registers less.
    ("keccak-round-pipelined", "keccak_round_pipelined.sv", "moved_q <= moved;", "moved_q <= theta;"),
    ("dsp-logic-unit-cell:and-not", "dsp_logic_unit.sv", "4'b1101", "4'b1100"),
    ("dsp-logic-unit-model:xor-pipelined", "DSP48E1.sv", "assign x = x_q[AREG-1]", "assign x = x_q[0]"),
    # A beat is offered for one cycle only; STATUS cuts in, or has a hole in tkeep.
    ("keccak-hash-stream", "sponge_digest_output.sv", "(valid_q && !m_axis_tready)", "1'b0"),
    ("keccak-hash-stream", "sponge_message.sv", ".error_i (abort)", ".error_i (beat_bad)"),
    ("keccak-hash-stream", "sponge_digest_output.sv", "low_keep_q <= 8'h01", "low_keep_q <= 8'h05"),
    # A block is called for before it is known that no more output is wanted; a constant comes a round late.
    (
        "keccak-permutation:luts",
        "sponge_schedule.sv",
        "last_q && capture_ready_q &&",
        "last_q && output_busy_i && !drain_busy_i &&",
    ),
    (
        "keccak-permutation:luts-pipelined",
        "sponge_pace.sv",
        "assign tick_o = turn_q[RoundCycles-1];",
        "assign tick_o = turn_q[0];",
    ),
    # An error does not close the text that was given out; a digest's last beat is not its segment's.
    ("aes-grostl-stream:aes", "aes_grostl_control.sv", "open_text_q ? StClose : StError", "StError"),
    ("aes-grostl-stream:grostl", "aes_grostl_control.sv", "last: digest_done", "last: 1'b0"),
    # A message's length is never put aside, so its digest never begins.
    ("keccak-hash-still", "sponge_input.sv", "store = !pending_q", "store = pending_q"),
    # A refused text is given out; an unjudged one; a dropped one comes back; one leaves as UNVERIFIED.
    ("aead-hold:depth2", "aead_hold.sv", "decide && accepted_q && closed_q", "decide && closed_q"),
    (
        "aead-hold:depth2",
        "aead_hold.sv",
        "commit = release_text || (write && !unverified_q)",
        "commit = write",
    ),
    ("aead-hold:depth2", "rollback_fifo.sv", "drop_i ? commit_q :", ""),
    ("aead-hold:depth2", "aead_hold.sv", "if (unverified_q) written.user = KindText", ""),
    # A text that is too long leaves without its end, and as if it were whole.
    ("aead-hold:depth2", "aead_hold.sv", "|| (valid_q && unverified_q && whole && !keep_end)", ""),
    ("aead-hold:depth4", "aead_hold.sv", "if (accepted_q && dropped_q)", "if (1'b0)"),
    # The empty end of a full text comes before the text; a full memory is written over.
    ("aead-hold:depth2", "aead_hold.sv", "end_q && !held_q && empty && room", "end_q && !held_q && room"),
    ("aead-hold:depth4", "rollback_fifo.sv", "!drop_i && !fetch && (full_o ||", "!drop_i && !fetch && ("),
    # A text without room waits for room; the STATUS behind a full text does.
    ("aead-hold-progress", "aead_hold.sv", "&& !decide && (whole || dropped_q)", "&& !decide && dropped_q"),
    ("aead-hold-progress", "aead_hold.sv", "valid_q && held_q && (", "valid_q && held_q && !full && ("),
    # The next block begins too soon; a result comes without room; one that was flushed comes.
    ("aes-stored-blocks", "aes_stored_engine.sv", "pace_q <= rounds - 4'd2", "pace_q <= rounds - 4'd9"),
    ("aes-stored-blocks", "aes_stored_engine.sv", "!result_next || room_i", "!result_next || start_i"),
    (
        "aes-stored-blocks",
        "aes_stored_engine.sv",
        "if (!rst_ni || flush_i) begin turn_a_q",
        "if (!rst_ni) begin turn_a_q",
    ),
    # A beat that is not whole goes on; a status has two bytes.
    ("aes-gcm-promises", "aes_gcm_input.sv", "|| !(s_axis_tlast || s_axis_tkeep[15])", ""),
    ("aes-gcm-promises", "aes_gcm_hs.sv", "answer_keep = 16'h1", "answer_keep = 16'h3"),
    # A beat replaces the one on offer; a byte beyond the end of text stays; a status is said to be text.
    ("aes-gcm-output", "aes_gcm_output.sv", "given_q && !valid_q", "given_q"),
    ("aes-gcm-output", "aes_gcm_output.sv", "(load_i && mask_i[k])", "(load_i && mask_i[0])"),
    (
        "aes-gcm-output",
        "aes_gcm_output.sv",
        "AnswerStatus: kind = KindStatus",
        "AnswerStatus: kind = KindText",
    ),
    # A beat is offered for one cycle only; a tag's cut bytes come; text is said to be verified.
    ("multi-aes-output", "multi_aes_output.sv", "(give_q && !m_axis_tready)", "1'b0"),
    ("multi-aes-output", "multi_aes_output.sv", "|| (move && is_end && !pair_batch_q.keep[k])", ""),
    (
        "multi-aes-output",
        "multi_aes_output.sv",
        "kind = open_i ? KindUnverified : KindText",
        "kind = KindText",
    ),
    # The expansion of a key never ends; nor does the clearing of what was there before the reset.
    (
        "aes-gcm-patience",
        "aes_stored_engine.sv",
        "if (phase_q[5] && last_row_q) expanding_q <= 1'b0",
        "if (phase_q[5] && last_row_q) expanding_q <= 1'b1",
    ),
    (
        "multi-aes-patience",
        "multi_aes_control.sv",
        "Wipe: if (wipe_q[4] && !hash_i.busy)",
        "Wipe: if (wipe_q[4] && wipe_q[3])",
    ),
    # A place too few is reserved; the last lane of a segment is forgotten; an error does not close it.
    ("duplex-output", "duplex_output.sv", "room_d >= BlockBeats", "room_d >= BlockBeats - 5'd1"),
    ("duplex-output", "duplex_output.sv", "flush_d = carry_q && beat_q.close", "flush_d = 1'b0"),
    ("duplex-output", "duplex_output.sv", "control_d.close = close_i", "control_d.close = 1'b0"),
    # Captures are too near to each other; one comes that has no room; an error does not wait.
    (
        "duplex-promises:keyak",
        "duplex_permutation.sv",
        "hold_q <= DrainCycles",
        "hold_q <= DrainCycles - 4'd1",
    ),
    ("duplex-promises:keyak", "duplex_permutation.sv", "hold_free_d && output_room_i", "hold_free_d"),
    ("duplex-promises:multi", "duplex_permutation.sv", "abort_i && output_idle_i", "abort_i"),
]


@pytest.mark.slow
@pytest.mark.parametrize("task", FAST, ids=lambda task: task.name)
def test_fast_proofs_hold(task):
    result = prove(job_of(task))
    assert result.verdict is Verdict.PASS, f"{result.reasons} {result.log}"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "file", "text", "fault"), FAULTS, ids=lambda value: str(value)[:40])
def test_a_fault_is_found(name, file, text, fault):
    result = prove(with_fault(job_of(load_tasks()[name]), file, text, fault))
    assert result.verdict in (Verdict.FAIL, Verdict.UNKNOWN), result.log
    assert result.reasons
    assert result.trace and result.trace.is_file()


def with_fault(job: Job, file: str, text: str, fault: str) -> Job:
    """Return the job with `text` (its spaces are as wide as you like) replaced by `fault` in `file`."""
    pattern = r"\s+".join(re.escape(word) for word in text.split())
    source, count = re.subn(pattern, lambda _: fault, job.sources[file])
    assert count == 1, f"{file} has {text!r} {count} times, not once: choose the fault anew"
    task = job.task
    if task.engine == "abc pdr":
        # To find a counterexample is all that is asked: bounded search is much faster at that.
        task = dataclasses.replace(task, mode="bmc", engine="abc bmc3", depth=40)
    return dataclasses.replace(job, task=task, sources={**job.sources, file: source})
