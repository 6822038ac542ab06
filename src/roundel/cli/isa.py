"""`roundel isa`: the Keccak SIMD instructions, their kernels, counts and areas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="The Keccak SIMD instructions: kernels, counts, areas.")

Variant = Annotated[
    str, typer.Option(help="The version: what `roundel isa list` names, such as neon, avx or extension.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_kernels(as_json: AsJson = False) -> None:
    """List the kernels, the versions each has, and the instructions."""
    from roundel.isa.definition import INSTRUCTIONS
    from roundel.isa.kernels import KERNELS, VARIANTS

    if as_json:
        names = [instruction.name for instruction in INSTRUCTIONS]
        print(
            json.dumps(
                {"kernels": list(KERNELS), "variants": list(VARIANTS), "instructions": names}, indent=1
            )
        )
        return
    print(f"kernels       {', '.join(KERNELS)}")
    print(f"versions      {', '.join(VARIANTS)}")
    for instruction in INSTRUCTIONS:
        print(f"{instruction.code:2}  {instruction.name:8}  {instruction.what}")


@app.command()
def run(
    kernel: Annotated[str, typer.Argument(help="What `roundel isa list` names.")],
    variant: Variant = "extension",
    text: Annotated[str, typer.Option(help="The message, as text.")] = "abc",
    file: Annotated[Path | None, typer.Option(help="The message, from a file.")] = None,
    key: Annotated[str, typer.Option(help="Key of a cipher, hex.")] = "000102030405060708090a0b",
    nonce: Annotated[str, typer.Option(help="Nonce of a cipher, hex.")] = "00010203040506070809",
    ad: Annotated[str, typer.Option(help="Metadata of a cipher, as text.")] = "",
    length: Annotated[int, typer.Option(min=1, help="Output bytes of SHAKE.")] = 32,
    assembly: Annotated[
        bool, typer.Option("--assembly", help="Print the kernel's assembly instead.")
    ] = False,
) -> None:
    """Run a kernel in the emulator: print what it gives and the instructions it retires."""
    from roundel.isa.kernels import SPONGES, STREAMS, source
    from roundel.isa.run import run_hash, run_stream, seal

    if assembly:
        print(source(kernel, variant), end="")
        return
    message = _bytes_of(file) if file else text.encode()
    if kernel in SPONGES:
        done = run_hash(kernel, variant, message, length)
        print(done.output.hex())
    elif kernel in STREAMS:
        done = run_stream(kernel, variant, _hex_bytes("key", key), _hex_bytes("nonce", nonce), message)
        print(done.output.hex())
    else:
        source(kernel, variant)  # refuses a name that there is not
        done = seal(kernel, variant, _hex_bytes("key", key), _hex_bytes("nonce", nonce), ad.encode(), message)
        print(f"{done.output.hex()}\ntag {done.tag.hex()}")
    classes = ", ".join(f"{kind} {number}" for kind, number in sorted(done.retired.items()))
    print(f"{done.instructions} instructions: {classes}")


@app.command("count")
def count_instructions(
    kernel: Annotated[str, typer.Argument(help="What `roundel isa list` names.")],
    variant: Variant = "extension",
    message_bytes: Annotated[int, typer.Option("--bytes", help="Bytes of message.")] = 1536,
    ad_bytes: Annotated[int, typer.Option("--ad", help="Bytes of metadata (ciphers).")] = 0,
    way: Annotated[str, typer.Option(help="seal or open (ciphers).")] = "seal",
    as_json: AsJson = False,
) -> None:
    """Count the instructions of one whole call by class; its answer is checked against the model."""
    from roundel.isa.count import count, per_byte_of_long

    done = count(kernel, variant, message_bytes, ad_bytes=ad_bytes, way=way)
    long = per_byte_of_long(kernel, variant, way=way)
    if as_json:
        print(
            json.dumps(
                {
                    "kernel": kernel,
                    "variant": variant,
                    "way": done.way,
                    "bytes": message_bytes,
                    "ad_bytes": ad_bytes,
                    "instructions": done.instructions,
                    "instructions_per_byte": done.instructions_per_byte,
                    "long_message_instructions_per_byte": long,
                    "classes": dict(done.classes),
                },
                indent=1,
            )
        )
        return
    each = done.instructions_per_byte
    per_byte = f", {each:.2f} a byte" if each is not None else ""
    print(f"{done.instructions} instructions{per_byte}; {long:.2f} for each further byte of a long message")
    print(", ".join(f"{kind} {number}" for kind, number in done.classes.items()))


@app.command()
def pq(
    operations: Annotated[
        list[str] | None, typer.Argument(help="Such as ml-kem-768-encaps or ml-dsa-65-sign; all if none.")
    ] = None,
    variant: Annotated[
        list[str] | None, typer.Option(help="A version: scalar, neon, sha3 or extension; all if not given.")
    ] = None,
    samples: Annotated[int, typer.Option(help="How many samples the means are of.")] = 32,
    on_machine: Annotated[
        bool, typer.Option("--cycles", help="Cycles of the first sample on PicoRV32 instead.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count ML-KEM-768 and ML-DSA-65 with the permutation of each version; each answer is checked."""
    from roundel.cli.tables import console_of, print_table
    from roundel.isa.cycles import VERSIONS as MACHINE_VERSIONS
    from roundel.isa.pq.count import OPERATIONS, VERSIONS, count
    from roundel.isa.pq.cycles import cycles as count_cycles
    from roundel.isa.pq.measure import CYCLE_HEADS, HEADS, attempts_line, cycle_rows, rows

    names = operations or list(OPERATIONS)
    if on_machine:
        taken = [count_cycles(one, v) for one in names for v in variant or MACHINE_VERSIONS]
        if as_json:
            print(json.dumps([vars(one) for one in taken], indent=1))
        else:
            print_table(console_of(), CYCLE_HEADS, list(cycle_rows(taken)))
        return
    counts = [count(one, v, samples) for v in variant or VERSIONS for one in names]
    if as_json:
        print(json.dumps([one.as_dict() for one in counts], indent=1))
        return
    print_table(console_of(), HEADS, list(rows(counts)))
    if line := attempts_line(counts):
        print(line)


