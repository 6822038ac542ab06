from __future__ import annotations

import dataclasses

import pytest

from roundel.errors import RoundelError
from roundel.formal import (
    Fault,
    Job,
    Task,
    Verdict,
    job_of,
    load_faults,
    load_tasks,
    prove,
    prove_all,
    select_tasks,
    with_fault,
)

SMALL = """
module counter #(parameter int unsigned Limit = 3) (input logic clk_i);
  logic [3:0] count_q = '0;
  always_ff @(posedge clk_i) count_q <= count_q == 4'd2 ? 4'd0 : count_q + 4'd1;
  always_comb assert (count_q < 4'(Limit));
endmodule
"""
TASK = Task(name="small", what="", tier="fast", top="counter", mode="prove", depth=4)


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("ROUNDEL_CACHE", str(tmp_path))


def small(**parameters: int) -> Job:
    return Job(dataclasses.replace(TASK, parameters=parameters), {"small.sv": SMALL})


def test_a_proof_is_stored_and_a_failure_is_not(tmp_path):
    first, again = prove(small()), prove(small())
    assert (first.verdict, first.cached) == (Verdict.PASS, False)
    assert (again.verdict, again.cached, again.seconds) == (Verdict.PASS, True, first.seconds)
    for _ in range(2):
        broken = prove(small(Limit=2))
        assert (broken.verdict, broken.cached) == (Verdict.FAIL, False)
        assert broken.trace and broken.trace.is_file()
        assert any("small.sv:5" in reason for reason in broken.reasons)
    assert not list(tmp_path.glob("formal/running-*"))


def test_a_fault_must_be_detected_and_that_is_stored():
    fault = Fault("small", "counts too far", "small.sv", "count_q == 4'd2", "count_q == 4'd3")
    first, again = (prove(with_fault(small(), fault)) for _ in range(2))
    assert (first.verdict, first.cached, first.as_expected) == (Verdict.FAIL, False, True)
    assert (again.verdict, again.cached, again.as_expected) == (Verdict.FAIL, True, True)
    assert not prove(with_fault(small(Limit=4), fault)).as_expected


def test_an_unreadable_source_is_an_error_that_quotes_the_tool():
    job = Job(TASK, {"small.sv": SMALL.replace("count_q <=", "cuont_q <=")})
    result = prove(job)
    assert result.verdict is Verdict.ERROR
    assert any("cuont_q" in reason for reason in result.reasons)


def test_the_time_limit_is_enforced():
    # The product of two primes of 48 bits: a counterexample would factor it.
    hard = """
module hard (input logic [47:0] a_i, b_i);
  always_comb assert (96'(a_i) * 96'(b_i) != 96'd44000181432041405452630016111);
endmodule
"""
    task = dataclasses.replace(TASK, top="hard", mode="bmc", depth=1, time_limit_s=2)
    result = prove(Job(task, {"hard.sv": hard}))
    assert result.verdict is Verdict.TIMEOUT
    assert result.seconds < 30


def test_parallel_proofs_all_report():
    jobs = [small(Limit=limit) for limit in (2, 3, 4)]
    verdicts = {r.job.task.parameters["Limit"]: r.verdict for r in prove_all(jobs, workers=2)}
    assert verdicts == {2: Verdict.FAIL, 3: Verdict.PASS, 4: Verdict.PASS}


def test_a_key_depends_on_everything_that_is_read():
    keys = {small().key, small(Limit=3).key, Job(TASK, {"small.sv": SMALL + ";"}).key}
    keys.add(Job(dataclasses.replace(TASK, depth=5), {"small.sv": SMALL}).key)
    assert len(keys) == 4
    assert Job(TASK, {"small.sv": "// A comment.\n" + SMALL}).key == small().key


