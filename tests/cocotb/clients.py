"""What the bus tests say to each service core. A new core adds its entry here."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from grostl_exchanges import (
    GROSTL_NONCE,
    grostl_ctr_exchange,
    grostl_exchange,
    grostl_hash_exchange,
    grostl_mac_exchange,
    random_grostl,
    random_grostl_hash,
)
from stream_bench import Beats, Exchange

from roundel import gcm_message
from roundel.grostl_message import JOINED_256, JOINED_512, Joined
from roundel.keyak_message import message_segments
from roundel.models import gcm
from roundel.models.aes_hash import aes_hash
from roundel.models.cmac import cmac
from roundel.models.fortuna import Generator
from roundel.models.mac import keccak_mac
from roundel.models.motorist import LAKE, Session
from roundel.models.prg import Prg
from roundel.stream import Command, Kind, Operation, Segment, Status
from roundel.verify.hold import hold_back

ERROR = Segment(Kind.STATUS, bytes([Status.ERROR]))


@dataclass(frozen=True)
class Client:
    """`known`: exchanges that each show something; `legal`: a random one; `illegal`: each with an error.

    `secret`: the registers, arrays of lanes, that are zero when no transaction is under way, each with
    the first lane of which that is so. They hold a secret `busy_cycles` after the second known exchange
    began. A transaction, one that is not answered too, has ended `ending_cycles` after its last beat.
    """

    known: tuple[Exchange, ...]
    legal: Callable[[random.Random], Exchange]
    illegal: tuple[Exchange, ...]
    secret: Mapping[str, int]
    busy_cycles: int = 20
    ending_cycles: int = 100


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
DROPPED = Segment(Kind.TEXT, b"to be dropped, in two beats")


def illegal(name: str, *send: Segment | Beats, errors: int = 1) -> Exchange:
    return Exchange(send, (ERROR,) * errors, name)


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

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))


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
        stay = number < messages - 1
        ciphertext, tag = session.wrap(ad, text)
        if operation == Operation.SEAL:
            send += message_segments(operation, start, ad, text, stay=stay)
            answers += [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
            continue
        right = not (forged and number == messages - 1)
        tag = tag if right else bytes([tag[0] ^ 0x80]) + tag[1:]
        send += message_segments(operation, start, ad, ciphertext, tag, stay=stay)
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
    illegal("unknown bit of the variant", keyak_command(variant=8), DROPPED),
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
    seed: bytes, length: int, *, rounds: int = 24, forget: bool = False, again: bool = False
) -> Exchange:
    """One request, or (`again`) a second one of as many bytes from the generator that stays."""
    generator = Prg(rounds=rounds)
    generator.feed(seed)
    if forget:
        generator.forget()
    variant = (2 if forget else 0) | (4 if again else 0) | (8 if rounds == 12 else 0)
    send = [prng_command(variant, length), Segment(Kind.SEED, seed)]
    answers = [Segment(Kind.RANDOM, generator.fetch(length))]
    if again:
        if not length:
            # Every request makes a call: the core does, to answer with nothing; the model only when asked.
            generator.fetch(0 if forget else 1)
        generator.feed(b"more")
        send += [prng_command((variant & 8) | 1, length), Segment(Kind.SEED, b"more")]
        answers.append(Segment(Kind.RANDOM, generator.fetch(length)))
    return Exchange(tuple(send), tuple(answers), f"{length} bytes from a seed of {len(seed)}")


def random_prng(rng: random.Random) -> Exchange:
    return prng_exchange(
        rng.randbytes(rng.choice([0, 1, 167, 168, 169, 336, rng.randrange(500)])),
        rng.choice([0, 1, 168, 169, rng.randrange(500)]),
        rounds=rng.choice([12, 24]),
        forget=rng.random() < 0.3,
        again=rng.random() < 0.3,
    )


ILLEGAL_SPONGE = (
    *(e for e in ILLEGAL_HASHES if "another service" not in e.name),
    illegal("MAC at another rate", mac_command(16, rate=18), DROPPED),
    illegal("tag of 0 bytes", mac_command(0), DROPPED),
    illegal("tag of 137 bytes", mac_command(137), DROPPED),
    illegal("MAC without its initial value", mac_command(16), Segment(Kind.KEY, KEY), DROPPED),
    illegal("MAC with a key of 17 bytes", mac_command(16), Segment(Kind.KEY, KEY + b"x")),
    illegal("unknown bit of a generator's variant", prng_command(16, 8), Segment(Kind.SEED)),
    illegal("no generator to go on with", prng_command(1, 8), Segment(Kind.SEED)),
    illegal("text instead of seed", prng_command(0, 8), DROPPED),
)

DUPLEX_SECRET = {
    f"u_core.u_permutation.{name}": first
    for name, first in {
        "state_q": 0,
        "inject_q": 0,
        "inject_parity_q": 0,
        "u_block.block_q": 0,
        "u_block.u_addend.addend_q": 0,
        "u_drain.lanes_q": 0,
    }.items()
}

# What W = 16 gives out of the text of START before the error: all that came.
GIVEN_BYTES = {
    "text behind text that ended in a block": b"a",
    "hole in tkeep": bytes(4),
    "kind changes inside the text": bytes(16),
    "command in the middle of the text": bytes(16),
}


def with_text_given(exchange: Exchange) -> Exchange:
    """The exchange with a core that does not gather a block of text before it gives it out."""
    if exchange.name not in GIVEN_BYTES:
        return exchange
    text = GIVEN_BYTES[exchange.name]
    if exchange in ILLEGAL_GCM:
        given, _ = gcm.seal(KEY, NONCE[:12], b"", text)
    elif exchange in ILLEGAL_KEYAK:
        given, _ = Session(LAKE, KEY, NONCE).wrap(b"", text)
    else:
        return exchange
    return replace(exchange, answers=(Segment(Kind.TEXT, given), *exchange.answers))


LANE_SECRET = {
    f"u_core.u_state.u_datapath.{name}": 0
    for name in ("u_lanes.mem_q", "u_operands.mem_q", "parity_q", "line_q")
}


def one_empty_beat(exchange: Exchange) -> Exchange:
    """The exchange with one empty beat of two bytes where `late_end` makes one of sixteen."""

    def narrow(frame: Segment | Beats) -> Segment | Beats:
        if isinstance(frame, Beats) and frame.keep and not any(frame.keep[-16:]):
            return Beats(frame.data[:-14], frame.kind, frame.keep[:-14])
        return frame

    return replace(exchange, send=tuple(map(narrow, exchange.send)))


COLUMN_SECRET = {f"u_core.{name}": 0 for name in ("u_cipher.words_q", "u_ghash.keys_q", "u_ghash.sum_q")}
# Of multi-aes-la they hold the first chaining value of AES-Hash, which is not zero.
WORD_SECRET = {"u_core.u_words.low_q": 0, "u_core.u_words.high_q": 0}


def low_area(client: Client, secret: Mapping[str, int]) -> Client:
    """The client of the core of the same services with W = 16."""
    return Client(
        known=tuple(map(one_empty_beat, client.known)),
        legal=client.legal,
        illegal=tuple(map(with_text_given, client.illegal)),
        secret=secret,
        busy_cycles=60,
        ending_cycles=3000,  # a permutation is 725 cycles, and more than one may be due
    )


def gcm_exchange(
    operation: Operation,
    key: bytes,
    nonce: bytes,
    ad: bytes,
    text: bytes,
    *,
    forged: bool = False,
    again: bool = False,
) -> Exchange:
    """One message of AES-GCM, or (`again`) two with the same content under a key that stays."""
    ciphertext, tag = gcm.seal(key, nonce, ad, text)
    send: list[Segment] = []
    answers: list[Segment] = []
    messages = 2 if again else 1
    for number in range(messages):
        given, stay = None if number else key, number < messages - 1
        if operation == Operation.SEAL:
            send += gcm_message.message_segments(operation, given, nonce, ad, text, stay=stay)
            answers += [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
            continue
        sent = bytes([tag[0] ^ 0x80]) + tag[1:] if forged else tag
        send += gcm_message.message_segments(operation, given, nonce, ad, ciphertext, sent, stay=stay)
        status = Status.REFUSED if forged else Status.ACCEPTED
        answers += [Segment(Kind.UNVERIFIED, text), Segment(Kind.STATUS, bytes([status]))]
    name = f"AES-GCM, {operation.name} of {len(text)} bytes with {len(ad)} of data"
    return Exchange(tuple(send), tuple(answers), name)


def random_gcm(rng: random.Random) -> Exchange:
    return gcm_exchange(
        rng.choice([Operation.SEAL, Operation.OPEN]),
        rng.randbytes(rng.choice([16, 32])),
        rng.randbytes(rng.choice([1, 12, 12, 16, 33])),
        rng.randbytes(rng.choice([0, 5, 16, 17, rng.randrange(100)])),
        rng.randbytes(rng.choice([0, 1, 15, 16, 17, rng.randrange(200)])),
        forged=rng.random() < 0.3,
        again=rng.random() < 0.3,
    )


GCM_SEALED = gcm_exchange(Operation.SEAL, KEY, NONCE[:12], b"", b"abc")
GCM_START = GCM_SEALED.send[:3]

ILLEGAL_GCM = (
    Exchange((*GCM_SEALED.send, DROPPED), (*GCM_SEALED.answers, ERROR), "text without a command"),
    illegal("unknown operation", keyak_command(0x77), DROPPED),
    illegal("an operation of another service", keyak_command(Operation.HASH), DROPPED),
    illegal("unknown bit of the variant", keyak_command(variant=2), DROPPED),
    Exchange((*GCM_SEALED.send, keyak_command(variant=1)), (*GCM_SEALED.answers, ERROR), "no key that stays"),
    illegal("command of 15 bytes", Segment(Kind.CMD, GCM_START[0].data[:15]), DROPPED),  # type: ignore[union-attr]
    illegal("key of 24 bytes", GCM_START[0], Segment(Kind.KEY, bytes(24))),
    illegal("key of 33 bytes", GCM_START[0], Segment(Kind.KEY, bytes(33))),
    illegal("no nonce", *GCM_START[:2], Segment(Kind.NONCE), DROPPED),
    illegal("hole in a nonce", *GCM_START[:2], Beats(bytes(16), Kind.NONCE, [1] * 11 + [0] * 4 + [1])),
    illegal("data twice", *GCM_START, Segment(Kind.AD), Segment(Kind.AD, b"a")),
    Exchange(
        (*GCM_START, Segment(Kind.TEXT), Segment(Kind.AD, b"a")),
        (Segment(Kind.TEXT), ERROR),
        "data behind text",
    ),
    illegal("a tag to seal with", *GCM_START, Segment(Kind.TAG, bytes(16))),
    illegal("no tag to open with", keyak_command(Operation.OPEN), *GCM_START[1:], NO_TAG),
    illegal("hole in tkeep", *GCM_START, Beats(bytes(16), Kind.TEXT, [1] * 5 + [0] + [1] * 10)),
    Exchange(
        (*GCM_START, Segment(Kind.AD, b"a"), *GCM_SEALED.send),
        (ERROR, *GCM_SEALED.answers),
        "command in the middle of a message",
    ),
)


def aes_hash_exchange(message: bytes, length: int = 32) -> Exchange:
    command = Segment(Kind.CMD, Command(Operation.HASH, 0, 0, length).pack())
    digest = Segment(Kind.DIGEST, aes_hash(message)[:length])
    return Exchange((command, Segment(Kind.TEXT, message)), (digest,), f"AES-Hash of {len(message)} bytes")


def cmac_exchange(key: bytes, message: bytes, length: int = 16) -> Exchange:
    command = Segment(Kind.CMD, Command(Operation.MAC, 0, 0, length).pack())
    tag = Segment(Kind.TAG, cmac(key, message, length))
    send = (command, Segment(Kind.KEY, key), Segment(Kind.TEXT, message))
    return Exchange(send, (tag,), f"CMAC of {len(message)} bytes")


def fortuna_exchange(key: bytes, length: int, *, again: bool = False) -> Exchange:
    """One request, or (`again`) a second one of as many bytes from the generator that stays."""
    generator = Generator(key, counter=1)
    send = [prng_command(4 if again else 0, length), Segment(Kind.SEED, key)]
    answers = [Segment(Kind.RANDOM, generator.request(length))]
    if again:
        send += [prng_command(1, length), Segment(Kind.SEED)]
        answers.append(Segment(Kind.RANDOM, generator.request(length)))
    return Exchange(tuple(send), tuple(answers), f"{length} bytes of Fortuna")


def random_aes(rng: random.Random) -> Exchange:
    kind = rng.randrange(4)
    if kind == 0:
        return aes_hash_exchange(rng.randbytes(rng.choice([0, 1, 15, 17, 31, 33, 64])), rng.randrange(1, 33))
    if kind == 1:
        key = rng.randbytes(rng.choice([16, 32]))
        return cmac_exchange(key, rng.randbytes(rng.choice([0, 1, 16, 17, 60])), rng.randrange(1, 17))
    if kind == 2:
        length = rng.choice([0, 1, 16, 33, 100])
        return fortuna_exchange(rng.randbytes(32), length, again=rng.random() < 0.4)
    return random_gcm(rng)


ILLEGAL_AES = (
    illegal("AES-Hash with a variant", Segment(Kind.CMD, Command(Operation.HASH, 1, 0, 32).pack()), DROPPED),
    illegal("digest of 33 bytes", Segment(Kind.CMD, Command(Operation.HASH, 0, 0, 33).pack()), DROPPED),
    illegal("tag of 17 bytes", Segment(Kind.CMD, Command(Operation.MAC, 0, 0, 17).pack()), DROPPED),
    illegal("seed of 31 bytes", prng_command(0, 8), Segment(Kind.SEED, bytes(31))),
    illegal("no generator to go on with", prng_command(1, 8), Segment(Kind.SEED)),
)


def illegal_grostl_hash(joined: Joined) -> tuple[Exchange, ...]:
    size, command = joined.tag_bytes, grostl_hash_exchange(joined, b"").send[0]
    mac = Segment(Kind.CMD, Command(Operation.MAC, 0, 0, size).pack())
    too_short = Segment(Kind.CMD, Command(Operation.HASH, 0, 0, size - 1).pack())
    with_variant = Segment(Kind.CMD, Command(Operation.HASH, 1, 0, size).pack())
    partial = Beats(bytes(32), Kind.TEXT, [1] * 5 + [0] * 11 + [1] * 16)
    return (
        illegal("digest of a byte less", too_short, DROPPED),
        illegal("hash with a variant", with_variant, DROPPED),
        illegal("key longer than a block", mac, Segment(Kind.KEY, bytes(joined.block_bytes + 1))),
        illegal("key instead of text", command, Segment(Kind.KEY, bytes(40))),
        illegal("hole in tkeep", command, Beats(bytes(16), Kind.TEXT, [1] * 5 + [0] + [1] * 10)),
        illegal("partial beat before the last", command, partial),
    )


def illegal_grostl(joined: Joined) -> tuple[Exchange, ...]:
    start = grostl_exchange(joined, Operation.SEAL, b"", b"").send[:3]
    block = bytes(joined.block_bytes)
    first = grostl_ctr_exchange(joined, GROSTL_NONCE, block).answers[0]
    text_then_data = Beats(block + bytes(16), [Kind.TEXT] * len(block) + [Kind.AD] * 16)
    return (
        *illegal_grostl_hash(joined),
        illegal("unknown bit of the variant", Segment(Kind.CMD, Command(Operation.SEAL, 4).pack()), DROPPED),
        illegal("CTR to open", Segment(Kind.CMD, Command(Operation.OPEN, 2).pack()), DROPPED),
        illegal("nonce of 13 bytes", *start[:2], Segment(Kind.NONCE, bytes(13))),
        illegal("data of 17 bytes", *start, Segment(Kind.AD, bytes(17)), DROPPED),
        illegal("no text", *start, Segment(Kind.TAG)),
        Exchange((*start, text_then_data), (first, ERROR), "kind changes behind a block of text"),
    )


HELD_BYTES = 16 * 1024


def held(client: Client) -> Client:
    """The client of the core that holds back text, made of that core and `aead_hold`."""

    def held_exchange(exchange: Exchange) -> Exchange:
        return replace(exchange, answers=tuple(hold_back(exchange.answers, HELD_BYTES)))

    return Client(
        known=tuple(map(held_exchange, client.known)),
        legal=lambda rng: held_exchange(client.legal(rng)),
        illegal=tuple(map(held_exchange, client.illegal)),
        secret={f"u_core.{name}": first for name, first in client.secret.items()},
        busy_cycles=client.busy_cycles,
        ending_cycles=client.ending_cycles,
    )


SPONGE_SECRET = {
    f"u_message.{name}": 0 for name in ("u_block.block_q", "u_block.u_addend.addend_q", "u_drain.lanes_q")
}
CLIENTS = {
    "keyak-hs": Client(
        known=(
            keyak_exchange(Operation.SEAL, b"", b""),
            SEALED,
            keyak_exchange(Operation.OPEN, b"header", bytes(range(168))),
            keyak_exchange(Operation.OPEN, bytes(24), bytes(169), forged=True),
            keyak_exchange(Operation.SEAL, bytes(60), bytes(400), later=True),
            keyak_exchange(Operation.OPEN, bytes(400), bytes(60), later=True),
        ),
        legal=random_keyak,
        illegal=ILLEGAL_KEYAK,
        secret=DUPLEX_SECRET,
    ),
    "keccak-hash": Client(
        known=(
            hash_exchange("sha3_256", b""),
            hash_exchange("sha3_256", b"abc"),
            hash_exchange("sha3_256", bytes(range(136))),
            hash_exchange("sha3_224", bytes(range(143))),
            hash_exchange("sha3_384", bytes(range(105))),
            hash_exchange("sha3_512", bytes(range(250)) * 2),
            hash_exchange("shake_128", b"", 1000),
            hash_exchange("shake_128", bytes(333), 169),
            hash_exchange("shake_256", b"no output", 0),
            late_end("sha3_256", bytes(range(128))),
            late_end("sha3_256", bytes(range(144))),
        ),
        legal=random_hash,
        illegal=ILLEGAL_HASHES,
        secret={"state_q": 0, **SPONGE_SECRET},
    ),
    "multi-keccak-hs": Client(
        known=(
            hash_exchange("sha3_256", b""),
            mac_exchange(b"abc"),
            hash_exchange("shake_128", bytes(333), 400),
            late_end("sha3_384", bytes(range(208))),
            mac_exchange(bytes(range(104)), 136),
            keyak_exchange(Operation.OPEN, b"header", bytes(range(168))),
            keyak_exchange(Operation.OPEN, bytes(24), bytes(169), forged=True),
            keyak_exchange(Operation.SEAL, bytes(60), bytes(400), later=True),
            prng_exchange(b"seed", 500),
            prng_exchange(bytes(range(168)), 168, rounds=12, forget=True),
            prng_exchange(bytes(167), 169, forget=True, again=True),
        ),
        legal=lambda rng: rng.choice((random_hash, random_keyak, random_mac, random_prng))(rng),
        illegal=(*ILLEGAL_SPONGE, *ILLEGAL_KEYAK[4:]),
        secret=DUPLEX_SECRET,
    ),
    "multi-aes-hs": Client(
        known=(
            aes_hash_exchange(b"abc"),
            cmac_exchange(KEY, bytes(range(40))),
            gcm_exchange(Operation.SEAL, KEY, NONCE[:12], b"", b""),
            gcm_exchange(Operation.OPEN, KEY + NONCE, NONCE[:12], b"header", bytes(range(100))),
            gcm_exchange(Operation.OPEN, KEY, NONCE[:8], bytes(24), bytes(33), forged=True),
            gcm_exchange(Operation.SEAL, KEY, NONCE, bytes(60), bytes(160), again=True),
            fortuna_exchange(KEY + NONCE, 100, again=True),
        ),
        legal=random_aes,
        illegal=ILLEGAL_AES,
        secret={
            "u_datapath.u_schedule.low_rows_q": 0,
            "u_datapath.u_schedule.high_rows_q": 0,
        },
        busy_cycles=60,
    ),
    "aes-gcm-hs": Client(
        known=(
            gcm_exchange(Operation.SEAL, KEY, NONCE[:12], b"", b""),
            GCM_SEALED,
            gcm_exchange(Operation.OPEN, KEY + NONCE, NONCE[:12], b"header", bytes(range(100))),
            gcm_exchange(Operation.OPEN, KEY, NONCE[:8], bytes(24), bytes(33), forged=True),
            gcm_exchange(Operation.SEAL, KEY, NONCE, bytes(60), bytes(160), again=True),
        ),
        legal=random_gcm,
        illegal=ILLEGAL_GCM,
        secret={"u_engine.low_rows_q": 0, "u_engine.high_rows_q": 0},
        busy_cycles=60,
    ),
}
GROSTL_SECRET = {"ring_q": 0, "u_block.words_q": 0}
CLIENTS["grostl-256"] = Client(
    known=(
        grostl_hash_exchange(JOINED_256, b""),
        grostl_mac_exchange(JOINED_256, KEY, b"attack at dawn"),
        grostl_hash_exchange(JOINED_256, bytes(range(56))),
        grostl_mac_exchange(JOINED_256, bytes(range(64)), bytes(range(200))),
    ),
    legal=lambda rng: random_grostl_hash(JOINED_256, rng),
    illegal=illegal_grostl_hash(JOINED_256),
    secret=GROSTL_SECRET,
    ending_cycles=300,
)


def grostl_client(joined: Joined) -> Client:
    return Client(
        known=(
            grostl_hash_exchange(joined, b"abc"),
            grostl_exchange(joined, Operation.SEAL, b"", b"attack at dawn"),
            grostl_exchange(joined, Operation.OPEN, bytes(16), bytes(range(200))),
            grostl_exchange(joined, Operation.OPEN, bytes(16), bytes(range(64)), forged=True),
            grostl_ctr_exchange(joined, NONCE, bytes(range(130))),
            grostl_mac_exchange(joined, KEY, b""),
        ),
        legal=lambda rng: random_grostl(joined, rng),
        illegal=illegal_grostl(joined),
        secret=GROSTL_SECRET,
        ending_cycles=500,
    )


CLIENTS["aes-grostl-256"] = grostl_client(JOINED_256)
CLIENTS["aes-grostl-512"] = grostl_client(JOINED_512)
CLIENTS["keccak-hash-pip"] = replace(
    CLIENTS["keccak-hash"], secret={"state_q": 0, "gen_pipelined.u_round.moved_q": 0, **SPONGE_SECRET}
)
CLIENTS["keccak-hash-base"] = replace(CLIENTS["keccak-hash"], secret={"state_q": 0, **SPONGE_SECRET})
CLIENTS["keccak-hash-dsp"] = CLIENTS["keccak-hash-base"]
CLIENTS["keccak-hash-dsp-pip"] = replace(CLIENTS["keccak-hash-base"], ending_cycles=1500)
# The stream that a source without tid is: number 0.
CLIENTS["keccak-hash-pip2"] = replace(
    CLIENTS["keccak-hash"],
    secret={
        "theta_q": 0,
        "chi_q": 0,
        "u_round.moved_q": 0,
        **{f"gen_stream[0].{register}": first for register, first in SPONGE_SECRET.items()},
    },
)
CLIENTS["aes-gcm-hs-hold"] = held(CLIENTS["aes-gcm-hs"])
CLIENTS["keyak-hs-hold"] = held(CLIENTS["keyak-hs"])
CLIENTS["multi-keccak-la"] = low_area(CLIENTS["multi-keccak-hs"], LANE_SECRET)
CLIENTS["keyak-la"] = low_area(CLIENTS["keyak-hs"], LANE_SECRET)
CLIENTS["multi-aes-la"] = low_area(CLIENTS["multi-aes-hs"], COLUMN_SECRET)
CLIENTS["aes-gcm-la"] = low_area(CLIENTS["aes-gcm-hs"], COLUMN_SECRET | WORD_SECRET)
