"""ML-KEM (FIPS 203): samplers, the number-theoretic transform, K-PKE, keys, encapsulation, decapsulation.

A polynomial is a list of 256 numbers from 0 to q - 1. Names and numbers are those of the standard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from roundel.models.bits import require
from roundel.models.sponge import RATE_128, SUFFIX_SHAKE, keccak, sha3_256, sha3_512, shake_256

N = 256
Q = 3329
ZETA = 17
SEED_BYTES = 32
Poly = list[int]


@dataclass(frozen=True)
class Parameters:
    """A parameter set (section 8): rank k of the module, eta_1 of the secret key, bits of a ciphertext."""

    name: str
    k: int
    eta_1: int
    d_u: int = 10
    d_v: int = 4

    @property
    def ciphertext_bytes(self) -> int:
        """The length of a ciphertext."""
        return 32 * (self.d_u * self.k + self.d_v)


ETA_2 = 2
ML_KEM_512 = Parameters("ML-KEM-512", 2, 3)
ML_KEM_768 = Parameters("ML-KEM-768", 3, 2)
ML_KEM_1024 = Parameters("ML-KEM-1024", 4, 2, 11, 5)

Matrix = Callable[[bytes, int], list[Poly]]
Vector = Callable[[int, bytes, int, int], list[Poly]]


def candidates(seed: bytes, blocks: int) -> Iterator[int]:
    """Return the numbers of 12 bits in the first blocks of SHAKE128 of a seed (algorithm 7, lines 5 to 7)."""
    stream = keccak(seed, RATE_128, SUFFIX_SHAKE, blocks * RATE_128)
    for at in range(0, len(stream), 3):
        c0, c1, c2 = stream[at : at + 3]
        yield c0 + 256 * (c1 % 16)
        yield c1 // 16 + 16 * c2


def sample_ntt(seed: bytes) -> Poly:
    """Return the polynomial of a seed of 34 bytes, in the NTT domain (algorithm 7, SampleNTT)."""
    require(len(seed) == SEED_BYTES + 2, f"a seed of {len(seed)} bytes", "SampleNTT has a seed of 34 bytes.")
    blocks = 3
    while len(kept := [d for d in candidates(seed, blocks) if d < Q]) < N:
        blocks += 1
    return kept[:N]


def sample_poly_cbd(eta: int, string: bytes) -> Poly:
    """Return small coefficients from 64 eta bytes (algorithm 8, SamplePolyCBD), from -eta to eta."""
    require(len(string) == 64 * eta, f"{len(string)} bytes", f"SamplePolyCBD has {64 * eta} bytes.")
    bits = [string[i // 8] >> i % 8 & 1 for i in range(8 * len(string))]
    starts = range(0, len(bits), 2 * eta)
    return [sum(bits[at : at + eta]) - sum(bits[at + eta : at + 2 * eta]) for at in starts]


def prf(eta: int, seed: bytes, index: int) -> bytes:
    """Return 64 eta bytes (section 4.1, PRF)."""
    return shake_256(seed + bytes([index]), 64 * eta)


def h(data: bytes) -> bytes:
    """Return 32 bytes (section 4.1, H)."""
    return sha3_256(data)


def j(data: bytes) -> bytes:
    """Return 32 bytes (section 4.1, J)."""
    return shake_256(data, 32)


def g(data: bytes) -> tuple[bytes, bytes]:
    """Return two strings of 32 bytes (section 4.1, G)."""
    digest = sha3_512(data)
    return digest[:32], digest[32:]


def ntt(f: Poly) -> Poly:
    """Return the transform of a polynomial (algorithm 9)."""
    f, i, length = [c % Q for c in f], 1, 128
    while length >= 2:
        for start in range(0, N, 2 * length):
            root, i = zeta(i), i + 1
            for at in range(start, start + length):
                t = root * f[at + length] % Q
                f[at + length], f[at] = (f[at] - t) % Q, (f[at] + t) % Q
        length //= 2
    return f


def multiply_ntts(f: Poly, g_: Poly) -> Poly:
    """Return the product in the NTT domain (algorithms 11 and 12)."""
    product = []
    for i in range(128):
        a0, a1, b0, b1 = f[2 * i], f[2 * i + 1], g_[2 * i], g_[2 * i + 1]
        gamma = pow(ZETA, 2 * _bit_reversed(i) + 1, Q)
        product += [(a0 * b0 + a1 * b1 * gamma) % Q, (a0 * b1 + a1 * b0) % Q]
    return product


def inverse_ntt(f: Poly) -> Poly:
    """Return the polynomial of a transform (algorithm 10)."""
    f, i, length = list(f), 127, 2
    while length <= 128:
        for start in range(0, N, 2 * length):
            root, i = zeta(i), i - 1
            for at in range(start, start + length):
                t = f[at]
                f[at], f[at + length] = (t + f[at + length]) % Q, root * (f[at + length] - t) % Q
        length *= 2
    return [c * pow(128, -1, Q) % Q for c in f]


def byte_encode(d: int, f: Poly) -> bytes:
    """Return 32 d bytes, d bits a coefficient (algorithm 5)."""
    return sum(c << d * i for i, c in enumerate(f)).to_bytes(32 * d, "little")


def byte_decode(d: int, string: bytes) -> Poly:
    """Return the coefficients of 32 d bytes, mod q if d is 12 (algorithm 6)."""
    require(len(string) == 32 * d, f"{len(string)} bytes", f"ByteDecode of {d} bits has {32 * d} bytes.")
    number = int.from_bytes(string, "little")
    return [(number >> d * i) % (1 << d) % (Q if d == 12 else 1 << d) for i in range(N)]


def compress(d: int, f: Poly) -> Poly:
    """Return coefficients of d bits (section 4.2.1)."""
    return [((c << d) + Q // 2) // Q % (1 << d) for c in f]


def decompress(d: int, f: Poly) -> Poly:
    """Return coefficients mod q of those of d bits (section 4.2.1)."""
    return [(c * Q + (1 << d - 1)) >> d for c in f]


def key_pair(
    parameters: Parameters, d: bytes, z: bytes, matrix: Matrix | None = None, vector: Vector | None = None
) -> tuple[bytes, bytes]:
    """Return an encapsulation and a decapsulation key (algorithms 13 and 16).

    Args:
        parameters: The parameter set.
        d: 32 random bytes.
        z: 32 random bytes.
        matrix: Returns the polynomials of A by rows, from rho and k. By default the model does.
        vector: Returns the polynomials of a secret vector, from eta, sigma, the first index and the count.
    """
    k = parameters.k
    rho, sigma = g(d + bytes([k]))
    a = (matrix or sample_matrix)(rho, k)
    sample = vector or sample_vector
    s = [ntt(f) for f in sample(parameters.eta_1, sigma, 0, k)]
    e = [ntt(f) for f in sample(parameters.eta_1, sigma, k, k)]
    t = []
    for row in range(k):
        terms = [multiply_ntts(a[k * row + column], s[column]) for column in range(k)]
        t.append(_sum(e[row], *terms))
    ek = _encode_12(t) + rho
    return ek, _encode_12(s) + ek + h(ek) + z


def sample_matrix(rho: bytes, k: int) -> list[Poly]:
    """Return the matrix A by rows (algorithm 13, lines 3 to 7)."""
    return [sample_ntt(rho + bytes([column, row])) for row in range(k) for column in range(k)]


def sample_vector(eta: int, sigma: bytes, first: int, count: int) -> list[Poly]:
    """Return polynomials with the indices from `first` on (algorithm 13, lines 8 to 15)."""
    return [sample_poly_cbd(eta, prf(eta, sigma, i)) for i in range(first, first + count)]


def encapsulate(parameters: Parameters, ek: bytes, m: bytes) -> tuple[bytes, bytes]:
    """Return shared key and ciphertext of an encapsulation key and 32 random bytes (algorithm 17)."""
    size = 384 * parameters.k + SEED_BYTES
    require(len(ek) == size, f"a key of {len(ek)} bytes", f"{parameters.name} has {size}.")
    require(len(m) == SEED_BYTES, f"{len(m)} bytes of m", f"There are {SEED_BYTES}.")
    key, r = g(m + h(ek))
    return key, _encrypt(parameters, ek, m, r)


def decapsulate(parameters: Parameters, dk: bytes, c: bytes) -> bytes:
    """Return the shared key, or the one of a wrong ciphertext, which z makes (algorithm 18)."""
    size = 768 * parameters.k + 3 * SEED_BYTES
    require(len(dk) == size, f"a key of {len(dk)} bytes", f"{parameters.name} has {size}.")
    size = parameters.ciphertext_bytes
    require(len(c) == size, f"a ciphertext of {len(c)} bytes", f"{parameters.name} has {size}.")
    ek, rest = dk[384 * parameters.k : -2 * SEED_BYTES], dk[-2 * SEED_BYTES :]
    m = _decrypt(parameters, dk, c)
    key, r = g(m + rest[:SEED_BYTES])
    return key if _encrypt(parameters, ek, m, r) == c else j(rest[SEED_BYTES:] + c)


def _encrypt(parameters: Parameters, ek: bytes, m: bytes, r: bytes) -> bytes:
    """Return a ciphertext (algorithm 14)."""
    k, d_u, d_v = parameters.k, parameters.d_u, parameters.d_v
    t = [byte_decode(12, ek[384 * i : 384 * (i + 1)]) for i in range(k)]
    a = sample_matrix(ek[384 * k :], k)
    y = [ntt(f) for f in sample_vector(parameters.eta_1, r, 0, k)]
    errors = sample_vector(ETA_2, r, k, k + 1)
    message = decompress(1, byte_decode(1, m))
    c = b""
    for column in range(k):
        u = _sum(inverse_ntt(_dot(a[column::k], y)), errors[column])
        c += byte_encode(d_u, compress(d_u, u))
    v = _sum(inverse_ntt(_dot(t, y)), errors[k], message)
    return c + byte_encode(d_v, compress(d_v, v))


def _decrypt(parameters: Parameters, dk: bytes, c: bytes) -> bytes:
    """Return the message of a ciphertext (algorithm 15)."""
    k, d_u, d_v = parameters.k, parameters.d_u, parameters.d_v
    pieces = [c[32 * d_u * i : 32 * d_u * (i + 1)] for i in range(k)]
    u = [ntt(decompress(d_u, byte_decode(d_u, piece))) for piece in pieces]
    v = decompress(d_v, byte_decode(d_v, c[32 * d_u * k :]))
    s = [byte_decode(12, dk[384 * i : 384 * (i + 1)]) for i in range(k)]
    w = _sum(v, [-x for x in inverse_ntt(_dot(s, u))])
    return byte_encode(1, compress(1, w))


def _encode_12(vector: list[Poly]) -> bytes:
    return b"".join(byte_encode(12, f) for f in vector)


def _dot(f: list[Poly], g_: list[Poly]) -> Poly:
    return _sum(*(multiply_ntts(x, y) for x, y in zip(f, g_, strict=True)))


def _sum(*terms: Poly) -> Poly:
    return [sum(c) % Q for c in zip(*terms, strict=True)]


def _bit_reversed(i: int) -> int:
    return int(f"{i:07b}"[::-1], 2)


def zeta(i: int) -> int:
    """Return 17^BitRev7(i) mod q (appendix A)."""
    return pow(ZETA, _bit_reversed(i), Q)
