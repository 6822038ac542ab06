"""The composition of a masked core: its shares meet in checked gadgets alone, on the mapped netlist.

The netlist is read with the gadgets `roundel_dom_and`, `roundel_masked_aes_sbox`, `roundel_masked_ghash` and
`roundel_masked_key` as black boxes. So are `roundel_public_register`, which loads from a port of a share what
is public at that time, and `roundel_revealed_bit`, which joins the shares of a bit that becomes public. Every
other signal has the share, or the fresh bits, that it depends on. The rules:

- no signal outside of the gadgets depends on both shares, or on a share and a fresh bit
- each factor of an AND has its shares in order, and the two factors depend on no common register or input
- the byte of an S-box has its shares in order, and each bit of a share is the sum of a register or input of
  its own and of others, for any control signals; so if the registers are uniform, the byte is
- the shares of what GHASH, a masked key and a revealed bit load are in order
- each fresh bit of a gadget is a bit of the port, or a register of one, and no other gadget has it
- fresh bits get nowhere else
- each share of a result depends on that share alone, and all other outputs on neither
- no enable, reset or select of a register depends on a share or on a fresh bit, nor does that of a register
  of public bits or of a revealed bit

The revealed bits are counted: which bits may become public is for the core's page to say. What a register of
public bits loads depends on one share at most, by the first rule. That it is public is for other proofs to
show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from roundel.catalog import Core
from roundel.leak.circuit import CHOOSE, CHOOSERS, LUT, REGISTER, Bit
from roundel.leak.gadgets import GadgetFault
from roundel.leak.netlist import mapped_core
from roundel.leak.own_terms import have_own_terms
from roundel.leak.placed import changed, placed_netlist

AND, SBOX = "roundel_dom_and", "roundel_masked_aes_sbox"
GHASH, KEY = "roundel_masked_ghash", "roundel_masked_key"
PUBLIC, REVEALED = "roundel_public_register", "roundel_revealed_bit"
KEPT = (AND, SBOX, GHASH, KEY, PUBLIC, REVEALED)
# The modules whose inputs and outputs have share 0 in their lower half: inputs, output, and controls.
MASKED = {
    GHASH: (("subkey_i", "addend_i"), "value_o", ("clear_i", "subkey_load_i", "load_i", "step_i", "last_i")),
    KEY: (("data_i",), "key_o", ("clear_i", "load_i", "mask_i")),
    REVEALED: (("share_i",), "", ("clear_i", "load_i")),
}
WHAT = {GHASH: "GHASH", KEY: "a masked key", REVEALED: "a revealed bit"}
# What a signal depends on: a sum of these.
SHARE_0, SHARE_1, FRESH = 1, 2, 4
NAMES = {SHARE_0: "share 0", SHARE_1: "share 1", FRESH: "fresh bits"}
# Ports that have one share. Others have both: share 0 in the lower half.
ONE_SHARE = {
    "s_axis_tdata": SHARE_0,
    "s_axis_tdata1": SHARE_1,
    "m_axis_tdata": SHARE_0,
    "m_axis_tdata1": SHARE_1,
}


@dataclass(frozen=True)
class Composition:
    """What the check found: counts of the netlist, and what breaks a rule, a line for each.

    `gadgets` are the ANDs of a bit, the S-boxes, GHASH and masked keys, `cells` those outside of them.
    `shared` are the signals there that depend on a share, `fresh` the fresh bits that gadgets have. `public`
    are the bits that registers of public bits have, `revealed` those whose shares are joined.
    """

    gadgets: int
    cells: int
    shared: int
    fresh: int
    violations: tuple[str, ...]
    public: int = 0
    revealed: int = 0

    @property
    def holds(self) -> bool:
        """Whether the core has gadgets and no rule is broken."""
        return self.gadgets > 0 and not self.violations


@dataclass(frozen=True)
class _Product:
    """An AND of a bit: the nets of its factors' shares, of its fresh bit and of its result's shares."""

    a: tuple[Bit, Bit]
    b: tuple[Bit, Bit]
    fresh: Bit
    result: tuple[Bit, Bit]


@dataclass(frozen=True)
class _Byte:
    """An S-box: the nets of its byte's shares, of its fresh bits and of its result's shares."""

    data: tuple[tuple[Bit, ...], tuple[Bit, ...]]
    result: tuple[tuple[Bit, ...], tuple[Bit, ...]]
    fresh: tuple[Bit, ...]


@dataclass(frozen=True)
class _Module:
    """A module of MASKED: the nets of its inputs' shares, of its result's shares and of its fresh bits."""

    kind: str
    data: tuple[tuple[tuple[Bit, ...], tuple[Bit, ...]], ...]
    result: tuple[tuple[Bit, ...], tuple[Bit, ...]]
    fresh: tuple[Bit, ...]


def check_core(core: Core, fault: GadgetFault | None = None, *, placed: bool = False) -> Composition:
    """Map a masked core, and check its composition.

    Args:
        core: A core of the catalog with fresh bits (`fresh_width`).
        fault: A fault to insert into the sources.
        placed: Whether the core is placed and routed on ECP5 too. That must not change any cell.

    Raises:
        RoundelError: The core cannot be mapped, or not be placed.
    """
    found = composition_of(mapped_core(core, KEPT, fault, wide_luts=not placed))
    if not placed:
        return found
    flat = mapped_core(core, fault=fault, wide_luts=False)
    names = changed(flat, placed_netlist(core.name, flat))
    said = (f"place and route changed {len(names)} cells, the first is {names[0]}",) if names else ()
    return replace(found, violations=(*found.violations, *said))


def composition_of(module: Mapping[str, Any]) -> Composition:
    """Check a flat module in Yosys's JSON whose gadgets are instances."""
    return _Checker(module).answer()


