"""cSHAKE and KMAC of SP 800-185, by a core that frames the message itself.

A command has the lengths of key and customization string, so that the core can encode them before they come.
The key of a core without this service is text, which the sender frames (`roundel.algorithms.sender`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from roundel.algorithms.keccak_answers import CshakeEntry, KmacEntry
from roundel.algorithms.kinds.base import (
    ANY_SIZE,
    Data,
    NoVariant,
    Part,
    Standing,
    Transaction,
    counting_bytes,
    flip_bit,
    random_messages,
    random_size,
    require_size,
    session_steps,
)
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.kinds.hash import LANE_BYTES, Hash, HashFunction
from roundel.algorithms.kinds.mac import REFUSED_SHARE, VERIFY_SHARE, Mac
from roundel.models import sp800_185
from roundel.models.sponge import RATE_128, RATE_256, SUFFIX_CSHAKE
from roundel.protocol.stream import Command, Kind, Segment

SOURCE = "NIST SP 800-185"
KEY_SIZES = range(1, 256)
CUSTOM_SIZES = range(256)
TAG_SIZES = range(1, 1 << 16)
VERIFY_SIZES = (8, *range(12, 65))
RATES = {128: RATE_128, 256: RATE_256}  # bytes, by the strength in bits
STIMULUS_TAG_BYTES = 32
STIMULUS_CUSTOM = b"Roundel"
KEEP_KEY = "KeepKey"  # a parameter of cores: 1 if they keep a key
USUAL_RANDOM_TAG, LONG_RANDOM_TAG = 300, 2000
LONG_SHARE = 0.05  # of random tags

# Bytes of a frame beside its string: the rate, a name or none, the length of the string in bits.
_RATE_BYTES, _LENGTH_BYTES = 2, (2, 3)
_NAME_BYTES = {"": 2, "KMAC": 6}
_TAIL_BYTES = (2, 3, 4)  # the length of the output, which ends the text of a KMAC


def _edge(rng: Random, sizes: range, rate: int, overhead: int) -> int:
    """Return a length of a string: an end of `sizes`, around a length of another encoding, or of a block."""
    block = rate - overhead - rng.choice(_LENGTH_BYTES) + rng.randint(-1, 1)
    size = rng.choice([sizes[0], sizes[-1], 16, 31, 32, block, rng.choice(sizes), rng.choice(sizes)])
    return min(max(size, sizes[0]), sizes[-1])


class _Cshake(Hash):
    sized_commands = True

    def legal(self, command: Command) -> bool:
        """Return whether a HASH command is legal. Without a customization string it is SHAKE."""
        sizes = command.custom_bytes in self.custom_sizes and not (command.key_bytes or command.extendable)
        return sizes and super().legal(command)

    @property
    def custom_sizes(self) -> range:
        """The legal lengths of a customization string in bytes."""
        sizes = self.functions[0].custom_sizes
        assert sizes is not None
        return sizes

    def parts(self, command: Command, resumed: bool) -> Sequence[Part] | None:
        if not self.legal(command):
            return None
        return [Part(Kind.AD, (command.custom_bytes,)), Part(Kind.TEXT)]

    def digest(self, command: Command, text: bytes) -> bytes:
        """Return the digest for a customization string of zeros."""
        return self.compute(command, self.data(text, bytes(command.custom_bytes)), None)[0]

    def compute(self, command: Command, data: Data, kept: Any) -> tuple[bytes, Any]:
        model = sp800_185.cshake_128 if _is_128(command) else sp800_185.cshake_256
        return model(data[Kind.TEXT], command.length, custom=data[Kind.AD]), None

    def known(self, entry: Entry) -> list[Transaction] | None:
        """Return the transaction of a known answer without a function name."""
        if not isinstance(entry, CshakeEntry) or entry.name:
            return None
        (function,) = (one for one in self.functions if 8 * one.rate_bytes == entry.rate_bits)
        command = function.command(len(entry.digest), entry.custom)
        if not self.legal(command):
            return None
        return [self.answered(command, self.data(entry.text, entry.custom), entry.digest)]

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        function = rng.choice(self.functions)
        rate = function.rate_bytes
        custom = rng.randbytes(_edge(rng, self.custom_sizes, rate, _RATE_BYTES + _NAME_BYTES[""]))
        command = function.command(self.random_size(rng, beat_bytes, rate), custom)
        text = rng.randbytes(random_size(rng, beat_bytes, rate))
        return self.transactions((command, self.data(text, custom)))

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a cSHAKE of exactly `blocks` blocks of text with padding; one block is the empty message.

        The text ends three lanes before its last block does: in a core with W = 128 the last beat of a full
        block of 21 lanes is half a beat in every other block, and the total would alternate by a cycle. The
        variant is `r<rate in bits>-cshake`.
        """
        by_variant = {f"r{8 * one.rate_bytes}-cshake": one for one in self.functions}
        if variant not in by_variant:
            raise NoVariant(" or ".join(by_variant))
        function = by_variant[variant]
        size = blocks * function.rate_bytes - 3 * LANE_BYTES if blocks > 1 else 0
        command = function.command(STIMULUS_TAG_BYTES, STIMULUS_CUSTOM)
        return self.request(command, self.data(counting_bytes(size), STIMULUS_CUSTOM))


