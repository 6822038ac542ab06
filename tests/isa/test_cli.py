"""`roundel isa` and what it adds to `roundel reproduce p2`."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from roundel.cli.app import app
from roundel.errors import RoundelError
from roundel.isa.area import ARMV8_SHA3, FPGA_UNITS, FPGAS, UNIT, VKECCAK, FpgaArea, UnitArea, cells_area
from roundel.isa.claims import LIMITS, appendix, data
from roundel.isa.count import count, per_byte_of_long
from roundel.isa.definition import INSTRUCTIONS
from roundel.isa.measure import area_identity, count_identity
from roundel.lab.store import Store, published_store
from roundel.models.bits import xor
from roundel.paths import project_root


def _run(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["isa", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_list_names_kernels_versions_and_instructions() -> None:
    listed = json.loads(_run("list", "--json"))
    assert {"sha3-512", "shake128-stream", "lake-keyak", "river-keyak", "ketje-jr"} <= set(listed["kernels"])
    assert listed["variants"] == ["scalar", "neon", "sha3", "extension", "arm32", "avx", "avx-extension"]
    assert len(listed["instructions"]) == len(INSTRUCTIONS)


def test_run_prints_the_digest() -> None:
    assert hashlib.sha3_256(b"abc").hexdigest() in _run("run", "sha3-256", "--text", "abc")


def test_the_pages_example_is_what_it_prints() -> None:
    page = (project_root() / "docs" / "isa.md").read_text()
    assert f"$ roundel isa run sha3-256 --text abc\n{_run('run', 'sha3-256', '--text', 'abc')}```" in page


def test_run_enciphers() -> None:
    seed = bytes(range(32))
    shown = _run(
        "run", "shake128-stream", "--text", "abc", "--key", seed[:16].hex(), "--nonce", seed[16:].hex()
    )
    assert xor(b"abc", hashlib.shake_128(seed).digest(3)).hex() in shown


def test_run_prints_assembly_of_another_processor() -> None:
    shown = _run("run", "sha3-256", "--variant", "arm32", "--assembly")
    assert ".arm" in shown and "eor r" in shown and "modes.c" in shown


def test_count_gives_instructions_and_per_byte() -> None:
    counted = json.loads(_run("count", "sha3-512", "--variant", "extension", "--bytes", "144", "--json"))
    assert counted["instructions"] == sum(counted["classes"].values())
    assert counted["instructions_per_byte"] == counted["instructions"] / 144
    assert counted["classes"]["custom"] == 3 * 24 * 35


def test_the_targets_of_the_counts_are_reached() -> None:
    assert per_byte_of_long("sha3-512", "extension") < 12
    for way in ("seal", "open"):
        assert count("lake-keyak", "extension", 1536, way=way).instructions <= 3.5 * 1536


@pytest.mark.slow
def test_the_units_area() -> None:
    unit, other, whole = (cells_area(top) for top in (UNIT, ARMV8_SHA3, VKECCAK))
    assert 2000 < unit.gate_equivalents <= 4000 and other.gate_equivalents < unit.gate_equivalents
    # Seven words of 256 bits, a flip-flop for each step, and the counters of words and rounds.
    assert whole.ffs == 7 * 256 + 4 + 3 + 5 and unit.ffs == 0
    assert 30_000 < whole.gate_equivalents < 40_000


def test_the_area_on_fpgas_is_that_of_every_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def placed(target: str, top: str, parameters: Mapping[str, int]) -> FpgaArea:
        asked.append((target, top, dict(parameters)))
        return FpgaArea(target, 5000 + len(asked), 7, 5, 117.75 if target == "ecp5" else None)

    monkeypatch.setattr("roundel.isa.area.fpga_area", placed)
    monkeypatch.setattr("roundel.isa.area.cells_area", lambda *_: UnitArea(10.0, 0, 1, {}))
    lines = _run("area", "--fpga").splitlines()[3:]
    assert asked == [(target, *unit) for unit in FPGA_UNITS.values() for target in FPGAS]
    assert [line.split()[:3] for line in lines] == [
        [name, target, str(5001 + 2 * n + k)]
        for n, name in enumerate(FPGA_UNITS)
        for k, target in enumerate(FPGAS)
    ]
    assert lines[0].endswith("117.8 MHz") and lines[1].endswith("not routed")
    records = json.loads(_run("area", "--fpga", "--json"))["fpga"]
    assert [(one["unit"], one["target"]) for one in records] == [(u, t) for u in FPGA_UNITS for t in FPGAS]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("count", "sha3-513"), "unknown kernel"),
        (("count", "sha3-512", "--variant", "avx512"), "unknown variant"),
        (("count", "sha3-512", "--ad", "3"), "has no metadata"),
        (("count", "lake-keyak", "--way", "both"), "unknown way"),
        (("count", "lake-keyak", "--bytes", "-1"), "message of -1 bytes"),
        (("run", "lake-keyak", "--key", "xy"), "is not hex"),
        (("run", "sha3-256", "--file", "no/such"), "cannot read no/such: No such file"),
        (("run", "sha3-256", "--file", "."), "cannot read .: Is a directory"),
    ],
)
def test_what_there_is_not_is_refused(arguments: tuple[str, ...], told: str) -> None:
    done = CliRunner().invoke(app, ["isa", *arguments])
    assert isinstance(done.exception, RoundelError) and told in str(done.exception)


def test_the_stored_figures_are_of_the_present_kernels_and_unit() -> None:
    store = published_store()
    for kernel, variant in (("sha3-512", "extension"), ("lake-keyak", "neon")):
        record = store.get(count_identity(kernel, variant))
        assert record is not None, "run `roundel isa measure`"
        assert record["figures"]["value"] == per_byte_of_long(kernel, variant)
    for variant in ("extension", "sha3", "vkeccak"):
        assert store.get(area_identity(variant, "cells")) is not None, "run `roundel isa measure`"


def test_p2s_appendix_has_tables_and_limits(tmp_path: Path) -> None:
    empty = appendix(Store(tmp_path))
    assert "roundel isa measure" in empty and LIMITS[0] in empty
    store = Store(tmp_path)
    figures = {"value": 2.0, "seal": {str(n): 2 * n for n in (16, 64, 576, 1536, 4096)}, "seal_long": 2.0}
    store.put(count_identity("sha3-512", "extension"), {"figures": figures})
    assert "| sha3-512 | extension | 2.00 |" in appendix(store)
    assert data(store)["counts"][0]["figures"]["seal_long"] == 2.0
