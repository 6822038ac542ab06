"""Reads an adapter file, and checks and times a core with it."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from roundel.adapters.dut import DEFAULT_LIMIT, Dut
from roundel.catalog import Core, Service
from roundel.errors import RoundelError
from roundel.simulate.ports import RESET_CYCLES, Ports

# The seed and the probability of the pauses of a check; None for none.
STALLS = (None, (1, 0.5), (2, 0.2), (3, 0.9))
RANDOM_MESSAGES = 20
MOST_WRONG = 50
_SHOWN = 96


@dataclass(frozen=True)
class Adapter:
    """An adapter file: how to send a message, known answers, and more messages where it has them.

    `blocks(n)` is a message of n blocks, `model(message)` the right answer, `random_message(rng)` any
    message.
    """

    path: Path
    run: Callable[[Dut, Any], Awaitable[Any]]
    answers: tuple[tuple[Any, Any], ...]
    blocks: Callable[[int], Any] | None = None
    model: Callable[[Any], Any] | None = None
    random_message: Callable[[Random], Any] | None = None
    limit: int = DEFAULT_LIMIT

    def message(self, service: Service, count: int) -> Any:
        """Return the message of that many blocks which is timed."""
        if self.blocks is not None:
            return self.blocks(count)
        size = service.block_bits // 8
        return bytes(i % 251 for i in range(count * size))


@dataclass(frozen=True)
class Wrong:
    """A wrong answer: which message, what was expected, and what came."""

    origin: str
    message: str
    expected: str
    got: str
    stalls: str = "none"


@dataclass(frozen=True)
class Checked:
    """How many known answers and random messages were checked, and those that were wrong."""

    known: int
    random: int
    wrong: tuple[Wrong, ...]


def load_adapter(core: Core) -> Adapter:
    """Return the adapter of a core.

    Raises RoundelError where the core has none, and where the file lacks `run` or known answers.
    """
    if core.adapter is None:
        raise RoundelError(f"{core.name} has no adapter", "Write one: docs/your-own-core.md.")
    path = core.adapter
    module = _module(path, dict(core.config.parameters))
    run = getattr(module, "run", None)
    if not callable(run):
        raise RoundelError(
            f"{path}: no function `run`", "Define `async def run(dut, message)`, or take a ready one."
        )
    answers = getattr(module, "answers", None)
    found: Iterable[tuple[Any, Any]] = answers() if callable(answers) else answers or ()
    pairs = []
    for one in found:
        if not isinstance(one, tuple | list) or len(one) != 2:
            raise RoundelError(f"{path}: answers: {one!r:.60} is no pair", "Each is (message, answer).")
        pairs.append((_bytes(path, one[0]), _bytes(path, one[1])))
    if not pairs:
        raise RoundelError(
            f"{path}: no known answers", "Define `answers`: pairs of a message and its answer."
        )
    return Adapter(
        path,
        run,
        tuple(pairs),
        getattr(module, "blocks", None),
        getattr(module, "model", None),
        getattr(module, "random_message", None),
        int(getattr(module, "limit", DEFAULT_LIMIT)),
    )


def _bytes(path: Path, value: Any) -> Any:
    """Return a message or an answer; a text of hex digits is bytes."""
    if not isinstance(value, str):
        return value
    try:
        return bytes.fromhex(value)
    except ValueError as error:
        raise RoundelError(
            f"{path}: answers: {value!r:.60} is not hex ({error})", "Texts are hex digits."
        ) from error


def digest_of(path: Path) -> str:
    """Return the digest of an adapter file, which the cycles made with it are stored under."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def check(core: Core, *, random: int = RANDOM_MESSAGES, seed: int = 0) -> Checked:
    """Check a core with its adapter: known answers, then random messages against the adapter's model.

    The check ends early at a message that is not answered, and after `MOST_WRONG` wrong answers. Each set
    runs once without pauses, and three times with pauses of both sides where the adapter pauses.
    """
    adapter = load_adapter(core)
    cases = [(f"known answer {i}", *pair) for i, pair in enumerate(adapter.answers, 1)]
    made = 0
    if adapter.model is not None and adapter.random_message is not None and random:
        rng = Random(seed)
        for made in range(1, random + 1):
            message = adapter.random_message(rng)
            cases.append((f"random message {made}", message, adapter.model(message)))
    wrong: list[Wrong] = []
    with Ports(core) as model:
        for stalls in STALLS:
            model.reset(RESET_CYCLES)
            dut = Dut(model, stalls=stalls)
            for origin, message, expected in cases:
                ended = True
                try:
                    got = dut.run(_awaited(adapter, dut, message), adapter.limit)
                except RoundelError as error:
                    got, ended = error.message, False
                if got != expected:
                    text = (
                        "none" if stalls is None else f"pauses of probability {stalls[1]}, seed {stalls[0]}"
                    )
                    wrong.append(Wrong(origin, show(message), show(expected), show(got), text))
                    model.reset(RESET_CYCLES)
                if not ended or len(wrong) >= MOST_WRONG:
                    return Checked(len(adapter.answers), made, tuple(wrong))
            if not dut.pauses:  # it never pauses: the others would be the same
                break
    return Checked(len(adapter.answers), made, tuple(wrong))


