"""The joint distribution of nodes: whether it depends on a secret, and whether it is uniform.

Both questions are decided exactly. First, nodes that a bit of its own makes uniform are replaced: if a
fresh bit reaches the observed nodes only through a node that is the sum of it and of something else, then
that node has the distribution of a fresh bit, whatever the rest is. A share whose other share is not below
the observed nodes counts as a fresh bit. What then remains is split into parts without a
common bit, and all values of each part are computed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from roundel.leak.circuit import Circuit, Leaf, Table, linear

# More bits below one set of observed nodes than these are not enumerated.
MOST_BITS = 24
MOST_OBSERVED = 60


class UndecidedError(Exception):
    """The observed nodes depend on more bits than are enumerated."""


@dataclass
class _Cone:
    """The observed nodes that remain, the nodes below them in order, and those that are free bits."""

    observed: set[int]
    order: list[int]
    free: set[int]


def depends_on_secret(circuit: Circuit, nodes: Iterable[int]) -> bool:
    """Return whether the joint distribution of the nodes is not the same for all secrets.

    Raises:
        UndecidedError: It depends on more bits than are enumerated.
    """
    undecided: UndecidedError | None = None
    for part in _parts(circuit, _simplified(circuit, nodes)):
        try:
            if _depends(circuit, part):
                return True
        except UndecidedError as error:
            undecided = error
    if undecided:
        raise undecided
    return False


def is_uniform(circuit: Circuit, nodes: Iterable[int]) -> bool:
    """Return whether the nodes are independent and uniform for every secret.

    Raises:
        UndecidedError: They depend on more bits than are enumerated.
    """
    listed = list(nodes)
    if len(set(listed)) < len(listed):
        return False
    return all(_is_uniform(circuit, part) for part in _parts(circuit, _simplified(circuit, listed)))


def _depends(circuit: Circuit, cone: _Cone) -> bool:
    if not _secrets(circuit, cone):
        return False
    rows = np.sort(_rows(circuit, cone), axis=1)
    return bool((rows != rows[0]).any())


def _is_uniform(circuit: Circuit, cone: _Cone) -> bool:
    rows = np.sort(_rows(circuit, cone), axis=1)
    count, rest = 1 << len(cone.observed), rows.shape[1] >> len(cone.observed)
    expected = np.repeat(np.arange(count, dtype=np.uint64), max(rest, 1))
    return bool(rest and (rows == expected).all())


def _parts(circuit: Circuit, cone: _Cone) -> list[_Cone]:
    """Split the observed nodes into cones without a common bit or secret: they are independent."""
    parts: list[tuple[set[int], set[object]]] = []
    for number in sorted(cone.observed):
        below = _order(circuit, [number], cone.free)
        bits = {_bit(circuit, one) for one in below if one in cone.free or _is_leaf(circuit, one)}
        observed = {number}
        apart = []
        for others, their in parts:
            if their & bits:
                observed |= others
                bits |= their
            else:
                apart.append((others, their))
        parts = [*apart, (observed, bits)]
    return [_Cone(one, _order(circuit, one, cone.free), cone.free) for one, _ in parts]


def _is_leaf(circuit: Circuit, number: int) -> bool:
    return isinstance(circuit.nodes[number], Leaf)


def _bit(circuit: Circuit, number: int) -> object:
    """Return what stands for a free bit: for both shares of a bit the same."""
    leaf = circuit.nodes[number]
    return (leaf.port, leaf.index, leaf.age) if isinstance(leaf, Leaf) and leaf.share >= 0 else number


def _simplified(circuit: Circuit, nodes: Iterable[int]) -> _Cone:
    observed = {node for node in nodes}
    free: set[int] = set()
    while True:
        order = _order(circuit, observed, free)
        users: dict[int, list[int]] = {}
        for number in order:
            node = circuit.nodes[number]
            if isinstance(node, Table) and number not in free:
                for one in node.inputs:
                    users.setdefault(one, []).append(number)
        leaves = {node for number in order if isinstance(node := circuit.nodes[number], Leaf)}
        changed = False
        for number in order:
            leaf = circuit.nodes[number]
            if number not in free and (not isinstance(leaf, Leaf) or leaf.partner in leaves):
                continue
            top = _top(circuit, number, users, observed)
            if top in observed and top not in users:
                observed.discard(top)
                changed = True
                break
            if top != number:
                free.add(top)
                changed = True
                break
        if not changed:
            return _Cone(observed, order, free)


def _top(circuit: Circuit, number: int, users: dict[int, list[int]], observed: set[int]) -> int:
    """Return the last node on the way up from a free bit through which alone the bit is seen."""
    while number not in observed and len(users.get(number, ())) == 1:
        (above,) = users[number]
        node = circuit.nodes[above]
        if not isinstance(node, Table) or not linear(node, number):
            break
        number = above
    return number


def _order(circuit: Circuit, observed: Iterable[int], free: set[int]) -> list[int]:
    """Return the nodes below the observed ones, inputs first; nothing below a free one."""
    done: dict[int, None] = {}
    waiting = [(number, False) for number in sorted(observed)]
    while waiting:
        number, ready = waiting.pop()
        if number in done:
            continue
        node = circuit.nodes[number]
        if ready or number in free or isinstance(node, Leaf) or not node.inputs:
            done[number] = None
        else:
            waiting.append((number, True))
            waiting.extend((one, False) for one in node.inputs)
    return list(done)


def _secrets(circuit: Circuit, cone: _Cone) -> list[Leaf]:
    """Return share 1 of each bit of which both shares are in the cone."""
    leaves = {node for one in cone.order if isinstance(node := circuit.nodes[one], Leaf)}
    return [leaf for leaf in leaves if leaf.share == 1 and leaf.partner in leaves]


def _rows(circuit: Circuit, cone: _Cone) -> NDArray[np.uint64]:
    """Return the observed values as numbers: a row for each secret, a column for each value of the rest."""
    secrets = _secrets(circuit, cone)
    hidden = set(secrets)
    bits = [
        number
        for number in cone.order
        if number in cone.free or (isinstance(leaf := circuit.nodes[number], Leaf) and leaf not in hidden)
    ]
    total = len(bits) + len(secrets)
    if total > MOST_BITS or len(cone.observed) > MOST_OBSERVED:
        raise UndecidedError(f"{total} bits; at most {MOST_BITS} are enumerated")
    index = np.arange(1 << total, dtype=np.uint32)
    values: dict[int, NDArray[np.uint8]] = {}
    places: dict[Leaf, NDArray[np.uint8]] = {}
    for place, number in enumerate(bits):
        values[number] = (index >> place & 1).astype(np.uint8)
        if isinstance(leaf := circuit.nodes[number], Leaf):
            places[leaf] = values[number]
    masks = {secret: len(bits) + place for place, secret in enumerate(secrets)}
    for number in cone.order:
        if number in values:
            continue
        node = circuit.nodes[number]
        if isinstance(node, Leaf):  # share 1: the secret and share 0
            partner = node.partner
            assert partner is not None
            values[number] = places[partner] ^ (index >> masks[node] & 1).astype(np.uint8)
        else:
            at = np.zeros(1 << total, dtype=np.uint16)
            for place, one in enumerate(node.inputs):
                at |= values[one].astype(np.uint16) << np.uint16(place)
            table = np.array([node.table >> i & 1 for i in range(1 << len(node.inputs))], dtype=np.uint8)
            values[number] = table[at]
    seen = np.zeros(1 << total, dtype=np.uint64)
    for place, number in enumerate(sorted(cone.observed)):
        seen |= values[number].astype(np.uint64) << np.uint64(place)
    return seen.reshape(1 << len(secrets), 1 << len(bits))
