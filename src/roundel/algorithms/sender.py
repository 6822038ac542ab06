"""The functions of SP 800-185, and KT128 and KT256, over the HASH service: what the sender adds to a message.

A core has no operation for them. The sender's library puts bytes before and after the message, and the core
hashes it with the suffix of cSHAKE. KT128 and KT256 (RFC 9861) are a tree of messages with 12 rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from roundel.algorithms.kinds.hash import HashFunction
from roundel.models import kangaroo, sp800_185
from roundel.models.sponge import RATE_128, RATE_256, SUFFIX_CSHAKE, SUFFIX_SHAKE
from roundel.protocol.stream import Flag

SHORTEST_TAG = 8  # bytes of a KMAC that may be verified, as of every VERIFY


class Mode(Enum):
    """What a function takes, and its name. That of a cSHAKE is chosen by the caller."""

    CSHAKE = ""
    KMAC = "KMAC"
    TUPLE_HASH = "TupleHash"
    PARALLEL_HASH = "ParallelHash"
    KT = "KT"


@dataclass(frozen=True)
class SenderFunction:
    """A function by the name that `Device.new` takes, whose messages the sender frames.

    `strength_bytes` is the length beyond which more output adds no security. `xof`: the output does not
    depend on its length.
    """

    name: str
    mode: Mode
    rate_bytes: int
    xof: bool = False

    @property
    def strength_bytes(self) -> int:
        """The usual length of the output."""
        return sp800_185.PARALLEL_DIGEST_BYTES[self.rate_bytes]

    @property
    def title(self) -> str:
        """The name in its standard."""
        family = self.mode.value or "cSHAKE"
        named = self.xof and self.mode not in (Mode.CSHAKE, Mode.KT)
        return f"{family}{'XOF' if named else ''}{4 * self.strength_bytes}"

    def sent(self, *, plain: bool = False) -> HashFunction:
        """Return the function that the core is asked for; `plain` is a cSHAKE without any names: SHAKE."""
        suffix = SUFFIX_SHAKE if plain else SUFFIX_CSHAKE
        return HashFunction(self.name, self.rate_bytes, suffix, None, self.strength_bytes)

    def node(self, domain: int) -> HashFunction:
        """Return the TurboSHAKE that the core is asked for, for a node of the tree of KT128 or KT256."""
        strength = self.strength_bytes
        return HashFunction(self.name, self.rate_bytes, domain, None, strength, flags=Flag.ROUNDS12)

    def head(self, *, function: bytes = b"", custom: bytes = b"", key: bytes = b"") -> bytes:
        """Return what goes before the message. `function` is the name of a cSHAKE, `key` that of a KMAC."""
        if self.mode is Mode.KMAC:
            return sp800_185.kmac_head(self.rate_bytes, key, custom)
        own = function or self.mode.value.encode()
        return sp800_185.cshake_head(self.rate_bytes, own, custom) if own or custom else b""

    def tail(self, length: int) -> bytes:
        """Return what goes after the message, for an output of `length` bytes."""
        return b"" if self.mode is Mode.CSHAKE else sp800_185.output_length(length, xof=self.xof)

    def reference(
        self,
        items: Sequence[bytes],
        length: int,
        *,
        custom: bytes = b"",
        key: bytes = b"",
        block_bytes: int = 0,
    ) -> bytes:
        """Return the expected output, from the golden model. Only a TupleHash has not exactly one item."""
        if self.mode is Mode.KT:
            model = getattr(kangaroo, self.name)
            return bytes(model(items[0], length, custom))
        family = self.mode.value.lower().replace("hash", "_hash") or "cshake"
        model = getattr(sp800_185, f"{family}_{4 * self.strength_bytes}")
        if self.mode is Mode.CSHAKE:
            return bytes(model(items[0], length, custom=custom))
        text: tuple[Any, ...] = (items,) if self.mode is Mode.TUPLE_HASH else (items[0],)
        if self.mode is Mode.KMAC:
            text = (key, *text)
        elif self.mode is Mode.PARALLEL_HASH:
            text = (*text, block_bytes)
        return bytes(model(*text, length, custom, xof=self.xof))


def _functions() -> list[SenderFunction]:
    made = []
    for strength, rate in ((128, RATE_128), (256, RATE_256)):
        made.append(SenderFunction(f"cshake_{strength}", Mode.CSHAKE, rate, xof=True))
        for mode, name, xof_name in (
            (Mode.KMAC, "kmac", "kmacxof"),
            (Mode.TUPLE_HASH, "tuple_hash", "tuple_hash_xof"),
            (Mode.PARALLEL_HASH, "parallel_hash", "parallel_hash_xof"),
        ):
            made.append(SenderFunction(f"{name}_{strength}", mode, rate))
            made.append(SenderFunction(f"{xof_name}_{strength}", mode, rate, xof=True))
        made.append(SenderFunction(f"kt_{strength}", Mode.KT, rate, xof=True))
    return made


SENDER_FUNCTIONS: dict[str, SenderFunction] = {one.name: one for one in _functions()}