def require_right(core: Core) -> None:
    """Raise RoundelError with the first wrong answer of a core."""
    checked = check(core)
    if checked.wrong:
        one = checked.wrong[0]
        raise RoundelError(
            f"{core.name}: {one.origin} is wrong ({len(checked.wrong)} are): "
            f"expected {one.expected}, got {one.got}",
            f"`roundel verify {core.name}` shows all.",
        )


@dataclass(frozen=True)
class Timed:
    """The blocks and cycles of messages, and the latency of one of one block, None if nobody measured it."""

    durations: tuple[tuple[int, int], ...]
    latency: int | None


def timed(core: Core, service: Service, counts: Iterable[int]) -> Timed:
    """Return the cycles of messages of `counts` blocks, once the core has answered rightly.

    A cocotb bench chooses its own numbers of blocks. Raises RoundelError with the first wrong answer or the
    first case that fails.
    """
    if core.cocotb is not None:
        from roundel.adapters.cocotb_bench import run_cocotb

        return Timed(tuple(run_cocotb(core)), None)
    require_right(core)
    adapter = load_adapter(core)
    with Ports(core) as model:
        durations = [(n, duration(model, adapter, adapter.message(service, n))[0]) for n in counts]
        return Timed(tuple(durations), duration(model, adapter, adapter.message(service, 1))[1])


def duration(model: Ports, adapter: Adapter, message: Any) -> tuple[int, int]:
    """Return the cycles from the first input to the last output of a message, and to the first output.

    An adapter that does not say when inputs and outputs pass is timed from its start to its end.
    """
    model.reset(RESET_CYCLES)
    dut = Dut(model)
    got = dut.run(_awaited(adapter, dut, message), adapter.limit)
    if adapter.model is not None and got != (expected := adapter.model(message)):
        raise RoundelError(
            f"{model.core.name}: the timed message is answered wrong: "
            f"expected {show(expected)}, got {show(got)}",
            f"`roundel verify {model.core.name}` shows more.",
        )
    first_in = dut.accepts[0] if dut.accepts else 0
    outputs = dut.returns or [dut.cycle]
    return outputs[-1] - first_in, outputs[0] - first_in


def show(value: Any) -> str:
    """Return a message or an answer as text of bounded length."""
    text = value.hex() if isinstance(value, bytes | bytearray) else repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"


async def _awaited(adapter: Adapter, dut: Dut, message: Any) -> Any:
    return await adapter.run(dut, message)


def _module(path: Path, parameters: dict[str, Any]) -> ModuleType:
    """Return an adapter file as a module. It finds the parameters of the configuration in PARAMETERS."""
    name = f"roundel_adapter_{digest_of(path)}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise RoundelError(f"{path}: not a Python file", "Name a .py file.")
    module = importlib.util.module_from_spec(spec)
    vars(module)["PARAMETERS"] = parameters
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except RoundelError:
        raise
    except Exception as error:
        raise RoundelError(f"{path}: {type(error).__name__}: {error}", "Correct the adapter.") from error
    finally:
        sys.path.remove(str(path.parent))
    return module
