"""The C driver on simulated devices, with answers of hashlib, cryptography and the golden models."""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Callable, Sequence
from ctypes import c_uint32, c_void_p
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR
from cryptography.hazmat.primitives.cmac import CMAC
from simulated import (
    DRIVER,
    KEEP,
    OVERWRITE,
    RESUME,
    ROUNDS12,
    WARNINGS,
    Driver,
    Port,
    Read,
    Result,
    Wait,
    Write,
    build,
    compile_driver,
    run,
)

from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.hash import Hash
from roundel.algorithms.kinds.mac import Mac
from roundel.algorithms.kinds.prng import Prng
from roundel.algorithms.lake_keyak import LAKE_KEYAK
from roundel.algorithms.registry import algorithms_of
from roundel.catalog import find_core
from roundel.models.aes_hash import aes_hash
from roundel.protocol.stream import Command, Kind, Operation
from roundel.soc.registers import registers
from roundel.verify.run import algorithms_served

REGISTERS = registers()
STATUS = REGISTERS["STATUS"]
NOTHING = (b"", b"", b"")

Open = Callable[..., Driver]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return what builds the library of a core, once."""

    @functools.cache
    def built(core: str) -> Path:
        return build(find_core(core), tmp_path_factory.mktemp("driver"))

    return built


@pytest.fixture
def driver(library: Callable[[str], Path]) -> Open:
    """Return a driver with an open device, the simulation of a core."""

    def opened(core: str, *, interrupts: bool = False) -> Driver:
        one = Driver(library(core), interrupts=interrupts)
        assert one.open_device() == Result.OK
        return one

    return opened


def cmac(key: bytes, message: bytes) -> bytes:
    one = CMAC(AES(key))
    one.update(message)
    return one.finalize()


def flipped(data: bytes, rng: Random) -> bytes:
    bit = rng.randrange(8 * len(data))
    return bytes(byte ^ (1 << bit % 8 if at == bit // 8 else 0) for at, byte in enumerate(data))


@pytest.mark.parametrize("interrupts", [False, True], ids=["polled", "interrupts"])
def test_hashes(driver: Open, interrupts: bool) -> None:
    one, rng = driver("keccak-hash", interrupts=interrupts), Random(1)
    for size in (0, 1, 3, 4, 16, 135, 136, 137, 1007, 1008, 1009, 2017):
        message = rng.randbytes(size)
        for name, length in (("sha3_224", 28), ("sha3_256", 32), ("sha3_384", 48), ("sha3_512", 64)):
            assert one.hash(name, message, length) == (Result.OK, hashlib.new(name, message).digest())
    for length in (0, 1, 33, 500):
        message = rng.randbytes(200)
        assert one.hash("shake128", message, length) == (Result.OK, hashlib.shake_128(message).digest(length))
        assert one.hash("shake256", message, length) == (Result.OK, hashlib.shake_256(message).digest(length))


def test_the_interrupt_saves_accesses(driver: Open) -> None:
    """While the core works, a driver that waits does not read STATUS."""
    reads: list[int] = []
    looks = []
    for interrupts in (False, True):
        one = driver("keccak-hash", interrupts=interrupts)
        inner = one.code.device_read
        inner.argtypes, inner.restype = (c_void_p, c_uint32), c_uint32

        def counted(context: int | None, offset: int, inner: Callable[..., int] = inner) -> int:
            reads.append(offset)
            return inner(context, offset)

        one.port.read = Read(counted)
        assert one.open_device() == Result.OK
        reads.clear()
        assert one.hash("sha3_256", bytes(300), 32)[0] == Result.OK
        looks.append(len(reads))
    assert looks[1] < looks[0]


def test_macs_and_encryption(driver: Open) -> None:
    one, rng = driver("multi-aes-la"), Random(2)
    for size in (0, 1, 16, 17, 100):
        key, message = rng.randbytes(rng.choice((16, 32))), rng.randbytes(size)
        tag = cmac(key, message)
        assert one.mac("aes_cmac", key, message, 16) == (Result.OK, tag)
        assert one.verify("aes_cmac", key, message, tag) == Result.OK
        assert one.verify("aes_cmac", key, message, tag[:12]) == Result.OK
        assert one.verify("aes_cmac", key, message, flipped(tag, rng)) == Result.REFUSED
    for size, ad_size in ((0, 0), (1, 0), (0, 5), (16, 20), (70, 33), (300, 1)):
        inputs = (rng.randbytes(rng.choice((16, 32))), rng.randbytes(12), rng.randbytes(ad_size))
        text, in_place = rng.randbytes(size), size % 2 == 0
        sealed = AESGCM(inputs[0]).encrypt(inputs[1], text, inputs[2])
        cipher, tag = sealed[:-16], sealed[-16:]
        assert one.seal("aes_gcm", inputs, text, 16, in_place=in_place) == (Result.OK, cipher, tag)
        assert one.open("aes_gcm", inputs, cipher, tag, in_place=in_place) == (Result.OK, text)
        for wrong in (flipped(tag, rng), bytes(16), tag[:-1] + bytes([tag[-1] ^ 0x80])):
            answer = one.open("aes_gcm", inputs, cipher, wrong, in_place=in_place)
            assert answer == (Result.REFUSED, bytes(size)), "text of a refused OPEN"
        if size:
            answer = one.open("aes_gcm", inputs, flipped(cipher, rng), tag, in_place=in_place)
            assert answer == (Result.REFUSED, bytes(size))


def test_what_the_core_does_not_serve(driver: Open) -> None:
    one = driver("keccak-hash")
    assert one.serves("shake128") and not one.serves("aes_gcm") and not one.serves("ascon_hash256")
    assert one.hash("ascon_hash256", b"abc", 32) == (Result.UNSUPPORTED, bytes(32))
    assert one.mac("aes_cmac", bytes(16), b"abc", 16) == (Result.UNSUPPORTED, bytes(16))
    assert one.verify("aes_cmac", bytes(16), b"abc", bytes(16)) == Result.UNSUPPORTED
    assert one.seal("aes_gcm", NOTHING, b"abc", 16) == (Result.UNSUPPORTED, bytes(3), bytes(16))
    assert one.open("aes_gcm", NOTHING, b"abc", bytes(16)) == (Result.UNSUPPORTED, bytes(3))
    # The core refuses the request after it has begun; the next one is served.
    assert one.hash("sha3_256", bytes(5000), 32, b"custom") == (Result.ILLEGAL, bytes(32))
    assert one.hash("sha3_256", b"abc", 32) == (Result.OK, hashlib.sha3_256(b"abc").digest())


def fake(answers: dict[str, int]) -> Port:
    """A port whose registers are constant."""
    by_offset = {REGISTERS[name].offset: word for name, word in answers.items()}
    return Port(Read(lambda _, offset: by_offset.get(offset, 0)), Write(lambda *_: None), Wait(), None, 5)


SHELL = {"ID": 0x524E444C, "VERSION": 0x01000100, "CAPABILITY": 0x00101001, "ALGORITHMS": 1}
DIGEST_WORD = {"OUT_WORDS": 4, "OUT_KIND": Kind.DIGEST, "OUT_BYTES": 4}


@pytest.mark.parametrize(
    ("changed", "at_open", "at_hash"),
    [
        ({"ID": 0xFFFFFFFF}, Result.BROKEN, None),
        ({"VERSION": 0x01000200}, Result.BROKEN, None),
        ({"VERSION": 0x02000100}, Result.BROKEN, None),
        ({"STATUS": STATUS.word(BUSY=1)}, Result.TIMEOUT, None),
        ({}, Result.OK, Result.TIMEOUT),
        ({"STATUS": STATUS.word(IN_WORDS=16)}, Result.OK, Result.TIMEOUT),
        ({"STATUS": STATUS.word(IN_WORDS=31)}, Result.OK, Result.BROKEN),
        ({"STATUS": STATUS.word(IN_ERROR=1)}, Result.OK, Result.BROKEN),
        ({"STATUS": STATUS.word(**DIGEST_WORD)}, Result.OK, Result.BROKEN),  # a digest without an end
        ({"STATUS": STATUS.word(**DIGEST_WORD, OUT_LAST=1)}, Result.OK, Result.BROKEN),  # too short
        ({"STATUS": STATUS.word(**{**DIGEST_WORD, "OUT_BYTES": 7})}, Result.OK, Result.BROKEN),
        ({"STATUS": STATUS.word(**{**DIGEST_WORD, "OUT_KIND": Kind.TEXT})}, Result.OK, Result.BROKEN),
        (
            {
                "STATUS": STATUS.word(OUT_WORDS=1, OUT_KIND=Kind.STATUS, OUT_BYTES=1, OUT_LAST=1),
                "OUT_DATA": 0x3C,
            },
            Result.OK,
            Result.ILLEGAL,  # a hash has no STATUS unless it failed
        ),
    ],
)
def test_a_broken_device(
    library: Callable[[str], Path], changed: dict[str, int], at_open: Result, at_hash: Result | None
) -> None:
    one = Driver(library("keccak-hash"), fake({**SHELL, **changed}))
    assert one.open_device() == at_open
    if at_hash is not None:
        assert one.hash("sha3_256", b"abc", 32) == (at_hash, bytes(32))


def test_tags_are_compared_in_full(library: Callable[[str], Path]) -> None:
    one, rng = Driver(library("keccak-hash"), fake(SHELL)), Random(3)
    for size in (0, 1, 16):
        tag = rng.randbytes(size)
        assert one.equal(tag, tag)
        assert not any(one.equal(tag, flipped(tag, rng)) for _ in range(8 * min(size, 1)))


def test_the_driver_compiles_for_a_bare_risc_v(tmp_path: Path) -> None:
    compile_driver(tmp_path)
    target = ("-target", "riscv32-freestanding", "-std=c99", "-Os", "-ffreestanding")
    run(sys.executable, "-m", "ziglang", "cc", *target, *WARNINGS, "-c", DRIVER, "-o", tmp_path / "driver.o")


LONG = ["aes-gcm-hs-hold:packet", "ascon-hs", "groestl-256", "aes-groestl-512", "multi-aes-hs"]


@pytest.mark.parametrize(
    "core",
    [
        pytest.param("ascon-la", marks=pytest.mark.slow),
        *(pytest.param(core, marks=pytest.mark.long) for core in LONG),
    ],
)
def test_algorithms_of_a_core_by_its_models(driver: Open, core: str) -> None:
    one, rng, served = driver(core, interrupts=True), Random(4), 0
    for algorithm in algorithms_served(find_core(core)):
        name = algorithm.name.replace("-", "_")
        if not hasattr(one.code, f"roundel_{name}"):
            continue
        served += 1
        for size in (0, 5, 64, 150):
            text, ad = rng.randbytes(size), rng.randbytes(size // 2)
            if isinstance(algorithm, Hash):
                function, length = (
                    one.function(name).function,
                    algorithm.sizes[-1] if len(algorithm.sizes) < 9 else 70,
                )
                custom = ad if name == "ascon_cxof128" else None
                command = Command(Operation.HASH, function=function, length=length)
                data = algorithm.data(text, custom or b"")
                assert one.hash(name, text, length, custom) == (
                    Result.OK,
                    algorithm.compute(command, data, None)[0],
                )
            elif isinstance(algorithm, Mac):
                key, length = algorithm.random_key(rng), algorithm.tag_sizes[-1]
                tag = algorithm.tag(key, b"", text, length, 0)
                assert one.mac(name, key, text, length) == (Result.OK, tag)
                assert one.verify(name, key, text, tag) == Result.OK
                assert one.verify(name, key, text, flipped(tag, rng)) == Result.REFUSED
            elif isinstance(algorithm, Aead):
                key, nonce = algorithm.random_key(rng), algorithm.random_nonce(rng)
                if len(ad) not in algorithm.ad_sizes:  # whole blocks alone
                    ad = ad[: len(ad) // 16 * 16]
                state = algorithm.new_state(key, nonce)
                cipher, tag = algorithm.process(state, Operation.SEAL, nonce, ad, text)
                inputs = (key, nonce, ad)
                assert one.seal(name, inputs, text, len(tag)) == (Result.OK, cipher, tag)
                assert one.open(name, inputs, cipher, tag) == (Result.OK, text)
                assert one.open(name, inputs, cipher, flipped(tag, rng)) == (Result.REFUSED, bytes(size))
    assert served
    if ":packet" in core:
        text = bytes(2049)  # more than the core can hold
        _, cipher, tag = one.seal("aes_gcm", (bytes(16), bytes(12), b""), text, 16)
        answer = one.open("aes_gcm", (bytes(16), bytes(12), b""), cipher, tag)
        assert answer == (Result.TOO_LONG, bytes(len(text)))


def test_keyak_and_its_sessions(driver: Open) -> None:
    """Text and data alternate; a session continues with another amount of text in its first block."""
    one, rng = driver("keyak-hs"), Random(5)
    sizes = [(0, 0), (0, 30), (14, 6), (14, 24), (14, 25), (168, 24), (169, 25), (400, 20), (400, 300)]
    for text_size, ad_size in sizes:
        key, nonce = rng.randbytes(16), rng.randbytes(16)
        sealing, opening = LAKE_KEYAK.new_state(key, nonce), LAKE_KEYAK.new_state(key, nonce)
        messages = [(rng.randbytes(ad_size), rng.randbytes(text_size)) for _ in range(2)]
        sealed = []
        for number, (ad, text) in enumerate(messages):
            flags = KEEP if number == 0 else RESUME
            expected = LAKE_KEYAK.process(sealing, Operation.SEAL, nonce, ad, text)
            inputs = (key, nonce, ad) if number == 0 else (b"", b"", ad)
            answer = one.seal("lake_keyak", inputs, text, 16, flags=flags, in_place=bool(ad_size % 2))
            assert answer == (Result.OK, *expected), (text_size, ad_size, number)
            sealed.append(expected)
        for number, ((ad, text), (cipher, tag)) in enumerate(zip(messages, sealed, strict=True)):
            flags = KEEP if number == 0 else RESUME
            assert LAKE_KEYAK.process(opening, Operation.OPEN, nonce, ad, cipher)[0] == text
            inputs = (key, nonce, ad) if number == 0 else (b"", b"", ad)
            wrong = flipped(tag, rng)
            if number == 1:
                assert one.open("lake_keyak", inputs, cipher, wrong, flags=flags)[0] == Result.REFUSED
            else:
                assert one.open("lake_keyak", inputs, cipher, tag, flags=flags) == (Result.OK, text)
    # A refused tag ends the session, and the call after it is an error of the core.
    key, nonce, ad = rng.randbytes(16), rng.randbytes(16), b"header"
    cipher, tag = LAKE_KEYAK.process(LAKE_KEYAK.new_state(key, nonce), Operation.SEAL, nonce, ad, b"text")
    refused = one.open("lake_keyak", (key, nonce, ad), cipher, flipped(tag, rng), flags=KEEP)
    assert refused == (Result.REFUSED, bytes(4))
    assert one.seal("lake_keyak", NOTHING, b"more", 16, flags=RESUME) == (Result.ILLEGAL, bytes(4), bytes(16))
    assert one.open("lake_keyak", (key, nonce, ad), cipher, tag) == (Result.OK, b"text")


def test_kept_keys(driver: Open) -> None:
    """A key is used again by its flag alone, also after a wrong tag, and not after it was cleared."""
    one, rng = driver("multi-aes-la"), Random(6)
    key, nonces = rng.randbytes(16), [rng.randbytes(12) for _ in range(4)]
    first = AESGCM(key).encrypt(nonces[0], b"first", b"ad")
    answer = one.seal("aes_gcm", (key, nonces[0], b"ad"), b"first", 16, flags=KEEP)
    assert answer == (Result.OK, first[:-16], first[-16:])
    again = RESUME | KEEP
    second = AESGCM(key).encrypt(nonces[1], b"second", b"")
    wrong = flipped(second[-16:], rng)
    answer_open = one.open("aes_gcm", (b"", nonces[1], b""), second[:-16], wrong, flags=again)
    assert answer_open == (Result.REFUSED, bytes(6))
    answer_open = one.open("aes_gcm", (b"", nonces[1], b""), second[:-16], second[-16:], flags=again)
    assert answer_open == (Result.OK, b"second")
    third = AESGCM(key).encrypt(nonces[2], b"third", b"")
    assert one.seal("aes_gcm", (b"", nonces[2], b""), b"third", 16, flags=RESUME) == (
        Result.OK,
        third[:-16],
        third[-16:],
    )
    gone = (Result.ILLEGAL, bytes(5), bytes(16))
    assert one.seal("aes_gcm", (b"", nonces[3], b""), b"other", 16, flags=RESUME) == gone
    assert one.seal("aes_gcm", (key, nonces[0], b"ad"), b"first", 16, flags=KEEP)[0] == Result.OK
    assert one.clear() == Result.OK
    assert one.seal("aes_gcm", (b"", nonces[3], b""), b"other", 16, flags=RESUME) == gone


@pytest.mark.slow
def test_the_key_of_a_mac_is_kept(driver: Open) -> None:
    one, rng = driver("groestl-256"), Random(7)
    key = rng.randbytes(20)
    hmac = algorithms_of(Mac)["hmac-groestl-256"]
    tags = [hmac.tag(key, b"", message, 32, 0) for message in (b"one", b"two")]
    assert one.mac("hmac_groestl_256", key, b"one", 32, flags=KEEP) == (Result.OK, tags[0])
    assert one.verify("hmac_groestl_256", b"", b"two", tags[0], flags=RESUME | KEEP) == Result.REFUSED
    assert one.verify("hmac_groestl_256", b"", b"two", tags[1], flags=RESUME) == Result.OK
    assert one.verify("hmac_groestl_256", b"", b"two", tags[1], flags=RESUME) == Result.ILLEGAL


def generated(name: str, requests: Sequence[tuple[bytes, int, int]]) -> list[bytes]:
    """The outputs of a model for seeds, own flags and sizes."""
    model = algorithms_of(Prng)[name]
    generator = model.generator(requests[0][0])
    return [model.output(generator, flags, seed, size) for seed, flags, size in requests]


@pytest.mark.parametrize(
    ("core", "name", "requests"),
    [
        pytest.param(
            "multi-keccak-hs",
            "keccak-prg",
            [(b"seed", 0, 20), (b"", OVERWRITE, 0), (bytes(200), ROUNDS12, 400), (b"", 0, 16)],
            marks=pytest.mark.slow,
        ),
        ("multi-aes-la", "fortuna", [(bytes(range(32)), 0, 20), (b"", 0, 16), (b"", 0, 100)]),
    ],
)
def test_generators(driver: Open, core: str, name: str, requests: list[tuple[bytes, int, int]]) -> None:
    one, function = driver(core), name.replace("-", "_")
    for number, ((seed, own, size), expected) in enumerate(
        zip(requests, generated(name, requests), strict=True)
    ):
        flags = own | (RESUME if number else 0) | (KEEP if number + 1 < len(requests) else 0)
        assert one.random(function, seed, size, flags=flags) == (Result.OK, expected), number
    assert one.random(function, b"", 16, flags=RESUME) == (Result.ILLEGAL, bytes(16))
    if name == "fortuna":
        assert one.random(function, b"short", 16) == (Result.ILLEGAL, bytes(16))
        assert one.random(function, bytes(32), (1 << 20) + 1)[0] == Result.ILLEGAL
    assert one.random("keccak_prg" if name == "fortuna" else "fortuna", b"", 4) == (
        Result.UNSUPPORTED,
        bytes(4),
    )


@pytest.mark.slow
def test_the_mac_and_the_hash_of_the_multi_cores(driver: Open) -> None:
    one, rng = driver("multi-keccak-hs"), Random(8)
    mac = algorithms_of(Mac)["keccak-mac"]
    for size, length in ((0, 1), (104, 16), (300, 136)):
        key, iv, message = rng.randbytes(16), rng.randbytes(16), rng.randbytes(size)
        tag = mac.tag(key, iv, message, length, mac.suffix)
        assert one.mac("keccak_mac", key, message, length, iv=iv) == (Result.OK, tag)
        if length == 16:
            assert one.verify("keccak_mac", key, message, tag, iv=iv) == Result.OK
            assert one.verify("keccak_mac", key, message, flipped(tag, rng), iv=iv) == Result.REFUSED
    assert one.mac("keccak_mac", bytes(16), b"", 16) == (Result.ILLEGAL, bytes(16)), "no initial value"
    one = driver("multi-aes-la")
    for size in (0, 15, 16, 100):
        message = rng.randbytes(size)
        assert one.hash("aes_hash", message, 32) == (Result.OK, aes_hash(message))


@pytest.mark.slow
def test_counter_mode(driver: Open) -> None:
    one, rng = driver("aes-ctr"), Random(9)
    for size in (0, 1, 16, 63, 64, 200):
        key, nonce, text = rng.randbytes(16), rng.randbytes(12), rng.randbytes(size)
        made = Cipher(AES(key), CTR(nonce + bytes([0, 0, 0, 1]))).encryptor()
        assert one.crypt("aes_128_ctr", key, nonce, text, in_place=size == 63) == (
            Result.OK,
            made.update(text) + made.finalize(),
        )
    assert one.crypt("aes_128_ctr", bytes(32), bytes(12), b"abc") == (Result.ILLEGAL, bytes(3))
    assert one.crypt("aes_256_ctr", bytes(32), bytes(12), b"abc") == (Result.UNSUPPORTED, bytes(3))
