"""The stream harness, on the echo core of data/: input equals output, with its cycles, and the ends of a
run.
"""

import dataclasses
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from trace_values import last_values

from roundel.errors import RoundelError
from roundel.protocol.stream import Kind, Segment
from roundel.simulate import Beats, Stalls, beats_of, segments_of

MESSAGE = [Segment(Kind.TEXT, bytes(range(40))), Segment(Kind.AD), Segment(Kind.TAG, b"abc")]
KIND_OF_ASSERTION, KIND_OF_FATAL = 14, 15  # as in data/rtl/cores/echo/stream_echo.sv


def random_segments(seed: int, count: int) -> list[Segment]:
    rng = random.Random(seed)
    return [Segment(rng.randrange(9), rng.randbytes(rng.randrange(70))) for _ in range(count)]


@pytest.mark.parametrize("name", ["echo", "echo:wires", "echo:slow", "echo16"])
@pytest.mark.parametrize("stalls", [None, Stalls(1, source=0.5), Stalls(2, sink=0.5), Stalls(3, 0.3, 0.8)])
def test_beats_come_through_unchanged_under_stalls(echo, name, stalls) -> None:
    """The echo core stops the run if a beat changes or is withdrawn while it waits for tready."""
    sent = random_segments(7, 100)
    device = echo(name)
    assert device.transact(sent, answers=100, stalls=stalls) == sent
    assert device.transact(sent, answers=100, stalls=stalls) == sent


def test_cycle_stamps_of_a_register(echo) -> None:
    device = echo("echo")
    assert device.cycle == 1  # of the reset
    beats = beats_of(MESSAGE, 128)
    out = device.run(beats, segments=3)
    assert device.accepted.tolist() == [1, 2, 3, 4, 5]
    assert out.cycle.tolist() == [2, 3, 4, 5, 6]
    assert device.cycle == 7
    assert beats.cycle.tolist() == 5 * [-1]  # the input is unchanged


def test_cycle_stamps_of_wires(echo) -> None:
    """In a core with combinational tready and tvalid, both handshakes of a beat are in one cycle."""
    device = echo("echo:wires")
    out = device.run(beats_of(MESSAGE, 128), segments=3, stalls=Stalls(5, 0.4, 0.4))
    assert out.cycle.tolist() == device.accepted.tolist()
    assert device.cycle == out.cycle[-1] + 1


def test_a_slow_core_is_waited_for(echo) -> None:
    device = echo("echo:slow")
    device.run(beats_of(MESSAGE, 128), segments=3)
    assert np.diff(device.accepted).tolist() == 4 * [4]


def test_stalls_come_at_their_rate_and_from_their_seed(echo) -> None:
    beats = beats_of([Segment(Kind.TEXT, bytes(16 * 20_000))], 128)

    def cycles(**stalls) -> list[int]:
        device = echo("echo")
        return device.run(beats, segments=1, stalls=Stalls(**stalls)).cycle.tolist()

    assert cycles(seed=1, source=0.5) == cycles(seed=1, source=0.5)
    assert cycles(seed=1, source=0.5) != cycles(seed=2, source=0.5)
    # A beat takes 1 / (1 - p) cycles on average. 20 000 beats give a standard error of 1 %.
    assert cycles(seed=3, source=0.5)[-1] / 20_000 == pytest.approx(2, rel=0.05)
    assert cycles(seed=4, sink=0.75)[-1] / 20_000 == pytest.approx(4, rel=0.05)
    assert cycles(seed=5)[-1] == 20_001


def test_the_stall_sequence_continues_from_run_to_run_and_restarts_at_reset(echo) -> None:
    beats = beats_of([Segment(Kind.TEXT, bytes(16 * 50))], 128)
    device = echo("echo")

    def gaps() -> list[int]:
        device.run(beats, segments=1, stalls=Stalls(11, 0.5))
        return np.diff(device.accepted).tolist()

    first, second = gaps(), gaps()
    device.reset()
    assert first != second
    assert gaps() == first


