"""Functions that the sender frames, and TurboSHAKE, on Keccak cores, checked with pycryptodome.

Some published values of NIST and of RFC 9861 are checked too.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Iterator

import oracles
import pytest

import roundel
from roundel.algorithms.sender import SENDER_FUNCTIONS
from roundel.errors import RoundelError
from roundel.protocol.stream import Kind, Segment
from roundel.simulate import ALGORITHMS, Device, Kmac, Stalls, TagRefused

RNG = random.Random(185)
KEY = RNG.randbytes(40)
LONG = RNG.randbytes(200_003)
STRENGTHS = pytest.mark.parametrize("strength", [128, 256])
NAMES = pytest.mark.parametrize("name", SENDER_FUNCTIONS)


@pytest.fixture(
    params=["keccak-hash", "multi-keccak-hs", "multi-keccak-la", "keccak-kmac", "keccak-kmac-keep"]
)
def core(request: pytest.FixtureRequest) -> Iterator[Device]:
    with roundel.open(request.param) as device:
        yield device


def arguments(name: str) -> dict[str, object]:
    """The arguments of `new` that a function needs."""
    own: dict[str, object] = {"key": KEY} if name.startswith("kmac") else {}
    return own | ({"block_bytes": 50} if name.startswith("parallel") else {})


@STRENGTHS
def test_every_core_with_any_suffix_serves_them(core: Device, strength: int) -> None:
    """Lengths around the rate, with and without the optional strings."""
    rate = {128: 168, 256: 136}[strength]
    for size, custom in ((0, b""), (rate - 1, b"Roundel"), (rate, b"x" * 200)):
        data = RNG.randbytes(size)
        cshake, kmac = getattr(core, f"cshake_{strength}"), getattr(core, f"kmac_{strength}")
        assert cshake(data, 33, custom) == oracles.cshake(strength, data, 33, b"", custom)
        assert cshake(data, 9, custom, function_name=b"N") == oracles.cshake(strength, data, 9, b"N", custom)
        assert kmac(KEY, data, 40, custom) == oracles.kmac(strength, KEY, data, 40, custom)
        kmacxof = getattr(core, f"kmacxof_{strength}")
        assert kmacxof(KEY, data, 40, custom) == oracles.kmac_xof(strength, KEY, data, 40, custom)
        items = [data, b"", data[:7]]
        tuple_hash = getattr(core, f"tuple_hash_{strength}")
        assert tuple_hash(items, 40, custom) == oracles.tuple_hash(strength, items, 40, custom)
        for xof in (False, True):
            parallel = getattr(core, f"parallel_hash_{'xof_' * xof}{strength}")
            expected = oracles.parallel_hash(strength, data, 50, 40, custom, xof=xof)
            assert parallel(data, 50, 40, custom) == expected
        for domain in (0x01, 0x1F, 0x7F):
            turbo = getattr(core, f"turboshake_{strength}")
            assert turbo(data, 40, domain) == oracles.turboshake(strength, data, 40, domain)
        assert getattr(core, f"kt_{strength}")(data, 40, custom) == oracles.kt(strength, data, 40, custom)


@pytest.mark.parametrize(
    ("name", "given", "digest"),
    [
        ("cshake_128", {}, "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"),
        ("turboshake_128", {}, "1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c"),
        ("kt_128", {}, "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5"),
        ("kt_256", {}, "b23d2e9cea9f4904e02bec06817fc10ce38ce8e93ef4c89e6537076af8646404"),
        (
            "kmac_128",
            {"key": bytes(range(0x40, 0x60))},
            "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e",
        ),
    ],
)
def test_published_values(keccak: Device, name: str, given: dict[str, bytes], digest: str) -> None:
    custom = b"Email Signature" if name.startswith("cshake") else b""
    data = b"" if name.startswith(("turboshake", "kt")) else bytes(range(4))
    assert keccak.new(name, data, length=32, custom=custom, **given).hexdigest() == digest


@NAMES
def test_update_in_any_pieces(keccak: Device, name: str) -> None:
    whole, pieces = (keccak.new(name, length=50, custom=b"c", **arguments(name)) for _ in range(2))
    sizes = {"tuple": 3000, "parallel": 3000, "kt": 30_000}
    data = LONG[: sizes.get(name.partition("_")[0], len(LONG))]
    whole.update(data)
    digest = whole.digest()
    assert whole.digest() == digest and len(digest) == whole.digest_size == 50
    assert whole.name == name
    start = 0
    for size in (0, 1, 49, 50, 51, 70_001, len(data)):
        if not name.startswith("tuple"):
            pieces.update(data[start : start + size])
        start += size
    if name.startswith("tuple"):
        pieces.update(data)
    assert pieces.digest() == digest
    with pytest.raises(RoundelError, match=r"after its digest\(\)"):
        pieces.update(b"more")


@STRENGTHS
def test_an_xof_begins_with_its_shorter_outputs_and_no_other_does(keccak: Device, strength: int) -> None:
    for xof in (name for name in SENDER_FUNCTIONS if name.endswith(f"xof_{strength}")):
        plain = xof.replace("_xof_", "_").replace("kmacxof", "kmac")
        long, short, other = (
            keccak.new(name, b"data", length=length, **arguments(name)).digest()
            for name, length in ((xof, 200), (xof, 20), (plain, 20))
        )
        assert long[:20] == short != other


@STRENGTHS
@pytest.mark.parametrize("size", [8191, 8192, 8193, 3 * 8192 - 1, 3 * 8192, 40_000])
def test_trees_of_kt(multi: Device, strength: int, size: int) -> None:
    """Around the ends of chunks, where the customization and its length are part of the last one."""
    for custom in (b"", b"c", b"c" * 300):
        expected = oracles.kt(strength, LONG[:size], 70, custom)
        assert getattr(multi, f"kt_{strength}")(LONG[:size], 70, custom) == expected


def test_a_turboshake_is_not_the_shake_of_its_rate(keccak: Device) -> None:
    assert keccak.turboshake_128(b"abc", 32) != keccak.shake_128(b"abc", 32)
    for domain in (0, 0x80):
        with pytest.raises(RoundelError, match=f"suffix byte {domain:#04x}"):
            keccak.turboshake_128(b"abc", 32, domain)


def test_messages_of_both_rounds_follow_each_other(keccak: Device) -> None:
    """The next message's block waits while the last one is squeezed, so each must keep its own rounds."""
    rng, segments, expected = random.Random(12), [], []
    for _ in range(40):
        name = f"{rng.choice(['shake', 'turboshake'])}_{rng.choice([128, 256])}"
        data, length = rng.randbytes(rng.choice([0, 100, 300, 600])), rng.choice([16, 200, 400])
        command = ALGORITHMS[name].command(length)
        segments += [Segment(Kind.CMD, command.pack()), Segment(Kind.TEXT, data)]
        strength = int(name[-3:])
        oracle = oracles.turboshake if name.startswith("turbo") else oracles.shake
        expected.append(oracle(strength, data, length))
    for stalls in (None, Stalls(3, source=0.5, sink=0.5)):
        answers = keccak.transact(segments, len(expected), stalls)
        assert [answer.data for answer in answers] == expected