class _Checker:
    def __init__(self, module: Mapping[str, Any]) -> None:
        self._ports: Mapping[str, Any] = module["ports"]
        self._products: list[_Product] = []
        self._bytes: list[_Byte] = []
        self._modules: list[_Module] = []
        self._logic: dict[Bit, tuple[Bit, ...]] = {}  # the inputs of logic
        self._tables: dict[Bit, tuple[int | None, tuple[Bit, ...]]] = {}  # the logic as functions
        self._registers: dict[Bit, Bit] = {}
        self._controls: set[Bit] = set()
        self._wrong: dict[str, None] = {}
        self._cells = 0
        self._public = 0
        for name, cell in module["cells"].items():
            self._read(name, cell)
        self._labels = self._propagated()

    def answer(self) -> Composition:
        for product in self._products:
            self._check_product(product)
        for byte in self._bytes:
            self._check_byte(byte)
        for module in self._modules:
            self._check_module(module)
        self._check_fresh()
        for net, label in self._labels.items():
            if label & (label - 1):
                self._note(f"a signal depends on {_text(label)}")
            if label == FRESH and net in self._logic:
                self._note("a fresh bit reaches logic outside of the gadgets")
        for net in self._controls:
            if label := self._label(net):
                self._note(f"the control of a register depends on {_text(label)}")
        self._check_outputs()
        revealed = sum(module.kind == REVEALED for module in self._modules)
        return Composition(
            gadgets=len(self._products) + len(self._bytes) + len(self._modules) - revealed,
            cells=self._cells,
            shared=sum(bool(label & (SHARE_0 | SHARE_1)) for label in self._labels.values()),
            fresh=len(set(self._fresh())),
            violations=tuple(self._wrong),
            public=self._public,
            revealed=revealed,
        )

    def _note(self, what: str) -> None:
        self._wrong[what] = None

    def _read(self, name: str, cell: Mapping[str, Any]) -> None:
        kind, wires = str(cell["type"]), cell["connections"]
        if SBOX in kind:
            data, outcome = _halves(wires["data_i"]), _halves(wires["data_o"])
            self._bytes.append(_Byte(data, outcome, tuple(wires["fresh_i"])))
            self._controls.update(wires.get("enable_i", ()))
            return
        if AND in kind:
            width = len(wires["fresh_i"])
            for i in range(width):
                a, b, result = ((wires[p][i], wires[p][width + i]) for p in ("a_i", "b_i", "product_o"))
                self._products.append(_Product(a, b, wires["fresh_i"][i], result))
            self._controls.update(wires.get("enable_i", ()))
            return
        if masked := next((module for module in MASKED if module in kind), ""):
            inputs, output, controls = MASKED[masked]
            shares = tuple(_halves(wires[port]) for port in inputs)
            fresh = tuple(wires.get("fresh_i", ()))
            self._modules.append(_Module(masked, shares, _halves(wires.get(output, ())), fresh))
            self._controls.update(net for port in controls for net in wires.get(port, ()))
            return
        if PUBLIC in kind:
            self._public += len(wires["q_o"])
            self._controls.update(wires["load_i"])
            return
        self._cells += 1
        bits = {port: nets[0] for port, nets in wires.items() if nets}
        if kind == LUT:
            table = cell.get("parameters", {}).get("INIT")
            inputs = tuple(bits.get(port, "0") for port in "ABCD")
            self._add_logic(bits["Z"], int(table, 2) if table else None, inputs)
        elif kind in CHOOSERS:
            self._add_logic(bits["Z"], CHOOSE, tuple(bits[port] for port in CHOOSERS[kind]))
        elif kind == REGISTER:
            self._registers[bits["Q"]] = bits["DI"]
            self._controls.update(bits[port] for port in ("CE", "LSR") if port in bits)
        else:  # an unknown cell joins all that it reads
            outs = [port for port, way in cell.get("port_directions", {}).items() if way == "output"]
            read = tuple(net for port, nets in wires.items() if port not in outs for net in nets)
            for net in (net for port in outs for net in wires[port]):
                self._add_logic(net, None, read)

    def _add_logic(self, net: Bit, table: int | None, inputs: tuple[Bit, ...]) -> None:
        self._logic[net] = inputs
        self._tables[net] = table, inputs

    def _label(self, net: Bit) -> int:
        return self._labels.get(net, 0)

    def _propagated(self) -> dict[Bit, int]:
        """Return what each signal depends on, through registers, up to the gadgets."""
        labels: dict[Bit, int] = {}
        below: dict[Bit, list[Bit]] = {}
        for net, read in (*self._logic.items(), *((q, (d,)) for q, d in self._registers.items())):
            for one in read:
                below.setdefault(one, []).append(net)
        waiting: list[tuple[Bit, int]] = []
        for label, nets in self._sources():
            waiting += [(net, label) for net in nets]
        while waiting:
            net, label = waiting.pop()
            old = labels.get(net, 0)
            if isinstance(net, str) or old | label == old:
                continue
            labels[net] = old | label
            waiting += [(one, labels[net]) for one in below.get(net, ())]
        return labels

    def _sources(self) -> Iterable[tuple[int, Sequence[Bit]]]:
        for port in ("in_block_i", "in_key_i"):
            if port in self._ports:
                yield from zip((SHARE_0, SHARE_1), _halves(self._ports[port]["bits"]), strict=True)
        for port, label in ONE_SHARE.items():
            if port in self._ports and self._ports[port]["direction"] == "input":
                yield label, self._ports[port]["bits"]
        yield FRESH, self._ports["fresh_i"]["bits"]
        for product in self._products:
            yield SHARE_0, product.result[:1]
            yield SHARE_1, product.result[1:]
        results = [byte.result for byte in self._bytes] + [module.result for module in self._modules]
        for result in results:
            yield from zip((SHARE_0, SHARE_1), result, strict=True)

    def _fresh(self) -> Iterable[Bit]:
        for product in self._products:
            yield product.fresh
        for byte in self._bytes:
            yield from byte.fresh
        for module in self._modules:
            yield from module.fresh

    def _check_product(self, product: _Product) -> None:
        for factor in (product.a, product.b):
            for label, net in zip((SHARE_0, SHARE_1), factor, strict=True):
                if self._label(net) & ~label:
                    found = _text(self._label(net))
                    self._note(f"{NAMES[label]} of a gadget's factor depends on {found}")
        for share in (0, 1):
            if self._stable(product.a[share]) & self._stable(product.b[share]):
                self._note("the factors of a gadget depend on a common register")

    def _check_byte(self, byte: _Byte) -> None:
        for share, bits in zip((SHARE_0, SHARE_1), byte.data, strict=True):
            for found in {self._label(net) & ~share for net in bits} - {0}:
                self._note(f"{NAMES[share]} of an S-box's byte depends on {_text(found)}")
            if not have_own_terms(self._tables, bits, lambda net: bool(self._label(net))):
                self._note("a bit of an S-box's byte has no register of its own that is added to it")

    def _check_module(self, module: _Module) -> None:
        for shares in module.data:
            for share, bits in zip((SHARE_0, SHARE_1), shares, strict=True):
                for found in {self._label(net) & ~share for net in bits} - {0}:
                    self._note(f"{NAMES[share]} of {WHAT[module.kind]} depends on {_text(found)}")

    def _stable(self, net: Bit) -> set[Bit]:
        """Return the registers, gadgets' results and inputs from which logic makes a signal."""
        found: set[Bit] = set()
        waiting, seen = [net], {net}
        while waiting:
            one = waiting.pop()
            if one in self._logic:
                new = set(self._logic[one]) - seen
                seen |= new
                waiting += new
            elif self._label(one) & (SHARE_0 | SHARE_1):
                found.add(one)
        return found

    def _check_fresh(self) -> None:
        port = set(self._ports["fresh_i"]["bits"])
        users = Counter(self._fresh())
        for net in users:
            if net not in port and self._registers.get(net) not in port:
                self._note("the fresh bit of a gadget is not a bit of the port or a register of one")
        if any(count > 1 for count in users.values()):
            self._note("several gadgets have the same fresh bit")
        registered = Counter(self._registers[net] for net in users if net in self._registers)
        if any(count > 1 for count in registered.values()):
            self._note("several registers have the same fresh bit")

    def _check_outputs(self) -> None:
        for name, port in self._ports.items():
            if port["direction"] != "output":
                continue
            nets = port["bits"]
            half = len(nets) // 2
            allowed = [ONE_SHARE.get(name, 0)] * len(nets)
            if name == "out_block_o":
                allowed = [SHARE_0] * half + [SHARE_1] * half
            for net, label in zip(nets, allowed, strict=True):
                if found := self._label(net) & ~label:
                    self._note(f"{name} depends on {_text(found)} where it must not")


def _halves(bits: Sequence[Bit]) -> tuple[tuple[Bit, ...], tuple[Bit, ...]]:
    half = len(bits) // 2
    return tuple(bits[:half]), tuple(bits[half:])


def _text(label: int) -> str:
    return " and ".join(name for bit, name in NAMES.items() if label & bit)