@app.command()
def area(
    liberty: Annotated[
        Path | None, typer.Option(help="The .lib file of standard cells; the generic one if not given.")
    ] = None,
    fpga: Annotated[bool, typer.Option("--fpga", help="LUTs and clock on ECP5 and xc7 as well.")] = False,
    as_json: AsJson = False,
) -> None:
    """Synthesize the unit, ARMv8.2-SHA3's and that of vkeccak.vi to standard cells: gate equivalents."""
    from roundel.implement import GENERIC
    from roundel.isa.area import ARMV8_SHA3, FPGA_UNITS, FPGAS, UNIT, VKECCAK, cells_area, fpga_area

    cells = liberty or GENERIC
    unit, other, whole = (cells_area(top, cells) for top in (UNIT, ARMV8_SHA3, VKECCAK))
    placed = [
        (name, fpga_area(target, top, parameters=parameters))
        for name, (top, parameters) in (FPGA_UNITS.items() if fpga else ())
        for target in FPGAS
    ]
    if as_json:
        record: dict[str, object] = {
            "liberty": cells.name,
            "unit_ge": round(unit.gate_equivalents, 1),
            "unit_logic_levels": unit.logic_levels,
            "unit_cells": unit.cells,
            "armv8_sha3_ge": round(other.gate_equivalents, 1),
            "armv8_sha3_logic_levels": other.logic_levels,
            "armv8_sha3_cells": other.cells,
            "vkeccak_ge": round(whole.gate_equivalents, 1),
            "vkeccak_ffs": whole.ffs,
            "vkeccak_logic_levels": whole.logic_levels,
            "vkeccak_cells": whole.cells,
        }
        if fpga:
            record["fpga"] = [{"unit": name, **vars(one)} for name, one in placed]
        print(json.dumps(record, indent=1))
        return
    for name, one in (("this extension", unit), ("ARMv8.2-SHA3", other), ("vkeccak.vi", whole)):
        print(f"{name:15} {one.gate_equivalents:7.0f} GE  {one.logic_levels:2} logic levels  ({cells.name})")
    for name, on in placed:
        clock = f"{on.fmax_mhz:.1f} MHz" if on.fmax_mhz else "not routed"
        print(f"{name:15} {on.target} {on.luts:7} LUT {on.ffs} FF  {on.logic_levels} levels  {clock}")


@app.command()
def cycles(as_json: AsJson = False) -> None:
    """Run SHA3-512 on PicoRV32 in Verilator, alone and with each unit: cycles per byte."""
    from roundel.isa.cycles import VERSIONS, cycles_per_byte

    found = {version: cycles_per_byte(version) for version in VERSIONS}
    ratios = {v: found["scalar"] / found[v] for v in VERSIONS[1:]}
    if as_json:
        data = {"cycles_per_byte": found, **{f"scalar_over_{v}": ratio for v, ratio in ratios.items()}}
        print(json.dumps(data, indent=1))
        return
    for version, value in found.items():
        print(f"{version:10} {value:8.2f} cycles a byte")
    for version, ratio in ratios.items():
        print(f"scalar / {version:10} {ratio:8.2f}")


@app.command()
def estimate(as_json: AsJson = False) -> None:
    """Estimate the cycles of Keccak-f[1600] by llvm-mca's models of processors (an optional tool)."""
    from roundel.isa.pipeline import PAIRS, cycles_per_permutation

    found = [
        {"version": version, "model": model, "cycles": cycles_per_permutation(version, model)}
        for version, model in PAIRS
    ]
    if as_json:
        print(json.dumps(found, indent=1))
        return
    for one in found:
        print(f"{one['model']:12} {one['version']:10} {one['cycles']:8.1f} cycles a permutation")


@app.command()
def measure(
    fpga: Annotated[bool, typer.Option("--fpga", help="On ECP5 and xc7 as well.")] = False,
) -> None:
    """Count every kernel in every version, map the units, and store what is not stored yet."""
    import sys

    from roundel.isa.measure import measure as measure_all
    from roundel.lab import open_store

    measure_all(open_store(), fpga=fpga, progress=lambda text: print(text, file=sys.stderr, flush=True))


@app.command()
def docs() -> None:
    """Print the reference of the instructions, made from their definition (docs/isa.md holds it)."""
    from roundel.isa.generate import reference

    print(reference(), end="")


@app.command()
def generate(
    check: Annotated[bool, typer.Option("--check", help="Change nothing; fail if a file differs.")] = False,
) -> None:
    """Write what is made from the definition: RTL package, specification, macros, the reference in docs."""
    from roundel.isa.generate import generate as write

    differing = write(check=check)
    for path in differing:
        print(f"{path}: {'differs' if check else 'written'}")
    if check and differing:
        raise typer.Exit(1)


def _bytes_of(path: Path) -> bytes:
    from roundel.errors import RoundelError

    try:
        return path.read_bytes()
    except OSError as error:
        raise RoundelError(f"cannot read {path}: {error.strerror}", "Name a file for --file.") from error


def _hex_bytes(name: str, digits: str) -> bytes:
    from roundel.errors import RoundelError

    try:
        return bytes.fromhex(digits)
    except ValueError as error:
        raise RoundelError(f"{name} {digits!r} is not hex", "Give two digits a byte.") from error
