"""The C driver on simulated devices, with answers of hashlib, cryptography and the golden models."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
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
    DRIVERS,
    WARNINGS,
    Driver,
    Open,
    Port,
    Read,
    Result,
    Wait,
    Write,
    compile_driver,
    flipped,
    run,
)

from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.hash import Hash
from roundel.algorithms.kinds.mac import Mac
from roundel.algorithms.registry import algorithms_of
from roundel.catalog import find_core
from roundel.models.aes_hash import aes_hash
from roundel.protocol.stream import Command, Kind, Operation
from roundel.soc.registers import registers
from roundel.verify.run import algorithms_served

REGISTERS = registers()
STATUS = REGISTERS["STATUS"]
NOTHING = (b"", b"", b"")


def cmac(key: bytes, message: bytes) -> bytes:
    one = CMAC(AES(key))
    one.update(message)
    return one.finalize()


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
    target = ("-target", "riscv32-freestanding", "-std=c99", "-Os", "-ffreestanding", *WARNINGS)
    for source in DRIVERS:
        run(sys.executable, "-m", "ziglang", "cc", *target, "-c", source, "-o", tmp_path / "driver.o")


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
@pytest.mark.parametrize("core", ["aes-ctr", pytest.param("aes-ctr-xhs", marks=pytest.mark.long)])
def test_counter_mode(core: str, driver: Open) -> None:
    one, rng = driver(core), Random(9)
    for size in (0, 1, 16, 63, 64, 200):
        key, nonce, text = rng.randbytes(16), rng.randbytes(12), rng.randbytes(size)
        made = Cipher(AES(key), CTR(nonce + bytes([0, 0, 0, 1]))).encryptor()
        assert one.crypt("aes_128_ctr", key, nonce, text, in_place=size == 63) == (
            Result.OK,
            made.update(text) + made.finalize(),
        )
    assert one.crypt("aes_128_ctr", bytes(32), bytes(12), b"abc") == (Result.ILLEGAL, bytes(3))
    assert one.crypt("aes_256_ctr", bytes(32), bytes(12), b"abc") == (Result.UNSUPPORTED, bytes(3))
