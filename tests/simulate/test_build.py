import dataclasses
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from shared_runtime import share_runtime

from roundel.catalog import find_core
from roundel.errors import RoundelError
from roundel.process.jobs import Cancellation, Cancelled, JobFailed
from roundel.simulate import Device, Engine, build
from roundel.simulate.build import build_model

ECHO_ROOT = Path(__file__).parent / "data"
BUILD = """
import sys
from pathlib import Path
from roundel.catalog import find_core
from roundel.simulate.build import build_model
print(build_model(find_core("echo", Path(sys.argv[1]))))
"""


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache without models. Verilator's own runtime, which is slow to build, is copied into it."""
    build_model(find_core("echo", ECHO_ROOT))
    other_cache = tmp_path / "cache"
    share_runtime(other_cache)
    monkeypatch.setenv("ROUNDEL_CACHE", str(other_cache))
    return other_cache


def test_a_model_is_built_once_and_found_again(empty_cache: Path, monkeypatch) -> None:
    core = find_core("echo", ECHO_ROOT)
    path = build_model(core)
    built = path.stat().st_mtime_ns
    # With the library in the cache, no tool is needed.
    monkeypatch.setenv("PATH", "")
    assert build_model(core) == path
    assert path.stat().st_mtime_ns == built
    assert path.is_relative_to(empty_cache)
    assert sorted(p.name for p in path.parent.iterdir()) == ["build.log", "lock", "model.so"]


def test_configurations_widths_and_traces_are_different_models() -> None:
    cores = [find_core(name, ECHO_ROOT) for name in ("echo", "echo:wires", "echo16")]
    paths = [build_model(core) for core in cores] + [build_model(cores[0], trace=True)]
    assert len(set(paths)) == 4


@pytest.mark.slow
def test_two_processes_build_one_model(empty_cache: Path) -> None:
    run = [sys.executable, "-c", BUILD, str(ECHO_ROOT)]
    processes = [subprocess.Popen(run, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    paths = {process.communicate()[0].strip() for process in processes}
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(paths) == 1
    log = Path(paths.pop()).with_name("build.log").read_text()
    assert log.count("bin/verilator --cc") == 1


@pytest.mark.slow
def test_a_killed_build_leaves_no_library_and_no_lock(empty_cache: Path) -> None:
    """The C++ compiler hangs and the build is killed. The next build succeeds."""
    hanging = empty_cache / "hanging-compiler"
    hanging.write_text(f"#!/bin/sh\ntouch {empty_cache}/reached\nexec sleep 60\n")
    hanging.chmod(0o755)
    run = [sys.executable, "-c", BUILD, str(ECHO_ROOT)]
    process = subprocess.Popen(run, env={**os.environ, "CXX": str(hanging)}, start_new_session=True)
    while not (empty_cache / "reached").exists():
        assert process.poll() is None
    os.killpg(process.pid, 9)
    process.wait()
    assert not list(empty_cache.rglob("model.so"))
    assert build_model(find_core("echo", ECHO_ROOT)).is_file()


@pytest.mark.parametrize("why", ["limit", "flag"])
def test_a_build_that_takes_too_long_is_ended_with_its_tools(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    hanging = empty_cache / "hanging-compiler"
    hanging.write_text(f"#!/bin/sh\necho $$ >> {empty_cache}/reached\nexec sleep 60\n")
    hanging.chmod(0o755)
    monkeypatch.setenv("CXX", str(hanging))
    reached, core = empty_cache / "reached", find_core("echo", ECHO_ROOT)
    if why == "limit":
        with pytest.raises(JobFailed, match="^the build of echo timed out after 3 s") as late:
            build_model(core, limit_seconds=3)
        assert late.value.log is not None and "hanging-compiler" in late.value.log.read_text()
    else:
        flag = Cancellation()
        threading.Thread(target=lambda: (_wait_for(reached), flag.cancel())).start()
        with pytest.raises(Cancelled):
            build_model(core, cancellation=flag)
    for tool in reached.read_text().split():
        assert not Path(f"/proc/{tool}").exists()
    # The model and Verilator's runtime have a log each; the one that was ended names its tool.
    assert any("hanging-compiler" in log.read_text() for log in empty_cache.rglob("build.log"))


def _wait_for(path: Path) -> None:
    while not path.exists():
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("missing", "message"), [("perl", "no perl on PATH"), ("g++ clang++ c++", r"no C\+\+ compiler")]
)
def test_a_missing_tool_is_named(empty_cache: Path, monkeypatch, missing: str, message: str) -> None:
    monkeypatch.delenv("CXX", raising=False)
    which = shutil.which
    monkeypatch.setattr(build.shutil, "which", lambda name: None if name in missing.split() else which(name))
    with pytest.raises(RoundelError, match=message) as error:
        build_model(find_core("echo", ECHO_ROOT))
    assert "apt install" in error.value.hint


def test_a_compiler_that_is_named_and_missing_is_not_replaced(monkeypatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(RoundelError, match="CXX is 'no-such-compiler', which is not on PATH"):
        build.find_compiler()


@pytest.mark.parametrize("size", [0, 20_000])
def test_a_damaged_library_is_built_again(empty_cache: Path, size: int) -> None:
    core = find_core("echo", ECHO_ROOT)
    path = build_model(core)
    whole = path.stat().st_size
    os.truncate(path, size)
    with Device(core) as device:
        assert device.cycle == 1
    assert path.stat().st_size == whole


def test_a_library_that_cannot_be_loaded_is_named(empty_cache: Path, monkeypatch) -> None:
    def refuse(path: Path, arguments: object) -> None:
        raise OSError("failed to map segment from shared object")  # as in a folder without programs

    monkeypatch.setattr("roundel.simulate._library.load", refuse)
    with pytest.raises(RoundelError, match="cannot be loaded: failed to map") as error:
        Device(find_core("echo", ECHO_ROOT))
    assert "ROUNDEL_CACHE" in error.value.hint


def test_a_core_that_does_not_compile_is_reported_with_the_last_lines(
    empty_cache: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "stream_echo.sv"
    broken.write_text("module stream_echo; nonsense endmodule\n")
    core = dataclasses.replace(find_core("echo", ECHO_ROOT), sources=(broken,))
    with pytest.raises(RoundelError, match="Verilator could not translate echo .*build.log") as error:
        build_model(core)
    assert "stream_echo.sv:1" in error.value.hint


@pytest.mark.slow
def test_large_models_are_compiled_in_parts(empty_cache: Path, monkeypatch) -> None:
    from roundel.protocol.stream import Segment
    from roundel.simulate import Device

    monkeypatch.setattr("roundel.simulate.compile.ONE_UNIT_LIMIT", 0)
    with Device(find_core("echo", ECHO_ROOT)) as device:
        assert device.transact([Segment(4, b"in parts")]) == [Segment(4, b"in parts")]


def test_a_kind_without_harness_is_refused() -> None:
    thing = dataclasses.replace(find_core("echo", ECHO_ROOT), kind="thing")
    with pytest.raises(RoundelError, match="kind of core echo 'thing'"):
        build_model(thing)


def test_each_kind_is_opened_by_its_own_class() -> None:
    echo = find_core("echo", ECHO_ROOT)
    with pytest.raises(RoundelError, match="echo is of kind 'engine', expected a service core"):
        Device(dataclasses.replace(echo, kind="engine"))
    with pytest.raises(RoundelError, match="echo is of kind 'service', expected an engine"):
        Engine(echo)
