"""The hashlib-like front end on keccak-hash, checked with hashlib and pycryptodome."""

import hashlib
import random

import oracles
import pytest
from Crypto.Hash import keccak as pycryptodome_keccak

import roundel
from roundel.algorithms.keccak import KECCAK
from roundel.errors import RoundelError
from roundel.protocol.stream import Kind, Segment
from roundel.simulate import ALGORITHMS, Algorithm

MESSAGES = [random.Random(n).randbytes(n) for n in (0, 1, 15, 16, 17, 71, 72, 135, 136, 137, 167, 168, 500)]
LONG = random.Random(0).randbytes(300_003)


def expected(name: str, data: bytes, length: int) -> bytes:
    if name.startswith("turboshake"):
        return oracles.turboshake(int(name[-3:]), data, length)
    if name.startswith("keccak"):
        return pycryptodome_keccak.new(digest_bytes=length, data=data).digest()
    if name.startswith("shake"):
        return hashlib.new(name, data).digest(length)
    return hashlib.new(name, data).digest()


SPONGES = [name for name, algorithm in ALGORITHMS.items() if algorithm.family == KECCAK.name]


@pytest.mark.parametrize("name", SPONGES)
def test_every_algorithm_agrees_with_an_oracle(keccak, name: str) -> None:
    for length in (
        (1, 200, 1000) if ALGORITHMS[name].digest_bytes is None else (ALGORITHMS[name].digest_bytes,)
    ):
        for data in [*MESSAGES, LONG[:5000]]:
            arguments = (data, length) if ALGORITHMS[name].digest_bytes is None else (data,)
            assert getattr(keccak, name)(*arguments) == expected(name, data, length)


@pytest.mark.parametrize("name", SPONGES)
def test_the_table_agrees_with_hashlib_and_fips_202(name: str) -> None:
    algorithm = ALGORITHMS[name]
    if name.startswith("keccak"):
        assert algorithm.rate_bytes == ALGORITHMS[name.replace("keccak", "sha3")].rate_bytes
        assert algorithm.digest_bytes == ALGORITHMS[name.replace("keccak", "sha3")].digest_bytes
    elif name.startswith("turboshake"):
        shake = ALGORITHMS[name.removeprefix("turbo")]
        assert (algorithm.rate_bytes, algorithm.digest_bytes) == (shake.rate_bytes, None)
    else:
        assert algorithm.rate_bytes == hashlib.new(name).block_size
        assert algorithm.digest_bytes == (hashlib.new(name).digest_size or None)


@pytest.mark.parametrize("seed", range(5))
def test_update_in_any_pieces(keccak, seed: int) -> None:
    rng = random.Random(seed)
    hash_, start = keccak.new("sha3_384"), 0
    while start < len(LONG):
        size = rng.choice([0, 1, 5, 16, 4096, 65_536, 70_001])
        hash_.update(LONG[start : start + size])
        start += size
    assert hash_.digest() == hashlib.sha3_384(LONG).digest()


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_bytes_like_object(keccak, kind) -> None:
    assert keccak.sha3_256(kind(LONG[:1000])) == hashlib.sha3_256(LONG[:1000]).digest()
    assert keccak.sha3_256(kind(LONG)) == hashlib.sha3_256(LONG).digest()


def test_a_hash_object_behaves_like_hashlib(keccak) -> None:
    ours, theirs = keccak.new("sha3_224", b"ab"), hashlib.new("sha3_224", b"ab")
    ours.update(b"c")
    theirs.update(b"c")
    assert (ours.name, ours.digest_size, ours.block_size) == (
        theirs.name,
        theirs.digest_size,
        theirs.block_size,
    )
    assert ours.hexdigest() == theirs.hexdigest() == ours.digest().hex()
    with pytest.raises(RoundelError, match=r"update\(\) of a sha3_224 after its digest\(\)"):
        ours.update(b"d")


def test_a_device_hashes_one_long_stream_at_a_time(keccak) -> None:
    first = keccak.new("sha3_256", LONG)
    with pytest.raises(RoundelError, match="in the middle of a sha3_256"):
        keccak.sha3_512(b"another")
    assert first.digest() == hashlib.sha3_256(LONG).digest()
    assert keccak.sha3_512(b"another") == hashlib.sha3_512(b"another").digest()


