"""The form in Verilog-2005: other tools read it, it plays the same bench, and is as large as the source."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from test_export import simulate

from roundel.catalog import find_core, load_catalog
from roundel.catalog.model import Config
from roundel.errors import RoundelError
from roundel.export import bench, export
from roundel.export.verilog import convert
from roundel.implement import Options, find_target, synthesize
from roundel.paths import vectors_dir
from roundel.verify.vectors import load

VERILOG = "verilog-2005"
# SystemVerilog's own words, which no Verilog-2005 has.
NEWER = re.compile(r"\b(logic|always_ff|always_comb|typedef|enum|struct|package|import|unique|'0|'1)\b")
MOST_LUT_CHANGE = 0.02
# Flip-flops of ECP5 that the form has and its source does not.
MORE_FFS = {"aes-gcm-la": 3, "multi-aes-la": 5}
# One configuration of each top module, without those that need a vendor's cell. Icarus takes minutes to
# elaborate the widest Keccak engine.
CORES = list(
    {
        core.top: name
        for name, core in reversed(load_catalog().items())
        if not core.targets and name != "keccak1600-x1"
    }.values()
)

SERVICES = [name for name in CORES if load_catalog()[name].kind == "service"]


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"no {name} on PATH")
    return found


def read_by_iverilog(path: Path) -> None:
    command = [tool("iverilog"), "-g2005", "-Wall", "-t", "null", str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr


def played_by_iverilog(name: str, folder: Path, random: int) -> str:
    tool("iverilog")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench, "MOST_BEATS", 100)  # an event-driven simulator takes minutes for all
        done = export(find_core(name), folder, load(vectors_dir()), random=random, language=VERILOG)
    ran = subprocess.run(
        ["make", "-C", str(done.folder / "sim"), "SIMULATOR=iverilog"],
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("name", ["aes-x1", "ascon-la", "keccak-hash"])
def test_it_is_plain_verilog_with_names_that_begin_with_the_prefix(name: str, tmp_path: Path) -> None:
    made = convert(find_core(name), "acme_")
    code = re.sub(r"//.*", "", made.text)
    assert not NEWER.search(code)
    modules = re.findall(r"^module (\w+)", code, re.MULTILINE)
    assert modules[0] == made.top == f"acme_{name.replace('-', '_')}"
    assert len(modules) == len(set(modules)) == made.modules
    assert all(module.startswith(made.top) for module in modules) and "roundel" not in code
    source = {port: None for port in re.findall(r"\b([sm]_axis_t\w+|clk_i|rst_ni)\b", code.split(";")[0])}
    assert list(source)[:2] == ["clk_i", "rst_ni"]
    path = tmp_path / f"{made.top}.v"
    path.write_text(made.text)
    read_by_iverilog(path)


def test_iverilog_plays_the_bench_of_an_engine(tmp_path: Path) -> None:
    printed = played_by_iverilog("aes-x1", tmp_path / "out", random=8)
    assert re.search(r"^PASS: \d+ blocks, \d+ cycles$", printed, re.MULTILINE)
    stalls = r"\d+ stalls of the input, \d+ of the output"
    assert re.search(rf"^PASS: \d+ blocks, \d+ cycles, with {stalls}$", printed, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        # Its state is cleared by sums, not by a reset.
        "keyak-la",
        *(pytest.param(one, marks=pytest.mark.long) for one in SERVICES),
    ],
)
def test_iverilog_plays_the_bench_of_a_service_core(name: str, tmp_path: Path) -> None:
    assert played_by_iverilog(name, tmp_path / "out", random=3).count("PASS: ") == 2


def test_iverilog_finds_a_wrong_gate(tmp_path: Path) -> None:
    tool("iverilog")
    done = export(
        find_core("keccak400-x1"), tmp_path / "out", load(vectors_dir()), random=4, language=VERILOG
    )
    (path,) = (done.folder / "rtl").glob("*.v")
    text = path.read_text()
    assert " ^ " in text
    path.write_text(text.replace(" ^ ", " | ", 1))
    command = ["make", "-C", str(done.folder / "sim"), "SIMULATOR=iverilog"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert ran.returncode and "PASS" not in ran.stdout
    assert "expected" in ran.stdout, ran.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["ascon-la", *(pytest.param(one, marks=pytest.mark.long) for one in ("aes-gcm-la", "keccak400-x1"))],
)
def test_verilator_plays_the_bench(name: str, tmp_path: Path) -> None:
    done = export(find_core(name), tmp_path / "out", load(vectors_dir()), random=20, language=VERILOG)
    ran = simulate(done.folder)
    assert ran.returncode == 0 and ran.stdout.count("PASS: ") == 2, ran.stdout + ran.stderr


@pytest.mark.long
@pytest.mark.parametrize("name", CORES)
def test_a_core_of_each_top_is_read_by_iverilog(name: str, tmp_path: Path) -> None:
    made = convert(find_core(name))
    path = tmp_path / f"{made.top}.v"
    path.write_text(made.text)
    read_by_iverilog(path)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("keccak200-x1", marks=pytest.mark.slow),
        *(pytest.param(one, marks=pytest.mark.long) for one in CORES),
    ],
)
def test_it_takes_as_many_luts_as_the_source(name: str, tmp_path: Path) -> None:
    core, target = find_core(name), find_target("ecp5")
    made = convert(core)
    path = tmp_path / f"{made.top}.v"
    path.write_text(made.text)
    plain = dataclasses.replace(
        core,
        top=made.top,
        sources=(path,),
        config=Config("default"),
        folder=tmp_path,
        front_end="verilog",
    )
    source, form = (synthesize(one, target, Options(), limit_seconds=1800) for one in (core, plain))
    luts, form_luts = (target.luts_of(one.cells) for one in (source, form))
    assert abs(form_luts - luts) <= MOST_LUT_CHANGE * luts
    ffs, form_ffs = (target.ffs_of(one.cells) for one in (source, form))
    assert form_ffs - MORE_FFS.get(name, 0) == ffs > 0


@pytest.mark.parametrize("name", ["keyak-la", "keccak200-x1"])
def test_registers_and_memories_have_a_value_when_a_simulation_starts(name: str) -> None:
    modules = convert(find_core(name)).text.split("endmodule\n")
    written = [set(re.findall(r"^ +([a-z]\w*)(?:\[[^;]*\])? <= ", one, re.MULTILINE)) for one in modules]
    started = [
        set(re.findall(r"^    (?:for .*\) )?([a-z]\w*)(?:\[_t_word\])? = 0;$", one, re.M)) for one in modules
    ]
    assert written == started and sum(map(len, written)) > 10


@pytest.mark.parametrize("name", ["ascon-la", "salsa20-x1"])
def test_a_word_of_a_memory_is_written_as_one(name: str) -> None:
    """A synthesizer makes a RAM of each bit if the bits are written separately."""
    text = convert(find_core(name)).text
    assert not re.search(r"^ *\w+\[[^\n]*\]\[(\d+):\1\] <=", text, re.MULTILINE)
    # A selection for each bit of an array is thousands of lines.
    assert text.count("\n") < 6000


def test_ghdl_reads_the_declaration_and_the_instance(tmp_path: Path) -> None:
    ghdl = tool("ghdl")
    done = export(find_core("ascon-la"), tmp_path / "out", [], random=0, language=VERILOG)
    files = sorted((done.folder / "vhdl").glob("*component*")) + sorted(
        (done.folder / "vhdl").glob("*instance*")
    )
    assert len(files) == 2
    for path in files:
        ran = subprocess.run(
            [ghdl, "-a", str(path)], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
        assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("language", ["systemverilog", VERILOG])
def test_every_script_has_every_source_and_the_top(language: str, tmp_path: Path) -> None:
    done = export(find_core("ascon-la"), tmp_path / "out", [], random=0, language=language)
    names = [Path(line).name for line in (done.folder / "ascon_la.f").read_text().split()]
    assert names
    scripts = done.folder / "scripts"
    for lists in ("vivado.tcl", "ascon_la.qip", "radiant.tcl", "diamond.tcl", "gowin.tcl"):
        text = (scripts / lists).read_text()
        assert all(name in text for name in names), lists
    assert (names[0] if language == VERILOG else "ascon_la.f") in (scripts / "yosys.ys").read_text()
    for path in scripts.iterdir():
        if path.suffix != ".qip":
            assert "roundel_ascon_la" in path.read_text(), path.name


class Tcl:
    """An interpreter that notes the commands of a vendor's tool, each as a list of words."""

    def __init__(self) -> None:
        tkinter = pytest.importorskip("tkinter")
        self.calls: list[list[str]] = []
        self.interpreter = tkinter.Tcl()
        self.interpreter.createcommand("note", lambda *words: self.calls.append(list(words)) or "")
        self.interpreter.eval("proc unknown {args} {note {*}$args}")
        self.interpreter.eval("proc package {args} {}")

    def run(self, script: Path) -> None:
        self.interpreter.eval(f"source {{{script}}}")
        assert self.interpreter.eval("info commands note")


