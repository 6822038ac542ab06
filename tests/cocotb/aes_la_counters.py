"""Counters of two words in the memory of a low-area AES core, set to where they carry.

No message is long enough for that: 2^29 bytes, or 2^36 of the generator. Run inside the simulator by
test_la_counters.py, on multi-aes-la.
"""

from __future__ import annotations

import random
from typing import Any

import cocotb
from stream_bench import StreamBench

from roundel.models import aes_hash, gcm
from roundel.models.aes import Rijndael
from roundel.models.bits import xor
from roundel.models.fortuna import Generator
from roundel.protocol.stream import Flag, Kind, Operation, Segment, command_segment

# Addresses of roundel_aes_la_pkg. A counter of bits is the high word, then the low one; the generator's is
# the reverse.
PRNG_COUNTER, DATA_BITS, TEXT_BITS = (11, 10), (12, 13), (14, 15)
CARRIES = 1 << 32
KEY, NONCE = bytes(range(16)), bytes(range(16, 32))
SETTLED = 400  # cycles in which every core here comes to rest


class Counters:
    """The words of `dut` as numbers of 64 bits."""

    def __init__(self, dut: Any) -> None:
        self.words = dut.u_core.u_words

    def get(self, places: tuple[int, int]) -> int:
        halves = [(int(self.words.high_q[at].value), int(self.words.low_q[at].value)) for at in places]
        high, low = (int.from_bytes((high << 16 | low).to_bytes(4, "little"), "big") for high, low in halves)
        return high << 32 | low

    def set(self, places: tuple[int, int], value: int) -> None:
        for at, number in zip(places, divmod(value, 1 << 32), strict=True):
            word = int.from_bytes(number.to_bytes(4, "big"), "little")
            self.words.high_q[at].value, self.words.low_q[at].value = divmod(word, 1 << 16)


async def started(dut: Any) -> tuple[StreamBench, Counters]:
    bench = StreamBench(dut)
    await bench.reset()
    return bench, Counters(dut)


async def held_back(bench: StreamBench, segment: Segment, beats: int) -> None:
    """Send a segment, but no more than some `beats` of it before the core has come to rest."""
    before = bench.cycle
    bench.send([segment])
    taken = 0
    while taken < beats:
        await bench.cycles(1)
        taken += int(bench.dut.s_axis_tvalid.value) and int(bench.dut.s_axis_tready.value)
        assert bench.cycle - before < SETTLED
    bench.pause(source=1.0)
    await bench.cycles(SETTLED)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def the_generator_s_counter(dut: Any) -> None:
    bench, counters = await started(dut)
    generator = Generator(KEY * 2, counter=1)
    bench.send([command_segment(Operation.PRNG, Flag.KEEP, length=32), Segment(Kind.SEED, generator.key)])
    assert await bench.receive(1) == [Segment(Kind.RANDOM, generator.request(32))]
    for counter in (CARRIES - 3, 0x0123_4567_FFFF_FFFE, (1 << 63) - 1):
        await bench.cycles(SETTLED)
        assert counters.get(PRNG_COUNTER) == generator.counter
        counters.set(PRNG_COUNTER, counter)
        generator.counter = counter
        bench.send([command_segment(Operation.PRNG, Flag.KEEP | Flag.RESUME, length=90), Segment(Kind.SEED)])
        assert await bench.receive(1) == [Segment(Kind.RANDOM, generator.request(90))]
    await bench.finish()


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def gcm_s_counters_of_bits(dut: Any) -> None:
    bench, counters = await started(dut)
    rng = random.Random(1)
    nonce, ad, text = NONCE[:12], rng.randbytes(70), rng.randbytes(90)
    cipher = Rijndael(KEY)
    for data_base, text_base in (
        (CARRIES - 8 * 50, 0),
        (0, CARRIES - 8 * 40),
        (7 * CARRIES - 8, 9 * CARRIES - 8 * 17),
    ):
        ciphertext, _ = gcm.seal(KEY, nonce, ad, text)
        bench.send(
            [command_segment(Operation.SEAL, length=16), Segment(Kind.KEY, KEY), Segment(Kind.NONCE, nonce)]
        )
        await bench.cycles(SETTLED)
        for segment, places, base in (
            (Segment(Kind.AD, ad), DATA_BITS, data_base),
            (Segment(Kind.TEXT, text), TEXT_BITS, text_base),
        ):
            await held_back(bench, segment, 8)
            counted = counters.get(places)
            assert counted in (0, 128), counted  # a block, or none yet
            counters.set(places, base + counted)
            bench.pause()
            await bench.cycles(4 * SETTLED)
            assert counters.get(places) == base + 8 * len(segment.data)
        bench.send([Segment(Kind.TAG)])
        lengths = (data_base + 8 * len(ad)).to_bytes(8, "big") + (text_base + 8 * len(text)).to_bytes(
            8, "big"
        )
        blocks = [data + bytes(-len(data) % 16) for data in (ad, ciphertext)]
        product = gcm.ghash(cipher.encrypt(bytes(16)), b"".join(blocks) + lengths)
        tag = xor(product, cipher.encrypt(nonce + (1).to_bytes(4, "big")))
        expected = [Segment(Kind.TEXT, ciphertext), Segment(Kind.TAG, tag)]
        assert await bench.receive(2) == expected
    await bench.finish()


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def aes_hash_s_counter_of_bits(dut: Any) -> None:
    bench, counters = await started(dut)
    rng = random.Random(2)
    command = command_segment(Operation.HASH, length=32)
    for base, size in ((CARRIES - 8 * 60, 70), (5 * CARRIES - 8, 100)):
        message = rng.randbytes(size)
        bench.send([command])
        await bench.cycles(SETTLED)
        await held_back(bench, Segment(Kind.TEXT, message), 8)
        counters.set(TEXT_BITS, base + counters.get(TEXT_BITS))
        bench.pause()
        data = aes_hash.padded(message)[: -aes_hash.LENGTH_BYTES]
        data += (base + 8 * size).to_bytes(aes_hash.LENGTH_BYTES, "big")
        chain = b"\xff" * aes_hash.BLOCK_BYTES
        for start in range(0, len(data), aes_hash.BLOCK_BYTES):
            chain = aes_hash.compress(chain, data[start : start + aes_hash.BLOCK_BYTES])
        assert await bench.receive(1) == [Segment(Kind.DIGEST, aes_hash.compress(chain, chain))]
    await bench.finish()
