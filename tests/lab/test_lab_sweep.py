"""Sweeps that lose their workers, their client or their scheduler: nothing lost, nothing done twice.

Place and route is a stand-in that takes as long as a test needs; synthesis, workers and store are real.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import psutil
import pytest
from lab_project import Lab

from roundel.errors import RoundelError
from roundel.implement import TARGETS, Toolchain
from roundel.lab import Event, Request, bench, find_strategy, scheduler
from roundel.lab.rows import Outcome
from roundel.lab.runs import CyclesRun, Run
from roundel.lab.task import Job

pytestmark = pytest.mark.slow
SEEDS = 8
STAND_IN = Path(__file__).with_name("stand_in_nextpnr.py")


class Tool:
    """The stand-in on PATH: which seeds it was started with, and the processes of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def starts(self) -> Counter[int]:
        return Counter(int(path.name.partition("-")[0]) for path in self.folder.iterdir())

    def alive(self) -> list[int]:
        pids = [int(path.name.partition("-")[2]) for path in self.folder.iterdir()]
        return [pid for pid in pids if _runs(pid)]


@pytest.fixture
def tool(lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tool:
    """Put the stand-in on PATH, and the cycles of the core into the store: no simulation is built."""
    bin_, log = tmp_path / "bin", tmp_path / "starts"
    bin_.mkdir()
    log.mkdir()
    program = bin_ / "nextpnr-ecp5"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{STAND_IN}" "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_}:{os.environ['PATH']}")
    monkeypatch.setenv("STAND_IN_LOG", str(log))
    monkeypatch.setenv("STAND_IN_SECONDS", "2")
    figures = {"cycles_per_block": 4, "latency_cycles": 11}
    cycles = CyclesRun(lab.core, lab.core.service())
    lab.store.put(cycles.identity, {"block_bits": 64, "figures": figures, "seconds": 0.1})
    return Tool(log)


def _request(lab: Lab, **more: Any) -> Request:
    strategy = find_strategy("seeds", seeds=SEEDS)
    return Request((lab.core,), (TARGETS["ecp5"],), strategy, toolchain=Toolchain("native"), jobs=2, **more)


def _stored(lab: Lab) -> set[int]:
    return {record["seed"] for record in lab.store.records() if record["kind"] == "implementation"}


