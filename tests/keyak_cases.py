"""Functions that the tests of the cores with Lake Keyak share."""

from __future__ import annotations

from random import Random

from roundel.models.motorist import LAKE, seal
from roundel.protocol.keyak_message import message_segments
from roundel.protocol.stream import Operation, Segment
from roundel.verify.cases import flip_bit
from roundel.verify.entries import AeadEntry


def is_plain_lake(entry: AeadEntry) -> bool:
    """Return whether it is Lake Keyak with 16 bytes of key and nonce, without flags at the start."""
    plain = not (entry.tag_at_start or entry.clear_at_start or any(m.clear for m in entry.messages))
    sizes = (len(entry.key), len(entry.nonce))
    return plain and (entry.family, entry.instance, *sizes) == ("Keyak", "Lake", 16, 16)


def maybe_forged(rng: Random, number: int) -> tuple[tuple[bytes, bytes], bytes, list[Segment], bool]:
    """Return key and nonce, the text, an OPEN of it, and whether it is genuine: every tenth is.

    In the others a bit is flipped, in turn in ciphertext, tag, data, nonce or key.
    """
    parts = {
        "key": rng.randbytes(16),
        "nonce": rng.randbytes(16),
        "ad": rng.randbytes(rng.choice([1, 13, 24, 25, 200])),
    }
    text = rng.randbytes(rng.choice([1, 16, 100, 168, 169, 340]))
    parts["ciphertext"], parts["tag"] = seal(LAKE, parts["key"], parts["nonce"], parts["ad"], text)
    genuine = number % 10 == 0
    if not genuine:
        place = list(parts)[number % len(parts)]
        parts[place] = flip_bit(rng, parts[place])
    start = (parts["key"], parts["nonce"])
    opened = message_segments(Operation.OPEN, start, parts["ad"], parts["ciphertext"], parts["tag"])
    return start, text, opened, genuine
