"""Cores of five styles that are not ours: verified, timed and measured as a new user would."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from foreign import HERE, edit, project, run

from roundel.adapters.check import check
from roundel.catalog import Core, Service, find_core
from roundel.catalog.model import AREA_ONLY, DECLARED, VERIFIED
from roundel.compare import compare, read_results
from roundel.errors import RoundelError
from roundel.implement import elaborate, find_target
from roundel.lab import open_store
from roundel.lab.cycles import measure_module
from roundel.verify.run import verify_core
from roundel.vhdl import translated

# Design, core, cycles per block, latency.
DESIGNS = [
    ("startdone", "chain", 10, 9),
    ("startdone", "chain:short", 6, 5),
    ("stream", "checksum", 1, 1),
    ("lwc", "toy", 1, None),
    ("bus", "xor-bus", 15, None),
    ("vhdl", "mixer", 8, 7),
]
MOST_TOML, MOST_ADAPTER = 15, 40
GHDL = shutil.which("ghdl") is not None


def lines_of(path: Path) -> int:
    """Lines that are neither empty nor a comment, and no part of the docstring."""
    text = path.read_text()
    if text.startswith('"""'):
        text = text.split('"""', 2)[2]
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in text.splitlines())


def figures(core: Core, service: Service | None = None):
    return measure_module(core, service or core.service())


@pytest.mark.parametrize(("design", "name", "cycles", "latency"), DESIGNS)
def test_a_core_is_verified_and_its_cycles_measured(
    design: str, name: str, cycles: int, latency: int | None, tmp_path: Path
) -> None:
    with project(design, tmp_path):
        core = find_core(name)
        if core.front_end == "ghdl" and not GHDL:
            with pytest.raises(RoundelError, match="no ghdl on PATH"):
                verify_core(core, [])
            return
        report = verify_core(core, [], random=20)
        assert report.ok and report.passed == report.served > 0 and report.random == 20
        measured = figures(core)
        assert measured["cycles_per_block"] == cycles
        assert latency is None or measured["latency_cycles"] == latency


def test_the_command_verifies_a_core_and_fails_at_a_wrong_answer(tmp_path: Path, capsys) -> None:
    with project("startdone", tmp_path):
        assert run("verify", "chain", "--random", "10") == 0
        assert "chain" in capsys.readouterr().out
        edit(tmp_path / "chain_adapter.py", "00000030a3080a", "00000030a3080b")
        assert run("verify", "chain", "--random", "10") == 1
        assert "FAILED chain: known answer 1" in capsys.readouterr().err


@pytest.mark.parametrize("design", sorted({design for design, *_ in DESIGNS}))
def test_the_files_of_a_user_are_short(design: str) -> None:
    assert lines_of(HERE / design / "roundel.toml") <= MOST_TOML
    for path in (HERE / design).glob("*adapter.py"):
        assert lines_of(path) <= MOST_ADAPTER, path


@pytest.mark.parametrize(
    ("design", "name", "file", "old", "new"),
    [
        ("startdone", "chain", "chain.v", "mix[120:0], mix[127:121]", "mix[119:0], mix[127:120]"),
        ("startdone", "chain", "chain.v", "state ^ bit ^", "bit ^"),
        ("stream", "checksum", "axis_checksum.sv", "if (m_axis_tready) begin", "begin"),  # loses an answer
        ("stream", "checksum", "axis_checksum.sv", "& {8{s_axis_tkeep[i]}}", ""),
        ("lwc", "toy", "lwc_toy.sv", "pdi_data != sum_q", "1'b0"),  # accepts every tag
        ("bus", "xor-bus", "xor_bus.v", "4'd5", "4'd6"),
    ],
)
def test_a_wrong_core_is_found(design: str, name: str, file: str, old: str, new: str, tmp_path: Path) -> None:
    with project(design, tmp_path) as folder:
        source = folder / file
        if new == "" and design == "stream":  # bytes that tkeep excludes then matter; the adapter sends zeros
            edit(source, "{8{s_axis_tkeep[i]}}", "{8{s_axis_tkeep[i] & (i != 7)}}")
        else:
            edit(source, old, new)
        assert check(find_core(name)).wrong
        with pytest.raises(RoundelError, match="known answer|timed message|random message|not answered"):
            figures(find_core(name))


