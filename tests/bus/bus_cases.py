"""Transactions of a core and their answers: from hashlib and cryptography alone where these have the
algorithm, else from the golden models.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from roundel.catalog import Core
from roundel.protocol.stream import ACCEPTED, ERROR, REFUSED, Kind, Operation, Segment, command_segment
from roundel.verify.hold import hold_back
from roundel.verify.run import algorithms_served

SESSIONS = 4  # of each algorithm
LONGEST = 700  # bytes of input and output of a session: the masters of the bench are slow


@dataclass(frozen=True)
class Case:
    """Segments to send, and the answers."""

    name: str
    send: tuple[Segment, ...]
    answers: tuple[Segment, ...]


def hash_case(message: bytes) -> Case:
    command = command_segment(Operation.HASH, suffix=0x06, function=17, length=32)
    digest = hashlib.sha3_256(message).digest()
    name = f"SHA3-256 of {len(message)} bytes"
    return Case(name, (command, Segment(Kind.TEXT, message)), (Segment(Kind.DIGEST, digest),))


def shake_case(message: bytes, length: int) -> Case:
    command = command_segment(Operation.HASH, suffix=0x1F, function=21, length=length)
    digest = hashlib.shake_128(message).digest(length)
    name = f"SHAKE128 of {len(message)} bytes, {length} out"
    return Case(name, (command, Segment(Kind.TEXT, message)), (Segment(Kind.DIGEST, digest),))


def gcm_cases(source: random.Random, text_bytes: int, ad_bytes: int) -> Iterator[Case]:
    """Yield a SEAL, the OPEN of its result, and an OPEN whose tag is wrong."""
    key, nonce = source.randbytes(source.choice([16, 32])), source.randbytes(12)
    text, ad = source.randbytes(text_bytes), source.randbytes(ad_bytes)
    sealed = AESGCM(key).encrypt(nonce, text, ad)
    cipher, tag = sealed[:-16], sealed[-16:]
    wrong = bytes([tag[0] ^ 1 << source.randrange(8)]) + tag[1:]
    head = (Segment(Kind.KEY, key), Segment(Kind.NONCE, nonce), Segment(Kind.AD, ad))
    seal, open_ = (command_segment(operation, length=16) for operation in (Operation.SEAL, Operation.OPEN))
    answers = (Segment(Kind.TEXT, cipher), Segment(Kind.TAG, tag))
    sizes = f"{text_bytes} bytes, {ad_bytes} of data"
    yield Case(f"SEAL {sizes}", (seal, *head, Segment(Kind.TEXT, text), Segment(Kind.TAG)), answers)
    for name, given, status in (("OPEN", tag, ACCEPTED), ("refused OPEN", wrong, REFUSED)):
        send = (open_, *head, Segment(Kind.TEXT, cipher), Segment(Kind.TAG, given))
        yield Case(f"{name} {sizes}", send, (Segment(Kind.UNVERIFIED, text), status))


def packet_case() -> Case:
    """Return the SEAL of a packet of 1500 bytes with 20 bytes of data."""
    return next(gcm_cases(random.Random(3), 1500, 20))


def sessions(core: Core, source: random.Random) -> Iterator[Case]:
    """Yield short sessions of each algorithm of the core, answered by the models."""
    for algorithm in algorithms_served(core):
        found = 0
        while found < SESSIONS:
            session = algorithm.random_session(source, core.data_width // 8, False)
            send = tuple(segment for one in session for segment in one.segments)
            answers = tuple(segment for one in session for segment in one.answer)
            size = sum(len(segment.data) for segment in (*send, *answers))
            if size <= LONGEST:
                found += 1
                yield Case(f"{algorithm.name}, {size} bytes", send, answers)


def cases(core: Core, source: random.Random) -> list[Case]:
    """Return legal transactions, and an illegal one. The first are of every length class."""
    illegal = Case("an unknown operation", (command_segment(0x77),), (ERROR,))
    if core.name.startswith("aes-gcm"):
        sizes = [(1, 0), (16, 20), (37, 16), (source.randint(60, 200), source.randint(0, 40))]
        made = [case for text, ad in sizes for case in gcm_cases(source, text, ad)]
    elif core.name.startswith("keccak-hash"):
        sizes_of_messages = [0, 1, 3, 4, 15, 16, 17, 135, 136, 137, source.randint(200, 600)]
        made = [hash_case(source.randbytes(size)) for size in sizes_of_messages]
        made += [shake_case(source.randbytes(size), out) for size, out in ((5, 0), (40, 3), (168, 500))]
    else:
        made = list(sessions(core, source))
    if core.hold_beats is not None:
        room = core.hold_beats * core.data_width // 8
        made = [Case(case.name, case.send, tuple(hold_back(case.answers, room))) for case in made]
    return [*made[:2], illegal, *made[2:]]
