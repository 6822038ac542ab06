"""roundel.toml: what it says, where it is found, and errors that name the key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from foreign import project, run

from roundel.catalog import broken_entries, find_core, load_catalog
from roundel.catalog.model import AREA_ONLY, DECLARED, VERIFIED
from roundel.catalog.project import open_project
from roundel.catalog.project_file import json_schema
from roundel.errors import RoundelError
from roundel.paths import live_results_dir, project_root

SCHEMA = project_root() / "docs" / "roundel.schema.json"
CORE = """[cores.mine]
top = "chain"
sources = ["chain.v"]
front_end = "verilog"
block_bits = 128
"""


@pytest.fixture
def chain(tmp_path: Path):
    with project("startdone", tmp_path) as folder:
        yield folder


def test_the_catalog_is_that_of_the_project(chain: Path) -> None:
    assert list(load_catalog()) == ["chain", "chain:short"]
    core = find_core("chain:short")
    assert core.config.parameters == {"ROUNDS": 4}
    assert (core.clock, core.reset, core.reset_active_high) == ("clk", "reset", True)
    assert core.evidence == VERIFIED


def test_the_cores_of_roundel_stand_beside_where_they_are_included(chain: Path) -> None:
    path = chain / "roundel.toml"
    path.write_text("include_roundel = true\n" + path.read_text())
    names = load_catalog()
    assert {"chain", "chain:short", "keccak-hash"} <= names.keys()


def test_a_name_that_roundel_has_is_refused_with_its_key(chain: Path) -> None:
    path = chain / "roundel.toml"
    path.write_text(path.read_text().replace("cores.chain", "cores.keccak-hash"))
    assert "keccak-hash" in load_catalog()  # alone in the project the name is free
    path.write_text("include_roundel = true\n" + path.read_text())
    broken = {one.name: str(one.error) for one in broken_entries()}
    assert "cores, keccak-hash: Roundel has a core keccak-hash" in broken["keccak-hash"]


def test_the_file_is_found_from_below_and_by_the_variable(
    chain: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    below = chain / "deep" / "er"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert open_project().folder == chain
    assert live_results_dir() == chain / ".roundel" / "results"
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert open_project() is None
    monkeypatch.setenv("ROUNDEL_PROJECT", str(chain))
    assert open_project().folder == chain
    monkeypatch.setenv("ROUNDEL_PROJECT", str(chain / "nothing"))
    with pytest.raises(RoundelError, match="ROUNDEL_PROJECT: no file"):
        open_project()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (CORE.replace("block_bits", "block_bit"), ["cores, mine, block_bit: Extra inputs"]),
        (CORE.replace("128", '"many"'), ["cores, mine, block_bits: ", "valid integer"]),
        (CORE.replace('top = "chain"\n', ""), ["cores, mine: ", "top is missing"]),
        (CORE + 'reset_active = "lo"\n', ["cores, mine, reset_active: ", "'low' or 'high'"]),
        (CORE + 'adapter = "a.py"\ncocotb = "b.py"\n', ["adapter and cocotb exclude each other"]),
        (CORE + 'protocol = "stream"\n', ["algorithm is missing"]),
        (CORE.replace("mine", '"a=b"'), ["cores, a=b", "pattern"]),
        ("[guard]\nlut = -1\n" + CORE, ["guard, lut: ", "greater than or equal to 0"]),
        ("cores = 3\n", ["cores: ", "dictionary"]),
        ("cores = [", ["roundel.toml: "]),
    ],
)
def test_an_error_names_the_file_and_the_key(chain: Path, text: str, names: list[str]) -> None:
    (chain / "roundel.toml").write_text(text)
    with pytest.raises(RoundelError) as error:
        load_catalog()
    for name in (str(chain / "roundel.toml"), *names):
        assert name in error.value.message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CORE.replace("chain.v", "no.v"), "cores, mine, sources: no file no.v"),
        (CORE.replace("chain.v", "*.sv"), "cores, mine, sources: no file *.sv"),
        (CORE + 'include_dirs = ["inc"]\n', "cores, mine, include_dirs: no folder inc"),
        (CORE + 'adapter = "no.py"\n', "cores, mine, adapter: no file no.py"),
        (CORE.replace("verilog", "ghdl"), "cores, mine, front_end: ghdl cannot read chain.v"),
        (CORE.replace('"chain.v"', '"chain.v", "a.vhd"'), "a.vhd is VHDL and chain.v is not"),
    ],
)
def test_a_core_that_cannot_be_used_is_broken_and_names_its_key(chain: Path, text: str, said: str) -> None:
    (chain / "a.vhd").write_text("-- nothing\n")
    text = text if "a.vhd" not in text else text.replace('front_end = "verilog"\n', "")
    (chain / "roundel.toml").write_text(text)
    with pytest.raises(RoundelError) as error:
        find_core("mine")
    assert said in error.value.message


def test_without_an_adapter_the_evidence_says_so(chain: Path) -> None:
    (chain / "roundel.toml").write_text(CORE)
    assert find_core("mine").evidence == AREA_ONLY
    (chain / "roundel.toml").write_text(CORE + "cycles_per_block = 9\n")
    assert find_core("mine").evidence == DECLARED
    (chain / "roundel.toml").write_text(CORE + "cycles_per_block = 9\n[cores.mine.configs.small]\n"
                                        "parameters = { ROUNDS = 4 }\n")  # fmt: skip
    # What is declared of eight rounds does not hold of four.
    assert find_core("mine:small").evidence == AREA_ONLY


def test_the_hash_of_sources_has_includes_macros_and_memory_files(chain: Path) -> None:
    (chain / "roundel.toml").write_text(CORE + 'include_dirs = ["inc"]\n')
    (chain / "inc").mkdir()
    included = chain / "inc" / "rounds.vh"
    included.write_text("`define X 1\n")
    source = chain / "chain.v"
    source.write_text('`include "rounds.vh"\n' + source.read_text())
    first = find_core("mine")
    assert first.includes == (included,)
    hashes = [first.source_hash]
    included.write_text("`define X 2\n")
    hashes.append(find_core("mine").source_hash)
    (chain / "roundel.toml").write_text(CORE + 'include_dirs = ["inc"]\ndefines = { Y = 1 }\n')
    hashes.append(find_core("mine").source_hash)
    assert len(set(hashes)) == 3
    source.write_text('// initial $readmemh("rom.hex", rom);\n' + source.read_text())
    (chain / "rom.hex").write_text("00\n")
    before = find_core("mine").source_hash
    (chain / "rom.hex").write_text("01\n")
    assert find_core("mine").source_hash != before


def test_a_fusesoc_core_gives_sources_include_folders_top_and_parameters(chain: Path) -> None:
    (chain / "ip").mkdir()
    (chain / "ip" / "defs.vh").write_text("// nothing\n")
    (chain / "ip" / "base.core").write_text(
        "CAPI=2:\nname: me:ip:base:1.0\nfilesets:\n  rtl:\n    files:\n"
        "      - defs.vh: {is_include_file: true}\n"
        "    file_type: verilogSource\ntargets:\n  default:\n    filesets: [rtl]\n"
    )
    (chain / "chain.core").write_text(
        "CAPI=2:\nname: me:ip:chain:1.0\nfilesets:\n  rtl:\n    depend: ['>=me:ip:base:1.0']\n"
        "    files:\n      - chain.v: {file_type: verilogSource}\n      - wave.tcl: {file_type: tclSource}\n"
        "targets:\n  default:\n    filesets: [rtl]\n    toplevel: chain\n"
        "parameters:\n  ROUNDS: {datatype: int, default: 8, paramtype: vlogparam}\n"
    )
    (chain / "roundel.toml").write_text(
        '[cores.mine]\nfusesoc = "chain.core"\nblock_bits = 128\nparameters = { ROUNDS = 3 }\n'
    )
    core = find_core("mine")
    assert (core.top, core.sources, core.defaults) == ("chain", (chain / "chain.v",), {"ROUNDS": 8})
    assert core.include_dirs == (chain / "ip",)
    path = chain / "roundel.toml"
    path.write_text(path.read_text().replace("ROUNDS", "ROUNDZ"))
    with pytest.raises(RoundelError, match="cores, mine, parameters.*'ROUNDZ'") as error:
        find_core("mine")
    assert "ROUNDS" in error.value.hint


def test_the_shipped_schema_is_that_of_the_code() -> None:
    assert json.loads(SCHEMA.read_text()) == json_schema()


def test_init_writes_a_file_that_works(chain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (chain / "roundel.toml").unlink()
    (chain / "chain_adapter.py").unlink()
    (chain / "tb_chain.v").write_text("module tb_chain; endmodule\n")
    assert run("init", "--adapter", "start-done") == 0
    core = find_core("chain")
    assert (core.top, core.front_end, core.clock, core.reset) == ("chain", "verilog", "clk", "reset")
    assert core.reset_active_high and core.service().block_bits == 128
    assert core.sources == (chain / "chain.v",)
    assert (chain / ".gitignore").read_text() == "/.roundel/\n"
    with pytest.raises(RoundelError, match="exists"):
        run("init")
    with pytest.raises(RoundelError, match="no known answers"):
        run("verify", "chain")
    assert run("init", "--schema") == 0
    assert json.loads(capsys.readouterr().out) == json_schema()
