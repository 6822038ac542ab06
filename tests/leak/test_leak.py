"""The probing check: gadgets hold, faults are found, and every answer is that of a plain enumeration."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.leak import Gadget, GadgetFault, check_gadget, load_gadgets
from roundel.leak.check import _largest
from roundel.leak.circuit import Circuit, Leaf, Table, linear
from roundel.leak.distribution import MOST_BITS, UndecidedError, depends_on_secret, is_uniform
from roundel.leak.netlist import mapped_netlist

GADGETS = load_gadgets()


def marked(name: str, *values: Any, label: str = "") -> Any:
    """A parameter, slow for a round of Keccak, long for two."""
    marks = [pytest.mark.slow] if name.startswith("masked-keccak") else []
    marks += [pytest.mark.long] if name == "masked-keccak-two-rounds" else []
    return pytest.param(*(values or (name,)), marks=marks, id=label or name)


NAMES = [marked(name) for name in GADGETS]
FAULTS = [
    marked(gadget.name, gadget, fault, label=f"{gadget.name}: {fault.what}")
    for gadget in GADGETS.values()
    for fault in gadget.faults
]
AND, XOR, XNOR3, MIX = 0x8888, 0x6666, 0x9696, 0xCA35

# x_i has bits 2 and 3 (share 0) and 4 and 5 (share 1), r_i bits 6 and 7.
SMALL = Gadget("small", "", "small", (), shares=("x_i",), outputs=("y_o",), fresh=("r_i",))
X0, Y0, X1, Y1, R, S = 2, 3, 4, 5, 6, 7


def lut(table: int, output: int, *inputs: int) -> dict[str, Any]:
    wires = {port: [inputs[i] if i < len(inputs) else "0"] for i, port in enumerate("ABCD")}
    return {"type": "LUT4", "parameters": {"INIT": f"{table:016b}"}, "connections": {**wires, "Z": [output]}}


def register(source: int, output: int, **more: Any) -> dict[str, Any]:
    wires = {"CLK": ["1"], "DI": [source], "Q": [output], **{port: [bit] for port, bit in more.items()}}
    return {"type": "TRELLIS_FF", "parameters": {}, "connections": wires}


def circuit(*cells: dict[str, Any], outputs: tuple[int, ...] = (X0, X1)) -> Circuit:
    ports = {
        "x_i": {"direction": "input", "bits": [X0, Y0, X1, Y1]},
        "r_i": {"direction": "input", "bits": [R, S]},
        "y_o": {"direction": "output", "bits": list(outputs)},
    }
    return Circuit({"ports": ports, "cells": {f"c{i}": cell for i, cell in enumerate(cells)}}, SMALL)


def probed(one: Circuit, net: int, *, transitions: bool = False) -> bool:
    ages = (0, 1) if transitions else (0,)
    return depends_on_secret(one, [one.node(bit, age) for bit in one.stable(net) for age in ages])


def values(one: Circuit, number: int, leaves: Mapping[Leaf, int]) -> int:
    node = one.nodes[number]
    if isinstance(node, Leaf):
        return leaves[node]
    return node.table >> sum(values(one, at, leaves) << i for i, at in enumerate(node.inputs)) & 1


def distributions(one: Circuit, nodes: list[int]) -> list[Counter[tuple[int, ...]]]:
    """The distribution of the nodes for each secret of two bits, by all values of all inputs."""
    x0, y0, x1, y1, r, s = (
        *(Leaf("x_i", i, share, 0) for share in (0, 1) for i in (0, 1)),
        *(Leaf("r_i", i, -1, 0) for i in (0, 1)),
    )
    found = []
    for x, y in product((0, 1), repeat=2):
        counts: Counter[tuple[int, ...]] = Counter()
        for a, b, c, d in product((0, 1), repeat=4):
            leaves = {x0: a, y0: b, x1: a ^ x, y1: b ^ y, r: c, s: d}
            counts[tuple(values(one, node, leaves) for node in nodes)] += 1
        found.append(counts)
    return found


@pytest.mark.parametrize("transitions", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_a_gadget_does_not_leak(name: str, transitions: bool) -> None:
    answer = check_gadget(GADGETS[name], transitions=transitions)
    assert answer.probes and answer.registers and answer.fresh
    assert answer.holds, answer


@pytest.mark.parametrize(("gadget", "fault"), FAULTS)
def test_a_fault_is_found(gadget: Gadget, fault: GadgetFault) -> None:
    assert check_gadget(gadget, fault=fault).fails


def test_every_gadget_has_two_faults() -> None:
    assert all(len(gadget.faults) >= 2 for gadget in GADGETS.values())


def test_answers_are_those_of_a_plain_enumeration() -> None:
    chance = random.Random(5)
    told: Counter[tuple[bool, bool]] = Counter()
    for _ in range(300):
        cells, bits = [], [X0, Y0, X1, Y1, R, S]
        for output in range(10, 10 + chance.randrange(2, 9)):
            inputs = chance.sample(bits, 3)
            cells.append(lut(chance.choice((AND, XOR, XNOR3, MIX, XOR)), output, *inputs))
            bits.append(output)
        one = circuit(*cells)
        nodes = [one.node(bit) for bit in chance.sample(bits, chance.randrange(1, 4))]
        counts = distributions(one, nodes)
        depends = any(count != counts[0] for count in counts)
        level = 16 / 2 ** len(nodes)
        uniform = all(set(count.values()) == {level} and len(count) == 2 ** len(nodes) for count in counts)
        assert depends_on_secret(one, nodes) == depends
        assert is_uniform(one, nodes) == uniform
        told[depends, uniform] += 1
    assert set(told) == {(True, False), (False, False), (False, True)}
    assert min(told.values()) > 20


def test_sets_that_are_part_of_another_are_left_out() -> None:
    sets = [frozenset(one) for one in ("ab", "abc", "bd", "d", "e")]
    assert set(_largest(sets)) == {frozenset("abc"), frozenset("bd"), frozenset("e")}


def test_an_enable_that_is_always_set_is_none() -> None:
    enabled = replace(SMALL, fresh=(), fixed={"r_i": 3})
    ports = {
        "x_i": {"direction": "input", "bits": [X0, Y0, X1, Y1]},
        "r_i": {"direction": "input", "bits": [R, S]},
        "y_o": {"direction": "output", "bits": [X0, X1]},
    }
    module = {"ports": ports, "cells": {"c": register(X0, 10, CE=R)}}
    one = Circuit(module, enabled)
    assert one.nodes[one.node(10)] == Leaf("x_i", 0, 0, 1)
    with pytest.raises(RoundelError, match="has an enable or a reset"):
        Circuit(module, replace(enabled, fixed={"r_i": 2}))


def test_controls_with_a_schedule_are_known_in_each_cycle() -> None:
    """Bit 0 of r_i is set in the first of three cycles, bit 1 in the second: a load, and a reset."""
    scheduled = replace(SMALL, fresh=(), schedule={"r_i": [1, 2, 0]})
    ports = {
        "x_i": {"direction": "input", "bits": [X0, Y0, X1, Y1]},
        "r_i": {"direction": "input", "bits": [R, S]},
        "y_o": {"direction": "output", "bits": [X0, X1]},
    }
    chosen = lut(0xCACA, 11, 12, X0, R)  # x_i if bit 0 is set, else the register itself
    cells = {"a": register(X0, 10, CE=R, LSR=S), "b": chosen, "c": register(11, 12)}
    cells["a"]["parameters"] = {"SRMODE": "LSR_OVER_CE"}
    module = {"ports": ports, "cells": cells}
    after_load, after_reset, resting = (Circuit(module, scheduled, phase) for phase in (1, 2, 3))
    assert after_load.nodes[after_load.node(10)] == Leaf("x_i", 0, 0, 1)
    assert after_reset.node(10) == resting.node(10) == 0
    for age, one in enumerate((after_load, after_reset, resting), 1):
        assert one.nodes[one.node(12)] == Leaf("x_i", 0, 0, age)
    over = {**cells["a"], "parameters": {}}
    with pytest.raises(RoundelError, match="has a reset without a rule"):
        Circuit({**module, "cells": {"a": over}}, scheduled)
    with pytest.raises(RoundelError, match="the control of a register depends on data"):
        one = Circuit({**module, "cells": {"a": register(X0, 10, CE=Y0)}}, scheduled)
        one.node(10)


def test_a_schedule_has_one_period(tmp_path: Path) -> None:
    text = (
        '[one]\nwhat = ""\ntop = ""\nuses = []\nshares = []\noutputs = []\n'
        "schedule = { a_i = [0], b_i = [0, 1] }\n"
    )
    (tmp_path / "formal").mkdir()
    (tmp_path / "formal" / "gadgets.toml").write_text(text)
    with pytest.raises(RoundelError, match="the ports of the schedule have different periods"):
        load_gadgets(tmp_path)


def test_a_glitch_shows_both_shares_and_a_register_stops_it() -> None:
    masked = lut(XOR, 10, X0, R)
    assert probed(circuit(masked, lut(XOR, 11, 10, X1)), 11)
    assert not probed(circuit(masked, register(10, 12), lut(XOR, 11, 12, X1)), 11)


def test_a_fresh_bit_of_an_earlier_cycle_is_another_one() -> None:
    """x0 + r and r + x1: the same fresh bit leaks, one that is used again a cycle later does too."""
    cells = [lut(XOR, 10, X0, R), register(10, 11), lut(XOR, 12, X1, R), register(12, 13)]
    assert probed(circuit(*cells, lut(XOR, 14, 11, 13)), 14)
    late = [register(R, 15), lut(XOR, 16, 11, 15), register(16, 17)]
    delayed = [register(X1, 18), lut(XOR, 19, 18, 15), register(19, 20), register(11, 21)]
    assert probed(circuit(*cells[:2], *late, *delayed, lut(XOR, 22, 20, 21)), 22)
    # The bits of two cycles are independent.
    new = [register(X1, 18), lut(XOR, 19, 18, R), register(19, 20), register(11, 21)]
    assert not probed(circuit(*cells[:2], *new, lut(XOR, 22, 20, 21)), 22)


def test_transitions_show_what_glitches_do_not() -> None:
    """Share 1 is one cycle older than share 0: no cycle has both shares of a secret, two cycles have."""
    one = circuit(register(X0, 10), register(X1, 11), register(11, 12), lut(XOR, 13, 10, 12))
    assert not probed(one, 13)
    assert probed(one, 13, transitions=True)


def test_a_wide_lut_is_one_sum_with_a_fresh_bit() -> None:
    chooser = {"type": "PFUMX", "connections": {"BLUT": [10], "ALUT": [11], "C0": [X1], "Z": [12]}}
    one = circuit(lut(XOR, 10, X0, R), lut(XOR, 11, Y0, R), chooser)
    node, fresh = one.nodes[one.node(12)], one.node(R)
    assert isinstance(node, Table) and linear(node, fresh) and len(node.inputs) == 4
    assert not depends_on_secret(one, [one.node(12)])
    assert depends_on_secret(one, [one.node(12), fresh])


def test_what_is_too_large_is_undecided_unless_another_part_leaks() -> None:
    """A product of all bits of many cycles, and beside it both shares of a bit of another cycle."""
    cells = [lut(AND, 10, X0, Y1)]
    for i in range(MOST_BITS):
        cells += [register(10 + 2 * i, 11 + 2 * i), lut(MIX, 12 + 2 * i, 11 + 2 * i, X0, Y1, X1)]
    one = circuit(*cells)
    last = one.node(10 + 2 * MOST_BITS)
    with pytest.raises(UndecidedError, match=f"at most {MOST_BITS} are enumerated"):
        depends_on_secret(one, [last])
    with pytest.raises(UndecidedError):
        is_uniform(one, [last])
    assert depends_on_secret(one, [last, one.node(X0, 40), one.node(X1, 40)])


def test_without_time_all_is_undecided() -> None:
    answer = check_gadget(GADGETS["dom-and"], limit_seconds=-1)
    assert (answer.undecided, answer.leaking) == (answer.probes, 0)
    assert not answer.holds and not answer.fails


def test_a_refused_fault_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    gadget = GADGETS["dom-and"]
    sum_ = "assign product_o = inner_q ^ cross_q;"
    loop = GadgetFault("a loop", "roundel_dom_and.sv", sum_, "assign product_o = product_o & cross_q;")
    changed = replace(gadget, faults=(loop, gadget.faults[1]))
    monkeypatch.setattr("roundel.leak.load_gadgets", lambda: {"dom-and": changed})
    done = CliRunner().invoke(app, ["leak", "dom-and", "--faults", "--json"])
    refused, found = json.loads(done.stdout)
    assert done.exit_code == 1
    assert "depends on itself without a register" in refused["refused"]
    assert found["leaking"] == 1
    monkeypatch.setenv("COLUMNS", "300")
    table = CliRunner().invoke(app, ["leak", "dom-and", "--faults"]).stdout
    assert "refused: dom-and: signal" in table


def test_outputs_that_share_a_mask_are_not_uniform() -> None:
    one = circuit(lut(XOR, 10, X0, R), lut(XOR, 11, Y0, R))
    assert is_uniform(one, [one.node(10), one.node(11)])
    assert not is_uniform(one, [one.node(10), one.node(10)])
    both = circuit(lut(AND, 10, X0, Y0))
    assert not is_uniform(both, [both.node(10)])


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([register(10, 11, CE=R), lut(XOR, 10, X0, R)], "has an enable or a reset"),
        ([{"type": "CCU2C", "parameters": {}, "connections": {}}], "is a CCU2C"),
        ([register(10, 11), lut(XOR, 10, 11, X0)], "depends on itself"),
        ([lut(XOR, 10, 99, X0)], "signal 99 has no driver"),
        ([lut(XOR, 10, 11, X0), lut(XOR, 11, 10, X0)], "depends on itself without a register"),
    ],
)
def test_a_netlist_without_a_rule_is_refused(cells: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(RoundelError, match=message):
        one = circuit(*cells)
        one.stable(10)
        one.node(10)


def test_ports_without_a_role_and_faults_that_do_not_fit_are_refused() -> None:
    gadget = GADGETS["dom-and"]
    with pytest.raises(RoundelError, match="input fresh_i of roundel_dom_and has no role"):
        check_gadget(replace(gadget, fresh=()))
    with pytest.raises(RoundelError, match="roundel_dom_and has no output q_o"):
        check_gadget(replace(gadget, outputs=("q_o",)))
    with pytest.raises(RoundelError, match=r"roundel_dom_and.sv has 'nowhere' 0 times, not once"):
        mapped_netlist(gadget, GadgetFault("none", "roundel_dom_and.sv", "nowhere", ""))


def test_the_command_answers_in_json_and_by_its_status() -> None:
    done = CliRunner().invoke(app, ["leak", "dom-and", "--json"])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["dom-and"]["leaking"] == 0
    refused = CliRunner().invoke(app, ["leak", "dom-nand"])
    assert isinstance(refused.exception, RoundelError)
    assert "unknown gadget or masked core 'dom-nand'" in str(refused.exception)
