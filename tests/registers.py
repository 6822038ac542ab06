"""The registers of the service cores, for the tests of the bus and of clearing: one entry for each core."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Registers:
    """What a core holds, and when it is cleared.

    For the bus test: `zero` are registers, arrays of lanes, that are zero when no transaction is under way.
    They are not zero `busy_cycles` after the known exchange number `busy` began. A transaction, one that is
    not answered too, has ended `ending_cycles` after its last beat.

    For the test of clearing, if `held` is not empty: `aborted` are the forms of a transaction to abort, one
    of each service, with every kind of segment. The abort comes at every beat, or `every` so many. `held`
    are the ends of the names of registers that hold a secret after the last accepted beat of the last of
    these. The core is idle `rest` cycles after that beat, with the answers. `allowed` are registers that may
    differ: regular expressions of their hierarchical names, and the reason. `not_built` are registers of the
    sources that the parameters of the core remove, and memories that are too long for a trace.
    """

    zero: Sequence[str]
    held: Sequence[str] = ()
    aborted: Sequence[str] = ()
    allowed: Mapping[str, str] = field(default_factory=dict)
    not_built: Collection[str] = ()
    rest: int = 600
    every: int = 1
    busy: int = 0
    busy_cycles: int = 20
    ending_cycles: int = 100


def inside(instance: str, *registers: str) -> tuple[str, ...]:
    return tuple(f"{instance}.{register}" for register in registers)


SEALED, REFUSED = "SEAL, key of 16", "OPEN, refused"
MULTI_AES = ("hash", "MAC, key of 32", "PRNG, flags 0", "SEAL, key of 32", REFUSED)
MULTI_KECCAK = ("hash", "MAC, key of 16", "PRNG, flags 0", SEALED, REFUSED)
BLOCK = ("u_block.block_q", "u_block.u_addend.addend_q", "u_drain.lanes_q")
LAST_SENT = {r"(gen_stream\[\d\]\.)?u_message\.u_output\.(low|high)_q": "the beat sent last"}
# Only a core with Resume has it.
KEPT = "out_keep_q"
# Only a core with SaveLoad has them.
STATES = (
    *("bad_keep_q", "beat_q", "close_q", "dropping_q", "is_command_q", "key_q", "next_valid_q", "open_q"),
    *("part_q", "skid_q", "skid_valid_q", "waits_q"),
)
# Of cores with more than one cycle per round: early decisions, and an output that registers drive.
SEVERAL_CYCLES = (
    *("abort_early_q", "ends_q"),
    *("at_rate_q", "most_q", "rest_q"),
    *("few_left_q", "upper_q", "complete_q", "lane_last_q", "lane_error_q"),
)

# Of a core that holds back text. Others, with HoldDepth = 0, do not have them.
HOLD = (
    *("commit_q", "dropped_q", "empty_end_q", "end_q", "held_q", "not_accepted_q", "out_q", "out_valid_q"),
    *("uncommitted_full_o", "unverified_q", "word_q"),
)

DUPLEX = Registers(
    zero=inside("u_core.u_permutation", "state_q", "inject_q", "inject_parity_q", *BLOCK),
    held=("u_permutation.state_q(0)", "u_permutation.state_q(24)"),
    allowed={
        r"u_core\.u_output\.u_queue\.mem_q\[\d+\]": "beats of answers that were sent",
        r"u_core\.u_output\.carry_data_q": "a lane of an answer that was sent, with its mask",
        r"u_core\.u_input\.(u_move\.)?tag_o": "the tag as received; right or wrong, its sender knows it",
    },
)
LANES = Registers(
    zero=inside(
        "u_core.u_state.u_datapath",
        *("u_lanes.mem_q", "u_operands.mem_q", "parity_q", "line_q", "replaced_q"),
    ),
    held=("u_lanes.mem_q[0]",),
    allowed={
        r"u_core\.u_input\.(data_q|gen_skid\.skid_data_q)": "the beat received last, until the next one",
    },
    rest=4000,
    every=3,  # positions of beats of 16 bits: all positions within a lane are reached
    busy_cycles=60,
    ending_cycles=3000,  # a permutation is 725 cycles, and more than one may be due
)
COLUMNS = Registers(
    zero=inside("u_core", "u_cipher.words_q", "u_ghash.keys_q", "u_ghash.sum_q"),
    held=("u_cipher.words_q[0]", "u_ghash.keys_q[0]"),
    allowed={
        r"u_core\.u_input\.data_q": "the beat received last, until the next one",
        r"(u_core\.(u_output\.)?)?m_axis_tdata": "the beat sent last",
    },
    every=5,
    busy_cycles=60,
    ending_cycles=3000,
)
HASH = Registers(
    zero=("state_q", *inside("u_message", *BLOCK)),
    held=("state_q(0)", "state_q(24)"),
    aborted=("keccak_512", "hash"),
    allowed=LAST_SENT,
)
KECCAK_PQ = replace(
    HASH,
    zero=("state_q", *inside("u_block", "block_q", "addend_q"), "u_drain.lanes_q"),
    held=("u_block.block_q(20)", "u_input.lane_q"),
    rest=2000,
    ending_cycles=1500,
    aborted=("hash", "chain of 3", "sample_poly_cbd_2 of 3", "expand_mask_19 of 3", "sample_in_ball_60 of 1"),
    allowed={r"u_output\.data_q": "the beat sent last"},
    not_built=("skid_q", "skid_valid_q"),
)
# Registers of keccak-pq that only a core with MlDsa has.
ML_DSA = (
    *("below_q", "bit_q", "candidate", "exchange_q", "group_q", "group_valid_q", "moved_q", "quarter_q"),
    *("silent_q", "sweep_q", "used_q", "words_q"),
)
AES_GCM = Registers(
    zero=("u_engine.low_rows_q", "u_engine.high_rows_q"),
    held=("u_engine.high_rows_q[0]", "u_engine.low_rows_q[10]", "u_ghash.u_q"),
    aborted=("SEAL, key of 32", REFUSED, "nonce of 20 bytes"),
    allowed={r"(u_output\.)?m_axis_tdata": "the beat sent last; a status, which is not secret, replaces it"},
    busy_cycles=60,
)
NO_SKID = ("skid_data_q", "skid_valid_q")  # the output register of the xhs cores has no skid
AES_GCM_XHS_PASSES = Registers(
    zero=("u_keys.round_keys_o",),
    held=("u_keys.last_q",),
    aborted=(SEALED, REFUSED, "nonce of 20 bytes"),
    allowed={
        r"u_answer\.u_memory\.(mem_q\[\d+\]|word_q)": "beats of answers, until others replace them",
        r"u_answer\.u_out\.data_q": "the beat sent last",
    },
    not_built=NO_SKID,
    busy_cycles=60,
    ending_cycles=300,  # a key is expanded before it is cleared
)
# Without the registers of BlockCycles > 1.
AES_GCM_XHS = replace(AES_GCM_XHS_PASSES, not_built=(*NO_SKID, "phase_q", "entry_q", "key_q"))
# The registers of the engine are never zero: they hold shares of blocks of a cleared key.
AES_GCM_MASKED = Registers(
    zero=(
        *inside("u_core.gen_share[0].u_share", "nonce_q", "mask_q", "answer_q"),
        *inside("u_core.gen_share[1].u_share", "nonce_q", "mask_q", "answer_q"),
        *inside("u_core.u_ghash", "subkey_q", "digits_q", "inner_q", "cross_q", "masked_q"),
        *inside("u_core.u_is_zero", "bits_q", "group_q"),
    ),
    held=("u_ghash.subkey_q", "gen_share[0].u_share.mask_q"),
    aborted=(SEALED, REFUSED),
    # Those of roundel_aes_masked_engine for AES-256, and of the skid register of a reader. `i` is compared.
    not_built=("i", "skid_q", "skid_valid_q", "upper_q"),
    busy=1,
    busy_cycles=200,
    ending_cycles=500,  # blocks of a cleared key pass the engine
)
AES_CTR_XHS = Registers(
    zero=("u_keys.round_keys_o",),
    held=("u_keys.last_q",),
    aborted=("CTR, kept until the last message", "CTR, another key", "CTR of 100"),
    allowed={
        r"u_answer\.u_memory\.word_q": "a beat of an answer, until another replaces it",
        r"u_answer\.u_out\.data_q": "the beat sent last",
    },
    not_built=(*NO_SKID, "mem_q", "entry_q", "key_q"),  # mem_q is not in a trace
    busy_cycles=60,
    ending_cycles=300,  # a key is expanded before it is cleared
)
AES_GROESTL = Registers(
    zero=("ring_q", "u_block.words_q"),
    held=("gen_aes.u_stream.round_key_q", "gen_aes.u_stream.last_round_key_q"),
    aborted=("CTR of 100", SEALED, REFUSED),
    not_built=("first_step_q", "key_high_q", "previous_key_q", "rotate_q", "shifted_q"),
    every=2,
    ending_cycles=500,
)
ASCON = Registers(
    # The state has a value of its own when no transaction is under way.
    zero=inside("u_key", "key_o"),
    held=("u_key.key_o", "u_permutation.state_q"),
    aborted=(SEALED, "customization string", REFUSED),
    rest=1000,  # 400 bytes of output are 600 cycles
    allowed={r"(u_output\.)?(beat_q.*|m_axis_tdata)": "the beat sent last"},
)


# Registers of keccak-kmac that only a core with KeepKey has.
KEPT_KMAC = (
    *("forget_q", "frame_q", "fresh_q", "kept_q", "kept_wide_q", "load_q", "plans_q", "restored_q"),
    *("state_change_q", "state_clear_q", "store_q"),
)
KMAC = replace(
    HASH,
    zero=(
        *inside("gen_hash.u_hash", *HASH.zero),
        *inside("u_reader", "next_q", "gen_skid.skid_q", "data_o"),
        *inside("u_pack", "held_q", "data_q"),
        *("u_answer.u_digest.data_o", "u_answer.m_axis_tdata"),
    ),
    aborted=(
        *("hash", "cshake_128, customization string of 32"),
        *("MAC, key of 21", "VERIFY, tag of 38, refused"),
    ),
    allowed={
        r"gen_hash\.u_hash\.u_message\.u_output\.(low|high)_q": "the last beat of a digest",
        r"gen_hash\.u_hash\.(u_message\.(u_output\.)?)?m_axis_tdata": "the same",
    },
    not_built=("rho_pi_q", "cycle_q", KEPT, "key_q", "part_q", *SEVERAL_CYCLES),
)


def around(core: Registers) -> Registers:
    """Return the registers of a core inside one that holds back text."""
    return replace(core, zero=inside("u_core", *core.zero), held=())


REGISTERS = {
    "aes-ctr": Registers(
        zero=("u_block.words_q",),
        held=("gen_aes.u_stream.round_key_q", "u_block.words_q"),
        aborted=("CTR of 100",),
        # Registers of Grøstl, and of AES's longer key.
        not_built=(
            *("addend_sel_q", "begin_q", "chain_add_q", "chain_value_q", "constant_p_q", "constant_q_q"),
            *("final_q", "first_step_q", "key_high_q", "last_q", "next_number_q", "previous_key_q"),
            *("result_final_q", "rotate_q", "shift_q", "shift_result_q", "store_q"),
        ),
        busy=1,
        busy_cycles=50,  # the last round key is known, text is in
        ending_cycles=300,
    ),
    "aes-ctr-xhs": AES_CTR_XHS,
    "aes-ctr-xhs-256": AES_CTR_XHS,
    "aes-gcm-hs": AES_GCM,
    "aes-gcm-hs-hold": replace(AES_GCM, held=()),
    "aes-gcm-xhs": AES_GCM_XHS,
    "aes-gcm-xhs-256": replace(AES_GCM_XHS, aborted=("SEAL, key of 32", REFUSED, "nonce of 20 bytes")),
    "aes-gcm-xhs:two-cycles": AES_GCM_XHS_PASSES,
    # The first key is expanded from cycle 66 on.
    "aes-gcm-xhs:four-cycles": replace(AES_GCM_XHS_PASSES, busy_cycles=110),
    "aes-gcm-masked": AES_GCM_MASKED,
    "aes-gcm-masked-256": replace(
        AES_GCM_MASKED, aborted=("SEAL, key of 32", REFUSED), not_built=("i", "skid_q", "skid_valid_q")
    ),
    "aes-gcm-la": replace(
        COLUMNS,
        # Of multi-aes-la, u_words holds the first chaining value of AES-Hash, which is not zero.
        zero=(*COLUMNS.zero, *inside("u_core.u_words", "low_q", "high_q")),
        aborted=("SEAL, key of 32", "nonce of 20 bytes", "another key", REFUSED),
        not_built=(
            *("skid_data_q", "skid_valid_q", "overflow_q", "half_q", "column_write_q", "state_address_q"),
        ),
    ),
    "aes-groestl-256": AES_GROESTL,
    "aes-groestl-512": replace(AES_GROESTL, held=()),
    "ascon-hs": replace(ASCON, not_built=("skid_q", "skid_valid_q")),
    "ascon-hs-x2": replace(ASCON, not_built=("skid_q", "skid_valid_q", "load_q")),
    "ascon-hs-x3": replace(ASCON, not_built=("load_q",)),
    "ascon-hs-x4": replace(ASCON, not_built=("load_q",)),
    "ascon-la": Registers(
        zero=(*inside("u_queue", "words_q"), *(f"u_state.gen_lane[{s}].u_lane.lane_q" for s in range(5))),
        held=("gen_lane[0].u_lane.lane_q", "u_key.ring_q[0]"),
        aborted=("hash", "customization string", SEALED, "OPEN, refused, no text"),
        not_built=("skid_q", "skid_valid_q", "memory_q"),
        rest=4000,
        every=2,
        busy_cycles=60,
        ending_cycles=300,
    ),
    "groestl-256": replace(
        AES_GROESTL,
        held=("ring_q", "u_block.words_q"),
        aborted=("hash", "MAC, key of 64"),
        # Registers of AES.
        not_built=(
            *("addend_q", "capture_q", "counter_set_q", "counter_valid_q", "enable_q", "first_step_q"),
            *("key_high_q", "key_low_q", "keystream_q", "keystream_valid_q", "last_key_valid_q"),
            *("last_round_key_q", "last_round_q", "low_q", "nonce_q", "previous_key_q", "rotate_q"),
            *("round_constant_q", "round_key_q", "shift_result_q", "shifted_q", "upper_next_q", "upper_q"),
        ),
        every=1,
        busy=1,
        ending_cycles=300,
    ),
    "keccak-hash": replace(HASH, not_built=("rho_pi_q", "cycle_q", KEPT, *STATES, *SEVERAL_CYCLES)),
    "keccak-hash-base": replace(HASH, not_built=("rho_pi_q", "cycle_q", KEPT, *STATES, *SEVERAL_CYCLES)),
    "keccak-hash-digest": replace(
        HASH,
        zero=("state_q", *inside("u_message.u_block", "block_q", "addend_q", "lane_q")),
        allowed={},
        not_built=("key_q", "part_q"),
    ),
    # The state itself is not zero at rest: its shares are equal fresh bits. Register appended_q of share 0
    # has the last bit of the padding, which is public.
    "keccak-hash-masked": Registers(
        zero=(
            *inside("u_core.gen_share[0].u_share", "beat_q", "block_q", "answer_q"),
            *inside("u_core.gen_share[1].u_share", "beat_q", "appended_q", "block_q", "answer_q"),
            "u_core.u_rounds.mixed_q",
        ),
        held=("gen_share[0].u_share.beat_q", "gen_share[0].u_share.block_q"),
        aborted=("keccak_512", "hash"),
        ending_cycles=200,
    ),
    "keccak-pq": KECCAK_PQ,
    "keccak-pq-ml-kem": replace(
        KECCAK_PQ,
        aborted=("sample_ntt of 3", "sample_poly_cbd_2 of 3", "hash"),
        not_built=(*KECCAK_PQ.not_built, *ML_DSA, "linked_q", "early_q"),
    ),
    "keccak-hash-dsp": replace(HASH, not_built=("cycle_q", "x_q", "z_q", KEPT, *STATES, *SEVERAL_CYCLES)),
    "keccak-hash-dsp-pip": replace(HASH, rest=4000, ending_cycles=1500, not_built=("ends_q", KEPT, *STATES)),
    "keccak-hash-xof": replace(
        HASH,
        aborted=("squeezed again", *HASH.aborted),
        not_built=("rho_pi_q", "cycle_q", *STATES, *SEVERAL_CYCLES),
    ),
    "keccak-hash-state": replace(
        HASH,
        zero=(*HASH.zero, *inside("u_message.gen_reader.u_reader", "next_q", "gen_skid.skid_q", "data_o")),
        aborted=("state loaded", "state saved", *HASH.aborted),
        not_built=("rho_pi_q", "cycle_q", KEPT, *SEVERAL_CYCLES),
    ),
    "keccak-kmac": replace(KMAC, not_built=(*KMAC.not_built, *KEPT_KMAC)),
    "keccak-kmac-keep": replace(
        KMAC,
        aborted=("VERIFY, twice under a key", *KMAC.aborted),
    ),
    "keccak-hash-pip": replace(
        HASH,
        zero=(*HASH.zero, "gen_pipelined.u_round.rho_pi_q"),
        held=(*HASH.held, "rho_pi_q[24]"),
        not_built=(KEPT, *STATES),
    ),
    # The stream that a source without tid is: number 0.
    "keccak-hash-pip2": replace(
        HASH,
        zero=("theta_q", "chi_q", "u_round.rho_pi_q", *inside("gen_stream[0].u_message", *BLOCK)),
        held=("chi_q(0)", "chi_q(24)", "rho_pi_q[24]"),
        not_built=(KEPT, *STATES),
    ),
    "keyak-hs": replace(
        DUPLEX, aborted=(SEALED, REFUSED), not_built=(*HOLD, "counted_q", "ended_q", "left_q", "suffixed_q")
    ),
    "keyak-hs-hold": replace(DUPLEX, aborted=(SEALED, REFUSED), held=()),
    "keyak-la": replace(
        LANES,
        aborted=("OPEN, refused, no text",),
        not_built=(
            *("overwrite_q", "rounds12_q", "rate_q", "suffix_q", "lanes_q", "mod8_q", "more_q"),
            *("lane_before_q", "last_lane_q", "last_of_rate_q", "past_rate_q"),
        ),
    ),
    "multi-aes-hs": Registers(
        zero=inside("u_datapath.u_schedule", "low_rows_q", "high_rows_q"),
        held=("u_schedule.high_rows_q[0]", "u_schedule.low_rows_q[10]", "u_ghash.u_q"),
        aborted=MULTI_AES,
        busy_cycles=60,
    ),
    "multi-aes-la": replace(
        COLUMNS,
        aborted=(*MULTI_AES[:3], "PRNG twice", REFUSED),
        not_built=("skid_data_q", "skid_valid_q"),
        rest=1000,
    ),
    "multi-keccak-hs": replace(DUPLEX, aborted=MULTI_KECCAK, not_built=HOLD),
    "multi-keccak-la": replace(LANES, aborted=("keccak_512", "MAC of nothing, key of 16")),
}
