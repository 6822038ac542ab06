"""Random sequences of beats that break the rules of the stream protocol."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from roundel.protocol.stream import Kind, Operation
from roundel.verify.cases import Beat, Case
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
    name, change = rng.choice(_CHANGES)
    beats = change(list(legal.beats), rng)
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


def _operation(beats: Beats, rng: Random) -> Beats:
    first = beats[0]
    operation = rng.choice([0, 2, 3, 4, 5, 6, 0xFF, rng.randrange(6, 256)])
    return _replace(beats, 0, replace(first, data=bytes([operation]) + first.data[1:]))


def _variant(beats: Beats, rng: Random) -> Beats:
    first = beats[0]
    variant = rng.choice([0, 22, 23, 31, 32, 33, 64 + 17, 128 + 17, rng.randrange(22, 256)])
    return _replace(beats, 0, replace(first, data=first.data[:1] + bytes([variant]) + first.data[2:]))


def _output_length(beats: Beats, rng: Random) -> Beats:
    """Change the output length, which the sponge services obey: a hash of that length is legal."""
    length = rng.choice([0, 1, 16, 17, 135, 136, 137, 168, 255, 256, 272, 511, 512])
    size = len(beats[0].data)
    for place, byte in enumerate(length.to_bytes(4, "little"), 4):
        beat = beats[place // size]
        data = beat.data[: place % size] + bytes([byte]) + beat.data[place % size + 1 :]
        beats = _replace(beats, place // size, replace(beat, data=data))
    return beats


def _bit_of_command(beats: Beats, rng: Random) -> Beats:
    """Flip one bit of operation, variant or output length. No answer becomes long by it."""
    size = len(beats[0].data)
    asks_for_output = beats[0].data[0] in (Operation.HASH, Operation.PRNG)
    choices = [(place, bit) for place in (0, 1, 4, 5, 6, 7) for bit in range(8)]
    place, bit = rng.choice([at for at in choices if not asks_for_output or at < (5, 1)])
    beat = beats[place // size]
    data = bytearray(beat.data)
    data[place % size] ^= 1 << bit
    return _replace(beats, place // size, replace(beat, data=bytes(data)))


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


def _no_segment(beats: Beats, rng: Random) -> Beats:
    """Leave out a segment."""
    ends = [i for i, beat in enumerate(beats) if beat.last]
    number = rng.randrange(1, len(ends))
    return beats[: ends[number - 1] + 1] + beats[ends[number] + 1 :]


def _kind(beats: Beats, rng: Random) -> Beats:
    at = _pick(beats, rng)
    return _replace(beats, at, _disguise(beats[at], _other(rng, beats[at].kind)))


def _segment_kind(beats: Beats, rng: Random) -> Beats:
    start = _command_beats(beats)
    kind = _other(rng, beats[-1].kind)
    return beats[:start] + [_disguise(beat, kind) for beat in beats[start:]]


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


_CHANGES: tuple[tuple[str, Callable[[Beats, Random], Beats]], ...] = (
    ("unknown operation", _operation),
    ("impossible variant", _variant),
    ("another output length", _output_length),
    ("one bit of the command", _bit_of_command),
    ("longer segment", _longer),
    ("shorter segment", _shorter),
    ("segment left out", _no_segment),
    ("one beat of another kind", _kind),
    ("segment of another kind", _segment_kind),
    ("partial beat without tlast", _early_partial),
    ("tkeep with holes", _holes),
    ("short command", _short_command),
    ("open command", _open_command),
    ("long command", _long_command),
    ("truncated transaction", _truncated),
    ("command inside a transaction", _two_commands),
    ("segment without command", _no_command),
    ("one segment too many", _one_segment_more),
    ("noise", _noise),
)
