"""ML-DSA (FIPS 204): samplers, the number-theoretic transform, keys, signing and verification.

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
    """A parameter set (table 1): rows k and columns l of the matrix, eta of the secret key, and the others.

    `strength` is the standard's lambda in bits: a commitment has lambda / 4 bytes.
    """

    name: str
    k: int
    l: int  # noqa: E741 - the name of the standard
    eta: int
    tau: int
    gamma_1: int
    gamma_2: int
    omega: int
    strength: int

    @property
    def beta(self) -> int:
        """The most that a secret adds to a coefficient."""
        return self.tau * self.eta

    @property
    def signature_bytes(self) -> int:
        """The length of a signature."""
        z = 32 * self.gamma_1.bit_length() * self.l
        return self.strength // 4 + z + self.omega + self.k


ML_DSA_44 = Parameters("ML-DSA-44", 4, 4, 2, 39, 1 << 17, (Q - 1) // 88, 80, 128)
ML_DSA_65 = Parameters("ML-DSA-65", 6, 5, 4, 49, 1 << 19, (Q - 1) // 32, 55, 192)
ML_DSA_87 = Parameters("ML-DSA-87", 8, 7, 2, 60, 1 << 19, (Q - 1) // 32, 75, 256)

Matrix = Callable[[bytes, int, int], list[Poly]]
Vector = Callable[[int, bytes, int, int], list[Poly]]
Challenge = Callable[[int, bytes], Poly]


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
    return _keys(parameters, xi, matrix or expand_a, vector or expand_s)[0]


def key_pair(parameters: Parameters, xi: bytes) -> tuple[bytes, bytes]:
    """Return the public and the secret key of a seed of 32 bytes (algorithms 6, 22 and 24)."""
    return _keys(parameters, xi, expand_a, expand_s)


def _keys(parameters: Parameters, xi: bytes, matrix: Matrix, vector: Vector) -> tuple[bytes, bytes]:
    k, columns, eta = parameters.k, parameters.l, parameters.eta
    seeds = shake_256(xi + bytes([k, columns]), 128)
    rho, rho_prime = seeds[:32], seeds[32:96]
    a = matrix(rho, k, columns)
    s1, s2 = vector(eta, rho_prime, 0, columns), vector(eta, rho_prime, columns, k)
    transformed = [ntt(f) for f in s1]
    pk, t0 = rho, b""
    for row in range(k):
        product = inverse_ntt(_dot(a[columns * row :][:columns], transformed))
        t = [(x + y) % Q for x, y in zip(product, s2[row], strict=True)]
        pk += _pack(10, [_high(c) for c in t])
        t0 += _pack(D, [(1 << D - 1) - (c - (_high(c) << D)) for c in t])
    secret = b"".join(_pack(_eta_bits(eta), [eta - c for c in f]) for f in (*s1, *s2))
    return pk, rho + seeds[96:] + shake_256(pk, 64) + secret + t0


def sign(
    parameters: Parameters, sk: bytes, message: bytes, context: bytes = b"", rnd: bytes = bytes(32)
) -> tuple[bytes, int]:
    """Return a signature and how many times it was tried (algorithms 2 and 7).

    Args:
        parameters: The parameter set.
        sk: The secret key.
        message: The message.
        context: A context of 255 bytes at most.
        rnd: 32 random bytes, or zeros for the deterministic signature.
    """
    k, columns, gamma_1, gamma_2 = parameters.k, parameters.l, parameters.gamma_1, parameters.gamma_2
    width, eta = _eta_bits(parameters.eta), parameters.eta
    size = 128 + 32 * (width * (columns + k) + D * k)
    require(len(sk) == size, f"a key of {len(sk)} bytes", f"{parameters.name} has {size}.")
    require(len(rnd) == SEED_BYTES, f"{len(rnd)} bytes of rnd", f"There are {SEED_BYTES}.")
    rho, key, tr = sk[:32], sk[32:64], sk[64:128]
    secret = _unpack(width, sk[128 : size - 32 * D * k])
    s1, s2 = ([ntt([eta - c for c in f]) for f in part] for part in (secret[:columns], secret[columns:]))
    t0 = [ntt([(1 << D - 1) - c for c in f]) for f in _unpack(D, sk[size - 32 * D * k :])]
    a = expand_a(rho, k, columns)
    mu = _represent(tr, message, context)
    seed = shake_256(key + rnd + mu, 64)
    kappa = 0
    while True:
        indices = range(kappa, kappa + columns)
        y = [mask_poly(gamma_1, seed + i.to_bytes(2, "little")) for i in indices]
        kappa += columns
        transformed = [ntt(f) for f in y]
        w = [inverse_ntt(_dot(a[columns * row :][:columns], transformed)) for row in range(k)]
        high = [[_decompose(gamma_2, c)[0] for c in f] for f in w]
        commitment = _commit(parameters, mu, high)
        c = ntt(sample_in_ball(parameters.tau, commitment))
        z = [_add(f, inverse_ntt(_times(c, s))) for f, s in zip(y, s1, strict=True)]
        rest = [_add(f, [-x for x in inverse_ntt(_times(c, s))]) for f, s in zip(w, s2, strict=True)]
        low = [[_decompose(gamma_2, x)[1] for x in f] for f in rest]
        if _norm(z) >= gamma_1 - parameters.beta or _norm(low) >= gamma_2 - parameters.beta:
            continue
        ct0 = [inverse_ntt(_times(c, f)) for f in t0]
        hint = [
            [
                _decompose(gamma_2, x)[0] != _decompose(gamma_2, (x + y_) % Q)[0]
                for x, y_ in zip(*f, strict=True)
            ]
            for f in zip(rest, ct0, strict=True)
        ]
        if _norm(ct0) < gamma_2 and sum(map(sum, hint)) <= parameters.omega:
            break
    packed = b"".join(_pack(gamma_1.bit_length(), [gamma_1 - _centered(x) for x in f]) for f in z)
    return commitment + packed + _pack_hint(parameters.omega, hint), kappa // columns


def verify(
    parameters: Parameters,
    pk: bytes,
    message: bytes,
    signature: bytes,
    context: bytes = b"",
    challenge: Challenge | None = None,
) -> bool:
    """Return whether the signature is of the message (algorithms 3 and 8).

    `challenge` returns the polynomial of a commitment hash, from tau and the hash. By default the model does.
    """
    k, columns, gamma_1, gamma_2 = parameters.k, parameters.l, parameters.gamma_1, parameters.gamma_2
    if (len(pk), len(signature)) != (32 + 320 * k, parameters.signature_bytes):
        return False
    commitment, rest = signature[: parameters.strength // 4], signature[parameters.strength // 4 :]
    z = [[gamma_1 - x for x in f] for f in _unpack(gamma_1.bit_length(), rest[: -parameters.omega - k])]
    hint = _unpack_hint(k, parameters.omega, rest[-parameters.omega - k :])
    if hint is None or _norm(z) >= gamma_1 - parameters.beta:
        return False
    a = expand_a(pk[:32], k, columns)
    mu = _represent(shake_256(pk, 64), message, context)
    c = ntt((challenge or sample_in_ball)(parameters.tau, commitment))
    transformed = [ntt(f) for f in z]
    high = []
    for row, t1 in enumerate(_unpack(10, pk[32:])):
        taken = _times(c, ntt([x << D for x in t1]))
        product = _dot(a[columns * row :][:columns], transformed)
        w = inverse_ntt([(x - y) % Q for x, y in zip(product, taken, strict=True)])
        high.append([_use_hint(gamma_2, flag, x) for flag, x in zip(hint[row], w, strict=True)])
    return _commit(parameters, mu, high) == commitment


def sample_in_ball(tau: int, seed: bytes) -> Poly:
    """Return a polynomial with `tau` coefficients of 1 or -1, the others zero (algorithm 29)."""
    blocks = 1
    while True:
        stream = shake_256(seed, blocks * RATE_256)
        signs, at, c = int.from_bytes(stream[:8], "little"), 8, [0] * N
        for i in range(N - tau, N):
            at = next((n for n in range(at, len(stream)) if stream[n] <= i), len(stream))
            if at == len(stream):
                break
            c[i], c[stream[at]] = c[stream[at]], 1 - 2 * (signs >> i + tau - N & 1)
            at += 1
        else:
            return c
        blocks += 1


def _represent(tr: bytes, message: bytes, context: bytes) -> bytes:
    """Return mu (algorithm 2 line 10, algorithm 7 line 6)."""
    require(len(context) < 256, f"a context of {len(context)} bytes", "It has 255 at most.")
    return shake_256(tr + bytes([0, len(context)]) + context + message, 64)


def _commit(parameters: Parameters, mu: bytes, high: list[Poly]) -> bytes:
    width = ((Q - 1) // (2 * parameters.gamma_2) - 1).bit_length()
    return shake_256(mu + b"".join(_pack(width, f) for f in high), parameters.strength // 4)


def _decompose(gamma_2: int, r: int) -> tuple[int, int]:
    """Return r1 and r0 (algorithm 36)."""
    low = r % (2 * gamma_2)
    low -= 2 * gamma_2 if low > gamma_2 else 0
    return (0, low - 1) if r - low == Q - 1 else ((r - low) // (2 * gamma_2), low)


def _use_hint(gamma_2: int, flag: int, r: int) -> int:
    """Return the high part that a hint corrects (algorithm 40)."""
    high, low = _decompose(gamma_2, r)
    return (high + (1 if low > 0 else -1)) % ((Q - 1) // (2 * gamma_2)) if flag else high


def _pack_hint(omega: int, hint: list[list[bool]]) -> bytes:
    """Return omega + k bytes (algorithm 20)."""
    places, ends = b"", b""
    for row in hint:
        places += bytes(i for i, flag in enumerate(row) if flag)
        ends += bytes([len(places)])
    return places.ljust(omega, b"\0") + ends


def _unpack_hint(k: int, omega: int, string: bytes) -> list[Poly] | None:
    """Return the flags, or None of a malformed hint (algorithm 21)."""
    hint, first = [], 0
    for end in string[omega:]:
        places = string[first:end]
        if not first <= end <= omega or any(x >= y for x, y in zip(places, places[1:], strict=False)):
            return None
        hint.append([int(i in places) for i in range(N)])
        first = end
    return None if any(string[first:omega]) else hint


def _pack(width: int, f: Poly) -> bytes:
    """Return 32 bytes a bit of `width` (algorithm 16)."""
    return sum(c << width * i for i, c in enumerate(f)).to_bytes(32 * width, "little")


def _unpack(width: int, string: bytes) -> list[Poly]:
    """Return the polynomials of a string, `width` bits a coefficient (algorithm 18)."""
    numbers = [
        int.from_bytes(string[at : at + 32 * width], "little") for at in range(0, len(string), 32 * width)
    ]
    return [[number >> width * i & (1 << width) - 1 for i in range(N)] for number in numbers]


def _dot(row: list[Poly], f: list[Poly]) -> Poly:
    return [sum(c) % Q for c in zip(*(_times(x, y) for x, y in zip(row, f, strict=True)), strict=True)]


def _times(f: Poly, g: Poly) -> Poly:
    return [x * y % Q for x, y in zip(f, g, strict=True)]


def _add(f: Poly, g: Poly) -> Poly:
    return [(x + y) % Q for x, y in zip(f, g, strict=True)]


def _norm(vector: list[Poly]) -> int:
    return max(abs(_centered(c)) for f in vector for c in f)


def _centered(c: int) -> int:
    return (c + Q // 2) % Q - Q // 2


def _eta_bits(eta: int) -> int:
    return (2 * eta).bit_length()


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
    """Return 1753^BitRev8(m) mod q (appendix B)."""
    return pow(ZETA, int(f"{m:08b}"[::-1], 2), Q)
