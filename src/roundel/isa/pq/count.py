"""Counting the operations: fixed samples, each answer compared with the model, and means over them.

Sample i has seeds, randomness and a message of 32 bytes from a generator with seed i. Counts differ between
samples, as samplers reject, and signing repeats until a signature is short enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import fmean
from typing import Any

from roundel.errors import RoundelError, unknown_name
from roundel.isa.kernels import PERMUTATIONS
from roundel.isa.pq.run import (
    Call,
    Runner,
    aarch64,
    dsa_keygen,
    dsa_sign,
    dsa_verify,
    kem_decaps,
    kem_encaps,
    kem_keygen,
)
from roundel.models import ml_dsa, ml_kem

SAMPLES = 32
VERSIONS = PERMUTATIONS
MESSAGE_BYTES = 32


@dataclass(frozen=True)
class Sample:
    """The inputs of all operations, and the answers of the models."""

    d: bytes
    z: bytes
    m: bytes
    kem_keys: tuple[bytes, bytes]
    shared: bytes
    ciphertext: bytes
    xi: bytes
    message: bytes
    dsa_keys: tuple[bytes, bytes]
    signature: bytes
    attempts: int


@cache
def sample(index: int) -> Sample:
    """Return sample `index`, from 0 on."""
    d, z, m, xi, message = (Random(index).randbytes(5 * 32)[at : at + 32] for at in range(0, 160, 32))
    keys = ml_kem.key_pair(ml_kem.ML_KEM_768, d, z)
    shared, ciphertext = ml_kem.encapsulate(ml_kem.ML_KEM_768, keys[0], m)
    signer = ml_dsa.key_pair(ml_dsa.ML_DSA_65, xi)
    signature, attempts = ml_dsa.sign(ml_dsa.ML_DSA_65, signer[1], message)
    return Sample(d, z, m, keys, shared, ciphertext, xi, message, signer, signature, attempts)


@dataclass(frozen=True)
class Operation:
    """An operation: how it is performed on a sample, and the outputs and the result it must have."""

    name: str
    perform: Callable[[Runner, Sample], Call]
    expected: Callable[[Sample], tuple[tuple[bytes, ...], int]]


OPERATIONS = {
    one.name: one
    for one in (
        Operation("ml-kem-768-keygen", lambda r, s: kem_keygen(r, s.d, s.z), lambda s: (s.kem_keys, 0)),
        Operation(
            "ml-kem-768-encaps",
            lambda r, s: kem_encaps(r, s.kem_keys[0], s.m),
            lambda s: ((s.shared, s.ciphertext), 0),
        ),
        Operation(
            "ml-kem-768-decaps",
            lambda r, s: kem_decaps(r, s.kem_keys[1], s.ciphertext),
            lambda s: ((s.shared,), 0),
        ),
        Operation("ml-dsa-65-keygen", lambda r, s: dsa_keygen(r, s.xi), lambda s: (s.dsa_keys, 0)),
        Operation(
            "ml-dsa-65-sign",
            lambda r, s: dsa_sign(r, s.dsa_keys[1], s.message),
            lambda s: ((s.signature,), s.attempts),
        ),
        Operation(
            "ml-dsa-65-verify",
            lambda r, s: dsa_verify(r, s.dsa_keys[0], s.message, s.signature),
            lambda s: ((), 1),
        ),
    )
}
# A key exchange and its authentication, both sides together; the key that signs exists before.
HANDSHAKE = tuple(name for name in OPERATIONS if name != "ml-dsa-65-keygen")


@dataclass(frozen=True)
class Count:
    """Means over samples of what an operation takes. `attempts` is 1 for all but signing."""

    operation: str
    variant: str
    samples: int
    instructions: float
    keccak: float
    permutations: float
    attempts: float

    @property
    def share(self) -> float:
        """The share of the permutations in all instructions."""
        return self.keccak / self.instructions

    def as_dict(self) -> dict[str, Any]:
        """Return it as data."""
        return vars(self) | {"share": self.share}


def count(operation: str, variant: str, samples: int = SAMPLES) -> Count:
    """Perform an operation on the first samples, check each answer, and return the means.

    Args:
        operation: One of `OPERATIONS`.
        variant: One of `VERSIONS`.
        samples: How many samples, from 1 on.

    Returns:
        The means of instructions, of those in permutations, of permutations and attempts.

    Raises:
        RoundelError: A name is unknown, there are no samples, or an answer is not the model's.
    """
    if operation not in OPERATIONS:
        raise unknown_name("operation", operation, OPERATIONS)
    if variant not in VERSIONS:
        raise unknown_name("variant", variant, VERSIONS)
    if samples < 1:
        raise RoundelError(f"{samples} samples", "Count 1 or more.")
    calls = [checked(operation, aarch64(variant), index, variant) for index in range(samples)]
    instructions, keccak, permutations = (
        fmean(getattr(call, name) for call in calls) for name in ("instructions", "keccak", "permutations")
    )
    attempts = fmean(call.result for call in calls) if operation == "ml-dsa-65-sign" else 1.0
    return Count(operation, variant, samples, instructions, keccak, permutations, attempts)


def checked(operation: str, run: Runner, index: int, version: str) -> Call:
    """Perform an operation on a sample; RoundelError names the version if the answer is not the model's."""
    one, inputs = OPERATIONS[operation], sample(index)
    call = one.perform(run, inputs)
    if (call.outputs, call.result) != one.expected(inputs):
        raise RoundelError(
            f"{operation} in version {version} returns a wrong answer for sample {index}", "It is wrong."
        )
    return call


def handshake(counts: Sequence[Count]) -> Count | None:
    """Return the sum of a version's operations of a handshake, or None if one is not among `counts`."""
    found = {one.operation: one for one in counts}
    if not all(name in found for name in HANDSHAKE):
        return None
    parts = [found[name] for name in HANDSHAKE]
    first, attempts = parts[0], found["ml-dsa-65-sign"].attempts
    instructions, keccak, permutations = (
        sum(getattr(one, name) for one in parts) for name in ("instructions", "keccak", "permutations")
    )
    return Count("handshake", first.variant, first.samples, instructions, keccak, permutations, attempts)
