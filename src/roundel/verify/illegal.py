"""Random sequences of beats that break the rules of the stream protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from roundel.protocol.stream import COMMAND_BYTES, SIZE_BYTES, ZERO_BYTES, Kind, Operation, Segment
from roundel.verify.cases import Beat, Case, split
from roundel.verify.reference import Reference

Beats = list[Beat]
KIND_CODES = 16  # tuser has four bits
NO_OPERATION = 0xEE


def illegal_case(legal: Case, reference: Reference, rng: Random) -> Case:
    """Return `legal` with one change that breaks it, and the answer by the protocol's rules.

    `reference` is an idle model of the rules. The case must come after a legal transaction, because a core
    that drops beats continues to drop them. The next case must begin with a CMD: only then is an unfinished
    transaction answered, and the answer of the case includes that STATUS.
    """
    beat_bytes = len(legal.beats[0].data)
    name = rng.choice([*CHANGES])
    beats = CHANGES[name](list(legal.beats), rng)
    answer = list(reference.accept(beats))
    if reference.in_command:
        beats.append(Beat(bytes(beat_bytes), (1 << beat_bytes) - 1, Kind.TEXT, True))
        answer = list(reference.accept(beats[-1:]))
    answer += reference.abandoned()
    return Case(f"random, {name}", tuple(beats), tuple(answer))


def _disguise(beat: Beat, kind: int) -> Beat:
    """Give a beat another kind. As a CMD it has an operation that no core serves."""
    data = bytes([NO_OPERATION]) + beat.data[1:] if kind == Kind.CMD else beat.data
    return replace(beat, kind=kind, data=data)


def _other(rng: Random, kind: int) -> int:
    return rng.choice([k for k in range(KIND_CODES) if k != kind])


def _pick(beats: Beats, rng: Random) -> int:
    return rng.randrange(len(beats))


def _replace(beats: Beats, at: int, beat: Beat) -> Beats:
    return [*beats[:at], beat, *beats[at + 1 :]]


def _command_beats(beats: Beats) -> int:
    return next(i for i, beat in enumerate(beats) if beat.last) + 1


def _command(beats: Beats) -> bytes:
    return b"".join(beat.data for beat in beats[: _command_beats(beats)])


def _with_command(beats: Beats, start: int, data: bytes) -> Beats:
    """Change bytes of the command from byte `start` on."""
    size = len(beats[0].data)
    for place, byte in enumerate(data, start):
        changed = bytearray(beats[place // size].data)
        changed[place % size] = byte
        beats = _replace(beats, place // size, replace(beats[place // size], data=bytes(changed)))
    return beats


def _operation(beats: Beats, rng: Random) -> Beats:
    return _with_command(beats, 0, bytes([rng.choice([*range(8), 0xFF, rng.randrange(7, 256)])]))


def _flags(beats: Beats, rng: Random) -> Beats:
    """Change the flags. This is legal for a flag that the operation has."""
    (flags,) = _command(beats)[1:2]
    return _with_command(beats, 1, bytes([rng.choice([flags ^ 1 << rng.randrange(8), rng.randrange(256)])]))


def _suffix(beats: Beats, rng: Random) -> Beats:
    """Change the suffix. This is legal for a sponge if the byte is from 01 to 7f."""
    return _with_command(beats, 2, bytes([rng.choice([0x00, 0x01, 0x80, 0x81, 0xFF, rng.randrange(256)])]))


def _function(beats: Beats, rng: Random) -> Beats:
    function = rng.choice([0, 1, 2, 3, 22, 23, 31, 32, 33, 64 + 17, 128 + 17, rng.randrange(22, 256)])
    return _with_command(beats, 3, bytes([function]))


def _output_length(beats: Beats, rng: Random) -> Beats:
    """Change the length, which the sponge services obey: a hash of that length is legal."""
    length = rng.choice([0, 1, 4, 7, 8, 11, 15, 16, 17, 33, 64, 135, 136, 137, 168, 255, 256, 272, 511, 512])
    return _with_command(beats, 4, length.to_bytes(4, "little"))


def _upper_length(beats: Beats, rng: Random) -> Beats:
    """Change a byte of the length above the lowest one.

    An operation that could obey a length beyond 16 bits is made illegal by another byte.
    """
    place = rng.randrange(5, 8)
    long = place > 5 and _command(beats)[0] in (Operation.HASH, Operation.PRNG)
    beats = _reserved(beats, rng) if long else beats
    return _with_command(beats, place, bytes([rng.randint(1, 2) if place == 5 else rng.randrange(1, 256)]))


def _reserved(beats: Beats, rng: Random) -> Beats:
    """Make a byte that must be zero another."""
    return _with_command(
        beats, rng.choice(ZERO_BYTES), bytes([rng.choice([1 << rng.randrange(8), rng.randrange(1, 256)])])
    )


def _sizes(beats: Beats, rng: Random) -> Beats:
    """Change the length of the key or of the customization string, or the byte of KMACXOF.

    This is legal for the latter. A change of a length is legal if another algorithm has no such segment.
    """
    place = rng.choice(SIZE_BYTES)
    size = _command(beats)[place]
    others = {0, 1, (size - 1) % 256, (size + 1) % 256, rng.randrange(256)} - {size}
    return _with_command(beats, place, bytes([rng.choice(sorted(others))]))


def _bit_of_command(beats: Beats, rng: Random) -> Beats:
    """Flip one bit of the command. No answer becomes long by it."""
    command = _command(beats)
    obeys = command[0] in (Operation.HASH, Operation.PRNG)
    place = rng.choice([at for at in range(COMMAND_BYTES) if not (obeys and at in (6, 7))])
    bit = 1 << rng.randrange(2 if obeys and place == 5 else 8)
    return _with_command(beats, place, bytes([command[place] ^ bit]))


def _segment_at(beats: Beats, rng: Random) -> tuple[Beats, Beats, Beats]:
    """Return the beats before a segment after the command, of the segment, and after it."""
    ends = [number for number, beat in enumerate(beats, 1) if beat.last]
    at = rng.randrange(len(ends) - 1)
    return beats[: ends[at]], beats[ends[at] : ends[at + 1]], beats[ends[at + 1] :]


def _length(beats: Beats, rng: Random) -> Beats:
    """Give a segment another length. This is legal if the segment may have any."""
    before, segment, after = _segment_at(beats, rng)
    size = sum(len(beat.kept) for beat in segment) + rng.choice([-1, 1])
    length = rng.choice([0, 1, 17, 25, max(0, size), rng.randrange(70)])
    return [*before, *split(Segment(segment[0].kind, rng.randbytes(length)), len(beats[0].data)), *after]


def _twice(beats: Beats, rng: Random) -> Beats:
    """Send a segment twice, the second time as any kind of input."""
    before, segment, after = _segment_at(beats, rng)
    kind = rng.choice([segment[0].kind, Kind.KEY, Kind.AD, Kind.TEXT, Kind.TAG])
    return [*before, *segment, *(replace(beat, kind=kind) for beat in segment), *after]


def _no_segment(beats: Beats, rng: Random) -> Beats:
    """Leave out a segment."""
    before, _, after = _segment_at(beats, rng)
    return before + after


def _segment_kind(beats: Beats, rng: Random) -> Beats:
    """Give a segment another kind."""
    before, segment, after = _segment_at(beats, rng)
    kind = _other(rng, segment[0].kind)
    return [*before, *(_disguise(beat, kind) for beat in segment), *after]


def _longer(beats: Beats, rng: Random) -> Beats:
    """Add a beat to a segment. This is legal if the segment may have any length."""
    at = rng.randrange(_command_beats(beats), len(beats))
    size = len(beats[at].data)
    more = Beat(rng.randbytes(size), (1 << rng.randint(0, size)) - 1, beats[at].kind, beats[at].last)
    full = replace(beats[at], keep=(1 << size) - 1, last=False)
    return [*beats[:at], full, more, *beats[at + 1 :]]


def _shorter(beats: Beats, rng: Random) -> Beats:
    """End a segment early."""
    at = rng.randrange(_command_beats(beats), len(beats))
    end = next(i for i, beat in enumerate(beats) if i >= at and beat.last)
    keep = (1 << rng.randrange(len(beats[at].data))) - 1
    return [*beats[:at], replace(beats[at], keep=keep, last=True), *beats[end + 1 :]]


def _kind(beats: Beats, rng: Random) -> Beats:
    at = _pick(beats, rng)
    return _replace(beats, at, _disguise(beats[at], _other(rng, beats[at].kind)))


def _early_partial(beats: Beats, rng: Random) -> Beats:
    """Make a beat partial, without tlast."""
    at = _pick(beats, rng)
    size = len(beats[at].data)
    return _replace(beats, at, replace(beats[at], keep=(1 << rng.randrange(size)) - 1, last=False))


def _holes(beats: Beats, rng: Random) -> Beats:
    """Give a beat a tkeep that is not contiguous from byte 0."""
    at = _pick(beats, rng)
    keep = 0
    while keep & (keep + 1) == 0:
        keep = rng.getrandbits(len(beats[at].data))
    return _replace(beats, at, replace(beats[at], keep=keep))


def _short_command(beats: Beats, rng: Random) -> Beats:
    at = rng.randrange(_command_beats(beats))
    keep = (1 << rng.randrange(len(beats[at].data))) - 1
    return [*beats[:at], replace(beats[at], keep=keep, last=True), *beats[_command_beats(beats) :]]


def _open_command(beats: Beats, rng: Random) -> Beats:
    """Remove the CMD's tlast."""
    at = _command_beats(beats) - 1
    return _replace(beats, at, replace(beats[at], last=False))


