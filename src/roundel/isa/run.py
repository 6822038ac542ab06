"""Running a kernel in the emulator: bytes in, bytes out, and what was retired."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from roundel.errors import RoundelError
from roundel.isa.kernels import INSTANCES, KEYAKS, architecture, program
from roundel.isa.kernels.aead import CALL
from roundel.isa.kernels.hash import SPONGES
from roundel.isa.kernels.keyak import most_key, most_nonce
from roundel.isa.kernels.stream import KEY_BYTES, NONCE_BYTES
from roundel.isa.memory import Processor
from roundel.models.ketje import TAG_BYTES
from roundel.packages import require

GUARD = 16  # bytes after each output, that must stay zero


@dataclass(frozen=True)
class Run:
    """What a call gave: its output, its tag (ciphers), whether it accepted, instructions by class."""

    output: bytes
    tag: bytes
    accepted: bool
    retired: Mapping[str, int]

    @property
    def instructions(self) -> int:
        """All instructions of the call, the return from it included."""
        return sum(self.retired.values())


def machine_of(kernel: str, variant: str) -> Processor:
    """Return the processor of the version with the kernel in it."""
    require("unicorn", "ziglang")
    # These import unicorn, which only who runs a kernel needs.
    from roundel.isa.emulator import Machine
    from roundel.isa.emulator_arm32 import Arm32Machine
    from roundel.isa.emulator_x86 import X86Machine

    machines: dict[str, type[Processor]] = {"aarch64": Machine, "arm32": Arm32Machine, "x86-64": X86Machine}
    return machines[architecture(variant)](program(kernel, variant))


def run_stream(kernel: str, variant: str, key: bytes, nonce: bytes, text: bytes) -> Run:
    """Return the text plus the keystream of key and nonce, 16 bytes each."""
    if (len(key), len(nonce)) != (KEY_BYTES, NONCE_BYTES):
        hint = f"{kernel} takes {KEY_BYTES} bytes of key and {NONCE_BYTES} of nonce."
        raise RoundelError(f"{len(key)} bytes of key, {len(nonce)} of nonce", hint)
    machine = machine_of(kernel, variant)
    output = machine.allocate(len(text) + GUARD)
    machine.call("kernel", machine.put(key + nonce), machine.put(text), len(text), output)
    return Run(guarded(machine, output, len(text)), b"", True, dict(machine.retired))


def run_hash(kernel: str, variant: str, message: bytes, size: int = 0) -> Run:
    """Return the digest, of `size` bytes where the function leaves it open."""
    size = SPONGES[kernel].digest or size
    machine = machine_of(kernel, variant)
    output = machine.allocate(size + GUARD)
    machine.call("kernel", machine.put(message), len(message), output, size)
    return Run(guarded(machine, output, size), b"", True, dict(machine.retired))


def seal(
    kernel: str, variant: str, key: bytes, nonce: bytes, ad: bytes, text: bytes, tag_bytes: int = TAG_BYTES
) -> Run:
    """Return ciphertext and tag."""
    return _cipher(kernel, variant, "kernel_seal", key, nonce, ad, text, bytes(tag_bytes))


def open_sealed(
    kernel: str, variant: str, key: bytes, nonce: bytes, ad: bytes, ciphertext: bytes, tag: bytes
) -> Run:
    """Return the text, and in `accepted` whether the tag was right."""
    return _cipher(kernel, variant, "kernel_open", key, nonce, ad, ciphertext, tag)


def _cipher(
    kernel: str, variant: str, way: str, key: bytes, nonce: bytes, ad: bytes, data: bytes, tag: bytes
) -> Run:
    _check_lengths(kernel, len(key), len(nonce), len(tag))
    machine = machine_of(kernel, variant)
    output = machine.allocate(len(data) + GUARD)
    tag_at = machine.allocate(len(tag) + GUARD)
    if way == "kernel_open":
        machine.write(tag_at, tag)
    words = {"output": output, "tag": tag_at, "tag_length": len(tag)}
    for name, value in (("key", key), ("nonce", nonce), ("ad", ad), ("input", data)):
        words |= {name: machine.put(value), f"{name}_length": len(value)}
    call = machine.put(b"".join(words[name].to_bytes(machine.word_bytes, "little") for name in CALL))
    refused = machine.call(way, call)
    result = guarded(machine, output, len(data))
    return Run(result, guarded(machine, tag_at, len(tag)), refused == 0, dict(machine.retired))


def _check_lengths(kernel: str, key: int, nonce: int, tag: int) -> None:
    if kernel in INSTANCES:
        room = INSTANCES[kernel].width // 8 - 3
        fits = key + nonce <= room and 1 <= tag <= TAG_BYTES
        hint = f"{kernel} takes {room} bytes of key and nonce together, and tags of 1 to {TAG_BYTES}."
    else:
        keys, nonces = most_key(KEYAKS[kernel]), most_nonce(KEYAKS[kernel])
        fits = key <= keys and nonce <= nonces and tag == TAG_BYTES
        hint = f"{kernel} takes keys to {keys} and nonces to {nonces} bytes, and tags of {TAG_BYTES}."
    if not fits:
        raise RoundelError(f"{key} bytes of key, {nonce} of nonce, {tag} of tag", hint)


def guarded(machine: Processor, at: int, size: int) -> bytes:
    """Return `size` bytes of output; RoundelError if the GUARD bytes after them are not zero."""
    if any(machine.get(at + size, GUARD)):
        raise RoundelError(f"the kernel wrote after its {size} bytes of output", "The kernel is wrong.")
    return machine.get(at, size)
