"""Where the lanes of a state lie in registers, and the round as a sequence of instructions.

A state is 13 registers of two slots. Row y is P_y = (A[0,y], A[1,y]) and Q_y = (A[2,y], A[3,y]), the order of
the bytes in memory; the odd lanes A[4,y] go together: La = (A[4,1], A[4,0]), Lb = (A[4,3], A[4,2]),
Lc = (-, A[4,4]), slot lo first.

Why this closes: pi takes A[x,y] to B[y, 2x+3y]. The lanes of row Y of B that come from columns 0 and 1
stand beside each other, at X = 2Y and 2Y+1; those from columns 2 and 3 follow them; that from column 4 is
the fifth. So each register of B is made of the lo slot of one register of A, the hi slot of another and
one of only three registers of theta's effect: (D0, D1), (D2, D3), (D4, D4). Row Y of B is three
registers, in which chi finds five neighbours turned by 2Y; reading all three, it gives its results in the
order of A again. The odd lanes stay in their slots on the way, and meet two rows at a time.

Per round: 5 parities, 3 effects, 13 for rho and pi, 14 for chi, 35 in all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from roundel.models.keccak import rho_offset

LO, HI = 0, 1
STATE = (*(f"p{y}" for y in range(5)), *(f"q{y}" for y in range(5)), "la", "lb", "lc")
ODD = {0: ("la", HI), 1: ("la", LO), 2: ("lb", HI), 3: ("lb", LO), 4: ("lc", HI)}  # A[4,y]


def place(lane: int) -> tuple[str, int]:
    """Return register and slot (LO or HI) of lane x + 5y."""
    x, y = lane % 5, lane // 5
    if x == 4:
        return ODD[y]
    return ("p" if x < 2 else "q") + str(y), x % 2


@dataclass(frozen=True)
class Step:
    """One instruction of a round: its name, the register it writes, those it reads by port.

    `constant` marks the one that adds the round constant: its function is chosen by the lane width.
    """

    name: str
    d: str
    n: str = ""
    m: str = ""
    k: str = ""
    constant: bool = False


def rotations() -> tuple[tuple[int, int], ...]:
    """Return how far krho 0 to 12 rotate their lo and hi slots; a slot that is not used repeats another."""
    pairs = []
    for row in range(5):
        for x in (0, 2):
            y = 2 * row + x
            pairs.append((_rho(x, y), _rho(x + 1, y + 1)))
    pairs.append((_rho(4, 1), _rho(4, 4)))
    pairs.append((_rho(4, 3), _rho(4, 2)))
    pairs.append((_rho(4, 1), _rho(4, 0)))
    return tuple(pairs)


def round_steps() -> Iterator[Step]:
    """Yield the 35 instructions of a round, from the registers of `STATE` to the same.

    Others: c0, c2, c4 parities, d0, d2, d4 effects, x0 to x4, y0 to y4, z0, z2, z3 the state after pi.
    """
    yield from _theta()
    yield from _rho_pi()
    yield from _chi()


def _theta() -> Iterator[Step]:
    for pair, column in (("p", "c0"), ("q", "c2")):
        yield Step("kxor", column, f"{pair}0", f"{pair}1", f"{pair}2")
        yield Step("kxor", column, column, f"{pair}3", f"{pair}4")
    yield Step("kfold", "c4", "la", "lc", "lb")
    yield Step("keff0", "d0", "c2", "c0", "c4")
    yield Step("keff1", "d2", "c4", "c2", "c0")
    yield Step("keff2", "d4", "c0", "", "c2")


def _rho_pi() -> Iterator[Step]:
    """x and y: lanes 2Y, 2Y+1 and 2Y+2, 2Y+3 of row Y; z: lane 2Y+4, two rows in a register."""
    for row in range(5):
        low, high = 2 * row % 5, (2 * row + 1) % 5
        yield Step(f"krho{2 * row}", f"x{row}", f"p{low}", f"p{high}", "d0")
        low, high = (low + 2) % 5, (high + 2) % 5
        yield Step(f"krho{2 * row + 1}", f"y{row}", f"q{low}", f"q{high}", "d2")
    yield Step("krho10", "z0", "la", "lc", "d4")  # rows 1, 0
    yield Step("krho11", "z2", "lb", "lb", "d4")  # rows 2, 4
    yield Step("krho12", "z3", "la", "la", "d4")  # row 3, in hi


def _chi() -> Iterator[Step]:
    yield Step("kchi0", "p0", "y0", "", "x0", constant=True)
    yield Step("kchi3", "q0", "x0", "z0", "y0")
    yield Step("kodd0", "la", "x0", "z0", "y1")
    yield Step("kchi4", "p1", "x1", "z0", "y1")
    yield Step("kchi0", "q1", "y1", "", "x1")
    yield Step("kodd1", "lb", "x3", "y3", "z3")
    yield Step("kchi1", "p3", "y3", "x3", "z3")
    yield Step("kchi2", "q3", "z3", "y3", "x3")
    yield Step("kodd2", "lb", "y2", "x2", "lb")
    yield Step("kchi1", "p2", "z2", "y2", "x2")
    yield Step("kchi4", "q2", "x2", "z2", "y2")
    yield Step("kodd3", "lc", "y4", "", "x4")
    yield Step("kchi3", "p4", "x4", "z2", "y4")
    yield Step("kchi1", "q4", "y4", "x4", "z2")


def _rho(x: int, y: int) -> int:
    return rho_offset(x % 5, y % 5) % 64