class Kmac(Mac):
    """KMAC128 or KMAC256, and its XOF. The customization string is AD, and comes before the key.

    With the parameter KeepKey a core keeps both on request. What is kept is (customization string, key).
    """

    sized_commands = True

    def on(self, parameters: Mapping[str, Any]) -> Kmac:
        """Return the service of a core with these parameters."""
        return replace(self, keeps="key") if parameters.get(KEEP_KEY) else self

    @property
    def rate_bytes(self) -> int:
        """The rate."""
        return LANE_BYTES * self.function

    def tag(
        self,
        key: bytes,
        iv: bytes,
        text: bytes,
        tag_bytes: int,
        suffix: int,
        *,
        custom: bytes = b"",
        xof: bool = False,
    ) -> bytes:
        """Return the tag. The length is part of what is authenticated, except of the XOF."""
        model = sp800_185.kmac_128 if self.rate_bytes == RATE_128 else sp800_185.kmac_256
        return model(key, text, tag_bytes, custom, xof=xof)

    def message(
        self,
        key: bytes | None,
        iv: bytes,
        text: bytes,
        tag: int | bytes,
        *,
        keep: bool = False,
        suffix: int | None = None,
        custom: bytes = b"",
        xof: bool = False,
    ) -> tuple[Command, Data]:
        """Return the command and the segments of one message.

        Args:
            key: 1 to 255 bytes. None resumes the key and the customization string that are kept.
            iv: Empty.
            text: Any length.
            tag: Length in bytes of the tag to make, or the tag to verify.
            keep: Whether key and customization string are kept for the next message.
            suffix: None: a KMAC has one suffix.
            custom: The customization string, at most 255 bytes; empty without a key.
            xof: Whether it is KMACXOF.

        Raises:
            RoundelError: A size is not the algorithm's, or the core keeps no keys.
        """
        command, data = super().message(key, iv, text, tag, keep=keep, suffix=suffix)
        require_size("a customization string", len(custom), CUSTOM_SIZES if key is not None else range(1))
        sizes = {"key_bytes": len(key or b""), "custom_bytes": len(custom), "extendable": int(xof)}
        return replace(command, **sizes), data if key is None else {Kind.AD: custom, **data}

    def parts(self, command: Command, resumed: bool) -> Sequence[Part] | None:
        """Return the segments after a command, whose sizes are those of key and customization string."""
        parts = super().parts(command, resumed)
        if parts is None or command.extendable > 1:
            return None
        if resumed:
            return parts if command.key_bytes == command.custom_bytes == 0 else None
        if command.key_bytes not in self.key_sizes:
            return None
        lengths = {Kind.AD: command.custom_bytes, Kind.KEY: command.key_bytes}
        own = [Part(kind, (size,)) for kind, size in lengths.items()]
        return [*own, *(part for part in parts if part.kind not in lengths)]

    def compute(self, command: Command, data: Data, kept: Any) -> tuple[bytes, Any]:
        """Return the tag, or the code of the status of a VERIFY, and what may be kept."""
        custom, key = (data[Kind.AD], data[Kind.KEY]) if kept is None else kept
        output, _ = super().compute(command, {**data, Kind.AD: custom, Kind.KEY: key}, None)
        return output, (custom, key)

    def tag_of(self, command: Command, data: Data, key: bytes) -> bytes:
        """Return the tag of the segments of a legal transaction."""
        text, xof = data[Kind.TEXT], bool(command.extendable)
        return self.tag(key, b"", text, command.length, command.suffix, custom=data[Kind.AD], xof=xof)

    def options(self, entry: KmacEntry) -> dict[str, Any] | None:
        """Return the customization string of an entry of the same strength, and whether it is an XOF."""
        served = RATES[entry.strength] == self.rate_bytes and len(entry.custom) in CUSTOM_SIZES
        return {"custom": entry.custom, "xof": entry.xof} if served else None

    def random_key(self, rng: Random) -> bytes:
        """Return a key of any legal length, often one at an edge."""
        return rng.randbytes(_edge(rng, KEY_SIZES, self.rate_bytes, _RATE_BYTES))

    def random_tag(self, rng: Random) -> tuple[int, int]:
        """Return the length of a tag, which is long in few cases, and the suffix."""
        edge = self.rate_bytes * rng.randint(1, 2) + rng.randint(-1, 1)
        usual = [1, 31, 32, 64, edge, rng.randint(1, USUAL_RANDOM_TAG), rng.randint(1, USUAL_RANDOM_TAG)]
        long = rng.random() < LONG_SHARE
        return rng.randint(USUAL_RANDOM_TAG, LONG_RANDOM_TAG) if long else rng.choice(usual), self.suffix

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return one message, or several under one key and customization string."""
        key, text = self.random_key(rng), self.random_text(rng, beat_bytes)
        overhead = _RATE_BYTES + _NAME_BYTES["KMAC"]
        custom = rng.randbytes(_edge(rng, CUSTOM_SIZES, self.rate_bytes, overhead))
        requests: list[tuple[Command, Data]] = []
        steps = session_steps(random_messages(rng) if self.keeps else 1, left_open and bool(self.keeps))
        for resume, keep in steps:
            if requests:
                text = self.random_text(rng, beat_bytes)
            given: dict[str, Any] = {"custom": custom, "xof": rng.random() < 0.3}
            tag: int | bytes = self.random_tag(rng)[0]
            if rng.random() < VERIFY_SHARE:
                right = self.tag(key, b"", text, rng.choice(self.verify_sizes), self.suffix, **given)
                tag = flip_bit(rng, right) if rng.random() < REFUSED_SHARE else right
            sent = None if resume else key
            given["custom"] = b"" if resume else custom
            requests.append(self.message(sent, b"", text, tag, keep=keep, **given))
        return self.transactions(*requests)

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a KMAC of exactly `blocks` blocks of text, with the length of the tag and the padding.

        One block is the empty message. The two blocks of key and customization string come before them. The
        variant is `kmac128` or `kmac256`.
        """
        if variant != self.title.lower():
            raise NoVariant(self.title.lower())
        tail = len(sp800_185.output_length(STIMULUS_TAG_BYTES, xof=False))
        size = blocks * self.rate_bytes - tail - 1 if blocks > 1 else 0
        key, text = counting_bytes(STIMULUS_TAG_BYTES), counting_bytes(size)
        return self.request(*self.message(key, b"", text, STIMULUS_TAG_BYTES, custom=STIMULUS_CUSTOM))


