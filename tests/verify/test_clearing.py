"""No secret remains in an idle core: no register distinguishes one transaction from another.

Every transaction runs twice on a core that was just reset, with different keys, nonces, data and text of
the same lengths. Then every register and every word of every memory must be equal in both runs, so that
none of them depends on a secret. Registers are found in the sources; their values are in the trace.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from trace_values import last_values, leaf, register_names
from transactions import Make, forms, sample, segments_of, sequence

from roundel.catalog import find_core
from roundel.protocol.stream import Kind, Status
from roundel.simulate.beats import Beats, beats_of
from roundel.simulate.device import Device
from roundel.simulate.model import NO_STALLS, Stalls
from roundel.verify.run import algorithms_served

pytestmark = pytest.mark.slow  # models with a trace are built first

NO_KIND = 15

CORES = (
    *(
        "groestl-256",
        "aes-ctr",
        "aes-groestl-256",
        "aes-gcm-hs",
        "multi-aes-hs",
        "keyak-hs",
        "multi-keccak-hs",
    ),
    *("keyak-la", "multi-keccak-la", "aes-gcm-la", "multi-aes-la", "keccak-hash", "keccak-hash-base"),
    *("keccak-hash-dsp", "keccak-hash-dsp-pip", "keccak-hash-pip", "keccak-hash-pip2"),
)


def cases_of(name: str) -> dict[str, Make]:
    """Return every form of a core's algorithms, and what another service must clear."""
    served = algorithms_served(find_core(name))
    cases: dict[str, Make] = {}
    for one in served:
        # Two algorithms of one service have forms of the same names.
        cases |= {case if case not in cases else f"{one}, {case}": make for case, make in forms(one).items()}
    for one in served if "hash" in cases else ():
        if one.keeps:
            cases[f"kept {one.keeps}, then a hash"] = sequence(
                first_of(sample(one, 5, 2)), cases["hash of nothing"]
            )
    return cases


def first_of(make: Make) -> Make:
    return lambda rng: make(rng)[:1]


CASES = {name: cases_of(name) for name in CORES}
SHA3 = ["keccak_512", "hash"]
# A transaction of each service, with every kind of segment. It is aborted at every beat.
ABORTED = {
    "groestl-256": ["hash", "MAC, key of 64"],
    "aes-ctr": ["CTR of 100"],
    "aes-groestl-256": ["CTR of 100", "SEAL, key of 16", "OPEN, refused"],
    "aes-gcm-hs": ["SEAL, key of 32", "OPEN, refused", "nonce of 20 bytes"],
    "multi-aes-hs": ["hash", "MAC, key of 32", "PRNG, bits 0", "SEAL, key of 32", "OPEN, refused"],
    "keyak-hs": ["SEAL, key of 16", "OPEN, refused"],
    "multi-keccak-hs": ["hash", "MAC, key of 16", "PRNG, bits 0", "SEAL, key of 16", "OPEN, refused"],
    "keyak-la": ["OPEN, refused, no text"],
    "multi-keccak-la": ["keccak_512", "MAC of nothing, key of 16"],
    "aes-gcm-la": ["SEAL, key of 32", "nonce of 20 bytes", "another key", "OPEN, refused"],
    "multi-aes-la": ["hash", "MAC, key of 32", "PRNG, bits 0", "PRNG twice", "OPEN, refused"],
    **{name: SHA3 for name in CORES if name.startswith("keccak-hash")},
}
# Cycles from the last accepted beat until the core is idle, with the answers.
REST = {"multi-aes-la": 1000, "keyak-la": 4000, "multi-keccak-la": 4000, "keccak-hash-dsp-pip": 4000}
HIGH_SPEED_REST = 600
# For beats of 16 bits every third position is enough: it reaches all positions within a lane.
EVERY = {"aes-groestl-256": 2, "keyak-la": 3, "multi-keccak-la": 3, "aes-gcm-la": 5, "multi-aes-la": 5}

