"""Transactions of any algorithm in chosen forms, with their answers.

All bytes of keys, nonces, data and text come from the random generator; kinds and lengths do not.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container
from random import Random

from roundel.algorithms.aes_groestl import AesCtr
from roundel.algorithms.keccak import KeccakHash, load_command, save_command
from roundel.algorithms.kinds.aead import Aead, Sender
from roundel.algorithms.kinds.base import ServiceAlgorithm, Transaction, flip_bit, session_steps
from roundel.algorithms.kinds.hash import STATE_BYTES, Hash, HashFunction
from roundel.algorithms.kinds.mac import Mac
from roundel.algorithms.kinds.prng import Prng
from roundel.algorithms.kinds.sample import Sampler, Samplers
from roundel.algorithms.kmac import Kmac
from roundel.catalog import Core
from roundel.protocol.stream import ACCEPTED, ERROR, REFUSED, Command, Kind, Operation, Segment
from roundel.simulate.device import Device
from roundel.verify.cases import Case, legal_case, split
from roundel.verify.illegal import CHANGES
from roundel.verify.reference import Reference
from roundel.verify.run import algorithms_served, as_answered

SUFFIX = 0x06  # of a sponge
SEAL, OPEN = Operation.SEAL, Operation.OPEN

Make = Callable[[Random], list[Transaction]]


class Extremes(Random):
    """Random bytes, all zeros or all ones, for tests of timing."""

    def randbytes(self, n: int) -> bytes:
        return self.choice([super().randbytes(n), bytes(n), b"\xff" * n])


def segments_of(transactions: list[Transaction]) -> list[Segment]:
    return [segment for one in transactions for segment in one.segments]


def answers_of(transactions: list[Transaction]) -> list[Segment]:
    return [segment for one in transactions for segment in one.answer]


def extremes(make: Make) -> Callable[[Random], list[Segment]]:
    """Return the segments of a form with extreme values."""
    return lambda rng: segments_of(make(Extremes(rng.getrandbits(64))))


def label(make: Callable[..., Make], shape: tuple[object, ...]) -> str:
    """Return a name for the form `make(*shape)`."""
    return f"{make.__name__} {' '.join(map(str, shape))}"


def hashed(algorithm: Hash, size: int, output: int, function: int = 0, suffix: int = SUFFIX) -> Make:
    """Return a hash of `size` bytes with `output` bytes. `function` is the rate of a sponge."""
    return digested(algorithm, Command(Operation.HASH, 0, suffix if function else 0, function, output), size)


def digested(algorithm: Hash, command: Command, size: int) -> Make:
    """Return a hash of `size` bytes."""
    custom = command.custom_bytes
    return lambda rng: algorithm.transactions(
        (command, algorithm.data(rng.randbytes(size), rng.randbytes(custom)))
    )


def squeezed(algorithm: KeccakHash, command: Command, size: int, *lengths: int, left: bool = False) -> Make:
    """Return requests of `lengths` bytes of one sponge, kept until the last one, or at the end if `left`."""
    return lambda rng: algorithm.transactions(*algorithm.session(command, rng.randbytes(size), lengths, left))


def moved(algorithm: KeccakHash, command: Command, size: int, *, load: bool, save: bool) -> Make:
    """Return a hash of `size` bytes that begins with a state, or ends with one."""
    sent = save_command(command, load=load) if save else load_command(command, load=load)

    def make(rng: Random) -> list[Transaction]:
        key = {Kind.KEY: rng.randbytes(STATE_BYTES)} if load else {}
        return algorithm.transactions((sent, {**key, Kind.TEXT: rng.randbytes(size)}))

    return make


def tagged(algorithm: Mac, key: int, size: int, tag: int, *, messages: int = 1) -> Make:
    """Return MACs of `size` bytes under a key of `key` bytes, which is kept until the last one."""

    def make(rng: Random) -> list[Transaction]:
        secret, requests = rng.randbytes(key), []
        for resume, keep in session_steps(messages, False):
            inputs = rng.randbytes(algorithm.iv_bytes), rng.randbytes(size)
            requests.append(algorithm.message(None if resume else secret, *inputs, tag, keep=keep))
        return algorithm.transactions(*requests)

    return make


def verified(algorithm: Mac, key: int, size: int, tag: int, *, forged: bool, messages: int = 1) -> Make:
    """Return checks of MACs of `size` bytes, under a key kept until the last one, which may be forged."""

    def make(rng: Random) -> list[Transaction]:
        secret, requests = rng.randbytes(key), []
        for resume, keep in session_steps(messages, False):
            iv, text = rng.randbytes(algorithm.iv_bytes), rng.randbytes(size)
            right = algorithm.tag(secret, iv, text, tag, algorithm.suffix)
            sent = flip_bit(rng, right) if forged and not keep else right
            requests.append(algorithm.message(None if resume else secret, iv, text, sent, keep=keep))
        return algorithm.transactions(*requests)

    return make


def customized_mac(algorithm: Kmac, custom: int, *, xof: bool) -> Make:
    """Return a KMAC with a customization string of `custom` bytes."""

    def make(rng: Random) -> list[Transaction]:
        key, text, own = rng.randbytes(20), rng.randbytes(40), rng.randbytes(custom)
        return algorithm.transactions(algorithm.message(key, b"", text, 40, custom=own, xof=xof))

    return make


def checked(algorithm: Mac, key: int, size: int, tag: int) -> Make:
    """Return a check of a MAC of `size` bytes. In half of the cases its tag is wrong."""
    return lambda rng: verified(algorithm, key, size, tag, forged=rng.random() < 0.5)(rng)


def generated(algorithm: Prng, flags: int, seed: int, output: int, *later_seeds: int) -> Make:
    """Return a request for `output` bytes. `later_seeds`: more requests resume the generator."""
    return lambda rng: algorithm.transactions(
        *algorithm.session([(flags, rng.randbytes(size), output) for size in (seed, *later_seeds)])
    )


def sampled(algorithm: Samplers, sampler: Sampler, count: int) -> Make:
    """Return a request of polynomials with the indices from 0 on."""
    base = sampler.seed_bytes - sampler.index_bytes
    return lambda rng: algorithm.transactions(
        (sampler.command(count), {Kind.SEED: rng.randbytes(base) + bytes(sampler.index_bytes)})
    )


def message(
    algorithm: Aead,
    operation: Operation,
    key: int,
    nonce: int,
    ad: int,
    size: int,
    *,
    forged: bool | None = None,
    messages: int = 1,
    left: bool = False,
    tag: int | None = None,
) -> Make:
    """Return messages under a key, or of a session, kept until the last one, or at the end if `left`.

    `tag` is the length of tags, by default the longest. The tag of the last OPEN may be forged; None: in
    half of the cases.
    """

    def make(rng: Random) -> list[Transaction]:
        sender, result = Sender(algorithm, rng.randbytes(key), rng.randbytes(nonce)), []
        for number in range(messages):
            last = number == messages - 1
            flip = rng if last and (rng.random() < 0.5 if forged is None else forged) else None
            ad_and_text = rng.randbytes(ad), rng.randbytes(size)
            keep = left or not last
            result.append(sender.send(operation, *ad_and_text, forged=flip, keep=keep, tag_bytes=tag))
            sender.nonce = rng.randbytes(nonce)
        return result

    return make


def counted(algorithm: AesCtr, nonce: int, size: int, messages: int = 1, *, left: bool = False) -> Make:
    """Return AES-CTR without a MAC, under a key kept until the last message, or at the end if `left`."""

    def make(rng: Random) -> list[Transaction]:
        key, requests = rng.randbytes(algorithm.key_bytes), []
        for resume, keep in session_steps(messages, left):
            inputs = rng.randbytes(nonce), rng.randbytes(size)
            requests.append(algorithm.message(None if resume else key, *inputs, keep=keep))
        return algorithm.transactions(*requests)

    return make


def sequence(*makes: Make) -> Make:
    """Return transactions in sequence."""
    return lambda rng: [one for make in makes for one in make(rng)]


def usual(hash_: Hash) -> Command:
    """Return a command for 32 bytes, or for the only length of a hash."""
    functions = [f for f in hash_.functions if f.digest_bytes == 32] or hash_.functions
    return commanded(functions[0], functions[0].digest_bytes or 32)


def commanded(function: HashFunction, length: int) -> Command:
    """Return a command for `length` bytes. If it has the length of a customization string, that is 20."""
    return function.command(length, bytes(20))


def some(sizes: Container[int]) -> list[int]:
    """Return legal lengths of a key, nonce or tag: all, or the shortest, a usual and the longest of many."""
    if isinstance(sizes, range) and len(sizes) > 2:
        return [sizes[0], *([sizes[0] + 20] if sizes[0] + 20 < sizes[-1] else []), min(sizes[-1], 136)]
    return [*sizes]  # type: ignore[call-overload]


def sample(algorithm: ServiceAlgorithm, size: int, messages: int = 1) -> Make:
    """Return transactions of `size` bytes, of which all but the last keep something for the next one."""
    match algorithm:
        case KeccakHash() if algorithm.keeps:
            return squeezed(algorithm, usual(algorithm), size, *[32] * messages)
        case Hash():
            return digested(algorithm, usual(algorithm), size)
        case Mac():
            return tagged(algorithm, 16, size, algorithm.usual_tag_bytes, messages=messages)
        case Prng():
            return generated(algorithm, 0, 32, 16, *[0] * (messages - 1))
        case Samplers():
            return sampled(algorithm, algorithm.samplers[-1], 1)
        case AesCtr():
            return counted(algorithm, 12, size, messages if algorithm.keeps else 1)
        case Aead():
            start = some(algorithm.key_sizes)[-1], algorithm.usual_nonce
            return message(algorithm, SEAL, *start, 0, size, messages=messages)
    raise AssertionError(f"no transaction of {algorithm}: add it here")


def plain_of(algorithm: ServiceAlgorithm) -> Transaction:
    """Return one plain transaction."""
    return sample(algorithm, 3)(Random(1))[0]


def plain(core: Core) -> dict[str, Transaction]:
    """Return one plain transaction of each service of a core, by its name, and an error."""
    made = {one.service: plain_of(one) for one in algorithms_served(core)}
    return {**made, "error": Transaction([Segment(Kind.TEXT, b"no command")], [ERROR])}


def check_forgeries(device: Device, count: int) -> None:
    """Open `count` messages, every tenth of which is genuine. In the others a bit is flipped.

    The bit is in turn in ciphertext, tag, data, nonce and key. If the core has MACs, a MAC of the same text
    is requested between any two messages.
    """
    rng = Random(5)
    served = algorithms_served(device.core)
    (aead,) = (one for one in served if isinstance(one, Aead))
    macs = [one for one in served if isinstance(one, Mac)]
    segments: list[Segment] = []
    expected: list[Segment] = []
    for number in range(count):
        parts = {"key": aead.random_key(rng), "nonce": aead.random_nonce(rng)}
        key, nonce = parts.values()
        parts["ad"] = rng.randbytes(rng.choice([1, 13, 16, 17, 24, 25, 50, 70, 200]))
        text = rng.randbytes(rng.choice([1, 15, 16, 17, 33, 100, 168, 169, 340]))
        state = aead.new_state(key, nonce)
        parts["ciphertext"], parts["tag"] = aead.process(state, SEAL, nonce, parts["ad"], text)
        genuine = number % 10 == 0
        if not genuine:
            place = [*parts][number % len(parts)]
            parts[place] = flip_bit(rng, parts[place])
        segments += aead.message(OPEN, *parts.values())
        expected.append(ACCEPTED if genuine else REFUSED)
        for mac in macs:
            iv = nonce[: mac.iv_bytes]
            segments += mac.request(*mac.message(key, iv, text, 16))
            expected.append(Segment(Kind.TAG, mac.tag(key, iv, text, 16, mac.suffix)))
    answer = device.transact(segments, answers=len(expected) + count)
    assert [segment for segment in answer if segment.kind != Kind.UNVERIFIED] == expected
    assert [segment.kind for segment in answer[:: 2 + len(macs)]] == [Kind.UNVERIFIED] * count


END = Segment(Kind.DIGEST, b"never legal")
SEEDS = 4  # of every change


def wrong_forms(core: Core) -> list[Case]:
    """Return transactions of each algorithm with every change that breaks them, and the answers by the rules.

    Each ends with a segment that is never legal, so that all of it is answered.
    """
    size, served, cases = core.data_width // 8, algorithms_served(core), []
    for algorithm in served:
        for name, seed in itertools.product(CHANGES, range(SEEDS)):
            rng = Random(f"{name} {seed}")
            one = plain_of(algorithm) if seed % 2 else algorithm.random_session(rng, size, False)[0]
            legal = [*legal_case("", [one], size).beats]
            beats = CHANGES[name](legal, rng) + split(END, size)
            if beats[0].kind != Kind.CMD:  # directly after an error it would be dropped
                beats = legal + beats
            case = Case(f"{algorithm}, {name}", tuple(beats), tuple(Reference(served).accept(beats)))
            cases.append(as_answered(case, core))
    return cases