def _is_128(command: Command) -> bool:
    return command.function * LANE_BYTES == RATE_128


def _function(strength: int) -> HashFunction:
    return HashFunction(
        f"cshake_{strength}",
        RATES[strength],
        SUFFIX_CSHAKE,
        None,
        strength // 4,
        family="cshake",
        custom_sizes=CUSTOM_SIZES[1:],
        sized_custom=True,
    )


def _kmac(strength: int) -> Kmac:
    return Kmac(
        name=f"kmac-{strength}",
        title=f"KMAC{strength}",
        standing=Standing.STANDARD,
        source=SOURCE,
        blocks=(RATES[strength],),
        overheads=(0, 1, *_TAIL_BYTES, *(tail + 1 for tail in _TAIL_BYTES)),
        key_sizes=KEY_SIZES,
        tag_sizes=TAG_SIZES,
        usual_tag=strength // 4,
        verify_sizes=VERIFY_SIZES,
        function=RATES[strength] // LANE_BYTES,
        suffix=SUFFIX_CSHAKE,
        suffixes=(SUFFIX_CSHAKE,),
        entry=KmacEntry,
    )


CSHAKE = _Cshake(
    name="cshake",
    title="cSHAKE",
    standing=Standing.STANDARD,
    source=SOURCE,
    blocks=(RATE_256, RATE_128),
    codes=tuple(rate // LANE_BYTES for rate in RATES.values()),
    suffixes=(SUFFIX_CSHAKE,),
    sizes=ANY_SIZE,
    functions=tuple(map(_function, RATES)),
    entry=CshakeEntry,
)
KMAC_128, KMAC_256 = map(_kmac, RATES)
ALGORITHMS = (CSHAKE, KMAC_128, KMAC_256)