# Registers that a core's parameters remove: counters of output in cores without an output length; registers
# of AES, or of its longer key, in Grøstl cores without it, and vice versa; early decisions of cores with more
# than one cycle per round; registers of another round or slice than the core has.
DECIDED_AHEAD = ("abort_early_q", "advance_q", "capture_q", "end_q")
NOT_BUILT = {
    "groestl-256": {
        *("addend_q", "capture_q", "counter_set_q", "counter_valid_q", "enable_q", "first_step_q"),
        *("key_high_q", "key_low_q", "keystream_q", "keystream_valid_q", "last_key_valid_q"),
        *("last_round_key_q", "last_round_q", "low_q", "nonce_q", "previous_key_q", "rotate_q"),
        *("round_constant_q", "round_key_q", "shift_result_q", "shifted_q", "upper_next_q", "upper_q"),
    },
    "aes-groestl-256": {"first_step_q", "key_high_q", "previous_key_q", "rotate_q", "shifted_q"},
    "aes-ctr": {
        *("addend_sel_q", "begin_q", "chain_add_q", "chain_value_q", "constant_p_q", "constant_q_q"),
        *("final_q", "first_step_q", "key_high_q", "last_q", "next_number_q", "previous_key_q"),
        *("result_final_q", "rotate_q", "shift_q", "shift_result_q", "store_q"),
    },
    "keccak-hash": {"rho_pi_q", "cycle_q", *DECIDED_AHEAD},
    "keccak-hash-base": {"rho_pi_q", "cycle_q", *DECIDED_AHEAD},
    "keccak-hash-dsp": {"cycle_q", "x_q", "z_q", *DECIDED_AHEAD},
    "keyak-hs": {"counted_q", "left_q"},
    "keyak-la": {
        *("fits_mac_q", "length_q", "more_q", "full_q"),
        *("lane_before_q", "last_lane_q", "last_of_rate_q", "past_rate_q"),
    },
    "aes-gcm-la": {
        *("skid_data_q", "skid_valid_q", "overflow_q", "half_q", "column_write_q", "state_address_q")
    },
    "multi-aes-la": {"skid_data_q", "skid_valid_q"},
}

# Registers that hold a secret after the last accepted beat: the comparison must find them.
HELD = {
    "groestl-256": ["ring_q", "u_block.words_q"],
    "aes-ctr": ["gen_aes.u_stream.round_key_q", "u_block.words_q"],
    "aes-groestl-256": ["gen_aes.u_stream.round_key_q", "gen_aes.u_stream.last_round_key_q"],
    "aes-gcm-hs": ["u_engine.high_rows_q[0]", "u_engine.low_rows_q[10]", "u_ghash.u_q"],
    "multi-aes-hs": ["u_schedule.high_rows_q[0]", "u_schedule.low_rows_q[10]", "u_ghash.u_q"],
    "keyak-hs": ["u_permutation.state_q(0)", "u_permutation.state_q(24)"],
    "multi-keccak-hs": ["u_permutation.state_q(0)", "u_permutation.state_q(24)"],
    "keyak-la": ["u_lanes.mem_q[0]"],
    "multi-keccak-la": ["u_lanes.mem_q[0]"],
    "aes-gcm-la": ["u_cipher.words_q[0]", "u_ghash.keys_q[0]"],
    "multi-aes-la": ["u_cipher.words_q[0]", "u_ghash.keys_q[0]"],
    "keccak-hash": ["state_q(0)", "state_q(24)"],
    "keccak-hash-base": ["state_q(0)", "state_q(24)"],
    "keccak-hash-dsp": ["state_q(0)", "state_q(24)"],
    "keccak-hash-dsp-pip": ["state_q(0)", "state_q(24)"],
    "keccak-hash-pip": ["state_q(0)", "state_q(24)", "rho_pi_q[24]"],
    "keccak-hash-pip2": ["chi_q(0)", "chi_q(24)", "rho_pi_q[24]"],
}

