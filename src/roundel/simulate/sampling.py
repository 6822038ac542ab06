"""Polynomials from a core that samples: those of ML-KEM and ML-DSA. Chains of SLH-DSA from the same core."""

from __future__ import annotations

from roundel.algorithms.kinds.base import require_size
from roundel.algorithms.kinds.sample import MAX_COLUMNS, Sampler, Samplers
from roundel.algorithms.ml_dsa import BALL, BOUNDED, MASK, ML_DSA, REJ_NTT
from roundel.algorithms.ml_kem import BINOMIAL, MAX_LINKS, ML_KEM, ML_KEM_HASH, NTT, SLH_DSA, chain_command
from roundel.errors import RoundelError
from roundel.models import slh_dsa
from roundel.protocol.stream import Kind
from roundel.simulate.service import BytesLike, ServiceMixin, as_bytes, expect_one

Polynomial = list[int]


class SampleMixin(ServiceMixin):
    """The sampling front end of a device."""

    def sample_ntt(self, rho: BytesLike, column: int, row: int) -> Polynomial:
        """Return one polynomial of the matrix A of ML-KEM: SampleNTT of rho, the column and the row.

        Args:
            rho: The public seed, 32 bytes.
            column: The first index byte, called j in FIPS 203, algorithm 13.
            row: The second one, called i.

        Returns:
            256 coefficients from 0 to 3328, in the NTT domain.

        Raises:
            RoundelError: A size is wrong, or the core has no such service.
        """
        return self._sampled(ML_KEM, NTT, rho, _place(column, row), 1)[0]

    def sample_matrix(self, rho: BytesLike, rows: int, columns: int) -> list[Polynomial]:
        """Return a matrix of ML-KEM by rows, in one transaction.

        Args:
            rho: The public seed, 32 bytes.
            rows: The number of rows.
            columns: The number of columns, at most 15.

        Returns:
            rows x columns polynomials.

        Raises:
            RoundelError: A size is wrong, or the core has no such service.
        """
        _require_columns(columns)
        return self._sampled(ML_KEM, NTT, rho, bytes(2), rows * columns, columns)

    def sample_poly_cbd(self, eta: int, seed: BytesLike, first: int = 0, count: int = 1) -> list[Polynomial]:
        """Return small polynomials of ML-KEM: SamplePolyCBD of PRF of the seed and of consecutive indices.

        Args:
            eta: 2 or 3.
            seed: The secret seed, 32 bytes.
            first: The index of the first polynomial, called N in FIPS 203, algorithm 13.
            count: The number of polynomials.

        Returns:
            `count` polynomials of 256 coefficients, from -eta to eta.

        Raises:
            RoundelError: A size is wrong, or the core has no such service.
        """
        if eta not in BINOMIAL:
            raise RoundelError(f"eta is {eta}, expected 2 or 3")
        if not 0 <= first <= 256 - count:
            raise RoundelError(f"indices {first} to {first + count - 1}, expected 0 to 255")
        return self._sampled(ML_KEM, BINOMIAL[eta], seed, bytes([first]), count)

    def rej_ntt_poly(self, rho: BytesLike, column: int, row: int) -> Polynomial:
        """Return one polynomial of the matrix A of ML-DSA: RejNTTPoly of rho, the column and the row.

        Args:
            rho: The public seed, 32 bytes.
            column: The first index byte, called s in FIPS 204, algorithm 32.
            row: The second one, called r.

        Returns:
            256 coefficients from 0 to 8380416, in the NTT domain.

        Raises:
            RoundelError: A size is wrong, or the core has no such service.
        """
        return self._sampled(ML_DSA, REJ_NTT, rho, _place(column, row), 1)[0]

    def expand_a(self, rho: BytesLike, rows: int, columns: int) -> list[Polynomial]:
        """Return the matrix A of ML-DSA by rows (FIPS 204, algorithm 32), in one transaction.

        Args:
            rho: The public seed, 32 bytes.
            rows: The number of rows, called k.
            columns: The number of columns, called l, at most 15.

        Returns:
            rows x columns polynomials, at most 63.

        Raises:
            RoundelError: A size is wrong, or the core has no such service.
        """
        _require_columns(columns)
        return self._sampled(ML_DSA, REJ_NTT, rho, bytes(2), rows * columns, columns)

    def expand_s(self, eta: int, seed: BytesLike, first: int = 0, count: int = 1) -> list[Polynomial]:
        """Return secret polynomials of ML-DSA: RejBoundedPoly of the seed and of consecutive indices.

        s1 of FIPS 204, algorithm 33, has the indices 0 to l - 1, and s2 the next k.

        Args:
            eta: 2 or 4.
            seed: The secret seed, 64 bytes. The time depends on it: see docs/cores/keccak-pq.md.
            first: The index of the first polynomial.
            count: The number of polynomials, at most 63.

        Returns:
            `count` polynomials of 256 coefficients, from -eta to eta.

        Raises:
            RoundelError: A size is wrong, or the core has no such service.
        """
        if eta not in BOUNDED:
            raise RoundelError(f"eta is {eta}, expected 2 or 4")
        return self._sampled(ML_DSA, BOUNDED[eta], seed, _number(first, count), count)

    def expand_mask(self, gamma_1: int, seed: BytesLike, mu: int = 0, count: int = 1) -> list[Polynomial]:
        """Return the mask y of ML-DSA (FIPS 204, algorithm 34, ExpandMask).

        Args:
            gamma_1: 2^17 or 2^19.
            seed: The secret seed, 64 bytes.
            mu: The index of the first polynomial.
            count: The number of polynomials, called l, at most 63.

        Returns:
            `count` polynomials of 256 coefficients, from -gamma_1 + 1 to gamma_1.

        Raises:
            RoundelError: A size is wrong, or the core has no such service.
        """
        if gamma_1 not in MASK:
            raise RoundelError(f"gamma_1 is {gamma_1}, expected {' or '.join(map(str, MASK))}")
        return self._sampled(ML_DSA, MASK[gamma_1], seed, _number(mu, count), count)

    def sample_in_ball(self, tau: int, seed: BytesLike) -> Polynomial:
        """Return the challenge of ML-DSA: SampleInBall of the commitment hash (FIPS 204, algorithm 29).

        Args:
            tau: 39, 49 or 60.
            seed: The commitment hash, 32, 48 or 64 bytes in the order of tau. The time depends on it: see
                docs/cores/keccak-pq.md.

        Returns:
            256 coefficients, of which tau are 1 or -1, and the others 0.

        Raises:
            RoundelError: A size is wrong, or the core has no such service.
        """
        if tau not in BALL:
            raise RoundelError(f"tau is {tau}, expected 39, 49 or 60")
        return self._sampled(ML_DSA, BALL[tau], seed, b"", 1)[0]

    def slh_dsa_chain(
        self, value: BytesLike, start: int, steps: int, pk_seed: BytesLike, address: BytesLike
    ) -> bytes:
        """Return a value of a WOTS+ chain of SLH-DSA with SHAKE: FIPS 205, algorithm 5, chain.

        Args:
            value: The value at link `start`, n = 16, 24 or 32 bytes.
            start: The number of the first link, called i.
            steps: The number of links, called s, at most 127.
            pk_seed: PK.seed, n bytes.
            address: ADRS, 32 bytes. Its last four bytes are replaced by the number of the link.

        Returns:
            The value at link `start` + `steps`, n bytes.

        Raises:
            RoundelError: A size or a number is wrong, or the core has no such service.
        """
        self._require(ML_KEM_HASH.service, ML_KEM_HASH.name)
        if not self.core.config.parameters.get(SLH_DSA, 1):
            raise RoundelError(
                f"{self.core.name} serves no chains of SLH-DSA", "Use keccak-pq, the default configuration."
            )
        first, seed, adrs = (
            as_bytes("the value", value),
            as_bytes("PK.seed", pk_seed),
            as_bytes("ADRS", address),
        )
        require_size("a value", len(first), slh_dsa.SIZES)
        require_size("PK.seed", len(seed), (len(first),))
        require_size("ADRS", len(adrs), (slh_dsa.ADDRESS_BYTES,))
        if steps < 0 or steps > MAX_LINKS or start < 0 or start + steps > 256:
            raise RoundelError(
                f"links {start} to {start + steps - 1}",
                f"Expected 0 to 255, and at most {MAX_LINKS} of them.",
            )
        if not steps:
            return first
        text = seed + slh_dsa.with_hash_address(adrs, start) + first
        answer = self._exchange(ML_KEM_HASH.request(chain_command(len(first), steps), {Kind.TEXT: text}))
        return expect_one(self.core, answer, Kind.DIGEST, len(first), "a chain of SLH-DSA")

    def _sampled(
        self,
        algorithm: Samplers,
        sampler: Sampler,
        seed: BytesLike,
        index: bytes,
        count: int,
        columns: int = 0,
    ) -> list[Polynomial]:
        self._require(algorithm.service, algorithm.name)
        base = as_bytes("the seed", seed)
        require_size("a seed", len(base), (sampler.seed_bytes - sampler.index_bytes,))
        if not 1 <= count <= sampler.most:
            raise RoundelError(f"a request of {count} polynomials, expected 1 to {sampler.most}")
        command = sampler.command(count, columns)
        answer = self._exchange(algorithm.request(command, {Kind.SEED: base + index}))
        what = f"a request of {sampler.name}"
        return sampler.unpacked(expect_one(self.core, answer, Kind.RANDOM, command.length, what))


def _place(column: int, row: int) -> bytes:
    """Return the index of a polynomial of a matrix."""
    for what, index in (("column", column), ("row", row)):
        if not 0 <= index < 256:
            raise RoundelError(f"{what} {index}, expected 0 to 255")
    return bytes([column, row])


def _number(first: int, count: int) -> bytes:
    """Return the index of the first polynomial of a vector of ML-DSA."""
    if not 0 <= first <= (1 << 16) - count:
        raise RoundelError(f"indices {first} to {first + count - 1}, expected 0 to 65535")
    return first.to_bytes(2, "little")


def _require_columns(columns: int) -> None:
    if not 1 <= columns <= MAX_COLUMNS:
        raise RoundelError(f"a matrix of {columns} columns, expected 1 to {MAX_COLUMNS}")
