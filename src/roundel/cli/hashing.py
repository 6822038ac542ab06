"""`roundel hash`: files through a simulated core, each digest checked against another implementation."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from roundel.errors import RoundelError

if TYPE_CHECKING:
    from roundel.algorithms.sender import SenderFunction
    from roundel.simulate import Algorithm, Device, Hash

CHUNK_BYTES = 1 << 20
BLOCK_BYTES = 8192  # of a ParallelHash


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
        str,
        typer.Option(
            help="sha3_*, keccak_* (224 to 512), shake_*, turboshake_*, kt_*, cshake_*, kmac_*, kmacxof_*, "
            "tuple_hash_*, tuple_hash_xof_*, parallel_hash_*, parallel_hash_xof_*, aes_hash, groestl_*, "
            "ascon_*."
        ),
    ] = "sha3_256",
    core: Annotated[str, typer.Option(help="A core with the hash service.")] = "keccak-hash",
    length: Annotated[
        int | None,
        typer.Option(min=0, help="Digest bytes of XOFs and SP 800-185 (default 32 and 64)."),
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="Key of a KMAC, for tests.")] = None,
    custom: Annotated[
        str, typer.Option(metavar="TEXT", help="Customization string of SP 800-185 and KT.")
    ] = "",
    block_bytes: Annotated[
        int | None, typer.Option(min=1, help="Bytes of a block of a ParallelHash (default 8192).")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")] = False,
) -> None:
    """Hash files in the simulated core and print them as sha3sum does.

    Each digest is checked against hashlib, one that hashlib does not have against the golden model, which is
    slow. A TupleHash hashes all files as one tuple. Exit status 1 if any differs.
    """
    from roundel.catalog import find_core
    from roundel.simulate import open_device

    request = _request(algorithm, length, key, custom, block_bytes)
    for file in files:
        path = Path(file)  # a pipe is as good as a file
        if file != "-" and (path.is_dir() or not path.exists()):
            what = "is a directory" if path.is_dir() else "does not exist"
            raise RoundelError(f"{file!r} {what}", "Name files; - reads standard input.")
    serving = find_core(core)
    if serving.kind == "service" and not any(one.name == "hash" for one in serving.services):
        raise RoundelError(f"{serving.name} has no hash service", "`roundel explore hash` lists others.")
    results = []
    with open_device(core) as device:
        for group in [files] if request.is_tuple else [[file] for file in files]:
            result = _hash(device, request, group)
            results.append(result)
            if not json_:
                print(f"{result.digest}  {result.file}", flush=True)
    if json_:
        print(json.dumps([asdict(r) for r in results], indent=2))
    _summarize(results)
    if not all(r.equal for r in results):
        raise typer.Exit(1)


@dataclass(frozen=True)
class _Request:
    """What the core hashes: an algorithm, or a function that the sender's library makes of one.

    `options` are the arguments of such a function.
    """

    algorithm: Algorithm | SenderFunction
    length: int
    options: Mapping[str, Any] | None = None

    @property
    def is_tuple(self) -> bool:
        """Whether all files are one message: the elements of a tuple."""
        return self.options is not None and self.algorithm.name.startswith("tuple_hash")

    def begin(self, device: Device) -> Hash:
        """Begin a message."""
        if self.options is not None:
            return device.new(self.algorithm.name, length=self.length, **self.options)
        return device.new(self.algorithm, length=self.length)  # type: ignore[arg-type]

    def golden(self, items: Sequence[bytes]) -> bytes:
        """Return the digest of the golden model."""
        from roundel.algorithms.kinds.hash import Hash, HashFunction
        from roundel.algorithms.registry import find

        if not isinstance(self.algorithm, HashFunction):
            return self.algorithm.reference(items, self.length, **(self.options or {}))
        hash_ = find(Hash, self.algorithm.family, f"hash serves {self.algorithm.name}")
        return hash_.digest(self.algorithm.command(self.length), items[0])


def _request(
    algorithm: str, length: int | None, key: str | None, custom: str, block_bytes: int | None
) -> _Request:
    """Return what the options ask for; RoundelError for an option that the algorithm does not have."""
    from roundel.algorithms.sender import SENDER_FUNCTIONS, Mode
    from roundel.simulate.hashing import find_algorithm

    function = SENDER_FUNCTIONS.get(algorithm)
    mode = function.mode if function else None
    for option, given, fits in (
        ("--key", key is not None, mode is Mode.KMAC),
        ("--custom", bool(custom), mode is not None),
        ("--block-bytes", block_bytes is not None, mode is Mode.PARALLEL_HASH),
    ):
        if given and not fits:
            raise RoundelError(f"{algorithm} has no {option}", "Omit the option.")
    if function is None:
        chosen = find_algorithm(algorithm)
        return _Request(chosen, (chosen.digest_bytes or chosen.strength_bytes) if length is None else length)
    options: dict[str, Any] = {"custom": custom.encode()}
    if mode is Mode.KMAC:
        try:
            options["key"] = bytes.fromhex(key or "")
        except ValueError:
            raise RoundelError(f"--key {key!r}", "Expected pairs of hex digits.") from None
        if not options["key"]:
            raise RoundelError(f"{algorithm} needs --key", "Pass the key in hex.")
    if mode is Mode.PARALLEL_HASH:
        options["block_bytes"] = block_bytes or BLOCK_BYTES
    return _Request(function, function.strength_bytes if length is None else length, options)


def _hash(device: Device, request: _Request, files: Sequence[str]) -> Hashed:
    algorithm, hash_ = request.algorithm, request.begin(device)
    reference = hashlib.new(algorithm.name) if algorithm.name in hashlib.algorithms_available else None
    items: list[bytes] = []  # for the golden model, which takes a message in one piece
    count, seconds, first_cycle = 0, 0.0, device.cycle
    for file in files:
        item = bytearray()
        for chunk in [b"".join(_chunks(file))] if request.is_tuple else _chunks(file):
            count += len(chunk)
            started = time.perf_counter()
            hash_.update(chunk)
            seconds += time.perf_counter() - started
            if reference:
                reference.update(chunk)
            else:
                item += chunk
        items.append(bytes(item))
    started = time.perf_counter()
    digest = hash_.digest()
    seconds += time.perf_counter() - started
    if reference is None:
        expected = request.golden(items)
    else:
        expected = reference.digest(*([] if reference.digest_size else [request.length]))
    return Hashed(
        file=" ".join(files),
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
