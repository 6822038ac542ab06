"""ML-DSA: its samplers (FIPS 204)."""

from __future__ import annotations

from functools import partial

from roundel.algorithms.kinds.base import Standing
from roundel.algorithms.kinds.sample import Sampler, Samplers
from roundel.models import ml_dsa

GAMMAS = {17: 1 << 17, 19: 1 << 19}
SECRET_BYTES = ml_dsa.SECRET_SEED_BYTES + 2

REJ_NTT = Sampler("rej_ntt_poly", "rej-ntt", 4, 34, 2, True, 4, ml_dsa.rej_ntt_poly, rejects=True)
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
        rejects=True,
    )
    for eta, code in ((2, 5), (4, 6))
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
    timed_seed=bytes(1),
)
ALGORITHMS = (ML_DSA,)
