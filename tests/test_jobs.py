"""Jobs: status, time limit, cancellation. The whole process group ends."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from roundel.process.jobs import Cancellation, Cancelled, JobFailed, run_job

# A job whose child would outlive it. It writes the child's process id to the log.
PARENT = (
    "import subprocess, sys, time\n"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
    "print(child.pid, flush=True)\n"
    "time.sleep(60)\n"
)
# A job whose child is in another process group. It ends the child on SIGTERM.
LEADER = (
    "import signal, subprocess, sys, time\n"
    "nap = [sys.executable, '-c', 'import time; time.sleep(60)']\n"
    "child = subprocess.Popen(nap, start_new_session=True)\n"
    "signal.signal(signal.SIGTERM, lambda *_: (child.kill(), sys.exit()))\n"
    "print(child.pid, flush=True)\n"
    "time.sleep(60)\n"
)


def _wait_for_text(log: Path) -> None:
    for _ in range(1200):
        if log.is_file() and log.read_text().strip():
            return
        time.sleep(0.05)


def _gone(pid: int) -> bool:
    """Return whether the process ends, or becomes a zombie, within two seconds."""
    for _ in range(40):
        state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
        if not state.strip() or state.startswith("Z"):
            return True
        time.sleep(0.05)
    return False


def _synthesis(code: str, folder: Path) -> tuple[int, float]:
    command = [sys.executable, "-c", code]
    return run_job(command, name="synthesis", cwd=folder, log=folder / "log", limit_seconds=9)


def test_status_and_output(tmp_path: Path) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-c", "import os; print(os.getcwd()); raise SystemExit(3)"]
    status, seconds = run_job(command, name="test", cwd=tmp_path, log=log, limit_seconds=30)
    assert status == 3 and 0 < seconds < 30
    assert log.read_text().strip() == str(tmp_path)


def test_the_time_is_cpu_time_of_the_command_and_its_own_processes(tmp_path: Path) -> None:
    _, idle = _synthesis("import time; time.sleep(1)", tmp_path)
    assert idle < 0.8
    busy = "import time\nwhile time.process_time() < 0.5: pass"
    _, own = _synthesis(busy, tmp_path)
    start = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {busy!r}])"
    _, nested = _synthesis(start, tmp_path)
    assert 0.5 <= own < 5 and 0.5 <= nested < 5


def test_timeout_kills_the_process_group(tmp_path: Path) -> None:
    log = tmp_path / "log"
    start = time.monotonic()
    with pytest.raises(JobFailed, match="^napping timed out after 5 s"):
        run_job([sys.executable, "-c", PARENT], name="napping", cwd=tmp_path, log=log, limit_seconds=5)
    assert time.monotonic() - start < 30
    assert _gone(int(log.read_text()))


def test_cancellation_kills_the_process_group(tmp_path: Path) -> None:
    log = tmp_path / "log"
    cancellation = Cancellation()
    threading.Thread(target=lambda: (_wait_for_text(log), cancellation.cancel())).start()
    with pytest.raises(Cancelled):
        run_job(
            [sys.executable, "-c", PARENT],
            name="napping",
            cwd=tmp_path,
            log=log,
            limit_seconds=60,
            cancellation=cancellation,
        )
    assert _gone(int(log.read_text()))


@pytest.mark.parametrize("job", [PARENT, LEADER], ids=["a child", "a child in a group of its own"])
def test_job_dies_with_the_process_that_started_it(job: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    code = (
        "import sys; from pathlib import Path; from roundel.process.jobs import run_job\n"
        f"run_job([sys.executable, '-c', {job!r}], name='napping', cwd=Path({str(tmp_path)!r}),"
        f" log=Path({str(log)!r}), limit_seconds=60)"
    )
    worker = subprocess.Popen([sys.executable, "-c", code])
    _wait_for_text(log)
    worker.kill()
    worker.wait()
    assert _gone(int(log.read_text()))


def test_job_that_ignores_sigterm_is_killed(tmp_path: Path) -> None:
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"
    start = time.monotonic()
    with pytest.raises(JobFailed):
        run_job([sys.executable, "-c", code], name="x", cwd=tmp_path, log=tmp_path / "log", limit_seconds=0.5)
    assert time.monotonic() - start < 50


def test_job_is_ended_when_its_log_says_that_it_is_useless(tmp_path: Path) -> None:
    code = "import time; print('100 needed, 99 there', flush=True); time.sleep(60)"
    start = time.monotonic()
    with pytest.raises(JobFailed, match="^does not fit") as caught:
        run_job(
            [sys.executable, "-c", code],
            name="x",
            cwd=tmp_path,
            log=tmp_path / "log",
            limit_seconds=50,
            abort_when=lambda text: "does not fit" if "99 there" in text else None,
        )
    assert time.monotonic() - start < 30
    assert not caught.value.transient and caught.value.limit_seconds is None


def test_job_that_is_killed_from_outside_is_transient(tmp_path: Path) -> None:
    code = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    with pytest.raises(JobFailed, match="^synthesis was ended by SIGKILL") as caught:
        _synthesis(code, tmp_path)
    assert caught.value.transient


@pytest.mark.parametrize(
    ("line", "transient"), [("ERROR: Assertion failure", False), ("write: No space left on device", True)]
)
def test_job_that_aborts_is_reported_by_its_last_line(line: str, transient: bool, tmp_path: Path) -> None:
    code = f"import os; print({line!r}, flush=True); os.abort()"
    with pytest.raises(JobFailed, match=rf"^synthesis was ended by SIGABRT: {line}\n") as caught:
        _synthesis(code, tmp_path)
    assert caught.value.transient is transient


def test_flag_within_a_flag() -> None:
    outer = Cancellation()
    inner, other = Cancellation(outer), Cancellation(outer)
    inner.cancel()
    outer.check()
    other.check()
    with pytest.raises(Cancelled):
        inner.check()
    outer.cancel()
    with pytest.raises(Cancelled):
        other.check()
