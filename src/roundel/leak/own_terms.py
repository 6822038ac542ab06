"""Whether bits are sums that each have a term of its own, on a mapped netlist.

Such bits are uniform together if their own terms are uniform and independent.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from roundel.leak.circuit import Bit

# Logic by its output: bit i of the table is the value for inputs i, the first input in bit 0.
Tables = Mapping[Bit, tuple[int | None, tuple[Bit, ...]]]
MOST_CONTROLS = 6


@dataclass(frozen=True)
class _Form:
    """What a signal is: a constant, or a function of terms, of which some are only added."""

    constant: int | None
    terms: frozenset[Bit] = frozenset()
    added: frozenset[Bit] = frozenset()


def have_own_terms(tables: Tables, bits: Sequence[Bit], has_share: Callable[[Bit], bool]) -> bool:
    """Return whether each bit is the sum of a term that no other bit has, and of anything else.

    A term is a signal with a share that no logic makes. It holds if it does for all values of the other
    signals, the controls. More than `MOST_CONTROLS` of them are not tried, and a table that is not known
    adds nothing.
    """
    controls = sorted(_controls(tables, bits, has_share), key=str)
    if len(controls) > MOST_CONTROLS:
        return False
    for values in itertools.product((0, 1), repeat=len(controls)):
        known: dict[Bit, _Form] = {"0": _Form(0), "x": _Form(0), "1": _Form(1)}
        known |= {net: _Form(value) for net, value in zip(controls, values, strict=True)}
        forms = [_form(tables, bit, known) for bit in bits]
        for i, one in enumerate(forms):
            others = frozenset[Bit]().union(*(form.terms for form in (*forms[:i], *forms[i + 1 :])))
            if not one.added - others:
                return False
    return True


def _controls(tables: Tables, bits: Sequence[Bit], has_share: Callable[[Bit], bool]) -> set[Bit]:
    found: set[Bit] = set()
    waiting, seen = list(bits), set(bits)
    while waiting:
        net = waiting.pop()
        if isinstance(net, str):
            continue
        if not has_share(net):
            found.add(net)
        elif net in tables:
            new = set(tables[net][1]) - seen
            seen |= new
            waiting += new
    return found


def _form(tables: Tables, net: Bit, known: dict[Bit, _Form]) -> _Form:
    if net not in known:
        known[net] = _of_table(tables, net, known) if net in tables else _Form(None, *[frozenset([net])] * 2)
    return known[net]


def _of_table(tables: Tables, net: Bit, known: dict[Bit, _Form]) -> _Form:
    table, inputs = tables[net]
    forms = [_form(tables, one, known) for one in inputs]
    free = [i for i, form in enumerate(forms) if form.constant is None]
    terms = frozenset[Bit]().union(*(forms[i].terms for i in free))
    if table is None:
        return _Form(None, terms)
    fixed = sum(form.constant << i for i, form in enumerate(forms) if form.constant)
    points = [
        fixed | sum(1 << i for i in chosen)
        for count in range(len(free) + 1)
        for chosen in itertools.combinations(free, count)
    ]
    if len({table >> point & 1 for point in points}) == 1:
        return _Form(table >> points[0] & 1)
    added = frozenset[Bit]()
    for i in free:
        if all((table >> point ^ table >> (point ^ 1 << i)) & 1 for point in points):
            others = frozenset[Bit]().union(*(forms[j].terms for j in free if j != i))
            added |= forms[i].added - others
    return _Form(None, terms, added)