@pytest.mark.parametrize("language", ["systemverilog", VERILOG])
@pytest.mark.parametrize(
    ("script", "run"),
    [
        ("vivado.tcl", "route_design"),
        ("quartus.tcl", "execute_flow"),
        ("radiant.tcl", "prj_run"),
        ("diamond.tcl", "prj_run"),
        ("gowin.tcl", "run"),
    ],
)
def test_a_script_is_tcl_and_names_files_that_exist(
    script: str, run: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    core = find_core("aes-engine:two-phases")
    done = export(core, tmp_path / "out", [], random=0, language=language)
    tcl = Tcl()
    where = Path.cwd()
    try:
        tcl.run(done.folder / "scripts" / script)
        reached = Path.cwd()
    finally:
        monkeypatch.chdir(where)
    words = [word for call in tcl.calls for word in call]
    sources = {path.name for path in (done.folder / "rtl").iterdir()}
    kinds = {".v", ".sv", ".qip", ".sdc", ".lpf", ".xdc"}
    named = [word for word in words if "/" in word and Path(word).suffix in kinds]
    assert named and all((reached / word).is_file() for word in named)
    if script == "quartus.tcl":
        (quartus,) = (done.folder / "scripts").glob("*.qip")
        assert sources <= set(re.findall(r"[\w.]+", quartus.read_text()))
    else:
        assert sources <= {Path(word).name for word in named}
    top = "roundel_aes_engine_two_phases" if language == VERILOG else core.top
    assert any(top in call for call in tcl.calls)
    assert any(call[0] == run for call in tcl.calls)
    if language == "systemverilog" and script != "gowin.tcl":  # which says that it has none
        assert all(any(name in word for word in words) for name in core.config.parameters), tcl.calls


def test_a_cell_without_an_operator_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def made(*_arguments: object) -> str:
        return "module roundel_ascon_la(a);\n  \\$bwmux  #(.WIDTH(3)) u (\n    .A(a)\n  );\nendmodule\n"

    monkeypatch.setattr("roundel.export.verilog.run_elaborator", made)
    with pytest.raises(RoundelError, match=re.escape("no operator for the cell $bwmux")):
        convert(find_core("ascon-la"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"language": "vhdl"}, "there is no export in the language 'vhdl'"),
        ({"prefix": "1st_"}, "the prefix '1st_' does not begin an identifier"),
    ],
)
def test_what_cannot_be_exported_writes_nothing(
    options: dict[str, str], message: str, tmp_path: Path
) -> None:
    with pytest.raises(RoundelError, match=re.escape(message)):
        export(find_core("ascon-la"), tmp_path / "out", [], random=0, **options)
    assert not (tmp_path / "out").exists()