def test_a_cshake_without_names_is_shake(keccak: Device) -> None:
    assert keccak.cshake_128(b"abc", 200) == hashlib.shake_128(b"abc").digest(200)
    assert keccak.cshake_256(b"abc", 200) == hashlib.shake_256(b"abc").digest(200)


def test_a_tuple_is_not_its_concatenation(keccak: Device) -> None:
    tuples = ([b"ab", b"c"], [b"a", b"bc"], [b"abc"], [b"abc", b""], [])
    assert len({keccak.tuple_hash_128(items, 32) for items in tuples}) == len(tuples)


@STRENGTHS
def test_a_received_kmac_is_compared_in_constant_time(
    keccak: Device, strength: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[bytes, bytes]] = []
    compare = hmac.compare_digest
    monkeypatch.setattr(hmac, "compare_digest", lambda a, b: compared.append((a, b)) or compare(a, b))
    verify = getattr(keccak, f"verify_kmac_{strength}")
    tag = oracles.kmac(strength, KEY, b"text", 16, b"c")
    verify(KEY, b"text", tag, b"c")
    wrong = [tag[:at] + bytes([tag[at] ^ 1]) + tag[at + 1 :] for at in (0, 15)]
    for key, text, given, custom in (
        *((KEY, b"text", one, b"c") for one in wrong),
        (KEY, b"tex", tag, b"c"),
        (KEY, b"text", tag, b""),
        (KEY[1:], b"text", tag, b"c"),
        (KEY, b"text", oracles.kmac(strength, KEY, b"text", 32, b"c")[:16], b"c"),  # of another length
    ):
        with pytest.raises(TagRefused):
            verify(key, text, given, custom)
    assert len(compared) == 7


