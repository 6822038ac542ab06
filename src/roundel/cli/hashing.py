"""`roundel hash`: files through a simulated core, each digest checked against another implementation."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from roundel.errors import RoundelError

if TYPE_CHECKING:
    from roundel.simulate import Algorithm, Device

CHUNK_BYTES = 1 << 20


@dataclass(frozen=True)
class Hashed:
    """One file's digest from the core and from the reference; `seconds` are the core's alone."""

    file: str
    core: str
    algorithm: str
    digest: str
    expected: str
    reference: str
    equal: bool
    bytes: int
    cycles: int
    seconds: float


def hash_files(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files to hash; - is stdin.")],
    algorithm: Annotated[
        str, typer.Option(help="sha3_*, keccak_* (224 to 512), shake_*, aes_hash, groestl_*, ascon_*.")
    ] = "sha3_256",
    core: Annotated[str, typer.Option(help="A core with the hash service.")] = "keccak-hash",
    length: Annotated[
        int | None, typer.Option(min=0, help="Digest bytes of a SHAKE (default 32 and 64).")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")] = False,
) -> None:
    """Hash files in the simulated core and print them as sha3sum does.

    Each digest is checked against hashlib, those of keccak_*, aes_hash, groestl_* and ascon_* (not there)
    against the golden model, which is slow. Exit status 1 if any differs.
    """
    from roundel.catalog import find_core
    from roundel.simulate import open_device
    from roundel.simulate.hashing import find_algorithm

    chosen = find_algorithm(algorithm)
    for file in files:
        path = Path(file)  # a pipe is as good as a file
        if file != "-" and (path.is_dir() or not path.exists()):
            what = "is a directory" if path.is_dir() else "does not exist"
            raise RoundelError(f"{file!r} {what}", "Name files; - reads standard input.")
    if length is None:
        length = chosen.digest_bytes or chosen.strength_bytes
    serving = find_core(core)
    if serving.kind == "service" and not any(one.name == "hash" for one in serving.services):
        raise RoundelError(f"{serving.name} has no hash service", "`roundel explore hash` lists others.")
    results = []
    with open_device(core) as device:
        for file in files:
            result = _hash(device, chosen, length, file)
            results.append(result)
            if not json_:
                print(f"{result.digest}  {file}", flush=True)
    if json_:
        print(json.dumps([asdict(r) for r in results], indent=2))
    _summarize(results)
    if not all(r.equal for r in results):
        raise typer.Exit(1)


def _hash(device: Device, algorithm: Algorithm, length: int, file: str) -> Hashed:
    hash_ = device.new(algorithm, length=length)
    reference = hashlib.new(algorithm.name) if algorithm.name in hashlib.algorithms_available else None
    message = bytearray()  # for the golden model, which takes a message in one piece
    count, seconds, first_cycle = 0, 0.0, device.cycle
    for chunk in _chunks(file):
        count += len(chunk)
        started = time.perf_counter()
        hash_.update(chunk)
        seconds += time.perf_counter() - started
        if reference:
            reference.update(chunk)
        else:
            message += chunk
    started = time.perf_counter()
    digest = hash_.digest()
    seconds += time.perf_counter() - started
    if reference is None:
        expected = _golden(algorithm, bytes(message), length)
    else:
        expected = reference.digest() if algorithm.digest_bytes else reference.digest(length)  # type: ignore[call-arg]
    return Hashed(
        file=file,
        core=device.core.name,
        algorithm=algorithm.name,
        digest=digest.hex(),
        expected=expected.hex(),
        reference="hashlib" if reference else "the golden model",
        equal=digest == expected,
        bytes=count,
        cycles=device.cycle - first_cycle,
        seconds=seconds,
    )


def _golden(algorithm: Algorithm, message: bytes, length: int) -> bytes:
    from roundel.algorithms.kinds.hash import Hash
    from roundel.algorithms.registry import find

    hash_ = find(Hash, algorithm.family, f"hash serves {algorithm.name}")
    return hash_.digest(algorithm.command(length), message)


def _chunks(file: str) -> Iterator[bytes]:
    with ExitStack() as stack:
        source = _standard_input() if file == "-" else stack.enter_context(Path(file).open("rb"))
        while chunk := _read(source, file):
            yield chunk


def _read(source: BinaryIO, file: str) -> bytes:
    try:
        return source.read(CHUNK_BYTES)
    except OSError as error:
        raise RoundelError(f"{file!r} cannot be read: {error.strerror}", "Name another file.") from error


def _standard_input() -> BinaryIO:
    if sys.stdin is None:  # closed by the process that started us
        raise RoundelError("'-': there is no standard input", "Name files, or pipe the message in.")
    return sys.stdin.buffer


def _summarize(results: list[Hashed]) -> None:
    first = results[0]
    for r in results:
        if not r.equal:
            print(f"{r.file}: DIFFERS, {r.reference} says {r.expected}", file=sys.stderr)
    equal = sum(r.equal for r in results)
    seconds = sum(r.seconds for r in results)
    amount, cycles = sum(r.bytes for r in results), sum(r.cycles for r in results)
    print(
        f"{first.core} {first.algorithm}: {equal} of {len(results)} equal {first.reference}; "
        f"{amount:,} bytes in {cycles:,} cycles, simulated at {_per_second(amount, seconds)}B/s, "
        f"{_per_second(cycles, seconds)}cycles/s",
        file=sys.stderr,
    )


def _per_second(amount: int, seconds: float) -> str:
    rate = amount / seconds if seconds else 0.0
    for factor, unit in ((1e6, "M"), (1e3, "k")):
        if rate >= factor:
            return f"{rate / factor:.1f} {unit}"
    return f"{rate:.0f} "