def test_a_bench_gives_a_placed_row_that_is_verified(tmp_path: Path, capsys) -> None:
    with project("stream", tmp_path):
        assert run("bench", "checksum", "--strategy", "quick", "--json") == 0
        (row,) = json.loads(capsys.readouterr().out)
        assert (row["evidence"], row["cycles_per_block"], row["routed"]) == (VERIFIED, 1, True)
        assert row["luts"] > 100 and row["ffs"] == 65 and row["fmax_mhz"]["median"] > 50
        assert (tmp_path / ".roundel" / "results" / "checksum" / "ecp5").is_dir()
        assert run("results", "--json") == 0
        (stored,) = json.loads(capsys.readouterr().out)
        assert (stored["evidence"], stored["current"]) == (VERIFIED, True)
        assert run("publish") == 0
        assert (tmp_path / "results" / "checksum.jsonl").is_file()
        assert run("show", "checksum") == 0
        assert f"evidence: {VERIFIED} (adapter.py)" in capsys.readouterr().out
        # An adapter that changes is another measurement of the cycles, and no other of the area.
        (tmp_path / "adapter.py").open("a").write("# another\n")
        assert run("bench", "checksum", "--strategy", "quick", "--json") == 0
        (again,) = json.loads(capsys.readouterr().out)
        assert [one["measured"] for one in again["runs"]] == ["store"] and again["measured"] == "now"


def test_what_nobody_checked_never_wins(tmp_path: Path, capsys) -> None:
    with project("startdone", tmp_path) as folder:
        path = folder / "roundel.toml"
        bare = (
            path.read_text()
            .partition("[cores.chain.configs")[0]
            .replace('adapter = "chain_adapter.py"\n', "")
        )
        declared = bare.replace("cores.chain", "cores.declared") + "cycles_per_block = 1\n"
        path.write_text(path.read_text() + declared + bare.replace("cores.chain", "cores.bare"))
        words = ("--target", "xc7", "--json")
        assert run("bench", "chain", "declared", "bare", *words) == 0
        rows = {row["core"]: row for row in json.loads(capsys.readouterr().out)}
        assert [rows[name]["evidence"] for name in ("chain", "declared", "bare")] == [
            *(VERIFIED, DECLARED, AREA_ONLY)
        ]
        assert (rows["declared"]["cycles_per_block"], rows["bare"]["cycles_per_block"]) == (1, None)
        cores = [find_core(name) for name in ("declared", "chain", "bare")]
        comparison = compare(cores, find_target("xc7"), read_results(open_store()))
        assert [ratio.unverified for ratio in comparison.ratios] == [("declared",)]
        assert [entry.core for entry in comparison.entries if entry.area_only] == ["bare"]
        assert run("compare", "declared", "chain", "bare", "--target", "xc7") == 0
        said = capsys.readouterr().out
        assert f"§ declared: {DECLARED}" in said and f"bare is measured for {AREA_ONLY}" in said
        run("explore", "hash", "--target", "xc7", "--best", "area")
        error = capsys.readouterr().err
        assert "not ranked: declared" in error and "not ranked: bare" in error


@pytest.mark.slow  # builds two cores of Roundel again, under other names
def test_a_core_that_speaks_our_protocol_gets_all_of_its_checks(tmp_path: Path) -> None:
    tables = ""
    for name, ours, protocol in (("mine", "ascon-la", "stream"), ("block", "aes-x1", "engine")):
        core = find_core(ours)
        sources = ", ".join(f'"{path}"' for path in core.sources)
        service = core.service()
        tables += f'[cores.{name}]\ntop = "{core.top}"\nsources = [{sources}]\nprotocol = "{protocol}"\n'
        tables += f"data_width = {core.data_width}\nkey_width = {core.key_width}\n"
        tables += f'service = "{service.name}"\nvariant = "{service.variant}"\n'
        tables += f'algorithm = "{service.algorithm}"\nblock_bits = {service.block_bits}\n'
    with project("stream", tmp_path) as folder:
        (folder / "roundel.toml").write_text(tables)
        for name in ("mine", "block"):
            core = find_core(name)
            assert (core.evidence, core.kind != "module") == ("", True)
            report = verify_core(core, [], random=40)
            assert report.ok and report.random == 40


