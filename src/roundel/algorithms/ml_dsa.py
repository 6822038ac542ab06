"""ML-DSA: its samplers (FIPS 204)."""

from __future__ import annotations

from functools import partial

from roundel.algorithms.kinds.base import Standing
from roundel.algorithms.kinds.sample import Sampler, Samplers
from roundel.models import ml_dsa

GAMMAS = {17: 1 << 17, 19: 1 << 19}
SECRET_BYTES = ml_dsa.SECRET_SEED_BYTES + 2

REJ_NTT = Sampler("rej_ntt_poly", "rej-ntt", 4, 34, 2, True, 4, ml_dsa.rej_ntt_poly, rejects=True)
# The seeds of RejBoundedPoly that are timed: polynomials 9, 10 and 17 of each take what a polynomial takes on
# average, over 3600 polynomials of random seeds.
BOUNDED = {
    eta: Sampler(
        f"rej_bounded_poly_{eta}",
        f"bounded{eta}",
        code,
        SECRET_BYTES,
        2,
        False,
        4,
        partial(ml_dsa.rej_bounded_poly, eta),
        True,
        bytes.fromhex(timed_seed),
    )
    for eta, code, timed_seed in ((2, 5, "39fa"), (4, 6, "50a0"))
}
MASK = {
    gamma_1: Sampler(
        f"expand_mask_{bits}",
        f"mask{bits}",
        code,
        SECRET_BYTES,
        2,
        False,
        4,
        partial(ml_dsa.mask_poly, gamma_1),
    )
    for (bits, gamma_1), code in zip(GAMMAS.items(), (7, 8), strict=True)
}
ML_DSA = Samplers(
    name="ml-dsa",
    title="ML-DSA's samplers",
    standing=Standing.STANDARD,
    source="FIPS 204",
    blocks=(1024,),
    samplers=(REJ_NTT, *BOUNDED.values(), *MASK.values()),
)
ALGORITHMS = (ML_DSA,)
