"""The kernels of Keyak and Ketje in the emulators against the models and the known answers."""

import random

import pytest
from configurations import long_but

from roundel.algorithms.kinds.entries import Entry
from roundel.algorithms.lake_keyak import KeyakEntry
from roundel.errors import RoundelError
from roundel.isa.kernels import INSTANCES, KEYAKS, VARIANTS
from roundel.isa.run import Run, open_sealed, seal
from roundel.models import ketje, motorist

CIPHERS = (*KEYAKS, *INSTANCES)


def _model(kernel: str, *message: bytes) -> tuple[bytes, bytes]:
    if kernel in INSTANCES:
        return ketje.seal(INSTANCES[kernel], *message)
    return motorist.seal(KEYAKS[kernel], *message)


def _check(kernel: str, variant: str, key: bytes, nonce: bytes, ad: bytes, text: bytes) -> None:
    sealed = seal(kernel, variant, key, nonce, ad, text)
    lengths = f"{len(ad)} bytes of metadata, {len(text)} of text"
    assert (sealed.output, sealed.tag) == _model(kernel, key, nonce, ad, text), lengths
    opened = open_sealed(kernel, variant, key, nonce, ad, sealed.output, sealed.tag)
    assert (opened.output, opened.accepted) == (text, True), lengths


def _block(kernel: str) -> int:
    return INSTANCES[kernel].rho_bytes if kernel in INSTANCES else KEYAKS[kernel].squeeze_bytes


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("kernel", CIPHERS)
def test_lengths_around_a_block(kernel: str, variant: str) -> None:
    rng = random.Random(kernel)
    block = _block(kernel)
    room = KEYAKS[kernel].absorb_bytes - block if kernel in KEYAKS else block
    for ad, text in ((0, 0), (1, block - 1), (room, block), (room + 1, block + 1), (200, 2 * block + 7)):
        message = (rng.randbytes(12), rng.randbytes(10), rng.randbytes(ad), rng.randbytes(text))
        _check(kernel, variant, *message)


@pytest.mark.slow
@pytest.mark.parametrize("variant", long_but({"extension"}, VARIANTS))
@pytest.mark.parametrize("kernel", CIPHERS)
def test_every_length_to_two_blocks(kernel: str, variant: str) -> None:
    rng = random.Random(11)
    block = _block(kernel)
    step = 5 if kernel in KEYAKS else 1
    for text in range(0, 2 * block + 2, step):
        _check(kernel, variant, b"k" * 12, b"n" * 9, rng.randbytes(text * 7 % 211), rng.randbytes(text))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("kernel", CIPHERS)
def test_whatever_is_changed_is_refused(kernel: str, variant: str) -> None:
    key, nonce, ad, text = b"K" * 12, b"N" * 8, b"metadata", b"a text of some length"
    ciphertext, tag = _model(kernel, key, nonce, ad, text)

    def opened(**changed: bytes) -> Run:
        message = {"nonce": nonce, "ad": ad, "ciphertext": ciphertext, "tag": tag} | changed
        return open_sealed(kernel, variant, key, **message)

    assert opened().accepted
    for name, value in (("nonce", nonce), ("ad", ad), ("ciphertext", ciphertext), ("tag", tag)):
        changed = bytes([*value[:-1], value[-1] ^ 0x80])
        assert not opened(**{name: changed}).accepted, name


@pytest.mark.parametrize("variant", ["extension", "arm32", "avx"])
@pytest.mark.parametrize("tag_bytes", [1, 7, 15])
def test_ketje_gives_short_tags(tag_bytes: int, variant: str) -> None:
    sealed = seal("ketje-sr", variant, b"k" * 16, b"n" * 16, b"", b"text", tag_bytes)
    expected = ketje.seal(ketje.SR, b"k" * 16, b"n" * 16, b"", b"text", tag_bytes)
    assert (sealed.output, sealed.tag) == expected
    assert open_sealed("ketje-sr", variant, b"k" * 16, b"n" * 16, b"", *expected).accepted


@pytest.mark.parametrize(
    ("kernel", "key", "nonce", "tag"),
    [
        ("lake-keyak", 39, 16, 16),
        ("lake-keyak", 16, 151, 16),
        ("lake-keyak", 16, 16, 8),
        ("river-keyak", 35, 16, 16),
        ("river-keyak", 16, 59, 16),
        ("ketje-jr", 12, 11, 16),
    ],
)
def test_lengths_that_do_not_fit_are_named(kernel: str, key: int, nonce: int, tag: int) -> None:
    with pytest.raises(RoundelError, match=f"{key} bytes of key, {nonce} of nonce, {tag} of tag"):
        seal(kernel, "extension", bytes(key), bytes(nonce), b"", b"", tag)


@pytest.mark.parametrize("variant", VARIANTS)
def test_extremes_of_key_and_nonce(variant: str) -> None:
    _check("lake-keyak", variant, bytes(range(38)), bytes(range(150)), b"", b"text")
    _check("river-keyak", variant, bytes(range(34)), bytes(range(58)), b"", b"text")
    _check("ketje-major", variant, bytes(range(16)), bytes(range(181)), b"", b"text")


def _known(entries: list[Entry], longest: int) -> list[tuple[str, KeyakEntry]]:
    """Single messages whose tag has 16 bytes, with the kernel's name."""
    found = []
    for entry in entries:
        if not isinstance(entry, KeyakEntry) or len(entry.messages) != 1 or "session" in entry.alg:
            continue
        message = entry.messages[0]
        name = f"{entry.instance}-keyak" if "Keyak" in entry.alg else f"ketje-{entry.instance}"
        name = name.lower()
        if name in CIPHERS and len(message.tag) == 16 and len(message.text) <= longest:
            found.append((name, entry))
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_known_answers(variant: str, entries: list[Entry]) -> None:
    known = _known(entries, longest=48)
    assert {name for name, _ in known} == set(CIPHERS)
    for name, entry in known:
        _check_entry(name, variant, entry)


@pytest.mark.slow
@pytest.mark.parametrize("cipher", CIPHERS)
def test_known_answers_of_every_length(cipher: str, entries: list[Entry]) -> None:
    known = [entry for name, entry in _known(entries, longest=1 << 20) if name == cipher]
    assert known
    for entry in known:
        _check_entry(cipher, "extension", entry)


def _check_entry(name: str, variant: str, entry: KeyakEntry) -> None:
    message = entry.messages[0]
    sealed = seal(name, variant, entry.key, entry.nonce, message.ad, message.text)
    assert (sealed.output, sealed.tag) == (message.ciphertext, message.tag), entry.origin
    opened = open_sealed(name, variant, entry.key, entry.nonce, message.ad, message.ciphertext, message.tag)
    assert (opened.output, opened.accepted) == (message.text, True), entry.origin
