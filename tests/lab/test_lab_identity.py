"""The committed results are those of today's runs: a new option must not rename what was measured before."""

from __future__ import annotations

from roundel.catalog import load_catalog
from roundel.implement import Options, Toolchain, find_target, versions_of
from roundel.lab import published_store
from roundel.lab.runs import ImplementationRun
from roundel.lab.store import key_of


def test_committed_runs_would_be_named_the_same_today() -> None:
    catalog = load_catalog()
    found = 0
    for record in published_store().records():
        core = catalog.get(record["core"])
        if record["kind"] == "cycles" or core is None or "options" not in record:
            continue
        target = find_target(record["target"])
        if record["tools"] != versions_of(target, Toolchain()):
            continue
        options, route = Options(**record["options"]), record["kind"] == "implementation"
        run = ImplementationRun(core, target, options, record["seed"], Toolchain(), route)
        assert run.identity["recipe"] == record["recipe"], run.label
        assert options.record() == record["options"]
        if core.source_hash == record["source_hash"]:
            assert key_of(run.identity) == record["key"], run.label
        found += 1
    assert found >= 10
