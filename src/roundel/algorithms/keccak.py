"""Keccak of any rate in lanes: SHA-3, SHAKE, TurboSHAKE and the original one."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from roundel.algorithms.keccak_answers import WIDTH, HashEntry, KmacEntry
from roundel.algorithms.kinds.base import (
    ANY_SIZE,
    Data,
    NoVariant,
    Part,
    Standing,
    Transaction,
    counting_bytes,
    random_messages,
    random_size,
    session_steps,
)
from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.kinds.hash import LANE_BYTES, STATE_BYTES, Hash, HashFunction
from roundel.algorithms.sender import SENDER_FUNCTIONS
from roundel.models import sponge
from roundel.protocol.stream import (
    NO_FLAGS,
    SUFFIXES,
    Command,
    Flag,
    Kind,
    Operation,
    Segment,
    session_flags,
)

MAX_LANES = 21
USUAL_SUFFIXES = (sponge.SUFFIX_KECCAK, sponge.SUFFIX_CSHAKE, sponge.SUFFIX_SHA3, sponge.SUFFIX_SHAKE)
STIMULUS_DIGEST_BYTES = 32
DIGEST_BITS = (224, 256, 384, 512)
TURBO = "-turbo"  # ends the name of a variant of 12 rounds
RESUME = "Resume"  # a parameter of cores: 1 if they keep a sponge and squeeze it again
SAVE_LOAD = "SaveLoad"  # a parameter of cores: 1 if they save and load the state of a sponge

# The functions of hashlib, a fast and independent oracle: (rate in lanes, suffix) -> name.
_DIGESTS = {(25 - size // 32, sponge.SUFFIX_SHA3): f"sha3_{size}" for size in DIGEST_BITS}
_SHAKES = {(21, sponge.SUFFIX_SHAKE): "shake_128", (17, sponge.SUFFIX_SHAKE): "shake_256"}


def reference_hash(lanes: int, suffix: int, message: bytes, outlen: int, rounds: int = 24) -> bytes:
    """Return the expected output: from hashlib if it has the function, else from the golden model."""
    if rounds != 24:
        return sponge.keccak(message, LANE_BYTES * lanes, suffix, outlen, rounds=rounds)
    shake = _SHAKES.get((lanes, suffix))
    if shake:
        return hashlib.new(shake, message).digest(outlen)  # type: ignore[call-arg]
    digest = _DIGESTS.get((lanes, suffix))
    if digest:
        result = hashlib.new(digest, message).digest()
        if outlen <= len(result):
            return result[:outlen]
    return sponge.keccak(message, LANE_BYTES * lanes, suffix, outlen)


def random_suffix(rng: Random) -> int:
    """Return a suffix byte, in most cases one that a standard uses."""
    return rng.choice(USUAL_SUFFIXES) if rng.random() < 0.8 else rng.choice(SUFFIXES)


def _command(lanes: int, suffix: int, length: int, flags: Flag = NO_FLAGS) -> Command:
    return Command(Operation.HASH, flags, suffix, lanes, length)


@dataclass(frozen=True)
class KeptSponge:
    """A sponge that a core keeps: the command of its message, the message, and the bytes squeezed so far.

    A request squeezes whole blocks, at least one, and the next request begins with the next block.
    """

    command: Command
    text: bytes
    squeezed: int = 0


def resume_command(length: int, *, keep: bool) -> Command:
    """Return the command that requests the next `length` bytes of the sponge that the core keeps."""
    return Command(Operation.HASH, session_flags(resume=True, keep=keep), length=length)


def load_command(command: Command, *, load: bool = True) -> Command:
    """Return the command of the rest of a message after a state; without `load` it is the message's own."""
    return replace(command, flags=command.flags | Flag.LOAD) if load else command


def save_command(command: Command, *, load: bool) -> Command:
    """Return the command of the state of a message after some of its blocks. `command` is the message's."""
    begun = load_command(command, load=load)
    return replace(begun, flags=begun.flags | Flag.SAVE, suffix=0, length=STATE_BYTES)