ROTATE = """module rotate (
  input clk, input rst, input in_valid_i, output in_ready_o, input [127:0] in_block_i,
  output reg out_valid_o, input out_ready_i, output reg [127:0] out_block_o
);
  assign in_ready_o = !out_valid_o || out_ready_i;
  always @(posedge clk)
    if (rst) out_valid_o <= 1'b0;
    else if (in_ready_o) begin
      out_valid_o <= in_valid_i;
      out_block_o <= {in_block_i[126:0], in_block_i[127]};
    end
endmodule
"""


def test_energy_of_a_core_with_a_clock_and_a_reset_of_other_names(tmp_path: Path, capsys) -> None:
    with project("stream", tmp_path) as folder:
        (folder / "rotate.v").write_text(ROTATE)
        (folder / "roundel.toml").write_text(
            '[cores.rotate]\ntop = "rotate"\nsources = ["rotate.v"]\nprotocol = "engine"\n'
            'data_width = 128\nservice = "block"\nvariant = "aes-128"\nalgorithm = "aes-block"\n'
            'block_bits = 128\nclock = "clk"\nreset = "rst"\nreset_active = "high"\n'
        )
        assert run("energy", "rotate", "--json") == 0
        shown = capsys.readouterr()
        (found,) = json.loads(shown.out)["energies"]
        assert found["flip_flops"] == 129
        # A block in each cycle: two edges of the clock at each flip-flop.
        assert found["clock"] == pytest.approx(129 * 2 / 128, abs=1e-4)
        assert "--liberty FILE" in shown.err  # what gives pJ per bit


def test_a_core_without_a_workload_has_no_energy(tmp_path: Path) -> None:
    with (
        project("startdone", tmp_path),
        pytest.raises(RoundelError, match="chain has no stored workload") as caught,
    ):
        run("energy", "chain")
    assert "service cores and block engines" in caught.value.hint


def test_declared_cycles_that_the_adapter_refutes_are_an_error(tmp_path: Path) -> None:
    with project("startdone", tmp_path) as folder:
        path = folder / "roundel.toml"
        path.write_text(
            path.read_text().replace("block_bits = 128", "block_bits = 128\ncycles_per_block = 9")
        )
        with pytest.raises(RoundelError, match="10 cycles per block, and roundel.toml declares 9"):
            figures(find_core("chain"))


def test_cycles_that_depend_on_the_data_are_not_steady(tmp_path: Path) -> None:
    with project("startdone", tmp_path) as folder:
        edit(folder / "chain.v", "round == ROUNDS - 1", "round == ROUNDS - 1 + (block[3:0] == 4'd15)")
        edit(folder / "chain_adapter.py", "def random_message(rng)", "def other(rng)")
        adapter = folder / "chain_adapter.py"
        adapter.write_text(adapter.read_text().replace("model(message)", "reference(message)"))
        with pytest.raises(RoundelError, match="cycles per block are not steady"):
            figures(find_core("chain"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("run = 3\n", "no function `run`"),
        ("async def run(dut, message):\n    return b''\n", "no known answers"),
        ("answers = [(b'', 'xy')]\nasync def run(dut, message):\n    return b''\n", "'xy' is not hex"),
        ("raise ValueError('no')\n", "ValueError: no"),
        (
            "async def run(dut, m):\n    dut['blok'] = 1\nanswers = [('', '')]\n",
            "unknown input of chain 'blok'",
        ),
        (
            "async def run(dut, m):\n    dut['init'] = 2\nanswers = [('', '')]\n",
            "0x2 does not fit input init",
        ),
        (
            "async def run(dut, m):\n    dut['valid'] = 1\nanswers = [('', '')]\n",
            "port valid of chain is an output",
        ),
        (
            "limit = 50\nasync def run(dut, m):\n    await dut.until('valid')\nanswers = [('', '')]\n",
            "not answered within 50 cycles",
        ),
    ],
)
def test_a_mistake_in_an_adapter_is_told(text: str, said: str, tmp_path: Path) -> None:
    with project("startdone", tmp_path) as folder:
        (folder / "chain_adapter.py").write_text(text)
        with pytest.raises(RoundelError) as error:
            figures(find_core("chain"))
        assert said in error.value.message


def test_a_wrong_name_of_the_clock_is_told(tmp_path: Path) -> None:
    with project("startdone", tmp_path) as folder:
        edit(folder / "roundel.toml", 'clock = "clk"', 'clock = "clok"')
        with pytest.raises(RoundelError, match="unknown clock port of chain 'clok'") as error:
            figures(find_core("chain"))
        assert "clk" in error.value.hint