# Registers that may differ: regular expressions of their hierarchical names, and the reason.
# test_every_allowed_register_is_needed fails for an entry that no test needs.
GCM_ALLOWED = {
    r"(u_output\.)?m_axis_tdata": "the beat sent last; a status, which is not secret, replaces it",
}
DUPLEX_ALLOWED = {
    r"u_core\.u_output\.u_queue\.mem_q\[\d+\]": "beats of answers that were sent",
    r"u_core\.u_output\.carry_data_q": "a lane of an answer that was sent, with its mask",
    r"u_core\.u_input\.(u_move\.)?tag_o": "the tag as received; right or wrong, its sender knows it",
}
LOW_AREA_ALLOWED = {
    r"u_core\.u_input\.(data_q|gen_skid\.skid_data_q)": "the beat received last, until the next one",
}
KEYAK_LA_ALLOWED = {
    r"u_core\.u_answer\.tag_mismatch_o": "whether a received tag was wrong so far, until the next tag",
}
LOW_AREA_AES_ALLOWED = {
    r"u_core\.u_input\.data_q": "the beat received last, until the next one",
    r"(u_core\.(u_output\.)?)?m_axis_tdata": "the beat sent last",
}
DIGEST_ALLOWED = {
    r"(gen_stream\[\d\]\.)?u_message\.u_output\.(low|high)_q": "the beat sent last",
}
ALLOWED: dict[str, dict[str, str]] = {
    "groestl-256": {},
    "aes-ctr": {},
    "aes-groestl-256": {},
    "aes-gcm-hs": GCM_ALLOWED,
    "multi-aes-hs": {},
    "keyak-hs": DUPLEX_ALLOWED,
    "multi-keccak-hs": DUPLEX_ALLOWED,
    "keyak-la": LOW_AREA_ALLOWED | KEYAK_LA_ALLOWED,
    "multi-keccak-la": LOW_AREA_ALLOWED,
    "aes-gcm-la": LOW_AREA_AES_ALLOWED,
    "multi-aes-la": LOW_AREA_AES_ALLOWED,
    "keccak-hash": DIGEST_ALLOWED,
    "keccak-hash-base": DIGEST_ALLOWED,
    "keccak-hash-dsp": DIGEST_ALLOWED,
    "keccak-hash-dsp-pip": DIGEST_ALLOWED,
    "keccak-hash-pip": DIGEST_ALLOWED,
    "keccak-hash-pip2": DIGEST_ALLOWED,
}


def rest_of(name: str) -> int:
    return REST.get(name, HIGH_SPEED_REST)


def beats(name: str, case: str, seed: int) -> Beats:
    return beats_of(segments_of(CASES[name][case](Random(seed))), find_core(name).data_width)


@functools.cache
def names_of(name: str) -> set[str]:
    return register_names(find_core(name)) - NOT_BUILT.get(name, set())


def registers(name: str, trace: Path) -> dict[str, bytes]:
    """Return the values of the core's registers and memories at the end of a trace."""
    values = last_values(trace)
    names = names_of(name)
    assert names <= {leaf(register) for register in values}, "a register is not in the trace"
    return {register: value for register, value in values.items() if leaf(register) in names}


def left(
    name: str, sent: Beats, folder: Path, *, rest: int, stalls: Stalls = NO_STALLS, reset: bool = False
) -> tuple[dict[str, bytes], Beats]:
    """Return the registers `rest` cycles after the last beat (and a reset), and the answer."""
    path = folder / "trace.vcd"
    with Device(find_core(name), trace=path, trace_end=True) as device:
        answer = device.run(sent, segments=0, stalls=stalls)
        if reset:
            device.reset()
        if rest:
            answer = Beats.concatenate([answer, device.step(rest, stalls=stalls)])
    return registers(name, path), answer


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> set[str]:
    assert one.keys() == other.keys()
    return {register for register in one if one[register] != other[register]}


def not_allowed(name: str, found: set[str]) -> list[str]:
    return sorted(r for r in found if not any(re.fullmatch(allowed, r) for allowed in ALLOWED[name]))


def is_error(answer: Beats) -> bool:
    return bool(((answer.user == Kind.STATUS) & (answer.data[:, 0] == Status.ERROR)).any())


