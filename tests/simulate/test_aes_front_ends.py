"""`encrypt` and `decrypt` with AES-GCM, `aes_cmac`, `aes_hash` and `fortuna`, on a double of a core."""

from __future__ import annotations

from dataclasses import replace

import pytest
from doubles import FakeDevice, Fault

from roundel.catalog import Service, find_core
from roundel.errors import RoundelError
from roundel.models import aes_hash, cmac, gcm
from roundel.models.fortuna import Generator
from roundel.protocol.stream import ACCEPTED, REFUSED, Kind, Segment, Status
from roundel.simulate import TagRefused
from roundel.simulate.aead import AeadMixin
from roundel.simulate.hashing import HashMixin
from roundel.simulate.mac import MacMixin
from roundel.simulate.prng import PrngMixin

KEY, LONG_KEY, NONCE = bytes(range(16)), bytes(range(32)), bytes(range(12))
AD, TEXT = b"header", bytes(range(100))
SERVICES = (("aead", "aes-gcm"), ("mac", "aes-cmac"), ("hash", "aes-hash"), ("prng", "fortuna"))


class Double(FakeDevice, HashMixin, MacMixin, AeadMixin, PrngMixin):
    """A multi-purpose AES core that obeys the rules."""

    def __init__(self, fault: Fault = lambda answers: answers) -> None:
        services = tuple(Service(name, "", 128, 10, algorithm=algorithm) for name, algorithm in SERVICES)
        super().__init__(fault, core=replace(find_core("keccak-hash"), name="double", services=services))


@pytest.fixture
def device() -> Double:
    return Double()


@pytest.mark.parametrize("key", [KEY, LONG_KEY])
@pytest.mark.parametrize("nonce", [NONCE, b"n", bytes(16), bytes(100)])
@pytest.mark.parametrize(("ad", "text"), [(b"", b""), (AD, b""), (b"", TEXT), (AD, TEXT)])
def test_encrypt_and_decrypt(device: Double, key: bytes, nonce: bytes, ad: bytes, text: bytes) -> None:
    ciphertext, tag = device.encrypt(key, nonce, ad, text)
    assert (ciphertext, tag) == gcm.seal(key, nonce, ad, text)
    assert device.decrypt(key, nonce, ad, ciphertext, tag) == text


def test_a_wrong_tag_returns_no_text(device: Double) -> None:
    ciphertext, tag = device.encrypt(KEY, NONCE, b"", TEXT)
    with pytest.raises(TagRefused, match="of 100 bytes of ciphertext is refused"):
        device.decrypt(KEY, NONCE, AD, ciphertext, tag)
    assert device.decrypt(KEY, NONCE, b"", ciphertext, tag) == TEXT


def test_the_key_is_kept_in_the_core(device: Double) -> None:
    sent = []
    run = device.run
    device.run = lambda beats, **options: sent.append(beats) or run(beats, **options)  # type: ignore[method-assign]
    cipher = device.gcm(KEY)
    sealed = [cipher.encrypt(bytes([n]), AD, TEXT) for n in (1, 2)]
    assert sealed == [gcm.seal(KEY, bytes([n]), AD, TEXT) for n in (1, 2)]
    with pytest.raises(TagRefused):
        cipher.decrypt(b"\1", AD, *sealed[1])
    assert cipher.decrypt(b"\2", AD, *sealed[1]) == TEXT
    assert [Kind.KEY in beats.user for beats in sent if len(beats)] == [True, False, False, False]
    sent.clear()
    # Another transaction clears it from the core, and the last message does.
    device.aes_hash(b"")
    assert cipher.encrypt(b"\3", AD, TEXT, last=True) == gcm.seal(KEY, b"\3", AD, TEXT)
    assert cipher.encrypt(b"\4", AD, TEXT) == gcm.seal(KEY, b"\4", AD, TEXT)
    device.reset()
    device._clear_all()
    assert cipher.encrypt(b"\5", AD, TEXT) == gcm.seal(KEY, b"\5", AD, TEXT)
    assert sum(Kind.KEY in beats.user for beats in sent) == 3


def held(answers: list[Segment]) -> list[Segment]:
    """Return the answers of a core that holds up to 64 bytes of text until the tag is checked."""
    result = []
    for number, answer in enumerate(answers):
        if answer.kind != Kind.UNVERIFIED:
            result.append(answer)
        elif answers[number + 1] == ACCEPTED:
            if len(answer.data) > 64:
                answers[number + 1] = Segment(Kind.STATUS, bytes([Status.OVERFLOW]))
            else:
                result.append(Segment(Kind.TEXT, answer.data))
    return result


