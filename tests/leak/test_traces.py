"""The t-test on simulated toggles: counts, registers, statistics, and a leak that it finds."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from roundel.catalog import Core, find_core
from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.leak import load_gadgets
from roundel.leak.exchange import HASHED, Exchange, SentBeat, opened, secret_beats
from roundel.leak.simulation import ONES, Netlist
from roundel.leak.sums import Sums, counts
from roundel.leak.traces import (
    GADGET_CYCLES,
    THRESHOLD,
    Assessment,
    assess,
    assess_exchange,
    assess_gadget,
    assess_netlist,
    latency_of,
)
from roundel.protocol.stream import Kind

CLOCK, RESET, VALID, OUT_READY, FRESH_VALID, R = range(2, 8)
WIDTH = 8
SEED = 4  # its fixed block has seven ones; a random one has four on average
SHARE_0, SHARE_1 = range(20, 20 + WIDTH), range(40, 40 + WIDTH)
XOR = 0x6666


def port(direction: str, *bits: int) -> dict[str, Any]:
    return {"direction": direction, "bits": list(bits)}


def lut(table: int, output: int, *inputs: int) -> dict[str, Any]:
    wires = {name: [inputs[i] if i < len(inputs) else "0"] for i, name in enumerate("ABCD")}
    return {"type": "LUT4", "parameters": {"INIT": f"{table:016b}"}, "connections": {**wires, "Z": [output]}}


def register(source: int, output: int, settings: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    wires = {"CLK": [CLOCK], "DI": [source], "Q": [output], **{name: [bit] for name, bit in more.items()}}
    return {"type": "TRELLIS_FF", "parameters": settings or {}, "connections": wires}


def module(*cells: dict[str, Any]) -> dict[str, Any]:
    ports = {
        "clk_i": port("input", CLOCK),
        "rst_ni": port("input", RESET),
        "in_valid_i": port("input", VALID),
        "out_ready_i": port("input", OUT_READY),
        "fresh_valid_i": port("input", FRESH_VALID),
        "fresh_i": port("input", R),
        "in_block_i": port("input", *SHARE_0, *SHARE_1),
    }
    return {"ports": ports, "cells": {f"c{i}": cell for i, cell in enumerate(cells)}}


SHARES = [register(bit, 100 + bit) for bit in (*SHARE_0, *SHARE_1)]


def test_shares_apart_do_not_leak_and_without_their_mask_they_do() -> None:
    apart = assess_netlist(module(*SHARES), 2, 20_000, randomness=True, seed=SEED)
    assert apart.holds and apart.traces >= 20_000 and apart.signals == 6 + 4 * WIDTH
    bare = assess_netlist(module(*SHARES), 2, 20_000, randomness=False, seed=SEED)
    assert not bare.holds and bare.first > 10 * THRESHOLD


def test_the_sum_of_the_shares_leaks() -> None:
    sums = [lut(XOR, 200 + i, 100 + SHARE_0[i], 100 + SHARE_1[i]) for i in range(WIDTH)]
    assert (
        assess_netlist(module(*SHARES, *sums), 2, 20_000, randomness=True, seed=SEED).first > 10 * THRESHOLD
    )


def test_the_toggles_of_two_shares_leak_in_second_order() -> None:
    """The sum of the toggles of both shares of a bit is 1 for a 1, and 0 or 2 for a 0."""
    answer = assess_netlist(module(*SHARES), 2, 20_000, randomness=True, seed=SEED)
    assert answer.second > THRESHOLD


def with_ports(cells: dict[str, Any], **more: dict[str, Any]) -> dict[str, Any]:
    return {**cells, "ports": {**cells["ports"], **more}}


def test_the_time_of_a_block_is_that_of_its_netlist() -> None:
    late = module(register(VALID, 60), register(60, 61), register(61, 62))
    assert latency_of(with_ports(late, out_valid_o=port("output", 62))) == 3
    never = with_ports(module(register(R, 60)), out_valid_o=port("output", 60))
    with pytest.raises(RoundelError, match="no result within"):
        latency_of(never)


def test_the_shares_of_a_key_are_secrets_too() -> None:
    """The sum of the shares of a key leaks, and the block that it comes with does not."""
    key_0, key_1 = range(70, 70 + WIDTH), range(80, 80 + WIDTH)
    held = [register(bit, 100 + bit) for bit in (*key_0, *key_1)]
    sums = [lut(XOR, 200 + i, 100 + key_0[i], 100 + key_1[i]) for i in range(WIDTH)]
    ports = {"in_key_i": port("input", *key_0, *key_1)}
    apart = assess_netlist(with_ports(module(*held), **ports), 2, 20_000, randomness=True, seed=SEED)
    assert apart.holds
    joined = assess_netlist(with_ports(module(*held, *sums), **ports), 2, 20_000, randomness=True, seed=1)
    assert joined.first > 2 * THRESHOLD


def hash_core(*cells: dict[str, Any]) -> dict[str, Any]:
    """Return a core that is always ready, and answers in the cycle after the last beat of a text."""
    wide_0, wide_1 = range(1000, 1128), range(2000, 2128)
    user, last, valid = [300, 301, 302, 303], 304, 305
    ports = {
        "rst_ni": port("input", RESET),
        "s_axis_tdata": port("input", *wide_0),
        "s_axis_tdata1": port("input", *wide_1),
        "s_axis_tkeep": port("input", *range(400, 416)),
        "s_axis_tuser": port("input", *user),
        "s_axis_tlast": port("input", last),
        "s_axis_tvalid": port("input", valid),
        "s_axis_tready": {"direction": "output", "bits": ["1"]},
        "m_axis_tready": port("input", OUT_READY),
        "m_axis_tvalid": port("output", 311),
        "m_axis_tlast": {"direction": "output", "bits": ["1"]},
        "fresh_valid_i": port("input", FRESH_VALID),
        "fresh_i": port("input", R),
    }
    held = [register(bit, 4000 + bit) for bit in (*wide_0, *wide_1)]
    answers = [lut(0x8080, 310, user[2], last, valid), register(310, 311)]
    return {"ports": ports, "cells": {f"c{i}": one for i, one in enumerate((*held, *answers, *cells))}}


def test_a_text_in_shares_does_not_leak_and_without_them_it_does() -> None:
    apart = assess_exchange(hash_core(), HASHED, 20_000, randomness=True, seed=1)
    assert apart.holds and apart.cycles == 11  # the command, eight beats, the answer, and the next cycle
    assert assess_exchange(hash_core(), HASHED, 2000, randomness=False, seed=1).first > 2 * THRESHOLD
    sums = [lut(XOR, 7000 + i, 5000 + i, 6000 + i) for i in range(128)]
    assert assess_exchange(hash_core(*sums), HASHED, 2000, randomness=True, seed=1).first > 2 * THRESHOLD
    late = hash_core()
    late["cells"].popitem()
    with pytest.raises(RoundelError, match="has not answered within"):
        assess_exchange(late, HASHED, 1000, randomness=True, seed=1)


def test_secrets_of_several_segments_are_compared_until_they_are_cleared() -> None:
    """Two beats of key and tag, after a public command. The answer to the tag is two cycles after it."""
    beats = [
        SentBeat(Kind.CMD, True, bytes(16)),
        *secret_beats(Kind.KEY, 0, 16),
        *secret_beats(Kind.TEXT, 16, 32),
    ]
    exchange = Exchange(beats, 48, tail=5)
    apart = assess_exchange(hash_core(), exchange, 20_000, randomness=True, seed=1)
    assert apart.holds and apart.cycles == 11  # four beats, the answer, and the cycles after it
    sums = [lut(XOR, 7000 + i, 5000 + i, 6000 + i) for i in range(128)]
    assert assess_exchange(hash_core(*sums), exchange, 2000, randomness=True, seed=1).first > 2 * THRESHOLD
    assert assess_exchange(hash_core(), exchange, 2000, randomness=False, seed=1).first > 2 * THRESHOLD


def test_an_open_has_a_wrong_tag_among_its_secrets() -> None:
    exchange = opened(16)
    kinds = [beat.kind for beat in exchange.beats]
    assert kinds == [Kind.CMD, Kind.KEY, Kind.NONCE, Kind.TEXT, Kind.TEXT, Kind.TAG]
    assert [beat.start for beat in exchange.beats if beat.public is None] == [0, 16, 32, 48]
    assert exchange.secret == 64 and opened(32).secret == 80


def test_counts_are_sums_of_bits() -> None:
    for rows in (1, 2, 3, 4, 5, 17, 100):
        words = np.random.default_rng(rows).integers(0, ONES, (rows, 3), dtype=np.uint64, endpoint=True)
        bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
        assert np.array_equal(counts(words), bits.sum(axis=0))


def test_statistics_are_those_of_the_traces() -> None:
    generator = np.random.default_rng(7)
    values, chosen = generator.normal(1000, 3, 4000), generator.integers(0, 2, 4000).astype(bool)
    values[chosen] = 1001 + 2 * (values[chosen] - 1001)
    sums = Sums(1)
    for part in range(0, 4000, 1000):
        sums.add(0, values[part : part + 1000], chosen[part : part + 1000])
    first, second = sums.statistics()
    one, other = values[chosen], values[~chosen]
    t = abs(one.mean() - other.mean()) / np.sqrt(one.var() / len(one) + other.var() / len(other))
    assert first[0] == pytest.approx(t, rel=1e-6)
    squares = [(part - part.mean()) ** 2 for part in (one, other)]
    t = abs(squares[0].mean() - squares[1].mean()) / np.sqrt(sum(part.var() / len(part) for part in squares))
    assert second[0] == pytest.approx(t, rel=1e-6)


def test_registers_have_enables_and_resets_and_logic_its_levels() -> None:
    over = {"SRMODE": "LSR_OVER_CE", "REGSET": "SET"}
    chooser = {"type": "PFUMX", "connections": {"BLUT": [60], "ALUT": [61], "C0": [VALID], "Z": [62]}}
    cells = [
        register(R, 50, CE=VALID),
        register(R, 51, over, CE=VALID, LSR=RESET),
        lut(XOR, 60, 50, 51),
        lut(0x5555, 61, 60),
        chooser,
    ]
    netlist = Netlist(module(*cells))
    values = netlist.start(1)
    row = {net: netlist.number(net) for net in (R, VALID, RESET, 50, 51, 60, 61, 62)}
    values[row[R]] = values[row[VALID]] = ONES
    netlist.clock(values)
    netlist.settle(values)
    found = [int(values[row[net], 0]) & 1 for net in (50, 51, 60, 61, 62)]
    assert found == [1, 1, 0, 1, 1]
    values[row[R]] = values[row[VALID]] = 0
    values[row[RESET]] = ONES
    netlist.clock(values)
    netlist.settle(values)
    assert [int(values[row[net], 0]) & 1 for net in (50, 51, 60, 61, 62)] == [1, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ({"type": "CCU2C", "connections": {}, "parameters": {}}, "is a CCU2C"),
        (register(R, 50, {"CEMUX": "INV"}, CE=VALID), "inverted control"),
        (register(R, 50, {"SRMODE": "ASYNC"}, LSR=VALID), "asynchronous reset"),
        (register(R, 50, {"SRMODE": "CE_OVER_LSR"}, CE=RESET, LSR=VALID), "its enable is over its reset"),
        (lut(XOR, 50, 50, R), "depends on itself"),
    ],
)
def test_a_cell_without_a_rule_is_refused(cell: dict[str, Any], said: str) -> None:
    with pytest.raises(RoundelError, match=said):
        Netlist(module(cell))


def test_few_traces_are_refused() -> None:
    with pytest.raises(RoundelError, match="999 traces are too few"):
        assess_netlist(module(*SHARES), 2, 999, randomness=True, seed=1)


def test_the_command_fails_where_classes_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    def small(core: Core, traces: int, *, randomness: bool) -> Assessment:
        return assess_netlist(module(*SHARES), 2, traces, randomness=randomness, seed=SEED)

    monkeypatch.setattr("roundel.leak.assess", small)
    monkeypatch.setenv("COLUMNS", "300")
    masked = CliRunner().invoke(app, ["leak", "keccak200-masked", "--traces", "20000"])
    assert masked.exit_code == 0 and "20032" in masked.stdout
    arguments = ["leak", "keccak200-masked", "--traces", "20000", "--no-randomness", "--json"]
    bare = CliRunner().invoke(app, arguments)
    assert bare.exit_code == 1
    assert json.loads(bare.stdout)["keccak200-masked"]["first"] > 2 * THRESHOLD


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dom-and", "--traces", "2000", "--transitions"], "--traces has neither faults nor probes"),
        (["keccak200-masked", "--traces", "2000", "--faults"], "--traces has neither faults nor probes"),
        (["keccak200-masked", "--no-randomness"], "--no-randomness is of --traces"),
    ],
)
def test_options_that_do_not_fit_are_refused(arguments: list[str], said: str) -> None:
    done = CliRunner().invoke(app, ["leak", *arguments])
    assert isinstance(done.exception, RoundelError) and said in str(done.exception)


@pytest.mark.parametrize(("name", "result"), [("dom-and", 2), ("masked-chi", 2), ("masked-aes-sbox", 8)])
def test_a_gadget_differs_without_masks_alone(name: str, result: int) -> None:
    """Then its result, which changes in cycle `result`, differs the most."""
    gadget = load_gadgets()[name]
    masked = assess_gadget(gadget, 20_000)
    assert masked.holds and masked.cycles == GADGET_CYCLES
    bare = assess_gadget(gadget, 20_000, randomness=False)
    assert not bare.holds and bare.first > 5 * THRESHOLD and bare.first_cycle == result


@pytest.mark.slow
@pytest.mark.parametrize("randomness", [True, False])
def test_the_masked_engine(randomness: bool) -> None:
    answer = assess(find_core("keccak200-masked"), 20_000, randomness=randomness)
    assert answer.holds == randomness
    assert randomness or answer.first > 10 * THRESHOLD