@pytest.mark.parametrize("seed", [-1, (1 << 64) - 1, 0])
def test_every_stall_sequence_restarts_at_reset(echo, seed: int) -> None:
    beats = beats_of([Segment(Kind.TEXT, bytes(16 * 50))], 128)
    device = echo("echo")
    stamps = []
    for _ in range(2):
        device.reset()
        start = device.cycle
        device.run(beats, segments=1, stalls=Stalls(seed, 0.5))
        stamps.append((device.accepted - start).tolist())
    assert stamps[0] == stamps[1] and stamps[0][-1] > 60


def test_a_stall_that_is_all_but_certain_stalls(echo) -> None:
    beats = beats_of([Segment(Kind.TEXT, b"x")], 128)
    with pytest.raises(RoundelError, match="has been silent for 1000 cycles"):
        echo("echo").run(beats, segments=1, stalls=Stalls(1, source=1 - 1e-12), max_idle_cycles=1000)


def test_more_output_than_the_first_capacity(echo) -> None:
    data = random.Random(1).randbytes(16 * 30_000 + 5)
    assert echo("echo").transact([Segment(Kind.TEXT, data)]) == [Segment(Kind.TEXT, data)]


def test_input_may_be_sent_in_parts_and_output_fetched_later(echo) -> None:
    device = echo("echo")
    beats = beats_of(MESSAGE, 128)
    parts = [device.run(beats[:2], segments=0), device.run(beats[2:], segments=0), device.step(3)]
    assert segments_of(Beats.concatenate(parts)) == MESSAGE
    assert device.step(10).cycle.tolist() == []


def test_step_runs_exactly_that_many_cycles(echo) -> None:
    device = echo("echo")
    before = device.cycle
    device.step(17)
    assert device.cycle == before + 17


def test_a_silent_core_is_an_error_and_reset_revives_it(echo) -> None:
    device = echo("echo:mute")
    with pytest.raises(
        RoundelError, match=r"echo:mute has been silent for 500 cycles: it accepted 1 of 2 beats"
    ) as e:
        device.run(beats_of([Segment(Kind.STATUS), Segment(Kind.TEXT)], 128), segments=2, max_idle_cycles=500)
    assert "0 of 2 output segments" in e.value.message
    device.reset()
    assert device.transact(MESSAGE, answers=3) == MESSAGE


def test_waiting_for_more_than_comes_is_an_error(echo) -> None:
    with pytest.raises(RoundelError, match="ended 3 of 4 output segments"):
        echo("echo").run(beats_of(MESSAGE, 128), segments=4, max_idle_cycles=100)


def test_the_cycle_limit(echo) -> None:
    device = echo("echo")
    with pytest.raises(RoundelError, match="did not finish in 1000 cycles: it accepted 1000 of 2000 beats"):
        device.run(beats_of([Segment(Kind.TEXT, bytes(32_000))], 128), segments=1, max_cycles=1000)
    assert device.cycle == 1001


def test_fatal_in_the_model_is_an_error_and_not_the_end_of_the_process(echo, capfd) -> None:
    device = echo("echo")
    with pytest.raises(RoundelError, match=r"echo stopped itself in cycle 1: .*stream_echo.sv:\d+"):
        device.transact([Segment(KIND_OF_FATAL)])
    printed = capfd.readouterr()
    assert "kind 15" in printed.err
    assert printed.out == ""
    device.reset()
    assert device.transact(MESSAGE, answers=3) == MESSAGE


def test_a_trace_has_every_cycle_and_checks_assertions(echo, tmp_path: Path) -> None:
    path = tmp_path / "wave.vcd"
    device = echo("echo", trace=path)
    assert device.transact(MESSAGE, answers=3) == MESSAGE
    with pytest.raises(RoundelError, match="stopped itself"):
        device.transact([Segment(KIND_OF_ASSERTION)])
    cycle = device.cycle
    device.close()
    text = path.read_text()
    assert "s_axis_tdata" in text and "valid_q" in text
    times = [int(line[1:]) for line in text.splitlines() if line.startswith("#")]
    assert times[:4] == [0, 5, 10, 15]
    assert 10 * cycle - 10 <= times[-1] <= 10 * cycle + 5

    fast = echo("echo")  # the model for speed checks assertions too
    with pytest.raises(RoundelError, match="stopped itself"):
        fast.transact([Segment(KIND_OF_ASSERTION)])


