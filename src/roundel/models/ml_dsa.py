"""ML-DSA (FIPS 204): samplers, the number-theoretic transform and key generation.

A polynomial is a list of 256 integers. Names and numbers are those of the standard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from roundel.models.bits import require
from roundel.models.ml_kem import SEED_BYTES, N, Poly
from roundel.models.sponge import RATE_128, RATE_256, SUFFIX_SHAKE, keccak, shake_256

Q = 8380417
ZETA = 1753
D = 13
SECRET_SEED_BYTES = 64
# The least blocks of SHAKE128 and SHAKE256 that may be enough for a polynomial.
NTT_BLOCKS = 5
BOUNDED_BLOCKS = 1


@dataclass(frozen=True)
class Parameters:
    """A parameter set (table 1): rows k and columns l of the matrix, and eta of the secret key."""

    name: str
    k: int
    l: int  # noqa: E741 - the name of the standard
    eta: int


ML_DSA_44 = Parameters("ML-DSA-44", 4, 4, 2)
ML_DSA_65 = Parameters("ML-DSA-65", 6, 5, 4)
ML_DSA_87 = Parameters("ML-DSA-87", 8, 7, 2)

Matrix = Callable[[bytes, int, int], list[Poly]]
Vector = Callable[[int, bytes, int, int], list[Poly]]


def rej_ntt_poly(seed: bytes) -> Poly:
    """Return the polynomial of a seed of 34 bytes, in the NTT domain (algorithms 14 and 30)."""
    require(len(seed) == SEED_BYTES + 2, f"a seed of {len(seed)} bytes", "RejNTTPoly has a seed of 34 bytes.")
    blocks = NTT_BLOCKS
    while len(kept := [z for z in _numbers(seed, blocks) if z < Q]) < N:
        blocks += 1
    return kept[:N]


def rej_bounded_poly(eta: int, seed: bytes) -> Poly:
    """Return the polynomial of a seed of 66 bytes, coefficients from -eta to eta (algorithms 15 and 31)."""
    _require_long(seed, "RejBoundedPoly")
    blocks = BOUNDED_BLOCKS
    while len(kept := [z for z in half_bytes(seed, blocks) if z < (15 if eta == 2 else 9)]) < N:
        blocks += 1
    return [2 - z % 5 if eta == 2 else 4 - z for z in kept[:N]]


def mask_poly(gamma_1: int, seed: bytes) -> Poly:
    """Return a polynomial of ExpandMask from a seed of 66 bytes (algorithm 34, lines 3 to 5; algorithm 19).

    Its coefficients are from -gamma_1 + 1 to gamma_1.
    """
    _require_long(seed, "ExpandMask")
    width = gamma_1.bit_length()
    string = int.from_bytes(shake_256(seed, 32 * width), "little")
    return [gamma_1 - (string >> width * i) % (1 << width) for i in range(N)]


def half_bytes(seed: bytes, blocks: int) -> Iterator[int]:
    """Return the half bytes in the first blocks of SHAKE256 of a seed, the low one of a byte first."""
    for z in shake_256(seed, blocks * RATE_256):
        yield z % 16
        yield z // 16


def ntt(w: Poly) -> Poly:
    """Return the transform of a polynomial (algorithm 41)."""
    w, m, length = [c % Q for c in w], 0, 128
    while length >= 1:
        for start in range(0, N, 2 * length):
            m += 1
            for j in range(start, start + length):
                t = zeta(m) * w[j + length] % Q
                w[j + length], w[j] = (w[j] - t) % Q, (w[j] + t) % Q
        length //= 2
    return w


def inverse_ntt(w: Poly) -> Poly:
    """Return the polynomial of a transform (algorithm 42)."""
    w, m, length = list(w), N, 1
    while length < N:
        for start in range(0, N, 2 * length):
            m -= 1
            for j in range(start, start + length):
                t, high = w[j], w[j + length]
                w[j], w[j + length] = (t + high) % Q, -zeta(m) * (t - high) % Q
        length *= 2
    return [c * pow(N, -1, Q) % Q for c in w]


def expand_a(rho: bytes, k: int, columns: int) -> list[Poly]:
    """Return the matrix A by rows (algorithm 32)."""
    return [rej_ntt_poly(rho + bytes([s, r])) for r in range(k) for s in range(columns)]


def expand_s(eta: int, rho: bytes, first: int, count: int) -> list[Poly]:
    """Return polynomials of the secret vectors, with the indices from `first` on (algorithm 33)."""
    return [rej_bounded_poly(eta, rho + i.to_bytes(2, "little")) for i in range(first, first + count)]


def public_key(
    parameters: Parameters, xi: bytes, matrix: Matrix | None = None, vector: Vector | None = None
) -> bytes:
    """Return the public key of a seed (algorithms 6 and 22).

    Args:
        parameters: The parameter set.
        xi: 32 random bytes.
        matrix: Returns the polynomials of A by rows, from rho and the numbers of rows and columns. By default
            the model does.
        vector: Returns the polynomials of a secret vector, from eta, the seed, the first index and the count.
    """
    k, columns, eta = parameters.k, parameters.l, parameters.eta
    seeds = shake_256(xi + bytes([k, columns]), 128)
    rho, rho_prime = seeds[:32], seeds[32:96]
    a = (matrix or expand_a)(rho, k, columns)
    sample = vector or expand_s
    s1 = [ntt(f) for f in sample(eta, rho_prime, 0, columns)]
    s2 = sample(eta, rho_prime, columns, k)
    encoded = b""
    for row in range(k):
        terms = zip(
            *([x * y for x, y in zip(a[columns * row + s], s1[s], strict=True)] for s in range(columns)),
            strict=True,
        )
        product = inverse_ntt([sum(c) % Q for c in terms])
        t = [(x + y) % Q for x, y in zip(product, s2[row], strict=True)]
        encoded += sum(_high(c) << 10 * i for i, c in enumerate(t)).to_bytes(320, "little")
    return rho + encoded


def _high(r: int) -> int:
    """Return r1 of Power2Round (algorithm 35)."""
    low = r % (1 << D)
    return (r - (low - (1 << D) if low > 1 << D - 1 else low)) >> D


def _numbers(seed: bytes, blocks: int) -> Iterator[int]:
    stream = keccak(seed, RATE_128, SUFFIX_SHAKE, blocks * RATE_128)
    for at in range(0, len(stream), 3):
        yield int.from_bytes(stream[at : at + 3], "little") % (1 << 23)


def _require_long(seed: bytes, what: str) -> None:
    size = SECRET_SEED_BYTES + 2
    require(len(seed) == size, f"a seed of {len(seed)} bytes", f"{what} has a seed of {size} bytes.")


def zeta(m: int) -> int:
    return pow(ZETA, int(f"{m:08b}"[::-1], 2), Q)