def _until(condition: Callable[[], object], seconds: float = 240) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def _runs(pid: int) -> bool:
    """Say whether a process is there and no zombie; one that ends while it is asked is not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_killed_tool_fails_its_run_alone_and_the_next_bench_makes_it(lab: Lab, tool: Tool) -> None:
    def kill() -> None:
        _until(lambda: len(_stored(lab)) >= 2 and tool.alive())
        psutil.Process(tool.alive()[0]).kill()

    killer = threading.Thread(target=kill)
    killer.start()
    (row,) = bench(_request(lab), lab.store)
    killer.join()
    (failure,) = row["failed"]
    assert "ended by SIGKILL" in failure["reason"] and row["seeds"] == SEEDS - 1
    assert tool.alive() == []
    kept, begun = _stored(lab), tool.starts
    (row,) = bench(_request(lab), lab.store)
    assert row["failed"] == [] and row["seeds"] == SEEDS
    assert tool.starts - begun == Counter(set(range(1, SEEDS + 1)) - kept)


@pytest.mark.parametrize("signals", [1, pytest.param(3, marks=pytest.mark.long)])
def test_interrupt_ends_the_tools_with_one_line(lab: Lab, tool: Tool, signals: int) -> None:
    """Ctrl-C sends SIGINT to the whole group of the terminal; impatience sends it again."""
    command = [sys.executable, "-m", "roundel", "bench", "echo-hash", "--tool", "native"]
    command += ["--seeds", str(SEEDS), "--jobs", "2"]
    client = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    _until(lambda: len(_stored(lab)) >= 1 and tool.alive())
    for _ in range(signals):
        os.killpg(client.pid, signal.SIGINT)
        time.sleep(0.3)
    output, errors = client.communicate(timeout=60)
    assert client.returncode == 130 and output == ""
    assert "Traceback" not in errors
    assert errors.splitlines()[-1] == "roundel: interrupted; the runs that were finished are kept"
    assert tool.alive() == []
    assert 1 <= len(_stored(lab)) < SEEDS


def test_bench_needs_no_network(lab: Lab, tool: Tool, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr("socket.socket.bind", refuse)
    monkeypatch.setattr("socket.socket.connect", refuse)
    (row,) = bench(_request(lab), lab.store)
    assert row["failed"] == [] and row["seeds"] == SEEDS


def test_killed_client_leaves_no_tools_and_the_next_one_runs_only_the_rest(lab: Lab, tool: Tool) -> None:
    command = [sys.executable, "-m", "roundel", "bench", "echo-hash", "--tool", "native"]
    command += ["--seeds", str(SEEDS), "--jobs", "2"]
    client = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _until(lambda: len(_stored(lab)) >= 2 and tool.alive())
    workers = [process.pid for process in psutil.Process(client.pid).children(recursive=True)]
    client.send_signal(signal.SIGKILL)
    client.wait()
    # A worker that has not yet seen the end of its client may start one more tool.
    _until(lambda: not any(_runs(pid) for pid in workers), 60)
    _until(lambda: not tool.alive(), 10)
    kept = _stored(lab)
    assert 2 <= len(kept) < SEEDS
    begun = tool.starts
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert _stored(lab) == set(range(1, SEEDS + 1))
    again = tool.starts - begun
    assert set(again) == set(range(1, SEEDS + 1)) - kept
    assert set(again.values()) == {1}


@pytest.mark.long
def test_two_clients_share_their_runs(lab: Lab, tool: Tool) -> None:
    """Each with workers of its own, which know of each other by the locks and the store alone."""
    command = [sys.executable, "-m", "roundel", "bench", "echo-hash", "--tool", "native", "--seeds", "4"]
    clients = [subprocess.Popen([*command, "--jobs", "1"], stderr=subprocess.PIPE) for _ in range(2)]
    for client in clients:
        _, errors = client.communicate()
        assert client.returncode == 0, errors
    assert tool.starts == Counter({seed: 1 for seed in (1, 2, 3, 4)})


@pytest.fixture
def cluster(lab: Lab, tmp_path: Path) -> Iterator[tuple[str, dict[str, subprocess.Popen[bytes]]]]:
    """A scheduler of its own with two workers: its address and the processes."""
    processes: dict[str, subprocess.Popen[bytes]] = {}
    log = tmp_path / "scheduler.log"

    def start(name: str, *words: str) -> None:
        with log.open("ab") as out:
            arguments = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
            environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
            processes[name] = subprocess.Popen(
                arguments, stdout=out, stderr=out, cwd=tmp_path, env=environment
            )

    start("scheduler", "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    _until(lambda: re.search(r"Scheduler at:\s+(tcp://\S+)", log.read_text()))
    found = re.search(r"Scheduler at:\s+(tcp://\S+)", log.read_text())
    assert found
    for name in ("worker 1", "worker 2"):
        start(name, "dask_worker", found[1], "--nthreads", "1", "--no-dashboard")
    _until(lambda: log.read_text().count("Registered to:") >= 2)
    yield found[1], processes
    for process in processes.values():
        for child in psutil.Process(process.pid).children(recursive=True) if process.poll() is None else ():
            child.kill()
        process.kill()
    for process in processes.values():
        process.wait(timeout=60)


def test_sweep_at_a_scheduler_elsewhere_ends_clearly_when_that_is_gone(
    lab: Lab, tool: Tool, cluster: tuple[str, dict[str, subprocess.Popen[bytes]]]
) -> None:
    address, processes = cluster
    events: list[Event] = []

    def kill() -> None:
        _until(lambda: len(_stored(lab)) >= 2)
        processes["scheduler"].kill()

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(RoundelError, match=f"the scheduler {address} is gone") as caught:
        bench(_request(lab, scheduler=address), lab.store, events.append)
    killer.join()
    assert "repeat the command" in caught.value.hint
    assert [event.workers for event in events if event.kind == "workers"] == [2]
    kept = _stored(lab)
    assert len(kept) >= 2
    begun = tool.starts
    (row,) = bench(_request(lab), lab.store)
    assert row["seeds"] == SEEDS and not set(tool.starts - begun) & kept


def test_result_that_cannot_be_fetched_is_waited_for(
    lab: Lab, tool: Tool, cluster: tuple[str, dict[str, subprocess.Popen[bytes]]]
) -> None:
    """A connection may break before the client's status says that the scheduler is gone."""
    fetches = iter([ConnectionResetError("Connection reset by peer"), None])

    class Finished(Future[Outcome]):
        status = "finished"

        def result(self, timeout: float | None = None) -> Outcome:
            fault = next(fetches)
            if fault is not None:
                raise fault
            return super().result(timeout)

    run = CyclesRun(lab.core, lab.core.service())
    stored = lab.store.get(run.identity)
    assert stored is not None
    future = Finished()
    future.set_result(Outcome(stored, measured_now=False))
    with scheduler.SchedulerSweep(lab.store, lambda event: None, cluster[0]) as workers:
        workers._connect()
        workers._open[future] = Job(run, lab.store.root, 60)
        assert workers.completed() == [] and future in workers._open
        assert [ended for ended, _ in workers.completed()] == [run] and not workers._open


def test_run_whose_workers_die_fails_with_their_number(
    lab: Lab,
    tool: Tool,
    tmp_path: Path,
    cluster: tuple[str, dict[str, subprocess.Popen[bytes]]],
) -> None:
    deaths = tmp_path / "deaths"
    dying = f"import os; open({str(deaths)!r}, 'a').write('x'); os._exit(1)"
    run = CyclesRun(lab.core, lab.core.service())
    with scheduler.SchedulerSweep(lab.store, lambda event: None, cluster[0]) as workers:
        future = workers._connect().submit(exec, dying, pure=False)
        workers._open[future] = Job(run, lab.store.root, 60)
        ended: list[tuple[Run, Outcome]] = []
        _until(lambda: ended.extend(workers.completed()) or ended)
    ((_, outcome),) = ended
    assert outcome.failed is not None
    assert outcome.failed.startswith("2 workers died of it")
    assert deaths.read_text() == "xx"


def test_address_without_a_scheduler_is_named(lab: Lab, tool: Tool) -> None:
    with pytest.raises(RoundelError, match="no scheduler at tcp://127.0.0.1:9") as caught:
        bench(_request(lab, scheduler="tcp://127.0.0.1:9"), lab.store)
    assert "dask scheduler" in caught.value.hint