def distinguishing(name: str, case: str, folder: Path, stalls: Stalls = NO_STALLS) -> set[str]:
    """Return the registers that distinguish two transactions with equal answers."""
    (one, first), (other, second) = (
        left(name, beats(name, case, seed), folder, rest=rest_of(name), stalls=stalls) for seed in (1, 2)
    )
    assert first.last.any() and not is_error(first) and not is_error(second)
    for field in ("user", "keep", "last"):
        assert (getattr(first, field) == getattr(second, field)).all()
    assert (first.data[first.user == Kind.STATUS] == second.data[second.user == Kind.STATUS]).all()
    return differing(one, other)


def distinguishing_when_reset(name: str, case: str, count: int, folder: Path) -> set[str]:
    """Return the same for transactions that a reset aborts after `count` beats."""
    (one, _), (other, _) = (
        left(name, beats(name, case, seed)[:count], folder, rest=rest_of(name), reset=True) for seed in (1, 2)
    )
    return differing(one, other)


TRANSACTIONS = [(name, case) for name in CASES for case in CASES[name]]
TO_ABORT = [(name, case) for name in ABORTED for case in ABORTED[name]]


@pytest.mark.parametrize("stalls", [NO_STALLS, Stalls(3, source=0.4, sink=0.6)], ids=["", "stalled"])
@pytest.mark.parametrize(("name", "case"), TRANSACTIONS)
def test_after_a_transaction(name: str, case: str, stalls: Stalls, tmp_path: Path) -> None:
    assert not_allowed(name, distinguishing(name, case, tmp_path, stalls)) == []


@pytest.mark.parametrize(("name", "case"), TO_ABORT)
@pytest.mark.parametrize("fault", ["another kind", "a hole, and nothing after it"])
def test_after_an_error(name: str, case: str, fault: str, tmp_path: Path) -> None:
    """Each beat is replaced by one of an unknown kind, whose followers are dropped, or by one with a hole."""
    for at in range(0, len(beats(name, case, 0)), EVERY.get(name, 1)):
        found = []
        for seed in (1, 2):
            sent = beats(name, case, seed)
            if fault == "another kind":
                sent.user[at] = NO_KIND
            else:
                sent.keep[at] = 1 << (sent.data.shape[1] - 1)
                sent = sent[: at + 1]
            found.append(left(name, sent, tmp_path, rest=rest_of(name)))
        (one, first), (other, second) = found
        assert is_error(first) and is_error(second)
        assert not_allowed(name, differing(one, other)) == [], f"beat {at}"


@pytest.mark.parametrize(("name", "case"), TO_ABORT)
def test_after_a_reset(name: str, case: str, tmp_path: Path) -> None:
    """The reset comes after each beat of a transaction."""
    for count in range(1, len(beats(name, case, 0)) + 1, EVERY.get(name, 1)):
        assert not_allowed(name, distinguishing_when_reset(name, case, count, tmp_path)) == [], (
            f"{count} beats"
        )


@pytest.mark.parametrize("name", CASES)
def test_comparison_detects_secrets_in_use(name: str, tmp_path: Path) -> None:
    """After the last beat, key, state and subkey differ: the comparison can fail."""
    case = ABORTED[name][-1]
    (one, _), (other, _) = (left(name, beats(name, case, seed), tmp_path, rest=0) for seed in (1, 2))
    found = differing(one, other)
    assert [part for part in HELD[name] if not any(r.endswith(part) for r in found)] == []


@pytest.mark.parametrize("name", [name for name in CASES if ALLOWED[name]])
def test_every_allowed_register_is_needed(name: str, tmp_path: Path) -> None:
    """Transactions and resets are compared until every entry of the list was needed."""

    def distinguishing_by_turns() -> Iterator[set[str]]:
        for case in CASES[name]:
            yield distinguishing(name, case, tmp_path)
        for case in ABORTED[name]:
            for count in range(1, len(beats(name, case, 0)) + 1, EVERY.get(name, 1)):
                yield distinguishing_when_reset(name, case, count, tmp_path)

    unneeded = set(ALLOWED[name])
    for found in distinguishing_by_turns():
        unneeded -= {a for a in unneeded if any(re.fullmatch(a, register) for register in found)}
        if not unneeded:
            break
    assert sorted(unneeded) == []
