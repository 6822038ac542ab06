"""The demo: a core and plain C on the same processor, and what their outputs have to be."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from roundel.algorithms.aes_groestl import AesCtr
from roundel.algorithms.kinds.aead import Aead
from roundel.algorithms.kinds.hash import Hash
from roundel.algorithms.kinds.mac import Mac
from roundel.algorithms.kinds.prng import Prng
from roundel.algorithms.kmac import Kmac
from roundel.algorithms.registry import algorithms
from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.protocol.stream import Operation
from roundel.simulate import Device
from roundel.simulate.beats import beats_of
from roundel.soc.firmware import compiled, demo_sources, dma_sources, image_of
from roundel.soc.system import EXIT, FAULT, LIMIT, LIMIT_CYCLES, Run, build_bare, build_soc, run_soc
from roundel.soc.wrapper import capability

# The rule of the firmware for its inputs: byte i is i plus one of these.
MESSAGE, KEY, NONCE, AD = 0x00, 0x40, 0x80, 0xC0
AD_BYTES = 16
# Of the tags of any length of Keccak MAC and of KMAC.
KECCAK_TAG_BYTES, KMAC_TAG_BYTES = 16, 32
DEFAULT_BYTES = 1024
_RESULT = re.compile(r"^result (\S+) (\w+) (\d+) (\d+) (\d+) (\d+) ([0-9a-f]*)$", re.MULTILINE)
_MOVED = re.compile(r"^result (\S+) (\w+) (\d+) (\d+) (\d+) (\d+) (\d+) ([0-9a-f]*)$", re.MULTILINE)
_FAILED = re.compile(r"^failed (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Compared:
    """One message through the core and through software: clock cycles of the processor around each.

    `output` is what the core returned, with the ciphertext before the tag; `expected` is that of `reference`.
    """

    algorithm: str
    operation: str
    bytes: int
    core_cycles: int
    software_cycles: int
    output: str
    expected: str
    reference: str

    @property
    def equal(self) -> bool:
        """Whether the output is that of the reference."""
        return self.output == self.expected


@dataclass(frozen=True)
class Moved:
    """One message through the DMA: clock cycles of the processor, and those of the core alone.

    `cycles` begin before the lists of descriptors are made; `again_cycles` are those of the same lists once
    more. `alone_cycles` are those of the core without a bus, from its first beat to its last answer.
    """

    algorithm: str
    operation: str
    bytes: int
    cycles: int
    again_cycles: int
    alone_cycles: int
    output: str
    expected: str
    reference: str

    @property
    def equal(self) -> bool:
        """Whether the output is that of the reference."""
        return self.output == self.expected


def counting(first: int, size: int) -> bytes:
    """Return an input of the firmware."""
    return bytes((first + i) % 256 for i in range(size))


def reference(
    algorithm: str, operation: str, key_bytes: int, nonce_bytes: int, size: int
) -> tuple[str, bytes]:
    """Return who says what the output is, and the output. RoundelError for an unknown algorithm."""
    key, nonce, ad = counting(KEY, key_bytes), counting(NONCE, nonce_bytes), counting(AD, AD_BYTES)
    text = counting(MESSAGE, size)
    if (name := algorithm.replace("-", "_")) in hashlib.algorithms_available:
        return "hashlib", hashlib.new(name, text).digest()
    model = algorithms().get(algorithm)
    if isinstance(model, Hash):
        return "the golden model", model.digest(model.functions[0].command(model.sizes[-1]), text)
    if isinstance(model, Mac):
        return "the golden model", model.tag(key, nonce, text, _tag_bytes(model), model.suffix)
    if isinstance(model, AesCtr):
        return "the golden model", model.compute(*model.message(key, nonce, text), None)[0]
    if isinstance(model, Prng):
        return "the golden model", model.output(model.generator(key), 0, key, size)
    if isinstance(model, Aead):
        state = model.new_state(key, nonce)
        return "the golden model", b"".join(model.process(state, Operation.SEAL, nonce, ad, text))
    raise RoundelError(f"the firmware reports {operation} of {algorithm!r}", "The host does not know it.")


def _tag_bytes(model: Mac) -> int:
    """Return the length of the tags of the firmware, where the algorithm has several."""
    if isinstance(model, Kmac):
        return KMAC_TAG_BYTES
    return KECCAK_TAG_BYTES if model.iv_bytes else model.tag_sizes[-1]


def ended_well(run: Run) -> None:
    """Raise RoundelError unless the firmware ended with exit code 0."""
    if run.reason == EXIT and run.value == 0:
        return
    failed = _FAILED.findall(run.output)
    hint = "\n  ".join(failed) or "The lines before this one are what it printed."
    if run.reason == EXIT:
        raise RoundelError(f"the firmware ended with exit code {run.value}", hint)
    if run.reason == LIMIT:
        raise RoundelError(
            f"the firmware did not end within {run.cycles:,} cycles",
            "It ends where main returns. --limit allows more cycles.",
        )
    what = "an access was refused, or there is nothing" if run.reason == FAULT else "the processor stopped"
    raise RoundelError(
        f"{what} at {run.value:#010x}, after {run.cycles:,} cycles",
        "0000_0000 is RAM of 256 KiB, 1000_0000 the console, 2000_0000 the core's registers (docs/bus.md).",
    )


def demonstrate(
    core: Core, bus: str, message_bytes: int = DEFAULT_BYTES, *, limit_cycles: int = LIMIT_CYCLES
) -> list[Compared]:
    """Run the default firmware on the SoC of `core`; return one comparison a message.

    Raises:
        RoundelError: The core has no shell, a package or tool is missing, or the firmware failed.
    """
    program = build_soc(core, bus)
    defines = {"DEMO_BYTES": message_bytes}
    _, mask = capability(core)
    with_core = _results(program, defines, limit_cycles)
    software = _results(build_bare(), {**defines, "DEMO_ALGORITHMS": mask}, limit_cycles)
    found = []
    for message, (cycles, output) in with_core.items():
        name, operation, key, nonce, size = message
        who, expected = reference(name, operation, int(key), int(nonce), int(size))
        other_cycles, other = software[message]
        if other != expected.hex():
            raise RoundelError(
                f"the plain C of {name} returns {other}, {who} {expected.hex()}", "It is wrong."
            )
        found.append(Compared(name, operation, int(size), cycles, other_cycles, output, other, who))
    if not found:
        raise _nothing(core)
    return found


def _results(
    program: Path, defines: dict[str, int], limit_cycles: int
) -> dict[tuple[str, ...], tuple[int, str]]:
    """Return clock cycles and output of each message by what the firmware says of its inputs."""
    run = run_soc(program, image_of(compiled(demo_sources(), defines)), limit_cycles=limit_cycles)
    ended_well(run)
    return {found[:5]: (int(found[5]), found[6]) for found in _RESULT.findall(run.output)}


def move(core: Core, bus: str, dma: int, *, limit_cycles: int = LIMIT_CYCLES) -> list[Moved]:
    """Run the firmware for the DMA on the SoC of `core`; return one measurement a message.

    Args:
        core: A service core.
        bus: The bus of its registers.
        dma: The width of the data of the DMA in bits.
        limit_cycles: The longest run, in clock cycles.

    Raises:
        RoundelError: The core has no shell with DMA, a package or tool is missing, or the firmware failed.
    """
    run = run_soc(build_soc(core, bus, dma=dma), image_of(compiled(dma_sources())), limit_cycles=limit_cycles)
    ended_well(run)
    found = []
    with Device(core) as device:
        for name, operation, key, nonce, size, cycles, again, output in _MOVED.findall(run.output):
            inputs = int(key), int(nonce), int(size)
            who, expected = reference(name, operation, *inputs)
            alone = _alone(device, name, *inputs)
            counts = int(size), int(cycles), int(again), alone
            found.append(Moved(name, operation, *counts, output, expected.hex(), who))
    if not found:
        raise _nothing(core)
    return found


def _alone(device: Device, algorithm: str, key_bytes: int, nonce_bytes: int, size: int) -> int:
    """Return the clock cycles of a message in the core without a bus, where neither side waits."""
    text = counting(MESSAGE, size)
    model = algorithms().get("keccak" if algorithm == "sha3-256" else algorithm)
    if isinstance(model, Hash):
        function = next(one for one in model.functions if one.name == algorithm.replace("-", "_"))
        segments = model.request(function.command(function.digest_bytes or 0), model.data(text))
    elif isinstance(model, Aead):
        key, nonce, ad = counting(KEY, key_bytes), counting(NONCE, nonce_bytes), counting(AD, AD_BYTES)
        segments = model.message(Operation.SEAL, key, nonce, ad, text)
    else:
        raise RoundelError(f"the firmware reports {algorithm!r}", "The host does not know it.")
    answers = 1 if isinstance(model, Hash) else 2
    beats = beats_of(segments, device.core.data_width)
    answer = device.run(beats, segments=answers)
    return int(answer.cycle[-1] - device.accepted[0]) + 1


def _nothing(core: Core) -> RoundelError:
    served = ", ".join(dict.fromkeys(service.algorithm for service in core.services))
    return RoundelError(f"the demo has nothing for {core.name}, which serves {served}", "See docs/bus.md.")