def test_registers_are_random_before_the_reset_of_a_checking_model(echo, tmp_path: Path) -> None:
    path = tmp_path / "wave.vcd"
    with echo("echo", trace=path):
        pass
    header, _, changes = path.read_text().partition("$enddefinitions")
    (code,) = re.findall(r"\$var \w+ +\d+ (\S+) beat_q\b", header)
    first = changes.partition("#5")[0]
    (value,) = re.findall(rf"^b([01]+) {re.escape(code)}$", first, re.MULTILINE)
    assert 0.3 < value.count("1") / len(value) < 0.7


def test_a_trace_that_cannot_be_written_is_refused(echo, tmp_path: Path) -> None:
    (tmp_path / "wave.vcd").mkdir()
    with pytest.raises(RoundelError, match=r"wave\.vcd: Is a directory"):
        echo("echo", trace=tmp_path / "wave.vcd")


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("keep", lambda keep: keep.astype(np.int64), r"the keep of beats is an array of int64 \[3\]"),
        (
            "keep",
            lambda keep: np.repeat(keep, 2),
            "the data of beats is an array of uint8 .*, with 6 of keep",
        ),
        ("data", lambda data: data.reshape(-1), r"the data of beats is an array of uint8 \[48\]"),
        ("last", lambda last: last[:1], r"the last of beats is an array of bool \[1\], with 3 of keep"),
    ],
)
def test_beats_that_a_model_would_misread_are_refused(echo, name: str, change, message: str) -> None:
    beats = beats_of([Segment(Kind.TEXT, bytes(40))], 128)
    with pytest.raises(RoundelError, match=message):
        echo("echo").run(dataclasses.replace(beats, **{name: change(getattr(beats, name))}), segments=1)


def test_a_trace_of_the_end_has_only_the_last_values(echo, tmp_path: Path) -> None:
    values = []
    for trace_end in (False, True):
        path = tmp_path / f"wave-{trace_end}.vcd"
        with echo("echo", trace=path, trace_end=trace_end) as device:
            assert device.transact(MESSAGE, answers=3) == MESSAGE
            end = 10 * device.cycle
        values.append(last_values(path))
    assert values[0] == values[1] and any(b"1" in value for value in values[0].values())
    assert [line for line in path.read_text().splitlines() if line.startswith("#")] == [f"#{end}"]


def test_a_trace_file_of_another_kind_is_refused(echo, tmp_path: Path) -> None:
    with pytest.raises(RoundelError, match=r"wave\.fst: expected a \.vcd file"):
        echo("echo", trace=tmp_path / "wave.fst")


def test_wrong_width_closed_device_and_bad_stalls_are_refused(echo) -> None:
    device = echo("echo")
    with pytest.raises(RoundelError, match="beats of 16 bits for echo, expected 128 bits"):
        device.run(beats_of(MESSAGE, 16), segments=3)
    device.close()
    device.close()
    with pytest.raises(RoundelError, match="the device echo is closed"):
        device.transact(MESSAGE)
    with pytest.raises(RoundelError, match="source=1.0"):
        Stalls(1, source=1.0)


def test_two_devices_of_one_core_do_not_share_state(echo) -> None:
    one, other = echo("echo"), echo("echo")
    one.run(beats_of([Segment(Kind.TEXT, b"one")], 128), segments=0)
    other.run(beats_of([Segment(Kind.TEXT, b"other")], 128), segments=0)
    assert segments_of(one.step(2)) == [Segment(Kind.TEXT, b"one")]
    assert segments_of(other.step(2)) == [Segment(Kind.TEXT, b"other")]


def test_a_device_left_open_does_not_hurt_the_end_of_the_process() -> None:
    data = Path(__file__).parent / "data"
    code = (
        "import sys; from pathlib import Path; from roundel.catalog import find_core;"
        "from roundel.simulate import Device; d = Device(find_core('echo', Path(sys.argv[1]))); print(d)"
    )
    done = subprocess.run([sys.executable, "-c", code, data], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "<Device echo, cycle 1>\n", "")
