"""ML-KEM-768 and ML-DSA-65 for A64: plain C, with `keccak_permute` of a version linked in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from roundel.isa.assemble import Program, link
from roundel.isa.kernels import permutation_source
from roundel.models import ml_dsa, ml_kem

HERE = Path(__file__).parent
# The vectorizer is a part of -O2; the modes of other kernels are compiled without it.
COMPILE = ("-target", "aarch64-freestanding-none", "-mcpu=generic", "-fvectorize")


@dataclass(frozen=True)
class Scheme:
    """A scheme: its C, and the roots of unity that the C takes from its model, in Montgomery's form."""

    name: str
    file: str
    zetas: tuple[int, ...]

    def source(self) -> str:
        """Return the C of the scheme, the sponge first."""
        zetas = ", ".join(map(str, self.zetas))
        return "".join(
            (f"#define ZETAS {zetas}\n", *((HERE / f).read_text() for f in ("sponge.c", self.file)))
        )


def _zetas(values: list[int], factor: int, q: int) -> tuple[int, ...]:
    """Return the values times a factor, as the representatives of the least absolute value."""
    return tuple((value * factor + q // 2) % q - q // 2 for value in values)


SCHEMES: Mapping[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        Scheme(
            "ml-kem-768",
            "ml_kem.c",
            _zetas([ml_kem.zeta(i) for i in range(128)], 1 << 16, ml_kem.Q),
        ),
        Scheme(
            "ml-dsa-65",
            "ml_dsa.c",
            _zetas([ml_dsa.zeta(i) for i in range(256)], 1 << 32, ml_dsa.Q),
        ),
    )
}


@cache
def program(scheme: str, variant: str) -> Program:
    """Return the linked functions of a scheme; RoundelError for a version that is not of A64."""
    return link(SCHEMES[scheme].source(), permutation_source(variant), COMPILE)
