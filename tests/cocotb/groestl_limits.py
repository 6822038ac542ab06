"""The longest messages of the Grøstl cores: the last block that fits, and the one after it.

The bench sets the number of the current block in the middle of a text. Run inside the simulator by
test_hs_limits.py.
"""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from limits import SETTLED, Counter, part_of, send_counted
from stream_bench import StreamBench

from roundel.models import aes_groestl
from roundel.models.bits import xor
from roundel.models.groestl import COUNTER_BYTES, GROESTL_256, INNER_PAD, OUTER_PAD
from roundel.protocol.stream import ACCEPTED, ERROR, Flag, Kind, Operation, Segment, command_segment

BLOCK, WORD, DIGEST = 64, 16, 32
BLOCKS = 4  # with text
KEY, MAC_KEY, NONCE = bytes(range(16)), bytes(range(32, 64)), bytes(range(16, 28))
LAST_HASHED, LAST_CIPHERED = 2**32 - 2, 2**30  # numbers of the last block with text
SERVICES = {
    "groestl-256": ("hash", "mac", "verify"),
    "aes-ctr": ("ctr",),
    "aes-groestl-256": ("hash", "ctr", "seal", "open"),
}[os.environ["ROUNDEL_CORE"]]


def counted(message: bytes, base: int) -> bytes:
    """Return the digest, with `base` more blocks than the message has."""
    padded = GROESTL_256.pad(message)
    number = int.from_bytes(padded[-COUNTER_BYTES:], "big") + base
    chain = GROESTL_256.chain(padded[:-COUNTER_BYTES] + number.to_bytes(COUNTER_BYTES, "big"))
    return xor(GROESTL_256.permute(chain), chain)[-DIGEST:]


def counted_hmac(message: bytes, base: int) -> bytes:
    """Return the tag, with `base` more blocks in the inner hash."""
    key = MAC_KEY.ljust(BLOCK, b"\0")
    inner = counted(bytes(a ^ INNER_PAD for a in key) + message, base)
    return GROESTL_256.hash(bytes(a ^ OUTER_PAD for a in key) + inner)


def exchange(service: str, text: bytes, base: int) -> tuple[list[Segment], list[Segment], list[Segment]]:
    """Return what is sent before and after the text, and the answer."""
    mac_key, both = Segment(Kind.KEY, MAC_KEY), Segment(Kind.KEY, KEY + MAC_KEY)
    ad, nonce = Segment(Kind.AD, bytes(WORD)), Segment(Kind.NONCE, NONCE)
    ciphered = aes_groestl.cipher(KEY, NONCE, text)
    if service == "hash":
        return (
            [command_segment(Operation.HASH, length=DIGEST)],
            [],
            [Segment(Kind.DIGEST, counted(text, base))],
        )
    if service == "mac":
        tag = Segment(Kind.TAG, counted_hmac(text, base))
        return [command_segment(Operation.MAC, length=DIGEST), mac_key], [], [tag]
    if service == "verify":
        tag = Segment(Kind.TAG, counted_hmac(text, base))
        return [command_segment(Operation.VERIFY, length=DIGEST), mac_key], [tag], [ACCEPTED]
    if service == "ctr":
        before = [command_segment(Operation.SEAL, Flag.CTR), Segment(Kind.KEY, KEY), nonce]
        return before, [], [Segment(Kind.TEXT, ciphered)]
    if service == "seal":
        tag = Segment(Kind.TAG, counted_hmac(ad.data + ciphered, base))
        before = [command_segment(Operation.SEAL, length=DIGEST), both, nonce, ad]
        return before, [Segment(Kind.TAG)], [Segment(Kind.TEXT, ciphered), tag]
    tag = Segment(Kind.TAG, counted_hmac(ad.data + text, base))
    before = [command_segment(Operation.OPEN, length=DIGEST), both, nonce, ad]
    return before, [tag], [Segment(Kind.UNVERIFIED, ciphered), ACCEPTED]


@cocotb.test(timeout_time=10, timeout_unit="ms")
@cocotb.parametrize(service=SERVICES, over=[0, 1], tail=[BLOCK, 8])
async def limit_of_blocks(dut: Any, service: str, over: int, tail: int) -> None:
    bench, rng = StreamBench(dut), random.Random(f"{service} {over} {tail}")
    await bench.reset()
    with_data, with_key = service in ("seal", "open"), service not in ("hash", "ctr")
    last = LAST_CIPHERED if service in ("ctr", "seal", "open") else LAST_HASHED
    text = rng.randbytes(BLOCK * (BLOCKS - 1) + tail - (WORD if with_data else 0))
    base = last + over - (BLOCKS + with_key)
    before, after, answer = exchange(service, text, base)
    if over:
        # Of the ciphered text, that of complete blocks has been sent.
        sent = [one for one in answer if one.kind in (Kind.TEXT, Kind.UNVERIFIED)]
        whole = len(text) - tail
        answer = [*(Segment(one.kind, one.data[:whole]) for one in sent), ERROR]
    bench.send(before)
    register = part_of(dut.u_control.u_words.blocks_q, 0)
    first = 1 + with_key

    def number() -> int:
        return register.get() if register.get() > first else 0

    await send_counted(bench, Segment(Kind.TEXT, text), Counter(number, register.set), base)
    await bench.cycles(SETTLED)
    bench.send(after)
    assert await bench.receive(len(answer)) == answer
    before, after, answer = exchange(service, text, 0)
    bench.send([*before, Segment(Kind.TEXT, text), *after])
    assert await bench.receive(len(answer)) == answer
    await bench.finish()