def test_a_tag_of_a_stream(keccak: Device) -> None:
    stream = keccak.new("kmac_256", LONG[:100_000], length=32, key=KEY)
    assert isinstance(stream, Kmac)
    stream.update(LONG[100_000:])
    stream.verify(oracles.kmac(256, KEY, LONG, 32, b""))
    for tag in (b"", bytes(31), bytes(33)):
        with pytest.raises(RoundelError, match=f"a tag of {len(tag)} bytes for a kmac_256 of 32"):
            stream.verify(tag)
    for size in (0, 7):
        with pytest.raises(RoundelError, match=f"a tag of {size} bytes"):
            keccak.verify_kmac_128(KEY, b"", keccak.kmac_128(KEY, b"", size))


def test_a_digest_that_fails_can_be_asked_for_again(keccak: Device) -> None:
    """The end of the message is added once, although the device was not free at the first try."""
    for name in SENDER_FUNCTIONS:
        waiting = keccak.new(name, b"data", length=32, **arguments(name))
        other = keccak.new("sha3_256", LONG)
        with pytest.raises(RoundelError, match="in the middle of a sha3_256"):
            waiting.digest()
        other.digest()
        assert waiting.digest() == keccak.new(name, b"data", length=32, **arguments(name)).digest()


def test_blocks_of_a_parallel_hash_wait_for_a_free_device(keccak: Device) -> None:
    stream = keccak.new("parallel_hash_128", LONG[:10], length=32, block_bytes=50)
    other = keccak.new("sha3_256", LONG)
    with pytest.raises(RoundelError, match="in the middle of a sha3_256"):
        stream.update(LONG[10:100])
    assert other.digest() == hashlib.sha3_256(LONG).digest()
    stream.update(LONG[10:100])
    assert stream.digest() == oracles.parallel_hash(128, LONG[:100], 50, 32, b"")


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("kmac_128", {"length": 32}, "kmac_128 needs key="),
        ("kmac_128", {"key": KEY}, "kmac_128 needs a length"),
        ("kmac_128", {"key": KEY, "length": 1 << 32}, "digest length 4294967296"),
        ("kmac_128", {"key": "text", "length": 32}, "the key is of type str"),
        ("sha3_256", {"key": KEY}, "sha3_256 has no key="),
        ("tuple_hash_128", {"length": 32, "block_bytes": 8}, "tuple_hash_128 has no block_bytes="),
        ("parallel_hash_128", {"length": 32}, "parallel_hash_128 needs block_bytes="),
        ("parallel_hash_128", {"length": 32, "block_bytes": 0}, "blocks of 0 bytes"),
        ("kmac_256", {"key": KEY, "length": 32, "function_name": b"N"}, "kmac_256 has no function_name="),
        ("shake_128", {"length": 32, "domain": 1}, "shake_128 has no domain="),
        ("kt_128", {"length": 32, "domain": 1}, "kt_128 has no domain="),
        ("kt_128", {"length": 32, "key": KEY}, "kt_128 has no key="),
        ("kt_128", {}, "kt_128 needs a length"),
        ("kmac128", {"key": KEY, "length": 32}, "unknown hash algorithm 'kmac128'"),
    ],
)
def test_arguments_are_checked(keccak: Device, name: str, given: dict[str, object], message: str) -> None:
    with pytest.raises(RoundelError, match=message):
        keccak.new(name, **given)
    assert keccak.sha3_256(b"abc") == hashlib.sha3_256(b"abc").digest()


@pytest.mark.parametrize("name", ["keccak-hash-digest", "ascon-hs"])
def test_a_core_without_any_suffix_and_length_refuses(name: str) -> None:
    with roundel.open(name) as device, pytest.raises(RoundelError, match="hash service of .* is not keccak"):
        device.kmac_128(KEY, b"", 32)
