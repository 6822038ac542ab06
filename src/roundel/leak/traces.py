"""A fixed-versus-random t-test on the toggles of a masked core's or gadget's mapped netlist (TVLA).

A trace is the number of signals that change in each cycle of one block. Half of the traces, at random, have
a fixed block and key, the others random ones. All have new shares and fresh bits. Of a service core the trace
is that of a transaction (`roundel.leak.exchange`). A gadget has a new input in every cycle; one of them is
fixed or random, the others are shares of zero. Delays are zero: glitches are not in the traces
(`roundel.leak.check` has them). 64 traces are in a word; only sums of powers are kept (`roundel.leak.sums`).

Reference: Goodwill, Jun, Jaffe, Rohatgi: A testing methodology for side-channel resistance validation (2011).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.leak.exchange import BEAT_BYTES, HASHED, Exchange, opened
from roundel.leak.gadgets import Gadget
from roundel.leak.netlist import mapped_core, mapped_netlist
from roundel.leak.simulation import ONES, Netlist, Words
from roundel.leak.sums import Sums, counts

THRESHOLD = 4.5
RESET_CYCLES = 2
IDLE_CYCLES = 2  # from reset to the block; fresh bits enter
TAIL_CYCLES = 2  # after the result
LONGEST = 10_000  # cycles of a block
GADGET_CYCLES = 16  # before the compared input of a gadget, and from it on: more than any has stages
WORDS = 128  # of 64 traces, simulated at a time

Random = Callable[[int], Words]  # a number of rows of random words
# The signals in each cycle, one cycle before the first one of a trace too, from the shares of the secrets.
States = Callable[[Mapping[str, Words], Random], Iterable[Words]]


@dataclass(frozen=True)
class Assessment:
    """The largest |t| of any cycle, of first and of second order, and the cycle that has it."""

    traces: int
    cycles: int
    signals: int
    first: float
    first_cycle: int
    second: float
    second_cycle: int

    @property
    def holds(self) -> bool:
        """Whether no cycle differs between fixed and random blocks, in first order."""
        return self.first < THRESHOLD


def assess(core: Core, traces: int, *, randomness: bool = True, seed: int = 1) -> Assessment:
    """Map a masked core, simulate traces of its first block, and compare the two classes.

    Args:
        core: A core of the catalog with fresh bits.
        traces: The number of traces, at least 1000; rounded up to whole words.
        randomness: Whether share 1 and the fresh bits are random; else they are zero.
        seed: The seed of the blocks, shares and fresh bits.

    Raises:
        RoundelError: The core cannot be mapped, or has cells without a rule.
    """
    module = mapped_core(core)
    if core.kind == "service":
        aead = core.services[0].name == "aead"
        exchange = opened(int(core.config.parameters["KeyBytes"])) if aead else HASHED
        return assess_exchange(module, exchange, traces, randomness=randomness, seed=seed)
    return assess_netlist(module, latency_of(module), traces, randomness=randomness, seed=seed)


def assess_gadget(gadget: Gadget, traces: int, *, randomness: bool = True, seed: int = 1) -> Assessment:
    """Map a gadget, simulate traces of one input among zeros, and compare the two classes.

    The arguments and errors are those of `assess`.
    """
    module = mapped_netlist(gadget)
    netlist, ports = Netlist(module), module["ports"]
    widths = {name: len(ports[name]["bits"]) // 2 for name in gadget.shares}

    def states(shares: Mapping[str, Words], random: Random) -> Iterable[Words]:
        words = next(iter(shares.values())).shape[1]
        values = netlist.start(words)
        zeros = {name: np.zeros((width, words), np.uint64) for name, width in widths.items()}
        for name, value in gadget.fixed.items():
            _number(netlist, values, ports, name, value)
        for cycle in range(-GADGET_CYCLES, GADGET_CYCLES):
            for name, zero in zeros.items():
                rows = shares[name] if cycle == 0 else _shared(zero, random, randomness)
                _drive(netlist, values, ports, name, rows)
            for name in gadget.fresh:
                _drive(netlist, values, ports, name, _fresh(ports, name, random, words, randomness))
            netlist.settle(values)
            if cycle >= -1:
                yield values
            netlist.clock(values)

    return _compared(states, widths, GADGET_CYCLES, netlist.signals, traces, randomness, seed)


def latency_of(module: Mapping[str, Any]) -> int:
    """Return the cycles from the handshake of a block to its result. Fresh bits are always valid.

    Raises:
        RoundelError: There is no result within LONGEST cycles.
    """
    netlist, ports = Netlist(module), module["ports"]
    (valid,) = ports["out_valid_o"]["bits"]
    shares = {name: np.zeros((len(ports[name]["bits"]), 1), np.uint64) for name in _secrets(ports)}

    for cycle, values in enumerate(_cycles(netlist, ports, shares, _zeros, LONGEST, False)):
        if values[netlist.number(valid), 0]:
            return cycle
    raise RoundelError(
        f"the netlist has no result within {LONGEST} cycles", "The block must be accepted at once."
    )


def _zeros(count: int) -> Words:
    """Return rows of one word for a run in which nothing is random."""
    return np.zeros((count, 1), np.uint64)


def _secrets(ports: Mapping[str, Any]) -> list[str]:
    """Return the ports that are shares of a secret: the block, and the key if there is one."""
    return [name for name in ("in_block_i", "in_key_i") if name in ports]


def assess_netlist(
    module: Mapping[str, Any], cycles: int, traces: int, *, randomness: bool, seed: int
) -> Assessment:
    """Compare fixed and random blocks on a flat module in Yosys's JSON; `cycles` is the time of a block."""
    netlist, ports = Netlist(module), module["ports"]
    total = cycles + TAIL_CYCLES
    widths = {name: len(ports[name]["bits"]) // 2 for name in _secrets(ports)}

    def states(shares: Mapping[str, Words], random: Random) -> Iterable[Words]:
        return _cycles(netlist, ports, shares, random, total, randomness, first=-1)

    return _compared(states, widths, total, netlist.signals, traces, randomness, seed)


def assess_exchange(
    module: Mapping[str, Any], exchange: Exchange, traces: int, *, randomness: bool, seed: int
) -> Assessment:
    """Compare fixed and random secrets of a transaction of a masked core, a module in Yosys's JSON."""
    netlist, ports = Netlist(module), module["ports"]
    widths = {"secret": 8 * exchange.secret}

    def states(shares: Mapping[str, Words], random: Random) -> Iterable[Words]:
        return _transaction(netlist, ports, exchange, shares["secret"], random, randomness)

    empty = {"secret": np.zeros((16 * exchange.secret, 1), np.uint64)}
    total = sum(1 for _ in states(empty, _zeros)) - 1
    return _compared(states, widths, total, netlist.signals, traces, randomness, seed)


def _transaction(
    netlist: Netlist,
    ports: Mapping[str, Any],
    exchange: Exchange,
    shares: Words,
    random: Random,
    randomness: bool,
) -> Iterable[Words]:
    """Yield all signals of each cycle of a transaction, from the cycle before its command.

    The handshakes are those of the first trace: they depend on no data. `shares` are those of the secret,
    share 0 first.
    """
    values = netlist.start(shares.shape[1])
    (ready,) = ports["s_axis_tready"]["bits"]
    (valid,) = ports["m_axis_tvalid"]["bits"]
    (ended,) = ports["m_axis_tlast"]["bits"]

    def drive(name: str, rows: Words | Sequence[np.uint64]) -> None:
        _drive(netlist, values, ports, name, rows)

    def number(name: str, value: int) -> None:
        _number(netlist, values, ports, name, value)

    def offer(place: int) -> None:
        """Offer a beat. After the last one, nothing is on offer."""
        number("s_axis_tvalid", int(place < len(exchange.beats)))
        if place == len(exchange.beats):
            return
        beat = exchange.beats[place]
        number("s_axis_tlast", int(beat.last))
        number("s_axis_tuser", beat.kind)
        number("s_axis_tkeep", (1 << (BEAT_BYTES if beat.public is None else len(beat.public))) - 1)
        if beat.public is None:
            start, size = 8 * beat.start, 8 * BEAT_BYTES
            drive("s_axis_tdata", shares[start : start + size])
            drive("s_axis_tdata1", shares[8 * exchange.secret :][start : start + size])
        else:
            number("s_axis_tdata", int.from_bytes(beat.public, "little"))
            number("s_axis_tdata1", 0)

    number("fresh_valid_i", 1)
    number("m_axis_tready", 1)
    place, answered, left = 0, 0, exchange.tail
    for cycle in range(-RESET_CYCLES - IDLE_CYCLES, LONGEST):
        number("rst_ni", int(cycle >= -IDLE_CYCLES))
        if cycle == 0:
            offer(0)
        drive("fresh_i", _fresh(ports, "fresh_i", random, values.shape[1], randomness))
        netlist.settle(values)
        if cycle >= -1:
            yield values
        accepted = cycle >= 0 and bool(values[netlist.number(ready), 0])
        if answered == exchange.segments:
            if left == 0 and (exchange.tail or accepted):
                return
            left -= exchange.tail > 0
        answered += int(values[netlist.number(valid), 0] & values[netlist.number(ended), 0] & np.uint64(1))
        netlist.clock(values)
        if accepted and place < len(exchange.beats):
            place += 1
            offer(place)
    raise RoundelError(
        f"the netlist has not answered within {LONGEST} cycles", "It must be a masked core of that service."
    )


def _compared(
    states: States,
    widths: Mapping[str, int],
    total: int,
    signals: int,
    traces: int,
    randomness: bool,
    seed: int,
) -> Assessment:
    """Compare traces of `total` cycles. `widths` are the bits of the ports that are shares of a secret."""
    if traces < 1000:
        raise RoundelError(f"{traces} traces are too few", "Simulate at least 1000.")
    generator = np.random.default_rng(seed)
    sums = Sums(total)
    fixed = {name: generator.integers(0, 2, width, dtype=np.uint64) * ONES for name, width in widths.items()}
    done = 0
    while done < traces:
        words = min(WORDS, -(-(traces - done) // 64))

        def random(count: int, words: int = words) -> Words:
            drawn: Words = generator.integers(0, ONES, (count, words), dtype=np.uint64, endpoint=True)
            return drawn

        is_fixed = random(1)
        shares = {}
        for name, width in widths.items():
            secret = (random(width) & ~is_fixed) | (fixed[name][:, None] & is_fixed)
            shares[name] = _shared(secret, random, randomness)
        chosen = np.unpackbits(is_fixed.view(np.uint8), bitorder="little").astype(bool)
        for cycle, toggles in enumerate(_toggles(states(shares, random))):
            sums.add(cycle, toggles, chosen)
        done += words * 64
    first, second = sums.statistics()
    at = int(first.argmax()), int(second.argmax())
    return Assessment(
        traces=done,
        cycles=total,
        signals=signals,
        first=float(first[at[0]]),
        first_cycle=at[0],
        second=float(second[at[1]]),
        second_cycle=at[1],
    )


def _toggles(states: Iterable[Words]) -> Iterable[NDArray[np.float64]]:
    """Yield the number of signals of each trace that change, in each cycle after the first one."""
    before: Words | None = None
    for values in states:
        if before is not None:
            yield counts(values[2:] ^ before[2:])
        before = values.copy()


def _cycles(
    netlist: Netlist,
    ports: Mapping[str, Any],
    shares: Mapping[str, Words],
    random: Random,
    cycles: int,
    randomness: bool,
    first: int = 0,
) -> Iterable[Words]:
    """Yield all signals of each cycle from the `first`, of one block whose handshake is in cycle 0."""
    words = shares["in_block_i"].shape[1]
    values = netlist.start(words)

    def drive(name: str, rows: Words | Sequence[np.uint64]) -> None:
        _drive(netlist, values, ports, name, rows)

    drive("fresh_valid_i", [ONES])
    drive("out_ready_i", [ONES])
    for cycle in range(-RESET_CYCLES - IDLE_CYCLES, cycles):
        drive("rst_ni", [ONES * np.uint64(cycle >= -IDLE_CYCLES)])
        drive("in_valid_i", [ONES * np.uint64(cycle == 0)])
        if cycle == 0:
            for name, rows in shares.items():
                drive(name, rows)
        drive("fresh_i", _fresh(ports, "fresh_i", random, words, randomness))
        netlist.settle(values)
        if cycle >= first:
            yield values
        netlist.clock(values)


def _drive(
    netlist: Netlist,
    values: Words,
    ports: Mapping[str, Any],
    name: str,
    rows: Words | Sequence[np.uint64],
) -> None:
    for net, row in zip(ports[name]["bits"], rows, strict=True):
        values[netlist.number(net)] = row


def _number(netlist: Netlist, values: Words, ports: Mapping[str, Any], name: str, value: int) -> None:
    """Drive a port with a number, the same in all traces."""
    bits = range(len(ports[name]["bits"]))
    _drive(netlist, values, ports, name, [ONES * np.uint64(value >> i & 1) for i in bits])


def _shared(secret: Words, random: Random, randomness: bool) -> Words:
    """Return share 0 of all bits, then share 1, which is zero without randomness."""
    mask = random(len(secret)) if randomness else np.zeros_like(secret)
    return np.concatenate([secret ^ mask, mask])


def _fresh(ports: Mapping[str, Any], name: str, random: Random, words: int, randomness: bool) -> Words:
    count = len(ports[name]["bits"])
    return random(count) if randomness else np.zeros((count, words), np.uint64)
