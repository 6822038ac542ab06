"""The service cores as the bus tests know them: registers that must be zero after a transaction."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import exchanges
from stream_bench import Exchange

from roundel.catalog import Core, find_core


@dataclass(frozen=True)
class Client:
    """`secret`: the registers, arrays of lanes, that are zero when no transaction is under way, each with
    the first lane of which that is so. They hold a secret `busy_cycles` after the known exchange number
    `busy` began. A transaction, one that is not answered too, has ended `ending_cycles` after its last beat.
    """

    name: str
    secret: Mapping[str, int]
    busy: int = 0
    busy_cycles: int = 20
    ending_cycles: int = 100

    @functools.cached_property
    def core(self) -> Core:
        return find_core(self.name)

    @functools.cached_property
    def known(self) -> tuple[Exchange, ...]:
        """Exchanges that each show something."""
        return exchanges.known(self.core)

    @functools.cached_property
    def illegal(self) -> tuple[Exchange, ...]:
        """Exchanges, each with an error."""
        return exchanges.illegal(self.core)

    def legal(self, rng: Random) -> Exchange:
        """Return a random exchange."""
        return exchanges.legal(self.core, rng)


def zero(*registers: str, inside: str = "") -> dict[str, int]:
    return {inside + register: 0 for register in registers}


DUPLEX = zero(
    *("state_q", "inject_q", "inject_parity_q", "u_block.block_q", "u_block.u_addend.addend_q"),
    "u_drain.lanes_q",
    inside="u_core.u_permutation.",
)
LANES = zero(
    *("u_lanes.mem_q", "u_operands.mem_q", "parity_q", "line_q"), inside="u_core.u_state.u_datapath."
)
COLUMNS = zero("u_cipher.words_q", "u_ghash.keys_q", "u_ghash.sum_q", inside="u_core.")
# Of multi-aes-la they hold the first chaining value of AES-Hash, which is not zero.
WORDS = zero("u_words.low_q", "u_words.high_q", inside="u_core.")
SPONGE = ("u_block.block_q", "u_block.u_addend.addend_q", "u_drain.lanes_q")
HASH = zero("state_q") | zero(*SPONGE, inside="u_message.")
AES_GCM = zero("u_engine.low_rows_q", "u_engine.high_rows_q")
SCHEDULE = zero("low_rows_q", "high_rows_q", inside="u_datapath.u_schedule.")
GROESTL = zero("ring_q", "u_block.words_q")
HELD = "u_core."  # the core inside one that holds back text
LOW_AREA = {
    "busy_cycles": 60,
    "ending_cycles": 3000,
}  # a permutation is 725 cycles, and more than one may be due
_CLIENTS = (
    Client("keyak-hs", DUPLEX),
    Client("keyak-hs-hold", zero(*DUPLEX, inside=HELD)),
    Client("keyak-la", LANES, **LOW_AREA),
    Client("multi-keccak-hs", DUPLEX),
    Client("multi-keccak-la", LANES, **LOW_AREA),
    Client("aes-gcm-hs", AES_GCM, busy_cycles=60),
    Client("aes-gcm-hs-hold", zero(*AES_GCM, inside=HELD), busy_cycles=60),
    Client("aes-gcm-la", COLUMNS | WORDS, **LOW_AREA),
    Client("multi-aes-hs", SCHEDULE, busy_cycles=60),
    Client("multi-aes-la", COLUMNS, **LOW_AREA),
    Client("groestl-256", GROESTL, busy=1, ending_cycles=300),
    Client("aes-groestl-256", GROESTL, ending_cycles=500),
    Client("aes-groestl-512", GROESTL, ending_cycles=500),
    Client(
        "aes-ctr", zero("u_block.words_q"), busy=1, busy_cycles=50, ending_cycles=300
    ),  # the last round key is known
    Client("keccak-hash", HASH),
    Client("keccak-hash-base", HASH),
    Client("keccak-hash-dsp", HASH),
    Client("keccak-hash-dsp-pip", HASH, ending_cycles=1500),
    Client("keccak-hash-pip", HASH | zero("gen_pipelined.u_round.rho_pi_q")),
    # The stream that a source without tid is: number 0.
    Client(
        "keccak-hash-pip2",
        zero("theta_q", "chi_q", "u_round.rho_pi_q") | zero(*SPONGE, inside="gen_stream[0].u_message."),
    ),
)
CLIENTS = {client.name: client for client in _CLIENTS}
