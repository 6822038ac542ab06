"""ML-DSA: its samplers (FIPS 204)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from roundel.algorithms.kinds.base import Standing
from roundel.algorithms.kinds.sample import Sampler, Samplers
from roundel.models import ml_dsa


def _of_secret_seed(
    name: str, variant: str, code: int, coefficients: Callable[[bytes], list[int]], timed_seed: str = ""
) -> Sampler:
    """Return a sampler of a secret seed; with `timed_seed`, in hexadecimal, one that rejects."""
    return Sampler(
        name,
        variant,
        code,
        seed_bytes=ml_dsa.SECRET_SEED_BYTES + 2,
        index_bytes=2,
        matrix=False,
        coefficient_bytes=4,
        coefficients=coefficients,
        rejects=bool(timed_seed),
        timed_seed=bytes.fromhex(timed_seed or "00"),
    )


REJ_NTT = Sampler("rej_ntt_poly", "rej-ntt", 4, 34, 2, True, 4, ml_dsa.rej_ntt_poly, rejects=True)
# The seeds of RejBoundedPoly that are timed: polynomials 9, 10 and 17 of each take what a polynomial takes on
# average, over 3600 polynomials of random seeds.
BOUNDED = {
    eta: _of_secret_seed(
        f"rej_bounded_poly_{eta}", f"bounded{eta}", code, partial(ml_dsa.rej_bounded_poly, eta), timed_seed
    )
    for eta, code, timed_seed in ((2, 5, "39fa"), (4, 6, "50a0"))
}
MASK = {
    1 << bits: _of_secret_seed(
        f"expand_mask_{bits}", f"mask{bits}", code, partial(ml_dsa.mask_poly, 1 << bits)
    )
    for bits, code in ((17, 7), (19, 8))
}
# The seeds of SampleInBall that are timed use 42, 54 and 68 bytes. The average is 42.2, 54.3 and 68.2.
BALL = {
    one.tau: Sampler(
        f"sample_in_ball_{one.tau}",
        f"ball{one.tau}",
        code,
        seed_bytes=one.strength // 4,
        index_bytes=0,
        matrix=False,
        coefficient_bytes=4,
        coefficients=partial(ml_dsa.sample_in_ball, one.tau),
        rejects=True,
        timed_seed=bytes.fromhex(timed_seed),
    )
    for one, code, timed_seed in (
        (ml_dsa.ML_DSA_44, 9, "0007"),
        (ml_dsa.ML_DSA_65, 10, "00"),
        (ml_dsa.ML_DSA_87, 11, "0007"),
    )
}
ML_DSA = Samplers(
    name="ml-dsa",
    title="ML-DSA's samplers",
    standing=Standing.STANDARD,
    source="FIPS 204",
    blocks=(1024,),
    samplers=(REJ_NTT, *BOUNDED.values(), *BALL.values(), *MASK.values()),
)
ALGORITHMS = (ML_DSA,)
