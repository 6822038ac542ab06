"""Chains of transactions or blocks, each of whose inputs is the output before, run next to the model.

A Monte Carlo test has 100 000 of them. A call from Python costs as much as several hundred clock cycles.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.protocol.stream import COMMAND_BYTES, Kind, Segment
from roundel.simulate import _library
from roundel.simulate._library import Reason
from roundel.simulate.beats import Beats, beats_of
from roundel.simulate.device import DEFAULT_IDLE_CYCLES, Device
from roundel.simulate.engine import DEFAULT_IDLE_CYCLES as ENGINE_IDLE_CYCLES
from roundel.simulate.engine import Engine
from roundel.simulate.model import limits_of


class _Chain(ctypes.Structure):
    """RoundelChain of chain.cpp."""

    _fields_ = [
        ("rounds", ctypes.c_uint64),
        ("done", ctypes.c_uint64),
        ("text_beat", ctypes.c_uint64),
        ("text_bytes", ctypes.c_uint64),
        ("length_min", ctypes.c_uint64),
        ("length_range", ctypes.c_uint64),
        ("kind", ctypes.c_uint64),
        ("answer_bytes", ctypes.c_uint64),
        ("answer", ctypes.c_void_p),
    ]
    answer_bytes: int


class ChainDevice(Device):
    """A service core that can run chains of transactions."""

    chains = True

    def __init__(self, core: Core, *, trace: Path | None = None, trace_end: bool = False) -> None:
        """Build `core` if necessary, load it and reset it."""
        super().__init__(core, trace=trace, trace_end=trace_end)
        pointers = (_library.Run, _library.BeatRows, _library.BeatRows, _Chain)
        self._library.roundel_chain.argtypes = [ctypes.c_void_p, *map(ctypes.POINTER, pointers)]

    def chain(
        self,
        segments: Sequence[Segment],
        rounds: int,
        *,
        kind: Kind,
        most_bytes: int,
        lengths: range | None = None,
    ) -> bytes:
        """Run a transaction `rounds` times, the text of each but the first from the answer before.

        Args:
            segments: The transaction, a command first and the text last. The text keeps its length: it is
                the first bytes of the answer before, then zeros.
            rounds: The number of transactions, 1 or more.
            kind: The kind of the answer, which is one segment.
            most_bytes: The longest answer.
            lengths: The lengths of the answers that are requested: the first one plus the last two bytes of
                the answer before, big-endian, modulo their number. None: that of `segments`.

        Returns:
            The last answer.

        Raises:
            RoundelError: The core answers otherwise, or is silent.
        """
        if rounds < 1 or segments[-1].kind != Kind.TEXT or len(segments[0].data) != COMMAND_BYTES:
            raise RoundelError("a chain is of one transaction or more: a command first, a text last")
        self._begin_stream()
        width = self.core.data_width
        sent = beats_of(segments, width)
        output = Beats.empty(-(-max(1, most_bytes) // (width // 8)) + 1, width)
        answer = np.zeros(len(output) * width // 8, np.uint8)
        chain = _Chain(
            rounds=rounds,
            text_beat=len(sent) - len(beats_of(segments[-1:], width)),
            text_bytes=len(segments[-1].data),
            length_min=lengths.start if lengths else 0,
            length_range=len(lengths) if lengths else 0,
            kind=kind,
            answer=answer.ctypes.data,
        )
        run = _library.Run(segments=1, min_cycles=0, **limits_of(None, DEFAULT_IDLE_CYCLES))
        source, sink = _library.rows_of(sent), _library.rows_of(output)
        with self._uninterruptible():
            reason = Reason.SLICE
            while reason is Reason.SLICE:
                structures = map(ctypes.byref, (run, source, sink, chain))
                reason = Reason(self._library.roundel_chain(self._open_handle(), *structures))
            if reason is Reason.FAILED:
                raise self._failure()
            if reason is not Reason.DONE:
                raise RoundelError(f"{self.core.name} has not answered a transaction of a chain", "Reset it.")
        return answer[: chain.answer_bytes].tobytes()


class ChainEngine(Engine):
    """A block engine that can run chains of blocks."""

    chains = True

    def __init__(self, core: Core, *, trace: Path | None = None, trace_end: bool = False) -> None:
        """Build `core` if necessary, load it and reset it."""
        super().__init__(core, trace=trace, trace_end=trace_end)
        run = ctypes.POINTER(_library.BlocksRun)
        pointer, count = ctypes.c_void_p, ctypes.c_uint64
        self._library.roundel_chain.argtypes = [pointer, run, count, pointer, pointer]

    def chain(self, block: bytes, key: bytes, rounds: int) -> tuple[bytes, bytes]:
        """Run `rounds` blocks under one key, each the result of the one before, the first of them `block`.

        Returns:
            The last result, and the one before (`block` if there is one round).

        Raises:
            RoundelError: A size is not the engine's, or the engine is silent.
        """
        core = self.core
        sizes = (len(block), len(key))
        if sizes != (core.data_width // 8, core.key_width // 8) or rounds < 1:
            raise RoundelError(
                f"{rounds} rounds, {sizes[0]} bytes of block and {sizes[1]} bytes of key for {core.name}",
                f"Pass {core.data_width // 8} and {core.key_width // 8} bytes, and one round or more.",
            )
        last, before = (np.frombuffer(block, np.uint8).copy() for _ in range(2))
        own, result, cycles = np.frombuffer(key, np.uint8).copy(), np.zeros_like(last), np.zeros(2, np.int64)
        run = _library.BlocksRun(
            count=1,
            blocks=last.ctypes.data,
            keys=own.ctypes.data,
            results=result.ctypes.data,
            accepted=cycles[:1].ctypes.data,
            returned=cycles[1:].ctypes.data,
            **limits_of(None, ENGINE_IDLE_CYCLES),
        )
        with self._uninterruptible():
            handle = self._open_handle()
            reason = Reason(
                self._library.roundel_chain(
                    handle, ctypes.byref(run), rounds, last.ctypes.data, before.ctypes.data
                )
            )
            if reason is Reason.FAILED:
                raise self._failure()
            if reason is not Reason.DONE:
                raise self._stopped("has not returned a block of a chain")
        return last.tobytes(), before.tobytes()