def test_a_job_reads_only_the_sources_that_its_files_name():
    sources = job_of(load_tasks()["keccak-round:w8"]).sources
    assert {"roundel_keccak_pkg.sv", "roundel_keccak_chi.sv", "keccak_round_check.sv"} <= set(sources)
    assert not {"roundel_stream_fifo.sv", "roundel_sponge_lane_feed.sv"} & set(sources)
    assert list(sources)[-2:] == ["keccak_round_spec.sv", "keccak_round_check.sv"]


def write(root, name, text):
    path = root / "formal" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_selection_by_name_group_and_tier():
    tasks = load_tasks()
    assert [t.name for t in select_tasks(tasks, ["keccak-round:w8"])] == ["keccak-round:w8"]
    widths = {t.name.removeprefix("keccak-round:") for t in select_tasks(tasks, ["keccak-round"])}
    assert widths == {"w8", "w16", "w32", "w64", "inject16", "inject64"}
    assert {t.tier for t in select_tasks(tasks, [])} == {"fast"}
    assert len(select_tasks(tasks, [], everything=True)) == len(tasks)
    with pytest.raises(RoundelError, match="keccak-rond") as caught:
        select_tasks(tasks, ["keccak-rond"])
    assert "keccak-round" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[a]\nwhat = "w"\ntier = "slow"\ntop = "a"\nmode = "bmc"\ndepth = 1\n', "tier is 'slow'"),
        ('[a]\nwhat = "w"\ntier = "fast"\ntop = "a"\nmode = "live"\ndepth = 1\n', "mode is 'live'"),
        ('[a]\nwhat = "w"\ntier = "fast"\ntop = "a"\nmode = "bmc"\n', "depth"),
        ('[a]\nwhat = "w"\nspeed = 1\n', "speed"),
        ("[a\n", "small.toml"),
    ],
)
def test_malformed_tasks_are_named(tmp_path, text, message):
    write(tmp_path, "tasks/small.toml", text)
    with pytest.raises(RoundelError, match=message):
        load_tasks(tmp_path)


def test_a_task_of_two_files_is_named(tmp_path):
    text = '[a]\nwhat = "w"\ntier = "fast"\ntop = "a"\nmode = "bmc"\ndepth = 1\n'
    write(tmp_path, "tasks/one.toml", text)
    write(tmp_path, "tasks/other.toml", text)
    with pytest.raises(RoundelError, match=r"other\.toml \[a\]: another file has this task"):
        load_tasks(tmp_path)


def test_a_folder_without_tasks_is_named(tmp_path):
    with pytest.raises(RoundelError, match="formal/tasks: no TOML file"):
        load_tasks(tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[faults]]\ntask = "a"\n', "missing"),
        ('[[faults]]\ntask = "b"\nwhat = "w"\nfile = "f"\nold = "o"\nnew = "n"\n', "formal task 'b'"),
        ('[[faults]]\ntask = "a"\nwhat = "w"\nfile = "f"\nold = "o"\nnew = "n"\n' * 2, "'w' twice"),
    ],
)
def test_malformed_faults_are_named(tmp_path, text, message):
    write(tmp_path, "faults/small.toml", text)
    with pytest.raises(RoundelError, match=message):
        load_faults({"a": TASK}, tmp_path)


def test_a_lemma_of_a_range_is_one_of_each_number(tmp_path):
    task = 'what = ""\ntier = "fast"\ntop = "x"\nmode = "prove"\ndepth = 1\n'
    lemmas = '"u_a.word_q[1..3][7:0]" = "part[#].used"\n"u_b.data_q" = "full"\n'
    write(tmp_path, "tasks/small.toml", f"[small]\n{task}[small.marks.only_while]\n{lemmas}")
    marks = load_tasks(tmp_path)["small"].marks
    assert marks and marks.only_while == {
        "u_a.word_q[1][7:0]": "part[1].used",
        "u_a.word_q[2][7:0]": "part[2].used",
        "u_a.word_q[3][7:0]": "part[3].used",
        "u_b.data_q": "full",
    }