def test_a_core_that_holds_back_text() -> None:
    device = Double(held)
    ciphertext, tag = device.encrypt(KEY, NONCE, AD, TEXT[:50])
    assert device.decrypt(KEY, NONCE, AD, ciphertext, tag) == TEXT[:50]
    with pytest.raises(TagRefused):
        device.decrypt(KEY, NONCE, b"", ciphertext, tag)
    ciphertext, tag = device.encrypt(KEY, NONCE, AD, TEXT)
    with pytest.raises(RoundelError, match="cannot hold back 100 bytes"):
        device.decrypt(KEY, NONCE, AD, ciphertext, tag)
    assert device.encrypt(KEY, NONCE, AD, b"") == gcm.seal(KEY, NONCE, AD, b"")


@pytest.mark.parametrize(
    "fault",
    [
        lambda answers: [Segment(Kind.STATUS, bytes([Status.ERROR])) for _ in answers],
        lambda answers: [ACCEPTED for _ in answers],
        lambda answers: [Segment(Kind.DIGEST), REFUSED],
    ],
    ids=["error", "no text", "digest"],
)
def test_an_unexpected_answer_is_an_error(fault: Fault) -> None:
    device = Double(fault)
    with pytest.raises(RoundelError, match="double answered a message with"):
        device.decrypt(KEY, NONCE, AD, TEXT, bytes(16))


@pytest.mark.parametrize("key", [KEY, LONG_KEY])
@pytest.mark.parametrize("tag_bytes", [1, 16])
def test_cmac(device: Double, key: bytes, tag_bytes: int) -> None:
    assert device.aes_cmac(key, TEXT, tag_bytes) == cmac.cmac(key, TEXT, tag_bytes)


def test_hash(device: Double) -> None:
    assert device.aes_hash(TEXT) == aes_hash.aes_hash(TEXT)
    hash_ = device.new("aes_hash", b"in ")
    hash_.update(b"pieces")
    assert hash_.digest() == aes_hash.aes_hash(b"in pieces")
    assert (hash_.digest_size, hash_.block_size) == (32, 32)


def test_fortuna_is_the_model(device: Double) -> None:
    model = Generator()
    model.reseed(b"seed")
    generator = device.fortuna(b"seed")
    assert [generator.fetch(n) for n in (20, 0, 33)] == [model.request(n) for n in (20, 0, 33)]
    generator.close()
    with pytest.raises(RoundelError, match="has ended"):
        generator.fetch(1)


def test_fortuna_reseeds(device: Double) -> None:
    one, other = device.fortuna(b"seed"), Generator()
    other.reseed(b"seed")
    one.reseed(b"more")
    # The model, with 32 bytes of output as the key.
    secret = other.request(32)
    other = Generator(secret)
    other.reseed(b"more")
    assert one.fetch(40) == other.request(40)


def test_a_long_request_is_several(device: Double, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundel.simulate.prng.MAX_BYTES", 32)
    model = Generator()
    model.reseed(b"")
    assert device.fortuna(b"").fetch(70) == model.request(32) + model.request(32) + model.request(6)


ERRORS = [
    (lambda device: device.encrypt(bytes(24), NONCE, b"", b""), "key of 24 bytes, expected 16 or 32"),
    (lambda device: device.encrypt(KEY, b"", b"", b""), "nonce of 0"),
    (
        lambda device: device.decrypt(KEY, NONCE, b"", b"", bytes(11)),
        "tag of 11 bytes, expected 8 or 12 or 13",
    ),
    (lambda device: device.session(KEY, bytes(16)), "aead service of double is not lake-keyak"),
    (lambda device: device.sha3_256(b""), "hash service of double is not keccak"),
    (lambda device: device.aes_cmac(bytes(24), b""), "key of 24"),
    (lambda device: device.aes_cmac(KEY, b"", 17), "tag of 17"),
    (lambda device: device.keccak_mac(KEY, KEY, b""), "is not keccak-mac"),
    (lambda device: device.prng(b""), "is not keccak-prg"),
    (lambda device: device.fortuna(b"").fetch(-1), "count of -1"),
]


@pytest.mark.parametrize(("call", "text"), ERRORS, ids=[text for _, text in ERRORS])
def test_errors_name_the_value(device: Double, call: object, text: str) -> None:
    with pytest.raises(RoundelError, match=text):
        call(device)  # type: ignore[operator]