class KeccakHash(Hash):
    """The hash service of a Keccak core.

    With the parameter Resume it keeps a sponge on request. With SaveLoad it takes a state out, and continues
    from one.
    """

    def on(self, parameters: Mapping[str, Any]) -> KeccakHash:
        """Return the service of a core with these parameters."""
        if parameters.get(RESUME):
            return replace(self, keeps="sponge")
        return replace(self, flags=self.flags | Flag.LOAD | Flag.SAVE) if parameters.get(SAVE_LOAD) else self

    @property
    def saves(self) -> bool:
        """Whether the core saves and loads states."""
        return bool(self.flags & Flag.SAVE)

    def legal(self, command: Command) -> bool:
        """Return whether a HASH command is legal. One that saves has no suffix, and the state's length."""
        if not command.flags & self.flags & Flag.SAVE:
            return super().legal(command)
        served = command.function in self.codes and self.legal_flags(command, self.flags)
        return served and command.suffix == 0 and command.length == STATE_BYTES

    def parts(self, command: Command, resumed: bool) -> Sequence[Part] | None:
        """Return the segments after a command. One that resumes has no suffix, rate or text.

        A state that is loaded comes before the text. A text whose state is saved has whole blocks.
        """
        if resumed:
            return [Part(Kind.TEXT, range(1))] if self.legal_resume(command) else None
        if not self.legal(command):
            return None
        block = LANE_BYTES * command.function
        whole = range(block, len(ANY_SIZE), block)
        key = [Part(Kind.KEY, (STATE_BYTES,))] if command.flags & Flag.LOAD else []
        return [*key, Part(Kind.TEXT, whole if command.flags & Flag.SAVE else ANY_SIZE)]

    def legal_resume(self, command: Command) -> bool:
        """Return whether a command that resumes a kept sponge is legal."""
        return self.legal_flags(command) and command.suffix == command.function == 0

    def compute(self, command: Command, data: Data, kept: Any) -> tuple[bytes, Any]:
        """Return the digest, or the next output of a kept sponge, and the sponge after it."""
        if command.flags & (Flag.LOAD | Flag.SAVE):
            return self._from_state(command, data), None
        sponge_ = KeptSponge(command, data[Kind.TEXT]) if kept is None else kept
        block, start = LANE_BYTES * sponge_.command.function, sponge_.squeezed
        whole = self.digest(replace(sponge_.command, length=start + command.length), sponge_.text)
        end = start + block * max(1, -(-command.length // block))
        return whole[start:], replace(sponge_, squeezed=end)

    def digest(self, command: Command, text: bytes) -> bytes:
        """Return the output of a message, from its beginning."""
        return reference_hash(command.function, command.suffix, text, command.length, _rounds(command))

    def _from_state(self, command: Command, data: Data) -> bytes:
        """Return the digest of a text after the state that is loaded, or the state after a text."""
        rate, rounds, text = LANE_BYTES * command.function, _rounds(command), data[Kind.TEXT]
        saves = bool(command.flags & Flag.SAVE)
        blocks = text if saves else sponge.pad(text, rate, command.suffix)
        state = sponge.absorb(data.get(Kind.KEY), blocks, rate, rounds=rounds)
        return state if saves else sponge.squeeze(state, rate, command.length, rounds)

    def command_of(self, entry: HashEntry) -> Command | None:
        """Return the command of a known answer, or None if the core does not serve it."""
        lanes, rest = divmod(entry.rate_bits, 8 * LANE_BYTES)
        if entry.width != WIDTH or rest or lanes not in self.codes:
            return None
        command = _command(lanes, entry.suffix, len(entry.digest), _flags(entry.rounds))
        return command if self.legal(command) else None

    def known(self, entry: Entry) -> list[Transaction] | None:
        """Return the transaction of a known answer, also of a KMAC, whose prefixes are sent as text.

        An invalid one is answered with the right output.
        """
        if isinstance(entry, KmacEntry):
            entry = entry.as_sent()
        known = super().known(entry)
        if known and isinstance(entry, HashEntry) and not entry.valid:
            command = self.command_of(entry)
            assert command is not None
            return self.transactions((command, self.data(entry.msg)))
        return known

    def random_session(self, rng: Random, beat_bytes: int, left_open: bool) -> list[Transaction]:
        """Return one hash, or several requests of one sponge. The edges of its text are those of its rate."""
        command = self.random_command(rng, beat_bytes)
        block = LANE_BYTES * command.function
        text = rng.randbytes(random_size(rng, beat_bytes, block))
        if self.saves and rng.random() < 0.7:
            return self.transactions(*self.moved(rng, command, text))
        lengths = [command.length]
        if self.keeps:
            lengths += [self.random_size(rng, beat_bytes, block) for _ in range(random_messages(rng) - 1)]
        return self.transactions(*self.session(command, text, lengths, bool(self.keeps) and left_open))

    def session(
        self, command: Command, text: bytes, lengths: Sequence[int], left_open: bool = False
    ) -> list[tuple[Command, Data]]:
        """Return requests of `lengths` bytes each of the sponge of `text`, kept until the last one."""
        requests: list[tuple[Command, Data]] = []
        steps = session_steps(len(lengths), left_open)
        for length, (resume, keep) in zip(lengths, steps, strict=True):
            flags = command.flags | session_flags(resume=False, keep=keep)
            first = replace(command, flags=flags, length=length)
            sent = resume_command(length, keep=keep) if resume else first
            requests.append((sent, {Kind.TEXT: b"" if resume else text}))
        return requests

    def moved(self, rng: Random, command: Command, text: bytes) -> list[tuple[Command, Data]]:
        """Return requests of one message whose state is saved and loaded after some of its whole blocks.

        In some cases only the first or the last request, or a state that no message has.
        """
        block = LANE_BYTES * command.function
        cuts = [block * cut for cut in sorted({rng.randint(0, len(text) // block) for _ in range(2)}) if cut]
        requests: list[tuple[Command, Data]] = []
        state = rng.randbytes(STATE_BYTES) if rng.random() < 0.2 else None
        for start, end in zip([0, *cuts], [*cuts, None], strict=True):
            key = {} if state is None else {Kind.KEY: state}
            saved = save_command(command, load=bool(key))
            last = load_command(command, load=bool(key))
            part: Data = {**key, Kind.TEXT: text[start:end]}
            requests.append((last if end is None else saved, part))
            if end is not None:
                state = self._from_state(saved, part)
        return requests[-rng.randint(1, len(requests)) :] if rng.random() < 0.3 else requests

    def random_command(self, rng: Random, beat_bytes: int) -> Command:
        """Return a legal command: a standard function or another one, with a length near an edge."""
        lanes, suffix = rng.choice([*_DIGESTS, *_SHAKES])
        if rng.random() < 0.5:
            lanes, suffix = rng.randint(1, MAX_LANES), random_suffix(rng)
        size = self.random_size(rng, beat_bytes, LANE_BYTES * lanes)
        return _command(lanes, suffix, size, rng.choice([NO_FLAGS, NO_FLAGS, self.flags & Flag.ROUNDS12]))

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a hash of exactly `blocks` blocks with padding; one block is the empty message.

        The variant is `r<rate in bits>`, with `-turbo` for 12 rounds. The digest is shorter than the rate, so
        that nothing is squeezed twice.
        """
        text = variant.removeprefix("r").removesuffix(TURBO)
        if not text.isdigit() or int(text) % 64 or not 64 <= int(text) <= 64 * MAX_LANES:
            raise NoVariant(f"r64, r128 .. r1344, r64{TURBO} .. r1344{TURBO}")
        rate = int(text) // 8
        flags = Flag.ROUNDS12 if variant.endswith(TURBO) else NO_FLAGS
        return self._hash_of_blocks(rate // LANE_BYTES, min(STIMULUS_DIGEST_BYTES, rate), blocks, flags)

    def _hash_of_blocks(
        self, lanes: int, digest_bytes: int, blocks: int, flags: Flag = NO_FLAGS
    ) -> list[Segment]:
        """Return a hash of exactly `blocks` blocks with padding at a rate; one block is the empty message."""
        size = blocks * LANE_BYTES * lanes - 1 if blocks > 1 else 0
        return self.request(
            _command(lanes, sponge.SUFFIX_SHA3, digest_bytes, flags), {Kind.TEXT: counting_bytes(size)}
        )


class _FixedKeccak(KeccakHash):
    """The hashes whose capacity is twice the digest: a legal command has the length of its rate."""

    def legal(self, command: Command) -> bool:
        return super().legal(command) and command.length == _digest_bytes(command.function)

    def command_of(self, entry: HashEntry) -> Command | None:
        command = super().command_of(entry)
        return command if command and self.legal(command) else None

    def random_command(self, rng: Random, beat_bytes: int) -> Command:
        lanes = rng.choice(self.codes)
        return _command(lanes, random_suffix(rng), _digest_bytes(lanes))

    def stimulus(self, variant: str, block_bits: int, blocks: int) -> list[Segment]:
        """Return a hash of exactly `blocks` blocks with padding; one block is the empty message."""
        lanes = {f"r{64 * lanes}": lanes for lanes in self.codes}
        if variant not in lanes:
            raise NoVariant(", ".join(lanes))
        return self._hash_of_blocks(lanes[variant], _digest_bytes(lanes[variant]), blocks)


def _digest_bytes(lanes: int) -> int:
    """Return the length whose double is the capacity at that rate."""
    return (WIDTH // 8 - LANE_BYTES * lanes) // 2


def _rounds(command: Command) -> int:
    """Return the rounds of the permutations that a command requests."""
    return sponge.TURBO_ROUNDS if command.flags & Flag.ROUNDS12 else 24


def _flags(rounds: int) -> Flag:
    """Return the flags of a command for that number of rounds."""
    return {24: NO_FLAGS, sponge.TURBO_ROUNDS: Flag.ROUNDS12}[rounds]


def _fixed(name: str, suffix: int, bits: int, family: str = "keccak") -> HashFunction:
    return HashFunction(f"{name}_{bits}", (WIDTH - 2 * bits) // 8, suffix, bits // 8, bits // 8, family)


def _all_fixed(family: str) -> list[HashFunction]:
    named = (("sha3", sponge.SUFFIX_SHA3), ("keccak", sponge.SUFFIX_KECCAK))
    return [_fixed(name, suffix, bits, family) for name, suffix in named for bits in DIGEST_BITS]


KECCAK = KeccakHash(
    name="keccak",
    title="SHA-3, SHAKE, TurboSHAKE, Keccak",
    standing=Standing.STANDARD,
    source="FIPS 202",
    blocks=(136,),
    codes=range(1, MAX_LANES + 1),
    suffixes=SUFFIXES,
    flags=Flag.ROUNDS12,
    sizes=ANY_SIZE,
    functions=(
        *_all_fixed("keccak"),
        HashFunction("shake_128", 168, sponge.SUFFIX_SHAKE, None, 32),
        HashFunction("shake_256", 136, sponge.SUFFIX_SHAKE, None, 64),
        HashFunction("turboshake_128", 168, sponge.SUFFIX_SHAKE, None, 32, flags=Flag.ROUNDS12),
        HashFunction("turboshake_256", 136, sponge.SUFFIX_SHAKE, None, 64, flags=Flag.ROUNDS12),
    ),
    sender_functions=tuple(SENDER_FUNCTIONS),
    entry=HashEntry,
)
KECCAK_DIGEST = _FixedKeccak(
    name="keccak-digest",
    title="SHA-3, Keccak of fixed length",
    standing=Standing.STANDARD,
    source="FIPS 202",
    blocks=(136,),
    codes=(9, 13, 17, 18),
    suffixes=SUFFIXES,
    sizes=tuple(bits // 8 for bits in DIGEST_BITS),
    functions=tuple(_all_fixed("keccak-digest")),
    entry=HashEntry,
)
ALGORITHMS = (KECCAK, KECCAK_DIGEST)
