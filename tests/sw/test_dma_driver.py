"""The functions of roundel_dma.h on a simulated device with memory: answers, and each way to fail."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Sequence
from ctypes import POINTER, Structure, byref, c_uint8, c_uint32, c_void_p
from dataclasses import dataclass
from pathlib import Path
from random import Random

import oracles
import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from simulated import Driver, Result, flipped

from roundel.algorithms.kmac import KMAC_128, KMAC_256, Kmac
from roundel.protocol.stream import Kind, Operation

BASE = 0x4000_0000
IN_LIST, OUT_LIST, COMMAND, DATA, ANSWERS = (BASE + at for at in (0x0000, 0x0100, 0x0200, 0x1000, 0x8000))
SLOT = 0x1000  # bytes between two buffers
LEFT = 0xEE  # what a buffer has before a transaction
MOST_LOOKS = 20_000


class In(Structure):
    """`struct roundel_dma_in`."""

    _fields_ = [("control", c_uint32), ("address", c_uint32), ("command", c_uint32 * 2)]


class Out(Structure):
    """`struct roundel_dma_out`."""

    _fields_ = [(name, c_uint32) for name in ("control", "address", "result", "status")]


@dataclass
class Answer:
    result: Result
    buffers: list[bytes]
    written: int


class Mover:
    """A driver and the memory of its device."""

    def __init__(self, library: Path, *, interrupts: bool = False) -> None:
        self.driver = Driver(library, interrupts=interrupts)
        code = self.code = self.driver.code
        code.roundel_dma_command.restype = code.roundel_dma_segment.restype = In
        code.roundel_dma_buffer.restype = Out
        code.roundel_has_dma.restype = ctypes.c_bool
        code.device_memory.restype = POINTER(c_uint8)
        code.device_bytes_written.restype = ctypes.c_uint64
        self.memory = ctypes.cast(code.device_memory(), c_void_p).value or 0
        self.fail(0, 0)
        self.stick(0, 0)
        self.driver.port.patience = MOST_LOOKS
        assert self.driver.open_device() == Result.OK

    def fail(self, first: int, end: int) -> None:
        self.code.device_fail(c_uint32(first), c_uint32(end))

    def stick(self, first: int, end: int) -> None:
        self.code.device_stick(c_uint32(first), c_uint32(end))

    def _at(self, address: int) -> int:
        return self.memory + address - BASE

    def _put(self, address: int, data: bytes) -> None:
        ctypes.memmove(self._at(address), data, len(data))

    def run(
        self,
        operation: Operation,
        function: str,
        segments: Sequence[tuple[Kind, bytes]],
        *,
        length: int = 0,
        flags: int = 0,
        capacities: Sequence[int] = (64,),
    ) -> Answer:
        """Run one transaction: a command and `segments`, with a buffer for each of `capacities`."""
        command = self.code.roundel_dma_command(
            operation, byref(self.driver.function(function)), c_uint8(flags), c_uint32(length)
        )
        return self.transact(command, segments, capacities)

    def command(self, data: bytes) -> In:
        """Put a command in memory and return its descriptor."""
        self._put(COMMAND, data)
        made: In = self.code.roundel_dma_segment(Kind.CMD, c_uint32(COMMAND), c_uint32(len(data)), False)
        return made

    def transact(
        self, command: In, segments: Sequence[tuple[Kind, bytes]], capacities: Sequence[int]
    ) -> Answer:
        """Run one transaction."""
        lists = [command]
        for number, (kind, data) in enumerate(segments):
            address = DATA + number * SLOT
            self._put(address, data)
            last = number + 1 == len(segments)
            lists.append(self.code.roundel_dma_segment(kind, c_uint32(address), c_uint32(len(data)), last))
        self._put(IN_LIST, b"".join(bytes(one) for one in lists))
        places = [ANSWERS + number * SLOT for number in range(len(capacities))]
        outs = []
        for number, (address, capacity) in enumerate(zip(places, capacities, strict=True)):
            last = number + 1 == len(capacities)
            outs.append(self.code.roundel_dma_buffer(c_uint32(address), c_uint32(capacity), last))
            self._put(address, bytes([LEFT]) * (capacity + 16))
        self._put(OUT_LIST, b"".join(bytes(one) for one in outs))
        before = self.code.device_bytes_written()
        pointers = (c_void_p * len(places))(*(self._at(address) for address in places))
        out, device = c_void_p(self._at(OUT_LIST)), byref(self.driver.device)
        self.code.roundel_dma_start(device, c_uint32(IN_LIST), out, c_uint32(OUT_LIST))
        result = Result(self.code.roundel_dma_wait(device, out, pointers))
        found = []
        for number, (address, capacity) in enumerate(zip(places, capacities, strict=True)):
            assert ctypes.string_at(self._at(address) + capacity, 16) == bytes([LEFT]) * 16
            size = self.code.roundel_dma_size(c_void_p(self._at(OUT_LIST) + 16 * number))
            found.append(ctypes.string_at(self._at(address), capacity if result else size))
        return Answer(result, found, self.code.device_bytes_written() - before)

    def hash(self, message: bytes, *, capacity: int = 64, length: int = 32) -> Answer:
        return self.run(
            Operation.HASH, "sha3_256", [(Kind.TEXT, message)], length=length, capacities=(capacity,)
        )

    def open(self, key: bytes, cipher: bytes, tag: bytes, *, capacities: Sequence[int] = (512, 16)) -> Answer:
        segments = [(Kind.KEY, key), (Kind.NONCE, bytes(12)), (Kind.AD, b"ad"), (Kind.TEXT, cipher)]
        return self.run(
            Operation.OPEN, "aes_gcm", [*segments, (Kind.TAG, tag)], length=len(tag), capacities=capacities
        )

    def serves(self) -> None:
        """The device works after what was before, with the DMA and without."""
        expected = hashlib.sha3_256(b"abc").digest()
        answer = self.hash(b"abc")
        assert (answer.result, answer.buffers) == (Result.OK, [expected])
        assert self.driver.hash("sha3_256", b"abc", 32) == (Result.OK, expected)


@pytest.fixture
def mover(library: Callable[..., Path]) -> Callable[..., Mover]:
    return lambda core, **options: Mover(library(core, dma=True), **options)


@pytest.mark.slow
@pytest.mark.parametrize("interrupts", [False, True], ids=["polled", "interrupts"])
def test_hashes(mover: Callable[..., Mover], interrupts: bool) -> None:
    one, rng = mover("keccak-hash", interrupts=interrupts), Random(1)
    assert one.code.roundel_has_dma(byref(one.driver.device))
    for size in (0, 1, 16, 136, 1000):
        message = rng.randbytes(size)
        answer = one.hash(message)
        assert (answer.result, answer.buffers) == (Result.OK, [hashlib.sha3_256(message).digest()])
    one.serves()


def failed(answer: Answer, result: Result) -> None:
    """The result, and no byte of an answer left in any buffer."""
    assert answer.result == result
    assert not any(any(buffer) for buffer in answer.buffers)


@pytest.mark.slow
@pytest.mark.parametrize(
    "place", [IN_LIST, IN_LIST + 16, OUT_LIST, DATA, DATA + 512, ANSWERS, ANSWERS + 16], ids=hex
)
def test_an_error_of_the_bus(mover: Callable[..., Mover], place: int) -> None:
    """A list, a message or a buffer where the bus has an error response."""
    one = mover("keccak-hash")
    one.fail(place, place + 8)
    failed(one.hash(bytes(600)), Result.BROKEN)
    one.fail(0, 0)
    one.serves()


@pytest.mark.slow
@pytest.mark.parametrize("interrupts", [False, True], ids=["polled", "interrupts"])
@pytest.mark.parametrize("place", [IN_LIST, OUT_LIST, DATA, ANSWERS], ids=hex)
def test_a_bus_that_never_answers(mover: Callable[..., Mover], place: int, interrupts: bool) -> None:
    """The driver returns; what the engine asked for stays open until the bus is reset."""
    one = mover("keccak-hash", interrupts=interrupts and place in (IN_LIST, DATA))
    one.driver.device.port.patience = 3 if interrupts else 300
    one.stick(place, place + 8)
    failed(one.hash(bytes(600)), Result.TIMEOUT)


@pytest.mark.slow
def test_what_the_core_refuses(mover: Callable[..., Mover]) -> None:
    one = mover("keccak-hash")
    failed(one.hash(b"abc", length=0xFFFF_FFFF), Result.BROKEN)  # more digest than buffers
    one.serves()
    failed(one.run(Operation.SEAL, "sha3_256", [(Kind.TEXT, bytes(300))]), Result.ILLEGAL)
    one.serves()
    failed(one.hash(b"abc", capacity=0), Result.BROKEN)
    one.serves()


@pytest.mark.slow
def test_text_of_a_refused_open(mover: Callable[..., Mover]) -> None:
    """The engine writes text before its tag is checked; the driver returns it only if it is accepted."""
    one, rng = mover("aes-gcm-la"), Random(2)
    key, text = rng.randbytes(16), rng.randbytes(200)
    sealed = AESGCM(key).encrypt(bytes(12), text, b"ad")
    cipher, tag = sealed[:-16], sealed[-16:]
    accepted = one.open(key, cipher, tag)
    assert (accepted.result, accepted.buffers[0]) == (Result.OK, text)
    for wrong_cipher, wrong_tag in ((cipher, flipped(tag, rng)), (flipped(cipher, rng), tag)):
        refused = one.open(key, wrong_cipher, wrong_tag)
        assert refused.written > len(text)
        failed(refused, Result.REFUSED)
    # Lists without a place for the STATUS, or for all of the text.
    failed(one.open(key, cipher, tag, capacities=(512,)), Result.BROKEN)
    failed(one.open(key, cipher, tag, capacities=(128,)), Result.BROKEN)
    failed(one.open(key[:-1], cipher, tag), Result.ILLEGAL)
    again = one.open(key, cipher, tag)
    assert (again.result, again.buffers[0]) == (Result.OK, text)


@pytest.mark.slow
@pytest.mark.parametrize(("strength", "kmac"), [(128, KMAC_128), (256, KMAC_256)])
def test_a_command_in_memory(mover: Callable[..., Mover], strength: int, kmac: Kmac) -> None:
    """A KMAC has lengths in its command that a descriptor has no place for."""
    one, rng = mover("keccak-kmac"), Random(3)
    key, custom, text = rng.randbytes(33), rng.randbytes(20), rng.randbytes(300)

    def answer(tag: int | bytes) -> Answer:
        first, *rest = kmac.request(*kmac.message(key, b"", text, tag, custom=custom))
        return one.transact(one.command(first.data), [(part.kind, part.data) for part in rest], [64])

    right = oracles.kmac(strength, key, text, 40, custom)
    made = answer(len(right))
    assert (made.result, made.buffers) == (Result.OK, [right])
    assert answer(right).result == Result.OK
    failed(answer(flipped(right, rng)), Result.REFUSED)
    assert answer(right).result == Result.OK


@pytest.mark.long
def test_a_text_that_the_core_cannot_hold(mover: Callable[..., Mover]) -> None:
    one = mover("aes-gcm-hs-hold:packet")
    sealed = AESGCM(bytes(16)).encrypt(bytes(12), bytes(2049), b"ad")
    failed(one.open(bytes(16), sealed[:-16], sealed[-16:], capacities=(2064, 16)), Result.TOO_LONG)
