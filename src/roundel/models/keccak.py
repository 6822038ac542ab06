"""Keccak-p[b, nr] and its twisted form Keccak-p*[b, nr] (FIPS 202 section 3; Ketje v2 section 2.1).

Lane (x, y) has number x + 5y. A lane has w = b/25 bits. Byte i of a state is byte i mod (w/8) of lane i //
(w/8), least significant byte first.
"""

from __future__ import annotations

import functools

from roundel.models.bits import Bytes, require

WIDTHS = (200, 400, 800, 1600)


def nominal_rounds(width: int) -> int:
    """Return 12 + 2l, the rounds of Keccak-f[width], for lanes of 2^l bits."""
    require(width in WIDTHS, f"width {width} bits", f"Keccak-p has widths {', '.join(map(str, WIDTHS))}.")
    return 12 + 2 * ((width // 25).bit_length() - 1)


def keccak_p(state: Bytes, rounds: int | None = None, width: int = 1600) -> bytes:
    """Return Keccak-p[width, rounds] of `state` (width/8 bytes). Without `rounds` it is Keccak-f[width].

    The rounds are the last `rounds` rounds of Keccak-f[width]. Raises RoundelError for a wrong length,
    width or number of rounds.
    """
    return _bytes_of(_permute(_lanes_of(state, width), _last_rounds(rounds, width), width // 25), width)


def keccak_p_twisted(state: Bytes, rounds: int | None = None, width: int = 1600) -> bytes:
    """Return Keccak-p*[width, rounds] of `state`: inverse pi, Keccak-p, pi."""
    lanes = _lanes_of(state, width)
    rotated = [lanes[_pi(lane)] for lane in range(25)]
    permuted = _permute(rotated, _last_rounds(rounds, width), width // 25)
    result = [0] * 25
    for lane in range(25):
        result[_pi(lane)] = permuted[lane]
    return _bytes_of(result, width)


@functools.cache
def round_constant(index: int) -> int:
    """Return the 64-bit constant of round `index`. Shorter lanes use its low bits (section 3.2.5)."""
    return sum(_rc(j + 7 * index) << ((1 << j) - 1) for j in range(7))


@functools.cache
def rho_offset(x: int, y: int) -> int:
    """Return the left rotation of lane (x, y) by rho, before reduction mod w (section 3.2.2)."""
    lane = (1, 0)
    for t in range(24):
        if lane == (x, y):
            return (t + 1) * (t + 2) // 2
        lane = (lane[1], (2 * lane[0] + 3 * lane[1]) % 5)
    return 0


def _rc(t: int) -> int:
    """Return bit 0 of x^t mod x^8 + x^6 + x^5 + x^4 + 1."""
    r = 1
    for _ in range(t % 255):
        r <<= 1
        if r & 0x100:
            r ^= 0x171
    return r & 1


def _pi(lane: int) -> int:
    """Return the lane to which pi moves a lane: (x, y) to (y, 2x + 3y)."""
    x, y = lane % 5, lane // 5
    return y + 5 * ((2 * x + 3 * y) % 5)


@functools.cache
def _rho_pi(w: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return for each lane: its number, its column x, its rotation mod w, the lane to which it moves."""
    return tuple((i, i % 5, rho_offset(i % 5, i // 5) % w, _pi(i)) for i in range(25))


def _last_rounds(rounds: int | None, width: int) -> range:
    nominal = nominal_rounds(width)
    count = nominal if rounds is None else rounds
    require(0 <= count <= nominal, f"{count} rounds", f"Keccak-p[{width}] has 0 to {nominal} rounds.")
    return range(nominal - count, nominal)


def _permute(lanes: list[int], rounds: range, w: int) -> list[int]:
    mask = (1 << w) - 1
    moves = _rho_pi(w)
    a = lanes
    for index in rounds:
        # theta: the parity of each column, then the parities of its two neighbors added to each lane
        c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        d = [c[x - 1] ^ ((c[(x + 1) % 5] << 1 | c[(x + 1) % 5] >> (w - 1)) & mask) for x in range(5)]
        # rho and pi
        b = [0] * 25
        for lane, x, offset, to in moves:
            v = a[lane] ^ d[x]
            b[to] = (v << offset | v >> (w - offset)) & mask
        # chi, along the rows
        a = []
        for y in (0, 5, 10, 15, 20):
            b0, b1, b2, b3, b4 = b[y : y + 5]
            a += (b0 ^ (~b1 & b2), b1 ^ (~b2 & b3), b2 ^ (~b3 & b4), b3 ^ (~b4 & b0), b4 ^ (~b0 & b1))
        # iota
        a[0] ^= round_constant(index) & mask
    return a


def _lanes_of(state: Bytes, width: int) -> list[int]:
    nominal_rounds(width)
    require(
        len(state) == width // 8,
        f"a state of {len(state)} bytes",
        f"Keccak-p[{width}] has a state of {width // 8} bytes.",
    )
    size = width // 200
    return [int.from_bytes(state[i : i + size], "little") for i in range(0, len(state), size)]


def _bytes_of(lanes: list[int], width: int) -> bytes:
    size = width // 200
    return b"".join(lane.to_bytes(size, "little") for lane in lanes)