def _long_command(beats: Beats, rng: Random) -> Beats:
    """Continue the CMD after its 16 bytes."""
    at = _command_beats(beats) - 1
    head = [*beats[:at], replace(beats[at], last=False)]
    return [*head, _disguise(beats[at], Kind.CMD), *beats[at + 1 :]]


def _truncated(beats: Beats, rng: Random) -> Beats:
    """End the transaction early. The next command follows."""
    return beats[: rng.randint(_command_beats(beats), len(beats) - 1)]


def _two_commands(beats: Beats, rng: Random) -> Beats:
    at = rng.randint(1, len(beats) - 1)
    return beats[:at] + beats


def _no_command(beats: Beats, rng: Random) -> Beats:
    return beats[_command_beats(beats) :]


def _one_segment_more(beats: Beats, rng: Random) -> Beats:
    return beats + beats[_command_beats(beats) :]


def _noise(beats: Beats, rng: Random) -> Beats:
    """Return random beats. No CMD among them requests output."""
    size = len(beats[0].data)
    result = []
    for _ in range(rng.randint(1, 12)):
        kind = rng.choice([Kind.CMD, Kind.TEXT, rng.randrange(KIND_CODES)])
        keep = rng.choice([(1 << size) - 1, rng.getrandbits(size), (1 << rng.randint(0, size)) - 1])
        result.append(_disguise(Beat(rng.randbytes(size), keep, kind, rng.random() < 0.5), kind))
    return result if rng.random() < 0.5 else beats[: rng.randint(_command_beats(beats), len(beats))] + result


CHANGES: Mapping[str, Callable[[Beats, Random], Beats]] = {
    "unknown operation": _operation,
    "other flags": _flags,
    "another suffix": _suffix,
    "another function": _function,
    "another length": _output_length,
    "upper byte of the length": _upper_length,
    "nonzero byte": _reserved,
    "another size": _sizes,
    "one bit of the command": _bit_of_command,
    "longer segment": _longer,
    "shorter segment": _shorter,
    "segment of another length": _length,
    "segment twice": _twice,
    "segment left out": _no_segment,
    "one beat of another kind": _kind,
    "segment of another kind": _segment_kind,
    "partial beat without tlast": _early_partial,
    "tkeep with holes": _holes,
    "short command": _short_command,
    "open command": _open_command,
    "long command": _long_command,
    "truncated transaction": _truncated,
    "command inside a transaction": _two_commands,
    "segment without command": _no_command,
    "one segment too many": _one_segment_more,
    "noise": _noise,
}