@pytest.mark.long  # builds with cocotb's own makefiles; the test above holds the same figures
def test_a_cocotb_bench_verifies_and_times(tmp_path: Path) -> None:
    with project("startdone", tmp_path) as folder:
        edit(folder / "roundel.toml", 'adapter = "chain_adapter.py"', 'cocotb = "chain_cocotb.py"')
        core = find_core("chain")
        assert figures(core)["cycles_per_block"] == 10
        edit(folder / "chain_cocotb.py", "0x0F6AB9E59800EA74AB7EC0FDBFF69881", "0x0")
        with pytest.raises(RoundelError, match="case known_answer of chain_cocotb.py fails"):
            figures(find_core("chain"))


def test_parameters_reach_the_netlist(tmp_path: Path) -> None:
    """`hierarchy -chparam` has no effect on a module that was elaborated when it was read."""
    with project("startdone", tmp_path) as folder:
        long, short = (elaborate(find_core(name)) for name in ("chain", "chain:short"))
        edit(folder / "chain.v", "ROUNDS = 8", "ROUNDS = 4")
        assert elaborate(find_core("chain")) == short != long


def vhdl_design(folder: Path, text: str) -> Core:
    (folder / "mixer_round.vhd").unlink()
    (folder / "Mixer.vhd").write_text(text)
    edit(folder / "roundel.toml", '"mixer_round.vhd", ', "")
    return find_core("mixer")


ENTITY = """library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity Mixer is
  port (clk, rst : in std_logic; {port} : in unsigned(3 downto 0); q : out unsigned(3 downto 0));
end entity;
architecture rtl of Mixer is {declarations} begin
{body}
end architecture;
"""


@pytest.mark.parametrize(
    ("port", "declarations", "body", "said"),
    [
        ("reg", "", "q <= reg;", "port reg of mixer is a word that Verilog reserves"),
        ("d", "", "process (clk, d) begin if clk = '1' then q <= d; end if; end process;", "latch"),
        (
            "d",
            "component other is port (a : in unsigned(3 downto 0); b : out unsigned(3 downto 0)); end component;",  # noqa: E501
            "u : other port map (a => d, b => q);",
            "other",
        ),
        ("d", "", "q <= d +;", "ghdl refuses mixer"),
    ],
    ids=["keyword", "latch", "unbound", "syntax"],
)
def test_the_traps_of_vhdl_are_refused(
    port: str, declarations: str, body: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with project("vhdl", tmp_path) as folder:
        core = vhdl_design(folder, ENTITY.format(port=port, declarations=declarations, body=body))
        if not GHDL:
            said = "no ghdl on PATH"
        with pytest.raises(RoundelError) as error:
            translated(core)
        assert said in str(error.value)


def test_without_ghdl_the_message_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from roundel import vhdl

    monkeypatch.setattr(vhdl.shutil, "which", lambda name: None)
    vhdl.version.cache_clear()
    with project("vhdl", tmp_path), pytest.raises(RoundelError, match="no ghdl on PATH") as error:
        translated(find_core("mixer"))
    assert "apt install ghdl" in error.value.hint


def test_a_bit_string_of_vhdl_is_a_number_in_the_verilog(tmp_path: Path) -> None:
    """ghdl 2 writes `key xor x"0123..."` with a Verilog text, which would be other hardware."""
    from roundel.vhdl import _with_numbers

    with project("vhdl", tmp_path):
        core = find_core("mixer")
    assert _with_numbers('assign a = b ^ "0101";', core) == "assign a = b ^ 4'b0101;"
    with pytest.raises(RoundelError, match="ghdl writes a text"):
        _with_numbers('assign a = "hello";', core)


def test_the_report_of_a_project_is_in_its_folder_and_has_its_cores_only(tmp_path: Path, capsys) -> None:
    with project("startdone", tmp_path):
        assert run("bench", "chain", "--target", "xc7") == 0
        assert run("report") == 0
        page = tmp_path / ".roundel" / "report" / "index.html"
        assert capsys.readouterr().out.splitlines()[-1] == str(page)
        text = page.read_text()
        assert "chain" in text and "keccak-hash" not in text
