"""Exchanges with cores on Keccak: hash, MAC, Keyak, generator."""

from __future__ import annotations

import hashlib
import random

from exchanges import DROPPED, ERROR, KEY, NONCE, illegal
from stream_bench import Beats, Exchange

from roundel.models.keccak_mac import keccak_mac
from roundel.models.keccak_prg import Prg
from roundel.models.motorist import LAKE, Session
from roundel.protocol.keyak_message import message_segments
from roundel.protocol.stream import Command, Kind, Operation, Segment, Status

# name: rate in bytes, suffix, digest bytes (0: as many as are asked for)
HASHES = {
    "sha3_224": (144, 0x06, 28),
    "sha3_256": (136, 0x06, 32),
    "sha3_384": (104, 0x06, 48),
    "sha3_512": (72, 0x06, 64),
    "shake_128": (168, 0x1F, 0),
    "shake_256": (136, 0x1F, 0),
}


def hash_command(name: str, length: int = 0) -> Segment:
    rate, suffix, fixed = HASHES[name]
    return Segment(Kind.CMD, Command(Operation.HASH, rate // 8, suffix, fixed or length).pack())


def hash_exchange(name: str, message: bytes, length: int = 0) -> Exchange:
    hasher = hashlib.new(name, message)
    digest = hasher.digest() if HASHES[name][2] else hasher.digest(length)  # type: ignore[call-arg]
    return Exchange(
        (hash_command(name, length), Segment(Kind.TEXT, message)),
        (Segment(Kind.DIGEST, digest),),
        f"{name} of {len(message)} bytes",
    )


def random_hash(rng: random.Random) -> Exchange:
    name = rng.choice(list(HASHES))
    rate = HASHES[name][0]
    size = rng.choice([0, 1, rng.randrange(rate), rate - 1, rate, rate + 1, rng.randrange(3 * rate)])
    return hash_exchange(
        name, rng.randbytes(size), rng.choice([0, 1, rng.randrange(rate), rate, 2 * rate + 5])
    )


def late_end(name: str, message: bytes) -> Exchange:
    """Return an exchange whose text, whole beats, is closed by a beat without bytes."""
    whole = hash_exchange(name, message)
    text = Beats(message + bytes(16), Kind.TEXT, [1] * len(message) + [0] * 16)
    return Exchange((whole.send[0], text), whole.answers, f"{whole.name}, closed by an empty beat")


COMMAND = hash_command("sha3_256")

ABC = hash_exchange("sha3_256", b"abc")


def bad_command(name: str, operation: int = Operation.HASH, rate: int = 17) -> Exchange:
    return illegal(name, Segment(Kind.CMD, Command(operation, rate, 0x06, 32).pack()), DROPPED)


ILLEGAL_HASHES = (
    # Behind a transaction of its own: directly after an error it would be dropped in silence.
    Exchange((*ABC.send, DROPPED), (*ABC.answers, ERROR), "text without a command"),
    bad_command("unknown operation", operation=0x77),
    bad_command("an operation of another service", operation=Operation.SEAL),
    bad_command("rate 0", rate=0),
    bad_command("rate 22", rate=22),
    illegal("command of 15 bytes", Segment(Kind.CMD, COMMAND.data[:15]), DROPPED),
    illegal("empty command", Segment(Kind.CMD), DROPPED),
    # Its second beat is a command in its own right, and is as malformed.
    illegal("command of 32 bytes", Segment(Kind.CMD, COMMAND.data + bytes(16)), DROPPED, errors=2),
    illegal("key instead of text", COMMAND, Segment(Kind.KEY, bytes(40))),
    illegal("kind changes inside the text", COMMAND, Beats(bytes(48), [Kind.TEXT] * 16 + [Kind.AD] * 32)),
    illegal(
        "partial beat before the last", COMMAND, Beats(bytes(32), Kind.TEXT, [1] * 5 + [0] * 11 + [1] * 16)
    ),
    illegal("empty beat before the last", COMMAND, Beats(bytes(32), Kind.TEXT, [0] * 16 + [1] * 16)),
    illegal("hole in tkeep", COMMAND, Beats(bytes(16), Kind.TEXT, [1] * 5 + [0] + [1] * 10)),
    illegal("first byte not kept", COMMAND, Beats(bytes(16), Kind.TEXT, [0] + [1] * 15)),
    illegal("hole late in a long text", COMMAND, Beats(bytes(416), Kind.TEXT, [1] * 405 + [0] + [1] * 10)),
    Exchange(
        # The offending beat begins the next transaction.
        (COMMAND, Beats(bytes(16) + COMMAND.data, [Kind.TEXT] * 16 + [Kind.CMD] * 16), ABC.send[1]),
        (ERROR, *ABC.answers),
        "command in the middle of the text",
    ),
)


def keyak_exchange(
    operation: Operation, ad: bytes, text: bytes, *, forged: bool = False, later: bool = False
) -> Exchange:
    """One message in a session of its own, or (`later`) two with the same content in one session."""
    session = Session(LAKE, KEY, NONCE)
    send: list[Segment] = []
    answers: list[Segment] = []
    messages = 2 if later else 1
    for number in range(messages):
        start = None if number else (KEY, NONCE)
        keep = number < messages - 1
        ciphertext, tag = session.wrap(ad, text)
        if operation == Operation.SEAL:
            send += message_segments(operation, start, ad, text, keep=keep)
            answers += [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
            continue
        right = not (forged and number == messages - 1)
        tag = tag if right else bytes([tag[0] ^ 0x80]) + tag[1:]
        send += message_segments(operation, start, ad, ciphertext, tag, keep=keep)
        status = Status.ACCEPTED if right else Status.REFUSED
        answers += [Segment(Kind.UNVERIFIED, text), Segment(Kind.STATUS, bytes([status]))]
    name = f"{operation.name} of {len(text)} bytes with {len(ad)} of data"
    return Exchange(tuple(send), tuple(answers), name)


def random_keyak(rng: random.Random) -> Exchange:
    return keyak_exchange(
        rng.choice([Operation.SEAL, Operation.OPEN]),
        rng.randbytes(rng.choice([0, 5, 24, 25, rng.randrange(250)])),
        rng.randbytes(rng.choice([0, 1, 167, 168, 169, rng.randrange(500)])),
        forged=rng.random() < 0.3,
        later=rng.random() < 0.3,
    )


def keyak_command(operation: int = Operation.SEAL, variant: int = 0) -> Segment:
    return Segment(Kind.CMD, Command(operation, variant).pack())


SEALED = keyak_exchange(Operation.SEAL, b"", b"abc")

START = (keyak_command(), Segment(Kind.KEY, KEY), Segment(Kind.NONCE, NONCE))

AD_FIRST_START = (keyak_command(variant=2), *START[1:])

NO_TAG = Segment(Kind.TAG)

ILLEGAL_KEYAK = (
    Exchange((*SEALED.send, DROPPED), (*SEALED.answers, ERROR), "text without a command"),
    illegal("unknown operation", keyak_command(0x77), DROPPED),
    illegal("an operation of another service", keyak_command(Operation.HASH), DROPPED),
    illegal("unknown bit of the variant", keyak_command(variant=8), *SEALED.send[1:]),
    Exchange((*SEALED.send, keyak_command(variant=1)), (*SEALED.answers, ERROR), "no session to go on with"),
    illegal("command of 15 bytes", Segment(Kind.CMD, START[0].data[:15]), DROPPED),
    illegal("key of 15 bytes", START[0], Segment(Kind.KEY, KEY[:15])),
    illegal("key of 17 bytes", START[0], Segment(Kind.KEY, KEY + b"x")),
    illegal("nonce in place of the key", START[0], START[2]),
    illegal("nonce of 12 bytes", *START[:2], Segment(Kind.NONCE, NONCE[:12])),
    illegal("text behind text that ended in a block", *START, Segment(Kind.TEXT, b"a"), DROPPED),
    illegal("text behind data that stands alone", *START, Segment(Kind.AD, b"a"), DROPPED),
    illegal("25 bytes of data first", *AD_FIRST_START, Segment(Kind.AD, bytes(25)), DROPPED),
    illegal("no text behind data first", *AD_FIRST_START, Segment(Kind.AD, b"a"), NO_TAG),
    illegal("a tag to seal with", *START, Segment(Kind.TAG, bytes(16))),
    illegal("no tag to open with", keyak_command(Operation.OPEN), *START[1:], NO_TAG),
    illegal("hole in tkeep", *START, Beats(bytes(16), Kind.TEXT, [1] * 5 + [0] + [1] * 10)),
    illegal("kind changes inside the text", *START, Beats(bytes(48), [Kind.TEXT] * 16 + [Kind.AD] * 32)),
    Exchange(
        (*START, Beats(bytes(16) + START[0].data, [Kind.TEXT] * 16 + [Kind.CMD] * 16), *SEALED.send[1:]),
        (ERROR, *SEALED.answers),
        "command in the middle of the text",
    ),
)

IV = bytes(range(32, 48))


def mac_command(length: int, rate: int = 17) -> Segment:
    return Segment(Kind.CMD, Command(Operation.MAC, rate, 0x01, length).pack())


def mac_exchange(message: bytes, length: int = 16) -> Exchange:
    send = (mac_command(length), Segment(Kind.KEY, KEY), Segment(Kind.NONCE, IV), Segment(Kind.TEXT, message))
    tag = keccak_mac(KEY, IV, message, length)
    return Exchange(send, (Segment(Kind.TAG, tag),), f"MAC of {len(message)} bytes")


def random_mac(rng: random.Random) -> Exchange:
    size = rng.choice([0, 1, 103, 104, 105, rng.randrange(400)])
    return mac_exchange(rng.randbytes(size), rng.choice([1, 16, 136, rng.randrange(1, 137)]))


def prng_command(variant: int, length: int) -> Segment:
    return Segment(Kind.CMD, Command(Operation.PRNG, variant, 0, length).pack())


def prng_exchange(
    seed: bytes, length: int, *, rounds: int = 24, clear: bool = False, again: bool = False
) -> Exchange:
    """One request, or (`again`) a second one of as many bytes from the generator that stays."""
    generator = Prg(rounds=rounds)
    generator.feed(seed)
    if clear:
        generator.clear()
    variant = (2 if clear else 0) | (4 if again else 0) | (8 if rounds == 12 else 0)
    send = [prng_command(variant, length), Segment(Kind.SEED, seed)]
    answers = [Segment(Kind.RANDOM, generator.fetch(length))]
    if again:
        if not length:
            # Every request makes a call: the core does, to answer with nothing; the model only when asked.
            generator.fetch(0 if clear else 1)
        generator.feed(b"more")
        send += [prng_command((variant & 8) | 1, length), Segment(Kind.SEED, b"more")]
        answers.append(Segment(Kind.RANDOM, generator.fetch(length)))
    return Exchange(tuple(send), tuple(answers), f"{length} bytes from a seed of {len(seed)}")


def random_prng(rng: random.Random) -> Exchange:
    return prng_exchange(
        rng.randbytes(rng.choice([0, 1, 167, 168, 169, 336, rng.randrange(500)])),
        rng.choice([0, 1, 168, 169, rng.randrange(500)]),
        rounds=rng.choice([12, 24]),
        clear=rng.random() < 0.3,
        again=rng.random() < 0.3,
    )


MAC = mac_exchange(b"abc")

ILLEGAL_SPONGE = (
    *(e for e in ILLEGAL_HASHES if "another service" not in e.name),
    # Behind a refused command comes the rest of its transaction: one that was accepted would be answered.
    illegal("MAC at another rate", mac_command(16, rate=18), *MAC.send[1:]),
    illegal("tag of 0 bytes", mac_command(0), *MAC.send[1:]),
    illegal("tag of 137 bytes", mac_command(137), *MAC.send[1:]),
    illegal("MAC without its initial value", mac_command(16), Segment(Kind.KEY, KEY), DROPPED),
    illegal("MAC with a key of 17 bytes", mac_command(16), Segment(Kind.KEY, KEY + b"x")),
    illegal("unknown bit of a generator's variant", prng_command(16, 8), Segment(Kind.SEED)),
    illegal("no generator to go on with", prng_command(1, 8), Segment(Kind.SEED)),
    illegal("text instead of seed", prng_command(0, 8), DROPPED),
)
