"""A pipelined Wishbone slave for the memory of a bench. That of cocotbext-wishbone answers with data that do
not depend on the address, so it cannot be a memory.
"""

from __future__ import annotations

import random
from collections import deque
from typing import Any, Protocol

import cocotb
from cocotb.triggers import RisingEdge


class Storage(Protocol):
    """Bytes; an exception is an error response."""

    def read_word(self, address: int, length: int) -> bytes: ...

    def write_bytes(self, address: int, data: bytes) -> None: ...


class WishboneMemory:
    """Answers requests in order, with random stalls and delays, and checks that a stalled request stays."""

    def __init__(self, dut: Any, prefix: str, storage: Storage, source: random.Random, width: int) -> None:
        self.signals = {
            name: getattr(dut, f"{prefix}_{name}")
            for name in ("cyc_o", "stb_o", "we_o", "adr_o", "sel_o", "dat_i", "stall_i", "ack_i", "err_i")
        }
        self.data = getattr(dut, f"{prefix}_dat_o", None)  # a master that only reads has none
        self.clock, self.storage, self.random, self.bytes = dut.clk_i, storage, source, width // 8
        self.probability = 0.0
        self.answers: deque[tuple[bytes, bool]] = deque()
        for name in ("dat_i", "stall_i", "ack_i", "err_i"):
            self.signals[name].value = 0
        cocotb.start_soon(self._run())

    def pause(self, probability: float) -> None:
        self.probability = probability

    def _request(self) -> tuple[int, ...] | None:
        if not (int(self.signals["cyc_o"].value) and int(self.signals["stb_o"].value)):
            return None
        data = int(self.data.value) if self.data is not None else 0
        return (*(int(self.signals[name].value) for name in ("we_o", "adr_o", "sel_o")), data)

    def _serve(self, write: int, address: int, strobes: int, data: int) -> tuple[bytes, bool]:
        assert address % self.bytes == 0
        try:
            if not write:
                assert strobes == (1 << self.bytes) - 1
                return self.storage.read_word(address, self.bytes), True
            word = data.to_bytes(self.bytes, "little")
            for place in range(self.bytes):
                if strobes >> place & 1:
                    self.storage.write_bytes(address + place, word[place : place + 1])
        except OSError:
            return bytes(self.bytes), False
        return bytes(self.bytes), True

    async def _run(self) -> None:
        stalled = None
        while True:
            await RisingEdge(self.clock)
            request = self._request()
            if stalled is not None:
                assert request == stalled, "a stalled request has changed"
            stalled = request if int(self.signals["stall_i"].value) else None
            if request is not None and stalled is None:
                self.answers.append(self._serve(*request))
            if not int(self.signals["cyc_o"].value):
                assert not self.answers, "a cycle has ended before its last answer"
            answered = bool(self.answers) and self.random.random() >= self.probability
            word, well = self.answers.popleft() if answered else (bytes(self.bytes), True)
            self.signals["ack_i"].value = int(answered and well)
            self.signals["err_i"].value = int(answered and not well)
            self.signals["dat_i"].value = int.from_bytes(word, "little")
            self.signals["stall_i"].value = int(self.random.random() < self.probability)
