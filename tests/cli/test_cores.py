"""`roundel list`, `roundel show`, and the JSON of these and of `roundel messages`."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from stored_runs import run

from roundel.catalog import Broken, find_core, load_catalog
from roundel.catalog.ports import instance_of, ports_of
from roundel.errors import RoundelError
from roundel.lab import Store
from roundel.lab.messages import MessageCycles


def printed(*words: str) -> list[str]:
    """What a command prints where stdout is no terminal, line by line."""
    done = run(*words)
    assert done.exit_code == 0, done.output
    return [line.rstrip() for line in done.stdout.splitlines()]


def test_list_has_every_name_and_description_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = printed("list")
    for core in load_catalog().values():
        assert [line for line in lines if line.startswith(f" {core.name} ")], core.name
        assert [line for line in lines if line.endswith(core.description)], core.name


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_list_names_what_is_broken(options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Broken("nimbus", Path("catalog.toml"), RoundelError("field 'name' is missing", "Add it."))
    monkeypatch.setattr("roundel.cli.cores.broken_entries", lambda: (broken,))
    done = run("list", *options)
    assert done.exit_code == 0 and "keccak-hash" in done.stdout
    assert "broken: nimbus: field 'name' is missing" in done.stderr


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("aes-ctr", "AES-128 in counter mode alone"),
        ("groestl-256", "Grøstl-256 alone"),
        ("aes-engine:aes-256-two-phases", "AES-256, two blocks in flight"),
        ("keyak-hs-hold:packet", "keyak-hs that holds the text of an OPEN back"),
        ("keyak-hs", "Lake Keyak v2 authenticated encryption"),
    ],
)
def test_an_entry_is_described_by_its_own_configuration(name: str, description: str) -> None:
    assert find_core(name).description.startswith(description)
    assert printed("show", name)[0] == f"{name}  {find_core(name).description}"


def test_two_entries_of_a_source_are_told_apart() -> None:
    told = {(core.vlnv, core.description) for core in load_catalog().values()}
    assert len(told) == len(load_catalog())


def test_show_has_what_it_promises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = printed("show", "keccak-hash-base")
    assert "parameters: AsyncReset = 1" in lines
    (others,) = [line for line in lines if line.startswith("same source as ")]
    named = others.removeprefix("same source as ").partition(": ")[0].split(", ")
    assert named == ["keccak-hash", "keccak-hash-pip", "keccak-hash-state", "keccak-hash-xof"]
    assert all(find_core(name).name == name for name in named)
    assert "  rtl/cores/keccak_hash/roundel_keccak_hash.sv" in lines
    assert [line for line in lines if "SHA3-256, SHAKE256, Keccak-256" in line]
    assert "answers paper row: p3 table 1, Keccak: hash" in lines
    assert [line for line in lines if line.startswith("proved: ")]


def test_functions_of_the_sender_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = [line for line in printed("show", "multi-keccak-la") if line.startswith("by the sender")]
    assert line.startswith("by the sender's library: cshake_128, kmac_128, kmacxof_128, tuple_hash_128, ")
    named = line.partition(": ")[2].split(", ")
    assert named == json.loads("\n".join(printed("show", "multi-keccak-la", "--json")))["sender_functions"]
    (makers,) = [
        line.partition(": ")[2].split(", ") for line in printed("list") if "sender's library" in line
    ]
    assert "cSHAKE and KMAC with frames made by the core: keccak-kmac, keccak-kmac-keep" in printed("list")
    serving = [
        name
        for name, core in load_catalog().items()
        if any((service.name, service.algorithm) == ("hash", "keccak") for service in core.services)
    ]
    assert makers == serving and "keccak-hash-digest" not in serving and "keccak-hash" in serving
    assert not [line for line in printed("show", "keccak-hash-digest") if line.startswith("by the sender")]


@pytest.mark.parametrize("name", ["keccak-hash-base", "keccak-hash-pip2", "aes-engine:aes-256"])
def test_show_has_the_ports_and_an_instance_to_copy(name: str) -> None:
    core = find_core(name)
    lines = printed("show", name)
    instance = instance_of(core).splitlines()
    start = lines.index(instance[0])
    assert lines[start : start + len(instance)] == instance
    for port in ports_of(core):
        (line,) = [line.split() for line in lines if line.startswith(f" {port.name} ")]
        assert line[1:3] == [port.direction, str(port.bits)] and " ".join(line[3:]) == port.meaning
    data = json.loads("\n".join(printed("show", name, "--json")))
    assert data["instance"] == instance_of(core)
    assert [port["name"] for port in data["ports"]] == [port.name for port in ports_of(core)]


def test_show_says_where_there_is_nothing_to_set() -> None:
    lines = printed("show", "keccak-hash")
    assert "parameters: the defaults" in lines and "aliases: keccak-hash-sync" in lines
    assert "top roundel_keccak_hash, service, W = 128; in FuseSoC roundel:cores:keccak_hash" in lines
    assert not [line for line in printed("show", "keyak-hs") if line.startswith("of one source")]


@pytest.mark.parametrize("words", [("list",), ("show", "aes-ctr"), ("messages", "groestl-256")])
def test_json_is_json(words: tuple[str, ...], store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    # A figure without a simulation: what is tested is how it is told.
    made = MessageCycles({1: 30, 2: 50, 4: 90}, 20, 10)
    monkeypatch.setattr("roundel.lab.messages.measure_messages", lambda *_, **__: made)
    monkeypatch.setattr("roundel.simulate.Device", nullcontext)
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    told: Any = json.loads(done.stdout)
    if words[0] == "list":
        assert [one["name"] for one in told] == list(load_catalog())
        assert {one["description"] for one in told} == {c.description for c in load_catalog().values()}
    elif words[0] == "show":
        assert told["name"] == "aes-ctr" and told["config"]["parameters"]["Groestl"] == 0
        assert told["sources"][-1].startswith("rtl/") and told["proofs"]
    else:
        assert told["core"] == "groestl-256" and told["value"] == made.extra_blocks
        assert [record["name"] for record in store.records()] == ["groestl-256:hash:256"]
