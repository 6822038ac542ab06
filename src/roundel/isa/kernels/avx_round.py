"""A round of the permutation in AVX instructions, on the registers of the NEON version.

A text of instructions names its results and operands; `straight` gives them registers.
"""

from __future__ import annotations

from roundel.isa.kernels.neon import place as neon_place
from roundel.isa.kernels.straight import StraightCode, Value
from roundel.models.keccak import rho_offset

# The first of the three registers of row 4.
_ROW4 = 10


def avx_round(code: StraightCode, state: list[Value], index: int) -> list[Value]:
    """Return the state after the round of this index, on the registers of `neon.place`."""
    effects, last = _theta(code, state)
    pairs = [_xor(code, state[i], effects[i % 5]) for i in range(10)]
    row4 = [_xor(code, state[_ROW4 + i], last[i]) for i in range(3)]

    def turned(x: int, y: int) -> tuple[Value, int]:
        register, slot = neon_place(x % 5 + 5 * y)
        value = row4[register - _ROW4] if y == 4 else pairs[register]
        return _rotated(code, value, rho_offset(x % 5, y) % 64), slot

    def joined(low: tuple[Value, int], high: tuple[Value, int]) -> Value:
        return _pair(code, *low, *high)

    result: list[Value] = []
    for rows in (0, 2):
        after_pi = [joined(turned(x + 3 * rows, x), turned(x + 3 * rows + 3, x)) for x in range(5)]
        result += [_chi(code, after_pi[x], after_pi[(x + 1) % 5], after_pi[(x + 2) % 5]) for x in range(5)]
    result[0] = code.make(f"vpxor {{d}}, {{0}}, xmmword ptr [rip + .Lconstant_{index}]", result[0])
    first = joined(turned(2, 0), turned(3, 1))
    second = joined(turned(4, 2), turned(0, 3))
    fifth, _slot = turned(1, 4)  # in hi
    p12, p34, p40 = (
        _pair(code, first, 1, second, 0),
        _pair(code, second, 1, fifth, 1),
        _pair(code, fifth, 1, first, 0),
    )
    last_row = [_chi(code, first, p12, second), _chi(code, second, p34, p40), _chi(code, p40, first, p12)]
    return [*result, *last_row]


def _theta(code: StraightCode, state: list[Value]) -> tuple[list[Value], tuple[Value, Value, Value]]:
    """Return the effects on each column in both slots, and those on row 4 as its registers have them."""
    sums = [_xor(code, state[x], state[x + 5]) for x in range(5)]
    parity = []
    for x, row4 in ((0, _ROW4), (2, _ROW4 + 1)):
        low, high = _pair(code, sums[x], 0, sums[x + 1], 0), _pair(code, sums[x], 1, sums[x + 1], 1)
        parity.append(_xor(code, _xor(code, low, high), state[row4]))
    folded = _xor(code, sums[4], _pair(code, sums[4], 1, sums[4], 0))
    parity.append(_xor(code, folded, state[_ROW4 + 2]))
    turned = [_rotated(code, value, 1) for value in parity]
    low = _xor(code, _pair(code, parity[2], 0, parity[0], 0), _pair(code, turned[0], 1, turned[1], 0))
    mid = _xor(code, _pair(code, parity[0], 1, parity[1], 0), _pair(code, turned[1], 1, turned[2], 0))
    top = _xor(code, _pair(code, parity[1], 1, parity[1], 1), turned[0])
    each = [_pair(code, (low, mid, top)[i // 2], i % 2, (low, mid, top)[i // 2], i % 2) for i in range(5)]
    return each, (low, mid, top)


def _pair(code: StraightCode, a: Value, slot_a: int, b: Value, slot_b: int) -> Value:
    """Return (a's slot, b's slot)."""
    text = {
        (0, 0): "vpunpcklqdq {d}, {0}, {1}",
        (1, 1): "vpunpckhqdq {d}, {0}, {1}",
        (0, 1): "vpblendw {d}, {0}, {1}, 0xf0",
    }.get((slot_a, slot_b))
    if text is None:
        return code.make("vpalignr {d}, {0}, {1}, 8", b, a, in_memory=1)
    return code.make(text, a, b, in_memory=1)


def _chi(code: StraightCode, a: Value, b: Value, c: Value) -> Value:
    return _xor(code, a, code.make("vpandn {d}, {0}, {1}", b, c, in_memory=1))


def _xor(code: StraightCode, a: Value, b: Value) -> Value:
    return code.make("vpxor {d}, {0}, {1}", b, a, in_memory=1)


def _rotated(code: StraightCode, a: Value, left: int) -> Value:
    if not left:
        return a
    if left in (8, 56):
        return code.make(f"vpshufb {{d}}, {{0}}, xmmword ptr [rip + .Lturn_{left}]", a)
    text = "vpaddq {d}, {0}, {0}" if left == 1 else f"vpsllq {{d}}, {{0}}, {left}"
    low = code.make(text, a)
    high = code.make(f"vpsrlq {{d}}, {{0}}, {64 - left}", a)
    return code.make("vpor {d}, {0}, {1}", low, high, in_memory=1)