def test_a_long_stream_that_is_refused_does_not_touch_the_open_one(keccak) -> None:
    first = keccak.new("sha3_256", LONG)
    for refused in (lambda: keccak.sha3_512(LONG), lambda: keccak.new("sha3_512").update(LONG)):
        with pytest.raises(RoundelError, match="in the middle of a sha3_256"):
            refused()
    assert first.digest() == hashlib.sha3_256(LONG).digest()
    old = keccak.new("sha3_256", LONG)
    keccak.reset()
    with pytest.raises(RoundelError, match="was reset"):
        old.update(LONG)
    assert keccak.sha3_512(LONG) == hashlib.sha3_512(LONG).digest()


def test_a_stream_that_is_dropped_does_not_block_the_device(keccak) -> None:
    keccak.new("sha3_256", LONG)
    assert keccak.sha3_512(b"another") == hashlib.sha3_512(b"another").digest()


def test_reset_drops_the_open_stream(keccak) -> None:
    first = keccak.new("sha3_256", LONG)
    keccak.reset()
    assert keccak.sha3_256(b"") == hashlib.sha3_256(b"").digest()
    with pytest.raises(RoundelError, match="was reset"):
        first.digest()


def test_lengths_and_names_are_checked(keccak) -> None:
    with pytest.raises(RoundelError, match="unknown hash algorithm 'sha3_255'") as error:
        keccak.new("sha3_255")
    assert "sha3_256" in error.value.hint
    with pytest.raises(RoundelError, match="shake_128 needs a length"):
        keccak.new("shake_128")
    with pytest.raises(RoundelError, match="sha3_256 has 32 bytes, not 33"):
        keccak.new("sha3_256", length=33)
    with pytest.raises(RoundelError, match="digest length 4294967296"):
        keccak.new("shake_256", length=1 << 32)
    assert keccak.shake_128(b"abc", 0) == b""


def test_a_custom_algorithm(keccak) -> None:
    from roundel.models import sponge

    own = Algorithm("own", rate_bytes=8, suffix=0x04, digest_bytes=None, strength_bytes=32)
    assert keccak.new(own, b"abc" * 20, length=50).digest() == sponge.keccak(b"abc" * 20, 8, 0x04, 50)


@pytest.mark.parametrize(
    ("rate", "suffix", "message"),
    [
        (137, 6, "rate of 137 bytes"),
        (0, 6, "rate of 0"),
        (200, 6, "rate of 200"),
        (136, 0x80, "suffix byte 0x80"),
    ],
)
def test_an_algorithm_that_fits_no_command_is_refused(rate: int, suffix: int, message: str) -> None:
    with pytest.raises(RoundelError, match=message):
        Algorithm("own", rate, suffix, None, 32)


def test_an_answer_that_is_no_digest_is_an_error(keccak) -> None:
    refused = Algorithm("no such rate", rate_bytes=22 * 8, suffix=0x06, digest_bytes=32, strength_bytes=32)
    with pytest.raises(
        RoundelError, match="answered no such rate with STATUS of 1 bytes; expected DIGEST of 32"
    ):
        keccak.new(refused, b"").digest()
    assert keccak.sha3_256(b"") == hashlib.sha3_256(b"").digest()


def test_a_core_without_the_service_says_so(echo) -> None:
    with pytest.raises(RoundelError, match="echo has no hash service"):
        echo("echo").sha3_256(b"")


def test_streams_and_hashes_share_a_device(keccak) -> None:
    command = ALGORITHMS["sha3_256"].command(32).pack()
    answer = keccak.transact([Segment(Kind.CMD, command), Segment(Kind.TEXT, b"abc")])
    assert answer == [Segment(Kind.DIGEST, hashlib.sha3_256(b"abc").digest())]
    assert keccak.sha3_256(b"abc") == answer[0].data


@pytest.mark.slow
def test_a_long_message_takes_the_cycles_of_its_blocks() -> None:
    data = random.Random(0).randbytes(20_000_000)
    with roundel.open("keccak-hash") as device:
        first = device.cycle
        digest = device.sha3_256(data)
        cycles = device.cycle - first
    assert digest == hashlib.sha3_256(data).digest()
    blocks = len(data) // 136 + 1
    assert 24 * blocks <= cycles < 24 * blocks + 100
