"""roundel_ghash_line against SP 800-38D: hashes of any length back to back, with pauses, discarded hashes."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from roundel.models.gcm import ghash

BLOCK_CYCLES = int(os.environ["BLOCK_CYCLES"])
RING = {1: 5, 2: 3, 4: 2}[BLOCK_CYCLES]
# In slots of BLOCK_CYCLES cycles.
MARK_LEAD = RING + 3
POWER_SLOTS = RING * (RING + 1) + 1  # of the powers of H, from key_valid_i on
CLEAR_SLOTS = 17
END_GAP = RING + 1
KEYS = 6
HASHES = 60


@dataclass
class Slot:
    """The input of one slot."""

    block: bytes | None = None
    ends: bool = False
    addend: bytes = bytes(16)


def number(block: bytes) -> int:
    return int.from_bytes(block, "little")


async def slot_ends(dut: Any) -> list[bytes]:
    """Pass one slot, of which the last cycle takes the input; return the hash that comes, if one does."""
    hashes = []
    for phase in (*range(1, BLOCK_CYCLES), 0):
        dut.phase_i.value = 1 << phase
        await FallingEdge(dut.clk_i)
        if dut.hash_valid_o.value:
            hashes.append(int(dut.hash_o.value).to_bytes(16, "little"))
    return hashes


async def busy_slots(dut: Any) -> int:
    taken = 0
    while dut.busy_o.value:
        await slot_ends(dut)
        taken += 1
        assert taken < 100
    return taken


async def started(dut: Any) -> None:
    for name in ("key_valid_i", "clear_key_i", "mark_hash_i", "mark_end_i", "rst_ni"):
        getattr(dut, name).value = 0
    dut.block_i.value = dut.lengths_i.value = dut.addend_i.value = 0
    dut.phase_i.value = 1
    cocotb.start_soon(Clock(dut.clk_i, 10, "ns").start())
    await FallingEdge(dut.clk_i)
    await FallingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await busy_slots(dut)


async def load_key(dut: Any, subkey: bytes) -> None:
    dut.key_valid_i.value, dut.block_i.value = 1, number(subkey)
    await slot_ends(dut)
    dut.key_valid_i.value = dut.block_i.value = 0
    assert await busy_slots(dut) + 1 == POWER_SLOTS
    for _ in range(2):
        await slot_ends(dut)


def schedule(rng: random.Random, subkey: bytes) -> tuple[list[Slot], list[bytes]]:
    """Return the input of each slot, and the hashes that come out."""
    slots: list[Slot] = []
    hashes = []
    since_end = END_GAP
    for _ in range(HASHES):
        data = [rng.randbytes(16) for _ in range(rng.choice((1, 1, 2, 3, 4, 5, 6, 7, 12, 20)))]
        pauses = rng.choice((0.0, 0.0, 0.3, 0.8))
        discarded = rng.random() < 0.15
        for place, block in enumerate(data):
            last = place == len(data) - 1
            while rng.random() < pauses or (last and since_end < END_GAP - 1):
                slots.append(Slot())
                since_end += 1
            slots.append(Slot(block, ends=last and not discarded))
            since_end = 0 if last and not discarded else since_end + 1
        if discarded:
            slots.append(Slot(ends=True))
            slots += [Slot()] * END_GAP
            since_end = END_GAP
            continue
        slots[-1].addend = rng.randbytes(16)
        whole = ghash(subkey, b"".join(data))
        hashes.append(bytes(x ^ y for x, y in zip(whole, slots[-1].addend, strict=True)))
    return slots, hashes


async def play(dut: Any, rng: random.Random, slots: list[Slot]) -> list[bytes]:
    """Apply the slots, their marks before them; return the hashes."""
    padded = [*[Slot()] * MARK_LEAD, *slots, *[Slot()] * 2 * MARK_LEAD]
    got: list[bytes] = []
    for place, slot in enumerate(padded):
        ahead = padded[place + MARK_LEAD] if place + MARK_LEAD < len(padded) else Slot()
        dut.mark_hash_i.value = ahead.block is not None
        dut.mark_end_i.value = ahead.ends
        # A block comes on either port.
        block = number(slot.block or bytes(16))
        lengths = slot.block is not None and slot.ends
        dut.block_i.value = 0 if lengths else block
        dut.lengths_i.value = block if lengths else 0
        last = slot.ends and slot.block is not None
        dut.addend_i.value = number(slot.addend if last else rng.randbytes(16))
        got += await slot_ends(dut)
    return got


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def hashes_are_those_of_the_standard(dut: Any) -> None:
    rng = random.Random(3)
    await started(dut)
    for number_of_key in range(KEYS):
        subkey = bytes(16) if number_of_key == 0 else rng.randbytes(16)
        await load_key(dut, subkey)
        slots, hashes = schedule(rng, subkey)
        assert await play(dut, rng, slots) == hashes, subkey.hex()
        if rng.random() < 0.5:
            dut.clear_key_i.value = 1
            await slot_ends(dut)
            dut.clear_key_i.value = 0
            # In a slot of several cycles, its last cycle is the first one of the clearing.
            assert await busy_slots(dut) + 1 == CLEAR_SLOTS - (BLOCK_CYCLES > 1)
            # All powers but H^0 are zero.
            slots = [Slot(rng.randbytes(16)), Slot(rng.randbytes(16), ends=True)]
            assert await play(dut, rng, slots) == [bytes(16)]
