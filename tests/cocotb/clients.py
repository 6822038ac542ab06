"""What the bus tests say to each service core. A new core adds its entry here."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from aes_exchanges import (
    GCM_SEALED,
    ILLEGAL_AES,
    ILLEGAL_GCM,
    aes_hash_exchange,
    cmac_exchange,
    fortuna_exchange,
    gcm_exchange,
    random_aes,
    random_gcm,
)
from exchanges import KEY, NONCE
from groestl_exchanges import (
    groestl_ctr_exchange,
    groestl_exchange,
    groestl_hash_exchange,
    groestl_mac_exchange,
    illegal_groestl,
    illegal_groestl_ctr,
    illegal_groestl_hash,
    random_groestl,
    random_groestl_ctr,
    random_groestl_hash,
)
from keccak_exchanges import (
    ILLEGAL_HASHES,
    ILLEGAL_KEYAK,
    ILLEGAL_SPONGE,
    SEALED,
    hash_exchange,
    keyak_exchange,
    late_end,
    mac_exchange,
    prng_exchange,
    random_hash,
    random_keyak,
    random_mac,
    random_prng,
)
from stream_bench import Beats, Exchange

from roundel.models import gcm
from roundel.models.motorist import LAKE, Session
from roundel.protocol.groestl_message import SUITE_256, SUITE_512, AesGroestl
from roundel.protocol.stream import Kind, Operation, Segment
from roundel.verify.hold import hold_back


@dataclass(frozen=True)
class Client:
    """`known`: exchanges that each show something; `legal`: a random one; `illegal`: each with an error.

    `secret`: the registers, arrays of lanes, that are zero when no transaction is under way, each with
    the first lane of which that is so. They hold a secret `busy_cycles` after the second known exchange
    began. A transaction, one that is not answered too, has ended `ending_cycles` after its last beat.
    """

    known: tuple[Exchange, ...]
    legal: Callable[[random.Random], Exchange]
    illegal: tuple[Exchange, ...]
    secret: Mapping[str, int]
    busy_cycles: int = 20
    ending_cycles: int = 100


DUPLEX_SECRET = {
    f"u_core.u_permutation.{name}": first
    for name, first in {
        "state_q": 0,
        "inject_q": 0,
        "inject_parity_q": 0,
        "u_block.block_q": 0,
        "u_block.u_addend.addend_q": 0,
        "u_drain.lanes_q": 0,
    }.items()
}

# What W = 16 gives out of the text of START before the error: all that came.
GIVEN_BYTES = {
    "text behind text that ended in a block": b"a",
    "hole in tkeep": bytes(4),
    "kind changes inside the text": bytes(16),
    "command in the middle of the text": bytes(16),
}


def with_text_given(exchange: Exchange) -> Exchange:
    """The exchange with a core that does not gather a block of text before it gives it out."""
    if exchange.name not in GIVEN_BYTES:
        return exchange
    text = GIVEN_BYTES[exchange.name]
    if exchange in ILLEGAL_GCM:
        given, _ = gcm.seal(KEY, NONCE[:12], b"", text)
    elif exchange in ILLEGAL_KEYAK:
        given, _ = Session(LAKE, KEY, NONCE).wrap(b"", text)
    else:
        return exchange
    return replace(exchange, answers=(Segment(Kind.TEXT, given), *exchange.answers))


LANE_SECRET = {
    f"u_core.u_state.u_datapath.{name}": 0
    for name in ("u_lanes.mem_q", "u_operands.mem_q", "parity_q", "line_q")
}


def one_empty_beat(exchange: Exchange) -> Exchange:
    """The exchange with one empty beat of two bytes where `late_end` makes one of sixteen."""

    def narrow(frame: Segment | Beats) -> Segment | Beats:
        if isinstance(frame, Beats) and frame.keep and not any(frame.keep[-16:]):
            return Beats(frame.data[:-14], frame.kind, frame.keep[:-14])
        return frame

    return replace(exchange, send=tuple(map(narrow, exchange.send)))


COLUMN_SECRET = {f"u_core.{name}": 0 for name in ("u_cipher.words_q", "u_ghash.keys_q", "u_ghash.sum_q")}

# Of multi-aes-la they hold the first chaining value of AES-Hash, which is not zero.
WORD_SECRET = {"u_core.u_words.low_q": 0, "u_core.u_words.high_q": 0}


def low_area(client: Client, secret: Mapping[str, int]) -> Client:
    """The client of the core of the same services with W = 16."""
    return Client(
        known=tuple(map(one_empty_beat, client.known)),
        legal=client.legal,
        illegal=tuple(map(with_text_given, client.illegal)),
        secret=secret,
        busy_cycles=60,
        ending_cycles=3000,  # a permutation is 725 cycles, and more than one may be due
    )


HELD_BYTES = 16 * 1024


def held(client: Client) -> Client:
    """The client of the core that holds back text, made of that core and `roundel_aead_hold`."""

    def held_exchange(exchange: Exchange) -> Exchange:
        return replace(exchange, answers=tuple(hold_back(exchange.answers, HELD_BYTES)))

    return Client(
        known=tuple(map(held_exchange, client.known)),
        legal=lambda rng: held_exchange(client.legal(rng)),
        illegal=tuple(map(held_exchange, client.illegal)),
        secret={f"u_core.{name}": first for name, first in client.secret.items()},
        busy_cycles=client.busy_cycles,
        ending_cycles=client.ending_cycles,
    )


SPONGE_SECRET = {
    f"u_message.{name}": 0 for name in ("u_block.block_q", "u_block.u_addend.addend_q", "u_drain.lanes_q")
}

CLIENTS = {
    "keyak-hs": Client(
        known=(
            keyak_exchange(Operation.SEAL, b"", b""),
            SEALED,
            keyak_exchange(Operation.OPEN, b"header", bytes(range(168))),
            keyak_exchange(Operation.OPEN, bytes(24), bytes(169), forged=True),
            keyak_exchange(Operation.SEAL, bytes(60), bytes(400), later=True),
            keyak_exchange(Operation.OPEN, bytes(400), bytes(60), later=True),
        ),
        legal=random_keyak,
        illegal=ILLEGAL_KEYAK,
        secret=DUPLEX_SECRET,
    ),
    "keccak-hash": Client(
        known=(
            hash_exchange("sha3_256", b""),
            hash_exchange("sha3_256", b"abc"),
            hash_exchange("sha3_256", bytes(range(136))),
            hash_exchange("sha3_224", bytes(range(143))),
            hash_exchange("sha3_384", bytes(range(105))),
            hash_exchange("sha3_512", bytes(range(250)) * 2),
            hash_exchange("shake_128", b"", 1000),
            hash_exchange("shake_128", bytes(333), 169),
            hash_exchange("shake_256", b"no output", 0),
            late_end("sha3_256", bytes(range(128))),
            late_end("sha3_256", bytes(range(144))),
        ),
        legal=random_hash,
        illegal=ILLEGAL_HASHES,
        secret={"state_q": 0, **SPONGE_SECRET},
    ),
    "multi-keccak-hs": Client(
        known=(
            hash_exchange("sha3_256", b""),
            mac_exchange(b"abc"),
            hash_exchange("shake_128", bytes(333), 400),
            late_end("sha3_384", bytes(range(208))),
            mac_exchange(bytes(range(104)), 136),
            keyak_exchange(Operation.OPEN, b"header", bytes(range(168))),
            keyak_exchange(Operation.OPEN, bytes(24), bytes(169), forged=True),
            keyak_exchange(Operation.SEAL, bytes(60), bytes(400), later=True),
            prng_exchange(b"seed", 500),
            prng_exchange(bytes(range(168)), 168, rounds=12, clear=True),
            prng_exchange(bytes(167), 169, clear=True, again=True),
        ),
        legal=lambda rng: rng.choice((random_hash, random_keyak, random_mac, random_prng))(rng),
        illegal=(*ILLEGAL_SPONGE, *ILLEGAL_KEYAK[4:]),
        secret=DUPLEX_SECRET,
    ),
    "multi-aes-hs": Client(
        known=(
            aes_hash_exchange(b"abc"),
            cmac_exchange(KEY, bytes(range(40))),
            gcm_exchange(Operation.SEAL, KEY, NONCE[:12], b"", b""),
            gcm_exchange(Operation.OPEN, KEY + NONCE, NONCE[:12], b"header", bytes(range(100))),
            gcm_exchange(Operation.OPEN, KEY, NONCE[:8], bytes(24), bytes(33), forged=True),
            gcm_exchange(Operation.SEAL, KEY, NONCE, bytes(60), bytes(160), again=True),
            fortuna_exchange(KEY + NONCE, 100, again=True),
        ),
        legal=random_aes,
        illegal=ILLEGAL_AES,
        secret={
            "u_datapath.u_schedule.low_rows_q": 0,
            "u_datapath.u_schedule.high_rows_q": 0,
        },
        busy_cycles=60,
    ),
    "aes-gcm-hs": Client(
        known=(
            gcm_exchange(Operation.SEAL, KEY, NONCE[:12], b"", b""),
            GCM_SEALED,
            gcm_exchange(Operation.OPEN, KEY + NONCE, NONCE[:12], b"header", bytes(range(100))),
            gcm_exchange(Operation.OPEN, KEY, NONCE[:8], bytes(24), bytes(33), forged=True),
            gcm_exchange(Operation.SEAL, KEY, NONCE, bytes(60), bytes(160), again=True),
        ),
        legal=random_gcm,
        illegal=ILLEGAL_GCM,
        secret={"u_engine.low_rows_q": 0, "u_engine.high_rows_q": 0},
        busy_cycles=60,
    ),
}

GROESTL_SECRET = {"ring_q": 0, "u_block.words_q": 0}

CLIENTS["groestl-256"] = Client(
    known=(
        groestl_hash_exchange(SUITE_256, b""),
        groestl_mac_exchange(SUITE_256, KEY, b"attack at dawn"),
        groestl_hash_exchange(SUITE_256, bytes(range(56))),
        groestl_mac_exchange(SUITE_256, bytes(range(64)), bytes(range(200))),
    ),
    legal=lambda rng: random_groestl_hash(SUITE_256, rng),
    illegal=illegal_groestl_hash(SUITE_256),
    secret=GROESTL_SECRET,
    ending_cycles=300,
)


def groestl_client(suite: AesGroestl) -> Client:
    return Client(
        known=(
            groestl_hash_exchange(suite, b"abc"),
            groestl_exchange(suite, Operation.SEAL, b"", b"attack at dawn"),
            groestl_exchange(suite, Operation.OPEN, bytes(16), bytes(range(200))),
            groestl_exchange(suite, Operation.OPEN, bytes(16), bytes(range(64)), forged=True),
            groestl_ctr_exchange(suite, NONCE, bytes(range(130))),
            groestl_mac_exchange(suite, KEY, b""),
        ),
        legal=lambda rng: random_groestl(suite, rng),
        illegal=illegal_groestl(suite),
        secret=GROESTL_SECRET,
        ending_cycles=500,
    )


CLIENTS["aes-groestl-256"] = groestl_client(SUITE_256)

CLIENTS["aes-groestl-512"] = groestl_client(SUITE_512)

CLIENTS["aes-ctr"] = Client(
    known=(
        groestl_ctr_exchange(SUITE_256, bytes(range(16)), b"attack at dawn"),
        groestl_ctr_exchange(SUITE_256, NONCE, bytes(range(1, 201))),
        groestl_ctr_exchange(SUITE_256, NONCE, b""),
    ),
    legal=lambda rng: random_groestl_ctr(SUITE_256, rng),
    illegal=illegal_groestl_ctr(SUITE_256),
    secret={"u_block.words_q": 0},
    ending_cycles=300,
    busy_cycles=50,  # the last round key is known, text is in
)

CLIENTS["keccak-hash-pip"] = replace(
    CLIENTS["keccak-hash"], secret={"state_q": 0, "gen_pipelined.u_round.rho_pi_q": 0, **SPONGE_SECRET}
)

CLIENTS["keccak-hash-base"] = replace(CLIENTS["keccak-hash"], secret={"state_q": 0, **SPONGE_SECRET})

CLIENTS["keccak-hash-dsp"] = CLIENTS["keccak-hash-base"]

CLIENTS["keccak-hash-dsp-pip"] = replace(CLIENTS["keccak-hash-base"], ending_cycles=1500)

# The stream that a source without tid is: number 0.
CLIENTS["keccak-hash-pip2"] = replace(
    CLIENTS["keccak-hash"],
    secret={
        "theta_q": 0,
        "chi_q": 0,
        "u_round.rho_pi_q": 0,
        **{f"gen_stream[0].{register}": first for register, first in SPONGE_SECRET.items()},
    },
)

CLIENTS["aes-gcm-hs-hold"] = held(CLIENTS["aes-gcm-hs"])

CLIENTS["keyak-hs-hold"] = held(CLIENTS["keyak-hs"])

CLIENTS["multi-keccak-la"] = low_area(CLIENTS["multi-keccak-hs"], LANE_SECRET)

CLIENTS["keyak-la"] = low_area(CLIENTS["keyak-hs"], LANE_SECRET)

CLIENTS["multi-aes-la"] = low_area(CLIENTS["multi-aes-hs"], COLUMN_SECRET)

CLIENTS["aes-gcm-la"] = low_area(CLIENTS["aes-gcm-hs"], COLUMN_SECRET | WORD_SECRET)
