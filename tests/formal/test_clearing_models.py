"""The proofs of clearing are not vacuous: in their models registers get marks, and the cores come to rest."""

from __future__ import annotations

import functools
import json
import subprocess
import sysconfig
from pathlib import Path
from random import Random

import pytest
from forms import forms
from marked_run import MarkedRun
from registers import REGISTERS, Registers
from transactions import segments_of

from roundel.catalog import find_core
from roundel.formal.clearing import CLOCK, NETLIST_FILE, TOP, Model
from roundel.formal.flow import Netlist
from roundel.formal.prove import TOOLS, job_of
from roundel.formal.tasks import load_tasks
from roundel.protocol.stream import Kind, Segment
from roundel.simulate.beats import Beats, beats_of
from roundel.verify.run import algorithms_served

TASKS = {name: task for name, task in load_tasks().items() if task.marks}
SHORT = "keccak-hash-clear:keccak-hash"
# Registers that get no mark here. fixed0_q has no secret. key_valid_q has a mark for a cycle, if a segment
# comes in place of a command while a key is kept. Those of keyak-hs and multi-keccak-hs have one only if
# bytes come in place of a command, or just before one.
ASCON_HS = {"u_core.u_addend.fixed0_q", "u_core.u_grammar.key_valid_q"}
KEYAK_HS = {
    "u_core.u_core.u_input.u_command.is_aead_q",
    "u_core.u_core.u_input.u_move.next_q",
    "u_core.u_core.u_input.u_move.step_q",
    "u_core.u_core.u_input.u_place.after_tag_q",
}
# The lengths of a message are counts of control.
AES_GCM_XHS = {"u_core.u_sum.lengths_o", "u_core.u_sum.text_length_q", "u_core.u_sum.ad_length_q"}
AES_GCM_MASKED = {"u_core.u_lengths.ad_q", "u_core.u_lengths.text_q"}
# The constants of rounds, and fresh bits.
KECCAK_HASH_MASKED = {"u_core.u_rounds.constant_q", "u_core.u_rounds.half_q"}
NEVER_MARKED = {
    "aes-gcm-masked-clear": AES_GCM_MASKED,
    "aes-gcm-masked-256-clear": AES_GCM_MASKED,
    "aes-gcm-xhs-clear": AES_GCM_XHS,
    "aes-gcm-xhs-256-clear": AES_GCM_XHS,
    "aes-gcm-xhs-two-cycles-clear": AES_GCM_XHS,
    "aes-gcm-xhs-four-cycles-clear": AES_GCM_XHS,
    "ascon-hs-clear": ASCON_HS,
    "ascon-hs-skid-clear": ASCON_HS,
    "keccak-hash-masked-clear": KECCAK_HASH_MASKED,
    "keyak-hs-clear": KEYAK_HS,
    "keyak-hs-hold-clear": KEYAK_HS,
    "multi-keccak-hs-clear": KEYAK_HS
    | {f"u_core.u_core.u_input.u_command.is_{kind}_q" for kind in ("hash", "mac", "prng", "verify")},
}
# Forms that the test of clearing does not abort. In keccak-pq all their candidates are kept:
# formal/clear_keccak_pq.sv.
MORE = {
    "groestl-256": ("VERIFY, tag of 32, refused", "MAC, twice under a key"),
    "aes-groestl-256": ("MAC, twice under a key",),
    "aes-groestl-512": ("MAC, twice under a key",),
    "multi-keccak-la": ("OPEN, refused, no text",),
    "keccak-pq": (
        *("sample_ntt of 1", "rej_ntt_poly of 1"),
        *("rej_bounded_poly_2 of 1", "rej_bounded_poly_4 of 1"),
    ),
}
# Cycles from the start in which a core clears a memory after its reset.
START = {"keccak-pq": 66}
# Cycles from the last beat of an answer until no register but those that remain depends on a secret.
CYCLES = 40
# PRNG makes its next key after the answer. The delay of the text is overwritten by what follows. Blocks of a
# cleared key clear the masked engine.
MORE_CYCLES = {
    "aes-gcm-masked": 110,
    "aes-gcm-masked-256": 150,
    "multi-aes-hs": 60,
    "multi-keccak-la": 60,
    "aes-ctr-xhs": 100,
    "aes-ctr-xhs-256": 100,
    "aes-gcm-xhs": 150,
    "aes-gcm-xhs-256": 150,
    "aes-gcm-xhs:two-cycles": 150,
    "aes-gcm-xhs:four-cycles": 150,
}


def registers_of(core: str) -> Registers:
    """Return the entry of the core, or that of its first configuration."""
    return REGISTERS[core if core in REGISTERS else core.partition(":")[0]]


@functools.cache
def model_of(name: str, folder: Path) -> Model:
    job = job_of(TASKS[name])
    for file, text in job.sources.items():
        (folder / file).write_text(text)
    (folder / "netlist.ys").write_text(job.netlist_script(tuple(job.sources)))
    yosys = Path(sysconfig.get_path("scripts")) / TOOLS[0]
    subprocess.run([yosys, "-q", "netlist.ys"], cwd=folder, check=True, timeout=300)
    module = json.loads((folder / NETLIST_FILE).read_text())["modules"][TOP]
    marks = job.task.marks
    assert marks
    return Model(Netlist(module, CLOCK), marks)


def transactions_of(core: str) -> dict[str, Beats]:
    """Return one transaction of every form that the test of clearing aborts: every service and kind."""
    made = {}
    for algorithm in algorithms_served(find_core(core)):
        for case, make in forms(algorithm).items():
            if case in (*registers_of(core).aborted, *MORE.get(core, ())):
                segments = segments_of(make(Random(1)))
                made[f"{algorithm} {case}"] = beats_of(segments, find_core(core).data_width)
    key = Segment(Kind.KEY, Random(1).randbytes(32))
    return {**made, "a key without a command": beats_of([key], find_core(core).data_width)}


@pytest.mark.parametrize(
    "name", [name if name == SHORT else pytest.param(name, marks=pytest.mark.long) for name in TASKS]
)
def test_registers_get_marks_and_lose_them(name: str, tmp_path: Path) -> None:
    core = TASKS[name].core
    model = model_of(name, tmp_path)
    marked: set[str] = set()
    for case, sent in transactions_of(core).items():
        seen = MarkedRun(model).run(sent, limit=registers_of(core).rest)
        assert not seen.failed, case
        cycles = seen.settled - max(seen.answered, START.get(core, 0))
        assert 0 <= cycles <= MORE_CYCLES.get(core, CYCLES), case
        marked |= seen.marked
        # With a reset in the middle
        aborted = MarkedRun(model).run(sent, limit=registers_of(core).rest, reset_after=len(sent) - 1)
        assert not aborted.failed and aborted.settled >= 0, case
        marked |= aborted.marked
    never = {register for register in model.marks if register not in marked}
    assert never == NEVER_MARKED.get(name.partition(":")[0], set())
