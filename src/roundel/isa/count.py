"""Counting: a kernel run in the emulator on a message of a length, checked against the model, and counted.

What is counted is the whole call: its arguments, padding, loads and stores, loops, the permutations, tag or
digest, and the return. Data is of a fixed generator; no kernel's count depends on it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from dataclasses import dataclass

from roundel.errors import RoundelError, unknown_name
from roundel.isa.kernels import INSTANCES, KERNELS, KEYAKS, SPONGES, STREAMS, VARIANTS
from roundel.isa.memory import CLASSES, DATA_SIZE
from roundel.isa.run import Run, open_sealed, run_hash, run_stream, seal
from roundel.models import ketje, motorist
from roundel.models.bits import xor

WAYS = ("seal", "open")
AEAD = (*KEYAKS, *INSTANCES)
_KEY, _NONCE = bytes(range(12)), bytes(range(10))  # what Ketje Jr has room for
_LONG_KEY, _LONG_NONCE = bytes(range(16)), bytes(range(16))  # Keyak, and the stream cipher
_SHAKE_BYTES = 32


@dataclass(frozen=True)
class Count:
    """What one call took. `message_bytes` is what is hashed or enciphered; `ad_bytes` goes beside it."""

    kernel: str
    variant: str
    way: str
    message_bytes: int
    ad_bytes: int
    classes: Mapping[str, int]

    @property
    def instructions(self) -> int:
        """All instructions, whatever their class."""
        return sum(self.classes.values())

    @property
    def instructions_per_byte(self) -> float | None:
        """Instructions per byte of message; None for an empty one."""
        return self.instructions / self.message_bytes if self.message_bytes else None


def count(kernel: str, variant: str, message_bytes: int, *, ad_bytes: int = 0, way: str = "seal") -> Count:
    """Run a kernel once, check its result, and count its instructions.

    Args:
        kernel: One of `KERNELS`.
        variant: One of `VARIANTS`.
        message_bytes: The length of the message.
        ad_bytes: The length of the associated data; ciphers only.
        way: "seal" or "open"; ciphers only.

    Returns:
        The instructions of the call, by class.

    Raises:
        RoundelError: A name is unknown, a length is negative, or the result of the kernel is wrong.
    """
    if kernel not in KERNELS:
        raise unknown_name("kernel", kernel, KERNELS)
    if variant not in VARIANTS:
        raise unknown_name("variant", variant, VARIANTS)
    if way not in WAYS:
        raise unknown_name("way", way, WAYS)
    for name, value in (("message", message_bytes), ("metadata", ad_bytes)):
        if value < 0:
            raise RoundelError(f"{name} of {value} bytes", "A length is not negative.")
        if value > DATA_SIZE:
            raise RoundelError(f"{name} of {value} bytes, more than {DATA_SIZE}", "Count a part of it.")
    rng = random.Random(message_bytes)
    message, ad = rng.randbytes(message_bytes), rng.randbytes(ad_bytes)
    if kernel not in AEAD:
        if ad_bytes or way != "seal":
            raise RoundelError(f"{kernel} has no metadata and no {way}", "Omit --ad and --way.")
        run = (_hash if kernel in SPONGES else _stream)(kernel, variant, message)
    else:
        run = _cipher(kernel, variant, way, ad, message)
    classes = {kind: run.retired.get(kind, 0) for kind in CLASSES}
    return Count(kernel, variant, way if kernel in AEAD else "", message_bytes, ad_bytes, classes)


def per_byte_of_long(kernel: str, variant: str, *, way: str = "seal") -> float:
    """Return what a further byte of a long message takes: the difference of two calls, whole blocks apart."""
    block = block_bytes(kernel)
    near, far = (count(kernel, variant, blocks * block, way=way) for blocks in (4, 12))
    return (far.instructions - near.instructions) / (far.message_bytes - near.message_bytes)


def block_bytes(kernel: str) -> int:
    """Return the bytes of message that a call of the permutation takes."""
    if kernel in SPONGES:
        return SPONGES[kernel].rate
    if kernel in STREAMS:
        return STREAMS[kernel].rate
    return INSTANCES[kernel].rho_bytes if kernel in INSTANCES else KEYAKS[kernel].squeeze_bytes


def _hash(kernel: str, variant: str, message: bytes) -> Run:
    size = SPONGES[kernel].digest or _SHAKE_BYTES
    run = run_hash(kernel, variant, message, size)
    made = hashlib.new(kernel.replace("sha3-", "sha3_").replace("shake", "shake_"), message)
    expected = made.digest(size) if kernel.startswith("shake") else made.digest()  # type: ignore[call-arg]
    _require(run.output == expected, kernel, variant)
    return run


def _stream(kernel: str, variant: str, text: bytes) -> Run:
    run = run_stream(kernel, variant, _LONG_KEY, _LONG_NONCE, text)
    keystream = hashlib.shake_128(_LONG_KEY + _LONG_NONCE).digest(len(text))
    _require(run.output == xor(text, keystream), kernel, variant)
    return run


def _cipher(kernel: str, variant: str, way: str, ad: bytes, text: bytes) -> Run:
    if kernel in INSTANCES:
        key, nonce = _KEY, _NONCE
        ciphertext, tag = ketje.seal(INSTANCES[kernel], key, nonce, ad, text)
    else:
        key, nonce = _LONG_KEY, _LONG_NONCE
        ciphertext, tag = motorist.seal(KEYAKS[kernel], key, nonce, ad, text)
    if way == "seal":
        run = seal(kernel, variant, key, nonce, ad, text)
        _require((run.output, run.tag) == (ciphertext, tag), kernel, variant)
    else:
        run = open_sealed(kernel, variant, key, nonce, ad, ciphertext, tag)
        _require((run.output, run.accepted) == (text, True), kernel, variant)
    return run


def _require(right: bool, kernel: str, variant: str) -> None:
    if not right:
        raise RoundelError(f"{kernel} in version {variant} returns a wrong result", "The kernel is wrong.")
